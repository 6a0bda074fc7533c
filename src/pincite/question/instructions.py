"""Take from a question the wording that tells somebody what to do and asks for nothing.

"Highlight the parts of this contract related to "Audit Rights"" asks for the audit rights; "Round your
answer to two decimal places" asks for nothing. What remains is a question, or the name of what is wanted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.patterns import pattern

_WHOLE = (
    r"(?:this|the|that|a|an|our|my)\s+(?:\w+\s+)?"
    r"(?:document|contract|agreement|policy|label|lease|text|file|filing)"
)
_HIGHLIGHT = pattern(
    r"(?:please )?(?:highlight|mark|underline|find|show(?: me)?|extract|identify|quote|list"
    r"|locate)\s+(?:all\s+)?(?:of\s+)?"
    r"(?:the\s+|any\s+|all\s+)?(?:parts?|passages?|portions?|sentences?|clauses?|sections?|provisions?"
    r"|wording)"
    rf"(?:\s*\(if any\))?(?:\s+(?:of|in|from)\s+{_WHOLE})?\s+(?:that\s+(?:are|is)\s+)?"
    r"(?:related|relating|relevant|pertaining|with regard)\s+to\s+[\"“']?(?P<name>[^\"”?]+?)[\"”']?"
    r"(?:\s+that\s+should\s+be\s+(?:reviewed|checked|read)(?:\s+by\s+(?:a|an|the)\s+\w+)?)?"
    r"\s*(?:[.:]\s*(?:details?:\s*)?(?P<details>.+)|[.?]?)",
    re.IGNORECASE,
)
# An end is often stated as a length of time, and a length in a sentence without a number: then as a clause.
_CALLED = (
    (pattern(r"\b(?:expir\w+|termination|end)\s+date$", re.IGNORECASE), ("date", "clause")),
    (
        pattern(r"\b(?:term|duration|period)$|\bperiod\s+(?:to|of|for)\b", re.IGNORECASE),
        ("duration", "clause"),
    ),
    (pattern(r"\bdate$", re.IGNORECASE), ("date",)),
    (pattern(r"\b(?:name|title)$", re.IGNORECASE), ("text",)),
)
# How the answer is to be made or written, in a sentence of its own or in brackets.
_ORDER = pattern(
    r"(?:please\s+)?(?:(?:give|provide)\s+(?:me\s+)?(?:a|your|the)\s+(?:short\s+|brief\s+)?(?:response"
    r"|answer)"
    r"|answer\s+(?:in|with|briefly|the following|the question|as|only|based|by|using)"
    r"|(?:re)?state\s+(?:your\s+|the\s+)?answer|round\s+(?:your\s+|the\s+)?(?:answer|result|to)"
    r"|respond\s+(?:to|in|with|by)|address\s+the\s+question|(?:please\s+)?base\s+your"
    r"|calculate\s+what\s+was\s+asked"
    r"|calculate\s+\(or\s+extract\)|compute\s+or\s+extract|(?:please\s+)?utili[sz]e\s+(?:the\s+)?information"
    r"|assume\s+(?:that\s+)?you|you\s+are\s+(?:a|an)\b|we\s+(?:want|need)\s+to\s+calculate"
    r"|(?:please\s+)?help\s+us"
    r"|(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+)?(?:previous|prior"
    r"|above|earlier)"
    r"|here(?:'|’|\s+i)s\s+the\s+question|thank(?:s| you)|hello|hi\b|dear\b"
    r"|please\s+(?:help|answer|be\s+brief|explain)"
    r"|explain\s+(?:your|why|how\s+you)|show\s+your\s+work|be\s+(?:brief|concise|precise|specific)"
    r"|keep\s+it\s+(?:short|brief)"
    r"|cite\s+(?:your|the)\s+(?:source|sources|page|pages)|quote\s+your\s+sources?|do\s+not\s+guess"
    r"|if\s+(?:[\w ]+\s+)?(?:is|are)\s+not\s+(?:a\s+)?(?:useful|relevant|meaningful|explicitly)"
    r"|if\s+(?:you|it|this|that)\s+(?:cannot|can't|do not|don't|does not|is not|isn't)\b.*\b(?:say|state"
    r"|tell))\b.*",
    re.IGNORECASE,
)
_STATEMENTS = (
    r"(?:(?:consolidated\s+)?(?:cash\s+flow|income|p&l)\s+statements?"
    r"|(?:consolidated\s+)?balance\s+sheets?"
    r"|statements?\s+of\s+(?:income|cash\s+flows?|financial\s+position|operations))"
)
_RELYING = pattern(
    r"(?:by\s+(?:primarily\s+)?(?:relying\s+on|using|utili[sz]ing)|based\s+(?:primarily\s+)?on"
    r"|basing\s+your\s+judgments?"
    r"\s+(?:off\s+of|on)|base\s+your\s+judgments?\s+on|using\s+only|according\s+to|in\s+agreement\s+with"
    r"|(?:can|may)\s+only\s+use|within|primarily\s+in|primarily\s+using)\b.*?\b(?:the\s+)?"
    rf"(?P<where>{_STATEMENTS}(?:\s+and\s+the\s+{_STATEMENTS})?)",
    re.IGNORECASE,
)
# Where the figures stand, told before the question: "Using only the balance sheet, how much …".
_TOLD_FIRST = pattern(r"(?P<told>[^,?]*),\s+(?=(?:what|how|which)\b)", re.IGNORECASE)
# A name or a year in it says more than where to look.
_SAYS_MORE = pattern(r"(?<=.)(?!P&L)[A-Z]|\d")
_FORMAT = pattern(
    r"\s*\((?:please\s+)?(?:in|as|expressed in|stated in"
    r"|rounded to)\s+(?:an?\s+)?(?:[a-z$€£%]+\s+)?(?:us\s*d(?:ollars?)?|usd|eur|gbp|chf|euros?"
    r"|dollars?|pounds?|millions?|billions?|thousands?|percent|percentages?|%|units?|decimals?|words?"
    r"|days|months|years)"
    r"[^()]*\)",
    re.IGNORECASE,
)
_LEAD_IN = pattern(
    r"(?:(?:hi|hello|hey|please|kindly|ok|okay|so|and|also|now|well)[,!]?\s+)*"
    r"(?:(?:i\s+(?:would\s+like|want|need|wish)\s+(?:to\s+(?:know|see|find(?:\s+out)?|get|have|understand"
    r"|learn|ask)"
    r"(?:\s+about)?|(?:some\s+|more\s+)?(?:information|details?|data|facts)\s+(?:about|on|regarding"
    r"|concerning))"
    r"|(?:can|could|would|will)\s+you\s+(?:please\s+)?(?:tell\s+me|show\s+me|find(?:\s+out)?|give\s+me"
    r"|explain|say|look\s+up|check)"
    r"(?:\s+about)?"
    r"|(?:please\s+)?(?:tell|inform)\s+(?:me|us)(?:\s+about)?|(?:please\s+)?let\s+(?:me"
    r"|us)\s+know(?:\s+about)?"
    r"|(?:please\s+)?(?:find(?:\s+out)?|check|look\s+up|show\s+me|give\s+me|determine|verify|confirm)"
    r"(?=\s+(?:the\b|what\b|who\b|when\b|where\b|how\b|which\b|whether\b|if\b|information\b|details\b))"
    r"|(?:some\s+|more\s+)?(?:information|details|facts)\s+(?:about|on|regarding|concerning)"
    r"|i(?:\s+am|['’]m)\s+(?:looking\s+for|interested\s+in|trying\s+to\s+find(?:\s+out)?"
    r"|wondering(?:\s+about)?)"
    r"|do\s+you\s+know|(?:my\s+|the\s+|a\s+)?(?:next\s+)?question(?:\s+is)?:|what\s+about|how\s+about"
    r"|i\s+wonder|the\s+question\s+is)\s*[,:]?\s+)+(?=\S)",
    re.IGNORECASE,
)
_DOES_SAY_THAT = pattern(
    rf"(?:does|do|did|is it (?:said|stated|indicated|mentioned)(?: in)?)\s+(?:{_WHOLE}|it)\s+(?:\w+ly\s+)?"
    r"(?:indicate|state|say|mention|specify|provide|stipulate|make clear|set out|tell(?: us| me)?|confirm"
    r"|note"
    r"|(?:include|contain|have)\s+(?:a|an|any)\s+(?:clause|provision|statement|sentence|section|term)s?)"
    r"(?:\s+(?:anywhere|explicitly|expressly|clearly))?\s+(?:that|which|whether|if|stating that"
    r"|saying that):?\s+",
    re.IGNORECASE,
)
_GREETING = pattern(
    r"^(?:(?:hello|hi|hey|good (?:morning|afternoon|day|evening)|dear \w+|excuse me|sorry|so|um|well|ok"
    r"|okay)\b[,!.]*\s+)+(?=\w)",
    re.IGNORECASE,
)
_CONTRACTION = pattern(r"^(what|who|when|where|how)['’]s\b", re.IGNORECASE)
# An account of the thing is wanted and not a value of it.
_DESCRIBE = pattern(
    r"(?:please\s+)?(?:explain|describe|summari[sz]e|outline|tell\s+(?:me|us)\s+about"
    r"|(?:i\s+(?:want|need|would\s+like)\s+)?(?:some\s+|more\s+)?(?:information|details|facts)\s+(?:about"
    r"|on|regarding))\b",
    re.IGNORECASE,
)
_WHETHER = pattern(r"(?:whether|if)\s+(?P<said>[^,]+?)[?.]*", re.IGNORECASE)
_IS_IT_TRUE = pattern(r"is it (?:true|correct|right|the case|a fact) that\s+", re.IGNORECASE)
# A table or a clause is asked for by what is to be done with it: "Show me the fee table".
_SHOWN = pattern(
    r"(?:please\s+)?(?:show|give|find|quote|locate)\s+(?:me\s+|us\s+)?(?=.*\b(?:table|clause|provision"
    r"|paragraph|wording)\b)",
    re.IGNORECASE,
)
_THING = pattern(
    r"(?P<thing>(?:the|an?|its|their|any)\s(?!.*\b(?:is|are|was|were|does|do|did|will|shall|may|can|must"
    r"|has|have|what|who|when|where|which|how|why)\b)[^?.!]+?)[?.]*",
    re.IGNORECASE,
)
_SENTENCES = pattern(
    r"(?<=[.!?:])\s+(?=[A-Z\"“(])|(?<=[a-z]{2}[.!?])\s+(?=[a-z])|(?<=:)\s+(?=(?:what|who|when|where|how"
    r"|which|is|does)\b)"
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """What is left to ask; `name` is what it is called, where a name for it is given.

    `kinds` is what answers, where the wording says so. `hinted` is where the user expects it to stand,
    said in passing: it may help and restricts nothing.
    """

    asked: str
    name: str = ""
    kinds: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()


def without_instructions(asked: str) -> Instruction:
    """The question without what tells somebody how to go about it."""
    asked = _without_contraction(_GREETING.sub("", asked))
    if found := _HIGHLIGHT.fullmatch(asked):
        name = found["name"].strip(" .")
        return Instruction((found["details"] or "").strip(), name, _kinds_called(name))
    hinted = tuple(dict.fromkeys(found["where"].lower() for found in _RELYING.finditer(asked)))
    asked = _without_orders(_FORMAT.sub("", asked))
    told = _TOLD_FIRST.match(asked)
    if told and _RELYING.fullmatch(told["told"]) and not _SAYS_MORE.search(told["told"]):
        asked = asked[told.end() :]
    put = _without_lead_in(asked)
    # What is only named after "Tell me" is asked for: "the fee" is "What is the fee?".
    thing = _THING.fullmatch(put) if put != asked else None
    kinds = ("text",) if _DESCRIBE.match(asked) else ()
    return Instruction(f"What is {thing['thing']}?" if thing else _as_asked(put), kinds=kinds, hinted=hinted)


def relied_on(asked: str) -> str:
    """The statements that a question wants its figures from: "Using only the balance sheet, …"."""
    return "; ".join(found["where"] for found in _RELYING.finditer(asked))


def _kinds_called(name: str) -> tuple[str, ...]:
    """What answers where a name alone says it: the "Effective Date" is a day and no clause."""
    return next((kinds for called, kinds in _CALLED if called.search(name)), ())


def _without_contraction(asked: str) -> str:
    return _CONTRACTION.sub(r"\1 is", asked)


def _without_orders(asked: str) -> str:
    """The sentences that ask; all of them where none would be left."""
    sentences = _SENTENCES.split(asked)
    left = [sentence for sentence in sentences if not _ORDER.fullmatch(sentence)]
    return " ".join(left) if left else asked


def _without_lead_in(asked: str) -> str:
    if shown := _SHOWN.match(asked):
        return f"Show {asked[shown.end() :]}"
    found = _LEAD_IN.match(asked)
    return asked[found.end() :] if found else asked


def _as_asked(asked: str) -> str:
    """ "Does the document say that …?" and "… whether …" as the question that they put."""
    if found := _DOES_SAY_THAT.match(asked):
        return f"Is it so that {asked[found.end() :]}"
    if found := _IS_IT_TRUE.match(asked):
        return f"Is it so that {asked[found.end() :]}"
    if found := _WHETHER.fullmatch(asked):
        return f"Is it so that {found['said']}?"
    return asked
