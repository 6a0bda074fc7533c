"""Make of the words of a question the terms that are looked for, with every wording of the dictionary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pincite.answer.claims import Signals
from pincite.language.vocabulary import STOP_WORDS, stems, words
from pincite.question.dictionary.entries import Concepts
from pincite.records.question import Question, Stems, Term

# Left out of the search: they stand in questions about anything.
SCAFFOLD = frozenset(
    """
    what when where which who whom whose why how much many long often far soon quickly fast does do did is
    are was were please tell me show find list name give state stated states specify specified specifies
    mention mentioned mentions say says said provide provided provides describe described explain identify
    according document documents text file page question answer value exact exactly there any happen
    happens need needs want wants get gets got make makes made take takes taken let lets go goes gone come
    comes thing things kind kinds type types sort long-lasting set sets out apply applies applicable
    entitled able possible actually currently exist exists include includes included whether else count
    counts one agreement contract policy label labeling labelling someone somebody anyone anybody people
    person us im id anything something nothing everything still already again since away now today current
    going having way lot bit piece ever even really roughly supposed supposedly allowed original doesn't
    don't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't enumerate um uh
    """.split()
)

# Kept, but at a fraction of the weight: half the sentences of a document carry them.
COMMON = frozenset(
    """
    schedule amendment clause section article party parties drug medicine medication product patient
    patients total overall general amount sum number date time period day days week weeks month months
    year years hour hours minute minutes percentage percent rate figure level give given gave keep kept
    keeps hold held put puts use used do done have last latest wait bring brought allow allowed within
    without per against tablet tablets capsule capsules
    """.split()
)
COMMON_WEIGHT = 0.3

# Said by the kind of value that is looked for, so the words themselves need not stand there.
TYPE_WORDS = {
    "amount": frozenset(["amount", "amounts", "sum", "total", "value"]),
    "date": frozenset(["date", "dates", "day", "month", "year", "time"]),
    "duration": frozenset(
        "minutes hours days weeks months years minute hour day week month year period time length".split()
    ),
    "percentage": frozenset(
        ["percentage", "percent", "per", "cent", "proportion", "share", "fraction", "rate"]
    ),
    "number": frozenset(["number", "count", "quantity"]),
    "address": frozenset(["address", "addresses", "located", "postal"]),
    "person": frozenset(["person", "persons"]),
    "organisation": frozenset(
        "company companies firm organisation organization corporation entity bank institution".split()
    ),
    "table": frozenset(["table", "print", "reproduce", "display"]),
    "clause": frozenset(
        "clause clauses provision paragraph sentence wording quote cite recite reproduce read".split()
    ),
}

_POSSESSIVE = ("'s", "’s")
# A number names one of several: the 1 of "Premises 1" is not the 1 of "Endorsement No. 1".
_NUMBERED = re.compile(
    r"\b(?!(?:page|pages|of|in|to|and|or|than|least|most|about|over|under|by|for|with|every|at|from|until"
    r"|on)\b)"
    r"[A-Za-z]{2,}\.?(?:\s+no\.?)?\s+\d{1,3}\b(?!\s*(?:%|[.,]\d|(?:mg|mcg|g|kg|ml|days?|weeks?|months?"
    r"|years?|hours?|minutes?"
    r"|percent|per|to|times|january|february|march|april|may|june|july|august|september|october|november"
    r"|december)\b))",
    re.IGNORECASE,
)
# Words that otherwise only make a question, as part of a name.
_KEPT_BEFORE = frozenset(
    ("current", word) for word in ("assets", "liabilities", "ratio", "portion", "account", "accounts")
)
# "Due to end" only asks when; what is "due on the first" is payable.
_SAYS_NOTHING = frozenset([("due", "to")])
_PHRASE = re.compile(r"[\"“]([^\"”]{2,200})[\"”]")
# The thing that is asked for by name: "the liability cap" of "What is the liability cap of the Customer?".
_NAMED = re.compile(
    r"\s*(?:(?:what|which|how (?:much|many)) (?:(?:is|are|was|were|will be) )?(?:the |an? )?"
    r"|how (?:long|high|large) (?:is|are|was|were) (?:the |an? )?"
    r"|(?:does|do|is there) (?:an?|any) )"
    r"(?P<named>.+?)"
    r"(?=\s+(?:of|for|in|on|to|at|by|with|under|per|from|during|between|when|if|that|which|who|as|after"
    r"|before"
    r"|is|are|was|were|must|shall|may|can|does|do|did|will|has|have|had|applies|apply|charged|paid"
    r"|payable)\b|[?.,]|$)",
    re.IGNORECASE,
)


# A reader's word for what was asked is not the user's own.
_WORTH = 0.7


@dataclass(frozen=True, slots=True)
class TermReader:
    """The question's own words in order, grouped where the dictionary knows a phrase of them."""

    concepts: Concepts

    def of_question(self, searched: str, said_by_type: frozenset[str]) -> tuple[Term, ...]:
        """The terms of a question; words that its answer's type says already are none."""
        terms = self.of_words(_PHRASE.sub(" ", searched), said_by_type)
        numbered = {match[0].split()[-1]: match[0] for match in _NUMBERED.finditer(searched)}
        terms = tuple(_phrase_term(numbered[t.asked]) if t.asked in numbered else t for t in terms)
        return terms + tuple(_phrase_term(phrase) for phrase in phrases_in(searched) if stems(phrase))

    def of_name(self, name: str) -> tuple[Term, ...]:
        """The terms of what a thing is called: in a name, "agreement" or "date" makes no question."""
        return self._of_tokens(_tokens(name), STOP_WORDS)

    def of_words(self, searched: str, said_by_type: frozenset[str] = frozenset()) -> tuple[Term, ...]:
        """A term for each word, or run of words, that says something."""
        return self._of_tokens(_tokens(searched), SCAFFOLD | STOP_WORDS | said_by_type)

    def _of_tokens(self, tokens: list[tuple[str, str]], passed_over: frozenset[str]) -> tuple[Term, ...]:
        terms: list[Term] = []
        position = 0
        while position < len(tokens):
            length = self._longest_phrase(tokens, position)
            run = tokens[position : position + length]
            position += length
            following = tokens[position][0] if position < len(tokens) else ""
            if length == 1 and run[0][0] in passed_over and (run[0][0], following) not in _KEPT_BEFORE:
                continue
            if length == 1 and (run[0][0], following) in _SAYS_NOTHING:
                continue
            terms.append(self._term(run))
        return merged(terms)

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
            common=common,
        )


