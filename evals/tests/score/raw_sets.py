"""Tiny sets of our own making, in the layouts of the public ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def write_rows(path: Path, *rows: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


CONTRACT = (
    "SUPPLY AGREEMENT\r\nDated March 5, 2019 between Alba GmbH and Brook Ltd.\r\n"
    "It is renewed for one year. The law of Ohio governs. Again: dated March 5, 2019, Alba GmbH.\r\n"
)


def write_cuad(data: Path, *labels: dict[str, Any], split: str = "dev") -> None:
    write_text(data / "cuad/text/cuad-1.txt", CONTRACT)
    write_rows(
        data / f"cuad/contracts.{split}.jsonl",
        {
            "contract_id": "cuad-1",
            "contract_type": "Supply_Agreements",
            "text_file": "text/cuad-1.txt",
            "n_chars": len(CONTRACT),
        },
    )
    write_rows(data / f"cuad/labels.{split}.jsonl", *labels)


def cuad_label(clause_type: str, *texts: str, normalized: str | None = None) -> dict[str, Any]:
    return {
        "contract_id": "cuad-1",
        "clause_type": clause_type,
        "question": f"Highlight {clause_type}.",
        "answers": [cuad_answer(text) for text in texts],
        "is_absent": not texts,
        "normalized_answer": normalized,
    }


def cuad_answer(text: str) -> dict[str, Any]:
    start = CONTRACT.index(text)
    again = CONTRACT.find(text, start + 1)
    others = [again] if again >= 0 else []
    return {"text": text, "start": start, "end": start + len(text), "other_starts": others}
