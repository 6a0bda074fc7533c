"""Made-up contracts for a library of any size, of which every fee is known.

Each contract is about one site with a name of its own, so that a question can ask for one fact among a
million. Beside the clauses stand remarks in words drawn as those of a language are: few often, many seldom.
A hundred contracts are written and read; the others say the same of sites of their own, whose names are as
long, so that all ranges stay what they are and a million spans need not be read to measure what holds them.
"""

from __future__ import annotations

import functools
import io
import random
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from contract import Clause, clauses, paragraphs

from pincite.jobs.one_file import Job, Reading, read
from pincite.records.document import Document, Passage
from pincite.records.library import DEFAULT_COLLECTION, Entry, identify
from pincite.structure.excerpts import content_hash, title_above, titled_hash

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLAUSES = 26
WRITTEN = 100
_EVERY = 9 * 23 * 20
_VOCABULARY = 30_000
_WIDTH = 90
_SYLLABLES = (
    "ba be bi bo da de di do fa fe fi fo ga ge go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi "
    "po ra re ri ro sa se si so ta te ti to va ve vi vo za ze zo"
).split()
_ENDS = "n l r s t nd rk st ment tion lor mar wick ton".split()


def site(number: int) -> str:
    """The name of a contract's site; no other contract has it, and no remark."""
    digits = []
    for _ in range(3):
        number, digit = divmod(number, len(_SYLLABLES))
        digits.append(_SYLLABLES[digit])
    return f"Qu{''.join(digits)}haven"


def contract(number: int) -> list[Clause]:
    """The clauses of one contract, no two about the same act and thing."""
    draw = random.Random(number % WRITTEN)
    return [
        replace(clause, number=place, place=site(number), fee=Decimal(draw.randint(10_000, 9_999_999)) / 100)
        for place, clause in enumerate(draw.sample(_pool(), CLAUSES), start=1)
    ]


def text(number: int) -> str:
    """One contract as plain text."""
    draw = random.Random(f"remarks of {number % WRITTEN}")
    lines = []
    for clause in contract(number):
        lines += [clause.title, ""]
        for paragraph in (*paragraphs(clause), _remarks(draw)):
            lines += [*textwrap.wrap(paragraph, _WIDTH), ""]
    return "\n".join(lines)


def name(number: int) -> str:
    return f"contract-{number:06}.txt"


def entry(number: int) -> Entry:
    """One contract as the library holds it, made from the one that was read."""
    reading, words = _read(number % WRITTEN)
    old, new = site(number % WRITTEN), site(number)
    document = replace(
        reading.document,
        text=reading.document.text.replace(old, new),
        sections=tuple(
            replace(each, title=each.title.replace(old, new)) for each in reading.document.sections
        ),
    )
    content = document.text.encode()
    return Entry(
        identify(DEFAULT_COLLECTION, name(number), content, document.parse),
        content,
        document,
        tuple(replace(p, content_hash=_titled_hash(document, p)) for p in reading.passages),
        tuple(replace(c, content_hash=content_hash(c.span.of(document.text))) for c in reading.chunks),
        _postings(words, old.lower().encode(), new.lower().encode()),
    )


def _titled_hash(document: Document, passage: Passage) -> str:
    return titled_hash(title_above(document, passage.section), passage.span.of(document.text))


@functools.cache
def _read(number: int) -> tuple[Reading, dict[str, NDArray[np.generic]]]:
    """A contract that was written, and its words as arrays."""
    reading = read(Job(text(number).encode(), name(number), "text", "text"))
    with np.load(io.BytesIO(reading.postings)) as stored:
        return reading, dict(stored)


def _postings(words: dict[str, NDArray[np.generic]], old: bytes, new: bytes) -> bytes:
    blob = io.BytesIO()
    stems = np.frombuffer(words["stems"].tobytes().replace(old, new), dtype=np.uint8)
    np.savez_compressed(blob, **{**words, "stems": stems})
    return blob.getvalue()


def _remarks(draw: random.Random) -> str:
    made, frequent = _words()
    sentences = (draw.choices(made, cum_weights=frequent, k=draw.randint(8, 22)) for _ in range(3))
    return " ".join(f"{words[0].capitalize()} {' '.join(words[1:])}." for words in sentences)


@functools.cache
def _pool() -> Sequence[Clause]:
    """A clause for every act and thing."""
    return list({(clause.act, clause.thing): clause for clause in clauses(_EVERY)}.values())


@functools.cache
def _words() -> tuple[list[str], list[float]]:
    """Made-up words, and how often each is drawn, added up: the n-th an n-th as often as the first."""
    draw = random.Random(11)
    made = dict.fromkeys(
        "".join(draw.choices(_SYLLABLES, k=2 + number // _VOCABULARY)) + draw.choice(_ENDS)
        for number in range(2 * _VOCABULARY)
    )
    chosen = list(made)[:_VOCABULARY]
    return chosen, list(accumulate(1 / rank for rank in range(1, len(chosen) + 1)))
