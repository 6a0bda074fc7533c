"""One question of a conversation and what came of it, as far as a later message may lean on it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Exchange:
    """The whole question that was asked, its outcome, and what the user was told.

    `told` holds the words of the document that answered, or what was asked back; nothing where neither was.
    """

    question: str
    outcome: str
    told: tuple[str, ...] = field(default=(), repr=False)

    @property
    def asked_back(self) -> bool:
        """Whether the next message is the reply to what was asked back."""
        return self.outcome == "needs_clarification"
