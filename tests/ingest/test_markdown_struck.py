"""What Markdown strikes out or does not show is kept, and stands in no block, passage, chunk or cell."""

from __future__ import annotations

from dataclasses import replace

import pytest
from markdown_it.token import Token
from tests.effort import some_of

from pincite.errors import InputError
from pincite.ingest.chunk import chunks
from pincite.ingest.layout import Piece
from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.markdown_html import Html, Region
from pincite.ingest.markdown_links import hidden_titles
from pincite.ingest.markdown_struck import Marks, waves
from pincite.records.document import Document
from pincite.records.span import Span
from pincite.structure.excerpts import passages
from pincite.structure.unseen import is_torn, left_out, struck_beside
from pincite.testing import parser_keeps_its_promise


def read(text: str) -> Document:
    return parser_keeps_its_promise(MarkdownParser(), text.encode(), "lease.md")


def unseen(document: Document) -> list[tuple[str, str]]:
    return [(each.kind, each.span.of(document.text)) for each in document.unseen]


def blocks(document: Document) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks]


@pytest.mark.parametrize(
    ("written", "struck"),
    [
        ("The rent is ~~EUR 900~~ EUR 950.", "~~EUR 900~~"),
        ("The rent is <s>EUR 900</s> EUR 950.", "<s>EUR 900</s>"),
        ("The rent is <del class='old'>EUR 900</del> EUR 950.", "<del class='old'>EUR 900</del>"),
        ("The rent is ~~EUR\n900~~ EUR 950.", "~~EUR\n900~~"),
    ],
)
def test_struck_words_stand_apart_and_what_is_left_is_told_of_them(written, struck):
    document = read(f"# Lease\n\n{written}\n")
    assert unseen(document) == [("struck", struck)]
    assert blocks(document) == ["Lease", "The rent is", "EUR 950."]
    assert len(document.seen_text) == len(document.text)
    assert "900" not in document.seen_text
    (replacement,) = (block for block in document.blocks if "950" in block.span.of(document.text))
    assert list(struck_beside(document, replacement.span)) == [" ".join(struck.split())]


@pytest.mark.parametrize(
    "written",
    [
        "Write `~~old~~` to strike a word.",
        "About ~5 km and ~6 km of road, H~2~O.",
        "```\nold ~~word~~\n```",
        "Waves ~~~ in a row ~~~ are not a pair.",
        r"Written \~~so\~~ it stays.",
        "It is ~~ not a pair with blanks ~~ inside.",
    ],
)
def test_what_only_looks_struck_is_text(written):
    assert unseen(read(f"A line.\n\n{written}\n")) == []


def test_comment_over_several_lines_is_hidden():
    document = read("The deposit is EUR 900.\n\n<!-- The deposit was\nEUR 5,000. -->\n\nIt is due.\n")
    assert [kind for kind, _ in unseen(document)] == ["hidden", "hidden"]
    assert blocks(document) == ["The deposit is EUR 900.", "It is due."]


@pytest.mark.parametrize(
    "opening",
    ['<span style="display:none">', "<p hidden>", '<font color="white">', '<span style="font-size:0">'],
)
def test_html_that_no_page_would_show_is_hidden(opening):
    tag = opening[1:].split(">")[0].split()[0]
    document = read(f"The deposit is EUR 900. {opening}It is EUR 5,000.</{tag}> It is due.\n")
    assert [kind for kind, _ in unseen(document)] == ["hidden"]
    assert "5,000" not in " ".join(blocks(document))


@pytest.mark.parametrize(
    "written",
    [
        '<div style="display:none">\nIt is EUR 5,000.\n</div>',
        "<div hidden>\n\nIt is **EUR 5,000**.\n\n- EUR 5,000\n\n</div>",
        "<div hidden><div>Once</div> it is EUR 5,000.</div>",
        "<div hidden>\n\n```\nEUR 5,000\n```\n\n</div>",
        "<span hidden>It is EUR 5,000.",
        "<!--\n\nIt is EUR 5,000.\n\n-->",
        "| a | b |\n|---|---|\n| <s>EUR 5,000</s> | <span hidden>EUR 5,000</span> |",
        "## The deposit ~~of EUR 5,000~~",
    ],
)
def test_what_goes_over_several_lines_is_hidden_to_its_end(written):
    document = read(f"The deposit is EUR 900.\n\n{written}\n\nIt is due on the first.\n")
    assert "5,000" not in " ".join([*blocks(document), *(section.title for section in document.sections)])
    assert "5,000" not in document.seen_text
    assert "5,000" in " ".join(words for _, words in unseen(document))
    assert "It is due on the first." in blocks(document)


