"""Choose who recognises text: the one that is named, or the best that is installed."""

from __future__ import annotations

from pincite.ingest.ocr import rapid, tesseract
from pincite.protocols import Recogniser
from pincite.registry import build

OFF, AUTO = "off", "auto"


def recogniser(choice: str) -> Recogniser | None:
    """The one of that name, or for `auto` one that is installed; None when there is none or for `off`."""
    if choice == OFF:
        return None
    if choice != AUTO:
        named: Recogniser = build("recogniser", choice, {})
        return named
    if rapid.is_installed():
        return rapid.RapidOcr()
    return tesseract.Tesseract() if tesseract.is_installed() else None


def signature(choice: str) -> str:
    """What a parse made with this choice is recorded with; empty when nothing would be recognised."""
    chosen = recogniser(choice)
    return f"ocr={chosen.name}-{chosen.version}" if chosen is not None else ""
