"""Assemble the report of an evaluation: one HTML file that needs nothing else and runs nothing."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from evals.report.examples import Pictures, Texts, examples_of_errors
from evals.report.plots import calibration_plot, outcomes_bar, paths_plot, risk_coverage_plot
from evals.report.strata import corners, doc_types, fields
from evals.report.tables import scores_table, strata_table
from evals.report.words import headline, operating_point_sentence, worst_sentence
from evals.score.evaluation import Evaluation
from pincite.language.how_many import how_many
from pincite.markup import Markup, element, joined

_MOST_STRATA = 40
_MOST_POOLS = 10
_WORST_FIRST = "The weakest come first; a small n proves little."
# The page shows what strangers wrote: even if a tag slipped through, no browser would load or run it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


@dataclass(frozen=True, slots=True)
class About:
    """What a report is told besides the evaluation. `date` is written as it is given.

    `pictures` gives the page of an example as PNG, `texts` the text that the places of an example count in.
    """

    date: str
    command: str = ""
    fingerprint: str = ""
    pictures: Pictures | None = None
    texts: Texts | None = None


def to_html(evaluation: Evaluation, about: About) -> str:
    """The report; what was not measured is left out."""
    title = f"Evaluation of {evaluation.set}"
    head = element(
        "head", {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": _POLICY}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("title", {}, title),
        element("style", {}, _style()),
    )  # fmt: skip
    sections = list(_sections(evaluation, about))
    main = element("main", {}, _top(evaluation, title, sections), *(part.markup() for part in sections))
    body = element("body", {}, main, _footer(evaluation, about))
    return f"<!DOCTYPE html>\n{element('html', {'lang': 'en'}, head, body)}\n"


def _top(evaluation: Evaluation, title: str, sections: Sequence[_Section]) -> Markup:
    sentences = [headline(evaluation), operating_point_sentence(evaluation), worst_sentence(evaluation)]
    said = [element("p", {"class": "headline"}, _unbroken(sentence)) for sentence in sentences if sentence]
    counted = evaluation.came_to or evaluation.outcomes
    bar = [outcomes_bar(counted)] if any(counted.values()) else []
    links = [element("a", {"href": f"#{section.name}"}, section.title) for section in sections]
    nav = [element("nav", {"aria-label": "Parts of this report"}, *links)] if links else []
    return element("header", {}, element("h1", {}, title), *said, *bar, *nav)


def _unbroken(sentence: str) -> str:
    """The sentence with every number on one line with its sign."""
    return sentence.replace(" %", "\u00a0%")


@dataclass(frozen=True, slots=True)
class _Section:
    """A part of the report, with the name that links lead to."""

    name: str
    title: str
    explained: str
    content: Markup

    def markup(self) -> Markup:
        soft = [element("p", {"class": "soft"}, self.explained)] if self.explained else []
        return element("section", {"id": self.name}, element("h2", {}, self.title), *soft, self.content)


def _sections(evaluation: Evaluation, about: About) -> Iterator[_Section]:
    if evaluation.scores:
        explained = "The grey band is the 95 % interval: how far chance may have moved the score."
        yield _Section("scores", "Scores", explained, scores_table(evaluation))
    if plots := _plots(evaluation):
        yield _Section("curves", "Curves", "", element("div", {"class": "plots"}, *plots))
    yield from _strata_sections(evaluation)
    if evaluation.examples:
        shown = examples_of_errors(evaluation.examples, about.pictures, about.texts)
        yield _Section("examples", "Examples of each kind of error", "", shown)


def _strata_sections(evaluation: Evaluation) -> Iterator[_Section]:
    """The strata from coarse to fine; one field or one document type alone is no stratum of its own."""
    if len(by_field := fields(evaluation)) > 1:
        yield _Section("fields", "Weakest fields", _WORST_FIRST, strata_table(by_field, _MOST_POOLS))
    if len(by_type := doc_types(evaluation)) > 1:
        yield _Section("types", "Weakest document types", _WORST_FIRST, strata_table(by_type, _MOST_POOLS))
    if cornered := corners(evaluation):
        explained = f"Each document type, field and third of the text by itself. {_WORST_FIRST}"
        yield _Section("strata", "Weakest strata", explained, strata_table(cornered, _MOST_STRATA))


def _plots(evaluation: Evaluation) -> list[Markup]:
    plots = []
    if any(b.n for b in evaluation.calibration):
        explained = (
            "On the dashed line, answers are as often right as their chance says; below it, less often."
        )
        explained += " A larger dot means more answers."
        plots.append(
            _figure("Is it right when it is sure?", explained, calibration_plot(evaluation.calibration))
        )
    if evaluation.risk_coverage:
        explained = "Answering only when surer moves left along the line: fewer answers, fewer of them wrong."
        drawn = risk_coverage_plot(evaluation.risk_coverage, evaluation.operating_point)
        plots.append(_figure("What does answering more cost?", explained, drawn))
    if any(evaluation.paths.values()):
        explained = "How many answers each search path found; several can find the same place."
        plots.append(_figure("Which path found the answer?", explained, paths_plot(evaluation.paths)))
    return plots


def _figure(title: str, explained: str, drawn: Markup) -> Markup:
    return element("figure", {}, element("h3", {}, title), element("figcaption", {}, explained), drawn)


def _footer(evaluation: Evaluation, about: About) -> Markup:
    fingerprint = about.fingerprint or str(evaluation.settings.get("fingerprint", ""))
    facts = {
        "Set": evaluation.set,
        "Split": evaluation.split,
        "Fold": evaluation.fold,
        "Limit": "none"
        if evaluation.limit is None
        else f"the first {how_many(evaluation.limit, 'question')}",
        "Questions": f"{evaluation.n:,}",
        "Time": f"{evaluation.seconds:,.0f} s" if evaluation.seconds >= 1 else "under 1 s",
        "Date": about.date,
        "Settings": fingerprint,
        "Command": about.command,
    }
    listed = [_fact(name, said) for name, said in facts.items() if said]
    return element("footer", {}, element("dl", {}, *listed), *_settings(evaluation))


def _fact(name: str, said: str) -> Markup:
    shown = element("code", {}, said) if name in {"Settings", "Command"} else said
    return joined([element("dt", {}, name), element("dd", {}, shown)])


def _settings(evaluation: Evaluation) -> list[Markup]:
    if not evaluation.settings:
        return []
    written = json.dumps(evaluation.settings, ensure_ascii=False, indent=1, default=str)
    folded = element("pre", {}, element("code", {}, written))
    return [element("details", {}, element("summary", {}, "All settings"), folded)]


@functools.cache
def _style() -> Markup:
    return Markup(files("evals.report").joinpath("style.css").read_text("utf-8"))
