"""Dates of a table become all-day events of a calendar that any program can read (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pincite
from pincite.extract.as_calendar import _folded, _text, to_ics, without_day
from pincite.extract.deciding import Reviewer
from tests.factories import write

NOW = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)
LONG = "The end date is 31 March 2020, not before; it was agreed at Łódź " + "and again " * 20 + "."


@pytest.fixture
def library(tmp_path):
    texts = {
        "a.txt": f"{LONG}\n",
        "b, c.txt": "The end date is December 2020.\n",
        "d.txt": "Nothing is said.\n",
        "e.txt": "The end date is 1 June 2021.\n",
    }
    with pincite.open(tmp_path / "library") as library:
        library.add(*(write(tmp_path, name, text) for name, text in texts.items()))
        yield library


def unfolded(content: bytes) -> list[str]:
    assert content.endswith(b"\r\n")
    assert content.count(b"\n") == content.count(b"\r\n")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    return content.decode().replace("\r\n ", "").split("\r\n")[:-1]


def events(content: bytes) -> list[dict[str, str]]:
    lines = unfolded(content)
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    found: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and name not in ("END", "BEGIN"):
            found[-1][name] = value
    return found


def unescaped(value: str) -> str:
    plain = value.replace("\\\\", "\0").replace("\\n", "\n").replace("\\;", ";").replace("\\,", ",")
    return plain.replace("\0", "\\")


def test_each_date_with_a_day_is_an_event_with_its_citation(library):
    table = library.table(None, "end date")
    first, second = events(to_ics(table, NOW))

    assert first["DTSTART;VALUE=DATE"] == "20200331"
    assert first["DTEND;VALUE=DATE"] == "20200401"
    assert first["DTSTAMP"] == "20261117T120000Z"
    assert unescaped(first["SUMMARY"]) == "end date: a.txt"
    assert "a.txt, line 1: “The end date is 31 March 2020, not before; it was agreed at Łódź" in unescaped(
        first["DESCRIPTION"]
    )
    assert second["DTSTART;VALUE=DATE"] == "20210601"
    assert without_day(table) == 1


def test_event_keeps_its_identity_when_its_day_changes(library, tmp_path):
    before = events(to_ics(library.table(None, "end date"), NOW))
    library.add(write(tmp_path, "e.txt", "The end date is 2 June 2021.\n"))
    after = events(to_ics(library.table(None, "end date"), NOW))

    assert [each["UID"] for each in before] == [each["UID"] for each in after]
    assert len({each["UID"] for each in before}) == 2
    assert after[1]["DTSTART;VALUE=DATE"] == "20210602"


def test_what_somebody_typed_is_in_the_calendar_and_what_is_to_review_is_not(tmp_path):
    with pincite.open(tmp_path / "library", settings={"reader": None, "decision": None}) as library:
        library.add(write(tmp_path, "a.txt", "The end date is 31 March 2020.\n"))
        table = library.table(None, "end date")
        assert table.rows[0].cells["end date"].state == "to_review"
        assert not events(to_ics(table, NOW))
        anna = Reviewer("Anna", "2026-11-17T10:00:00+00:00")
        typed = anna.typed(library.read("a.txt"), "31 March 2020", (1, 1))
        library.decide("a.txt", table.fields[0], typed)

        (event,) = events(to_ics(library.table(None, "end date"), NOW))

    assert event["DTSTART;VALUE=DATE"] == "20200331"
    assert "typed by Anna" in unescaped(event["DESCRIPTION"])


def test_value_that_somebody_accepted_stays_where_the_cell_has_another_one_now(library):
    table = library.table(["e.txt"], "end date")
    (row,) = table.rows
    accepted = Reviewer("Anna", "2026-11-17T10:00:00+00:00").accepted(row.cells["end date"])
    changed = row.cells["end date"].model_copy(
        update={"decision": accepted.model_copy(update={"value": "2 July 2021"})}
    )
    other = table.model_copy(update={"rows": [row.model_copy(update={"cells": {"end date": changed}})]})

    (event,) = events(to_ics(other, NOW))

    assert event["DTSTART;VALUE=DATE"] == "20210702"


@given(words=st.text())
def test_any_words_stand_in_a_line_and_come_back(words):
    printable = "".join(each for each in words if each == "\n" or each.isprintable())
    (line,) = unfolded(_folded(f"SUMMARY:{_text(words)}"))
    assert unescaped(line.removeprefix("SUMMARY:")) == printable.encode("utf-8", "replace").decode()
