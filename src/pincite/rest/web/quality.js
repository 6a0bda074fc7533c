// How often answers are right: what the levels of strictness rest on, and evaluations that were kept.

import { count, element, fill, when } from "./elements.js";
import { dot, drawing, figure, Frame, hundredths, path, svg, table, words } from "./plots.js";
import { get } from "./server.js";
import { inSentences } from "./words.js";

const KINDS = { sentences: "Answers that are sentences", cells: "Answers from tables", fields: "Fields of contracts" };
const BETTER = { up: "higher is better", down: "lower is better", neither: "" };
let body;

export function qualityView(place, id = "") {
  body = element("div", { class: "quality" });
  fill(place, element("h1", {}, "Quality"), body);
  (id ? one(id) : overview()).catch((problem) => fill(body, element("p", { class: "problem" }, inSentences(problem))));
}

async function overview() {
  const [{ measured }, kept] = await Promise.all([get("/v1/levels"), get("/v1/evaluations").catch((problem) => ({ evaluations: [], problem }))]);
  fill(
    body,
    element("p", {}, "Code proves quotes, places and values. That an answer fits the question is judged, and can be wrong: here is how often it was."),
    element("h2", {}, "What each level of strictness rests on"),
    element("p", { class: "small" }, "Counted on questions about documents that the models had not seen. On your documents it may be more or less: evaluate them to know."),
    measured.length ? element("div", { class: "plots" }, measured.map(levels)) : element("p", {}, "Nothing was measured for the reader in use, so nothing is answered: you get places to look at."),
    element("h2", {}, "Evaluations"),
    kept.evaluations.length ? element("ul", { class: "runs" }, kept.evaluations.map(line)) : element("p", { class: "card" }, kept.problem ? inSentences(kept.problem) : "No evaluation was kept for this library yet. Whoever runs it asks a set of questions with known answers and keeps the result; then it is shown here."),
  );
}

function line(each) {
  return element("li", {}, element("a", { href: `#quality/${encodeURIComponent(each.evaluation)}` }, `${each.set}, ${each.fold}`), element("span", { class: "small" }, [when(each.kept_at), count(each.questions, "question"), each.strictness].filter(Boolean).join(" · ")), element("p", { class: "small" }, each.headline));
}

function levels({ of, levels: all, risks }) {
  const counted = all.filter((each) => each.answers);
  const named = (each) => each.strictness[0].toUpperCase() + each.strictness.slice(1);
  const rows = all.map((each) => [named(each), hundredths(each.chance), each.answers.toLocaleString("en"), each.wrong.toLocaleString("en"), each.answers ? hundredths(each.wrong / each.answers) : "–", each.answers ? hundredths(each.upper) : "–"]);
  const head = ["Level", "Chance needed", "Answers counted", "Wrong", "Share wrong", "At most (95 %)"];
  if (!counted.length) return element("section", { class: "card" }, element("h3", {}, KINDS[of]), table(head, rows, KINDS[of]));
  const low = Math.floor(Math.min(...counted.map((each) => each.chance)) * 10) / 10;
  const high = Math.min(1, Math.max(...counted.map((each) => each.upper)) * 1.1);
  const frame = new Frame({ x: [low, 1], y: [0, high], across: "chance that an answer needs", up: "answers that were wrong" });
  const curve = risks.filter((each) => each.answers && each.chance >= low).sort((one, other) => one.chance - other.chance);
  const shape = ({ strictness, chance, answers, wrong, upper }) => {
    const [x, y, top] = [frame.x(chance), frame.y(wrong / answers), frame.y(upper)];
    const late = chance > low + (1 - low) * 0.85;
    return [
      svg("line", { x1: x, x2: x, y1: y, y2: top, class: "whisker" }),
      svg("line", { x1: x - 5, x2: x + 5, y1: top, y2: top, class: "whisker" }),
      dot(x, y, 5, `${strictness}: ${wrong} of ${answers} wrong (${hundredths(wrong / answers)}), at most ${hundredths(upper)}`),
      words(late ? x + 6 : x, top - 7, named({ strictness }), late ? "end" : "middle", "point-name"),
    ];
  };
  const said = counted.map((each) => `${each.strictness}: ${each.wrong} of ${each.answers} wrong`).join("; ");
  const plot = frame.draw(`${KINDS[of]}. ${said}.`, curve.length > 1 ? path(curve.map((each) => [frame.x(each.chance), frame.y(each.wrong / each.answers)]), "curve") : null, counted.map(shape));
  return figure(KINDS[of], "Each level with its share of wrong answers; the line upward ends where chance may still have put it.", plot, head, rows);
}

