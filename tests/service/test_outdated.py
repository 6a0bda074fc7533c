"""After an update, documents that an older parser has read are named, and read again at one word."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

import pincite
from pincite.answer.answers import Answer
from pincite.diagnosis import diagnose
from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.versions import VERSIONS
from pincite.jobs.recognition import OFF, parser_of
from pincite.records.document import Document, Parse
from pincite.registry import BUILT_IN
from pincite.settings import load

LEASE = "# Lease\n\nThe rent is EUR 950 a month. ~~The deposit is EUR 5,000.~~ It is due on the first.\n"


@dataclass(frozen=True, slots=True)
class OlderMarkdown:
    """As the parser was before it knew of struck-out text."""

    @property
    def parse(self) -> Parse:
        return Parse(parser="markdown", version="2")

    def read(self, content: bytes, name: str) -> Document:
        import dataclasses

        document = MarkdownParser().read(content.replace(b"~~", b""), name)
        return dataclasses.replace(document, parse=self.parse)


OLDER = {"parsers": {"markdown": {"name": f"{__name__}:OlderMarkdown"}}}


@pytest.mark.parametrize("name", BUILT_IN["parser"])
def test_parser_states_the_version_by_which_its_documents_are_compared(name):
    parse = parser_of(name, {}, OFF).parse
    assert (parse.parser, parse.version.partition("+")[0]) == (name, VERSIONS[name])


def test_what_an_older_parser_has_read_is_named_and_read_again(tmp_path):
    (tmp_path / "lease.md").write_text(LEASE, "utf-8")
    (tmp_path / "note.txt").write_text("The rent is paid by transfer.", "utf-8")
    folder = tmp_path / "library"
    with pincite.open(folder, settings={"isolated": False, **OLDER}) as library:
        library.add(tmp_path / "lease.md", tmp_path / "note.txt")
        assert library.outdated() == []
        before = library.current("lease.md")
        assert "EUR 5,000" in library.read("lease.md").document.seen_text

    (finding,) = (f for f in diagnose(load({"library": folder})) if f.name == "readings")
    assert not finding.ok
    assert "lease.md" in finding.detail
    assert "note.txt" not in finding.detail

    with pincite.open(folder, settings={"isolated": False}) as library:
        assert [each.identity.name for each in library.outdated()] == ["lease.md"]
        told = []
        (added,) = library.reread_outdated(lambda done, count, name: told.append((done, count, name)))
        assert (added.status, told) == ("updated", [(0, 1, "lease.md")])
        assert library.current("lease.md") != before
        document = library.read("lease.md").document
        assert "EUR 5,000" not in document.seen_text
        assert [each.kind for each in document.unseen] == ["struck"]
        assert library.outdated() == []
        assert library.reread_outdated() == []

    (finding,) = (f for f in diagnose(load({"library": folder})) if f.name == "readings")
    assert finding.ok


def test_answer_names_what_an_older_parser_has_read_among_the_documents_it_read(tmp_path):
    (tmp_path / "lease.md").write_text(LEASE, "utf-8")
    (tmp_path / "house.md").write_text("# House rules\n\nThe house is quiet after 22:00.\n", "utf-8")
    (tmp_path / "note.txt").write_text("The rent is paid by transfer.", "utf-8")
    with pincite.open(tmp_path / "library", settings={"isolated": False, **OLDER}) as library:
        library.add(tmp_path / "lease.md", tmp_path / "house.md", tmp_path / "note.txt")
        assert older_ones(library.ask("What is the rent?")) == []

    with pincite.open(tmp_path / "library", settings={"isolated": False}) as library:
        (said,) = older_ones(library.ask("What is the rent?", documents=["lease.md", "note.txt"]))
        assert said == (
            "An older version of Pincite read lease.md and may have taken hidden words for text. "
            "Read it again: pincite reread --all"
        )
        assert older_ones(library.ask("What is the rent?", documents=["note.txt"])) == []
        (said,) = older_ones(library.ask("What is the colour of the moon?"))
        assert "house.md, lease.md and may have taken hidden words for text" in said
        library.reread_outdated()
        assert older_ones(library.ask("What is the rent?")) == []


def older_ones(answer: Answer) -> list[str]:
    return [caveat for caveat in answer.caveats if "older version" in caveat]


def test_command_line_reads_all_again(tmp_path, monkeypatch):
    from typer.testing import CliRunner

    from pincite.cli.main import app

    monkeypatch.setenv("PINCITE_ISOLATED", "false")
    (tmp_path / "lease.md").write_text(LEASE, "utf-8")
    with pincite.open(tmp_path / "library", settings={"isolated": False, **OLDER}) as library:
        library.add(tmp_path / "lease.md")

    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["--library", str(tmp_path / "library"), "reread", *words])
        return result.exit_code, result.stdout

    assert run("--all", "lease.md")[0] == 2
    assert run()[0] == 2
    assert run("--all") == (0, "Read 1 of 1 documents again; earlier versions are kept.\n")
    assert run("--all") == (0, "This version has read all documents already: nothing to do.\n")
    code, said = run("--all", "--json")
    assert (code, json.loads(said)["documents"]) == (0, [])
