// Choose the collection that the page works with, or make one by adding to it.

import { button, element, fill, say } from "./elements.js";
import { chooseCollection, chosenCollection, connection, get } from "./server.js";
import { allow, state, whenChanged } from "./state.js";

const NEW = "\u0000new";

export function collectionChooser() {
  const place = element("div", { class: "collections" });
  const begin = () => offer(place).catch((problem) => refused(place, problem));
  connection.addEventListener("found", () => place.childElementCount || begin());
  begin();
  return place;
}

// A key that opens other collections only: nothing here could be done before another one is chosen.
function refused(place, problem) {
  if (!problem.status) return;
  if (!chosenCollection()) return say(problem.message, "problem");
  const back = () => {
    chooseCollection("");
    location.reload();
  };
  fill(place, element("p", { class: "problem" }, problem.message), button("Back to your own collection", back, { class: "main" }));
}

async function offer(place) {
  const found = await get("/v1/collections");
  allow(found.right);
  const names = [...new Set([...found.collections.map((each) => each.name), found.chosen])].sort();
  const held = new Map(found.collections.map((each) => [each.name, each.documents]));
  const select = element(
    "select",
    { id: "collection", onchange: () => (select.value === NEW ? nameNew(place, () => (select.value = found.chosen)) : open(select.value)) },
    names.map((name) => element("option", { value: name, selected: name === found.chosen }, `${name} (${held.get(name) || 0})`)),
    found.right === "read" ? null : element("option", { value: NEW }, "New collection …"),
  );
  fill(place, element("label", { for: "collection", class: "small" }, "Collection"), select);
  const counted = () => {
    const here = [...select.options].find((each) => each.value === found.chosen);
    if (here) here.textContent = `${found.chosen} (${state.total ?? "…"})`;
  };
  counted();
  whenChanged(counted);
}

function nameNew(place, back) {
  const box = element("input", { type: "text", required: true, maxlength: 200, "aria-label": "Name of the new collection", placeholder: "Its name" });
  const form = element(
    "form",
    { class: "row", onsubmit: (event) => { event.preventDefault(); open(box.value.trim()); } },
    box,
    element("button", { type: "submit", class: "main" }, "Open"),
    element("p", { class: "small" }, "It is made with the first document that you add to it."),
  );
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    form.remove();
    back();
  });
  place.append(form);
  box.focus();
}

// Nothing of one collection stays on the page when another is opened: questions, tables and the page that is shown.
function open(name) {
  if (!name || name === chosenCollection()) return;
  chooseCollection(name);
  sessionStorage.removeItem("pincite.thread");
  location.hash = "#ask";
  location.reload();
}
