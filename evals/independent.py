"""The watchman: reads a published answer again by tables of its own; it imports nothing of what it watches.

What its tables cannot read is `unread`. Not judged: what answers, a yes or no, whose heads a cell has.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import product
from operator import add, eq, ge, gt, le, lt, mul, sub, truediv
from pathlib import Path
from statistics import mean
from typing import Any, Literal


def _table(pairs: str) -> dict[str, str]:
    return dict(zip(pairs.split()[::2], pairs.split()[1::2], strict=True))


_NUMBERS = _table("""zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11
    twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20
    thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 dozen 12 half 0.5""")
_SCALES = _table("hundred 2 thousand 3 tsd 3 teur 3 million 6 mio 6 mn 6 billion 9 bn 9 mrd 9 trillion 12")
_LETTERS = _table("k 3 m 6 mm 6 b 9")  # behind an amount only: 10 m may be metres
_MONTHS = _table("""jan 01 feb 02 mar 03 mär 03 apr 04 may 05 mai 05 jun 06 jul 07 aug 08 sep 09 oct 10 okt 10
    nov 11 dec 12 dez 12""")
_LENGTHS = _table("year Y jahr Y quarter Q month M monat M week W day D tag D hour H minute N second S")
_SAME_WORD = _table("annual year annum year jahr year dai day")
_KINDS = _table("currency amount unit number iso date iso8601 duration start date_range value percentage")
_CODE = re.compile(r"\b(?!AND|PER|THE|FOR|ONE|TWO|SIX|TEN|NOT|ANY|ALL)[A-Z]{3}(?=\b|\d)")
# The particular before the general: "NT dollars" must be gone before "dollars" is read.
_CURRENCIES = _table(r"""
    TWD NT\$|NTD|(?:NT|New\sTaiwan|Taiwan(?:ese)?)\s(?i:dollars?)  AUD AU?\$|Australian\s(?i:dollars?)
    USD US\s?\$|U\.S\.?\s?\$|\$\s?US\b|(?:US|U\.S\.|United\sStates)\s(?i:dollars?)  BRL R\$|[Rr]eais
    HKD HK\$|Hong\sKong\s(?i:dollars?)  CAD CA?\$|C(?i:dn)\b\$?|Canadian\s(?i:dollars?)  SGD S\$|Singapore
    EUR €|(?i:euros?)\b|TEUR  GBP £|(?i:pounds?)\b|[Ss]terling|\b[Pp]ence\b  CHF \b[Ff]rancs?\b|\bS?Fr\.
    CNY RMB|[Rr]enminbi|\b[Yy]uan\b  JPY,CNY ¥|\b[Yy]en\b  INR,PKR ₹|\bRs\b|\b[Rr]upees?\b
    SEK,NOK,DKK \b[Kk]ron[ae]r?\b|\b[Kk]r\b  $ \$|\b(?i:dollars?)\b|\b(?i:cents?)\b""")
_DOLLARS = {"TWD", "CAD", "AUD", "HKD", "SGD", "USD", "NZD"}
_PERCENT = re.compile(r"%|\bper ?cent|\bpct\b|\bprozent|\bbasis points?\b|\bbps\b", re.I)
_FIGURE = re.compile(r"""(?x)(?:(?<![\w)])(?P<sign>[-−–(])\s?)?(?:[$€£¥]|[A-Z]{3})?\s?(?<!\d)(?<!\d[.,'’])
    (?P<digits>\d{1,3}(?:\s\d{3})+(?!\d)(?:[.,]\d+)?|\d[\d.,'’]*\d|\.?\d+)(?:[.,][–—-]+)?
    (?:[\s-]?(?P<scale>[^\W\d_]+))?""")
_RUN = rf"""\b(?:(?:{"|".join(_NUMBERS)}|an?(?=\s(?:hundred|thousand|million|dozen))
    |(?:hundred|thousand|million|billion)(?:\sand\b|,(?=\s[a-z]+\shundred))?)(?!\w)[\s-]*)+
    (?:and\s(?:a|one)[\s-]half\b(?:\s(?:thousand|million|billion)\b)?)?"""
_MONTH, _NTH = rf"(?:{'|'.join(_MONTHS)})[a-zä]{{0,6}}\b\.?", r"(?:\s?(?:s\s?t|n\s?d|r\s?d|t\s?h)\b|\.)?"
_DATE = re.compile(rf"""(?xi)(?P<y1>\d{{4}})-(?P<m>\d\d)(?:-(?P<d1>\d\d))?(?!\d)
    | (?<!\d)(?P<a>\d\d?)(?P<sep>[./-])(?P<b>\d\d?)(?P=sep)(?P<y2>\d{{4}}|\d\d)(?!\d)
    | (?<!\d)(?:(?P<d2>\d\d?)\S{{0,2}}\s*(?:[-–]|to|and|until|through|bis)\s*)?(?P<d3>\d\d?){_NTH}
      (?:\s+day)?(?:\s+of)?[\s,-]+(?P<m1>{_MONTH})(?:[\s,-]+(?P<y3>\d{{4}})\b)?
    | \b(?P<m2>{_MONTH})\s*(?P<d4>\d\d?){_NTH}(?!\d)(?:\s*,?\s*(?P<y4>\d{{4}})\b)?
    | \b(?P<m3>{_MONTH})(?:\s?,?\s+(?:of\s)?(?P<y5>\d{{4}})\b|(?=\s*(?:[-–]|to|through|bis)))
    | (?<![\d/.])(?P<m4>\d\d?)/(?P<y7>(?:19|20)\d\d)(?!\d) | (?<![\d.,])(?P<y6>(?:19|20)\d\d)(?![\d.,]\d)""")
_DURATION = re.compile(rf"""(?xi)(?P<n>{_RUN}|\d[\d.,]*|\ban?\b)\s*(?:\((?P<same>[^()]+)\))?[\s-]*
    (?:[a-z]+\s+){{0,2}}?(?P<unit>{"|".join(_LENGTHS)})(?:s|en|e)?\b(?P<half>\s+and\s+a\s+half)?""")
_OPERATORS: dict[type, Any] = {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv, ast.Pow: pow}
_ORDER = {"<": lt, ">": gt, "≤": le, "≥": ge, "=": eq}
_CALLS: Any = {"sum": sum, "avg": mean, "min": min, "max": max, "count": len, "days": lambda d: d[1] - d[0]}
_CANNOT = (ArithmeticError, AttributeError, LookupError, RecursionError, SyntaxError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Finding:
    """What the watchman says of one item, lead or rule, and why."""

    item: str
    verdict: Literal["holds", "refused", "unread"]
    reason: str


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a value, all that is cited, what of it only stands beside them, and whether in German."""

    own: str
    cited: str
    beside: str
    german: bool
    whole: bool = False  # a sentence, in which other figures may stand


class Refused(Exception):
    """The words do not say the value. What the tables cannot read is a ValueError."""


def watch(answer: Mapping[str, Any], texts: Mapping[str, str]) -> list[Finding]:
    """What holds of the items, by the canonical texts of versions or names; of other places, what fails."""
    found = [_found(item["id"], _watched, item, answer, texts) for item in answer["items"]]
    rules = [rule for rule in [(answer.get("conflict") or {}).get("rule")] if rule]
    others = [*(lead["evidence"] for lead in answer.get("leads", ())), *([one["evidence"]] for one in rules)]
    placed = [_found(places[0]["snippet"][:60], _placed, places, texts) for places in others]
    return [*found, *(one for one in placed if one.verdict != "holds")]


def _found(name: str, check: Callable[..., str], *given: Any) -> Finding:
    try:
        return Finding(name, "holds", check(*given))
    except (Refused, *_CANNOT) as error:
        return Finding(name, "refused" if isinstance(error, Refused) else "unread", str(error))


def _watched(item: Mapping[str, Any], answer: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    places, own, derivation = item["evidence"], item["original"], item.get("derivation")
    text, snippets = _placed(places, texts), [place["snippet"] for place in places]
    german = len(re.findall(r"\b(?:und|der|die|das)\b", text)) > len(re.findall(r"\b(?:the|of|and)\b", text))
    if derivation and all(operand["name"] != "printed figure" for operand in derivation["operands"]):
        return _recomputed(item, derivation, str(answer.get("question")), snippets, german)
    if item["type"] == "boolean" or item.get("decision"):
        return "not judged"
    _must(item["type"] == "table" or any(_stands(own, one) for one in snippets), f"{own!r} is not cited")
    # A cell in brackets is a minus, also where its words were given without them.
    own = next((one for one in snippets if "(" in one and one.strip(" ($€£)") == own.strip(" ($€£)")), own)
    beside = [p["snippet"] for p in places if p.get("role") not in {"answer", "words", "limit", "condition"}]
    beside = [one for one in beside if not _stands(item["original"], one)]
    _read(item["type"], item["value"], Words(own, "\n".join(snippets), "\n".join(beside), german))
    return "read again"


def _placed(places: Sequence[Mapping[str, Any]], texts: Mapping[str, str]) -> str:
    """The text that is cited first, if every snippet is what its text has there."""
    _must(places, "nothing is cited")
    for place in reversed(places):
        text = texts[place["version"] if place["version"] in texts else place["name"]]
        same = text[place["start"] : place["end"]] == place["snippet"] != ""
        _must(same, f"{place['snippet'][:60]!r} is not at {place['start']} of {place['name']}")
    return text


def _stands(words: str, snippet: str) -> bool:
    """Whether the snippet has these words, cut out of no longer word or number, line ends aside."""
    words = words.strip()
    parts = [r"(?:[-\u00ad]?\n\s*)?".join(map(re.escape, part)) for part in words.split()]
    before = r"(?<!\w)(?<!\d[.,])" if words[:1].isalnum() else ""
    behind = r"(?![.,]?\d)(?!\w)" if words[-1:].isdigit() else r"(?!\w)" if words[-1:].isalnum() else ""
    return bool(parts) and re.search(before + r"\s+".join(parts) + behind, snippet) is not None


def _must(holds: object, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


def _read(kind: str, value: Mapping[str, Any], words: Words) -> None:
    match kind:
        case "amount" | "number" | "percentage":
            _read_figure(kind, value, words)
        case "date":
            _among(value["iso"], dates(words), words)
        case "date_range":
            ends, read = tuple(end for end in (value["start"], value["end"]) if end), dates(words)
            _among(ends, [set(product(*read))] if len(read) == len(ends) else [], words)
        case "duration":
            _among(_length(value["iso8601"]), durations(words.own, words.german), words)
        case "text" | "clause":
            _must(value["text"].split() == words.own.split(), "the value is not what its words say")
        case "person" | "organisation" | "address":
            _read_name(kind, value, words.own)
        case "iban":
            _must(
                re.sub(r"[\s-]", "", words.own).endswith(value["iban"]), f"{words.own!r} is another account"
            )
        case "table":
            _read_table(value, " ".join(words.cited.split()))
        case _:
            raise ValueError(f"no table reads a {kind}")


def _among(given: object, readings: Sequence[set[Any]], words: Words) -> None:
    told = f"{words.own[:80]!r} says {' or '.join(sorted({str(one) for read in readings for one in read}))}"
    if not any(readings):
        raise ValueError(f"{words.own[:80]!r} cannot be read")
    _must(any(given in read for read in readings), f"{told}, not {given}")
    if not words.whole and set.intersection(*readings) != {given}:
        raise ValueError(told)


def _read_figure(kind: str, value: Mapping[str, Any], words: Words) -> None:
    own, given, unit = words.own, Decimal(value["value"]), value.get("unit") or ""
    # Of "500 mg/5 mL" the second figure is the unit's.
    read = list(figures(own, words.german, kind == "amount"))[: 1 if re.search(r"\d", unit) else None]
    factors = scales(words.beside)
    heads = "\n".join(line for line in words.beside.split("\n") if not scales(line))
    if not factors or re.search(r"\bper\b|%|\bratio\b|\bshares\b|\bnumber\b", heads, re.I):
        factors |= {Decimal(1)}
    if kind == "percentage":
        _must(_PERCENT.search(words.cited), "no cited place says percent")
        factors = {Decimal("0.01") if re.search(r"basis points?|bps", own, re.I) else Decimal(1)}
    fitting = {factor for factor in factors if any(given / factor in one for one, _ in read)} or factors
    _among(given, [one if scaled else {n * f for n in one for f in fitting} for one, scaled in read], words)
    if kind == "amount":
        stated: set[Any] = currencies(own) or {None, *currencies(words.cited)}
        dollars = currencies(words.beside) & _DOLLARS or {"USD"} | currencies(words.cited) & _DOLLARS
        stated |= dollars if "$" in stated else set()
        _must(value["currency"] in stated, f"{value['currency']} is not what is cited: {stated}")
    named = kind == "number" or re.search(r"\bper\b|/|\b(?:a|each|every)\b|ly\b", own)
    stated = (named and _stems(own) - {*_NUMBERS, *_SCALES, "and"}) or _stems(words.cited)
    _must(_stems(unit) - {"per", "and", "in", "the"} <= stated, f"{own!r} does not say {unit!r}")


def _stems(text: str) -> set[str]:  # a short sign keeps its capitals: mg is no Mg
    found = (one if len(one) < 4 else one.casefold() for one in re.findall(r"[^\W\d_]+|[°%µ]", text))
    return {_SAME_WORD.get(one, one) for one in (re.sub(r"(?<=..)ly$|(?<=...)s$", "", one) for one in found)}


def figures(text: str, german: bool = False, amounts: bool = False) -> Iterator[tuple[set[Decimal], bool]]:
    """What each figure may mean, and whether it has a scale with it: those in digits, then those in words."""
    text = re.sub(r"(?i)\sand\s(?:no|00)/100|\s\(\d+\)(?=\s(?:thousand|million|billion))", "", text)
    text = re.sub(r"[\s-]?(?:1/2|½)", ".5", text)
    for found in _FIGURE.finditer(text):
        word = (found["scale"] or "").casefold()
        power = int(_SCALES.get(word.removesuffix("s"), _LETTERS.get(word, 0) if amounts else 0))
        minus = found["sign"] and (found["sign"] != "(" or not re.search(r"[a-z]{2}|[A-Z]{4}", text))
        read = _digits(re.sub(r"['’\s]", "", found["digits"]), german, amounts)
        yield {(-1 if minus else 1) * one * 10**power for one in read}, power > 0
    for run in re.finditer(_RUN, text, re.X | re.I):
        total, part, words = (
            Decimal(0),
            Decimal(0),
            re.findall(r"(?!a\b|one[\s-]half)[a-z]+", run[0].casefold()),
        )
        for word in words:
            part = part + Decimal(_NUMBERS.get(word, 0)) if word != "dozen" else (part or Decimal(1)) * 12
            if word in _SCALES:
                part = (part or Decimal(1)) * 10 ** int(_SCALES[word])
                total, part = (total, part) if word == "hundred" else (total + part, Decimal(0))
        if words[0] not in _SCALES:
            yield {total + part}, bool(total)


def _digits(written: str, german: bool, amounts: bool) -> set[Decimal]:
    marks, (*groups, last) = re.findall(r"[.,]", written), re.split(r"[.,]", written)
    whole, broken = Decimal("".join(groups) + last), Decimal("".join(groups) + "." + last)
    if len(set(marks)) == 2 or (marks and (len(last) != 3 or groups[0] in {"", "0"})):
        return {broken} if marks.count(marks[-1]) == 1 else set()
    if len(marks) != 1 or (marks == ["."]) == german:
        return {whole}
    return {broken, whole} if amounts and not german else {broken}


def scales(text: str) -> set[Decimal]:
    """What heads and notes state: "in thousands", "€ million", "EUR m", "'000"; not "1 million"."""
    found = re.findall(r"(?i)(?<!\d\s)(?<!\d)\b(thousand|million|billion|TEUR|Mio|Mrd|Tsd|mn|bn)s?\b", text)
    found += ["mio"] * bool(re.search(r"[$€£]\s?[mM]\b|\b[A-Z]{3}\s?m\b", text))
    found += ["tsd"] * bool(re.search(r"(?<![\d,.])000\b|[$€£]\s?k\b|[A-Z]{3}\sk\b|T€", text))
    return {Decimal(10 ** int(_SCALES[one.casefold()])) for one in found}


def currencies(text: str) -> set[str]:
    """The codes that a text states; "$" where nothing says whose dollars they are."""
    found: set[str] = set()
    for codes, pattern in _CURRENCIES.items():
        text, times = re.subn(pattern, " ", text)
        found |= set(codes.split(",")) if times else set()
    return found | set(_CODE.findall(text))


def dates(words: Words) -> list[set[str]]:
    """What each date of the words may mean, as far as it is written; a missing year is one that is cited."""
    read, form = [], r"\b(?:19|20)\d\d\b"
    years = re.findall(form, words.own) or re.findall(form, words.cited)
    for found in _DATE.finditer(re.sub(r"(?i)\bfirst(?=\s+day)", "1", words.own)):
        given = {key: part for key, part in found.groupdict().items() if part}
        year, name = (next((part for key, part in given.items() if key[0] == one), "") for one in "ym")
        written = [year] if len(year) == 4 else ["20" + year, "19" + year] if year else years
        month = _MONTHS.get(name[:3].casefold(), name)
        ways = [[(month, day)] for key, day in given.items() if key[0] == "d"] or [[(month, "")]]
        if "a" in given:
            ways = [[(given["b"], given["a"]), (given["a"], given["b"])][: 1 if given["sep"] == "." else 2]]
        for way in ways:
            real = [(m.zfill(2), d.zfill(2)) for m, d in way if int(m or 1) <= 12 and int(d or 1) <= 31]
            read.append({"-".join([y, *(p for p in pair if p != "00")]) for y in written for pair in real})
    return read


def durations(text: str, german: bool = False) -> list[set[tuple[Decimal, ...]]]:
    """What each duration may mean; "two years and six months" is one."""
    read, end = list[set[Any]](), 0
    for found in _DURATION.finditer(text):
        counts = next((numbers for numbers, _ in figures(found["n"], german)), {Decimal(1)})
        counts = counts & next(figures(found["same"]))[0] if found["same"] else counts
        unit = _LENGTHS[found["unit"].casefold()]
        one = {_length(f"{count + Decimal('0.5') if found['half'] else count}{unit}") for count in counts}
        if read and text[end : found.start()].strip() in {"and", ",", ", and", "und"}:
            last = read.pop()
            one = {tuple(x + y for x, y in zip(a, b, strict=True)) for a in one for b in last}
        read, end = [*read, one], found.end()
    return read


def _length(iso: str) -> tuple[Decimal, ...]:
    """Months, weeks, days and seconds: 2.5 years are 30 months, but 60 days are no two months."""
    parts = re.findall(r"([\d.]+)([A-Z])", re.sub(r"(?<=T)(.*)M", r"\1N", iso))
    weights = _table("Y 12 M 1 Q 3"), _table("W 1"), _table("D 1"), _table("H 3600 N 60 S 1")
    return tuple(sum(Decimal(n) * Decimal(by.get(u, 0)) for n, u in parts) + Decimal(0) for by in weights)


def _read_name(kind: str, value: Mapping[str, Any], own: str) -> None:
    there, at = re.findall(r"\w+", own.casefold()), list[int]()
    for field, written in sorted(value.items(), key=lambda one: "first middle last".find(one[0])):
        part = re.findall(r"\w+", (written or "").casefold())
        starts = [n for n in range(len(there)) if there[n : n + len(part)] == part]
        _must(starts or not part, f"{own!r} does not say {written!r}")
        at += [n for n in starts if [n] >= at[-1:]][:1] or starts[:1] if part and field != "text" else []
    _must(kind != "person" or "," in own or at == sorted(at), f"{own!r} names them in another order")


def _read_table(value: Mapping[str, Any], cited: str) -> None:
    at = 0
    for cell in (" ".join(cell.split()) for row in (value["headers"], *value["rows"]) for cell in row):
        _must(cell in cited, f"no cited place has the cell {cell!r}")
        if cell not in cited[at:]:
            raise (Refused if "|" in cited else ValueError)(f"the table has {cell!r} elsewhere")
        at = cited.index(cell, at) + len(cell)


def _recomputed(item: Mapping[str, Any], told: Any, asked: str, snippets: Sequence[str], german: bool) -> str:
    formula, value = re.sub(r"\(rounded[^)]*\)", "", told["formula"]), item["value"]
    known = {n for text in (asked, *told["rates"]) for one, _ in figures(text, amounts=True) for n in one}
    for one in sorted(operands := told["operands"], key=lambda one: -len(one["name"])):
        places = one["evidence"] if isinstance(one["evidence"], list) else [one["evidence"]]
        own = "\n".join(place["snippet"] for place in places)
        beside = "\n".join(snippet for snippet in snippets if snippet not in own)
        given = one["value"]
        kind = next(kind for key, kind in _KINDS.items() if key in given)
        _read(kind, given, Words(own, "\n".join(snippets), beside, german, whole=True))
        number = Decimal(date.fromisoformat(given["iso"]).toordinal() if "iso" in given else given["value"])
        name = rf"(?<!\w){re.escape(one['name'])}(?!\w)"
        for said in re.findall(rf"{name}\s+((?:[A-Z]{{3}}\s|[$€£])?-?\d[\d.,]*(?:\s\w+illion)?)", formula):
            _must(number in next(figures(said, amounts=True))[0], f"{one['name']!r} is {number}, not {said}")
        formula = re.sub(rf"{name}(?=\s+(?:[A-Z]{{3}}\s|[$€£])?-?\d)", "", formula)
        formula, known = re.sub(name, str(number), formula), known | {number}
    for field in value.keys() & {"currency", "unit"}:
        stated = {one["value"].get(field) for one in operands} | currencies(told["formula"])
        alike = value[field] in stated and (value[field] or field == "unit" or stated == {None})
        _must(alike, f"no operand has the {field} {value[field]}")
    results = [_clause(clause, known) for clause in formula.split(";")]
    if "text" in value:
        named = any(_stands(value["text"], text) for text in (*snippets, *(one["name"] for one in operands)))
        _must(named, f"{value['text']!r} names no operand")
    elif item["type"] != "boolean":
        given = Decimal(value["value"] if "value" in value else value["iso8601"].strip("PD"))
        percent = 100 if item["type"] == "percentage" and not re.search("[=≈%]", formula) else 1
        right = any(given == (one * percent).quantize(given) for one in results)
        _must(right, f"{formula!r} is {results[-1]}, not {given}")
    return "computed again"


def _clause(clause: str, known: set[Decimal]) -> Decimal:
    left, sign, right = (*re.split(r"\s*([=≈<>≤≥])\s*", clause, maxsplit=1), "=", "")[:3]
    first = _value(left, known)
    second = _value(right, None if sign in "=≈" else known) if right else first
    first *= 100 if "%" in right and "%" not in left else 1
    right_so = first.quantize(second) == second if sign == "≈" else _ORDER[sign](first, second)
    _must(right_so, f"{clause!r} is wrong: {first}")
    known.add(second)
    return second


def _value(written: str, known: set[Decimal] | None) -> Decimal:
    plain = re.sub("|".join(_CURRENCIES.values()), " ", _CODE.sub(" ", written))
    signs = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "%": " ", "^": "**"})
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", plain).translate(signs)
    plain = re.sub(r"\b(thousand|million|billion)\b", lambda by: f"*1e{_SCALES[by[1]]}", plain).strip()

    def result(node: ast.AST) -> Decimal:
        match node:
            case ast.Constant():
                number = Decimal(str(ast.get_source_segment(plain, node)))
                small = number % 1 == 0 and (abs(number) <= 100 or str(number).startswith("1E"))
                _must(known is None or small or {number, -number} & known, f"{number} is no operand")
                return number
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -result(inner)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return Decimal(_OPERATORS[type(op)](result(left), result(right)))
            case ast.Call(func=ast.Name(id=name), args=args) if name in _CALLS:
                return Decimal(_CALLS[name]([result(one) for one in args]))
        raise ValueError(f"{plain!r} cannot be computed")

    return result(ast.parse(plain, mode="eval").body)


def main(answer: str, *texts: str) -> int:
    """Print what holds of the answer in a file, by files that have a document's name and its text."""
    given = {Path(one).name: Path(one).read_text("utf-8") for one in texts}
    found = watch(json.loads(Path(answer).read_text("utf-8")), given)
    print(*(f"{one.item} {one.verdict}: {one.reason}" for one in found), sep="\n")
    return 6 if any(one.verdict == "refused" for one in found) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
