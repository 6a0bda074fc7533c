"""Decide from the wording of a question what kind of value answers it, and how many."""

from __future__ import annotations

import re

from pincite.patterns import pattern
from pincite.question.periods import periods_in, without
from pincite.records.question import AnswerShape

Kinds = tuple[str, ...]
"""Answer types in order of preference: "when" prefers a date and accepts a duration."""

_VERB = (
    r"(?:am|is|are|was|were|does|do|did|can|could|may|might|must|shall|should|will|would|has|have|had)"
    r"(?:n['’]t)?\b"
)
_BOOLEAN = pattern(rf"^(?:and\s+)?{_VERB}|^(?:can|won|shan)['’]t\b", re.IGNORECASE)
# "My tyre wore out. Do I pay?", "No licence: is that a problem?": what is told goes before what asks.
_BOOLEAN_LAST = pattern(
    rf"(?:[.!:;,]|\s[-–—])\s+(?:(?:so|and|but|then)\s+)?{_VERB}\s+[^.!:;?]+\?$", re.IGNORECASE
)
# "So the old hours are gone?", "Everyone needs one, correct?": a statement that is to be confirmed.
_CONFIRMED = pattern(r"^so\b|[,:–—-]\s*(?:right|correct|yes|no|true|ok|okay|fine|allowed)\?$", re.IGNORECASE)
_WHICH = pattern(r"\b(?:what|who|whom|whose|when|where|which|how|why)\b", re.IGNORECASE)
_UNIT_OF_TIME = r"(?:minutes?|hours?|(?:business |calendar |working )?days?|weeks?|months?|years?)"

_POSITION = (
    r"(?:(?:managing|executive|medical|finance|sales|deputy|non-executive) )?(?:director|partner)|chief "
    r"\w+(?: \w+)? officer"
    r"|c[efot]o|(?:vice[- ])?president|chair(?:man|woman|person)?|secretary|treasurer|(?:project |account "
    r"|general )?manager"
    r"|general counsel|signator(?:y|ies)|witness|contact(?: person)?|author|investigator|principal "
    r"investigator|notary"
    r"|(?:data protection|compliance) officer|founder|account executive|physician|doctor|trustee"
    r"|arbitrator|judge"
)
_COMPANY = r"(?:company|companies|firm|organi[sz]ation|corporation|entity|bank|institution|insurance company)"

# First match wins, so what is particular stands before what is general.
_BY_OPENING: tuple[tuple[str, Kinds], ...] = (
    (
        r"\b(?:show|give|print|reproduce|display)\b.*\btable\b|\bwhat does the table\b|^which table\b",
        ("table", "text"),
    ),
    (
        r"\b(?:quote|cite|reproduce|recite|show|give|read)\b.*\b(?:clause|provision|paragraph|sentence"
        r"|wording)\b"
        r"|\b(?:find|locate|where is)\b.*\b(?:clause|provision)\s*[?.]?$"
        r"|\bwhat does the (?:\S+ ){0,3}?(?:clause|provision)\b.*\b(?:say|provide|state|read)\b"
        r"|\b(?:exact )?wording of the\b",
        ("clause", "text"),
    ),
    (r"\biban\b|\bbank account\b|\baccount number\b", ("iban", "text")),
    (
        r"(?<!e-mail )(?<!email )(?<!ip )(?<!web )\baddress of\b|\bwhat is (?:\S+ ){1,4}?(?<!e-mail "
        r")(?<!email )(?<!ip )(?<!web )"
        r"address\b|\b(?:registered office|principal place of business|headquarters) of\b"
        r"|\bwhere is (?:\S+ ){1,5}?(?:registered|domiciled|seated|headquartered)\b",
        ("address", "text"),
    ),
    (
        r"\bwho (?:has |have )?(?:signed|executed|witnessed)\b|\bby whom (?:was|is|were) .*\bsigned\b"
        rf"|^(?:and )?who (?:is|was) (?:the |its |their )?(?:\S+ ){{0,3}}?(?:{_POSITION})\b",
        ("person", "text"),
    ),
    (rf"\b(?:which|what) {_COMPANY}\b", ("organisation", "text")),
    (r"^(?:and )?who (?:is|was) (?:the |an? )?\S+\s*\??$", ("organisation", "person", "text")),
    (r"\bhow (?:much|many) (?:\w+ ){0,2}?(?:notice|time|warning)\b", ("duration",)),
    (rf"\bhow many {_UNIT_OF_TIME}\b", ("duration", "number")),
    (r"\bhow (?:long|quickly|soon|fast|late)\b|\bfor what (?:period|time)\b", ("duration", "date")),
    (r"\bhow old\b|\bhow far\b|\bhow (?:hot|cold|warm)\b", ("number", "duration")),
    (
        r"\bhow (?:much|high|large|big) (?:is |of )?(?:the |an? )?(?:interest|share|discount|proportion)\b",
        ("percentage", "amount"),
    ),
    (r"\b(?:what|which) (?:percentage|percent|per cent|share|proportion|fraction)\b", ("percentage",)),
    (r"\bby how much\b", ("percentage", "amount")),
    (r"\bhow much\b.*\b(?:take|dose|drug|medicine|inject|milligrams?|mg)\b", ("number",)),
    (r"\b(?:within|over|for|during) (?:what|which) (?:time|period)\b", ("duration", "date")),
    (r"\btemperatures?\b", ("text",)),
    (r"\bhow (?:much|expensive|costly)\b", ("amount", "percentage", "number")),
    (r"\bhow many\b|\bwhat number\b", ("number",)),
    (
        r"\b(?:on|by|from|until|as of|since) (?:what|which) (?:date|day)\b"
        r"|\b(?:what|which) (?:date|day|month|year)\b",
        ("date",),
    ),
    (r"\bwhen (?:must|should|shall|may|can|will|do|is .*\bdue|are .*\bdue)\b", ("date", "duration")),
    (r"\bdeadline\b|\bby what time\b", ("date", "duration")),
    (r"^(?:since |until |from )?when\b", ("date",)),
    (r"\bhow often\b|\bwhy\b|\bwho\b|\bwhom\b|\bwhere\b|\bwhat happens\b", ("text",)),
)

