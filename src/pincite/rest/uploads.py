"""Stream an uploaded file to disk, as it arrives, and take its name for what it is: words of a stranger."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

import anyio.to_thread
from fastapi import Request
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect

from pincite.jobs.attached import plain_name
from pincite.rest.problems import Refused

_FIELDS = frozenset({"name", "password"})
_LONGEST_FIELD = 4_000
_LONGEST_NAME = 1_000
_ENCODED_NAME = re.compile(rb"filename\*=[Uu][Tt][Ff]-8'[^']{0,20}'([^;\s]{1,4000})")
_WRITE = "Send multipart/form-data with the field `file`: curl -F file=@contract.pdf URL"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has arrived as a whole."""

    path: Path
    name: str
    password: str | None = field(repr=False)


@asynccontextmanager
async def received(request: Request, path: Path) -> AsyncIterator[Upload]:
    """The upload, whose file is deleted at the end; a refusal where it is not one whole file."""
    form = _Form(path)
    try:
        try:
            parser = _parser(request, form)
            async for piece in request.stream():
                if piece:
                    # Writing to a slow disk must not keep everybody else waiting.
                    await anyio.to_thread.run_sync(parser.write, piece)
            parser.finalize()
            upload = form.upload()
        except (FormParserError, UnicodeDecodeError) as error:
            raise _malformed("The multipart body is malformed") from error
        except ClientDisconnect as error:
            raise Refused(400, "BrokenOff", "The upload broke off.") from error
        yield upload
    finally:
        form.close()
        with suppress(OSError):
            os.unlink(path)


def _parser(request: Request, form: _Form) -> MultipartParser:
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != b"multipart/form-data":
        raise Refused(415, "NoMultipart", "An upload is multipart/form-data.", hint=_WRITE)
    if not options.get(b"boundary"):
        raise _malformed("The multipart body has no boundary")
    return MultipartParser(
        options[b"boundary"],
        {
            "on_part_begin": form.begin,
            "on_header_field": form.header_name,
            "on_header_value": form.header_value,
            "on_header_end": form.header_end,
            "on_headers_finished": form.headers_end,
            "on_part_data": form.content,
            "on_part_end": form.end,
            "on_end": form.end_all,
        },
    )


@dataclass(slots=True)
class _Form:
    """The parts of one upload while they arrive."""

    path: Path
    _file: BinaryIO | None = None
    _file_name: str | None = None
    _fields: dict[str, bytearray] = field(default_factory=dict)
    _part: str = ""
    _name: bytearray = field(default_factory=bytearray)
    _value: bytearray = field(default_factory=bytearray)
    _headers: dict[bytes, bytes] = field(default_factory=dict)
    _whole: bool = False

    def begin(self) -> None:
        self._headers, self._part = {}, ""

    def header_name(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]

    def header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def header_end(self) -> None:
        self._headers[bytes(self._name).lower()] = bytes(self._value)
        self._name, self._value = bytearray(), bytearray()

    def headers_end(self) -> None:
        said = self._headers.get(b"content-disposition", b"")
        _, options = parse_options_header(said)
        self._part = options.get(b"name", b"").decode("utf-8", "replace")
        if self._part in self._fields or (self._part == "file" and self._file):
            raise _malformed(f"The field {self._part!r} comes twice")
        if self._part == "file":
            self._file_name = _file_name(said, options.get(b"filename", b""))
            self._file = open(self.path, "xb")  # noqa: SIM115 - closed by `close`, when all of it has arrived
        elif self._part in _FIELDS:
            self._fields[self._part] = bytearray()
        else:
            raise _malformed(f"There is no field {self._part[:40]!r}")

    def content(self, data: bytes, start: int, end: int) -> None:
        piece = data[start:end]
        if self._part == "file" and self._file:
            self._file.write(piece)
            return
        self._fields[self._part] += piece
        if len(self._fields[self._part]) > _LONGEST_FIELD:
            raise _malformed(f"The field {self._part!r} is longer than {_LONGEST_FIELD:,} bytes")

    def end(self) -> None:
        if self._part == "file" and self._file:
            self._file.flush()

    def end_all(self) -> None:
        self._whole = True

    def close(self) -> None:
        if self._file:
            self._file.close()

    def upload(self) -> Upload:
        if not self._whole:
            raise _malformed("The multipart body breaks off")
        if self._file is None:
            raise _malformed("The field `file` is missing")
        self.close()
        given = {name: bytes(value).decode("utf-8") for name, value in self._fields.items()}
        if not self._file_name and "name" not in given:
            raise _malformed("The file has no name")
        # Whole: cut to a length, names that begin alike would be versions of one document.
        name = _checked_name(given.get("name", plain_name(self._file_name or "")))
        return Upload(self.path, name, given.get("password") or None)


def _file_name(said: bytes, given: bytes) -> str:
    """As its sender has it: browsers write a quotation mark as %22, and some programs use RFC 5987."""
    if not given and (encoded := _ENCODED_NAME.search(said)):
        return unquote(encoded[1].decode("ascii", "replace"))
    name = given.decode("utf-8", "replace")
    for written, meant in (("%22", '"'), ("%0D", " "), ("%0A", " ")):
        name = name.replace(written, meant)
    return name


def _checked_name(name: str) -> str:
    # Clients take "." and ".." out of an address before they send it, so nobody could get at the document.
    is_a_step = any(part in (".", "..") for part in name.strip().split("/"))
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable() or is_a_step:
        raise Refused(
            422,
            "WrongName",
            "This cannot be the name of a document.",
            hint=f'Use at most {_LONGEST_NAME:,} printable characters, and no part "." or "..".',
        )
    return name


def _malformed(message: str) -> Refused:
    return Refused(400, "MalformedUpload", f"{message}.", hint=_WRITE)
