"""Name the files that are added, and those that came attached to a document.

`mail.eml › contract.pdf` is what `contract.pdf` is called that came with `mail.eml`: the same every time
the mail is added, unlike any file's own name, and without a path that the sender chose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pincite.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.jobs.files import Found
    from pincite.jobs.one_file import Attached

SEPARATOR = " › "
_LONGEST_NAME = 120
_NOT_IN_A_NAME = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def names(parent: str, attached: Iterable[Attached]) -> Iterator[tuple[str, bytes]]:
    """The name in the library and the bytes of each file that came with `parent`."""
    taken: set[str] = set()
    for number, each in enumerate(attached, start=1):
        own = own_name(each.name, number)
        stem, dot, suffix = own.rpartition(".")
        copies = 1
        while own.lower() in taken:
            copies += 1
            own = f"{stem} ({copies}).{suffix}" if dot and stem else f"{suffix} ({copies})"
        taken.add(own.lower())
        yield f"{parent}{SEPARATOR}{own}", each.content


def came_with(name: str, parent: str) -> bool:
    """Whether a document of that name came attached to `parent`, or to something that did."""
    return name.startswith(parent + SEPARATOR)


def refuse_as_own(name: str) -> None:
    """No file may be taken for an attachment: it would be forgotten with a mail that it never came with."""
    if SEPARATOR in name:
        raise InputError(
            f"{name} cannot have this name: “{SEPARATOR}” separates an e-mail from its attachment.",
            hint="Choose another name: --name NAME",
        )


def check_name(found: Found, taken: dict[str, Path]) -> None:
    """Take the name for the file; the same file may be named twice, and what is skipped takes none."""
    if found.skipped:
        return
    refuse_as_own(found.name)
    if taken.setdefault(found.name, found.path).absolute() != found.path.absolute():
        raise InputError(
            f"{found.path} has the same name as another of these files.",
            hint="Add it separately under another name: --name NAME",
        )


def plain_name(given: str) -> str:
    """The last part of a name that somebody chose, without what cannot be seen; it may be empty."""
    last = re.split(r"[/\\]", given)[-1]
    return " ".join(_NOT_IN_A_NAME.sub(" ", last).replace("›", ">").split()).strip(". ")


def own_name(given: str, number: int) -> str:
    """The same for a file that came attached: never empty, and short."""
    plain = plain_name(given)
    if len(plain) > _LONGEST_NAME:
        stem, _, suffix = plain.rpartition(".")
        plain = f"{(stem or plain)[: _LONGEST_NAME - 12]}….{suffix[:10]}"
    return plain or f"attachment {number}"
