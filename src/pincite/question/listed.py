"""Read from a question what is to be made of all items of a list: their sum, order or number."""

from __future__ import annotations

import re

from pincite.patterns import pattern
from pincite.question.quantities import is_plural, kinds_of_phrase, named
from pincite.records.computation import Computation, OperandQuestion

MOST = "highest|largest|greatest|biggest|longest|latest|most expensive|newest"
LEAST = "lowest|smallest|shortest|earliest|cheapest|least expensive|oldest"
_ALL = pattern(r"all(?: of)?(?: the)? (?P<noun>.+)", re.IGNORECASE)
_ORDER = pattern(
    r"(?:please )?(?:list|sort|rank|order|show|give)(?: me)? (?:all )?(?:of )?(?:the )?(?P<noun>.+?),? "
    r"(?:in order |ordered |sorted |ranked )?"
    rf"(?:from (?:the )?(?:(?P<down>{MOST})|(?P<up>{LEAST})) to (?:the )?(?:{MOST}|{LEAST})(?: \w+)?"
    rf"|(?:in|by) (?:(?P<falling>descending)|(?P<rising>ascending)) (?:order|\w+)(?: of \w+)?"
    rf"|by (?:amount|price|size|value|length|date|cost)"
    rf"|starting with the (?:(?P<down_first>{MOST})|(?P<up_first>{LEAST}))(?: one)?)",
    re.IGNORECASE,
)
_MOST_OF = pattern(
    rf"which (?P<thing>[\w-]+(?: [\w-]+)?) (?:has|have|carries|carry|bears) the "
    rf"(?:(?P<down>{MOST})|(?P<up>{LEAST})) (?P<noun>[\w -]+)",
    re.IGNORECASE,
)
_WHICH_IS_MOST = pattern(
    rf"which (?P<noun>[\w -]+?) is (?:the )?(?:(?P<down>{MOST})|(?P<up>{LEAST}))(?: one)?", re.IGNORECASE
)
_COUNT = pattern(
    r"how many (?P<noun>[\w -]+?) (?:are there|exist"
    r"|are (?P<listed>listed|set out|enumerated|named|itemi[sz]ed)"
    r"|(?:does|do) [\w ]+? (?P<lists>list|set out|enumerate|name))"
    r"(?P<where> (?:in|under|of|to|for|on) .+)?",
    re.IGNORECASE,
)
# What documents enumerate. How many employees there are is no matter of a list in a contract.
_ENUMERATED = pattern(
    r"(?:conditions?|exclusions?|exceptions?|deliverables?|milestones?|grounds?|reasons?|requirements?"
    r"|criteria|warranties|representations?|obligations?|duties|covenants?|events? of default|steps?"
    r"|contraindications?|indications?|warnings?|precautions?|side effects?|adverse reactions?|schedules?"
    r"|annexes|appendices|exhibits?|service levels?|services|products|locations|sites|premises)"
    r"(?: (?:precedent|subsequent|of \w+|for \w+))?",
    re.IGNORECASE,
)


def total_of(parts: str) -> Computation | None:
    """The sum of all fees; None where the parts are named one by one, or are no quantity."""
    found = _ALL.fullmatch(parts)
    noun = found["noun"] if found else parts
    if re.search(r"\band\b|,|\bplus\b", noun) or not is_plural(noun):
        return None
    kind = _kind(noun)
    if kind not in ("amount", "duration", "number"):
        return None
    noun = named(noun)
    stated = OperandQuestion(f"total of {noun}", f"How much is the total of {noun}?", kind)
    return Computation("add", (_items(noun, noun, kind),), noun=noun, stated=stated)


def read_order(text: str) -> Computation | None:
    """ "List the fees from highest to lowest", "Which service has the highest fee?" """
    if (found := _ORDER.fullmatch(text)) and (kind := _kind(found["noun"])):
        rising = any(found[group] for group in ("up", "rising", "up_first"))
        noun = named(found["noun"])
        return Computation("sort", (_items(noun, noun, kind),), descending=not rising, noun=noun)
    if (found := _MOST_OF.fullmatch(text)) and (kind := _kind(found["noun"])):
        noun = _plural(found["noun"])
        items = _items(noun, f"{noun} of the {_plural(found['thing'])}", kind)
        return Computation("choose", (items,), descending=bool(found["down"]), noun=noun)
    if (found := _WHICH_IS_MOST.fullmatch(text)) and (kind := _kind(found["noun"])):
        noun = _plural(found["noun"])
        return Computation("choose", (_items(noun, noun, kind),), descending=bool(found["down"]), noun=noun)
    return None


def read_count(text: str) -> Computation | None:
    """ "How many conditions precedent are there?", of what documents list, or where a list is spoken of."""
    found = _COUNT.fullmatch(text)
    if not found or not (_ENUMERATED.fullmatch(found["noun"]) or found["listed"] or found["lists"]):
        return None
    noun, where = found["noun"], found["where"] or ""
    stated = OperandQuestion(f"number of {noun}", f"{text}?", "number")
    items = OperandQuestion(noun, f"What are the {noun}{where}?", None, lists=True)
    return Computation("count", (items,), noun=noun, stated=stated)


def _items(noun: str, asked: str, kind: str) -> OperandQuestion:
    return OperandQuestion(noun, f"What are the {asked}?", kind, lists=True)


def _kind(noun: str) -> str:
    """The kind of value that the noun, in the singular or plural, stands for; empty for anything else."""
    for written in (noun, noun.removesuffix("s")):
        kinds = kinds_of_phrase(f"the {named(written)}")
        if kinds and kinds != ("text",):
            return kinds[0]
    return ""


def _plural(noun: str) -> str:
    if noun.endswith("s"):
        return noun
    return f"{noun[:-1]}ies" if re.search(r"[^aeiou]y$", noun) else f"{noun}s"
