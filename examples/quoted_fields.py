"""Refuse what a language model makes up: each value is proved by its quote, and the reason goes back to it.

Run: python examples/quoted_fields.py
`ask_model` stands for your own call, with instructor or without: it is given messages and returns JSON. Here
it first misquotes the agreement, and corrects itself when it is told what the document says.
"""

import json
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, ValidationError

import pincite
from pincite import Quoted

AGREEMENT = Path(__file__).parent / "services-agreement.pdf"


class Terms(BaseModel):
    """What is wanted of the agreement; each field is a value with the words that state it."""

    signed: Quoted[str]
    seat: Quoted[str]


def read_terms(ask_model: Callable[[list[str]], str], documents: pincite.ReadDocuments) -> Terms:
    """The terms, all of them proved, or a ValidationError after the second reply."""
    messages = [f"Fill in this form from the agreement: {json.dumps(Terms.model_json_schema())}"]
    reply = ask_model(messages)
    try:
        return Terms.model_validate_json(reply, context={"documents": documents})
    except ValidationError as error:
        reasons = "; ".join(f"{each['loc'][0]}: {each['msg']}" for each in error.errors())
        messages += [reply, f"This does not hold: {reasons}. Correct it."]
        return Terms.model_validate_json(ask_model(messages), context={"documents": documents})


def main() -> None:
    with pincite.ReadDocuments.of_files(AGREEMENT) as documents:
        terms = read_terms(stand_in, documents)
    for name, field in terms:
        place = field.verified.evidence[0]
        print(f"{name}: {field.value} ({field.verified.verdict}, page {place.page})")


def stand_in(messages: list[str]) -> str:
    """A model that misremembers the date at first, and looks again when it is told."""
    date = "12 February 2023" if len(messages) == 1 else "12 February 2024"
    quote = f"This Master Services Agreement is made on {date}"
    seat = {"value": "Rotterdam", "quote": "whose registered office is at Kadelaan 118, 3089 HV Rotterdam"}
    return json.dumps({"signed": {"value": date, "quote": quote}, "seat": seat})


if __name__ == "__main__":
    main()
