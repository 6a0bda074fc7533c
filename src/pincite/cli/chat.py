"""The verb `chat`: one question after another, where each may lean on those before."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Documents, MaxRisk, Model, Password, Strictness, Temporary, named
from pincite.cli.reporting import reported, show_error
from pincite.cli.screen import notice, print_line, printable_name, say
from pincite.cli.typed import is_typed, typed_lines
from pincite.errors import InputError, PinciteError

if TYPE_CHECKING:
    from pincite.ask.conversation import Conversation
    from pincite.cli.chat_commands import Commands


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
            from pincite.cli.chat_commands import Commands

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
        from pincite.cli.chat_commands import ENDS

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
        from pincite.cli.turn_view import print_turn, show_failure, show_turn
        from pincite.cli.waiting import shown

        with shown() as progress:
            turn = self.conversation.ask(said, progress=progress)
        if self.as_json:
            print_turn(turn)
            show_failure(turn)
        else:
            show_turn(turn)
