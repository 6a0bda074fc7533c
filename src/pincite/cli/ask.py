"""The verb `ask`: one question, of files, of named documents or of the whole collection."""

from __future__ import annotations

import re
import shlex
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
from pincite.errors import InputError, PinciteError

if TYPE_CHECKING:
    from pincite.answer.answers import Answer

_SAMPLE_QUESTION = "What is the notice period?"
_DOCUMENT_NAME = re.compile(
    r"[^?]+\.(?:pdf|txt|text|md|markdown|docx?|odt|rtf|html?|xlsx?|csv|pptx?|eml)", re.IGNORECASE
)
_ANY_FILE_NAME = re.compile(r"(?:\.{0,2}|~)[/\\]\S+|\S*[^\s.]\.[A-Za-z]\w{1,4}")
_ASKING = re.compile(
    r"(?:what|when|where|which|who|whom|whose|why|how|is|are|was|were|does|do|did|has|have|can|may|must|shall"
    r"|should|will|would|list|name|give|show|find|tell)\s",
    re.IGNORECASE,
)


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
    from pincite.cli.progress import documents_read
    from pincite.cli.subject import Subject, added, opened
    from pincite.cli.table_files import check_places, write_whole

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
            with documents_read() as progress:
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


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, and of which files; of the library when there are none."""

    files: tuple[str, ...]
    question: str


def read_request(arguments: Sequence[str]) -> Request:
    """The files and the question, or an InputError that shows the right command line."""
    from pincite.jobs.files import no_file_named

    _refuse_broken_characters(arguments)
    *files, question = arguments
    if _is_file(question):
        raise _question_missing_or_misplaced(arguments)
    for file in files:
        if not file:
            raise no_file_named()
        if not Path(file).exists():
            raise _no_such_file(file, arguments)
    return Request(tuple(files), question)


def _is_file(argument: str) -> bool:
    """Whether it is a file, or a name that nobody would ask as a question."""
    if _exists(argument):
        return True
    return not _ASKING.match(argument) and bool(
        _DOCUMENT_NAME.fullmatch(argument) or _ANY_FILE_NAME.fullmatch(argument)
    )


def _exists(argument: str) -> bool:
    try:
        return bool(argument.strip()) and Path(argument).exists()
    except OSError:  # a question can be longer than a file's name may be
        return False


def _question_missing_or_misplaced(arguments: Sequence[str]) -> InputError:
    files = [argument for argument in arguments if _is_file(argument)]
    questions = [argument for argument in arguments if not _is_file(argument)]
    if missing := next((file for file in files if not _exists(file)), None):
        return InputError(
            f"There is no file {missing}.", hint=f"Write: {_command(files, ' '.join(questions))}"
        )
    if questions:
        return InputError(
            "The question comes last, after the files.",
            hint=f"Write: {_command(files, ' '.join(questions))}",
        )
    if len(files) == 1:
        kind = "folder" if Path(files[0]).is_dir() else "file"
        message = f"{files[0]} is a {kind}, but there is no question."
    else:
        message = "You named only files, but no question."
    return InputError(message, hint=f"Write: {_command(files)}")


def _no_such_file(file: str, arguments: Sequence[str]) -> InputError:
    files = [argument for argument in arguments if _is_file(argument)]
    if not _is_file(file) and len(arguments) - len(files) > 1 and " " not in file:
        words = " ".join(argument for argument in arguments if not _is_file(argument))
        return InputError("The question is not in quotes.", hint=f"Write: {_command(files, words)}")
    return InputError(
        f"There is no file {file}.",
        hint="Check the spelling and the folder. To ask a document in the library, write --document NAME.",
    )


def _command(files: Sequence[str], question: str = "") -> str:
    return " ".join(["pincite ask", *map(shlex.quote, files), _quoted(question or _SAMPLE_QUESTION)])


def _quoted(question: str) -> str:
    return shlex.quote(question) if set(question) & set('"$`\\!') else f'"{question}"'


def _refuse_broken_characters(arguments: Sequence[str]) -> None:
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError as error:
            raise InputError(
                f"{argument!r} is not valid Unicode.", hint="Rename the file, or type the question again."
            ) from error