def test_comment_that_nothing_closes_hides_the_rest_where_a_line_begins_with_it():
    assert blocks(read("One.\n\n<!-- Two.\n\nThree.\n")) == ["One."]
    assert unseen(read("One <!-- two.\n\nThree.\n")) == []


@pytest.mark.parametrize(
    "written",
    [
        "Where a<b and c>d, it is due.",
        "See <https://example.org/~~a~~b> or <a@example.org>.",
        "It is <b>due</b><br hidden> on <i>Monday.",
        "Write `<!-- so -->` or ``<s>so</s>``.",
        "<details><summary>More</summary>It is due.</details>",
        "Replace <desc> and <String> by words.",
        "It is <span hidden></span> due.",
        '<div style="background:black">\n<b style="color:white">It is due.</b>\n</div>',
    ],
)
def test_other_signs_hide_nothing(written):
    assert "hidden" not in {kind for kind, _ in unseen(read(f"{written}\n"))}


@pytest.mark.parametrize("mode", some_of(["html", "text"]))
@pytest.mark.parametrize(
    "sign",
    ["<!-- ", "<s>", "<li hidden>", '<a b="', "<a b='", "<a b=\"'", "<title>", "<? ", "~~a ", "` `` ", "\\`"],
)
def test_signs_that_nothing_closes_are_gone_through_once(sign, mode):
    """Looked for an end from each of them anew, this would take hours."""
    text = sign * (1_000_000 // len(sign) if sign.startswith("<a") else 50_000)
    whole = Span(0, len(text))
    html = Html(text, "lease.md")
    found = [*html.read([Region(whole, mode)]), *waves(text, [Piece("text", whole)], html.silent)]
    assert Marks.of(text, found).text == text


@pytest.mark.parametrize("sign", ['[a](b "', "](b ", ' "a")', "[a](b 'c ", " (", "[a]: # ("])
def test_links_that_nothing_closes_are_gone_through_once(sign):
    text = sign * (1_000_000 // len(sign))
    link = Token("link_open", "a", 1, attrs={"title": "x"})
    tokens = [Token("inline", "", 0, children=[link])]
    assert list(hidden_titles(text, tokens, ())) == []


@pytest.mark.parametrize(
    "written",
    [
        "[//]: # (It is EUR 5,000.)",
        '[//]: # "It is EUR 5,000."',
        "[comment]: <> (It is\nEUR 5,000.)",
        "> [//]: # (It is EUR 5,000.)",
        "[//]: # (One.)\n[//]: # (It is EUR 5,000.)",
        '[terms]: https://example.org/terms "It is EUR 5,000."',
        *(f"<{tag}>It is EUR 5,000.</{tag}>" for tag in "template title script style noscript".split()),
        "<template>\n\nIt is <b>EUR 5,000</b>.\n\n</template>",
        "<script>\nif (a < b) {} // </div> <!-- `\n\nEUR 5,000\n</script>",
        "Yes. <script>EUR 5,000</script>",
        "<?php echo 'EUR 5,000' ?>",
        "Yes. <?php echo 'EUR 5,000' ?>",
        "<![CDATA[ It is EUR 5,000. ]]>",
        "<!DOCTYPE EUR 5,000>",
        '<span title="a > b" hidden>It is EUR 5,000.</span>',
        "<span title='a < b' hidden>It is EUR 5,000.</span>",
        "<div\n  class='a'\n  hidden\n>\nIt is EUR 5,000.\n</div>",
        "<div hidden>\n<div>Once.</div>\nIt is EUR 5,000.\n</div>",
        "<div>\n` <span hidden>It is EUR 5,000.</span> `\n</div>",
        r"A \` <span hidden>EUR 5,000</span> \` sign.",
        r"A \\<span hidden>EUR 5,000</span> sign.",
        "It is ~~once `a~~` EUR 5,000~~ now.",
        'See [the terms](terms.md "It is EUR 5,000.").',
        "See ![the terms](<a b.png> 'It is EUR 5,000.').",
        "| [a](b (EUR 5,000)) | b |\n|---|---|\n| c | d |",
        "<style>.old { display: none }</style>\n\n<p class='old'>It is EUR 5,000.</p>",
        "<style>b:nth-child(2) { display: none }</style>\n\n<b>One</b> <b>EUR 5,000</b>",
        "<style>[data-old] { display: none }</style>\n\nIt <b data-old>is EUR 5,000</b>",
        "<style>b ~ i, i:not(.keep) { display: none }</style>\n\nIt <b>is</b> <i>EUR 5,000</i>",
        "<style>div { & b { display: none } }</style>\n\n<div>It is <b>EUR 5,000</b></div>",
        "<style>p.old + p { display: none }</style>\n\n<p class=old>Old:</p>\n\nIt is EUR 5,000.",
        "<style>ul ul, li:nth-child(2) { display: none }</style>\n\n- One\n- EUR 5,000\n- Three",
        "<svg width=0 height=0><text>EUR 5,000</text></svg>",
        '<input type="hidden" value="EUR 5,000">',
        "It is <input type=hidden value=5,000> now.",
        '<img src="a.png" alt="It is EUR 5,000.">',
        "![It is EUR 5,000.](a.png)",
        "[![It is EUR 5,000.](a.png)](b.html)",
        "![5,000 [a] b](<a b.png> 'more')",
        "![EUR 5,000][image]\n\n[image]: a.png",
        '<div title="It is EUR 5,000.">\nYes.\n</div>',
        "<div data-note='It is EUR 5,000.'>Yes.</div>",
    ],
)
def test_what_no_reader_sees_of_it_is_in_no_block(written):
    document = read(f"The deposit is EUR 900.\n\n{written}\n\nIt is due on the first.\n")
    assert "5,000" not in document.seen_text
    assert "5,000" in " ".join(words for _, words in unseen(document))
    assert {"The deposit is EUR 900.", "It is due on the first."} <= set(blocks(document))


@pytest.mark.parametrize(
    "written",
    [
        "<ul><li hidden>It was 900.<li>It is EUR 5,000.</ul>",
        "<p hidden>It was 900.<p>It is EUR 5,000.",
        "<table><tr><td hidden>900<td>EUR 5,000</table>",
        "<table><tr hidden><td>900<tr><td>EUR 5,000</table>",
        "<dl><dt hidden>Deposit<dd>EUR 5,000</dl>",
        "<select><option hidden>900<option>EUR 5,000</select>",
        "<ul><li hidden>It was 900.</ul><p>It is EUR 5,000.",
        '<div style="visibility:hidden">It was 900. <b style="visibility:visible">EUR 5,000</b></div>',
        "It was <span hidden>900\n\nIt is EUR 5,000.",
        "See [Deposit](/wiki/EUR_5,000 'Deposit EUR 5,000').",
        "See (the \"terms\") of [EUR 5,000](a 'terms').",
        '`[a](b "EUR 5,000")` is a link.',
        "[terms]: https://example.org/5,000",
        "[^1]: # (5,000)",
        "Write <!--> and it is EUR 5,000. -->",
        "<style>b:nth-child(2) { display: none }</style>\n\n<b>One</b>\n\n<b>EUR 5,000</b>",
        "<style>b:hover, b:target, b:unknown { display: none }</style>\n\n<b>EUR 5,000</b>",
        "Press ![](a.png) for EUR 5,000.",
        r"Write \![EUR 5,000](a.png) or `![EUR 5,000](a.png)`.",
        "It is <b data-a='x' title='sum'>EUR 5,000</b>.",
        "It is <input value='EUR 5,000'>.",
    ],
)
def test_what_stands_beside_something_hidden_is_seen(written):
    document = read(f"The deposit is due.\n\n{written}\n\nIt is due on the first.\n")
    assert "5,000" in " ".join(blocks(document))
    assert "It is due on the first." in blocks(document)


def test_block_of_html_that_nothing_closes_hides_the_rest_as_in_a_browser():
    assert blocks(read("One.\n\n<div hidden>\n\nTwo.\n\nThree.\n")) == ["One."]


@pytest.mark.parametrize("written", ["<!-- It is EUR 5,000. -->", "~~It is due.~~", "[//]: # (It is due.)"])
def test_file_that_shows_nothing_is_refused_as_of_any_format(written):
    with pytest.raises(InputError, match="shows no text"):
        read(f"{written}\n")


def test_html_that_is_seen_is_text_but_for_what_is_struck_out_in_it():
    document = read("The deposit is <b>EUR 900 <s>EUR 5,000</s></b> in <u>cash</u>.\n")
    assert unseen(document) == [("struck", "<s>EUR 5,000</s>")]


def test_struck_cell_is_no_cell_and_part_of_one_is_left_out():
    document = read("| item | price |\n|---|---|\n| rent | ~~900~~ 950 |\n| ~~garage~~ | ~~50~~ |\n")
    (table,) = document.tables
    assert [cell.span.of(document.text) for cell in table.cells] == ["item", "price", "rent", "950"]


def test_no_passage_or_chunk_goes_over_what_is_struck():
    document = read("".join(f"Clause {n} holds. ~~Clause {n} is void.~~ It stands.\n\n" for n in range(40)))
    for each in (*passages(document), *chunks(document)):
        assert "void" not in each.span.of(document.text)


def test_tags_and_marks_of_comments_are_no_lines_of_their_own():
    document = read("One.\n\n<!--\nTwo.\n-->\n\n<div hidden>\n\nThree.\n\n</div>\n\nFour.\n")
    assert [words for _, words in unseen(document)] == ["<!--\nTwo.\n-->", "<div hidden>\n\nThree.\n\n</div>"]
    assert document.caveats == ("2 hidden lines were left out.",)


def test_caveat_counts_lines():
    document = read("One. ~~Two.~~ Three. <!-- Four. --> Five. ~~Six.~~\n")
    assert document.caveats == ("1 hidden line and 2 struck-out lines were left out.",)
    assert left_out(document.unseen[:1], "a.md") == "1 struck-out line of a.md was left out."
    assert left_out(()) == ""


def test_no_block_may_hold_what_is_not_seen():
    document = read("One ~~two~~ three.\n")
    wrong = replace(document.blocks[0], span=document.unseen[0].span)
    with pytest.raises(ValueError, match="struck"):
        replace(document, blocks=(wrong,))


@pytest.mark.parametrize(
    ("written", "torn"),
    [
        ("The fee is 500 euros <!-- check --> if the tenant moves out.", True),
        ("It is not true that <!-- x --> the fee is 500 euros.", True),
        ("The fee is 500 euros ~~per year~~ per month.", True),
        ("The fee is 500 euros. ~~It is due in May.~~ It is due in June.", False),
        ("- The fee is 500 euros <!-- check -->\n- The deposit is 900 euros", False),
        ("The fee is 500 euros\n\n<!-- check -->\n\nThe deposit is 900 euros", False),
    ],
)
def test_part_of_a_sentence_is_told_from_a_whole_one(written, torn):
    document = read(f"{written}\n")
    (block,) = (block for block in document.blocks if "500 euros" in block.span.of(document.text))
    assert is_torn(document, block.span) is torn


def test_tags_in_a_comment_close_nothing_and_a_comment_in_a_line_ends_with_its_paragraph():
    assert "secret" not in read("Seen.\n\n<div hidden>\n<!-- </div> -->\nsecret\n</div>\n").seen_text
    assert "secret" not in read("A <del>x <!-- </del> secret --> seen.\n").seen_text
    assert unseen(read("Write <!-- to open.\n\nThe fee is 7.\n\nFlow: a --> b.\n")) == []
