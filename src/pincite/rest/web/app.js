// Put the page together: which view is shown, the keyboard, light and dark.

import { askView, focusQuestion } from "./ask.js";
import { step } from "./answer.js";
import { historyView } from "./history.js";
import { jobsView } from "./jobs.js";
import { library } from "./library.js";
import { say } from "./elements.js";
import { connection, offerOtherKey } from "./server.js";
import { tableView } from "./table.js";
import { viewer } from "./viewer.js";
import { inSentences } from "./words.js";

const view = document.getElementById("view");
let leave = null;

function route() {
  leave?.();
  const [name, kind, id] = location.hash.slice(1).split("/");
  const current = ["table", "jobs", "history"].includes(name) ? name : "ask";
  for (const link of document.querySelectorAll("nav a[data-view]")) {
    if (link.dataset.view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `Pincite · ${current[0].toUpperCase()}${current.slice(1)}`;
  document.body.dataset.view = current;
  leave = { ask: () => askView(view), jobs: () => jobsView(view), history: () => historyView(view, kind || ""), table: () => openTable(kind, id) }[current]() || null;
  showLibrary(false);
}

// At phone width the documents lie over the page; elsewhere they are always beside it.
function showLibrary(open) {
  document.body.classList.toggle("library-open", open);
  document.getElementById("show-library").setAttribute("aria-expanded", String(open));
}

function openTable(kind, id) {
  tableView(view, kind === "job" ? `/v1/jobs/${encodeURIComponent(id)}/results` : kind ? `/v1/tables/${encodeURIComponent(kind)}` : "");
}

function pressed(event) {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) showLibrary(false);
  const typing = event.target.closest("input, textarea, select, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    if (location.hash && !location.hash.startsWith("#ask")) location.hash = "#ask";
    focusQuestion();
  } else if (event.key === "n") step(1);
  else if (event.key === "p") step(-1);
  else if (event.key === "?") document.getElementById("shortcuts").showModal();
}

function theme() {
  const kept = localStorage.getItem("pincite.theme");
  if (kept) document.documentElement.dataset.theme = kept;
  document.getElementById("theme").addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
    const next = dark ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("pincite.theme", next);
  });
}

function tellConnection() {
  const told = document.getElementById("connection");
  connection.addEventListener("lost", () => (told.hidden = false));
  connection.addEventListener("found", () => {
    told.hidden = true;
    say("The server is back.");
  });
}

theme();
tellConnection();
offerOtherKey();
viewer(document.getElementById("viewer"));
document.getElementById("show-keys").addEventListener("click", () => document.getElementById("shortcuts").showModal());
document.getElementById("show-library").addEventListener("click", () => showLibrary(!document.body.classList.contains("library-open")));
window.addEventListener("hashchange", route);
window.addEventListener("unhandledrejection", (event) => say(event.reason?.message || String(event.reason), "problem"));
document.addEventListener("keydown", pressed);
route();
library(document.getElementById("library")).catch((problem) => say(inSentences(problem), "problem"));
