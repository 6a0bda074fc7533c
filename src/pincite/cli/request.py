"""Tell files from the question in what was written after `ask`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.errors import InputError
from pincite.jobs.files import no_file_named

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
class Request:
    """What is asked, and of which files; of the library when there are none."""

    files: tuple[str, ...]
    question: str


def read_request(arguments: Sequence[str]) -> Request:
    """The files and the question, or an InputError that shows the right command line."""
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
