"""Entries of the chain: each names the one before it, and no field can be changed unnoticed."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pincite.records.chain import BEFORE_ALL, NOTHING, ChainEntry, first_fault, following, hash_of

WORDS = st.text(max_size=12)


def chain(*subjects: str) -> list[ChainEntry]:
    entries: list[ChainEntry] = []
    for subject in subjects:
        entries.append(following(entries[-1] if entries else None, "run", subject, "2026-11-17", "ab"))
    return entries


def test_hash_is_made_as_the_documentation_says():
    entry = following(None, "run", "ä", "2026-11-17", NOTHING)
    told = b"15:pincite.chain/1,1:1,3:run,2:\xc3\xa4,10:2026-11-17,64:%b,64:%b," % (
        NOTHING.encode(),
        BEFORE_ALL.encode(),
    )
    assert entry.hash == hashlib.sha256(told).hexdigest()


def test_whole_chain_has_no_fault():
    assert first_fault(chain("a", "b", "c")) is None
    assert first_fault([]) is None


@given(first=st.tuples(WORDS, WORDS, WORDS), second=st.tuples(WORDS, WORDS, WORDS))
def test_entries_with_other_fields_have_other_hashes(first, second):
    one, other = (ChainEntry(1, *fields, "p", BEFORE_ALL, "") for fields in (first, second))
    assert (hash_of(one) == hash_of(other)) == (first == second)


def test_changed_missing_and_exchanged_entries_are_found_where_they_are():
    entries = chain("a", "b", "c")
    changed = [entries[0], replace(entries[1], subject="x"), entries[2]]
    resealed = [entries[0], replace(changed[1], hash=hash_of(changed[1])), entries[2]]

    assert first_fault(changed).number == 2
    assert "changed" in first_fault(changed).reason
    assert first_fault(resealed).number == 3
    assert "before it" in first_fault(resealed).reason
    assert first_fault([entries[0], entries[2]]).number == 2
    assert "missing" in first_fault([entries[0], entries[2]]).reason
    assert first_fault([entries[1], entries[0], entries[2]]).number == 1


def test_erased_entry_says_which_and_why():
    entry = following(None, "erased", "17 purged", "2026-11-17")
    assert (entry.erases, entry.reason) == (17, "purged")
    assert following(None, "run", "17 purged", "2026-11-17").erases is None
