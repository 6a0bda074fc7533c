"""Hold who has which of the calls that a provider may get at once: never two the same one."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.records.call_slot import CallSlot
from pincite.stores.database import Database


@dataclass(frozen=True, slots=True)
class CallSlots:
    """The calls of one library."""

    database: Database

    def take(self, key: str, most: int, holder: str) -> CallSlot | None:
        """One of the calls that a key allows; None where none is free, or another was quicker."""
        with self.database.writing():
            row = self.database.row("take_slot", key=key, most=most, holder=holder)
        return None if row is None else CallSlot(key, row[0], holder, 0)

    def beat(self, slot: CallSlot) -> None:
        """Say that the call goes on."""
        with self.database.writing():
            self.database.run("beat_slot", key=slot.key, number=slot.number, holder=slot.holder)

    def free(self, slot: CallSlot) -> None:
        """Give the call back."""
        self._free(slot, None)

    def lapse(self, slot: CallSlot) -> None:
        """Take the call away from a holder that is lost, if it has said nothing since."""
        self._free(slot, slot.beat)

    def taken(self, key: str) -> list[CallSlot]:
        """Who has which of the calls that a key allows."""
        return [CallSlot(key, *row) for row in self.database.rows("slots", key=key)]

    def _free(self, slot: CallSlot, beat: int | None) -> None:
        named = {"key": slot.key, "number": slot.number, "holder": slot.holder}
        with self.database.writing():
            self.database.run("free_slot", **named, beat=beat)
