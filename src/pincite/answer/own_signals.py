"""Signals that a user adds to ours: one field, and one fragment of the prompt that asks for it.

What a model says there is its own word, as all signals are: no check reads it, and no answer passes or fails
by it. Registering one adds the key `own` to the signals of replies and answers, which else is not there.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, PydanticUserError, TypeAdapter, create_model

from pincite.errors import ConfigError

_NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
_LONGEST_FRAGMENT = 600


@dataclass(frozen=True, slots=True)
class OwnSignal:
    """Its name, the form of its values (such as `bool` or `list[str]`), and what a model is told of it."""

    name: str
    form: Any
    fragment: str


def own_signals() -> Mapping[str, OwnSignal]:
    """All that are registered, by name."""
    return MappingProxyType(dict(_OWN_SIGNALS))


def register_signal(new: OwnSignal) -> OwnSignal:
    """Add a signal for the rest of the process; registering the same one twice changes nothing."""
    if not _NAME.fullmatch(new.name):
        raise ConfigError(
            f"{new.name!r} is not a valid name for a signal.",
            hint="Use small letters, digits and underscores.",
        )
    if not 0 < len(new.fragment.strip()) <= _LONGEST_FRAGMENT:
        raise ConfigError(
            f"The signal {new.name!r} does not say what to look for.",
            hint=f"Say it in a fragment of up to {_LONGEST_FRAGMENT} characters.",
        )
    try:
        TypeAdapter(new.form).json_schema()
    except (PydanticUserError, TypeError) as error:
        raise ConfigError(
            f"The signal {new.name!r} has values that no JSON schema describes.",
            hint="Use bool or list[str].",
        ) from error
    if _OWN_SIGNALS.setdefault(new.name, new) != new:
        raise ConfigError(
            f"There is already a signal named {new.name!r}.", hint="Register yours under another name."
        )
    return new


def own_form() -> type[BaseModel] | None:
    """The strict form in which a model says them; None where none is registered."""
    return _form(tuple(_OWN_SIGNALS.values())) if _OWN_SIGNALS else None


def own_schema() -> dict[str, Any] | None:
    """What the key `own` of an answer holds: every signal, null where nobody spoke; None without any."""
    if not _OWN_SIGNALS:
        return None
    properties = {
        name: {
            "anyOf": [TypeAdapter(signal.form).json_schema(), {"type": "null"}],
            "description": signal.fragment,
        }
        for name, signal in _OWN_SIGNALS.items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }


def fragments() -> str:
    """What a model is told of them, for the end of its instructions; empty without any."""
    if not _OWN_SIGNALS:
        return ""
    told = "\n".join(f"- `{signal.name}`: {signal.fragment.strip()}" for signal in _OWN_SIGNALS.values())
    return f"Under `own` in `signals`, also say of the lines shown:\n\n{told}\n"


def together(said: Iterable[Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """What replies say in all: lists are joined, one yes is a yes, of other values the first stays."""
    replies = list(said)
    return {name: _joined([reply.get(name) for reply in replies]) for name in _OWN_SIGNALS}


def _joined(values: Sequence[JsonValue]) -> JsonValue:
    lists = [value for value in values if isinstance(value, list)]
    if lists:
        items = [item for value in lists for item in value]
        return [item for place, item in enumerate(items) if item not in items[:place]]
    said = [value for value in values if value is not None]
    return next((value for value in said if value), said[0] if said else None)


@functools.cache
def _form(signals: tuple[OwnSignal, ...]) -> type[BaseModel]:
    fields: dict[str, Any] = {
        signal.name: (signal.form, Field(description=signal.fragment.strip())) for signal in signals
    }
    return create_model("OwnSignals", __config__=ConfigDict(frozen=True, extra="forbid"), **fields)


# As with answer types: every stage must know a user's signal, and `register_signal` is the only way in.
_OWN_SIGNALS: dict[str, OwnSignal] = {}