# The noun a question asks for decides when its opening does not: "what is the … ?".
_BY_NOUN: tuple[tuple[str, Kinds], ...] = (
    (r"\b(?:policy|insurance|cover|coverage|insured|lease|rental|tenancy|validity|subscription) period\b"
     r"|\bperiod of (?:insurance|cover|coverage|validity|performance)\b", ("date_range", "duration", "date")),
    (r"\b(?:notice|waiting|grace|cure|retention|reporting|claims?|warranty|renewal|survival|payment|elimination"
     r"|indemnity|restricted|probation\w*|lock-?up|cooling[- ]off|initial|extended|acceptance|response"
     r"|resolution)"
     r" (?:period|time|term|window)s?\b", ("duration",)),
    (r"\bhalf[- ]?li(?:fe|ves)\b|\bduration\b|\btime ?(?:frame|limit|to)\b|\bshelf[- ]life\b|\bt ?max\b",
     ("duration",)),
    (r"\b(?:interest|commission|royalty|tax|discount|response|success|remission|dropout|discontinuation|incidence"
     r"|vat|sales tax|annual|late[- ]payment|overdue|inflation|coinsurance|co-insurance) (?:rate"
     r"|percentage)\b"
     r"|\brate of (?:interest|tax|commission|royalt\w+)\b", ("percentage", "amount")),
    (r"\b(?:percentage|uptime|availability|bioavailability|protein binding|margin|surcharge|mark-?up"
     r"|incidence|prevalence|service credits?)\b", ("percentage", "amount")),
    (r"\b(?:interest|discount|royalt\w+|commission)\b", ("percentage", "amount")),
    (r"\bdates?\b", ("date",)),
    (r"\b(?:fees?|price|prices|cost|costs|premium|premiums|amount|salary|deductibles?|excess|retention|cap|ceiling"
     r"|charges?|budget|penalt(?:y|ies)|limits?|sublimits?|fine|rent|sum|payment|deposit|compensation"
     r"|remuneration"
     r"|liability|cover|coverage limit|insured value|threshold|retainer|reimbursement|damages|turnover"
     r"|rates?)\b",
     ("amount", "percentage")),
    # Only where the figure itself is asked for: what drove revenue is another question.
    (r"^what (?:is|was|were|are) (?:the |its |their |\w+['’]s )?(?:[\w-]+ ){0,4}?"
     r"(?:net income|net loss|revenues?|net sales|ebitda|earnings|net profit|gross profit|operating income"
     r"|(?:capital )?expenditures?|capex|(?:total |current )+(?:assets|liabilities)|free cash flow"
     r"|operating expenses?|(?<!in )total)(?= (?:of|for|in|at|as|during)\b|\s*[?.]|\s*$)",
     ("amount", "percentage")),
    (r"\b(?:doses?|dosages?|strengths?|weight|volume|concentration|clearance|quantity|count|size"
     r"|headcount|age|bmi|molecular mass)\b", ("number",)),
    (r"\b(?:term|period|length)\b", ("duration", "date")),
    (r"\b(?:expir\w+|commence\w*|effective|inception)\b", ("date", "duration")),
)  # fmt: skip

