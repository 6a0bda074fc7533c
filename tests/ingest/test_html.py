"""Web pages: the text as it is shown, each block with its DOM path."""

from __future__ import annotations

import html as stdlib_html

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_laws import check_pieces, check_ranges
from tests.effort import examples

from pincite.errors import InputError
from pincite.ingest.html.reader import HtmlParser
from pincite.records.document import Document
from pincite.testing import parser_keeps_its_promise

quick = settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))


def read(page: str | bytes) -> Document:
    return HtmlParser().read(page.encode() if isinstance(page, str) else page, "a.html")


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.span.of(document.text)) for block in document.blocks]


def cells(document: Document, number: int = 1) -> list[tuple[int, int, str]]:
    table = document.tables[number - 1]
    return [(cell.row, cell.column, cell.span.of(document.text)) for cell in table.cells]


def test_parser_keeps_its_promise():
    parser_keeps_its_promise(
        HtmlParser(), b"<h1>Fees</h1><p>The fee is 5.<table><tr><td>a<td>b</table>", "a.html"
    )


def test_space_is_collapsed_and_line_breaks_are_kept():
    assert read("<p>The  <b>late</b>\n fee<br>is&nbsp;5 &euro;.</p>").text == "The late fee\nis\u00a05 €."


def test_head_scripts_and_styles_are_no_text():
    page = "<head><title>T</title><style>p{}</style></head><script>if (a<b) {}</script><p>Fee"
    assert read(page).text == "Fee"


def test_headings_make_sections_with_the_levels_of_the_markup():
    document = read("<h1>Fees</h1><p>A.</p><h3>Late</h3><p>B.</p><h2>Term</h2><p>C.</p>")
    assert [(section.level, section.title, section.found_by) for section in document.sections] == [
        (1, "Fees", "markup"),
        (3, "Late", "markup"),
        (2, "Term", "markup"),
    ]


def test_bold_titles_make_sections_where_no_heading_is_marked_up():
    document = read(
        "<div><b>1. Term</b></div><div>It runs.</div><div><b>2. Fees</b></div><div>They are due.</div>"
    )
    assert [section.title for section in document.sections] == ["1. Term", "2. Fees"]


def test_list_items_carry_the_number_that_is_shown():
    page = "<ol start=3 type=a><li>x<li value=9>y<li>z</ol><ol reversed type=I><li>p<li>q</ol><ul><li>r</ul>"
    assert [text for _, text in blocks(read(page))] == ["c. x", "i. y", "j. z", "II. p", "I. q", "• r"]


def test_nested_items_stand_alone():
    page = "<ol><li>goods<ul><li>nails<li>screws</ul><li>services</ol>"
    assert blocks(read(page)) == [
        ("bullet", "1. goods"),
        ("bullet", "• nails"),
        ("bullet", "• screws"),
        ("bullet", "2. services"),
    ]


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("10<sup>2</sup>", "10²"),
        ("10<sup>-3</sup> m", "10⁻³ m"),
        ("12,000<sup><a href='#n'>1</a></sup>", "12,000¹"),
        ("2024<sup>[3]</sup>", "2024[3]"),
        ("the 1<sup>st</sup> day", "the 1st day"),
        ("H<sub>2</sub>O and HbA<sub>1c</sub>", "H2O and HbA1c"),
        ("101<sub>2</sub> and log<sub>2</sub>8", "101₂ and log₂8"),
        ("<math><msup><mn>10</mn><mn>2</mn></msup></math>", "10²"),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1⁄2"),
    ],
)
def test_raised_and_lowered_digits_join_no_number(page, shown):
    assert read(f"<p>{page}</p>").text == shown


