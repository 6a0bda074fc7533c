// Show an answer: what it says, what code proved, who judged that it answers, and where to look.

import { button, count, element, percent, say } from "./elements.js";
import { reviewBox } from "./reviews.js";
import { save } from "./server.js";
import { headline, normalised } from "./values.js";
import { open } from "./viewer.js";
import { GRADES, inSentences, OUTCOMES, withoutCommands } from "./words.js";

const PROVED = { quote: "the document says this", value: "the value was read again from the quote", place: "the place is as cited", scope: "it is inside what was asked", computed: "computed from the cited values" };
// No text says yes or no: sentences are proved, and what they amount to is not.
const PROVED_OF_BOOLEAN = { ...PROVED, value: "whole sentences are cited; that they mean yes or no is judged" };
const CERTIFIED = new Set(["answered", "probable", "incomplete", "conflict", "not_found"]);
const LONG = 90; // characters from which a value reads as a sentence, and not as a figure
const READERS = { words: "shared words", document: "the document" };

// `reviews` are what people decided about parts of the answer; where it was not recorded, nobody can decide.
export function answerCard(answer, reviews = []) {
  const [title, tone] = OUTCOMES[answer.outcome];
  const review = (part) => (answer.run ? reviewBox(answer.run, part, reviews, answer.outcome === "probable" && part.startsWith("item-")) : null);
  return element(
    "article",
    { class: `answer ${tone}`, "aria-label": `${title}: ${answer.question}` },
    element("p", { class: "outcome" }, element("span", { class: "badge" }, title), whatItMeans(answer)),
    answer.error ? failure(answer.error) : null,
    answer.clarification ? element("p", { class: "clarification" }, withoutCommands(answer.clarification)) : null,
    answer.conflict ? conflict(answer, review) : items(answer.items, review),
    leads(answer, review),
    notes(answer.caveats),
    coverage(answer),
    answer.run && answer.outcome !== "failed" ? handOn(answer) : null,
  );
}

function whatItMeans(answer) {
  const read = answer.coverage;
  if (answer.outcome === "not_found") return read.spans_read < read.spans_total ? " Only part of the documents was read." : " Every passage was read, and none answers this.";
  if (answer.outcome === "probable") return ` ${shortOf(answer)} Accept it if you agree.`;
  if (answer.outcome === "unverified") return answer.leads.length ? "" : " Nothing that was found could be proved and believed.";
  if (answer.outcome === "incomplete") return " Some documents, or part of a list, are still open.";
  if (answer.outcome === "conflict") return " Both sides are shown with their places.";
  return "";
}

function shortOf(answer) {
  const [least] = answer.items.map((item) => item.judgement).sort((a, b) => (a.chance ?? 0) - (b.chance ?? 0));
  if (least.chance === null || least.bar === null) return "The model is not sure enough.";
  return `The chance that this answers is ${percent(least.chance)}; ${percent(least.bar)} is needed to answer.`;
}

function failure(error) {
  return element("div", { class: "problem" }, element("p", {}, error.message), withoutCommands(error.hint) ? element("p", {}, withoutCommands(error.hint)) : null, element("p", { class: "small" }, "This does not mean that the documents are silent."));
}

function items(all, review) {
  if (!all.length) return null;
  return element("ol", { class: "items" }, all.map((item) => element("li", {}, itemView(item), review(item.id))));
}

function conflict(answer, review) {
  const known = new Map(answer.items.map((item) => [item.id, item]));
  const rule = answer.conflict.rule;
  return element(
    "div",
    { class: "sides" },
    answer.conflict.sides.map((ids, at) =>
      element("section", { "aria-label": `Side ${at + 1}` }, element("h3", {}, `Side ${at + 1}`), ids.map((id) => known.has(id) ? [itemView(known.get(id)), review(id)] : null)),
    ),
    rule ? element("p", { class: "small rule" }, "The document settles it: ", citation(rule.evidence)) : null,
  );
}

export function itemView(item) {
  const exact = normalised(item);
  const said = headline(item);
  return element(
    "div",
    { class: "item" },
    element("div", { class: said.textContent.length > LONG ? "value long" : "value" }, said, exact ? element("span", { class: "exact" }, exact) : null),
    item.limits.length ? element("p", { class: "limits" }, item.limits.map(String).join(" · ")) : null,
    item.derivation ? derivation(item.derivation) : null,
    element("div", { class: "places" }, item.evidence.filter((each) => !isHeld(each, item.evidence)).map((each) => (folded(each.snippet) === folded(said.textContent) ? citation(each) : place(each)))),
    support(item),
  );
}

// A value in the document's own words is not shown twice.
const folded = (text) => text.replace(/\s+/g, " ").trim();

function derivation(made) {
  return element(
    "div",
    { class: "formula" },
    element("p", {}, "Computed: ", element("code", {}, made.formula)),
    element("ul", { class: "small" }, made.operands.map((each) => element("li", {}, `${each.name}: `, citation(each.evidence)))),
  );
}

