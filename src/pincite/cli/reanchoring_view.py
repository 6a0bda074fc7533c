"""Show what became of past answers: first what changed, with both wordings."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from pincite.answer.reanchorings import ReanchoredAnswer, ReanchoredItem, ReanchoredPlace, Reanchoring, Status
from pincite.audit.reanchoring_page import (
    COMPARED_ONLY,
    ORDER,
    TITLES,
    counted,
    place_in_words,
    places_in_words,
    shortened_runs,
    told_once,
)
from pincite.cli.running_text import one_line
from pincite.cli.screen import print_text, printable, printable_name
from pincite.language.value_words import in_words, shortened

_STYLES: dict[Status, str] = {
    "changed": "bold yellow",
    "vanished": "bold red",
    "moved": "bold blue",
    "holds": "green",
}
_LONGEST_QUOTE = 300
_LONGEST_VALUE = 200


def show_reanchoring(made: Reanchoring, elsewhere: Sequence[str] = ()) -> None:
    """All past answers, what needs a person first; `elsewhere` names versions that were asked instead."""
    pair = f"{_named(made.old, made.old_version)} → {_named(made.new, made.new_version)}"
    print_text(Text.assemble((pair, "bold"), f": {counted(made)}"))
    if not made.answers:
        print_text(Text(f"Nothing was asked about this version of {printable_name(made.old)}."))
    for each in elsewhere:
        hint = (
            f"Another version was asked: pincite reanchor {printable_name(each)} {printable_name(made.new)}"
        )
        print_text(Text(hint, "dim"))
    for status in ORDER:
        for answer in made.answers:
            if answer.status == status:
                _show_answer(answer)
    if made.answers:
        print_text(Text(COMPARED_ONLY, "dim"), above=1)


def _named(name: str, version: str) -> str:
    return f"{printable_name(name)}@{version[:8]}"


def _show_answer(answer: ReanchoredAnswer) -> None:
    style = _STYLES.get(answer.status, "bold")
    print_text(Text.assemble((TITLES[answer.status], style), f": {printable(answer.question)}"), above=1)
    if answer.note:
        print_text(Text(answer.note, "dim"), indent=2)
    for item in answer.items:
        _show_item(item, answer)


def _show_item(item: ReanchoredItem, answer: ReanchoredAnswer) -> None:
    value = shortened(printable(in_words(item.value)), _LONGEST_VALUE)
    state = f"  {TITLES[item.status].lower()}" if len(answer.items) > 1 else ""
    print_text(Text.assemble((value, "bold"), (state, "dim")), indent=2)
    if item.note:
        print_text(Text(printable(item.note), "yellow"), indent=4)
    for place in told_once(item.places):
        _show_place(place)


def _show_place(place: ReanchoredPlace) -> None:
    if place.words:
        print_text(_marked(place), indent=4)
    else:
        print_text(Text(f"“{shortened(one_line(place.old.snippet), _LONGEST_QUOTE)}”"), indent=4)
    print_text(Text(printable(places_in_words(place)), "cyan"), indent=4)
    if place.note:
        print_text(Text(printable(place.note), "yellow"), indent=4)
    for each in place.also:
        print_text(Text(f"also: {printable(place_in_words(each))}", "dim"), indent=4)


def _marked(place: ReanchoredPlace) -> Text:
    """Both wordings as one: [-only the old one-] {+only the new one+}."""
    text = Text()
    for number, run in enumerate(shortened_runs(place.words)):
        words = printable(run.text)
        styled = {"same": (words, ""), "old": (f"[-{words}-]", "red"), "new": (f"{{+{words}+}}", "green")}
        text.append(" " if number else "")
        text.append(*styled[run.kind])
    return text
