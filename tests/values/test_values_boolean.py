"""A sentence affirms or denies by its main clause; what limits it is said."""

import pytest

from pincite.values.boolean import condition_in, read_boolean

DENIALS = [
    ("The Customer may not assign this Agreement.", "may not"),
    ("The Supplier shall not be liable.", "shall not"),
    ("This is not a lease.", "is not"),
    ("Customer can't assign it.", "can't"),
    ("The parties will never be partners.", "never"),
    ("No party shall assign this Agreement.", "No"),
    ("Neither party shall be liable nor assign.", "Neither"),
    ("In no event shall Supplier be liable.", "In no event"),
    ("Nothing herein shall create a partnership.", "Nothing"),
    ("Smoking is prohibited.", "prohibited"),
    ("The drug is contraindicated in children.", "contraindicated"),
    ("Reverse engineering is not permitted.", "is not"),
    ("The Licensee agrees that it will not compete.", "will not"),
    ("The Customer shall\nnot assign.", "shall\nnot"),
    ("It shall not sell it and shall not lend it.", "shall not"),
    ("Neither party may assign it, such consent not to be unreasonably withheld.", "Neither"),
    ("The tablets cannot be crushed.", "cannot"),
    ("The tablets can not be crushed.", "can not"),
    ("This license is non-transferable.", "is non-transferable"),
    ("The deposit is non-refundable.", "is non-refundable"),
    ("Rights are non-assignable.", "are non-assignable"),
    ("The clause is unenforceable.", "is unenforceable"),
    ("The fees are exclusive of tax.", "exclusive of"),
    ("The policy excludes flood.", "excludes"),
    ("Landlord forbids pets.", "forbids"),
    ("The law bars claims.", "bars"),
    ("This precludes recovery.", "precludes"),
    ("Supplier disclaims all warranties.", "disclaims"),
    ("Customer waives all claims.", "waives"),
    ("The right is hereby waived.", "waived"),
    ("Any assignment is void.", "is void"),
    ("Any assignment shall be null and void.", "be null and void"),
    ("Such transfer is invalid.", "is invalid"),
    ("Supplier is unable to deliver.", "is unable"),
    ("Neither Supplier nor Customer may assign.", "Neither"),
    ("Under no circumstances may Customer assign.", "Under no circumstances"),
    ("In no event, whatever the cause, shall Supplier be liable.", "In no event"),
]
AFFIRMATIONS = [
    "The Supplier shall pay all taxes",
    "Either party may terminate this Agreement",
    "The fee is due not later than 30 days after the invoice",
    "Losses include but are not limited to lost profits",
    "The Supplier will not only repair but also replace",
    "Licensor grants a licence",
    "Schedule No. 5 shall apply",
    "Customer may assign with consent, such consent not to be unreasonably withheld",
    "Customer may assign with consent, which shall not be unreasonably withheld",
]


@pytest.mark.parametrize(("sentence", "words"), DENIALS)
def test_denial_is_cited_by_the_words_that_carry_it(sentence, words):
    (reading,) = read_boolean(sentence)

    assert reading.value.value is False
    assert reading.original(sentence) == words


@pytest.mark.parametrize("sentence", AFFIRMATIONS)
def test_affirmation_is_cited_by_its_whole_sentence(sentence):
    (reading,) = read_boolean(sentence + ".")

    assert reading.value.value is True
    assert reading.original(sentence + ".") == sentence
    assert reading.ambiguous == ""


@pytest.mark.parametrize(
    ("sentence", "value", "limit"),
    [
        ("Customer may not assign this Agreement without consent.", False, "without"),
        ("Customer may not assign, except to an affiliate.", False, "except"),
        ("Supplier may terminate unless Customer pays.", True, "unless"),
        ("If Customer does not pay, Supplier may terminate.", True, "if"),
        ("Subject to Section 7, Supplier shall not be liable.", False, "subject to"),
        ("It is not prohibited.", True, "it denies twice"),
        ("Nothing in this Agreement shall prohibit assignment.", True, "it denies twice"),
        ("This shall not be construed to prohibit assignment.", True, "it denies twice"),
        ("The notice is not invalid.", True, "it denies twice"),
        ("The prohibition shall not apply.", False, "it denies twice"),
        ("Supplier may terminate without cause.", True, "limited by 'without'"),
    ],
)
def test_main_clause_decides_and_the_limit_is_said(sentence, value, limit):
    (reading,) = read_boolean(sentence)

    assert reading.value.value is value
    assert limit in reading.ambiguous


@pytest.mark.parametrize(
    "sentence",
    [
        "Supplier may not terminate this Agreement, but Customer may.",
        "Customer, but not Supplier, may terminate.",
        "Supplier may terminate and Customer may not.",
        "Supplier may terminate, Customer may not.",
        "While Supplier may terminate, Customer may not.",
        "Supplier may terminate, although Customer may not.",
        "The policy excludes flood, but covers fire.",
        "Disputes are settled by a court, not by arbitration.",
        "Not all employees are covered.",
        "Rarely is it allowed.",
        "Excluded items are listed in Annex A.",
        "Any provision held to be invalid shall be replaced.",
        "Landlord may prohibit smoking.",
        "Licensor grants a non-transferable licence.",
        "The licence is irrevocable.",
    ],
)
def test_sentence_that_may_say_the_opposite_as_well_is_doubtful(sentence):
    (reading,) = read_boolean(sentence)

    assert reading.ambiguous
    assert not reading.ambiguous.startswith("limited by")


@pytest.mark.parametrize(
    "text",
    [
        "Is it allowed?",
        "TERMINATION",
        "Good Will, Etc.",
        "",
        "12.1",
        "Any product that is not listed may be returned.",
    ],
)
def test_what_neither_affirms_nor_denies_is_not_read(text):
    assert read_boolean(text) == []


def test_each_sentence_is_read_by_itself():
    text = "Supplier may terminate. Customer shall not."

    assert [reading.value.value for reading in read_boolean(text)] == [True, False]


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("The Supplier shall not subcontract unless the Customer agrees.", "unless the Customer agrees"),
        ("Smoking is prohibited in the building, except on the balconies.", "except on the balconies"),
        (
            "Neither party may assign without consent, not to be unreasonably withheld.",
            "without consent, not to be unreasonably withheld",
        ),
        ("The Tenant may sublet, provided that the rent is paid.", "provided that the rent is paid"),
        ("The Customer shall not resell.", None),
    ],
)
def test_condition_of_a_yes_or_no_is_found_in_its_own_words(text, condition):
    found = condition_in(text)

    assert (found.of(text) if found else None) == condition


@pytest.mark.parametrize(
    "text",
    [
        "Unless the Customer agrees, the Supplier shall not subcontract.",
        "If the Customer, acting reasonably, objects, the Supplier may not assign.",
        "In no event shall the Supplier be liable, including without limitation loss of profits.",
        "The Landlord may enter the flat without notice.",
        "The Supplier shall not refund the fees, if any, that were paid in advance.",
        "The Customer may terminate this Agreement if:",
        "A tenant who only rents a room may keep a pet.",
        "The Tenant shall tell the Landlord if he moves out; the Tenant may keep a dog.",
        "The Tenant may not sublet unless he pays and except in July without consent.",
        "The Tenant may not sublet. The Landlord agrees unless he is away.",
    ],
)
def test_condition_that_may_belong_to_something_else_is_not_given_as_one(text):
    assert condition_in(text) is None
