"""The encoder, its heads, and the reading and writing of its weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

HEADS = ("answerable", "supported", "contradicted", "yes", "no")
_PLACES = 512
_FARTHEST = 128
_SMALL = 0.02


class Layer(nn.Module):
    """One transformer layer, normalised after each half as BERT does it."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float, eps: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm_attention = nn.LayerNorm(width, eps=eps)
        self.rise = nn.Linear(width, inner)
        self.fall = nn.Linear(inner, width)
        self.norm_inner = nn.LayerNorm(width, eps=eps)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        batch, length, width = x.shape
        qkv = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        rate = self.dropout if self.training else 0.0
        seen = F.scaled_dot_product_attention(qkv[0], qkv[1], qkv[2], attn_mask=mask, dropout_p=rate)
        seen = self.out(seen.transpose(1, 2).reshape(batch, length, width))
        x = self.norm_attention(x + F.dropout(seen, self.dropout, self.training))
        inner = self.fall(F.gelu(self.rise(x)))
        return self.norm_inner(x + F.dropout(inner, self.dropout, self.training))


class Encoder(nn.Module):
    """Token numbers to one vector per token."""

    def __init__(
        self,
        layers: int = 6,
        width: int = 384,
        heads: int = 12,
        words: int = 30522,
        dropout: float = 0.1,
        *,
        steps: int = 0,
        eps: float = 1e-12,
    ) -> None:
        """`steps`: into how many steps the distance between two tokens is told apart, as MPNet does it."""
        super().__init__()
        self.dropout = dropout
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(_PLACES, width)
        self.kinds = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=eps)
        self.layers = nn.ModuleList(Layer(width, heads, 4 * width, dropout, eps) for _ in range(layers))
        self.near = nn.Embedding(steps, heads) if steps else None

    def forward(self, ids: Tensor, mask: Tensor, kinds: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        # There are two kinds: a sum, since the gradient of a lookup with two rows is slow.
        first, second = self.kinds.weight[0], self.kinds.weight[1]
        x = self.words(ids) + self.places(places)[None] + first
        x = x + kinds[:, :, None].to(x.dtype) * (second - first)
        x = F.dropout(self.norm(x), self.dropout, self.training)
        seen = mask[:, None, None, :].to(torch.bool)
        if self.near is not None:
            nearness = self.near(_steps(places, self.near.num_embeddings)).permute(2, 0, 1)[None].to(x.dtype)
            seen = torch.where(seen, nearness, torch.finfo(x.dtype).min)
        for layer in self.layers:
            x = layer(x, seen)
        return x


def _steps(places: Tensor, count: int) -> Tensor:
    """The step of every distance: one each for near ones, then ever wider ones, behind and before apart."""
    half = count // 2
    exact = half // 2
    distance = places[None, :] - places[:, None]
    far = distance.abs().clamp(min=1).float()
    wide = exact + (torch.log(far / exact) / math.log(_FARTHEST / exact) * (half - exact)).long()
    step = torch.where(distance.abs() < exact, distance.abs(), wide.clamp(max=half - 1))
    return step + half * (distance > 0)


class MultiHead(nn.Module):
    """Three scores of a pair, and where the answer starts and ends."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        width = encoder.words.embedding_dim
        self.encoder = encoder
        self.pool = nn.Linear(width, width)
        self.scores = nn.Linear(width, len(HEADS))
        self.span = nn.Linear(width, 2)

    def forward(self, ids: Tensor, mask: Tensor, kinds: Tensor) -> tuple[Tensor, Tensor]:
        x = self.encoder(ids, mask, kinds)
        pooled = F.dropout(torch.tanh(self.pool(x[:, 0])), self.encoder.dropout, self.training)
        return self.scores(pooled), self.span(x)


class Embedder(nn.Module):
    """The mean of the token vectors, of length one."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, ids: Tensor, mask: Tensor, kinds: Tensor) -> Tensor:
        x = self.encoder(ids, mask, kinds)
        seen = mask[:, :, None].to(x.dtype)
        mean = (x * seen).sum(1) / seen.sum(1)
        return F.normalize(mean.float(), dim=1)


def from_bert(state: Mapping[str, Tensor], layers: int = 6) -> Encoder:
    """An encoder with the weights of a BERT checkpoint."""
    encoder = Encoder(layers=layers)
    own: dict[str, Tensor] = {
        "words.weight": state["embeddings.word_embeddings.weight"],
        "places.weight": state["embeddings.position_embeddings.weight"],
        "kinds.weight": state["embeddings.token_type_embeddings.weight"],
        "norm.weight": state["embeddings.LayerNorm.weight"],
        "norm.bias": state["embeddings.LayerNorm.bias"],
    }
    for at in range(layers):
        theirs, ours = f"encoder.layer.{at}", f"layers.{at}"
        for part in ("weight", "bias"):
            three = [state[f"{theirs}.attention.self.{name}.{part}"] for name in ("query", "key", "value")]
            own[f"{ours}.qkv.{part}"] = torch.cat(three)
            own[f"{ours}.out.{part}"] = state[f"{theirs}.attention.output.dense.{part}"]
            own[f"{ours}.norm_attention.{part}"] = state[f"{theirs}.attention.output.LayerNorm.{part}"]
            own[f"{ours}.rise.{part}"] = state[f"{theirs}.intermediate.dense.{part}"]
            own[f"{ours}.fall.{part}"] = state[f"{theirs}.output.dense.{part}"]
            own[f"{ours}.norm_inner.{part}"] = state[f"{theirs}.output.LayerNorm.{part}"]
    encoder.load_state_dict({name: tensor.float() for name, tensor in own.items()})
    return encoder


def from_mpnet(state: Mapping[str, Tensor], layers: int = 12) -> Encoder:
    """An encoder with the weights of an MPNet checkpoint, for the token numbers of BERT."""
    theirs = state["embeddings.word_embeddings.weight"]
    encoder = Encoder(layers, theirs.shape[1], words=30522, steps=32, eps=1e-5)
    own: dict[str, Tensor] = {
        "words.weight": _in_order_of_bert(theirs),
        # The first token has the place 2 there.
        "places.weight": state["embeddings.position_embeddings.weight"][2 : 2 + _PLACES],
        # There are no kinds: small numbers that training can tell apart.
        "kinds.weight": torch.randn_like(encoder.kinds.weight) * _SMALL,
        "norm.weight": state["embeddings.LayerNorm.weight"],
        "norm.bias": state["embeddings.LayerNorm.bias"],
        "near.weight": state["encoder.relative_attention_bias.weight"],
    }
    for at in range(layers):
        name, ours = f"encoder.layer.{at}", f"layers.{at}"
        for part in ("weight", "bias"):
            three = [state[f"{name}.attention.attn.{each}.{part}"] for each in "qkv"]
            own[f"{ours}.qkv.{part}"] = torch.cat(three)
            own[f"{ours}.out.{part}"] = state[f"{name}.attention.attn.o.{part}"]
            own[f"{ours}.norm_attention.{part}"] = state[f"{name}.attention.LayerNorm.{part}"]
            own[f"{ours}.rise.{part}"] = state[f"{name}.intermediate.dense.{part}"]
            own[f"{ours}.fall.{part}"] = state[f"{name}.output.dense.{part}"]
            own[f"{ours}.norm_inner.{part}"] = state[f"{name}.output.LayerNorm.{part}"]
    encoder.load_state_dict({name: tensor.float() for name, tensor in own.items()})
    return encoder


def _in_order_of_bert(words: Tensor) -> Tensor:
    """The word table by BERT's numbers: MPNet has four signs of its own before them and a mask behind."""
    table = words[4 : 4 + 30522].clone()
    for bert, mpnet in {0: 1, 100: 3, 101: 0, 102: 2, 103: 30526}.items():
        table[bert] = words[mpnet]
    return table


def load_base(file: Path | None, layers: int = 6) -> Encoder:
    """The base encoder; with random weights where no file is given, for dry runs."""
    if file is None:
        return Encoder(layers=layers)
    from safetensors.torch import load_file

    state = load_file(str(file))
    is_mpnet = "encoder.relative_attention_bias.weight" in state
    return from_mpnet(state, layers) if is_mpnet else from_bert(state, layers)


def save_half(model: nn.Module, file: Path) -> None:
    """The weights that training changed, in half precision: the word table is the base's."""
    from safetensors.torch import save_file

    kept = {
        n: t.detach().half().contiguous().cpu() for n, t in model.state_dict().items() if "words." not in n
    }
    save_file(kept, str(file))


def load_half(model: nn.Module, file: Path) -> None:
    from safetensors.torch import load_file

    missing, unknown = model.load_state_dict(
        {n: t.float() for n, t in load_file(str(file)).items()}, strict=False
    )
    assert not unknown, unknown
    assert all("words." in name for name in missing), missing
