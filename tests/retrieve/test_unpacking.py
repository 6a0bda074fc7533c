"""The arrays of a word index come out as they were put in, or not at all."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.retrieve.unpacking import UNREADABLE, unpacked

ARRAYS = {
    "version": np.frombuffer(b"3/7", dtype=np.uint8),
    "blocks": np.arange(300, dtype=np.int32),
    "pairs": np.arange(8, dtype=np.uint8).reshape(4, 2),
    "nothing": np.zeros(0, np.int32),
}


def blob(save=np.savez_compressed) -> bytes:
    written = io.BytesIO()
    save(written, **ARRAYS)
    return written.getvalue()


@pytest.mark.parametrize("save", [np.savez_compressed, np.savez])
def test_arrays_come_out_as_numpy_wrote_them(save):
    found = unpacked(blob(save))
    assert found.keys() == ARRAYS.keys()
    assert all(np.array_equal(found[name], array) for name, array in ARRAYS.items())
    assert all(found[name].dtype == array.dtype for name, array in ARRAYS.items())


@given(place=st.integers(0, len(blob()) - 1), to=st.integers(0, 255))
def test_changed_byte_never_changes_an_array(place, to):
    changed = bytearray(blob())
    changed[place] = to
    try:
        found = unpacked(bytes(changed))
    except UNREADABLE:
        return
    assert all(np.array_equal(found[name], array) for name, array in ARRAYS.items() if name in found)


@pytest.mark.parametrize("save", [np.savez_compressed, np.savez])
@pytest.mark.parametrize("to", [0, 1, 8, 12, 14, 32, 64, 93, 255])
def test_whatever_byte_is_damaged_the_archive_is_unreadable_or_as_it_was(save, to):
    """Be it a flag that says "encrypted", a method that nobody knows, or the length of an array."""
    whole = blob(save)
    for place in range(len(whole)):
        try:
            found = unpacked(whole[:place] + bytes([to]) + whole[place + 1 :])
        except UNREADABLE:
            continue
        assert all(np.array_equal(found[name], array) for name, array in ARRAYS.items() if name in found)


@given(end=st.integers(0, len(blob()) - 1))
def test_cut_off_archive_is_unreadable(end):
    with pytest.raises(UNREADABLE):
        unpacked(blob()[:end])


def test_archive_with_a_comment_is_read_as_well():
    noted = blob()[:-2] + (5).to_bytes(2, "little") + b"hello"
    assert unpacked(noted).keys() == ARRAYS.keys()
