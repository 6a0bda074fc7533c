"""What the page shows of before: tables, and history page by page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.models.weights import needs_weights
from tests.web.conftest import add, ask, choose_only, lease

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = needs_weights


def test_history_shows_questions_and_on_demand_cells_and_is_narrowed(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    ask(window, "When does the lease begin?")
    ask(window, "What is the name of the pharmacist on duty?")
    window.click("nav a[data-view=table]")
    window.fill("#fields", "key money: How much is the key money of the house?")
    window.click(".fields-form button")
    window.locator(".cell").first.wait_for()

    window.click("nav a[data-view=history]")
    window.locator(".runs a", has_text="pharmacist").first.wait_for()
    assert not window.locator(".runs a", has_text="key money").count()
    window.select_option("#filter-asked_for", "cell")
    window.locator(".runs a", has_text="key money").first.wait_for()
    assert not window.locator(".runs a", has_text="pharmacist").count()
    window.select_option("#filter-asked_for", "")
    window.select_option("#filter-outcome", "answered")
    window.locator(".runs a", has_text="begin").first.wait_for()
    assert not window.locator(".runs a", has_text="pharmacist").count()
    window.select_option("#filter-document", "lease.pdf")
    window.locator(".runs a", has_text="begin").first.wait_for()
    window.select_option("#filter-asked_for", "question")  # the choice lasts as long as the page


def test_history_comes_page_by_page(window: Page):
    def page(route: Route) -> None:
        second = "after=" in route.request.url
        runs = [
            {
                "run": f"{second:d}{at}",
                "asked_at": "2026-11-17T10:00:00+00:00",
                "question": f"Question {second:d}-{at}",
            }
            | {"outcome": "answered", "documents": ["a.txt"], "asked_for": "question"}
            for at in range(3)
        ]
        route.fulfill(json={"runs": runs, "next": None if second else "02"})

    window.route("**/v1/runs?*", page)
    window.click("nav a[data-view=history]")
    window.locator(".runs li").nth(2).wait_for()
    window.get_by_text("Show more").click()
    window.locator(".runs li").nth(5).wait_for()
    assert not window.get_by_text("Show more").count()


def test_table_of_before_is_found_again_and_progress_is_told(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    window.click("nav a[data-view=table]")
    window.fill("#fields", "rent each month: How much is the monthly rent?")
    window.click(".fields-form button")
    window.locator(".cell").first.wait_for()
    window.goto(window.url.split("#")[0] + "#table")
    window.reload()
    window.get_by_text("Tables made before").click()
    window.locator(".earlier a", has_text="rent each month").first.click()
    window.locator(".cell", has_text="2,350.00").first.wait_for()

    now = {"document": "lease.pdf", "cells": 3, "of_cells": 12, "seconds_left": 8.2}
    events = {"progress": now, "problem": {"status": 503, "detail": "Too busy."}}
    body = "".join(f"event: {name}\ndata: {json.dumps(said)}\n\n" for name, said in events.items())
    told: list[str] = []
    window.expose_function("told", lambda said: told.append(said))
    window.evaluate(
        "new MutationObserver(() => { const at = document.querySelector('.making .working');"
        "if (at) told(at.textContent + ' ' + document.querySelector('.making progress').value); })"
        ".observe(document.querySelector('#view'), { childList: true, subtree: true, characterData: true })"
    )
    window.route("**/v1/tables", lambda route: route.fulfill(content_type="text/event-stream", body=body))
    window.click(".maker summary")
    window.fill("#fields", "rent")
    window.click(".fields-form button")
    window.locator(".table-summary .problem", has_text="Too busy.").wait_for()
    assert "3 of 12 cells: lease.pdf, about 9 s left 3" in told


def test_job_says_what_it_asks(window: Page, files: Path):
    (files / "job.txt").write_text("The deposit is EUR 700.")
    add(window, files / "job.txt")
    choose_only(window, "job.txt")
    window.click("nav a[data-view=jobs]")
    window.get_by_text("Submit a job").click()
    window.fill("#fields", "deposit\nname of the house")
    window.get_by_role("button", name="Submit the job").click()
    card = window.locator(".job", has_text="deposit, name of the house").first
    card.locator(".badge", has_text="done").wait_for()
    assert card.get_by_role("link", name="Results of job").count() == 1
