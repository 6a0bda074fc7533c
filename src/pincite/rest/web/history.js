// What was asked before, why it got its answer, what people decided, and what checks refused.

import { answerCard } from "./answer.js";
import { button, element, fill, when } from "./elements.js";
import { get } from "./server.js";
import { state } from "./state.js";
import { inSentences, OUTCOMES } from "./words.js";

const PAGE = 50;
const narrowed = { asked_for: "question", outcome: "", document: "" };
let body;

export function historyView(place, run = "") {
  body = element("div", {});
  const tab = (href, label, here) => element("a", { href, "aria-current": here ? "page" : null }, label);
  fill(
    place,
    element("h1", {}, "History"),
    element("nav", { class: "tabs", "aria-label": "History" }, tab("#history", "What was asked", run !== "refused"), tab("#history/refused", "What checks refused", run === "refused")),
    body,
  );
  fill(body, element("p", { class: "working", role: "status" }, "Looking it up …"));
  const shown = run === "refused" ? refused() : run ? one(run) : all();
  shown.catch((problem) => fill(body, element("p", { class: "problem" }, inSentences(problem))));
}

async function all() {
  const list = element("ul", { class: "runs" });
  const more = element("div", { class: "row" });
  const names = [...new Set([narrowed.document, ...state.documents.map((each) => each.name)])].filter(Boolean);
  const filter = (name, label, options) => {
    const select = element("select", { id: `filter-${name}`, onchange: () => { narrowed[name] = select.value; restart(); } }, options.map(([value, said]) => element("option", { value, selected: narrowed[name] === value }, said)));
    return element("div", {}, element("label", { for: `filter-${name}`, class: "small" }, label), select);
  };
  fill(
    body,
    element(
      "div",
      { class: "filters", role: "group", "aria-label": "Show only" },
      filter("asked_for", "Asked for", [["question", "Questions"], ["cell", "Cells of tables"], ["", "Both"]]),
      filter("outcome", "Outcome", [["", "Any"], ...Object.entries(OUTCOMES).map(([value, [said]]) => [value, said])]),
      filter("document", "Document", [["", "Any"], ...names.map((name) => [name, name])]),
    ),
    list,
    more,
  );

  let wanted = 0;
  async function load(after = "") {
    const asked = (wanted += 1);
    const query = new URLSearchParams({ limit: PAGE, ...Object.fromEntries(Object.entries({ ...narrowed, after }).filter(([, value]) => value)) });
    const found = await get(`/v1/runs?${query}`);
    if (asked !== wanted) return; // another filter was chosen meanwhile
    list.append(...found.runs.map(line));
    if (!list.childElementCount) fill(list, element("li", { class: "small" }, narrowed.outcome || narrowed.document ? "Nothing of this kind was asked." : "Nothing has been asked yet."));
    fill(more, found.next ? button("Show more", () => load(found.next), { class: "quiet" }) : null);
  }

  async function restart() {
    fill(list);
    await load().catch((problem) => fill(list, element("li", { class: "problem" }, inSentences(problem))));
  }

  await load();
}

function line(each) {
  const [said, tone] = OUTCOMES[each.outcome] || [each.outcome, "calm"];
  const about = each.documents.length > 2 ? `${each.documents.length} documents` : each.documents.join(", ");
  return element(
    "li",
    {},
    element("a", { href: `#history/${each.run}` }, each.question),
    element("span", { class: `badge ${tone}` }, said),
    element("span", { class: "small" }, [when(each.asked_at), about].filter(Boolean).join(" · ")),
  );
}

async function one(run) {
  const found = await get(`/v1/runs/${encodeURIComponent(run)}`);
  const rows = found.candidates.map((each) => element("tr", {}, element("td", {}, each.quote), element("td", {}, `${each.name}${each.page ? `, page ${each.page}` : ""}`), element("td", {}, each.kept ? "kept" : each.reason || each.stopped_by)));
  fill(
    body,
    element("p", { class: "said" }, found.question),
    element("p", { class: "small" }, when(found.asked_at)),
    answerCard(found.answer, found.reviews),
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
