"""Find the limits of one value in its sentence, apart from those of the other values in it.

First the wordings that limit a value, kind by kind, as a list to review: bounds, what it is counted by,
whom it holds for, under which condition. Then where each may stand to the value: "EUR 500 if paid early and
EUR 900 if paid late" has a condition for each amount. What stands before all values of a clause holds for
each of them; what stands between two belongs to one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.patterns import pattern

_MODAL = r"(?:(?:shall|will|may|must|can|should|does|do|is|are)\s+)"
_THAN = r"(?:more|less|fewer|later|earlier|greater|longer|higher|lower|larger|better|sooner)\s+than"
_TO_VALUE = (
    r"(?:,?\s*in\s+(?:the\s+)?aggregate,?)?"
    r"(?:\s+(?:an?|the|its|any|total|combined|aggregate|overall|sum|amount|period|term|further|additional"
    r"|consecutive|limit|rate|of))*\s*[(\[]?"
)
# Stands right before the value: "up to EUR 5m", "shall not exceed a total of EUR 5m".
BOUND = pattern(
    rf"(?<!\w)(?P<words>up\s+to|at\s+least|at\s+(?:the\s+)?most|(?:no|not)\s+{_THAN}|{_THAN}"
    rf"|{_MODAL}?(?:in\s+no\s+event\s+|under\s+no\s+circumstances\s+|not\s+)(?:be\s+{_THAN}|(?:to\s+)?exceed(?:ing)?)"
    r"|not\s+to\s+exceed|not\s+exceeding|exceed(?:s|ing)?|in\s+excess\s+of"
    r"|approximately|approx\.?|about|around|roughly|circa|ca\.|nearly|almost|an\s+estimated|estimated\s+at"
    r"|(?:an?\s+)?(?:minimum|maximum)\s+of|(?:minimum|maximum|min\.|max\.)|the\s+first|limited\s+to|capped\s+at"
    r"|as\s+(?:much|little|many|few)\s+as|over|under|above|below|within|on\s+or\s+before|on\s+or\s+after"
    r"|not\s+before|before|by)"
    rf"{_TO_VALUE}$",
    re.IGNORECASE,
)
_PER_NOUN = (
    r"(?!cent\b|centum\b)[a-z-]+(?:\s+(?:insured|individual|contract|policy|calendar|business|working|month|year"
    r"|claim|site|person|day|period|week|quarter|hour|occurrence|event)){0,2}"
)
# May stand anywhere in the value's part of the sentence, each kind by itself.
_SPREAD: dict[str, str] = {
    "count": (
        rf"(?:for\s+)?(?<!as\s)(?:per\s+(?:each\s+|any\s+one\s+)?{_PER_NOUN}|per\s+annum|p\.a\.)"
        r"|(?:for\s+|in\s+respect\s+of\s+)?(?:any\s+(?:one|single)|each\s+and\s+every)\s+[a-z]+"
        r"|for\s+(?:each|every)\s+[a-z]+(?:\s+(?:insured|person|site|user|day|month|year))?"
        r"|in\s+(?:the\s+)?(?:annual\s+)?aggregate(?:\s+(?:per|for\s+each|in\s+any)\s+[a-z]+(?:\s+(?:year|period))?)?"
    ),
    "time": (
        r"(?:in|during|for|within|over)\s+(?:any|each|every|the\s+(?:first|second|third|fourth|initial|final|last|current|whole))\s+"
        r"(?:[\w-]+(?:\s*\(\d+\))?[\s-]+){0,3}?(?:years?|months?|quarters?|weeks?|days?|period|term)\b"
    ),
    "frequency": (
        r"(?:once|twice|thrice|(?:\d+|two|three|four|five|six)\s+times)\s+"
        r"(?:(?:an?|per|each|every)\s+)?(?:day|daily|week|weekly|month|monthly|year|yearly)"
        r"|every\s+(?:other\s+|\d+\s+(?:to\s+\d+\s+)?|[a-z]+\s+)?(?:hours?|days?|weeks?|months?|years?)"
        r"|(?:at|before)\s+bedtime|with(?:\s+or\s+without)?\s+(?:food|meals)|on\s+an\s+empty\s+stomach"
    ),
    "route": (
        r"(?:by\s+|as\s+an?\s+|via\s+)?(?:single\s+)?(?:slow\s+)?"
        r"(?:oral(?:ly)?|intravenous(?:ly)?|subcutaneous(?:ly)?|intramuscular(?:ly)?|topical(?:ly)?|sublingual(?:ly)?"
        r"|intranasal(?:ly)?|rectal(?:ly)?|transdermal(?:ly)?|intrathecal(?:ly)?|inhaled|IV(?!\.)|by\s+mouth)"
        r"(?:\s+(?:infusion|injection|bolus|route|use|administration))?"
    ),
    "population": (
        r"(?:in|for|to|among)\s+(?:all\s+|most\s+|the\s+)?(?:{adjectives}\s+)*{people}"
        r"(?:\s+(?:and|or)\s+(?:{adjectives}\s+)*{people})*"
        r"(?:\s+(?:aged?|over|under|with|without|who|whose|weighing|of|older|younger|undergoing|receiving|above|below"
        r"|between|taking|from|≥|>|<)\b{tail})?"
        r"|{adjectives}\s+{people}"
        # A label, as in "Children from 2 to 12 years: 50 mg".
        r"|(?:{adjectives}\s+)*{people}(?:\s+(?:from|aged?|over|under|with|of|above|below){tail})?(?=\s*:)"
    )
    .replace(
        "{adjectives}",
        r"(?:healthy|elderly|adult|pa?ediatric|geriatric|older|younger|young|pregnant|lactating|male|female"
        r"|severely|moderately|hepatic|renal|renally|impaired|full-time|part-time|eligible|permanent|temporary"
        r"|insured|individual|corporate|private|commercial|resident|non-resident)",
    )
    .replace(
        "{people}",
        r"(?:adults?|children|adolescents|infants|neonates|newborns|women|men|patients|subjects|persons|people|males"
        r"|females|individuals|participants|volunteers|employees|consumers|members|residents|students|passengers"
        r"|tenants|seniors|drivers|visitors|dependants|dependents|non-residents|retirees)\b",
    )
    .replace(
        "{tail}",
        r"(?:(?!\s(?:is|are|was|were|should|shall|may|must|will|has|have|and|or|if|unless|provided|the)\b)"
        r"(?:[^,;:.()]|\.(?=\d)))*",
    ),
    "rest": r"otherwise|in\s+all\s+other\s+cases|in\s+each\s+case",
    "tax": (
        r"(?:before|after|gross\s+of|net\s+of|plus|excluding|exclusive\s+of|excl\.|including|inclusive\s+of|incl\.|without"
        r"|not\s+including|less)"
        r"\s+(?:(?!(?:and|or|the|of|is)\b)[\w-]+\s+){0,3}?"
        r"(?:VAT|GST|tax(?:es)?|dut(?:y|ies)|expenses|disbursements|postage|shipping|discounts?|utilities)"
        r"(?:\s+(?:and|or)\s+(?:any\s+)?(?:other\s+)?[a-z]+)?(?:\s+at\s+[^,;.()]*)?"
        r"|net\s+of\s+(?:(?!\s(?:and|or|if|unless)\b)[^,;.()])+"
    ),
}
SPREAD = {kind: pattern(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE) for kind, words in _SPREAD.items()}
# "The maximum daily dose is 40 mg" says of which kind the value is, and so does a head of a table.
NAMED_BOUND = pattern(r"(?<![\w-])(?<!\bto\s)(?<!\bof\s)(?:maximum|minimum)(?![\w-])", re.IGNORECASE)
HEADED_BOUND = pattern(
    r"(?<![\w-])(?:maximum|minimum|max|min|up to|at least|at most|no (?:more|less) than|approx(?:imately)?)"
    r"(?![\w-])",
    re.IGNORECASE,
)
# Goes on to the end of the sentence, or to the comma when it stands before the value.
CONDITION = pattern(
    r"(?<![\w-])(?:provided(?:,?\s+(?:always|however))*,?(?:\s+that)?|on\s+(?:the\s+)?condition\s+that|unless|(?:only\s+)?if"
    r"|(?:but\s+)?only\s+(?:where|when)|except(?:ing)?|save\s+(?:for|that|where)|so\s+long\s+as|as\s+long\s+as"
    r"|in\s+the\s+event|in\s+(?:the\s+)?case|where|when|other\s+than|to\s+the\s+extent|whichever)(?!\w)",
    re.IGNORECASE,
)
# Of those, what is said in full and may follow a semicolon.
PROVISO = pattern(r"(?:provided|unless|except|save|subject)\b", re.IGNORECASE)
# Ends at the next stop of any kind.
SUBJECT_TO = pattern(
    r"(?<![\w-])(?:subject\s+(?:always\s+)?to|notwithstanding|excluding|exclusive\s+of|not\s+including|without\s+prejudice\s+to"
    r"|in\s+addition\s+to|net\s+of)(?!\w)",
    re.IGNORECASE,
)
# Right behind a length of time or a day: what it is counted from.
COUNTED_FROM = pattern(
    r"['’]?\s*(?:(?:(?:prior|advance|previous)\s+)?written\s+notice\s+|(?:prior|advance)\s+notice\s+)?"
    r"(?P<words>(?:starting|beginning|commencing|running|counted|calculated|measured|counting)\s+(?:on|from|with|at)"
    r"|after|from|following|before|prior\s+to|preceding|upon|since|as\s+of|as\s+from|of)(?!\w)",
    re.IGNORECASE,
)
NOTICE = pattern(
    r"['’]?\s*(?P<words>(?:(?:prior|advance|previous)\s+)(?:written\s+)?notice|written\s+notice)",
    re.IGNORECASE,
)
# Right behind an amount or a number: what it is for, or a part of.
GIVEN_FOR = pattern(r"\s+(?P<words>for(?=\s+[a-z])|of(?=\s+(?:each|every|any)\b))")
# Begins a sentence that holds for one case only: "For loss connected with asbestos the limit is …".
FRONTED_FOR = pattern(
    r"(?:For|In\s+(?:the\s+)?case\s+of|In\s+respect\s+of|With\s+respect\s+to|As\s+regards)\s+"
    r"(?!(?:the\s+)?(?:purposes?|avoidance|sake)\b)(?:the\s+)?[^,;:]+?(?=,|\s(?:we|you|the|an?|our|each|no)\s)"
)
# Right behind a percentage: what it is a share of.
SHARE_OF = pattern(
    r"\s+(?P<words>on(?=\s)|of(?=\s+(?:the|its|his|her|their|all|any|each|such|total|net|gross|[A-Z“\"])))"
)
KIND_OF_DAYS = pattern(r"(?:business|working|calendar|banking|trading)\s+(?:days?|hours?)", re.IGNORECASE)
# Where a short limit ends.
STOP = pattern(
    r"[;:()]|,(?!\d)|\.(?!\d)|\s(?:unless|provided|subject\s+to|except|if|that\s+is|whichever)\b"
    r"|(?<!\bon)(?<!\bin)(?<!\bof)(?<!\bby)\swhich\b"
    r"|\s(?:and|or|but)\s+(?:shall|is|are|will|must|may|has|have|the\s+(?:Customer|Supplier|parties))\b"
    r"|\s(?:shall|must|will|may|is|are|was|were)\b",
    re.IGNORECASE,
)


Ends = tuple[int, int]
"""Where a wording begins and ends in the text of a block."""

# These bound a day or a length of time; before an amount they say something else.
_OF_TIME = pattern(r"(?:by|before|not\s+before|on\s+or\s+(?:before|after)|within)\Z", re.IGNORECASE)
CONNECTOR = pattern(
    r"[,;](?!\d|\s+(?:19|20)\d\d\b)|\s[–—]\s|\b(?:and|or|but|while|whereas|otherwise|then|compared)\b",
    re.IGNORECASE,
)
# "If the order exceeds EUR 10,000": the second amount belongs to the condition of the first.
_THRESHOLD = pattern(
    r"\b(?:(?<!not )exceed\w*|over|above|below|under|(?<!\bno \w{4} )than|reach\w*|at least|between|of)\s*$",
    re.IGNORECASE,
)
_MAIN_CLAUSE = pattern(
    r",\s+(?=(?:the|an?|each|any|this|such|no|all|either|neither|it|they|we|you|our|its|there)\b|[A-Z])"
)
# Where no comma parts them: "Where luggage arrives late we pay EUR 150".
_SUBJECT = pattern(
    r"\s(?=(?:we|you|they|the\s+\w+)\s+(?:pays?|will|shall|must|refunds?|charges?|bears?|grants?)\b)",
    re.IGNORECASE,
)
_SENTENCE_END = pattern(r"(?<=[a-z\d)”\"]{3})(?<!excl)(?<!incl)(?<!prox)(?<!max)(?<!min)\.\s+(?=[A-Z“\"])")
# "… is 17 hours, and its oral clearance is 5 L/h": the second half is not about the hours.
_NEXT_CLAUSE = pattern(
    r"[,;]?\s(?:and|but|while|whereas)\s+(?:\w+\s+){0,5}?(?:is|are|was|were|shall|will|may|must|has|have)\b",
    re.IGNORECASE,
)
_NUMBER = pattern(r"\d\s*\w+\s*$")
_RELATIVE = pattern(r"\b(?:on|in|of|by|from)\s+which\b", re.IGNORECASE)
_ANY_STOP = pattern(r"[;:()]|,(?!\d)|\.(?!\d)")
_NEAR_WORDS = 4
_AND = pattern(r"\s*(?:,|and|or|,\s*and)\s+", re.IGNORECASE)
_BEHIND = {
    "duration": COUNTED_FROM,
    "date": COUNTED_FROM,
    "percentage": SHARE_OF,
    "amount": GIVEN_FOR,
    "number": GIVEN_FOR,
}


def limits_in(text: str, start: int, value: Stretch, others: Sequence[Stretch], kind: str) -> list[Ends]:
    """The limits in the value's own part of a sentence that begins at `start`."""
    start, text = _sentence(text, start, value)
    spread = [(name, m.span()) for name, words in SPREAD.items() for m in words.finditer(text, start)]
    # A number that belongs to a limit ("patients over 65") parts nothing.
    rivals = [o for o in others if not any(a <= o.start < b for _, (a, b) in spread)]
    part = _Portion(text, start, value, rivals)
    found = [*_bounds(part, kind), *_behind(part, kind), *_conditions(part)]
    for name, span in spread:
        shared = part.shares(span) and not (rivals and any(n == name and part.owns(s) for n, s in spread))
        if (part.owns(span) or shared) and part.is_of_this(name, span):
            found.append(span)
    found += [m.span() for m in NAMED_BOUND.finditer(text, start, value.start) if part.holds(m.span())]
    return [(a, b) for a, b in found if b <= value.start or a >= value.end]


