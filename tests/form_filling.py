"""Readers and replies that fill in the reading form as a test needs it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pincite.answer.claims import Claim
from pincite.answer.view_and_form import AskedQuestion, Reading, ReadItem, View
from pincite.prove.quote import locate
from pincite.read.form import schema_of
from pincite.records.completion import Completion, Prompt
from pincite.records.span import Span
from pincite.values.types import Boolean

NOWHERE = 999
FORM: dict[str, Any] = {
    **{"kind": "none", "items": []},
    **{name: [] for name in ("condition_lines", "rule_lines", "head_lines", "row_lines")},
    **{"formula": None, "whole_list": None, "found": True, "complete": True},
    **{"context_completeness": "complete", "context_structured": True},
    **{name: [] for name in ("new_keywords", "keywords_found", "caveats")},
    **{"conflicting_evidence": False, "suggested_clarification": None},
    **{"confidence": "sure", "extraction_method": "verbatim"},
}
FEE = {"answer_type": "amount", "value": "4500.00", "currency": "EUR", "unit": None}


def item(lines: int | Sequence[int], words: str = "", value: Any = None, **more: Any) -> dict[str, Any]:
    """One item of a reply."""
    named = [lines] if isinstance(lines, int) else list(lines)
    empty = dict.fromkeys(("column", "limit", "label", "parent"))
    return {"lines": named, "words": words, "value": value, **empty, **more}


def filled(*items: dict[str, Any], **changes: Any) -> str:
    """A reply to one question, as a model writes it."""
    kind = "none" if not items else "words" if len(items) == 1 else "list"
    found = {} if items else {"found": False, "extraction_method": "none"}
    return json.dumps({"q1": {**FORM, "kind": kind, "items": list(items), **found, **changes}})


NOTHING = filled()


def numbered(prompt: Prompt) -> dict[int, str]:
    """The lines of a prompt by their numbers."""
    rows = (line.partition(": ") for line in prompt.context.splitlines())
    return {int(number): text for number, _, text in rows if number.isdigit()}


def line_with(prompt: Prompt, words: str) -> int:
    """The number of the first line that has some words; one that no view has, where none does."""
    return next((number for number, text in numbered(prompt).items() if words in text), NOWHERE)


@dataclass
class Finds:
    """A language model that points at these words wherever it is shown them, and keeps what it was asked."""

    words: str = "EUR 4,500.00"
    value: dict[str, Any] | None = field(default_factory=lambda: dict(FEE))
    changes: dict[str, Any] = field(default_factory=dict)
    name: str = "own/large"
    rungs: tuple[str, ...] = ("structured",)
    prompts: list[Prompt] = field(default_factory=list)

    def complete(self, prompt: Prompt) -> Completion:
        self.prompts.append(prompt)
        line = line_with(prompt, self.words)
        if line == NOWHERE:
            return Completion(filled(**self.changes))
        return Completion(filled(item(line, self.words, self.value), **self.changes))


@dataclass
class Reads:
    """A reader that gives these readings one after the other, and the last from then on; keeps its views."""

    readings: tuple[Reading, ...] = (Reading(),)
    name: str = "own/large"
    version: str = "1"
    most_chars: int = 24_000
    views: list[View] = field(default_factory=list)
    asked: list[AskedQuestion] = field(default_factory=list)

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        self.views.append(view)
        self.asked += asked
        return [self.readings[min(len(self.views), len(self.readings)) - 1] for _ in asked]


@dataclass
class Says(Reads):
    """A reader that claims whatever it was told to, of lines that are named as the document counts them."""

    claims: tuple[Claim, ...] = ()
    whole: bool | None = True

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        self.views.append(view)
        self.asked += asked
        items = tuple(_item(claim, view) for claim in self.claims)
        yes = [claim.value.value for claim in self.claims if isinstance(claim.value, Boolean)]
        kind = "none" if not items else "words" if len(items) == 1 else "list"
        kind = ("yes" if yes[0] else "no") if yes else kind
        reading = Reading(kind=kind, items=items, found=bool(items), whole_list=self.whole, by=self.name)  # type: ignore[arg-type]
        return [reading for _ in asked]


def says(*claims: Claim, **more: Any) -> Says:
    return Says(claims=claims, **more)


def _item(claim: Claim, view: View) -> ReadItem:
    numbers: list[int] = []
    quoted = True
    last = max(document.lines[-1].number for document in view.documents.values())
    for citation in claim.citations:
        if not 1 <= citation.lines[0] <= citation.lines[1] <= last:
            return ReadItem((NOWHERE,), claim.original, claim.value, claim.answer_type)
        for line in view.lines:
            document = view.documents[line.identity]
            lines = document.lines_of(line.span)
            inside = citation.lines[0] <= lines[0].number and lines[-1].number <= citation.lines[1]
            if line.identity.version != citation.version or not inside:
                continue
            matches = locate(citation.quote, document.text)
            if any(line.span.touches(Span(match.start, match.end)) for match in matches):
                numbers.append(line.number)
        quoted = quoted and bool(numbers)
    words = claim.original if quoted else claim.citations[0].quote
    limit = claim.qualifiers[0] if claim.qualifiers else None
    shown = tuple(dict.fromkeys(numbers)) or (_first_inside(claim, view),)
    return ReadItem(shown, words, claim.value, claim.answer_type, limit=limit)


def _first_inside(claim: Claim, view: View) -> int:
    """A line of those that are cited, whatever it says; one that no view has, where none was shown."""
    cited = claim.citations[0]
    for line in view.lines:
        lines = view.documents[line.identity].lines_of(line.span)
        inside = cited.lines[0] <= lines[0].number and lines[-1].number <= cited.lines[1]
        if inside and line.identity.version == cited.version:
            return line.number
    return NOWHERE


def reply(**changes: Any) -> str:
    """What a model says of the fee of the agreement, which is on the second line of the view."""
    return filled(item(2, "EUR 4,500.00", dict(FEE)), **changes)


def schema(*types: str) -> dict[str, Any]:
    """The form for a question that values of these types would answer."""
    return schema_of([AskedQuestion("What is it?", types, demanded=True)], 40)


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object that a JSON schema describes, wherever it stands."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = list(schema.values())
    for part in schema if isinstance(schema, list) else ():
        yield from objects(part)
