// The panel of documents: drop files, watch them being read, choose which are asked.

import { collectionChooser } from "./collections.js";
import { confirmDeletion } from "./deleting.js";
import { button, count, element, fill, say } from "./elements.js";
import { connection, get, upload } from "./server.js";
import { changed, state, whenChanged } from "./state.js";
import { openDocument } from "./viewer.js";
import { inSentences, withoutCommands } from "./words.js";

const uploads = [];
let place, list, queue, chosen;

export function library(at) {
  place = at;
  const input = element("input", { type: "file", multiple: true, id: "files", class: "hidden-input", onchange: () => addAll(input.files) });
  const drop = element(
    "label",
    { class: "drop", for: "files" },
    element("strong", {}, "Add documents"),
    element("span", {}, "Drop files here, or click to choose"),
    element("span", { class: "small" }, "PDF, Word, e-mail, web page, spreadsheet, picture, text"),
  );
  queue = element("ul", { class: "uploads", "aria-label": "Files being added" });
  list = element("ul", { class: "documents" });
  chosen = element("p", { class: "small chosen" });
  fill(place, element("h2", {}, "Documents"), collectionChooser(), input, drop, queue, chosen, list);
  receiveDrops(drop, input);
  whenChanged(show);
  connection.addEventListener("found", () => refresh().catch(() => {}));
  return refresh();
}

function receiveDrops(drop, input) {
  const body = document.body;
  body.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  for (const name of ["dragleave", "drop"]) body.addEventListener(name, () => drop.classList.remove("over"));
  body.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files.length) addAll(event.dataTransfer.files);
  });
  input.addEventListener("click", () => (input.value = ""));
}

export async function refresh() {
  const found = [];
  let after = "";
  let total = 0;
  do {
    const page = await get(`/v1/documents?limit=500&after=${encodeURIComponent(after)}`);
    found.push(...page.documents);
    after = page.next || "";
    total = page.total;
  } while (after && found.length < 5000);
  const names = new Set(found.map((each) => each.name));
  changed({ documents: found, total, chosen: new Set([...state.chosen].filter((name) => names.has(name))) });
}

// One after the other: each is read by a process of its own on the server.
let adding = Promise.resolve();
function addAll(files) {
  for (const file of files) {
    const shown = { name: file.name, share: 0, said: "Waiting", failed: false, file };
    uploads.push(shown);
    adding = adding.then(() => add(shown));
  }
  showUploads();
}

async function add(shown, password = "") {
  Object.assign(shown, { failed: false, locked: false });
  try {
    const made = await upload(shown.file, (share) => {
      shown.share = share;
      shown.said = share < 1 ? "Sending" : "Reading";
      showUploads();
    }, password);
    uploads.splice(uploads.indexOf(shown), 1);
    for (const each of made.added) {
      if (each.error) say(`${each.name}: ${inSentences(each.error)}`, "problem");
      else say(each.status === "unchanged" ? `${each.name} was there already.` : `${each.name} can be asked now.`);
      for (const caveat of each.caveats.map(withoutCommands).filter(Boolean)) say(`${each.name}: ${caveat}`);
    }
    await refresh();
  } catch (problem) {
    shown.failed = true;
    shown.locked = problem.kind === "Encrypted";
    shown.said = shown.locked ? problem.message : inSentences(problem);
  }
  showUploads();
  if (shown.locked) queue.querySelector("input[type=password]")?.focus();
}

// For this one time: neither the page nor the server keeps it.
function passwordForm(each) {
  const box = element("input", { type: "password", required: true, autocomplete: "off", "aria-label": `Password of ${each.name}`, placeholder: "Its password" });
  const open = (event) => {
    event.preventDefault();
    adding = adding.then(() => add(each, box.value));
  };
  return element("form", { class: "row password", onsubmit: open }, box, element("button", { type: "submit", class: "main" }, "Open"), element("span", { class: "small" }, "It is not kept."));
}

function showUploads() {
  fill(
    queue,
    uploads.map((each) =>
      element(
        "li",
        { class: each.failed ? "failed" : "" },
        element("span", { class: "name" }, each.name),
        each.failed ? null : element("progress", { max: 1, value: each.share < 1 ? each.share : null, "aria-label": `${each.said} ${each.name}` }),
        element("span", { class: "small" }, each.said),
        each.locked ? passwordForm(each) : null,
        each.failed ? button("Dismiss", () => { uploads.splice(uploads.indexOf(each), 1); showUploads(); }, { class: "quiet small" }) : null,
      ),
    ),
  );
}

function show() {
  const some = state.chosen.size;
  fill(
    chosen,
    state.total === 0 ? "" : some ? `${count(some, "document")} of ${state.total} will be asked. ` : state.total === 1 ? "The document will be asked." : `All ${count(state.total, "document")} will be asked.`,
    some ? button("Ask all", () => changed({ chosen: new Set() }), { class: "link" }) : null,
  );
  fill(list, state.documents.map(row));
}

function row(each) {
  const pages = each.pages ? count(each.pages, "page") : count(each.lines, "line");
  const box = element("input", { type: "checkbox", "aria-label": `Ask ${each.name}`, onchange: () => toggle(each.name, box.checked) });
  box.checked = state.chosen.has(each.name);
  return element(
    "li",
    {},
    box,
    button(
      [element("span", { class: "name" }, each.name), element("span", { class: "small" }, `${each.format.toUpperCase()} · ${pages}`)],
      () => openDocument(each.name),
      { class: "open" },
    ),
    button("×", () => remove(each.name), { class: "quiet remove", "aria-label": `Delete ${each.name}` }),
  );
}

function toggle(name, on) {
  const next = new Set(state.chosen);
  if (on) next.add(name);
  else next.delete(name);
  changed({ chosen: next });
}

async function remove(name) {
  if (await confirmDeletion(name, state.documents)) await refresh();
}
