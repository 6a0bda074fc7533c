"""Answers about documents, each pinned to the exact place that proves it and checked by code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.answer.answers import Answer, Evidence, Item
    from pincite.ask.conversation import Conversation, Turn
    from pincite.errors import (
        ConfigError,
        InputError,
        PinciteError,
        ProviderError,
        StoreError,
        UnverifiedError,
    )
    from pincite.jobs.batch import Added
    from pincite.service import Library
    from pincite.service import open_library as open

__version__ = "0.1.0"
__all__ = [
    "Added",
    "Answer",
    "ConfigError",
    "Conversation",
    "Evidence",
    "InputError",
    "Item",
    "Library",
    "PinciteError",
    "ProviderError",
    "StoreError",
    "Turn",
    "UnverifiedError",
    "open",
]

# A name's module is loaded when the name is first used, so that `import pincite` costs nothing.
_HOMES = {
    "Added": ("pincite.jobs.batch", "Added"),
    "Answer": ("pincite.answer.answers", "Answer"),
    "ConfigError": ("pincite.errors", "ConfigError"),
    "Conversation": ("pincite.ask.conversation", "Conversation"),
    "Evidence": ("pincite.answer.answers", "Evidence"),
    "InputError": ("pincite.errors", "InputError"),
    "Item": ("pincite.answer.answers", "Item"),
    "Library": ("pincite.service", "Library"),
    "PinciteError": ("pincite.errors", "PinciteError"),
    "ProviderError": ("pincite.errors", "ProviderError"),
    "StoreError": ("pincite.errors", "StoreError"),
    "Turn": ("pincite.ask.conversation", "Turn"),
    "UnverifiedError": ("pincite.errors", "UnverifiedError"),
    "open": ("pincite.service", "open_library"),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pincite' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
