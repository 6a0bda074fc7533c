"""Fit what names the items of a list: which words are part of one, and how likely an item is.

    python -m evals.training.items collect --data DATA --weights WEIGHTS --out words
    python -m evals.training.items fit words --data DATA --weights WEIGHTS

`collect` reads, with the 8-bit reader as it is shipped, the drug labels of the fold `train` (every adverse
reaction is marked) and questions of SQuAD whose answer is an enumeration, one name or nothing, and keeps what
the layers say of each word. `fit` trains the small model of words, and with it, on labels left out in turn,
the chance and the bars of items. No GPU and no torch is needed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evals.score.gold_set import fold_of
from evals.score.marking import mark
from evals.score.observation import Observation, ObservedItem, Place
from evals.sets import druglabels
from evals.training.licences import may_train_on
from pincite.ingest.text import TextParser
from pincite.models.item_weights import ITEMS, ItemWeights, Numbers, WordModel
from pincite.models.item_words import ReadWords, word_layers
from pincite.models.network import load_session, with_outputs
from pincite.models.pairs import PairModel, load_tokenizer
from pincite.models.weight_files import READER, TOKENIZER, calibration, proved
from pincite.quality.fitting import Linear, bar_at, chance, line, paranoid, risks_of
from pincite.quality.questions import GoldRow
from pincite.records.document import Document
from pincite.records.evidence import NamedWord
from pincite.records.span import Span
from pincite.relevance.item_chance import ItemJudging
from pincite.relevance.item_features import NamedItem, named_items
from pincite.relevance.judging import Bar
from pincite.structure.excerpts import Cut, Run, named_runs

Floats = NDArray[np.float32]
_LAYER = "/model/encoder/layers.{}/norm_inner/LayerNormalization_output_0"
LAYERS = tuple(_LAYER.format(number) for number in (4, 7, 9, 11))
_INNER, _EPOCHS, _RATE, _BATCH, _PENALTY = 128, 6, 1e-3, 512, 1e-4
_KEPT_OUTSIDE = 0.5
"""The share of words outside of all items that are learned from; each counts for as many as it stands for."""
_FOLDS = 3
_SEED = 7
# How many questions of SQuAD of each kind: an enumeration, one name, none.
_ENUMERATED, _SINGLE, _NONE = 400, 150, 150
_LONGEST_ITEM, _FEWEST_ITEMS = 45, 3
_BETWEEN = re.compile(r"\s*(?:[,;]\s*(?:and|or|and/or)\s+|[,;]\s+|\s(?:and|or|and/or)\s+)", re.IGNORECASE)
# Items of a list are many, and one that is wrong among ten is seen beside the others: a level may be wrong
# in more of them than in single answers.
ALLOWED = {"lenient": 0.25, "balanced": 0.15, "strict": 0.04}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text with a question, and where the items of its answer stand."""

    name: str
    group: str
    question: str
    text: str
    items: tuple[tuple[int, int], ...]
    open_words: frozenset[str] = frozenset()
    """Words of items that the gold names without a place: nothing is learned from them."""


def sections(data: Path) -> Iterator[tuple[Labelled, GoldRow]]:
    """The sections of drug labels that may be learned from."""
    assert may_train_on("druglabels")
    gold = druglabels.read(data, "dev")
    sources = {source.name: source for source in gold.sources}
    for row in gold.rows:
        source = sources[row.document]
        if fold_of(source.key) != "train":
            continue
        text = source.content().decode()
        placed = [span for answer in row.answers for span in answer.spans or ()]
        lacking = [answer.text for answer in row.answers if not answer.spans]
        words = frozenset(word for text in lacking for word in text.casefold().split())
        yield Labelled(row.id, source.key, row.question, text, tuple(placed), words), row


