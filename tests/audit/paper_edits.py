"""Edits of a contract, each with what becomes of the cited sentence by the way the edit is made.

The status is known before anything is matched: whoever moves a paragraph knows that it moved.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.audit.papers import PARTIES, TOPICS, Paper, Section, filler, fillers

Edit = Callable[[Paper, random.Random], Paper]


@dataclass(frozen=True)
class Named:
    """An edit, and the status of what is cited after it."""

    name: str
    edit: Edit
    status: str
    start: Edit = lambda paper, random: paper
    """What the old contract must have for the edit."""
    numbers: bool = False
    """Whether the edit is one of the numbers of sections."""


def _with_paragraphs(paper: Paper, at: int, paragraphs: list[tuple[str, ...]]) -> Paper:
    sections = list(paper.sections)
    sections[at] = replace(sections[at], paragraphs=tuple(paragraphs))
    return paper.with_sections(sections)


def _with_sentence(paper: Paper, sentence: str) -> Paper:
    """The cited sentence in other words, at the same place."""
    at, number = paper.home
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs[number] = tuple(
        sentence if each == paper.fact.sentence else each for each in paragraphs[number]
    )
    return _with_paragraphs(paper, at, paragraphs)


def _elsewhere(paper: Paper, random: random.Random) -> int:
    at, _ = paper.home
    return random.choice([other for other in range(len(paper.sections)) if other != at])


def untouched(paper: Paper, random: random.Random) -> Paper:
    return paper


def insert_elsewhere(paper: Paper, random: random.Random) -> Paper:
    at = _elsewhere(paper, random)
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs.insert(random.randint(0, len(paragraphs)), fillers(random, random.randint(1, 4)))
    return _with_paragraphs(paper, at, paragraphs)


def insert_beside(paper: Paper, random: random.Random) -> Paper:
    at, number = paper.home
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs.insert(number + random.randint(0, 1), fillers(random, random.randint(1, 3)))
    return _with_paragraphs(paper, at, paragraphs)


def insert_in_paragraph(paper: Paper, random: random.Random) -> Paper:
    at, number = paper.home
    paragraphs = list(paper.sections[at].paragraphs)
    sentences = list(paragraphs[number])
    sentences.insert(random.randint(0, len(sentences)), filler(random))
    paragraphs[number] = tuple(sentences)
    return _with_paragraphs(paper, at, paragraphs)


def delete_elsewhere(paper: Paper, random: random.Random) -> Paper:
    at = _elsewhere(paper, random)
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs.pop(random.randrange(len(paragraphs)))
    return _with_paragraphs(paper, at, paragraphs)


def delete_sentence(paper: Paper, random: random.Random) -> Paper:
    at, number = paper.home
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs[number] = tuple(each for each in paragraphs[number] if each != paper.fact.sentence)
    return _with_paragraphs(paper, at, [each for each in paragraphs if each])


def delete_paragraph(paper: Paper, random: random.Random) -> Paper:
    at, number = paper.home
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs.pop(number)
    return _with_paragraphs(paper, at, paragraphs)


def delete_section(paper: Paper, random: random.Random) -> Paper:
    at, _ = paper.home
    return paper.with_sections([*paper.sections[:at], *paper.sections[at + 1 :]])


def replace_by_another(paper: Paper, random: random.Random) -> Paper:
    """The paragraph is gone, and one that has nothing to do with it stands at its place."""
    at, number = paper.home
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs[number] = fillers(random, 2)
    return _with_paragraphs(paper, at, paragraphs)


def move_to_section(paper: Paper, random: random.Random) -> Paper:
    at, number = paper.home
    paragraph = paper.sections[at].paragraphs[number]
    there = _elsewhere(paper, random)
    without = delete_paragraph(paper, random)
    paragraphs = list(without.sections[there].paragraphs)
    paragraphs.insert(random.randint(0, len(paragraphs)), paragraph)
    return _with_paragraphs(without, there, paragraphs)


def lengthen_section(paper: Paper, random: random.Random) -> Paper:
    """More text behind the cited paragraph than it has itself."""
    at, _ = paper.home
    return _with_paragraphs(
        paper, at, [*paper.sections[at].paragraphs, fillers(random, 4), fillers(random, 4)]
    )


def move_in_section(paper: Paper, random: random.Random) -> Paper:
    at, number = paper.home
    paragraphs = list(paper.sections[at].paragraphs)
    return _with_paragraphs(paper, at, [*paragraphs[:number], *paragraphs[number + 1 :], paragraphs[number]])


def reorder_sections(paper: Paper, random: random.Random) -> Paper:
    at, _ = paper.home
    sections = list(paper.sections)
    own = sections.pop(at)
    return paper.with_sections([*sections, own] if at < len(sections) / 2 else [own, *sections])


def retype_value(paper: Paper, random: random.Random) -> Paper:
    fact = paper.fact
    return _with_sentence(paper, fact.sentence.replace(fact.value, fact.other_value))


def negate(paper: Paper, random: random.Random) -> Paper:
    return _with_sentence(paper, paper.fact.negated)


def reword(paper: Paper, random: random.Random) -> Paper:
    return _with_sentence(paper, paper.fact.reworded)


def add_condition(paper: Paper, random: random.Random) -> Paper:
    sentence = paper.fact.sentence
    limited = random.choice(
        (
            f"Except in the first year, {sentence}",
            f"{sentence[:-1]} unless the parties agree otherwise in writing.",
        )
    )
    return _with_sentence(paper, limited)


def change_modal(paper: Paper, random: random.Random) -> Paper:
    sentence = paper.fact.sentence
    for old, new in ((" shall ", " may "), (" may ", " must "), (" takes ", " should take ")):
        if old in sentence:
            return _with_sentence(paper, sentence.replace(old, new, 1))
    raise LookupError(sentence)


def rename_party(paper: Paper, random: random.Random) -> Paper:
    if not paper.fact.party:
        return retype_value(paper, random)
    other = random.choice([each for each in PARTIES if each not in paper.fact.sentence])
    return _with_sentence(paper, paper.fact.sentence.replace(paper.fact.party, other))


def rewrap(paper: Paper, random: random.Random) -> Paper:
    width = random.choice((40, 55, 64, 90, 110))
    return replace(paper, setting=replace(paper.setting, width=width, indent=random.choice(("", "  "))))


def divide_words(paper: Paper, random: random.Random) -> Paper:
    """Lines that end with a hyphen, as a recogniser or a typesetter leaves them."""
    return replace(paper, setting=replace(paper.setting, width=random.choice((44, 58)), hyphenate=True))


def dress_anew(paper: Paper, random: random.Random) -> Paper:
    def dress(text: str) -> str:
        return text.replace("fi", "ﬁ").replace("fl", "ﬂ").replace("'", "’").replace("EUR ", "EUR\u00a0")

    return replace(paper, setting=replace(paper.setting, dress=dress, width=66))


def renumber(paper: Paper, random: random.Random) -> Paper:
    return replace(paper, first_number=paper.first_number + random.randint(1, 3))


def insert_section_before(paper: Paper, random: random.Random) -> Paper:
    """All later sections have another number."""
    used = {section.title for section in paper.sections}
    title = random.choice([topic for topic in TOPICS if topic not in used])
    at, _ = paper.home
    sections = list(paper.sections)
    sections.insert(random.randint(0, at), Section(title, (fillers(random, 2), fillers(random, 3))))
    return paper.with_sections(sections)


def retitle(paper: Paper, random: random.Random) -> Paper:
    at, _ = paper.home
    sections = list(paper.sections)
    sections[at] = replace(sections[at], title="Commercial Provisions")
    return paper.with_sections(sections)


def duplicate_with_other_value(paper: Paper, random: random.Random) -> Paper:
    """The same clause a second time elsewhere, with another number; what is cited is as it was."""
    fact = paper.fact
    at = _elsewhere(paper, random)
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs.append((fact.sentence.replace(fact.value, fact.other_value),))
    return _with_paragraphs(paper, at, paragraphs)


def duplicate(paper: Paper, random: random.Random) -> Paper:
    at = _elsewhere(paper, random)
    paragraphs = list(paper.sections[at].paragraphs)
    paragraphs.append((paper.fact.sentence,))
    return _with_paragraphs(paper, at, paragraphs)


def change_and_recall(paper: Paper, random: random.Random) -> Paper:
    """The clause says something else, and its old words are recalled in another section."""
    there = _elsewhere(paper, random)
    changed = retype_value(paper, random)
    return _with_paragraphs(changed, there, [*changed.sections[there].paragraphs, (paper.fact.sentence,)])


def misread_elsewhere(paper: Paper, random: random.Random) -> Paper:
    """An image of the contract was read, and letters came out wrong, but none of the cited sentence."""
    return _misread(paper, random, lambda sentence: sentence != paper.fact.sentence)


def misread_cited(paper: Paper, random: random.Random) -> Paper:
    """The same, and in the cited sentence too: other letters stand there now, whatever was meant."""
    return _misread(paper, random, lambda sentence: True)


_MISREADINGS = (("rm", "nn"), ("m", "rn"), ("cl", "d"), ("ri", "n"), ("li", "h"), ("w", "vv"), ("e", "c"))


def _misread(paper: Paper, random: random.Random, touched: Callable[[str], bool]) -> Paper:
    def read(sentence: str) -> str:
        if not touched(sentence):
            return sentence
        is_cited = sentence == paper.fact.sentence
        known = [pair for pair in _MISREADINGS if pair[0] in sentence]
        if not known or (random.random() < 0.5 and not is_cited):
            return sentence
        wrong, right = random.choice(known)
        return sentence.replace(wrong, right, 1)

    sections = [
        replace(section, paragraphs=tuple(tuple(map(read, each)) for each in section.paragraphs))
        for section in paper.sections
    ]
    return replace(paper, sections=tuple(sections), setting=replace(paper.setting, width=61))


EDITS = (
    Named("untouched", untouched, "holds"),
    Named("insert elsewhere", insert_elsewhere, "holds"),
    Named("insert beside", insert_beside, "holds"),
    Named("insert in paragraph", insert_in_paragraph, "holds"),
    Named("delete elsewhere", delete_elsewhere, "holds"),
    Named("delete sentence", delete_sentence, "vanished"),
    Named("delete paragraph", delete_paragraph, "vanished"),
    Named("delete section", delete_section, "vanished"),
    Named("replace by another", replace_by_another, "vanished"),
    Named("move to section", move_to_section, "moved"),
    Named("move in section", move_in_section, "moved", lengthen_section),
    Named("reorder sections", reorder_sections, "moved"),
    Named("retype value", retype_value, "changed"),
    Named("negate", negate, "changed"),
    Named("reword", reword, "changed"),
    Named("add condition", add_condition, "changed"),
    Named("change modal", change_modal, "changed"),
    Named("rename party", rename_party, "changed"),
    Named("rewrap", rewrap, "holds"),
    Named("divide words", divide_words, "holds"),
    Named("dress anew", dress_anew, "holds"),
    Named("renumber", renumber, "moved", numbers=True),
    Named("insert section before", insert_section_before, "moved", numbers=True),
    Named("retitle", retitle, "moved"),
    Named("duplicate with other value", duplicate_with_other_value, "holds"),
    Named("duplicate", duplicate, "holds"),
    Named("change and recall", change_and_recall, "changed"),
    Named("misread elsewhere", misread_elsewhere, "holds"),
    Named("misread cited", misread_cited, "changed"),
)
# What may happen besides without touching the cited sentence or its place.
BESIDES: tuple[Edit, ...] = (insert_elsewhere, delete_elsewhere, rewrap, misread_elsewhere, dress_anew)
