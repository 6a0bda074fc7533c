"""Take an uploaded file, and its name for what it is: words of a stranger.

`BodyLimits` counts its bytes while they arrive. A large file lies in a temporary file without a name, which
the operating system deletes with the process, however it ends.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import BinaryIO

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from pincite.jobs.files import plain_name
from pincite.rest.problems import Refused

_FIELDS = ("name", "password")
_LONGEST_FIELD = 4_000
_LONGEST_NAME = 1_000
# As browsers write them in the name of a file.
_WRITTEN = {"%22": '"', "%0D": " ", "%0A": " "}
_WRITE = "Send multipart/form-data with the field `file`: curl -F file=@contract.pdf URL"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has arrived as a whole."""

    file: BinaryIO
    name: str
    password: str | None = field(repr=False)


@asynccontextmanager
async def received(request: Request) -> AsyncIterator[Upload]:
    """The upload, whose file is deleted at the end; a refusal where it is not one whole file."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "multipart/form-data":
        raise Refused(415, "NoMultipart", "An upload is multipart/form-data.", hint=_WRITE)
    try:
        form = await request.form(max_files=1, max_fields=len(_FIELDS), max_part_size=_LONGEST_FIELD)
    except Refused:  # too large, or too slow
        raise
    except HTTPException as error:
        raise _malformed(error.detail.rstrip(".")) from error
    except ClientDisconnect as error:
        raise Refused(400, "BrokenOff", "The upload broke off.") from error
    try:
        yield _upload(form)
    finally:
        await form.close()


def _upload(form: FormData) -> Upload:
    for each in form:
        if each not in ("file", *_FIELDS):
            raise _malformed(f"There is no field {each[:40]!r}")
        if len(form.getlist(each)) > 1:
            raise _malformed(f"The field {each!r} comes twice")
    file, *given = (form.get(each) for each in ("file", *_FIELDS))
    if not isinstance(file, UploadFile):
        raise _malformed("The field `file` is missing, or has no name of a file")
    name, password = (each if isinstance(each, str) else None for each in given)
    called = file.filename or ""
    for written, meant in _WRITTEN.items():
        called = called.replace(written, meant)
    if not called and name is None:
        raise _malformed("The file has no name")
    # Whole: cut to a length, names that begin alike would be versions of one document.
    return Upload(file.file, _checked_name(plain_name(called) if name is None else name), password or None)


def _checked_name(name: str) -> str:
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
