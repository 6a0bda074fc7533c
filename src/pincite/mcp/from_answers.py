"""Make what a tool returns of an answer, a table, a check or a page; nothing is added.

Nothing of proof and judgement is lost; of a page, hidden and struck-out words are left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from types import MappingProxyType

from pincite.answer.answers import Answer, Evidence, Item, Lead, Outcome
from pincite.answer.document_tables import STANDINGS, Cell, Table
from pincite.ask.quoting import QuotePlaces
from pincite.audit.certificate import Source
from pincite.audit.certificate_file import read_certificate
from pincite.audit.checking import checked
from pincite.audit.findings import Checked
from pincite.audit.grounds import Reading, image_sha256_apart
from pincite.errors import InputError
from pincite.jobs.isolation import Readers
from pincite.language.value_words import item_in_words
from pincite.mcp.tool_forms import (
    AskResult,
    CertificateResult,
    CheckedPlace,
    CheckFinding,
    CheckResult,
    Citation,
    ConflictSides,
    ExtractCell,
    ExtractResult,
    ExtractRow,
    NotAnAnswer,
    PageLine,
    PageResult,
    ProvedItem,
    Read,
    Side,
)
from pincite.records.document import Document, Line
from pincite.records.library import Held
from pincite.service import Library

MEANINGS: Mapping[Outcome, str] = MappingProxyType(
    {
        "answered": "Every item is proved by code to be in the cited lines. That it answers the question is "
        "judged, with the chance that is given. Cite document, page and lines.",
        "probable": "The cited lines say this and nothing contradicts it, but the chance that it answers the "
        "question is below what is needed. Say that it is probable, with its chance and its citation, and "
        "that a person should look; do not give it as the answer.",
        "not_found": "All of it was read and no passage answers. Say that the documents do not say it; "
        "do not answer from memory.",
        "conflict": "The documents give values that contradict each other. Show every side with its "
        "citation; do not choose one unless a rule of the documents is given.",
        "incomplete": "What is listed is proved, but something could not be read or was not sure enough. "
        "Say that there may be more.",
        "needs_clarification": "The question can mean several things. Ask the user what is meant.",
        "unverified": "Nothing was sure enough. The leads are places to look at, not answers.",
        "failed": "The question was not answered because of a fault. This says nothing about the "
        "documents: it does not mean that they do not say it.",
    }
)
MOST_PLACES, MOST_FINDINGS = 20, 200
_ORDER = ("disproved", "unproved", "proved", "recorded")
MOST_LINES = 200
NOT_ON_IT = "The words to highlight are not on it."


def ask_result(answer: Answer) -> AskResult:
    """The answer for a model that reads it."""
    pages = answer.coverage.pages
    return AskResult(
        outcome=answer.outcome,
        meaning=MEANINGS[answer.outcome],
        question=answer.question,
        items=[_item(each) for each in answer.items],
        leads_not_answers=[_lead(each) for each in answer.leads],
        conflict=_conflict(answer),
        clarification=answer.clarification,
        caveats=answer.caveats,
        read=Read(
            documents=answer.coverage.documents,
            pages=pages.total,
            pages_read=pages.read,
            passages=answer.coverage.spans_total,
            passages_read=answer.coverage.spans_read,
            chance_held=answer.coverage.chance_held,
        ),
        error=answer.error,
        run=answer.run,
    )


def extract_result(table: Table) -> ExtractResult:
    """The table for a model that reads it."""
    return ExtractResult(
        questions={field.name: field.question for field in table.fields},
        rows=[
            ExtractRow(document=row.document, cells=[_cell(name, cell) for name, cell in row.cells.items()])
            for row in table.rows
        ],
        counts={standing: table.count(standing) for standing in STANDINGS if table.count(standing)},
        table=table.table,
    )


def citation(place: Evidence) -> Citation:
    """A place without its hashes and boxes, which a model has no use for."""
    return Citation(
        document=place.name,
        page=place.page,
        page_label=place.page_label,
        anchor=place.anchor,
        section=place.section,
        lines=place.lines,
        snippet=place.snippet,
        recognised=place.recognised,
    )


def _cell(name: str, cell: Cell) -> ExtractCell:
    return ExtractCell(
        field=name,
        state=cell.standing,
        items=[_item(each) for each in cell.items],
        leads_not_answers=[_lead(each) for each in cell.leads],
        reason=cell.reason,
        error=cell.error,
    )


def _item(item: Item) -> ProvedItem:
    return ProvedItem(
        id=item.id,
        type=item.type,
        value=item.value.model_dump(mode="json"),
        in_words=item_in_words(item),
        original=item.original,
        limits=item.limits,
        citations=[citation(each) for each in item.evidence],
        proof=item.proof,
        judgement=item.judgement,
        derivation=item.derivation.formula if item.derivation else None,
    )


def _lead(lead: Lead) -> NotAnAnswer:
    return NotAnAnswer(
        citations=[citation(each) for each in lead.evidence],
        chance=lead.chance,
        reason=lead.reason,
    )


def _conflict(answer: Answer) -> ConflictSides | None:
    if answer.conflict is None:
        return None
    rule = answer.conflict.rule
    return ConflictSides(
        sides=[Side(items=ids) for ids in answer.conflict.sides],
        rule_citation=citation(rule.evidence) if rule else None,
    )


def of_quote(quoted: QuotePlaces) -> CheckResult:
    """Every place of a quote, up to a number."""
    places: tuple[Evidence, ...] = quoted.places[:MOST_PLACES]
    return CheckResult(
        found=bool(quoted.places),
        meaning=_meaning(bool(quoted.places), quoted.unseen),
        places=[CheckedPlace(grade=each.grade, citation=citation(each)) for each in places],
        more_places=len(quoted.places) - len(places),
        only_in_hidden_text=quoted.unseen,
        certificate=None,
    )


def of_certificate(library: Library, text: str) -> CheckResult:
    """What is proved of a certificate, by the documents that the library holds or the text inside it."""
    opened = read_certificate(text.encode("utf-8", "replace"))
    contents = dict(_held(library, opened.says.sources))
    with closing(Readers()) as readers:
        apart = Reading(lambda job: readers.read(job).document, image_sha256_apart)
        result = checked(opened, contents, apart)
    findings = [
        CheckFinding(status=each.status, about=each.about, says=each.says)
        for each in sorted(result.findings, key=lambda found: _ORDER.index(found.status))
    ]
    return CheckResult(
        found=None,
        meaning=_of_a_certificate(result),
        places=[],
        more_places=0,
        only_in_hidden_text=0,
        certificate=CertificateResult(
            holds=result.holds,
            level=result.level,
            question=result.question,
            outcome=result.outcome,
            signed_by=result.signed_by,
            findings=findings[:MOST_FINDINGS],
            more_findings=max(0, len(findings) - MOST_FINDINGS),
        ),
    )


def _held(library: Library, sources: list[Source]) -> Iterator[tuple[str, bytes]]:
    """The files that the certificate names, as far as the library holds those very bytes."""
    for source in sources:
        try:
            content = library.content(source.name)
        except InputError:
            continue
        if hashlib.sha256(content).hexdigest() == source.sha256:
            yield source.name, content


def _of_a_certificate(result: Checked) -> str:
    if result.of("disproved"):
        return "Something that the certificate claims does not hold. Do not rely on it."
    if not result.holds:
        return "Nothing is wrong, but something could not be proved here."
    if result.level == "text":
        return "It holds by the text inside it; whether the documents say it was not checked."
    return "Everything that it claims is proved by the documents. What was only judged is `recorded`."


def _meaning(found: bool, unseen: int) -> str:
    if found:
        return "The document says these words at the places given."
    if unseen:
        return "These words are only in hidden or struck-out text, which proves nothing."
    return "The document does not say these words. It may say the same in other words."


def lines_of(held: Held, page: int | None, first_line: int | None) -> PageResult:
    """Some lines of a page, or of a document without pages from a line on."""
    document, name = held.document, held.identity.name
    if page is None and document.pages and first_line is None:
        page = 1
    if page is not None:
        _require_page(document, name, page)
    seen = [
        (line, text)
        for line in document.lines
        if (page is None or line.page == page)
        and line.number >= (first_line or 1)
        and (text := line.span.of(document.seen_text)).strip()
    ]
    if first_line and not seen:
        raise InputError(f"{name} has no text from line {first_line} on.", hint=_numbered(document))
    shown, rest = seen[:MOST_LINES], seen[MOST_LINES:]
    return PageResult(
        document=name,
        page=page,
        pages=len(document.pages),
        lines=[PageLine(number=line.number, text=text) for line, text in shown],
        next_line=rest[0][0].number if rest else None,
        note="" if shown else "There is no text on it.",
    )


def _require_page(document: Document, name: str, page: int) -> None:
    if not document.pages:
        raise InputError(f"{name} has no pages.", hint="Leave out `page` and use `first_line`.")
    if page > len(document.pages):
        last = len(document.pages)
        raise InputError(f"{name} has no page {page}.", hint=f"Its pages are numbered from 1 to {last}.")


def _numbered(document: Document) -> str:
    last: Line | None = document.lines[-1] if document.lines else None
    return f"Its lines are numbered from 1 to {last.number}." if last else "It has no text."
