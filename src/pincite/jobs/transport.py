"""Carry jobs to a reading process and documents back, as plain values, and tell how much memory it takes.

The process has read a file that nobody trusts, so nothing that it sends is unpickled: numbers, text and
flat arrays arrive, and the document is built from them by the records' own constructors, which check it.
A message is one byte for its kind, eight for its length, and as many as that.

A document may be hundreds of megabytes, so neither side joins a message that it sends or copies one that it
receives: what is sent is a list of parts, and what has arrived is looked at where it is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from pincite import errors
from pincite.errors import InputError, PinciteError
from pincite.jobs.one_file import Attached, Job, Reading
from pincite.jobs.recognition import Reread
from pincite.records.document import (
    Block,
    Chunk,
    Document,
    Figure,
    Line,
    Page,
    Paragraph,
    Parse,
    Passage,
    Section,
    Table,
    Unseen,
    Words,
)
from pincite.records.limits import Format, Limits
from pincite.records.reading import Profile

Kind = Literal[b"j", b"r", b"p", b"d", b"e", b"m", b"b"]
JOB: Kind = b"j"
READY: Kind = b"r"
PAGE: Kind = b"p"
DOCUMENT: Kind = b"d"
ERROR: Kind = b"e"
OUT_OF_MEMORY: Kind = b"m"
BUG: Kind = b"b"

_HEAD_BYTES = 9
_LONGEST_MESSAGE = 2 << 30
# Measured: ranges are small objects of Python's, each several times what is sent of it; and a text is held
# as it came, as a string, and by SQLite.
_PER_BYTE, _COPIES = 11, 5

T = TypeVar("T", int, float)


class _Sent(BaseModel):
    """A reading, without what is sent as bytes. Its fields are those of the records."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", ser_json_inf_nan="constants")

    format: Format
    parse: Parse
    pages: tuple[Page, ...]
    lines: tuple[Line, ...]
    sections: tuple[Section, ...]
    paragraphs: tuple[Paragraph, ...]
    blocks: tuple[Block, ...]
    caveats: tuple[str, ...]
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...]
    profile: Profile
    unseen: tuple[Unseen, ...]
    passages: tuple[Passage, ...]
    chunks: tuple[Chunk, ...]
    attached: tuple[str, ...]


_OF_THE_DOCUMENT = tuple(
    name for name in _Sent.model_fields if name not in ("passages", "chunks", "attached")
)


@dataclass(slots=True)
class Inbox:
    """Bytes as they come in, and the messages that are complete."""

    _bytes: bytearray = field(default_factory=bytearray)

    def __len__(self) -> int:
        """How many bytes are waiting for the rest of their message."""
        return len(self._bytes)

    def add(self, piece: bytes) -> None:
        self._bytes += piece

    def messages(self) -> Iterator[tuple[bytes, memoryview]]:
        """Kind and content of each; a ValueError when this cannot be a message of ours."""
        while len(self._bytes) >= _HEAD_BYTES:
            kind, length = bytes(self._bytes[:1]), int.from_bytes(self._bytes[1:_HEAD_BYTES], "little")
            if length > _LONGEST_MESSAGE:
                raise ValueError(f"a message of {length} bytes")
            end = _HEAD_BYTES + length
            if len(self._bytes) < end:
                return
            arrived, self._bytes = self._bytes, self._bytes[end:]
            yield kind, memoryview(arrived)[_HEAD_BYTES:end]


def message(kind: Kind, parts: Sequence[bytes] = ()) -> list[bytes]:
    """What is to be written, one after the other."""
    length = sum(len(part) for part in parts)
    return [kind + length.to_bytes(_HEAD_BYTES - 1, "little"), *parts]


def job_parts(job: Job) -> list[bytes]:
    header = {
        "name": job.name,
        "format": job.format,
        "parser": job.parser,
        "options": dict(job.options),
        "limits": asdict(job.limits),
        "ocr": job.ocr,
        "pictures": job.pictures,
        "rereads": [asdict(again) for again in job.rereads],
    }
    # As ASCII: a file's name may hold half a surrogate pair, which UTF-8 has no bytes for.
    return _counted([json.dumps(header).encode(), job.content])


def job_from(content: bytes | memoryview) -> Job:
    header, document = _divided(content)
    fields = json.loads(bytes(header))
    limits = Limits(**fields.pop("limits"))
    rereads = tuple(
        Reread(tuple(again["pages"]), again["by"], again["options"]) for again in fields.pop("rereads")
    )
    return Job(content=bytes(document), limits=limits, rereads=rereads, **fields)


def reading_parts(reading: Reading) -> list[bytes]:
    document, words = reading.document, reading.document.words
    sent = _Sent(
        **{name: getattr(document, name) for name in _OF_THE_DOCUMENT},
        passages=reading.passages,
        chunks=reading.chunks,
        attached=tuple(json.dumps(attached.name) for attached in reading.attached),
    )
    return _counted(
        [
            sent.__pydantic_serializer__.to_json(sent),
            document.text.encode(),
            *(array("I", column).tobytes() for column in (words.starts, words.ends, words.pages)),
            array("f", words.edges).tobytes(),
            words.confidences.tobytes(),
            reading.postings,
            *(attached.content for attached in reading.attached),
        ]
    )


