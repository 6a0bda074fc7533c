"""Ask a claim: a statement that a source supports or contradicts becomes a question for yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from evals.training.corpus import Claim, Corpus

ASKED = "asked"
_FROM = frozenset(
    "mnli_train mnli_dev_matched snli_train snli_dev snli_counterfactual conjnli fever_dev_evidence "
    "fever_symmetric foolmetwice contractnli contractnli_windows contractnli_train_spans "
    "altered_negation altered_opposite".split()
)
_MOST_WORDS = 32
_MOST_BEFORE = 7
_FIRST = frozenset("is are was were can could may might must shall should will would".split())
# What stands before the verb in a subordinate clause: the first verb is then not that of the sentence.
_SUBORDINATE = frozenset("that which who whom whose when if while because where although but and".split())
_DENIED = re.compile(r"\b(?:not|no|never|none|nobody|nothing|neither)\b|n't\b", re.IGNORECASE)
_LOWERED = frozenset(
    "the a an all any some there it they he she this these those both most many each every people".split()
)
_FORMS = ("Is it true that {}?", "So {}?", "{}, right?", "Is it correct that {}?", "Does it say that {}?")


def add_asked(corpus: Corpus, random: Random) -> None:
    """One question for each claim that can be asked."""
    corpus.claims += list(_asked(corpus, random))


def _asked(corpus: Corpus, random: Random) -> Iterator[Claim]:
    for claim in corpus.claims:
        if claim.source not in _FROM or claim.contradicted < 0:
            continue
        question = question_of(corpus.texts[claim.claim], random)
        if question:
            yield Claim(ASKED, corpus.text(question), claim.evidence, claim.supported, claim.contradicted)


def question_of(claim: str, random: Random) -> str | None:
    """The claim as a question whose yes is the claim; None for one that is too long or no sentence."""
    words = claim.strip().rstrip(".!").split()
    if not 3 <= len(words) <= _MOST_WORDS or "?" in claim:
        return None
    first = words[0].lower() if words[0].lower() in _LOWERED else words[0]
    said = " ".join([first, *words[1:]])
    at = _verb(words)
    # "May the tenant not sublet?" can be answered either way.
    if at and not _DENIED.search(said) and random.random() < 0.75:
        subject = " ".join([first, *words[1:at]])
        return f"{words[at].capitalize()} {subject} {' '.join(words[at + 1 :])}?"
    asked = random.choice(_FORMS).format(said)
    return asked[0].upper() + asked[1:]


def _verb(words: list[str]) -> int:
    """Where the sentence's own auxiliary stands; 0 where it is not plain."""
    for at, word in enumerate(words[: _MOST_BEFORE + 1]):
        plain = word.lower()
        if plain in _FIRST:
            return at if at < len(words) - 1 else 0
        if plain in _SUBORDINATE or word.endswith((",", ":", ";")):
            return 0
    return 0
