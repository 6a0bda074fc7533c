// Choose the collection that the page works with, or make one by adding to it.

import { element, fill, say } from "./elements.js";
import { chooseCollection, chosenCollection, get } from "./server.js";

const NEW = "\u0000new";

export function collectionChooser() {
  const place = element("div", { class: "collections" });
  offer(place).catch((problem) => problem.status && say(problem.message, "problem"));
  return place;
}

async function offer(place) {
  const found = await get("/v1/collections");
  const names = [...new Set([...found.collections.map((each) => each.name), found.chosen])].sort();
  const held = new Map(found.collections.map((each) => [each.name, each.documents]));
  const select = element(
    "select",
    { id: "collection", onchange: () => (select.value === NEW ? nameNew(place, () => (select.value = found.chosen)) : open(select.value)) },
    names.map((name) => element("option", { value: name, selected: name === found.chosen }, `${name} (${held.get(name) || 0})`)),
    element("option", { value: NEW }, "New collection …"),
  );
  fill(place, element("label", { for: "collection", class: "small" }, "Collection"), select);
}

function nameNew(place, back) {
  const box = element("input", { type: "text", required: true, maxlength: 200, "aria-label": "Name of the new collection", placeholder: "Name, for example leases" });
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
