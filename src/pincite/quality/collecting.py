"""Ask a question with a known answer and write down every candidate with whether it is right."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from pincite.answer.verdicts import Judged
from pincite.ask.one_document import Asked
from pincite.ask.report import Ledger
from pincite.quality.gold import GoldRow
from pincite.quality.marking import mark
from pincite.quality.observation import Observation, ObservedItem, Place
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.retrieve.weigh import weigh
from pincite.retrieve.words import load as load_words
from pincite.service import Library
from pincite.values.registered import find

_VALUES = ("amount", "percentage", "duration", "date", "person", "organisation", "number")
_MOST_OF_IT = 0.6


def collected(library: Library, name: str, row: GoldRow) -> dict[str, Any]:
    """One question put to one document, by the product's own stages."""
    pipeline = library.pipeline()
    judged = replace(pipeline.judged, variants={})
    reading = replace(pipeline, judged=judged).close_reading()
    held = library.read(name)
    question = pipeline.parser.read(row.question)
    weighed = weigh(question, [load_words(held.postings)])
    found = reading.candidates(Asked(weighed, weighed), held, pipeline.paths, Ledger(), Run(id="fit"))
    kept = []
    for each in found:
        proof = judged.proved(weighed, held, each)
        touches = _touches(row, held.document.text, each.candidate.block.span)
        right = not row.absent and (_is_right(row, proof) or _says_it(row, proof, touches))
        kept.append(
            {
                "features": {key: round(value, 4) for key, value in each.features.items()},
                "type": each.candidate.claim.answer_type,
                "proved": proof.passed,
                "right": proof.passed and right,
                "place": [each.candidate.block.span.start, each.candidate.block.span.end],
                "touches": touches,
            }
        )
    return {
        "id": row.id,
        "document": name,
        "present": not row.absent,
        "shape": question.generation.answer_shape,
        "clarification": bool(question.clarification),
        "kinds": question.generation.answer_types,
        "wanted": row.answer_type,
        "field": row.strata.field,
        "candidates": kept,
    }


def _says_it(row: GoldRow, judged: Judged, touches: bool) -> bool:
    """Whether a yes-or-no question is answered by the right sentence, which says no wrong yes or no."""
    return row.answer_type == "boolean" and touches and judged.claim.answer_type in {"text", "clause"}


def _touches(row: GoldRow, text: str, span: Span) -> bool:
    """Whether a place shares characters with where the gold says that the answer stands."""
    places = [place for answer in row.answers for place in answer.spans or ()]
    if not places:
        quotes = [answer.quote or answer.text for answer in row.answers]
        places = [found.span() for quote in quotes if quote for found in _spaced(quote).finditer(text)]
    return any(start < span.end and span.start < end for start, end in places)


def _spaced(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(re.escape(word) for word in words.split()))


def _is_right(row: GoldRow, judged: Judged) -> bool:
    if not judged.proofs:
        return False
    proof = judged.proofs[0]
    page = proof.document.page_of(proof.span.start)
    place = Place(
        start=proof.span.start,
        end=proof.span.end,
        page=page.number if page else None,
        snippet=proof.span.of(proof.document.text)[:600],
    )
    item = ObservedItem(
        answer_type=judged.claim.answer_type,
        value=judged.claim.value.model_dump(mode="json"),
        original=judged.claim.original,
        confidence=0.5,
        proved=True,
        places=(place,),
    )
    marked = mark(row, Observation(row=row.id, outcome="answered", items=(item,)))
    return bool(marked.right) and not _is_whole_sentence_for_value(row, judged)


def _is_whole_sentence_for_value(row: GoldRow, judged: Judged) -> bool:
    """Whether a value was wanted and only its sentence is given: whoever asked still has to read it out."""
    wanted = row.answers[0].text.strip()
    if judged.claim.answer_type not in {"text", "clause"} or not wanted:
        return False
    readings = [reading for kind in _VALUES for reading in find(kind, wanted)]
    return any(reading.end - reading.start >= _MOST_OF_IT * len(wanted) for reading in readings)
