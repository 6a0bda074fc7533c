"""Read the key of a service from the environment, and check the address that it is sent to."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

from pincite.errors import ConfigError

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


def key_in(variable: str, provider: str) -> str:
    """The key that the variable holds, or a ConfigError, which never shows what it holds."""
    if not _VARIABLE.fullmatch(variable) or variable != variable.upper():
        # Most likely the key itself, so it is not repeated.
        raise ConfigError(
            f"The option `key_variable` for {provider} is not the name of an environment variable.",
            hint="Put the key into a variable such as PROVIDER_API_KEY, and its name into the option.",
        )
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ConfigError(
            f"{provider} needs a key, and the environment variable {variable} is not set.",
            hint=f"Run: export {variable}=…",
        )
    if not all("!" <= character <= "~" for character in key):
        raise ConfigError(
            f"The environment variable {variable} does not hold a key for {provider}: "
            "it has spaces or characters that no key has.",
            hint=f"Copy the key again: export {variable}=…",
        )
    return key


def checked_url(base_url: str) -> str:
    """The address without a slash at its end, or a ConfigError. One with a password in it is refused."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or re.search(r"[\s\x00-\x1f\x7f-\U0010ffff]", base_url):
        raise ConfigError(
            f"The option `base_url` is not the address of a service: {base_url.rpartition('@')[2]!r}.",
            hint="Write it as https://host/v1",
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(
            f"The option `base_url` for {parts.hostname} holds more than an address.",
            hint="Leave out user, password and what follows a question mark; put the key into a variable.",
        )
    return base_url.rstrip("/")
