"""Which rule of a document settles two places, and where it is stated."""

from __future__ import annotations

import pytest
from tests.factories import held

from pincite.decide.conflicts.kinship import akin, main_of
from pincite.decide.conflicts.places import Place, clauses_of, title_of
from pincite.decide.conflicts.references import references_in
from pincite.decide.conflicts.rules import rule_between
from pincite.values.agreement import agree, differ
from pincite.values.types import Amount, DateValue, Duration, Percentage


def places(text: str, *marks: str) -> list[Place]:
    """The blocks of one document that hold the given words."""
    source = held(text)
    found = []
    for mark in marks:
        block = next(b for b in source.document.blocks if mark in b.span.of(source.document.text))
        found.append(Place(source.identity, source.document, block))
    return found


def settled(text: str, one: str = "EUR 5", other: str = "EUR 7") -> tuple[str, str, str] | None:
    """The kind of rule, the words of the place that prevails, and the words of the rule."""
    rule = rule_between(*places(text, one, other))
    return (rule.kind, rule.prevailing.text, rule.words.text) if rule else None


OLD = "3. Fees\n\n3.1 The fee is EUR 5.\n\n"
NEW = "The fee is EUR 7."


@pytest.mark.parametrize(
    ("after", "kind", "words"),
    [
        (f"Amendment No. 1\n\nSection 3.1 is replaced by: {NEW}\n", "amendment", "Section 3.1 is replaced"),
        (
            f"Amendment No. 1\n\nThe parties agree to amend as follows:\n\n{NEW}\n",
            "amendment",
            "agree to amend",
        ),
        (f"Addendum\n\nThe sun shines.\n\n{NEW}\n", "amendment", "Addendum"),
        (f"4. News\n\nAs amended on 1 May 2024, {NEW}\n", "as_amended", "As amended on"),
        (f"4. News\n\nNotwithstanding Section 3, {NEW}\n", "notwithstanding", "Notwithstanding"),
        (f"4. News\n\nBy way of derogation from Clause 3.1, {NEW}\n", "notwithstanding", "By way of"),
        (
            f"4. Rank\n\nThe Schedules prevail over this Agreement.\n\nSchedule 1\n\n{NEW}\n",
            "order_of_precedence",
            "The Schedules prevail",
        ),
        (
            "4. Rank\n\nIn case of conflict the following order of precedence applies: the Schedules, "
            f"this Agreement.\n\nSchedule 1\n\n{NEW}\n",
            "order_of_precedence",
            "In case of conflict",
        ),
        (
            "4. Rank\n\nIn the event of a conflict between this Agreement and the Order Form the latter "
            f"prevails.\n\nORDER FORM\n\n{NEW}\n",
            "order_of_precedence",
            "In the event of",
        ),
        (
            f"4. Rank\n\nSection 5 prevails over Section 3.\n\n5. News\n\n{NEW}\n",
            "order_of_precedence",
            "Section 5 prevails",
        ),
    ],
)
def test_rule_is_found_with_the_words_that_state_it(after, kind, words):
    found = settled(OLD + after)
    assert found is not None
    assert found[0] == kind
    assert NEW in found[1]
    assert words in found[2]


@pytest.mark.parametrize(
    "after",
    [
        f"4. News\n\n{NEW}\n",
        f"4. Amendments\n\nAmendments must be in writing. {NEW}\n",
        f"12. Amendment and Termination\n\n{NEW}\n",
        f"4. News\n\nNotwithstanding Section 8, {NEW}\n",
        f"4. News\n\nNotwithstanding the termination of the lease, {NEW}\n",
        f"4. News\n\nUnder the Trade Act, as amended, {NEW}\n",
        f"4. News\n\nThis agreement, as amended from time to time, is final. {NEW}\n",
        f"4. Rank\n\nAnnex A prevails over Annex B.\n\nSchedule 1\n\n{NEW}\n",
        f"4. Rank\n\nIn case of conflict the English text prevails over the German.\n\n5. News\n\n{NEW}\n",
        f"4. Entire Agreement\n\nThis Agreement supersedes all prior agreements.\n\nSchedule 1\n\n{NEW}\n",
        f"Amendment No. 1\n\nSection 8 is replaced by: {NEW}\n",
        f"Letter dated 3 May 2024\n\n{NEW}\n",
    ],
)
def test_what_only_sounds_like_a_rule_settles_nothing(after):
    assert settled(OLD + after) is None


def test_later_amendment_prevails_over_an_earlier_one_wherever_it_stands():
    text = (
        f"Second Amendment\n\nSection 3 is replaced by: {NEW}\n\n"
        "First Amendment\n\nSection 3 is replaced by: The fee is EUR 5.\n"
    )
    assert settled(text)[1].endswith(NEW)


def test_two_rules_that_disagree_settle_nothing():
    text = (
        f"{OLD}4. Rank\n\nIn case of conflict this Agreement prevails over the Schedules.\n\n"
        f"Schedule 1\n\nNotwithstanding Section 3.1, {NEW}\n"
    )
    assert settled(text) is None


