"""Recognise questions about a contract as a whole: how long it lasts, from when, between whom, by which law.

Such a question has no words of its own: every page says "agreement", and a period or a date stands on most
of them. So the place must say the very thing, whatever words it shares with the question.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from pincite.contract.vocabulary import wording
from pincite.records.question import Question, Term

Matter = Literal["term", "effect", "effective date", "made", "parties", "law", "title"]

# "The employment agreement" may be another one than this document: it is looked for by its words.
_CONTRACT = (
    r"(?:(?:the|this|our|an?|that)\s+)?(?:(?:present|whole|entire|mutual|non-?\s?disclosure|confidentiality)\s+){0,2}"
    r"(?:agreement|contract|lease|deed|nda|undertaking)"
)
_WORDINGS: Mapping[Matter, str] = {
    "term": rf"(?:for\s+)?how\s+long\s+(?:does|do|did|will|shall|is|was)\s+{_CONTRACT}\s+(?:to\s+)?(?:be\s+)?"
    r"(?:last|run|continue|(?:remain|stay)?\s*(?:in\s+(?:full\s+)?(?:force|effect)|valid|effective|binding))"
    r"(?:\s+for)?"
    rf"|(?:what|how\s+long)\s+is\s+the\s+(?:term|duration|length)\s+of\s+{_CONTRACT}"
    r"|what\s+is\s+the\s+(?:agreement|contract)(?:['’]s)?\s+(?:term|duration|length)",
    "effect": r"(?:(?:on|from|as\s+of|at)\s+(?:which|what)\s+(?:date|day)|when|what\s+(?:date|day))\s+"
    rf"(?:does|did|do|will|is|was|has|shall)\s+{_CONTRACT}\s+(?:to\s+)?(?:take[ns]?\s+effect|(?:come|enter)\s+into\s+"
    r"(?:force|effect)|become\s+(?:effective|binding)|be(?:come)?\s+effective|go\s+into\s+effect|effective"
    r"|start|begin|commence)"
    rf"|what\s+is\s+the\s+(?:effective|commencement|start(?:ing)?)\s+date\s+of\s+{_CONTRACT}"
    r"|what\s+is\s+the\s+(?:agreement|contract)(?:['’]s)?\s+(?:effective|commencement|start)\s+date",
    "made": rf"what\s+is\s+the\s+date\s+of\s+{_CONTRACT}"
    rf"|(?:(?:on\s+)?(?:which|what)\s+(?:date|day)|when)\s+(?:is|was|has)\s+{_CONTRACT}\s+(?:been\s+)?"
    r"(?:made|dated|signed|concluded|executed|entered\s+into)",
    "parties": r"who\s+(?:are|is|were)\s+the\s+(?:contracting\s+)?part(?:ies|y)"
    rf"(?:\s+(?:to|of|in)\s+{_CONTRACT})?"
    rf"|(?:which|what)\s+(?:companies|persons|people|organi[sz]ations|entities|parties)\s+are\s+(?:the\s+)?"
    rf"part(?:ies|y)\s+(?:to|of)\s+{_CONTRACT}"
    rf"|between\s+whom\s+(?:is|was)\s+{_CONTRACT}\s+(?:made|concluded|entered\s+into)",
    "law": r"(?:which|what|whose)\s+(?:(?:state|country)(?:['’]s)?\s+)?laws?\s+"
    rf"(?:governs?|appl(?:y|ies)\s+to)\s+{_CONTRACT}"
    r"|(?:the\s+)?laws?\s+of\s+(?:which|what)\s+(?:state|country|jurisdiction|place)(?:\s+or\s+(?:state|country))?"
    rf"\s+(?:governs?|appl(?:y|ies)\s+to)\s+{_CONTRACT}"
    rf"|what\s+is\s+the\s+(?:governing|applicable)\s+law(?:\s+(?:of|for)\s+{_CONTRACT})?"
    rf"|(?:by\s+)?(?:which|what)\s+laws?\s+(?:is|are)\s+{_CONTRACT}\s+governed(?:\s+by)?",
    "title": rf"what\s+is\s+the\s+(?:title|name)\s+of\s+{_CONTRACT}"
    rf"|what\s+is\s+{_CONTRACT}\s+(?:called|titled|named)",
}
_ASKED = {
    matter: re.compile(rf"\s*(?:{asked})\s*[?.]?\s*", re.IGNORECASE) for matter, asked in _WORDINGS.items()
}
# What a clause is called says which matter is meant, whatever is explained beside it.
_CALLED: Mapping[Matter, str] = {
    "effective date": r"(?:effective|commencement|start)\s+date",
    "made": r"(?:agreement|contract|signing|signature)\s+date|date\s+of\s+(?:the\s+)?(?:agreement|contract)",
    "parties": r"(?:contracting\s+)?parties(?:\s+to\s+the\s+(?:agreement|contract))?",
    "law": r"(?:governing|applicable)\s+law|choice\s+of\s+law",
    "title": r"(?:document|agreement|contract)\s+(?:name|title)"
    r"|(?:title|name)\s+of\s+the\s+(?:agreement|contract)",
}
_NAMED = {
    matter: re.compile(
        rf".{{1,120}}?\b(?:related|relating|relevant|pertaining|regard)\s+to\s+[\"“'](?:{called})[\"”']"
        r"(?:\s+that\s+should\b.*|\s*[.:?].*)?",
        re.IGNORECASE | re.DOTALL,
    )
    for matter, called in _CALLED.items()
}
_OF_EFFECT = (
    "effective date",
    "effective as of",
    "take effect",
    "come into force",
    "enter into force",
    "commencement date",
    "agreement made",
    "agreement entered",
    "agreement dated",
    "agreement effective",
    "agreement commence",
    "agreement begin",
    "agreement start",
)
_FOUND_BY: Mapping[Matter, tuple[str, ...]] = {
    "term": (
        "term of this agreement",
        "agreement remain in force",
        "agreement continue",
        "agreement terminate",
        "agreement expire",
        "agreement effective",
        "agreement in effect",
        "agreement last",
        "obligations terminate",
        "obligations expire",
        "term",
        "duration",
    ),
    "effect": _OF_EFFECT,
    "effective date": _OF_EFFECT,
    "made": (
        "agreement made",
        "agreement entered",
        "agreement dated",
        "agreement executed",
        "agreement signed",
        "agreement concluded",
        "agreement date",
        "contract made",
        "contract dated",
        "lease made",
        "lease dated",
        "deed dated",
        "dated",
    ),
    "parties": ("by and between", "by and among", "between", "among", "amongst", "parties"),
    "law": ("law of", "governing law", "governed by", "applicable law"),
    "title": (
        "agreement made",
        "agreement entered",
        "agreement dated",
        "agreement",
        "contract",
        "lease",
        "deed",
    ),
}
_NAMES: Mapping[Matter, str] = {
    "term": "how long the agreement lasts",
    "effect": "from when the agreement has effect",
    "effective date": "which day is the effective date",
    "made": "on which day the agreement is made",
    "parties": "between whom the agreement is made",
    "law": "which law governs the agreement",
    "title": "what the agreement is called",
}


@functools.lru_cache(maxsize=256)
def matter_of(asked: str) -> Matter | None:
    """What of the contract as a whole a question asks for; None for every other question."""
    wordings = (*_ASKED.items(), *_NAMED.items())
    return next((matter for matter, pattern in wordings if pattern.fullmatch(asked)), None)


def of_whole(question: Question) -> Question:
    """The same question, with the words that state its matter; who asks for the parties wants all names."""
    matter = matter_of(question.generation.asked)
    if matter is None:
        return question
    wordings = {wording(words): 1.0 for words in _FOUND_BY[matter]}
    own = wording(_FOUND_BY[matter][0])
    retrieval = replace(question.retrieval, terms=(Term(name_of(matter), own, wordings),))
    if matter == "parties":
        names = replace(question.generation, answer_types=("organisation", "person"), answer_shape="list")
        return replace(question, retrieval=retrieval, generation=names)
    return replace(question, retrieval=retrieval)


def name_of(matter: Matter) -> str:
    """What a place that is silent on it lacks."""
    return _NAMES[matter]
