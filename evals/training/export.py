"""Write models as ONNX, in full precision and with 8-bit weights, and run such files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from evals.training.batches import Batch
from evals.training.compact import compact
from evals.training.model import Embedder, MultiHead

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_OPSET = 17


class Plain(nn.Module):
    """A model with the inputs and outputs that a file has."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> Any:
        return self.model(input_ids, attention_mask, token_type_ids)


def export(
    model: MultiHead | Embedder, folder: Path, name: str, outputs: tuple[str, ...], shown: Iterable[Batch]
) -> tuple[Path, Path]:
    """The files in full precision and in 8 bits; `shown` shows how large the numbers of each channel are."""
    full, small = folder / f"{name}.fp32.onnx", folder / f"{name}.int8.onnx"
    model = model.float().cpu().eval()
    _write(model, full, outputs)
    rebuilt = folder / f"{name}.rebuilt.onnx"
    _write(compact(model, shown), rebuilt, outputs)
    _quantise(rebuilt, small)
    rebuilt.unlink()
    return full, small


def _write(model: nn.Module, file: Path, outputs: tuple[str, ...]) -> None:
    ids = torch.arange(32).view(2, 16)
    example = (ids, torch.ones_like(ids), torch.zeros_like(ids))
    axes = {one: {0: "batch", 1: "tokens"} for one in INPUTS}
    axes |= {one: ({0: "batch", 1: "tokens"} if one == "span" else {0: "batch"}) for one in outputs}
    with torch.no_grad():
        torch.onnx.export(
            Plain(model),
            example,
            str(file),
            input_names=list(INPUTS),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )


def run_file(file: Path, batches: Iterable[Batch]) -> NDArray[np.float32]:
    """The first output of a file for every example of the batches, on the processor."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    found = []
    for batch in batches:
        parts = (batch.ids, batch.mask, batch.kinds)
        feed = {one: part.cpu().numpy().astype(np.int64) for one, part in zip(INPUTS, parts, strict=True)}
        found.append(session.run(None, feed)[0])
    return np.concatenate(found)


def _quantise(full: Path, small: Path) -> None:
    """8 bits for the weights of the layers alone: those of the heads are few.

    Unsigned weights, since processors of x86-64 without VNNI clip sums of signed ones.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    nodes = onnx.load(str(full)).graph.node
    products = [node.name for node in nodes if node.op_type == "MatMul" and "/layers." in node.name]
    quantize_dynamic(
        str(full), str(small), nodes_to_quantize=products, per_channel=True, weight_type=QuantType.QUInt8
    )
