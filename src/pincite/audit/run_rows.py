"""A run as rows of plain cells, for spreadsheets: a row for each place that it cites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pincite.answer.answers import Answer, Evidence, Item
from pincite.answer.reviews import Review
from pincite.answer.warrants import Warrant
from pincite.audit.places import lead_id, lead_label, near_misses
from pincite.audit.report_shell import Made
from pincite.language.answer_words import differing, headline, place_of, what_was_read
from pincite.language.line_ends import on_one_line
from pincite.language.value_words import in_words

_PROVED = ("quote proved", "value proved", "place proved", "scope proved")
_JUDGED = ("chance", "bar", "judged by")
_PLACE = ("document", "page", "printed page", "place", "section", "quote", "grade", "start", "end")
HEADER = (
    *("question", "outcome", "kind", "number", "value", "type", "as written", "limits"),
    *(*_PROVED, *_JUDGED, *_PLACE, "reason", "version", "SHA-256 of the file"),
    *("decided", "decided by", "note"),
)
_UNDECIDED = ("", "", "")
_NO_WARRANT = ("",) * (len(_PROVED) + len(_JUDGED))


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
        kind = f"side {sides[item.id]}" if item.id in sides else "answer"
        computed = [f"computed: {on_one_line(item.derivation.formula)}"] if item.derivation else [""]
        for evidence in item.evidence:
            proof = [*_value(item), *_warrant(item.warrant), *_place(evidence, computed[0])]
            yield [kind, item.id, *proof, *_decided(reviews.get(item.id))]


def _leads(answer: Answer, reviews: Mapping[str, Review]) -> Iterator[list[str]]:
    for number, lead in enumerate(answer.leads, start=1):
        chance = "" if lead.chance is None else f"{lead.chance:.2f}"
        judged = ["", "", "", "", chance, "", ""]
        reason = "; ".join(on_one_line(each) for each in (*differing(lead.lacks), lead.why) if each)
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
            *_NO_WARRANT,
            *_place(miss, on_one_line(miss.reason)),
            *_UNDECIDED,
        ]


def _value(item: Item) -> list[str]:
    limits = "; ".join(map(on_one_line, item.qualifiers))
    return [in_words(item.value), item.type, on_one_line(item.original), limits]


def _warrant(warrant: Warrant | None) -> list[str]:
    if warrant is None:
        return [*_NO_WARRANT]
    proof, answers = warrant.proof, warrant.answers
    proved = (True, proof.value, proof.place, proof.scope)
    by = "; ".join(f"{each.name or each.kind}: {on_one_line(each.says)}" for each in answers.by)
    chances = ("" if each is None else f"{each:.2f}" for each in (answers.chance, answers.bar))
    return [*("yes" if passed else "no" for passed in proved), *chances, by]


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
