"""The verb `ask`: one question, of files, of named documents or of the whole collection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Named, Password, StrictnessOption, VerbCommand, named
from pincite.cli.reporting import reported, show_error
from pincite.cli.screen import notice, print_json, printable_name
from pincite.errors import InputError, PinciteError

if TYPE_CHECKING:
    from pincite.contract.answers import Answer
    from pincite.service import Library


@dataclass(frozen=True, slots=True)
class _Asked:
    """Everything that the command line says about one question."""

    arguments: Sequence[str]
    documents: Sequence[str]
    temporary: bool
    strictness: StrictnessOption | None
    password: str | None
    answer_type: str | None = None


class AskCommand(VerbCommand):
    """`ask` takes files and a question in one list, which its usage line has to spell out."""

    def collect_usage_pieces(self, ctx: object) -> list[str]:
        return ["[OPTIONS]", "[FILE]...", "QUESTION"]


def ask(
    context: typer.Context,
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="[FILE]… QUESTION", help="The question comes last; files before it are added first."
        ),
    ],
    document: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Ask this document of the library only. May be repeated."),
    ] = None,
    strictness: Annotated[
        StrictnessOption | None, typer.Option(help="How sure an answer must be; balanced if not set.")
    ] = None,
    answer_type: Annotated[
        str | None,
        typer.Option("--type", metavar="TYPE", help="Accept this kind of value only: date, amount, iban, …"),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Ask a language model: anthropic/NAME, openai/NAME, http://…"),
    ] = None,
    temporary: Annotated[
        bool, typer.Option("--temporary", help="Keep nothing: neither the files nor the question.")
    ] = False,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Ask a question: a quoted, located and checked answer, or none.

    With files, only they are asked, and they stay in the library. Without, everything in it is.

    \b
    Examples:
      pincite ask contract.pdf "What is the notice period?"
      pincite ask "Who pays for insurance?" --document contract.pdf
      pincite ask "What is the fee?" --model http://127.0.0.1:8080

    \b
    Exit codes:
      0 answered · 10 not found · 11 conflict · 12 incomplete · 13 question unclear
      14 withheld because unproved
      2 file or question cannot be used · 3 settings · 4 model endpoint · 5 library
    """
    with reported(as_json):
        asked = _Asked(arguments, document or (), temporary, strictness, password, answer_type)
        answer = _answer(replace(named(context), model=model), asked)
        if as_json:
            print_json(answer.to_json())
        if answer.error:
            show_error(answer.error.message, answer.error.hint)
        elif not as_json:
            from pincite.cli.answer_view import show_answer

            show_answer(answer)
        raise typer.Exit(answer.exit_code)


def _answer(place: Named, asked: _Asked) -> Answer:
    """Always an Answer: an error on the way to the question is the outcome `failed`, too."""
    from pincite.cli.request import read_request
    from pincite.cli.waiting import shown

    try:
        request = read_request(asked.arguments)
        with _opened(place, asked, adding=bool(request.files)) as library:
            held, unread = _add(library, request.files, asked)
            with shown() as progress:
                return library.ask(
                    request.question,
                    documents=[*held, *asked.documents],
                    answer_type=asked.answer_type,
                    unread=unread,
                    progress=progress,
                )
    except PinciteError as error:
        return _failed(asked, error)


@contextmanager
def _opened(place: Named, asked: _Asked, adding: bool) -> Iterator[Library]:
    if not asked.temporary:
        with place.open(asked.strictness) if adding else place.open_existing(asked.strictness) as library:
            yield library
        return
    if not adding or asked.documents:
        raise InputError(
            "--temporary is for files, and leaves the library out.",
            hint='Write: pincite ask --temporary FILE "QUESTION"',
        )
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with (
        TemporaryDirectory(prefix="pincite-") as folder,
        replace(place, library=Path(folder)).open(asked.strictness) as library,
    ):
        yield library


def _add(library: Library, files: Sequence[str], asked: _Asked) -> tuple[list[str], list[str]]:
    """The names under which the files are held, and what of a folder or an e-mail could not be read.

    An error if a file that was named cannot be asked.
    """
    if not files:
        return [], []
    from pincite.cli.add import Addition, add_with_progress

    names: list[str] = []
    unread: list[str] = []
    # What is kept gets its vectors later, too; what is not, now or never.
    for added in add_with_progress(library, Addition(files, None, asked.password, asked.temporary)):
        if added.error and not added.within:
            raise added.error
        if added.error:
            notice(f"Not asked: {added.error}")
        for caveat in added.caveats:
            notice(f"Note on {printable_name(added.path)}: {caveat}")
        if added.identity:
            names.append(added.identity.name)
        else:
            # What failed within itself is what came attached to it.
            unread.append(f"attachments of {added.path}" if added.within == added.path else added.path)
    if not names:  # to ask none of them would be to ask the whole library
        raise InputError("None of these files can be read.", hint="Run pincite add on them to see why.")
    return names, unread


def _failed(asked: _Asked, error: PinciteError) -> Answer:
    import uuid

    from pincite.account import failed
    from pincite.records.run import Run

    question = asked.arguments[-1].encode(errors="replace").decode()
    strictness = asked.strictness or StrictnessOption.balanced
    return failed(question, strictness.value, error, Run(uuid.uuid4().hex))
