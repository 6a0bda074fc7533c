"""The commands of a chat: lines that begin with a slash say what is asked about, and ask nothing."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pincite.ask.conversation import Conversation
from pincite.cli.screen import printable_name
from pincite.errors import InputError
from pincite.service import Library

ENDS = frozenset({"/quit", "/exit"})
_HELP = (
    "Type a question. A follow-up may be short: Pincite completes it and shows what it asked.",
    "+ MESSAGE     join the message to the last question (where no language model rewrites)",
    "/documents    list the documents you are asking",
    "/use NAME…    ask only these documents; without a name, those you started with",
    "/quit         end (or Ctrl-D); Ctrl-C stops a question",
)
_MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class Commands:
    """What a line with a slash does to a conversation, told in lines that can be shown as they are."""

    library: Library
    conversation: Conversation
    at_start: tuple[str, ...]

    def obey(self, line: str) -> list[str]:
        """What to tell the user; an InputError where there is no such command or document."""
        command, *names = _words(line)
        known: dict[str, Callable[[Sequence[str]], Iterator[str]]] = {
            "/help": lambda names: iter(_HELP),
            "/documents": lambda names: self._listed(),
            "/use": self._use,
        }
        if command not in known:
            raise InputError(
                f"There is no command {printable_name(command)}.",
                hint="/help shows the commands. A question does not begin with a slash.",
            )
        return list(known[command](names))

    def _use(self, names: Sequence[str]) -> Iterator[str]:
        self.conversation.documents = (
            tuple(self.library.current(name).name for name in names) or self.at_start
        )
        yield from self._listed()

    def _listed(self) -> Iterator[str]:
        held = [listing.identity.name for listing in self.library.documents()]
        names = list(dict.fromkeys(self.conversation.documents)) or held
        yield f"Asked: {_count(len(names))}"
        yield from (f"  {printable_name(name)}" for name in names[:_MOST_LISTED])
        if len(names) > _MOST_LISTED:
            yield f"  … and {len(names) - _MOST_LISTED:,} more"


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise InputError(
            "A quotation mark is missing.", hint='Write: /use "name with spaces.pdf" other.pdf'
        ) from error


def _count(number: int) -> str:
    return f"{number:,} document" + ("" if number == 1 else "s")
