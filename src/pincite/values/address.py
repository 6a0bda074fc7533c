"""Find postal addresses: American, British, German, Swiss, Austrian, French and those written like them.

An address is read by the way its country writes it: from the house number or street to the postal code
and town. The words stay those of the text; a state or county stays with its town. An American address
without a ZIP code says so. A country is given only where the text names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.values.gaps import listed, one_line
from pincite.values.readings import Reading, in_order
from pincite.values.types import Address

_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
STREETS_AFTER_NAME = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Boulevard|Blvd|Lane|Ln|Way|Court|Ct|Place|Pl|Parkway|Pkwy"
    r"|Highway|Hwy"
    r"|Square|Sq|Terrace|Ter|Circle|Cir|Plaza|Broadway|Loop|Row|Center|Centre|Turnpike|Tpke|Trail|Alley"
    r"|Mall|Walk"
    r"|Wharf|Pike|Crescent|Close|Gardens|Grove|Hill|Mews|Park|Quay|Gate|Yard|Green|Rise|View|House|Strand"
    r"|Embankment)"
)
# Before the number: "Hauptstraße 12", "Am Markt 3", "Via Roma 5".
STREETS_BEFORE_NUMBER = (
    rf"(?:{_CAPITAL}[\w.'’-]*?(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer|markt|hof|berg"
    rf"|park|graben"
    r"|steig|stieg|chaussee|promenade|zeile|brücke|wall|twiete|straat|laan|plein|kade|gracht|gade|vej"
    r"|gatan|vägen)"
    rf"|(?:{_CAPITAL}[\w.'’-]*[ ]){{1,3}}?(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Ring|Damm|Ufer"
    rf"|Markt|Chaussee)"
    r"|(?:Am|An[ ]der|An[ ]den|Auf[ ]dem|Auf[ ]der|Im|In[ ]der|In[ ]den|Zum|Zur|Unter[ ]den|Beim|Alte"
    r"|Alter|Neue|Neuer)"
    rf"(?:[ ]{_CAPITAL}[\w.'’-]*){{1,3}}?"
    r"|(?:Via|Viale|Piazza|Corso|Calle|Avenida|Paseo|Plaza|Rua|Largo)(?:[ ][^\W\d_][\w.'’-]*){1,4}?)"
)
# Behind the number: "12, rue de la Paix".
STREETS_AFTER_NUMBER = (
    r"(?i:rue|avenue|av\.|boulevard|bd\.?|place|chemin|allée|impasse|quai|cours|route|square|passage"
    r"|esplanade"
    r"|rond-point|faubourg|voie|villa|cité)"
)
_CODES = listed(
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC "
    "ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY"
)
_NAMES = (
    "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii "
    "Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan "
    "Minnesota Mississippi Missouri Montana Nebraska Nevada New_Hampshire New_Jersey New_Mexico New_York "
    "North_Carolina North_Dakota Ohio Oklahoma Oregon Pennsylvania Rhode_Island South_Carolina "
    "South_Dakota Tennessee Texas Utah Vermont Virginia Washington West_Virginia Wisconsin Wyoming "
)
_SHORTENED = (r"D\.C\.", r"N\.Y\.", r"N\.J\.", r"Calif\.", r"Mass\.", r"Conn\.", r"Fla\.")
STATES = "|".join([*_CODES, *_SHORTENED, *(name.replace("_", "[ ]") for name in listed(_NAMES))])
COUNTIES = frozenset(
    listed(
        "Bedfordshire Berkshire Buckinghamshire Cambridgeshire Cheshire Cornwall Cumbria Derbyshire Devon "
        "Dorset Durham "
        "Essex Gloucestershire Hampshire Herefordshire Hertfordshire Kent Lancashire Leicestershire "
        "Lincolnshire "
        "Merseyside Middlesex Norfolk Northamptonshire Northumberland Nottinghamshire Oxfordshire Shropshire "
        "Somerset Staffordshire Suffolk Surrey Sussex Warwickshire Wiltshire Worcestershire Yorkshire"
    )
)
COUNTRIES = (
    r"(?:USA|U\.S\.A\.|US|U\.S\.|United[ ]States(?:[ ]of[ ]America)?|United[ ]Kingdom|U\.K\.|UK|Great[ "
    r"]Britain|England|Scotland"
    r"|Wales|Northern[ ]Ireland|Ireland|Germany|Deutschland|Federal[ ]Republic[ ]of[ ]Germany|Switzerland"
    r"|Schweiz|Suisse|Svizzera"
    r"|Austria|Österreich|France|Belgium|Belgique|België|Luxembourg|Luxemburg|Netherlands|The[ "
    r"]Netherlands|Nederland|Italy"
    r"|Italia|Spain|España|Portugal|Denmark|Danmark|Sweden|Sverige|Norway|Norge|Liechtenstein|Canada|Monaco)"
)


_S = r"(?:[ \xa0]{1,3})"
_PART = r"(?:[ \xa0]{0,3},[ \xa0]{0,3}\n?[ ]{0,20}|[ \xa0]{0,3}\n[ ]{0,20}|[ ]{0,3}[·•|][ ]{0,3})"
_TOWN_WORD = rf"(?:St\.|Ste\.|Bad|{_CAPITAL}[\w'’-]+)"
_TOWN = (
    rf"{_TOWN_WORD}(?:{_S}(?:am|an{_S}der|im|in|bei|ob{_S}der|vor{_S}der|v\.{_S}?d\.|a\.{_S}?d\.|sur|en|la"
    rf"|le|les|de|upon|on)"
    rf"{_S}{_TOWN_WORD}|{_S}(?!(?:Tel|Telefon|Fax|Telefax|Mail|Phone|Attn|Attention|Cedex|CEDEX)\b"
    rf"|{COUNTRIES}(?![\w])){_TOWN_WORD}){{0,3}}"
)
_COUNTRY = rf"(?:(?:{_PART}|{_S})(?P<country>{COUNTRIES})(?![\w]))?"
_HOUSE = r"(?:[0-9]{1,5}(?:[ ]?[-–/][ ]?[0-9]{1,5})?(?:[ ]?[A-Za-z](?![\w.]))?)"
_UNIT = (
    rf"(?:(?:Suite|Ste\.?|Unit|Apt\.?|Apartment|Floor|Fl\.?|Room|Rm\.?|Building|Bldg\.?|Flat|Level"
    rf"|Mail{_S}Stop|P\.?O\.?{_S}Box|\#)"
    rf"{_S}?[\w-]{{1,6}}|[0-9]{{1,3}}(?:st|nd|rd|th){_S}(?:Floor|Fl\.?)|(?:First|Second|Third|Fourth|Fifth"
    rf"|Ground|Top){_S}Floor)"
)
_WORD = rf"(?:{_CAPITAL}[\w'’.-]*|[0-9]{{1,3}}(?:st|nd|rd|th)|of|the|de|la|del)"
_NUMBER_WORD = r"(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)"
_NUMBERED = rf"(?:{_HOUSE}|{_NUMBER_WORD}){_S}{_WORD}(?:{_S}{_WORD}){{0,5}}"
_NAMED = rf"(?:{_CAPITAL}[\w'’-]*{_S}){{1,3}}{STREETS_AFTER_NAME}"
_BOX = rf"P\.?{_S}?O\.?{_S}Box{_S}[0-9]{{1,7}}"
_US = re.compile(
    rf"(?<![\w.-])(?P<street>(?:{_NUMBERED}|{_BOX})(?:{_PART}{_UNIT}){{0,2}}){_PART}"
    rf"(?P<city>{_TOWN},?(?:{_S}|\n[ ]{{0,20}})(?:{STATES})(?![\w]))"
    rf"(?:,?(?:{_S}|\n[ ]{{0,20}})(?P<code>[0-9]{{5}}(?:-[0-9]{{4}})?)(?![\w-]))?{_COUNTRY}"
)
_UK_CODE = r"(?P<code>[A-Z]{1,2}[0-9][0-9A-Z]?[ ]?[0-9][A-Z]{2})(?![\w])"
_UK = re.compile(
    rf"(?<![\w.-])(?P<street>(?:{_UNIT}{_PART})?(?:(?:{_CAPITAL}[\w'’-]*{_S}){{1,3}}(?:House|Building"
    rf"|Court|Tower|Mill|Works|Park|Centre){_PART})?"
    rf"(?:{_NUMBERED}|{_NAMED})(?:{_PART}{_UNIT})?){_PART}(?P<city>{_TOWN}(?:{_PART}{_TOWN}){{0,2}})(?"
    rf":{_PART}|{_S}){_UK_CODE}{_COUNTRY}"
)
_CODE = (
    r"(?:(?P<prefix>D|DE|CH|A|AT|FL|LI|L|LU|F|FR|B|BE|I|IT|NL|E|ES|DK|S|SE|N|NO)[ ]?-[ "
    r"]?)?(?P<code>[0-9]{4}[ ]?[A-Z]{2}(?![\w])|[0-9]{3}[ ][0-9]{2}|[0-9]{4,5})"
)
_GERMAN = re.compile(
    rf"(?<![\w-])(?P<street>{STREETS_BEFORE_NUMBER}{_S}?,?{_S}?{_HOUSE}|Postfach{_S}[0-9 "
    rf"]{{2,9}}){_PART}{_CODE}{_S}(?P<city>{_TOWN}){_COUNTRY}"
)
_FRENCH = re.compile(
    rf"(?<![\w-])(?P<street>[0-9]{{1,4}}(?:{_S}?(?:bis|ter|quater)"
    rf"|[A-D])?,?{_S}{STREETS_AFTER_NUMBER}{_S}(?:[\w'’.-]+{_S}){{0,5}}?[\w'’.-]+)"
    rf"{_PART}{_CODE}{_S}(?P<city>{_TOWN}(?:{_S}(?i:cedex)(?:{_S}[0-9]{{1,2}})?)?){_COUNTRY}"
)
_KINDS_OF_STREET = re.compile(rf"(?<![\w]){STREETS_AFTER_NAME}(?![\w])|[Bb]ox")


def find_addresses(text: str) -> list[Reading[Address]]:
    """All postal addresses in the text, in order."""
    return in_order(
        reading
        for pattern in (_UK, _US, _GERMAN, _FRENCH)
        for found in pattern.finditer(text)
        for reading in _read(found)
    )


def _read(found: re.Match[str]) -> Iterator[Reading[Address]]:
    parts = found.groupdict()
    street, city = one_line(found["street"]), one_line(found["city"])
    named = found.re in (_GERMAN, _FRENCH) or _KINDS_OF_STREET.search(street)
    if not named and not found["code"]:
        return
    note = "" if found["code"] else "it has no postal code"
    if not named:
        note = "its first words may be no street"
    if found.re is _UK:
        street, city = _town(street, city)
    code = one_line(found["code"]) if found["code"] else None
    country = parts["country"] or parts.get("prefix")
    value = Address(
        street=street, postal_code=code, city=city, country=one_line(country) if country else None
    )
    yield Reading(value, found.start(), found.end(), note)


def _town(street: str, city: str) -> tuple[str, str]:
    """Of "Mill Lane, Caversham, Reading, Berkshire" the town is Reading; Berkshire stays with it."""
    parts = [part.strip() for part in re.split(r",", city)]
    last = 2 if len(parts) > 1 and parts[-1].split()[-1] in COUNTIES else 1
    return ", ".join([street, *parts[:-last]]), ", ".join(parts[-last:])
