"""Turn the bytes of a text file into its canonical text.

The text is the file unchanged, so that an offset here is an offset in the user's editor; only a
byte order mark is dropped. Whoever guesses an encoding says so in a caveat.
"""

from __future__ import annotations

import codecs
import re

from pincite.errors import InputError

_FORBIDDEN = re.compile("[\0\ufffe\uffff\ud800-\udfff]")
# Rulings ("-----") are ink but not text.
_TEXT = re.compile(r"[^\s\-=_*~+#|:]")
# UTF-32 first: its little-endian mark begins with that of UTF-16.
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What a file means that states one of these: the larger set that programs write in practice.
_MEANT = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949",
}  # fmt: skip
_SAMPLE_BYTES = 65536
# A text in UTF-8 with a few damaged bytes has many more whole characters outside ASCII than damaged ones.
_WHOLE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_MIN_WHOLE_PER_DAMAGED = 4


def decode(content: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text, and a caveat when its encoding had to be guessed."""
    text, caveats = decode_any(content, name)
    if bad := _FORBIDDEN.search(text):
        raise InputError(
            f"{name} contains U+{ord(bad[0]):04X} at character {bad.start()}, which is not a character.",
            hint="The file may be damaged or binary: save it again as UTF-8.",
        )
    if _TEXT.search(text) is None:
        raise InputError(f"{name} contains no text.", hint="Check that it is the right file.")
    return text, caveats


def decode_declared(content: bytes, declared: str, name: str) -> tuple[str, tuple[str, ...]]:
    """The text in the encoding that the file itself states, or in a guessed one when that cannot be."""
    if content.startswith(tuple(bom for bom, _ in _BOMS)):
        return decode_any(content, name)
    encoding = _known(declared)
    if encoding is None:
        text, caveats = decode_any(content, name)
        unknown = (f"{name} states the unknown encoding {declared[:40]!r}.",) if declared else ()
        return text, (*unknown, *caveats)
    if encoding == "cp1252":
        return _windows(content), ()
    try:
        return content.decode(encoding), ()
    except UnicodeDecodeError:
        text, caveats = decode_any(content, name)
        return text, (f"{name} says it is {declared[:40]} but is not.", *caveats)


def decode_any(content: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text in the encoding that its bytes show; what they cannot show is guessed, with a caveat."""
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return _strict(content[len(bom) :], encoding, name), ()
    if wide := _wide_encoding(content):
        caveat = f"{name} has no byte order mark and was read as {wide.upper()}."
        return _strict(content, wide, name), (caveat,)
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError:
        return _guessed(content, name)


def _wide_encoding(content: bytes) -> str:
    """UTF-16 or UTF-32 as its NUL bytes betray it; empty for anything else.

    Latin letters, digits and spaces are a NUL beside a byte that is none, always on the same side.
    """
    sample = content[:_SAMPLE_BYTES]
    length = len(sample) - len(sample) % 4
    if length < 4 or b"\0" not in sample:
        return ""
    nuls = [sample[offset:length:4].count(0) / (length // 4) for offset in range(4)]
    if nuls[0] < 0.05 and min(nuls[2:]) > 0.95 and nuls[1] > 0.5:
        return "utf-32-le"
    if nuls[3] < 0.05 and min(nuls[:2]) > 0.95 and nuls[2] > 0.5:
        return "utf-32-be"
    even, odd = (nuls[0] + nuls[2]) / 2, (nuls[1] + nuls[3]) / 2
    if even < 0.01 and odd > 0.4:
        return "utf-16-le"
    return "utf-16-be" if odd < 0.01 and even > 0.4 else ""


def _guessed(content: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    damaged = content.decode("utf-8", "replace").count("\ufffd")
    if len(_WHOLE.findall(content)) >= _MIN_WHOLE_PER_DAMAGED * damaged:
        caveat = f"{name} is UTF-8 with {damaged} damaged places, shown as \ufffd."
        return content.decode("utf-8", "replace"), (caveat,)
    caveat = f"{name} is not UTF-8 and was read as Windows-1252; check accents and currency signs."
    return _windows(content), (caveat,)


def _windows(content: bytes) -> str:
    # Five bytes mean nothing in Windows-1252; browsers read them as C1 controls, and so do we.
    return content.decode("latin-1").translate(_CP1252)


def _known(declared: str) -> str | None:
    """The codec for a stated encoding; None when it is none."""
    label = declared.strip().strip("\"'").lower()
    try:
        codec = codecs.lookup(label)
    except (LookupError, ValueError):
        return None
    # Python also has codecs that are no encodings of text, such as "zip" and "rot13".
    if not getattr(codec, "_is_text_encoding", True) or codec.name in ("idna", "punycode", "undefined"):
        return None
    return _MEANT.get(codec.name, codec.name)


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


_CP1252 = {byte: _cp1252(byte) for byte in range(128, 160)}
