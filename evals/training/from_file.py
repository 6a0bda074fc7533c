"""Read the reader's own 8-bit file back into a model that training can go on from.

What 8 bits rounded stays rounded; a stage of training makes up for it. Kinds of tokens are a sum in the file.
"""

from __future__ import annotations

import re
from pathlib import Path

import torch
from torch import Tensor

from evals.training.model import Encoder, MultiHead

_PRODUCT = re.compile(r"/model/encoder/layers\.(?P<layer>\d+)/(?P<name>qkv|out|rise|fall)/")
_OWN = {"qkv": "qkv.product", "out": "out", "rise": "rise.product", "fall": "fall.plain"}


def reader_of(file: Path) -> MultiHead:
    """The model in a file that `export` wrote."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(file)).graph
    held = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    layers = 1 + max(
        int(found["layer"]) for found in map(_PRODUCT.search, (n.name for n in graph.node)) if found
    )
    state: dict[str, Tensor] = {}
    for name, tensor in held.items():
        own = name.removeprefix("model.").replace(".product.", ".").replace(".plain.", ".")
        if name.startswith("model.") and not own.endswith((".shrink", ".rows", ".scale")):
            state[own] = tensor
    state["encoder.words.weight"] = (
        held["model.encoder.words.rows"].float() * held["model.encoder.words.scale"]
    )
    for node in graph.node:
        found = _PRODUCT.search(node.name)
        if found is None or node.op_type != "MatMulInteger":
            continue
        quantised = node.input[1]
        scale = held[quantised.replace("_quantized", "_scale")]
        zero = held[quantised.replace("_quantized", "_zero_point")]
        weight = (held[quantised].float() - zero.float()) * scale.float()
        place = f"encoder.layers.{found['layer']}.{found['name']}"
        shrink = held.get(f"model.{place}.shrink")
        weight = weight.T.contiguous()
        state[f"{place}.weight"] = weight if shrink is None else weight * shrink
    # Heads are written as they are multiplied; the first kind of token is added to all, the step to the
    # second one is multiplied by the kind.
    for head in ("pool", "scores"):
        state[f"{head}.weight"] = state[f"{head}.weight"].T.contiguous()
    state["span.weight"] = _nameless(held, "MatMul", 2).T.contiguous()
    first, step = _nameless(held, "Add", 1), _nameless(held, "Mul", 1)
    state["encoder.kinds.weight"] = torch.stack([first, first + step])
    model = MultiHead(Encoder(layers=layers))
    missing, unknown = model.load_state_dict(state, strict=False)
    assert not unknown, unknown
    assert not missing, missing
    return model


def _nameless(held: dict[str, Tensor], product: str, dimensions: int) -> Tensor:
    """The one tensor of so many dimensions that export named after what is done with it."""
    (found,) = [
        tensor
        for name, tensor in held.items()
        if re.fullmatch(rf"onnx::{product}_\d+", name) and tensor.ndim == dimensions
    ]
    return found