_DEMANDED = r"(?<!the )(?<!a )(?<!an )\b(?:list|enumerate)\b(?! price)|^(?:please )?name\b|\bwhat are\b"
_LIST_DEMANDED = pattern(_DEMANDED, re.IGNORECASE)
_LIST = pattern(
    rf"{_DEMANDED}"
    r"|\bwhich\s+(?:\w+\s+){0,3}?\w+s\s+(?:are|do|must|may|can|shall|will|were|have)\b"
    r"|\bwhat\s+(?:\w+\s+){0,2}?\w+s\s+(?:are|must|may|can|shall|were|have)\b",
    re.IGNORECASE,
)

# What is left of "What were the company's net sales in 2023?" without its year is one line of a statement.
_WHAT_ARE = pattern(
    r"(?:and )?what (?:are|were) (?:(?:the |our |its |their )?[\w.&-]+['’]s |the |our |its |their )?"
    r"(?P<line>.+?)[\s?.]*",
    re.IGNORECASE,
)
_ONE_FIGURE = pattern(r"(?:total|net|gross|basic|diluted)\b|.*\bper (?:\w+ )?share\b", re.IGNORECASE)
_OF_A_PERIOD = pattern(
    r"(?!(?:main|key|principal|major|biggest|largest)\b).*\b(?:sales|revenues|earnings|assets|liabilities"
    r"|receivables|payables|inventories|expenses|costs|expenditures|borrowings|proceeds|profits|losses|taxes)",
    re.IGNORECASE,
)

_END = pattern(
    r"\b(?:least|minimum|lowest|most|maximum|highest|limits?|caps?|up to|no (?:more|less)|exceed)\b",
    re.IGNORECASE,
)
_DATES = pattern(
    r"\bfrom when (?:to|until|till) when\b|\bbetween (?:what|which) (?:two )?dates\b", re.IGNORECASE
)
_OF_RECORDS: Kinds = ("text", "amount", "date", "duration", "percentage", "number")

