"""Rules of a style sheet are about the elements that a browser takes them to be about."""

from __future__ import annotations

import time

import pytest

from pincite.ingest.html.reader import HtmlParser
from pincite.records.document import Document

PAGE = """
<div id=a class='box wide' data-h='one two' lang=en-GB>
<p class=keep>Seen one.</p><p class='x y' data-h=secret>The fee is 6.</p><p class='keep last'>Seen three.</p>
</div>"""


def read(rules: str, page: str = PAGE) -> Document:
    return HtmlParser().read(f"<style>{rules}</style>{page}".encode(), "a.html")


def hidden(rules: str, page: str = PAGE) -> list[str]:
    document = read(rules, page)
    return [each.span.of(document.text) for each in document.unseen]


FITTING = [
    "p:nth-child(2)",
    "p:nth-child( 2n )",
    "p:nth-child(even)",
    "p:NTH-CHILD(EVEN)",
    "p:nth-last-child(2)",
    "p:nth-of-type(2)",
    "p:nth-last-of-type(-2n+2)",
    "p:nth-child(1 of .y)",
    "p:nth-child(1 of .x, .never)",
    ".x:only-of-type, p:not(:first-child):not(:last-child)",
    "p:not(:first-of-type, :last-of-type)",
    "p[data-h]",
    "[data-h=secret]",
    '[data-h="secret"]',
    "[ data-h = 'secret' ]",
    "[data-h='SECRET' i]",
    "p[data-h^=sec]",
    "p[data-h$=ret]",
    "p[data-h*=cre]",
    "p[data-h|=secret]",
    "p[data-h~=secret]",
    "[data-h~=two] > [data-h=secret]",
    "[lang|=en] .x",
    "[class='x y']",
    ".keep + p:not(.keep)",
    ".keep ~ .y",
    ".keep+.x",
    ".keep~p.x",
    "div p:not(.keep)",
    "p:not(.keep, .last)",
    ":not(.keep):not(div):not(html):not(body):not(style)",
    ":is(.x, .never)",
    ":where(div) :where(.x)",
    ":is(.x, ::unknown, :unknown)",
    ":-webkit-any(.x)",
    "p:has(+ .last)",
    "p:has(~ .last):not(.keep)",
    "div:has(> .x) > .x",
    "#a:has(.x) p:nth-child(2)",
    ":root .x",
    "html|p.x, *|*.x",
    r".\78",
    r".\000078 ",
    r"p.\x",
    ".never, .x",
    ".x:not(:hover)",
    ".x:not(:focus):not(:target):not(:checked)",
]


@pytest.mark.parametrize("selector", FITTING)
def test_rule_hides_the_element_that_its_selector_is_about(selector):
    assert hidden(f"{selector} {{ display:none }}") == ["The fee is 6."]


NOT_FITTING = [
    "p:nth-child(4)",
    "p:nth-child(0)",
    "p:nth-child(n+4)",
    "p:nth-child(2 of .keep .x)",
    "p:only-child",
    "p:empty",
    "p.x:first-child",
    "p.x:last-of-type",
    "[data-z]",
    "[data-h=Secret]",
    "[data-h^='']",
    "[data-h~='one two']",
    ".x + .x",
    ".last ~ .x",
    ".last + .x",
    "p:not(p)",
    "p:not(:unknown)",
    "p:has(b)",
    "p:hover",
    "p:focus",
    "p:target",
    "p:active",
    "p:is(:hover, :focus)",
    "p:checked",
    "p::before",
    "p:before",
    "p:unknown(2)",
    "p:nth-child(two)",
    "p:nth-child(2",
    "p[data-h",
    "> p",
    "p >",
    "p!",
    "#a#b p",
    r".x\ y",
]


@pytest.mark.parametrize("selector", NOT_FITTING)
def test_rule_hides_nothing_that_its_selector_is_not_about(selector):
    assert hidden(f"{selector} {{ display:none }}") == []


