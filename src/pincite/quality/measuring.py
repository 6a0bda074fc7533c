"""Put questions of the user's own to a library of their documents alone, and evaluate what comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pincite.quality.evaluation import Evaluation, evaluated
from pincite.quality.gold import GoldRow, GoldSet
from pincite.quality.observation import Observation
from pincite.quality.observing import located, observed
from pincite.service import Library, open_with
from pincite.settings import Settings

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
    seen = observed(row.id, answer, lambda name: library.read(name).document.text)
    places = located(row.answers, library.read(row.document).document.text)
    return seen.model_copy(update={"seconds": seconds, "located": places})
