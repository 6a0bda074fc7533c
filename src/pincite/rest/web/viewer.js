// Show a page with the words that prove something, or the lines of a document that has no pages.

import { button, element, fill, say } from "./elements.js";
import { get, path, picture } from "./server.js";
import { inSentences, withoutCommands } from "./words.js";

const DPI = 110;
const LARGE_DPI = 200; // the most that the server draws
const ZOOMS = [1, 1.75, 2.5, 4];
const LEGIBLE = 480; // pixels of width below which a whole page cannot be read
const AROUND = 1500;
const MORE = 6000;
let place, shown, loading;
let zoom = null; // null until somebody chooses one: then as large as can be read

export function viewer(at) {
  place = at;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !place.hidden && !document.querySelector("dialog[open]")) close();
  });
  window.addEventListener("popstate", uncover);
  window.addEventListener("resize", fit);
}

export function close() {
  hide();
  if (history.state?.page) history.back();
}

// On a phone the page lies over everything, and the way back from it is the phone's own.
let covering = false;
function cover() {
  if (!place.hidden || !matchMedia("(max-width: 760px)").matches) return;
  history.pushState({ page: true }, "");
  covering = true;
}

function uncover() {
  if (!covering || history.state?.page) return;
  covering = false;
  if (!place.hidden) hide();
}

function fit() {
  const body = place.querySelector(".page-body");
  const sheet = body?.querySelector(".sheet");
  if (sheet) sheet.style.width = `${enlarged(body) * 100}%`;
}

function hide() {
  loading?.abort();
  place.hidden = true;
  document.body.classList.remove("viewing");
  shown?.from?.focus();
  shown = null;
}

export async function openDocument(name) {
  await open({ name, page: null, boxes: [], start: 0, end: 0 }, document.activeElement);
}

// `evidence` is a place of an answer: document, page, characters, boxes.
export async function open(evidence, from) {
  loading?.abort();
  loading = new AbortController();
  cover();
  place.hidden = false;
  document.body.classList.add("viewing");
  try {
    const known = await get(path.document(evidence.name), { signal: loading.signal });
    const pages = known.pages.length;
    shown = { evidence, known, from, page: evidence.page || (pages ? 1 : null) };
    await show(loading.signal);
  } catch (problem) {
    if (problem.name === "AbortError") return;
    fill(place, head(evidence.name), element("p", { class: "problem" }, inSentences(problem)));
  }
}

async function show(signal) {
  const { evidence, known, page } = shown;
  const body = element("div", { class: "page-body", tabindex: 0, role: "region", "aria-label": `${known.name}, ${page ? `page ${page}` : "text"}` });
  fill(place, head(known.name, known.pages.length ? pager(known) : textTools(known)), caveats(known), body);
  if (page === null) return showText(body, signal);
  fill(body, element("p", { class: "small" }, "Drawing the page …"));
  let drawn;
  try {
    drawn = await picture(path.picture(known.name, page, enlarged(body) > 1 ? LARGE_DPI : DPI), signal);
  } catch (problem) {
    // An encrypted file, for one: its password is not kept. The words are there, page or not.
    if (problem.status !== 422) throw problem;
    return showText(body, signal, `${problem.message} Here is its text.`);
  }
  const image = element("img", { src: drawn.address, alt: `Page ${page} of ${known.name}` });
  await image.decode().catch(() => {});
  URL.revokeObjectURL(drawn.address); // drawn already: nothing of it need be kept beside the picture
  const sheet = element("div", { class: "sheet" }, image, evidence.boxes.filter((box) => box.page === page).map((box) => mark(box, drawn)));
  sheet.style.width = `${enlarged(body) * 100}%`;
  fill(body, sheet);
  sheet.querySelector(".mark")?.scrollIntoView({ block: "center", inline: "start" });
}

const enlarged = (body) => zoom ?? (body.clientWidth < LEGIBLE ? ZOOMS[1] : ZOOMS[0]);

function enlarge(by) {
  const body = place.querySelector(".page-body");
  const at = ZOOMS.indexOf(enlarged(body)) + by;
  if (at < 0 || at >= ZOOMS.length) return say(by > 0 ? "It cannot be larger." : "The whole width of the page is shown.");
  zoom = ZOOMS[at];
  return go(shown.page, by > 0 ? ".larger" : ".smaller");
}

// By its share of the page: a large page is drawn with fewer pixels a point than a small one.
function mark(box, page) {
  const share = (points, whole) => `${(points / whole) * 100}%`;
  const made = element("span", { class: "mark" });
  made.style.left = share(box.x0, page.width);
  made.style.top = share(box.y0, page.height);
  made.style.width = share(box.x1 - box.x0, page.width);
  made.style.height = share(box.y1 - box.y0, page.height);
  return made;
}

