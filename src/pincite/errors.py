"""Every error we raise: what happened, what to do next, and how each surface reports it.

PinciteError                                                             exit 1, HTTP 500
├── InputError        the caller's file or question cannot be used       exit 2, HTTP 422
│   ├── UnsupportedFormat  a file is of a kind that no parser reads
│   └── Encrypted     a file opens only with its password, and that was not given or is not the right one
├── ConfigError       a setting is unknown, missing or contradictory     exit 3, HTTP 500
│   └── MissingExtra  an optional dependency is not installed
├── ProviderError     a model endpoint failed; `retryable` says if to try again  exit 4, HTTP 502
│   ├── RefusedByModel   the model will not answer
│   ├── TruncatedReply   its reply breaks off at the limit of its length
│   └── UnreadableReply  its reply does not have the form that was asked for
├── StoreError        the library could not be read or written           exit 5, HTTP 503
│   ├── NotHeld       it does not hold a version, or no longer           HTTP 410
│   └── TamperError   stored bytes no longer match their recorded hash
├── Waiting           a reply is still to come: a provider works on it in a batch  exit 9, HTTP 202
├── Stopped           a question's time was up, or the caller cancelled it  exit 130, HTTP 504
└── UnverifiedError   `answer.require()` on an answer that was not proved  exit 14

`pincite check` and `pincite verify` exit with 6 where something is disproved: a result, and no error.
An abstention or a failed check is a result, never an exception: only a caller who asks for one
with `answer.require()` gets `UnverifiedError`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

INTERRUPTED_EXIT_CODE = 130
DISPROVED_EXIT_CODE = 6
GATE_EXIT_CODE = 7
BATCH_EXIT_CODE = 8
WAITING_EXIT_CODE = 9
# Our own command line as hints write it: a verb of ours, or an option.
_COMMAND = re.compile(r"\bpincite [a-z]|(?<!\S)['\"`(]?--[a-z]")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


class PinciteError(Exception):
    """Base of all our errors. The message says what happened; the hint says what to do.

    A hint may name a command. `elsewhere` says what to do where there is no command line; without it,
    `hint_elsewhere` is what the hint says beside commands.
    """

    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500

    def __init__(
        self, message: str, *, hint: str = "", retryable: bool = False, elsewhere: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.retryable = retryable
        self.elsewhere = elsewhere

    @property
    def hint_elsewhere(self) -> str:
        """What to do, for somebody who uses a page or a program: it never names a command."""
        return without_commands(self.hint) if self.elsewhere is None else self.elsewhere

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()


def without_commands(text: str) -> str:
    """The sentences of a hint that name no command of ours."""
    sentences = _SENTENCE_END.split(text)
    return " ".join(each for each in sentences if not _COMMAND.search(each))


class InputError(PinciteError):
    """The caller's file or question cannot be used."""

    exit_code, http_status = 2, 422


class UnsupportedFormat(InputError):
    """A file is of a kind that no parser reads, so there is nothing wrong with the file itself."""


class Encrypted(InputError):
    """A file opens only with its password, and that was not given or is not the right one."""


class ConfigError(PinciteError):
    """A setting is unknown, missing or contradictory."""

    exit_code, http_status = 3, 500


class MissingExtra(ConfigError):
    """An optional dependency is not installed."""

    def __init__(self, package: str, *, extra: str, needed_for: str) -> None:
        super().__init__(
            f"{needed_for} needs the package {package!r}, which is not installed.",
            hint=f"Run: {to_install(extra)}",
        )


def to_install(extra: str) -> str:
    """The command that installs an optional part, from a package index and from a clone."""
    return f"pip install 'pincite[{extra}]' (in a clone of the repository: pip install '.[{extra}]')"


class ProviderError(PinciteError):
    """A model endpoint failed."""

    exit_code, http_status = 4, 502


class RefusedByModel(ProviderError):
    """The model will not answer: that says nothing about the document."""


class TruncatedReply(ProviderError):
    """The model's reply breaks off at the limit of its length; `said` is what came before."""

    said: str = ""


class UnreadableReply(ProviderError):
    """The model's reply does not have the form that was asked for; the message says where."""


class StoreError(PinciteError):
    """The library could not be read or written."""

    exit_code, http_status = 5, 503


class NotHeld(StoreError):
    """The library does not hold this version, or holds it no longer."""

    http_status = 410


class TamperError(StoreError):
    """Stored bytes no longer match their recorded hash."""


class Waiting(PinciteError):
    """A reply is still to come, because a provider works on it in a batch: nothing went wrong."""

    exit_code, http_status = WAITING_EXIT_CODE, 202


class Stopped(PinciteError):
    """A question was not answered in the time that it was given, or the caller cancelled it."""

    exit_code, http_status = INTERRUPTED_EXIT_CODE, 504


class UnverifiedError(PinciteError):
    """The caller required a proved answer and there is none; `leads` are the likeliest places, if any."""

    exit_code, http_status = 14, 200

    def __init__(
        self, message: str, *, hint: str = "", retryable: bool = False, leads: Sequence[Any] = ()
    ) -> None:
        super().__init__(message, hint=hint, retryable=retryable)
        # `Lead` of contract.answers, which errors, the lowest layer, does not know.
        self.leads = tuple(leads)
