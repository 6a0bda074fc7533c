"""SQL by name and migrations by number, each once."""

from __future__ import annotations

import re

import pytest

from pincite.stores import queries


def test_migrations_are_numbered_one_by_one():
    for dialect in ("sqlite", "postgres"):
        numbers = list(queries.migrations(dialect))
        assert numbers == list(range(21, 21 + len(numbers)))


def test_two_migrations_of_one_number_are_refused_because_one_would_never_run():
    with pytest.raises(ValueError, match="given twice"):
        queries.numbered([("0001_a.sql", "A;"), ("0001_b.sql", "B;")])


def test_files_that_are_no_migrations_are_left_out():
    files = [("0002_b.sql", "B;"), ("queries.sql", "-- :x"), ("0001_a.sql", "A;")]

    assert queries.numbered(files) == {21: "A;", 22: "B;"}


def test_two_queries_of_one_name_are_refused():
    with pytest.raises(ValueError, match="defined twice"):
        queries.parse("-- :a\nSELECT 1;\n-- :a\nSELECT 2;\n")


def test_every_query_of_a_folder_has_its_like_for_a_server_with_the_same_values():
    folder, server = queries.load("sqlite"), queries.load("postgres")

    assert not folder.keys() - server.keys()
    for name, sql in folder.items():
        given = set(re.findall(r"(?<![:\w]):([a-z_0-9]+)", _without_comments(sql)))
        assert given == set(re.findall(r"%\(([a-z_0-9]+)\)s", server[name])), name


def _without_comments(sql: str) -> str:
    return re.sub(r"--.*", "", sql)
