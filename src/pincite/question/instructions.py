"""Take from a question the wording that tells somebody what to do and asks for nothing.

"Could you please tell me what the fee is?" asks for the fee; "Please be brief." asks for nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.patterns import pattern

_WHOLE = {"can't": "can not", "won't": "will not", "shan't": "shall not", "let's": "let us"}
_SHORTENED = re.compile(r"\b(?:can't|won't|shan't|let's)(?!\w)", re.IGNORECASE)
_NOT = re.compile(r"\b(?P<verb>[a-z]+)n't\b", re.IGNORECASE)
_IS = re.compile(r"\b(?P<who>what|who|when|where|how|why|which|that|there|here|it|he|she)'s\b", re.IGNORECASE)
_ENDINGS = (
    (re.compile(r"\b(?P<who>\w+)'re\b", re.IGNORECASE), "are"),
    (re.compile(r"\b(?P<who>\w+)'ve\b", re.IGNORECASE), "have"),
    (re.compile(r"\b(?P<who>\w+)'ll\b", re.IGNORECASE), "will"),
    (re.compile(r"\b(?P<who>i|you|he|she|it|we|they|who)'d\b", re.IGNORECASE), "would"),
    (re.compile(r"\b(?P<who>i)'m\b", re.IGNORECASE), "am"),
)
_PLEASE = re.compile(
    r"(?:[,;]?\s*\b(?:please|kindly|thanks(?:\s+a\s+lot)?|thank\s+you(?:\s+very\s+much)?|many\s+thanks)\b[,;.!]*\s*)+",
    re.IGNORECASE,
)
_END = re.compile(r"[\s?!.…]*\Z")


def plainly(asked: str) -> str:
    """The question without contractions and courtesies, and with one mark at its end."""
    text = asked.lower() if asked.isupper() else asked
    text = text.replace("’", "'").replace("`", "'")
    text = _SHORTENED.sub(_in_full, text)
    text = _NOT.sub(r"\g<verb> not", text)
    text = _IS.sub(r"\g<who> is", text)
    for shortened, verb in _ENDINGS:
        text = shortened.sub(rf"\g<who> {verb}", text)
    text = " ".join(_PLEASE.sub(" ", text).split()) or asked
    return f"{_END.sub('', text) or text}?"


def _in_full(found: re.Match[str]) -> str:
    words = _WHOLE[found[0].lower()]
    return words.capitalize() if found[0][0].isupper() else words


# How the answer is to be made or written, in a sentence of its own or in brackets.
_ORDER = pattern(
    r"(?:please\s+)?(?:(?:give|provide)\s+(?:me\s+)?(?:a|your|the)\s+(?:short\s+|brief\s+)?(?:response|answer)"
    r"|answer\s+(?:in|with|briefly|the following|the question|as|only|based|by|using)"
    r"|(?:re)?state\s+(?:your\s+|the\s+)?answer|round\s+(?:your\s+|the\s+)?(?:answer|result|to)"
    r"|(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier)"
    r"|thank(?:s| you)|hello|hi\b|dear\b|please\s+(?:help|answer|be\s+brief|explain)"
    r"|explain\s+(?:your|why|how\s+you)|show\s+your\s+work|be\s+(?:brief|concise|precise|specific)"
    r"|keep\s+it\s+(?:short|brief)|(?:cite|quote)\s+(?:your|the)\s+(?:sources?|pages?)|do\s+not\s+guess"
    r"|if\s+(?:you|it|this|that)\s+(?:cannot|do not|does not|is not)\b.*\b(?:say|state|tell))\b.*",
    re.IGNORECASE,
)
_FORMAT = pattern(
    r"\s*\((?:please\s+)?(?:expressed |stated |rounded )?(?:in|as|to)\s+[^()]*"
    r"\b(?:usd?|eur|gbp|chf|euros?|dollars?|pounds?|millions?|billions?|thousands?|percent(?:ages?)?|units?|decimals?|words?|days|months|years)\b[^()]*\)",
    re.IGNORECASE,
)
_GREETING = pattern(
    r"(?:(?:hi|hello|hey|good (?:morning|afternoon|day|evening)|excuse me|sorry|um|well|please|ok|okay"
    r"|kindly|so|and|also|now)\b[,.!]*\s+)+(?=\S)",
    re.IGNORECASE,
)
_LEAD_IN = pattern(
    r"(?:(?:i\s+(?:would\s+like|want|need|wish)\s+(?:to\s+(?:know|see|find(?:\s+out)?|get|have|understand|ask)"
    r"(?:\s+about)?|(?:some\s+|more\s+)?(?:information|details?|facts)\s+(?:about|on|regarding|concerning))"
    r"|(?:can|could|would|will)\s+you\s+(?:please\s+)?(?:tell|show|give|find|explain|say|look\s+up|check)"
    r"(?:\s+me)?(?:\s+out)?(?:\s+about)?"
    r"|(?:please\s+)?(?:tell|inform)\s+(?:me|us)(?:\s+about)?|(?:please\s+)?let\s+(?:me|us)\s+know(?:\s+about)?"
    r"|(?:please\s+)?(?:find(?:\s+out)?|check|look\s+up|show\s+me|give\s+me|determine|verify|confirm)"
    r"(?=\s+(?:the|what|who|when|where|how|which|whether|if|information|details)\b)"
    r"|(?:some\s+|more\s+)?(?:information|details|facts)\s+(?:about|on|regarding|concerning)"
    r"|i(?:\s+am|['’]m)\s+(?:looking\s+for|interested\s+in|wondering(?:\s+about)?)"
    r"|do\s+you\s+know|(?:my\s+|the\s+)?question(?:\s+is)?:|(?:what|how)\s+about|i\s+wonder)\s*[,:]?\s+)+(?=\S)",
    re.IGNORECASE,
)
# What is to be affirmed or denied: "Does the document say that …", "whether …", "Is it true that …".
_WHETHER = pattern(
    r"(?:(?:does|do|did)\s+(?:(?:this|the|that|our|my)\s+(?:\w+\s+)?\w+|it)\s+(?:\w+ly\s+)?"
    r"(?:indicate|state|say|mention|specify|provide|stipulate|confirm"
    r"|(?:include|contain|have)\s+(?:an?|any)\s+(?:clause|provision|statement|sentence|section|term)s?)(?:\s+\w+ly)?\s+(?:that|whether|if):?"
    r"|is it (?:true|correct|right|the case|a fact) that|(?:whether|if)(?=[^,]+$))\s+(?P<said>.+?)[?.]*",
    re.IGNORECASE,
)
# An account of the thing is wanted and not a value of it.
_DESCRIBE = pattern(
    r"(?:please\s+)?(?:explain|describe|outline|tell\s+(?:me|us)\s+about"
    r"|(?:i\s+(?:want|need|would\s+like)\s+)?(?:some\s+|more\s+)?(?:information|details|facts)\s+(?:about|on"
    r"|regarding))\b",
    re.IGNORECASE,
)
# A table or a clause is asked for by what is to be done with it: "Show me the fee table".
_SHOWN = pattern(
    r"(?:please\s+)?(?:show|give|find|quote|locate)\s+(?:me\s+|us\s+)?(?=.*\b(?:table|clauses?|provisions?"
    r"|paragraphs?|wording)\b)",
    re.IGNORECASE,
)
_CLAUSES = pattern(r"(?:the |any |all )*(?:clauses?|provisions?|paragraphs?)\b", re.IGNORECASE)
_THING = pattern(
    r"(?P<thing>(?:the|an?|its|their|any)\s(?!.*\b(?:is|are|was|were|does|do|did|will|shall|may|can|must"
    r"|has|have|what|who|when|where|which|how|why)\b)[^?.!]+?)[?.]*",
    re.IGNORECASE,
)
_SENTENCES = pattern(r"(?<=[.!?:])\s+(?=[A-Z\"“(])|(?<=[a-z]{2}[.!?])\s+(?=[a-z])")


@dataclass(frozen=True, slots=True)
class Instruction:
    """What is left to ask; `kinds` is what answers, where the wording says so."""

    asked: str
    kinds: tuple[str, ...] = ()


def without_instructions(asked: str) -> Instruction:
    """The question without what tells somebody how to go about it; all of it where nothing would be left."""
    # A greeting is no sentence of its own: "Hi, I have been ill. Am I paid?"
    asked = _without(_GREETING, _FORMAT.sub("", asked))
    sentences = _SENTENCES.split(asked)
    asked = " ".join(each for each in sentences if not _ORDER.fullmatch(each)) or asked
    kinds = ("text",) if _DESCRIBE.match(asked) else ()
    if shown := _SHOWN.match(asked):
        clauses = ("clause", "text") if _CLAUSES.match(asked, shown.end()) else kinds
        return Instruction(f"Show {asked[shown.end() :]}", clauses)
    put = _without(_LEAD_IN, asked)
    # What is only named after "Tell me" is asked for: "the fee" is "What is the fee?".
    if put != asked and (thing := _THING.fullmatch(put)):
        return Instruction(f"What is {thing['thing']}?", kinds)
    found = _WHETHER.fullmatch(put)
    return Instruction(f"Is it so that {found['said']}?" if found else put, kinds)


def _without(opening: re.Pattern[str], asked: str) -> str:
    found = opening.match(asked)
    return asked[found.end() :] if found else asked
