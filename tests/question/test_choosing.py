"""Which document a question names, among documents that are known by their covers alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import question

from pincite.question.choosing.choice import choose
from pincite.question.choosing.covers import (
    Covers,
    initials,
    is_one_slip,
    key,
    read_covers,
    words_of,
    words_of_file,
)
from pincite.question.choosing.document_kinds import kinds_in, kinds_of_document
from pincite.records.library import Cover, Identity
from pincite.records.reading import DocumentType, Subject
from pincite.records.run import Choice
from pincite.records.span import Span


def cover(name: str, *parties: str, type: DocumentType = "contract", head: str = "", **aliases: str) -> Cover:
    """A document with these parties; `aliases` maps the first word of a name to its short name."""
    subjects = tuple(
        Subject("party", party, tuple(a for w, a in aliases.items() if party.startswith(w)), Span(0, 1))
        for party in parties
    )
    return Cover(Identity("default", name, name, name), type, subjects, head)


def product(name: str, brand: str, *others: str) -> Cover:
    subject = Subject("product", brand, others, Span(0, 1))
    return Cover(Identity("default", name, name, name), "label", (subject,), "")


def library(*more: Cover) -> Covers:
    return read_covers(
        [
            cover("1.txt", "W. R. Grace & Co.", "Gibraltar Acquisition Holdings LLC", head="PLAN OF MERGER"),
            cover("2.txt", "First Nations Health Authority", head="NON-DISCLOSURE AGREEMENT"),
            cover("3.txt", "Euler Hermes Insurance Company", head="NON-DISCLOSURE AGREEMENT"),
            cover("4.txt", "Harbour Light Ltd.", "Company Store Inc.", head="LEASE", Harbour="Supplier"),
            product("5.txt", "AXOLIN", "nizaterol"),
            cover("invoice-6.txt", type="invoice"),
            *more,
        ]
    )


def chosen(asked: str, covers: Covers) -> list[str]:
    choice = choose(question(asked), covers)
    return [identity.name for identity in choice.identities] if choice.certain else []


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("What is the notice period in the Grace merger agreement?", "1.txt"),
        ("Consider Grace's merger agreement; what is the notice period?", "1.txt"),
        ("Consider the merger agreement between Gibraltar and Grace; who pays?", "1.txt"),
        ("Consider FNHA's non-disclosure agreement; who pays?", "2.txt"),
        ("Consider EulerHermes' NDA; who pays?", "3.txt"),
        ("Consider the Harbor Light lease; who pays?", "4.txt"),
        ("Consider the Harbuor Light lease; who pays?", "4.txt"),
        ("What is the half-life of AXOLIN?", "5.txt"),
        ("what is the half-life of nizaterol?", "5.txt"),
        ("When does the lease expire?", "4.txt"),
        ("What does the label say of children?", "5.txt"),
    ],
)
def test_document_is_known_by_any_of_its_names(asked, name):
    assert chosen(asked, library()) == [name]


@pytest.mark.parametrize(
    "asked",
    [
        "What is the notice period?",
        "What must the Company pay to the Supplier?",
        "What is the lease term?",
        "Which leases allow subletting?",
        "Is there an agreement on parking?",
        "When must the invoice be paid?",
        "What are Grace Period and Light Hours?",
    ],
)
def test_question_that_names_no_document_chooses_none(asked):
    choice = choose(question(asked), library())
    assert not choice.certain
    assert not choice.clarification


def test_word_that_every_document_has_decides_nothing():
    covers = read_covers(
        cover(f"{n}.txt", f"Northgate {name} Ltd.") for n, name in enumerate(("Mill", "Barn"))
    )
    assert chosen("Consider Northgate's agreement; who pays?", covers) == []
    assert chosen("Consider Northgate Barn's agreement; who pays?", covers) == ["1.txt"]


def test_names_that_point_at_two_documents_are_certain_of_neither():
    covers = library()
    choice = choose(question("Consider the agreement between Grace and Harbour Light; who pays?"), covers)
    assert not choice.certain


def test_documents_that_fit_alike_are_listed_to_choose_from():
    covers = library(cover("6.txt", "Harbour Light Ltd.", head="LEASE"))
    choice = choose(question("Consider the Harbour Light lease; who pays?"), covers)
    assert not choice.certain
    assert choice.clarification.startswith("Several documents fit 'the Harbour Light lease': 4.txt, 6.txt.")


def test_document_that_is_called_by_a_role_alone_is_not_named():
    asked = question("Who pays?")
    scope = replace(asked.retrieval.scope, documents=("the Supplier's agreement",))
    asked = replace(asked, retrieval=replace(asked.retrieval, scope=scope))
    assert choose(asked, library()) == Choice()


def test_long_list_of_documents_that_fit_alike_is_cut():
    covers = read_covers(cover(f"{n}.txt", type="policy") for n in range(1, 9))
    asked_back = choose(question("When does the policy expire?"), covers).clarification
    assert "1.txt, 2.txt, 3.txt, 4.txt, 5.txt and 3 more" in asked_back


def test_document_of_another_kind_is_not_the_one_that_is_named():
    assert chosen("Consider the AXOLIN lease; who pays?", library()) == []


def test_document_that_is_not_held_is_asked_back():
    choice = choose(question("Consider the Zephyr lease; who pays?"), library())
    assert choice.clarification == (
        "No document here is called 'the Zephyr lease'. Which one do you mean? There are 4.txt."
    )


def test_name_of_which_most_is_unknown_is_not_certain():
    assert chosen("Consider Grace Zephyr Quorum Nimbus' agreement; who pays?", library()) == []


def test_name_that_only_a_text_has_is_likely_and_never_certain():
    covers = library()
    found = {"Zephyr": [covers.identities[3]]}
    choice = choose(
        question("Consider the Zephyr lease; who pays?"), covers, lambda word: found.get(word, [])
    )
    assert [identity.name for identity in choice.identities] == ["4.txt"]
    assert not choice.certain


def test_party_named_in_passing_of_whom_another_text_speaks_is_not_certain():
    covers = library()
    asked = question("What does Gibraltar pay?")
    speaking = [covers.identities[0], covers.identities[3]]
    assert choose(asked, covers).certain
    assert not choose(asked, covers, lambda word: speaking).certain


def test_same_question_is_planned_alike_whatever_the_order_of_the_documents():
    covers = [cover(f"{n}.txt", f"Harbour {name} Ltd.") for n, name in enumerate("ABCDE")]
    asked = question("Consider Harbour's agreement; who pays?")
    forth, back = (choose(asked, read_covers(each)) for each in (covers, covers[::-1]))
    assert replace(forth, clarification="") == replace(back, clarification="")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Acme's Confidentiality and Non-Disclosure Agreement", ["non-disclosure agreement"]),
        ("the insurance policy", ["insurance policy"]),
        ("the Agreement and Plan of Merger", ["merger agreement"]),
        ("its 10-K", ["annual report"]),
        ("the NDA and the lease", ["non-disclosure agreement", "lease"]),
        ("the privacy notice", ["privacy policy"]),
        ("nothing of the kind", []),
    ],
)
def test_kinds_of_documents_are_known_by_what_people_call_them(text, kinds):
    assert [mention.kind for mention in kinds_in(text)] == kinds


def test_document_is_of_the_kind_that_its_name_and_its_title_say():
    assert kinds_of_document("contract", "Acme lease", "") == {"contract", "lease"}
    assert "merger agreement" in kinds_of_document("other", "a", "AGREEMENT AND PLAN\nOF MERGER")
    assert kinds_of_document("other", "a", "Write us an email or a letter.") == frozenset()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("AcmeLease_v2.pdf", {"Acme", "Lease", "AcmeLease"}),
        ("Acme%20Mutual%20NDA.txt", {"Acme", "Mutual", "NDA"}),
        ("acme-annex (signed).docx", {"acme", "annex"}),
    ],
)
def test_name_of_a_file_is_split_into_its_words(name, words):
    assert words <= set(words_of_file(name))


def test_abbreviation_with_stops_is_one_word():
    assert words_of("U.S. Concrete's plant") == ["US", "Concrete", "plant"]


def test_accents_capitals_and_endings_do_not_make_another_word():
    assert key("MOËT") == key("moet")
    assert key("Fashions") == key("fashion")


def test_initials_are_made_with_and_without_the_legal_form():
    assert initials("Red River Oil Inc.") == ["rro", "rroi"]


@given(st.text("abcde", min_size=2, max_size=8), st.integers(0, 7), st.sampled_from("xyz"))
def test_any_one_slip_is_seen_as_one(word, at, letter):
    at = min(at, len(word) - 1)
    swapped = word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
    for slipped in (
        word[:at] + letter + word[at:],
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at + 1 :],
    ):
        assert is_one_slip(word, slipped)
    assert swapped == word or is_one_slip(word, swapped)


@given(st.text("abcde", min_size=2, max_size=8), st.integers(0, 3))
def test_two_slips_are_too_many(word, at):
    assert not is_one_slip(word, word[:at] + "x" + word[at:] + "y")


def test_initials_that_another_text_writes_are_not_certain():
    covers = library()
    asked = question("Consider FNHA's non-disclosure agreement; who pays?")
    assert choose(asked, covers, lambda word: [covers.identities[1]]).certain
    assert not choose(asked, covers, lambda word: [covers.identities[3]]).certain
