"""Say what questions of the user's own came to: names of scores, a sentence, and one HTML file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite.language.how_many import how_many
from pincite.markup import Markup, element, joined
from pincite.quality.scoring import ALL, GOOD, LEAST, CameTo, Difference, Evaluation, Result, Stratum

NAMES = {
    "right": "answered rightly, of questions with an answer",
    "risk": "wrong, of what was answered",
    "silent": "left without an answer, of all",
    "wrong": "wrong, of all",
    "answered": "answered, of all",
    "probable_right": "probable and right, of questions with an answer",
    "probable_wrong": "wrong, of what was probable",
    "quiet_on_absent": "neither answered nor probable, of questions without an answer",
    "not_found_on_absent": "said not to be there, of questions without an answer",
    "not_found_risk": "there after all, of what was said not to be there",
    "led": "right place shown, of questions with a known place",
    "leads_on_absent": "places shown, of questions without an answer",
    "value_accuracy": "value right, of questions with one",
    "page_accuracy": "page right, of questions with one",
    "completeness": "items given, of those a list asks for",
    "conflicts": "answered with a conflict, of all",
    "failed": "failed, of all",
    "invented": "items whose proof does not hold (a count)",
}
LOWER_IS_BETTER = frozenset(
    {"risk", "wrong", "probable_wrong", "not_found_risk", "leads_on_absent", "failed", "invented", "silent"}
)
CAME: dict[CameTo, str] = {
    "wrong": "Wrong", "not_absent": "Answered, although the document has no answer", "failed": "Failed",
    "probable_not_absent": "Probable, although the document has no answer",
    "probable_wrong": "Probable, wrong", "probable_right": "Probable, right",
    "missed": "Said not to be there", "withheld": "Not sure enough", "incomplete": "Not complete",
    "conflict": "Conflict", "unclear": "Asked back", "untold": "Answered", "right": "Right",
    "recognised": "Not there, rightly", "not_recognised": "No answer, rightly",
}  # fmt: skip
_STRATA = ("right", "risk", "silent", "quiet_on_absent", "conflicts")
_LONGEST = 160
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
td, th { border-bottom: 1px solid #bbb; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
"""
# The page shows what strangers wrote: even if a tag slipped through, no browser would load or run it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def headline(evaluation: Evaluation) -> str:
    """What came of the questions, in a sentence or two."""
    count = evaluation.came_to.get
    absent = sum(
        count(name, 0) for name in ("recognised", "not_absent", "not_recognised", "probable_not_absent")
    )
    present = evaluation.n - absent
    parts = [f"{how_many(evaluation.n, 'question')} asked."]
    if present:
        parts.append(f"Of {present:,} with an answer {count('right', 0):,} are answered rightly, ")
        parts[-1] += f"{count('wrong', 0):,} wrongly."
    if absent:
        parts.append(f"Of {absent:,} without one {count('not_absent', 0):,} are answered all the same.")
    return " ".join(parts)


def written(score: str, value: float | None) -> str:
    """A score as a person reads it."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if score == "invented" else f"{100 * value:.1f} %"


def between(score: str, ends: tuple[float, float] | None) -> str:
    """Its interval; empty where there is none."""
    return f"{written(score, ends[0]).removesuffix(' %')}–{written(score, ends[1])}" if ends else ""


def ordered(scores: Iterable[str]) -> list[str]:
    """The scores that have a name, the most telling first."""
    known = set(scores)
    return [name for name in NAMES if name in known]


def worst_rows(evaluation: Evaluation, most: int) -> list[list[str]]:
    """The weakest corners with enough questions, or the weakest at all: name, number and scores."""
    corners = [stratum for stratum in evaluation.strata if ALL not in stratum.name]
    large = [stratum for stratum in corners if stratum.n >= LEAST]
    return [
        [corner(each), f"{each.n:,}", *(written(name, each.scores.get(name)) for name in _STRATA)]
        for each in (large or corners)[:most]
    ]


WORST_HEAD = ("weakest", "n", "right", "risk", "silent", "silent, rightly", "conflict")


def corner(stratum: Stratum) -> str:
    """Document type, field and third of the text, as far as they are told apart."""
    place = "" if stratum.position == "none" else stratum.position
    return (
        " · ".join(part for part in (stratum.doc_type, stratum.field, place) if part not in ("", ALL)) or ALL
    )


def to_look_at(evaluation: Evaluation) -> list[Result]:
    """The questions that did not come out well, the gravest first."""
    order = list(CAME)
    bad = [each for each in evaluation.results if each.came_to not in GOOD]
    return sorted(bad, key=lambda each: order.index(each.came_to))


def expected(result: Result) -> str:
    """What the gold says."""
    answers = result.row.answers
    if not answers:
        return "no answer: the document has none"
    first = answers[0]
    value = ", ".join(str(part) for part in (first.value or {}).values() if part is not None)
    more = f", and {len(answers) - 1:,} more" if len(answers) > 1 else ""
    return _short(first.text or value or first.quote) + (f" (page {first.page})" if first.page else "") + more


def came(result: Result) -> str:
    """What was said."""
    seen = result.observation
    if seen.outcome == "failed":
        return f"an error: {_short(seen.error)}"
    if seen.items:
        page = next((f" (page {place.page})" for place in seen.items[0].places if place.page), "")
        return _short(seen.items[0].original) + page
    if seen.outcome == "not_found" or not seen.leads:
        return "no answer"
    return f"no answer; the first place to read: {_short(seen.leads[0].snippet)}"


def judged(row: Difference) -> str:
    """Whether a change is one for the better, and more than chance."""
    if not row.difference or row.clear is None:
        return ""
    if not row.clear:
        return "may be chance"
    return "better" if (row.difference > 0) != (row.score in LOWER_IS_BETTER) else "worse"


def to_html(evaluation: Evaluation, date: str) -> str:
    """One file that needs nothing else and runs nothing."""
    title = f"Quality of answers: {evaluation.set}"
    scores = [
        [NAMES[name], written(name, evaluation.scores[name]), between(name, evaluation.intervals.get(name))]
        for name in ordered(evaluation.scores)
    ]
    looked = [
        [CAME[each.came_to], f"{each.row.question} ({each.row.document})", expected(each), came(each)]
        for each in to_look_at(evaluation)
    ]
    head = element(
        "head", {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": _POLICY}),
        element("title", {}, title),
        element("style", {}, Markup(_STYLE)),
    )  # fmt: skip
    body = element(
        "body", {},
        element("h1", {}, title),
        element("p", {}, f"{headline(evaluation)} {date}"),
        _table(("score", "", "95 % interval"), scores),
        _table(WORST_HEAD, worst_rows(evaluation, 40)),
        _table(("what came", "question", "expected", "answered"), looked),
    )  # fmt: skip
    return f"<!DOCTYPE html>\n{element('html', {'lang': 'en'}, head, body)}\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    if not rows:
        return Markup("")
    top = element("tr", {}, *(element("th", {}, cell) for cell in head))
    body = joined(element("tr", {}, *(element("td", {}, cell) for cell in row)) for row in rows)
    return element("table", {}, top, body)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[:_LONGEST].rsplit(" ", 1)[0] + " …"
