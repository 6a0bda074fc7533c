"""A field that must be proved by its quote, in models of pydantic and after a reply that does not hold."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from pincite import Quoted, ReadDocuments
from tests.verify.papers import RENT, write_lease

EXAMPLE = Path(__file__).parents[2] / "examples" / "quoted_fields.py"


class Terms(BaseModel):
    rent: Quoted[str]


@pytest.fixture
def lease(tmp_path: Path) -> ReadDocuments:
    return ReadDocuments.of_files(write_lease(tmp_path), isolated=False)


def reply(value: str, quote: str) -> str:
    return json.dumps({"rent": {"value": value, "quote": quote}})


def test_value_with_its_quote_is_validated_and_knows_its_place(lease: ReadDocuments):
    terms = Terms.model_validate_json(reply("EUR 2,400.00", RENT), context={"documents": lease})

    assert terms.rent.verified.verdict == "proved"
    assert terms.rent.verified.evidence[0].page == 2


def test_validation_error_says_what_the_document_says(lease: ReadDocuments):
    with pytest.raises(ValidationError, match=r"altered: .*EUR 2,400\.00"):
        Terms.model_validate_json(
            reply("EUR 2,500.00", RENT.replace("2,400", "2,500")), context={"documents": lease}
        )


def test_nothing_is_validated_without_documents():
    with pytest.raises(ValidationError, match="pass the documents"):
        Terms.model_validate_json(reply("EUR 2,400.00", RENT))


def test_example_asks_once_more_with_the_reason(capsys: pytest.CaptureFixture[str]):
    example = runpy.run_path(str(EXAMPLE))
    asked: list[int] = []

    def counting(messages: list[str]) -> str:
        asked.append(len(messages))
        return str(example["stand_in"](messages))

    with ReadDocuments.of_files(example["AGREEMENT"], isolated=False) as documents:
        terms = example["read_terms"](counting, documents)
    example["main"]()

    assert asked == [1, 3]
    assert terms.signed.value == "12 February 2024"
    assert "signed: 12 February 2024 (proved, page 1)" in capsys.readouterr().out
