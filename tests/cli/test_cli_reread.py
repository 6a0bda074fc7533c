"""The verb `reread`: pages read anew by a model that sees, pictures described, and what may go wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import CommandLine
from tests.ingest.printed import lines, pdf
from tests.providers.servers import KEY, Answer, Service, serving
from tests.providers.speaking import speak
from tests.service.test_vision import DESCRIBED, PAGE, with_picture

GARBLED = "Th e m0nthIy f33 |s 3UR ????"
NOT_GARBLED = "The monthly fee is due on the first day of every month."


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with serving() as service:
        speak(service, text=json.dumps(PAGE))
        yield service


@pytest.fixture
def pincite(pincite: CommandLine) -> CommandLine:
    """Without text recognition, which would read the pages before anybody else could."""
    return replace(pincite, environment={"PINCITE_OCR": "off"})


def hold(pincite: CommandLine, content: bytes, name: str = "lease.pdf") -> None:
    (pincite.folder / name).write_bytes(content)
    assert pincite("add", str(pincite.folder / name)).code == 0


def sees(service: Service) -> tuple[str, str]:
    return "--model", f"{service.url}/open/v1#m"


def test_page_is_read_anew_by_the_model_that_is_named(pincite: CommandLine, service: Service):
    hold(pincite, pdf(lines(GARBLED)))

    result = pincite("reread", "lease.pdf", "--by", "vision", "--pages", "1", *sees(service))

    assert result.stdout == "Read page 1 of lease.pdf by vision; the earlier version is kept.\n"
    assert result.code == 0
    assert "The monthly fee is EUR 4,500.00." in pincite("show", "lease.pdf", "--lines", "1-9").stdout


def test_pages_that_came_out_garbled_are_meant_where_none_is_named(pincite: CommandLine, service: Service):
    hold(pincite, pdf(lines(NOT_GARBLED), lines("Xgrtplk vbnmsdq qwrtpsdf", "kjhgfdsm bvcxwmnb")))

    result = pincite("reread", "lease.pdf", "--by", "vision", *sees(service))

    assert result.stdout.startswith("Read page 2 of lease.pdf by vision")


def test_document_without_a_garbled_page_asks_for_pages(pincite: CommandLine, service: Service):
    hold(pincite, pdf(lines(NOT_GARBLED)))

    result = pincite("reread", "lease.pdf", "--by", "vision", *sees(service))

    assert result.code == 2
    assert "lease.pdf has no garbled page." in result.stderr
    assert "--pages 3" in result.stderr
    assert not service.asked


def test_pictures_are_described_in_words_that_are_marked_as_the_models(
    pincite: CommandLine, service: Service
):
    speak(service, text=json.dumps({"description": DESCRIBED, "decorative": False}))
    hold(pincite, with_picture())
    before = pincite("show", "lease.pdf", "--lines", "1-9").stdout

    result = pincite("reread", "lease.pdf", "--by", "describe", *sees(service))

    assert "Descriptions by the model; they prove nothing:\n" in result.stdout
    assert f"  page 1: {DESCRIBED}\n" in result.stdout
    assert pincite("show", "lease.pdf", "--lines", "1-9").stdout == before


def test_json_says_what_was_read_by_whom_and_what_was_described(pincite: CommandLine, service: Service):
    speak(service, text=json.dumps({"description": DESCRIBED, "decorative": False}))
    hold(pincite, with_picture())

    said = json.loads(pincite("reread", "lease.pdf", "--by", "describe", *sees(service), "--json").stdout)

    assert said.pop("version")
    assert said == {
        "name": "lease.pdf",
        "status": "updated",
        "by": "describe",
        "pages": [1],
        "descriptions": [{"page": 1, "text": DESCRIBED}],
    }


def test_picture_that_only_decorates_is_said_not_to_be_described(pincite: CommandLine, service: Service):
    speak(service, text=json.dumps({"description": "", "decorative": True}))
    hold(pincite, with_picture())

    result = pincite("reread", "lease.pdf", "--by", "describe", *sees(service))

    assert result.code == 0
    assert "No picture was described" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--by", "vision"), 2, "has no garbled page"),
        (("--by", "vision", "--pages", "1"), 3, "needs a language model that reads pictures"),
        (("--by", "vision", "--pages", "2"), 2, "lease.pdf has no page 2."),
        (("--by", "vision", "--pages", "1-"), 2, "names no pages"),
        (("--by", "vision", "--pages", "3-1"), 2, "names no pages"),
        (("--by", "vision", "--pages", ""), 2, "names no pages"),
        (("--by", "visoin", "--pages", "1"), 3, "Did you mean 'vision'?"),
        (("--pages", "1", "--model", "anthropic/m"), 2, "Reading by ocr uses no model"),
        (("--by", "vision", "--pages", "1", "--model", "nobody/m"), 3, "nobody"),
        (
            (
                "--by",
                "describe",
            ),
            2,
            "has no picture without words",
        ),
    ],
)
def test_what_cannot_be_done_is_said_with_what_to_do(
    pincite: CommandLine, arguments: tuple[str, ...], code: int, said: str
):
    hold(pincite, pdf(lines(NOT_GARBLED)))

    result = pincite("reread", "lease.pdf", *arguments)

    assert (result.code, result.stdout) == (code, "")
    assert said in result.stderr


def test_document_that_has_no_pages_is_refused(pincite: CommandLine, service: Service):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("reread", "agreement.txt", "--by", "vision", "--pages", "1", *sees(service))

    assert result.code == 2
    assert "agreement.txt has no pages to read again." in result.stderr
    assert "Only PDF files have pages to read again." in result.stderr


def test_document_that_is_not_held_is_refused(pincite: CommandLine):
    hold(pincite, pdf(lines(NOT_GARBLED)))

    assert pincite("reread", "other.pdf", "--pages", "1").code == 2


def test_model_that_is_down_is_exit_4_and_the_document_stays_as_it_was(
    pincite: CommandLine, service: Service
):
    hold(pincite, pdf(lines(GARBLED)))
    service.always(lambda right: Answer(401, json.dumps({"error": {"message": f"bad key {KEY}"}}).encode()))

    result = pincite("reread", "lease.pdf", "--by", "vision", "--pages", "1", *sees(service))

    assert (result.code, result.stdout) == (4, "")
    assert "refused a call without a key" in result.stderr
    assert KEY not in result.stderr
    assert GARBLED in pincite("show", "lease.pdf", "--lines", "1-9").stdout


def test_model_may_take_longer_than_a_page_may_without_one(
    pincite: CommandLine, service: Service, tmp_path: Path
):
    """In a process of its own, as users run it."""
    config = tmp_path / "config.yaml"
    config.write_text("limits: {seconds: 1}\n")
    hold(pincite, pdf(lines(GARBLED)))
    service.always(lambda right: replace(right, seconds_before=3.0))

    result = pincite.run(
        *("reread", "lease.pdf", "--by", "vision", "--pages", "1", *sees(service)), PINCITE_CONFIG=str(config)
    )

    assert (result.code, result.stderr.count("took")) == (0, 0), result.stderr


def test_help_teaches_by_examples(pincite: CommandLine):
    result = pincite("reread", "--help")

    assert result.code == 0
    for part in ("--by vision", "--by describe", "proves nothing", "Exit codes", "pincite reread scan.pdf"):
        assert part in result.stdout
