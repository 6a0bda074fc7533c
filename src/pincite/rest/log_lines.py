"""Write the lines of a server's log: JSON for programs, a short line for whoever watches a terminal."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import datetime
from typing import TextIO

from pincite.logs import as_json
from pincite.rest.web_routes import is_page

Line = Mapping[str, str | int | float]


def handler_for(stream: TextIO) -> logging.Handler:
    """Short lines at a terminal, unless `PINCITE_LOG=json` asks for JSON there, too."""
    handler = logging.StreamHandler(stream)
    if stream.isatty() and not as_json():
        handler.setFormatter(ForPeople())
        handler.addFilter(_is_worth_watching)
    else:
        handler.setFormatter(AsJson())
    return handler


class AsJson(logging.Formatter):
    """One object a line. Without a traceback, whose last line may quote a document."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(
            _line(record) or {"level": record.levelname.lower(), "message": record.getMessage()}
        )


class ForPeople(logging.Formatter):
    """When, what was requested, how it ended and how long it took; or the warning as it is."""

    def format(self, record: logging.LogRecord) -> str:
        line = _line(record)
        if line is None:
            return f"{record.levelname.lower()}: {record.getMessage()}"
        at = datetime.fromisoformat(str(line["at"])).astimezone().strftime("%H:%M:%S")
        ended = " · ".join(str(line[key]) for key in ("outcome", "key_name", "fault") if key in line)
        asked = f"{line['method']} {line['path']}"
        return _printable(f"{at}  {line['status']}  {line['seconds']:>6.2f} s  {asked}  {ended}".rstrip())


def _line(record: logging.LogRecord) -> Line | None:
    """What a request left behind; None for what a package warns of."""
    return record.msg if isinstance(record.msg, Mapping) else None


def _is_worth_watching(record: logging.LogRecord) -> bool:
    """Not the files of the page itself, a dozen each time that somebody opens it."""
    line = _line(record)
    return line is None or int(line["status"]) >= 400 or not is_page(str(line["path"]))


def _printable(text: str) -> str:
    """Without signs that a terminal would obey."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
