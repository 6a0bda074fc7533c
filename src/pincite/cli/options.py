"""Options that several verbs share, and the library that the command line names."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click.core import Command, Context

    from pincite.errors import InputError
    from pincite.service import Library
    from pincite.settings import Settings
    from pincite.stores.place import Place

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON on standard output, and nothing else.")]
Password = Annotated[str | None, typer.Option(metavar="TEXT", help="Opens encrypted files.")]
Documents = Annotated[
    list[str] | None,
    typer.Option(
        "--document",
        metavar="NAME",
        help="Ask only this document: its name, the beginning of it, or a pattern ('lease-*'). "
        "May be repeated.",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(metavar="MODEL", help="Ask a language model: anthropic/NAME, openai/NAME, http://…"),
]
Temporary = Annotated[
    bool, typer.Option("--temporary", help="Store nothing: neither the files nor your questions.")
]

# With what stands for the value of each; a switch has none.
_BEFORE_THE_VERB = {"--library": "PATH", "--collection": "NAME", "--preset": "NAME"}
# What other programs call our verbs, where the spelling does not lead there.
_ELSEWHERE = {
    "list": "documents", "ls": "documents", "remove": "forget", "rm": "forget", "delete": "forget",
    "query": "ask", "search": "ask", "import": "add", "settings": "config", "status": "doctor",
}  # fmt: skip
_SWITCHES = ("--local-models", "--no-local-models")


class VerbCommand(TyperCommand):
    """A verb that shows the right command line when an option of `pincite` itself is written after it."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        misplaced, rest = _parted(args)
        if misplaced:
            pairs = _without_password(_given_before(ctx) | misplaced).items()
            options = [part for option in pairs for part in option if part]
            command = shlex.join(["pincite", *options, *_verb(ctx), *rest])
            ctx.fail(f"Put {' and '.join(misplaced)} before the verb. Write: {command}")
        return super().parse_args(ctx, args)


class Verbs(TyperGroup):
    """All verbs; one that other programs have is told ours."""

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        if args and args[0] in _ELSEWHERE:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {_ELSEWHERE[args[0]]!r}?")
        return super().resolve_command(ctx, args)


class StrictnessOption(StrEnum):
    """The same names as in the settings, which are not imported here because help must be quick."""

    lenient = "lenient"
    balanced = "balanced"
    strict = "strict"
    paranoid = "paranoid"


Strictness = Annotated[
    StrictnessOption | None, typer.Option(help="How sure an answer must be (default: balanced).")
]
MaxRisk = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="The share of answers that may be wrong (0.05), in place of the bar of --strictness.",
    ),
]


@dataclass(frozen=True, slots=True)
class Named:
    """What the command line names before the verb; None leaves it to the settings."""

    library: Place | None = None
    collection: str | None = None
    preset: str | None = None
    local_models: bool | None = None
    model: str | None = None
    """The language model to ask, which a verb has an option for."""
    max_risk: float | None = None
    vision: str | None = None
    """The same for the one that is shown pictures."""

    def given(self) -> dict[str, object]:
        """What was set on the command line, in the names of the settings."""
        options = {
            "library": self.library,
            "collection": self.collection,
            "preset": self.preset,
            "local_models": self.local_models,
            "language_model": self.model,
            "max_risk": self.max_risk,
            "vision": self.vision,
        }
        return {key: value for key, value in options.items() if value is not None}

    @property
    def is_explicit(self) -> bool:
        """Whether the user named this very path, so that finding no library there means a slip."""
        return self.library is not None or bool(os.environ.get("PINCITE_LIBRARY"))

    def command(self, *verb: str) -> str:
        """A command line that means the same library and collection."""
        library = ["--library", str(self.library)] if self.library else []
        collection = ["--collection", self.collection] if self.collection else []
        return shlex.join(["pincite", *library, *collection, *verb])

    def settings(self) -> Settings:
        from pincite.settings import load

        return load(self.given())

    def open(self, strictness: StrictnessOption | None = None) -> Library:
        """The library, made if there is none."""
        from pincite.cli.screen import notice, once
        from pincite.service import open_library

        return open_library(
            strictness=strictness.value if strictness else None,
            settings=self.given(),
            notice=once(notice),
        )

    def open_existing(self, strictness: StrictnessOption | None = None) -> Library:
        """The library; an InputError if there is none, because reading must not make one."""
        self._require_library(self.settings())
        return self.open(strictness)

    def open_to_work(self, connections: int) -> Library:
        """The same, for a process that only looks after others: it makes few connections to a database.

        A StoreError where nothing may be written: such a worker would wait for ever and do nothing.
        """
        from pincite.cli.screen import notice, once
        from pincite.errors import StoreError
        from pincite.service import open_with

        settings = self.settings()
        self._require_library(settings)
        library = open_with(settings, once(notice), connections=connections)
        try:
            library.store.require_writable()
        except StoreError:
            library.close()
            raise
        return library

    def _require_library(self, settings: Settings) -> None:
        from pincite.stores.opening import has_library

        if not has_library(settings.library):
            raise self._no_library(settings.library)

    def _no_library(self, path: Place) -> InputError:
        from pincite.errors import InputError

        if not self.is_explicit:
            hint = f'Run: {self.command("add", "FILE")}, or {self.command("ask", "FILE")} "QUESTION"'
            return InputError(f"There is no library in {path} yet.", hint=hint)
        what = "path" if isinstance(path, Path) else "address"
        hint = f"Check the {what}, or make a library there: {self.command('add', 'FILE')}"
        return InputError(f"There is no library in {path}.", hint=hint)


def named(context: typer.Context) -> Named:
    """What the options before the verb named."""
    return context.ensure_object(Named)


def _parted(arguments: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The options that belong before the verb, with their values, and all the rest."""
    misplaced: dict[str, str] = {}
    rest: list[str] = []
    waiting = list(arguments)
    while waiting and waiting[0] != "--":
        argument = waiting.pop(0)
        option, equals, value = argument.partition("=")
        if argument in _SWITCHES:
            misplaced[argument] = ""
        elif option not in _BEFORE_THE_VERB:
            rest.append(argument)
        elif equals:
            misplaced[option] = value
        else:
            misplaced[option] = waiting.pop(0) if waiting else _BEFORE_THE_VERB[option]
    return misplaced, [*rest, *waiting]


def _verb(context: Context) -> list[str]:
    """The words of the verb: one, or two where it belongs to a group."""
    words = [str(context.info_name)]
    while context.parent and context.parent.parent:
        context = context.parent
        words.insert(0, str(context.info_name))
    return words


def _without_password(options: dict[str, str]) -> dict[str, str]:
    return {name: _shown(value) if name == "--library" else value for name, value in options.items()}


def _shown(library: str) -> str:
    from pincite.errors import StoreError
    from pincite.stores.place import place_of

    try:
        return str(place_of(library))
    except StoreError:  # told when the command is given as it should be
        return "LIBRARY"


def _given_before(context: Context) -> dict[str, str]:
    given = context.find_root().params
    options = {f"--{name}": value for name, value in given.items() if value}
    named = {option: value for option, value in options.items() if option in _BEFORE_THE_VERB}
    if given.get("local_models") is not None:
        named["--local-models" if given["local_models"] else "--no-local-models"] = ""
    return named
