"""Put a prompt into words: what never changes first, the document's lines fenced off, the question last.

Services keep what they have read of a prompt as long as it starts alike, so the instructions and the form
of the reply come before everything that belongs to one question.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.records.completion import Prompt

_IN_WORDS = frozenset({"json", "prompt"})


@dataclass(frozen=True, slots=True)
class Wording:
    """What goes to the model: as the system, as the user, and where it is to mend a reply, that reply."""

    system: str
    user: str
    said: str = ""
    complaint: str = ""

    def turns(self) -> list[dict[str, str]]:
        """The conversation after the system's own words."""
        asked = [{"role": "user", "content": self.user}]
        if not self.complaint:
            return asked
        mending = [{"role": "assistant", "content": self.said}, {"role": "user", "content": self.complaint}]
        return [*asked, *mending]


def worded(prompt: Prompt, schema: Mapping[str, Any]) -> Wording:
    """The prompt in words; with the schema among them where nothing else holds the model to it."""
    form = f"\n\n{_FORM}\n{json.dumps(schema)}" if prompt.rung in _IN_WORDS else ""
    user = f"{fenced(prompt.context)}\n\nQuestion: {prompt.question}"
    if prompt.earlier is None:
        return Wording(prompt.instructions.rstrip() + form, user)
    return Wording(
        prompt.instructions.rstrip() + form,
        user,
        # An empty turn is refused by services, and there is nothing to mend in it.
        prompt.earlier.text or "(no reply)",
        f"Your reply cannot be used. {prompt.earlier.problem}\nGive the whole reply again, mended.",
    )


def fenced(context: str) -> str:
    """Lines between marks that no line can imitate: they are made of all the lines together."""
    mark = hashlib.sha256(context.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f'<lines mark="{mark}">\n{context}\n</lines mark="{mark}">'


_FORM = """Reply with one JSON object and nothing else: no words before or after it, no code fence. Every key
of this JSON Schema is required, and no other is allowed:"""
