"""The verb `ask`: one question, of files, of named documents or of the whole collection."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import (
    AsJson,
    Documents,
    MaxRisk,
    Model,
    Named,
    Password,
    Strictness,
    StrictnessOption,
    Temporary,
    VerbCommand,
    named,
)
from pincite.cli.reporting import reported, show_error
from pincite.cli.screen import print_json
from pincite.errors import PinciteError

if TYPE_CHECKING:
    from pincite.answer.answers import Answer


@dataclass(frozen=True, slots=True)
class _Asked:
    """Everything that the command line says about one question."""

    arguments: Sequence[str]
    documents: Sequence[str]
    temporary: bool
    strictness: StrictnessOption | None
    password: str | None
    answer_type: str | None = None
    timeout_seconds: float | None = None
    html: Path | None = None


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
    document: Documents = None,
    strictness: Strictness = None,
    max_risk: MaxRisk = None,
    answer_type: Annotated[
        str | None,
        typer.Option("--type", metavar="TYPE", help="Accept this kind of value only: date, amount, iban, …"),
    ] = None,
    model: Model = None,
    timeout: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Give up after so long; the outcome is failed.")
    ] = None,
    temporary: Temporary = False,
    password: Password = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Also write a report; see `pincite report`.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask a question. The answer is quoted, located and checked, or there is none.

    If you name files, Pincite adds them to the library and asks only them. Otherwise it asks all
    documents in the library.

    Over several documents you can also ask which of them, how many, or the most: each is asked, and
    the answer names those of which it cannot be told.

    \b
    Examples:
      pincite ask contract.pdf "What is the notice period?"
      pincite ask "Who pays for insurance?" --document contract.pdf
      pincite ask "What is the fee?" --model http://127.0.0.1:8080
      pincite ask "Which contracts end in 2020?"
      pincite ask lease.pdf "How much is the rent?" --html answer.html

    \b
    Exit codes:
      0 answered · 10 not found · 11 conflict · 12 incomplete · 13 question unclear
      14 nothing sure enough: leads only
      2 unusable file or question · 3 settings · 4 model provider · 5 library
      130 stopped, by --timeout or Ctrl-C
    """
    with reported(as_json):
        asked = _Asked(arguments, document or (), temporary, strictness, password, answer_type, timeout, html)
        answer = _answer(replace(named(context), model=model, max_risk=max_risk), asked)
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
    from pincite.cli.subject import Subject, added, opened
    from pincite.cli.table_files import check_places, write_whole
    from pincite.cli.waiting import shown

    try:
        request = read_request(asked.arguments)
        check_places([("--html", asked.html)] if asked.html else [], request.files)
        subject = Subject(request.files, asked.documents, asked.temporary, asked.strictness, asked.password)
        usage = 'Write: pincite ask --temporary FILE "QUESTION"'
        with opened(place, subject, usage) as library:
            # Only where files are read in a process of their own is there anything to do meanwhile.
            loads = bool(request.files) and library.settings.isolated
            with library.preparing(request.question) if loads else nullcontext():
                names, unread = added(library, subject)
            with shown() as progress:
                answer = library.ask(
                    request.question,
                    documents=names or None,
                    answer_type=asked.answer_type,
                    unread=unread,
                    progress=progress,
                    timeout=asked.timeout_seconds,
                )
            if asked.html:
                # While the library is open: a temporary one is gone afterwards.
                write_whole(asked.html, library.report(answer, password=asked.password), "--html", kept="")
            return answer
    except PinciteError as error:
        return _failed(asked, error)


def _failed(asked: _Asked, error: PinciteError) -> Answer:
    from pincite.ask.failures import failed
    from pincite.records.run import Run

    question = asked.arguments[-1].encode(errors="replace").decode()
    strictness = asked.strictness or StrictnessOption.balanced
    return failed(question, strictness.value, error, Run(""))  # nothing was asked, so nothing is recorded
