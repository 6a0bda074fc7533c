"""Say what became of past answers: in words for the terminal, and as one HTML file that runs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from pincite.answer.answers import Evidence
from pincite.answer.reanchorings import (
    ReanchoredAnswer,
    ReanchoredItem,
    ReanchoredPlace,
    Reanchoring,
    Status,
    WordRun,
)
from pincite.language.how_many import how_many
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import in_words, shortened
from pincite.markup import Markup, element, joined

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


# The page shows what strangers wrote: even if a tag slipped through, no browser would load or run it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LONGEST_VALUE = 160
_ABOUT = (
    "Code compared the words and read the values again. Nothing was asked again: that a passage answers its "
    "question was judged when the answer was given. The same words means equal up to line breaks, hyphens at "
    f"line ends, quotation marks, ligatures and capitals. {COMPARED_ONLY}"
)


def to_html(made: Reanchoring) -> str:
    """The whole page."""
    title = f"{made.old} → {made.new}"
    style = files("pincite.audit").joinpath("reanchoring.css").read_text("utf-8")
    head = element(
        "head", {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": _POLICY}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("title", {}, f"Past answers: {title}"),
        element("style", {}, Markup(style)),
    )  # fmt: skip
    main = element(
        "main", {},
        element("h1", {}, title),
        element("p", {"class": "versions"}, f"Version {made.old_version} → version {made.new_version}"),
        element("p", {"class": "counts"}, f"{how_many(len(made.answers), 'past answer')}: {counted(made)}."),
        *(_group(made, status) for status in ORDER if made.count(status)),
        element("p", {"class": "about"}, _ABOUT),
    )  # fmt: skip
    body = element("body", {}, main, element("footer", {}, "Pincite · past answers in a new version"))
    return f"<!DOCTYPE html>\n{element('html', {'lang': 'en'}, head, body)}\n"


def _group(made: Reanchoring, status: Status) -> Markup:
    answers = [each for each in made.answers if each.status == status]
    return element(
        "section", {"class": status},
        element("h2", {}, f"{TITLES[status]} ({len(answers):,})"),
        element("p", {"class": "meaning"}, f"{MEANINGS[status].capitalize()}."),
        *(_answer(each) for each in answers),
    )  # fmt: skip


def _answer(answer: ReanchoredAnswer) -> Markup:
    asked = f", {answer.asked:,} times" if answer.asked > 1 else ""
    return element(
        "article", {},
        element("h3", {}, answer.question),
        element("p", {"class": "run"}, f"Asked {answer.asked_at}{asked} · run {answer.run[:12]}"),
        *([element("p", {"class": "note"}, answer.note)] if answer.note else []),
        *(_item(each) for each in answer.items),
    )  # fmt: skip


def _item(item: ReanchoredItem) -> Markup:
    value = shortened(in_words(item.value), _LONGEST_VALUE)
    state = TITLES[item.status] + (" · value read again" if item.value_read_again else "")
    return element(
        "div", {"class": f"item {item.status}"},
        element("p", {"class": "value"}, value, element("span", {"class": "state"}, state)),
        *([element("p", {"class": "note"}, item.note)] if item.note else []),
        *(_place(each) for each in told_once(item.places)),
    )  # fmt: skip


def _place(place: ReanchoredPlace) -> Markup:
    parts = [element("blockquote", {}, _wording(place), element("cite", {}, places_in_words(place)))]
    if place.note:
        parts.append(element("p", {"class": "note"}, place.note))
    if place.also:
        others = "; ".join(place_in_words(each) for each in place.also)
        parts.append(element("p", {"class": "note"}, f"The same words are also at: {others}."))
    return joined(parts)


def _wording(place: ReanchoredPlace) -> Markup:
    """The sentence; where it changed, with the differing words of both wordings marked."""
    if not place.words:
        words = on_one_line(place.old_wording)
        return element("del", {}, words) if place.status == "vanished" else element("span", {}, words)
    tags = {"same": "span", "old": "del", "new": "ins"}
    marked = [element(tags[run.kind], {}, run.text) for run in place.words]
    return joined(part for each in marked for part in (each, " "))
