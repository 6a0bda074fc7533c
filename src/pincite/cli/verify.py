"""The verb `verify`: check values and quotes that somebody else made, and show what does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, Named, Password, named
from pincite.cli.reporting import reported
from pincite.cli.screen import new_table, notice, one_line, output, print_json, print_text, printable_name
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.verification.claim_rows import VerdictName, Verified
    from pincite.verification.read_documents import ReadDocuments

_FORMS = (".json", ".csv", ".xlsx", ".html")
_SIGNS: dict[VerdictName, tuple[str, str]] = {
    "proved": ("✓", "green"),
    "altered": ("✗", "bold red"),
    "elsewhere": ("✗", "yellow"),
    "does_not_follow": ("✗", "bold red"),
    "absent": ("✗", "bold red"),
    "open": ("·", "dim"),
}
_MOST_SHOWN = 50
_BAR = 40


def verify(
    context: typer.Context,
    claims: Annotated[
        Path,
        typer.Argument(
            metavar="CLAIMS", help="The rows: .json, .jsonl, .csv or .xlsx, or a reply of a service."
        ),
    ],
    documents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DOCUMENT]", help="Files or folders; without any, documents of the library."),
    ] = None,
    output_file: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Write it as .json, .csv, .xlsx or .html.")
    ] = None,
    columns: Annotated[
        str, typer.Option(metavar="LIST", help="How your columns are called: quote=Citation,value=Answer.")
    ] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 6 also where a row is open.")] = False,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Check anybody's answers: is the quote in the document, where it says, and does it say the value?

    Each row has a document, a field, a value, a quote, and where known a page and a box. Columns with other
    names are guessed, and said. Replies with citations of Anthropic, langextract, LlamaExtract and Reducto
    are read as they are, and so are answers and tables of Pincite. No model and no network are needed, and
    with documents no library either.

    \b
    proved           the words are there and say the value
    altered          the document says it in other words, which are shown
    elsewhere        the words are there, but on another page or outside the box
    does_not_follow  the words are there and say another value
    absent           the document has no such words
    open             code cannot tell; without a quote, the places that state the value

    \b
    Examples:
      pincite verify answers.csv contract.pdf
      pincite verify extracted.jsonl contracts/ --output checked.xlsx
      pincite verify answers.xlsx lease.pdf --columns "quote=Citation,value=Answer"
      pincite verify reply.json lease.pdf --output report.html
      pincite verify rows.json --json          (documents of the library)

    \b
    Exit codes: 0 nothing is wrong · 6 a row is altered, elsewhere, absent or does not follow · 8 a
    document could not be read, so its rows are open · 2 the rows cannot be read
    """
    with reported(as_json):
        from pincite.cli.table_files import OPTION, check_places
        from pincite.verification.claim_rows import exit_code_of

        if output_file is not None:
            if output_file.suffix.lower() not in _FORMS:
                raise InputError(
                    f"{output_file.name} does not say its form.",
                    hint=f"End its name with {', '.join(_FORMS)}.",
                )
            check_places([(OPTION, output_file)], [*(documents or ()), str(claims)])
        with _documents(named(context), documents or (), password) as read:
            rows = _verified(claims, _columns(columns), read)
            if output_file is not None:
                _write(output_file, rows, read)
    if as_json:
        from pincite.verification.verified_files import to_json

        print_json(to_json(rows).decode())
    else:
        show_verified(rows)
    raise typer.Exit(exit_code_of(rows, strict=strict))


