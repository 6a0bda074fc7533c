"""Show where annotations of others point: the passage with its page and line, or why there is none."""

from __future__ import annotations

from rich.text import Text

from pincite.answer.answers import Evidence
from pincite.answer.located_annotations import STATES, LocatedAnnotation, LocatedAnnotations
from pincite.audit.reanchoring_words import place_in_words
from pincite.cli.running_text import one_line
from pincite.cli.screen import print_text, printable, printable_name
from pincite.language.how_many import how_many
from pincite.language.value_words import shortened

_TITLES = {
    "located": ("✓", "green"),
    "ambiguous": ("? several places", "yellow"),
    "not_found": ("✗ not found", "red"),
    "unusable": ("✗ unusable", "red"),
}
_WORDS = {
    "located": "located",
    "ambiguous": "in several places",
    "not_found": "not found",
    "unusable": "unusable",
}
_LONGEST_QUOTE, _LONGEST_BODY = 300, 200


def show_annotations(made: LocatedAnnotations) -> None:
    """Every annotation in the order of the file, below how many came out how."""
    counts = [f"{made.count(state):,} {_WORDS[state]}" for state in STATES if made.count(state)]
    total = how_many(len(made.annotations), "annotation")
    said = f"{total}: {', '.join(counts)}" if counts else total
    print_text(Text.assemble((printable_name(made.name), "bold"), f", {said}"))
    for each in made.annotations:
        _show(each)


def _show(annotation: LocatedAnnotation) -> None:
    mark, style = _TITLES[annotation.state]
    said = shortened(one_line(" · ".join(annotation.body)), _LONGEST_BODY)
    name = shortened(printable_name(annotation.id), _LONGEST_BODY)
    print_text(Text.assemble((mark, style), " ", (said or name, "bold")), above=1)
    for evidence in [annotation.evidence] if annotation.evidence else annotation.places:
        _show_place(evidence)
    if annotation.note:
        print_text(Text(printable(annotation.note), "dim" if annotation.evidence else "yellow"), indent=2)


def _show_place(evidence: Evidence) -> None:
    print_text(Text(f"“{shortened(one_line(evidence.snippet), _LONGEST_QUOTE)}”"), indent=2)
    print_text(Text(printable(place_in_words(evidence)), "cyan"), indent=2)
