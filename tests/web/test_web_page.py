"""The web page as people use it: in a real browser, with a real server."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.models.weights import needs_weights
from tests.rest.servers import Server
from tests.web.conftest import add, ask, choose_only, lease

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = needs_weights
_LENGTH = "document.querySelector('.running-text').textContent.length"
QUESTION = "How much is the monthly rent?"


def test_dropped_document_is_asked_and_the_words_are_highlighted_on_their_page(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    turn = ask(window, QUESTION)

    assert turn.locator(".badge").inner_text() == "Answered"
    assert "2,350.00" in turn.locator(".value").inner_text()
    assert turn.locator(".proof h4").inner_text().lower() == "proved by code"
    assert "not proved" in turn.locator(".judgement h4").inner_text().lower()
    for label, said in (("report", "2,350.00"), ("certificate", "pincite.certificate/2")):
        with window.expect_download() as saved:
            turn.get_by_text(f"Save the {label}").click()
        assert said in Path(saved.value.path()).read_text("utf-8")
    turn.locator(".citation").first.click()
    window.locator(".sheet .mark").first.wait_for()
    assert window.locator(".pager input").input_value() == "2"
    assert _covered(window) > 0.9


@pytest.mark.parametrize("size", [(1920, 1080), (4000, 6000)])
def test_highlight_lies_on_its_words_on_a_large_page(window: Page, files: Path, size: tuple[int, int]):
    name = f"{size[0]}.pdf"
    add(window, lease(files, name, size))
    choose_only(window, name)
    ask(window, QUESTION).locator(".citation").first.click()
    window.locator(".sheet .mark").first.wait_for()
    assert _covered(window) > 0.9


def _covered(window: Page) -> float:
    """The share of dark pixels of the cited line that the highlight covers, seen on a screenshot."""
    from PIL import Image

    sheet = window.locator(".sheet").bounding_box()
    shot = Image.open(io.BytesIO(window.screenshot())).convert("RGB")
    boxes = [mark.bounding_box() for mark in window.locator(".mark").all()]
    assert sheet
    assert all(boxes)
    top = min(box["y"] for box in boxes if box)
    bottom = max(box["y"] + box["height"] for box in boxes if box)
    inside = dark = 0
    for y in range(int(top), int(bottom)):
        for x in range(int(sheet["x"]), int(sheet["x"] + sheet["width"])):
            if sum(shot.getpixel((x, y))) < 250:
                dark += 1
                inside += any(
                    box["x"] - 1 <= x <= box["x"] + box["width"] + 1
                    and box["y"] - 1 <= y <= box["y"] + box["height"] + 1
                    for box in boxes
                    if box
                )
    assert dark > 100
    return inside / dark


def test_what_is_not_there_is_told_with_what_was_read(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    turn = ask(window, "What is the name of the pharmacist on duty?")

    assert turn.locator(".badge").first.inner_text() in ("Not found", "No answer is sure enough")
    assert not turn.locator(".item").count()
    turn.locator(".coverage summary").click()
    assert (
        "passages" in turn.locator(".coverage").inner_text()
        or "passage" in turn.locator(".outcome").inner_text()
    )


def test_sides_of_a_conflict_stand_side_by_side(window: Page, files: Path):
    deposits = files / "deposits.txt"
    deposits.write_text("1. Deposit\n\nThe deposit is EUR 500.\n\n7. Payment\n\nThe deposit is EUR 700.\n")
    add(window, deposits)
    choose_only(window, "deposits.txt")
    turn = ask(window, "What is the deposit?")

    assert turn.locator(".badge").first.inner_text() == "The documents disagree"
    sides = turn.locator(".sides section")
    assert [("500" in side.inner_text(), "700" in side.inner_text()) for side in sides.all()] in (
        [(True, False), (False, True)],
        [(False, True), (True, False)],
    )
    boxes = [side.bounding_box() for side in sides.all()]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 2  # type: ignore[index]  # both are shown


def test_keyboard_alone_asks_shows_the_page_and_closes_it(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    window.evaluate("document.activeElement.blur()")
    window.keyboard.press("/")
    window.keyboard.type(QUESTION)
    window.keyboard.press("Enter")
    window.locator(".answer").wait_for()
    window.evaluate("document.activeElement.blur()")
    window.keyboard.press("n")
    window.locator(".sheet .mark").first.wait_for()
    assert window.locator(".citation.current").count() == 1
    window.keyboard.press("Escape")
    assert window.locator("#viewer").is_hidden()
    assert window.evaluate("document.activeElement.classList.contains('citation')")


def test_follow_up_is_shown_as_the_whole_question_that_was_asked(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    ask(window, "When does the lease begin?")
    turn = ask(window, "And when does it end?")
    assert turn.locator(".said").inner_text() == "And when does it end?"
    assert turn.locator(".answer").count() == 1


def test_names_and_texts_of_strangers_stay_text(window: Page, files: Path):
    window.on("dialog", lambda dialog: pytest.fail("a document ran a script"))
    hostile = files / "<img src=x onerror=alert(1)>.txt"
    hostile.write_text("Notes on the house\n\nThe deposit is EUR 700.00 <b onclick=alert(3)>net</b>.\n")
    add(window, hostile)
    choose_only(window, hostile.name)
    turn = ask(window, "How much is the deposit?")
    if turn.locator(".citation").count():
        turn.locator(".citation").first.click()
        window.locator(".running-text").wait_for()
        assert "<b onclick=alert(3)>net</b>" in window.locator(".running-text").inner_text()
    assert not window.locator("#view script, #view b[onclick], #library img").count()


def test_table_is_made_and_a_cell_decided_by_keyboard(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    window.click("nav a[data-view=table]")
    window.fill("#fields", "monthly rent: How much is the monthly rent?\nparking charge")
    window.click(".fields-form button")
    window.locator(".cell").first.wait_for()
    assert "2,350.00" in window.locator(".cell").first.inner_text()
    assert window.locator(".grid th[scope=row]").bounding_box()["width"] > 120  # type: ignore[index]
    window.locator(".cell").first.focus()
    window.keyboard.press("ArrowRight")
    assert window.locator(".cell.current").get_attribute("data-column") == "1"
    window.keyboard.press("x")
    window.locator(".cell.decided").wait_for()
    assert "not stated" in window.locator(".cell.decided").inner_text()
    assert window.url.split("#")[1].startswith("table/")
    window.reload()
    window.locator(".cell.decided").wait_for()
    with window.expect_download() as saved:
        window.get_by_label("Save the table as CSV").click()
    assert "2,350.00" in Path(saved.value.path()).read_text("utf-8")


def test_job_shows_its_progress_to_the_end_and_its_results(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    window.click("nav a[data-view=jobs]")
    window.click(".maker summary")
    window.fill("#fields", "monthly rent: How much is the monthly rent?")
    window.click(".fields-form button")
    window.locator(".job .badge.done").wait_for()
    assert "1 of 1 document done" in window.locator(".job").first.inner_text()
    window.locator(".job a").first.click()
    window.locator(".cell").first.wait_for()
    assert "2,350.00" in window.locator(".cell").first.inner_text()
    window.locator(".cell").first.focus()
    window.keyboard.press("a")
    window.locator(".cell.decided").wait_for()
    window.reload()
    window.locator(".cell.decided").wait_for()


def test_progress_of_a_job_goes_on_after_the_connection_was_lost(window: Page, files: Path):
    add(window, lease(files))
    job = {"state": "running", "done": 0}

    def told() -> dict[str, object]:
        documents = {"total": 2, "done": job["done"], "failed": 0, "set_aside": 0}
        form = {"job": "0" * 32, "state": job["state"], "submitted_at": "", "reason": "", "fields": ["rent"]}
        return form | {"documents": documents}

    def progress(route: Route) -> None:
        route.fulfill(content_type="text/event-stream", body=f"data: {json.dumps(told())}\n\n")
        job.update(state="done", done=2)  # while nobody was connected

    window.route("**/v1/jobs?limit=100", lambda route: route.fulfill(json={"jobs": [told()]}))
    window.route("**/v1/jobs/*/events", progress)
    window.click("nav a[data-view=jobs]")
    window.locator(".job .waiting").wait_for()
    window.locator(".job .badge.done").wait_for()
    assert not window.locator(".job .waiting").count()


def test_enter_never_stops_a_question_and_the_button_does(window: Page, files: Path):
    add(window, lease(files))
    window.route("**/v1/turns", lambda route: None)  # no answer comes
    window.fill("#question", QUESTION)
    window.keyboard.press("Enter")
    window.fill("#question", "And when does it end?")
    window.keyboard.press("Enter")
    assert window.locator(".working").count() == 1
    assert window.input_value("#question") == "And when does it end?"
    window.click("nav a[data-view=history]")
    window.click("nav a[data-view=ask]")
    window.locator(".composer button", has_text="Stop").click()
    window.locator(".turn .problem", has_text="Stopped").wait_for()
    assert window.locator(".composer button").inner_text() == "Ask"


def test_text_of_a_document_without_pages_can_be_read_to_its_ends(window: Page, files: Path):
    lines = [f"Line {number} says nothing of note, as 𝔘nicode as it is." for number in range(400)]
    lines[200] = "The deposit is EUR 700.00."
    (files / "notes.txt").write_text("\n".join(lines), "utf-8")
    add(window, files / "notes.txt")
    choose_only(window, "notes.txt")
    ask(window, "How much is the deposit?").locator(".citation").first.click()
    text = window.locator(".running-text")
    text.wait_for()
    for label in ("Show more before", "Show more after"):
        while window.get_by_text(label).count():
            long = window.evaluate(_LENGTH)
            window.get_by_text(label).click()
            while window.evaluate(_LENGTH) == long:
                window.wait_for_timeout(20)
    assert text.inner_text().strip() == "\n".join(lines)
    assert "700.00" in window.locator("mark").inner_text()


def test_history_shows_why_a_question_got_its_answer(window: Page, files: Path):
    add(window, lease(files))
    choose_only(window, "lease.pdf")
    ask(window, QUESTION)
    window.click("nav a[data-view=history]")
    window.locator(".runs a", has_text=QUESTION).first.click()
    window.locator(".answer").wait_for()
    assert "What was considered" in window.locator("#view").inner_text()


VIEWS = ("ask", "table", "jobs", "history")


@pytest.mark.parametrize("width", [390, 800, 1400])
def test_every_view_fits_its_window(browser: Browser, server: Server, width: int):
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(server.url)
    for view in VIEWS:
        page.click(f"nav a[data-view={view}]")
        page.locator("#view h1").wait_for(state="attached")
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, view
    page.close()


# Colours differ by scheme and layout by width: two of the six cases have all of both.
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1400, "light")])
def test_no_view_has_a_serious_fault_of_access(
    browser: Browser, server: Server, files: Path, width: int, scheme: Literal["dark", "light"]
):
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.set_default_timeout(60_000)

    def check(what: str) -> None:
        found = [
            each
            for each in Axe().run(page).response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert not found, (what, [(each["id"], each["nodes"][0]["html"]) for each in found])

    page.goto(server.url)
    page.set_input_files("#files", str(lease(files)))
    page.locator(".documents .name", has_text="lease.pdf").wait_for(state="attached")
    for view in VIEWS:
        page.click(f"nav a[data-view={view}]")
        page.locator("#view h1").wait_for(state="attached")
        page.wait_for_timeout(150)
        check(view)
    page.click("nav a[data-view=ask]")
    ask(page, QUESTION).locator(".review button.accepted").first.click()
    check("an answer that is being reviewed")
    if width < 760:
        page.click("#show-library")
    page.get_by_label("Delete lease.pdf").click()
    check("the question before something is deleted")
    context.close()


def test_page_asks_for_a_key_where_the_server_needs_one(browser: Browser, files: Path, tmp_path: Path):
    from pincite.service import open_library

    with open_library(tmp_path / "library") as library:
        key = library.keys.new("reader", "write", ()).text
        scoped = library.keys.new("tenant", "write", ("leases",)).text
    with Server(tmp_path) as running:
        page = browser.new_page()
        page.goto(running.url)
        page.locator("#key-dialog[open]").wait_for()
        page.fill("#key", "wrong")
        page.click("#key-dialog button")
        page.locator("#key-problem", has_text="unknown").wait_for()
        page.fill("#key", "pincite_ключ")
        page.click("#key-dialog button")
        page.locator("#key-problem", has_text="not a key").wait_for()
        assert "ключ" not in (page.evaluate("sessionStorage.getItem('pincite.key')") or "")
        page.fill("#key", key)
        page.click("#key-dialog button")
        page.locator(".drop").wait_for()
        page.set_input_files("#files", str(lease(files)))
        page.locator(".documents .name", has_text="lease.pdf").wait_for(timeout=60_000)
        assert key not in page.url
        page.click("#change-key")
        page.locator("#key-dialog[open]").wait_for()
        assert page.evaluate("sessionStorage.getItem('pincite.key')") is None
        _find_the_way_back(page, scoped)
        page.close()


def _find_the_way_back(page: Page, key: str) -> None:
    """With a key for one collection, from another that it does not open."""
    page.fill("#key", key)
    page.click("#key-dialog button")
    page.locator("#collection option:checked", has_text="leases (0)").wait_for(state="attached")
    page.evaluate("sessionStorage.setItem('pincite.collection', 'default')")
    page.reload()
    page.locator(".collections .problem", has_text="does not open").wait_for()
    assert not page.locator(".documents .name").count()
    page.get_by_text("Back to your own collection").click()
    page.locator("#collection option:checked", has_text="leases (0)").wait_for(state="attached")


def test_page_offers_only_what_the_key_may_do(browser: Browser, files: Path, tmp_path: Path):
    from pincite.service import open_library

    with open_library(tmp_path / "library") as library:
        library.add_bytes(b"The deposit is EUR 700.\n", "deposit.txt")
        keys = {right: library.keys.new(right, right, ()).text for right in ("read", "write", "admin")}
    with Server(tmp_path) as running:
        for right, offered in (("read", (0, 0)), ("write", (1, 0)), ("admin", (1, 1))):
            page = browser.new_page()
            page.goto(running.url)
            page.fill("#key", keys[right])
            page.click("#key-dialog button")
            page.locator(f"body[data-right={right}]").wait_for()
            page.locator(".documents .name").wait_for()
            shown = [page.locator(at).first.is_visible() for at in (".drop", ".documents .remove")]
            assert shown == [bool(each) for each in offered], right
            page.click("nav a[data-view=jobs]")
            page.locator(".maker").wait_for(state="attached")
            assert page.locator(".maker").is_visible() == bool(offered[0])
            page.close()
