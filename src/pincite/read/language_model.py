"""Have a language model fill in the form for the lines of a view, by the strongest means that it keeps to.

A reply that breaks off is asked for again with half of the lines, or of the questions. Where that does not
help, its whole items are kept and the model goes on behind them; lines of which nothing more is known are
named. A refusal and a reply that cannot be read are errors: none of them means that the document is silent.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib import resources

from pincite.answer.own_signals import fragments as own_fragments
from pincite.answer.view_and_form import AskedQuestion, Reading, View
from pincite.dialogue.ladder import Obtained, obtain
from pincite.dialogue.spending import counted
from pincite.dialogue.utterance import whole_items
from pincite.errors import ConfigError, ProviderError, TruncatedReply
from pincite.protocols import LanguageModel
from pincite.read.form import VERSION as FORM
from pincite.read.form import key_of, read_items, read_reply, schema_of
from pincite.read.replies import once
from pincite.read.view import MOST_CHARS, narrowed
from pincite.records.bounds import Gathering
from pincite.records.completion import Prompt, Rung

_FRAGMENT = re.compile(r"<!-- fragment ([\w-]+/\d+) -->\n")
_LEAST_CHARS = 200
# Halving the lines so often gives a reply room enough for any list that a view can hold.
_MOST_HALVINGS = 4
_LONGEST_REASON = 300
_LISTS = frozenset({"list", "table", "tree", "nested"})
BY = "reader"


@dataclass(frozen=True, slots=True)
class LanguageModelReader:
    """A reader that shows a language model at most `most_chars` characters at a time."""

    model: LanguageModel
    most_chars: int = MOST_CHARS

    def __post_init__(self) -> None:
        if self.most_chars < _LEAST_CHARS:
            raise ConfigError(
                f"A model cannot be shown {self.most_chars} characters at a time.",
                hint=f"Set most_chars to {_LEAST_CHARS} or more.",
            )

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def version(self) -> str:
        return f"{FORM} {_fragments()['base'][0]}"

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        """One reading for each question; all of them in one prompt, unless the reply is too long for that."""
        if not view.lines:
            return [Reading(by=self.name) for _ in asked]
        if len(asked) == 1:
            return [self._read_alone(asked[0], view)]
        try:
            return self._obtained(asked, view, self.model.rungs).reply
        except TruncatedReply:
            middle = len(asked) // 2
            return [*self.read(asked[:middle], view), *self.read(asked[middle:], view)]

    def _read_alone(self, asked: AskedQuestion, view: View) -> Reading:
        told = _Told()
        try:
            self._about(asked, view, _MOST_HALVINGS, told)
        except TruncatedReply:
            if not told.said:
                raise
        numbers = [line.number for line in view.lines]
        unread = tuple(number for number in numbers if number not in told.heard or number in told.broken)
        return replace(told.said[0].together_with(told.said[1:]), unread=unread)

    def _about(self, asked: AskedQuestion, view: View, halvings: int, told: _Told) -> None:
        """What it says of a view; where its reply breaks off, what it says of each half.

        Where the lines are few, the items that were whole are taken, and it goes on behind the last of them.
        """
        numbers = tuple(line.number for line in view.lines)
        try:
            obtained = self._obtained([asked], view, told.rungs or self.model.rungs)
        except TruncatedReply as error:
            cut = error
        else:
            # A rung that was not kept to is not tried again for every half.
            told.rungs = told.rungs or _from(self.model.rungs, obtained.rung)
            told.said += obtained.reply
            told.heard.update(numbers)
            return
        is_last = halvings == 0 or len(numbers) == 1
        rest = self._behind(asked, cut, numbers, told) if is_last else numbers
        middle = len(rest) // 2
        gathering = Gathering()
        try:
            for half in (rest[:middle], rest[middle:]):
                if half:
                    with gathering.one():
                        self._about(asked, narrowed(view, half), 0 if is_last else halvings - 1, told)
            gathering.finish()
        except TruncatedReply:
            self._keep(asked, cut, numbers, told)
            raise

    def _behind(
        self, asked: AskedQuestion, cut: TruncatedReply, numbers: tuple[int, ...], told: _Told
    ) -> tuple[int, ...]:
        """Take what was whole of a reply that broke off; the lines behind it, of which it did not speak.

        A list is given in the order of the lines. The line of its last item may hold more, so it stays among
        those of which not all is known; so do all lines where the items are in no such order.
        """
        reached = self._keep(asked, cut, numbers, told)
        told.broken.update(numbers)
        if not reached:
            raise cut
        if asked.shape not in _LISTS or reached != sorted(reached):
            return ()
        told.heard.update(number for number in numbers if number < reached[-1])
        told.broken -= {number for number in numbers if number != reached[-1]}
        return tuple(number for number in numbers if number > reached[-1])

    def _keep(
        self, asked: AskedQuestion, cut: TruncatedReply, numbers: Sequence[int], told: _Told
    ) -> list[int]:
        """Enter the whole items of a reply that broke off; the line of each, in their order."""
        reading = read_items(whole_items(cut.said), asked, self.name)
        inside = [item for item in reading.items if set(numbers).issuperset(item.lines)]
        known = {(item.lines, item.words) for each in told.said for item in each.items}
        new = tuple(item for item in inside if (item.lines, item.words) not in known)
        if new:
            note = "a reply broke off: what was whole of it is kept"
            told.said.append(replace(reading, items=new, notes=(note,)))
        return [max(item.lines) for item in inside]

    def _obtained(
        self, asked: Sequence[AskedQuestion], view: View, rungs: Sequence[Rung]
    ) -> Obtained[list[Reading]]:
        instructions, parts = instructions_for(asked, view)
        prompt = Prompt(
            instructions,
            view.text,
            question_of(asked),
            schema_of(asked, view.lines[-1].number),
            facts=facts_of(asked),
        )
        with counted(self.model, BY, instructions, parts) as counting:
            try:
                obtained = obtain(
                    once(self.name, counting.complete),
                    rungs,
                    prompt,
                    lambda text: read_reply(text, asked, self.name),
                )
            except OSError as error:
                raise ProviderError(
                    f"The language model failed: {error}.", hint="Try again.", retryable=True
                ) from error
            counting.kept_to(obtained.rung, obtained.notes)
            return obtained


@dataclass(slots=True)
class _Told:
    """What a model said of some lines so far, of which it spoke whole, and of which it broke off."""

    said: list[Reading] = field(default_factory=list)
    heard: set[int] = field(default_factory=set)
    broken: set[int] = field(default_factory=set)
    rungs: Sequence[Rung] = ()


def instructions_for(asked: Sequence[AskedQuestion], view: View) -> tuple[str, tuple[str, ...]]:
    """What a model is told, and the parts it is made of: one base, then what these questions need.

    The same for all questions of one shape, so that services can keep it.
    """
    if len(asked) > 1:
        named = ["base", "several"]
    else:
        named = ["base", "list" if asked[0].shape in _LISTS else "single"]
    used = [_fragments()[name] for name in named]
    own = own_fragments()
    texts = [*(text for _, text in used), *([own] if own else [])]
    parts = (*(name for name, _ in used), FORM, *([view.version] if view.version else []))
    return "\n\n".join(texts), (*parts, "own-signals/1") if own else parts


def question_of(asked: Sequence[AskedQuestion]) -> str:
    """The user's own words, what is not wanted, what was asked before, why an earlier reply was refused."""
    if len(asked) == 1:
        return "\n".join([asked[0].text, *_beside(asked[0], "")])
    told = []
    for number, each in enumerate(asked, start=1):
        told += [f"{key_of(number)} {each.text}", *_beside(each, f"{key_of(number)}: ")]
    return "\n".join(told)


