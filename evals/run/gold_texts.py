"""The canonical texts of the documents of a gold set, read as the service reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from pincite.ingest.text import TextParser
from pincite.quality.questions import GoldSet, Source
from pincite.records.library import Held
from pincite.service import Library, open_with
from pincite.settings import Settings

_KEPT = 64


@dataclass(slots=True)
class Texts:
    """Texts by the name of the document. Use it as a context manager: files need a library for a while."""

    gold: GoldSet
    settings: Settings
    _folder: TemporaryDirectory[str] | None = None
    _library: Library | None = None
    _read: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._library:
            self._library.close()
        if self._folder:
            self._folder.cleanup()

    def of(self, name: str) -> str:
        """The text; an InputError where the document cannot be read."""
        if name not in self._read:
            if len(self._read) >= _KEPT:
                self._read.clear()
            source = next(source for source in self.gold.sources if source.name == name)
            self._read[name] = self._text(source)
        return self._read[name]

    def held(self, source: Source) -> Held:
        """The document as a library holds it."""
        library = self._opened()
        assert source.path is not None
        (added, *_) = library.add(source.path, name=source.name)
        if added.error:
            raise added.error
        return library.read(source.name)

    def _text(self, source: Source) -> str:
        if Path(source.name).suffix == ".txt":
            return TextParser().read(source.content(), source.name).text
        return self.held(source).document.text

    def _opened(self) -> Library:
        if self._library is None:
            self._folder = TemporaryDirectory(prefix="pincite-eval-")
            place = Path(self._folder.name) / "library"
            # As whoever is measured reads it: with its pictures.
            settings = self.settings.model_copy(update={"library": place, "pictures": "now"})
            self._library = open_with(settings)
        return self._library
