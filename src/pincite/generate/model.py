"""Let a language model point at values in numbered lines; what it says is a claim like any other."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from pincite.contract.claims import Claim, Proposal
from pincite.contract.replies import reply_schema
from pincite.contract.signals import Signals
from pincite.errors import ProviderError
from pincite.generate.reply import read_reply
from pincite.protocols import LanguageModel
from pincite.records.completion import Completion, Prompt
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question


@dataclass(frozen=True, slots=True)
class FromModel:
    """Claims by a language model that reads at most `max_lines` lines of each document.

    A refusal, a reply that breaks off and one that cannot be read are errors: none of them means that the
    document is silent.
    """

    model: LanguageModel
    max_lines: int = 200

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        claims: list[Claim] = []
        signals = Signals.unremarkable()
        for identity, document in documents.items():
            places = [place for place in found if place.identity == identity]
            if not places:
                continue
            said = self._ask(question, _numbered(document, places, self.max_lines), identity.version)
            claims += said.claims
            signals = said.signals
        return Proposal(claims=tuple(claims), signals=signals)

    def _ask(self, question: Question, context: str, version: str) -> Proposal:
        types = question.generation.answer_types
        prompt = Prompt(_instructions(), context, _asked(question), reply_schema(types))
        return read_reply(_whole(self.model.complete(prompt)), types, version)


def _asked(question: Question) -> str:
    """The user's own words, and in a second attempt why the first was refused."""
    generation = question.generation
    if not generation.refused:
        return generation.asked
    reasons = "\n".join(f"- {reason}" for reason in generation.refused)
    return f"{generation.asked}\n\nAn earlier reply was refused:\n{reasons}"


def _whole(completion: Completion) -> str:
    """The text of a reply that came to its end."""
    if completion.stopped == "refusal":
        raise ProviderError(
            f"The model refused to answer: {completion.text[:200]!r}.",
            hint="Use another model, or verbatim mode, which needs none.",
        )
    if completion.stopped == "length":
        raise ProviderError(
            "The model's reply breaks off at the limit of its length.",
            hint="Allow longer replies, or ask for less.",
            retryable=True,
        )
    return completion.text


def _numbered(document: Document, places: Sequence[Found], max_lines: int) -> str:
    """The lines around the places found, best first until the limit, shown in the order of the text."""
    numbers: set[int] = set()
    for place in places:
        lines = {line.number for line in document.lines_of(place.context)}
        if len(numbers | lines) > max_lines:
            break
        numbers |= lines
    # Blank lines have numbers, too, and are no lines of the document.
    shown = (line for line in document.lines if line.number in numbers)
    return "\n".join(f"{line.number}: {line.span.of(document.text)}" for line in shown)


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.generate").joinpath("prompts/base.md").read_text("utf-8")
