"""Who sends a request, and what they may do in which collection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request

from pincite.records.api_keys import ApiKey, Right
from pincite.records.levels import Strictness
from pincite.rest.desk import Desk
from pincite.rest.problems import Refused
from pincite.service import Library

_NEEDS = "Ask whoever runs this server for a key with the right {!r}."


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request: with a key, or from this machine where none was ever made."""

    address: str
    key: ApiKey | None

    @property
    def name(self) -> str:
        return self.key.name if self.key else ""

    @property
    def id(self) -> str:
        return self.key.id if self.key else ""


@dataclass(frozen=True, slots=True)
class Place:
    """A collection that the caller may use, with the right that was asked for."""

    desk: Desk
    caller: Caller
    collection: str

    @property
    def library(self) -> Library:
        return self.desk.library(self.collection)

    def strict(self, strictness: Strictness | None) -> Library:
        """The library at another strictness; None leaves it to the settings."""
        return self.desk.library(self.collection, strictness)


def reviewer_name(place: Place, given: str | None) -> str:
    """Who decides: the name that was given, and that of the key; whoever has neither is unnamed."""
    names = [each for each in ((given or "").strip(), place.caller.name) if each]
    return " via ".join(names) or "unnamed"


CollectionName = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=200,
        description="The collection; without it that of the server, or the only one of your key.",
    ),
]


def caller_of(request: Request) -> Caller:
    caller = request.scope["state"]["caller"]
    assert isinstance(caller, Caller), "the door lets nobody in without one"
    return caller


def desk_of(request: Request) -> Desk:
    desk = request.app.state.desk
    assert isinstance(desk, Desk)
    return desk


def _place(request: Request, collection: str | None, right: Right) -> Place:
    caller, desk = caller_of(request), desk_of(request)
    chosen = caller.key.chosen(collection or "", desk.collection) if caller.key else collection
    chosen = chosen or desk.collection
    if caller.key and not caller.key.opens(chosen):
        raise Refused(403, "OtherCollection", f"Your key does not open the collection {chosen!r}.")
    if caller.key and not caller.key.may(right):
        said = f"Your key may {caller.key.right}; this takes the right {right!r}."
        raise Refused(403, "MissingRight", said, hint=_NEEDS.format(right))
    request.scope["state"]["collection"] = chosen
    return Place(desk, caller, chosen)


def _reading(request: Request, collection: CollectionName = None) -> Place:
    return _place(request, collection, "read")


def _writing(request: Request, collection: CollectionName = None) -> Place:
    return _place(request, collection, "write")


def _administering(request: Request, collection: CollectionName = None) -> Place:
    return _place(request, collection, "admin")


Reading = Annotated[Place, Depends(_reading)]
Writing = Annotated[Place, Depends(_writing)]
Administering = Annotated[Place, Depends(_administering)]
