"""The measuring process: holds the documents it is sent in a library of its own and puts questions to it.

It goes through the service, so that what is measured is what users get.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from evals.modes.calls import Counted
from evals.modes.forger import Forger
from evals.modes.liar import Liar
from evals.modes.mixed import Mixed
from evals.modes.mode import PROPOSED, Mode, Second
from evals.modes.oracle import Oracle
from evals.modes.pointing import has_place, is_placed
from evals.modes.proving import value_states
from evals.modes.statements import support
from evals.run.observe import observed, retrieved, unread
from evals.run.units import Asked, Given, Unit
from evals.score.observation import Observation
from pincite.answer.answers import Answer
from pincite.local_models import chosen
from pincite.protocols import Reader
from pincite.quality.observing import located
from pincite.records.library import Held
from pincite.registry import build
from pincite.service import Library, open_with

_PASSAGES = 50
Proposer = Oracle | Liar | Forger | Mixed
_PROPOSERS: dict[Mode, type[Oracle] | type[Liar] | type[Forger] | type[Mixed]] = {
    "oracle": Oracle,
    "liar": Liar,
    "forger": Forger,
    "mixed": Mixed,
}


def main() -> None:
    """Do units until there are no more; `python -m evals.run.asking_worker`."""
    replies = _replies()
    for line in work(sys.stdin):
        print(line, file=replies, flush=True)


def work(lines: Iterable[str]) -> Iterator[str]:
    """What is to be replied to units, one a line: an observation for each of its rows, then an empty line."""
    library: Library | None = None
    with TemporaryDirectory(prefix="pincite-eval-") as folder:
        try:
            for number, line in enumerate(lines):
                unit = Unit.model_validate_json(line)
                library = library or _opened(unit, Path(folder) / "library")
                for observation in observations(unit, library, Path(folder) / str(number)):
                    yield observation.model_dump_json()
                yield ""
        finally:
            if library:
                library.close()


def _opened(unit: Unit, folder: Path) -> Library:
    return open_with(unit.settings.model_copy(update={"library": folder}))


def observations(unit: Unit, library: Library, folder: Path) -> Iterator[Observation]:
    """One for each row of the unit, as soon as there is one; `folder` is for the files of its documents."""
    if unit.mode == "support":
        yield from _supported(unit)
        return
    faults = _add(unit.documents, library, folder)
    for row in unit.rows:
        if row.gold.document in faults:
            yield unread(row.key, row.gold.id, faults[row.gold.document])
        elif unit.mode == "retrieval":
            yield _retrieved(row, library)
        elif unit.mode in PROPOSED:
            yield _proposed(row, library, unit)
        else:
            yield _asked(row, library)


def _add(documents: tuple[Given, ...], library: Library, folder: Path) -> dict[str, str]:
    """Hold the documents; by name why one cannot be read."""
    folder.mkdir(parents=True)
    faults = {}
    for given in documents:
        path = given.path or _written(given, folder)
        (added, *_) = library.add(path, name=given.name, wait=True)
        if added.error:
            faults[given.name] = str(added.error)
    return faults


def _written(given: Given, folder: Path) -> Path:
    path = folder / f"text{Path(given.name).suffix or '.txt'}"
    path.write_bytes((given.text or "").encode())
    return path


def _proposed(row: Asked, library: Library, unit: Unit) -> Observation:
    """What came of a question that a reader of known honesty reads, which knows the gold."""
    held = library.read(row.gold.document)
    proposer = _PROPOSERS[unit.mode](row.gold, held)
    reader = Counted(proposer)
    library.reader, library.second = reader, _second(unit.second, row, held, proposer)
    try:
        answer, observation = _answered(row, library)
    finally:
        library.reader = library.second = None
    found: dict[str, object] = {
        "proposed": proposer.proposed,
        "calls": len(reader.calls),
        "identical": reader.identical,
        "placed": is_placed(row.gold, held) if has_place(row.gold) else None,
    }
    if isinstance(proposer, Oracle):
        found |= {
            "whole": proposer.whole is not None,
            "believed": proposer.is_given(answer),
            "values": value_states(proposer),
        }
    if isinstance(proposer, Forger):
        found |= {"forged": proposer.kind, "believed": proposer.is_believed(answer)}
    return observation.model_copy(update=found)


def _second(second: Second, row: Asked, held: Held, first: Proposer) -> Reader | None:
    """Who must agree; named otherwise than the first, or it would be the same reader twice."""
    if second == "nobody":
        return None
    if second == "honest":
        return Oracle(row.gold, held, "second")
    return type(first)(row.gold, held, "second")


def _asked(row: Asked, library: Library) -> Observation:
    return _answered(row, library)[1]


def _answered(row: Asked, library: Library) -> tuple[Answer, Observation]:
    gold = row.gold
    started = time.perf_counter()
    answer = library.ask(gold.question, documents=[gold.document])
    seconds = time.perf_counter() - started
    run = library.why(answer.run)
    observation = observed(
        row.key,
        gold.id,
        answer,
        run.candidates,
        passages=lambda: library.retrieve(gold.question, gold.document),
        read=lambda name: library.read(name).document,
        likeliest=json.loads(run.trace)["likeliest"],
    )
    places = located(gold.answers, library.read(gold.document).document.text)
    return answer, observation.model_copy(update={"seconds": round(seconds, 4), "located": places})


def _retrieved(row: Asked, library: Library) -> Observation:
    started = time.perf_counter()
    passages = library.retrieve(row.gold.question, row.gold.document, limit=_PASSAGES)
    return retrieved(row.key, row.gold.id, passages, round(time.perf_counter() - started, 4))


def _supported(unit: Unit) -> Iterator[Observation]:
    """How well its source supports each statement; no library is needed for that."""
    texts = {given.name: given.text or "" for given in unit.documents}
    verifiers = [build("verifier", stage.name, stage.options) for stage in chosen(unit.settings).verifiers]
    for row in unit.rows:
        started = time.perf_counter()
        score = support(row.gold.question, texts[row.gold.document], verifiers)
        seconds = round(time.perf_counter() - started, 4)
        yield Observation(
            key=row.key, row=row.gold.id, outcome="answered", presence=round(score, 4), seconds=seconds
        )


def _replies() -> TextIO:
    """Standard output, kept for replies alone: whatever else is printed goes to standard error."""
    own = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return own


if __name__ == "__main__":
    main()
