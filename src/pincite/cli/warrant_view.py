"""Say what code proved of an item, and on a line of its own how likely it answers the question."""

from __future__ import annotations

from rich.text import Text

from pincite.answer.answers import Item
from pincite.answer.warrants import Answers
from pincite.cli.screen import printable

_GRADES = {
    "exact": "quote, word for word",
    "typesetting": "quote, word for word except typesetting",
    "hyphen": "quote, word for word except hyphens",
    "case": "quote, word for word except capitals",
}
_LIKELY = ((0.9, "very likely"), (0.75, "likely"), (0.5, "possible"), (0.0, "unlikely"))


def proved(item: Item) -> Text:
    """A tick for each thing that code proved; nothing of an item that was published before warrants."""
    text = Text()
    if item.warrant is None:
        return text
    proof = item.warrant.proof
    said = [(_GRADES[proof.quote], True), ("value", proof.value), ("place", proof.place)]
    said += [("scope", proof.scope), *([("computed", True)] if item.derivation else [])]
    for name, passed in said:
        text.append("   " if text else "")
        text.append("✓ " if passed else "✗ ", "green" if passed else "red")
        text.append(name if passed else f"{name} not proved", "dim")
    return text


def judged(item: Item) -> str:
    """How likely an item answers the question, and who says so where nobody measured it."""
    if item.warrant is None:
        return ""
    answers = item.warrant.answers
    said = _uncalibrated(answers) if answers.chance is None else likely(answers.chance)
    return f"Answers the question: {said}"


def likely(chance: float) -> str:
    """A chance in words and figures."""
    words = next(words for least, words in _LIKELY if chance >= least)
    return f"{words} ({figure(chance)})"


def figure(chance: float) -> str:
    """Two decimals, and never a plain nought: no measurement says that something cannot be."""
    return f"{chance:.2f}" if chance >= 0.01 else "below 0.01"


def _uncalibrated(answers: Answers) -> str:
    names = dict.fromkeys(printable(voice.name) for voice in answers.by if voice.kind in {"model", "judge"})
    if names:
        return f"judged by {' and '.join(names)}, not calibrated"
    return "judged by its words only, not measured"