def facts_of(asked: Sequence[AskedQuestion]) -> str:
    """What is known of the document already, under words that say what it is; empty where nothing is."""
    facts = next((each.facts for each in asked if each.facts), "")
    return f"{_fragments()['facts'][1]}\n{facts}" if facts else ""


def _beside(asked: AskedQuestion, key: str) -> list[str]:
    told = []
    if asked.demanded:
        wanted = "a yes or no" if "boolean" in asked.types else f"a value of type {' or '.join(asked.types)}"
        told.append(f"{key}Wanted: {wanted}.")
    if asked.excluded:
        told.append(f"{key}Not wanted, though it may look alike: {', '.join(asked.excluded)}.")
    told += [f"{key}Asked before: {question} → {answer}" for question, answer in asked.before]
    if asked.refused:
        told.append(f"{key}An earlier reply, about other lines of the document, was refused:")
        told += [f"- {each[:_LONGEST_REASON]}" for each in asked.refused]
    return told


def _from(rungs: Sequence[Rung], kept: Rung) -> Sequence[Rung]:
    return rungs[rungs.index(kept) :] if kept in rungs else rungs


@functools.cache
def _fragments() -> dict[str, tuple[str, str]]:
    """By name each fragment of the prompt: its name with its version, and its words."""
    written = resources.files("pincite.read").joinpath("prompts/reading.md").read_text("utf-8")
    _, *parts = _FRAGMENT.split(written)
    return {
        name.partition("/")[0]: (name, text.strip())
        for name, text in zip(parts[::2], parts[1::2], strict=True)
    }
