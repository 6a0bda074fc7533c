"""Step a half-precision model by full-precision weights, the rate rising, then falling in a line."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn

_WARM_UP = 0.06
_DECAY = 0.01
_LARGEST_STEP = 1.0


class Stepper:
    """AdamW over full-precision copies of the weights that are trained."""

    def __init__(self, model: nn.Module, rate: float, steps: int) -> None:
        self.rate, self.steps, self.done = rate, steps, 0
        self.own = [p for p in model.parameters() if p.requires_grad]
        self.full = [p.detach().float().clone().requires_grad_() for p in self.own]
        decayed = [f for f in self.full if f.ndim > 1]
        rest = [f for f in self.full if f.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": _DECAY}, {"params": rest, "weight_decay": 0.0}]
        for full in self.full:
            full.grad = torch.zeros_like(full)
        fused = self.full[0].is_cuda
        self.adam = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), eps=1e-6, fused=fused)

    def step(self) -> None:
        """Take the gradients of the model, move its full-precision weights, and copy them back."""
        with torch.no_grad():
            # Many small copies in one call: the processor that queues them is as busy as the accelerator.
            grads = [torch.zeros_like(own) if own.grad is None else own.grad for own in self.own]
            torch._foreach_copy_([full.grad for full in self.full], grads)
        for own in self.own:
            own.grad = None
        nn.utils.clip_grad_norm_(self.full, _LARGEST_STEP)
        for group in self.adam.param_groups:
            group["lr"] = self.rate * self._share()
        self.adam.step()
        _copy(self.full, self.own)
        self.done += 1

    def _share(self) -> float:
        warm = max(1, int(self.steps * _WARM_UP))
        if self.done < warm:
            return (self.done + 1) / warm
        return max(0.0, (self.steps - self.done) / max(1, self.steps - warm))


@torch.no_grad()
def _copy(full: Iterable[Tensor], own: Iterable[Tensor]) -> None:
    torch._foreach_copy_(list(own), list(full))


def freeze_words(model: nn.Module) -> None:
    """The word table stays that of the base: it is half of the weights and knows every word already.

    So does what a base knows of distances: its gradient would be as large as all attention.
    """
    for name, parameter in model.named_parameters():
        if name.endswith(("words.weight", "near.weight")):
            parameter.requires_grad_(False)
