"""One change to a certificate or to its source, and for which reason a check must find it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from pincite.audit.certificate import Parsing
from pincite.audit.grounds import version_of
from pincite.structure.excerpts import content_hash
from tests.audit.certificates import evidences

Certificate = dict[str, Any]
Change = Callable[[Certificate, random.Random], frozenset[str] | None]
"""Changes a certificate; the reasons of which one must be given beside the chain (none: the chain is all),
or None where it finds nothing to change."""

NOTHING_ELSE: frozenset[str] = frozenset()


def digit_in_value(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    items = [item for item in certificate["items"] if _digits(item["value"])]
    if not items:
        return None
    _change_digit(draw.choice(items)["value"], draw)
    return frozenset({"value", "formula"})


def value_of_operand(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    derivations = [item["derivation"] for item in certificate["items"] if item["derivation"]]
    operands = [each for told in derivations for each in told["operands"] if _digits(each["value"])]
    if not operands:
        return None
    _change_digit(draw.choice(operands)["value"], draw)
    return frozenset({"value", "formula"})


def formula(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    derivations = [item["derivation"] for item in certificate["items"] if item["derivation"]]
    if not derivations:
        return None
    told = draw.choice(derivations)
    told["formula"] = _other_formula(told["formula"], draw)
    return frozenset({"formula"})


def _other_formula(written: str, draw: random.Random) -> str:
    """Another figure in it; of one over names alone another sign, or one more."""
    if any(character.isdigit() for character in written):
        return _with_digit(written, draw)
    return written.replace(" + ", " − ", 1) if " + " in written else f"{written} + 1"


def words_of_value(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    items = [item for item in certificate["items"] if not item["derivation"] and _digits([item["original"]])]
    if not items:
        return None
    item = draw.choice(items)
    item["original"] = _with_digit(item["original"], draw)
    return frozenset({"value", "words"})


def offset(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    places = evidences(certificate)
    if not places:
        return None
    place, by = draw.choice(places), draw.choice((-3, -1, 1, 4, 1000))
    by = by if place["start"] + by >= 0 else 1
    place["start"], place["end"] = place["start"] + by, place["end"] + by
    return frozenset({"offset", "quote"})


def end_of_quote(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    """A quote that is cut within a word, with offsets that fit."""
    first = [item["evidence"][0] for item in certificate["items"]]
    places = [place for place in first if place["snippet"][-3:-1].isalnum()]
    if not places:
        return None
    place = draw.choice(places)
    place["snippet"], place["end"] = place["snippet"][:-2], place["end"] - 2
    return frozenset({"quote", "value", "words", "place"})


def quote(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    places = [place for place in evidences(certificate) if len(place["snippet"]) > 2]
    if not places:
        return None
    place = draw.choice(places)
    at = draw.randrange(len(place["snippet"]))
    other = "x" if place["snippet"][at] != "x" else "y"
    place["snippet"] = place["snippet"][:at] + other + place["snippet"][at + 1 :]
    return frozenset({"quote"})


def lines(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    places = evidences(certificate)
    if not places:
        return None
    place = draw.choice(places)
    place["lines"] = [each + 1 for each in place["lines"]]
    return frozenset({"place"})


def page(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    places = evidences(certificate)
    if not places:
        return None
    place = draw.choice(places)
    place["page"] = 7 if place["page"] is None else place["page"] + 1
    return frozenset({"place"})


def verdict(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    if not certificate["items"]:
        return None
    draw.choice(draw.choice(certificate["items"])["proof"])["state"] = "contradicted"
    return frozenset({"verdict"})


def embedded_text(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    source = certificate["sources"][0]
    at = draw.randrange(len(source["text"]))
    other = "7" if source["text"][at] != "7" else "8"
    source["text"] = source["text"][:at] + other + source["text"][at + 1 :]
    return frozenset({"text"})


def version_of_parser(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    certificate["sources"][0]["parse"]["version"] += ".1"
    return frozenset({"version"})


def hash_of_source(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    source = certificate["sources"][0]
    source["sha256"] = _other_hash(source["sha256"], draw)
    return frozenset({"source", "version"})


def outcome(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    told = certificate["question"]
    others = {
        "answered": "not_found",
        "not_found": "answered",
        "conflict": "answered",
        "incomplete": "not_found",
    }
    told["outcome"] = others[told["outcome"]]
    return frozenset({"outcome", "conflict"})


def sides(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    if certificate["conflict"] is None:
        return None
    certificate["conflict"]["sides"] = [[each for side in certificate["conflict"]["sides"] for each in side]]
    return frozenset({"conflict"})


def coverage(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    if certificate["question"]["outcome"] != "not_found":
        return None
    certificate["coverage"]["spans_total"] += 40
    return frozenset({"coverage"})


def pages_of_source(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    certificate["sources"][0]["passages"] += 3
    return frozenset({"coverage"})


def chance_below_bar(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    judged = [each for each in certificate["judgement"]["items"] if each["bar"]]
    if not judged:
        return None
    # Of a conflict one side must reach the bar.
    for each in judged if certificate["conflict"] else [draw.choice(judged)]:
        each["chance"] = round(each["bar"] - 0.01, 2)
    return frozenset({"judgement"})


def item_left_out(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    if not certificate["items"]:
        return None
    certificate["items"].pop(draw.randrange(len(certificate["items"])))
    return frozenset({"judgement", "outcome"})


def text_of_other_packages(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    """Another figure in text, quotes and value, and packages of the parser that nobody has."""
    if not _invented(certificate):
        return None
    certificate["sources"][0]["packages"] = {"another": "1"}
    return frozenset({"text"})


def text_of_another_parser(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    """The same, said to be read by a parser of another version."""
    if not _invented(certificate):
        return None
    _read_by(certificate, "0.1")
    return frozenset({"quote"})


def recognised_words(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    """The same, said to be recognised in the image of a page that has none."""
    if not _invented(certificate):
        return None
    _read_by(certificate, "0.1")
    source = certificate["sources"][0]
    source["recognised"] = [{"page": 1, "image_sha256": "0" * 64}]
    for place in evidences(certificate):
        place |= {"recognised": True, "page": 1}
    return frozenset({"image"})


def order_of_chain(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    chain = certificate["chain"]
    at = draw.randrange(len(chain) - 1)
    chain[at], chain[at + 1] = chain[at + 1], chain[at]
    return NOTHING_ELSE


def link(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    chosen = draw.choice(certificate["chain"])
    name = draw.choice(("digest", "link"))
    chosen[name] = _other_hash(chosen[name], draw)
    return NOTHING_ELSE


def question(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    if any(item["derivation"] for item in certificate["items"]):  # which the question asks for
        return None
    certificate["question"]["question"] += " Really?"
    return NOTHING_ELSE


def chance(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    judged = [each for each in certificate["judgement"]["items"] if each["chance"] not in (None, 1.0)]
    if not judged:
        return None
    draw.choice(judged)["chance"] = 1.0
    return NOTHING_ELSE


def reader(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    certificate["judgement"]["reader"] = {"name": "another/1", "sha256": None}
    return NOTHING_ELSE


def version_of_program(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    certificate["run"]["pincite"] = "9.9.9"
    return NOTHING_ELSE


def time_of_run(certificate: Certificate, draw: random.Random) -> frozenset[str] | None:
    certificate["run"]["asked_at"] = "2001-01-01T00:00:00+00:00"
    return NOTHING_ELSE


PROVABLE: Mapping[str, Change] = {
    change.__name__: change
    for change in (
        digit_in_value, value_of_operand, formula, words_of_value, offset, end_of_quote, quote, lines, page,
        verdict, embedded_text, version_of_parser, hash_of_source, outcome, sides, coverage, pages_of_source,
        chance_below_bar, item_left_out, text_of_other_packages, text_of_another_parser, recognised_words,
    )
}  # fmt: skip
"""What a check finds even where all digests were computed again."""
RECORDED: Mapping[str, Change] = {
    change.__name__: change for change in (question, chance, reader, version_of_program, time_of_run)
}
"""What only the chain tells: nobody can prove it, and a check says so."""
OF_THE_CHAIN: Mapping[str, Change] = {change.__name__: change for change in (order_of_chain, link)}


def _invented(certificate: Certificate) -> bool:
    """Put another figure wherever an item, its quotes and the embedded text have the one of the item."""
    items = [item for item in certificate["items"] if not item["derivation"] and _digits([item["original"]])]
    if not items or len(certificate["sources"]) != 1:
        return False
    said = items[0]["original"]
    other = re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), said)
    source = certificate["sources"][0]
    source["text"] = source["text"].replace(said, other)
    source["text_sha256"] = content_hash(source["text"])
    for item in certificate["items"]:
        item["original"] = item["original"].replace(said, other)
    for place in [*evidences(certificate), *certificate["coverage"]["nearest"]]:
        place["snippet"] = place["snippet"].replace(said, other)
    return True


def _read_by(certificate: Certificate, version: str) -> None:
    """As if a parser of this version had read the source."""
    source = certificate["sources"][0]
    source["parse"]["version"] = version
    source["version"] = version_of(source["sha256"], Parsing(**source["parse"]))
    for place in [*evidences(certificate), *certificate["coverage"]["nearest"]]:
        place["version"] = source["version"]
    for item in certificate["items"]:
        for operand in item["derivation"]["operands"] if item["derivation"] else ():
            operand["evidence"]["version"] = source["version"]


def _digits(value: Any) -> bool:
    return any(re.search(r"\d", each) for each in _strings(value))


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [string for each in inner for string in _strings(each)]


def _change_digit(value: dict[str, Any], draw: random.Random) -> None:
    keys = [key for key, each in value.items() if isinstance(each, str) and re.search(r"\d", each)]
    key = draw.choice(keys)
    value[key] = _with_digit(value[key], draw)


def _with_digit(text: str, draw: random.Random) -> str:
    at = draw.choice([found.start() for found in re.finditer(r"\d", text)])
    other = str((int(text[at]) + 1) % 10)
    return text[:at] + other + text[at + 1 :]


def _other_hash(digest: str, draw: random.Random) -> str:
    at = draw.randrange(len(digest))
    return digest[:at] + ("0" if digest[at] != "0" else "1") + digest[at + 1 :]
