// The panel of documents: drop files, watch them being read, choose which are asked.

import { collectionChooser } from "./collections.js";
import { confirmDeletion } from "./deleting.js";
import { button, count, element, fill, refill, say } from "./elements.js";
import { connection, get, upload } from "./server.js";
import { changed, may, state, whenChanged } from "./state.js";
import { openDocument } from "./viewer.js";
import { inSentences, withoutCommands } from "./words.js";

const uploads = [];
const MOST_WAITING = 3;
const MANY = 12;
let place, list, queue, waiting, all, chosen, finder;

// For the page's other parts: choose files to add, as a click on the panel does.
export const chooseFiles = () => document.getElementById("files").click();

export function library(at) {
  place = at;
  const input = element("input", { type: "file", multiple: true, id: "files", class: "hidden-input needs-write", onchange: () => addAll(input.files) });
  const drop = element(
    "label",
    { class: "drop needs-write", for: "files" },
    element("strong", {}, "Add documents"),
    element("span", {}, "Drop files here, or click to choose"),
    element("span", { class: "small" }, "PDF, Word, e-mail, web page, spreadsheet, picture, text"),
  );
  queue = element("ul", { class: "uploads", "aria-label": "Files being added" });
  waiting = element("li", { class: "small" });
  all = button("Dismiss all", () => dismiss(uploads.filter((each) => each.failed)), { class: "quiet small-button", hidden: true });
  list = element("ul", { class: "documents" });
  chosen = element("p", { class: "small chosen" });
  finder = element("input", { type: "search", class: "finder", "aria-label": "Find a document by its name", placeholder: "Find by name", hidden: true, oninput: show });
  const done = button("Done", () => document.getElementById("show-library").click(), { class: "quiet only-narrow" });
  fill(place, element("div", { class: "row library-head" }, element("h2", {}, "Documents"), done), collectionChooser(), input, drop, element("p", { class: "small only-reads" }, "Your key may ask and look. To add documents or decide about answers takes another one."), queue, all, chosen, finder, list);
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
    if (event.dataTransfer?.files.length && !may("write")) say("Your key may not add documents.", "problem");
    else if (event.dataTransfer?.files.length) addAll(event.dataTransfer.files);
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
    await refresh(); // first, or it would be said to be there before it can be asked
    for (const each of made.added) {
      if (each.error) say(`${each.name}: ${inSentences(each.error)}`, "problem");
      else say(each.status === "unchanged" ? `${each.name} was there already.` : `${each.name} can be asked now.`);
      for (const caveat of each.caveats.map(withoutCommands).filter(Boolean)) say(`${each.name}: ${caveat}`);
    }
  } catch (problem) {
    shown.failed = true;
    shown.locked = problem.kind === "Encrypted";
    shown.said = shown.locked ? problem.message : inSentences(problem);
    tellWhereHidden(shown);
  }
  showUploads();
  if (shown.locked && !isTyping()) shown.row.querySelector("input[type=password]")?.focus();
}

// Nobody who writes a question is to find half of it in a box for passwords.
const isTyping = () => Boolean(document.activeElement?.closest("textarea, select, dialog, input:not([type=file], [type=checkbox])"));

// At phone width the panel may be closed: what failed is told outside.
function tellWhereHidden(shown) {
  if (place.getClientRects().length) return;
  say(shown.locked ? `${shown.said} Open Documents to give its password.` : shown.said, "problem");
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
  const active = uploads.filter((each) => !each.failed);
  const hidden = active.slice(MOST_WAITING);
  const failed = uploads.length - active.length;
  document.getElementById("show-library").textContent = active.length ? `Adding ${active.length} …` : "Documents";
  waiting.textContent = hidden.length ? `${count(hidden.length, "more file")} waiting` : "";
  all.hidden = failed < 2;
  arrange(queue, [...uploads.filter((each) => !hidden.includes(each)).map(rowOf), ...(hidden.length ? [waiting] : [])]);
}

// Only what has changed is touched: somebody may be typing a password while other files arrive.
function arrange(parent, wanted) {
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, at) => parent.children[at] === child || parent.insertBefore(child, parent.children[at] || null));
}

function rowOf(each) {
  const now = `${each.failed} ${each.locked} ${each.failed && each.said}`;
  each.row ??= element("li", {});
  if (each.drawn !== now) drawRow(each);
  each.drawn = now;
  if (each.failed) return each.row;
  const bar = each.row.querySelector("progress");
  bar.setAttribute("aria-label", `${each.said} ${each.name}`);
  if (each.share < 1) bar.value = each.share;
  else bar.removeAttribute("value");
  each.row.querySelector(".small").textContent = each.said;
  return each.row;
}

function drawRow(each) {
  each.row.classList.toggle("failed", each.failed);
  fill(
    each.row,
    element("span", { class: "name" }, each.name),
    each.failed ? null : element("progress", { max: 1, value: 0 }),
    element("span", { class: "small" }, each.said),
    each.locked ? passwordForm(each) : null,
    each.failed ? button("Dismiss", () => dismiss([each]), { class: "quiet small-button", "aria-label": `Dismiss ${each.name}` }) : null,
  );
}

function dismiss(some) {
  for (const each of some) uploads.splice(uploads.indexOf(each), 1);
  showUploads();
}

function show() {
  const some = state.chosen.size;
  fill(
    chosen,
    !state.total ? "" : some ? `${count(some, "document")} of ${state.total} will be asked. ` : state.total === 1 ? "The document will be asked." : `All ${count(state.total, "document")} will be asked.`,
    some ? button("Ask all", () => changed({ chosen: new Set() }), { class: "link" }) : null,
  );
  finder.hidden = state.documents.length < MANY;
  const wanted = finder.hidden ? "" : finder.value.trim().toLowerCase();
  const found = state.documents.filter((each) => each.name.toLowerCase().includes(wanted));
  refill(list, found.length || !wanted ? found.map(row) : element("li", { class: "small" }, "No name has these letters."));
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
      { class: "open", title: each.name },
    ),
    button("×", () => remove(each.name), { class: "quiet remove needs-admin", "aria-label": `Delete ${each.name}` }),
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
