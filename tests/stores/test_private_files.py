"""Files of a library are for its owner alone, however lax the umask; a library that is shared stays so."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.factories import AGREEMENT

import pincite


@pytest.fixture(params=[0o000, 0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def made(folder: Path) -> Path:
    with pincite.open(folder / "library") as library:
        library.add_bytes(AGREEMENT.encode(), "agreement.txt")
        library.ask("What is the monthly fee?")
    return folder / "library"


def modes(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode)
        for path in [folder, *folder.rglob("*")]
    }


def test_new_library_is_for_its_owner_alone(umask, tmp_path):
    found = modes(made(tmp_path))

    assert found["."] == 0o700
    assert found["library.db"] == 0o600
    assert {name: oct(mode) for name, mode in found.items() if "/" not in name and mode & 0o077} == {}


def test_back_up_and_what_is_restored_of_it_are_private(umask, tmp_path):
    library = made(tmp_path)
    with pincite.open(library) as opened:
        opened.backup(tmp_path / "one.backup")
    pincite.restore(tmp_path / "one.backup", tmp_path / "restored")

    assert stat.S_IMODE((tmp_path / "one.backup").stat().st_mode) == 0o600
    found = modes(tmp_path / "restored")
    assert (found["."], found["library.db"]) == (0o700, 0o600)


def test_library_that_its_owner_shares_stays_shared(tmp_path):
    library = made(tmp_path)
    library.chmod(0o770)
    (library / "library.db").chmod(0o660)
    for path in library.iterdir():
        if path.name.endswith(".lock"):
            path.unlink()
    before = os.umask(0o002)
    try:
        with pincite.open(library) as opened:
            opened.add_bytes(b"The rent is EUR 950.", "rent.txt")
    finally:
        os.umask(before)

    found = modes(library)
    assert found["."] == 0o770
    assert found["library.db"] == 0o660
    assert found["writer.lock"] == 0o660


def test_library_in_a_folder_that_is_there_has_private_files(tmp_path):
    (tmp_path / "library").mkdir(mode=0o755)
    found = modes(made(tmp_path))
    assert found["."] == 0o755, "it is not ours"
    assert found["library.db"] == 0o600
    assert found["words"] == 0o700
