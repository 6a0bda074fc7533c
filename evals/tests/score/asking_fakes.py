"""Fake systems that answer gold questions: one reads the document, one remembers what it once said."""

from __future__ import annotations

import re

from evals.score.observation import Observation, ObservedItem, Place
from evals.tests.score.changed_documents import TEXTS
from pincite.quality.questions import GoldRow
from pincite.values.registered import find

# By which words of the sentence a reader who understands the question knows the answer.
CUES = {
    "effective": r"takes effect",
    "signed": r"last time",
    "price": r"monthly price",
    "payment": r"Invoices are payable",
    "notice": r"terminate this Agreement",
    "interest": r"late payment",
    "seller": r'\(the "Seller"\)',
    "assignment": r"The Seller may",
    "law": r"law of",
    "courts": r"jurisdiction",
    "excess": r"for each claim is",
    "policy-end": r"policy ends",
    "theft": r"Theft from",
    "dose": r"recommended dose",
    "shelf": r"Shelf life",
    "notified": r"must be notified",
}
_SENTENCE = re.compile(r"(?:[^.\n]|\.(?=\S)|(?<=B\.V)\.|\n(?=\S))+\.?")


def reads(row: GoldRow, text: str) -> Observation:
    """Finds the sentence that the question is about and takes the first value of the type from it."""
    name = row.id.split("~")[0]
    for found in _SENTENCE.finditer(text):
        if not re.search(CUES[name], found[0]):
            continue
        for reading in find(row.answer_type or "text", found[0]):
            place = Place(start=found.start(), end=found.end(), snippet=found[0])
            value = reading.value.model_dump(mode="json")
            return answered(row, value, reading.original(found[0]), place)
    return Observation(key="", row=row.id, outcome="not_found")


def remembers(row: GoldRow, original: GoldRow) -> Observation:
    """Gives the answer of the original document whatever is asked of."""
    (answer,) = original.answers
    ((start, end),) = answer.spans or ()
    place = Place(start=start, end=end, snippet=TEXTS[original.document][start:end])
    return answered(row, answer.value or {"text": answer.text}, answer.text, place)


def answered(row: GoldRow, value: dict[str, object], words: str, place: Place) -> Observation:
    item = ObservedItem(
        answer_type=row.answer_type or "text",
        value=value,
        original=words,
        confidence=0.9,
        proved=True,
        places=(place,),
    )
    return Observation(key="", row=row.id, outcome="answered", items=(item,))
