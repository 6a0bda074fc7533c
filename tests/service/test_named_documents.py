"""Questions put to a library of many documents: the one that is named is asked, and no other."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from tests.readers import StandIn

import pincite
from pincite.records.evidence import Excerpt, Extract

ASKED_FOR = ("monthly rent", "parking charge", "maximum daily dose", "expire")


@dataclass(frozen=True)
class DeafToNames(StandIn):
    """Reads for what is asked, whichever document it is asked of."""

    def _extract(self, question: str, excerpt: Excerpt) -> Extract:
        asked = next((words for words in ASKED_FOR if words in question), question)
        return super()._extract(asked, excerpt)


READ = {"reader": f"{__name__}:DeafToNames"}
TENANTS = {
    "brightwater": "Brightwater Bakeries Ltd.",
    "kestrel": "Kestrel Optics GmbH",
    "oldfield": "Oldfield & Sons Limited",
    "marlowe": "Marlowe Printing Inc.",
    "tanager": "Tanager Textiles LLC",
    "wyndham": "Wyndham Garages Ltd.",
    "sorrel": "Sorrel Pharmacy Inc.",
    "halcyon": "Halcyon Dental Group LLC",
    "pemberton": "Pemberton Cheese Company",
    "quillon": "Quillon Software, Inc.",
}
DRUGS = {"AXOLIN": "nizaterol", "BREVATIN": "sumelast", "CORVADEX": "ditrazine", "DOLIVAN": "keproxen"}
POLICIES = ("Household Contents", "Motor Fleet", "Travel Cancellation")


def lease(tenant: str, rent: str) -> str:
    short = tenant.split()[0]
    return (
        f"LEASE AGREEMENT\n\nThis Lease Agreement is made by and between Northgate Estates Ltd. (the "
        f'"Landlord") and {tenant} ("{short}" or the "Tenant").\n\n1. Rent\n\nThe Tenant shall pay a monthly '
        f"rent of EUR {rent}.\n\n2. Term\n\nThis Lease expires on 31 March 2029.\n"
    )


def label(brand: str, substance: str, dose: int) -> str:
    return (
        f"HIGHLIGHTS OF PRESCRIBING INFORMATION\n\n{brand} ({substance}) tablets, for oral use\n\n"
        f"INDICATIONS AND USAGE\n\n{brand} is indicated for adults.\n\nDOSAGE AND ADMINISTRATION\n\n"
        f"The maximum daily dose is {dose} mg.\n\nCONTRAINDICATIONS\n\nNone are known.\n"
    )


def policy(title: str, day: int) -> str:
    return (
        f"{title} Insurance Policy\n\nPolicy Schedule\n\nThe insured is named in the policy schedule. This "
        f"policy applies to the sum insured.\n\nPeriod\n\nThis policy expires on {day} June 2027.\n"
    )


def documents() -> dict[str, str]:
    leases = {f"{n}.txt": lease(name, f"{1000 + i}.00") for i, (n, name) in enumerate(TENANTS.items())}
    labels = {f"{b.lower()}.txt": label(b, s, 10 * i) for i, (b, s) in enumerate(DRUGS.items(), start=1)}
    policies = {f"cover-{i}.txt": policy(title, i) for i, title in enumerate(POLICIES, start=1)}
    return leases | labels | policies


def filled(folder, held: dict[str, str]) -> pincite.Library:
    files = folder / "files"
    files.mkdir()
    for name, text in held.items():
        (files / name).write_text(text, "utf-8")
    library = pincite.open(folder / "library", settings=READ)
    library.add(files, isolated=False)
    return library


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with filled(tmp_path_factory.mktemp("many"), documents()) as library:
        yield library


def read_for(answer) -> set[str]:
    return {proof.name for item in answer.items for proof in item.evidence}


@pytest.mark.parametrize(
    ("question", "name", "value"),
    [
        ("What is the monthly rent under the Kestrel lease?", "kestrel.txt", "EUR 1001.00"),
        ("What is the monthly rent that Tanager pays?", "tanager.txt", "EUR 1004.00"),
        ("Consider Marlowe Printing's lease; What is the monthly rent?", "marlowe.txt", "EUR 1003.00"),
        ("What is the monthly rent under the lease with Sorrel Pharmacy Inc.?", "sorrel.txt", "EUR 1006.00"),
        ("What is the monthly rent under the Pembertn lease?", "pemberton.txt", "EUR 1008.00"),
        ("What is the maximum daily dose of CORVADEX?", "corvadex.txt", "30 mg"),
        ("What is the maximum daily dose of brevatin?", "brevatin.txt", "20 mg"),
        ("What is the maximum daily dose of keproxen?", "dolivan.txt", "40 mg"),
    ],
)
def test_the_document_that_is_named_answers(library, question, name, value):
    answer = library.ask(question)
    assert [item.original for item in answer.items] == [value]
    assert read_for(answer) == {name}
    assert answer.coverage.documents == 1


def test_answer_says_which_document_was_chosen_and_why(library):
    answer = library.ask("What is the monthly rent under the Kestrel lease?")
    assert answer.caveats == [
        "Only kestrel.txt was read, because the question names Kestrel: 16 other documents were not read."
    ]


def test_nothing_found_is_said_of_the_chosen_document_alone(library):
    answer = library.ask("What is the parking charge under the Kestrel lease?")
    assert answer.outcome == "not_found"
    assert answer.coverage.documents == 1
    assert "Only kestrel.txt was read" in answer.caveats[-1]
    assert "The answer says nothing about them." in answer.caveats[-1]


def test_what_only_another_document_says_is_not_taken_for_an_answer(library):
    answer = library.ask("What is the maximum daily dose under the Kestrel lease?")
    assert not answer.items


def test_kind_that_several_documents_have_is_asked_back(library):
    answer = library.ask("When does the policy expire?")
    assert answer.outcome == "needs_clarification"
    assert all(f"cover-{number}.txt" in (answer.clarification or "") for number in (1, 2, 3))
    assert not answer.items


def test_word_that_tells_one_of_a_kind_from_the_others_is_enough(library):
    answer = library.ask("When does the motor fleet policy expire?")
    assert read_for(answer) == {"cover-2.txt"}


def test_question_that_names_no_document_may_be_answered_from_any(library):
    answer = library.ask("What is the maximum daily dose?")
    assert answer.coverage.documents > 1


def test_documents_that_the_caller_names_are_asked_whatever_the_question_names(library):
    question = "What is the monthly rent under the Kestrel lease?"
    answer = library.ask(question, documents=["tanager.txt"])
    assert read_for(answer) <= {"tanager.txt"}
    assert answer.coverage.documents == 1
    assert not any("was read" in caveat for caveat in answer.caveats)


def test_two_documents_that_are_named_are_both_read(library):
    answer = library.ask("Is the monthly rent under the Kestrel lease higher than under the Tanager lease?")
    assert read_for(answer) <= {"kestrel.txt", "tanager.txt"}
    assert "Only kestrel.txt, tanager.txt were read" in answer.caveats[-1]


@pytest.mark.parametrize("question", ["What is Oldfield's monthly rent?", "What does Oldfield pay a month?"])
def test_nothing_is_taken_from_another_document_than_that_of_a_party_named(library, question):
    answer = library.ask(question)
    assert read_for(answer) <= {"oldfield.txt"}
    assert answer.coverage.documents == 1


def test_plan_is_recorded_and_is_the_same_for_the_same_question(library):
    question = "What is the monthly rent under the Kestrel lease?"
    plans = []
    for _ in range(2):
        trace = json.loads(library.why(library.ask(question).run).trace)
        plans.append([decision for decision in trace["decisions"] if decision.startswith("plan: ")])
    assert plans[0] == plans[1]
    assert plans[0][0].startswith("plan: read kestrel.txt (")
    assert "none of the 16 other documents" in plans[0][0]
    assert any("plan: checks " in decision for decision in plans[0])


def test_only_policy_is_the_policy(tmp_path):
    held = {"a.txt": policy("Motor Fleet", 4), "b.txt": lease("Kestrel Optics GmbH", "900.00")}
    with filled(tmp_path, held) as library:
        answer = library.ask("When does the policy expire?")
    assert read_for(answer) == {"a.txt"}


def test_party_of_two_contracts_is_told_apart_by_their_kind_or_asked_back(tmp_path):
    nda = lease("Kestrel Optics GmbH", "0.00").replace("Lease Agreement", "Non-Disclosure Agreement")
    nda = nda.replace("LEASE AGREEMENT", "NON-DISCLOSURE AGREEMENT").replace("This Lease", "This Agreement")
    with filled(tmp_path, {"a.txt": lease("Kestrel Optics GmbH", "900.00"), "b.txt": nda}) as library:
        by_kind = library.ask("When does Kestrel's NDA expire?")
        by_name = library.ask("Consider Kestrel's agreement; when does it expire?")
    assert read_for(by_kind) == {"b.txt"}
    assert by_name.outcome == "needs_clarification"
    assert "a.txt, b.txt" in (by_name.clarification or "")


def test_name_of_the_file_may_be_all_that_names_a_document(tmp_path):
    held = {"AcmeLease_2024.txt": lease("Jo Ray", "900.00"), "other.txt": lease("Al Fox", "800.00")}
    with filled(tmp_path, held) as library:
        answer = library.ask("Consider the Acme lease; what is the monthly rent?")
        library.add(tmp_path / "files" / "other.txt", name="acme-annex.txt", isolated=False)
        renamed = library.ask("Consider the Acme lease; what is the monthly rent?")
    assert read_for(answer) == {"AcmeLease_2024.txt"}
    assert renamed.outcome == "needs_clarification"


def test_forgotten_document_is_not_chosen(tmp_path):
    held = {"a.txt": lease("Kestrel Optics GmbH", "900.00"), "b.txt": lease("Tanager Textiles LLC", "800.00")}
    held["c.txt"] = lease("Quillon Software, Inc.", "700.00")
    with filled(tmp_path, held) as library:
        library.ask("What is the monthly rent under the Kestrel lease?")
        library.forget("a.txt")
        answer = library.ask("What is the monthly rent under the Tanager lease?")
        gone = library.ask("What is the monthly rent under the Kestrel lease?")
    assert read_for(answer) == {"b.txt"}
    assert gone.outcome == "needs_clarification"
    assert gone.clarification == (
        "No document here is called 'the Kestrel lease'. Which one do you mean? There are b.txt, c.txt."
    )


def test_documents_of_another_collection_are_not_chosen(tmp_path):
    held = {"a.txt": lease("Kestrel Optics GmbH", "900.00"), "b.txt": lease("Tanager Textiles LLC", "800.00")}
    with filled(tmp_path, held):
        pass
    with pincite.open(tmp_path / "library", collection="second") as second:
        second.add(tmp_path / "files" / "b.txt", isolated=False)
        (tmp_path / "files" / "d.txt").write_text(lease("Quillon Software, Inc.", "700.00"))
        second.add(tmp_path / "files" / "d.txt", isolated=False)
        answer = second.ask("What is the monthly rent under the Kestrel lease?")
    assert answer.outcome == "needs_clarification"
    assert "a.txt" not in (answer.clarification or "")


def test_name_that_only_the_text_has_is_read_first_and_the_rest_before_giving_up(tmp_path):
    held = {"a.txt": lease("Jo Ray", "900.00"), "b.txt": lease("Al Fox", "800.00")}
    held["b.txt"] += (
        "\n3. Premises\n\n" + "The premises are described in the plan. " * 60 + "They are in Upton.\n"
    )
    with filled(tmp_path, held) as library:
        answer = library.ask("What is the monthly rent under the Upton lease?")
        nothing = library.ask("What is the parking charge under the Upton lease?")
    assert read_for(answer) == {"b.txt"}
    assert answer.coverage.documents == 1
    assert nothing.coverage.documents == 2
