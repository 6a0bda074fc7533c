"""Show what speaks for an item in two panels that nobody mistakes for one: what code proved, who judged."""

from __future__ import annotations

from pincite.answer.answers import Item
from pincite.answer.verdicts import VoiceKind
from pincite.answer.warrants import Answers, JudgedBy, Warrant
from pincite.language.answer_words import GRADES, figure, likely
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import in_words, shortened
from pincite.markup import Markup, element

_LONGEST_VALUE = 80
_VOICES: dict[VoiceKind, str] = {
    "reader": "Local reader",
    "facets": "Comparison of question and passage",
    "model": "Language model",
    "judge": "Judge",
    "words": "Shared words",
}


def warrant_panels(item: Item) -> Markup:
    """Proof on the left, judgement on the right."""
    panels = [_proof(item, item.warrant), _judgement(item.warrant.answers)] if item.warrant else []
    return element("div", {"class": "warrant"}, *panels)


def _proof(item: Item, warrant: Warrant) -> Markup:
    proof, value = warrant.proof, shortened(on_one_line(in_words(item.value)), _LONGEST_VALUE)
    steps = [
        ("Quote", f"found in the document, {GRADES[proof.quote]}", True),
        _value_step(item, value, proof.value),
        ("Place", "on the cited page and lines", proof.place),
        ("Scope", "within what the question asks about", proof.scope),
    ]
    steps += [("Computed", "by code, from the cited values", True)] if item.derivation else []
    return element(
        "section", {"class": "proof"},
        element("h4", {}, "Proved by code"),
        element("ul", {}, *(_step(*step) for step in steps)),
    )  # fmt: skip


def _value_step(item: Item, value: str, passed: bool) -> tuple[str, str, bool]:
    """That sentences mean yes or no is judged: of it, code proves only that they are cited whole."""
    if item.type == "boolean":
        return "Sentences", "cited whole; that they mean yes or no is judged", passed
    return "Value", f"read again from the quote: {value}", passed


def _step(name: str, said: str, passed: bool) -> Markup:
    told = said if passed else "not proved"
    words = element("span", {}, element("strong", {}, name), f" {told}")
    return element("li", {"class": "passed" if passed else "missed"}, words)


def _judgement(answers: Answers) -> Markup:
    return element(
        "section", {"class": "judgement"},
        element("h4", {}, "Judged, not proved"),
        element("p", {}, "That this answers the question is a judgement."),
        *_chance(answers),
        element("ul", {}, *(_voice(each) for each in answers.by)),
    )  # fmt: skip


def _chance(answers: Answers) -> list[Markup]:
    if answers.chance is None:
        return [element("p", {}, "Nobody measured how often it is right.")]
    needed = "" if answers.bar is None else f"; an answer needs {figure(answers.bar)}"
    said = element("p", {"class": "likely"}, element("strong", {}, likely(answers.chance)), needed)
    return [said, chance_bar(answers.chance, answers.bar)]


def chance_bar(chance: float, bar: float | None) -> Markup:
    """The chance as a length, with a line where an answer begins."""
    line = [] if bar is None else [_rect("bar", bar * 100 - 0.4, 0.0, 0.8, 6.0)]
    said = f"chance {figure(chance)}" + ("" if bar is None else f", bar {figure(bar)}")
    frame: dict[str, str | int | float] = {"viewBox": "0 0 100 6", "preserveAspectRatio": "none"}
    return element(
        "svg", {"class": "meter", "role": "img", "aria-label": said, **frame},
        _rect("all", 0.0, 1.5, 100.0, 3.0),
        _rect("part", 0.0, 1.5, chance * 100, 3.0),
        *line,
    )  # fmt: skip


def _rect(name: str, x: float, y: float, width: float, height: float) -> Markup:
    return element("rect", {"class": name, "x": x, "y": y, "width": width, "height": height})


def _voice(each: JudgedBy) -> Markup:
    name = "" if each.name in {"", each.kind} else f" ({each.name})"
    return element(
        "li", {}, element("strong", {}, f"{_VOICES[each.kind]}{name}"), f" {on_one_line(each.says)}"
    )
