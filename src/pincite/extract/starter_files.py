"""The schemas that come with the package, as files to start from."""

from __future__ import annotations

from importlib import resources

from pincite.errors import InputError

STARTERS = ("commercial-contracts", "nda", "drug-labels", "insurance-policies")


def starter_text(name: str) -> str:
    """The file of a starter, comments and all."""
    name = name.lower()
    if name not in STARTERS:
        raise InputError(f"There is no starter {name!r}.", hint=f"Choose one of: {', '.join(STARTERS)}.")
    return resources.files("pincite.extract").joinpath(f"starters/{name}.yaml").read_text("utf-8")
