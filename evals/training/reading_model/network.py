"""SmolLM2-135M in plain torch, for training: weights from the blocks of its file, and the forward pass."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

_NORM = 1e-5
_NAMES = {
    "attn_norm": "before",
    "ffn_norm": "between",
    "attn_q": "q",
    "attn_k": "k",
    "attn_v": "v",
    "attn_output": "o",
    "ffn_gate": "gate",
    "ffn_up": "up",
    "ffn_down": "down",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """How large the network is; those of SmolLM2-135M."""

    width: int = 576
    layers: int = 30
    heads: int = 9
    shared: int = 3
    """Heads of keys and values, each shared by several of the others."""
    head: int = 64
    inner: int = 1536
    words: int = 49152
    base: float = 100_000.0


class Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        wide, narrow = shape.heads * shape.head, shape.shared * shape.head
        self.before, self.between = (nn.Parameter(torch.ones(shape.width)) for _ in range(2))
        self.q = nn.Linear(shape.width, wide, bias=False)
        self.k = nn.Linear(shape.width, narrow, bias=False)
        self.v = nn.Linear(shape.width, narrow, bias=False)
        self.o = nn.Linear(wide, shape.width, bias=False)
        self.gate = nn.Linear(shape.width, shape.inner, bias=False)
        self.up = nn.Linear(shape.width, shape.inner, bias=False)
        self.down = nn.Linear(shape.inner, shape.width, bias=False)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        texts, length, width = x.shape
        shape = self.shape
        h = functional.rms_norm(x, (width,), self.before, _NORM)
        q = _turned(self.q(h).view(texts, length, shape.heads, shape.head).transpose(1, 2), cos, sin)
        k = _turned(self.k(h).view(texts, length, shape.shared, shape.head).transpose(1, 2), cos, sin)
        v = self.v(h).view(texts, length, shape.shared, shape.head).transpose(1, 2)
        times = shape.heads // shape.shared
        k, v = k.repeat_interleave(times, 1), v.repeat_interleave(times, 1)
        seen = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.o(seen.transpose(1, 2).reshape(texts, length, -1))
        h = functional.rms_norm(x, (width,), self.between, _NORM)
        return x + self.down(functional.silu(self.gate(h)) * self.up(h))


class Network(nn.Module):
    """Predicts the next token; the matrix of its words serves at both ends."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding(shape.words, shape.width)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.norm = nn.Parameter(torch.ones(shape.width))

    def forward(self, ids: Tensor) -> Tensor:
        """The last state of every token."""
        x = self.words(ids)
        cos, sin = self._angles(ids.shape[1], x)
        for layer in self.layers:
            x = layer(x, cos, sin)
        return functional.rms_norm(x, (self.shape.width,), self.norm, _NORM)

    def logits(self, states: Tensor) -> Tensor:
        return functional.linear(states, self.words.weight).float()

    def _angles(self, length: int, like: Tensor) -> tuple[Tensor, Tensor]:
        half = torch.arange(0, self.shape.head, 2, device=like.device).float() / self.shape.head
        angles = torch.arange(length, device=like.device).float()[:, None] / self.shape.base**half
        return angles.cos().to(like.dtype), angles.sin().to(like.dtype)


def _turned(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    first, second = x.chunk(2, dim=-1)
    return torch.cat([first * cos - second * sin, second * cos + first * sin], -1)


def load_base(pieces: Sequence[Path], shape: Shape) -> dict[str, Tensor]:
    """The weights of the base from the pieces that `base.py` wrote; layers beyond the shape are left out."""
    found: dict[str, Tensor] = {}
    for piece in pieces:
        stored = np.load(piece)
        told: Mapping[str, Any] = json.loads(bytes(stored["meta"]).decode())
        for name, (kind, size) in told.items():
            values = _plain(stored[name], kind, size)
            if name == "token_embd.weight":
                found["words.weight"] = torch.from_numpy(values)
            elif name == "output_norm.weight":
                found["norm"] = torch.from_numpy(values)
            else:
                _, number, part, _ = name.split(".")
                if int(number) >= shape.layers:
                    continue
                if part in ("attn_q", "attn_k"):
                    values = _in_halves(values, shape.heads if part == "attn_q" else shape.shared)
                end = "" if part.endswith("norm") else ".weight"
                found[f"layers.{number}.{_NAMES[part]}{end}"] = torch.from_numpy(values)
    return found


def _plain(raw: NDArray[np.uint8], kind: str, size: Sequence[int]) -> NDArray[np.float32]:
    """The numbers of raw blocks: 32 values of 4 or 8 bits with what they are scaled by."""
    if kind == "F32":
        return raw.view(np.float32).reshape(size).copy()
    if kind == "Q8_0":
        blocks = raw.reshape(-1, 34)
        scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
        return (blocks[:, 2:].copy().view(np.int8).astype(np.float32) * scale).reshape(size)
    if kind == "Q4_1":
        blocks = raw.reshape(-1, 20)
        scale, least = (blocks[:, at : at + 2].copy().view(np.float16).astype(np.float32) for at in (0, 2))
        low, high = blocks[:, 4:] & 15, blocks[:, 4:] >> 4
        return (np.concatenate([low, high], 1).astype(np.float32) * scale + least).reshape(size)
    raise ValueError(f"Blocks of the kind {kind!r} are not known.")


def _in_halves(rows: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """Rows of a head with its two halves one after the other; the file has them in turn."""
    size = rows.shape
    turned = rows.reshape(heads, size[0] // heads // 2, 2, *size[1:]).swapaxes(1, 2)
    return np.ascontiguousarray(turned.reshape(size))
