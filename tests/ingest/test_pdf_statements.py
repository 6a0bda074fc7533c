"""Tables as filings print them: heads over columns, signs apart from figures, labels over two lines."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfbase.pdfmetrics import stringWidth
from tests.ingest.printed import Drawn, pdf

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import Document, Table

_SIZE = 10.0
_LABEL, _ENDS = 20.0, (240.0, 310.0, 380.0)
"""Where labels begin, and where the figures of each column end."""


def read(page: Sequence[Drawn]) -> tuple[Document, Table]:
    document = PdfParser().read(pdf(list(page)), "test.pdf")
    (table,) = document.tables
    return document, table


def row(y: float, label: str, *figures: str, size: float = _SIZE) -> list[Drawn]:
    """A label and figures that end where their column does; a currency sign stands at the column's left."""
    drawn = [Drawn(label, y, _LABEL, size=size)] if label else []
    for end, figure in zip(_ENDS, figures, strict=False):
        _, sign, number = figure.rpartition("$ ")
        if sign:
            drawn.append(Drawn("$", y, end - 56, size=size))
        drawn += [Drawn(number, y, end - stringWidth(number, "Helvetica", size), size=size)]
    return drawn


def over(y: float, text: str, left: float, right: float, size: float = _SIZE) -> Drawn:
    return Drawn(text, y, (left + right - stringWidth(text, "Helvetica", size)) / 2, size=size)


def shown(document: Document, table: Table) -> list[list[str]]:
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row][cell.column] = " ".join(cell.span.of(document.text).split())
    return rows


def reach(document: Document, table: Table, words: str) -> tuple[int, int]:
    """The first column that the cell with these words covers, and how many."""
    (found,) = [cell for cell in table.cells if cell.span.of(document.text) == words]
    return found.column, found.columns


BODY = [
    *row(128, "Revenue", "$ 8,100", "$ 7,900", "$ 7,450"),
    *row(142, "Cost of sales", "3,050", "2,990", "2,810"),
    *row(156, "Gross margin", "5,050", "4,910", "4,640"),
    *row(170, "Net income", "$ 1,120", "$ 1,040", "$ 985"),
]


def test_head_centred_over_years_covers_all_of_them():
    page = [
        over(98, "Year ended June 30,", _ENDS[0] - 50, _ENDS[2]),
        *row(112, "", "2023", "2022", "2021"),
        *BODY,
    ]
    document, table = read(page)
    assert reach(document, table, "Year ended June 30,") == (1, 3)
    assert shown(document, table)[1] == ["", "2023", "2022", "2021"]
    assert table.header_rows == 2


def test_unit_in_brackets_below_the_years_says_it_of_every_column():
    page = [
        *row(91, "", "2023", "2022", "2021"),
        over(110, "(in thousands)", _ENDS[0] - 50, _ENDS[2]),
        *BODY,
    ]
    document, table = read(page)
    assert reach(document, table, "(in thousands)") == (1, 3)
    assert table.header_rows == 2


def test_currency_sign_far_from_its_figure_is_in_the_cell_of_the_figure():
    wide = [
        Drawn(text, y, x)
        for y, texts in ((128, ("Revenue", "$", "8", "$", "7")), (142, ("Costs", "", "5", "", "4")))
        for x, text in zip((20.0, 90.0, 220.0, 240.0, 370.0), texts, strict=True)
        if text
    ]
    heads = [Drawn("2023", 112, 208), Drawn("2022", 112, 358)]
    rest = [Drawn("Taxes", 156, 20), Drawn("2", 156, 220), Drawn("1", 156, 370)]
    document, table = read([*heads, *wide, *rest])
    assert shown(document, table)[1] == ["Revenue", "$ 8", "$ 7"]
    assert table.columns == 3


def test_bracket_printed_apart_closes_its_figure_without_a_space():
    page = [
        *row(112, "", "2023", "2022"),
        *row(128, "Sales", "310", "290"),
        *row(142, "Change in stock", "(12", "(9"),
    ]
    page += [Drawn(")", 142, _ENDS[0] + 4), Drawn(")", 142, _ENDS[1] + 4), *row(156, "Margin", "298", "281")]
    document, table = read(page)
    assert shown(document, table)[2] == ["Change in stock", "(12)", "(9)"]


def test_raised_mark_of_a_note_stands_behind_its_label_and_makes_no_row():
    end = _LABEL + stringWidth("Cost of sales", "Helvetica", _SIZE)
    document, table = read([*row(112, "", "2023", "2022", "2021"), *BODY, Drawn("(a)", 138.5, end, size=6)])
    assert shown(document, table)[2][0] == "Cost of sales (a)"
    assert table.rows == 5


