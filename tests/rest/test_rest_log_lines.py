"""What a server writes about requests: JSON for programs, short lines for people at a terminal."""

from __future__ import annotations

import io
import json
import logging

import pytest

from pincite.rest.audit import handler_for

ASKED = {
    "at": "2026-11-18T10:20:30.113+00:00",
    "request": "0b5e",
    "method": "POST",
    "path": "/v1/ask",
    "status": 200,
    "seconds": 1.2345,
    "outcome": "answered",
}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def written(stream: io.StringIO, message: object, level: int = logging.INFO) -> str:
    handler = handler_for(stream)
    handler.handle(logging.LogRecord("pincite.access", level, "", 0, message, None, None))
    return stream.getvalue()


def test_a_program_gets_each_request_as_an_object_on_a_line():
    assert json.loads(written(io.StringIO(), ASKED)) == ASKED


def test_a_program_gets_warnings_of_packages_as_objects_too():
    assert json.loads(written(io.StringIO(), "slow\nbody", logging.WARNING)) == {
        "level": "warning",
        "message": "slow\nbody",
    }


def test_a_terminal_gets_a_short_line():
    line = written(Terminal(), ASKED)

    assert line.endswith("  200    1.23 s  POST /v1/ask  answered\n")
    assert "{" not in line


def test_a_terminal_gets_json_where_the_variable_asks_for_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PINCITE_LOG", "json")

    assert json.loads(written(Terminal(), ASKED)) == ASKED


def test_a_terminal_is_not_told_of_the_files_of_the_page_unless_one_fails():
    of_the_page = {**ASKED, "method": "GET", "path": "/web/app.js"}

    assert written(Terminal(), of_the_page) == ""
    assert "/web/app.js" in written(Terminal(), {**of_the_page, "status": 500})


def test_a_terminal_never_gets_signs_that_it_would_obey():
    assert "\x1b" not in written(Terminal(), {**ASKED, "path": "/v1/\x1b[2J"})
