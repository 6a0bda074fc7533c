"""Say which services of language models can be used here, and of each that cannot, why and what to do."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType

from pincite.errors import ConfigError, to_install
from pincite.providers.faults import key_in
from pincite.providers.gemini import variable_of


@dataclass(frozen=True, slots=True)
class _Service:
    name: str
    title: str
    module: str
    extra: str
    variable: str


_SERVICES = (
    _Service("anthropic", "Anthropic", "anthropic", "anthropic", "ANTHROPIC_API_KEY"),
    _Service("openai", "OpenAI", "openai", "openai", "OPENAI_API_KEY"),
    _Service("gemini", "Gemini", "google.genai", "gemini", "GEMINI_API_KEY"),
    _Service("served", "Your own server", "openai", "openai", ""),
)


@dataclass(frozen=True, slots=True)
class Usable:
    """One service: whether it can be called, and if not what is missing and how to get it."""

    name: str
    ok: bool
    reason: str
    hint: str = ""


def usable(variables: Mapping[str, str] = MappingProxyType({})) -> list[Usable]:
    """Every service, with the variables of keys that the settings name. Nothing is called."""
    return [_examined(service, variables.get(service.name, service.variable)) for service in _SERVICES]


def _examined(service: _Service, key_variable: str) -> Usable:
    extra, name = service.extra, service.name
    if not _is_installed(service.module):
        hint = f"Run: {to_install(extra)}"
        return Usable(name, False, f"the extra {extra!r} is not installed", hint)
    if not key_variable:
        return Usable(name, True, "--model http://HOST:PORT")
    variable = variable_of(key_variable)
    try:
        key_in(variable, service.title)
    except ConfigError as error:
        return Usable(name, False, _missing(variable), error.hint)
    return Usable(name, True, f"the key is in {variable}")


def _missing(variable: str) -> str:
    if variable not in os.environ:
        # What is no name of a variable may be the key itself.
        return f"{variable} is not set" if variable.isidentifier() and variable.isupper() else "it has no key"
    return f"{variable} holds no key"


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # its parent is missing
        return False