def questions(data: Path) -> Iterator[Labelled]:
    """Questions of SQuAD: items of an enumeration, one name, or nothing."""
    folder = data / "train-more" / "qa"
    enumerated, single, none = [], [], []
    for name, dataset in (("squad11_train", "squad11_train"), ("squad2_dev_rest", "squad2_dev")):
        assert may_train_on(dataset)
        for line_ in (folder / f"{name}.jsonl").read_text("utf-8").splitlines():
            read = json.loads(line_)
            for asked in read["qas"]:
                made = _labelled(asked, read["context"])
                if made is None:
                    continue
                kind = {0: none, 1: single}.get(len(made.items), enumerated)
                kind.append(made)
    chosen = random.Random(_SEED)
    for kind, most in ((enumerated, _ENUMERATED), (single, _SINGLE), (none, _NONE)):
        yield from chosen.sample(kind, min(most, len(kind)))


def _labelled(asked: dict[str, Any], text: str) -> Labelled | None:
    name = str(asked["id"])
    if asked.get("is_impossible") or not asked["answers"]:
        return Labelled(name, name, asked["question"], text, ())
    answer = asked["answers"][0]
    start, said = answer["start"], answer["text"]
    parts = [(start + a, start + b) for a, b in _parts(said)]
    fits = max(b - a for a, b in parts) <= _LONGEST_ITEM and text[start : start + len(said)] == said
    if not fits or len(parts) not in {1, *range(_FEWEST_ITEMS, 99)}:
        return None
    return Labelled(name, name, asked["question"], text, tuple(parts))


def _parts(said: str) -> list[tuple[int, int]]:
    found, start = [], 0
    for between in _BETWEEN.finditer(said):
        if between.start() > start:
            found.append((start, between.start()))
        start = between.end()
    return [*found, (start, len(said))] if start < len(said) else found


def collect(data: Path, weights: Path, out: Path) -> None:
    """Keep what the layers say of every word, text by text; what is kept already is not read again."""
    out.mkdir(exist_ok=True)
    session = load_session(with_outputs(proved(weights, READER), LAYERS))
    model = PairModel(load_tokenizer(weights), session)
    whole = [each for each, _ in sections(data)] + list(questions(data))
    for number, each in enumerate(whole):
        file = out / f"{_file_name(each.name)}.npz"
        if file.exists():
            continue
        read = _read(model, each)
        spans = np.array([(span.start, span.end) for span in read.spans], np.int32).reshape(-1, 2)
        np.savez(file, spans=spans, layers=read.layers.astype(np.float16), passages=np.array(read.passages))
        if number % 100 == 0:
            sys.stderr.write(f"{number} of {len(whole)}\n")


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name)


