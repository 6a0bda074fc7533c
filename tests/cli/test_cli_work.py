"""`pincite work`: vectors are made behind `add`, and every verb says what is still missing."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from command_line import CommandLine
from tests.embedders import EMBEDDED, install
from tests.ingest.printed import lines
from tests.ingest.scans import scan, scanned_pdf

from pincite import registry
from pincite.stores.sqlite import open_library

CAVEAT = "2 documents can be searched only by words so far"


@pytest.fixture
def embedding(pincite: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A command line whose settings name an embedder."""
    install(pincite.folder / "installed", monkeypatch)
    settings = pincite.file("settings.yaml", "embedder: hashing\n")
    yield replace(pincite, environment={"PINCITE_CONFIG": settings})
    registry.available.cache_clear()


def vectors(pincite: CommandLine) -> list[str | None]:
    held = json.loads(pincite("documents", "--json").stdout)["documents"]
    return [each["vectors"] for each in held]


def finding(pincite: CommandLine) -> str:
    findings = json.loads(pincite("doctor", "--json").stdout)["findings"]
    (found,) = [each for each in findings if each["name"] == "vectors"]
    assert found["ok"]
    return found["detail"]


def test_added_documents_are_pending_until_work_is_done(
    embedding: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("pincite.cli.progress._SECONDS_TO_FIRST", 0.0)
    embedding("add", embedding.file("a.txt"), embedding.file("b.txt", "The fee is EUR 5.\n"))

    assert vectors(embedding) == ["pending", "pending"]
    assert "pending" in embedding("documents").stdout
    assert finding(embedding).startswith("not made yet for 2 documents; to make them: pincite work")
    done = embedding("work")
    assert done.code == 0
    assert "Made the vectors of 2 documents: " in done.stdout
    assert "Making vectors of a.txt: 0 of " in done.stderr
    assert vectors(embedding) == ["made", "made"]
    assert finding(embedding) == "all are made, by hashing/words/256"
    assert "All vectors are made." in embedding("work").stdout


def test_work_on_one_passage_says_passage(embedding: CommandLine):
    embedding("add", embedding.file("a.txt", "The fee is EUR 5.\n"))

    assert embedding("work").stdout == "Made the vectors of 1 document: 1 passage.\n"


def test_work_tells_what_it_did_as_json(embedding: CommandLine):
    embedding("add", embedding.file("a.txt", "The fee is EUR 5.\n"))

    done = json.loads(embedding("work", "--json").stdout)
    assert done == {"documents": 1, "passages": 1, "pictures": 0, "failed": []}


def test_pictures_are_pending_until_work_has_read_them(embedding: CommandLine):
    picture = scan(lines("Chart of costs", y=60, size=20)).crop((0, 0, 600, 214))
    body = lines("The fee is EUR 5 a month.", y=60)
    label = embedding.folder / "label.pdf"
    label.write_bytes(scanned_pdf((picture, body), (None, body), box=(50, 150, 350, 257)))

    added = embedding("add", str(label))

    assert "Note: 1 picture on page 1 is not read yet: pincite work" in added.stdout
    assert pictures(embedding) == ["pending"]
    hint = embedding("documents").stderr
    assert f"To read the pictures of 1 document, run: pincite --library {embedding.library} work" in hint
    done = embedding("work")
    assert "Read the pictures of 1 document; earlier versions are kept." in done.stdout
    assert pictures(embedding) == ["read"]
    assert vectors(embedding) == ["made"]
    assert "Chart of costs" in embedding("show", "label.pdf", "--page", "1").stdout


def pictures(pincite: CommandLine) -> list[str]:
    held = json.loads(pincite("documents", "--json").stdout)["documents"]
    return [each["pictures"] for each in held]


def test_adding_can_wait_for_vectors(embedding: CommandLine):
    added = embedding("add", embedding.file("a.txt"), "--wait")

    assert added.code == 0
    assert "Making vectors of" in added.stderr
    assert vectors(embedding) == ["made"]


def test_answer_from_several_documents_says_what_is_missing(embedding: CommandLine):
    files = [embedding.file(name, f"The fee of {name} is EUR 5.\n") for name in ("a.txt", "b.txt")]

    asked = embedding("ask", *files, "What is the fee?")

    assert CAVEAT in " ".join(asked.stdout.split())
    assert not EMBEDDED
    embedding("work")
    assert CAVEAT not in " ".join(embedding("ask", *files, "What is the fee?").stdout.split())


def test_files_that_are_not_kept_get_their_vectors_first(embedding: CommandLine):
    files = [embedding.file(name, f"The fee of {name} is EUR 5.\n") for name in ("a.txt", "b.txt")]

    asked = embedding("ask", "--temporary", *files, "What is the fee?")

    assert CAVEAT not in " ".join(asked.stdout.split())
    assert len(EMBEDDED) == 2


def test_doctor_counts_documents_with_vectors_of_an_older_embedder(embedding: CommandLine):
    embedding("add", embedding.file("a.txt", "The fee is EUR 5.\n"), "--wait")
    embedding("add", embedding.file("b.txt", "The fee is EUR 6.\n"))
    with open_library(embedding.library, print) as store:
        store.database.connection.execute("UPDATE vector_model SET name = 'hashing/before/256'")

    assert finding(embedding).startswith(
        "not made yet for 2 documents, 1 of them with vectors of an older embedder"
    )


def test_without_an_embedder_there_is_nothing_to_make(pincite: CommandLine):
    pincite("add", pincite.file("a.txt"), "--wait")

    done = pincite("work")

    assert (done.code, vectors(pincite)) == (0, [None])
    assert "the embedder is switched off" in done.stdout
    assert finding(pincite) == "none: the embedder is switched off"


def test_work_needs_a_library(pincite: CommandLine):
    assert pincite("work").code == 2


def test_damaged_document_is_named_and_the_others_are_done(embedding: CommandLine):
    embedding("add", embedding.file("a.txt"), embedding.file("b.txt", "The fee is EUR 5.\n"))
    with open_library(embedding.library, print) as store:
        store.database.connection.execute("UPDATE version SET text = 'x' WHERE id = 1")

    done = embedding("work")

    assert done.code == 8
    assert "a.txt" in done.stderr
    assert "Made the vectors of 1 document: 1 passage." in done.stdout
