"""What a web page hides or strikes out is kept apart from what a reader sees of it."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_laws import check_pieces, check_ranges
from tests.effort import examples

from pincite.errors import InputError
from pincite.ingest.html.reader import HtmlParser
from pincite.records.document import Document

quick = settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))


def read(page: str) -> Document:
    return HtmlParser().read(page.encode(), "a.html")


def seen(document: Document) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks]


def unseen(document: Document) -> list[tuple[str, str]]:
    return [(each.kind, each.span.of(document.text)) for each in document.unseen]


HIDDEN = [
    "display:none",
    "visibility: hidden",
    "visibility:collapse",
    "opacity:0",
    "opacity: 0.0",
    "font-size:0",
    "font-size: 1px",
    "font: 0px/1 Arial",
    "height:0;overflow:hidden",
    "max-height:0px; overflow: hidden",
    "width:1px;height:1px;overflow:hidden",
    "position:absolute;left:-9999px",
    "position: fixed; top: -5000px",
    "position:absolute;left:-100vw",
    "text-indent:-9999px",
    "margin-left:-9999px",
    "position:absolute;clip:rect(0,0,0,0)",
    "position:absolute; clip: rect(1px 1px 1px 1px)",
    "clip-path: inset(50%)",
    "clip-path:circle(0)",
    "filter: opacity(0)",
    "transform:scale(0)",
    "color:white",
    "color:#fff",
    "color:#FEFEFE",
    "color: rgb(255, 255, 255)",
    "color:rgba(0,0,0,0)",
    "color:hsl(0, 0%, 100%)",
    "color:transparent",
    "color:#222;background:#222",
    "background-color:navy;color:#000080",
]


@pytest.mark.parametrize("style", HIDDEN)
def test_text_that_a_style_hides_is_no_evidence(style):
    document = read(f"<p>The fee is 5.</p><p style='{style}'>The fee is 6.</p><p>End.</p>")
    assert seen(document) == ["The fee is 5.", "End."]
    assert unseen(document) == [("hidden", "The fee is 6.")]
    assert document.caveats == ("1 hidden line was left out.",)


@pytest.mark.parametrize("style", HIDDEN)
def test_style_element_hides_as_well_as_an_attribute(style):
    document = read(f"<style>.x {{ {style} }}</style><p>The fee is <span class='y x'>not</span> 5.</p>")
    assert seen(document) == ["The fee is 5."]
    assert unseen(document) == [("hidden", "not")]
    assert document.unseen[0].at == len("The fee is ")


@pytest.mark.parametrize(
    "page",
    [
        "<p hidden>6</p>",
        "<div class='sr-only'>6</div>",
        "<span class='btn visually-hidden'>6</span>",
        "<font color=white>6</font>",
        "<font color='#ffffff'>6</font>",
        "<table bgcolor=black><tr><td style='color:#fff'>a<td><font color=black>6</font></table>",
        "<dialog>6</dialog>",
        "<style>#a{display:none}</style><p id=a>6</p>",
        "<style>div.box > p.n{display:none}</style><div class=box><p class='n m'>6</p></div>",
        "<style>.box em{visibility:hidden}</style><p class=box><b><em>6</em></b></p>",
        "<style media=screen>p.n{display:none}</style><p class=n>6</p>",
        "<style>@media screen{p.n{display:none}}</style><p class=n>6</p>",
        "<style>@media all and (min-width:1px){i{}} @charset 'x'; p.n{display:none}</style><p class=n>6</p>",
        "<style>p.n{display:none!important}</style><p class=n style='display:block'>6</p>",
        "<style>.n{display:none} p{display:block}</style><p class=n>6</p>",
        "<style>p{color:black} p{color:white}</style><p>6</p>",
        "<style>/* } */ q{content:'}'} .a,.n{display:none}</style><p class=n>6</p>",
        "<style>body{background:#000}</style><p style='color:#0a0a0a'>6</p>",
        "<body bgcolor=navy><p style='color:navy'>6</p>",
        "<style>:root{--paper:#fff} p{color:var(--paper)}</style><p>6</p>",
        "<body text=white><p>6</p>",
        "<div style='visibility:hidden'>6</div>",
        "<div style='color:white'><p>6</p></div>",
        "<section style='opacity:0'><p style='opacity:1'>6</p></section>",
        "<p style='font:0/0 a'>6</p>",
        "<style>@MEDIA\nscreen{.n{display:none}}</style><p class=n>6</p>",
        "<style>.n{display:none} @media (min-width:9999px){.n{display:block}}</style><p class=n>6</p>",
        "<style>.n{display:none} p[data-on],:first-child{display:block}</style><p class=n>6</p>",
        "<style>.n{display:none} .n:hover{display:block}</style><p class=n>6</p>",
    ],
)
def test_other_ways_to_hide_are_known(page):
    document = read(f"{page}<mark>seen</mark>")
    assert ("hidden", "6") in unseen(document)
    assert not any("6" in text for text in seen(document))


@pytest.mark.parametrize(
    "page",
    [
        "<p style='color:white;background:#222'>6</p>",
        "<div style='background-color:navy'><p style='color:#fff'>6</p></div>",
        "<style>.dark{background:black}</style><div class=dark><p><font color=white>6</font></p></div>",
        "<table><tr bgcolor='#003366'><td>a<td style='color:white'>6</table>",
        "<body bgcolor=black text=white><p>6</p>",
        "<div style='background:url(night.jpg)'><h1 style='color:white'>6</h1></div>",
        "<div style='background-image:linear-gradient(#000,#333)'><h1 style='color:white'>6</h1></div>",
        "<div background='night.gif'><font color=white>6</font></div>",
        "<div><img src=a.jpg><h1 style='position:absolute;color:#fff'>6</h1></div>",
        "<div style='background:var(--night)'><p style='color:white'>6</p></div>",
        "<p style='color:var(--ink)'>6</p>",
        "<style>:root{--a:#fff} .dark{--a:#111} p{color:var(--a)}</style><p class=dark>6</p>",
        "<style>:root{--a:#111} div{background:var(--a)} p{color:#fff}</style><div><p>6</p></div>",
        "<details><summary>More</summary><p>6</p></details>",
        "<p style='font-size:6px'>6</p>",
        "<p style='font-size:0.5em'>6</p>",
        "<p style='color:#999'>6</p>",
        "<p style='color:lightgray'>6</p>",
        "<p style='color:yellow'>6</p>",
        "<p><ins>6</ins></p>",
        "<p><u>6</u></p>",
        "<p aria-hidden=true>6</p>",
        "<style>@media print{p{display:none}}</style><p>6</p>",
        "<style media=print>p{display:none}</style><p>6</p>",
        "<style>@media (max-width:600px){p{display:none}}</style><p>6</p>",
        "<style>@media screen and (max-width:600px){p{display:none}}</style><p>6</p>",
        "<div style='visibility:hidden'>no <b style='visibility:visible'>6</b></div>",
        "<div style='font-size:0'><span style='font-size:12px'>6</span></div>",
        "<div style='color:white'><span style='color:black'>6</span></div>",
        "<div style='color:white'><a href=x>6</a></div>",
        "<style>p:hover{display:none} p::after{color:white} p+p{display:none}</style><p>6</p>",
        "<style>.n{display:none} #a{display:block}</style><p class=n id=a>6</p>",
        "<style>.n{display:none}</style><p class=n style='display:block'>6</p>",
        "<style>.box > b{display:none}</style><p class=box><i><b>6</b></i></p>",
        "<style>.menu .n{display:none}</style><p class=n>6</p>",
        "<style>.n{opacity:0;animation:show 1s forwards}</style><p class=n>6</p>",
        "<style>h1{color:transparent;background:url(x);-webkit-background-clip:text}</style><h1>6</h1>",
        "<p style='color:white;text-shadow:0 0 2px #000'>6</p>",
        "<body style='visibility:hidden'><p>6</p>",
        "<p style='text-indent:-20px'>6</p>",
        "<p style='position:relative;top:-2px'>6</p>",
        "<p style='height:0'>6</p>",
        "<p style='overflow:hidden;max-height:400px'>6</p>",
        "<p hidden style='display:block'>6</p>",
        "<p class='sr-only-focusable'>6</p>",
        "<button style='color:black'>6</button>",
        "<p style='display:inline;color:inherit;background:none'>6</p>",
        "<p style='text-decoration:underline'>6</p>",
        "<p style='clip-path:inset(0)'>6</p>",
        "<p style='clip:rect(0,0,0,0)'>6</p>",
        "<style>.n{display:none} @media (min-width:768px){.n{display:block}}</style><p class=n>6</p>",
        "<style>.n{display:none} @media screen and (width>=48em){.n{display:flex}}</style><p class=n>6</p>",
        "<style>@media (min-width:768px){.n{display:none}}</style><p class=n>6</p>",
        "<style>@supports not (display:grid){.n{display:none}}</style><p class=n>6</p>",
        "<style>.n{display:none} .n:first-child{display:block}</style><div><p class=n>6</p></div>",
        "<style>.n{display:none} .n[data-on]:not(.m){display:block}</style><p class=n data-on>6</p>",
        "<div style='font-size:0'><span style='font-size:clamp(1rem,2vw,3rem)'>6</span></div>",
        "<div style='font-size:0'><span style='font-size:initial'>6</span></div>",
        "<div style='visibility:hidden'><b style='visibility:initial'>6</b></div>",
        "<table><tr><td style='max-width:0;overflow:hidden;text-overflow:ellipsis'>6</table>",
        "<table><tr><td style='height:1px;overflow:hidden'>6</table>",
        "<div style='height:0;min-height:100%;overflow:hidden'>6</div>",
        "<div style='display:flex'><div style='width:0;flex:1 1 0;overflow:hidden'>6</div></div>",
        "<style>img{position:absolute} h1{color:#fff}</style><div><img><div><h1>6</h1></div></div>",
        "<style>i{position:absolute;background:#000} h1{color:#fff}</style><div><i></i><h1>6</h1></div>",
        "<style>div::before{content:'';position:absolute;background:#000} b{color:#fff}</style><div><b>6</b>",
        "<style>.a{text-decoration-line:line-through} .b{text-decoration:none}</style><b class='a b'>6</b>",
    ],
)
def test_text_that_a_reader_sees_stays(page):
    assert any("6" in text for text in seen(read(page)))


@pytest.mark.parametrize(
    "page",
    [
        "<s>6</s>",
        "<del>6</del>",
        "<strike>6</strike>",
        "<span style='text-decoration:line-through'>6</span>",
        "<span style='text-decoration: underline line-through red'>6</span>",
        "<style>.old{text-decoration:line-through}</style><span class=old>6</span>",
        "<style>.old{text-decoration-line:line-through}</style><b class=old><i>6</i></b>",
    ],
)
def test_struck_out_words_are_kept_apart_where_they_stood(page):
    document = read(f"<p>The fee is {page} 5.</p>")
    assert seen(document) == ["The fee is 5."]
    assert [(each.kind, each.at) for each in document.unseen] == [("struck", len("The fee is "))]


def test_words_on_both_sides_of_an_invisible_one_are_not_run_together():
    document = read("<p>The fee is 4<span style='color:white'>0</span>5.</p>")
    assert seen(document) == ["The fee is 4 5."]


def test_hidden_words_of_a_paragraph_are_one_line():
    document = read("<p>Seen <span style='color:#fff'>not <b>at</b> all</span> here.</p>")
    assert unseen(document) == [("hidden", "not at all")]


def test_hidden_cells_rows_and_columns_leave_the_rest_in_line():
    document = read(
        "<style>.c{display:none}</style><table><tr><th>Item<th class=c>Cost<th>Fee"
        "<tr><td>Nails<td class=c>1<td>5<tr class=c><td>Screws<td>2<td>6"
        "<tr><td>Bolts<td class=c>3<td>7 <s>8</s></table>"
    )
    (table,) = document.tables
    assert seen(document) == ["Item\tFee", "Nails\t5", "Bolts\t7"]
    last = table.cells[-1]
    assert [head.span.of(document.text) for head in table.headers_of(last)] == ["Fee"]
    assert unseen(document) == [
        ("hidden", "Cost"),
        ("hidden", "1"),
        ("hidden", "Screws\t2\t6"),
        ("hidden", "3"),
        ("struck", "8"),
    ]
    assert document.unseen[-1].at == last.span.end


def test_white_names_on_a_dark_row_still_name_the_columns():
    document = read(
        "<style>th{background:#036;color:#fff}</style>"
        "<table><tr><th>Item<th>Fee<tr><td>Nails<td>5<tr><td>Bolts<td>7</table>"
    )
    assert seen(document)[0] == "Item\tFee"
    assert document.tables[0].header_rows == 1


def test_hidden_block_inside_a_sentence_does_not_divide_it():
    document = read("<div>The fee <div style='display:none'>was 4 and</div> is 5.</div>")
    assert seen(document) == ["The fee is 5."]


def test_hidden_table_is_kept_row_by_row():
    document = read("<p>Fee</p><table hidden><tr><th>A<th>B<tr><td>1<td>2</table>")
    assert unseen(document) == [("hidden", "A\tB"), ("hidden", "1\t2")]


def test_page_on_which_nothing_can_be_seen_is_refused():
    with pytest.raises(InputError, match="shows no text"):
        read("<p style='display:none'>6</p>")


@pytest.mark.parametrize(
    "page",
    [
        "<style>" + "p{color:red}" * 200_000 + "</style>" + "<p id=%d>deep</p>" * 5_000,
        "<style>"
        + "div div div div div p{display:none}" * 5_000
        + "</style>"
        + "<div>" * 190
        + "<p>x</p>" * 2_000,
        "<style>" + "{" * 500_000 + "</style><p>deep",
        "<style>" + "/*" * 500_000 + "</style><p>deep",
        "<style>" + "a{b:'" * 200_000 + "</style><p>deep",
        "<style>" + '\\"' * 500_000 + "</style><p>deep",
        "<style>" + "a " * 500_000 + "{display:none}</style><p>deep",
        "<style>p{" + "color:red;" * 300_000 + "}</style><p>deep",
        "<style>p{color:" + "(" * 300_000 + "}</style><p>deep",
        "<style>" + "@media screen{" * 100_000 + "</style><p>deep",
        "<p style='" + "color:red;" * 100_000 + "'>deep",
        "<p style='color:" + "rgb(" * 100_000 + "'>deep",
        "<p style='clip:rect(" + "0 " * 300_000 + "'>deep",
        "<p class='" + "a " * 300_000 + "'>deep",
        "<p>" + "deep<s>x</s>" * 20_000,
        "<style>p{position:absolute}</style>" + "".join(f"<p id=a{at}>deep</p>" for at in range(20_000)),
        "<style>"
        + "p{color:red}" * 5_000
        + "</style>"
        + "".join(f"<p style='color:#{at:06x}'>deep</p>" for at in range(5_000)),
    ],
    ids=range(17),
)
def test_hostile_style_sheet_takes_no_time(page):
    started = time.process_time()
    with contextlib.suppress(InputError):
        read(page)
    assert time.process_time() - started < 8


def test_style_sheet_that_is_too_large_is_a_caveat():
    many = "".join(f".c{number}{{color:red}}" for number in range(20_001))
    assert "too large" in read(f"<style>{many}</style><p>deep").caveats[0]


looks = st.sampled_from(
    [*HIDDEN, "text-decoration:line-through", "color:black", "visibility:visible", "font-size:9px"]
)
tags = st.sampled_from("p div b span td tr table li ol pre dl dt dd s del h1 figure".split())
pages = st.lists(
    st.one_of(
        st.builds(lambda tag, look: f"<{tag} style='{look}'>", tags, looks),
        tags.map(lambda tag: f"<{tag}>"),
        tags.map(lambda tag: f"</{tag}>"),
        st.sampled_from(["Fee 5", " ", "12", "\n\n", "a.b. C", "<br>"]),
    ),
    max_size=40,
).map("".join)


@quick
@given(pages)
def test_every_word_is_seen_or_kept_apart(page):
    try:
        document = read(page)
    except InputError:
        return
    check_ranges(document)
    check_pieces(document)
    held = "".join(each.span.of(document.text) for each in (*document.blocks, *document.unseen))
    assert sum(map(str.isalnum, held)) == sum(map(str.isalnum, document.text))
    plain = page.count("Fee 5") * 4 + page.count("12") * 2 + page.count("a.b. C") * 3
    numbered = sum(map(str.isalnum, document.text))
    assert numbered >= plain


CLIPPED = [
    "<svg width=0 height=0><text>The fee is 6.</text></svg>",
    "<style>svg { display:block }</style><svg width=0><text>The fee is 6.</text></svg>",
    "<svg style='width:0;height:0'><text>The fee is 6.</text></svg>",
    "<svg width=100 style='height:0'><g><text>The fee is 6.</text></g></svg>",
    "<div style='overflow:hidden'><p style='height:0'>The fee is 6.</p></div>",
    "<div style='overflow:clip'> <p style='max-height:0'>The fee is 6.</p> </div>",
    "<div style='overflow:hidden;height:0'><p>The fee is 6.</p></div>",
    "<div style='overflow:hidden;max-height:0'><div><p>The fee is 6.</p></div></div>",
    "<div style='overflow:hidden;width:0'><p>The fee is 6.</p></div>",
    "<div style='overflow:auto;height:0'>The fee is 6.</div>",
    "<div style='overflow:hidden;block-size:0'>The fee is 6.</div>",
]


@pytest.mark.parametrize("markup", CLIPPED)
def test_words_that_are_cut_off_are_no_evidence(markup):
    document = read(f"<p>Seen.</p>{markup}")
    assert seen(document) == ["Seen."]
    assert unseen(document) == [("hidden", "The fee is 6.")]


NOT_CLIPPED = [
    "<svg width=90 height=90><text>The fee is 6.</text></svg>",
    "<svg><text>The fee is 6.</text></svg>",
    "<svg width=0 height=0 style='width:90px;height:1em'><text>The fee is 6.</text></svg>",
    "<svg width=0 height=0 style='overflow:visible'><text>The fee is 6.</text></svg>",
    "<div><p style='height:0'>The fee is 6.</p></div>",
    "<div style='overflow:hidden;height:90px'><p style='height:0'>The fee is 6.</p></div>",
    "<div style='overflow:hidden;height:0;min-height:90px'>The fee is 6.</div>",
    "<div style='overflow:hidden;padding:9px'><p style='height:0'>The fee is 6.</p></div>",
    "<div style='overflow:hidden'><p style='height:0;min-height:90px'>The fee is 6.</p></div>",
    "<div style='overflow:hidden'><p style='height:0;padding:9px'>The fee is 6.</p></div>",
    "<table><tr style='overflow:hidden'><td style='height:1px'>The fee is 6.</td></tr></table>",
]


@pytest.mark.parametrize("markup", NOT_CLIPPED)
def test_words_that_stick_out_are_seen(markup):
    document = read(f"<p>Seen.</p>{markup}")
    assert seen(document) == ["Seen.", "The fee is 6."]


def test_small_element_beside_other_words_is_not_cut_off():
    document = read("<div style='overflow:hidden'><p style='height:0'>The fee is 6.</p><p>Seen.</p></div>")
    assert seen(document) == ["The fee is 6.", "Seen."]


def test_words_in_attributes_are_no_words_of_the_page():
    document = read("<p>Seen <input type=hidden value='The fee is 6.'><img alt='The fee is 7.' title=x>.</p>")
    assert seen(document) == ["Seen ."]
    assert "fee" not in document.text
