"""Questions about a contract as a whole are answered by the sentence that states it, and by no other."""

from __future__ import annotations

import pytest
from tests.factories import document

from pincite.contract.matters.asked import matter_of
from pincite.contract.matters.naming import name_in
from pincite.contract.matters.stated import gives, states
from pincite.contract.registry import find


@pytest.mark.parametrize(
    ("asked", "matter"),
    [
        ("How long does the agreement last?", "term"),
        ("For how long is the lease valid?", "term"),
        ("What is the term of the contract?", "term"),
        ("On which date does the agreement take effect?", "effect"),
        ("When does this contract come into force?", "effect"),
        ("What is the effective date of the NDA?", "effect"),
        ("Who are the parties to the agreement?", "parties"),
        ("Which law governs the contract?", "law"),
        ("What is the date of the agreement?", "made"),
        ("When was the lease signed?", "made"),
        ('Highlight the parts of this contract related to "Parties".', "parties"),
        (
            'Find the clauses related to "Effective Date" that should be reviewed by a tenant.',
            "effective date",
        ),
        ('Highlight the parts of this contract related to "Agreement Date". Details: The day.', "made"),
        ('Highlight the parts of this contract related to "Delivery Date".', None),
        ('Highlight the parts of this contract related to "Duties of the Parties".', None),
        ("The law of which country governs the deed?", "law"),
        ("How long does the warranty last?", None),
        ("How long does the employment agreement last?", None),
        ("How long must the agreement be kept?", None),
        ("When does the agreement end?", None),
        ("Who are the directors of the Supplier?", None),
        ("What is the initial term of the agreement?", None),
    ],
)
def test_a_question_about_the_whole_contract_is_known_by_its_wording(asked: str, matter: str | None):
    assert matter_of(asked) == matter


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (
            "This Agreement shall remain in full force and effect for a period of three (3) years.",
            "three (3) years",
        ),
        ("The term of this lease shall be 18 months from the Start Date.", "18 months"),
        ("This Charter Agreement begins on 1 May 2024 and runs for two years.", "two years"),
        ("The duties of the Keeper under this Deed shall expire five years after its date.", "five years"),
        ("The boat is let for a term of six weeks.", "six weeks"),
        ("“Lease Term” means a period of thirty (30) months.", "thirty (30) months"),
        ("For a period of 12 months after separation the Skipper shall not race for another club.", ""),
        ("The Crew has a seven (7) day revocation period before this Agreement becomes effective.", ""),
        ("For the 18 month period following the date of this Agreement no member shall buy shares.", ""),
        (
            "During the term of this Agreement and for one year thereafter the Chef shall be silent.",
            "",
        ),
        ("This Agreement shall terminate upon 30 days’ written notice.", ""),
        ("This Agreement shall not become effective until a period of seven days has passed.", ""),
        ("The duty of secrecy shall survive the end of this Agreement for four years.", ""),
        ("Such term is used in this Agreement, and the Band will not, for 12 months, play in Leeds.", ""),
    ],
)
def test_only_the_period_that_the_contract_is_said_to_last_is_its_term(text: str, given: str):
    fitting = [r.original(text) for r in find("duration", text) if gives("term", text, (), r)]
    assert fitting == ([given] if given else [])


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("This Agreement is effective as of 4 May 2021 (the “Effective Date”).", "4 May 2021"),
        (
            "This Franchise Agreement is made and entered into on 9 June 2020 between Alma Ltd and Jo Ray.",
            "9 June 2020",
        ),
        ("This Lease comes into force on 1 July 2022.", "1 July 2022"),
        ("“Effective Date” means 3 March 2019.", "3 March 2019"),
        (
            "GRAZING CONTRACT dated as of 2 April 2018 (this “Contract”) among the farms below.",
            "2 April 2018",
        ),
        ("This Agreement, dated as of 8 May 2020, is effective as of 1 April 2020.", "1 April 2020"),
        ("This Towage Agreement is made on 12 May 2024 and takes effect on the Effective Date.", ""),
        ("This Agreement terminates on 30 June 2025.", ""),
        ("The options vest on 1 January 2023.", ""),
        ("The Pilot leaves the Airline on 31 May 2024 (the “Separation Date”).", ""),
        ("The parties refer to that certain Loan Agreement dated as of 5 May 2015.", ""),
        ("This Agreement repeats the Bonus Plan effective 22 October 2004.", ""),
    ],
)
def test_only_the_day_from_which_the_contract_has_effect_is_its_effective_date(text: str, given: str):
    fitting = [r.original(text) for r in find("date", text) if gives("effect", text, (), r)]
    assert fitting == ([given] if given else [])


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (
            "This Franchise Agreement is made and entered into on 9 June 2020 between Alma Ltd and Jo Ray.",
            True,
        ),
        ("This Lease, between Alma Ltd, of Leeds, and Jo Ray, of York, dated as of 3 May 2021.", True),
        ("IN WITNESS WHEREOF the parties have executed this Deed on 4 May 2021.", True),
        ("Date of Agreement: 11 December 2009", True),
        ("THIS AGREEMENT, dated for reference purposes only as of 12 July 1999, is by Alma and Jo.", True),
        ("The parties refer to that certain Loan Agreement dated as of 5 May 2015.", False),
        ("This Agreement supersedes the Secrecy Agreement between the parties dated 1 February 2019.", False),
        ("This Agreement is shared out as in the bid letter dated 4 April 2018.", False),
        ("This Agreement terminates on 30 June 2025.", False),
    ],
)
def test_only_the_day_on_which_the_contract_itself_is_made_is_its_date(text: str, given: bool):
    (reading,) = find("date", text)
    assert gives("made", text, (), reading) is given


