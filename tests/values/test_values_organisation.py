"""Names of organisations are read with their legal form; what is only a kind of company is not."""

import pytest

from pincite.values.organisation import find_organisations
from pincite.values.registered import derive
from pincite.values.types import Organisation, same

READ = [
    "Acme Inc.",
    "Kite Pharma, Inc.",
    "Gilead Sciences, Incorporated",
    "J.P. Morgan Securities LLC",
    "Blue Ridge Partners, L.L.C.",
    "Nordwind Logistik GmbH",
    "Nordwind Logistik GmbH & Co. KG",
    "Müller-Lüdenscheidt KGaA",
    "Alpina Versicherung AG",
    "Volkswagen Aktiengesellschaft",
    "BASF SE",
    "Smith & Nephew plc",
    "Tesco Stores Ltd",
    "Tata Consultancy Services Limited",
    "Toyota Motor Co., Ltd.",
    "Société Générale S.A.",
    "Sanofi-Aventis S.A.S.",
    "Carrefour SARL",
    "Koninklijke Philips N.V.",
    "Beta Holdings B.V.",
    "Fiat Chrysler S.p.A.",
    "Mediolan S.r.l.",
    "Volvo AB",
    "Novo Nordisk A/S",
    "Nokia Oyj",
    "Equinor ASA",
    "Woolworths Pty Ltd",
    "Bank of America, N.A.",
    "Hartford Fire Insurance Company",
    "Exxon Mobil Corporation",
    "Wachtel, Lipson, Rosen & Katz LLP",
    "Blackwater Growth Fund III, L.P.",
    "3M Company Inc.",
    "eBay Inc.",
    "St. Jude Medical, Inc.",
    "University of Oxford",
    "Charité Foundation e.V.",
    "Kreditanstalt Stiftung",
]


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize(
    "around", ["This Agreement is made with {}, a company.", "The Supplier {} shall deliver."]
)
def test_organisation_is_read_from_its_name(name, around):
    text = around.format(name)

    (reading,) = find_organisations(text)

    assert same(reading.value, Organisation(name=name))
    assert reading.ambiguous == ""
    assert derive("organisation", reading.proof(text), reading.value)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "between Kite Pharma,\nInc., a Delaware corporation, and Gilead Sciences, Inc.",
            ["Kite Pharma, Inc.", "Gilead Sciences, Inc."],
        ),
        ("THIS AGREEMENT IS MADE BETWEEN ACME INC. AND BETA LLC", ["ACME INC.", "BETA LLC"]),
        ("President of Acme Inc.", ["Acme Inc."]),
        ("Under Acme Corp. rules", ["Acme Corp."]),
        ("a subsidiary of Acme Ltd, which", ["Acme Ltd"]),
        ("Insurer\tAlpina Versicherung AG", ["Alpina Versicherung AG"]),
        ("“Beta Holdings B.V.” means", ["Beta Holdings B.V."]),
        ("Supplier: Acme GmbH\nCustomer: Beta AG", ["Acme GmbH", "Beta AG"]),
        ("It is insured by Allianz SE.", ["Allianz SE"]),
        ("Yesterday Acme Inc. announced", ["Acme Inc."]),
    ],
)
def test_words_around_a_name_are_no_part_of_it(text, names):
    assert [reading.value.name for reading in find_organisations(text)] == names


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Marks and Spencer plc", "one name, or two"),
        ("Alpha und Beta GmbH", "one name, or two"),
        ("The Boeing Company", "a kind of organisation"),
        ("the Steering Group", "a kind of organisation"),
        ("A.P. Møller - Mærsk A/S", "begin earlier"),
    ],
)
def test_name_that_may_be_more_or_less_says_so(text, doubt):
    (reading,) = find_organisations(text)

    assert doubt in reading.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "the Insurance Company shall pay",
        "a Private Limited Company",
        "a limited liability company",
        "the Company",
        "Reno, NV 89501",
        "Denver, CO 80202",
        "Ltd",
        "a weight of 5 KG",
        "Customer Group",
        "the Parent Company",
        "The Bank may",
    ],
)
def test_what_names_no_organisation_is_not_read(text):
    assert find_organisations(text) == []


def test_capitals_commas_and_full_stops_do_not_make_another_name():
    assert same(Organisation(name="ACME, INC."), Organisation(name="Acme Inc"))
    assert same(Organisation(name="The Acme Company"), Organisation(name="Acme Company"))
    assert not same(Organisation(name="Acme Inc."), Organisation(name="Acme LLC"))
