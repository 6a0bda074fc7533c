"""Turn the bytes of a text file into its canonical text.

The text is the file unchanged, so that an offset here is an offset in the user's editor; only a
byte order mark is dropped.
"""

from __future__ import annotations

import codecs
import re

from pincite.errors import InputError

_FORBIDDEN = re.compile("[\0\ufffe\uffff\ud800-\udfff]")
# Rulings ("-----") are ink but not text.
_TEXT = re.compile(r"[^\s\-=_*~+#|:]")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(content: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text, and a caveat when its encoding had to be guessed."""
    text, caveats = _decoded(content, name)
    if bad := _FORBIDDEN.search(text):
        raise InputError(
            f"{name} holds U+{ord(bad[0]):04X} at character {bad.start()}, which is not a character.",
            hint="The file may be damaged or binary: save it again as UTF-8.",
        )
    if _TEXT.search(text) is None:
        raise InputError(f"{name} holds no text.", hint="Check that it is the file you meant.")
    return text, caveats


def _decoded(content: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return _strict(content[len(bom) :], encoding, name), ()
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError:
        caveat = f"{name} is not UTF-8 and was read as Windows-1252; check accents and currency signs."
        # Five bytes mean nothing in Windows-1252; browsers read them as C1 controls, and so do we.
        return "".join(_CP1252[byte] for byte in content), (caveat,)


def _strict(content: bytes, encoding: str, name: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} says it is {encoding.upper()} but is not, at byte {error.start}.",
            hint="The file may be cut off or damaged: save it again as UTF-8.",
        ) from error


def _cp1252(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


_CP1252 = tuple(_cp1252(byte) for byte in range(256))
