"""The page on a phone: a newcomer finds the way, and a page of a document can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.models.weights import needs_weights
from tests.rest.servers import Server
from tests.web.conftest import ask, lease, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_weights
WIDTH, HEIGHT = 390, 844


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    """A window with a collection that holds nothing."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(server.url)
    page.evaluate("sessionStorage.setItem('pincite.collection', 'phone ' + Date.now())")
    page.reload()
    page.locator(".welcome").wait_for()
    yield page
    context.close()


def add_from_the_page(phone: Page, *paths: Path) -> None:
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Add a document").click()
    chooser.value.set_files([str(path) for path in paths])


def test_newcomer_adds_a_document_asks_and_reads_the_page(phone: Page, files: Path):
    add_from_the_page(phone, lease(files))
    phone.locator("#messages", has_text="lease.pdf can be asked now").wait_for()
    ask(phone, "How much is the monthly rent?").locator(".citation").first.click()
    phone.locator(".sheet .mark").first.wait_for()

    sheet, mark = phone.locator(".sheet").bounding_box(), phone.locator(".mark").first.bounding_box()
    assert sheet
    assert mark
    assert sheet["width"] > 600  # of a page that is 595 points wide: its print is as large as on paper
    assert 0 <= mark["x"] < WIDTH / 2
    assert 0 <= mark["y"] < HEIGHT


def test_way_back_of_the_phone_leads_from_the_page_to_the_answer(phone: Page, files: Path):
    add_from_the_page(phone, lease(files))
    phone.locator("#messages", has_text="lease.pdf can be asked now").wait_for()
    turn = ask(phone, "How much is the monthly rent?")
    for _ in range(2):
        turn.locator(".citation").first.click()
        phone.locator(".sheet .mark").first.wait_for()
        phone.go_back()
        phone.locator("#viewer").wait_for(state="hidden")
        assert turn.locator(".answer").is_visible()
    turn.locator(".citation").first.click()
    phone.locator(".sheet .mark").first.wait_for()
    phone.get_by_label("Close the page").click()
    phone.locator("#viewer").wait_for(state="hidden")
    assert turn.locator(".answer").is_visible()


def test_page_is_made_larger_and_smaller_and_the_keyboard_stays_on_the_button(phone: Page, files: Path):
    add_from_the_page(phone, lease(files))
    phone.locator("#messages", has_text="lease.pdf can be asked now").wait_for()
    phone.click("#show-library")
    phone.locator(".documents .open").click()
    phone.locator(".sheet").wait_for()
    first = phone.locator(".sheet").bounding_box()
    phone.get_by_label("Larger").focus()
    phone.keyboard.press("Enter")
    assert first
    until(phone, "width => document.querySelector('.sheet')?.clientWidth > width + 50", first["width"])
    assert phone.evaluate("document.activeElement.ariaLabel") == "Larger"
    for _ in range(2):
        phone.get_by_label("Smaller").click()
        phone.locator(".sheet").wait_for()
    until(phone, "width => document.querySelector('.sheet')?.clientWidth <= width", WIDTH)


def test_file_that_cannot_be_added_is_told_while_the_documents_are_out_of_sight(phone: Page, files: Path):
    (files / "nothing.txt").write_bytes(b"")
    add_from_the_page(phone, files / "nothing.txt")
    phone.locator("#messages .problem", has_text="nothing.txt is empty").wait_for()
    phone.click("#show-library")
    assert phone.locator(".uploads .failed").is_visible()
    phone.get_by_role("button", name="Done").click()
    assert phone.locator("#library").is_hidden()


def test_what_will_be_asked_can_be_read_beside_the_question(phone: Page):
    assert phone.evaluate("(at => at.scrollWidth <= at.clientWidth)(document.querySelector('.scope'))")