async function one(id) {
  const found = await get(`/v1/evaluations/${encodeURIComponent(id)}`);
  fill(
    body,
    element("p", {}, element("a", { href: "#quality" }, "All evaluations")),
    element("h2", {}, `${found.set}, ${found.fold}`),
    element("p", { class: "small" }, [when(found.kept_at), count(found.questions, "question"), found.strictness, found.fingerprint ? `settings ${found.fingerprint.slice(0, 12)}` : ""].filter(Boolean).join(" · ")),
    element("p", { class: "headline" }, found.headline),
    found.sentences.map((each) => element("p", {}, each)),
    outcomes(found.came_to),
    element("h2", {}, "Scores"),
    scores(found.scores),
    element("div", { class: "plots" }, risk(found), calibration(found.calibration)),
    found.strata.map(strata),
    examples(found.examples),
  );
}

function outcomes(all) {
  const total = all.reduce((sum, each) => sum + each.count, 0);
  if (!total) return null;
  let left = 0;
  const parts = all.map((each) => {
    const wide = (each.count / total) * 720;
    const part = svg("rect", { x: left, y: 0, width: Math.max(wide - 1.5, 0.5), height: 30, rx: 3, class: `tone ${each.tone}` }, svg("title", {}, `${each.label}: ${each.count}, ${each.share}`));
    left += wide;
    return part;
  });
  const said = all.map((each) => `${each.label} ${each.count}`).join("; ");
  return element(
    "figure",
    { class: "card outcomes" },
    element("figcaption", {}, element("h3", {}, "What became of the questions")),
    drawing(720, 30, `What became of ${count(total, "question")}: ${said}.`, parts),
    element("ul", { class: "key" }, all.map((each) => element("li", {}, drawing(12, 12, each.label, svg("rect", { width: 12, height: 12, rx: 3, class: `tone ${each.tone}` })), `${each.label} `, element("strong", {}, each.count.toLocaleString("en")), ` · ${each.share}`))),
  );
}

function scores(all) {
  const bar = ({ is_share: share, value, interval, label, said, interval_said: between }) => {
    if (!share) return "";
    const at = (each) => Math.min(1, Math.max(0, each)) * 176;
    return drawing(180, 18, `${label}: ${said}${between ? `, 95 % interval ${between}` : ""}`, svg("rect", { x: 0, y: 6, width: 176, height: 6, rx: 3, class: "track" }), interval ? svg("rect", { x: at(interval[0]), y: 4, width: Math.max(at(interval[1]) - at(interval[0]), 1), height: 10, rx: 3, class: "interval" }) : null, svg("rect", { x: Math.max(at(value) - 1.5, 0), y: 1, width: 3, height: 16, class: "value-mark" }));
  };
  const name = (each) => element("span", {}, each.label, element("span", { class: "small meaning" }, each.meaning));
  return table(["Score", "", "95 % interval", "", "0 to 100 %"], all.map((each) => [name(each), element("strong", {}, each.said), each.interval_said, element("span", { class: "small" }, BETTER[each.better]), bar(each)]), "Scores");
}

