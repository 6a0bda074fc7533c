"""Open the place where the bytes of files are kept outside the library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import ConfigError
from pincite.records.library import source_place

if TYPE_CHECKING:
    from pincite.protocols import ObjectStore


def open_objects(place: str | None) -> ObjectStore | None:
    """A folder or `s3://BUCKET/PREFIX`; None where no place is named, because then they are rows."""
    if place is None:
        return None
    try:
        named = source_place(place)
    except ValueError as error:
        raise ConfigError(f"The setting `sources` cannot be used: {error}.") from None
    if isinstance(named, Path):
        from pincite.stores.object_folder import FolderObjects

        return FolderObjects(named)
    from pincite.stores.object_bucket import BucketObjects, require_extra

    require_extra()
    return BucketObjects(named)
