"""A model that sees reads garbled pages and describes pictures; a description is nobody's evidence."""

from __future__ import annotations

import base64
import io
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from tests.ask.claiming import claiming
from tests.factories import question
from tests.form_filling import says
from tests.ingest.printed import lines, pdf
from tests.scripted import Fault, Scripted
from tests.stages import believing, pipeline

import pincite
from pincite import registry
from pincite.answer.claims import Citation, Claim
from pincite.ask.claimed_items import own_proved
from pincite.ask.reading_list import ReadingList
from pincite.errors import ConfigError, ProviderError
from pincite.ingest.pdf.reader import PdfParser
from pincite.ingest.pdf.render import RenderedPage
from pincite.jobs.one_file import Job
from pincite.jobs.recognition import Reread, parser_of
from pincite.jobs.transport import job_from, job_parts
from pincite.providers.served_model import ServedModel
from pincite.providers.vision import CONFIDENCE, ByVision, PictureDescriber
from pincite.records.completion import Completion, PicturePrompt, Prompt
from pincite.records.library import Held, identify
from pincite.records.png import SIGNATURE
from pincite.records.reading import Raster
from pincite.records.run import Run
from pincite.retrieve.index import build as build_words
from pincite.testing import describer_keeps_its_promise, page_reader_keeps_its_promise
from pincite.values.types import Amount, Duration, Text

RASTER = Raster(4, 2, bytes(range(24)))
DESCRIBED = "A bar chart in which the monthly fee is EUR 9,900.00 and rises every year."
PAGE = {
    "lines": [
        {"text": "1. Fees", "left": 100, "top": 80, "right": 220, "bottom": 100},
        {"text": "The monthly fee is EUR 4,500.00.", "left": 100, "top": 120, "right": 500, "bottom": 140},
    ]
}


@dataclass
class Eyes:
    """A model that can be shown pictures, as an adapter is one: a stage with options."""

    model: str = ""
    name: str = "eyes"
    rungs: tuple[str, ...] = ("structured",)
    sees: ClassVar[bool] = True
    shown: ClassVar[list[Prompt]] = []

    def complete(self, prompt: Prompt) -> Completion:
        assert isinstance(prompt, PicturePrompt)
        assert prompt.picture.startswith(SIGNATURE)
        self.shown.append(prompt)
        page = "lines" in prompt.schema["properties"]
        said = PAGE if page else {"description": DESCRIBED, "decorative": self.model == "plain"}
        return Completion(json.dumps(said))


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = {**registry.BUILT_IN["language_model"], "eyes": f"{__name__}:Eyes"}
    monkeypatch.setitem(registry.BUILT_IN, "language_model", known)
    registry.available.cache_clear()
    Eyes.shown.clear()
    yield
    registry.available.cache_clear()


def with_picture() -> bytes:
    """A page with a sentence and, below it, a drawing in which nothing is written."""
    drawing = Image.new("RGB", (400, 300), "white")
    pen = ImageDraw.Draw(drawing)
    for bar in range(6):
        pen.rectangle((30 + 60 * bar, 280 - 40 * bar, 70 + 60 * bar, 290), fill=(40, 90, 30 + 30 * bar))
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.setFont("Helvetica", 12)
    canvas.drawString(72, 760, "The premises are let for two years from 1 May 2024.")
    canvas.drawImage(ImageReader(drawing), 72, 400, 300, 225)
    canvas.save()
    return buffer.getvalue()


def opened(tmp_path: Path, **settings: object) -> pincite.Library:
    return pincite.open(
        tmp_path / "library", settings={"isolated": False, "ocr": "off", "vision": "eyes/any", **settings}
    )


def garbled_file(tmp_path: Path) -> Path:
    file = tmp_path / "lease.pdf"
    file.write_bytes(pdf(lines("Th e m0nthIy f33 |s 3UR ????")))
    return file


