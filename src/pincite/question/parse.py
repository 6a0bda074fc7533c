"""Read a question by rules: what to look for, where, and what kind of value answers it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pincite.contract.vocabulary import STOP_WORDS, stems, words
from pincite.errors import InputError
from pincite.question.computation import read_computation
from pincite.question.concepts import Concepts
from pincite.question.kinds import kinds_in, kinds_of, shape_of, without_shape
from pincite.question.scaffold import COMMON, COMMON_WEIGHT, SCAFFOLD, TYPE_WORDS
from pincite.records.question import GenerationBrief, Question, RetrievalBrief, Scope, Stems, Term

MAX_QUESTION_CHARS = 2_000

_PAGES = re.compile(r"\b(?:on|in|from)\s+pages?\s+(\d+)(?:\s*(?:-|–|to|through|and)\s*(\d+))?", re.IGNORECASE)
_SECTION = re.compile(
    r"\b(?:in|under|of|from)\s+((?:section|clause|article|schedule|annex|appendix|exhibit|chapter|part)\s+"
    r"(?:\d+(?:\.\d+)*|[IVXLC]+|[A-Z])(?:\([a-z0-9]+\))*)(?![\w.]*\w)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:\([a-z0-9]+\))+$", re.IGNORECASE)
_SECTION_TITLE = re.compile(
    r"\b(?:in|under|from)\s+(?:the\s+)?(?:section|clause|article|chapter)\s+(?:called|titled|on|about)?\s*"
    r"[\"“']([^\"”']+)[\"”']",
    re.IGNORECASE,
)
_POSSESSIVE = ("'s", "’s")
# A number names one of several: the 1 of "Premises 1" is not the 1 of "Endorsement No. 1".
_NUMBERED = re.compile(
    r"\b(?!(?:page|pages|of|in|to|and|or|than|least|most|about|over|under|by|for|with|every|at|from|until|on)\b)"
    r"[A-Za-z]{2,}\.?(?:\s+no\.?)?\s+\d{1,3}\b(?!\s*(?:%|[.,]\d|(?:mg|mcg|g|kg|ml|days?|weeks?|months?|years?|hours?|minutes?"
    r"|percent|per|to|times|january|february|march|april|may|june|july|august|september|october|november"
    r"|december)\b))",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[a-z]{3}[.!])\s+(?=[A-Z])")
_PHRASE = re.compile(r"[\"“]([^\"”]{2,200})[\"”]")
_EXCLUDED = re.compile(
    r"(?:,|\(|;|\bbut)\s*(?:not|excluding|other than|rather than|except(?: for)?|without counting)\s+"
    r"(?:the\s+|an?\s+)?([^?,;()]+)",
    re.IGNORECASE,
)
# Who asks what was first agreed does not want what an amendment says.
_BEFORE_AMENDMENT = re.compile(
    r"\bbefore (?:(?:the |any )?amendments?(?: no\.? ?\d+)?|(?:it|they) (?:was|were) (?:amended|changed"
    r"|extended|increased|reduced|raised))\b|\boriginal(?:ly)?\b",
    re.IGNORECASE,
)
# The thing that is asked for by name: "the liability cap" of "What is the liability cap of the Customer?".
_NAMED = re.compile(
    r"\s*(?:(?:what|which|how (?:much|many)) (?:(?:is|are|was|were|will be) )?(?:the |an? )?"
    r"|how (?:long|high|large) (?:is|are|was|were) (?:the |an? )?"
    r"|(?:does|do|is there) (?:an?|any) )"
    r"(?P<named>.+?)"
    r"(?=\s+(?:of|for|in|on|to|at|by|with|under|per|from|during|between|when|if|that|which|who|as|after|before"
    r"|is|are|was|were|must|shall|may|can|does|do|did|will|has|have|had|applies|apply|charged|paid|payable)\b|[?.,]|$)",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:prohibit\w*|forbid\w*|forbidden|exclude[ds]?|barred|banned|contraindicated|disallowed"
    r"|not (?:allowed|permitted|covered|insured))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RuleParser:
    """Questions by rules that anyone can read; the same string always gives the same briefs."""

    concepts: Concepts

    def read(self, asked: str) -> Question:
        """The briefs, or an InputError when there is no question."""
        asked = " ".join(asked.split())
        if not asked.isascii() and any("\ud800" <= character <= "\udfff" for character in asked):
            raise InputError("The question holds a broken character.", hint="Type it again.")
        if not asked:
            raise InputError("The question is empty.", hint='Ask, for example: "What is the monthly fee?"')
        if len(asked) > MAX_QUESTION_CHARS:
            raise InputError(
                f"The question has {len(asked):,} characters; {MAX_QUESTION_CHARS:,} is the limit.",
                hint="Ask for one thing at a time.",
            )
        if asked.count("?") > 1:
            return _asked_back(asked, _ONE_AT_A_TIME)
        wanted, excluded = _without_exclusions(_question_in(asked))
        scope, searched = _scope(wanted)
        kinds = kinds_of(wanted)
        shape = shape_of(wanted, kinds)
        if shape != "single":
            searched = without_shape(searched)
        terms = self._terms(_PHRASE.sub(" ", searched), TYPE_WORDS.get(kinds[0], frozenset()))
        phrases = tuple(_PHRASE.findall(searched))
        numbered = {match[0].split()[-1]: match[0] for match in _NUMBERED.finditer(searched)}
        terms = tuple(_phrase_term(numbered[t.asked]) if t.asked in numbered else t for t in terms)
        terms += tuple(_phrase_term(phrase) for phrase in phrases if stems(phrase))
        if kinds[0] != "text" and (named := _NAMED.match(searched)):
            terms = _with_required_head(terms, named["named"])
        return Question(
            RetrievalBrief(terms, phrases, scope),
            GenerationBrief(
                asked,
                kinds_in(shape, kinds),
                shape,
                excluded,
                bool(_DENIES.search(wanted)),
                # An operand question would not say what is not wanted.
                computation=None if excluded else read_computation(wanted),
            ),
            clarification="" if terms else _CLARIFY,
        )

    def _terms(self, searched: str, said_by_type: frozenset[str]) -> tuple[Term, ...]:
        """The question's own words in order, grouped where the dictionary knows a phrase of them."""
        tokens = _tokens(searched)
        terms: list[Term] = []
        position = 0
        while position < len(tokens):
            length = self._longest_phrase(tokens, position)
            run = tokens[position : position + length]
            position += length
            if length == 1 and run[0][0] in SCAFFOLD | STOP_WORDS | said_by_type:
                continue
            terms.append(self._term(run))
        return _merged(terms)

    def _longest_phrase(self, tokens: list[tuple[str, str]], position: int) -> int:
        for length in range(min(self.concepts.longest, len(tokens) - position), 1, -1):
            if self.concepts.expand(tuple(stem for _, stem in tokens[position : position + length])):
                return length
        return 1

    def _term(self, run: list[tuple[str, str]]) -> Term:
        own: Stems = tuple(stem for _, stem in run)
        common = len(run) == 1 and run[0][0] in COMMON
        rivals = self.concepts.rivals.get(own, frozenset())
        return Term(
            asked=" ".join(word for word, _ in run),
            wordings={**self.concepts.expand(own), own: 1.0},
            own=own,
            weight=COMMON_WEIGHT if common else 1.0,
            # "The Customer's cap" is not answered by a place that does not name the Customer.
            required=run[0][0].isdigit() or (bool(rivals) and run[-1][0].endswith(_POSSESSIVE)),
            rivals=rivals,
        )