def test_table_is_cells_with_spans_headers_and_caption():
    document = read(
        "<table><caption>Prices</caption><thead><tr><th>Item<th colspan=2>Fee</thead>"
        "<tr><td rowspan=2>Nails<td>5<td>6<tr><td>7<td>8</table>"
    )
    (table,) = document.tables
    assert (table.rows, table.columns, table.header_rows) == (3, 3, 1)
    assert table.caption is not None
    assert table.caption.of(document.text) == "Prices"
    assert cells(document) == [
        (0, 0, "Item"), (0, 1, "Fee"), (1, 0, "Nails"), (1, 1, "5"), (1, 2, "6"), (2, 1, "7"), (2, 2, "8"),
    ]  # fmt: skip
    assert [(cell.rows, cell.columns) for cell in table.cells[:3]] == [(1, 1), (1, 2), (2, 1)]
    assert table.cells[4].anchor == "html/body/table/tbody/tr[1]/td[3]"
    assert ("table_row", "Nails\t5\t6") in blocks(document)


def test_periods_above_the_values_of_a_statement_name_the_columns():
    document = read(
        "<table><tr><td><td colspan=4>Year ended December 31,"
        "<tr><td><td colspan=2>2023<td colspan=2>2022"
        "<tr><td>Revenue<td>$<td>1,234<td>$<td>999<tr><td>Cost<td><td>900<td><td>800</table>"
    )
    (table,) = document.tables
    assert table.header_rows == 2
    cost = next(cell for cell in table.cells if cell.span.of(document.text) == "800")
    assert [header.span.of(document.text) for header in table.headers_of(cost)] == [
        "Year ended December 31,",
        "2022",
    ]


def test_words_beside_words_name_no_columns():
    document = read("<table><tr><td>Director<td>Acme<tr><td>Shares<td>500<tr><td>Seat<td>Bonn</table>")
    assert document.tables[0].header_rows == 0


def test_foot_of_a_table_is_shown_last():
    page = "<table><tfoot><tr><td>Total<td>9</tfoot><tbody><tr><td>Nails<td>9</tbody></table>"
    assert [text for _, text in blocks(read(page))] == ["Nails\t9", "Total\t9"]


def test_layout_table_is_read_as_the_blocks_in_it():
    page = "<table><tr><td><p>One.<p>Two.</table><table><tr><td>Left<td><table><tr><td>a<td>1</table></table>"
    document = read(page)
    assert [text for _, text in blocks(document)] == ["One.", "Two.", "Left", "a\t1"]
    assert len(document.tables) == 1


def test_columns_of_a_page_are_no_table():
    long = "The fee is due at once. " * 30
    page = f"<table><tr><td>Home<td><h2>Fees</h2><p>5.</table><table><tr><td>x<td><p>{long}<p>{long}</table>"
    document = read(page)
    assert document.tables == ()
    assert [section.title for section in document.sections] == ["Fees"]


def test_clauses_set_as_a_table_are_list_items():
    page = "<table><tr><td>(a)<td>the fee;<tr><td>(b)<td>the costs.</table>"
    assert blocks(read(page)) == [("bullet", "(a) the fee;"), ("bullet", "(b) the costs.")]


def test_sign_and_number_in_cells_of_their_own_are_one_amount():
    page = "<table><tr><td>Loss<td>$<td>(1,234<td>)<tr><td>Share<td><td>5<td>%</table>"
    assert [text for _, text in blocks(read(page))] == ["Loss\t$(1,234)", "Share\t5%"]


def test_text_between_cells_is_not_lost():
    assert [text for _, text in blocks(read("<table>Note<tr><td>a<td>b</table>"))] == ["Note", "a\tb"]


def test_figure_caption_belongs_to_the_table_in_the_figure():
    document = read("<figure><table><tr><td>a<td>1</table><figcaption>Table 1</figcaption></figure>")
    caption = document.tables[0].caption
    assert caption is not None
    assert caption.of(document.text) == "Table 1"


def test_navigation_site_frame_and_side_notes_stand_after_the_body():
    page = (
        "<header>Acme</header><nav>Home</nav><main><header><h1>Fees</h1></header><p>Five.</p>"
        "<aside>Note</aside></main><footer>Imprint</footer>"
    )
    assert blocks(read(page)) == [
        ("heading", "Fees"),
        ("sentence", "Five."),
        ("header", "Acme"),
        ("header", "Home"),
        ("footnote", "Note"),
        ("footer", "Imprint"),
    ]


def test_page_that_is_all_frame_is_read_as_text():
    assert blocks(read("<aside>The fee is 5.</aside>")) == [("sentence", "The fee is 5.")]


