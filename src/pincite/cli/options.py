"""Options that several verbs share, and the library that the command line names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pincite.service import Library
    from pincite.settings import Settings

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON on standard output, and nothing else.")]
Password = Annotated[str | None, typer.Option(metavar="TEXT", help="Opens the files that are encrypted.")]


class StrictnessOption(StrEnum):
    """The same names as in the settings, which are not imported here because help must be quick."""

    lenient = "lenient"
    balanced = "balanced"
    strict = "strict"
    paranoid = "paranoid"


@dataclass(frozen=True, slots=True)
class Named:
    """The library and collection that the command line names; None leaves it to the settings."""

    library: Path | None = None
    collection: str | None = None

    def given(self) -> dict[str, object]:
        """What was set on the command line, in the names of the settings."""
        options = {"library": self.library, "collection": self.collection}
        return {key: value for key, value in options.items() if value is not None}

    def settings(self) -> Settings:
        from pincite.settings import load

        return load(self.given())

    def open(self, strictness: StrictnessOption | None = None) -> Library:
        """The library, made if there is none."""
        from pincite.cli.screen import notice
        from pincite.service import open_library

        return open_library(
            self.library,
            collection=self.collection,
            strictness=strictness.value if strictness else None,
            notice=notice,
        )

    def open_existing(self, strictness: StrictnessOption | None = None) -> Library:
        """The library; an InputError if there is none, because reading must not make one."""
        from pincite.errors import InputError
        from pincite.service import has_library

        settings = self.settings()
        if not has_library(settings.library):
            raise InputError(
                f"There is no library in {settings.library} yet.",
                hint='Run: pincite add FILE, or pincite ask FILE "QUESTION"',
            )
        return self.open(strictness)


def named(context: typer.Context) -> Named:
    """What the options before the verb named."""
    return context.ensure_object(Named)
