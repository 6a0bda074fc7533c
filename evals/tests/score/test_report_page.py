"""The report of an evaluation: one page that needs nothing else, says what is known, and runs nothing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from evals.report.page import About, to_html
from evals.report.score_names import OUTCOMES, score_name
from evals.report.svg import percent_tick, ticks
from evals.score.evaluation import CalibrationBin, CurvePoint, Evaluation, OperatingPoint
from evals.score.scores import NAMES
from evals.tests.score.shown_evaluations import make_evaluation, make_example, make_stratum
from pincite.markup import element

KINDS = ["wrong", "missed", "invented", "not_absent", "withheld", "failed", "incomplete"]
PAIRS = [
    ("ink", "page"), ("ink", "panel"), ("ink", "mark"), ("soft", "page"), ("soft", "panel"),
    ("accent", "page"),
]  # fmt: skip
PIXEL = b"\x89PNG\r\n\x1a\n-not-a-real-picture"


def full_evaluation(**changes: object) -> Evaluation:
    strata = [
        make_stratum(field=f"field {number}", n=number + 1, right=0.1, wrong=0.2) for number in range(43)
    ]
    plain: dict[str, object] = {
        "n": 100,
        "scores": {"right": 0.41, "invented": 0.0, "presence_auroc": 0.9, "p50_ms": 12.0, "odd_score": 3.0},
        "intervals": {"right": (0.35, 0.47), "p50_ms": (11.0, 13.0)},
        "strata": (*strata, *(make_stratum("all", name, "all", right=0.4) for name in ("rent", "term"))),
        "worst": strata[5],
        "calibration": (
            CalibrationBin(confidence=0.3, accuracy=0.2, n=3),
            CalibrationBin(confidence=0.9, accuracy=0.95, n=30),
        ),
        "risk_coverage": (
            CurvePoint(confidence=0.99, coverage=0.01, risk=0.0),
            CurvePoint(confidence=0.5, coverage=0.4, risk=0.08),
        ),
        "operating_point": OperatingPoint(target=0.01, confidence=0.9, coverage=0.21, risk=0.008),
        "came_to": {"right": 41, "wrong": 4, "missed": 55},
        "paths": {"words": 30, "titles": 1},
        "examples": tuple(make_example(kind) for kind in KINDS),
        "settings": {"strictness": "strict"},
    }
    return make_evaluation(**plain | changes)


def page_of(evaluation: Evaluation, **about: object) -> str:
    return to_html(evaluation, About(**{"date": "15 November 2026"} | about))


def parsed(page: str) -> xml.Element:
    return xml.fromstring(page.removeprefix("<!DOCTYPE html>"))


def words_of(page: str) -> str:
    text = " ".join(parsed(page).find("body").itertext())
    return " ".join(text.replace("\u00a0", " ").split())


class Attributes(HTMLParser):
    """Every tag and attribute, as a browser would read them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.found: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.found += [(name, value or "") for name, value in attrs]

    handle_startendtag = handle_starttag


@pytest.mark.parametrize("evaluation", [make_evaluation(), full_evaluation()], ids=["empty", "full"])
def test_page_is_well_formed(evaluation: Evaluation):
    root = parsed(page_of(evaluation))

    assert root.tag == "html"
    assert [child.tag for child in root] == ["head", "body"]


def test_every_plot_says_what_it_shows_to_those_who_do_not_see_it():
    plots = list(parsed(page_of(full_evaluation())).iter("svg"))

    assert len(plots) > 40
    for plot in plots:
        assert plot.get("role") == "img"
        assert plot.find("title").text == plot.get("aria-label")
        assert plot.get("aria-label")


def test_curve_of_one_point_can_be_seen():
    one = (CurvePoint(confidence=1.0, coverage=0.3, risk=0.1),)

    page = page_of(make_evaluation(n=10, risk_coverage=one))

    assert "<title>10 % wrong at 30 % answered</title><circle" in page


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (1.0, ["0 %", "25 %", "50 %", "75 %", "100 %"]),
        (0.055, ["0 %", "2 %", "4 %"]),
        (0.01, ["0 %", "0.25 %"]),
    ],
)
def test_ticks_are_round(most: float, said: list[str]):
    assert [percent_tick(tick) for tick in ticks(most)][: len(said)] == said
    assert 3 <= len(ticks(most)) <= 6