def reading_from(content: bytes | memoryview) -> Reading:
    """The same reading, or a ValueError when the bytes are not those of one."""
    header, text, starts, ends, pages, edges, confidences, postings, *contents = _divided(content)
    sent = _Sent.model_validate_json(bytes(header))
    document = Document(
        text=str(text, "utf-8"),
        words=_words(starts, ends, pages, edges, confidences),
        **{name: getattr(sent, name) for name in _OF_THE_DOCUMENT},
    )
    names = [json.loads(name) for name in sent.attached]
    attached = tuple(Attached(str(name), bytes(each)) for name, each in zip(names, contents, strict=True))
    return Reading(document, sent.passages, sent.chunks, bytes(postings), attached)


def weight(content: bytes | memoryview) -> int:
    """About how many bytes a reading takes while it is built and stored by whoever receives it."""
    header, text, *others = _divided(content)
    return _PER_BYTE * len(header) + _COPIES * len(text) + sum(len(part) for part in others)


def error_parts(error: PinciteError) -> list[bytes]:
    kind = type(error).__name__
    return [json.dumps([kind, error.message, error.hint, error.retryable]).encode()]


def error_from(content: bytes | memoryview) -> PinciteError:
    """The error as it was raised: its class, its words and whether to try again."""
    name, message, hint, retryable = json.loads(bytes(content))
    kind = getattr(errors, str(name), None)
    if not (isinstance(kind, type) and issubclass(kind, PinciteError)):
        kind = InputError  # of a plug-in that has errors of its own
    error = kind.__new__(kind)
    PinciteError.__init__(error, str(message), hint=str(hint), retryable=bool(retryable))
    return error


def _words(*columns: memoryview) -> Words:
    *numbers, edges, confidences = columns
    words = Words(array("I"), array("I"), array("I"), array("f"), array("B"))
    for column, content in zip((words.starts, words.ends, words.pages), numbers, strict=True):
        column.frombytes(content)
    words.edges.frombytes(edges)
    words.confidences.frombytes(confidences)
    lengths = {len(words.starts), len(words.ends), len(words.pages), len(words.edges) / 4}
    if len(lengths) > 1 or len(words.confidences) not in (0, len(words)):
        raise ValueError("the columns of the words are not equally long")
    return words


def _counted(parts: Sequence[bytes]) -> list[bytes]:
    lengths = (len(part).to_bytes(8, "little") for part in parts)
    return [len(parts).to_bytes(8, "little") + b"".join(lengths), *parts]


def _divided(whole: bytes | memoryview) -> list[memoryview]:
    content = memoryview(whole)
    count = int.from_bytes(content[:8], "little")
    place = 8 * (count + 1)
    if place > len(content):
        raise ValueError("a message without its parts")
    parts = []
    for number in range(1, count + 1):
        end = place + int.from_bytes(content[8 * number : 8 * number + 8], "little")
        parts.append(content[place:end])
        place = end
    if place != len(content):
        raise ValueError("a message whose parts do not add up")
    return parts


@dataclass(frozen=True, slots=True)
class Memory:
    """What a process takes, in bytes: all 0 when it has ended."""

    resident: int
    """What it has in use now."""
    peak: int
    """The most that it has had in use; where nobody knows, what it has now."""
    reserved: int = 0
    """What it has asked for, as the operating system limits it; 0 where nobody knows."""


def memory_of(process: int) -> Memory:
    if sys.platform == "linux":
        return _of_linux(process)
    listed = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    resident = int(listed.stdout.strip() or 0) * 1024
    return Memory(resident, resident)


def memory_with_children(process: int) -> Memory:
    """The same together with the processes that it has started, where the system tells them."""
    own = memory_of(process)
    others = [memory_of(child) for child in (_children(process) if sys.platform == "linux" else ())]
    return Memory(
        own.resident + sum(other.resident for other in others),
        own.peak + sum(other.peak for other in others),
        own.reserved,
    )


def own_memory() -> Memory:
    return memory_of(os.getpid())


def _of_linux(process: int) -> Memory:
    try:
        status = Path(f"/proc/{process}/status").read_text("ascii", "replace")
    except OSError:
        return Memory(0, 0)
    return Memory(*(_figure(status, name) for name in ("VmRSS:", "VmHWM:", "VmData:")))


def _children(process: int) -> list[int]:
    """The processes that it has started; none where the system does not say, or it has ended."""
    try:
        return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def _figure(status: str, name: str) -> int:
    _, found, after = status.partition(name)
    return int(after.split(maxsplit=1)[0]) * 1024 if found else 0
