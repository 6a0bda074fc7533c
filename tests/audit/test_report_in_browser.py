"""A report as it is seen: in a browser, wide and narrow, light and dark, without scripts, and printed."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

import pincite
from pincite.audit import page_pictures
from pincite.records.document import Box
from pincite.records.library import Held
from pincite.service import Library
from tests.audit.citing import FEE_VALUE, added, answer, cited, item, lead, near, read_all
from tests.audit.pages_read import picture
from tests.audit.report_papers import CAP, FEE, LONG, agreement, cut
from tests.audit.seen import outside, share_within, yellow
from tests.audit.test_large_report import clause, table
from tests.audit.test_run_report import HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

VIEWS = {
    "desktop": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "device_scale_factor": 3},
}
PAPERS = {"upright": agreement(), "turned and cut": cut(agreement(90))}


@pytest.fixture(params=VIEWS)
def view(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A window without scripts that fails the test for whatever it wants to load beside the file."""
    context = browser.new_context(java_script_enabled=False, offline=True, **VIEWS[request.param])
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url[:60]))
    yield page
    context.close()
    assert [url for url in asked if not url.startswith(("file:", "data:image/"))] == []


def opened(page: Page, folder: Path, content: bytes) -> None:
    (folder / "report.html").write_bytes(content)
    page.goto((folder / "report.html").as_uri())


def boxes(held: Held, words: str) -> list[Box]:
    return [Box(each.page, each.x0, each.y0, each.x1, each.y1) for each in cited(held, words).boxes]


def marked(svg: Locator, words: list[Box]) -> tuple[float, int]:
    """How much of each line of the words is yellow, at least, and how many pixels elsewhere are."""
    left, top, width, height = (float(edge) for edge in (svg.get_attribute("viewBox") or "").split())
    picture = svg.screenshot()
    pixels = Image.open(io.BytesIO(picture)).size
    scale = pixels[0] / width, pixels[1] / height
    here = [Box(box.page, box.x0 - left, box.y0 - top, box.x1 - left, box.y1 - top) for box in words]
    mask = yellow(picture)
    return min(share_within(mask, here, scale, by=-1.0)), outside(mask, here, scale, by=2.5)


@pytest.mark.parametrize("paper", PAPERS)
def test_highlight_covers_the_quoted_words_and_no_others(
    library: Library, tmp_path: Path, view: Page, paper: str
):
    held = added(library, tmp_path, PAPERS[paper])
    opened(view, tmp_path, library.report(answer(items=[item(held, LONG)])))

    cut_out, whole = view.locator("figure.cut svg"), view.locator("figure.page svg")

    assert (cut_out.count(), whole.count()) == (1, 1)
    for svg in (cut_out, whole):
        covered, elsewhere = marked(svg, boxes(held, LONG))
        assert covered > 0.3  # the rest is ink
        assert elsewhere == 0


@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF"])
def test_words_of_an_image_are_highlighted_on_it(tmp_path: Path, browser: Browser, form: str):
    settings = {"ocr": "tests.audit.pages_read:Knowing"}
    with pincite.open(tmp_path / "library", settings=settings) as library:
        held = added(library, tmp_path, picture(form), f"scan.{form.lower()}")
        content = library.report(answer(items=[item(held, "monthly fee is EUR 4,500.00.", FEE_VALUE)]))
    page = browser.new_page()
    opened(page, tmp_path, content)

    covered, elsewhere = marked(page.locator("figure.page svg"), boxes(held, "monthly fee is EUR 4,500.00."))

    assert covered > 0.3
    assert elsewhere == 0
    assert "read by text recognition" in page.locator("#item-1").inner_text()
    page.close()


def test_nothing_is_wider_than_the_window_and_dark_is_dark(library: Library, tmp_path: Path, view: Page):
    name = "a-name-as-long-as-names-of-scanned-contracts-often-are-2019-final.pdf"
    held = added(library, tmp_path, agreement(), name)
    items = [item(held, FEE, FEE_VALUE), item(held, LONG, id="item-2")]
    found = answer(items=items, leads=[lead(held, CAP)], caveats=["Read it yourself."])
    opened(view, tmp_path, library.report(found))

    corner = Image.open(io.BytesIO(view.screenshot())).convert("L").getpixel((2, 2))

    assert view.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (corner < 60) == view.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


