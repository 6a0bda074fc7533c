"""Write what the files give for a few texts of our own, so that any machine can be checked against it.

`python -m evals.training.vectors FOLDER` reads a folder and writes vectors.json into it. Processors
round 8-bit sums differently; the tolerances allow for that, not for another answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evals.training.calibrate import FILES, sha256

TOLERANCE = {"score": 0.5, "cosine": 0.98}
_SHOWN = 16
_TERM = (
    "This Agreement begins on 1 March 2024 and runs for three years. Either party may end it at any time by "
    "giving sixty days of notice in writing."
)
_LIABILITY = (
    "Neither party is liable for more than the fees paid in the twelve months before the claim arose. This "
    "limit does not apply to death, injury or fraud."
)
_NOTICES = (
    "Notices are sent by registered mail to the addresses above and count as received after three days."
)
_LAKE = "The lake is 212 metres deep. It was formed when a glacier withdrew about nine thousand years ago."
PASSAGES = (("12. Term", _TERM), ("9. Liability", _LIABILITY), ("", _NOTICES), ("", _LAKE))
QUESTIONS = (
    "Can a party terminate the agreement without cause?",
    "To what amount is liability limited?",
    "Must source code be put into escrow?",
    "How deep is the lake?",
)
CLAIMS = (
    ("The agreement runs for three years.", _TERM),
    ("The agreement runs for five years.", _TERM),
    ("The lake was formed by a glacier.", _LAKE),
    ("The limit of liability also applies to fraud.", _LIABILITY),
)


def vectors(folder: Path) -> dict[str, Any]:
    """Inputs with the outputs of the files; a span is given as the characters of the passage."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    asked = [(q, f"{head} {body}".strip()) for q in QUESTIONS for head, body in PASSAGES]
    encoded = tokenizer.encode_batch([*asked, *CLAIMS])
    scores, spans = run(folder / "reader.int8.onnx", encoded)
    texts = [*QUESTIONS, *(f"{head} {body}".strip() for head, body in PASSAGES)]
    found = run(folder / "embedder.int8.onnx", tokenizer.encode_batch(texts))[0]
    pairs = [
        {
            "question": q,
            "passage": p,
            "answerable": _round(scores[at, 0]),
            "span": _span(encoded[at], spans[at]),
        }
        for at, (q, p) in enumerate(asked)
    ]
    claims = [
        {"claim": c, "source": s, "supported": _round(row[1]), "contradicted": _round(row[2])}
        for (c, s), row in zip(CLAIMS, scores[len(asked) :], strict=True)
    ]
    likeness = found @ found.T
    return {
        "version": 1,
        "files": {name: sha256(folder / name) for name in FILES},
        "tolerance": TOLERANCE,
        "pairs": pairs,
        "claims": claims,
        "texts": [
            {"text": t, "first": [_round(v) for v in row[:_SHOWN]]}
            for t, row in zip(texts, found, strict=True)
        ],
        "likeness": [[_round(value) for value in row] for row in likeness],
    }


def run(file: Path, encoded: Sequence[Any]) -> list[NDArray[np.float32]]:
    """The outputs of a file for texts of any length, one by one, so that padding plays no part."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    longest = max(len(one.ids) for one in encoded)
    rows: list[list[NDArray[np.float32]]] = []
    for one in encoded:
        parts = {
            "input_ids": one.ids,
            "attention_mask": [1] * len(one.ids),
            "token_type_ids": one.type_ids,
        }
        rows.append(session.run(None, {name: np.array([part], np.int64) for name, part in parts.items()}))
    outputs = []
    for at in range(len(rows[0])):
        own = [row[at][0] for row in rows]
        if own[0].ndim == 2:
            own = [np.pad(part, ((0, longest - len(part)), (0, 0)), constant_values=-99.0) for part in own]
        outputs.append(np.stack(own))
    return outputs


def _span(encoded: Any, logits: NDArray[np.float32]) -> list[int]:
    """The most likely start, and the most likely end from there on, as characters of the passage."""
    inside = [at for at, kind in enumerate(encoded.type_ids) if kind == 1][:-1]
    start = max(inside, key=lambda at: logits[at, 0])
    end = max((at for at in inside if at >= start), key=lambda at: logits[at, 1])
    return [encoded.offsets[start][0], encoded.offsets[end][1]]


def _round(value: float) -> float:
    return round(float(value), 4)


def main() -> None:
    folder = Path(sys.argv[1])
    (folder / "vectors.json").write_text(json.dumps(vectors(folder), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