def test_hidden_parts_are_left_out_and_counted():
    page = (
        "<p>Fee</p><p hidden>a</p><p style='Display: NONE'>b</p>"
        "<table><tr hidden><td>c<td>d<tr><td>e<td>f</table>"
    )
    document = read(page)
    assert [text for _, text in blocks(document)] == ["Fee", "e\tf"]
    assert document.caveats == ("3 hidden lines were left out.",)


def test_struck_out_words_are_left_out_with_a_caveat():
    document = read("<p>The fee is <del>5</del><ins>6</ins>, for <s>Mr. Poe</s><u>Ms. Roe</u>.</p>")
    assert blocks(document) == [("sentence", "The fee is 6, for Ms. Roe.")]
    assert document.caveats == ("2 struck-out lines were left out.",)


def test_struck_out_rows_cells_and_paragraphs_are_left_out():
    page = (
        "<div>Rent<del><p>old</p></del>Term</div><p style='text-decoration: line-through'>gone</p>"
        "<table><tr><th>A<th>B<tr style='text-decoration:line-through'><td>1<td>2"
        "<tr><td>3<td style='text-decoration-line: line-through'>4</table><ol><li><s>x</s><li>y</ol>"
    )
    document = read(page)
    assert [text for _, text in blocks(document)] == ["Rent", "Term", "A\tB", "3", "2. y"]
    assert document.caveats[0].startswith("6 struck-out")


def test_name_over_several_columns_makes_a_head_of_two_rows_also_in_plain_cells():
    page = (
        "<table><tr><td rowspan=2>Item<td colspan=2>Fee<td rowspan=2>Unit<tr><td>Net<td>Gross"
        "<tr><td>Setup<td>$5<td>$6<td>each<tr><td>Visit<td>$7<td>$8<td>hour</table>"
    )
    document = read(page)
    (table,) = document.tables
    named = [[head.span.of(document.text) for head in table.headers_of(cell)] for cell in table.cells[-2:]]
    assert named == [["Fee", "Gross"], ["Unit"]]


def test_term_and_its_short_description_are_one_block():
    page = (
        "<dl><dt>Half-life</dt><dd>11 hours</dd><dt>Makers<dd>Norwell Ltd<dd>Calder SA"
        "<dt>Use</dt><dd>For adults. Not for children.</dd><div><dt>Price<dd><p>$5</div></dl><p>End.</p>"
    )
    assert blocks(read(page)) == [
        ("sentence", "Half-life\n11 hours"),
        ("sentence", "Makers\nNorwell Ltd\nCalder SA"),
        ("sentence", "Use"),
        ("sentence", "For adults."),
        ("sentence", "Not for children."),
        ("sentence", "Price\n$5"),
        ("sentence", "End."),
    ]


def test_preformatted_text_is_read_like_a_text_file_and_code_line_by_line():
    page = "<pre>\nFEES AND COSTS\n\nThe fee\nis 5.\n</pre><pre><code>a = 1\n  b = 2</code></pre>"
    assert blocks(read(page)) == [
        ("heading", "FEES AND COSTS"),
        ("sentence", "The fee\nis 5."),
        ("sentence", "a = 1"),
        ("sentence", "b = 2"),
    ]


def test_anchor_counts_among_siblings_of_one_name():
    document = read("<div>a</div><div><p>b</p><p>c</p></div>")
    assert [block.anchor for block in document.blocks] == [
        "html/body/div[1]",
        "html/body/div[2]/p[1]",
        "html/body/div[2]/p[2]",
    ]


@pytest.mark.parametrize(
    "page",
    [
        b"\xef\xbb\xbf<p>caf\xc3\xa9",
        b"<meta charset=utf-8><p>caf\xc3\xa9",
        b"<meta http-equiv=content-type content='text/html; charset=ISO-8859-1'><p>caf\xe9",
        b"<?xml version='1.0' encoding='iso-8859-15'?><p>caf\xe9</p>",
        "<p>café".encode("utf-16"),
        b"<p>caf\xe9",
    ],
)
def test_encoding_is_taken_from_the_page(page):
    assert read(page).text == "café"


