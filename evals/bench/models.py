"""How fast the local models read on this machine, in 8 bits and, where the files are there, in 32.

Run: [PINCITE_FP32=FOLDER] python evals/bench/models.py [--quick]
FOLDER holds reader.fp32.onnx and embedder.fp32.onnx, as training writes them. Text that is read has so many
tokens with its question; what is read twice is not read again, so that every text is another one.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from figures import Figure, Row, Table, run, spend

from pincite.models.network import Network, load_session, threads_for
from pincite.models.pairs import load_tokenizer
from pincite.models.tokens import Window, pair_windows, single
from pincite.models.weight_files import EMBEDDER, READER, are_installed, folder_of, proved

_ASKED = "How many days of notice must a party give before it terminates the agreement?"
_WORDS = (
    "the tenant shall pay to the landlord a fee of EUR within thirty days after receipt of written notice "
    "and may not assign this agreement without prior consent of the other party which is governed by the laws"
).split()
_TOKENS = (64, 256)
_COUNT, _QUICK_COUNT = 40, 4


def measure(quick: bool) -> list[Table]:
    count = _QUICK_COUNT if quick else _COUNT
    if not are_installed():
        return [Table("Local models", "models.py", ("speed",), (Row("int8", not_run="no weights"),))]
    return [_pairs(count), _passages(count)]


def _pairs(count: int) -> Table:
    columns = tuple(f"{tokens} tokens{unit}" for tokens in _TOKENS for unit in ("", ", per core"))
    rows = [
        _row(name, load, lambda tokens: _read(tokens, count), _TOKENS, {256: 20})
        for name, load in _files(READER)
    ]
    about = (
        f"Question and passage, one at a time on each of {threads_for(0)} cores. Per core: per second of "
        "processor time, which another program at work hardly changes."
    )
    return Table("Reading with local models, pairs per second", "models.py", columns, tuple(rows), about)


def _passages(count: int) -> Table:
    rows = [
        _row(name, load, lambda tokens: _embedded(tokens, count), (200,), {200: 30})
        for name, load in _files(EMBEDDER)
    ]
    about = "Passages of 200 tokens, which is about 900 characters."
    columns = ("200 tokens", "200 tokens, per core")
    return Table(
        "Embedding with the local model, passages per second", "models.py", columns, tuple(rows), about
    )


def _files(name: str) -> Iterator[tuple[str, Callable[[], Network] | None]]:
    yield "int8", lambda: Network(load_session(proved(folder_of(""), name)), threads_for(0))
    given = os.environ.get("PINCITE_FP32")
    path = Path(given or ".") / name.replace("int8", "fp32")
    yield "fp32", (lambda: Network(load_session(path.read_bytes()), threads_for(0))) if given else None


def _row(
    name: str,
    load: Callable[[], Network] | None,
    texts: Callable[[int], list[Window]],
    sizes: tuple[int, ...],
    least: dict[int, float],
) -> Row:
    if load is None:
        return Row(name, not_run="PINCITE_FP32 names no folder")
    network = load()
    network.run(texts(16)[:1])
    figures: list[Figure] = []
    for size in sizes:
        windows = texts(size)
        spent = spend(lambda windows=windows: network.run(windows))[0]
        budget = least.get(size) if name == "int8" else None
        figures.append(Figure(len(windows) / spent.wall * 1000, "/s", least=budget))
        figures.append(Figure(len(windows) / spent.processor * 1000, "/s"))
    return Row(name, tuple(figures), ours=name == "int8")


def _read(tokens: int, count: int) -> list[Window]:
    """Pairs of exactly so many tokens."""
    tokenizer = load_tokenizer(folder_of(""))
    pairs = [pair_windows(tokenizer, _ASKED, "", text)[0] for text in _texts(count)]
    return [Window((*p.ids[: tokens - 1], p.ids[-1]), p.kinds[:tokens], p.first, ()) for p in pairs]


def _embedded(tokens: int, count: int) -> list[Window]:
    tokenizer = load_tokenizer(folder_of(""))
    texts = [single(tokenizer, text) for text in _texts(count)]
    return [Window((*t.ids[: tokens - 1], t.ids[-1]), t.kinds[:tokens], t.first, ()) for t in texts]


def _texts(count: int) -> list[str]:
    draw = random.Random(7)
    return [" ".join(draw.choices(_WORDS, k=400)) for _ in range(count)]


if __name__ == "__main__":
    run(measure, __doc__)
