"""Find what a report is to be of, and make it: HTML, CSV, XLSX, JSON lines or Web Annotations.

Each cited passage is an annotation. Its selectors are alternatives for the same words. Positions count
Unicode code points, as the W3C asks for and as all our offsets do; programs in JavaScript count UTF-16 units.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from pydantic import ValidationError

from pincite.answer.answers import Answer, Evidence, EvidenceBox, Item
from pincite.answer.document_tables import Table
from pincite.answer.reviews import Review, standing, with_decisions
from pincite.audit.exhibits import Exhibits
from pincite.audit.places import Sources, lead_id, lead_label, near_misses, places_of_answer, places_of_table
from pincite.audit.recorded_runs import Reviewing
from pincite.audit.report_shell import Made
from pincite.audit.run_page import run_page, table_page
from pincite.errors import InputError
from pincite.extract.as_csv import csv_of, to_csv, to_jsonl
from pincite.extract.as_workbook import to_xlsx, workbook_of
from pincite.language.answer_words import headline, place_of, what_was_read
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import is_words, item_in_words, said
from pincite.protocols import Store
from pincite.records.document import Document
from pincite.records.library import Identity, RunRecord

_WHERE = "`pincite why` shows the last run and `pincite jobs list` the jobs; `pincite table` prints its id."
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is of, and how it is called there."""

    content: Answer | Table
    called: str
    """Such as "run 3f2a91…"; empty where nothing was recorded."""
    asked_at: str = ""
    read: tuple[Identity, ...] = ()
    """The versions that were read for it, where that was recorded."""
    reviews: tuple[Review, ...] = ()
    """What people decided about its items and leads, the oldest first."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """Everything of a collection that a report can be of."""

    store: Store
    collection: str
    record_of: Callable[[str | None], RunRecord]
    made_table: Callable[[str], Table]
    job_results: Callable[[str], Table]

    def answer(self, id: str | None) -> Answer:
        """That of a run by the beginning of its id; of the last one without it."""
        return _answer(self.record_of(id))

    def found(self, given: Answer | Table | str | None) -> Subject:
        """What is given, or the one run, table or job whose id begins so; the last run without any."""
        return self._by_id(given) if given is None or isinstance(given, str) else self._at_hand(given)

    def _by_id(self, id: str | None) -> Subject:
        if not id:
            return self._run(id)
        runs = [f"run {each.id}" for each in self.store.runs(self.collection, id, limit=2)]
        tables = [f"table {each[0]}" for each in self.store.held_tables(self.collection, id)]
        jobs = [f"job {each.id}" for each in self.store.jobs().found(self.collection, id, limit=2)]
        known = [*runs, *tables, *jobs]
        if not known:
            raise InputError(f"There is no run, table or job whose id starts with {id!r}.", hint=_WHERE)
        if len(known) > 1:
            some = ", ".join(each[: each.index(" ") + 1 + _SHOWN] for each in known)
            raise InputError(
                f"Several have an id that starts with {id!r}: {some}.", hint="Write more of the id."
            )
        if runs:
            return self._run(id)
        if tables:
            return Subject(self.made_table(id), known[0])
        return Subject(self.job_results(id), known[0])

    def _at_hand(self, content: Answer | Table) -> Subject:
        """An answer or a table; of an answer that was recorded also what is known beside it."""
        if isinstance(content, Table):
            return Subject(content, f"table {content.table}")
        if not content.run:
            return Subject(content, "")
        found = self.store.runs(self.collection, content.run, limit=1)
        if not found:
            return Subject(content, "")
        return self._recorded(content, found[0])

    def _run(self, id: str | None) -> Subject:
        record = self.record_of(id)
        return self._recorded(_answer(record), record)

    def _recorded(self, answer: Answer, record: RunRecord) -> Subject:
        reviews = Reviewing(self.store, self.collection, answer).all()
        called = f"run {record.id[:_SHOWN]}"
        return Subject(answer, called, record.asked_at, record.documents, tuple(reviews))


def _answer(record: RunRecord) -> Answer:
    try:
        return Answer.model_validate_json(record.answer)
    except ValidationError as error:
        raise InputError(
            f"Nothing is left of the answer of run {record.id[:_SHOWN]}: it was erased, or another version "
            "of Pincite wrote it.",
            hint="Ask the question again.",
        ) from error


_CONTEXT_CHARS = 32
Json = dict[str, object]


def web_annotations(answer: Answer, asked_at: str, sources: Sources) -> str:
    """An AnnotationCollection with one annotation for each passage of each item."""
    made = [
        _annotation(answer, asked_at, item, number, evidence, sources.document(sources.identity(evidence)))
        for item in answer.items
        for number, evidence in enumerate(item.apart, start=1)
    ]
    page = {"first": {"type": "AnnotationPage", "startIndex": 0, "items": made}} if made else {}
    collection: Json = {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": f"urn:pincite:run:{answer.run}",
        "type": "AnnotationCollection",
        "label": answer.question,
        "total": len(made),
        **page,
    }
    return json.dumps(collection, ensure_ascii=False, indent=2) + "\n"


def _annotation(
    answer: Answer, asked_at: str, item: Item, number: int, evidence: Evidence, document: Document | None
) -> Json:
    said = {"questioning": answer.question, "describing": item_in_words(item)}
    digest = base64.urlsafe_b64encode(bytes.fromhex(evidence.document)).decode().rstrip("=")
    return {
        "id": f"urn:pincite:run:{answer.run}:{item.id}:{number}",
        "type": "Annotation",
        "motivation": "describing",
        **({"created": asked_at} if asked_at else {}),
        "generator": {"id": "urn:pincite", "type": "Software", "name": "Pincite"},
        "body": [{"type": "TextualBody", "purpose": why, "value": value} for why, value in said.items()],
        "target": {
            "source": {"id": f"ni:///sha-256;{digest}", "dc:title": evidence.name},
            "selector": list(_selectors(evidence, document)),
        },
    }


def _selectors(evidence: Evidence, document: Document | None) -> Iterator[Json]:
    """The quote with what stands around it, its position, and of a PDF the rectangle on each page."""
    quote = {"type": "TextQuoteSelector", "exact": evidence.snippet}
    start, end, text = evidence.start, evidence.end, document.seen_text if document else ""
    around = {
        "prefix": text[max(0, start - _CONTEXT_CHARS) : start],
        "suffix": text[end : end + _CONTEXT_CHARS],
    }
    yield {**quote, **(around if document else {})}
    yield {"type": "TextPositionSelector", "start": start, "end": end}
    pages = sorted({box.page for box in evidence.boxes}) if document and document.format == "pdf" else []
    for page in pages:
        rectangle = _rectangle([box for box in evidence.boxes if box.page == page])
        yield {
            "type": "FragmentSelector",
            "conformsTo": "http://tools.ietf.org/rfc/rfc8118",
            "value": f"page={page}&highlight={rectangle}",
            **({"refinedBy": quote} if len(pages) == 1 else {}),
        }


def _rectangle(boxes: list[EvidenceBox]) -> str:
    """Left, right, top and bottom in whole points from the top left corner, as RFC 8118 has them."""
    low = [math.floor(min(getattr(box, edge) for box in boxes)) for edge in ("x0", "y0")]
    high = [math.ceil(max(getattr(box, edge) for box in boxes)) for edge in ("x1", "y1")]
    return ",".join(str(max(0, edge)) for edge in (low[0], high[0], low[1], high[1]))


_PROVED = ("quote check", "value check", "place check", "scope check")
_JUDGED = ("chance", "bar", "judged by")
_PLACE = ("document", "page", "printed page", "place", "section", "quote", "grade", "start", "end")
HEADER = (
    *("question", "outcome", "kind", "number", "value", "type", "as written", "limits"),
    *(*_PROVED, *_JUDGED, *_PLACE, "reason", "version", "SHA-256 of the file"),
    *("decided", "decided by", "note"),
)
_UNDECIDED = ("", "", "")
_UNCHECKED = ("",) * (len(_PROVED) + len(_JUDGED))


def rows_of_run(answer: Answer, reviews: Mapping[str, Review] | None = None) -> list[list[str]]:
    """Items, leads and what came near, a row for each of their places; at least one row.

    `reviews` are those that count, by the part that they are about.
    """
    decided = reviews or {}
    rows = [*_items(answer, decided), *_leads(answer, decided), *_near(answer)]
    known = [on_one_line(answer.question), answer.outcome]
    if not rows:
        said = " ".join((*headline(answer), *what_was_read(answer)))
        rows = [[*("",) * (len(HEADER) - 5 - len(_UNDECIDED)), said, "", "", *_UNDECIDED]]
    return [[*known, *row] for row in rows]


def about_run(answer: Answer, made: Made) -> list[list[str]]:
    """What was asked and what came of it, a row for each thing to know."""
    lead, rest = headline(answer)
    about = [
        ("question", answer.question),
        ("outcome", answer.outcome),
        ("in words", f"{lead}: {on_one_line(rest)}" if rest else lead),
        ("run", answer.run),
        ("asked at", made.asked_at),
        ("strictness", answer.strictness),
        ("what was read", " ".join(what_was_read(answer))),
        *(("note", on_one_line(caveat)) for caveat in answer.caveats),
    ]
    return [["about", "said"], *([name, said] for name, said in about if said)]


def _items(answer: Answer, reviews: Mapping[str, Review]) -> Iterator[list[str]]:
    sides = {
        id: at
        for at, side in enumerate(answer.conflict.sides if answer.conflict else (), start=1)
        for id in side
    }
    for item in answer.items:
        given = "probable" if answer.outcome == "probable" else "answer"
        kind = f"side {sides[item.id]}" if item.id in sides else given
        computed = [f"computed: {on_one_line(item.derivation.formula)}"] if item.derivation else [""]
        for evidence in item.apart:
            proof = [*_value(item), *_support(item), *_place(evidence, computed[0])]
            yield [kind, item.id, *proof, *_decided(reviews.get(item.id))]


def _leads(answer: Answer, reviews: Mapping[str, Review]) -> Iterator[list[str]]:
    for number, lead in enumerate(answer.leads, start=1):
        chance = "" if lead.chance is None else f"{lead.chance:.2f}"
        judged = ["", "", "", "", chance, "", ""]
        reason = on_one_line(lead.reason)
        for evidence in lead.evidence:
            place = [*_place(evidence, reason), *_decided(reviews.get(lead_id(number)))]
            yield ["lead", lead_label(number), "", "", "", "", *judged, *place]


def _near(answer: Answer) -> Iterator[list[str]]:
    for number, miss in enumerate(near_misses(answer), start=1):
        yield [
            "near miss",
            str(number),
            "",
            "",
            "",
            "",
            *_UNCHECKED,
            *_place(miss, on_one_line(miss.reason)),
            *_UNDECIDED,
        ]


def _value(item: Item) -> list[str]:
    limits = "; ".join(map(on_one_line, item.limits))
    written = said(item) if is_words(item) else on_one_line(item.original)
    return [said(item), item.type, written, limits]


def _support(item: Item) -> list[str]:
    states = {each.check: each.state for each in item.proof}
    proved = [states.get(name, "") for name in ("quote", "value", "place", "scope")]
    by = "; ".join(f"{each.reader}: {on_one_line(each.says)}" for each in item.judgement.by)
    chances = ("" if each is None else f"{each:.2f}" for each in (item.chance, item.judgement.bar))
    return [*proved, *chances, by]


def _decided(review: Review | None) -> list[str]:
    return [review.kind, on_one_line(review.by), on_one_line(review.note)] if review else [*_UNDECIDED]


def _place(evidence: Evidence, reason: str) -> list[str]:
    return [
        evidence.name,
        "" if evidence.page is None else str(evidence.page),
        evidence.page_label or "",
        place_of(evidence).removeprefix(f"{evidence.name}, "),
        on_one_line(evidence.section or ""),
        on_one_line(evidence.snippet),
        evidence.grade,
        str(evidence.start),
        str(evidence.end),
        reason,
        evidence.version,
        evidence.document,
    ]


ReportForm = Literal["html", "csv", "xlsx", "json", "jsonl", "annotations"]
FORMS: tuple[ReportForm, ...] = get_args(ReportForm)
# Of more documents than these that were read and not cited, only their hashes are shown.
_MOST_LOOKED_UP = 20


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """Writes reports of one library; `now` is when, for what is written into them."""

    sources: Sources
    now: str

    def written(self, subject: Subject, form: ReportForm) -> bytes:
        """The whole file."""
        if form not in FORMS:
            raise InputError(f"There is no report as {form!r}.", hint=f"Choose one of {', '.join(FORMS)}.")
        content = subject.content
        made = Made(subject.called, subject.asked_at, self.now)
        if isinstance(content, Table):
            return self._of_table(content, made, form)
        return self._of_run(content, subject, made, form)

    def _of_run(self, answer: Answer, subject: Subject, made: Made, form: ReportForm) -> bytes:
        if form == "jsonl":
            raise InputError("A run is one answer and has no lines.", hint="Write it as json.")
        rows = [list(HEADER), *rows_of_run(answer, standing(subject.reviews))]
        writers: dict[str, Callable[[], str | bytes]] = {
            "html": lambda: self._run_page(answer, subject, made),
            "csv": lambda: csv_of(rows),
            "xlsx": lambda: workbook_of({"Answer": about_run(answer, made), "Citations": rows}),
            "json": lambda: _published(answer, subject.reviews),
            "annotations": lambda: web_annotations(answer, subject.asked_at, self.sources),
        }
        return _encoded(writers[form]())

    def _of_table(self, table: Table, made: Made, form: ReportForm) -> bytes:
        if form == "annotations":
            raise InputError("Only a run has annotations.", hint="Write the table as json.")
        writers: dict[str, Callable[[], str | bytes]] = {
            "html": lambda: table_page(table, Exhibits.of(self.sources, places_of_table(table)), made),
            "csv": lambda: to_csv(table),
            "xlsx": lambda: to_xlsx(table),
            "json": lambda: table.to_json() + "\n",
            "jsonl": lambda: to_jsonl(table),
        }
        return _encoded(writers[form]())

    def _run_page(self, answer: Answer, subject: Subject, made: Made) -> str:
        exhibits = Exhibits.of(self.sources, places_of_answer(answer))
        if len(subject.read) <= _MOST_LOOKED_UP:
            for identity in subject.read:
                self.sources.document(identity)
        return run_page(answer, exhibits, made, subject.read, subject.reviews)


def _published(answer: Answer, reviews: Sequence[Review]) -> str:
    """The answer as JSON, each item with what a person decided about it."""
    told = with_decisions(json.loads(answer.to_json()), reviews)
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _encoded(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "replace")
