// Show a page with the words that prove something, or the lines of a document that has no pages.

import { button, element, fill, say } from "./elements.js";
import { get, path, picture } from "./server.js";
import { inSentences, withoutCommands } from "./words.js";

const DPI = 110;
const AROUND = 1500;
const MORE = 6000;
let place, shown, loading;

export function viewer(at) {
  place = at;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !place.hidden && !document.querySelector("dialog[open]")) close();
  });
}

export function close() {
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
  fill(place, head(known.name, known.pages.length ? pager(known) : null), caveats(known), body);
  if (page === null) return showText(body, signal);
  fill(body, element("p", { class: "small" }, "Drawing the page …"));
  let drawn;
  try {
    drawn = await picture(path.picture(known.name, page, DPI), signal);
  } catch (problem) {
    // An encrypted file, for one: its password is not kept. The words are there, page or not.
    if (problem.status !== 422) throw problem;
    return showText(body, signal, `${problem.message} Here is its text.`);
  }
  const image = element("img", { src: drawn.address, alt: `Page ${page} of ${known.name}` });
  await image.decode().catch(() => {});
  const sheet = element("div", { class: "sheet" }, image, evidence.boxes.filter((box) => box.page === page).map((box) => mark(box, drawn)));
  fill(body, sheet);
  sheet.querySelector(".mark")?.scrollIntoView({ block: "center", inline: "nearest" });
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
  const printed = known.pages.find((each) => each.number === page);
  // Without a place to show, the page that is turned to.
  const evidence = shown.evidence.end > shown.evidence.start && (!printed || shown.evidence.page === page) ? shown.evidence : { start: printed?.start || 0, end: printed?.start || 0, anchor: null };
  const part = async (start, end) => {
    const said = await get(`${path.document(known.name)}/text?start=${Math.max(0, start)}&end=${end}`, { signal });
    // Offsets count code points, and a string of the browser counts UTF-16 units.
    return { ...said, characters: Array.from(said.text) };
  };
  const text = await part(evidence.start - AROUND, evidence.end + AROUND);
  const marked = evidence.end > evidence.start ? element("mark", {}) : null;
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
      element("div", { class: "running-text" }, cut(text.start, evidence.start), marked, cut(Math.max(evidence.end, text.start), text.end)),
      text.end < text.total ? more("Show more after", after) : null,
    );
  }

  draw();
  marked?.scrollIntoView({ block: "center" });
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
  const turn = (by) => go(shown.page + by);
  const number = element("input", { type: "number", min: 1, max: known.pages.length, value: shown.page, "aria-label": "Page", onchange: () => go(Number(number.value)) });
  const outline = element("select", { "aria-label": "Sections", onchange: () => outline.value && go(Number(outline.value)) }, element("option", { value: "" }, "Sections"));
  outline.addEventListener("focus", () => fillOutline(outline, known.name), { once: true });
  return element(
    "div",
    { class: "pager" },
    button("‹", () => turn(-1), { "aria-label": "Previous page", disabled: shown.page <= 1 }),
    number,
    element("span", {}, `of ${known.pages.length}`),
    button("›", () => turn(1), { "aria-label": "Next page", disabled: shown.page >= known.pages.length }),
    outline,
  );
}

async function fillOutline(outline, name) {
  try {
    const found = await get(`${path.document(name)}/outline`);
    const titled = found.sections.filter((each) => each.start_page !== null);
    outline.append(...titled.map((each) => element("option", { value: each.start_page }, `${" ".repeat(each.level)}${each.title} (${each.start_page})`)));
  } catch (problem) {
    say(problem.message, "problem");
  }
}

async function go(page) {
  if (!shown || !(page >= 1 && page <= shown.known.pages.length)) return;
  loading?.abort();
  loading = new AbortController();
  shown.page = page;
  try {
    await show(loading.signal);
  } catch (problem) {
    if (problem.name !== "AbortError") say(problem.message, "problem");
  }
}
