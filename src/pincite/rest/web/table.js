// A table over documents: cells to look at and to decide about, by mouse or keyboard.

import { itemView, place } from "./answer.js";
import { button, count, element, fill, percent, say } from "./elements.js";
import { fieldsForm } from "./fields.js";
import { get, post, postAndFollow, Problem, save } from "./server.js";
import { asked, may, rememberReviewer, reviewer } from "./state.js";
import { inWords } from "./values.js";
import { inSentences, withoutCommands } from "./words.js";

const DECIDED = { accepted: "Accepted", picked: "Chosen", typed: "Typed", not_stated: "Said not to be stated" };
const STATES = { answered: "answered", probable: "probable", to_review: "to review", not_stated: "not stated", failed: "failed", decided: "decided", waiting: "waiting" };
const MOST_NAMES = 4;
const shown = { table: null, address: "", wanted: null, row: 0, column: 0 };
let grid, panel, summary, earlier;

// `from` is where the server has the table that is wanted; without it the last one is shown again.
export function tableView(at, from = "") {
  summary = element("div", { class: "table-summary" });
  grid = element("div", { class: "grid-scroll", tabindex: -1 });
  panel = element("div", { class: "cell-panel", tabindex: 0, role: "region", "aria-label": "The cell", "aria-live": "polite" });
  earlier = element("div", { class: "earlier" });
  const form = fieldsForm("Make the table", make);
  fill(at, element("h1", {}, "Table"), element("details", { class: "maker card needs-write", open: !shown.table && !from }, element("summary", {}, "What to ask of each document"), form), earlier, summary, element("div", { class: "table-place" }, element("div", { class: "table-body" }, grid, panel)));
  listEarlier();
  if (from) load(from);
  else if (shown.table) {
    history.replaceState(null, "", shown.address);
    show();
  }
}

async function listEarlier() {
  const found = await get("/v1/tables?limit=500").catch(() => ({ tables: [], total: 0 }));
  const line = (each) => {
    const more = each.fields.length - MOST_NAMES;
    const names = each.documents.length > MOST_NAMES ? count(each.documents.length, "document") : each.documents.join(", ");
    return element("li", {}, element("a", { href: `#table/${each.table}` }, each.fields.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "")), element("span", { class: "small" }, names));
  };
  fill(earlier, found.tables.length ? element("details", { class: "card" }, element("summary", {}, `Tables made before (${found.total})`), element("ul", { class: "runs" }, found.tables.map(line))) : null);
}

async function make(fields) {
  if (!fields.starter && !fields.fields.length) return say("Write at least one field.", "problem");
  const asking = (shown.wanted = summary);
  const bar = element("progress", { "aria-label": "Cells that are done" });
  const told = element("p", { class: "working", role: "status" }, "Asking each document …");
  fill(asking, element("div", { class: "making" }, told, bar, element("p", { class: "small" }, "Every cell is kept as soon as it is known: you can come back to it.")));
  try {
    const table = await made({ ...fields, documents: asked() }, (now) => {
      bar.max = now.of_cells || 1;
      bar.value = now.cells;
      told.textContent = `${now.cells.toLocaleString("en")} of ${count(now.of_cells, "cell")}: ${now.document}${now.seconds_left ? `, about ${Math.ceil(now.seconds_left)} s left` : ""}`;
    });
    if (shown.wanted !== asking) return say("The table is made, and kept: make it again to see it.");
    Object.assign(shown, { table, address: `#table/${table.table}` });
    if (!summary.isConnected) return say("The table is made: see Table.");
    history.replaceState(null, "", shown.address); // its address, without asking for it again
    document.querySelector(".maker").open = false;
    show();
    listEarlier();
  } catch (problem) {
    fill(summary, element("p", { class: "problem" }, inSentences(problem)));
  }
}

// The table that comes last of the events, or the problem that is told in its place.
async function made(asking, progress) {
  let table = null;
  await postAndFollow("/v1/tables", asking, (said, event) => {
    if (event === "progress") progress(said);
    else if (event === "table") table = said;
    else throw new Problem(said.status, said);
  });
  if (!table) throw new Problem(0, { detail: "The server ended before the table was made.", hint: "What is done is kept: make it again." });
  return table;
}

async function load(from) {
  const { hash: address } = location;
  const wanted = (shown.wanted = summary);
  fill(wanted, element("p", { class: "working", role: "status" }, "Getting the table …"));
  try {
    const table = await get(from);
    if (shown.wanted !== wanted) return;
    Object.assign(shown, { table, address });
    if (summary.isConnected) show();
  } catch (problem) {
    fill(wanted, element("p", { class: "problem" }, inSentences(problem)));
  }
}

const standing = (cell) => (cell.decision ? "decided" : cell.error?.class === "Waiting" ? "waiting" : cell.state);

function show() {
  const { table } = shown;
  const tally = {};
  for (const row of table.rows) for (const field of table.fields) tally[standing(row.cells[field.name])] = (tally[standing(row.cells[field.name])] || 0) + 1;
  fill(
    summary,
    element("p", {}, Object.entries(tally).map(([state, many], at) => [at ? " · " : "", element("span", { class: `state ${state}` }, `${many.toLocaleString("en")} ${STATES[state]}`)])),
    element("div", { class: "row" }, ["csv", "xlsx"].map((form) => button(form.toUpperCase(), () => download(form), { class: "quiet", "aria-label": `Save the table as ${form.toUpperCase()}` })), button("Next to review", nextToReview, { class: "main" })),
  );
  fill(
    grid,
    element(
      "table",
      { class: "grid", role: "grid", "aria-label": "Documents and fields" },
      element("thead", {}, element("tr", { role: "row" }, element("th", { scope: "col" }, "Document"), table.fields.map((field) => element("th", { scope: "col", title: field.question }, field.name)))),
      element("tbody", {}, table.rows.map((row, at) => element("tr", { role: "row" }, element("th", { scope: "row" }, row.document, row.family.length ? element("span", { class: "small" }, ` with ${row.family.join(", ")}`) : null), table.fields.map((field, column) => cellView(row.cells[field.name], at, column))))),
    ),
  );
  grid.addEventListener("keydown", pressed);
  choose(Math.min(shown.row, table.rows.length - 1), Math.min(shown.column, table.fields.length - 1), false);
}

