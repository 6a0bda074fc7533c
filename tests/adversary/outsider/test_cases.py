"""The cases are what they say they are: enough of each kind, truths provable, false quotes absent."""

from collections import Counter, defaultdict

import pytest

from .cases import FORGERS, lies, make_pairs, truths
from .claims import Lie, Truth
from .template import locate_lines, squeeze

QUOTE_IS_NOT_THERE = {
    "stitched_quote",
    "limiting_word_left_out",
    "number_changed_in_quote",
    "word_changed_in_quote",
    "lookalike_characters",
    "invented_quote",
    "question_as_quote",
}
QUOTE_MAY_BE_CHANGED = {"identity_changed", "footnote_mark_in_number"}
LINES_ARE_WRONG = {"wrong_lines", "lines_outside_document", "blank_evidence"}


@pytest.fixture(scope="module")
def all_lies() -> list[Lie]:
    return list(lies())


@pytest.fixture(scope="module")
def all_truths() -> list[Truth]:
    return list(truths())


def test_each_kind_has_sixty_lies_on_twelve_papers_and_twenty_truths(all_lies, all_truths):
    honest = Counter(truth.kind for truth in all_truths)
    papers = defaultdict(set)
    for lie in all_lies:
        papers[lie.kind].add(lie.document.strip().splitlines()[0])
    for kind, count in Counter(lie.kind for lie in all_lies).items():
        assert count >= 60, kind
        assert honest[kind] >= 20, kind
        assert len(papers[kind]) >= 12, kind


def test_a_kind_has_one_nature(all_lies):
    natures = defaultdict(set)
    for lie in all_lies:
        natures[lie.kind].add(lie.nature)
    assert all(len(found) == 1 for found in natures.values())
    assert sum(found == {"false"} for found in natures.values()) >= 6


def test_a_truth_is_quoted_from_its_lines_and_names_its_value_and_qualifiers_there(all_truths):
    for truth in all_truths:
        for first, last, quote in truth.citations:
            assert locate_lines(truth.document, quote) == (first, last)
            assert truth.original in quote
            assert all(words in quote for words in truth.qualifiers), truth


def test_a_false_quote_stands_nowhere_in_the_document(all_lies):
    for lie in all_lies:
        if lie.kind in QUOTE_IS_NOT_THERE:
            assert all(squeeze(quote) not in squeeze(lie.document) for _, _, quote in lie.citations), lie


def test_every_other_lie_quotes_the_document_from_the_right_lines(all_lies):
    for lie in all_lies:
        if lie.kind in QUOTE_IS_NOT_THERE | QUOTE_MAY_BE_CHANGED | LINES_ARE_WRONG:
            continue
        for first, last, quote in lie.citations:
            lines = "\n".join(lie.document.split("\n")[first - 1 : last])
            assert squeeze(quote) in squeeze(lines), lie


def test_wrong_lines_do_not_hold_the_quote(all_lies):
    for lie in all_lies:
        if lie.kind == "wrong_lines":
            ((first, last, quote),) = lie.citations
            assert squeeze(quote) not in squeeze("\n".join(lie.document.split("\n")[first - 1 : last]))


def test_no_lie_is_also_a_truth(all_lies, all_truths):
    honest = {(t.document, t.question, str(t.value), str(t.citations), str(t.qualifiers)) for t in all_truths}
    assert not [
        x
        for x in all_lies
        if (x.document, x.question, str(x.value), str(x.citations), str(x.qualifiers)) in honest
    ]


@pytest.mark.parametrize("forger", FORGERS[:3], ids=lambda forger: forger.__name__)
def test_the_cases_are_the_same_on_every_run(forger):
    assert list(make_pairs(forger)) == list(make_pairs(forger))
