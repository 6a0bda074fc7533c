"""Turn the corpus into token numbers and arrays, once, so that training reads nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evals.training.corpus import Case, Claim, Corpus, Gold, Query, Row

Ints = NDArray[np.int64]
_BATCH = 20_000


@dataclass(frozen=True, slots=True)
class Packed:
    """Texts as tokens, passages and claims as arrays, rows with their answers counted in tokens."""

    tokens: NDArray[np.uint16]
    starts: Ints
    """Where each text begins in `tokens`; one more than there are texts."""
    body: Ints
    head: Ints
    bare: Ints
    banned: NDArray[np.bool_]
    """Passages that nothing may be trained on."""
    rows: list[Row]
    """As in the corpus, with `Gold` counted in tokens, its end included."""
    claims: Ints
    """Claim, evidence, supported, contradicted, source."""
    sources: list[str]
    queries: list[Query]
    cases: list[Case]
    judged: list[Claim]
    parts: Ints
    """As in the corpus."""
    case_places: dict[int, Ints]
    """For the text of each case, the characters where its tokens begin and end."""
    case_texts: dict[int, str]
    pieces: Ints
    """The sentences and rows of passages: first token, and the one after the last."""
    piece_starts: Ints
    """Where those of each passage begin in `pieces`; one more than there are passages."""

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            pickle.dump({name: getattr(self, name) for name in self.__slots__}, file, protocol=5)

    @classmethod
    def load(cls, path: Path) -> Packed:
        with path.open("rb") as file:
            fields: dict[str, Any] = pickle.load(file)
        return cls(**fields)


def pack(corpus: Corpus, tokenizer_file: Path) -> Packed:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokens, starts = _tokens(tokenizer, corpus.texts)
    with_span = {
        corpus.passages[g.passage].body for row in corpus.rows for g in row.positives if g.start >= 0
    }
    cases = {corpus.passages[case.passage].body for case in corpus.cases}
    with_blocks = {each.body for each in corpus.passages if len(each.blocks) > 1}
    places = _places(tokenizer, corpus.texts, sorted(with_span | cases | with_blocks))
    pieces, piece_starts = _pieces(corpus, places)
    sources = sorted({claim.source for claim in corpus.claims})
    number = {source: at for at, source in enumerate(sources)}
    claims = [(c.claim, c.evidence, c.supported, c.contradicted, number[c.source]) for c in corpus.claims]
    banned = corpus.validation
    return Packed(
        tokens=tokens,
        starts=starts,
        body=np.array([p.body for p in corpus.passages], np.int64),
        head=np.array([p.head for p in corpus.passages], np.int64),
        bare=np.array([p.bare for p in corpus.passages], np.int64),
        banned=np.array([p.body in banned or p.bare in banned for p in corpus.passages], bool),
        rows=[_in_tokens(row, corpus, places) for row in corpus.rows],
        claims=np.array(claims, np.int64).reshape(-1, 5),
        sources=sources,
        queries=corpus.queries,
        cases=corpus.cases,
        judged=corpus.judged,
        parts=np.array(corpus.parts, np.int64).reshape(-1, 5),
        case_places={text: places[text] for text in cases},
        case_texts={text: corpus.texts[text] for text in cases},
        pieces=pieces,
        piece_starts=piece_starts,
    )


def _pieces(corpus: Corpus, places: dict[int, Ints]) -> tuple[Ints, Ints]:
    """The blocks of each passage in tokens; those without a token are left out."""
    found: list[tuple[int, int]] = []
    starts = [0]
    for passage in corpus.passages:
        for start, end in passage.blocks if passage.body in places else ():
            first, last = token_span(places[passage.body], start, end)
            if first >= 0:
                found.append((first, last + 1))
        starts.append(len(found))
    return np.array(found, np.int64).reshape(-1, 2), np.array(starts, np.int64)


def _tokens(tokenizer: Any, texts: Sequence[str]) -> tuple[NDArray[np.uint16], Ints]:
    parts, lengths = [], [0]
    for at in range(0, len(texts), _BATCH):
        for encoded in tokenizer.encode_batch_fast(texts[at : at + _BATCH], add_special_tokens=False):
            ids = np.array(encoded.ids, np.uint16)
            parts.append(ids)
            lengths.append(len(ids))
    return np.concatenate(parts), np.cumsum(lengths)


def _places(tokenizer: Any, texts: Sequence[str], numbers: Sequence[int]) -> dict[int, Ints]:
    found: dict[int, Ints] = {}
    for at in range(0, len(numbers), _BATCH):
        some = numbers[at : at + _BATCH]
        encoded = tokenizer.encode_batch([texts[n] for n in some], add_special_tokens=False)
        for number, one in zip(some, encoded, strict=True):
            found[number] = np.array(one.offsets, np.int64).reshape(-1, 2)
    return found


def _in_tokens(row: Row, corpus: Corpus, places: dict[int, Ints]) -> Row:
    def counted(one: Gold) -> Gold:
        known = places.get(corpus.passages[one.passage].body)
        if one.start < 0 or known is None:
            return replace(one, start=-1, end=-1)
        first, last = token_span(known, one.start, one.end)
        return replace(one, start=first, end=last)

    positives, misses = (tuple(map(counted, some)) for some in (row.positives, row.misses))
    return replace(row, positives=positives, misses=misses)


def token_span(places: Ints, start: int, end: int) -> tuple[int, int]:
    """The first and last token that share characters with a place; (-1, -1) where none does."""
    touching = np.flatnonzero((places[:, 0] < end) & (places[:, 1] > start))
    return (int(touching[0]), int(touching[-1])) if len(touching) else (-1, -1)
