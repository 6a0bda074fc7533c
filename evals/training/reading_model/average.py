"""Average the weights of several trainings from one base, measure each and the mean, and write its pieces.

`python average.py --data views.npz.xz --base base?.npz --out DIR RUN RUN …`, where each RUN is the `--out` of
a `train.py` that is done, or a folder of pieces. It needs what `train.py` needs, and lies beside it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

try:
    from evals.training.reading_model.blocks import write_pieces
    from evals.training.reading_model.train import Training, Views, beginning
except ImportError:  # on a machine that has these files alone
    from blocks import write_pieces  # type: ignore[import-not-found,no-redef]
    from train import Training, Views, beginning  # type: ignore[import-not-found,no-redef]


def masters_of(run: Path, training: Training) -> list[torch.Tensor]:
    """The weights of a training in the order of the network's own."""
    if (run / "state.pt").exists():
        state = torch.load(run / "state.pt", map_location=training.device, weights_only=True)
        masters: list[torch.Tensor] = state["masters"]
        return masters
    stored = beginning(sorted(run.glob("weights.*")), training.network.shape)
    return [stored[name].float().to(training.device) for name, _ in training.network.named_parameters()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--base", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("runs", type=Path, nargs="+")
    options = parser.parse_args()
    settings = argparse.Namespace(base=options.base, layers=30, seed=7, rate=3e-4, plain=True, tokens=65_536)
    views, training = Views.read(options.data), Training(settings)
    read = [masters_of(run, training) for run in options.runs]
    mean = [sum(each) / len(read) for each in zip(*read, strict=True)]
    for name, masters in (*zip(map(str, options.runs), read, strict=True), ("mean", mean)):
        with torch.no_grad():
            torch._foreach_copy_(training.masters, masters)
            torch._foreach_copy_(training.weights, training.masters)
        print(name, json.dumps(training.measure(views)), flush=True)
    names = [name for name, _ in training.network.named_parameters()]
    weights = {name: each.float().cpu().numpy() for name, each in zip(names, training.masters, strict=True)}
    write_pieces(weights, options.out / "pieces", {"mean of": [str(run) for run in options.runs]})


if __name__ == "__main__":
    main()
