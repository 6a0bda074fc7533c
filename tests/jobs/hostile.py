"""Parsers that do what a broken or hostile file makes a parser do."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.errors import InputError
from pincite.ingest.text import TextParser
from pincite.ingest.watch import page_read
from pincite.records.document import Document, Parse


@dataclass(frozen=True, slots=True)
class Hostile:
    """Does `deed` and then reads the file as text."""

    deed: str = "nothing"
    note: str = ""
    """A file to which it writes the number of its process, for whoever wants to see it end."""

    @property
    def parse(self) -> Parse:
        return Parse("hostile", "1", self.deed)

    def read(self, content: bytes, name: str) -> Document:
        if self.note:
            Path(self.note).write_text(str(os.getpid()))
        DEEDS[self.deed](name)
        return TextParser().read(content, name)


def hang(name: str) -> None:
    while True:
        time.sleep(60)


def hold_the_lock(name: str) -> None:
    """Never give another thread of Python a turn, as a runaway regular expression does."""
    ctypes.PyDLL(None).sleep(600)


def crash(name: str) -> None:
    ctypes.string_at(0)


def fill_memory(name: str) -> None:
    held = []
    while True:
        held.append(bytearray(b"x") * 20_000_000)
        time.sleep(0.01)


def ask_for_too_much(name: str) -> None:
    bytearray(1 << 40)


def print_rubbish(name: str) -> None:
    os.write(1, b"d\xff\xff\xff\xff rubbish" * 1000)
    print("rubbish", flush=True)
    print("rubbish", file=sys.stderr, flush=True)


def send_rubbish(name: str) -> None:
    """Write rubbish wherever anything can be written, as a process that is not its own master would."""
    for file in range(3, 20):
        try:
            os.write(file, b"d" + (20).to_bytes(8, "little") + b"r" * 20)
        except OSError:
            continue


def send_an_absurd_length(name: str) -> None:
    for file in range(3, 20):
        try:
            os.write(file, b"d" + b"\xff" * 8)
        except OSError:
            continue


def refuse(name: str) -> None:
    raise InputError(f"{name} is not liked.", hint="Try another.", retryable=True)


def fail(name: str) -> Any:
    return {}["the sky"]


def start_another(name: str) -> None:
    if os.fork() == 0:
        time.sleep(600)


def read_slowly(name: str) -> None:
    for page in range(1, 9):
        time.sleep(0.4)
        page_read(page, 8)


def hang_after_pages(name: str) -> None:
    for page in range(1, 4):
        page_read(page, 3)
    hang(name)


@dataclass(frozen=True, slots=True)
class Attachment:
    name: str
    content: bytes


def attachments(content: bytes, name: str) -> tuple[Attachment, ...]:
    """What stands in a text as lines like `ATTACHED name 48656c6c6f`, the bytes in hexadecimal."""
    lines = (line.split("\t") for line in content.decode("utf-8", "replace").splitlines())
    return tuple(Attachment(line[1], bytes.fromhex(line[2])) for line in lines if line[0] == "ATTACHED")


DEEDS = {
    "nothing": lambda name: None,
    "hang": hang,
    "hold the lock": hold_the_lock,
    "crash": crash,
    "abort": lambda name: os.abort(),
    "end": lambda name: os._exit(3),
    "fill memory": fill_memory,
    "ask for too much": ask_for_too_much,
    "print rubbish": print_rubbish,
    "send rubbish": send_rubbish,
    "send an absurd length": send_an_absurd_length,
    "refuse": refuse,
    "fail": fail,
    "start another": start_another,
    "read slowly": read_slowly,
    "hang after pages": hang_after_pages,
}
