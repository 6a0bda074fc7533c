"""The panel of documents: collections, passwords, and deleting with or without all that was asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from tests.models.weights import needs_weights
from tests.rest.servers import Server
from tests.web.conftest import LEASE, add, ask, choose_only

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_weights
PASSWORD = "open sesame 17"


def write(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text)
    return folder / name


def locked(folder: Path, name: str) -> Path:
    canvas = Canvas(str(folder / name), encrypt=StandardEncryption(PASSWORD, ownerPassword="owner"))
    for at, line in enumerate(LEASE):
        canvas.drawString(72, 740 - 40 * at, line)
    canvas.save()
    return folder / name


def test_collection_is_made_by_adding_to_it_and_holds_only_its_own(window: Page, files: Path):
    add(window, write(files, "here.txt", "The deposit is EUR 700.00."))
    window.select_option("#collection", label="New collection …")
    window.get_by_label("Name of the new collection").fill("letters")
    window.keyboard.press("Enter")
    window.locator(".scope", has_text="no documents yet").wait_for()
    add(window, write(files, "there.txt", "The reward is EUR 900.00."))
    assert [each.inner_text() for each in window.locator(".documents .name").all()] == ["there.txt"]
    assert "900.00" in ask(window, "How much is the reward?").inner_text()

    window.reload()
    window.locator("#collection option:checked", has_text="letters (1)").wait_for(state="attached")
    window.click("nav a[data-view=history]")
    window.locator(".runs a").first.wait_for()
    assert window.locator(".runs a").all_inner_texts() == ["How much is the reward?"]
    window.select_option("#collection", value="default")
    window.locator(".documents .name", has_text="here.txt").wait_for()
    assert not window.locator(".documents .name", has_text="there.txt").count()
    assert not window.locator(".turn").count()


def test_password_is_asked_for_used_once_and_kept_nowhere(window: Page, files: Path, server: Server):
    window.set_input_files("#files", str(locked(files, "locked.pdf")))
    box = window.get_by_label("Password of locked.pdf")
    box.fill("wrong")
    window.keyboard.press("Enter")
    window.locator(".uploads .failed", has_text="does not open it").wait_for()
    box.fill(PASSWORD)
    window.keyboard.press("Enter")
    window.locator(".documents .name", has_text="locked.pdf").wait_for()
    assert not window.locator(".uploads li").count()

    kept = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.body.outerHTML])"
    assert PASSWORD not in window.evaluate(kept)
    library = server.folder / "library"
    assert not [
        each for each in library.rglob("*") if each.is_file() and PASSWORD.encode() in each.read_bytes()
    ]
    choose_only(window, "locked.pdf")
    turn = ask(window, "How much is the monthly rent?")
    with window.expect_response("**/pages/*.png*"):
        turn.locator(".citation").first.click()
    window.locator(".page-body mark", has_text="2,350.00").wait_for()
    assert "Here is its text" in window.locator("#viewer").inner_text()


def test_deleting_by_keyboard_says_what_goes_and_erases_what_was_asked_only_if_wanted(
    window: Page, files: Path
):
    for name in ("kept.txt", "purged.txt"):
        add(window, write(files, name, f"The bail of {name} is EUR 700.00."))
        choose_only(window, name)
        ask(window, f"How much is the bail of {name}?")
    dialog = window.locator("dialog.deletion")
    for name in ("kept.txt", "purged.txt"):
        window.get_by_label(f"Delete {name}", exact=True).press("Enter")
        dialog.get_by_text("1 question and 0 cells of tables").wait_for()
        window.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        assert window.locator(".documents .name", has_text=name).count()
        window.get_by_label(f"Delete {name}", exact=True).press("Enter")
        if name == "purged.txt":
            window.locator("#purge").press("Space")
        dialog.locator("button.danger").press("Enter")
        window.locator(".documents .name", has_text=name).wait_for(state="detached")

    window.locator("nav a[data-view=history]").press("Enter")
    window.locator(".runs a").first.wait_for()
    asked = window.locator(".runs a").all_inner_texts()
    assert "How much is the bail of kept.txt?" in asked
    assert "How much is the bail of purged.txt?" not in asked


def test_hints_in_the_page_name_no_command(window: Page):
    cleaned = window.evaluate(
        "import('/web/words.js').then(words => ["
        "'Pictures are not read yet in a.pdf. To read them, run: pincite work',"
        "'Remove the password, or pass --password.',"
        "'Get a fresh copy.'].map(words.withoutCommands))"
    )
    assert cleaned == ["Pictures are not read yet in a.pdf.", "", "Get a fresh copy."]
    assert not re.search(r"\bpincite [a-z]", window.evaluate("document.body.textContent"))
