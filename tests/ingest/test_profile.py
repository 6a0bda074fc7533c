"""What a document is, in which language it is written, and what it is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import InputError
from pincite.ingest.text import TextParser
from pincite.records.document import Document
from pincite.records.reading import Subject

SERVICES = """\
SERVICES AGREEMENT

This Services Agreement (the "Agreement") is made and entered into as of 1 March 2024 by and between
Acme Widgets, Inc., a Delaware corporation with offices at 5 Main Street, Dover ("Acme" or the
"Supplier"), and Nadia K. Brandt (hereinafter referred to as the "Customer").

1. Fees

The Customer shall pay the Supplier the fees, and the parties agree as follows.
"""


def read(text: str, name: str = "document.txt") -> Document:
    return TextParser().read(text.encode(), name)


def names(document: Document) -> dict[str, tuple[str, ...]]:
    return {subject.name: subject.aliases for subject in document.profile.subjects}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("contract", SERVICES),
        ("contract", "MIETVERTRAG\n\nZwischen der Huber GmbH, nachfolgend Vermieter, wird "
         "folgendes vereinbart:"
         " Dieser Vertrag ist eine Vereinbarung."),
        ("policy", "Household Insurance Policy\n\nPolicy wording. The Insurer pays the Sum Insured to the"
         " Policyholder. This policy has exclusions."),
        ("label", "Drug Facts\n\nActive ingredient (in each tablet)\n\nFrobuxin 200 "
         "mg\n\nInactive ingredients"),
        ("policy", "# Travel policy\n\nThis policy applies to all staff.\n\nBook trains early."),
        ("label", "Velorin tablets\n\nVelorin is indicated for hypertension.\n\nDosage and administration\n\n"
         "Take one."),
        ("filing", "SECURITIES AND EXCHANGE COMMISSION\n\nFORM 10-K\n\nAnnual report pursuant to section 13"),
        ("paper", "Sorting sand\n\nAbstract\n\nIn this paper we show that sand sorts "
         "itself.\n\nKeywords: sand"),
        ("invoice", "INVOICE\n\nInvoice number: 17\nBill to: Jo Ray\nSubtotal 12.00\nVAT "
         "2.40\nAmount due 14.40"),
        ("letter", "Dear Ms Ray,\n\nThank you for your visit.\n\nYours sincerely,\nJo Brandt"),
        ("email", "From: jo@example.com\nTo: ray@example.com\nSubject: Lunch\n\nAt noon?"),
        ("guideline", "Guidelines for safe ladders\n\nThis guidance gives recommendations. "
         "Purpose and scope:"),
        ("other", "The sun rose over the hills, and the sea was calm."),
    ],
)  # fmt: skip
def test_type_is_told_by_the_words_that_such_documents_begin_with(kind: str, text: str):
    assert read(text).profile.type == kind


def test_agreement_in_the_form_of_a_letter_is_a_contract():
    letter = (
        "2 May 2023\n\nBeta Mills Ltd.\n7 Dock Road\n\nConfidentiality Agreement\n\nDear "
        "Sirs,\n\nIn connection "
        "with a possible transaction with Acme Widgets, Inc. (the “Company”), you agree to keep all "
        "Confidential Information secret under this letter agreement."
    )

    profile = read(letter).profile

    assert profile.type == "contract"
    assert {subject.name for subject in profile.subjects} == {"Acme Widgets, Inc.", "Beta Mills Ltd."}


SENTENCES = {
    "en": "The supplier shall deliver the goods within thirty days of the order, and any delay is at "
    "its cost.",
    "de": "Der Lieferant liefert die Waren innerhalb von dreißig Tagen, und die Kosten sind von ihm "
    "zu tragen.",
    "fr": "Le fournisseur livre les marchandises dans un délai de trente jours, et les frais sont à "
    "sa charge.",
    "es": "El proveedor entrega las mercancías en un plazo de treinta días, y los gastos son por su cuenta.",
    "it": "Il fornitore consegna le merci entro trenta giorni, e le spese non sono a carico del "
    "cliente per la legge.",
    "pt": "O fornecedor entrega as mercadorias no prazo de trinta dias, e as despesas não são do cliente.",
    "nl": "De leverancier levert de goederen binnen dertig dagen, en de kosten zijn niet voor het bedrijf.",
    "sv": "Leverantören ska leverera varorna inom trettio dagar, och det är inte kunden som betalar "
    "för att få dem.",
    "pl": "Dostawca dostarcza towary do klienta w ciągu trzydziestu dni i nie jest to na koszt klienta.",
    "el": "Ο προμηθευτής παραδίδει τα εμπορεύματα εντός τριάντα ημερών.",
    "ru": "Поставщик поставляет эти товары в течение тридцати дней, если стороны не решили иначе.",
    "uk": "Постачальник постачає товари протягом тридцяти днів і сплачує її вартість.",
    "ja": "供給者は注文を受けてから三十日以内に商品を納入する。",
    "zh": "供应商应在收到订单后三十天内交货。",
    "ar": "يقوم المورد بتسليم البضائع خلال ثلاثين يوما من استلام الطلب.",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_language_is_told_by_script_and_small_words(language: str):
    assert read(SENTENCES[language]).profile.language == language


@pytest.mark.parametrize("text", ["Invoice 2024-17", "12 34 56", "Lorem ipsum dolor sit amet", "§ 4 = 5"])
def test_language_of_a_text_too_short_to_tell_is_empty(text: str):
    assert read(text).profile.language == ""


def test_parties_of_a_contract_come_with_their_short_names():
    document = read(SERVICES)

    assert names(document) == {"Acme Widgets, Inc.": ("Acme", "Supplier"), "Nadia K. Brandt": ("Customer",)}
    (acme, nadia) = document.profile.subjects
    assert acme.span.of(document.text) == "Acme Widgets, Inc."
    assert (acme.kind, nadia.kind) == ("party", "party")


@pytest.mark.parametrize(
    "name",
    [
        "Baltic Steel Sp. z o.o.", "Adria Trade d.o.o.", "Novák Stavby s.r.o.", "Moravia Lines a.s.",
        "Duna Malom Kft.", "Alegre Comércio Ltda.", "Hansa Handel GmbH & Co. KG", "Rossi Macchine S.p.A.",
        "Lux Invest S.à r.l.", "Nord Fisk A/S", "Suomi Paperi Oy", "Svea Stål AB", "Delta Works B.V.",
        "Rhine Shipping N.V.", "Calder Tools S.A.", "Outback Mining Pty Ltd", "Hill Vale LLP",
        "Marlow Foods PLC", "Danske Ure ApS", "Perak Tin Sdn. Bhd.", "Sol Viajes S.L.", "Berg Chemie KGaA",
    ],
)  # fmt: skip
def test_party_keeps_the_legal_form_of_its_country(name: str):
    text = f"Agreement\n\nThis agreement is between {name} (the “Supplier”) and Jo Ray (the “Buyer”)."
    assert names(read(text)) == {name: ("Supplier",), "Jo Ray": ("Buyer",)}


def test_name_broken_over_two_lines_reads_as_one():
    document = read(
        "AGREEMENT\n\nThis agreement is between Acme\nWidgets, Inc. (“Acme”) and Beta\nLLC (“Beta”)."
    )

    (acme, _) = document.profile.subjects
    assert acme.name == "Acme Widgets, Inc."
    assert acme.span.of(document.text) == "Acme\nWidgets, Inc."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "VERTRAG\n\nVereinbarung zwischen der Huber GmbH, Linz (nachfolgend „Vermieter“), "
            "und der Moser AG "
            "(nachfolgend „Mieterin“).",
            {"Huber GmbH": ("Vermieter",), "Moser AG": ("Mieterin",)},
        ),
        (
            "CONTRAT\n\nLe présent contrat est conclu entre la société Durand SAS (ci-après « le "
            "Client ») et "
            "Petit S.A. (ci-après « le Prestataire »).",
            {"Durand SAS": ("Client",), "Petit S.A.": ("Prestataire",)},
        ),
        (
            "AGREEMENT\n\nThis agreement is made between Acme Inc., a Delaware corporation, and Beta LLC.",
            {"Acme Inc.": (), "Beta LLC": ()},
        ),
        (
            "AGREEMENT\n\nThis agreement is among Acme Inc. and Acme LP (collectively, the "
            "“Sellers”), and Jo Ray "
            "(the “Buyer”).",
            {"Acme Inc.": (), "Acme LP": (), "Jo Ray": ("Buyer",)},
        ),
    ],
)
def test_parties_are_read_in_the_usual_forms(text: str, expected: dict[str, tuple[str, ...]]):
    assert names(read(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "AGREEMENT\n\nThis agreement describes the relationship between the parties (the “Relationship”).",
        "AGREEMENT\n\nThis agreement is between a landlord and a tenant, both of full age, "
        "entered into today.",
        "AGREEMENT\n\nThis agreement is made between Company (“Company”) and Employee (“Employee”).",
    ],
)
def test_contract_that_names_nobody_has_no_parties(text: str):
    assert names(read(text)) == {}


def test_short_name_of_another_party_is_not_given_to_the_one_before():
    document = read(
        "AGREEMENT\n\nThis agreement is entered into between Acme Pies, Inc., a Utah "
        "corporation, and the person "
        "named on the cover page (“Franchisee”)."
    )

    assert "Franchisee" not in {alias for aliases in names(document).values() for alias in aliases}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "HIGHLIGHTS OF PRESCRIBING INFORMATION\n\nFROBUXA® (frobuxinib) tablets, for oral use\n\n"
            "INDICATIONS AND USAGE",
            {"FROBUXA": ("frobuxinib",)},
        ),
        (
            "FROBUXIN SODIUM- frobuxin tablet\n\nHIGHLIGHTS OF PRESCRIBING INFORMATION\n\nFROBUXIN SODIUM "
            "tablets, for oral use\n\nINDICATIONS AND USAGE",
            {"FROBUXIN SODIUM": ("frobuxin",)},
        ),
        (
            "Drug Facts\n\nActive ingredient (in each tablet)\n\nFrobuxin 200 mg\n\nInactive ingredients\n",
            {"Frobuxin": ()},
        ),
    ],
)
def test_label_names_its_medicine_in_all_its_names(text: str, expected: dict[str, tuple[str, ...]]):
    document = read(text)

    assert document.profile.type == "label"
    assert names(document) == expected


def test_filing_names_its_registrant_and_its_trading_symbol():
    document = read(
        "SECURITIES AND EXCHANGE COMMISSION\n\nFORM 10-K\n\nCommission File Number: "
        "1-2345\n\nACME HOLDINGS, INC.\n"
        "(Exact name of registrant as specified in its charter)\n\nTitle of each class Trading Symbol\n"
        "Common Stock, $0.01 par value ACMH New York Stock Exchange\n"
    )

    assert document.profile.type == "filing"
    assert names(document) == {"ACME HOLDINGS, INC.": ("ACMH",)}


def test_policy_names_its_insurer_and_its_policyholder():
    document = read(
        "Acme Home Insurance Policy\n\nPolicy wording\n\nThis policy is issued by Acme Insurance "
        "Company Limited "
        "(hereinafter called the Company).\n\nPolicyholder: Jo Ray\n\nThe sum insured is subject "
        "to exclusions.\n"
    )

    found = names(document)

    assert document.profile.type == "policy"
    assert found["Acme Insurance Company Limited"] == ("Company",)
    assert found["Jo Ray"] == ()


def test_paper_is_about_what_its_title_says():
    document = TextParser().read(
        b"SAND THAT SORTS ITSELF\n\nAbstract\n\nIn this paper we show that sand sorts "
        b"itself.\n\nKeywords: sand\n",
        "paper.txt",
    )

    assert [(s.kind, s.name) for s in document.profile.subjects] == [("title", "SAND THAT SORTS ITSELF")]


def test_ways_in_which_sections_were_found_are_counted():
    document = read("1. Fees\n\nThe fee is 5.\n\n2. Term\n\nIt ends in May.\n")

    assert sum(count for _, count in document.profile.sections_found_by) == len(document.sections) == 2


legal_text = st.lists(
    st.sampled_from(
        ["between ", "and ", "Acme ", "Inc. ", ", ", "(", ")", "“Acme” ", '"', "the ", "GmbH", "\n", "\n\n",
         "a ", "&", "(“", "”)", "Agreement ", "Dear ", "FORM 10-K ", "(Exact name of registrant", "NYSE: ",
         "Active ingredient\n", "ABC (abc) tablets ", "Policyholder: ", "policy ", "insured by ",
         "Abstract ", "of\n\n", "ő", "字", "12 "]
    )
).map("".join)  # fmt: skip


@given(text=st.text() | legal_text)
def test_any_text_can_be_described_and_every_subject_stands_where_it_says(text: str):
    try:
        document = read(text)
    except InputError:  # nothing in it, or bytes that are no text
        return

    for subject in document.profile.subjects:
        assert isinstance(subject, Subject)
        written = " ".join(subject.span.of(document.text).split())
        assert written.replace("®", "").replace("™", "") == subject.name
