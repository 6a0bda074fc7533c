"""Put a prompt into words: what never changes first, the document's lines fenced off, the question last.

Services keep what they have read of a prompt as long as it starts alike, so the instructions and the form
of the reply come before everything that belongs to one question.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pincite.records.completion import PicturePrompt, Prompt

_IN_WORDS = frozenset({"json", "prompt"})


Put = Callable[[str, bytes], Any]
"""Words and a picture as one turn of a conversation, in the form that a service takes."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What goes to the model: as the system, as the user, and where it is to mend a reply, that reply.

    What it is shown beside the user's words, `picture` holds as a PNG file; empty where there is none.
    """

    system: str
    user: str
    said: str = ""
    complaint: str = ""
    picture: bytes = field(default=b"", repr=False)

    def turns(self, put: Put) -> list[dict[str, Any]]:
        """The conversation after the system's own words; `put` sets the picture beside them."""
        asked = [{"role": "user", "content": put(self.user, self.picture) if self.picture else self.user}]
        if not self.complaint:
            return asked
        mending = [{"role": "assistant", "content": self.said}, {"role": "user", "content": self.complaint}]
        return [*asked, *mending]


def worded(prompt: Prompt, schema: Mapping[str, Any]) -> Wording:
    """The prompt in words; with the schema among them where nothing else holds the model to it."""
    form = f"\n\n{_FORM}\n{json.dumps(schema)}" if prompt.rung in _IN_WORDS else ""
    known = f"{fenced(prompt.facts, 'facts')}\n\n" if prompt.facts else ""
    user = f"{known}{fenced(prompt.context)}\n\nQuestion: {prompt.question}"
    picture = prompt.picture if isinstance(prompt, PicturePrompt) else b""
    said = Wording(prompt.instructions.rstrip() + form, user, picture=picture)
    if prompt.earlier is None:
        return said
    return replace(
        said,
        # An empty turn is refused by services, and there is nothing to mend in it.
        said=prompt.earlier.text or "(no reply)",
        complaint=f"Your reply cannot be used. {prompt.earlier.problem}\nGive the whole reply again, mended.",
    )


def base64_of(picture: bytes) -> str:
    return base64.b64encode(picture).decode()


def address_of(picture: bytes) -> str:
    """The picture as an address that holds all of it."""
    return f"data:image/png;base64,{base64_of(picture)}"


def fenced(context: str, name: str = "lines") -> str:
    """Lines between marks that no line can imitate: they are made of all the lines together."""
    mark = hashlib.sha256(context.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f'<{name} mark="{mark}">\n{context}\n</{name} mark="{mark}">'


_FORM = """Reply with one JSON object and nothing else: no words before or after it, no code fence. Every key
of this JSON Schema is required, and no other is allowed:"""
