"""Read LegalBench-RAG: NDAs, privacy policies and merger agreements, with the places that answer."""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePosixPath

from evals.sets.files import RawRow, folder_of, read_rows, read_text, split_file
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata, position_of

DOCUMENT_TYPES = {"contractnli": "NDA", "privacy_qa": "privacy policy", "maud": "merger agreement"}


class _Snippet(RawRow):
    file_path: str
    span: tuple[int, int]
    answer: str


class _Query(RawRow):
    query_id: str
    benchmark: str
    query: str
    snippets: tuple[_Snippet, ...]


def read(data: Path, split: str) -> GoldSet:
    """All three benchmarks."""
    return _read(data, split, "legalbenchrag", tuple(DOCUMENT_TYPES))


def read_one(data: Path, split: str, benchmark: str) -> GoldSet:
    """One benchmark: contractnli, privacy_qa or maud."""
    return _read(data, split, f"legalbenchrag-{benchmark}", (benchmark,))


def _read(data: Path, split: str, name: str, benchmarks: tuple[str, ...]) -> GoldSet:
    stems = [f"{benchmark}.queries" for benchmark in benchmarks]
    folder = folder_of(data, "legalbenchrag", stems)
    queries = [q for stem in stems for q in read_rows(split_file(folder, stem, split), _Query)]
    # A question whose evidence stands in two files would need an answer from both at once.
    asked = [q for q in queries if len({s.file_path for s in q.snippets}) == 1]
    length = cache(lambda file_path: len(read_text(folder / "corpus" / file_path)))
    rows = tuple(_row(q, length(q.snippets[0].file_path)) for q in asked)
    keys = dict.fromkeys(q.snippets[0].file_path for q in asked)
    sources = tuple(Source(key=key, name=_name(key), path=folder / "corpus" / key) for key in keys)
    left_out = len(queries) - len(asked)
    return GoldSet(name, split, sources, rows, {"evidence not in one file": left_out} if left_out else {})


def _row(query: _Query, length: int) -> GoldRow:
    return GoldRow(
        id=query.query_id,
        document=_name(query.snippets[0].file_path),
        question=query.query,
        answers=tuple(GoldAnswer(text=s.answer, spans=(s.span,), quote=s.answer) for s in query.snippets),
        strata=Strata(
            doc_type=DOCUMENT_TYPES.get(query.benchmark, ""),
            field=query.benchmark,
            position=position_of(min(s.span[0] for s in query.snippets), length),
        ),
    )


def _name(file_path: str) -> str:
    """The name of the file with its benchmark before it: two benchmarks may hold files of one name."""
    path = PurePosixPath(file_path)
    return f"{path.parent.name}-{path.name}"