def test_group_of_rows_right_below_the_names_is_no_part_of_the_header():
    page = [
        Drawn("June 30,", 92, _ENDS[0] - 40, font="Helvetica-Bold"),
        Drawn("June 30,", 92, _ENDS[1] - 40, font="Helvetica-Bold"),
        *row(103, "", "2023", "2022"),
        Drawn("ASSETS", 115, 120, font="Helvetica-Bold"),
        *row(128, "Cash", "$ 120", "$ 110"),
        *row(142, "Receivables", "340", "325"),
        *row(156, "Total assets", "$ 460", "$ 435"),
    ]
    document, table = read(page)
    names = shown(document, table)[: table.header_rows]
    assert not any("ASSETS" in cell for line in names for cell in line)


def test_label_that_goes_on_in_the_line_with_its_figures_is_one_cell():
    page = [
        *row(112, "", "2023", "2022", "2021"),
        *BODY,
        Drawn("Income from operations before", 186, _LABEL, size=_SIZE),
        *row(197, "taxes on income", "2,269", "2,114", "1,998"),
        *row(211, "Taxes", "410", "380", "365"),
    ]
    document, table = read(page)
    assert ["Income from operations before taxes on income", "2,269", "2,114", "1,998"] in shown(
        document, table
    )


def test_group_of_rows_further_down_in_the_same_columns_goes_on_with_the_table():
    page = [
        *row(112, "", "2023", "2022", "2021"),
        *BODY,
        Drawn("Per share", 206, _LABEL, size=_SIZE),
        *row(220, "Basic", "$ 1.12", "$ 1.04", "$ 0.99"),
        *row(234, "Diluted", "$ 1.10", "$ 1.03", "$ 0.97"),
    ]
    document, table = read(page)
    assert shown(document, table)[-2:] == [
        ["Basic", "$ 1.12", "$ 1.04", "$ 0.99"],
        ["Diluted", "$ 1.10", "$ 1.03", "$ 0.97"],
    ]


def test_line_that_introduces_the_next_table_ends_the_one_above():
    page = [
        *row(112, "", "2023", "2022"),
        *row(128, "Cash", "$ 120", "$ 110"),
        *row(142, "Receivables", "340", "325"),
        Drawn("A summary of the cash flows of the last three years is:", 164, _LABEL + 20),
        *[Drawn(year, 182, x) for year, x in (("2023", 220), ("2022", 290), ("2021", 360))],
        *[Drawn(f, 196, x) for f, x in (("Operations", _LABEL), ("512", 222), ("498", 292), ("471", 362))],
        *[Drawn(f, 210, x) for f, x in (("Investments", _LABEL), ("120", 222), ("133", 292), ("109", 362))],
    ]
    document = PdfParser().read(pdf(page), "test.pdf")
    assert [(table.rows, table.columns) for table in document.tables] == [(3, 3), (3, 4)]


def test_names_wider_than_their_columns_do_not_join_two_figures_in_one_cell():
    page = [
        over(98, "Net carrying value", 190, 300),
        *row(112, "", "Sold", "Kept"),
        *row(128, "Land", "28", "—"),
        *row(142, "Buildings", "8", "30"),
        *row(156, "Equipment", "14", "9"),
        *row(170, "Total", "50", "39"),
    ]
    document, table = read(page)
    assert shown(document, table)[-3:-1] == [["Buildings", "8", "30"], ["Equipment", "14", "9"]]


def test_numbered_paragraphs_between_lists_of_figures_keep_them_apart():
    lists = [
        [
            Drawn(
                "(1) The shareholders approved the report of the directors for the year:",
                y,
                _LABEL,
                size=_SIZE,
            ),
            *row(y + 17, "For", "1,125"),
            *row(y + 29, "Against", "651"),
            *row(y + 41, "Abstain", "256"),
        ]
        for y in (100.0, 180.0)
    ]
    document = PdfParser().read(pdf([*lists[0], *lists[1]]), "test.pdf")
    assert [table.rows for table in document.tables] == [3, 3]


def test_columns_set_by_spaces_in_a_typewriter_font_are_cells():
    text = (
        "                    2023      2022",
        "Revenue            4,120     3,980",
        "Cost of sales      2,750     2,701",
        "Net income           610       544",
    )
    document, table = read(
        [Drawn(line, 100 + 12 * place, 20, "Courier", 9) for place, line in enumerate(text)]
    )
    assert shown(document, table)[1:3] == [["Revenue", "4,120", "3,980"], ["Cost of sales", "2,750", "2,701"]]
    assert table.header_rows == 1
