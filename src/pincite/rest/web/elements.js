// Make elements of the page. Text is always text: nothing here, and nothing that uses it, parses markup.

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else if (key === "data") Object.assign(made.dataset, value);
    else if (key in made && typeof value === "boolean") made[key] = value;
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function button(label, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, label);
}

export function fill(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return place;
}

// The same, for what is drawn anew while somebody may be at it: who was on a control stays on it.
export function refill(place, ...children) {
  const at = place.contains(document.activeElement) ? label(document.activeElement) : "";
  fill(place, ...children);
  if (at) [...place.querySelectorAll("a, button, input, select")].find((each) => label(each) === at)?.focus();
}

const label = (control) => control.getAttribute("aria-label") || control.textContent;

export function say(message, kind = "") {
  const told = element("p", { class: `message ${kind}` }, message);
  document.getElementById("messages").append(told);
  setTimeout(() => told.remove(), kind === "problem" ? 12000 : 5000);
}

export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function percent(chance) {
  return chance === null || chance === undefined ? "not measured" : `${Math.round(chance * 100)} %`;
}

export function when(iso) {
  const day = new Date(iso);
  return Number.isNaN(day.getTime()) ? iso : day.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
