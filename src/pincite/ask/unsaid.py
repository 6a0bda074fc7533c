"""Keep keys, and paths of the machine, out of what is recorded.

Only our own words are changed so: a quote of a document stays as it is, whatever it says.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

HIDDEN = "(hidden)"
# What a variable or an option is called that holds a secret; `key_variable` only names a variable.
_SECRET_NAME = re.compile(r"(?i)(?:key|token|secret|password|passwd|credential|authorization)s?$")
_LEAST_SECRET = 8
# A path of two parts at least: "and/or" and "1/2" are none. The last part stays.
_UNIX = re.compile(r"(?<![\w./:…])(?:~/|/)(?:[^\s/\\\"'“”‘’<>|:;,()\[\]{}]+/)+(?=[^\s/]|$)")
_WINDOWS = re.compile(r"(?<![\w])[A-Za-z]:\\(?:[^\\\s\"'“”<>|:;,]+\\)+")


def is_secret(name: str) -> bool:
    """Whether a variable or an option of this name holds a secret."""
    return _SECRET_NAME.search(name) is not None and not name.startswith("max_")


@dataclass(frozen=True, slots=True)
class Unsaid:
    """What must not be recorded."""

    secrets: tuple[str, ...]

    @classmethod
    def of(cls, environment: Mapping[str, str], settings: object = ()) -> Self:
        """The values of variables and of options that hold keys."""
        found = {*_secrets_in(dict(environment)), *_secrets_in(settings)}
        return cls(tuple(sorted(found, key=len, reverse=True)))

    def without_secrets(self, text: str) -> str:
        """The text without any of them."""
        for secret in self.secrets:
            if secret in text:
                text = text.replace(secret, HIDDEN)
        return text

    def without(self, text: str) -> str:
        """The text without secrets and without paths of the machine."""
        return self.without_secrets(without_paths(text))


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


def _secrets_in(value: object) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for each in value:
            yield from _secrets_in(each)
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        if isinstance(inner, str) and len(inner) >= _LEAST_SECRET and is_secret(str(name)):
            yield inner
        yield from _secrets_in(inner)
