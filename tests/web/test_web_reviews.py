"""Accept and reject single answers in the page: kept by name, shown again, and never as proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.models.weights import needs_weights
from tests.web.conftest import add, ask, choose_only, lease

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_weights
QUESTION = "How much is the monthly rent?"


@pytest.fixture
def asked(window: Page, files: Path) -> Page:
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    ask(window, QUESTION)
    return window


def test_item_is_accepted_by_keyboard_and_stays_so_after_a_reload_in_history_and_report(asked: Page):
    asked.locator(".item + .review button.accepted").focus()
    asked.keyboard.press("Enter")
    asked.keyboard.type("Anna Weber")
    asked.keyboard.press("Tab")
    asked.keyboard.type("as in the offer")
    asked.keyboard.press("Enter")
    verdict = asked.locator(".verdict.accepted")
    verdict.wait_for()
    assert asked.evaluate("document.activeElement.className").endswith("accepted")
    assert "Accepted by Anna Weber" in verdict.inner_text()

    asked.reload()
    asked.locator(".turn .verdict.accepted").wait_for()
    assert asked.locator(".said").inner_text() == QUESTION
    assert not asked.locator(".proof .verdict, .proof .review").count()
    with asked.expect_download() as saved:
        asked.get_by_text("Save the report").click()
    report = Path(saved.value.path()).read_text("utf-8")
    assert "Decided by a person, not proved" in report
    assert "as in the offer" in report

    asked.click("nav a[data-view=history]")
    asked.locator(".runs a", has_text=QUESTION).first.click()
    asked.locator(".verdict.accepted .note", has_text="as in the offer").wait_for()


def test_second_decision_counts_and_the_first_stays_to_be_seen(asked: Page):
    for kind, who in (("accepted", "Anna"), ("rejected", "Ben")):
        asked.locator(f".item + .review button.{kind}").click()
        asked.get_by_label("Your name").fill(who)
        asked.keyboard.press("Enter")
        asked.locator(f".verdict.{kind}").wait_for()
    assert "Rejected by Ben" in asked.locator(".verdict").inner_text()
    asked.locator(".review details summary").click()
    assert "Accepted by Anna" in asked.locator(".review details").inner_text()
    assert asked.locator(".outcome .badge").inner_text() == "Answered"


def test_lead_is_rejected_and_escape_takes_a_choice_back(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    turn = ask(window, "What monthly rent is due in advance by transfer?")
    lead = turn.locator(".leads .review").first
    lead.locator("button.accepted").click()
    window.keyboard.press("Escape")
    assert not lead.locator("form").count()
    lead.locator("button.rejected").click()
    lead.get_by_label("Your name").fill("Anna")
    window.keyboard.press("Enter")
    lead.locator(".verdict.rejected").wait_for()
    assert not turn.locator(".item").count()


def test_new_conversation_forgets_the_thread(asked: Page):
    asked.get_by_text("New conversation").click()
    asked.locator(".welcome").wait_for()
    asked.reload()
    asked.locator(".welcome").wait_for()
