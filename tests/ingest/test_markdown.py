"""Markdown: the file unchanged, its structure as ranges."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pincite.ingest.markdown import MarkdownParser
from pincite.records.document import Document


def read(text: str) -> Document:
    return MarkdownParser().read(text.encode(), "a.md")


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.span.of(document.text)) for block in document.blocks]


def test_text_is_the_file_unchanged():
    text = "# Fees\r\n\r\n* five\r\n"
    assert read(text).text == text


def test_headings_make_sections_with_markdowns_own_levels():
    document = read("# *Fees* and `costs`\n\nA.\n\n### Late\n\nB.\n\nTerm\n====\n\nC.\n")
    assert [(section.level, section.title, section.found_by) for section in document.sections] == [
        (1, "Fees and costs", "markdown"),
        (3, "Late", "markdown"),
        (1, "Term", "markdown"),
    ]


def test_heading_block_is_the_title_alone():
    assert blocks(read("## Fees ##\n\nTerm\n----\n")) == [("heading", "Fees"), ("heading", "Term")]


def test_table_rows_are_blocks_and_the_rule_between_them_is_none():
    document = read("| Item | Fee |\n|------|----:|\n| Nails | 5 |\n| Screws | 7 |\n")
    assert blocks(document) == [
        ("table_row", "| Item | Fee |"),
        ("table_row", "| Nails | 5 |"),
        ("table_row", "| Screws | 7 |"),
    ]


def test_items_are_bullets_and_nested_items_stand_alone():
    document = read("1. goods\n   - nails\n   - screws, which\n     are sold by weight\n2. services\n")
    assert blocks(document) == [
        ("bullet", "1. goods"),
        ("bullet", "- nails"),
        ("bullet", "- screws, which\n     are sold by weight"),
        ("bullet", "2. services"),
    ]


def test_second_paragraph_of_an_item_is_not_a_bullet():
    document = read("- goods\n\n  They are sold by weight. They are heavy.\n")
    assert [kind for kind, _ in blocks(document)] == ["bullet", "sentence", "sentence"]


def test_legal_list_marks_are_bullets_too():
    assert blocks(read("(a) the fee;\n\n(b) the costs.\n")) == [
        ("bullet", "(a) the fee;"),
        ("bullet", "(b) the costs."),
    ]


def test_code_is_kept_line_by_line_without_its_fence():
    assert blocks(read("```python\npay(5)\n\npay(7)\n```\n")) == [
        ("sentence", "pay(5)"),
        ("sentence", "pay(7)"),
    ]


def test_quoted_paragraph_starts_after_its_mark():
    assert blocks(read("> Fees are due.\n")) == [("sentence", "Fees are due.")]


def test_front_matter_is_text_and_not_a_heading():
    document = read("---\ntitle: Fees\n---\n\n# Term\n")
    assert blocks(document) == [("sentence", "title: Fees"), ("heading", "Term")]


def test_words_that_markdown_does_not_show_can_still_be_cited():
    assert blocks(read("See [the law].\n\n[the law]: https://example.org/law\n"))[1] == (
        "sentence",
        "[the law]: https://example.org/law",
    )


def test_lines_have_the_numbers_that_an_editor_shows():
    assert [line.number for line in read("# Fees\n\n\nFive euros.\n").lines] == [1, 4]


def test_table_is_cells_under_the_names_of_their_columns():
    document = read("> | Item | Fee |\n> |---|---:|\n> | Nails \\| pins | 5 |\n> | | 5 |\n\nEnd.\n")
    (table,) = document.tables
    assert (table.rows, table.columns, table.header_rows) == (3, 2, 1)
    assert [(cell.row, cell.column, cell.span.of(document.text)) for cell in table.cells] == [
        (0, 0, "Item"),
        (0, 1, "Fee"),
        (1, 0, "Nails \\| pins"),
        (1, 1, "5"),
        (2, 1, "5"),
    ]


def test_quote_mark_before_a_table_that_is_not_quoted_belongs_to_its_first_cell():
    document = read("> fee | due\n|---|---|\n| 5 | May |\n")
    (table,) = document.tables
    assert [cell.span.of(document.text) for cell in table.cells] == ["> fee", "due", "5", "May"]


def test_footnotes_at_the_end_stand_apart_one_by_one():
    document = read("# Fees\n\nThe fee[^1] is 5.\n\n[^1]: Net of tax.\n[^b]: Per year.\n")
    assert blocks(document)[2:] == [("footnote", "[^1]: Net of tax."), ("footnote", "[^b]: Per year.")]
    assert document.sections[0].span.of(document.text).endswith("is 5.")


def test_footnote_between_paragraphs_stays_text():
    document = read("The fee[^1] is 5.\n\n[^1]: Net of tax.\n\nIt is due.\n")
    assert [kind for kind, _ in blocks(document)] == ["sentence"] * 3


@given(st.lists(st.lists(st.text("ab1*` .|", max_size=5), min_size=2, max_size=2), min_size=1, max_size=5))
def test_cells_of_any_table_read_as_they_are_written(grid):
    lines = ["| x | y |", "|---|---|"]
    lines += ["| " + " | ".join("z" + cell.replace("|", "\\|") for cell in line) + " |" for line in grid]
    document = read("\n".join(lines))
    found = [(cell.row, cell.column, cell.span.of(document.text)) for cell in document.tables[0].cells]
    assert found[2:] == [
        (row, column, "z" + cell.replace("|", "\\|").rstrip())
        for row, line in enumerate(grid, start=1)
        for column, cell in enumerate(line)
    ]
