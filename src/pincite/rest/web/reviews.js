// Accept or reject one item or lead: what a person decides stands beside what code proved, and is never shown as proof.

import { button, element, fill, say, when } from "./elements.js";
import { post } from "./server.js";
import { rememberReviewer, reviewer } from "./state.js";
import { inSentences } from "./words.js";

const SAID = { accepted: "Accepted", rejected: "Rejected", withdrawn: "Withdrawn" };

// `reviews` are all of the answer, the oldest first; what is decided here is added to them. `atOnce`: to accept
// it is one click, where the reviewer's name is known.
export function reviewBox(run, part, reviews, atOnce = false) {
  const box = element("div", { class: "review", data: { part } });
  draw(box, { run, part, reviews, atOnce });
  return box;
}

function draw(box, about, choosing = "") {
  const all = about.reviews.filter((each) => each.part === about.part);
  const last = all.at(-1);
  const stands = last && last.kind !== "withdrawn";
  const verbs = { accepted: "Accept", rejected: "Reject", ...(stands ? { withdrawn: "Withdraw" } : {}) };
  const choice = ([kind, label]) =>
    button(label, () => (kind === "accepted" && about.atOnce && reviewer() ? keep(box, about, kind, reviewer()) : draw(box, about, kind)), { class: `quiet small-button ${kind}`, "aria-pressed": String(stands ? last.kind === kind : false), "aria-expanded": String(choosing === kind) });
  box.classList.toggle("open", Boolean(choosing || stands));
  fill(
    box,
    element("div", { class: "row" }, stands ? verdict(last) : null, element("span", { class: "row choices needs-write", role: "group", "aria-label": "Your decision" }, Object.entries(verbs).map(choice))),
    choosing ? form(box, about, choosing) : null,
    all.length > 1 ? element("details", { class: "small" }, element("summary", {}, "Decided before"), element("ul", {}, all.slice(0, -1).reverse().map((each) => element("li", {}, sentence(each))))) : null,
  );
  box.querySelector("form input")?.focus();
}

function verdict(review) {
  return element("span", { class: `verdict ${review.kind}` }, element("strong", {}, SAID[review.kind]), ` by ${review.by}, ${when(review.at)}`, review.note ? element("span", { class: "note" }, review.note) : null);
}

const sentence = (each) => `${SAID[each.kind]} by ${each.by}, ${when(each.at)}${each.note ? `: ${each.note}` : ""}`;

function form(box, about, kind) {
  const name = element("input", { type: "text", required: true, maxlength: 200, autocomplete: "name", value: reviewer(), "aria-label": "Your name", placeholder: "Your name" });
  const note = element("input", { type: "text", maxlength: 2000, "aria-label": "Note, if you like", placeholder: "Note, if you like" });
  const made = element(
    "form",
    { class: "row review-form", onsubmit: (event) => { event.preventDefault(); decide(); } },
    name,
    note,
    element("button", { type: "submit", class: "main" }, `Keep: ${SAID[kind].toLowerCase()}`),
    button("Cancel", back, { class: "quiet" }),
  );
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back();
  });

  function back() {
    draw(box, about);
    box.querySelector(`button.${kind}`)?.focus();
  }

  async function decide() {
    rememberReviewer(name.value);
    const main = made.querySelector("button.main");
    if (main.disabled) return; // Enter twice is one decision
    main.disabled = true;
    main.disabled = await keep(box, about, kind, name.value.trim(), note.value.trim());
  }

  return made;
}

// Whether the decision is kept; then the box shows it.
async function keep(box, about, kind, by, note = "") {
  try {
    about.reviews.push(await post(`/v1/runs/${about.run}/reviews`, { part: about.part, kind, by, note }));
  } catch (problem) {
    say(inSentences(problem), "problem");
    return false;
  }
  say(`Kept: ${SAID[kind].toLowerCase()}. It is your decision, and no proof.`);
  draw(box, about);
  box.querySelector(`button.${kind}`)?.focus();
  return true;
}
