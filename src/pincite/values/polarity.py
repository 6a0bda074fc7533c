"""Tell what in a sentence denies, and when a sentence both affirms and denies.

A denial is a "not" or a refusal ("prohibits", "is void"). Two of them may cancel each other, and a
denial of one thing may stand beside the affirmation of another: who asks about either must not be
answered from the other, so the doubt is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pincite.patterns import pattern
from pincite.values.gaps import listed, phrases

FINITE = "shall|will|may|must|can|could|should|would|is|are|was|were|has|have|had|does|do|did"
_NOT = (
    rf"(?:{FINITE}|be) (?:\w+ )?not|cannot|can not|\w+n['’]t|never|not|neither|nor|none|nobody|nothing|"
    r"under no circumstances?|in no (?:event|case|way)|by no means|no"
)
_VERBS = (
    "prohibit(?:s|ed)?|forbid(?:s|den)?|disallow(?:s|ed)?|bars|barred|preclude[sd]?|disclaim(?:s|ed)?|"
    "waive[sd]?|exclude[sd]?|den(?:y|ies|ied)|refuse[sd]?|impermissible|contraindicated|unlawful|"
    r"revoke[sd]?|forfeit(?:s|ed)?|relieved of|suspend(?:s|ed)?|gives? up|exempt(?:ed)? from|"
    r"exclusive of|refrains? from|fails? to|lacks?|prevented from|prevents?(?= (?:\w+ ){1,4}from)|"
    "restricted from"
)
_STATES = (
    "void|null|invalid|unenforceable|ineffective|illegal|impossible|ineligible|unable|unsuitable|"
    "disqualified|avoided|unavailable|inapplicable|non-?[a-z]+(?:able|ible)|non-?(?:exclusive|binding)"
)
# Only what is said of the subject: "is void" denies, "void provisions" does not.
_SAID = rf"(?:is|are|was|were|be|been|becomes?|remains?|deemed)(?: (?!not|never|no)\w+){{0,2}} (?:{_STATES})"
DENIAL = pattern(phrases(rf"(?P<refusal>{_SAID}|{_VERBS})|(?P<not>{_NOT})"))
REFUSING_WORDS = frozenset(
    listed(
        "prohibit prohibits prohibited forbid forbids forbidden disallow disallows disallowed barred "
        "preclude precludes precluded disclaim disclaims disclaimed waive waives waived "
        "exclude excludes excluded denies denied refuses refused impermissible contraindicated unlawful "
        "refrain refrains prevented restricted void invalid unenforceable ineffective illegal "
        "impossible ineligible unable unsuitable"
    )
)

_FINITE = pattern(phrases(FINITE))
_JOINT = pattern(r"[,;:]|" + phrases("and|but|yet"))
_RELATIVE = pattern(phrases("that|which|who|whom|whose|as|than|whether|what|how"))
# "While this Agreement is in force" says when, and sets nothing against anything.
_CONTRAST = pattern(
    phrases(
        r"but|while(?! (?:\w+ ){1,4}(?:is|are|remains?|continues?) "
        r"(?:in (?:force|effect)|valid|pending|outstanding))|whereas|although|though"
    )
)
_HEDGED = pattern(
    phrases(
        r"hardly|scarcely|rarely|seldom|not (?:all|every|always|necessarily|each)|may or may not|rather than|"
        "instead of|unclear|unlikely|whether|disputes?|disputed|it is false"
    )
)
_OF_ANOTHER = pattern(r"(?:,|" + phrases("but|and") + r")\s+$")
_REFUSING_NOUN = pattern(phrases("(?:prohibition|exclusion|restriction|ban)s?"))
_MAY_REFUSE = pattern(phrases("may|can|could|might") + r"[\w\s]{0,24}$")
_BASE_FORM = frozenset(listed("prohibit forbid disallow preclude disclaim waive exclude deny refuse"))
_ATTRIBUTE = pattern(
    phrases("non-?[a-z]+(?:able|ible)|non-?(?:exclusive|binding)|irrevocable|unlimited|uncapped|failed to")
)
_STATE_AFTER = pattern(phrases(rf"(?:\w+ ){{0,2}}(?:{_STATES})"))
# "not unreasonable" and "not withhold", but not "not under", "not until", "not unless".
_UNDONE = pattern(phrases("(?:be |been |so |wholly )?(?:un(?!der|til|less|i|to)[a-z]{4,}|withh(?:old|eld))"))
_TWO_DENIALS = "it denies twice, which may mean yes"
_BOTH = "it allows one thing and denies another"

_TEMPERS = pattern(
    r"\b(?:no|not|never|except|other than|excluding|but|unless|only|if|without|save)\b", re.IGNORECASE
)


def cancels(main: str, denials: Sequence[re.Match[str]]) -> bool:
    """ "is not prohibited" allows; "shall not sell and shall not lend" denies twice."""
    if not denials or not denials[0]["not"]:
        return False
    rest = main[denials[0].end() :].lstrip()
    if _STATE_AFTER.match(rest) or (denials[0][0].lower() != "no" and _UNDONE.match(rest)):
        return True
    if len(denials) < 2 or not denials[1]["refusal"]:
        return False
    between = main[denials[0].end() : denials[1].start()]
    return len(between) < 80 and "," not in between


def doubt_of(sentence: str, main: str, denials: Sequence[re.Match[str]]) -> str:
    """Why the sentence may say the opposite as well; empty when it does not."""
    if cancels(main, denials) or (denials and _lifted(main, denials[0])):
        return _TWO_DENIALS
    if _HEDGED.search(sentence):
        return "it neither clearly affirms nor clearly denies"
    if _says_both(main) or _contrasts(sentence):
        return _BOTH
    if not denials:
        return "one of its words denies something" if _ATTRIBUTE.search(main) else ""
    return _doubt_of_denial(main, denials[0])


def _lifted(main: str, denial: re.Match[str]) -> bool:
    """ "The prohibition shall not apply." """
    return bool(denial["not"] and _REFUSING_NOUN.search(main, 0, denial.start()))


def _doubt_of_denial(main: str, denial: re.Match[str]) -> str:
    before = main[max(0, denial.start() - 60) : denial.start()]
    if denial[0].lower() == "not" and _OF_ANOTHER.search(before):
        return _BOTH
    if not denial["refusal"]:
        return ""
    if denial[0].lower() in _BASE_FORM and _MAY_REFUSE.search(before):
        return "it may give a right to refuse, or refuse"
    verb = _FINITE.search(main, denial.end())
    joint = _JOINT.search(main, denial.end()) or _RELATIVE.search(main, denial.end())
    # "Excluded items are listed": what is refused is the subject, and the verb is still to come.
    if verb and not (joint and joint.start() < verb.start()):
        return "it says more about what it refuses"
    return ""


def _says_both(main: str) -> bool:
    polarities = {bool(DENIAL.search(clause)) for clause in _clauses(main)}
    return len(polarities) > 1


def _clauses(main: str) -> Iterator[str]:
    """The main clause cut where it goes on with a verb of its own."""
    cuts = [0, *(joint.start() for joint in _JOINT.finditer(main)), len(main)]
    clause = ""
    has_verb = False
    for start, end in pairwise(cuts):
        piece = main[start:end]
        if _has_own_verb(piece):
            if has_verb:
                yield clause
                clause = ""
            has_verb = True
        clause += piece
    if has_verb:
        yield clause


def _has_own_verb(piece: str) -> bool:
    verb, relative = _FINITE.search(piece), _RELATIVE.search(piece)
    return bool(verb and not (relative and relative.start() < verb.start()))


def _contrasts(sentence: str) -> bool:
    """ "While Supplier may terminate, Customer may not." """
    found = _CONTRAST.search(sentence)
    if not found:
        return False
    comma = sentence.find(",", found.end())
    end = comma if comma >= 0 else len(sentence)
    clause, rest = sentence[found.start() : end], sentence[: found.start()] + sentence[end:]
    # "but permits copies" has its subject, and may have its verb, from the clause before it.
    if clause[:3].lower() != "but" and not (_FINITE.search(clause) and _FINITE.search(rest)):
        return False
    return bool(DENIAL.search(clause)) != bool(DENIAL.search(rest))


def tempers(text: str) -> bool:
    """Whether a list item says yes or no itself, so that what introduces the list does not say it alone."""
    return _TEMPERS.search(text) is not None
