"""What belongs to a word and to a number: the patterns that may not be parted."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from pincite.records.fold import LINE_BREAKS
from pincite.values.currencies import ISO_4217, WORDLIKE_CODES

LETTER = r"[^\W\d_]"
_FRACTION = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
DIGIT = rf"[\d{_FRACTION}⁰¹²³⁴-⁹]"
_MINUS = "-\u2212\ufe63\uff0d"
_HYPHEN = rf"[{_MINUS}\u2010-\u2013]"  # any dash but the long ones, which part sentences
DASH = rf"[{_MINUS}\u2010-\u2015\ufe58]"
_JOINER = r"[-\u2010\u2011\ufe63\uff0d]"
_APOSTROPHE = "'’‘‛ʼ´`′＇"
_SEPARATOR = rf".,:/·⋅∙，．٬٫⁄∕{_APOSTROPHE}"
_SIGN = "−+±∓＋﹢<>≤≥≦≧≨≩⩽⩾≲≳≮≯＜＞﹤﹥≠~≈∼"
INLINE = rf"[^\S{LINE_BREAKS}]*"

_SMALL = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    "|seventeen|eighteen|nineteen"
)
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_SCALE = "(?:hundred|thousand|million|billion|trillion|dozen|lakh|lac|crore)s?"
_SHORT_SCALE = "(?:mn|mln|mio|mil|bn|bln|trn|cr|(?-i:MM|[tT]n|k))"
NUMBER_WORD = rf"\b(?:zero|half|{_SMALL}|{_TENS}|{_SCALE})\b"
_PARTS = r"(?:half|halves|(?:third|quarter|fourth|fifth|sixth|eighth|tenth|hundredth|thousandth)s)\b"
_PART = rf"(?:{_PARTS}|(?:third|quarter|fourth|fifth|sixth|eighth|tenth|hundredth)\b)"

_SYMBOL = "[$¢-¥֏؋৲৳฿៛₠-\u20cf﷼﹩＄￠￡￥￦]"
_SHORT_COIN = r"(?-i:Rs\.?|[kK]r\.?|S?Fr\.|SFr|RM|Rp|RMB|NTD|NIS|zł|Kč)"
NATION_NAME = (
    r"(?:(?-i:USA?|CAN|CDN|AUS|NZ|HK|NT|U\.\s?S\.(?:\s?A\.)?)|United\s+States|American|Canadian|Australian"
    r"|New\s+Zealand|Hong\s+Kong|Singapore|Taiwan|British|Swiss|Japanese|Indian|Chinese|Swedish|Norwegian"
    r"|Danish|Mexican)"
)
_COINS = "dollars|euros|pounds|cents|pence|yen|yuan|renminbi|francs|rupees|pesos|kron(?:or|er)|shekels|rubles"
# One coin with a capital may be a name, "(2) Dollar General"; "Euro" is also the German plural.
MONEY_WORD = rf"(?:{NATION_NAME}\s+)?(?:{_COINS}|(?-i:dollar|[Ee]uro|pound|cent|franc|rupee|peso|kron[ae]))\b"
_PERCENT = (
    r"(?:\\?[%‰‱％﹪٪]"
    r"|(?:per\s*-?\s*cent(?:s|um)?|pct|(?:percentage|basis)[\s-]+points?|(?-i:p\.?p|bps?))\b)"
)


def _any_of(codes: Iterable[str]) -> str:
    """One pattern for many codes, by their first letters: a long row of alternatives is slow to try."""
    rows = itertools.groupby(sorted(codes), key=lambda code: code[0])
    return (
        f"(?-i:{'|'.join(f'{letter}(?:' + '|'.join(code[1:] for code in row) + ')' for letter, row in rows)})"
    )


_CODE = _any_of(ISO_4217 - WORDLIKE_CODES | {"TRY"})
# "ALL NOTICES" and "TOP TEN" are no money.
_WORDLIKE = _any_of(WORDLIKE_CODES - {"TRY"})
_MONEY = rf"(?:(?:(?:{_CODE}|{_SHORT_COIN})(?!\w)|{_WORDLIKE}\b(?!\s+(?-i:[A-Z])))(?!\s?[\d\[])|{MONEY_WORD})"

_UNIT = (
    r"(?-i:[munpμµk]?g|gms?|mcg|ug|lbs?|oz|cc|[mdcμµ]?[lL]|[munpμµ]?mol|[mμµn]M|IU|mEq|[kMG]?Hz|[kMGT]?W[hp]?"
    r"|[km]?V|[kM]VA|m?Ah|mA|[kM]?J|k?cal|[kMh]?Pa|mmHg|mbar|psi|[kcmnμµ]?m|m[23²³]|ft|yd|mph|sq|ha|bbl"
    r"|[kKMGT]B|[KMGkmg]bps|rpm|dB|BTU|MMB[Tt][Uu]|Btu|[MB]cf|MMcf|ppm|ppb|DWT|TEU|[MBKU])(?![\w&])"
)
_UNIT_WORD = (
    r"(?:(?:square|cubic|metric|short|long|nautical)\s+)?"
    r"(?:(?:kilo|milli|micro|nano|centi|mega|giga|tera)?"
    r"(?:gram|gramme|meter|metre|liter|litre|watt|volt|byte|bit|mole|joule|pascal|hertz|calorie)s?"
    r"|(?:ton|tonne|barrel|gallon|ounce|mile|yard|acre|hectare|degree)s?|feet|foot|inch(?:es)?"
    r"|units?(?=\s*(?:/|per\b)))\b|international\s+units?\b"
)
_TIME = (
    r"(?:(?:business|calendar|working|consecutive|trading|banking|full|additional|successive)\s+)*"
    r"(?:(?:day|week|month|year|hour|minute|second|quarter|decade)s?|hrs?|mins?)\b(?!\s+\d)"
)
_BIGGER, _SMALLER = r"(?:years?|hours?|hrs?|feet|foot)", r"(?:month|week|day|minute|min|inch)"
_PHYSICAL = rf"(?:{_UNIT}|{_UNIT_WORD})"
MEASURE = rf"(?:{_PHYSICAL}|{_TIME})"

_STARTS_NUMBER = rf"\(?(?:{_SYMBOL}|(?:{_CODE}|{_SHORT_COIN})\s?)?\s?[.,]?{DIGIT}"
ENDS_NUMBER = (
    rf"(?:{DIGIT}|{NUMBER_WORD}|\d\s?{_SHORT_SCALE}|{NUMBER_WORD}[\s-]*\({DIGIT}[\d.,]*\)"
    rf"|\d\s*\([\w\s-]*{NUMBER_WORD}\))"
)
_COIN = rf"(?:(?-i:[A-Z]{{0,3}}){_SYMBOL}|{_CODE}|{_SHORT_COIN})"
_FIGURE = rf"[.,]?{DIGIT}(?:[\d.,' ]*{DIGIT})?"
_NUMBER = rf"(?:{_COIN}?\s?{_FIGURE}|{NUMBER_WORD}(?:\s*\([\d.,]+\))?)"
# What a bracket holds when it holds a number and nothing else; and when it tells what is counted, too.
_AMOUNT = (
    rf"[{_MINUS}–+]?\s?{_COIN}?\s?[{_MINUS}–+]?{_FIGURE}\s?(?:{_PERCENT}|{_SCALE}|{_SHORT_SCALE}|[mb])?"
    rf"\s?(?:{_SYMBOL}|{_CODE}|{MONEY_WORD})?"
)
_COUNTED = rf"(?:{_PERCENT}|{_SCALE}\b|{_SHORT_SCALE}\b|{_MONEY})"
_SOME_PART = rf"(?:\d+\s?/\s?\d|(?:a\b|{NUMBER_WORD})[-\s]+{_PART})"
# The widest space over which two things belong together: none, a blank or two, any in the line, one line end.
GLUED, NARROW, LINE, ANY = range(4)
Row = tuple[str, str, int, str]

# The kinds of character that can meet (L a letter, D a digit, S another), so that most ties are never tried;
# then what stands before a place, the widest space there, and what follows, when the two may not be parted.
WORD_TIES: tuple[Row, ...] = (
    ("LD S", r"\w", GLUED, rf"(?:[{_APOSTROPHE}/&@\\]|{_HYPHEN})\w|://|\.(?-i:[a-z])"),
    ("S LD", rf"\w(?:[{_APOSTROPHE}]|{_HYPHEN})", GLUED, r"\w"),
    ("S LDS", r"(?:\w[/&@\\]|:/?/?)", GLUED, r"[\w/]"),
    ("S L", r"\w\.", GLUED, r"(?-i:[a-z])"),
    ("L S", rf"(?<!\w){LETTER}", GLUED, rf"\.{LETTER}"),
    ("S L", rf"(?<!\w){LETTER}\.", GLUED, LETTER),
    # Where line breaks were lost "non-\nexclusive" reads "non- exclusive"; "pre- and post-" is no such word.
    ("S L", rf"{LETTER}{_JOINER}", ANY, r"(?!(?:and|or|to)\b)(?-i:[a-z])"),
    ("L S", LETTER, GLUED, rf"{_JOINER}\s+(?!(?:and|or|to)\b)(?-i:[a-z])"),
    ("LS LS", rf"non(?<![^\W_]non)(?:{_HYPHEN}|[*_)\s])*", ANY, rf"(?:{_HYPHEN}|[*_()\s])*{LETTER}"),
    ("S L", r"\((?:un|in|im|ir|il|dis|mis|non)-?\)", GLUED, LETTER),
)
NUMBER_TIES: tuple[Row, ...] = (
    ("D S", r"\d", GLUED, rf"[{_SEPARATOR}]\d|[—―]\s?\d|[{_MINUS}](?![\w-])"),
    ("S D", rf"(?:\d[{_SEPARATOR}]|(?<!\w)[.,])", GLUED, r"\d"),
    ("D S", r"(?<![\d.])\d{1,3}", GLUED, r",\s{1,2}\d{3}(?!\d)"),
    ("S D", r"(?<![\d.])\d{1,3},", ANY, r"\d{3}(?!\d)"),
    ("D LS", r"\d", LINE, rf"{_HYPHEN}\s?(?:{_COIN}\s?)?\.?\d|(?-i:E)[{_MINUS}+]?\d"),
    # A hyphen that opens its line is a bullet, but before money; any other is a minus or a range.
    ("S LDS", rf"(?<!-){DASH}", GLUED, _STARTS_NUMBER),
    ("S LDS", rf"[^\s-]{INLINE}{_HYPHEN}", LINE, _STARTS_NUMBER),
    ("S S", rf"(?<!-)[{_MINUS}]", LINE, rf"{_SYMBOL}\s?\.?\d"),
    ("S LDS", rf"(?:[{_SIGN}]|[<>!~]=|=[<>])", ANY, rf"(?:{_STARTS_NUMBER}|{NUMBER_WORD})"),
    ("L LDS", r"(?:minus|negative)", ANY, rf"(?:{_STARTS_NUMBER}|{NUMBER_WORD})"),
    ("D LS", r"\d", ANY, r"[×x*]\s?\d|[·⋅∙]\s?10(?!\d)"),
    ("LS D", r"\d ?[×x*·⋅∙]", ANY, r"\d"),
    ("LDS S", r"[\w)]", GLUED, r"\^"),
    ("S LDS", r"\^", GLUED, r"[-−+({\w]"),
    # A line break parts numbers: page numbers stand before clauses.
    ("D D", r"(?<!\d)\d{1,3}", NARROW, rf"\d{{1,2}}[/⁄∕]\d{{1,3}}(?![\d/])|\d{{3}}(?!\d)|[{_FRACTION}]"),
    ("S LDS", r"[(\[]", ANY, rf"{_AMOUNT}\s?[)\]]"),
    ("LDS S", rf"[(\[]\s?{_AMOUNT}", ANY, r"[)\]]"),
    ("L L", rf"\b(?:{_TENS})", ANY, rf"(?:{_SMALL})\b"),
    ("LS LS", rf"\b{_SCALE},?", ANY, rf",?\s*(?:and\s+)?{NUMBER_WORD}"),
    ("L L", rf"\b{_SCALE}\s+and", ANY, NUMBER_WORD),
    ("L LD", rf"{ENDS_NUMBER}\s+and", ANY, _SOME_PART),
    ("L LDS", rf"{ENDS_NUMBER}\s+{_BIGGER}\s+and", ANY, rf"{_NUMBER}\s*{_SMALLER}"),
    ("L L", NUMBER_WORD, ANY, rf"(?:{_PARTS}|point\s+{NUMBER_WORD})"),
    ("L L", rf"{NUMBER_WORD}\s+point", ANY, NUMBER_WORD),
)
AMOUNT_TIES: tuple[Row, ...] = (
    ("LD S", r"\w", GLUED, _SYMBOL),
    ("LS S", rf"\b{NATION_NAME}", ANY, rf"{_SYMBOL}\s?[\d\[]"),
    ("S DS", _SYMBOL, ANY, r"[(\[]?[.,]?[\d\[*]"),
    ("LS LDS", rf"\b(?:(?:{_CODE}|{_WORDLIKE})\.?|{_SHORT_COIN}|Rupees)", ANY, rf"(?:{_STARTS_NUMBER}|\[)"),
    ("L LDS", rf"\b(?:{_COINS}|Euro)", LINE, _STARTS_NUMBER),
    ("LDS LS", ENDS_NUMBER, ANY, rf"{_SYMBOL}(?!\s?[\d\[.])|and\s+{_SOME_PART}|-?{_COUNTED}"),
    ("S S", r"[)\]]", ANY, "[%‰‱％﹪٪]"),
    ("L L", r"\bper", ANY, r"cents?\b"),
    ("L L", r"\b(?:percentage|basis)", ANY, r"points?\b"),
    ("D LS", r"\d", ANY, rf"[°˚℃℉′″]|º\s?(?-i:[CFK])\b|(?-i:(?=[a-zμµ][A-Za-zμµ])){_UNIT}"),
    ("LS L", r"[°˚º]", ANY, r"(?-i:[CFK])\b"),
)
# A quote may begin with the unit of a number it does not hold, but not end without that of one it does.
END_TIES: tuple[Row, ...] = (
    ("LDS LS", ENDS_NUMBER, LINE, rf"[-‐‑]?{MEASURE}"),
    ("LDS L", ENDS_NUMBER, ANY, rf"(?-i:(?![A-Z]\b){MEASURE})"),
    ("LDS LS", ENDS_NUMBER, ANY, rf"(?:to|or|{_HYPHEN})\s*{_NUMBER}\s*-?(?:{_COUNTED}|{MEASURE})"),
    ("LDS L", rf"\bbetween\s+{_NUMBER}", ANY, rf"and\s+{_NUMBER}\s*-?(?:{_COUNTED}|{MEASURE})"),
    ("LDS S", ENDS_NUMBER, ANY, rf"[(\[]\s?(?:{_AMOUNT}\s?[)\]]\s*-?{_COUNTED}|{_SCALE}\s?[)\]])"),
    ("L S", NUMBER_WORD, ANY, rf"[(\[]\s?(?:{_COIN}\s?{_FIGURE}|{_FIGURE}\s?{_COUNTED})"),
    ("D L", rf"{_COIN}\s?{_FIGURE}", LINE, r"[mbkt]\b"),
    ("LD L", rf"{_COIN}\s?{_FIGURE}(?:\s?{_SCALE})?", ANY, rf"{NATION_NAME}(?!\w)(?!\s+(?-i:[A-Z][a-z]))"),
    ("LD LS", rf"{ENDS_NUMBER}[\s-]*{_PHYSICAL}", ANY, rf"(?:/|per\b)\s*{_PHYSICAL}"),
    ("LD L", rf"{ENDS_NUMBER}[\s-]*{MEASURE}", ANY, rf"and\s+(?:a|one)[\s-]+{_PART}"),
    ("L LDS", rf"{ENDS_NUMBER}[\s-]*{_BIGGER}", ANY, rf",?\s*(?:and\s+)?{_NUMBER}\s*{_SMALLER}"),
)
