"""A language model with random weights, made here: as large as it has to be for a server to load it.

Its words are the 256 bytes. It has never read anything, so whatever it says right, the grammar said.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

CONTEXT = 16_384
_WIDTH, _INNER, _HEADS = 64, 128, 2
_ALIGNMENT = 32
_STRING, _ARRAY = 8, 9
_NUMBERS = {"uint32": (4, "<I"), "int32": (5, "<i"), "float32": (6, "<f")}
_NORMAL, _CONTROL, _UNUSED = 1, 3, 5
_END = 256
Value = str | list[str] | tuple[str, float] | tuple[str, list[int]]


def write_model(path: Path, seed: int) -> Path:
    """A file in the format GGUF, version 3, with one layer of the architecture `llama`."""
    fields, tensors = _fields(), _tensors(np.random.default_rng(seed))
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(fields))
    head += b"".join(_string(name) + _value(value) for name, value in fields.items())
    offset = 0
    for name, tensor in tensors.items():
        # The format names the fastest running dimension first.
        shape = tensor.shape[::-1]
        head += _string(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, offset)
        offset += len(_padded(tensor.tobytes()))
    content = b"".join(_padded(tensor.tobytes()) for tensor in tensors.values())
    path.write_bytes(_padded(head) + content)
    return path


def _fields() -> dict[str, Value]:
    words = [*_byte_words(), "<|end|>"]
    return {
        "general.architecture": "llama",
        "general.name": "random",
        "llama.context_length": ("uint32", CONTEXT),
        "llama.embedding_length": ("uint32", _WIDTH),
        "llama.block_count": ("uint32", 1),
        "llama.feed_forward_length": ("uint32", _INNER),
        "llama.attention.head_count": ("uint32", _HEADS),
        "llama.attention.head_count_kv": ("uint32", _HEADS),
        "llama.rope.dimension_count": ("uint32", _WIDTH // _HEADS),
        "llama.attention.layer_norm_rms_epsilon": ("float32", 1e-5),
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": words,
        # Parts of a character are for reading only: in what is said they would make no text.
        "tokenizer.ggml.token_type": ("int32", [_NORMAL] * 128 + [_UNUSED] * 128 + [_CONTROL]),
        "tokenizer.ggml.merges": ["Ā Ā"],
        "tokenizer.ggml.bos_token_id": ("uint32", _END),
        "tokenizer.ggml.eos_token_id": ("uint32", _END),
        "tokenizer.chat_template": "{% for m in messages %}{{ m['content'] }}\n{% endfor %}",
    }


def _byte_words() -> list[str]:
    """A visible character for each byte, as byte-level tokenizers write them."""
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(byte if byte in visible else next(others)) for byte in range(256)]


def _tensors(rng: np.random.Generator) -> dict[str, np.ndarray]:
    def drawn(*shape: int) -> np.ndarray:
        return rng.normal(0.0, 0.3, shape).astype(np.float32)

    block = {f"attn_{part}": drawn(_WIDTH, _WIDTH) for part in ("q", "k", "v", "output")}
    block |= {
        "ffn_gate": drawn(_INNER, _WIDTH),
        "ffn_up": drawn(_INNER, _WIDTH),
        "ffn_down": drawn(_WIDTH, _INNER),
    }
    block |= {"attn_norm": np.ones(_WIDTH, np.float32), "ffn_norm": np.ones(_WIDTH, np.float32)}
    return {
        "token_embd.weight": drawn(_END + 1, _WIDTH),
        "output_norm.weight": np.ones(_WIDTH, np.float32),
        "output.weight": drawn(_END + 1, _WIDTH),
        **{f"blk.0.{name}.weight": tensor for name, tensor in block.items()},
    }


def _value(value: Value) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", _STRING) + _string(value)
    if isinstance(value, list):
        return struct.pack("<IIQ", _ARRAY, _STRING, len(value)) + b"".join(map(_string, value))
    kind, number = value
    code, form = _NUMBERS[kind]
    if isinstance(number, list):
        listed = b"".join(struct.pack(form, each) for each in number)
        return struct.pack("<IIQ", _ARRAY, code, len(number)) + listed
    return struct.pack("<I", code) + struct.pack(form, number)


def _string(text: str) -> bytes:
    encoded = text.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % _ALIGNMENT)
