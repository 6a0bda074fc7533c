"""Teach the reader the rows of tables, told as sentences, without changing what it says of other texts.

`pack` tokenises what `told_rows` and `replay` wrote, as the product does; `train` goes on from the 8-bit file
that is shipped, and `write` makes such a file again; both need torch. Of the rows of a document those that
answer must score above the others and above zero, and the place it points at must be the cell; where nothing
answers, all must stay below zero. Of all other pairs it must say what it said before.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MOST_ROWS = 20
_UNTITLED = 0.3
"""How often a row is shown without the title of its table."""
_ALONE, _SPAN, _REPLAY_SPAN = 2.0, 0.5, 0.25
_QUESTIONS, _REPLAYED = 16, 192
_SHOWN = 48


def pack(told: Path, replay: Path, tokenizer: Path, target: Path) -> None:
    """Token numbers of all parts, one after the other, and the questions with the numbers of their rows."""
    from tokenizers import Tokenizer

    from pincite.models.tokens import MAX_TOKENS, pair_windows, shown_heading
    from pincite.records.span import Span

    tokens = Tokenizer.from_file(str(tokenizer))
    tokens.no_truncation()
    tokens.no_padding()
    ids: list[NDArray[np.uint16]] = []
    kinds: list[NDArray[np.uint8]] = []
    firsts: list[int] = []

    def add(asked: str, heading: str, text: str, marked: tuple[int, int] | None) -> Any:
        window = pair_windows(tokens, asked, heading, text, Span(*marked) if marked else None)[0]
        assert len(window.ids) <= MAX_TOKENS
        ids.append(np.array(window.ids, np.uint16))
        kinds.append(np.array(window.kinds, np.uint8))
        firsts.append(window.first)
        return window

    replayed = 0
    for line in replay.read_text("utf-8").splitlines():
        add(*json.loads(line))
        replayed += 1
    random = Random(7)
    questions = []
    for line in told.read_text("utf-8").splitlines():
        document = json.loads(line)
        for question in document["questions"]:
            if question["present"] and not question["right"]:
                continue  # answered elsewhere, or in a form that was not recognised
            rows = _chosen(document["rows"], question["right"], random, whole=document["kept"])
            shown: dict[str, Any] = {"kept": document["kept"], "document": document["document"], "rows": []}
            for at in rows:
                row = document["rows"][at]
                places = [row["places"][number] for of, number in question["right"] if of == at]
                bare = not document["kept"] and random.random() < _UNTITLED
                heading = "" if bare else shown_heading(row["title"], row["text"])
                window = add(question["asked"], heading, row["text"], (0, len(row["text"])))
                spans = [found for place in places if (found := _tokens_of(window, *place))]
                shown["rows"].append([len(ids) - 1, bool(places), spans])
            questions.append(shown)
    np.savez_compressed(
        target,
        ids=np.concatenate(ids),
        kinds=np.packbits(np.concatenate(kinds)),
        lengths=np.array([len(each) for each in ids], np.uint16),
        firsts=np.array(firsts, np.uint16),
        replayed=replayed,
        questions=np.frombuffer(json.dumps(questions).encode(), np.uint8),
    )
    print(f"{len(ids)} pairs, {sum(map(len, ids))} tokens, {replayed} replayed, {len(questions)} questions")


def _chosen(rows: list[Any], right: list[list[int]], random: Random, *, whole: bool) -> list[int]:
    """All rows of a short document; of a longer one those that answer and some others."""
    if whole and len(rows) <= 3 * _MOST_ROWS:
        return list(range(len(rows)))
    answering = sorted({at for at, _ in right})[:4]
    others = [at for at in range(len(rows)) if at not in answering]
    return sorted([*answering, *random.sample(others, min(len(others), _MOST_ROWS - len(answering)))])


def _tokens_of(window: Any, start: int, end: int) -> list[int] | None:
    """The first and the last token of a place, by their numbers in the window."""
    inside = [at for at, (a, b) in enumerate(window.places) if a < end and start < b]
    return [window.first + inside[0], window.first + inside[-1]] if inside else None


def train(
    packed: Path, start: Path, target: Path, *, epochs: int, rate: float, same: float, seed: int
) -> None:
    """Train on a GPU where there is one, measure on the documents that are kept, and write the weights.

    `same`: how heavy it weighs to say the same as before of other pairs. Nothing is dropped at random: what
    is said of a pair should not move, and with dropout it does in every step.
    """
    import copy

    import torch
    from torch import Tensor
    from torch.nn import functional as F

    from evals.training.from_file import reader_of
    from evals.training.model import MultiHead, save_half
    from evals.training.optimise import Stepper, freeze_words

    torch.manual_seed(seed)
    random = Random(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    held = np.load(packed)
    lengths = held["lengths"].astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    ids = torch.from_numpy(held["ids"].astype(np.int64)).to(device)
    kinds = torch.from_numpy(np.unpackbits(held["kinds"])[: len(ids)].astype(np.int64)).to(device)
    firsts = held["firsts"].astype(np.int64)
    questions = json.loads(held["questions"].tobytes())
    model = reader_of(start).to(device)
    before = copy.deepcopy(model).eval()
    freeze_words(model)

    def batch(numbers: list[int]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        longest = int(max(lengths[n] for n in numbers))
        place = torch.arange(longest, device=device)[None]
        first = torch.tensor(starts[numbers], device=device)[:, None]
        length = torch.tensor(lengths[numbers], device=device)[:, None]
        mask = place < length
        at = (first + place).clamp(max=len(ids) - 1)
        text = mask & (place >= torch.tensor(firsts[numbers], device=device)[:, None]) & (place < length - 1)
        return torch.where(mask, ids[at], 0), mask.long(), torch.where(mask, kinds[at], 0), text

    def read(own: MultiHead, numbers: list[int]) -> tuple[Tensor, Tensor, Tensor]:
        *given, text = batch(numbers)
        with torch.autocast(device.type, torch.bfloat16):
            scores, ends = own(*given)
        return scores.float(), ends.float().masked_fill(~text[:, :, None], -1e4), text

    def of_rows(some: list[Any]) -> Tensor:
        rows = [(of, row) for of, each in enumerate(some) for row in each["rows"]]
        scores, ends, _ = read(model, [row[0] for _, row in rows])
        # A question is a line of a table: its rows, what is no row, and zero for "nothing answers".
        most = max(len(each["rows"]) for each in some)
        places = torch.tensor([[of, at] for of, each in enumerate(some) for at in range(len(each["rows"]))])
        of, at = places.to(device).T
        right = torch.tensor([row[1] for _, row in rows], device=device)
        answers = scores[:, 0]
        table = scores.new_full((len(some), most + 1), -1e4)
        table[:, most] = 0.0
        table = table.index_put((of, at), answers)
        good = torch.zeros_like(table, dtype=torch.bool).index_put((of, at), right)
        good[:, most] = ~good.any(1)
        loss = (table.logsumexp(1) - table.masked_fill(~good, -1e4).logsumexp(1)).mean()
        # Each by itself, too: in the product the others may be missing.
        loss = loss + _ALONE * F.binary_cross_entropy_with_logits(answers, right.float())
        spans = torch.tensor(
            [(n, *span) for n, (_, row) in enumerate(rows) for span in row[2]], device=device
        )
        if not len(spans):
            return loss
        chances = ends.log_softmax(1)
        number, first, last = spans.T
        return loss - _SPAN * (chances[number, first, 0] + chances[number, last, 1]).mean()

    def of_replay(numbers: list[int]) -> tuple[Tensor, Tensor]:
        scores, ends, text = read(model, numbers)
        with torch.no_grad():
            old, old_ends, _ = read(before, numbers)
        moved = (scores - old).pow(2).mean()
        chances, known = ends.log_softmax(1), old_ends.softmax(1)
        apart = (known * (known.clamp(min=1e-9).log() - chances) * text[:, :, None]).sum((1, 2)).mean()
        return moved, apart

    def batches() -> Iterator[tuple[list[Any], list[int]]]:
        taught = [each for each in questions if not each["kept"]]
        for _ in range(epochs):
            random.shuffle(taught)
            for place in range(0, len(taught), _QUESTIONS):
                yield taught[place : place + _QUESTIONS], random.sample(trained, _REPLAYED)

    every = list(range(int(held["replayed"])))
    random.shuffle(every)
    aside, trained = every[:2000], every[2000:]
    steps = epochs * -(-sum(not each["kept"] for each in questions) // _QUESTIONS)
    stepper = Stepper(model, rate, steps)

    @torch.no_grad()
    def measured() -> str:
        first = pointed = present = silent = absent = 0
        kept = [each for each in questions if each["kept"] and each["rows"]]
        for place in range(0, len(kept), 2 * _QUESTIONS):
            some = kept[place : place + 2 * _QUESTIONS]
            scores, ends, _ = read(model, [row[0] for each in some for row in each["rows"]])
            answers, chosen = scores[:, 0].tolist(), ends[:, :, 0].argmax(1).tolist()
            at = 0
            for each in some:
                best = max(range(len(each["rows"])), key=lambda n: answers[at + n])
                row = each["rows"][best]
                if any(one[1] for one in each["rows"]):
                    present += 1
                    first += row[1]
                    pointed += any(a <= chosen[at + best] <= b for a, b in row[2])
                else:
                    absent += 1
                    silent += answers[at + best] < 0
                at += len(each["rows"])
        moved, apart = zip(*(of_replay(aside[a : a + 100]) for a in range(0, len(aside), 100)), strict=True)
        return (
            f"row first {first / present:.3f}, cell first {pointed / present:.3f} of {present}; silent "
            f"{silent / max(1, absent):.3f} of {absent}; others moved by "
            f"{float(torch.stack(moved).mean()) ** 0.5:.3f}, places by {float(torch.stack(apart).mean()):.4f}"
        )

    model.eval()
    print("before:", measured(), flush=True)
    began = time.monotonic()
    for at, (some, again) in enumerate(batches(), 1):
        rows = of_rows(some)
        moved, apart = of_replay(again)
        (rows + same * (moved + _REPLAY_SPAN * apart)).backward()
        stepper.step()
        if at % 50 == 0:
            print(f"{at} of {steps}, {time.monotonic() - began:.0f} s: {rows.item():.3f}", flush=True)
        if at % max(1, steps // epochs) == 0:
            print(measured(), flush=True)
            save_half(model, target)
    save_half(model, target)


def write(packed: Path, start: Path, trained: Path, folder: Path) -> None:
    """The reader as files, in full precision and in 8 bits."""
    import torch

    from evals.training.batches import Batch
    from evals.training.export import export
    from evals.training.from_file import reader_of
    from evals.training.model import load_half

    held = np.load(packed)
    starts = np.concatenate([[0], np.cumsum(held["lengths"].astype(np.int64))])
    kinds = np.unpackbits(held["kinds"])
    shown = []
    for number in Random(7).sample(range(len(held["lengths"])), _SHOWN):
        own = slice(int(starts[number]), int(starts[number + 1]))
        ids = torch.from_numpy(held["ids"][own].astype(np.int64))[None]
        none = torch.zeros(1, dtype=torch.long)
        kind = torch.from_numpy(kinds[own].astype(np.int64))[None]
        shown.append(Batch(ids, torch.ones_like(ids), kind, none, none))
    model = reader_of(start)
    load_half(model, trained)
    export(model, folder, "reader", ("scores", "span"), shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    steps = parser.add_subparsers(dest="step", required=True)
    packing = steps.add_parser("pack")
    for name in ("told", "replay", "tokenizer", "target"):
        packing.add_argument(f"--{name}", type=Path, required=True)
    training = steps.add_parser("train")
    for name in ("packed", "start", "target"):
        training.add_argument(f"--{name}", type=Path, required=True)
    training.add_argument("--epochs", type=int, default=2)
    training.add_argument("--rate", type=float, default=6e-5)
    training.add_argument("--same", type=float, default=12.0)
    training.add_argument("--seed", type=int, default=7)
    writing = steps.add_parser("write")
    for name in ("packed", "start", "trained", "folder"):
        writing.add_argument(f"--{name}", type=Path, required=True)
    options = vars(parser.parse_args())
    {"pack": pack, "train": train, "write": write}[options.pop("step")](**options)


if __name__ == "__main__":
    main()