def phrases_in(searched: str) -> tuple[str, ...]:
    """What the user quotes."""
    return tuple(_PHRASE.findall(searched))


def with_required_head(terms: tuple[Term, ...], searched: str) -> tuple[Term, ...]:
    """Where a quantity is asked for by name, a place that does not name it does not answer.

    Of "employer's liability insurance deductible" the last word says what is wanted.
    """
    named = _NAMED.match(searched)
    words_named = stems(named["named"]) if named else []
    heads = [term for term in terms if term.weight == 1 and term.own[-1] in words_named]
    return tuple(replace(term, required=True) if term in heads[-1:] else term for term in terms)


def merged(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Each thing once: "fee" asked for twice does not count twice."""
    unique: dict[frozenset[Stems], Term] = {}
    for term in terms:
        unique.setdefault(frozenset(term.wordings), term)
    return tuple(unique.values())


def weighing(terms: Iterable[Term], factor: float) -> tuple[Term, ...]:
    """The same terms, which count for more or less."""
    return tuple(replace(term, weight=term.weight * factor) for term in terms)


def widened(question: Question, stated: Iterable[Signals]) -> Question:
    """The question with the reader's words as further things to search for, and for nothing else.

    What is found is judged by the question as it was asked, or a reader could make anything relevant.
    """
    words = dict.fromkeys(keyword for signals in stated for keyword in signals.new_keywords)
    own = {keyword: tuple(stems(keyword)) for keyword in words}
    more = tuple(Term(keyword, said, {said: 1.0}, _WORTH) for keyword, said in own.items() if said)
    return replace(question, retrieval=replace(question.retrieval, terms=(*question.retrieval.terms, *more)))


def in_likely_words(question: Question) -> Question:
    """The question with a planner's words as further wordings, on the same terms: to search with only."""
    likely = question.retrieval.likely_words
    return _also(question, likely) if likely else question


def with_hints(question: Question, hints: Sequence[str]) -> Question:
    """The question with words of the user's own beside it, on the same terms: to search with only."""
    if not hints:
        return question
    likely = (*question.retrieval.likely_words, *hints)
    return replace(question, retrieval=replace(question.retrieval, likely_words=likely))


def _also(question: Question, keywords: Iterable[str]) -> Question:
    new = {words: _WORTH for keyword in keywords if (words := tuple(stems(keyword)))}
    terms = tuple(_with(term, new) for term in question.retrieval.terms)
    return replace(question, retrieval=replace(question.retrieval, terms=terms))


def _with(term: Term, new: dict[Stems, float]) -> Term:
    return term if term.required else replace(term, wordings={**new, **term.wordings})


def _phrase_term(phrase: str) -> Term:
    """Words that the user quotes, and names with a number, are wanted as they are."""
    own = tuple(stems(phrase))
    return Term(asked=phrase, own=own, wordings={own: 1.0}, required=True)


def _tokens(searched: str) -> list[tuple[str, str]]:
    tokens = []
    for word, _, _ in words(searched):
        stem = stems(word)
        if stem:
            tokens.append((word, stem[0]))
    return tokens