def test_nothing_is_loaded_from_elsewhere_and_nothing_runs():
    seen = Attributes(page_of(full_evaluation(), pictures=lambda example: PIXEL))

    assert not {"script", "link", "iframe", "object"} & set(seen.tags)
    sources = [value for name, value in seen.found if name in {"src", "srcset", "xlink:href"}]
    assert sources
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert all(value.startswith("#") for name, value in seen.found if name == "href")
    assert not [name for name, _ in seen.found if name.startswith("on")]
    assert not re.search(r"url\(|@import", files("evals.report").joinpath("style.css").read_text())


HOSTILE = '</blockquote><script>alert("1")</script><img src=x onerror=alert(2)>\x00\x1b\u202e&amp;\ud800'


def test_what_a_document_says_is_shown_and_never_obeyed():
    hostile = make_example("wrong", snippet=HOSTILE, question=HOSTILE, document=HOSTILE, note=HOSTILE)
    stratum = make_stratum(HOSTILE, HOSTILE, n=9, right=0.0)
    evaluation = full_evaluation(
        set=HOSTILE, examples=(hostile,), strata=(stratum,), worst=stratum,
        paths={HOSTILE: 2}, outcomes={HOSTILE: 3}, scores={HOSTILE: 1.0}, settings={HOSTILE: HOSTILE},
    )  # fmt: skip

    page = page_of(evaluation, date=HOSTILE, command=HOSTILE, fingerprint=HOSTILE)

    seen = Attributes(page)
    assert "script" not in seen.tags
    assert "img" not in seen.tags
    assert not [name for name, _ in seen.found if name.startswith("on")]
    assert '<script>alert("1")</script>' in words_of(page)
    assert not set("\x00\x1b\u202e") & set(page)
    page.encode("utf-8")


def test_attribute_cannot_be_left_by_a_quote():
    assert element("a", {"title": '"><b>'}, "<i>") == '<a title="&quot;&gt;&lt;b&gt;">&lt;i&gt;</a>'


def test_empty_evaluation_says_so_and_shows_no_empty_parts():
    page = page_of(make_evaluation())

    assert words_of(page).startswith("Evaluation of leases No question was asked.")
    assert not list(parsed(page).iter("section"))
    assert not list(parsed(page).iter("table"))
    assert not list(parsed(page).iter("svg"))


def test_score_that_was_not_measured_is_left_out():
    page = words_of(page_of(make_evaluation(n=3, scores={"right": 0.5})))

    assert "Right" in page
    assert "Page right" not in page
    assert "Invented" not in page


@pytest.mark.parametrize(
    "name", sorted({*NAMES, "counterfactual_followed", "counterfactual_stale", "deletion_vanished"})
)
def test_every_score_is_explained_in_one_short_line(name: str):
    explained = score_name(name)

    assert explained.label != name
    assert 10 < len(explained.meaning) <= 90
    assert explained.form != "number" or name in ("cost", "calls_per_question")


def test_score_that_nobody_named_is_still_shown():
    assert "Odd score 3" in words_of(page_of(full_evaluation()))


def test_score_of_one_data_set_is_named_after_both():
    assert score_name("verifier_auroc/ragtruth").label == "Support ranked first: ragtruth"


def test_share_that_a_stratum_does_not_have_is_not_shown_as_zero():
    silent, other = make_stratum(n=7, not_found_on_absent=0.5), make_stratum(n=9, right=0.0, wrong=0.1)
    page = parsed(page_of(make_evaluation(n=16, strata=(silent, other))))

    rows = [["".join(cell.itertext()) for cell in row.iter("td")][:4] for row in page.iter("tr")]

    assert rows[1:] == [["7", "–", "–", "50 %"], ["9", "0 %", "10 %", "–"]]


@pytest.mark.parametrize(
    ("score", "heading", "written"),
    [("recall_at_10", "found in the first 10", "60 %"), ("verifier_auroc", "support ranked first", "0.600")],
)
def test_strata_are_told_by_what_was_measured(score: str, heading: str, written: str):
    page = parsed(page_of(make_evaluation(n=7, strata=(make_stratum(n=7, **{score: 0.6}),))))

    assert [cell.text for cell in page.find(".//thead/tr")] == ["Stratum", "n", heading, "0 to 100 %"]
    assert [cell.text for cell in page.findall(".//tbody/tr/td")][:2] == ["7", written]


def test_strata_come_worst_first_and_what_is_left_out_is_counted():
    page = page_of(full_evaluation())
    strata = next(s for s in parsed(page).iter("section") if s.get("id") == "strata")

    rows = [row.find("th").text for row in strata.find("table").find("tbody")]

    assert rows[:2] == ["lease · field 0 · first third", "lease · field 1 · first third"]
    assert len(rows) == 40
    assert "3 more strata are not shown: none is weaker than these." in words_of(page)