def _sentence(text: str, start: int, value: Stretch) -> tuple[int, str]:
    """Where the value's sentence begins, and the text up to its end: a block may hold a second one."""
    before = [end.end() for end in _SENTENCE_END.finditer(text, start, value.start)]
    after = _SENTENCE_END.search(text, value.end) if value.end <= len(text) else None
    return max([start, *before]), text[: after.start()] if after else text


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters of a block's text that are one value, a range counting as one."""

    start: int
    end: int


def _bounds(part: _Portion, kind: str) -> Iterator[Ends]:
    """The bound right before the value, or before the first of several that "and" joins."""
    start = part.value.start
    for rival in reversed(part.rivals):
        if rival.end <= start and _AND.fullmatch(part.text, rival.end, start):
            start = rival.start
    for end in dict.fromkeys((part.value.start, start)):
        bound = BOUND.search(part.text[part.start : end])
        if not bound or (end != part.value.start and _THRESHOLD.search(bound["words"])):
            continue
        if kind in {"date", "duration"} or not _OF_TIME.search(bound["words"]):
            yield part.start + bound.start("words"), part.start + bound.end("words")
            return


def _behind(part: _Portion, kind: str) -> Iterator[Ends]:
    """The limits right behind the value: what it is counted from, a share of, or given for."""
    text, value = part.text, part.value
    if kind == "duration" and (notice := NOTICE.match(text, value.end)):
        yield notice.span("words")
    behind = _BEHIND.get(kind)
    if behind and (first := behind.match(text, value.end)):
        end = min(_stop(text, first.end()), part.right)
        if text[first.end() : end].strip():
            yield first.start("words"), end


