"""Follow up on questions without a language model: how often is it as good as typing the whole question?

`python evals/bench/conversation.py [FILE]` holds conversations of a file with the documents of `examples`.
For every follow-up somebody wrote down the whole question. Printed is how many follow-ups end with the same
outcome at the same place as that question, and how many show an answer that it does not give: asked by
themselves, in a conversation as it is, and in one where each is joined to the last question with `+`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pincite
from pincite.answer.answers import Evidence

_OWN = Path(__file__).parent / "conversations.jsonl"
_EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What was typed after another message, and the whole question that was meant."""

    said: str
    whole: str


def main() -> None:
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else _OWN
    conversations = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    with TemporaryDirectory() as folder, pincite.open(Path(folder) / "library") as library:
        for name in dict.fromkeys(each["document"] for each in conversations):
            library.add(_EXAMPLES / name, wait=True)
        follow_ups = sum(len(each["turns"]) - 1 for each in conversations)
        for title, mark, remembers in (("by itself", "", False), ("chat", "", True), ("joined", "+ ", True)):
            pairs = [pair for each in conversations for pair in _held(library, each, mark, remembers)]
            same = sum(one.outcome == other.outcome and _same_place(one, other) for one, other in pairs)
            place = sum(_same_place(one, other) for one, other in pairs)
            wrong = sum(_is_its_own(one, other) for one, other in pairs)
            print(
                f"{title}: {same} of {follow_ups} as the whole question, {place} at its place; "
                f"{wrong} answers that it does not give",
                flush=True,
            )


def _held(
    library: pincite.Library, held: dict[str, object], mark: str, remembers: bool
) -> Iterator[tuple[pincite.Answer, pincite.Answer]]:
    """For each follow-up its answer and that of the whole question."""
    documents = [str(held["document"])]
    conversation = library.conversation(documents)
    first, *rest = held["turns"]  # type: ignore[misc]  # read from JSON
    if remembers:
        conversation.ask(first["said"])
    for turn in rest:
        follow_up = FollowUp(**turn)
        if not remembers:
            conversation = library.conversation(documents)
        answer = conversation.ask(f"{mark}{follow_up.said}").answer
        yield answer, library.ask(follow_up.whole, documents=documents)


def _is_its_own(one: pincite.Answer, other: pincite.Answer) -> bool:
    """Whether an answer is shown that the other does not give."""
    return bool(one.items) and not (other.items and _same_place(one, other))


def _same_place(one: pincite.Answer, other: pincite.Answer) -> bool:
    """Whether the best places of two answers share a line, or neither has one."""
    here, there = _best_place(one), _best_place(other)
    if here is None or there is None:
        return here is there
    return here.lines[0] <= there.lines[1] and there.lines[0] <= here.lines[1]


def _best_place(answer: pincite.Answer) -> Evidence | None:
    """Where the first item stands, or the first lead where there are no items."""
    shown = [*answer.items, *answer.leads]
    return shown[0].evidence[0] if shown else None


if __name__ == "__main__":
    main()