NESTED = [
    "div { & .x { display:none } }",
    "div { .x { display:none } }",
    "div { > .x { display:none } }",
    "div { color: black; .x { color: red; display:none } color: blue }",
    ".x { &:nth-child(2) { display:none } }",
    ".x { p& { display:none } }",
    "p { &.x { display:none } }",
    "div, section { p { &.x, &.never { display:none } } }",
    ".x { .box & { display:none } }",
    "div { @media screen { .x { display:none } } }",
    ".x { @media screen { display:none } }",
    ".x { @supports (display: grid) { & { display:none } } }",
    "@layer a { div { .x { display: none } } }",
    ".x { display:block; & { display:none } }",
    ".x { & { display:block } display:none }",
    "div { .x { display:none",
    r".x { d\69splay: none }",
]


@pytest.mark.parametrize("rules", NESTED)
def test_rule_inside_another_one_hides(rules):
    assert hidden(rules) == ["The fee is 6."]


SHOWING = [
    ".x { display:none } div .x { display:block }",
    "[data-h] { display:none } [data-h] { display:block }",
    "#a .x { display:block } p:nth-child(2) { display:none }",
    ":is(#a, .x) { display:block } p.x.y:nth-child(2) { display:none }",
    ".x:not(#never) { display:block } .x.y:nth-child(2) { display:none }",
    ".x { display:none } @layer never { } .x:where(#a .x) { display:block }",
    "p:nth-child(2) { display:none } .x { display:block !important }",
    "div { @media print { .x { display:none } } }",
    "div { &:hover { .x { display:none } } }",
    "@layer a { #a .x { display:none } } .x { display:block }",
]


@pytest.mark.parametrize("rules", SHOWING)
def test_stronger_rule_brings_words_back(rules):
    assert hidden(rules) == []


def test_rule_in_no_layer_is_stronger_than_one_in_a_layer():
    assert hidden("@layer a { #a .x { display:block } } .x { display:none }") == ["The fee is 6."]


@pytest.mark.parametrize(
    "rules",
    [
        ".x { display:none } .x:first-child { display:block }",
        ".x { display:none } .x[data-h=other] { display:block }",
        ".x { display:none } .x:not(.y) { display:block }",
        ".x { display:none; @media (min-width:9999px) { display:block } }",
        ".x { color:white } .keep::before { position:absolute; background:black }",
    ],
)
def test_rule_about_other_elements_brings_no_words_back(rules):
    assert hidden(rules) == ["The fee is 6."]


@pytest.mark.parametrize(
    "rules",
    [
        ".x { display:none; @media (min-width:768px) { display:block } }",
        "@media (min-width:768px) { @layer a { .x { display:none } } }",
        "@media (min-width:768px) { div { .x:nth-child(2) { display:none } } }",
        ".x { color:white; &::before { position:absolute; background:black } }",
        ".x { color:white } p:nth-child(2):AFTER { position:absolute; background:black }",
    ],
)
def test_rule_that_may_hold_only_shows(rules):
    assert hidden(rules) == []


def test_box_is_ticked_as_the_file_says():
    tabs = "<input type=radio checked><p>One.</p><input type=radio><p>Two.</p>"
    assert hidden("p { display:none } :checked + p { display:block }", tabs) == ["Two."]


def test_selectors_that_are_not_understood_hide_nothing_and_bring_nothing_back():
    assert hidden(".x { display:none } .x:unknown { display:block } .keep:unknown { display:none }") == [
        "The fee is 6."
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "p:nth-child({i}) {{ color: red }}",
        "p:not(.c{i}) ~ p {{ color: red }}",
        ":is(:is(:is(.a{i}, p), p), p) + :not(p) {{ color: red }}",
    ],
)
def test_many_rules_on_a_large_page_take_seconds(rule):
    rules = "".join(rule.format(i=i) for i in range(3_000))
    page = "".join(f"<p class=c{i % 50} data-n={i}>Word <b>and</b> word.</p>" for i in range(3_000))
    start = time.perf_counter()
    read(rules, f"<div>{page}</div>")
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(
    "written", [":is(" * 3000, "a[" * 3000, "(" * 4000, "&" * 2000, ":not(" * 500 + ")" * 500]
)
def test_selectors_nested_without_end_are_read(written):
    assert hidden(f"{written} {{ display:none }} div {{ {written} {{ display:none }} }}") == []
