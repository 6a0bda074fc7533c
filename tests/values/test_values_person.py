"""Names of people are read where something shows that a person is meant."""

import pytest

from pincite.values.person import find_persons
from pincite.values.registered import derive
from pincite.values.types import PersonName, same

READ = [
    ("Dr. Maria L. Kessler", "Maria", "L.", "Kessler"),
    ("John Q. Public, Jr.", "John", "Q.", "Public Jr."),
    ("Robert Downey Jr.", "Robert", None, "Downey Jr."),
    ("William Henry Gates III", "William", "Henry", "Gates III"),
    ("Anna Keller", "Anna", None, "Keller"),
    ("Mr. Smith", None, None, "Smith"),
    ("Mrs Jane Doe", "Jane", None, "Doe"),
    ("Ms. Xochitl Gomez", "Xochitl", None, "Gomez"),
    ("Herr Dr. Weber", None, None, "Weber"),
    ("Frau Sabine Müller", "Sabine", None, "Müller"),
    ("Prof. Dr. med. Klaus Weber", "Klaus", None, "Weber"),
    ("Mme Claire Dubois", "Claire", None, "Dubois"),
    ("Sir Ian McKellen", "Ian", None, "McKellen"),
    ("Ludwig Mies van der Rohe", "Ludwig", "Mies", "van der Rohe"),
    ("Ursula von der Leyen", "Ursula", None, "von der Leyen"),
    ("Mary O'Brien", "Mary", None, "O'Brien"),
    ("Jean-Luc Picard", "Jean-Luc", None, "Picard"),
    ("J. R. R. Tolkien, Esq.", "J.", "R. R.", "Tolkien"),
    ("Jane Doe, M.D., Ph.D.", "Jane", None, "Doe"),
    ("Yuki Tanaka-Smith, CPA", "Yuki", None, "Tanaka-Smith"),
    ("MARIA KESSLER", "MARIA", None, "KESSLER"),
    ("Sarah Jessica Parker", "Sarah", "Jessica", "Parker"),
    ("Maria\nKessler", "Maria", None, "Kessler"),
    ("Carlos de la Cruz", "Carlos", None, "de la Cruz"),
    ("Judge Ruth Ginsburg", "Ruth", None, "Ginsburg"),
    ("Captain Ahab", None, None, "Ahab"),
    ("Michael B. Jordan", "Michael", "B.", "Jordan"),
]


@pytest.mark.parametrize(("wording", "first", "middle", "last"), READ)
def test_person_is_read_from_the_name(wording, first, middle, last):
    text = f"It was agreed with {wording} in writing."

    (reading,) = find_persons(text)

    assert (reading.value.first, reading.value.middle, reading.value.last) == (first, middle, last)
    assert reading.ambiguous == ""
    assert derive("person", reading.proof(text), reading.value)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("By: /s/ Tomoko Ishiguro", "Tomoko", "Ishiguro"),
        ("Name: Fenja Okonjo\nTitle: Director", "Fenja", "Okonjo"),
        ("Managing Director: Ole Brandt", "Ole", "Brandt"),
        ("The managing director is Henrike Sowada.", "Henrike", "Sowada"),
        ("Fenja Okonjo, Managing Director, signed", "Fenja", "Okonjo"),
        ("Torvald Lindqvist (CEO)", "Torvald", "Lindqvist"),
        ("Signed by Zoltan Farkas", "Zoltan", "Farkas"),
        ("represented by Ulf Petersen", "Ulf", "Petersen"),
        ("Attention: Wanda Maximoff", "Wanda", "Maximoff"),
        ("the CEO, Torvald Lindqvist, said", "Torvald", "Lindqvist"),
        ("Torvald Lindqvist is the Managing Director", "Torvald", "Lindqvist"),
        ("Ms. Jane Doe\nGeneral Counsel", "Jane", "Doe"),
    ],
)
def test_label_or_position_shows_that_a_person_is_meant(text, first, last):
    (reading,) = find_persons(text)

    assert (reading.value.first, reading.value.last) == (first, last)
    assert reading.ambiguous == ""
    assert derive("person", reading.proof(text), reading.value)


@pytest.mark.parametrize(
    ("text", "last", "doubt"),
    [
        ("Name: Kessler, Maria L.", "Kessler", "last name first"),
        ("Anna Keller\nSupply Chain Lead", "Keller", "next line"),
    ],
)
def test_name_that_may_be_another_says_so(text, last, doubt):
    (reading,) = find_persons(text)

    assert reading.value.last == last
    assert doubt in reading.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "Services Agreement",
        "the Grace Period",
        "New York",
        "John Deere Inc.",
        "Martin Luther King Street",
        "Smith & Wesson Inc.",
        "Effective Date",
        "Attn: Legal Department",
        "Torvald Lindqvist",
        "Charlotte Office",
        "Helen Keller Foundation",
        "Anna Insurance Services",
        "the Managing Director",
        "Dr.",
    ],
)
def test_capitals_alone_name_no_person(text):
    assert find_persons(text) == []


def test_two_people_are_two():
    assert [reading.value.last for reading in find_persons("Maria Kessler and John Smith")] == [
        "Kessler",
        "Smith",
    ]


def test_capitals_and_full_stops_do_not_make_another_person():
    a = PersonName(first="Maria", middle="L.", last="Kessler")

    assert same(a, PersonName(first="MARIA", middle="L", last="KESSLER"))
    assert not same(a, PersonName(first="Maria", middle=None, last="Kessler"))
