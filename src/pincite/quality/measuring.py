"""Put questions of the user's own to a library of their documents, to evaluate what comes or to fit bars.

A chance that was measured with our reader says nothing of another one. So another one only ranks until its
candidates for questions with known answers have shown how often which of them is right.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pincite.answer.verdicts import Judged
from pincite.ask.one_document import Asked
from pincite.ask.report import Ledger
from pincite.errors import InputError
from pincite.local_models import chosen
from pincite.quality.fitting import Linear, Outcome, Rows, decided, told
from pincite.quality.marking import mark
from pincite.quality.observing import Observation, ObservedItem, Place, located, observed
from pincite.quality.questions import GoldRow, GoldSet
from pincite.quality.scoring import Evaluation, evaluated
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.registry import build
from pincite.relevance.judging import Judging, Variant, Weights
from pincite.retrieve.index import load as load_words
from pincite.retrieve.query import weigh
from pincite.service import Library, open_with
from pincite.settings import Settings
from pincite.values.registered import find

Progress = Callable[[int, int], None]


def measured(gold: GoldSet, settings: Settings, progress: Progress = lambda done, total: None) -> Evaluation:
    """Every question asked through the service, so that what is measured is what users get."""
    started = time.perf_counter()
    asked = []
    with library_of(gold, settings) as (library, faults):
        for done, row in enumerate(gold.rows, start=1):
            fault = faults.get(row.document)
            seen = Observation(row=row.id, outcome="failed", error=fault) if fault else _asked(library, row)
            asked.append((row, seen))
            progress(done, len(gold.rows))
    told = settings.model_dump(mode="json", exclude={"library", "limits", "parsers"})
    return evaluated(gold.name, asked, told, round(time.perf_counter() - started, 1))


@contextmanager
def library_of(gold: GoldSet, settings: Settings) -> Iterator[tuple[Library, dict[str, str]]]:
    """A library of the documents of a set, for a while; with why which of them cannot be read."""
    with TemporaryDirectory(prefix="pincite-quality-") as folder:
        library = open_with(settings.model_copy(update={"library": Path(folder) / "library"}))
        faults = {}
        try:
            for number, source in enumerate(gold.sources):
                path = source.path
                if path is None:
                    path = Path(folder) / f"{number}.txt"
                    path.write_bytes(source.content())
                (added, *_) = library.add(path, name=source.name, wait=True)
                if added.error:
                    faults[source.name] = str(added.error)
            yield library, faults
        finally:
            library.close()


def _asked(library: Library, row: GoldRow) -> Observation:
    started = time.perf_counter()
    answer = library.ask(row.question, documents=[row.document])
    seconds = round(time.perf_counter() - started, 4)
    seen = observed(row.id, answer, lambda name: library.read(name).document)
    places = located(row.answers, library.read(row.document).document.text)
    return seen.model_copy(update={"seconds": seconds, "located": places})


LEAST = 60
"""Fewer questions carry no bar."""
_VECTORS = ("cosine", "cosine_lead", "cosine_rank", "no_vectors")


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What was fitted, and how it does on documents, or questions, left out in turn."""

    weights: Weights
    told: Mapping[str, Any]


def calibrated(
    gold: GoldSet, settings: Settings, progress: Progress = lambda done, total: None
) -> Calibrated:
    """Every question put to its document; an InputError where there are too few, or all are of one kind."""
    asked = _collected(gold, settings.model_copy(update={"decision": None}), progress)
    rows = Rows.of(asked)
    if len(rows.present) < LEAST:
        raise InputError(
            f"{gold.name} has {len(rows.present)} questions for one answer; at least {LEAST} are needed.",
            hint="Write more questions, or decide about more cells with pincite review; "
            "a third of them should be about what the documents do not say.",
        )
    if rows.right.all() or not rows.right.any():
        raise InputError(
            f"Of the candidates for {gold.name} {'all' if rows.right.all() else 'none'} are right.",
            hint="You need both right and wrong candidates: add other questions.",
        )
    outcomes: dict[Variant, Outcome] = {"no_vectors": decided(rows.without(_VECTORS), Linear.fit)}
    if not rows.table[:, rows.names.index("no_vectors")].any():
        outcomes["full"] = decided(rows, Linear.fit)
    variants: dict[Variant, Judging] = {name: each.judging for name, each in outcomes.items()}
    weights = Weights(
        version=1,
        made_on=f"{len(rows.present)} questions of {gold.name}",
        files=_fitted_with(settings),
        variants=variants,
    )
    return Calibrated(weights, told(rows, outcomes.get("full", outcomes["no_vectors"])))


def _collected(gold: GoldSet, settings: Settings, progress: Progress) -> list[dict[str, Any]]:
    found = []
    with library_of(gold, settings) as (library, faults):
        if faults:
            name, fault = next(iter(faults.items()))
            raise InputError(f"{name} cannot be read: {fault}", hint="Leave out its questions.")
        for done, row in enumerate(gold.rows, start=1):
            found.append(collected(library, row.document, row))
            progress(done, len(gold.rows))
    return found


def _fitted_with(settings: Settings) -> dict[str, str]:
    """By which names the reader and the embedder are known again."""
    models = chosen(settings)
    reader = build("reader", models.reader.name, models.reader.options) if models.reader else None
    return {
        "reader": f"{reader.name}/{reader.version}" if reader else "none",
        "embedder": models.embedder.name if models.embedder else "",
    }


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
