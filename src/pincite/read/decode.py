"""Have a network write a reply of which every part is checked as it is written.

At each step only tokens that keep to the form of a reply are allowed: numbers of lines that are shown,
columns of the row that was named, and whole words as they stand in the lines that were named. So a reply can
be wrong, but not malformed, and its words are verbatim by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.answer.view_and_form import Sureness
from pincite.read.reply import COLUMN, END, NEXT, NO, NONE, PLUS, UNLESS, YES, Reply, ReplyItem

if TYPE_CHECKING:
    from numpy.typing import NDArray

Run = Callable[[Sequence[int], Any], tuple["NDArray[np.float32]", Any]]
"""Reads tokens behind what was kept of those before; gives the logits behind the last, and what to keep."""
Split = Callable[[str], tuple[list[int], list[int]]]
"""The tokens of a text, and where in it each of them ends."""

_MOST_WORDS, _MOST_LINES, _MOST_ITEMS, _MOST_CHARS = 60, 5, 16, 300


@dataclass(frozen=True, slots=True)
class ShownText:
    """What may be copied of one line: its words, and of a row its cells by column."""

    text: str
    cells: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Copy:
    """What may be copied from one place on: its tokens, and after which of them it may end."""

    text: str
    start: int
    ids: tuple[int, ...]
    ends: Mapping[int, int]
    """By count of tokens the place in the text where they end."""


@dataclass(slots=True)
class Decoding:
    """One reply, as it is written."""

    run: Run
    split: Split
    lines: Mapping[int, ShownText]
    says: bool = False
    """Whether the question is for yes or no: then a reply that names a line begins with one of them."""
    _kept: Any = None
    _logits: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    _sum: float = 0.0
    _count: int = 0
    _second: float = -np.inf

    def reply(self, prompt: Sequence[int]) -> tuple[Reply, Sureness]:
        """The likeliest reply that names something, token by token.

        Whether `none` is likelier is for the caller to see by what is given beside it.
        """
        self._read(prompt)
        nothing = float(self._logits[self._token(NONE)])
        numbers = {str(number) for number in self.lines}
        yes, no = self._token(YES), self._token(NO)
        openings = () if self.says else (self._token(each[0]) for each in numbers)
        says = None
        if (best := self._best({yes, no, *openings})) in (yes, no):
            says = best == yes
            self._take(best)
            self._take(self._token(" "))
        lead, self._second = self._sum, -np.inf
        item, number = self._numbered(says)
        items, unless = [item], None
        if says is not None and self._best({self._token(UNLESS), END}) != END:
            self._take(self._token(UNLESS))
            self._take(self._token(" "))
            unless = self._number(numbers, lambda _: {END})
        while says is None and len(items) < _MOST_ITEMS and self._best({self._token(NEXT), END}) != END:
            self._take(self._token(NEXT))
            item, _ = self._numbered(None)
            if item in items:
                break
            items.append(item)
        self._take(END)
        sure = Sureness(nothing, number, lead + self._second, self._sum - number, self._count)
        return Reply(tuple(items), says, unless), sure

    def _numbered(self, says: bool | None) -> tuple[ReplyItem, float]:
        """An item, and the log-probability of all that was written up to its first number."""
        left = {str(number) for number in self.lines}
        closing = {self._token(UNLESS), END} if says is not None else {self._token(NEXT), END}
        plus, column = self._token(PLUS), self._token(COLUMN)

        def after(number: int) -> set[int]:
            if says is not None:
                return {plus, *closing}
            line = self.lines[number]
            starts = {each.ids[0] for each in self._copies(line.text)}
            return {plus, *closing, *starts, *([column] if _heads(line) else [])}

        named = [self._number(left, after)]
        reached = self._sum
        while len(named) < _MOST_LINES and self._best(after(named[-1])) == plus:
            left.discard(str(named[-1]))
            if not left:
                break
            self._take(plus)
            named.append(self._number(left, after))
        if says is not None:
            return ReplyItem(tuple(named)), reached
        return self._worded(named, closing), reached

    def _worded(self, named: Sequence[int], closing: Collection[int]) -> ReplyItem:
        """The column and the words that follow the numbers."""
        line, head = self.lines[named[0]], ""
        copies = [copy for number in named for copy in self._copies(self.lines[number].text)]
        column = self._token(COLUMN)
        starts = {copy.ids[0] for copy in copies}
        opening = {*closing, *starts, *([column] if _heads(line) else [])}
        if self._best(opening) == column and _heads(line):
            self._take(column)
            head = self._copied([_whole(f"{each}:", self.split) for each in _heads(line)], ())[:-1]
            texts = [text for each, text in line.cells if each == head]
            copies = [copy for text in texts for copy in self._copies(text)]
        if not copies or self._best({*closing, *(copy.ids[0] for copy in copies)}) in closing:
            return ReplyItem(tuple(named), head)
        return ReplyItem(tuple(named), head, self._copied(copies, closing))

    def _copied(self, copies: Sequence[_Copy], closing: Collection[int]) -> str:
        """Words, token by token, as long as they stand so in a place that may be copied."""
        alive, count = list(copies), 0
        while True:
            ended = [copy for copy in alive if count in copy.ends]
            going = {copy.ids[count] for copy in alive if count < len(copy.ids)}
            if ended and (not going or (closing and self._best({*going, *closing}) in closing)):
                return ended[0].text[ended[0].start : ended[0].ends[count]]
            # What may end nowhere further on is never begun: every copy ends with its last token.
            token = self._best(going)
            self._take(token)
            alive = [copy for copy in alive if count < len(copy.ids) and copy.ids[count] == token]
            count += 1

    def _number(self, allowed: Collection[str], after: Callable[[int], Collection[int]]) -> int:
        """A number of a line, digit by digit; it ends where what may follow it is likelier than a digit."""
        said = ""
        while True:
            going = {each[len(said)] for each in allowed if len(each) > len(said) and each.startswith(said)}
            tokens = {self._token(digit): digit for digit in going}
            behind = after(int(said)) if said in allowed else ()
            best = self._best({*tokens, *behind})
            rivals = [float(self._logits[each]) for each in tokens if each != best]
            if best in tokens and behind:
                rivals.append(max(float(self._logits[each]) for each in behind))
            self._second = max([self._second, *(self._sum + each for each in rivals)])
            if best not in tokens:
                return int(said)
            self._take(best)
            said += tokens[best]

    def _copies(self, text: str) -> Iterator[_Copy]:
        """From every start of a word on what may be copied; what ends inside a word may not."""
        for start in _starts(text):
            piece = text[start : start + _MOST_CHARS]
            # An at sign would be taken for that of a column.
            if not piece.startswith("@"):
                copy = _whole(piece, self.split, " ")
                ends = {
                    count: start + end for count, end in copy.ends.items() if not _inside(text, start + end)
                }
                if ends:
                    yield _Copy(text, start, copy.ids[: max(ends)], ends)

    def _token(self, text: str) -> int:
        (token,) = self.split(text)[0]
        return token

    def _best(self, allowed: Iterable[int]) -> int:
        return max(sorted(allowed), key=lambda each: self._logits[each])

    def _take(self, token: int) -> None:
        self._sum += float(self._logits[token])
        self._count += 1
        if token != END:
            self._read([token])

    def _read(self, ids: Sequence[int]) -> None:
        logits, self._kept = self.run(ids, self._kept)
        high = logits.max()
        self._logits = logits - (high + np.log(np.exp(logits - high).sum()))


def _whole(text: str, split: Split, before: str = "") -> _Copy:
    """All tokens of a text, behind a space or not; after which of them it may be left, as places in it."""
    ids, ends = split(before + text)
    places = [end - len(before) for end in ends]
    told = {count: end for count, end in enumerate(places[:_MOST_WORDS], 1) if end > 0}
    if not before:
        told = {len(ids): len(text)}
    # Tokens of one character share its end: only the last of them has all of it.
    last = {count: end for count, end in told.items() if count == len(ids) or places[count] != end}
    return _Copy(text, 0, tuple(ids), last)


def _heads(line: ShownText) -> list[str]:
    return list(dict.fromkeys(head for head, _ in line.cells if head))


def _starts(text: str) -> Iterator[int]:
    """Where words, numbers and the signs before them begin."""
    for at, sign in enumerate(text):
        before = text[at - 1] if at else " "
        if not sign.isspace() and (not before.isalnum() or not sign.isalnum()):
            yield at


def _inside(text: str, at: int) -> bool:
    """Whether a place is in the middle of a word such as "it's" or of a number such as 1,200.50."""
    if not 0 < at < len(text):
        return False
    before, sign, behind = text[at - 1], text[at], text[at + 1 : at + 2]
    if before.isalnum() and sign.isalnum():
        return True
    joining = ".,'’" if before.isdigit() and behind.isdigit() else "'’"
    return before.isalnum() and sign in joining and behind.isalnum()
