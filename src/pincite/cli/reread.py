"""The verb `reread`: read pages in another way, have pictures described, or read all anew after an update."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Password, named
from pincite.cli.reporting import failure, reported
from pincite.cli.screen import notice, print_object, printable_name, say
from pincite.cli.subject import one_document
from pincite.errors import BATCH_EXIT_CODE, InputError

if TYPE_CHECKING:
    from pincite.jobs.batch import Added
    from pincite.records.document import Document
    from pincite.records.library import Held
    from pincite.service import Library

_PART = re.compile(r"\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?")


_DESCRIBE = "describe"
_BY_MODEL = frozenset({"vision", _DESCRIBE})


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the command line says about the pages; without any, those that seem to need it."""

    name: str
    by: str
    pages: str | None
    password: str | None


def reread(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="The name of a PDF, or the beginning of it."),
    ] = None,
    by: Annotated[
        str, typer.Option(metavar="WAY", help="ocr, docling, vision, describe, or the name of a plug-in.")
    ] = "ocr",
    pages: Annotated[
        str | None,
        typer.Option(metavar="PAGES", help="For example 3 or 3,7-9; otherwise those that need it."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL", help="A model that reads pictures: anthropic/NAME, openai/NAME, http://…"
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every document that an older version of Pincite read.")
    ] = False,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Read pages of a PDF another way.

    The result becomes the current version.

    --all reads every document again that an older version of Pincite read, in any format; `pincite
    doctor` names them.

    \b
    --by ocr        recognises the text of the page's image (the default)
    --by docling    has docling read it, if it is installed
    --by vision     has a language model read it; its words are marked as recognised, and the
                    strictness `strict` does not accept them as evidence
    --by describe   has a language model say what pictures show; the description is not part of
                    the text and proves nothing

    Without --pages, Pincite reads the garbled pages, or with --by describe those with pictures.
    It keeps the earlier version. Every reading starts from the original file and drops what an
    earlier `reread` made of other pages, so name all pages at once.

    --model or the setting `vision` names the model. It gets the image of each page.

    \b
    Examples:
      pincite reread scan.pdf --pages 3
      pincite reread scan.pdf --by vision --model anthropic/NAME
      pincite reread report.pdf --by describe --pages 7-9 --model http://127.0.0.1:8080
      pincite reread --all

    \b
    Exit codes:
      0 read · 2 document or pages cannot be used · 3 settings · 4 model endpoint · 5 library
      8 some of all could not be read again; they stay as they are
    """
    with reported(as_json):
        if everything:
            _refuse_beside_all({"NAME": name, "--pages": pages, "--model": model, "--password": password})
            with named(context).open_existing() as library:
                _read_all(library, as_json)
            return
        if name is None:
            raise InputError(
                "Which document should be read again?",
                hint="Name it, or write --all for every document that needs it.",
            )
        if model is not None and by not in _BY_MODEL:
            raise InputError(
                f"Reading by {by} uses no model, so --model does not fit.",
                hint="Add --by vision to have a model read the pages, or leave --model out.",
            )
        with replace(named(context), vision=model).open_existing() as library:
            wanted = _Wanted(one_document(library, name), by, pages, password)
            _read_anew(library, wanted, as_json)


def _refuse_beside_all(given: Mapping[str, str | None]) -> None:
    if others := [option for option, value in given.items() if value is not None]:
        raise InputError(
            f"--all reads every document and cannot be combined with {' and '.join(others)}.",
            hint=f"Leave out --all, or {' and '.join(others)}.",
        )


def _read_all(library: Library, as_json: bool) -> None:
    """Every document that an older version has read; those that fail stay as they are, and are named."""
    results = library.reread_outdated(_say_next)
    failed = [added for added in results if added.error]
    if as_json:
        print_object({"documents": [_result(added) for added in results]})
    elif not results:
        say("This version has read all documents already: nothing to do.")
    else:
        count = f"{len(results) - len(failed):,} of {len(results):,} documents"
        say(f"Read {count} again; earlier versions are kept.")
        for added in failed:
            say(f"  {printable_name(added.path)}: {added.error.message if added.error else ''}")
    if failed:
        raise typer.Exit(BATCH_EXIT_CODE)


def _say_next(done: int, count: int, name: str) -> None:
    notice(f"Reading {printable_name(name)} ({done + 1:,} of {count:,})")


def _result(added: Added) -> dict[str, object]:
    return {
        "name": added.path,
        "status": added.status,
        "version": added.identity.version if added.identity else None,
        "error": failure(added.error) if added.error else None,
    }


def _read_anew(library: Library, wanted: _Wanted, as_json: bool) -> None:
    pages = _pages(library.read(wanted.name), wanted)
    shown = printable_name(wanted.name)
    notice(f"Reading {_listed(pages)} of {shown} by {wanted.by}")
    added = library.reread(wanted.name, pages, by=wanted.by, password=wanted.password)
    if added.error:
        raise added.error
    document = library.read(wanted.name).document
    described = _described(document, pages) if wanted.by == _DESCRIBE else []
    if as_json:
        version = added.identity.version if added.identity else None
        print_object(
            {
                "name": wanted.name,
                "status": added.status,
                "version": version,
                "by": wanted.by,
                "pages": list(pages),
                "descriptions": [{"page": page, "text": text} for page, text in described],
            }
        )
        return
    kept = "nothing has changed" if added.status == "unchanged" else "the earlier version is kept"
    say(f"Read {_listed(pages)} of {shown} by {wanted.by}; {kept}.")
    if wanted.by == _DESCRIBE:
        _say_descriptions(described)


def _say_descriptions(described: Sequence[tuple[int, str]]) -> None:
    """In the model's words, and marked as such: they must not be taken for the document's."""
    if not described:
        say("No picture was described: all are too small or contain words.")
        return
    say("Descriptions by the model; they prove nothing:")
    for page, text in described:
        say(f"  page {page}: {text}")


def _pages(held: Held, wanted: _Wanted) -> tuple[int, ...]:
    document = held.document
    if not document.pages:
        raise InputError(
            f"{wanted.name} has no pages to read again.", hint="Only PDF files have pages to read again."
        )
    if wanted.pages is not None:
        return _named(wanted.pages, len(document.pages), wanted.name)
    if wanted.by == _DESCRIBE:
        found = sorted({figure.box.page for figure in document.figures if figure.span is None})
        missing = "has no picture without words"
    else:
        found = [quality.page for quality in document.profile.pages if quality.poor]
        missing = "has no garbled page"
    if not found:
        raise InputError(f"{wanted.name} {missing}.", hint="Name the pages: --pages 3")
    return tuple(found)


def _named(written: str, count: int, name: str) -> tuple[int, ...]:
    """The pages that are written as "3,7-9"; each must be there."""
    found: set[int] = set()
    for part in written.split(","):
        match = _PART.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last:
            raise InputError(f"--pages {written!r} names no pages.", hint="Write them as 3 or as 3,7-9")
        if last > count:
            raise InputError(f"{name} has no page {last}.", hint=f"Its last page is {count}.")
        found |= set(range(first, last + 1))
    return tuple(sorted(found))


def _listed(pages: Sequence[int]) -> str:
    numbers = ", ".join(map(str, pages))
    return f"page {numbers}" if len(pages) == 1 else f"pages {numbers}"


def _described(document: Document, pages: Sequence[int]) -> list[tuple[int, str]]:
    return [
        (figure.box.page, figure.description)
        for figure in document.figures
        if figure.description and figure.box.page in pages
    ]
