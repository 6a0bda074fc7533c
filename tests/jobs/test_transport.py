"""What comes back from a reading process is the document it read, or nothing."""

from __future__ import annotations

from array import array
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import examples
from tests.factories import AGREEMENT
from tests.stores.test_document_round_trip import documents

from pincite import errors
from pincite.errors import InputError, MissingExtra, PinciteError
from pincite.jobs import transport
from pincite.jobs.one_file import Attached, Job, Reading, read
from pincite.records.document import Box, Cell, Chunk, Document, Figure, Passage, Table
from pincite.records.limits import Limits
from pincite.records.reading import PageQuality, Profile, Subject
from pincite.records.span import Span


def reading(text: str = AGREEMENT) -> Reading:
    return read(Job(text.encode(), "agreement.txt", "text", "text"))


def carried(sent: Reading) -> Reading:
    return transport.reading_from(b"".join(transport.reading_parts(sent)))


def test_document_arrives_as_it_was_sent():
    assert carried(reading()) == reading()


@settings(max_examples=examples(100), deadline=None)
@given(document=documents(), names=st.lists(st.text(), max_size=3))
def test_any_document_arrives_as_it_was_sent(document: Document, names: list[str]):
    passages = tuple(Passage(block.number, block.span, block.section, "hash") for block in document.blocks)
    chunks = tuple(Chunk(block.number, block.span, "hash") for block in document.blocks)
    attached = tuple(Attached(name, name.encode("utf-8", "replace")) for name in names)
    sent = Reading(document, passages, chunks, b"postings", attached)

    again = carried(sent)

    assert again == sent
    assert again.document.words.edges.tobytes() == document.words.edges.tobytes()


def test_tables_figures_anchors_confidences_and_profile_arrive_too():
    sent = reading()
    document = sent.document
    words = replace(
        document.words,
        starts=array("I", [0]),
        ends=array("I", [1]),
        pages=array("I", [1]),
        edges=array("f", [0.1, 0.2, 0.3, 0.4]),
        confidences=array("B", [93]),
    )
    full = replace(
        document,
        words=words,
        tables=(
            Table(1, Span(0, 9), 2, 2, 1, (Cell(0, 1, Span(0, 2), 1, 1, "Fees!B4"),), "ruled", Span(0, 1)),
        ),
        figures=(Figure(1, Box(1, 0.1, 0.2, 0.3, -0.0), Span(0, 1), None, "a chart"),),
        blocks=(replace(document.blocks[0], anchor="¶ 1"), *document.blocks[1:]),
        profile=Profile(
            "contract",
            "en",
            (PageQuality(1, "mixed", 9, 0.1, 0.93),),
            (("numbering", 3),),
            (Subject("party", "Ann", ("the Customer",), Span(0, 3)),),
        ),
    )
    assert carried(replace(sent, document=full)).document == full


def test_every_field_of_a_document_is_sent():
    # What a document works out by itself when it is built is not sent.
    of_the_document = {field.name for field in fields(Document) if field.init} - {"text", "words"}
    of_the_reading = {field.name for field in fields(Reading)} - {"document", "postings"}
    assert set(transport._Sent.model_fields) == of_the_document | of_the_reading


def test_job_arrives_as_it_was_sent():
    job = Job(b"\0bytes", "ä\udcff.pdf", "pdf", "pdf", {"password": "pä"}, Limits(pages=3), pictures="later")
    assert transport.job_from(b"".join(transport.job_parts(job))) == job


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, PinciteError) and kind is not MissingExtra
    ],
)
def test_error_arrives_as_it_was_raised(kind: type[PinciteError]):
    error = kind("What happened.", hint="What to do.", retryable=True)
    again = transport.error_from(b"".join(transport.error_parts(error)))
    assert type(again) is kind
    assert (again.message, again.hint, again.retryable) == (error.message, error.hint, True)


def test_missing_extra_arrives_as_it_was_raised():
    error = MissingExtra("lxml", extra="office", needed_for="Reading Word")
    again = transport.error_from(b"".join(transport.error_parts(error)))
    assert type(again) is MissingExtra
    assert str(again) == str(error)


def test_error_of_a_plug_in_arrives_as_an_input_error():
    class OddError(PinciteError):
        pass

    again = transport.error_from(b"".join(transport.error_parts(OddError("What happened."))))
    assert type(again) is InputError


@pytest.mark.parametrize(
    ("sent", "changed"),
    [
        (b'"start":0', b'"start":9999999'),
        (b'"start":0', b'"start":-1'),
        (b'"start":0', b'"start":"0"'),
        (b'"format":"text"', b'"format":"exec"'),
        (b'"number":1', b'"number":1e9'),
    ],
)
def test_document_that_contradicts_itself_is_refused(sent: bytes, changed: bytes):
    content = b"".join(transport.reading_parts(reading()))
    parts = [bytes(part) for part in transport._divided(content)]
    parts[0] = parts[0].replace(sent, changed, 1)
    with pytest.raises(ValueError):  # noqa: PT011  whichever check it is that finds it
        transport.reading_from(b"".join(transport._counted(parts)))


@given(place=st.integers(0, 10_000), byte=st.integers(0, 255), cut=st.integers(0, 50))
def test_damaged_message_is_a_document_or_a_value_error(place: int, byte: int, cut: int):
    content = bytearray(b"".join(transport.reading_parts(reading("A fee of EUR 5.\n"))))
    content[place % len(content)] = byte
    try:
        came = transport.reading_from(bytes(content[: len(content) - cut]))
    except (ValueError, TypeError, LookupError):
        return
    assert came.document.text


def test_messages_come_out_whole_however_they_come_in():
    sent = transport.message(transport.PAGE, [b"o", b"ne"]) + transport.message(transport.READY)
    inbox, found = transport.Inbox(), []
    for byte in b"".join(sent):
        inbox.add(bytes([byte]))
        found += inbox.messages()
    assert found == [(transport.PAGE, b"one"), (transport.READY, b"")]


def test_message_of_an_absurd_length_is_refused_before_it_is_awaited():
    inbox = transport.Inbox()
    inbox.add(b"d" + b"\xff" * 8)
    with pytest.raises(ValueError, match="a message of"):
        list(inbox.messages())