@pytest.mark.parametrize(
    "text",
    [
        "“Bill of Sale” means the bill of sale and agreement, effective as of 30 December 2011.",
        "Nothing here limits the rights under the licence effective 1 April 1998 between both.",
    ],
)
def test_the_day_from_which_another_paper_has_effect_is_not_that_of_the_contract(text: str):
    (reading,) = find("date", text)
    assert not gives("effect", text, (), reading)


def test_what_is_called_the_effective_date_is_not_the_day_of_signing():
    made = "This Agreement is made on 9 June 2020 between Alma Ltd and Jo Ray."
    assert states("effect", made, ())
    assert not states("effective date", made, ())
    assert states("effective date", "This Agreement is effective as of 4 May 2021.", ())


def test_a_day_on_which_a_contract_starts_does_not_tell_how_long_it_lasts():
    text = "This Agreement takes effect on 1 March 2024 and expires on 28 February 2027."
    assert [r.original(text) for r in find("date", text) if gives("term", text, (), r)] == [
        "28 February 2027"
    ]


def test_a_title_that_announces_the_term_speaks_for_a_sentence_that_does_not_name_the_contract():
    text = "It starts on the Delivery Date and continues for 48 months."
    (reading,) = find("duration", text)
    assert gives("term", text, ("4. Term of the Lease",), reading)
    assert not gives("term", text, ("4. Guarantee",), reading)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("This Agreement is made by and between Brightwater Foods, Inc. and Tern & Gull Ltd.", True),
        ("BETWEEN: Osprey Shipping A/S (the “Owner”) and Maria Keller (the “Charterer”)", True),
        ("The parties shall keep secret what is disclosed by and between the parties.", False),
        ("The parties to this Agreement shall meet once a year.", False),
        ("This Agreement is the entire agreement between the Owner and the Charterer.", False),
        ("WHEREAS there is a loan agreement between Alder Bank and Birch Ltd dated 1 May 2020;", False),
    ],
)
def test_only_the_introduction_says_between_whom_a_contract_is_made(text: str, stated: bool):
    assert states("parties", text, ()) is stated


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("This Lease shall be governed by and construed in accordance with the laws of Denmark.", True),
        ("English law applies to this Agreement.", True),
        ("The laws of the State of Vermont govern this contract.", True),
        (
            "Parts under this Agreement are subject to export controls under the laws of the Union.",
            False,
        ),
        ("The Owner is a company organised under the laws of Denmark and party to this Agreement.", False),
        ("Nothing in this Agreement shall be construed to limit rights under the laws of torts.", False),
        ("The Tenant shall comply with the laws of the city under this Lease.", False),
    ],
)
def test_only_the_sentence_on_the_governing_law_names_it(text: str, stated: bool):
    assert states("law", text, ()) is stated


def test_a_document_that_says_only_other_periods_does_not_state_its_term():
    read = document("1. Rest\n\nFor 12 months after this Agreement the Diver shall not dive for others.\n")
    assert not any(states("term", block.span.of(read.text), ()) for block in read.blocks)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("THIS CO-BRANDING AGREEMENT (the “Agreement”) is made as of 22 May 2000.", True),
        ("This Website Content License Agreement (“Agreement”) is entered into by both.", True),
        ("PRODUCT DEVELOPMENT AND SUPPLY AGREEMENT", True),
        ("This Agreement (the “Agreement”) is made on 1 May 2024.", False),
        ("Name: Ada Ferris Title: Vice President", False),
        ("The buyer recognises the seller's title to the goods.", False),
    ],
)
def test_title_of_a_contract_is_told_from_other_titles(text, says):
    assert states("title", text, ()) is says


def test_question_for_the_title_of_a_contract_is_one_of_the_whole():
    assert matter_of("What is the title of the agreement?") == "title"
    assert matter_of("Who has title to the works?") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("THIS CO-BRANDING AGREEMENT (the “Agreement”) is made as of 22 May 2000.", "CO-BRANDING AGREEMENT"),
        ("Exhibit 10.1 Supply Agreement This Supply Agreement is dated 3 May.", "Supply Agreement"),
        ("Exhibit 4.2\n\n  SOFTWARE\n  AND MAINTENANCE AGREEMENT", "SOFTWARE\n  AND MAINTENANCE AGREEMENT"),
        ("EXECUTION VERSION   STRATEGIC ALLIANCE AGREEMENT", "STRATEGIC ALLIANCE AGREEMENT"),
        ("ORION FOODS, LLC and LYRA CORPORATION MANUFACTURING AGREEMENT", "MANUFACTURING AGREEMENT"),
        ("Mutual Non-Disclosure Agreement", "Mutual Non-Disclosure Agreement"),
        ("AGREEMENT NUMBER: 200-04", None),
        ("11.4 ENTIRE AGREEMENT. This is all that was agreed.", None),
        ("Term of Agreement", None),
        ("EXHIBIT B FORM OF SUBLEASE AGREEMENT", None),
        ("Upon termination the LICENSE AGREEMENT shall end.", None),
        ("This Agreement is made on 1 May 2024.", None),
    ],
)  # fmt: skip
def test_name_of_a_contract_is_read_out_of_what_stands_around_it(text, name):
    found = name_in(text)
    assert (found and found.of(text)) == name


@pytest.mark.parametrize(
    "text",
    [
        "This Sponsorship Agreement is by and between iOrion, Inc. (“Orion”) and Lyra Bank, N.A. (“Bank”).",
        "This Agreement is made Between Orion Corporation and Lyra, Inc.",
        "BETWEEN: ORION LTD., incorporated pursuant to the laws of Maine (the “Company”) AND: LYRA CORP.",
    ],
)
def test_sentence_that_introduces_the_parties_is_known_in_whatever_letters(text):
    assert states("parties", text, ())
