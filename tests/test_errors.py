"""What errors say, and to whom."""

from __future__ import annotations

import pytest

from pincite.errors import InputError, without_commands


@pytest.mark.parametrize(
    ("hint", "left"),
    [
        ("Remove the password, or pass --password.", ""),
        ("Write more of the id. See `pincite runs list`.", "Write more of the id."),
        ('Run: pincite ask FILE "QUESTION", or pincite add FILE', ""),
        ("Get a fresh copy of the file.", "Get a fresh copy of the file."),
        ("Pincite reads up to 2,000 pages -- split it.", "Pincite reads up to 2,000 pages -- split it."),
        ("", ""),
    ],
)
def test_hint_for_who_has_no_command_line_names_no_command(hint: str, left: str):
    assert without_commands(hint) == left
    assert InputError("No.", hint=hint).hint_elsewhere == left


def test_hint_that_was_written_for_elsewhere_goes_before():
    error = InputError("It is empty.", hint="Run: pincite add FILE", elsewhere="Add a document first.")
    assert (error.hint, error.hint_elsewhere) == ("Run: pincite add FILE", "Add a document first.")
