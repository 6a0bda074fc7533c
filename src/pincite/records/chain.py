"""The chain of what was recorded: each entry names the one before it by its hash.

An entry is hashed as `pincite.chain/1`: the word itself, then number, kind, subject, recorded_at, payload
and previous, each in UTF-8 as its length in bytes, a colon, the bytes and a comma (a netstring). So no two
entries have the same bytes, whatever their fields hold. The payload is known by its hash alone: it can be
erased, and the chain still holds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["begun", "run", "decision", "erased"]
"""The chain was begun; a question was answered; a person decided about a cell of a table; the payload of an
earlier entry was erased."""
BEFORE_ALL = "0" * 64
"""What the first entry names as the one before it."""
NOTHING = hashlib.sha256(b"").hexdigest()
"""The payload of an entry that has none."""
_FORM = "pincite.chain/1"


@dataclass(frozen=True, slots=True)
class ChainEntry:
    """One thing that was recorded, and its place behind all that was recorded before."""

    number: int
    kind: str
    subject: str
    """A run by its id, a decision by its number, an erased entry by its number and why it was erased."""
    recorded_at: str
    payload: str
    """The SHA-256 of what was recorded, in canonical JSON."""
    previous: str
    hash: str

    @property
    def is_whole(self) -> bool:
        """Whether it has the hash that its fields give."""
        return self.hash == hash_of(self)

    @property
    def erases(self) -> int | None:
        """The number of the entry whose payload it says was erased; None for any other entry."""
        number = self.subject.partition(" ")[0]
        return int(number) if self.kind == "erased" and number.isdecimal() else None

    @property
    def reason(self) -> str:
        """Of an erased entry, why it was."""
        return self.subject.partition(" ")[2]


def following(
    last: ChainEntry | None, kind: Kind, subject: str, recorded_at: str, payload: str = NOTHING
) -> ChainEntry:
    """The entry that comes behind another; without one, the first."""
    number, previous = (last.number + 1, last.hash) if last else (1, BEFORE_ALL)
    unsealed = ChainEntry(number, kind, subject, recorded_at, payload, previous, "")
    return ChainEntry(number, kind, subject, recorded_at, payload, previous, hash_of(unsealed))


def hash_of(entry: ChainEntry) -> str:
    """What the fields of an entry come to, whatever hash it carries."""
    told = (entry.kind, entry.subject, entry.recorded_at, entry.payload, entry.previous)
    fields = (_FORM, str(entry.number), *told)
    parts = (field.encode("utf-8", "surrogatepass") for field in fields)
    return hashlib.sha256(b"".join(b"%d:%b," % (len(part), part) for part in parts)).hexdigest()


@dataclass(frozen=True, slots=True)
class ChainFault:
    """The first entry that is not as it was recorded, and how that shows."""

    number: int
    reason: str


def first_fault(entries: Iterable[ChainEntry]) -> ChainFault | None:
    """Where the links of a chain break; None where every entry follows the one before it."""
    expected, previous = 1, BEFORE_ALL
    for entry in entries:
        if entry.number != expected:
            return ChainFault(expected, f"it is missing: entry {entry.number} comes in its place")
        if not entry.is_whole:
            return ChainFault(entry.number, "it was changed: its hash is not that of its fields")
        if entry.previous != previous:
            return ChainFault(entry.number, "it does not name the hash of the entry before it")
        expected, previous = expected + 1, entry.hash
    return None
