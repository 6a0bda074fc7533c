"""Add a file for a client: one of the folder that was opened for it, or bytes that it sends."""

from __future__ import annotations

import binascii
import tempfile
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path

from pincite.answer.answers import Failure
from pincite.errors import InputError
from pincite.jobs.batch import Added
from pincite.jobs.files import own_name
from pincite.mcp.inbox import Inbox
from pincite.mcp.tool_forms import AddedDocument, AddResult
from pincite.service import Library

LONGEST_UPLOAD = 22_000_000  # characters of Base64: a file of 16 MB


def of_file(library: Library, inbox: Inbox | None, path: str) -> AddResult:
    """What became of a file of the folder."""
    if inbox is None:
        raise InputError(
            "No folder is open for files to add.", hint="The user opens one: pincite mcp --allow-add FOLDER"
        )
    with tempfile.TemporaryDirectory(prefix="pincite-add-") as folder:
        copy = inbox.copy(path, Path(folder), library.settings.limits)
        return _result(library.add(copy))


def of_upload(library: Library, allowed: bool, name: str, content: str) -> AddResult:
    """What became of a file that was sent in Base64; of its name only the last part counts."""
    if not allowed:
        raise InputError(
            "Files cannot be sent to this server.", hint="The user allows it: pincite mcp --allow-upload"
        )
    if not name.strip():
        raise InputError("The file has no name.", hint="Give `name` with its ending, such as 'lease.pdf'.")
    try:
        sent = b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InputError("The content is not Base64.", hint="Encode the whole file in Base64.") from error
    return _result(library.add_bytes(sent, own_name(name, 1)))


def _result(results: Sequence[Added]) -> AddResult:
    return AddResult(
        added=[
            AddedDocument(
                name=each.identity.name if each.identity else Path(each.path).name,
                status=each.status,
                error=Failure.of(each.error) if each.error else None,
            )
            for each in results
        ]
    )