def test_strangers_text_does_nothing_in_a_browser_that_runs_scripts(
    library: Library, tmp_path: Path, browser: Browser
):
    held = added(
        library, tmp_path, f"The fee is EUR 5 {HOSTILE}.\n\nMore {HOSTILE}.\n", "<img onerror=x>.txt"
    )
    found = answer(
        items=[item(held, "The fee is EUR 5")], question=HOSTILE, coverage=read_all(near(held, "More"))
    )
    page = browser.new_page()
    said: list[str] = []
    page.on("dialog", lambda each: said.append(each.message))
    page.on("console", lambda each: said.append(each.text))
    opened(page, tmp_path, library.report(found))

    assert said == []
    assert page.locator("script, img").count() == 0
    assert page.locator("h1").inner_text() == HOSTILE
    page.close()


def test_link_goes_from_the_item_to_its_words_and_back(library: Library, tmp_path: Path, browser: Browser):
    held = added(library, tmp_path, agreement())
    page = browser.new_page()
    opened(page, tmp_path, library.report(answer(items=[item(held, FEE, FEE_VALUE)])))

    page.locator("#item-1 cite a").click()
    there = page.url.rpartition("#")[2]
    is_seen = page.locator(f"[id='{there}']").evaluate(
        "node => node.getBoundingClientRect().top < innerHeight"
    )
    page.locator("figcaption a").click()

    assert there.startswith("on-page-item-1")
    assert is_seen
    assert page.url.endswith("#item-1")
    page.close()


def test_cell_of_a_table_leads_to_its_words_on_a_strip_of_the_page(
    library: Library, tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(page_pictures, "MOST_WHOLE_PAGES", 1)
    made = table(library, tmp_path, contracts=2, pages=3)
    page = browser.new_page()
    opened(page, tmp_path, library.report(made))

    page.locator("[id='of-cell-2-3']").click()

    card = page.locator("#cell-2-3")
    assert card.evaluate("node => node.getBoundingClientRect().top < innerHeight")
    covered, elsewhere = marked(
        card.locator("figure.cut svg"), boxes(library.read("contract-2.pdf"), clause(2, 3))
    )
    assert covered > 0.3
    assert elsewhere == 0
    page.pdf(path=str(tmp_path / "printed.pdf"))
    text = " ".join(each.extract_text() for each in PdfReader(tmp_path / "printed.pdf").pages)
    assert all(f"price {number}" in text for number in (1, 2, 3))
    assert " ".join(text.split()).upper().count("PROVED BY CODE") == 6
    page.close()


def test_printed_report_has_the_text_and_the_highlighted_words(
    library: Library, tmp_path: Path, browser: Browser, pdftoppm: str
):
    held = added(library, tmp_path, agreement())
    page = browser.new_page(color_scheme="dark")
    opened(page, tmp_path, library.report(answer(items=[item(held, FEE, FEE_VALUE)])))

    page.pdf(path=str(tmp_path / "printed.pdf"), format="A4")
    page.close()

    texts = [each.extract_text() for each in PdfReader(tmp_path / "printed.pdf").pages]
    assert re.search(r"PROVED BY CODE.*JUDGED, NOT PROVED", " ".join(" ".join(texts).split()), re.IGNORECASE)
    last = next(number for number, text in enumerate(texts, start=1) if "Cited pages" in text)
    command = [pdftoppm, "-r", "100", "-png", "-f", str(last), "-l", str(last), str(tmp_path / "printed.pdf")]
    picture = subprocess.run(command, capture_output=True, check=True).stdout
    mask = yellow(picture)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    (box,) = boxes(held, FEE)
    shape = (columns[-1] - columns[0]) / (rows[-1] - rows[0])
    assert shape == pytest.approx((box.x1 - box.x0 + 2) / (box.y1 - box.y0 + 2), rel=0.12)
    assert np.asarray(Image.open(io.BytesIO(picture)).convert("L"))[0, 0] == 255, "paper is white"
