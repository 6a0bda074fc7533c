"""Let a language model point at values in numbered lines; what it says is a claim like any other."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pincite.answer.claims import Proposal, Shown, Signals
from pincite.answer.own_signals import together
from pincite.dialogue.ladder import Obtained
from pincite.errors import ConfigError, TruncatedReply
from pincite.generate.batches import batches
from pincite.generate.fragments import instructions
from pincite.generate.prompting import Asking, Told, offered, told
from pincite.protocols import LanguageModel
from pincite.records.bounds import Gathering
from pincite.records.completion import Rung
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question

# Halving the lines so often gives a reply room enough for any list that a batch can hold.
_MOST_HALVINGS = 4
_MOST_BROKEN_OFF = 2
_LEAST_TOKENS = 16
# What a reply calls its context and itself, the weakest last.
_WEAKER = ("complete", "partial", "none", "sure", "likely", "guess")

T = TypeVar("T", bound=str)


@dataclass(frozen=True, slots=True)
class FromModel:
    """Claims by a language model that is shown at most `max_lines` lines at a time, until it saw all places.

    Nor is it shown more than `context_tokens` at a time, reckoned as four characters each.
    A reply that breaks off is asked for again with half of the lines. Where that does not help, its whole
    items are kept and it goes on behind them; lines of which nothing more is known count as unread, and
    after the second such batch all that follow; where nothing was said, it is an error.
    So are a refusal and a reply that cannot be read: none of them means that the document is silent.
    """

    model: LanguageModel
    max_lines: int = 200
    context_tokens: int = 12_000

    def __post_init__(self) -> None:
        if self.context_tokens < _LEAST_TOKENS:
            raise ConfigError(
                f"A model cannot be shown {self.context_tokens} tokens at a time.",
                hint=f"Set context_tokens to {_LEAST_TOKENS} or more.",
            )
        if self.max_lines < 1:
            raise ConfigError(
                f"A model cannot be shown {self.max_lines} lines.", hint="Set max_lines to 200."
            )

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        said: list[Obtained[Proposal]] = []
        shown: list[Shown] = []
        unread: list[Shown] = []
        broken_off = 0
        gathering = Gathering()
        for identity, document in documents.items():
            places = [place for place in found if place.identity == identity]
            for numbers in batches(document, places, self.max_lines):
                if broken_off == _MOST_BROKEN_OFF:
                    unread += _shown(identity.version, numbers)
                    continue
                # A rung that was not kept to is not tried again for every batch.
                rungs = _from(self.model.rungs, said[-1].rung if said else None)
                asking, told_so = Asking(question, document, identity.version, rungs), Told()
                try:
                    with gathering.one():
                        asking.all_of(self.model, numbers, self.context_tokens * 4, _MOST_HALVINGS, told_so)
                except TruncatedReply:
                    if not said and not told_so.said:
                        raise
                said += told_so.said
                missing = told_so.unread(numbers)
                broken_off += bool(missing)
                unread += _shown(identity.version, missing)
                shown += _shown(identity.version, [n for n in numbers if told_so.was_shown(n)])
        gathering.finish()
        # Nothing tells how likely claims of two replies are beside each other: each reply's best come first.
        claims = sorted((claim for each in said for claim in each.reply.claims), key=lambda c: -c.score)
        signals = _combined([each.reply.signals for each in said])
        told_to = instructions(offered(question), question.generation.answer_shape)
        notes = told(self.model.name, told_to, said)
        return Proposal(
            claims=tuple(claims),
            signals=signals,
            shown=tuple(shown),
            unread=tuple(unread),
            notes=notes,
            by=self.model.name,
        )


def _from(rungs: Sequence[Rung], kept: Rung | None) -> Sequence[Rung]:
    return rungs[rungs.index(kept) :] if kept in rungs else rungs


def _combined(stated: Sequence[Signals]) -> Signals:
    """What several replies say together; whether anything is missing, those say that found something."""
    if not stated:
        return Signals.unremarkable()
    telling = [signals for signals in stated if signals.found] or list(stated)
    clarifications = (signals.suggested_clarification for signals in telling)
    own = together(signals.own_values() for signals in stated)
    return (
        telling[0]
        .with_own(own)
        .model_copy(
            update={
                "confidence": _least([signals.confidence for signals in telling]),
                "complete": all(signals.complete for signals in telling),
                "context_completeness": _least([signals.context_completeness for signals in telling]),
                "context_structured": not any(signals.garbled for signals in stated),
                "caveats": _each_once(signals.caveats for signals in stated),
                "new_keywords": _each_once(signals.new_keywords for signals in stated),
                "keywords_found": _each_once(signals.keywords_found for signals in stated),
                "conflicting_evidence": any(signals.conflicting_evidence for signals in stated),
                "suggested_clarification": next(filter(None, clarifications), None),
            }
        )
    )


def _least(said: Sequence[T | None]) -> T | None:
    """The weakest of what replies say, by the order of the words; None where none of them says it."""
    known = [each for each in said if each is not None]
    return max(known, key=_WEAKER.index) if known else None


def _each_once(lists: Iterable[Sequence[str]]) -> list[str]:
    return list(dict.fromkeys(itertools.chain.from_iterable(lists)))


def _shown(version: str, numbers: Sequence[int]) -> Iterator[Shown]:
    """The lines of a batch as stretches of consecutive numbers."""
    for _, run in itertools.groupby(enumerate(numbers), key=lambda each: each[1] - each[0]):
        lines = [number for _, number in run]
        yield Shown(version=version, lines=(lines[0], lines[-1]))
