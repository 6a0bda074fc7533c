"""Say what code proved of an item, and on a line of its own how likely it answers the question."""

from __future__ import annotations

from rich.text import Text

from pincite.answer.answers import Item
from pincite.cli.screen import printable
from pincite.language import answer_words


def proved(item: Item) -> Text:
    """A tick for each thing that code proved."""
    text = Text()
    if item.warrant is None:
        return text
    proof = item.warrant.proof
    # That sentences mean yes or no is judged: of the value code proves only that they are cited whole.
    value = ("whole sentences", proof.value) if item.type == "boolean" else ("value", proof.value)
    said = [(f"quote, {answer_words.GRADES[proof.quote]}", True), value]
    said += [("place", proof.place), ("scope", proof.scope)]
    said += [("computed", True)] if item.derivation else []
    for name, passed in said:
        text.append("   " if text else "")
        text.append("✓ " if passed else "✗ ", "green" if passed else "red")
        text.append(name if passed else f"{name} not proved", "dim")
    return text


def judged(item: Item) -> str:
    """How likely an item answers the question, and who says so where nobody measured it."""
    if item.warrant is None:
        return ""
    return f"Answers the question: {printable(answer_words.judged(item.warrant.answers))}"
