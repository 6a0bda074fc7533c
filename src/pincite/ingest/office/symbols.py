"""Say in Unicode what a symbol font draws, and what stands above or below the line.

Symbol fonts put their drawings where Unicode has no characters of its own (U+F000 to U+F0FF). What is
not known here keeps its code, so that nothing is passed off as something else.
"""

from __future__ import annotations

_PRIVATE = range(0xF000, 0xF100)

# The printable half of the Symbol font, from 0x41 and from 0xA1.
_SYMBOL = {
    **dict(zip(range(0x41, 0x5B), "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True)),
    **dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True)),
    0x2A: "∗", 0x2D: "−", 0x22: "∀", 0x24: "∃", 0x27: "∋", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥",
    0xA2: "′", 0xA3: "≤", 0xA5: "∞", 0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠", 0xAB: "↔", 0xAC: "←",
    0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB5: "∝",
    0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC4: "⊗", 0xC5: "⊕",
    0xC6: "∅", 0xC7: "∩", 0xC8: "∪", 0xC9: "⊃", 0xCA: "⊇", 0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈", 0xCF: "∉",
    0xD0: "∠", 0xD1: "∇", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xD8: "¬",
    0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓", 0xE2: "®", 0xE3: "©",
    0xE4: "™", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_WINGDINGS = {
    0x22: "✂", 0x28: "☎", 0x29: "✆", 0x2A: "✉", 0x46: "☞", 0x4A: "☺", 0x6C: "●", 0x6D: "❍", 0x6E: "■",
    0x6F: "☐", 0x70: "☐", 0x71: "❑", 0x72: "❒", 0x73: "⬧", 0x74: "⧫", 0x75: "◆", 0x76: "❖", 0x77: "⬥",
    0x78: "☒", 0x9F: "•", 0xA1: "○", 0xA7: "▪", 0xA8: "☐", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑",
    0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_WINGDINGS_2 = {0x50: "✓", 0x52: "☑", 0x51: "☒", 0x54: "☒", 0x4F: "✗", 0x97: "●", 0xA3: "☐", 0x2A: "☐"}
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2}


def symbol(code: int, font: str) -> str:
    """The character that a font draws for a code; nothing for what can be no character."""
    if not 0x20 <= code <= 0x10FFFF or 0xD800 <= code < 0xE000 or code in (0xFFFE, 0xFFFF):
        return ""
    known = _FONTS.get(font.lower(), {})
    return known.get(code - 0xF000 if code in _PRIVATE else code, chr(code))


def plain(text: str, font: str) -> str:
    """Words with the drawings of a symbol font in Unicode.

    A single character in such a font is a drawing; several are words that somebody set in it by mistake.
    """
    if font.lower() in _FONTS and len(text.strip()) == 1:
        return "".join(symbol(ord(character), font) for character in text)
    if text.isascii() or not any(ord(character) in _PRIVATE for character in text):
        return text
    return "".join(
        symbol(ord(character), font or "symbol") if ord(character) in _PRIVATE else character
        for character in text
    )


def bullet(pattern: str, font: str) -> str:
    """The mark of a list as a reader would call it; a round one for a drawing that is not known."""
    mark = pattern.strip()
    if len(mark) != 1:
        return mark
    code = ord(mark)
    if code in _PRIVATE or font.lower() in _FONTS:
        known = _FONTS.get(font.lower()) or {**_WINGDINGS, 0xB7: "•"}
        return known.get(code - 0xF000 if code in _PRIVATE else code, "•")
    return "◦" if mark == "o" else "•" if 0xE000 <= code < 0xF900 else mark


_RAISED = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_RAISABLE = frozenset("0123456789+-−=(), .")


def placed(text: str, position: str, before: str) -> str:
    """Raised digits as such; lowered ones only where they would run into the digits before them."""
    if position == "superscript" and set(text) <= _RAISABLE:
        return text.translate(_RAISED)
    if position == "subscript" and text[:1].isdigit() and before[-1:].isdigit():
        return text.translate(_LOWERED)
    return text
