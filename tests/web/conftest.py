"""One server and one browser for all tests of the page, and a window that reports every fault."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.browsers import opened
from tests.rest.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

LEASE = (
    "LEASE OF THE MILL HOUSE",
    "1. Rent",
    "The Tenant shall pay the Landlord a monthly rent of EUR 2,350.00 in advance.",
    "2. Term",
    "The lease begins on 1 March 2024 and ends on 28 February 2027.",
)


def lease(folder: Path, name: str = "lease.pdf", size: tuple[int, int] = (595, 842)) -> Path:
    """Two pages; the second says the rent."""
    canvas = Canvas(str(folder / name), pagesize=size)
    scale = size[0] / 595
    pages = [
        [LEASE[0], "This lease is made between Ash Estates Ltd and Beech Mills Ltd."],
        LEASE[1:],
    ]
    for page in pages:
        canvas.setFont("Helvetica", 12 * scale)
        for at, line in enumerate(page):
            canvas.drawString(72 * scale, size[1] - (100 + 40 * at) * scale, line)
        canvas.showPage()
    canvas.save()
    return folder / name


def add(window: Page, *paths: Path) -> None:
    window.set_input_files("#files", [str(path) for path in paths])
    for path in paths:
        window.locator(".documents .name", has_text=path.name).wait_for()


def ask(window: Page, question: str) -> Locator:
    window.fill("#question", question)
    window.keyboard.press("Enter")
    turn = window.locator(".turn").last
    turn.locator(".answer").wait_for()
    return turn


def until(window: Page, holds: str, arg: object = None, seconds: float = 20) -> None:
    """Wait until something holds on the page, whose policy forbids the browser to wait for that itself."""
    give_up = time.monotonic() + seconds
    while not window.evaluate(holds, arg):
        assert time.monotonic() < give_up, f"never held: {holds}"
        window.wait_for_timeout(50)


def choose_only(window: Page, name: str) -> None:
    for box in window.locator(".documents input").all():
        box.set_checked(box.get_attribute("aria-label") == f"Ask {name}")


# Of the package and not of the session: other tests open a browser of their own, and one is open at a time.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with opened() as found:
        yield found


@pytest.fixture(scope="package")
def files() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


@pytest.fixture(scope="package")
def server(browser: Browser) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as made, Server(Path(made)) as running:
        yield running


def is_fault(said: ConsoleMessage) -> bool:
    """The browser also notes every request that the server refuses, which a test may want."""
    return said.type == "error" and "the server responded with a status of 4" not in said.text


@pytest.fixture
def window(browser: Browser, server: Server) -> Iterator[Page]:
    """The page at desktop width. Whatever a script or the policy objects to fails the test."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if is_fault(said) else None)
    page.set_default_timeout(120_000)
    page.goto(server.url)
    yield page
    context.close()
    assert not faults
