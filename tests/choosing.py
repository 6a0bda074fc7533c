"""What fakes of language models say when they are asked which sentences give the answer they proposed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from pincite.records.completion import Prompt

_NUMBERED = re.compile(r"^(\d+): (.*)$", re.MULTILINE)
_DIVIDED = re.compile(r"(?<=[a-z])- (?=[a-z])")
_PROPOSED = "Proposed answer: "


def is_choice(prompt: Prompt) -> bool:
    """Whether a model is asked to choose, and not to propose."""
    return "answering" in prompt.schema["properties"]


def proposed_in(question: str) -> tuple[str, str]:
    """The question, and the answer that somebody proposes to it."""
    asked, _, answer = question.partition(f"\n{_PROPOSED}")
    return asked, _DIVIDED.sub("", answer)


def choosing(context: str, is_right: Callable[[str], bool]) -> str:
    """The reply of a model that takes these of the numbered sentences to answer.

    Like any model it reads over a line end within a word ("anniver- sary").
    """
    chosen = [int(n) for n, words in _NUMBERED.findall(context) if is_right(_DIVIDED.sub("", words))]
    return json.dumps({"answering": chosen, "why": "as I know"})