def test_clause_that_gives_way_yields_to_the_clause_it_names():
    text = f"3. Fees\n\nSubject to Section 4, the fee is EUR 5.\n\n4. News\n\n{NEW}\n"
    kind, prevails, words = settled(text)
    assert (kind, prevails) == ("notwithstanding", NEW)
    assert words.startswith("Subject to Section 4")


def test_section_of_the_contract_is_not_the_section_of_a_schedule_with_its_number():
    text = (
        "3. Fees\n\nThe sun shines.\n\nSchedule 1\n\n3. The fee is EUR 5.\n\n"
        f"Amendment No. 1\n\nSection 3 of the Agreement is replaced by: {NEW}\n"
    )
    assert settled(text) is None


def test_part_of_a_place_is_the_last_one_headed_before_it_and_not_a_line_of_contents():
    contents = "Schedule 1 Prices\n\nSchedule 2 Times\n\n"
    text = contents + "1. Fees\n\nOne.\n\nSchedule 1 Prices\n\nTwo.\n\nSchedule 2 Times\n\nThree.\n"
    assert [title_of(place) for place in places(text, "One.", "Two.", "Three.")] == [
        "",
        "Schedule 1 Prices",
        "Schedule 2 Times",
    ]


def test_clause_numbers_are_those_of_the_paragraph_and_of_the_titles_above_it():
    (place,) = places("3. Fees\n\n3.1 The first sentence. The fee is EUR 5.\n", "EUR 5")
    assert clauses_of(place) == {"3", "3.1"}


def test_references_name_clauses_and_parts():
    found = references_in("Sections 3.1 and 4, § 5 and Schedule 2, but no part of the rest")
    assert found.clauses == ("3.1", "4", "5")
    assert found.parts == (("schedule", "2"),)


MASTER = "MASTER SUPPLY AGREEMENT\n\nMade on 4 May 2019 between Alder Foods GmbH and Birch Ltd."


@pytest.mark.parametrize(
    ("one", "other", "related"),
    [
        ("Lease of 1 May\n\nRent.", "Amendment to another thing\n\nRent.", False),
        (MASTER, "Amendment No. 1\n\nIt changes the Master\nSupply Agreement dated 4 May 2019.", True),
        (MASTER, "Amendment No. 1\n\nIt changes the Master Supply Agreement dated 4 June 2019.", False),
        (MASTER, "Amendment No. 1\n\nIt changes the Master Supply Agreement.", False),
        (MASTER, "Amendment No. 1\n\nIt changes the Supply Agreement dated 4 May 2019.", False),
        (MASTER, MASTER.replace("Birch", "Corwen"), False),
        ("Contract No. 4711\n\nTerms.", "Addendum to Contract No. 4711\n\nTerms.", True),
        ("Contract No. 4711\n\nTerms.", "Addendum to Contract No. 47112\n\nTerms.", False),
        ("Amendment No. 1\n\nTerms.", "Amendment No. 2\n\nAs Amendment No. 1 says.", False),
        ("Annual Report 2023\n\nTerms.", "Letter\n\nSee the Annual Report 2023.", False),
    ],
)
def test_two_files_belong_together_when_one_names_the_other(one, other, related):
    first, second = (held(text + "\n", name) for text, name in ((one, "a.txt"), (other, "b.txt")))
    a, b = (Place(s.identity, s.document, s.document.blocks[-1]) for s in (first, second))
    assert akin(a, b, {}) is akin(b, a, {}) is related
    assert akin(a, b, {"b.txt": "a.txt"})
    assert akin(a, b, {"a.txt": "c.txt", "b.txt": "c.txt"})


def test_part_of_a_part_is_part_of_the_whole():
    said = {"letter": "amendment", "amendment": "lease"}
    assert [main_of(name, said) for name in ("letter", "amendment", "lease", "other")] == [
        *["lease"] * 3,
        "other",
    ]


@pytest.mark.parametrize(
    ("a", "b", "agreeing"),
    [
        (Duration(iso8601="P2Y"), Duration(iso8601="P24M"), True),
        (Duration(iso8601="P2W"), Duration(iso8601="P14D"), True),
        (Duration(iso8601="P1M"), Duration(iso8601="P30D"), False),
        (Duration(iso8601="PT24H"), Duration(iso8601="P1D"), True),
        (DateValue(iso="2024-03", precision="month"), DateValue(iso="2024-03-01", precision="day"), True),
        (DateValue(iso="2024-03", precision="month"), DateValue(iso="2024-04-01", precision="day"), False),
        (
            Amount(value="500", currency="EUR", unit=None),
            Amount(value="500.00", currency="EUR", unit="per month"),
            True,
        ),
        (
            Amount(value="500", currency="EUR", unit=None),
            Amount(value="500", currency="USD", unit=None),
            False,
        ),
        (Percentage(value="5"), Percentage(value="5.0"), True),
    ],
)
def test_values_agree_when_both_can_be_true(a, b, agreeing):
    assert agree(a, b) is agreeing
    assert differ(a, b) is not agreeing
