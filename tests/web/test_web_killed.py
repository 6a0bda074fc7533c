"""A server that is killed while the page is open: the page says so, finds it again, and goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.models.weights import needs_weights
from tests.rest.servers import Server
from tests.web.conftest import LEASE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_weights


def test_page_tells_that_the_server_is_gone_and_goes_on_with_job_and_question_when_it_is_back(
    browser: Browser, tmp_path: Path
):
    names = [f"lease{number}.txt" for number in range(6)]
    with Server(tmp_path) as running:
        for name in names:
            (tmp_path / name).write_text("\n\n".join([*LEASE, name]))
            running.client.add(tmp_path / name)
        page = browser.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{running.url}/#jobs")
        page.click(".maker summary")
        page.fill("#fields", "monthly rent\nterm\nlandlord\nnotice period")
        page.click(".fields-form button")
        page.locator(".job .badge.running").wait_for()
        running.kill()

        page.locator("#connection").wait_for()
        page.locator(".job .waiting").wait_for()
        page.click("nav a[data-view=ask]")
        page.fill("#question", "How much is the monthly rent?")
        page.keyboard.press("Enter")
        page.locator(".turn .problem", has_text="cannot be reached").wait_for()
        page.click("nav a[data-view=jobs]")
        page.locator(".jobs .problem", has_text="cannot be reached").wait_for()
        running.arguments = ("--port", running.url.rpartition(":")[2])
        running.start()

        page.locator("#connection").wait_for(state="hidden")
        page.locator(".job .badge.done").wait_for()
        assert "6 of 6 documents done" in page.locator(".job").inner_text()
        page.click("nav a[data-view=ask]")
        page.get_by_text("Ask again").click()
        page.locator(".turn .answer").wait_for()
        page.close()