def _read(model: PairModel, each: Labelled) -> ReadWords:
    document = TextParser().read(each.text.encode(), each.name)
    cut = Cut.of(document)
    spans: list[Span] = []
    rows: list[Floats] = []
    passages: list[float] = []
    for passage, excerpt in zip(cut.passages, cut.excerpts(cut.passages), strict=True):
        if excerpt.text.strip():
            (read,) = word_layers(model, each.question, [excerpt], LAYERS, threads=1)
            start = passage.span.start
            spans += [Span(start + span.start, start + span.end) for span in read.spans]
            rows.append(read.layers)
            passages += read.passages
    return ReadWords(spans, np.concatenate(rows) if rows else np.zeros((0, 0), np.float32), passages)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one text with what the layers say of each, and which are part of an item."""

    of: Labelled
    spans: list[Span]
    layers: Floats
    passages: list[float]
    inside: NDArray[np.bool_]
    counted: NDArray[np.bool_]


def words_of(each: Labelled, folder: Path) -> Words:
    held = np.load(folder / f"{_file_name(each.name)}.npz")
    spans = [Span(int(a), int(b)) for a, b in held["spans"]]
    marked = np.zeros(len(each.text) + 1, bool)
    for start, end in each.items:
        marked[start:end] = True
    inside = np.array([bool(marked[span.start] or marked[span.end - 1]) for span in spans], bool)
    open_ = [span.of(each.text).casefold() in each.open_words for span in spans]
    counted = inside | ~np.array(open_, bool)
    return Words(each, spans, held["layers"].astype(np.float32), held["passages"].tolist(), inside, counted)


@dataclass(frozen=True, slots=True)
class Head:
    """The model of words: one inner layer."""

    first: Floats
    first_bias: Floats
    second: Floats
    bias: float

    def chances(self, layers: Floats) -> Floats:
        inner = np.maximum(0.0, layers @ self.first + self.first_bias)
        found: Floats = 1 / (1 + np.exp(-np.clip(inner @ self.second + self.bias, -30, 30)))
        return found


def head_of(texts: Sequence[Words], seed: int = _SEED) -> Head:
    """Trained by Adam with a falling rate; a tenth of the inner numbers is left out at each step."""
    chance_ = np.random.default_rng(seed)
    table = np.concatenate([each.layers for each in texts])
    inside = np.concatenate([each.inside for each in texts])
    counted = np.concatenate([each.counted for each in texts])
    kept = counted & (inside | (chance_.random(len(inside)) < _KEPT_OUTSIDE))
    weight = np.where(inside, 1.0, 1 / _KEPT_OUTSIDE).astype(np.float32)[kept]
    table, wanted = table[kept], inside[kept].astype(np.float32)
    mean, spread = table.mean(0), table.std(0) + 1e-6
    table = (table - mean) / spread
    size = table.shape[1]
    values = [
        chance_.normal(0, 1 / np.sqrt(size), (size, _INNER)).astype(np.float32),
        np.zeros(_INNER, np.float32),
        chance_.normal(0, 1 / np.sqrt(_INNER), _INNER).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    first_moment, second_moment = ([np.zeros_like(each) for each in values] for _ in range(2))
    steps, step = _EPOCHS * (len(table) // _BATCH), 0
    for _ in range(_EPOCHS):
        order = chance_.permutation(len(table))
        for start in range(0, len(table) - _BATCH + 1, _BATCH):
            rows = order[start : start + _BATCH]
            x, y, w = table[rows], wanted[rows], weight[rows]
            inner = np.maximum(0.0, x @ values[0] + values[1])
            dropped = (chance_.random(inner.shape) < 0.9).astype(np.float32) / 0.9
            said = 1 / (1 + np.exp(-np.clip((inner * dropped) @ values[2] + values[3][0], -30, 30)))
            off = (said - y) * w / _BATCH
            back = np.outer(off, values[2]) * dropped * (inner > 0)
            slopes = [
                x.T @ back + _PENALTY * values[0],
                back.sum(0),
                (inner * dropped).T @ off + _PENALTY * values[2],
                np.array([off.sum()], np.float32),
            ]
            step += 1
            rate = _RATE * min(1, step / 200) * (1 - step / (steps + 1))
            for at, slope in enumerate(slopes):
                first_moment[at] = 0.9 * first_moment[at] + 0.1 * slope
                second_moment[at] = 0.999 * second_moment[at] + 0.001 * slope**2
                ahead = first_moment[at] / (1 - 0.9**step)
                values[at] -= rate * ahead / (np.sqrt(second_moment[at] / (1 - 0.999**step)) + 1e-8)
    first = values[0] / spread[:, None]
    return Head(first, values[1] - mean @ first, values[2], float(values[3][0]))


def items_of(words: Words, head: Head) -> tuple[Document, list[NamedItem]]:
    """What the product would name in a text."""
    document = TextParser().read(words.of.text.encode(), words.of.name)
    chances = head.chances(words.layers)
    named = [
        NamedWord(span, float(each), passage)
        for span, each, passage in zip(words.spans, chances, words.passages, strict=True)
    ]
    return document, named_items(document, named, named_runs(document, named))


def is_right(row: GoldRow, document: Document, item: NamedItem) -> bool:
    """As the evaluation marks it."""
    return _hit(row, document, item.runs)


def _hit(row: GoldRow, document: Document, runs: Sequence[Run]) -> bool:
    words = runs[0].span.of(document.text)
    places = tuple(
        Place(start=run.span.start, end=run.span.end, snippet=run.span.of(document.text)) for run in runs
    )
    item = ObservedItem(
        answer_type="text", value={"text": words}, original=words, confidence=0.5, proved=True, places=places
    )
    return bool(mark(row, Observation(key="", row=row.id, outcome="answered", items=(item,))).right)


def fit(folder: Path, data: Path, weights: Path) -> None:
    """Write `items.json`, and say how words and items do on labels and questions left out in turn."""
    gold = {each.name: row for each, row in sections(data)}
    labels = [words_of(each, folder) for each, _ in sections(data)]
    general = [words_of(each, folder) for each in questions(data)]
    folds = {group: number % _FOLDS for number, group in enumerate(sorted({w.of.group for w in labels}))}
    table, right, said = [], [], []
    for fold in range(_FOLDS):
        others = [w for w in labels if folds[w.of.group] != fold]
        learned = [w for at, w in enumerate(general) if at % _FOLDS != fold]
        head = head_of([*others, *learned])
        for words in (w for w in labels if folds[w.of.group] == fold):
            document, items = items_of(words, head)
            for item in items:
                table.append(list(item.features.values()))
                names = tuple(item.features)
                right.append(is_right(gold[words.of.name], document, item))
        left_out = [w for at, w in enumerate(general) if at % _FOLDS == fold and len(w.of.items) > 1]
        said.append(_told_of_words(left_out, head))
        sys.stderr.write(f"fold {fold}: words of enumerations in SQuAD: {said[-1]}\n")
    rows, marks = np.array(table), np.array(right)
    logits = _out_of_fold(rows, marks)
    slope, intercept = line(logits, marks)
    chances = chance(logits, slope, intercept)
    bars = _bars(chances, marks)
    head = head_of([*labels, *general])
    found = ItemWeights(
        version=1,
        made_on=f"{len(labels)} sections of drug labels and {len(general)} questions of SQuAD",
        files={name: calibration(weights).files[name] for name in (READER, TOKENIZER)},
        layers=LAYERS,
        words=WordModel(
            first=Numbers.of(head.first),
            first_bias=Numbers.of(head.first_bias),
            second=Numbers.of(head.second),
            bias=head.bias,
        ),
        judging=ItemJudging(
            items=Linear.fit(rows, marks).model(names, slope, intercept),
            bars=bars,
            risks=risks_of(chances, marks),
        ),
    )
    (weights / ITEMS).write_text(found.model_dump_json() + "\n", "utf-8")
    for level, bar in bars.items():
        sys.stdout.write(f"{level}: {bar}\n")


def _out_of_fold(rows: NDArray[np.float64], marks: NDArray[np.bool_]) -> NDArray[np.float64]:
    """By a line that was fitted on the other items; neighbours are of one document, and stay together."""
    part = np.arange(len(rows)) * 6 // len(rows)
    logits = np.zeros(len(rows))
    for number in range(6):
        held = part == number
        logits[held] = Linear.fit(rows[~held], marks[~held]).logits(rows[held])
    return logits


def _bars(chances: NDArray[np.float64], right: NDArray[np.bool_]) -> dict[str, Bar]:
    bars = {level: bar_at(chances, right, allowed) for level, allowed in ALLOWED.items()}
    surest = paranoid(chances, right)
    return bars | {"paranoid": max(surest, bars["strict"], key=lambda bar: bar.chance)}


def _told_of_words(texts: Sequence[Words], head: Head) -> str:
    hits = wrong = missed = 0
    for words in texts:
        named = head.chances(words.layers) >= 0.5
        hits += int((named & words.inside).sum())
        wrong += int((named & ~words.inside).sum())
        missed += int((~named & words.inside).sum())
    return f"precision {hits / max(1, hits + wrong):.2f}, recall {hits / max(1, hits + missed):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb in ("collect", "fit"):
        added = verbs.add_parser(verb)
        if verb == "fit":
            added.add_argument("folder", type=Path, help="what `collect` wrote")
        else:
            added.add_argument("--out", type=Path, required=True)
        added.add_argument("--data", type=Path, required=True)
        added.add_argument("--weights", type=Path, required=True)
    chosen = parser.parse_args()
    if chosen.verb == "collect":
        collect(chosen.data, chosen.weights, chosen.out)
    else:
        fit(chosen.folder, chosen.data, chosen.weights)


if __name__ == "__main__":
    main()
