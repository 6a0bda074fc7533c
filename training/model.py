"""The encoder, its heads, and the reading and writing of its weights."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

HEADS = ("answerable", "supported", "contradicted", "yes", "no")
_PLACES = 512


class Layer(nn.Module):
    """One transformer layer, normalised after each half as BERT does it."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm_attention = nn.LayerNorm(width, eps=1e-12)
        self.rise = nn.Linear(width, inner)
        self.fall = nn.Linear(inner, width)
        self.norm_inner = nn.LayerNorm(width, eps=1e-12)

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
        self, layers: int = 6, width: int = 384, heads: int = 12, words: int = 30522, dropout: float = 0.1
    ) -> None:
        super().__init__()
        self.dropout = dropout
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(_PLACES, width)
        self.kinds = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, 4 * width, dropout) for _ in range(layers))

    def forward(self, ids: Tensor, mask: Tensor, kinds: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        # There are two kinds: a sum, since the gradient of a lookup with two rows is slow.
        first, second = self.kinds.weight[0], self.kinds.weight[1]
        x = self.words(ids) + self.places(places)[None] + first
        x = x + kinds[:, :, None].to(x.dtype) * (second - first)
        x = F.dropout(self.norm(x), self.dropout, self.training)
        seen = mask[:, None, None, :].to(torch.bool)
        for layer in self.layers:
            x = layer(x, seen)
        return x


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


def load_base(file: Path | None, layers: int = 6) -> Encoder:
    """The base encoder; with random weights where no file is given, for dry runs."""
    if file is None:
        return Encoder(layers=layers)
    from safetensors.torch import load_file

    return from_bert(load_file(str(file)), layers)


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
