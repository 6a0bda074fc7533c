"""Write the trained weights as ONNX for plain onnxruntime, and compare it with the same weights in numpy.

`python -m evals.training.reading_model.export PIECES OUT --views views.npz.xz --tokenizer tokenizer.json`
writes `reading.onnx` and its weights in two files of less than 95 MB. The graph takes tokens and what was
kept of those before them, and gives the logits behind the last token and what is to be kept.

Products are made of integers of 8 bits: a row of a matrix has one scale, and so has what a token brings. So
that no few large values of a token take the room of all others, each column is divided, and its counterpart
in the weights before it multiplied, by what makes the two alike (`even`): that changes no result.
`smoothing.npz` keeps by what, so that `… export FOLDER PIECES --back` can make pieces of exported files
again, which `train.py --base` goes on from and `average.py` takes.
"""

from __future__ import annotations

import argparse
import io
import lzma
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from evals.training.reading_model.blocks import BLOCK, from_blocks, in_blocks, read_pieces, write_arrays

_NORM, _MOST_TOKENS, _BASE, _HEAD = 1e-5, 8192, 100_000.0, 64
_FILE_BYTES, _ALIGNED = 94_000_000, 4096
_OWN = "com.microsoft"
_CALIBRATING = 32
# By place of a layer which matrices read what stands there.
_READ_BY = {"h": ("q", "k", "v"), "m": ("gate", "up"), "inner": ("down",), "seen": ("o",)}
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


