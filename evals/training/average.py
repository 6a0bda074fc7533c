"""Average two readers that were trained on different mixes, and put their scores back to scale.

Both start from the same base and the same heads, so a model in the middle is a model too. Its scores are
small; each head is widened again, which changes no order, so that a logit means about what it says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

WIDER = (3.0, 1.0, 1.9)
"""By how much each score is multiplied: answerable, supported, contradicted."""


def middle(one: Mapping[str, Tensor], other: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Half of each."""
    return {name: (one[name].float() + other[name].float()) / 2 for name in one}


def widened(state: Mapping[str, Tensor], by: Sequence[float] = WIDER) -> dict[str, Tensor]:
    """The same weights with the scores multiplied."""
    factors = torch.tensor(by)
    changed = dict(state)
    changed["scores.weight"] = state["scores.weight"].float() * factors[:, None]
    changed["scores.bias"] = state["scores.bias"].float() * factors
    return changed


def average_files(one: Path, other: Path, target: Path) -> None:
    from safetensors.torch import load_file, save_file

    mixed = widened(middle(load_file(str(one)), load_file(str(other))))
    save_file({name: tensor.half().contiguous() for name, tensor in mixed.items()}, str(target))
