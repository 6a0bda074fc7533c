"""Write the trained weights as ONNX for plain onnxruntime, and compare it with the same weights in numpy.

`python -m evals.training.reading_model.export PIECES OUT [--tokenizer tokenizer.json]` writes `reading.onnx`
and its weights in two files of less than 95 MB. The graph takes tokens and what was kept of those before
them, and gives the logits behind the last token and what is to be kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from evals.training.reading_model.blocks import BLOCK, from_blocks, read_pieces

_NORM, _MOST_TOKENS, _BASE, _HEAD = 1e-5, 8192, 100_000.0, 64
_FILE_BYTES, _ALIGNED = 94_000_000, 4096
_OWN = "com.microsoft"
Arrays = Mapping[str, NDArray[Any]]


@dataclass(slots=True)
class Graph:
    """A graph that is being written: its nodes, and its weights in files beside it."""

    folder: Path
    name: str
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: list[onnx.TensorProto] = field(default_factory=list)
    _files: list[bytearray] = field(default_factory=lambda: [bytearray()])
    _places: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    _written: list[NDArray[Any]] = field(default_factory=list)

    def const(self, name: str, values: NDArray[Any], shape: tuple[int, ...] | None = None) -> str:
        """A constant; the same array under two shapes is written once."""
        if any(each.name == name for each in self.weights):
            return name
        tensor = helper.np_dtype_to_tensor_dtype(values.dtype)
        proto = onnx.TensorProto(name=name, data_type=tensor, dims=shape or values.shape)
        if values.nbytes < 1024:
            proto.raw_data = np.ascontiguousarray(values).tobytes()
        else:
            file, offset = self._place(values)
            proto.data_location = TensorProto.EXTERNAL
            told = {
                "location": f"{self.name}.{file}.bin",
                "offset": str(offset),
                "length": str(values.nbytes),
            }
            for key, value in told.items():
                proto.external_data.add(key=key, value=value)
        self.weights.append(proto)
        return name

    def _place(self, values: NDArray[Any]) -> tuple[int, int]:
        values = np.ascontiguousarray(values)
        key = values.ctypes.data, values.nbytes
        known = self._places.get(key)
        if known is None:
            if len(self._files[-1]) + values.nbytes > _FILE_BYTES:
                self._files.append(bytearray())
            file = self._files[-1]
            # Whoever maps the file into memory wants whole pages.
            file.extend(b"\0" * (-len(file) % _ALIGNED))
            known = len(self._files) - 1, len(file)
            file.extend(values.tobytes())
            self._places[key] = known
            # Held, so that no other array gets its place in memory and is taken for it.
            self._written.append(values)
        return known

    def node(self, kind: str, inputs: list[str], outputs: list[str], domain: str = "", **given: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, name=outputs[0], **given))
        return outputs[0]

    def save(self, inputs: list[Any], outputs: list[Any]) -> None:
        graph = helper.make_graph(self.nodes, self.name, inputs, outputs, self.weights)
        versions = [helper.make_opsetid("", 18), helper.make_opsetid(_OWN, 1)]
        model = helper.make_model(graph, opset_imports=versions, ir_version=10)
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{self.name}.onnx").write_bytes(model.SerializeToString())
        for at, content in enumerate(self._files):
            (self.folder / f"{self.name}.{at}.bin").write_bytes(content)


def write(arrays: Arrays, folder: Path, name: str = "reading") -> None:
    """The graph of a network of any size, whose weights are in blocks."""
    graph = Graph(folder, name)
    # Scales are float32 in use; made once, so that a matrix that serves twice has one copy of them.
    scales = {key: values.astype(np.float32) for key, values in arrays.items() if key.endswith(".s")}
    vocabulary, blocks, _ = arrays["words.weight.q"].shape
    width = blocks * BLOCK
    layers = 1 + max(int(key.split(".")[1]) for key in arrays if key.startswith("layers."))
    wide, narrow = (len(arrays[f"layers.0.{each}.weight.q"]) // _HEAD for each in ("q", "k"))

    def product(x: str, key: str, output: str) -> str:
        numbers, scale = arrays[f"{key}.q"], scales[f"{key}.s"]
        inputs = [x, graph.const(f"{key}.q", numbers), graph.const(f"{key}.s", scale.reshape(-1))]
        given = {"K": numbers.shape[1] * BLOCK, "N": len(numbers), "bits": 8, "block_size": BLOCK}
        return graph.node("MatMulNBits", inputs, [output], _OWN, accuracy_level=4, **given)

    half = np.arange(0, _HEAD, 2) / _HEAD
    angles = np.arange(_MOST_TOKENS)[:, None] / _BASE**half
    graph.const("cos", np.cos(angles).astype(np.float32))
    graph.const("sin", np.sin(angles).astype(np.float32))
    table = graph.const("table.q", arrays["words.weight.q"], (vocabulary, width))
    rows = graph.const("table.s", scales["words.weight.s"], (vocabulary, blocks))
    given = {"bits": 8, "block_size": BLOCK, "gather_axis": 0, "quantize_axis": 1}
    x = graph.node("GatherBlockQuantized", [table, "ids", rows], ["x"], _OWN, **given)
    whole = {"axis": -1, "epsilon": _NORM, "stash_type": 1}
    added = ""
    value = helper.make_tensor_value_info
    inputs = [
        value("ids", TensorProto.INT64, [1, "new"]),
        value("last", TensorProto.INT32, [1]),
        value("all", TensorProto.INT32, []),
    ]
    outputs = [value("logits", TensorProto.FLOAT, [1, 1, vocabulary])]
    for number in range(layers):
        own = f"layers.{number}."
        weight = graph.const(f"{own}before", arrays[f"{own}before"])
        if added:
            normed = [f"{own}h", "", "", f"{own}x"]
            graph.node("SkipSimplifiedLayerNormalization", [x, added, weight], normed, _OWN, epsilon=_NORM)
            x = f"{own}x"
        else:
            graph.node("SimplifiedLayerNormalization", [x, weight], [f"{own}h"], **whole)
        parts = [product(f"{own}h", f"{own}{each}.weight", f"{own}{each}") for each in ("q", "k", "v")]
        kept = [f"past.{number}.k", f"past.{number}.v"]
        seen = [f"{own}seen", f"now.{number}.k", f"now.{number}.v"]
        heads = {"num_heads": wide, "kv_num_heads": narrow, "scale": _HEAD**-0.5}
        turned = {"do_rotary": 1, "rotary_interleaved": 0}
        used = [*parts, *kept, "last", "all", "cos", "sin"]
        graph.node("GroupQueryAttention", used, seen, _OWN, **heads, **turned)
        out = product(f"{own}seen", f"{own}o.weight", f"{own}o")
        weight = graph.const(f"{own}between", arrays[f"{own}between"])
        normed = [f"{own}m", "", "", f"{own}y"]
        graph.node("SkipSimplifiedLayerNormalization", [x, out, weight], normed, _OWN, epsilon=_NORM)
        gate = product(f"{own}m", f"{own}gate.weight", f"{own}gate")
        up = product(f"{own}m", f"{own}up.weight", f"{own}up")
        opened = graph.node("QuickGelu", [gate], [f"{own}opened"], _OWN, alpha=1.0)
        inner = graph.node("Mul", [opened, up], [f"{own}inner"])
        added = product(inner, f"{own}down.weight", f"{own}down")
        x = f"{own}y"
        inputs += [value(each, TensorProto.FLOAT, [1, narrow, "before", _HEAD]) for each in kept]
        outputs += [value(each, TensorProto.FLOAT, [1, narrow, "so_far", _HEAD]) for each in seen[1:]]
    x = graph.node("Add", [x, added], ["states"])
    x = graph.node("Gather", [x, graph.const("end", np.array([-1], np.int64))], ["end_state"], axis=1)
    norm = graph.const("norm", arrays["norm"])
    x = graph.node("SimplifiedLayerNormalization", [x, norm], ["end_normed"], **whole)
    product(x, "words.weight", "logits")
    graph.save(inputs, outputs)


def logits_of(arrays: Arrays, ids: list[int]) -> NDArray[np.float32]:
    """The logits behind every token, computed with numpy from the same blocks."""

    def matrix(key: str) -> NDArray[np.float32]:
        return from_blocks(arrays[f"{key}.q"], arrays[f"{key}.s"])

    def normed(x: NDArray[Any], weight: NDArray[Any]) -> NDArray[Any]:
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + _NORM) * weight

    def turned(x: NDArray[Any]) -> NDArray[Any]:
        angles = np.arange(x.shape[0])[:, None, None] / _BASE ** (np.arange(0, _HEAD, 2) / _HEAD)
        first, second = np.split(x, 2, -1)
        cos, sin = np.cos(angles), np.sin(angles)
        return np.concatenate([first * cos - second * sin, second * cos + first * sin], -1)

    table = matrix("words.weight")
    x = table[ids].astype(np.float64)
    count = 1 + max(int(key.split(".")[1]) for key in arrays if key.startswith("layers."))
    ahead = np.triu(np.full((len(ids), len(ids)), -np.inf), 1)
    for number in range(count):
        own = f"layers.{number}."
        h = normed(x, arrays[f"{own}before"])
        q, k, v = ((h @ matrix(f"{own}{each}.weight").T).reshape(len(ids), -1, _HEAD) for each in "qkv")
        q, k = turned(q), turned(k)
        times = q.shape[1] // k.shape[1]
        k, v = k.repeat(times, 1), v.repeat(times, 1)
        scores = np.einsum("thd,shd->hts", q, k) * _HEAD**-0.5 + ahead
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        seen = np.einsum("hts,shd->thd", shares, v).reshape(len(ids), -1)
        x = x + seen @ matrix(f"{own}o.weight").T
        h = normed(x, arrays[f"{own}between"])
        gate = h @ matrix(f"{own}gate.weight").T
        x = (
            x
            + (gate / (1 + np.exp(-gate)) * (h @ matrix(f"{own}up.weight").T)) @ matrix(f"{own}down.weight").T
        )
    return np.asarray(normed(x, arrays["norm"]) @ table.T, np.float32)


def compare(arrays: Arrays, folder: Path, texts: list[list[int]]) -> None:
    """Print how far the file's logits are from those of numpy; whole, and one token after the other."""
    from pincite.read.reading_model import Session

    session = Session.of(folder)
    for ids in texts:
        due = logits_of(arrays, ids)[-1]
        whole, _ = session.run(ids, None)
        kept, logits = None, whole
        for at in range(0, len(ids), 7):
            logits, kept = session.run(ids[at : at + 7], kept)
        for name, got in (("whole", whole), ("in parts", logits)):
            far = float(np.abs(got - due).max())
            same = bool(got.argmax() == due.argmax())
            print(f"{len(ids)} tokens, {name}: off by {far:.4f} at most, same best: {same}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("pieces", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tokenizer", type=Path)
    options = parser.parse_args()
    arrays = read_pieces(options.pieces.glob("weights.*"))
    write(arrays, options.out)
    if options.tokenizer:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(options.tokenizer))
        (options.out / "tokenizer.json").write_bytes(options.tokenizer.read_bytes())
        asked = "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n<|im_start|>assistant\n"
        said = "The rent is EUR 1,200 and is due on the first day of each month. It may be"
        compare(arrays, options.out, [tokenizer.encode(text).ids for text in (asked, said)])


if __name__ == "__main__":
    main()
