"""A library with an embedder: nothing is embedded twice, and an outage is never "not found"."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.embedders import EMBEDDED, install
from tests.factories import AGREEMENT, entry, write

import pincite
from pincite import registry
from pincite.settings import Settings, load

HASHING = {"embedder": "hashing"}
Opening = Callable[..., pincite.Library]


@pytest.fixture
def opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opening]:
    """Opens the same library again and again."""
    install(tmp_path / "installed", monkeypatch)
    monkeypatch.setenv("PINCITE_ISOLATED", "false")

    def opened(settings: object = HASHING, **options: object) -> pincite.Library:
        return pincite.open(tmp_path / "library", settings=settings, **options)

    yield opened
    registry.available.cache_clear()


def changes(folder: Path) -> tuple[object, ...]:
    """What any write to the library would change."""
    connection = sqlite3.connect(folder / "library" / "library.db")
    try:
        counts = [connection.execute(f"SELECT count(*) FROM {t}").fetchone() for t in ("version", "vector")]
        return connection.execute("PRAGMA data_version").fetchone(), *counts, *_contents(folder)
    finally:
        connection.close()


def _contents(folder: Path) -> list[bytes]:
    return [
        file.read_bytes()
        for file in sorted((folder / "library").glob("library.db*"))
        if "shm" not in file.name
    ]


def test_added_document_is_embedded_once(opening: Opening, tmp_path: Path):
    with opening() as library:
        library.add(write(tmp_path), wait=True)
        assert len(EMBEDDED) == len(entry().passages)
        library.ask("What is the monthly fee?")
    with opening() as library:
        library.ask("Who may terminate the agreement?")

    assert len(EMBEDDED) == len(entry().passages)


def test_adding_an_unchanged_file_embeds_nothing_and_writes_nothing(opening: Opening, tmp_path: Path):
    with opening() as library:
        library.add(write(tmp_path), wait=True)
        before, count = changes(tmp_path), len(EMBEDDED)

        (again,) = library.add(write(tmp_path), wait=True)

        assert again.status == "unchanged"
        assert changes(tmp_path) == before
    assert len(EMBEDDED) == count


def test_of_a_changed_file_only_passages_whose_text_changed_are_embedded(opening: Opening, tmp_path: Path):
    with opening() as library:
        library.add(write(tmp_path), wait=True)
        EMBEDDED.clear()

        library.add(write(tmp_path, text=AGREEMENT.replace("EUR 2,000,000", "EUR 3,000,000")), wait=True)

    assert len(EMBEDDED) == 1
    assert "EUR 3,000,000" in EMBEDDED[0]


def test_document_that_was_there_before_the_embedder_is_embedded_when_it_is_asked(
    opening: Opening, tmp_path: Path
):
    with opening({}) as library:
        library.add(write(tmp_path))
    assert not EMBEDDED

    with opening() as library:
        answer = library.ask("What is the monthly fee?")

    assert answer.outcome == "answered"
    assert len(EMBEDDED) == len(entry().passages)


def test_path_is_reported_only_where_there_is_an_embedder(opening: Opening, tmp_path: Path):
    with opening({}) as library:
        library.add(write(tmp_path))
        without = library.ask("What is the monthly fee?")
    with opening() as library:
        with_vectors = library.ask("What is the monthly fee?")

    assert "vectors" not in {path.name for path in without.coverage.paths}
    (reported,) = [path for path in with_vectors.coverage.paths if path.name == "vectors"]
    assert reported.hits > 0
    assert [item.original for item in with_vectors.items] == [item.original for item in without.items]


def test_forgetting_leaves_no_vector(opening: Opening, tmp_path: Path):
    with opening() as library:
        library.add(write(tmp_path), wait=True)
        library.forget("agreement.txt")

    connection = sqlite3.connect(tmp_path / "library" / "library.db")
    for table in ("vector", "vector_model", "passage"):
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
    connection.close()


def test_library_that_is_only_read_keeps_no_vectors(opening: Opening, tmp_path: Path):
    with opening({}) as library:
        library.add(write(tmp_path))

    with opening(read_only=True) as library:
        assert library.ask("What is the monthly fee?").outcome == "answered"

    connection = sqlite3.connect(tmp_path / "library" / "library.db")
    assert connection.execute("SELECT count(*) FROM vector").fetchone() == (0,)
    connection.close()


@pytest.mark.parametrize("asked", ["What is the monthly fee?", "What is the name of the insurer?"])
@pytest.mark.parametrize("fault", ["refused", "nan", "too few"])
def test_embedder_that_fails_makes_the_answer_failed(
    opening: Opening, tmp_path: Path, fault: str, asked: str
):
    with opening({}) as library:
        library.add(write(tmp_path))
    failing = {"embedder": {"name": "failing", "options": {"fault": fault}}}

    with opening(failing) as library:
        answer = library.ask(asked)

    assert answer.outcome == "failed"
    assert answer.error
    assert answer.error.error_class == "ProviderError"


def test_document_is_held_when_embedding_it_fails(opening: Opening, tmp_path: Path):
    said: list[str] = []
    failing = {"embedder": {"name": "failing", "options": {"fault": "refused"}}}

    with opening(failing, notice=said.append) as library:
        (added,) = library.add(write(tmp_path), wait=True)

    assert added.status == "added"
    assert any(
        "Preparing for search by meaning failed" in message and "connection refused" in message
        for message in said
    )


def test_embedder_that_does_not_exist_is_told_before_anything_is_added(opening: Opening, tmp_path: Path):
    with opening({"embedder": "hashign"}) as library:
        with pytest.raises(pincite.ConfigError, match="Did you mean 'hashing'"):
            library.add(write(tmp_path))
        assert library.documents() == []


def test_path_of_vectors_without_an_embedder_is_a_configuration_error(opening: Opening, tmp_path: Path):
    with opening({"paths": ["words", "vectors"]}) as library:
        library.add(write(tmp_path))
        answer = library.ask("What is the monthly fee?")

    assert answer.outcome == "failed"
    assert answer.error
    assert "needs an embedder" in answer.error.message


def test_options_of_the_path_can_be_set_and_what_code_gives_it_cannot(opening: Opening, tmp_path: Path):
    chosen = {"name": "vectors", "options": {"limit": 1}}
    with opening(HASHING | {"paths": ["words", chosen]}) as library:
        library.add(write(tmp_path))
        answer = library.ask("What is the monthly fee?")
        passages = library.retrieve("What is the monthly fee?", "agreement.txt")

    assert answer.outcome == "answered"
    assert sum("vectors" in passage.paths for passage in passages) == 1
    misused = {"name": "vectors", "options": {"embedder": "hashing"}}
    with opening(HASHING | {"paths": [misused]}) as library:
        assert "no option 'embedder'" in library.ask("What is the fee?").error.message


def test_embedder_can_be_changed_and_left_out_while_the_library_is_open(opening: Opening, tmp_path: Path):
    def chosen(settings: dict[str, object]) -> Settings:
        return load({"library": tmp_path / "library", **settings})

    with opening() as library:
        library.add(write(tmp_path), wait=True)
        library.settings = chosen({"embedder": {"name": "hashing", "options": {"model": "other"}}})
        library.ask("What is the monthly fee?")
        assert len(EMBEDDED) == 2 * len(entry().passages)
        library.settings = chosen({})
        answer = library.ask("What is the monthly fee?")

    assert "vectors" not in {path.name for path in answer.coverage.paths}


def test_file_can_be_added_without_waiting_for_its_vectors(opening: Opening, tmp_path: Path):
    with opening() as library:
        (added,) = library.add(write(tmp_path))

        assert added.status == "added"
        assert not EMBEDDED
        assert library.search("liability")
        (again,) = library.add(write(tmp_path), wait=True)
        assert again.status == "unchanged"
    assert len(EMBEDDED) == len(entry().passages)


def test_documents_without_vectors_are_told_when_the_whole_library_is_asked(opening: Opening, tmp_path: Path):
    settings = HASHING | {"shortlist": 2}
    with opening(settings) as library:
        for number in range(4):
            text = AGREEMENT.replace("4,500", f"{number},500")
            library.add(write(tmp_path, f"{number}.txt", text), wait=number % 2 == 0)

        library.ask("What is the monthly fee?")
        trace = library.why().trace
        assert "passages have no vectors yet: their documents are found by words only" in trace
        library.ask("What is the monthly fee?", documents=["0.txt"])
        assert "have no vectors yet" not in library.why().trace
        library.work()
        library.ask("What is the monthly fee?")
        assert "have no vectors yet" not in library.why().trace


def test_answer_says_of_how_many_documents_vectors_are_missing(opening: Opening, tmp_path: Path):
    with opening() as library:
        for number in range(3):
            text = AGREEMENT.replace("4,500", f"{number},500")
            library.add(write(tmp_path, f"{number}.txt", text), wait=number == 0)
        count = len(EMBEDDED)

        answer = library.ask("What is the monthly fee?", documents=["0.txt", "1.txt", "2.txt"])

        assert len(EMBEDDED) == count
        assert answer.caveats[-1] == (
            "2 documents can be searched only by words so far, not by meaning. To add that, run: pincite work"
        )
        library.work()
        again = library.ask("What is the monthly fee?", documents=["0.txt", "1.txt", "2.txt"])
        assert not any("by meaning" in caveat for caveat in again.caveats)


def test_one_document_of_many_is_finished_when_it_is_asked(opening: Opening, tmp_path: Path):
    with opening() as library:
        for number in range(3):
            library.add(write(tmp_path, f"{number}.txt", AGREEMENT.replace("4,500", f"{number},500")))

        answer = library.ask("What is the monthly fee?", documents=["1.txt"])

        assert not answer.caveats
        assert [each.identity.name for each in library.pending()] == ["0.txt", "2.txt"]


def test_without_an_embedder_nothing_is_pending(opening: Opening, tmp_path: Path):
    with opening({}) as library:
        library.add(write(tmp_path), wait=True)

        assert library.pending() is None
        assert library.work().passages == 0
        assert not library.ask("What is the monthly fee?").caveats


def test_passages_that_are_retrieved_from_a_document_are_found_by_vectors_too(
    opening: Opening, tmp_path: Path
):
    with opening() as library:
        library.add(write(tmp_path))

        found = library.retrieve("What is the monthly fee?", "agreement.txt")

    assert any("vectors" in passage.paths for passage in found)


def test_first_question_to_a_long_document_compares_by_meaning_what_words_find(
    opening: Opening, tmp_path: Path
):
    clauses = [
        f"{number}. Item {number}.\n\nThe remuneration for part {number} is EUR {number}00 a month. "
        + "It is owed by whoever ordered it, and it is paid in arrears. " * 14
        for number in range(1, 90)
    ]
    with opening() as library:
        library.add(write(tmp_path, "long.txt", "\n\n".join(clauses)))
        passages = library.pending()[0].passages

        first = library.ask("What is the remuneration for part 57?", documents=["long.txt"])
        made = len(EMBEDDED)
        second = library.ask("What is the remuneration for part 58?", documents=["long.txt"])

        assert 0 < made < passages
        assert len(EMBEDDED) == passages, "the next question makes the rest, and nothing twice"
        assert any("compared so far" in caveat for caveat in first.caveats)
        assert not any("by meaning" in caveat.lower() for caveat in second.caveats)
        assert any(path.name == "vectors" and path.hits for path in first.coverage.paths)


def test_what_a_question_needs_is_loaded_while_files_are_added(opening: Opening, tmp_path: Path):
    with opening() as library:
        with library.preparing("What is the monthly fee?"):
            library.add(write(tmp_path))

        answer = library.ask("What is the monthly fee?")

    assert answer.coverage.spans_read


def test_question_that_cannot_be_prepared_fails_when_it_is_asked(opening: Opening, tmp_path: Path):
    with opening({"embedder": {"name": "failing", "options": {"fault": "refused"}}}) as library:
        with library.preparing("What is the monthly fee?"):
            library.add(write(tmp_path))

        assert library.ask("What is the monthly fee?").outcome == "failed"
