"""One server and one browser for all tests of the page, and a window that reports every fault."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.browsers import opened
from tests.rest.servers import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened() as found:
        yield found


@pytest.fixture(scope="module")
def files() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


@pytest.fixture(scope="module")
def server(browser: Browser) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as made, Server(Path(made)) as running:
        yield running


@pytest.fixture
def window(browser: Browser, server: Server) -> Iterator[Page]:
    """The page at desktop width. Whatever a script or the policy objects to fails the test."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.set_default_timeout(120_000)
    page.goto(server.url)
    yield page
    context.close()
    assert not faults