_TABLE = pattern(
    r"\b(?:show|give|list|print|reproduce|display|extract|read)\b[^?]*?\b(?:the|a|this|that)\s+"
    r"(?:\w+\s+){0,4}?table\b",
    re.IGNORECASE,
)
# What stands under an item, by whatever name; the document seldom calls it so itself.
_WITH_SUBITEMS = pattern(
    r"(?:,\s*)?\b(?:with|including|and|along with|together with)\s+(?:all\s+(?:of\s+)?)?"
    r"(?:(?:their|its|the|any)\s+)?(?:own\s+|respective\s+)?"
    r"(?:sub-?\s?(?:items?|points?|clauses?|paragraphs?|lists?|conditions?|categories|levels?|headings?"
    r"|parts?"
    r"|bullets?|steps?|sections?|tasks?)"
    r"|(?<=their )(?:conditions|details|particulars|exceptions|requirements|components|steps))\b",
    re.IGNORECASE,
)
# "…, by frequency": how the items are grouped in the document, or should be.
_GROUPED = pattern(
    r",\s*(?:grouped\s+|sorted\s+|arranged\s+)?by\s+(?:\w+\s+)?\w+\s*(?=\?|\.|$)", re.IGNORECASE
)
_IN_WHICH_CASES = pattern(
    r"\b(?:in|under|on) (?:which|what) (?:cases|circumstances|events|situations|conditions|grounds)\b",
    re.IGNORECASE,
)
# "Which officers make up the board?": one of them would pass for all.
_WHICH_OF_MANY = pattern(
    r"\b(?:which|what)\s+(?:(?!of\b|the\b|is\b|are\b|was\b|does\b|do\b)[\w-]+\s+){0,2}?"
    r"(?!(?:this|its|his|does|is|was|has|basis|status|process|business|address|bonus|class|loss|access"
    r"|previous|analysis"
    r"|gross|thus|always|perhaps|apparatus|us|days|hours|weeks|months|years|minutes|percents?)\b)"
    r"[a-z-]{2,}(?<!s)s\s+(?:(?!(?:the|an?|this|that|these|any|all|its|their|to|by|for|in|on|under|from|with"
    r"|each|every|if"
    r"|when|and|or)\b)(?=[a-z])"
    # "Which reactions in humans does it warn of?". Of 185,953 questions that others wrote, this makes seven
    # (of SQuAD and Qasper) questions for a list, and all seven ask for one.
    r"|(?:in|of|for)\s+(?:[\w-]+\s+){1,2}?(?:does|do|did|can|may|must|shall|will|should)\b)",
    re.IGNORECASE,
)
# "Each claim" and "each month" say what a value is counted by, and not that several are wanted.
_COUNTED = (
    r"(?!(?:and every|claims?|occurrence|event|loss|accident|person|part(?:y|ies)|other|such|of|case|time"
    r"|instance|day|business|calendar|week|month|quarter|year|annum|annual|hour|minute|dose|tablet|share"
    r"|unit|cent|capita)\b)\w"
)
_OF_EACH = pattern(
    rf"\b(?:to|for|of|in|at|on|by|list|show|give|name)\s+(?:each|every)\s+{_COUNTED}", re.IGNORECASE
)
# "Given by the seller" says who, and "limits by peril" how they are ordered.
_PER = pattern(
    rf"\b(?:per|(?<!ed )(?<!en )(?<!made )(?<!held )(?<!done )by|for each|for every)\s+{_COUNTED}",
    re.IGNORECASE,
)
_WITH_VALUES = pattern(r"\b(?:with|and)\s+(?:their|its)\s+(?:own\s+|respective\s+)?\w", re.IGNORECASE)
# Said by the kind of value itself: a record holds amounts without calling them so.
_AND_THEIR_AMOUNTS = pattern(
    r"\b(?:with|and)\s+(?:their|its)\s+(?:own\s+|respective\s+)?(?:amounts?|values?|figures?|numbers?)\b",
    re.IGNORECASE,
)
_SHAPE_WORDS = pattern(r"\b(?:tables?|every|per|respective(?:ly)?|rows?|columns?)\b", re.IGNORECASE)

_WH = r"(?:what|who|whom|whose|when|where|how|which|why)\b"
_AUXILIARY = r"(?:is|are|was|were|does|do|did|can|could|may|must|will|would|shall|should|has|have|am)"
_SUBJECT = (
    r"(?:it|they|there|he|she|i|we|you|the|that|this|these|those|an?|any|either|each|my|our|[a-z]+ing)\b"
)
_OPENING = (
    rf"(?:(?:and\s+)?(?:by|in|on|at|from|to|for|under|with|within|since|until)\s+)?"
    rf"(?:{_WH}|{_AUXILIARY}\s)"
)
_ASKS = pattern(_OPENING, re.IGNORECASE)
# After "and" any question may follow; after a mere comma "which" and "who" mostly go on with a noun.
_ANOTHER = pattern(
    rf"(?:(?:\s*[,;])?\s+and\s+(?:then\s+)?|\s*[,;]\s*then\s+|\s*;\s*)(?={_WH}"
    rf"|(?:by|from|at|to|for|under|since|until)\s+(?:what|whom|which|how|when)\b|{_AUXILIARY}\s+{_SUBJECT})"
    rf"|\s*,\s*(?=(?:what|how)\s+\w+|{_AUXILIARY}\s+{_SUBJECT})",
    re.IGNORECASE,
)
_LEANS = pattern(
    r"\b(?:it|its|they|their|them|that|those|these|this|such|he|she|his|her)\b"
    r"|^(?:(?:by|from|at|to|for|in|under|since|until) )?\w+(?: \w+)?\?$",
    re.IGNORECASE,
)
# "If hail strikes, what is the deductible?": what is asked behind the condition tells the kind.
_CONDITION_FIRST = pattern(
    r"^(?:if|in case(?: of)?|in the event (?:of|that)|provided(?: that)?|assuming(?: that)?|unless|once"
    rf"|as soon as|as long as|should|(?:when|where)(?!\s+{_AUXILIARY}\b)|after|upon)\s[^,?]+,\s*"
    rf"(?:then\s+)?(?={_OPENING})",
    re.IGNORECASE,
)


