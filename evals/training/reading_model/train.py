"""Fine-tune the base on packed views, on one GPU; go on where an earlier call stopped; write 8-bit pieces.

`python train.py --data views.npz.xz --base base?.npz --out DIR --seconds 540 --all-seconds 1000`. It needs
torch, numpy and the modules `network` and `blocks` beside it, nothing of the package. All weights are
trained: bf16 on the GPU, float32 masters, AdamW, a linear rate; only tokens of the reply are learnt. A call
ends after `--seconds` and keeps its state in DIR; the same call goes on. When all is done it measures, and
writes `DIR/pieces/`.
"""

from __future__ import annotations

import argparse
import io
import json
import lzma
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

try:
    from evals.training.reading_model.blocks import from_blocks, read_pieces, write_pieces
    from evals.training.reading_model.network import Network, Shape, load_base
except ImportError:  # on a machine that has these files alone
    from blocks import (  # type: ignore[import-not-found,no-redef]
        from_blocks,
        read_pieces,
        write_pieces,
    )
    from network import Network, Shape, load_base  # type: ignore[import-not-found,no-redef]

_WARM_UP, _LEAST_RATE, _CHUNK = 80, 0.03, 4096
# The first token says whether anything answers and begins the number: it decides more than any other.
_FIRST_WEIGHT = 3.0
_NOTHING = -100


@dataclass(slots=True)
class Views:
    """The packed views: what is shown and what is to be said, one after the other in `tokens`."""

    arrays: dict[str, np.ndarray]
    starts: np.ndarray

    @classmethod
    def read(cls, file: Path) -> Views:
        stored = np.load(io.BytesIO(lzma.decompress(file.read_bytes())))
        arrays = {name: stored[name] for name in stored.files}
        lengths = arrays["shown"] + arrays["said"]
        return cls(arrays, np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))

    def length(self, at: int) -> int:
        return int(self.starts[at + 1] - self.starts[at])

    def epoch(self, number: int, seed: int) -> np.ndarray:
        """The views of one epoch: of every row as many as it has visits, another one each time."""
        random = np.random.default_rng([seed, number])
        by_row: dict[int, list[int]] = {}
        for at in np.flatnonzero(self.arrays["first"] > 0):
            by_row.setdefault(int(self.arrays["row"][at]), []).append(int(at))
        chosen = []
        for views in by_row.values():
            visits = float(self.arrays["visits"][views[0]])
            count = int(visits) + (random.random() < visits % 1)
            chosen += [views[(number * max(1, count) + turn) % len(views)] for turn in range(count)]
        return random.permutation(np.array(chosen))

    def batches(self, order: np.ndarray, tokens: int, random: np.random.Generator) -> list[list[int]]:
        """Views of like length together, so that little is filled up."""
        found: list[list[int]] = []
        for first in range(0, len(order), _CHUNK):
            part = sorted(order[first : first + _CHUNK].tolist(), key=self.length)
            batch: list[int] = []
            for at in part:
                if batch and (len(batch) + 1) * self.length(at) > tokens:
                    found.append(batch)
                    batch = []
                batch.append(at)
            found += [batch] if batch else []
        return [found[at] for at in random.permutation(len(found))]

    def tensors(self, batch: Sequence[int], device: str) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What goes in, what is due behind each token, and how much each counts."""
        longest = max(map(self.length, batch))
        ids = np.zeros((len(batch), longest), np.int64)
        due = np.full((len(batch), longest), _NOTHING, np.int64)
        weight = np.ones((len(batch), longest), np.float32)
        for row, at in enumerate(batch):
            own = self.arrays["tokens"][self.starts[at] : self.starts[at + 1]].astype(np.int64)
            shown = int(self.arrays["shown"][at])
            ids[row, : len(own)] = own
            due[row, shown - 1 : len(own) - 1] = own[shown:]
            weight[row, shown - 1] = _FIRST_WEIGHT
        return tuple(torch.from_numpy(each).to(device, non_blocking=True) for each in (ids, due, weight))  # type: ignore[return-value]  # three


class Training:
    """The network, its masters and how far it has come."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(options.seed)
        shape = Shape(layers=options.layers)
        self.network = Network(shape)
        self.network.load_state_dict(beginning(options.base, shape))
        self.masters = [each.detach().clone().to(self.device) for each in self.network.parameters()]
        self.network.to(self.device, torch.bfloat16 if self.device == "cuda" else torch.float32)
        self.weights = list(self.network.parameters())
        matrices = [each for each in self.masters if each.ndim > 1]
        others = [each for each in self.masters if each.ndim <= 1]
        groups = [{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
        is_cuda = self.device == "cuda"
        self.optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), fused=is_cuda)
        self.step, self.spent = 0, 0.0
        if is_cuda and not options.plain:
            for layer in self.network.layers:
                layer.compile(dynamic=True)

    def run(self, views: Views) -> bool:
        """Train until the time of this call is over; whether all is done."""
        options, start = self.options, time.monotonic()
        batches = list(self._plan(views))
        say(f"{len(batches)} steps, {sum(map(len, batches))} views, from step {self.step}")
        self.network.train()
        tokens, recent = 0, 0.0
        while self.step < len(batches) and self.step < options.steps:
            here = time.monotonic() - start
            part = max(self.step / len(batches), (self.spent + here) / options.all_seconds)
            if part >= 1:
                break
            if here >= options.seconds:
                self.spent += here
                return False
            rate = options.rate * min(1.0, (self.step + 1) / _WARM_UP) * max(_LEAST_RATE, 1 - part)
            loss, size = self._learn(views, batches[self.step], rate)
            tokens += size
            self.step += 1
            if self.step % 50 == 0 or self.step <= 3:
                recent = loss.item() if not recent else 0.8 * recent + 0.2 * loss.item()
                speed = tokens / (time.monotonic() - start) / 1e3
                now = f"loss {loss.item():.4f} ({recent:.4f})"
                say(f"step {self.step} {now} rate {rate:.1e} {speed:.0f}k tokens/s")
        self.spent += time.monotonic() - start
        return True

    def _plan(self, views: Views) -> Iterator[list[int]]:
        random = np.random.default_rng(self.options.seed)
        for number in range(self.options.epochs):
            yield from views.batches(views.epoch(number, self.options.seed), self.options.tokens, random)

    def _learn(self, views: Views, batch: Sequence[int], rate: float) -> tuple[torch.Tensor, int]:
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        ids, due, weight = views.tensors(batch, self.device)
        states = self.network(ids).reshape(-1, self.network.shape.width)
        places = (due.view(-1) != _NOTHING).nonzero()[:, 0]
        logits = self.network.logits(states[places])
        losses = functional.cross_entropy(logits, due.view(-1)[places], reduction="none")
        counts = weight.view(-1)[places]
        loss = (losses * counts).sum() / counts.sum()
        loss.backward()
        for own, master in zip(self.weights, self.masters, strict=True):
            master.grad = own.grad.float() if own.grad is not None else None
            own.grad = None
        torch.nn.utils.clip_grad_norm_(self.masters, 1.0)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_copy_(self.weights, self.masters)
        return loss.detach(), ids.numel()

    @torch.no_grad()
    def measure(self, views: Views) -> dict[str, Any]:
        """On views of kept documents: how often the first line is right, and `none` where none is due."""
        self.network.eval()
        kept = np.flatnonzero(views.arrays["first"] < 0)
        none, digits = int(views.arrays["none"]), set(views.arrays["digits"].tolist())
        counts: dict[str, list[int]] = {}
        for batch in views.batches(kept, self.options.tokens, np.random.default_rng(0)):
            ids, due, _ = views.tensors(batch, self.device)
            said = [
                self.network.logits(state[row >= 0]).argmax(-1).tolist()
                for state, row in self._rows(ids, due)
            ]
            for at, best in zip(batch, said, strict=True):
                shown, first = int(views.arrays["shown"][at]), -int(views.arrays["first"][at])
                right = views.arrays["tokens"][views.starts[at] + shown : views.starts[at + 1]].tolist()
                is_none = right[0] == none
                hit = best[:first] == right[:first] and (is_none or best[first] not in digits)
                name = str(views.arrays["groups"][views.arrays["group"][at]])
                for group in ("all", name):
                    told = counts.setdefault(f"{group} {'none' if is_none else 'said'}", [0, 0])
                    told[0] += hit
                    told[1] += 1
        return {name: [round(hits / all_, 3), all_] for name, (hits, all_) in sorted(counts.items())}

    def _rows(self, ids: torch.Tensor, due: torch.Tensor) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        yield from zip(self.network(ids), due, strict=True)

    def keep(self, file: Path) -> None:
        state = {"masters": self.masters, "optimiser": self.optimiser.state_dict()}
        torch.save({**state, "step": self.step, "spent": self.spent}, file)

    def go_on(self, file: Path) -> None:
        state = torch.load(file, map_location=self.device, weights_only=True)
        with torch.no_grad():
            torch._foreach_copy_(self.masters, state["masters"])
            torch._foreach_copy_(self.weights, self.masters)
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.spent = state["step"], state["spent"]