function risk({ risk_coverage: curve, operating_point: point }) {
  if (!curve.length) return null;
  const settled = curve.filter((each) => each.coverage >= 0.05);
  const high = Math.min(1, Math.max(0.05, ...(settled.length ? settled : curve).map((each) => each.risk), point?.target || 0) * 1.1);
  const frame = new Frame({ y: [0, high], across: "questions answered", up: "answers that are wrong" });
  const within = (share) => Math.min(share, high);
  const last = curve.at(-1);
  const said = (each) => `${hundredths(each.risk)} wrong at ${hundredths(each.coverage)} answered`;
  const plot = frame.draw(
    `Risk against coverage: from ${said(curve[0])} to ${said(last)}.${point ? ` Chosen: ${said(point)}.` : ""}`,
    path(curve.map((each) => [frame.x(each.coverage), frame.y(within(each.risk))]), "curve"),
    dot(frame.x(last.coverage), frame.y(within(last.risk)), 4, said(last)),
    point ? [svg("line", { x1: frame.x(0), x2: frame.x(1), y1: frame.y(point.target), y2: frame.y(point.target), class: "target" }), dot(frame.x(point.coverage), frame.y(within(point.risk)), 6, `Chosen: ${said(point)}`, "dot chosen")] : null,
  );
  const every = Math.max(1, Math.ceil(curve.length / 20));
  const rows = curve.filter((_, at) => at % every === 0 || at === curve.length - 1).map((each) => [hundredths(each.coverage), hundredths(each.risk), each.confidence.toFixed(2)]);
  return figure("What it costs to be right", "Answering only when surer moves left along the line: fewer answers, fewer of them wrong.", plot, ["Answered", "Wrong", "From chance"], rows);
}

function calibration(bins) {
  if (!bins.length) return null;
  const frame = new Frame({ across: "chance that was stated", up: "answers that were right" });
  const most = Math.max(...bins.map((each) => each.n));
  const ordered = [...bins].sort((one, other) => one.confidence - other.confidence);
  const said = (each) => `${count(each.n, "answer")} at ${each.confidence.toFixed(2)}: ${hundredths(each.accuracy)} right`;
  const plot = frame.draw(
    `Calibration: ${ordered.map(said).join("; ")}.`,
    path([[frame.x(0), frame.y(0)], [frame.x(1), frame.y(1)]], "ideal"),
    path(ordered.map((each) => [frame.x(each.confidence), frame.y(each.accuracy)]), "curve"),
    ordered.map((each) => dot(frame.x(each.confidence), frame.y(each.accuracy), 3 + 7 * Math.sqrt(each.n / most), said(each))),
  );
  return figure("Is it right when it is sure?", "On the dashed line, answers are as often right as their chance says; below it, less often. A larger dot means more answers.", plot, ["Chance", "Right", "Answers"], ordered.map((each) => [each.confidence.toFixed(2), hundredths(each.accuracy), each.n.toLocaleString("en")]));
}

function strata({ title, columns, strata: all, left_out: left }) {
  return element("section", {}, element("h2", {}, `Weakest: ${title.toLowerCase()}`), table([title, "Questions", ...columns], all.map((each) => [each.name, each.questions.toLocaleString("en"), ...each.scores]), title), left ? element("p", { class: "small" }, `${left.toLocaleString("en")} more are not shown: none is weaker.`) : null);
}

function examples(all) {
  if (!all.length) return null;
  const listed = (name, lines, otherwise) => [element("dt", {}, name), element("dd", {}, lines.length ? lines.map((each) => element("p", {}, each)) : otherwise)];
  return element(
    "section",
    {},
    element("h2", {}, "Examples of each kind of error"),
    all.map((each) => element("article", { class: "card example" }, element("p", {}, element("span", { class: "badge bad" }, each.kind), element("span", { class: "small" }, ` ${each.meaning}`)), element("p", { class: "said" }, each.question), element("p", { class: "small" }, each.document), element("dl", {}, listed("Expected", each.expected, "No answer: the document has none."), listed("What came", each.came, "Nothing.")))),
  );
}
