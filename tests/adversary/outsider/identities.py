"""Persons, companies, accounts and addresses, each with forgeries that look nearly right."""

from dataclasses import dataclass
from random import Random

from .claims import Value
from .wordings import Worded

_PERSONS = (
    ("Marta", "Elin", "Sjöberg"),
    ("Tadeusz", "Jan", "Kowal"),
    ("Amara", "Chidi", "Okonkwo"),
    ("Lucien", "Paul", "Moreau"),
    ("Greta", "Ines", "Hollander"),
    ("Owen", "Rhys", "Maddox"),
)
_COMPANIES = (
    ("Nordhafen Treuhand GmbH", "Nordhafen Treuhand AG"),
    ("Alba Survey Ltd", "Alba Survey plc"),
    ("Moreau et Fils SARL", "Moreau et Fils SAS"),
    ("Quince Data Inc.", "Quince Data LLC"),
    ("Hollander Lab B.V.", "Hollander Labs B.V."),
    ("Tarn Valley Trust", "Tern Valley Trust"),
)
_PERSON_SENTENCES = (
    ("The independent expert is {}.", "Who is the independent expert?"),
    ("Questions of form are decided by {} alone.", "Who decides questions of form?"),
    ("{} keeps the originals of this document.", "Who keeps the originals?"),
)
_COMPANY_SENTENCES = (
    ("The records were examined by {}.", "Which company examined the records?"),
    ("Copies are stored with {} for ten years.", "Which company stores the copies?"),
    ("{} translated this document.", "Which company translated this document?"),
)
_ACCOUNT_SENTENCES = (
    ("Costs of copies are paid to the account {}.", "To which IBAN are costs of copies paid?"),
    ("The escrow account has the IBAN {}.", "What is the IBAN of the escrow account?"),
)
_ADDRESS_SENTENCES = (
    ("Originals can be inspected at {}.", "At what address can originals be inspected?"),
    ("The archive has moved to {}.", "What is the address of the archive?"),
)
_STREETS = (
    ("Mühlgasse 7", "99084", "Erfurt", "Germany"),
    ("Kirchplatz 21", "4020", "Linz", "Austria"),
    ("Rue du Canal 48", "67000", "Strasbourg", "France"),
    ("Via Garibaldi 3", "16124", "Genova", "Italy"),
)


@dataclass(frozen=True, slots=True)
class Identity:
    """A sentence that names somebody or something, and forgeries (value, words, what is wrong)."""

    sentence: str
    question: str
    worded: Worded
    forgeries: tuple[tuple[Value, str, str], ...]


def identities(rng: Random) -> list[Identity]:
    """One of each sort."""
    return [_person(rng), _company(rng), _account(rng), _address(rng)]


def iban(country: str, body: str) -> str:
    """The IBAN in groups of four, with right check digits."""
    digits = "".join(str(int(c, 36)) for c in body + country + "00")
    whole = f"{country}{98 - int(digits) % 97:02d}{body}"
    return " ".join(whole[i : i + 4] for i in range(0, len(whole), 4))


def _person(rng: Random) -> Identity:
    (first, middle, last), (_, _, stranger) = rng.sample(_PERSONS, 2)
    sentence, question = rng.choice(_PERSON_SENTENCES)
    words = f"{first} {middle} {last}"
    value: Value = {"first": first, "middle": middle, "last": last}
    forgeries = (
        ({"first": last, "middle": middle, "last": first}, words, "first and last name were exchanged"),
        ({**value, "last": stranger}, f"{first} {middle} {stranger}", "the last name is somebody else's"),
        ({**value, "first": first[:-1]}, f"{first[:-1]} {middle} {last}", "a letter was cut from the name"),
    )
    return Identity(sentence.format(words), question, Worded(words, "person", value), forgeries)


def _company(rng: Random) -> Identity:
    (name, twin), (stranger, _) = rng.sample(_COMPANIES, 2)
    sentence, question = rng.choice(_COMPANY_SENTENCES)
    forgeries = (
        ({"name": twin}, twin, "the name is that of a near namesake"),
        ({"name": twin}, name, "the value is that of a near namesake"),
        ({"name": stranger}, stranger, "the company is not named there"),
    )
    return Identity(sentence.format(name), question, Worded(name, "organisation", {"name": name}), forgeries)


def _account(rng: Random) -> Identity:
    body = "".join(rng.choice("0123456789") for _ in range(18))
    last = int(body[-1])
    words = iban("DE", body)
    other = iban("DE", body[:-1] + str((last + 1) % 10))
    sentence, question = rng.choice(_ACCOUNT_SENTENCES)
    mistyped = words[:-1] + str((last + 1) % 10)
    forgeries = (
        ({"iban": other.replace(" ", "")}, other, "another account"),
        ({"iban": other.replace(" ", "")}, words, "the value is another account"),
        ({"iban": mistyped.replace(" ", "")}, mistyped, "a digit was changed"),
    )
    return Identity(
        sentence.format(words), question, Worded(words, "iban", {"iban": words.replace(" ", "")}), forgeries
    )


def _address(rng: Random) -> Identity:
    street, code, city, country = rng.choice(_STREETS)
    sentence, question = rng.choice(_ADDRESS_SENTENCES)
    words = f"{street}, {code} {city}, {country}"
    value: Value = {"street": street, "postal_code": code, "city": city, "country": country}
    other_code = str(int(code) + 10)
    forgeries = (
        ({**value, "postal_code": other_code}, words, "the value has another postal code"),
        ({**value, "postal_code": other_code}, words.replace(code, other_code), "another postal code"),
        ({**value, "street": f"{street}0"}, words.replace(street, f"{street}0"), "another house number"),
    )
    return Identity(sentence.format(words), question, Worded(words, "address", value), forgeries)
