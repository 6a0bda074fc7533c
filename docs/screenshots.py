"""Make the pictures of the web page that the documentation shows: python docs/screenshots.py

It serves a new library with an example document, does in Chromium what the captions say, and writes PNGs.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tests.browsers import opened  # noqa: E402 - the repository is on the path only now
from tests.rest.servers import Server  # noqa: E402

IMAGES = Path(__file__).parent / "images"
EXAMPLE = ROOT / "examples" / "services-agreement.pdf"
QUESTION = "What law is this contract under?"
COLOURS = 128


def keep(page: Page, name: str) -> None:
    """The window in few colours: what is shown is text on plain ground."""
    page.wait_for_timeout(600)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = shot.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(IMAGES / f"{name}.png", optimize=True)
    print(f"{name}: {(IMAGES / f'{name}.png').stat().st_size:,} bytes")


def walk(page: Page) -> None:
    keep(page, "page-add")
    page.set_input_files("#files", str(EXAMPLE))
    page.locator(".documents .name").wait_for()
    page.wait_for_timeout(6_000)  # until the messages are gone
    page.fill("#question", QUESTION)
    keep(page, "page-ask")
    page.keyboard.press("Enter")
    page.locator(".answer").wait_for()
    keep(page, "page-answer")
    page.locator(".citation").first.click()
    page.locator(".sheet .mark").first.wait_for()
    keep(page, "page-words")
    page.keyboard.press("Escape")
    page.locator(".review button.accepted").first.click()
    page.get_by_label("Your name").fill("Anna Weber")
    page.get_by_label("Note, if you like").fill("As in our template")
    page.keyboard.press("Enter")
    page.locator(".verdict").wait_for()
    page.wait_for_timeout(6_000)
    keep(page, "page-review")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, opened() as browser:
        page = browser.new_page(viewport={"width": 1100, "height": 680})
        page.set_default_timeout(120_000)
        page.goto(server.url)
        page.locator(".welcome").wait_for()
        page.locator("#collection").wait_for()
        walk(page)


if __name__ == "__main__":
    main()
