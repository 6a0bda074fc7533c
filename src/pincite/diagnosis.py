"""Examine an installation and its library, and say what is wrong and what to do. Changes nothing."""

from __future__ import annotations

import importlib
import os
import platform
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pincite
from pincite import telemetry
from pincite.errors import ConfigError, PinciteError, StoreError, TamperError, to_install
from pincite.jobs.disk import free_megabytes
from pincite.jobs.lacking import model_name
from pincite.jobs.outdated import outdated
from pincite.local_models import chosen, reads_closely
from pincite.models.examine import examined
from pincite.models.weight_files import are_installed
from pincite.protocols import Embedder
from pincite.providers.usable import usable
from pincite.records.library import Identity
from pincite.registry import build
from pincite.settings import Settings, config_path, load
from pincite.stores.database import Database
from pincite.stores.faults import in_plain_words
from pincite.stores.lexical import BrokenIndex, open_index
from pincite.stores.place import PostgresUrl
from pincite.stores.rows import read_held, readers_of
from pincite.stores.sqlite_database import FILE, SqliteDatabase, has_index, open_to_read
from pincite.stores.words import FOLDER as WORDS_FOLDER

_OLDEST_PYTHON = (3, 11)
_MOST_EXAMINED = 200  # documents: a large one takes a second to load
_MOST_NAMED = 20
_FOREIGN = "It was made from another library.db."
_MEND = "Forget each and add its file again, or restore the library from a back-up."
# Distribution and what it is imported as.
_DEPENDENCIES = {
    "pydantic": "pydantic",
    "numpy": "numpy",
    "pypdfium2": "pypdfium2",
    "tantivy": "tantivy",
    "nupunkt": "nupunkt",
    "PyStemmer": "Stemmer",
    "markdown-it-py": "markdown_it",
    "onnxruntime": "onnxruntime",
    "tokenizers": "tokenizers",
    "typer": "typer",
    "rich": "rich",
    "PyYAML": "yaml",
    "platformdirs": "platformdirs",
}
# The extra, what it reads, and what is imported for it.
_READERS = (
    ("ocr", "scans and images", ("rapidocr", "PIL")),
    ("office", "Word and PowerPoint files", ("lxml",)),
)
# The extra and its distribution.
_OTHER_EXTRAS = {
    **{"server": "fastapi", "mcp": "mcp", "postgres": "psycopg", "parquet": "pyarrow", "docling": "docling"},
    telemetry.EXTRA: "opentelemetry-sdk",
}
_OF_THE_LIBRARY = frozenset({"library", "database", "word index", "documents", "readings", "disk space"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. The hint says what to do, and is empty when it is in order."""

    name: str
    ok: bool
    detail: str
    hint: str = ""
    partial: bool = False
    """Whether nothing is wrong, yet something is missing that one may want; the detail says how to get it."""

    def __post_init__(self) -> None:
        if self.ok and self.hint:
            raise ValueError(f"what is in order needs no hint, got {self.hint!r}")


def examine(given: Mapping[str, Any]) -> list[Finding]:
    """Everything, also when the settings themselves cannot be read; `given` as for `settings.load`."""
    try:
        settings = load(given)
    except ConfigError as error:
        return [*_installation(), Finding("settings", False, error.message, error.hint)]
    return diagnose(settings)


def diagnose(settings: Settings) -> list[Finding]:
    """The installation, the settings file and the library that the settings name."""
    return [
        *_installation(),
        *_readers(),
        _other_extras(),
        *_telemetry(),
        _settings_file(),
        _models(settings),
        _language_models(settings),
        *_library(settings),
    ]


def exit_code(findings: Sequence[Finding]) -> int:
    """0 when all is well, else that of a store or a configuration error, whichever was found first."""
    for finding in findings:
        if not finding.ok:
            return (StoreError if finding.name in _OF_THE_LIBRARY else ConfigError).exit_code
    return 0


def _installation() -> Iterator[Finding]:
    yield _python()
    yield Finding("pincite", True, f"{pincite.__version__} in {Path(pincite.__file__).parent}")
    yield _dependencies()
    yield _pdfium()


def _python() -> Finding:
    ok = sys.version_info >= _OLDEST_PYTHON
    detail = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    return Finding("python", ok, detail, "" if ok else "Install Python 3.11 or newer.")


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


def _readers() -> Iterator[Finding]:
    """What reads scans and Office files; to go without is no fault."""
    for extra, reads, modules in _READERS:
        missing = [module for module in modules if find_spec(module) is None]
        if missing:
            how = f"not installed, so {reads} cannot be read. To install: {to_install(extra)}"
            yield Finding(extra, True, how, partial=True)
        else:
            yield Finding(extra, True, f"installed: {reads} can be read")


def _other_extras() -> Finding:
    """The optional parts that nothing above needs, each with its version; to go without is no fault."""
    there = {extra: found for extra, name in _OTHER_EXTRAS.items() if (found := _version_of(name))}
    missing = [extra for extra in _OTHER_EXTRAS if extra not in there]
    said = ", ".join(f"{extra} ({_OTHER_EXTRAS[extra]} {found})" for extra, found in there.items()) or "none"
    rest = f"; not installed (optional): {', '.join(missing)}" if missing else ""
    return Finding("extras", True, f"installed: {said}{rest}")


def _telemetry() -> Iterator[Finding]:
    """Only where it is asked for: most never need it."""
    if not telemetry.is_asked_for():
        return
    if telemetry.is_installed():
        yield Finding("telemetry", True, "spans are sent to where the OTEL_ variables say")
        return
    how = f"OTEL_ variables ask for spans, and none are sent. To install: {to_install(telemetry.EXTRA)}"
    yield Finding("telemetry", True, how, partial=True)


def _version_of(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _settings_file() -> Finding:
    path = config_path()
    detail = f"{path} can be read" if path.is_file() else f"defaults; there is no {path}"
    return Finding("settings", True, detail)


def _models(settings: Settings) -> Finding:
    """Whether the local models work; without them there are leads only, which is not a fault."""
    if not settings.local_models:
        off = "switched off: you get leads, found by words, and no answers"
        return Finding("models", True, off, partial=True)
    weights = str(settings.weights or "")
    if not weights and not are_installed():
        none = "this package has none: you get leads, found by words, and no answers"
        return Finding("models", True, none, partial=True)
    try:
        found = examined(weights, settings.threads)
        reading = f"; {_reading_model(weights, settings.threads)}" if reads_closely(settings) else ""
    except (ConfigError, ImportError, RuntimeError) as error:
        hint = error.hint if isinstance(error, ConfigError) else "Run: pip install --upgrade pincite"
        said = error.message if isinstance(error, ConfigError) else f"They do not load: {error}"
        return Finding("models", False, said, hint)
    hashes = ", ".join(f"{name} {start}" for name, start in found.hashes.items())
    speed = f"{found.pairs_per_second:,.0f} short passages/s on {found.threads} threads"
    return Finding("models", True, f"{' and '.join(found.versions)}, {speed}; SHA-256: {hashes}{reading}")


def _reading_model(weights: str, threads: int) -> str:
    """Which reading model there is, and how long it takes to read one view."""
    from pincite.read.chance import chance_of
    from pincite.read.reading_model import ReadingModel, seconds_of_a_view

    chance_of(weights)
    reader = ReadingModel(weights, threads)
    return f"reading model {reader.version}, {seconds_of_a_view(reader):.1f} s a view"


def _language_models(settings: Settings) -> Finding:
    """Which language models can be asked. To have none is no fault, unless the settings name one."""
    chosen = settings.language_model.name if settings.language_model else ""
    named = settings.language_model.options.get("key_variable") if settings.language_model else None
    services = usable({chosen: str(named)} if named else {})
    for service in services:
        if service.name == chosen and not service.ok:
            detail = f"{chosen} is set but cannot be used: {service.reason}"
            return Finding("providers", False, detail, service.hint)
    can, cannot = ([f"{s.name} ({s.reason})" for s in services if s.ok is ok] for ok in (True, False))
    if not can:
        detail = f"none is set up, and none is needed: {', '.join(cannot)}"
        return Finding("providers", True, detail, partial=True)
    rest = f"; not set up (optional): {', '.join(cannot)}" if cannot else ""
    return Finding("providers", True, f"ready: {', '.join(can)}{rest}")


def _library(settings: Settings) -> Iterator[Finding]:
    place = settings.library
    return _in_folder(settings, place) if isinstance(place, Path) else _on_server(settings, place)


def _on_server(settings: Settings, url: PostgresUrl) -> Iterator[Finding]:
    from pincite.stores.postgres_database import has_library, open_database

    try:
        if not has_library(url):
            yield Finding("library", True, f"none in {url} yet; `pincite add` creates it")
            return
        database = open_database(url, read_only=True)
    except PinciteError as error:
        yield Finding("library", False, error.message, error.hint)
        return
    try:
        of_documents = _documents(settings.collection), _readings(settings), _vectors(settings)
        for look in (_server, *of_documents):
            yield _guarded(look, database)
    finally:
        database.close()


def _server(database: Database) -> Finding:
    version, schema, size, may_write, pgvector = database.row("server") or ("", 0, 0, False, None)
    rights = "can be read and written" if may_write else "can be read: adding and forgetting do not work"
    extension = f"pgvector {pgvector}" if pgvector else "without pgvector"
    server = f"PostgreSQL {version}, {extension}, {size / 1e6:,.1f} MB, schema {schema}"
    return Finding("library", True, f"{database.place} {rights}; {server}")


def _in_folder(settings: Settings, folder: Path) -> Iterator[Finding]:
    yield _folder(folder)
    if not _is_read_only(folder):
        yield _disk_space(folder, settings.least_free_megabytes)
    if (folder / FILE).is_file():
        yield _permissions(folder)
    if not (folder / FILE).is_file() and not has_index(folder):
        return
    try:
        database = open_to_read(folder)
    except StoreError as error:
        yield Finding("database", False, error.message, error.hint)
        return
    try:
        of_documents = _documents(settings.collection), _readings(settings), _vectors(settings)
        for look in (_database, _word_index, *of_documents):
            yield _guarded(look, database)
    finally:
        database.close()


def _guarded(look: Callable[[Any], Finding], database: Database) -> Finding:
    try:
        return look(database)
    except StoreError as error:
        return Finding("database", False, error.message, error.hint)


def _folder(folder: Path) -> Finding:
    if not folder.exists():
        return Finding("library", True, f"none in {folder} yet; `pincite add` creates it")
    if not folder.is_dir():
        return Finding("library", False, f"{folder} is a file, not a folder.", "Name another: --library PATH")
    if not os.access(folder, os.R_OK | os.X_OK):
        return Finding(
            "library", False, f"You have no permission to read {folder}.", "Change its permissions."
        )
    if _is_read_only(folder):
        detail = f"{folder} is read-only: questions work, adding and forgetting do not"
        return Finding("library", True, detail)
    return Finding("library", True, f"{folder} can be read and written")


def _is_read_only(folder: Path) -> bool:
    """Whether there is a library that may not be changed; by the same rule by which it is opened."""
    effective = os.access in os.supports_effective_ids
    paths = (path for path in (folder, folder / FILE) if path.exists())
    return not all(os.access(path, os.W_OK, effective_ids=effective) for path in paths)


def _disk_space(folder: Path, least_megabytes: int) -> Finding:
    free = free_megabytes(folder)
    ok = free >= least_megabytes
    hint = "" if ok else "Free some space: nothing is added below least_free_megabytes."
    return Finding("disk space", ok, f"{free / 1000:,.1f} GB free, {least_megabytes:,} MB stay free", hint)


def _permissions(folder: Path) -> Finding:
    """Who else on this machine can read what the library holds; that is for its owner to decide."""
    others = stat.S_IROTH | stat.S_IXOTH
    if all(path.stat().st_mode & others & mode for path, mode in _ways_in(folder)):
        detail = f"other users of this machine can read it; to keep it to you: chmod 700 {folder}"
        return Finding("permissions", True, detail)
    return Finding("permissions", True, "other users of this machine cannot read it")


def _ways_in(folder: Path) -> list[tuple[Path, int]]:
    above = [(path, stat.S_IXOTH) for path in folder.absolute().parents]
    return [*above, (folder, stat.S_IXOTH), (folder / FILE, stat.S_IROTH)]


def _database(database: SqliteDatabase) -> Finding:
    with in_plain_words(database.folder):
        (result,) = database.connection.execute("PRAGMA quick_check(1)").fetchone()
        size = (database.folder / FILE).stat().st_size
        (schema,) = database.connection.execute("PRAGMA user_version").fetchone()
    if result != "ok":
        hint = "Restore library.db from a back-up, or add the documents to a new library."
        return Finding("database", False, f"It is damaged: {result}", hint)
    return Finding("database", True, f"intact, {size / 1e6:,.1f} MB, schema {schema}")


def _word_index(database: SqliteDatabase) -> Finding:
    blocks = database.number("count_current_blocks")
    fault = _index_fault(database, blocks)
    if not fault:
        _, generation, _ = database.row("library") or (0, 0, 0)
        detail = f"agrees with the database: {blocks:,} passages, generation {generation:,}"
        return Finding("word index", True, detail)
    if not blocks:
        return Finding("word index", True, "nothing to index yet")
    # tantivy locks an index to read it, which takes a file: a sound one cannot be opened here either.
    if _is_read_only(database.folder):
        detail = "not used, because the library is read-only: questions work without it"
        return Finding("word index", True, detail)
    hint = "Run `pincite documents`: opening the library repairs it. Searches still find everything."
    if fault == _FOREIGN:
        hint = "Run `pincite documents` to see what to do."
    return Finding("word index", False, fault, hint)


def _index_fault(database: SqliteDatabase, blocks: int) -> str:
    """Why the index cannot be used as it is; empty when it can."""
    library, generation, _ = database.row("library") or (0, 0, 0)
    try:
        index = open_index(database.folder / WORDS_FOLDER, library)
    except BrokenIndex as error:
        return f"It cannot be read: {error}."
    if index.is_foreign:
        return _FOREIGN
    agrees = index.generation == generation and index.blocks == blocks
    return "" if agrees else "It is behind the database."


def _documents(collection: str) -> Callable[[Database], Finding]:
    def look(database: Database) -> Finding:
        rows = database.rows("listing", collection=collection)
        examined = rows[:_MOST_EXAMINED]
        damaged = [
            name
            for name, source, version, *_ in examined
            if not _is_whole(database, Identity(collection, name, source or "", version or ""))
        ]
        which = "all" if len(examined) == len(rows) else f"the first {len(examined):,}"
        looked = f"{len(rows):,} in the collection {collection!r}, {which} checked"
        if damaged:
            detail = f"{looked}: {len(damaged):,} damaged: {_enumerated(damaged)}."
            return Finding("documents", False, detail, _MEND)
        return Finding("documents", True, f"{looked}: intact" if rows else f"none in {collection!r} yet")

    return look


def _readings(settings: Settings) -> Callable[[Database], Finding]:
    """Whether an older version has read some of them, and took for text what a reader cannot see."""

    def look(database: Database) -> Finding:
        older = [each.identity.name for each in outdated(readers_of(database, settings.collection), settings)]
        if not older:
            return Finding("readings", True, "all documents were read by this version")
        detail = f"{len(older):,} read by an older version: {_enumerated(older)}."
        return Finding("readings", False, detail, "Read them again: pincite reread --all")

    return look


def _vectors(settings: Settings) -> Callable[[Database], Finding]:
    """Of how many documents vectors are missing, and how many have some of an older embedder."""

    def look(database: Database) -> Finding:
        choice = chosen(settings).embedder
        if choice is None:
            return Finding("vectors", True, "none: the embedder is switched off")
        try:
            embedder: Embedder = build("embedder", choice.name, choice.options)
            asked = {"collection": settings.collection, "model": model_name(embedder)}
        except PinciteError as error:
            return Finding("vectors", False, error.message, error.hint)
        pending = len(database.rows("without_vectors", **asked))
        if not pending:
            return Finding("vectors", True, f"all are made, by {asked['model']}")
        models = database.rows("older_models", embedder=embedder.name, model=asked["model"])
        older = [number for (number,) in models]
        replaced = database.number("count_older", older=older, **asked) if models else 0
        detail = f"not made yet for {pending:,} document{'s'[: pending != 1]}"
        if replaced:
            detail += f", {replaced:,} of them with vectors of an older embedder"
        return Finding("vectors", True, f"{detail}; to make them: pincite work", partial=True)

    return look


def _is_whole(database: Database, identity: Identity) -> bool:
    try:
        with database.reading():
            return read_held(database, identity) is not None
    except TamperError:
        return False


def _enumerated(names: Sequence[str]) -> str:
    rest = len(names) - _MOST_NAMED
    shown = (name if name.isprintable() else repr(name) for name in names[:_MOST_NAMED])
    return ", ".join(shown) + (f" and {rest:,} more" if rest > 0 else "")
