"""Read every set into one corpus, and drop what repeats validation text."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

from evals.training.asked import add_asked
from evals.training.corpus import Corpus, Row
from evals.training.overlap import Hashes, known_runs, repeats
from evals.training.sources import claims, contracts, general, reading, teach
from evals.training.sources.files import Data

_PART = 2000
_known: Hashes | None = None


def gather(data: Data, seed: int) -> Corpus:
    """The whole corpus, the same for the same seed."""
    corpus, random = Corpus(), Random(seed)
    steps: dict[str, Callable[[], None]] = {
        "teach": partial(teach.add_teach, corpus, data),
        "cuad": partial(contracts.add_cuad, corpus, data),
        "legalbenchrag": partial(contracts.add_legalbenchrag, corpus, data),
        "contractnli": partial(contracts.add_contractnli, corpus, data),
        "reading": partial(reading.add_reading, corpus, data, random),
        "medquad": partial(general.add_medquad, corpus, data, random),
        "pubmedqa": partial(general.add_pubmedqa, corpus, data),
        "pairs": partial(general.add_pairs, corpus, data),
        "outside": partial(general.add_outside, corpus, data),
        "claims": partial(claims.add_claims, corpus, data, random),
        "altered": partial(claims.add_altered, corpus, random),
        "asked": partial(add_asked, corpus, random),
    }
    for name, step in steps.items():
        began = time.monotonic()
        step()
        print(f"read {name}: {time.monotonic() - began:.1f} s", flush=True)
    drop_repeats(corpus, data.workers)
    return corpus


def drop_repeats(corpus: Corpus, workers: int) -> None:
    """Take out of rows and claims every text that repeats validation text, and count them."""
    repeated = _repeated(corpus, workers)
    # A document may stand in several sets, and be kept from training by one of them only.
    barred = repeated | corpus.validation
    rows = [kept for row in corpus.rows if (kept := _without(row, corpus, barred)) is not None]
    kept_claims = [c for c in corpus.claims if c.evidence not in barred]
    corpus.dropped = {
        "texts": len(repeated),
        "rows": len(corpus.rows) - len(rows),
        "claims": len(corpus.claims) - len(kept_claims),
    }
    corpus.rows, corpus.claims = rows, kept_claims
    # A negative is drawn from whole documents: what repeats is marked, so that it is not drawn either.
    corpus.validation |= repeated


def _without(row: Row, corpus: Corpus, repeated: set[int]) -> Row | None:
    """The row without repeated passages; None when its answer or all that it says is gone."""
    positives = tuple(g for g in row.positives if corpus.passages[g.passage].body not in repeated)
    negatives = tuple(p for p in row.negatives if corpus.passages[p].body not in repeated)
    if row.positives and not positives:
        return None
    if row.negatives and not negatives and not positives:
        return None
    return replace(row, positives=positives, negatives=negatives)


def _repeated(corpus: Corpus, workers: int) -> set[int]:
    known = known_runs(corpus.texts[number] for number in sorted(corpus.validation))
    used = {p.body for p in corpus.passages} | {p.bare for p in corpus.passages}
    used |= {claim.evidence for claim in corpus.claims}
    numbers = sorted(used - corpus.validation - {0})
    parts = [numbers[at : at + _PART] for at in range(0, len(numbers), _PART)]
    texts = [[corpus.texts[number] for number in part] for part in parts]
    if workers <= 1:
        _remember(known)
        marks = [_marks(part) for part in texts]
    else:
        context = multiprocessing.get_context("spawn")
        with context.Pool(workers, initializer=_remember, initargs=(known,)) as pool:
            marks = pool.map(_marks, texts)
    return {
        n
        for part, marked in zip(parts, marks, strict=True)
        for n, is_one in zip(part, marked, strict=True)
        if is_one
    }


def _remember(known: Hashes) -> None:
    global _known
    _known = known


def _marks(texts: list[str]) -> list[bool]:
    assert _known is not None
    return [repeats(text, _known) for text in texts]