async function showText(body, signal, note = "") {
  const { known, page } = shown;
  const printed = known.pages.find((each) => each.number === page) || shown.section;
  // Without a place to show, the page or the section that is turned to.
  const evidence = shown.evidence.end > shown.evidence.start && (!printed || (page && shown.evidence.page === page)) ? shown.evidence : { start: printed?.start || 0, end: printed?.start || 0, anchor: null };
  const part = async (start, end) => {
    const said = await get(`${path.document(known.name, "/text")}&start=${Math.max(0, start)}&end=${end}`, { signal });
    // Offsets count code points, and a string of the browser counts UTF-16 units.
    return { ...said, characters: Array.from(said.text) };
  };
  const text = await part(evidence.start - AROUND, evidence.end + AROUND);
  const marked = evidence.end > evidence.start ? element("mark", {}) : null;
  const from = marked || element("span", { class: "section-start" });
  const cut = (start, end) => text.characters.slice(Math.max(0, start - text.start), Math.max(0, end - text.start)).join("");
  const more = (label, extend) => button(label, () => extend().catch((problem) => problem.name === "AbortError" || say(problem.message, "problem")), { class: "quiet" });

  async function before() {
    const found = await part(text.start - MORE, text.start);
    const below = body.scrollHeight - body.scrollTop;
    text.characters = [...found.characters.slice(0, text.start - found.start), ...text.characters];
    text.start = found.start;
    draw();
    body.scrollTop = body.scrollHeight - below; // what was being read stays where it is
  }

  async function after() {
    const found = await part(text.end, text.end + MORE);
    text.characters = [...text.characters, ...found.characters.slice(text.end - found.start)];
    text.end = Math.max(text.end, found.end);
    draw();
  }

  function draw() {
    if (marked) marked.textContent = cut(evidence.start, evidence.end);
    fill(
      body,
      note ? element("p", { class: "small" }, note) : null,
      evidence.anchor ? element("p", { class: "small" }, evidence.anchor) : null,
      text.start > 0 ? more("Show more before", before) : null,
      element("div", { class: "running-text" }, cut(text.start, evidence.start), from, cut(Math.max(evidence.end, text.start), text.end)),
      text.end < text.total ? more("Show more after", after) : null,
    );
  }

  draw();
  if (marked || printed) from.scrollIntoView({ block: marked ? "center" : "start" });
}

function head(name, controls = null) {
  return element(
    "div",
    { class: "viewer-head" },
    element("h2", {}, name),
    controls,
    button("×", close, { class: "quiet icon", "aria-label": "Close the page", title: "Close (Esc)" }),
  );
}

function caveats(known) {
  const said = known.caveats.map(withoutCommands).filter(Boolean);
  if (known.hidden) said.push(`${known.hidden} passages are hidden or struck out: they prove nothing.`);
  return said.length ? element("details", { class: "small" }, element("summary", {}, "How it was read"), element("ul", {}, said.map((each) => element("li", {}, each)))) : null;
}

function pager(known) {
  const turn = (by, focus) => go(shown.page + by, focus);
  const number = element("input", { type: "number", min: 1, max: known.pages.length, value: shown.page, "aria-label": "Page", onchange: () => go(Number(number.value), ".page-number"), class: "page-number" });
  return element(
    "div",
    { class: "pager" },
    button("‹", () => turn(-1, ".previous"), { class: "previous", "aria-label": "Previous page", disabled: shown.page <= 1 }),
    number,
    element("span", {}, `of ${known.pages.length}`),
    button("›", () => turn(1, ".next"), { class: "next", "aria-label": "Next page", disabled: shown.page >= known.pages.length }),
    button("−", () => enlarge(-1), { class: "smaller", "aria-label": "Smaller", title: "Smaller" }),
    button("+", () => enlarge(1), { class: "larger", "aria-label": "Larger", title: "Larger" }),
    sections(known, (each) => each.start_page !== null, (each) => ` (${each.start_page})`, (each) => go(each.start_page, ".sections")),
  );
}

// Without pages there is nothing to turn, but there may be sections to go to.
function textTools(known) {
  return element("div", { class: "pager" }, sections(known, () => true, () => "", (each) => goToSection(each)));
}

// The outline of the document: what a reader goes by in a long one. Hidden where it has none.
function sections(known, wanted, ending, chosen) {
  const select = element("select", { class: "sections", "aria-label": "Sections", hidden: true, onchange: () => select.value && chosen(found[Number(select.value)]) }, element("option", { value: "" }, "Sections"));
  let found = [];
  outlineOf(known).then((all) => {
    found = all.filter(wanted);
    select.append(...found.map((each, at) => element("option", { value: at }, `${"\u2003".repeat(Math.max(0, each.level - 1))}${each.title}${ending(each)}`)));
    select.hidden = !found.length;
  });
  return select;
}

const outlines = { version: "", sections: null };
function outlineOf(known) {
  if (outlines.version !== known.version) Object.assign(outlines, { version: known.version, sections: get(path.document(known.name, "/outline")).then((found) => found.sections, () => []) });
  return outlines.sections;
}

function keepFocus(at) {
  const pressed = place.querySelector(at);
  (pressed?.disabled ? place.querySelector(".page-number") : pressed)?.focus();
}

function goToSection(section) {
  shown.section = section;
  return again(".sections");
}

async function go(page, focus = "") {
  if (!shown || !(page >= 1 && page <= shown.known.pages.length)) return;
  shown.page = page;
  await again(focus);
}

// Drawn anew; `focus` is what was pressed, which is another element then.
async function again(focus) {
  loading?.abort();
  loading = new AbortController();
  try {
    const done = show(loading.signal);
    if (focus) requestAnimationFrame(() => keepFocus(focus));
    await done;
  } catch (problem) {
    if (problem.name !== "AbortError") say(problem.message, "problem");
  }
}
