"""The name of whoever is logged in, for decisions that say who made them."""

from __future__ import annotations

from pincite.errors import InputError


def login() -> str:
    """That name, or an InputError that says how to give one."""
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError) as error:
        raise InputError("Nobody is logged in by a name.", hint="Say who decides: --by NAME") from error
