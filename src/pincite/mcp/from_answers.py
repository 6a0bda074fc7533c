"""Make what a tool returns of an answer or a table: nothing is added, and nothing of the warrant is lost."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pincite.answer.answers import Answer, Evidence, Item, Lead, Outcome
from pincite.answer.document_tables import STANDINGS, Cell, Table
from pincite.answer.verdicts import Answers
from pincite.language.value_words import item_in_words
from pincite.mcp.tool_forms import (
    AskResult,
    Citation,
    ConflictSides,
    ExtractCell,
    ExtractResult,
    ExtractRow,
    Judgement,
    NotAnAnswer,
    ProvedItem,
    Read,
    Side,
)

MEANINGS: Mapping[Outcome, str] = MappingProxyType(
    {
        "answered": "Every item is proved by code to be in the cited lines. That it answers the question is "
        "judged, with the chance that is given. Cite document, page and lines.",
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
        qualifiers=item.qualifiers,
        citations=[citation(each) for each in item.evidence],
        proof=item.warrant.proof if item.warrant else None,
        judgement=_judgement(item.warrant.answers) if item.warrant else None,
        derivation=item.derivation.formula if item.derivation else None,
    )


def _judgement(answers: Answers) -> Judgement:
    by = [f"{voice.kind}: {voice.name}" for voice in answers.by]
    return Judgement(chance=answers.chance, bar=answers.bar, by=by)


def _lead(lead: Lead) -> NotAnAnswer:
    return NotAnAnswer(
        citations=[citation(each) for each in lead.evidence],
        chance=lead.chance,
        lacks=lead.lacks,
        why=lead.why,
    )


def _conflict(answer: Answer) -> ConflictSides | None:
    if answer.conflict is None:
        return None
    rule = answer.conflict.rule
    return ConflictSides(
        sides=[Side(items=ids) for ids in answer.conflict.sides],
        rule=rule.kind if rule else None,
        rule_citation=citation(rule.evidence) if rule else None,
    )
