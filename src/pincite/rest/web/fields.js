// The form for what is asked of every document: fields in plain words, or a starter.

import { element } from "./elements.js";

const STARTERS = { "commercial-contracts": "Commercial contracts (41 clauses)", nda: "Non-disclosure agreements", "drug-labels": "Drug labels", "insurance-policies": "Insurance policies" };

export function fieldsForm(label, submitted) {
  const words = element("textarea", { rows: 3, id: "fields", placeholder: "parties\neffective date\nfee: How much is the monthly fee?", "aria-describedby": "fields-help" });
  const starter = element("select", { id: "starter" }, element("option", { value: "" }, "my own fields"), Object.entries(STARTERS).map(([value, said]) => element("option", { value }, said)));
  starter.addEventListener("change", () => (words.disabled = Boolean(starter.value)));
  const form = element(
    "form",
    { class: "fields-form", onsubmit: (event) => { event.preventDefault(); submitted(read()); } },
    element("label", { for: "starter" }, "Start from"),
    starter,
    element("label", { for: "fields" }, "Fields, one in a line"),
    words,
    element("p", { class: "small", id: "fields-help" }, "A word or two, a question, or name: question."),
    element("button", { type: "submit", class: "main" }, label),
  );
  const read = () => (starter.value ? { starter: starter.value } : { fields: words.value.split("\n").map((line) => line.trim()).filter(Boolean) });
  return form;
}
