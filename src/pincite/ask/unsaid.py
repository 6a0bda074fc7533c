"""Keep keys, and paths of the machine, out of what is recorded.

Only our own words are changed so: a quote of a document stays as it is, whatever it says.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from contextlib import suppress

_SECRET_NAME = re.compile(r"(?i)(?:key|token|secret|password|passwd|credential)s?$")
_LEAST_SECRET = 8
_HIDDEN = "(hidden)"
# A path of two parts at least: "and/or" and "1/2" are none. The last part stays.
_UNIX = re.compile(r"(?<![\w./:…])(?:~/|/)(?:[^\s/\\\"'“”‘’<>|:;,()\[\]{}]+/)+(?=[^\s/]|$)")
_WINDOWS = re.compile(r"(?<![\w])[A-Za-z]:\\(?:[^\\\s\"'“”<>|:;,]+\\)+")


def without_paths(text: str) -> str:
    """The text, in which a path of the machine is only the last part of it."""
    for folder in _own_folders():
        text = text.replace(f"{folder}{os.sep}", "~/")
    return _WINDOWS.sub("…/", _UNIX.sub("…/", text))


@functools.cache
def _own_folders() -> tuple[str, ...]:
    """Where the user is at home and at work: their names may have spaces, which end other paths."""
    found = []
    with suppress(OSError, RuntimeError):
        found += [os.path.expanduser("~"), os.getcwd()]
    return tuple(each for each in found if len(each) > 1)


def without_secrets(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """The text without the values of variables that hold keys."""
    for name, value in environment.items():
        if len(value) >= _LEAST_SECRET and value in text and _SECRET_NAME.search(name):
            text = text.replace(value, _HIDDEN)
    return text


def unsaid(text: str) -> str:
    """The text without either."""
    return without_secrets(without_paths(text))
