// Ask, and go on asking: a thread of questions and answers.

import { answerCard } from "./answer.js";
import { button, element, fill, say } from "./elements.js";
import { chooseFiles } from "./library.js";
import { get, post } from "./server.js";
import { asked, state, whenChanged } from "./state.js";
import { inSentences } from "./words.js";

const turns = [];
const THREAD = "pincite.thread";
const MOST_KEPT = 20;
const LEVELS = { lenient: "Lenient", balanced: "Balanced", strict: "Strict", paranoid: "Paranoid" };
let thread, box, level, sendButton;
let waiting = null;

export function askView(place) {
  thread = element("div", { class: "thread" });
  box = element("textarea", { id: "question", rows: 1, placeholder: "When does the lease end?", "aria-label": "Your question", required: true });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      ask();
    }
  });
  level = element("select", { "aria-label": "Strictness", title: "How sure an answer must be" }, Object.entries(LEVELS).map(([value, said]) => element("option", { value, selected: value === "balanced" }, said)));
  sendButton = button("", (event) => event.detail < 2 && (waiting ? waiting.abort() : ask()), { class: "main" });
  label();
  const form = element("form", { class: "composer", onsubmit: (event) => { event.preventDefault(); ask(); } }, box, element("div", { class: "row" }, level, scopeLine(), sendButton));
  fill(place, element("h1", { class: "hidden-title" }, "Ask"), thread, form);
  show();
  restore();
  return whenChanged(() => turns.length || show());
}

function scopeLine() {
  const line = element("span", { class: "small scope" });
  const tell = () => (line.textContent = state.chosen.size ? [...state.chosen].join(", ") : state.total === 0 ? "no documents yet" : "all documents");
  tell();
  whenChanged(tell);
  return line;
}

// One button, which says what it does; the Enter key only ever asks.
function label() {
  sendButton.textContent = waiting ? "Stop" : "Ask";
}

async function ask() {
  const said = box.value.trim();
  if (waiting) return say("An answer is on its way. Press Stop to end it.");
  if (!said) return box.focus();
  if (state.total === 0) return say("Add a document first: drop it on this page.", "problem");
  box.value = "";
  await take(said);
}

async function take(said) {
  const turn = { said, answer: null, problem: null, question: "", told: [], reviews: [] };
  const earlier = turns.filter((each) => each.answer).slice(-MOST_KEPT).map((each) => ({ question: each.question, outcome: each.answer.outcome, told: each.told }));
  turns.push(turn);
  waiting = new AbortController();
  label();
  if (document.activeElement === sendButton) box.focus(); // or the next Enter would stop it
  show();
  try {
    const made = await post("/v1/turns", { said, earlier, documents: asked(), strictness: level.value }, { signal: waiting.signal });
    Object.assign(turn, { answer: made.answer, question: made.question, told: made.told, rewritten: made.rewritten_by });
  } catch (problem) {
    turn.problem = problem.name === "AbortError" ? "Stopped." : inSentences(problem);
  }
  waiting = null;
  label();
  keep();
  show();
}

// The thread outlives a reload of the tab; the server has the answers, and what was decided about them.
function keep() {
  const known = turns.filter((each) => each.answer?.run).slice(-MOST_KEPT);
  sessionStorage.setItem(THREAD, JSON.stringify(known.map(({ said, question, told, answer }) => ({ said, question, told, run: answer.run }))));
}

async function restore() {
  const kept = turns.length ? [] : JSON.parse(sessionStorage.getItem(THREAD) || "[]");
  if (!kept.length) return;
  const found = await Promise.all(kept.map((each) => get(`/v1/runs/${each.run}`).then((run) => ({ ...each, answer: run.answer, reviews: run.reviews, problem: null }), () => null)));
  if (turns.length) return;
  turns.push(...found.filter(Boolean));
  show();
}

function startAnew() {
  turns.length = 0;
  sessionStorage.removeItem(THREAD);
  show();
  box.focus();
}

function show() {
  if (!turns.length) return fill(thread, welcome());
  fill(thread, turns.map(turnView), waiting ? null : element("div", { class: "row end" }, button("New conversation", startAnew, { class: "quiet" })));
  const last = thread.querySelector(".turn:last-of-type");
  last?.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

function turnView(turn) {
  return element(
    "section",
    { class: "turn", "aria-label": turn.said },
    element("p", { class: "said" }, turn.said),
    turn.question && turn.question !== turn.said ? element("p", { class: "small" }, `Asked as: ${turn.question}`) : null,
    turn.answer ? answerCard(turn.answer, turn.reviews) : turn.problem ? element("div", { class: "row" }, element("p", { class: "problem" }, turn.problem), button("Ask again", () => again(turn), { class: "quiet" })) : element("p", { class: "working", role: "status" }, "Reading the documents …"),
  );
}

function again(turn) {
  if (waiting) return;
  turns.splice(turns.indexOf(turn), 1);
  take(turn.said);
}

function welcome() {
  const step = (number, title, text) => element("li", {}, element("span", { class: "number", "aria-hidden": true }, number), element("div", {}, element("strong", {}, title), element("p", {}, text)));
  return element(
    "div",
    { class: "welcome" },
    element("h2", {}, "Answers that you can check"),
    element("p", {}, "Every answer shows the words that prove it, on their page. If the documents do not say it, Pincite says so, and what it read."),
    element(
      "ol",
      { class: "steps" },
      step("1", "Add a document", "Drop a PDF or another file anywhere on this page."),
      step("2", "Ask a question", "In your own words, below."),
      step("3", "Look at the page", "Click a citation: the words are highlighted."),
    ),
    state.total !== 0 ? button("Write a question", () => box.focus(), { class: "main" }) : button("Add a document", chooseFiles, { class: "main needs-write" }),
  );
}

export function focusQuestion() {
  box?.focus();
}
