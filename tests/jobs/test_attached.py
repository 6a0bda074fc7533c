"""Files that come attached to a document become documents of their own, by a name that says so."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

import pincite
from pincite.jobs.files import names
from pincite.jobs.one_file import Attached

FEE = b"The fee is EUR 5.\n"


def mail(*attached: tuple[str, bytes], words: str = "See what is attached.") -> bytes:
    """A text with attachments, as the plug-in of these tests knows them."""
    lines = (f"ATTACHED\t{name}\t{content.hex()}\n" for name, content in attached)
    return (words + "\n\n" + "".join(lines)).encode()


@pytest.fixture
def library(tmp_path: Path, hostile: Path):
    with pincite.open(tmp_path / "library") as library:
        yield library


def write(folder: Path, content: bytes, name: str = "mail.txt") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def held(library: pincite.Library) -> list[str]:
    return [listing.identity.name for listing in library.documents()]


def test_attachment_becomes_a_document_named_after_its_mail(library, tmp_path):
    path = write(tmp_path, mail(("fee.txt", FEE)))
    results = library.add(path)
    assert [(r.status, r.path, r.within) for r in results] == [
        ("added", str(path), ""),
        ("added", f"{path} › fee.txt", str(path)),
    ]
    assert held(library) == ["mail.txt", "mail.txt › fee.txt"]
    assert library.ask("What is the fee?", documents=["mail.txt › fee.txt"]).outcome == "answered"


def test_attachment_that_fails_does_not_fail_the_mail(library, tmp_path):
    results = library.add(write(tmp_path, mail(("a.zip", b"PK\x03\x04"), ("b.txt", b""), ("fee.txt", FEE))))
    assert [r.status for r in results] == ["added", "failed", "failed", "added"]
    assert results[2].error.message == "mail.txt › b.txt is empty."


def test_attachment_of_a_kind_that_is_not_read_is_skipped_with_the_reason(library, tmp_path):
    _, skipped = library.add(write(tmp_path, mail(("a.rtf", b"{\\rtf1 Fees}"))))
    assert (skipped.status, skipped.error) == ("skipped", None)
    assert "an RTF document" in skipped.caveats[0]


@pytest.mark.usefixtures("isolated_as_by_default")
def test_mail_in_a_mail_is_opened_up_to_a_depth(library, tmp_path):
    content = FEE
    for depth in range(5, 0, -1):
        content = mail((f"{depth}.txt", content), words=f"Mail number {depth}.")
    results = library.add(write(tmp_path, content))
    assert held(library)[-1] == "mail.txt › 1.txt › 2.txt › 3.txt"
    assert results[-1].status == "failed"
    assert "limits.attachment_depth (now 3)" in results[-1].error.hint


def test_more_attachments_than_allowed_are_counted_and_not_read(tmp_path, hostile, monkeypatch):
    config = tmp_path / "config.yaml"
    config.write_text("limits: {attachments: 2}\n")
    monkeypatch.setenv("PINCITE_CONFIG", str(config))
    with pincite.open(tmp_path / "library") as library:
        results = library.add(write(tmp_path, mail(*((f"{n}.txt", FEE) for n in range(5)))))
        assert [r.status for r in results] == ["added", "failed", "added", "added"]
        assert "has 5 attachments" in results[1].error.message


def test_unchanged_mail_gets_another_try_at_what_failed(library, tmp_path):
    path = write(tmp_path, mail(("fee.txt", FEE)))
    library.add(path)
    library.forget("mail.txt › fee.txt")
    assert [r.status for r in library.add(path)] == ["unchanged", "added"]
    assert [r.status for r in library.add(path)] == ["unchanged", "unchanged"]


def test_forgetting_a_mail_forgets_what_came_with_it_and_nothing_else(library, tmp_path):
    library.add(write(tmp_path, mail(("fee.txt", mail(("deep.txt", FEE))))))
    library.add(write(tmp_path, FEE, "mail.txt.txt"))
    assert library.forget("mail.txt") == 3
    assert held(library) == ["mail.txt.txt"]


def test_file_that_is_called_like_an_attachment_is_refused(library, tmp_path):
    (result,) = library.add(write(tmp_path, FEE, "mail.txt › fee.txt"))
    assert result.status == "failed"
    assert "--name" in result.error.hint


@pytest.mark.parametrize(
    ("given", "called"),
    [
        ("contract.pdf", "contract.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\temp\\contract.pdf", "contract.pdf"),
        ("", "attachment 1"),
        ("..", "attachment 1"),
        ("a\r\nb\x1b[2J.pdf", "a b [2J.pdf"),
        ("a › b.pdf", "a > b.pdf"),
        ("x" * 500 + ".pdf", "x" * 108 + "….pdf"),
        ("\udcff.pdf", "pdf"),
    ],
)
def test_name_that_the_sender_chose_is_made_harmless(given, called):
    ((name, _),) = names("mail.eml", [Attached(given, b"")])
    assert name == f"mail.eml › {called}"


def test_attachments_of_one_name_are_told_apart():
    same = [
        Attached("a.pdf", b"1"),
        Attached("A.pdf", b"2"),
        Attached("a.pdf", b"3"),
        Attached("b", b""),
        Attached("b", b""),
    ]
    assert [name.removeprefix("m › ") for name, _ in names("m", same)] == [
        "a.pdf", "A (2).pdf", "a (3).pdf", "b", "b (2)",
    ]  # fmt: skip


@pytest.mark.usefixtures("isolated_as_by_default")
def test_file_attached_to_a_real_mail_is_asked(tmp_path):
    pytest.importorskip("pincite.ingest.mail.attachments")
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ann@example.org", "bob@example.org", "Fees"
    message.set_content("Please find the agreement attached.\n")
    message.add_attachment(FEE.decode(), filename="../agreement.txt")
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path, message.as_bytes(), "mail.eml"))
        answer = library.ask("What is the fee?")
    assert "mail.eml › agreement.txt" in {item.evidence[0].name for item in answer.items}