def _phrase_term(phrase: str) -> Term:
    """Words that the user quotes, and names with a number, are wanted as they are."""
    own = tuple(stems(phrase))
    return Term(asked=phrase, own=own, wordings={own: 1.0}, required=True)


def _with_required_head(terms: tuple[Term, ...], named: str) -> tuple[Term, ...]:
    """Where a quantity is asked for by name, a place that does not name it does not answer.

    Of "employer's liability insurance deductible" the last word says what is wanted.
    """
    words_named = stems(named)
    heads = [term for term in terms if term.weight == 1 and term.own[-1] in words_named]
    return tuple(replace(term, required=True) if term in heads[-1:] else term for term in terms)


_CLARIFY = "What should be looked for? Name the thing, for example: the notice period for termination."


_ONE_AT_A_TIME = "These are several questions. Which one should be answered first? Ask one at a time."


def _asked_back(asked: str, clarification: str) -> Question:
    return Question(RetrievalBrief(()), GenerationBrief(asked, ("text",), "single"), clarification)


def _question_in(asked: str) -> str:
    """The sentence that asks, without what is said before it."""
    sentences = _SENTENCE_END.split(asked)
    return next((sentence for sentence in sentences if sentence.endswith("?")), asked)


def _without_exclusions(asked: str) -> tuple[str, tuple[str, ...]]:
    excluded = tuple(match[1].strip() for match in _EXCLUDED.finditer(asked))
    if _BEFORE_AMENDMENT.search(asked):
        excluded += ("amendment",)
    return _BEFORE_AMENDMENT.sub(" ", _EXCLUDED.sub(" ", asked)), excluded


def _scope(asked: str) -> tuple[Scope, str]:
    pages = tuple((int(m[1]), int(m[2] or m[1])) for m in _PAGES.finditer(asked))
    # "Clause 7.2(a)" is looked for in clause 7.2: its items are no sections of their own.
    sections = tuple(_ITEM.sub("", m[1]) for m in _SECTION.finditer(asked)) + tuple(
        m[1] for m in _SECTION_TITLE.finditer(asked)
    )
    rest = asked
    for pattern in (_PAGES, _SECTION_TITLE, _SECTION):
        rest = pattern.sub(" ", rest)
    return Scope(pages, sections), rest


def _tokens(searched: str) -> list[tuple[str, str]]:
    tokens = []
    for word, _, _ in words(searched):
        stem = stems(word)
        if stem:
            tokens.append((word, stem[0]))
    return tokens


def _merged(terms: list[Term]) -> tuple[Term, ...]:
    """Each thing once: "fee" asked for twice does not count twice."""
    unique: dict[frozenset[Stems], Term] = {}
    for term in terms:
        unique.setdefault(frozenset(term.wordings), term)
    return tuple(unique.values())