def beginning(pieces: Sequence[Path], shape: Shape) -> dict[str, torch.Tensor]:
    """The weights of the base, or those that an earlier training wrote in pieces."""
    if pieces[0].suffix == ".npz":
        return load_base(pieces, shape)
    stored, found = read_pieces(pieces), {}
    for name, values in stored.items():
        if name.endswith(".q"):
            name, values = name[:-2], from_blocks(values, stored[f"{name[:-2]}.s"])
        if not name.endswith(".s"):
            found[name] = torch.from_numpy(values)
    return found


_START = time.monotonic()


def say(what: str) -> None:
    print(f"[{time.monotonic() - _START:.0f} s] {what}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument(
        "--base", type=Path, nargs="+", required=True, help="what base.py wrote, or pieces to go on from"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=540, help="how long this call may train")
    parser.add_argument("--all-seconds", type=float, default=1000, help="how long all calls together may")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--tokens", type=int, default=65_536, help="in one step")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--layers", type=int, default=30, help="fewer for a try")
    parser.add_argument("--steps", type=int, default=10**9, help="fewer for a try")
    parser.add_argument("--plain", action="store_true", help="without compiling")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    views, training = Views.read(options.data), Training(options)
    state = options.out / "state.pt"
    if state.exists():
        training.go_on(state)
    say(f"{len(views.arrays['shown'])} views on {training.device}")
    done = training.run(views)
    training.keep(state)
    if not done:
        say(f"stopped at step {training.step}: call it again")
        return
    names = [name for name, _ in training.network.named_parameters()]
    weights = {name: each.float().cpu().numpy() for name, each in zip(names, training.masters, strict=True)}
    told = {"steps": training.step, "seconds": round(training.spent), "seed": options.seed}
    write_pieces(weights, options.out / "pieces", told)
    say(json.dumps(training.measure(views)))
    say("done")


if __name__ == "__main__":
    main()
