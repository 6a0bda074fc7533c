"""Examine an installation and its library, and say what is wrong and what to do. Changes nothing."""

from __future__ import annotations

import importlib
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pincite
from pincite.errors import ConfigError, StoreError
from pincite.settings import Settings, config_path, load
from pincite.stores.database import FILE, Database, open_to_read
from pincite.stores.faults import in_plain_words
from pincite.stores.lexical import BrokenIndex, open_index
from pincite.stores.words import FOLDER as WORDS_FOLDER

_OLDEST_PYTHON = (3, 11)
_LEAST_FREE_BYTES = 200_000_000
# Distribution and what it is imported as.
_DEPENDENCIES = {
    "pydantic": "pydantic",
    "numpy": "numpy",
    "pypdfium2": "pypdfium2",
    "tantivy": "tantivy",
    "nupunkt": "nupunkt",
    "PyStemmer": "Stemmer",
    "markdown-it-py": "markdown_it",
    "typer": "typer",
    "rich": "rich",
    "PyYAML": "yaml",
    "platformdirs": "platformdirs",
}
_OF_THE_LIBRARY = frozenset({"library", "database", "word index", "documents", "disk space"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. The hint says what to do when it is not in order."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


def examine(given: Mapping[str, Any]) -> list[Finding]:
    """Everything, also when the settings themselves cannot be read; `given` as for `settings.load`."""
    try:
        settings = load(given)
    except ConfigError as error:
        return [*_installation(), Finding("settings", False, error.message, error.hint)]
    return diagnose(settings)


def diagnose(settings: Settings) -> list[Finding]:
    """The installation, the settings file and the library that the settings name."""
    return [*_installation(), _settings_file(), *_library(settings)]


def exit_code(findings: Sequence[Finding]) -> int:
    """0 when all is well, else that of a store or a configuration error, whichever was found first."""
    for finding in findings:
        if not finding.ok:
            return (StoreError if finding.name in _OF_THE_LIBRARY else ConfigError).exit_code
    return 0


def _installation() -> Iterator[Finding]:
    yield Finding(
        "python",
        sys.version_info >= _OLDEST_PYTHON,
        f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        "Install Python 3.11 or newer.",
    )
    yield Finding("pincite", True, f"{pincite.__version__} in {Path(pincite.__file__).parent}")
    yield _dependencies()
    yield _pdfium()


def _dependencies() -> Finding:
    found, broken = [], []
    for distribution, module in _DEPENDENCIES.items():
        try:
            importlib.import_module(module)
            found.append(f"{distribution} {version(distribution)}")
        except (ImportError, PackageNotFoundError) as error:
            broken.append(f"{distribution} ({error})")
    if broken:
        detail = "Not usable: " + ", ".join(broken)
        return Finding("packages", False, detail, "Run: pip install --upgrade pincite")
    return Finding("packages", True, ", ".join(found))


def _pdfium() -> Finding:
    try:
        import pypdfium2

        document = pypdfium2.PdfDocument.new()
        document.close()
    except (ImportError, OSError, RuntimeError) as error:
        hint = "Run: pip install --force-reinstall pypdfium2"
        return Finding("pdfium", False, f"It does not load: {error}", hint)
    return Finding("pdfium", True, f"loads, {pypdfium2.PDFIUM_INFO}")


def _settings_file() -> Finding:
    path = config_path()
    detail = f"{path} can be read" if path.is_file() else f"defaults; there is no {path}"
    return Finding("settings", True, detail)


def _library(settings: Settings) -> Iterator[Finding]:
    folder = settings.library
    yield _folder(folder)
    yield _disk_space(folder)
    if not (folder / FILE).is_file():
        return
    try:
        database = open_to_read(folder)
    except StoreError as error:
        yield Finding("database", False, error.message, error.hint)
        return
    try:
        for look in (_database, _word_index, _documents(settings.collection)):
            yield _guarded(look, database)
    finally:
        database.close()


def _guarded(look: Callable[[Database], Finding], database: Database) -> Finding:
    try:
        return look(database)
    except StoreError as error:
        return Finding("database", False, error.message, error.hint)


def _folder(folder: Path) -> Finding:
    if not folder.exists():
        return Finding("library", True, f"There is none in {folder} yet; `pincite add` makes it.")
    if not folder.is_dir():
        return Finding("library", False, f"{folder} is a file, not a folder.", "Name another: --library PATH")
    for right, verb in ((os.R_OK | os.X_OK, "read"), (os.W_OK, "written")):
        if not os.access(folder, right):
            return Finding("library", False, f"{folder} may not be {verb}.", "Change its permissions.")
    return Finding("library", True, f"{folder} can be read and written")


def _disk_space(folder: Path) -> Finding:
    place = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(place).free
    return Finding(
        "disk space",
        free >= _LEAST_FREE_BYTES,
        f"{free / 1e9:,.1f} GB free",
        "Free some space: adding documents needs more.",
    )


def _database(database: Database) -> Finding:
    with in_plain_words(database.folder):
        (result,) = database.connection.execute("PRAGMA quick_check(1)").fetchone()
        size = (database.folder / FILE).stat().st_size
    return Finding(
        "database",
        result == "ok",
        f"whole, {size / 1e6:,.1f} MB" if result == "ok" else f"It is damaged: {result}",
        "Restore library.db from a back-up, or add the documents to a new library.",
    )


def _word_index(database: Database) -> Finding:
    library, generation, _ = database.row("library") or (0, 0, 0)
    blocks = database.number("count_current_blocks")
    hint = "Run `pincite documents`: opening the library repairs it. Searches are complete meanwhile."
    try:
        index = open_index(database.folder / WORDS_FOLDER, library)
    except BrokenIndex as error:
        if not blocks:
            return Finding("word index", True, "nothing to index yet")
        return Finding("word index", False, f"It cannot be read: {error}.", hint)
    if index.generation != generation or index.blocks != blocks:
        return Finding("word index", False, "It is behind the database.", hint)
    return Finding("word index", True, f"agrees with the database: {blocks:,} fact spans")


def _documents(collection: str) -> Callable[[Database], Finding]:
    def look(database: Database) -> Finding:
        count = len(database.rows("listing", collection=collection))
        return Finding("documents", True, f"{count:,} in the collection {collection!r}")

    return look
