// Typed values in words: first as the document writes them.

import { element } from "./elements.js";

export function inWords(item) {
  if (item.type === "boolean") return item.value.value ? "Yes" : "No";
  if (item.type === "table") return "a table";
  const [before, words, after] = inSentence(item);
  return words ? `${before}«${words}»${after}` : before;
}

// The same as an element: words that are no value by themselves stand in their sentence, marked.
export function headline(item) {
  if (item.type === "boolean") return element("span", {}, inWords(item));
  if (item.type === "table") return grid(item.value);
  const [before, words, after] = inSentence(item);
  return element("span", {}, before, words ? element("mark", {}, words) : null, after);
}

const MARKER = /^[^\p{L}\p{N}]*(?:(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)])?[^\p{L}\p{N}]*$/u;
const folded = (text) => text.replace(/\s+/g, " ").trim();

// A quote may be cut from behind a "not": the same rule as in language/value_words.py.
function inSentence(item) {
  const written = item.original || JSON.stringify(item.value);
  const isWords = ["text", "clause"].includes(item.type) && !item.derivation && !isCell(item);
  if (!isWords) return [written, "", ""];
  const sentence = folded((item.evidence.find((each) => each.role === "answer") || item.evidence[0]).snippet);
  const words = folded(written);
  const at = sentence.indexOf(words);
  if (at < 0) return [words.includes(sentence) ? words : sentence, "", ""];
  const before = sentence.slice(0, at), after = sentence.slice(at + words.length);
  if (MARKER.test(before) && !/[\p{L}\p{N}]/u.test(after)) return [words, "", ""];
  return [before, words, after];
}

const isCell = (item) => item.evidence.length > 1 && item.evidence[0].snippet === item.original && item.limits.length > 0;

// The value as code holds it, where that says more than the document's own words.
export function normalised(item) {
  const value = item.value;
  const said = {
    amount: () => [value.currency, value.value, value.unit].filter(Boolean).join(" "),
    date: () => value.iso,
    date_range: () => [value.start?.iso ?? value.start, value.end?.iso ?? value.end].filter(Boolean).join(" to "),
    duration: () => value.iso8601,
    number: () => [value.value, value.unit].filter(Boolean).join(" "),
    percentage: () => `${value.value} %`,
    boolean: () => item.original,
  }[item.type]?.();
  return said && said !== item.original ? said : "";
}

function grid(value) {
  return element(
    "table",
    { class: "small-table" },
    element("thead", {}, element("tr", {}, value.headers.map((each) => element("th", { scope: "col" }, each)))),
    element("tbody", {}, value.rows.map((row) => element("tr", {}, row.map((each) => element("td", {}, each))))),
  );
}
