"""Ask one question after another: a message that leans on those before it is asked as a whole question.

What is asked is always a whole question, which the user sees and any other surface could ask alike. Rewriting
decides nothing else: the answer is found, judged and proved as that of any question.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Event

from pincite.answer.answers import Answer
from pincite.dialogue.spending import calls_heard, said_of, taken_down
from pincite.errors import PinciteError
from pincite.protocols import LanguageModel
from pincite.question.follow_ups import MOST_EARLIER, Joining, rewritten, without_mark
from pincite.records.bounds import Over, bounded
from pincite.records.completion import ModelCall
from pincite.records.run import Asking, Exchange

BY_RULES = "rules"
_CHECK_IT = (
    "Rules, not a language model, joined this to your last question and may point at its answer again. So an "
    "answer has to be surer than usual. If this is not what you mean, type the whole question."
)


@dataclass(frozen=True, slots=True)
class Turn:
    """What the user said, the whole question that was asked for it, and its answer."""

    said: str
    question: str
    rewritten_by: str
    """The language model that wrote the question, or `rules`; empty where it was asked as typed."""
    answer: Answer


@dataclass(slots=True, repr=False)
class Conversation:
    """A conversation with a library that is open; it ends with the library, and keeps nothing afterwards.

    `documents` may be changed between two turns. One message at a time: it is not for several threads.
    """

    ask_library: Callable[[Asking], Answer]
    joining: Joining
    language_model: Callable[[], LanguageModel | None]
    """The model that rewrites, made when it is needed; None where rules alone do."""
    documents: Sequence[str] = ()
    """The documents that are asked; all of the collection where none is named."""
    answer_type: str | None = None
    unread: Sequence[str] = ()
    _earlier: deque[Exchange] = field(default_factory=lambda: deque(maxlen=MOST_EARLIER))

    def __repr__(self) -> str:
        """One line that holds no text of a document and nothing that was said."""
        about = ", ".join(map(repr, self.documents)) or "all documents"
        return f"<Conversation about {about}, {len(self._earlier)} turns>"

    @property
    def told(self) -> tuple[str, ...]:
        """What the last turn told, on which a later message may lean."""
        return self._earlier[-1].told if self._earlier else ()

    def ask(
        self,
        text: str,
        *,
        progress: Callable[[int, int], None] = lambda read, documents: None,
        timeout: float | None = None,
        cancel: Event | None = None,
    ) -> Turn:
        """The turn that a message comes to: always one with an Answer, also where rewriting or asking fails.

        A message that stands by itself is asked as typed. Where the language model cannot rewrite one, the
        rules do, and a caveat of the answer says so. `timeout` and `cancel` are as for `Library.ask`, for the
        rewriting and the answer together.
        """
        with bounded(timeout, *([cancel.is_set] if cancel else [])):
            return self._turn(text, progress)

    def _turn(self, text: str, progress: Callable[[int, int], None]) -> Turn:
        whole = self._whole(text)
        # A reply to what was asked back is what the user was asked for, and no guess.
        replies = bool(self._earlier) and self._earlier[-1].asked_back
        answer = self.ask_library(
            Asking(
                whole.question,
                tuple(self.documents) or None,
                self.answer_type,
                tuple(self.unread),
                progress,
                whole.by == BY_RULES and not replies,
                whole.decisions,
                whole.calls,
                tuple(each for each in whole.caveats if not (replies and each == _CHECK_IT)),
            )
        )
        turn = Turn(text, whole.question, whole.by, answer)
        self._earlier.append(_exchange(turn))
        return turn

    def _whole(self, text: str) -> _Whole:
        """The message as a whole question: by the model where there is one, else by the rules."""
        earlier = tuple(self._earlier)
        by_rules = _told(text, _Whole(self.joining.whole(text, earlier), BY_RULES))
        if not earlier or not self.joining.can_be_read(text):
            return by_rules
        message = without_mark(text)
        with taken_down() as spent, calls_heard() as calls:
            try:
                model = self.language_model()
                if model is None:
                    return by_rules
                whole = _told(text, _Whole(rewritten(model, message, earlier), model.name))
            except Over:  # asking says so
                return by_rules
            except Exception as error:  # a plug-in's fault as well: the conversation goes on without it
                whole = _fallen_back(by_rules, error)
        return replace(whole, decisions=(*whole.decisions, *said_of(spent)), calls=tuple(calls))


@dataclass(frozen=True, slots=True)
class _Whole:
    """A whole question, who wrote it, and what has to be said of that."""

    question: str = field(repr=False)
    by: str
    decisions: tuple[str, ...] = field(default=(), repr=False)
    caveats: tuple[str, ...] = field(default=(), repr=False)
    calls: tuple[ModelCall, ...] = field(default=(), repr=False)


def _told(text: str, whole: _Whole) -> _Whole:
    """With the decision for the record; nobody wrote a question that is asked as typed."""
    if whole.question == without_mark(text):
        return replace(whole, by="")
    decisions = (f"conversation: {text!r} was rewritten by {whole.by}",)
    # What is joined often finds the answer to the question before once more.
    return replace(whole, decisions=decisions, caveats=(_CHECK_IT,) if whole.by == BY_RULES else ())


def _fallen_back(by_rules: _Whole, error: Exception) -> _Whole:
    """What the rules make of the message, and why the model made nothing of it."""
    reason = error.message if isinstance(error, PinciteError) else f"{error}."
    instead = "rules did" if by_rules.by else "it was asked as typed"
    caveat = f"The language model could not rewrite this message, so {instead}: {reason}"
    return replace(
        by_rules,
        decisions=(*by_rules.decisions, f"rewriter: {caveat}"),
        caveats=(caveat, *by_rules.caveats),
    )


def _exchange(turn: Turn) -> Exchange:
    """What a later message may lean on: what the user has seen as answer, and no lead or near miss."""
    answer = turn.answer
    told = tuple(item.original for item in answer.items)
    if answer.outcome == "needs_clarification" and answer.clarification:
        told = (answer.clarification,)
    return Exchange(turn.question, answer.outcome, told)
