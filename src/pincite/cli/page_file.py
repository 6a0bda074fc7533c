"""Write the picture of a page to a file, and to no file that is anything else."""

from __future__ import annotations

import re
from pathlib import Path

from pincite.cli.screen import printable_name
from pincite.errors import InputError

_PNG = b"\x89PNG\r\n\x1a\n"
_NOT_IN_NAMES = re.compile(r"[\x00-\x1f/\\:*?\"<>|]+")


def default_file(name: str, page: int) -> Path:
    """In the folder one is in, whatever the document's name holds."""
    return Path(f"{_NOT_IN_NAMES.sub('_', name)}-page-{page}.png")


def require_writable(path: Path) -> None:
    """An InputError where writing would destroy a file that is no PNG. An older picture may be replaced."""
    try:
        with path.open("rb") as file:
            is_png = file.read(len(_PNG)) == _PNG
    except FileNotFoundError:
        return
    except OSError as error:
        raise _refused(path, error) from error
    if not is_png:
        raise InputError(
            f"{printable_name(str(path))} exists and is not a PNG file.",
            hint="Choose another name: --to FILE",
        )


def write(path: Path, picture: bytes) -> None:
    try:
        path.write_bytes(picture)
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> InputError:
    reason = error.strerror or type(error).__name__
    return InputError(
        f"{printable_name(str(path))} cannot be written: {reason}.", hint="Choose another place: --to FILE"
    )