def test_links_at_the_top_lead_to_parts_that_are_there():
    root = parsed(page_of(full_evaluation()))

    links = {link.get("href") for link in root.find(".//nav")}

    assert links == {f"#{section.get('id')}" for section in root.iter("section")}


@pytest.mark.parametrize("kind", KINDS)
def test_example_tells_question_document_expectation_and_what_came(kind: str):
    page = words_of(page_of(full_evaluation(examples=(make_example(kind),))))

    assert "What is the rent? lease.pdf, page 2" in page
    assert "The rent is EUR 900. (page 2)" in page or kind == "failed"
    assert ("a rent of EUR 950 (page 3)" in page) == (kind != "not_absent")
    assert ("No answer: the document has none." in page) == (kind == "not_absent")
    assert ("The model did not reply." in page) == (kind == "failed")
    assert ("its proof does not hold" in page) == (kind == "invented")


def test_examples_beyond_a_few_of_each_kind_are_counted():
    page = words_of(page_of(full_evaluation(examples=(make_example(),) * 5)))

    assert page.count("What is the rent?") == 3
    assert "2 further examples left out." in page


def test_pictures_are_embedded_until_the_page_would_be_too_large():
    examples = tuple(make_example(kind) for kind in KINDS)

    page = page_of(full_evaluation(examples=examples), pictures=lambda example: PIXEL.ljust(3_000_000))

    assert page.count("data:image/png;base64,") == 2


def test_cited_words_stand_between_their_neighbours():
    text = "It is agreed: The rent is EUR 900. It is due monthly."
    example = make_example(snippet="The rent is EUR 900.", place=(14, 34))

    page = page_of(full_evaluation(examples=(example,)), texts=lambda example: text)

    assert "It is agreed: <mark>The rent is EUR 900.</mark> It is due monthly. (page 2)" in page


def test_value_that_is_the_cited_words_is_not_said_twice():
    example = make_example(
        snippet="Either party may end the lease.", value={"text": "Either party may end the lease."}
    )

    page = words_of(page_of(full_evaluation(examples=(example,))))

    assert page.count("Either party may end the lease.") == 1
    assert "Answered: confidence 0.90" in page


def test_text_that_is_not_what_was_cited_is_not_marked():
    page = page_of(
        full_evaluation(examples=(make_example(),)), texts=lambda example: "Another text altogether." * 9
    )

    assert "<mark>" not in page
    assert "The rent is EUR 900. (page 2)" in page


def test_footer_tells_how_to_get_the_same_figures_again():
    page = words_of(page_of(full_evaluation(limit=100), command="python -m evals leases", fingerprint="3f9a"))

    footer = page[page.rindex("Set leases") :]
    for said in (
        "Split dev",
        "Fold validation",
        "Limit the first 100 questions",
        "Questions 100",
        "Settings 3f9a",
    ):
        assert said in footer
    assert "Date 15 November 2026" in footer
    assert "Command python -m evals leases" in footer


def test_same_evaluation_gives_the_same_page():
    assert page_of(full_evaluation()) == page_of(full_evaluation())


def test_text_stands_out_from_its_background_in_light_and_dark():
    style = files("evals.report").joinpath("style.css").read_text("utf-8")
    light, dark = (
        dict(re.findall(r"--(\w+): (#\w{6})", block)) for block in style.split("prefers-color-scheme")[:2]
    )

    for scheme in (light, dark):
        for ink, ground in [
            ("ink", "page"),
            ("ink", "panel"),
            ("ink", "mark"),
            ("soft", "page"),
            ("soft", "panel"),
            ("accent", "page"),
        ]:
            assert contrast(scheme[ink], scheme[ground]) >= 4.5, (ink, ground)


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_kind_of_shape_has_its_colour():
    style = files("evals.report").joinpath("style.css").read_text("utf-8")

    page = parsed(page_of(full_evaluation(came_to=dict.fromkeys([*OUTCOMES, "another"], 1))))

    shapes = [
        shape
        for plot in page.iter("svg")
        for shape in plot.iter()
        if shape.get("class") not in {None, "plot"}
    ]
    assert len({shape.get("class") for shape in shapes}) > 12
    assert all(
        f".{shape.get('class')} {{" in style or f".{shape.get('class')}, " in style for shape in shapes
    )