def even(arrays: Arrays, largest: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """By place of a layer by what its columns are divided: the root of the largest of tokens and weights."""
    found = {}
    for number in range(_layers(arrays)):
        own = f"layers.{number}."
        for place, readers in _READ_BY.items():
            seen = largest[own + place]
            weights = np.max([np.abs(_matrix(arrays, own + each)).max(0) for each in readers], 0)
            if place == "seen":
                # One factor for each dimension of a head that is kept: several heads read it.
                narrow = len(arrays[f"{own}k.weight.q"]) // _HEAD
                seen, weights = (each.reshape(narrow, -1, _HEAD).max(1) for each in (seen, weights))
            factor = np.sqrt(np.maximum(seen, 1e-5) / np.maximum(weights, 1e-5))
            found[own + place] = (factor / np.exp(np.log(factor).mean())).reshape(-1).astype(np.float32)
    return found


def evened(arrays: Arrays, factors: Arrays, number: int) -> dict[str, NDArray[np.float32]]:
    """The norms and matrices of a layer, evened by factors of its places; nothing else changes."""
    own = f"layers.{number}."
    found = {key: _matrix(arrays, own + key) for key in "q k v o gate up down".split()}
    found |= {key: arrays[own + key].astype(np.float32) for key in ("before", "between")}
    h, m, inner, seen = (factors[own + place] for place in _READ_BY)
    found["before"], found["between"] = found["before"] / h, found["between"] / m
    found |= {key: found[key] * h for key in "qkv"}
    found |= {"gate": found["gate"] * m, "up": found["up"] * m / inner[:, None]}
    found["down"] = found["down"] * inner
    times = found["o"].shape[1] // len(seen)
    found["v"] = found["v"] / seen[:, None]
    found["o"] = found["o"] * seen.reshape(-1, 1, _HEAD).repeat(times, 1).reshape(-1)
    return found


def write(arrays: Arrays, factors: Arrays, folder: Path, name: str = "reading") -> None:
    """The graph of a network of any size."""
    graph = Graph(folder, name)
    # Scales are float32 in use; made once, so that the words, which serve twice, have one copy of them.
    scale = arrays["words.weight.s"].astype(np.float32)
    vocabulary, blocks, _ = arrays["words.weight.q"].shape
    width = blocks * BLOCK
    wide, narrow = (len(arrays[f"layers.0.{each}.weight.q"]) // _HEAD for each in ("q", "k"))

    def product(x: str, key: str, weights: NDArray[np.float32]) -> str:
        scales = np.maximum(np.abs(weights).max(1), 1e-9) / 127
        numbers = np.rint(weights / scales[:, None]).astype(np.int8)
        size = graph.node("Abs", [x], [f"{key}.size"])
        most = graph.node("ReduceMax", [size, graph.const("axis", np.array([-1], np.int64))], [f"{key}.most"])
        room = graph.node("Max", [most, graph.const("least", np.array(1e-9, np.float32))], [f"{key}.room"])
        inside = graph.node("Div", [x, room], [f"{key}.inside"])
        # The product quantises all tokens by one range: divided by their largest value they share it.
        inputs = [inside, graph.const(f"{key}.q", np.ascontiguousarray(numbers.T))]
        inputs.append(graph.const(f"{key}.s", scales.astype(np.float32)))
        made = graph.node("DynamicQuantizeMatMul", inputs, [f"{key}.made"], _OWN)
        return graph.node("Mul", [made, room], [key])

    half = np.arange(0, _HEAD, 2) / _HEAD
    angles = np.arange(_MOST_TOKENS)[:, None] / _BASE**half
    graph.const("cos", np.cos(angles).astype(np.float32))
    graph.const("sin", np.sin(angles).astype(np.float32))
    table = graph.const("words.weight.q", arrays["words.weight.q"], (vocabulary, width))
    rows = graph.const("words.weight.s", scale, (vocabulary, blocks))
    given = {"bits": 8, "block_size": BLOCK}
    x = graph.node(
        "GatherBlockQuantized", [table, "ids", rows], ["x"], _OWN, gather_axis=0, quantize_axis=1, **given
    )
    whole = {"axis": -1, "epsilon": _NORM, "stash_type": 1}
    added = ""
    value = helper.make_tensor_value_info
    inputs = [
        value("ids", TensorProto.INT64, [1, "new"]),
        value("last", TensorProto.INT32, [1]),
        value("all", TensorProto.INT32, []),
    ]
    outputs = [value("logits", TensorProto.FLOAT, [1, 1, vocabulary])]
    for number in range(_layers(arrays)):
        own, layer = f"layers.{number}.", evened(arrays, factors, number)
        weight = graph.const(f"{own}before", layer["before"])
        if added:
            normed = [f"{own}h", "", "", f"{own}x"]
            graph.node("SkipSimplifiedLayerNormalization", [x, added, weight], normed, _OWN, epsilon=_NORM)
            x = f"{own}x"
        else:
            graph.node("SimplifiedLayerNormalization", [x, weight], [f"{own}h"], **whole)
        parts = product(f"{own}h", f"{own}qkv", np.concatenate([layer[each] for each in "qkv"]))
        kept = [f"past.{number}.k", f"past.{number}.v"]
        seen = [f"{own}seen", f"now.{number}.k", f"now.{number}.v"]
        heads = {"num_heads": wide, "kv_num_heads": narrow, "scale": _HEAD**-0.5}
        turned = {"do_rotary": 1, "rotary_interleaved": 0}
        used = [parts, "", "", *kept, "last", "all", "cos", "sin"]
        graph.node("GroupQueryAttention", used, seen, _OWN, **heads, **turned)
        out = product(f"{own}seen", f"{own}o", layer["o"])
        weight = graph.const(f"{own}between", layer["between"])
        normed = [f"{own}m", "", "", f"{own}y"]
        graph.node("SkipSimplifiedLayerNormalization", [x, out, weight], normed, _OWN, epsilon=_NORM)
        both = product(f"{own}m", f"{own}both", np.concatenate([layer["gate"], layer["up"]]))
        graph.nodes.append(
            helper.make_node("Split", [both], [f"{own}gate", f"{own}up"], axis=-1, num_outputs=2)
        )
        opened = graph.node("QuickGelu", [f"{own}gate"], [f"{own}opened"], _OWN, alpha=1.0)
        inner = graph.node("Mul", [opened, f"{own}up"], [f"{own}inner"])
        added = product(inner, f"{own}down", layer["down"])
        x = f"{own}y"
        inputs += [value(each, TensorProto.FLOAT, [1, narrow, "before", _HEAD]) for each in kept]
        outputs += [value(each, TensorProto.FLOAT, [1, narrow, "so_far", _HEAD]) for each in seen[1:]]
    x = graph.node("Add", [x, added], ["states"])
    x = graph.node("Gather", [x, graph.const("end", np.array([-1], np.int64))], ["end_state"], axis=1)
    norm = graph.const("norm", arrays["norm"])
    x = graph.node("SimplifiedLayerNormalization", [x, norm], ["end_normed"], **whole)
    # Only the last token asks for words: there the blocks cost nothing.
    table = graph.const("head.q", arrays["words.weight.q"])
    rows = graph.const("head.s", scale, (vocabulary * blocks,))
    graph.node(
        "MatMulNBits", [x, table, rows], ["logits"], _OWN, K=width, N=vocabulary, accuracy_level=4, **given
    )
    graph.save(inputs, outputs)
    np.savez(folder / "smoothing.npz", **{key: each.astype(np.float16) for key, each in factors.items()})


def read_back(folder: Path, name: str = "reading") -> dict[str, NDArray[Any]]:
    """Arrays in blocks of the files that `write` wrote: to train on from, or to average."""
    graph = onnx.load(folder / f"{name}.onnx").graph
    known = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    factors = np.load(folder / "smoothing.npz")
    numbers = known["words.weight.q"]
    found: dict[str, NDArray[Any]] = {
        "words.weight.q": numbers.reshape(len(numbers), -1, BLOCK),
        "words.weight.s": known["words.weight.s"].astype(np.float16),
        "norm": known["norm"],
    }
    for number in range(1 + max(int(key.split(".")[1]) for key in known if key.startswith("layers."))):
        own = f"layers.{number}."
        h, m, inner, seen = (factors[own + place].astype(np.float32) for place in _READ_BY)
        whole = {
            key: known[f"{own}{key}.q"].T.astype(np.float32) * known[f"{own}{key}.s"][:, None]
            for key in ("qkv", "o", "both", "down")
        }
        wide = whole["o"].shape[1]
        times = wide // len(seen)
        q, k, v = np.split(whole["qkv"] / h, [wide, wide + len(seen)])
        gate, up = np.split(whole["both"] / m, 2)
        plain = {"q": q, "k": k, "v": v * seen[:, None], "gate": gate, "up": up * inner[:, None]}
        plain["o"] = whole["o"] / seen.reshape(-1, 1, _HEAD).repeat(times, 1).reshape(-1)
        plain["down"] = whole["down"] / inner
        for key, values in plain.items():
            found[f"{own}{key}.weight.q"], found[f"{own}{key}.weight.s"] = in_blocks(values)
        found[f"{own}before"], found[f"{own}between"] = known[f"{own}before"] * h, known[f"{own}between"] * m
    return found


def _layers(arrays: Arrays) -> int:
    return 1 + max(int(key.split(".")[1]) for key in arrays if key.startswith("layers."))


def _matrix(arrays: Arrays, key: str) -> NDArray[np.float32]:
    return from_blocks(arrays[f"{key}.weight.q"], arrays[f"{key}.weight.s"])


def largest_of(arrays: Arrays, views: Path) -> dict[str, NDArray[Any]]:
    """By place of a layer the largest value of each column, over some views that were taught."""
    stored = np.load(io.BytesIO(lzma.decompress(views.read_bytes())))
    lengths = stored["shown"] + stored["said"]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    taught = np.flatnonzero(stored["first"] > 0)
    found: dict[str, NDArray[Any]] = {}

    def watch(place: str, values: NDArray[Any]) -> None:
        found[place] = np.maximum(found.get(place, 0.0), np.abs(values).max(0))

    for at in np.random.default_rng(7).choice(taught, _CALIBRATING, replace=False):
        logits_of(arrays, stored["tokens"][starts[at] : starts[at + 1]].tolist(), watch)
    return found


def logits_of(
    arrays: Arrays, ids: list[int], watch: Callable[[str, NDArray[Any]], None] = lambda place, values: None
) -> NDArray[np.float32]:
    """The logits behind the last token, computed with numpy from the same blocks."""

    def matrix(key: str) -> NDArray[np.float32]:
        return _matrix(arrays, key)

    def normed(x: NDArray[Any], weight: NDArray[Any]) -> NDArray[Any]:
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + _NORM) * weight

    def turned(x: NDArray[Any]) -> NDArray[Any]:
        angles = np.arange(x.shape[0])[:, None, None] / _BASE ** (np.arange(0, _HEAD, 2) / _HEAD)
        first, second = np.split(x, 2, -1)
        cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        return np.concatenate([first * cos - second * sin, second * cos + first * sin], -1)

    table = matrix("words")
    x = table[ids]
    ahead = np.triu(np.full((len(ids), len(ids)), -np.inf, np.float32), 1)
    for number in range(_layers(arrays)):
        own = f"layers.{number}."
        h = normed(x, arrays[f"{own}before"])
        watch(f"{own}h", h)
        q, k, v = ((h @ matrix(f"{own}{each}").T).reshape(len(ids), -1, _HEAD) for each in "qkv")
        q, k = turned(q), turned(k)
        times = q.shape[1] // k.shape[1]
        k, v = k.repeat(times, 1), v.repeat(times, 1)
        scores = np.einsum("thd,shd->hts", q, k, optimize=True) / np.float32(_HEAD**0.5) + ahead
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        seen = np.einsum("hts,shd->thd", shares, v, optimize=True).reshape(len(ids), -1)
        watch(f"{own}seen", seen)
        x = x + seen @ matrix(f"{own}o").T
        h = normed(x, arrays[f"{own}between"])
        watch(f"{own}m", h)
        gate = h @ matrix(f"{own}gate").T
        inner = gate / (1 + np.exp(-gate)) * (h @ matrix(f"{own}up").T)
        watch(f"{own}inner", inner)
        x = x + inner @ matrix(f"{own}down").T
    return np.asarray(table @ normed(x[-1], arrays["norm"]), np.float32)


def compare(arrays: Arrays, folder: Path, texts: list[list[int]]) -> None:
    """Print how far the file's logits are from those of numpy; whole, and one token after the other."""
    from pincite.read.reading_model import Session

    session = Session.of(folder)
    for ids in texts:
        due = logits_of(arrays, ids)
        whole, _ = session.run(ids, None)
        kept, logits = None, whole
        for at in range(0, len(ids), 7):
            logits, kept = session.run(ids[at : at + 7], kept)
        for name, got in (("whole", whole), ("in parts", logits)):
            likeliest = due.argsort()[-10:]
            far = float(np.abs(got - due)[likeliest].max())
            same = bool(got.argmax() == due.argmax())
            print(f"{len(ids)} tokens, {name}: the ten likeliest off by {far:.3f} at most, same best: {same}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("pieces", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tokenizer", type=Path)
    parser.add_argument("--views", type=Path, help="what pack.py wrote: some views show how large values are")
    parser.add_argument("--back", action="store_true", help="write pieces of exported files instead")
    options = parser.parse_args()
    if options.back:
        write_arrays(read_back(options.pieces), options.out, {"read back from": options.pieces.name})
        return
    if not options.views:
        parser.error("--views is needed")
    arrays = read_pieces(options.pieces.glob("weights.*"))
    write(arrays, even(arrays, largest_of(arrays, options.views)), options.out)
    if options.tokenizer:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(options.tokenizer))
        (options.out / "tokenizer.json").write_bytes(options.tokenizer.read_bytes())
        asked = "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n<|im_start|>assistant\n"
        said = "The rent is EUR 1,200 and is due on the first day of each month. It may be"
        compare(arrays, options.out, [tokenizer.encode(text).ids for text in (asked, said)])


if __name__ == "__main__":
    main()
