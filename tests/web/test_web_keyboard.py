"""Whoever uses the keyboard keeps their place while the page is drawn anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.models.weights import needs_weights
from tests.web.conftest import add, lease, until
from tests.web.test_web_library import locked

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = needs_weights
_AT = "document.activeElement?.getAttribute('aria-label')"


def test_documents_are_ticked_one_after_the_other(window: Page, files: Path):
    (files / "one.txt").write_text("The deposit is EUR 700.")
    add(window, files / "one.txt", lease(files))
    window.get_by_label("Ask one.txt").focus()
    window.keyboard.press("Space")
    window.locator(".scope", has_text="one.txt").wait_for()
    assert window.evaluate(_AT) == "Ask one.txt"
    window.keyboard.press("Space")
    window.locator(".scope", has_text="all documents").wait_for()


def test_pages_are_turned_one_after_the_other(window: Page, files: Path):
    add(window, lease(files))
    window.locator(".documents .open", has_text="lease.pdf").click()
    window.locator(".sheet").wait_for()
    window.get_by_label("Next page").focus()
    window.keyboard.press("Enter")
    window.locator(".sheet img[alt^='Page 2']").wait_for()
    # There is no page after it: the keyboard is on the number, and not lost.
    until(window, f"{_AT} === 'Page'")


def test_sections_of_a_document_without_pages_lead_to_their_text(window: Page, files: Path):
    long = files / "manual.md"
    long.write_text(
        "".join(f"# Part {n}\n\n" + "It says a little more about this.\n\n" * 60 for n in range(9))
    )
    add(window, long)
    window.locator(".documents .open", has_text="manual.md").click()
    window.locator(".running-text").wait_for()
    sections = window.get_by_label("Sections")
    sections.wait_for()
    sections.select_option(label="Part 7")
    until(window, "document.querySelector('.running-text')?.textContent.includes('# Part 7')")
    until(window, f"{_AT} === 'Sections'")
    start = window.locator(".section-start").bounding_box()
    body = window.locator(".page-body").bounding_box()
    assert start
    assert body
    assert body["y"] - 5 <= start["y"] < body["y"] + body["height"] / 2


def test_password_that_is_being_typed_outlives_other_files_that_arrive(window: Page, files: Path):
    def slowly(route: Route) -> None:
        window.wait_for_timeout(700)
        route.continue_()

    window.set_input_files("#files", str(locked(files, "typed.pdf")))
    box = window.get_by_label("Password of typed.pdf")
    box.wait_for()
    window.route("**/v1/documents", slowly)
    (files / "next.txt").write_text("The deposit is EUR 700.")
    window.set_input_files("#files", str(files / "next.txt"))
    box.focus()
    window.keyboard.type("open ses")
    window.locator(".documents .name", has_text="next.txt").wait_for()
    window.unroute("**/v1/documents")
    assert box.input_value() == "open ses"
    assert window.evaluate(_AT) == "Password of typed.pdf"
    window.get_by_label("Dismiss typed.pdf").click()


def test_cell_under_review_stays_in_sight_in_a_long_table(window: Page, files: Path):
    names = [files / f"house {number:02}.txt" for number in range(14)]
    for number, path in enumerate(names):
        path.write_text(f"The house has number {number}.\n\nThe deposit is EUR {700 + number}.\n")
    add(window, *names)
    window.click("nav a[data-view=table]")
    window.fill("#fields", "deposit: How much is the deposit?")
    for path in names:
        window.get_by_label(f"Ask {path.name}").check()
    window.get_by_role("button", name="Make the table").click()
    window.locator(".grid").wait_for()
    for width in (1400, 390):
        window.set_viewport_size({"width": width, "height": 844})
        window.locator(".cell").last.click()
        cell, panel = (window.locator(at).bounding_box() for at in (".cell.current", ".cell-panel h2"))
        assert cell
        assert panel
        assert 0 <= panel["y"] < 800
        assert 0 <= cell["y"] < 800
        covered = window.locator(".cell-panel").bounding_box()
        assert covered
        assert cell["y"] + cell["height"] <= covered["y"] + 1 or cell["x"] + cell["width"] <= covered["x"] + 1