def show_verified(rows: Sequence[Verified]) -> None:
    """How many rows got which verdict, then each that is not proved with what is otherwise."""
    from rich.text import Text

    from pincite.language.how_many import how_many
    from pincite.verification.claim_rows import VERDICTS

    print_text((how_many(len(rows), "row"), "bold"), " verified")
    table = new_table()
    table.show_header = False
    for name in VERDICTS:
        if count := sum(row.verdict == name for row in rows):
            sign, style = _SIGNS[name]
            bar = Text("━" * max(1, round(_BAR * count / len(rows))), style)
            table.add_row(
                Text(f"{sign} {name.replace('_', ' ')}", style), Text(f"{count:,}", justify="right"), bar
            )
    output().print(table)
    missed = [(number, row) for number, row in enumerate(rows, start=1) if row.verdict != "proved"]
    for number, row in missed[:_MOST_SHOWN]:
        _show(number, row)
    if len(missed) > _MOST_SHOWN:
        print_text(f"and {len(missed) - _MOST_SHOWN:,} more; --output FILE.xlsx writes all of them.", above=1)


def _show(number: int, row: Verified) -> None:
    from pincite.language.value_words import shortened
    from pincite.verification.verified_files import difference_in_words

    sign, style = _SIGNS[row.verdict]
    value = f" = {shortened(one_line(str(row.value)), 80)}" if row.has_value else ""
    name = f"{row.document}: " if row.document else ""
    title = f"{number}. {printable_name(name)}{one_line(row.field)}{value}"
    print_text((f"{sign} {row.verdict.replace('_', ' ')}  ", style), (title, "bold"), above=1, hanging=4)
    print_text(one_line(row.reason), indent=4)
    if row.quote and row.verdict in ("altered", "absent"):
        print_text(("quote     ", "dim"), shortened(one_line(row.quote), 300), indent=4, hanging=10)
    if row.evidence and row.verdict in ("altered", "does_not_follow"):
        snippet = shortened(one_line(row.evidence[0].snippet), 300)
        print_text(("document  ", "dim"), snippet, indent=4, hanging=10)
    if row.difference:
        print_text(("differs   ", "dim"), one_line(difference_in_words(row.difference)), indent=4, hanging=10)


def _columns(given: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in given.split(",") if pair.strip()]
    if any(not equals or not column.strip() for _, equals, column in pairs):
        raise InputError(
            f"{given!r} does not say which column is which.", hint="Write: quote=Citation,value=Answer"
        )
    return {name.strip(): column.strip() for name, _, column in pairs}


@contextmanager
def _documents(place: Named, paths: Sequence[str], password: str | None) -> Iterator[ReadDocuments]:
    """The files, or the documents of the library where none are named."""
    from pincite.verification.read_documents import ReadDocuments

    if paths:
        with ReadDocuments.of_files(*paths, password=password, reading=_reading()) as read:
            yield read
        return
    from pincite.cli.subject import one_document

    with place.open_existing() as library:
        yield ReadDocuments(
            None,
            lambda name: library.read(one_document(library, name)),
            lambda identity: library.content(identity.name),
        )


def _reading() -> Callable[[str], None]:
    return lambda name: notice(f"Reading {printable_name(name)} …")


def _verified(claims: Path, columns: dict[str, str], read: ReadDocuments) -> list[Verified]:
    from pincite.cli.progress import counted
    from pincite.verification.row_files import rows_of
    from pincite.verification.verifying import verified

    done: list[Verified] = []
    rows = rows_of(claims, columns, lambda said: notice(said))
    with counted() as tell:
        for row in verified(rows, read):
            done.append(row)
            tell("verified", len(done), len(done))
    return done


def _write(path: Path, rows: Sequence[Verified], read: ReadDocuments) -> None:
    from pincite.cli.table_files import size_in_words, write
    from pincite.verification.verified_files import to_csv, to_json, to_xlsx

    if path.suffix.lower() == ".html":
        from datetime import UTC, datetime

        from pincite.verification.verified_page import to_html

        content = to_html(rows, read, datetime.now(UTC).isoformat(timespec="seconds")).encode(
            "utf-8", "replace"
        )
    else:
        content = {".json": to_json, ".csv": to_csv, ".xlsx": to_xlsx}[path.suffix.lower()](rows)
    write(path, content)
    notice(f"Wrote {printable_name(str(path))} ({size_in_words(len(content))}).")