def test_garbled_page_is_read_by_the_model_and_marked_as_recognised(tmp_path):
    with opened(tmp_path) as library:
        library.add(garbled_file(tmp_path))
        assert library.reread("lease.pdf", [1], by="vision").status == "updated"
        document = library.read("lease.pdf").document
        answer = library.ask("What is the monthly fee?")
    assert "The monthly fee is EUR 4,500.00." in document.text
    assert "vision-eyes" in document.parse.fingerprint
    assert (answer.outcome, answer.items[0].evidence[0].recognised) == ("answered", True)
    assert document.words.confidence(document.blocks[-1].span) == CONFIDENCE
    assert document.profile.pages[0].poor


@pytest.mark.parametrize("strictness", ["strict", "paranoid"])
def test_words_that_a_model_saw_are_not_sure_enough_to_be_strict(tmp_path, strictness):
    with opened(tmp_path, strictness=strictness) as library:
        library.add(garbled_file(tmp_path))
        library.reread("lease.pdf", [1], by="vision")
        answer = library.ask("What is the monthly fee?")
    assert (answer.outcome, answer.items) == ("unverified", [])


def test_picture_is_described_beside_the_text_and_kept(tmp_path):
    file = tmp_path / "lease.pdf"
    file.write_bytes(with_picture())
    with opened(tmp_path) as library:
        library.add(file)
        before = library.read("lease.pdf").document
        assert library.reread("lease.pdf", [1], by="describe").status == "updated"
        after = library.read("lease.pdf").document
    assert [figure.description for figure in before.figures] == [""]
    assert [figure.description for figure in after.figures] == [DESCRIBED]
    assert after.text == before.text
    assert "described=1:describe-eyes" in after.parse.fingerprint
    assert len(Eyes.shown) == 1


def described() -> Held:
    content = with_picture()
    document = PdfParser().described([1], PictureDescriber(Eyes())).read(content, "lease.pdf")
    assert document.figures[0].description == DESCRIBED
    return Held(identify("default", "lease.pdf", content, document.parse), document, build_words(document))


@pytest.mark.parametrize("quote", [DESCRIBED, "the monthly fee is EUR 9,900.00", "A bar chart"])
@pytest.mark.parametrize("level", ["lenient", "balanced", "strict", "paranoid"])
def test_claim_that_quotes_a_description_is_refused(quote, level):
    source = described()
    lines_of_all = (1, source.document.lines[-1].number)
    claims = tuple(
        Claim(
            answer_type=value.answer_type,
            value=value,
            original=original,
            citations=(Citation(version=source.identity.version, lines=lines_of_all, quote=quote),),
            score=0.9,
        )
        for value, original in (
            (Amount(value="9900.00", currency="EUR", unit=None), "EUR 9,900.00"),
            (Text(text=quote), quote),
        )
    )
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    asked = "What is the monthly fee?"
    for claim in claims:
        items = pipeline(by=says(claim), judged=believing(level)).ask(asked, reading_list, Run("run")).items
        assert all(quote not in evidence.snippet for item in items for evidence in item.evidence)
        assert claim.original not in [item.original for item in items]


def test_claim_that_quotes_the_page_itself_is_believed():
    source = described()
    quote = "The premises are let for two years from 1 May 2024."
    claim = claiming(source, "duration", Duration(iso8601="P2Y"), "two years", quote)
    asked = question("For how many years are the premises let?", source)
    assert own_proved(asked, claim, source, "balanced").passed


def test_no_word_of_a_description_is_in_anything_that_is_read_or_searched():
    document = described().document
    assert "bar chart" not in document.text
    assert not any("chart" in block.span.of(document.text) for block in document.blocks)


def test_picture_that_only_decorates_has_no_description():
    assert PictureDescriber(Eyes("plain")).describe(RASTER) == ""


@pytest.mark.parametrize("stage", [ByVision, PictureDescriber])
def test_model_that_is_blind_is_never_asked_about_a_picture(stage):
    with pytest.raises(ConfigError, match="cannot read pictures"):
        stage(Scripted(("{}",)))