@pytest.mark.parametrize(
    ("stated", "encoding", "text"),
    [
        ("gb2312", "gbk", "费用镕"),
        ("shift_jis", "cp932", "料金①"),
        ("euc-kr", "cp949", "요금똠"),
        ("ascii", "cp1252", "5 €"),
    ],
)
def test_stated_encoding_means_the_set_that_programs_write(stated, encoding, text):
    assert read(f"<meta charset={stated}><p>{text}".encode(encoding)).text == text


def test_encoding_that_had_to_be_guessed_is_a_caveat():
    assert "Windows-1252" in read(b"<p>caf\xe9").caveats[0]
    assert "unknown encoding" in read(b"<meta charset=klingon><p>caf\xc3\xa9").caveats[0]


def test_page_without_text_is_refused_with_the_next_step():
    with pytest.raises(InputError, match="shows no text") as caught:
        read("<html><body><div id=app></div><script>render()</script></body></html>")
    assert "save it from the browser" in caught.value.hint


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 10_000 + "deep" + "</div>" * 10_000,
        "<table><tr><td>" * 3_000 + "deep",
        "<a " * 100_000 + ">deep",
        "<p>deep</p>" + "<!--" * 100_000,
        "<p>deep" + "</b>" * 100_000,
        f"<p title='{'x' * 1_000_000}'>deep",
        "<p>deep &#" + "9" * 10_000 + ";",
        "<p>deep</p>" + "<![CDATA[" * 50_000,
        "<ul><li>" * 5_000 + "deep",
        "<table>" + "<td colspan=1000 rowspan=65534>deep" * 2_000,
        "<p>deep <b <i <a href='",
        "<sup>" * 1_000 + "deep",
        "<ol>" + "<li value=7>deep" * 20_000,
    ],
    ids=range(13),
)
def test_hostile_page_is_read_without_harm(page):
    assert "deep" in read(page).text


def test_control_characters_and_noncharacters_do_not_reach_the_text():
    assert read("<p>a\0b&#0;c&#xFFFE;d\uffff&#xD800;e</p>").text.startswith("ab")


words = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Zs", "Zl", "Zp", "Cn"]), min_size=1, max_size=8
)


@quick
@given(st.lists(st.lists(words, min_size=2, max_size=4), min_size=2, max_size=6))
def test_cells_come_back_at_their_row_and_column(grid):
    rows = "".join(
        "<tr>" + "".join(f"<td>x{stdlib_html.escape(cell)}</td>" for cell in line) + "</tr>" for line in grid
    )
    document = read(f"<table>{rows}</table>")
    expected = [(r, c, f"x{cell}".strip()) for r, line in enumerate(grid) for c, cell in enumerate(line)]
    assert cells(document) == expected
    for cell in document.tables[0].cells:
        assert f"tr[{cell.row + 1}]/td[{cell.column + 1}]" in cell.anchor


tags = st.sampled_from(
    "p div b i sup ul ol li table tr td th thead caption h1 h3 pre br hr span a nav footer dl dt dd math "
    "mfrac figure figcaption option select textarea del".split()
)
soup = st.lists(
    st.one_of(
        tags.map(lambda tag: f"<{tag}>"),
        tags.map(lambda tag: f"</{tag}>"),
        st.sampled_from(["Fee 5", " ", "&amp;", "<", "<!--", "-->", "12", "\n", "a.b. C"]),
        words.map(stdlib_html.escape),
    ),
    max_size=40,
).map("".join)


@quick
@given(soup)
def test_any_soup_of_tags_gives_ranges_that_hold_all_text(page):
    try:
        document = read(page)
    except InputError:
        return
    check_ranges(document)
    check_pieces(document)
    held = "".join(each.span.of(document.text) for each in (*document.blocks, *document.unseen))
    assert sum(map(str.isalnum, held)) == sum(map(str.isalnum, document.text))
    for table in document.tables:
        assert all(table.span.covers(cell.span) for cell in table.cells)
        assert all(cell.span.of(document.text).strip() for cell in table.cells)
