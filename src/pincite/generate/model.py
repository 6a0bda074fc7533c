"""Let a language model point at values in numbered lines; what it says is a claim like any other."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from pincite.contract.claims import Proposal, Shown
from pincite.contract.replies import reply_schema
from pincite.contract.signals import Signals
from pincite.errors import ConfigError, ProviderError
from pincite.generate.batches import batches
from pincite.generate.reply import read_reply
from pincite.protocols import LanguageModel
from pincite.records.completion import Completion, Prompt
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question


@dataclass(frozen=True, slots=True)
class FromModel:
    """Claims by a language model that is shown at most `max_lines` lines at a time, until it saw all places.

    A refusal, a reply that breaks off and one that cannot be read are errors: none of them means that the
    document is silent.
    """

    model: LanguageModel
    max_lines: int = 200

    def __post_init__(self) -> None:
        if self.max_lines < 1:
            raise ConfigError(
                f"A model cannot be shown {self.max_lines} lines.", hint="Set max_lines to 200."
            )

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        said: list[Proposal] = []
        shown: list[Shown] = []
        for identity, document in documents.items():
            places = [place for place in found if place.identity == identity]
            for numbers in batches(document, places, self.max_lines):
                said.append(self._ask(question, _numbered(document, numbers), identity.version))
                shown += _shown(identity.version, numbers)
        # Nothing tells how likely claims of two replies are beside each other: each reply's best come first.
        claims = sorted((claim for each in said for claim in each.claims), key=lambda c: -c.score)
        signals = _combined([each.signals for each in said])
        return Proposal(claims=tuple(claims), signals=signals, shown=tuple(shown))

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


def _combined(stated: Sequence[Signals]) -> Signals:
    """What several replies say together; whether anything is missing, those say that found something."""
    if not stated:
        return Signals.unremarkable()
    telling = [signals for signals in stated if signals.found] or list(stated)
    clarifications = (signals.suggested_clarification for signals in telling)
    return telling[0].model_copy(
        update={
            "confidence": min(signals.confidence for signals in telling),
            "complete": all(signals.complete for signals in telling),
            "context_complete": all(signals.context_complete for signals in telling),
            "context_well_parsed": all(signals.context_well_parsed for signals in stated),
            "new_keywords": _each_once(signals.new_keywords for signals in stated),
            "keywords_found": _each_once(signals.keywords_found for signals in stated),
            "conflicting_evidence": any(signals.conflicting_evidence for signals in stated),
            "suggested_clarification": next(filter(None, clarifications), None),
        }
    )


def _each_once(lists: Iterable[Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(itertools.chain.from_iterable(lists)))


def _shown(version: str, numbers: Sequence[int]) -> Iterator[Shown]:
    """The lines of a batch as stretches of consecutive numbers."""
    for _, run in itertools.groupby(enumerate(numbers), key=lambda each: each[1] - each[0]):
        lines = [number for _, number in run]
        yield Shown(version=version, lines=(lines[0], lines[-1]))


def _numbered(document: Document, numbers: Sequence[int]) -> str:
    """Lines under their own numbers."""
    wanted = set(numbers)
    # Blank lines have numbers, too, and are no lines of the document.
    shown = (line for line in document.lines if line.number in wanted)
    return "\n".join(f"{line.number}: {line.span.of(document.text)}" for line in shown)


@functools.cache
def _instructions() -> str:
    return resources.files("pincite.generate").joinpath("prompts/base.md").read_text("utf-8")
