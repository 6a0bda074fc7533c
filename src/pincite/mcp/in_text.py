"""Write what a tool returns as text in which a document's words can never pass for ours.

Whatever comes from a document (words, values, names, section titles, notes that quote it) is between two
marks, and each of its lines starts with a bar. The marks carry a number that is drawn anew for each reply,
so a document cannot write the closing one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from pincite.answer.answers import Failure
from pincite.language.how_many import how_many
from pincite.language.value_words import shortened
from pincite.mcp.tool_forms import (
    AddResult,
    AskResult,
    CertificateResult,
    CheckResult,
    Citation,
    DocumentList,
    ExtractResult,
    NotAnAnswer,
    PageResult,
    ProvedItem,
    SearchResult,
)

_LONGEST_SNIPPET = 2_000
_GRADES = {
    "exact": "word for word",
    "typesetting": "word for word except typesetting",
    "hyphen": "word for word except line-end hyphens",
    "case": "word for word except capitals",
}


@dataclass(slots=True)
class Fenced:
    """Text of ours with quoted parts."""

    mark: str = field(default_factory=lambda: secrets.token_hex(4))
    _lines: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        """A line of ours, which must hold nothing of a document."""
        self._lines.append(line)

    def quote(self, lines: Iterable[str], kind: str = "document-text") -> None:
        """Text of a document, or one that may name files, between the marks."""
        self._lines.append(f"<{kind} {self.mark}>")
        # Every character that some reader takes for the end of a line ends one here.
        self._lines += [f"| {part}" for line in lines for part in line.splitlines() or [""]]
        self._lines.append(f"</{kind} {self.mark}>")

    def __str__(self) -> str:
        return "\n".join(self._lines)


def of_answer(result: AskResult) -> str:
    """An answer: outcome first, then each item with its proof and, apart from it, its judgement."""
    text = Fenced()
    if result.error:
        return of_failure(result.error)
    text.say(f"Outcome: {result.outcome}. {result.meaning}")
    _items(text, result.items)
    if result.conflict:
        sides = " against ".join(" and ".join(side.items) for side in result.conflict.sides)
        text.say(f"In conflict: {sides}.")
        if result.conflict.rule_citation:
            text.say("The documents settle it in favour of the first side:")
            text.quote(_place(result.conflict.rule_citation))
    if result.clarification:
        text.say("What is unclear:")
        text.quote([result.clarification])
    _leads(text, result.leads_not_answers)
    read = result.read
    pages = f", {read.pages_read:,} of {how_many(read.pages, 'page')}" if read.pages else ""
    text.say(
        f"Read: {how_many(read.documents, 'document')}{pages}, "
        f"{read.passages_read:,} of {how_many(read.passages, 'passage')}."
    )
    if result.caveats:
        text.say("Notes:")
        text.quote(result.caveats)
    if result.run:
        text.say(f"A person can see all that was considered with: pincite why {result.run[:12]}")
    return str(text)


def of_table(result: ExtractResult) -> str:
    """A table, cell by cell, with the state of each."""
    text = Fenced()
    counted = ", ".join(f"{count:,} {state}" for state, count in result.counts.items())
    text.say(f"Cells: {counted}. Only `answered` and `decided` are values; `failed` is not `not_stated`.")
    if "probable" in result.counts:
        text.say("What is `probable` is below the chance that an answer needs: a person should look at it.")
    for number, row in enumerate(result.rows, start=1):
        text.say(f"Document {number}:")
        text.quote([row.document])
        for cell in row.cells:
            text.say(f"Field {cell.field!r}: {cell.state}")
            if cell.error:
                text.say(of_failure(cell.error))
            elif cell.reason:
                text.quote([cell.reason])
            _items(text, cell.items)
            _leads(text, cell.leads_not_answers)
    return str(text)


def of_search(result: SearchResult) -> str:
    text = Fenced()
    found = result.passages_not_answers
    if not found:
        text.say("No passage has these words. Use `ask` to have every passage read for a question.")
        return str(text)
    text.say(f"{how_many(len(found), 'passage')} with these words, best first. They are not answers.")
    for place in found:
        text.quote(_place(place))
    return str(text)


def of_check(result: CheckResult) -> str:
    text = Fenced()
    if result.certificate:
        return _of_certificate(text, result.certificate, result.meaning)
    text.say(f"{'Found' if result.found else 'Not found'}. {result.meaning}")
    for place in result.places:
        text.say(f"Reads as the quote, {_GRADES[place.grade]}:")
        text.quote(_place(place.citation))
    return str(text)


def _of_certificate(text: Fenced, result: CertificateResult, meaning: str) -> str:
    text.say(f"{'Holds' if result.holds else 'Does not hold, or not all of it'}. {meaning}")
    for status, group in groupby(result.findings, lambda found: found.status):
        text.say(f"{status.capitalize()}:")
        text.quote(f"{each.about}: {each.says}" for each in group)
    if result.more_findings:
        text.say(f"And {result.more_findings:,} more.")
    return str(text)


def of_added(result: AddResult) -> str:
    text = Fenced()
    for each in result.added:
        text.say(f"File {each.status}:")
        text.quote([each.name])
        if each.error:
            text.say(of_failure(each.error))
    return str(text)


def of_page(result: PageResult) -> str:
    text = Fenced()
    where = f"Page {result.page} of {result.pages}" if result.page else "Lines"
    text.say(f"{where}, each line after its number. {result.note}".rstrip())
    text.quote([result.document, *(f"{line.number}: {line.text}" for line in result.lines)])
    if result.next_line:
        text.say(f"Go on with first_line={result.next_line}.")
    return str(text)


def of_list(result: DocumentList) -> str:
    text = Fenced()
    text.say(f"{how_many(result.total, 'document')}; {len(result.documents):,} listed here, by name:")
    text.quote(
        f"{each.name} ({each.format}, {how_many(each.pages or each.lines, 'page' if each.pages else 'line')})"
        for each in result.documents
    )
    if result.next_offset:
        text.say(f"Go on with offset={result.next_offset}.")
    return str(text)


def of_failure(error: Failure) -> str:
    """A fault with what to do, and that it is no finding about the documents.

    Messages name files, whose names anybody may have chosen: those of attachments, for example.
    """
    text = Fenced()
    again = " Trying again may help." if error.retryable else ""
    text.say(f"Failed ({error.error_class}). This is not a `not_found`.{again}")
    text.quote(filter(None, [error.message, error.hint]), "error-text")
    return str(text)


def _items(text: Fenced, items: Sequence[ProvedItem]) -> None:
    for item in items:
        text.say(f"{item.id} ({item.type}). {_proved(item)} {_judged(item)}")
        told = [f"value: {item.in_words}"]
        told += [f"computed as: {item.derivation}"] if item.derivation else []
        text.quote([*told, *(line for place in item.citations for line in _place(place))])


def _leads(text: Fenced, leads: Sequence[NotAnAnswer]) -> None:
    if leads:
        text.say("Leads: places that may hold the answer. None was sure enough; they are NOT answers.")
    for number, lead in enumerate(leads, start=1):
        chance = "chance not measured" if lead.chance is None else f"chance {lead.chance:.2f}"
        text.say(f"Lead {number} ({chance}):")
        why = [f"why it is no answer: {lead.reason}"] if lead.reason else []
        text.quote([*(line for place in lead.citations for line in _place(place)), *why])


def _proved(item: ProvedItem) -> str:
    proved = ", ".join(each.check for each in item.proof if each.state == "proved")
    left = ", ".join(each.check for each in item.proof if each.state == "open")
    return f"Proved by code: {proved or 'nothing'}." + (f" Open, not proved: {left}." if left else "")


def _judged(item: ProvedItem) -> str:
    if item.judgement.chance is None:
        return "That it answers is judged, but the chance was not measured."
    bar = "" if item.judgement.bar is None else f" (needed {item.judgement.bar:.2f})"
    return f"Judged, not proved: it answers with a chance of {item.judgement.chance:.2f}{bar}."


def _place(place: Citation) -> list[str]:
    first, last = place.lines
    lines = f"line {first}" if first == last else f"lines {first}-{last}"
    page = [f"page {place.page}"] if place.page else [place.anchor] if place.anchor else []
    section = [f"section {place.section}"] if place.section else []
    recognised = ["read from an image"] if place.recognised else []
    where = ", ".join(dict.fromkeys([place.document, *page, lines, *section, *recognised]))
    return [f"cited: {where}", shortened(place.snippet, _LONGEST_SNIPPET)]
