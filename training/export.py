"""Write models as ONNX, in full precision and with 8-bit weights, and run such files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from training.batches import Batch

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


def export(model: nn.Module, folder: Path, name: str, outputs: tuple[str, ...]) -> tuple[Path, Path]:
    """The files in full precision and in 8 bits."""
    full, small = folder / f"{name}.fp32.onnx", folder / f"{name}.int8.onnx"
    plain = Plain(model.float().cpu().eval())
    ids = torch.randint(1000, 2000, (2, 16))
    example = (ids, torch.ones_like(ids), torch.zeros_like(ids))
    axes = {one: {0: "batch", 1: "tokens"} for one in INPUTS}
    axes |= {one: ({0: "batch", 1: "tokens"} if one == "span" else {0: "batch"}) for one in outputs}
    with torch.no_grad():
        torch.onnx.export(
            plain,
            example,
            str(full),
            input_names=list(INPUTS),
            output_names=list(outputs),
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )
    _quantise(full, small)
    return full, small


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
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    prepared = full.with_suffix(".prepared.onnx")
    quant_pre_process(str(full), str(prepared), skip_symbolic_shape=True)
    quantize_dynamic(str(prepared), str(small), per_channel=True, weight_type=QuantType.QInt8)
    prepared.unlink()
