"""What becomes of a cited passage in a new version. The expected status comes from how the edit was made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.audit.reanchoring import Found, Versions, find_again
from pincite.records.document import Document
from pincite.records.span import Span
from tests.audit.edited_pairs import cited, documents, pair
from tests.audit.paper_edits import EDITS
from tests.factories import document

CASES = 200
CHANGES = tuple(edit for edit in EDITS if edit.status == "changed")


def again(old: str, new: str, quote: str) -> Found:
    start = old.index(quote)
    return find_again(Versions(document(old), document(new)), Span(start, start + len(quote)))


def statuses(seed: int) -> list[tuple[str, str, str]]:
    """For the whole sentence and for its value alone: which edit, what came of it, and what was to."""
    made = pair(seed)
    old, new = documents(made)
    versions = Versions(old, new)
    return [
        (made.edit.name, find_again(versions, span).status, made.edit.status)
        for span in cited(made.fact, old.text)
    ]


def test_of_200_generated_edits_98_percent_and_every_changed_word_are_told():
    told = [each for seed in range(CASES) for each in statuses(seed)]
    wrong = [each for each in told if each[1] != each[2]]
    assert len(wrong) <= 0.02 * len(told), wrong
    assert not [each for each in wrong if each[2] == "changed" and each[1] in ("holds", "moved")]
    assert {name for name, _, _ in told} == {edit.name for edit in EDITS}


@pytest.mark.long
@pytest.mark.timeout(3_600)
def test_of_2000_generated_edits_98_percent_and_every_changed_word_are_told():
    told = [each for seed in range(10_000, 12_000) for each in statuses(seed)]
    wrong = [each for each in told if each[1] != each[2]]
    assert len(wrong) <= 0.02 * len(told), wrong
    assert not [each for each in wrong if each[2] == "changed" and each[1] in ("holds", "moved")]


@given(seed=st.integers(0, 10**9), edit=st.sampled_from(CHANGES))
def test_a_changed_number_name_or_denial_neither_holds_nor_moved(seed, edit):
    made = pair(seed, edit)
    old, new = documents(made)
    for span in cited(made.fact, old.text):
        assert find_again(Versions(old, new), span).status in ("changed", "vanished")


@given(seed=st.integers(0, 10**9))
def test_what_holds_or_moved_reads_the_same_in_the_new_version(seed):
    made = pair(seed)
    old, new = documents(made)
    sentence, _ = cited(made.fact, old.text)
    found = find_again(Versions(old, new), sentence)
    if found.status in ("holds", "moved"):
        assert found.span is not None
        assert _plain(found.span.of(new.text)) == _plain(sentence.of(old.text))


def _plain(text: str) -> str:
    whole = text.replace("-\n", "").replace("ﬁ", "fi").replace("ﬂ", "fl").replace("’", "'")
    return " ".join(whole.split()).rstrip(".")


CLAUSES = """\
1. Fees

1.1 The Customer shall pay EUR 500 each month.

1.2 The Supplier shall send an invoice by the fifth day of each month.

2. Term

2.1 This Agreement starts on 1 May 2024.

2.2 It ends after two years unless the parties renew it in writing.
"""


def test_a_clause_with_another_number_has_moved_and_the_numbers_are_told():
    new = CLAUSES.replace("1.2 The", "1.2 Value added tax is added to every invoice.\n\n1.3 The")
    found = again(CLAUSES, new, "The Supplier shall send an invoice by the fifth day of each month.")
    assert (found.status, found.note) == ("moved", "The clause was 1.2 and is 1.3.")


def test_a_figure_at_the_start_of_a_sentence_is_not_taken_for_the_number_of_a_clause():
    old = "1. Size\n\nThe network is large.\n\n4.5 Million users were counted in May.\n\nIt grows.\n"
    found = again(old, old.replace("4.5 M", "5.5 M"), "users were counted")
    assert found.status == "changed"


def test_words_that_are_put_before_a_sentence_change_it():
    found = again(
        CLAUSES, CLAUSES.replace("The Customer shall", "Except in May, the Customer shall"), "EUR 500"
    )
    assert found.status == "changed"


def test_a_sentence_that_goes_on_has_changed():
    new = CLAUSES.replace("EUR 500 each month.", "EUR 500 each month, or nothing if no work was done.")
    assert again(CLAUSES, new, "EUR 500").status == "changed"


LIST = """\
1. Use

