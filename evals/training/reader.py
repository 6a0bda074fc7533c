"""Train the multi-head model: whether a passage answers and where, and whether a source supports a claim."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from evals.training.asked import ASKED
from evals.training.batches import MASK, SEP, Batch, Table, by_length, padded_length
from evals.training.corpus import Row
from evals.training.hard import mine
from evals.training.mix import CLAIM_SHARES, NEITHER, Draw, Negatives, Pairs, Pieces, epoch
from evals.training.model import HEADS, MultiHead
from evals.training.optimise import Stepper, freeze_words
from evals.training.pack import Packed
from evals.training.scoring import half_on

Ints = NDArray[np.int64]
_CONTRADICTED = 0.3
_SPAN = 0.5
_YES_NO = 0.3
# Of what is learnt, how much is a teacher's word where there is one; the rest is the label.
_TAUGHT = 0.5
_HIDE_IN, _HIDDEN = 0.5, 0.2
# A reader that goes on from an earlier stage shows its mistakes at once.
_MINE_BEFORE, _MINE_LATER = (1, 3), (0, 2)
# A word that stands in so many of all questions says nothing of what one of them asks for.
_COMMON = 0.03
BESIDE_TOKENS = 96
"""How many tokens of the sentences on either side of a marked one are shown."""
# The first steps are slow: kernels load and memory is taken. Only those after them tell the speed.
_WARM, _TIMED = 200, 200


@dataclass(frozen=True, slots=True)
class Options:
    """How the reader is trained."""

    epochs: int = 8
    rate: float = 2e-4
    tokens: int = 32_768
    seed: int = 7
    plain: bool = False
    """Without our own subjects; see `Draw`."""
    later: bool = False
    """Whether it goes on from an earlier stage; see `Draw`."""
    seconds: float = 450.0
    """Training is shortened, evenly, when it would take longer."""


@dataclass(frozen=True, slots=True)
class Examples:
    """The pairs of an epoch as arrays; -1 where a label is not known."""

    question: Ints
    head: Ints
    body: Ints
    labels: Ints
    """Answerable, supported, contradicted, start, end, 1 where words of the question may be hidden, said."""
    shown: Ints
    """Which tokens of the body are shown, and which of them are marked; -1 for all and for none."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """The examples of an epoch on the accelerator, and the batches that they come in."""

    question: Tensor
    head: Tensor
    body: Tensor
    labels: Tensor
    shown: Tensor
    lengths: Ints
    batches: list[Ints]

    @classmethod
    def of(cls, examples: Examples, table: Table, tokens: int, shuffle: np.random.Generator) -> Epoch:
        device = table.tokens.device
        parts = (examples.question, examples.head, examples.body, examples.labels, examples.shown)
        question, head, body, labels, shown = (torch.from_numpy(part).to(device) for part in parts)
        lengths = table.pair_lengths(question, head, body, shown).cpu().numpy()
        return cls(question, head, body, labels, shown, lengths, list(by_length(lengths, tokens, shuffle)))

    def batch(self, numbers: Ints, table: Table) -> tuple[Batch, Tensor]:
        some = torch.from_numpy(numbers.copy()).to(self.labels.device)
        length = padded_length(self.lengths[numbers])
        asked = (self.question[some], self.head[some], self.body[some])
        return table.pairs(*asked, length, self.shown[some]), self.labels[some]


@dataclass(frozen=True, slots=True)
class _Alike:
    """Compares sentences with questions by the words they share, without those that every question has."""

    packed: Packed
    common: frozenset[int]

    @classmethod
    def of(cls, packed: Packed, rows: Sequence[Row]) -> _Alike:
        asked = {question for row in rows for question in row.questions}
        seen: Counter[int] = Counter()
        for question in asked:
            seen.update(set(_text(packed, question)))
        most = _COMMON * max(1, len(asked))
        return cls(packed, frozenset(token for token, count in seen.items() if count > most))

    def nearest(self, question: int, passage: int, sentences: Sequence[int]) -> int:
        wanted = set(_text(self.packed, question)) - self.common
        body = _text(self.packed, int(self.packed.body[passage]))
        first = self.packed.piece_starts[passage]
        ranges = self.packed.pieces[first + np.array(sentences)]
        shared = [len(wanted.intersection(body[start:end])) for start, end in ranges.tolist()]
        return sentences[int(np.argmax(shared))]


def _text(packed: Packed, number: int) -> list[int]:
    found: list[int] = packed.tokens[packed.starts[number] : packed.starts[number + 1]].tolist()
    return found


def train_reader(
    model: MultiHead,
    packed: Packed,
    table: Table,
    rows: Sequence[Row],
    negatives: Negatives,
    options: Options,
    watch: Callable[[MultiHead], object] | None = None,
    teacher: MultiHead | None = None,
) -> MultiHead:
    """The model after all epochs; the reader's own mistakes are its negatives from the second on.

    With a teacher, a larger reader, half of what is learnt is what that one says.
    """
    random, shuffle = Random(options.seed), np.random.default_rng(options.seed)
    device = table.tokens.device
    torch.manual_seed(options.seed)
    freeze_words(model)
    model.to(device, half_on(device))
    stepper: Stepper | None = None
    alike = _Alike.of(packed, rows).nearest
    began = time.monotonic()
    for number in range(options.epochs):
        if number in (_MINE_LATER if options.later else _MINE_BEFORE):
            negatives = mine(model, packed, table, rows, negatives)
            print(f"mined {len(negatives.mined)} rows, {time.monotonic() - began:.0f} s so far", flush=True)
        pieces = Pieces(packed.pieces, packed.piece_starts)
        draw = Draw(negatives, packed.banned, random, options.plain, pieces, alike, options.later)
        pairs = epoch(rows, draw)
        held = Epoch.of(_examples(packed, pairs, random), table, options.tokens, shuffle)
        if stepper is None:
            stepper = Stepper(model, options.rate, options.epochs * len(held.batches))
        losses = _pass(model, table, stepper, held, began + options.seconds, teacher)
        millions = int(held.lengths.sum()) / 1e6
        size = f"{len(held.lengths)} pairs, {millions:.1f}M tokens, {len(held.batches)} steps"
        took = time.monotonic() - began
        print(f"epoch {number}: {size}, losses {losses}, {took:.0f} s so far", flush=True)
        if watch is not None:
            print(f"  {watch(model)}", flush=True)
        if stepper.done >= stepper.steps:
            break
    return model.eval()


def _pass(
    model: MultiHead,
    table: Table,
    stepper: Stepper,
    held: Epoch,
    deadline: float,
    teacher: MultiHead | None = None,
) -> list[float]:
    """One epoch; the mean of each loss."""
    model.train()
    sums, count = torch.zeros(5, device=held.labels.device), 0
    started = time.monotonic()
    for numbers in held.batches:
        batch, labels = held.batch(numbers, table)
        losses = _losses(model, _hidden(batch, labels[:, 5] > 0), labels, teacher)
        losses.sum().backward()
        stepper.step()
        sums += losses.detach()
        count += 1
        if stepper.done == _WARM:
            started = time.monotonic()
        elif stepper.done == _WARM + _TIMED:
            float(sums[0])  # waits for the accelerator, or the time would be that of the queue
            _fit_into(stepper, (time.monotonic() - started) / _TIMED, deadline)
        if stepper.done >= stepper.steps:
            break
    return [round(value, 4) for value in (sums / max(1, count)).tolist()]


def _fit_into(stepper: Stepper, step_seconds: float, deadline: float) -> None:
    """Fewer steps where all would take longer than allowed."""
    possible = stepper.done + int((deadline - time.monotonic()) / step_seconds)
    print(f"{step_seconds * 1000:.1f} ms per step, {stepper.steps} planned, {possible} possible", flush=True)
    stepper.steps = min(stepper.steps, possible)


def _hidden(batch: Batch, loose: Tensor) -> Batch:
    """Half of the questions that allow it have some words hidden, so that none is learnt by heart."""
    device = batch.ids.device
    chosen = loose & (torch.rand(len(loose), device=device) < _HIDE_IN)
    at = torch.arange(batch.ids.shape[1], device=device)[None]
    asked = batch.mask & (batch.kinds == 0) & (at > 0) & (batch.ids != SEP)
    gone = asked & chosen[:, None] & (torch.rand(batch.ids.shape, device=device) < _HIDDEN)
    return replace(batch, ids=torch.where(gone, MASK, batch.ids))


def _losses(model: MultiHead, batch: Batch, labels: Tensor, teacher: MultiHead | None = None) -> Tensor:
    """Answerable, span, supported, contradicted, yes and no, each over the examples where it is known."""
    scores, span = model(batch.ids, batch.mask, batch.kinds)
    scores, span = scores.float(), span.float()
    taught, taught_span = _taught(teacher, batch)
    answerable = _known_loss(scores[:, 0], labels[:, 0], taught[0])
    supported = _known_loss(scores[:, 1], labels[:, 1], taught[1])
    contradicted = _CONTRADICTED * _known_loss(scores[:, 2], labels[:, 2], taught[2])
    at = torch.arange(span.shape[1], device=span.device)[None]
    inside = (at >= batch.first[:, None]) & (at < (batch.first + batch.words)[:, None])
    span = span.masked_fill(~inside[:, :, None], -1e4)
    # An answer beyond the end of what is read cannot be pointed at.
    has = (labels[:, 3] >= 0) & (labels[:, 4] < batch.words)
    target = (labels[:, 3:5] + batch.first[:, None]).masked_fill(~has[:, None], 0)
    both = F.cross_entropy(span[:, :, 0], target[:, 0], reduction="none")
    both = both + F.cross_entropy(span[:, :, 1], target[:, 1], reduction="none")
    if taught_span is not None:
        wanted = taught_span.masked_fill(~inside[:, :, None], -1e4).softmax(1)
        pointed = -(wanted * span.log_softmax(1)).sum((1, 2))
        both = (1 - _TAUGHT) * both + _TAUGHT * pointed
    placed = _SPAN * (both * has).sum() / has.sum().clamp(min=1)
    said = labels[:, 6]
    yes = _known_loss(scores[:, 3], torch.where(said >= 0, (said == 1).long(), -1), taught[3])
    no = _known_loss(scores[:, 4], torch.where(said >= 0, (said == 0).long(), -1), taught[4])
    return torch.stack([answerable, placed, supported, contradicted, _YES_NO * (yes + no)])


@torch.no_grad()
def _taught(teacher: MultiHead | None, batch: Batch) -> tuple[Sequence[Tensor | None], Tensor | None]:
    """The chances that a teacher gives, head by head, and its scores of where the answer is."""
    if teacher is None:
        return [None] * len(HEADS), None
    scores, span = teacher(batch.ids, batch.mask, batch.kinds)
    return list(scores.float().sigmoid().unbind(1)), span.float()


def _known_loss(scores: Tensor, labels: Tensor, taught: Tensor | None = None) -> Tensor:
    known = labels >= 0
    wanted = labels.clamp(min=0).float()
    if taught is not None:
        wanted = (1 - _TAUGHT) * wanted + _TAUGHT * taught
    each = F.binary_cross_entropy_with_logits(scores, wanted, reduction="none")
    return (each * known).sum() / known.sum().clamp(min=1)


def _examples(packed: Packed, pairs: Pairs, random: Random) -> Examples:
    """The questions of the epoch and its share of the claims."""
    passage = np.array(pairs.passage, np.int64)
    bare = np.array(pairs.bare, bool)
    head = np.where(bare, 0, packed.head[passage])
    body = np.where(bare, packed.bare[passage], packed.body[passage])
    unknown = np.full(len(passage), -1, np.int64)
    loose, said = np.array(pairs.loose, np.int64), np.array(pairs.said, np.int64)
    shown = _shown(packed, passage, np.array(pairs.piece, np.int64))
    start, end = np.array(pairs.start), np.array(pairs.end)
    # Places are counted from the first token that is shown.
    moved = np.where(shown[:, 0] > 0, shown[:, 0], 0)
    start, end = np.where(start >= 0, start - moved, -1), np.where(start >= 0, end - moved, -1)
    asked = np.stack((np.array(pairs.label), unknown, unknown, start, end, loose, said), 1)
    shares = np.array([CLAIM_SHARES.get(source, 1.0) for source in packed.sources])
    draw = np.random.default_rng(random.randrange(2**31)).random(len(packed.claims))
    wanted = shares[packed.claims[:, 4]] if len(shares) else np.ones(len(packed.claims))
    claims = np.repeat(packed.claims, (np.floor(wanted) + (draw < wanted % 1)).astype(np.int64), axis=0)
    missing = np.full(len(claims), -1, np.int64)
    none = np.zeros_like(missing)
    claimed = np.stack([missing, claims[:, 2], claims[:, 3], missing, missing, none, missing], 1)
    claimed = np.where(_are_asked(packed, claims)[:, None], _said(claims), claimed)
    return Examples(
        question=np.concatenate([np.array(pairs.question, np.int64), claims[:, 0]]),
        head=np.concatenate([head, np.zeros(len(claims), np.int64)]),
        body=np.concatenate([body, claims[:, 1]]),
        labels=np.concatenate([asked, claimed]).astype(np.int64),
        shown=np.concatenate([shown, np.full((len(claims), 4), -1, np.int64)]),
    )


def _are_asked(packed: Packed, claims: Ints) -> NDArray[np.bool_]:
    """Which claims are put as questions for yes or no."""
    asked = [source == ASKED for source in packed.sources]
    return np.array(asked, bool)[claims[:, 4]] if asked else np.zeros(len(claims), bool)


def _said(claims: Ints) -> Ints:
    """Labels of claims put as questions: yes where supported, no where contradicted, else no answer."""
    supported, contradicted = claims[:, 2], claims[:, 3]
    missing = np.full(len(claims), -1, np.int64)
    said = np.where(supported == 1, 1, np.where(contradicted == 1, 0, NEITHER))
    answered = ((supported == 1) | (contradicted == 1)).astype(np.int64)
    return np.stack([answered, missing, missing, missing, missing, np.zeros_like(missing), said], 1)


def _shown(packed: Packed, passage: Ints, piece: Ints) -> Ints:
    """For each pair with a marked sentence: that sentence and those beside it, at most so many tokens."""
    found = np.full((len(passage), 4), -1, np.int64)
    marked = np.flatnonzero(piece >= 0)
    at = packed.piece_starts[passage[marked]] + piece[marked]
    first = np.maximum(at - 1, packed.piece_starts[passage[marked]])
    last = np.minimum(at + 1, packed.piece_starts[passage[marked] + 1] - 1)
    start, end = packed.pieces[at, 0], packed.pieces[at, 1]
    found[marked, 0] = np.maximum(packed.pieces[first, 0], start - BESIDE_TOKENS)
    found[marked, 1] = np.minimum(packed.pieces[last, 1], end + BESIDE_TOKENS)
    found[marked, 2], found[marked, 3] = start, end
    return found
