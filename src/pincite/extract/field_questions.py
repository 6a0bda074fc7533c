"""Make the question that asks a document for a field given in plain words, or known from a starter.

"Effective date" becomes "What is the effective date?". A question finds more than the bare words: the
reader was taught with questions. Which kind of value answers it is left to the question parser.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pincite.extract.schema_file import load_schema
from pincite.extract.schemas import STARTERS, SchemaField
from pincite.question.dictionary.entries import Concepts


def starter_field(words: str) -> SchemaField | None:
    """The field of that name, whatever its capitals; None where no starter has one."""
    return _fields().get(" ".join(words.split()).casefold())


@functools.cache
def _fields() -> Mapping[str, SchemaField]:
    """By their names; where two starters have one, they ask the same (a test says so)."""
    found = (each for name in STARTERS for each in load_schema(name).fields)
    return MappingProxyType({each.name.casefold(): each for each in found})


_OPENINGS = ("who ", "when ", "where ", "how ")
# Where the words tell no kind of value and the dictionary knows one, the question asks for that.
_BY_TYPE = {
    "amount": "How much is the {}?",
    "percentage": "What percentage is the {}?",
    "duration": "How long is the {}?",
    "date": "When is the {}?",
    "number": "What number is the {}?",
    "organisation": "Which company is the {}?",
}


@dataclass(frozen=True, slots=True)
class FieldQuestions:
    """Questions for fields, by the dictionary and the kinds of value that a question tells."""

    concepts: Concepts
    kinds_of: Callable[[str], tuple[str, ...]]
    """The kinds of value that would answer a question, best first."""

    def ask_for(self, words: str, kind: str | None) -> tuple[str, str | None]:
        """The question and the kind of value: those of the starter that has this field, or ours.

        The questions of the starters were put to hundreds of documents (docs/quality.md).
        """
        known = starter_field(words)
        if known and known.question and (kind != "boolean" or self.kinds_of(known.question)[0] == "boolean"):
            return known.question, kind or known.type
        return self._ask_for(words, kind), kind

    def _ask_for(self, words: str, kind: str | None) -> str:
        """A yes or no is asked for in the words as they are."""
        if kind == "boolean":
            return f"{words}?"
        plain = words.casefold()
        if said := self._as_people_ask(plain):
            return said
        question = f"What {'are' if _is_plural(plain) else 'is'} the {words}?"
        known = self._known_types(plain) if kind is None and self.kinds_of(question) == ("text",) else ()
        return _BY_TYPE[known[0]].format(words) if known and known[0] in _BY_TYPE else question

    def _as_people_ask(self, plain: str) -> str:
        """What the dictionary says that people ask for it: "who are the parties"; else nothing."""
        asked = (phrase for entry in self.concepts.entries.values() for phrase in entry.asked)
        found = (each for each in asked if each.startswith(_OPENINGS) and each.endswith(f" {plain}"))
        return next((f"{each[:1].upper()}{each[1:]}?" for each in found), "")

    def _known_types(self, plain: str) -> tuple[str, ...]:
        entry = self.concepts.entries.get(plain)
        return entry.value_types if entry else ()


def _is_plural(plain: str) -> bool:
    return plain.endswith("s") and not plain.endswith(("ss", "us", "is"))
