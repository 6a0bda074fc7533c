"""A thousand quotes against three hundred pages, and ten thousand rows: quick, and with flat memory."""

from __future__ import annotations

import json
import random
import time
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from pincite.verification.claim_rows import ClaimRow
from pincite.verification.read_documents import ReadDocuments
from pincite.verification.row_files import rows_of
from pincite.verification.verifying import verified
from tests.documents.press import Draw, Sheet, printed

WORDS = "agreement party services term notice payment invoice delivery warranty schedule insurance".split()


@pytest.fixture(scope="module")
def long_document(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[ReadDocuments, list[tuple[str, str, int]]]:
    chosen, sentences = random.Random(44), []

    def page(number: int) -> Draw:
        def draw(sheet: Sheet) -> None:
            for at in range(12):
                value = f"EUR {chosen.randint(1, 999)},{chosen.randint(100, 999)}.{chosen.randint(10, 99)}"
                some = [chosen.choice(WORDS) for _ in range(4)]
                sentence = (
                    f"{number}.{at} The {some[0]} under the {some[1]} of lot {chosen.randint(1, 9999)} "
                    f"costs {value} within {chosen.randint(10, 90)} days; no {some[2]} or {some[3]} cuts it."
                )
                sentences.append((value, sentence, number))
                sheet.paragraph(sentence)

        return draw

    path = tmp_path_factory.mktemp("long") / "long.pdf"
    path.write_bytes(printed(*(page(number) for number in range(1, 301))))
    read = ReadDocuments.of_files(path)
    read.held(None)
    return read, sentences


def row(number: int, value: str, quote: str, page: int) -> dict[str, object]:
    """Half of them true, the others altered, with another value, or nowhere."""
    made = {"field": str(number), "value": value, "quote": quote, "page": page}
    changes = (
        {"quote": quote.replace("EUR", "USD")},
        {"value": "EUR 0.37"},
        {"quote": f"Nine brown foxes {number}"},
    )
    return made | (changes[number // 2 % 3] if number % 2 else {})


@pytest.mark.long
def test_thousand_quotes_take_less_than_ten_seconds(long_document):
    read, sentences = long_document
    chosen = random.Random(7)
    rows = [ClaimRow(**row(number, *chosen.choice(sentences))) for number in range(1_000)]

    started = time.monotonic()
    counts = Counter(each.verdict for each in verified(rows, read))

    assert time.monotonic() - started < 10
    assert counts["proved"] == 500


@pytest.mark.long
def test_memory_stays_flat_over_ten_thousand_rows(long_document, tmp_path: Path):
    read, sentences = long_document
    path = tmp_path / "rows.jsonl"
    with path.open("w") as file:
        for number in range(10_000):
            file.write(json.dumps(row(number, *sentences[number % len(sentences)])) + "\n")
    peaks = []
    tracemalloc.start()
    for number, _ in enumerate(verified(rows_of(path), read), start=1):
        if number % 2_500 == 0:
            peaks.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()

    assert len(peaks) == 4
    assert peaks[-1] < peaks[0] + 20_000_000
