"""Load what a question needs while its files are still being read.

Models, the dictionary and the rules for questions take a second and more to load. Another process reads the
files meanwhile, and this one would only wait for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pincite.errors import PinciteError
from pincite.local_models import LOCAL

if TYPE_CHECKING:
    from pincite.ask.pipeline import Pipeline


@contextmanager
def preparing(build: Callable[[], Pipeline], question: str) -> Iterator[None]:
    """While the caller does something else, load what the stages need for a question."""
    loading = threading.Thread(target=_load, args=(build, question), daemon=True)
    loading.start()
    try:
        yield
    finally:
        loading.join()


def _load(build: Callable[[], Pipeline], question: str) -> None:
    """What fails here fails again when the question is asked, and is told then."""
    from pincite.records.evidence import Excerpt
    from pincite.retrieve.vectors import ByVectors, searched

    try:
        pipeline = build()
        read = pipeline.parser.read(question)
        for path in pipeline.paths:
            if isinstance(path, ByVectors):
                path.embedder.embed([searched(read)], "query")
        # Any other reader may be a service that is paid for each passage.
        if pipeline.reader and pipeline.reader.name == LOCAL:
            pipeline.reader.read(read.generation.plain, [Excerpt(question)])
    except (PinciteError, OSError, ValueError):
        return
