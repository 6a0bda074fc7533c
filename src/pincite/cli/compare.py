"""The verb `compare`: two documents, field by field."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, MaxRisk, Model, Password, Strictness, Temporary, named
from pincite.cli.reporting import reported
from pincite.cli.screen import one_line, print_json, print_text, printable, printable_name
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.document_tables import Cell, ComparedField, Comparison, Verdict
    from pincite.cli.subject import Subject
    from pincite.service import Library

_INTERRUPTED = "Interrupted. What was asked is kept; run it again to continue."
_USAGE = "Write: pincite compare --temporary FIRST SECOND --fields LIST"
_ORDER: tuple[Verdict, ...] = ("changed", "only_first", "only_second", "open", "same", "neither")
_STYLES: dict[Verdict, str] = {"changed": "bold yellow", "same": "green", "open": "yellow"}
_LONGEST_QUOTE = 300


def compare(
    context: typer.Context,
    first: Annotated[str, typer.Argument(metavar="FIRST", help="A file, which is added first, or a name.")],
    second: Annotated[str, typer.Argument(metavar="SECOND", help="The document it is compared with.")],
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--fields",
            metavar="LIST",
            help="Fields with commas between them: a name, a question, or name: question. May be repeated.",
        ),
    ] = None,
    strictness: Strictness = None,
    max_risk: MaxRisk = None,
    model: Model = None,
    temporary: Temporary = False,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Compare two documents: what is the same, what changed, and what only one of them states.

    Write fields in plain words, as for `pincite table`. A change shows both wordings with their places.
    A field is open where one of the documents has no answer that is sure enough; the reason is shown.

    \b
    Examples:
      pincite compare lease-2019.pdf lease-2024.pdf --fields "rent, end date, notice period"
      pincite compare draft.docx signed.pdf --fields "liability cap, Is assignment allowed?" --json

    \b
    Exit codes:
      0 both documents were asked every field · 8 some could not be: they say why
      2 unusable fields or documents · 3 settings · 5 library · 130 interrupted
    """
    with reported(as_json, interrupted=_INTERRUPTED):
        from pincite.cli.subject import Subject, opened
        from pincite.extract.fields import listed

        given = (first, second)
        files = [each for each in given if Path(each).exists()]
        names = [each for each in given if each not in files]
        subject = Subject(files, names, temporary, strictness, password)
        place = replace(named(context), model=model, max_risk=max_risk)
        with opened(place, subject, _USAGE) as library:
            pair = _added(library, subject, given)
            asked = [field for each in fields or () for field in listed(each)]
            made = _made(library, pair, asked)
        if as_json:
            print_json(made.to_json())
        else:
            _show(made)
        raise typer.Exit(made.exit_code)


def _made(library: Library, pair: tuple[str, str], asked: list[str]) -> Comparison:
    from pincite.cli.progress import shown

    with shown() as progress:
        return library.compare(*pair, asked, progress=progress)


def _added(library: Library, subject: Subject, given: tuple[str, str]) -> tuple[str, str]:
    """The names of both documents in the library; files are added first."""
    from pincite.cli.add import Addition, add_with_progress, tell_replaced

    for path in subject.files:
        if Path(path).is_dir():
            raise InputError(f"{path} is a folder.", hint="Name two files, or two documents of the library.")
    known = {each: each for each in given}
    if subject.files:
        addition = Addition(subject.files, None, subject.password, subject.temporary)
        for each in add_with_progress(library, addition):
            tell_replaced(each)
            if each.error:
                raise each.error
            if each.identity and each.path in known:
                known[each.path] = each.identity.name
    return known[given[0]], known[given[1]]


def _show(made: Comparison) -> None:
    """All fields, what changed first, and how many came out how."""
    first, second = printable_name(made.first), printable_name(made.second)
    titles: dict[Verdict, str] = {
        "changed": "Changed",
        "only_first": f"Only in {first}",
        "only_second": f"Only in {second}",
        "open": "Open",
        "same": "Same",
        "neither": "Stated in neither",
    }
    counted = [f"{made.count(each):,} {titles[each].lower()}" for each in _ORDER if made.count(each)]
    print_text((f"{first} and {second}", "bold"), f": {', '.join(counted)}")
    for verdict in _ORDER:
        for each in made.fields:
            if each.verdict == verdict:
                _show_field(each, titles[verdict])


def _show_field(each: ComparedField, title: str) -> None:
    style = _STYLES.get(each.verdict, "bold")
    print_text((title, style), f": {printable(each.field.name)}", above=1)
    if each.verdict == "open":
        print_text(one_line(each.reason), indent=2)
    if each.verdict != "neither":
        for cell in (each.first, each.second):
            _show_cell(cell)


def _show_cell(cell: Cell) -> None:
    """The value with the first place that proves it, or that may hold it."""
    from pincite.extract.cell_words import citations_of, value_of
    from pincite.language.value_words import shortened

    cited = citations_of(cell)[:1]
    if value := value_of(cell):
        print_text((printable(value), "bold"), indent=2)
    for each in cited:
        page = "" if each.page is None else f"page {each.page}, "
        place = f"{printable_name(each.document)}, {page}{printable(each.lines)}"
        quote = shortened(one_line(each.quote), _LONGEST_QUOTE)
        print_text((f"“{quote}” ", ""), (place, "cyan"), indent=4)
