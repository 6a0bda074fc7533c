"""Size a library: bytes and processor time for a page, in SQLite and, with an address, in PostgreSQL.

Run: python evals/bench/sizing.py FOLDER [postgresql://USER@HOST/EMPTY_DATABASE]
The files of FOLDER are added (text recognition off), their vectors are made, and the library is copied. Times
are processor time of this process and its children, so that a busy machine does not matter.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pincite

_QUERY = """
SELECT relname, pg_total_relation_size(pg_class.oid)
  FROM pg_class WHERE relnamespace = 'pincite'::regnamespace AND relkind = 'r' ORDER BY 2 DESC"""


def main() -> None:
    files, url = Path(sys.argv[1]), (sys.argv[2:] or [""])[0]
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch) / "library"
        with pincite.open(place, settings={"ocr": "off", "pictures": "later"}) as library:
            with taken("add", lambda: pages(library)):
                for added in library.add(files):
                    if added.error:
                        print("not added:", Path(added.path).name[:60], type(added.error).__name__)
            size_of(library, place, files, "after adding")
            with taken("vectors", lambda: pages(library)):
                library.work()
            size_of(library, place, files, "with vectors")
            count = pages(library)
        with taken("copy to SQLite", lambda: count):
            pincite.copy_library(place, Path(scratch) / "copy")
        with taken("copy, files outside", lambda: count):
            pincite.copy_library(place, Path(scratch) / "bare", sources=str(Path(scratch) / "kept"))
        bare = (Path(scratch) / "bare" / "library.db").stat().st_size
        print(f"library.db without the files: {bare / count:,.0f} bytes/page")
        if url:
            with taken("copy to PostgreSQL", lambda: count):
                pincite.copy_library(place, url)
            in_postgres(url, count)


def pages(library: pincite.Library) -> int:
    return sum(listing.pages for listing in library.documents())


def size_of(library: pincite.Library, place: Path, files: Path, when: str) -> None:
    count = pages(library)
    held = {listing.identity.name for listing in library.documents()}
    source = sum(path.stat().st_size for path in files.rglob("*") if path.name in held)
    parts = {name: folder_bytes(place / name) for name in ("words", "vectors")}
    database = (place / "library.db").stat().st_size
    print(
        f"{when}: {len(held)} documents, {count} pages; bytes/page: files {source / count:,.0f}, "
        f"library.db {database / count:,.0f}, "
        + ", ".join(f"{name}/ {size / count:,.0f}" for name, size in parts.items())
    )


def folder_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def in_postgres(url: str, count: int) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM FULL ANALYZE")
        rows = connection.execute(_QUERY).fetchall()
    total = sum(size for _, size in rows)
    print(f"PostgreSQL: {total / count:,.0f} bytes/page")
    print(", ".join(f"{name} {size / count:,.0f}" for name, size in rows[:12]))


@contextmanager
def taken(what: str, pages: Callable[[], int]) -> Iterator[None]:
    before, began = _processor(), time.monotonic()
    yield
    seconds, count = _processor() - before, pages()
    print(
        f"{what}: {seconds:,.1f} s of a processor, {count / max(seconds, 0.001):,.1f} pages/s of one core; "
        f"{time.monotonic() - began:,.0f} s by the clock; peak of a child "
        f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:,.0f} MiB"
    )


def _processor() -> float:
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in spent)


if __name__ == "__main__":
    main()