@dataclass(frozen=True, slots=True)
class _Portion:
    """What of a sentence belongs to one value: up to the word that leads over to the next one."""

    text: str = field(repr=False)
    start: int
    value: Stretch
    rivals: Sequence[Stretch]

    def owns(self, span: Ends) -> bool:
        """Whether a wording stands on the value's side of what parts it from its neighbours."""
        if span[0] >= self.value.end:
            return span[1] <= self.right and ";" not in self.text[self.value.end : span[0]]
        return self.left <= span[0] and span[1] <= self.value.start and self.left > self.start

    def shares(self, span: Ends) -> bool:
        """Whether a wording stands before all values of the clause, and so holds for each."""
        first = min([self.value.start, *(r.start for r in self.rivals)])
        return span[1] <= first and ";" not in self.text[span[1] : self.value.start]

    def is_of_this(self, kind: str, span: Ends) -> bool:
        """Whether a wording belongs to this value and not to another number, or to the clause after it."""
        after = _NEXT_CLAUSE.search(self.text, self.value.end)
        if after and span[0] > after.start():
            return False
        follows = _NUMBER.search(self.text[: span[0]])
        return kind != "frequency" or follows is None or span[0] >= self.value.end >= follows.start()

    def holds(self, span: Ends) -> bool:
        return self.owns(span) or self.shares(span)

    @property
    def left(self) -> int:
        before = [rival.end for rival in self.rivals if rival.end <= self.value.start]
        if not before:
            return self.start
        parting = list(CONNECTOR.finditer(self.text, max(before), self.value.start))
        return parting[-1].end() if parting else self.value.start

    @property
    def right(self) -> int:
        """Where the next value's part begins; one that stands in a condition of this value begins none."""
        position = self.value.end
        for rival in self.rivals:
            if rival.start < position:
                continue
            parting = list(CONNECTOR.finditer(self.text, position, rival.start))
            lead = self.text[parting[-1].end() : rival.start] if parting else ""
            if parting and len(lead.split()) <= _NEAR_WORDS and not _THRESHOLD.search(lead):
                return parting[-1].start()
            position = rival.end
        return len(self.text)