// Proof and judgement are never shown alike: what code proved is a list of facts, what was judged is a chance.
function support(item) {
  const words = item.type === "boolean" ? PROVED_OF_BOOLEAN : PROVED;
  const held = item.proof.map((each) => {
    const said = words[each.check] || each.check;
    const grade = each.check === "quote" ? `, ${loosest(item.evidence)}` : "";
    return element("li", { class: each.state === "proved" ? "holds" : "open" }, each.state === "proved" ? `${said}${grade}` : `${each.check}: open. ${each.reason}`);
  });
  const { by, chance, bar } = item.judgement;
  const told = by.map((each) => `${READERS[each.reader] || each.reader}: ${each.says}`);
  const needed = bar === null ? "" : `, at least ${percent(bar)} was needed`;
  return element(
    "div",
    { class: "support" },
    element("div", { class: "proof" }, element("h4", {}, "Proved by code"), element("ul", {}, held)),
    element("div", { class: "judgement" }, element("h4", {}, "Judged, not proved"), element("p", {}, `That this answers the question: ${percent(chance)}${needed}.`), told.length ? element("p", { class: "small" }, told.join(" · ")) : null),
  );
}

function loosest(evidence) {
  const order = Object.keys(GRADES);
  return GRADES[order[Math.max(...evidence.map((each) => order.indexOf(each.grade)))]];
}

// Words that stand in a sentence which is shown anyway.
function isHeld(words, evidence) {
  return words.role === "words" && evidence.some((each) => each.role === "answer" && each.version === words.version && each.start <= words.start && words.end <= each.end);
}

export function place(evidence) {
  return element("blockquote", {}, element("p", {}, evidence.snippet), citation(evidence));
}

export function citation(evidence) {
  const where = [evidence.name];
  if (evidence.page) where.push(`page ${evidence.page_label || evidence.page}`);
  const [first, last] = evidence.lines;
  where.push(evidence.anchor && !evidence.anchor.startsWith("line ") ? evidence.anchor : first === last ? `line ${first}` : `lines ${first}–${last}`);
  if (evidence.section) where.push(evidence.section);
  const made = button(where.join(" · "), () => show(made, evidence), { class: "citation" });
  if (evidence.recognised) made.append(element("span", { class: "small" }, " read from a picture"));
  return made;
}

function show(made, evidence) {
  for (const other of document.querySelectorAll(".citation.current")) other.classList.remove("current");
  made.classList.add("current");
  open(evidence, made);
}

// The next or the previous citation of the page, from the one that is shown.
export function step(by) {
  const all = [...document.querySelectorAll("#view .citation")];
  if (!all.length) return;
  const at = all.findIndex((each) => each.classList.contains("current"));
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
  next.scrollIntoView({ block: "center" });
  next.click();
}

function leads(answer, review) {
  if (!answer.leads.length) return null;
  return element(
    "section",
    { class: "leads", "aria-label": "Places to look at" },
    element("h3", {}, "Places to look at"),
    element("p", { class: "small" }, "These are not answers. The percentage is the chance that a place answers the question."),
    element(
      "ol",
      {},
      answer.leads.map((lead, at) =>
        element(
          "li",
          {},
          element("span", { class: "chance" }, percent(lead.chance)),
          element("div", {}, lead.evidence.map(place), withoutCommands(lead.reason) ? element("p", { class: "small differs" }, withoutCommands(lead.reason)) : null, review(`lead-${at + 1}`)),
        ),
      ),
    ),
  );
}

function handOn({ run, outcome, method, items: found }) {
  const certified = CERTIFIED.has(outcome) && method !== "inferred" && (found.length || outcome !== "incomplete");
  const file = (label, kind, ending) => button(label, () => save(`/v1/runs/${run}/${kind}`, `pincite-${run.slice(0, 8)}.${ending}`).catch((problem) => say(inSentences(problem), "problem")), { class: "quiet" });
  return element("div", { class: "row hand-on" }, file("Save the report", "report", "html"), certified ? file("Save the certificate", "certificate", "json") : null);
}

function notes(caveats) {
  const said = caveats.map(withoutCommands).filter(Boolean);
  return said.length ? element("ul", { class: "notes small" }, said.map((each) => element("li", {}, each))) : null;
}

function coverage(answer) {
  const read = answer.coverage;
  const pages = read.pages;
  const lines = [
    `${count(read.spans_read, "passage")} of ${read.spans_total.toLocaleString("en")} read in ${count(read.documents, "document")}.`,
    pages.total ? `${pages.read} of ${count(pages.total, "page")} read${pages.low_quality ? `, ${pages.low_quality} of them poorly readable` : ""}${pages.unreadable ? `, ${pages.unreadable} unreadable` : ""}.` : null,
    read.chance_held === null || read.chance_held === undefined ? null : `Chance that what was read does answer it: ${percent(read.chance_held)}.`,
  ];
  const nearest = read.nearest || [];
  return element(
    "details",
    { class: "coverage", open: answer.outcome === "not_found" },
    element("summary", {}, "What was read"),
    lines.filter(Boolean).map((each) => element("p", {}, each)),
    (read.by_document || []).length > 1
      ? element("ul", { class: "small" }, read.by_document.map((each) => element("li", {}, `${each.name}: ${OUTCOMES[each.outcome] ? OUTCOMES[each.outcome][0].toLowerCase() : each.outcome}`)))
      : null,
    nearest.length ? element("div", {}, element("h4", {}, "Nearest places, which do not answer"), nearest.slice(0, 5).map((each) => element("div", {}, place(each), element("p", { class: "small" }, each.reason)))) : null,
    element("p", { class: "small" }, `${answer.seconds.toFixed(1)} s · strictness ${answer.strictness}${answer.run ? ` · run ${answer.run}` : ""}`),
  );
}
