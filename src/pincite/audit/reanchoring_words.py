"""Say in words what became of past answers: the same for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.answer.answers import Evidence
from pincite.answer.reanchorings import ReanchoredPlace, Reanchoring, Status, WordRun
from pincite.language.line_ends import on_one_line

# What needs a person first.
ORDER: tuple[Status, ...] = ("changed", "vanished", "moved", "silent", "holds")
TITLES: dict[Status, str] = {
    "changed": "Changed",
    "vanished": "Vanished",
    "moved": "Moved",
    "silent": "Ask again",
    "holds": "Holds",
}
MEANINGS: dict[Status, str] = {
    "changed": "other words or another value: both wordings are shown",
    "vanished": "nothing like the cited passage is left",
    "moved": "the same words at another place",
    "silent": "the old answer cites nothing of this document, so nothing is claimed",
    "holds": "the same words at the same place, and the same value",
}
COMPARED_ONLY = (
    "Only the cited passages were compared, and nothing was asked again: another clause may have changed "
    "what they mean."
)
_LONGEST_SAME = 14
_SHOWN_ENDS = 6


def counted(made: Reanchoring) -> str:
    """How many answers came out how: "1 changed, 2 hold, 1 to ask again"."""
    told = {**{status: status for status in ORDER}, "silent": "to ask again", "holds": "hold"}
    parts = [f"{made.count(status):,} {told[status]}" for status in ORDER if made.count(status)]
    return ", ".join(parts) or "no past answers"


def place_in_words(evidence: Evidence) -> str:
    """Page and line, or what a document without pages has instead, and the section."""
    first, last = evidence.lines
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    if evidence.anchor and not evidence.anchor.startswith("line "):
        lines = evidence.anchor
    page = "" if evidence.page is None else f"page {evidence.page}, "
    section = f", {on_one_line(evidence.section)}" if evidence.section else ""
    return f"{page}{lines}{section}"


def places_in_words(place: ReanchoredPlace) -> str:
    """From where to where; one place where both are called the same."""
    was = place_in_words(place.old)
    if place.new is None:
        return f"was on {was}" if was.startswith("page") else f"was at {was}"
    now = place_in_words(place.new)
    return was if was == now else f"{was} → {now}"


def told_once(places: Iterable[ReanchoredPlace]) -> list[ReanchoredPlace]:
    """The places of an item, each sentence once: a figure and its sentence are often both cited."""
    by_sentence: dict[object, ReanchoredPlace] = {}
    for place in places:
        by_sentence.setdefault((place.status, place.old_wording, place.new_wording), place)
    return list(by_sentence.values())


def shortened_runs(runs: Iterable[WordRun]) -> list[WordRun]:
    """The words that differ with some around them: long stretches that both have are cut in the middle."""
    shown: list[WordRun] = []
    for run in runs:
        words = run.text.split(" ")
        if run.kind == "same" and len(words) > _LONGEST_SAME:
            text = " ".join([*words[:_SHOWN_ENDS], "…", *words[-_SHOWN_ENDS:]])
            run = WordRun(kind="same", text=text)
        shown.append(run)
    return shown
