"""What a job does to each of its documents and under which settings, as the library keeps it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pincite.answer.document_tables import TableField
from pincite.errors import ConfigError, StoreError
from pincite.settings import Settings


class Request(BaseModel):
    """Ask the fields of a table of each document, or only add each file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["table", "add"] = "table"
    fields: tuple[TableField, ...] = ()


def request_of(written: str) -> Request:
    """A request as it was kept; a StoreError where a newer version has written it."""
    try:
        return Request.model_validate_json(written)
    except ValidationError as error:
        raise StoreError(
            "This version of Pincite cannot read what the job is to do.",
            hint="Run: pip install --upgrade pincite",
        ) from error


_OF_THE_LIBRARY = {"library", "sources", "server"}


def kept(settings: Settings) -> str:
    """All that was set, as JSON; paths are whole, because a worker may be started in another folder."""
    said = settings.model_dump(exclude_defaults=True, exclude=_OF_THE_LIBRARY)
    return json.dumps(_with_whole_paths(said), sort_keys=True)


def restored(written: str) -> Settings:
    """The settings as they were kept; a ConfigError where this version does not know one of them."""
    try:
        return Settings.model_validate_json(written)
    except ValidationError as error:
        problem = error.errors()[0]
        setting = ".".join(map(str, problem["loc"]))
        raise ConfigError(
            f"The job was submitted with a setting that cannot be used now: {setting}: {problem['msg']}.",
            hint="Cancel the job and submit it again; what was asked is kept.",
        ) from error


def _with_whole_paths(said: object) -> object:
    if isinstance(said, Path):
        return str(said.expanduser().absolute())
    if isinstance(said, dict):
        return {key: _with_whole_paths(value) for key, value in said.items()}
    if isinstance(said, list | tuple):
        return [_with_whole_paths(each) for each in said]
    return said
