"""Turn the ONNX file of a BERT encoder into the weight file that training reads, in half precision.

`python -m evals.training.convert model.onnx base.safetensors`. Exported matrices are nameless; the node that
multiplies by one tells which it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from torch import Tensor

_WORDS = "embeddings.word_embeddings.weight"


def bert_state(file: Path) -> dict[str, Tensor]:
    """The weights by the names that BERT checkpoints use."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(file)).graph
    held = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    named = {name: tensor for name, tensor in held.items() if name.startswith(("embeddings.", "encoder."))}
    for node in graph.node:
        matrix = held.get(node.input[1]) if node.op_type == "MatMul" else None
        if matrix is not None:
            path = node.name.strip("/").rsplit("/", 1)[0].replace("/", ".")
            named[f"{path}.weight"] = matrix.T.contiguous()
    return named


def main() -> None:
    from safetensors.torch import save_file

    source, target = (Path(argument) for argument in sys.argv[1:3])
    state = bert_state(source)
    state[_WORDS] = rounded(state[_WORDS])
    save_file({name: tensor.half().contiguous() for name, tensor in state.items()}, str(target))


def rounded(table: Tensor) -> Tensor:
    """The table of words as 8 bits by word hold it: it is not trained, and is written so in the end."""
    scale = table.abs().amax(1, keepdim=True) / 127
    scale[scale == 0] = 1
    steps = (table / scale).round().clamp(-127, 127)
    return steps * scale.half().float()


if __name__ == "__main__":
    main()
