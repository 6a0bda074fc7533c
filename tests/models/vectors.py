"""What the local models gave for some texts when their weights were committed: the same on every machine.

Write it anew after the weights have changed, and look at the difference: python -m tests.models.vectors
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pincite.models.embedder import LocalEmbedder
from pincite.models.reader import LocalReader
from pincite.models.weight_files import calibration, folder_of
from pincite.records.evidence import Excerpt

FILE = Path(__file__).with_name("vectors.json")
TEXTS = (
    "Either party may terminate this Agreement by giving sixty (60) days' prior written notice.",
    "The Customer shall pay a monthly fee of EUR 4,500.00, exclusive of value added tax.",
    "This Agreement is governed by the laws of Germany. The courts of Hamburg have jurisdiction.",
    "The Supplier's total liability in any year shall not exceed the fees paid in that year.",
    "The recommended dose is 20 mg once daily. Do not exceed 40 mg in 24 hours.",
    "Neither party may assign this Agreement without the prior written consent of the other.",
)
QUESTIONS = (
    "What is the notice period?",
    "How much is the monthly fee?",
    "Which law governs?",
    "Maximum dose?",
)
_NUMBERS = 16


def computed() -> dict[str, Any]:
    """Everything that the models give, as JSON holds it."""
    reader, embedder = LocalReader(), LocalEmbedder()
    excerpts = [Excerpt(text, heading="Terms") for text in TEXTS]
    read = [[question, *_read(reader, question, excerpts)] for question in QUESTIONS]
    vectors = [[float(number) for number in row[:_NUMBERS]] for row in embedder.embed(TEXTS, "passage")]
    return {
        "files": calibration(folder_of("")).files,
        "read": read,
        "vectors": vectors,
    }


def _read(reader: LocalReader, question: str, excerpts: list[Excerpt]) -> list[list[object]]:
    found = reader.read(question, excerpts, "value")
    return [
        [each.score, each.span.of(excerpt.text) if each.span else None]
        for each, excerpt in zip(found, excerpts, strict=True)
    ]


if __name__ == "__main__":
    FILE.write_text(json.dumps(computed(), indent=1) + "\n", "utf-8")