def _conditions(part: _Portion) -> Iterator[Ends]:
    """Conditions of the value; one that the value itself stands in is none of them."""
    text, last = part.text, 0
    if (case := FRONTED_FOR.match(text, part.start)) and part.shares(case.span()):
        yield case.span()
    for words, long in ((CONDITION, True), (SUBJECT_TO, False)):
        for found in words.finditer(text, part.start):
            begin, after = found.span()
            if begin < last and long:
                continue
            if begin >= part.value.end:
                end = min(_end_of_condition(text, after) if long else _stop(text, after), part.right)
                apart = ";" in text[part.value.end : begin]
                holds = begin < part.right and (not apart or PROVISO.match(text, begin) is not None)
            else:
                end = _fronted(text, after, part.value.start) if long else _stop(text, after)
                holds = end <= part.value.start and part.holds((begin, end))
            if holds and end > after:
                last = end
                yield begin, end


def _fronted(text: str, after: int, value: int) -> int:
    """Where a condition before the value ends: at the comma that leads to the main clause."""
    if comma := _MAIN_CLAUSE.search(text, after, value):
        return comma.start()
    if "," in text[after:value]:
        return text.rindex(",", after, value)
    subject = _SUBJECT.search(text, after, value)
    return subject.start() if subject else len(text)


def _end_of_condition(text: str, after: int) -> int:
    depth = 0
    for position in range(after, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth < 0 or text[position] == ";":
            return position
    return len(text)


def _stop(text: str, after: int) -> int:
    stop = STOP.search(text, after)
    if stop and _RELATIVE.search(text, after, stop.start()):
        stop = _ANY_STOP.search(text, after)
    return stop.start() if stop else len(text)
