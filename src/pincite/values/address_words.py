"""What addresses are made of: kinds of streets, states, counties, countries."""

from __future__ import annotations

from pincite.values.gaps import listed

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
