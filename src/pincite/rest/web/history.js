// What was asked before, why it got its answer, and what checks refused.

import { answerCard } from "./answer.js";
import { button, element, fill, when } from "./elements.js";
import { get } from "./server.js";

let body;

export function historyView(place, run = "") {
  body = element("div", {});
  fill(
    place,
    element("h1", {}, "History"),
    element("div", { class: "row" }, element("a", { class: "button", href: "#history" }, "Questions"), element("a", { class: "button", href: "#history/refused" }, "Refused")),
    body,
  );
  const shown = run === "refused" ? refused() : run ? one(run) : all();
  shown.catch((problem) => fill(body, element("p", { class: "problem" }, `${problem.message} ${problem.hint || ""}`)));
}

async function all() {
  const found = await get("/v1/runs?limit=200");
  fill(
    body,
    found.runs.length
      ? element("ul", { class: "runs" }, found.runs.map((each) => element("li", {}, element("a", { href: `#history/${each.run}` }, each.question), element("span", { class: `badge ${each.outcome}` }, each.outcome.replace("_", " ")), element("span", { class: "small" }, when(each.asked_at)))))
      : element("p", {}, "Nothing has been asked yet."),
  );
}

async function one(run) {
  const found = await get(`/v1/runs/${encodeURIComponent(run)}`);
  const rows = found.candidates.map((each) => element("tr", {}, element("td", {}, each.quote), element("td", {}, `${each.name}${each.page ? `, page ${each.page}` : ""}`), element("td", {}, each.kept ? "kept" : each.reason || each.stopped_by)));
  fill(
    body,
    element("p", { class: "said" }, found.question),
    answerCard(found.answer),
    element("h2", {}, "What was considered"),
    rows.length ? element("div", { class: "grid-scroll", tabindex: 0, role: "region", "aria-label": "What was considered" }, element("table", { class: "grid" }, element("thead", {}, element("tr", {}, ["Words", "Place", "What became of it"].map((each) => element("th", { scope: "col" }, each)))), element("tbody", {}, rows))) : element("p", {}, "Nothing was proposed."),
    element("details", {}, element("summary", {}, "Every decision on the way"), element("ol", { class: "small" }, found.decisions.map((each) => element("li", {}, each)))),
    button("Back", () => history.back(), { class: "quiet" }),
  );
}

async function refused() {
  const found = await get("/v1/rejections?limit=200");
  fill(
    body,
    element("p", {}, "Proposed answers that a check refused. Most point to a gap in the search."),
    found.rejections.length
      ? element("ul", { class: "runs" }, found.rejections.map((each) => element("li", {}, element("a", { href: `#history/${each.run}` }, each.question), element("blockquote", {}, each.candidate.quote), element("span", { class: "small" }, `${each.candidate.stopped_by}: ${each.candidate.reason}`))))
      : element("p", {}, "Nothing was refused."),
  );
}