def questions_in(question: str) -> tuple[str, ...]:
    """Several questions that are asked at once, each so that it can be asked alone; none of a single one."""
    if condition := _CONDITION_FIRST.match(question):
        return tuple(f"{condition[0]}{each}" for each in questions_in(question[condition.end() :]))
    pieces = []
    for sentence in re.split(r"(?<=\?)", question):
        if not _ASKS.match(sentence.strip()):
            continue
        start = 0
        for found in _ANOTHER.finditer(sentence):
            if _stands_alone(sentence[start : found.start()]) and _stands_alone(sentence[found.end() :]):
                pieces.append(sentence[start : found.start()])
                start = found.end()
        pieces.append(sentence[start:])
    bare = [piece.strip(" ?.,;") for piece in pieces]
    first, *others = [f"{piece[0].upper()}{piece[1:]}?" for piece in bare] or [""]
    # What leans on the first question is asked with that told before it.
    whole = (f"{first[:-1]}. {each}" if _LEANS.search(each) else each for each in others)
    return (first, *whole) if others else ()


def _stands_alone(piece: str) -> bool:
    """Whether a piece is a question; "if" of "if and when" is not."""
    words = piece.split()
    return bool(_ASKS.match(piece.strip())) and words[-1].lower() not in ("if", "and", "or")


def kinds_of(question: str) -> Kinds:
    """Answer types that would answer the question, best first; `text` when no rule speaks."""
    question = _CONDITION_FIRST.sub("", question.lstrip(" ,;:"))
    if _asks_yes_or_no(question.strip()):
        return ("boolean",)
    if _DATES.search(question):
        return ("date_range", "duration", "date")
    if _LIST.search(question) and not _asks_one_line(question):
        # Several values are asked for, and one of them would pass for all.
        return ("text",)
    lowered = question.lower()
    for table in (_BY_OPENING, _BY_NOUN):
        for wording, kinds in table:
            if re.search(wording, lowered):
                return kinds
    return ("text",)


def _asks_yes_or_no(question: str) -> bool:
    if _BOOLEAN.match(question):
        return True
    last = _BOOLEAN_LAST.search(question)
    if last is not None:
        return _WHICH.search(question, 0, last.start()) is None
    return is_to_be_confirmed(question)


def _asks_one_line(question: str) -> bool:
    """Whether a question in the plural is for one figure: net sales, total assets and earnings per share are.

    Without a year, "What are the operating expenses?" may ask a lease which they are.
    """
    found = _WHAT_ARE.fullmatch(question.strip())
    if found is None:
        return False
    named = periods_in(found["line"])
    line = without(found["line"], named)
    return bool(_ONE_FIGURE.match(line) or (named and _OF_A_PERIOD.fullmatch(line.strip())))


def is_to_be_confirmed(question: str) -> bool:
    """Whether a question states something and wants a yes or a no to it."""
    return _CONFIRMED.search(question) is not None and _WHICH.search(question) is None


def shape_of(question: str, kinds: Kinds) -> AnswerShape:
    """A list only for what is asked in the plural; records where each of several has values of its own."""
    if kinds == ("boolean",) or _DATES.search(question):
        return "single"
    if _TABLE.search(question):
        return "table"
    plural = kinds == ("text",) and _LIST.search(question) is not None
    several = (plural or _WHICH_OF_MANY.search(question) is not None) and not _asks_one_line(question)
    if several and (_WITH_SUBITEMS.search(question) or _GROUPED.search(question)):
        return "nested" if _OF_EACH.search(question) else "tree"
    if _OF_EACH.search(question) or (several and (_PER.search(question) or _WITH_VALUES.search(question))):
        return "nested"
    return "list" if several else "single"


def asks_end(question: str) -> bool:
    """Whether it is for the least or the most, so that one end of a range may answer."""
    return _END.search(question) is not None


def demands_list(question: str) -> bool:
    """Whether only a list will do: "Which courts decide?" may be answered by one sentence."""
    return bool(_LIST_DEMANDED.search(question) or _IN_WHICH_CASES.search(question))


def kinds_in(shape: AnswerShape, kinds: Kinds) -> Kinds:
    """The kinds of value that an answer of this shape may hold: items are texts, records hold any kind."""
    if shape in ("nested", "table"):
        return _OF_RECORDS
    return kinds if shape == "single" else ("text",)


def without_shape(question: str) -> str:
    """The question without the words that only say what its answer should look like."""
    for words in (_WITH_SUBITEMS, _AND_THEIR_AMOUNTS, _GROUPED, _IN_WHICH_CASES, _SHAPE_WORDS):
        question = words.sub(" ", question)
    return question
