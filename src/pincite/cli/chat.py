"""The verb `chat`: one question after another, where each may lean on those before."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Documents, MaxRisk, Model, Password, Strictness, Temporary, named
from pincite.cli.reporting import reported, show_error
from pincite.cli.screen import (
    is_typed,
    notice,
    one_line,
    print_line,
    print_text,
    printable_name,
    say,
    typed_lines,
)
from pincite.errors import InputError, PinciteError

if TYPE_CHECKING:
    from pincite.ask.conversation import Conversation, Turn
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


def chat(
    context: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="Files or folders, which are added first.")
    ] = None,
    document: Documents = None,
    strictness: Strictness = None,
    max_risk: MaxRisk = None,
    model: Model = None,
    temporary: Temporary = False,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Ask questions one after another; a follow-up may be short.

    Type a question after the prompt. A language model (--model) completes a follow-up such as "and
    after that?", and Pincite shows what it asks as "Asked as". Without a model, only messages that
    name nothing are joined to the last question. Begin a message with + to join it, too, or better,
    type the whole question.

    If you name files, Pincite adds them to the library and asks only them. Otherwise it asks all
    documents in the library.
    In the chat: /documents, /use NAME…, /help, /quit (or Ctrl-D). Ctrl-C stops a question.

    \b
    Examples:
      pincite chat contract.pdf
      pincite chat --document lease.pdf --model http://127.0.0.1:8080
      pincite chat contract.pdf --json < questions.txt

    With --json, every turn is one line with said, question, rewritten_by and answer.

    \b
    Exit codes:
      0 you or the end of the input ended the chat · 130 interrupted
      2 unusable file · 3 settings · 5 library
    """
    from pincite.cli.subject import Subject, added, opened

    with reported(as_json, write=print_line):
        _refuse_questions(files or ())
        subject = Subject(files or (), document or (), temporary, strictness, password)
        place = replace(named(context), model=model, max_risk=max_risk)
        with opened(place, subject, "Write: pincite chat --temporary FILE") as library:
            names, unread = added(library, subject)
            for name in names:
                library.current(name)
            conversation = library.conversation(names or None, unread=unread)
            chat = _Chat(conversation, Commands(library, conversation, tuple(names)), as_json)
            # Somebody who types leaves time in which what waits can be done.
            with library.working_behind() if is_typed() else nullcontext():
                chat.run()


def _refuse_questions(files: list[str] | tuple[str, ...]) -> None:
    for file in files:
        if not Path(file).exists():
            raise InputError(
                f"There is no file {file}.",
                hint="Name only files here; type questions once the chat has started.",
            )


@dataclass(frozen=True, slots=True)
class _Chat:
    """One conversation at the terminal, or with lines from a pipe."""

    conversation: Conversation
    commands: Commands
    as_json: bool

    def run(self) -> None:

        if is_typed():
            notice("/help shows what you can type; Ctrl-D ends.")
        for line in typed_lines(keep_output=self.as_json):
            said = line.strip()
            if said in ENDS:
                return
            if said:
                self._take(said)

    def _take(self, said: str) -> None:
        """Whatever one line comes to, the chat goes on; only a pipe has no prompt to go back to."""
        if not is_typed() and not self.as_json:
            say(f"> {printable_name(said)}")  # so that what was written down can be read afterwards
        try:
            if said.startswith("/"):
                self._obey(said)
            else:
                self._ask(said)
        except PinciteError as error:
            show_error(error.message, error.hint)
        except KeyboardInterrupt:
            if not is_typed():
                raise
            notice("\nStopped. Ctrl-C again ends the chat.")
        if not self.as_json:
            say("")

    def _obey(self, line: str) -> None:
        for told in self.commands.obey(line):
            if self.as_json:
                notice(told)
            else:
                say(told)

    def _ask(self, said: str) -> None:
        from pincite.cli.progress import documents_read

        with documents_read() as progress:
            turn = self.conversation.ask(said, progress=progress)
        if self.as_json:
            print_turn(turn)
            show_failure(turn)
        else:
            show_turn(turn)


def show_turn(turn: Turn) -> None:
    """The turn for a person: an error goes to standard error, with what has to be known beside it."""
    from pincite.cli.answer_view import show_answer

    if turn.rewritten_by:
        print_text(("Asked as: ", "bold"), one_line(turn.question), hanging=2)
    if turn.answer.error is None:
        show_answer(turn.answer)
        return
    show_failure(turn)
    for caveat in turn.answer.caveats:
        notice(f"Note: {one_line(caveat)}")


def show_failure(turn: Turn) -> None:
    """Why there is no answer, if so."""
    if error := turn.answer.error:
        show_error(error.message, error.hint)


def print_turn(turn: Turn) -> None:
    """The turn for a program: one line of JSON."""
    content = {
        "said": turn.said,
        "question": turn.question,
        "rewritten_by": turn.rewritten_by,
        "answer": json.loads(turn.answer.to_json()),
    }
    print_line(content)


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
