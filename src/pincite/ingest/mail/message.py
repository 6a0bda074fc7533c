"""Take a mail message apart: its headers as people read them, its body, and what is attached.

The lenient policy of the standard library is used: the newer one fails on headers that mail programs
have sent for decades.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import errors, message_from_bytes, policy
from email.header import decode_header
from email.message import Message

from pincite.errors import InputError
from pincite.ingest.decode import decode_any, decode_declared
from pincite.ingest.html.reader import declared_encoding

SHOWN_HEADERS = ("From", "To", "Cc", "Bcc", "Reply-To", "Date", "Subject")
_KNOWN_HEADERS = frozenset(
    {*(header.lower() for header in SHOWN_HEADERS), "received", "message-id", "sender", "return-path"}
)
_FOLD = re.compile(r"\r?\n[ \t]*|\r")
_SIGNATURES = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)
_UNSEEN = {0: " ", 0xFFFE: "\ufffd", 0xFFFF: "\ufffd", **dict.fromkeys(range(55296, 57344), "�")}
MAX_PARTS = 2_000

Part = Message


@dataclass(slots=True)
class Content:
    """The parts of a message. Each element of `body` is one text in the forms that the sender offers."""

    headers: list[tuple[str, str]]
    body: list[list[Part]] = field(default_factory=list)
    attached: list[Part] = field(default_factory=list)


def take_apart(content: bytes, name: str) -> Content:
    """Headers, body and attachments of a message."""
    try:
        message = message_from_bytes(content, policy=policy.compat32)
        found = Content(list(_headers(message)))
        _sort(message, found, name)
    except RecursionError as error:
        raise InputError(
            f"{name} contains messages inside messages without end.",
            hint="Save the message you need as a separate file.",
        ) from error
    if not any(key.lower() in _KNOWN_HEADERS for key, _ in message.raw_items()):
        raise InputError(
            f"{name} is not an e-mail: it has no header such as From, Date or Subject.",
            hint="Save the message as .eml from the mail program, or rename a plain text to .txt.",
        )
    return found


def part_text(part: Part, name: str) -> tuple[str, tuple[str, ...]]:
    """The text of a part in its own encoding."""
    content = part_bytes(part)
    stated = _stated(part)
    if not stated and part.get_content_type() == "text/html":
        stated = declared_encoding(content)
    text, caveats = decode_declared(content, stated, name)
    return text.translate(_UNSEEN), caveats


def part_bytes(part: Part) -> bytes:
    """The content of a part, its transfer encoding undone."""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def inner_parts(part: Part) -> list[Part]:
    """The parts that a part is made of."""
    # Asked for the payload of anything else, the library decodes it in a charset that may not exist.
    payload = part.get_payload() if part.is_multipart() else []
    return [child for child in payload if isinstance(child, Message)]


def header_text(value: str) -> str:
    """A header as people read it: unfolded, encoded words decoded."""
    unfolded = _FOLD.sub(" ", value)
    try:
        pieces = decode_header(unfolded) if "=?" in unfolded else [(unfolded, None)]
    except errors.HeaderParseError:
        pieces = [(unfolded, None)]
    text = "".join(_piece(piece, charset) for piece, charset in pieces)
    return " ".join(text.translate(_UNSEEN).split())


def _piece(piece: str | bytes, charset: str | None) -> str:
    if isinstance(piece, str):
        raw = piece.encode("utf-8", "surrogateescape")
        return decode_any(raw, "")[0] if not piece.isascii() else piece
    if charset is None:
        return decode_any(piece, "")[0]
    return decode_declared(piece, charset, "")[0]


def _headers(message: Part) -> Iterator[tuple[str, str]]:
    raw = [(key, str(value)) for key, value in message.raw_items()]
    for shown in SHOWN_HEADERS:
        for key, value in raw:
            text = header_text(value) if key.lower() == shown.lower() else ""
            if text:
                yield shown, text


def _sort(message: Part, found: Content, name: str) -> None:
    """Put every part of the message where it belongs, in their order."""
    waiting, seen = [message], 0
    while waiting:
        part = waiting.pop()
        seen += 1
        if seen > MAX_PARTS:
            raise InputError(f"{name} has more than {MAX_PARTS:,} parts.", hint="Save its parts as files.")
        kind = part.get_content_type()
        inner = inner_parts(part)
        if kind == "message/rfc822" and inner:
            found.attached.append(part)
        elif kind == "multipart/alternative" and inner:
            forms, others = _alternatives(inner)
            if forms:
                found.body.append(forms)
            waiting += reversed(others)
        elif inner:
            waiting += reversed(inner)
        elif kind in ("text/plain", "text/html") and not _is_attached(part):
            found.body.append([part])
        elif kind not in _SIGNATURES and not kind.startswith("multipart/"):
            found.attached.append(part)


def _alternatives(parts: list[Part]) -> tuple[list[Part], list[Part]]:
    """The forms of one text, also where one of them brings its pictures, and what comes with them."""
    forms: list[Part] = []
    others: list[Part] = []
    waiting = list(reversed(parts))
    while waiting:
        part = waiting.pop()
        inner = inner_parts(part)
        if inner and part.get_content_type().startswith("multipart/"):
            waiting += reversed(inner)
        elif part.get_content_type() in ("text/plain", "text/html") and not _is_attached(part):
            forms.append(part)
        else:
            others.append(part)
    return forms, others


def _is_attached(part: Part) -> bool:
    try:
        return part.get_content_disposition() == "attachment" or bool(part.get_filename())
    except (ValueError, LookupError, AttributeError):
        return True


def _stated(part: Part) -> str:
    try:
        return part.get_content_charset() or ""
    except (ValueError, LookupError, AttributeError):
        return ""
