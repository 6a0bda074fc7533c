"""The wordings that limit a value: bounds, what it is counted by, whom it holds for, under which condition.

A list of words to review, kind by kind. Where each may stand to the value is decided in `portions`.
"""

from __future__ import annotations

import re

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
