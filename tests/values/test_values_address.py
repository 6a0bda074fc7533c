"""Postal addresses are read as their country writes them, in the document's own words."""

import pytest

from pincite.values.address import find_addresses
from pincite.values.registered import derive
from pincite.values.types import Address, same

READ = [
    (
        "2225 Colorado Avenue, Santa Monica, CA 90404",
        "2225 Colorado Avenue",
        "90404",
        "Santa Monica, CA",
        None,
    ),
    (
        "350 Fifth Avenue, 34th Floor, New York, NY 10118",
        "350 Fifth Avenue, 34th Floor",
        "10118",
        "New York, NY",
        None,
    ),
    (
        "One Market Plaza, Suite 400, San Francisco, California 94105-1234, USA",
        "One Market Plaza, Suite 400",
        "94105-1234",
        "San Francisco, California",
        "USA",
    ),
    ("P.O. Box 66, Portland, OR 97201", "P.O. Box 66", "97201", "Portland, OR", None),
    ("1 Main Street\nSpringfield, IL 62701", "1 Main Street", "62701", "Springfield, IL", None),
    (
        "1600 Pennsylvania Avenue NW, Washington, D.C. 20500",
        "1600 Pennsylvania Avenue NW",
        "20500",
        "Washington, D.C.",
        None,
    ),
    (
        "5 Times Square, New York, New York 10036, United States of America",
        "5 Times Square",
        "10036",
        "New York, New York",
        "United States of America",
    ),
    ("77 Massachusetts Ave, Cambridge, MA 02139", "77 Massachusetts Ave", "02139", "Cambridge, MA", None),
    ("10 Downing Street, London SW1A 2AA", "10 Downing Street", "SW1A 2AA", "London", None),
    (
        "25 Old Broad Street, London EC2N 1HN, United Kingdom",
        "25 Old Broad Street",
        "EC2N 1HN",
        "London",
        "United Kingdom",
    ),
    ("221B Baker Street, London NW1 6XE", "221B Baker Street", "NW1 6XE", "London", None),
    (
        "Unit 4, Mill Lane, Reading, Berkshire RG1 3AB",
        "Unit 4, Mill Lane",
        "RG1 3AB",
        "Reading, Berkshire",
        None,
    ),
    (
        "Riverside House, 2a Southwark Bridge Road, London SE1 9HA",
        "Riverside House, 2a Southwark Bridge Road",
        "SE1 9HA",
        "London",
        None,
    ),
    (
        "12 High Street, Headington, Oxford OX3 7LB, England",
        "12 High Street, Headington",
        "OX3 7LB",
        "Oxford",
        "England",
    ),
    ("Musterstraße 12, 10115 Berlin", "Musterstraße 12", "10115", "Berlin", None),
    ("Friedrichstr. 100a, D-10117 Berlin", "Friedrichstr. 100a", "10117", "Berlin", "D"),
    ("Am Markt 3, 28195 Bremen, Germany", "Am Markt 3", "28195", "Bremen", "Germany"),
    ("Hohe Straße 7, 60311 Frankfurt am Main", "Hohe Straße 7", "60311", "Frankfurt am Main", None),
    (
        "Unter den Linden 77, 10117 Berlin, Deutschland",
        "Unter den Linden 77",
        "10117",
        "Berlin",
        "Deutschland",
    ),
    ("Bahnhofstrasse 1, CH-8001 Zürich", "Bahnhofstrasse 1", "8001", "Zürich", "CH"),
    ("Bahnhofstrasse 1\n8001 Zürich\nSwitzerland", "Bahnhofstrasse 1", "8001", "Zürich", "Switzerland"),
    ("St. Galler Str. 4, 9000 St. Gallen", "St. Galler Str. 4", "9000", "St. Gallen", None),
    ("Ringstraße 5/12, 1010 Wien, Österreich", "Ringstraße 5/12", "1010", "Wien", "Österreich"),
    ("Getreidegasse 9, A-5020 Salzburg", "Getreidegasse 9", "5020", "Salzburg", "A"),
    ("12, rue de la Paix, 75002 Paris", "12, rue de la Paix", "75002", "Paris", None),
    ("12 bis avenue Foch, 75116 Paris, France", "12 bis avenue Foch", "75116", "Paris", "France"),
    (
        "24, boulevard Haussmann, 75009 Paris Cedex 09",
        "24, boulevard Haussmann",
        "75009",
        "Paris Cedex 09",
        None,
    ),
    ("3 place Bellecour\n69002 Lyon", "3 place Bellecour", "69002", "Lyon", None),
    ("8 quai des Bergues, 1201 Genève, Suisse", "8 quai des Bergues", "1201", "Genève", "Suisse"),
    ("Via Roma 12, 20121 Milano, Italy", "Via Roma 12", "20121", "Milano", "Italy"),
    ("Keizersgracht 12, 1015 CJ Amsterdam", "Keizersgracht 12", "1015 CJ", "Amsterdam", None),
    ("Calle Mayor 5, 28013 Madrid, Spain", "Calle Mayor 5", "28013", "Madrid", "Spain"),
]


@pytest.mark.parametrize(("wording", "street", "code", "city", "country"), READ)
def test_address_is_read_from_its_wording(wording, street, code, city, country):
    text = f"with its registered office at {wording} (the “Office”)."

    (reading,) = find_addresses(text)

    assert reading.value == Address(street=street, postal_code=code, city=city, country=country)
    assert reading.original(text) == wording
    assert reading.ambiguous == ""
    assert derive("address", reading.proof(text), reading.value)


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("100 Main Street, Springfield, Illinois", "no postal code"),
        ("paid 100 Euros, Berlin, NY 10001", "no street"),
    ],
)
def test_address_that_lacks_something_says_so(text, doubt):
    (reading,) = find_addresses(text)

    assert doubt in reading.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "in 2019, Berlin",
        "75002 Paris",
        "Tour Eiffel, 75002 Paris",
        "Section 12, Delaware",
        "12 employees, London",
        "governed by the laws of New York",
        "5 days, Monday",
        "",
    ],
)
def test_what_is_no_address_is_not_read(text):
    assert find_addresses(text) == []


def test_two_addresses_are_two():
    text = "Musterstraße 12, 10115 Berlin and 10 Downing Street, London SW1A 2AA"

    assert [reading.value.city for reading in find_addresses(text)] == ["Berlin", "London"]


def test_capitals_and_line_ends_do_not_make_another_address():
    a = Address(street="1 Main St.", postal_code="62701", city="Springfield, IL", country=None)

    assert same(a, Address(street="1 MAIN ST", postal_code="62701", city="Springfield IL", country=None))
    assert not same(
        a, Address(street="1 Main St.", postal_code="62702", city="Springfield, IL", country=None)
    )