function given(cell) {
  if (!["answered", "probable"].includes(cell.state)) return "";
  return `${cell.state === "probable" ? "Probably: " : ""}${cell.items.map(inWords).join("; ")}`;
}

function cellView(cell, row, column) {
  const state = standing(cell);
  const said = cell.decision ? cell.decision.value || STATES.not_stated : given(cell) || STATES[state];
  return element(
    "td",
    { role: "gridcell", class: `cell ${state}`, tabindex: -1, data: { row, column }, onclick: () => choose(row, column) },
    element("span", { class: "cell-words" }, said),
    cell.chance === null || !["answered", "probable", "to_review"].includes(state) ? null : element("span", { class: "small" }, ` ${percent(cell.chance)}`),
  );
}

function choose(row, column, focus = true) {
  if (row < 0 || column < 0) return;
  Object.assign(shown, { row, column });
  for (const each of grid.querySelectorAll(".cell")) {
    const here = Number(each.dataset.row) === row && Number(each.dataset.column) === column;
    each.tabIndex = here ? 0 : -1;
    each.classList.toggle("current", here);
    each.setAttribute("aria-selected", String(here));
  }
  panel.classList.toggle("chosen", focus || panel.classList.contains("chosen"));
  showCell();
  if (focus) intoSight(grid.querySelector(".cell.current"));
}

// Clear of the column and the row that stay in place, and of the panel below.
function intoSight(cell) {
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

const current = () => {
  const { table, row, column } = shown;
  return { row: table.rows[row], field: table.fields[column], cell: table.rows[row].cells[table.fields[column].name] };
};

function showCell() {
  const { row, field, cell } = current();
  const choices = [...cell.items, ...cell.leads];
  fill(
    panel,
    element("h2", {}, `${row.document} · ${field.name}`),
    element("p", { class: "small" }, field.question),
    cell.decision ? element("p", { class: "decided-line" }, `${DECIDED[cell.decision.kind]} by ${cell.decision.by}${cell.decision.value ? `: ${cell.decision.value}` : ""}`) : null,
    withoutCommands(cell.reason) ? element("p", {}, withoutCommands(cell.reason)) : null,
    choices.map((each, at) =>
      element(
        "section",
        { class: "choice" },
        element("p", { class: "small" }, at < cell.items.length ? "Value" : `Place to look at (${percent(each.chance)})`),
        at < cell.items.length ? itemView(each) : each.evidence.map(place),
        row.version ? button(`Take this one (${at + 1})`, () => decide({ kind: "picked", number: at + 1 }), { class: "quiet needs-write" }) : null,
      ),
    ),
    row.version
      ? element(
          "div",
          { class: "row needs-write" },
          element("label", {}, "Your name ", nameBox()),
          cell.items.length ? button("Accept (a)", () => decide({ kind: "accepted" }), { class: "main" }) : null,
          button("Not stated (x)", () => decide({ kind: "not_stated" }), { class: "quiet" }),
        )
      : null,
  );
}

function nameBox() {
  const box = element("input", { type: "text", value: reviewer(), maxlength: 200, autocomplete: "name", oninput: () => rememberReviewer(box.value) });
  return box;
}

async function decide(decision) {
  const { row, field, cell } = current();
  try {
    cell.decision = await post(`/v1/tables/${shown.table.table}/decisions`, { document: row.document, field: field.name, by: reviewer() || null, ...decision });
    say(`Kept: ${row.document}, ${field.name}.`);
    show();
    grid.querySelector(".cell.current")?.focus();
  } catch (problem) {
    say(inSentences(problem), "problem");
  }
}

function nextToReview() {
  const { table } = shown;
  const all = table.rows.flatMap((row, at) => table.fields.map((field, column) => ({ at, column, state: standing(row.cells[field.name]) })));
  const from = shown.row * table.fields.length + shown.column + 1;
  const next = [...all.slice(from), ...all.slice(0, from)].find((each) => ["probable", "to_review"].includes(each.state));
  if (next) choose(next.at, next.column);
  else say("Nothing is left to review.");
}

function pressed(event) {
  if (!event.target.closest(".cell")) return;
  const { row, column, table } = shown;
  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const move = moves[event.key];
  if (move) {
    event.preventDefault();
    choose(Math.min(Math.max(row + move[0], 0), table.rows.length - 1), Math.min(Math.max(column + move[1], 0), table.fields.length - 1));
    return;
  }
  const { cell, row: of } = current();
  if (event.ctrlKey || event.metaKey || event.altKey || !of.version || !may("write")) return;
  if (event.key === "a" && cell.items.length) decide({ kind: "accepted" });
  else if (event.key === "x") decide({ kind: "not_stated" });
  else if (/^[1-9]$/.test(event.key) && Number(event.key) <= cell.items.length + cell.leads.length) decide({ kind: "picked", number: Number(event.key) });
}

async function download(form) {
  try {
    await save(`/v1/tables/${shown.table.table}/file?format=${form}`, `table.${form}`);
  } catch (problem) {
    say(inSentences(problem), "problem");
  }
}