The Tenant may:

(a) sublet the premises to one other company;

(b) put up signs of its own.

2. Term

The lease ends in 2030.
"""


def test_an_item_of_a_list_changes_with_the_words_before_the_list():
    assert again(LIST, LIST, "sublet the premises").status == "holds"
    found = again(LIST, LIST.replace("may:", "may not:"), "sublet the premises")
    assert (found.status, found.note) == ("changed", "The words that introduce it are others now.")


def test_a_part_of_a_very_long_sentence_changes_with_the_start_of_the_sentence():
    duty = "deliver part {n} of the order to warehouse number {n} in good condition"
    duties = "; ".join(duty.format(n=n) for n in range(60))
    old = f"1. Duties\n\nThe Supplier shall {duties}.\n\n2. Term\n\nIt ends in 2030.\n"
    quote = duty.format(n=47)
    assert document(old).blocks[2].split
    assert again(old, old, quote).status == "holds"
    assert again(old, old.replace("Supplier shall", "Supplier shall not"), quote).status == "changed"


def test_a_row_of_a_table_changes_with_the_head_of_the_table():
    table = (
        "# Results\n\n| Line | 2023 | 2022 |\n|---|---|---|\n| Revenue | 500 | 400 |\n| Cost | 90 | 80 |\n"
    )
    start = table.index("| Revenue")
    span = Span(start, start + len("| Revenue | 500 | 400 |"))
    newer = table.replace("2023 | 2022", "2024 | 2023")
    assert find_again(Versions(_markdown(table), _markdown(table)), span).status == "holds"
    assert find_again(Versions(_markdown(table), _markdown(newer)), span).status == "changed"


def test_a_minus_before_a_number_is_a_change():
    old = "1. Rates\n\nThe rate is 2.5% per annum. It is paid each year.\n"
    found = again(old, old.replace("2.5%", "-2.5%"), "2.5%")
    assert found.status == "changed"


def test_equal_sentences_are_told_apart_by_their_neighbours():
    twice = "Alpha\n\nFirst comes the pump. The fee is EUR 5.\n\nThen comes the valve. The fee is EUR 5.\n"
    new = "A new start.\n\n" + twice
    old_document, new_document = document(twice), document(new)
    second = twice.rindex("The fee")
    found = find_again(Versions(old_document, new_document), Span(second, second + len("The fee is EUR 5.")))
    assert found.span is not None
    assert (found.status, found.certain, found.span.start) == ("holds", True, new.rindex("The fee"))


def test_where_equal_places_cannot_be_told_apart_it_is_said():
    old = "1. One\n\nThe fee is EUR 5.\n\n2. Two\n\nNothing else is due here at all.\n"
    new = "Nothing else is due here at all.\n\nThe fee is EUR 5.\n\nThe fee is EUR 5.\n\nThe fee is EUR 5.\n"
    found = again(old, new, "The fee is EUR 5.")
    assert (found.status, found.certain, len(found.also)) == ("moved", False, 2)


def test_hidden_words_are_no_place_to_move_to():
    old = "# Fees\n\nThe fee is EUR 5.\n\nThe term is two years.\n"
    new = "# Fees\n\n~~The fee is EUR 5.~~\n\nThe term is two years.\n"
    found = find_again(Versions(_markdown(old), _markdown(new)), Span(8, 25))
    assert found.status == "vanished"


def _markdown(text: str) -> Document:
    from pincite.ingest.markdown import MarkdownParser

    return MarkdownParser().read(text.encode(), "a.md")


def test_a_long_document_with_hundreds_of_answers_takes_seconds():
    import time

    body = "\n\n".join(
        f"{n}. Clause\n\nThe party named in row {n} shall deliver {n * 7} parts to depot {n * 3}."
        for n in range(1, 1_000)
    )
    versions = Versions(document(body), document(body.replace("row 77 ", "row 78 ")))
    start = time.process_time()
    spots = [block.span for block in versions.old.blocks if block.kind == "sentence"][:300]
    told = [find_again(versions, span).status for span in spots]
    assert told.count("changed") <= 2
    assert time.process_time() - start < 15
