"""The verb `show`: a document as Pincite reads it, by line, section, page and table."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Password, named
from pincite.cli.reporting import reported
from pincite.cli.screen import print_object, printable_name, say
from pincite.cli.subject import one_document
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.cli.document_json import Selection
    from pincite.records.library import Held
    from pincite.service import Library

_PNG = b"\x89PNG\r\n\x1a\n"
_NOT_IN_NAMES = re.compile(r"[\x00-\x1f/\\:*?\"<>|]+")


def show(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name, or the beginning of it.")],
    page: Annotated[int | None, typer.Option(metavar="N", help="The lines of this page.")] = None,
    section: Annotated[
        str | None, typer.Option(metavar="TITLE", help="The lines of this section: its title or number.")
    ] = None,
    lines: Annotated[str | None, typer.Option(metavar="A-B", help="These lines.")] = None,
    sections: Annotated[bool, typer.Option("--sections", help="All sections, as a tree.")] = False,
    pages: Annotated[bool, typer.Option("--pages", help="All pages.")] = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="All tables as they are read, with the scale of their figures.")
    ] = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="With --tables: every cell on a line, with its names and its value.")
    ] = False,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Hidden and struck-out text, which is never evidence.")
    ] = False,
    png: Annotated[
        bool, typer.Option("--png", help="Save a picture of the page that marks everything Pincite read.")
    ] = False,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it.  [default: NAME-page-N.png]")
    ] = None,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Show a document as Pincite reads it.

    Shows its summary, lines, sections, pages, tables or hidden text, or a picture of a page.

    \b
    Examples:
      pincite show contract.pdf
      pincite show contract.pdf --page 3
      pincite show contract.pdf --page 3 --png
      pincite show contract.pdf --section "Fees"
      pincite show report.pdf --tables
      pincite show report.pdf --tables --csv > cells.csv
      pincite show contract.pdf --hidden
    """
    with reported(as_json):
        from pincite.cli.document_json import Selection

        selection = Selection(page, section, lines)
        overview = _Overview(sections, pages, tables, hidden)
        _refuse_both(selection, overview)
        if as_csv and (overview.options != ["--tables"] or selection.options or as_json):
            raise InputError(
                "--csv writes the tables of a document and nothing else.", hint="Write: --tables --csv"
            )
        with named(context).open_existing() as library:
            name = one_document(library, name)
            if png or to is not None:
                _refuse_beside_picture(selection, overview)
                _draw(library, name, _Picture(page, to, password), as_json)
                return
            held = library.read(name)
        if as_csv:
            from pincite.cli.document_view import write_csv

            write_csv(held.document, sys.stdout)
        elif as_json:
            print_object(_as_json(held, selection, overview))
        else:
            _show(held, selection, overview)


@dataclass(frozen=True, slots=True)
class _Overview:
    """Which overviews of everything are asked for."""

    sections: bool
    pages: bool
    tables: bool
    hidden: bool

    @property
    def options(self) -> list[str]:
        asked = {"--sections": self.sections, "--pages": self.pages, "--tables": self.tables}
        asked["--hidden"] = self.hidden
        return [option for option, is_asked in asked.items() if is_asked]


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture that is asked for; None leaves the page out, the name to us, the password away."""

    page: int | None
    to: Path | None
    password: str | None


def _refuse_both(selection: Selection, overview: _Overview) -> None:
    """An InputError where lines are chosen and an overview of everything is asked for as well."""
    if overview.options and selection.options:
        option, chosen = overview.options[0], " and ".join(selection.options)
        raise InputError(
            f"{option} shows the whole document and cannot be combined with {chosen}.",
            hint=f"Leave out {option}, or {chosen}.",
        )


def _refuse_beside_picture(selection: Selection, overview: _Overview) -> None:
    others = [option for option in (*selection.options, *overview.options) if option != "--page"]
    if others:
        raise InputError(
            f"--png draws a whole page and cannot be combined with {' and '.join(others)}.",
            hint=f"Leave out --png, or {' and '.join(others)}.",
        )
    if "--page" not in selection.options:
        raise InputError("--png needs a page to draw.", hint="Say which: --page 1 --png")


def _draw(library: Library, name: str, picture: _Picture, as_json: bool) -> None:

    assert picture.page is not None, "refused before"
    path = picture.to or _default_file(name, picture.page)
    _require_writable(path)
    _write(path, library.picture(name, picture.page, password=picture.password))
    if as_json:
        print_object({"name": name, "page": picture.page, "file": str(path)})
    else:
        say(printable_name(str(path)))


def _show(held: Held, selection: Selection, overview: _Overview) -> None:
    from pincite.cli import document_view as view

    if not selection.options and not overview.options:
        view.show_summary(held)
    if overview.sections:
        view.show_sections(held.document.sections)
    if overview.pages:
        view.show_pages(held.document)
    if overview.tables:
        from pincite.cli.document_view import show_tables

        show_tables(held.document)
    if overview.hidden:
        view.show_unseen(held.document)
    if selection.options:
        view.show_lines(held.document, selection.pick(held))


def _as_json(held: Held, selection: Selection, overview: _Overview) -> dict[str, object]:
    from pincite.cli import document_json as form

    document = held.document
    content: dict[str, object] = {
        "name": held.identity.name,
        "document": held.identity.source,
        "version": held.identity.version,
    }
    if not selection.options and not overview.options:
        content |= form.summary(document)
    if overview.sections:
        content["sections"] = [form.section(section) for section in document.sections]
    if overview.pages:
        content["pages"] = form.pages(document)
    if overview.tables:
        content["tables"] = [form.table(document, table) for table in document.tables]
    if overview.hidden:
        content["unseen"] = [form.unseen(document, each) for each in document.unseen]
    if selection.options:
        content["lines"] = [form.line(document, line) for line in selection.pick(held)]
    return content


def _default_file(name: str, page: int) -> Path:
    """In the folder one is in, whatever the document's name holds."""
    return Path(f"{_NOT_IN_NAMES.sub('_', name)}-page-{page}.png")


def _require_writable(path: Path) -> None:
    """An InputError where writing would destroy a file that is no PNG. An older picture may be replaced."""
    try:
        with path.open("rb") as file:
            is_png = file.read(len(_PNG)) == _PNG
    except FileNotFoundError:
        return
    except OSError as error:
        raise _refused(path, error) from error
    if not is_png:
        raise InputError(
            f"{printable_name(str(path))} exists and is not a PNG file.",
            hint="Choose another name: --to FILE",
        )


def _write(path: Path, picture: bytes) -> None:
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> InputError:
    reason = error.strerror or type(error).__name__
    return InputError(
        f"{printable_name(str(path))} cannot be written: {reason}.", hint="Choose another place: --to FILE"
    )