@pytest.mark.parametrize("by", ["vision", "describe"])
def test_reading_by_a_model_needs_the_setting(tmp_path, by):
    with opened(tmp_path, vision=None) as library:
        library.add(garbled_file(tmp_path))
        with pytest.raises(ConfigError, match="none is set"):
            library.reread("lease.pdf", [1], by=by)


def test_reader_by_vision_keeps_the_promise_of_a_page_reader():
    content = pdf(lines("Fees."))
    opened_file = pdfium.PdfDocument(content)
    page_reader_keeps_its_promise(ByVision(Eyes()), RenderedPage(content, 1, opened_file[0]))


def test_describer_keeps_its_promise():
    describer_keeps_its_promise(PictureDescriber(Eyes()), RASTER)


@pytest.mark.parametrize("fault", list(Fault), ids=lambda fault: fault.name)
def test_model_that_fails_to_describe_is_a_fault(fault):
    @dataclass
    class Failing(Eyes):
        def complete(self, prompt):
            return Scripted((fault,)).complete(prompt)

    with pytest.raises(ProviderError):
        PictureDescriber(Failing()).describe(RASTER)


def test_options_of_a_reading_travel_to_the_process_that_reads():
    job = Job(b"%PDF", "a.pdf", "pdf", "pdf", rereads=(Reread((1,), "vision", {"model": {"name": "eyes"}}),))
    assert job_from(b"".join(job_parts(job))) == job
    assert "vision-eyes" in parser_of("pdf", {}, "off", job.rereads).parse.fingerprint


@dataclass
class Server:
    """Speaks Chat Completions, and keeps what it was sent."""

    url: str
    asked: list[dict[str, Any]]
    reply: dict[str, Any]


@pytest.fixture
def server(monkeypatch) -> Iterator[Server]:
    for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    said = {"message": {"content": json.dumps(PAGE)}, "finish_reason": "stop"}
    spoken = Server("", [], {"choices": [said], "usage": {"prompt_tokens": 900, "completion_tokens": 40}})

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            spoken.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            content = json.dumps(spoken.reply).encode()
            self.send_response(200 if self.path == "/v1/chat/completions" else 404)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None: ...

    http = HTTPServer(("127.0.0.1", 0), Handler)
    spoken.url = f"http://127.0.0.1:{http.server_port}/v1"
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    yield spoken
    http.shutdown()
    http.server_close()


def test_server_is_shown_the_picture_and_told_the_form(server):
    content = pdf(lines("Fees."))
    page = ByVision(ServedModel(server.url, "eyes-2", sees=True)).read_page(
        RenderedPage(content, 1, pdfium.PdfDocument(content)[0])
    )
    (body,) = server.asked
    shown, told = body["messages"][1]["content"]
    address = shown["image_url"]["url"]
    assert base64.b64decode(address.removeprefix("data:image/png;base64,")).startswith(SIGNATURE)
    assert "What is printed on the page?" in told["text"]
    assert body["response_format"]["json_schema"]["strict"] is True
    assert [word.text for word in page.lines[0].words] == ["1.", "Fees"]


@pytest.mark.parametrize(
    "choice",
    [
        {"message": {"content": "", "refusal": "I will not."}, "finish_reason": "stop"},
        {"message": {"content": '{"lines": ['}, "finish_reason": "length"},
        {"message": {"content": "I see a page."}, "finish_reason": "stop"},
    ],
)
def test_server_that_refuses_breaks_off_or_ignores_the_form_is_a_fault(server, choice):
    server.reply = {"choices": [choice]}
    content = pdf(lines("Fees."))
    with pytest.raises(ProviderError):
        ByVision(ServedModel(server.url, "eyes-2", sees=True)).read_page(
            RenderedPage(content, 1, pdfium.PdfDocument(content)[0])
        )
