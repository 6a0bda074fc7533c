"""Laws of the quote check, over sentences, typesetting noise and changes of meaning that we make up."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.prove.quote import locate
from pincite.records.fold import fold
from tests.effort import examples

PARTIES = ["the Company", "the Supplier", "Acme Fire & Flood, Inc.", "Müller’s Office", "the Licensee"]
MODALS = ["shall", "may", "must", "shall not", "will", "may not"]
VERBS = ["deliver", "reimburse", "indemnify", "co-finance", "re-certify", "file"]
AMOUNTS = [
    "$4,500", "4,500 euros", "US$ 5 million", "twelve percent (12%)", "−5 °C", "(1,250)", "10–15 units",
    "2.5 mg", "one hundred and fifty dollars", "≥ 30 %", "EUR 1 000 000", "3 × 10^6 cells", "1 ½ tons",
]  # fmt: skip
TERMS = [
    "within thirty (30) days",
    "no later than March 31, 2019",
    "for 5 years",
    "upon “Completion”",
    "at 5:30 p.m.",
]
ENDS = [".", ";", ")."]


@st.composite
def sentences(draw: st.DrawFn) -> str:
    words = (st.sampled_from(kind) for kind in (PARTIES, MODALS, VERBS, AMOUNTS, PARTIES, TERMS))
    party, modal, verb, amount, other, term = (draw(word) for word in words)
    opening = draw(st.sampled_from(["If so (and only then), ", "Whereas ", ""]))
    return f"{opening}{party} {modal} {verb} {amount} to {other} {term}{draw(st.sampled_from(ENDS))}"


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str, int]:
    """A sentence, a text that holds it, and its place there."""
    sentence = draw(sentences())
    before = draw(st.sampled_from(["", "This is so. ", "12 \n", "See 4.1 ", "(b) ", "\n- ", "Taxes; and "]))
    after = draw(st.sampled_from(["", " The end.", "\n5.3 Taxes", " (c) Each", '" is so']))
    return sentence, before + sentence + after, len(before)


@st.composite
def noisy(draw: st.DrawFn, sentence: str) -> str:
    """The sentence with only its typesetting changed."""
    for pattern, versions in NOISE:
        sentence = re.sub(pattern, one_of(draw, versions), sentence)
    return sentence


def one_of(draw: st.DrawFn, versions: Callable[[str], list[str]]) -> Callable[[re.Match[str]], str]:
    return lambda found: draw(st.sampled_from(versions(found.group())))


SPACES = ["\n", "  ", "\u00a0", " \n ", "\r\n", "\u2009"]
BREAKS_IN_WORDS = ["\u00ad", "-\n", "\u00ad\n", "\u200b", "-  \n "]
NOISE: tuple[tuple[str, Callable[[str], list[str]]], ...] = (
    (r"(?<=[a-z]{2})(?=[a-z]{2}ti|[a-z]{3}\b)", lambda found: ["", "", *BREAKS_IN_WORDS]),
    (r"ffi|fi|fl", lambda found: [found, {"ffi": "ﬃ", "fi": "ﬁ", "fl": "ﬂ"}[found]]),
    (r"ü", lambda found: [found, "u\u0308"]),
    (r"[’']", lambda found: ["'", "’", "‘"]),
    (r"[“”\"]", lambda found: ['"', "“", "”", "„"]),
    (r"(?<=[a-z])-(?=[a-z])", lambda found: ["-", "–", "‑", "-\n"]),
    (r"(?<=\d)–(?=\d)|−", lambda found: ["-", "–", "−"]),
    (" ", lambda found: [found, found, *SPACES]),
)

CHANGES = [
    (r"\bshall not\b", "shall"), (r"\bmay not\b", "may"), (r"\bshall\b", "may"), (r"\bmay\b", "shall"),
    (r"\bwill\b", "will not"), (r"\bmust\b", "need not"), ("4,500", "4,600"), ("4,500", "4.500"),
    ("4,500", "4500"), (r"\$", "€"), ("euros", "dollars"), ("million", "billion"), ("12%", "12"),
    ("12%", "1.2%"), ("−5", "5"), (r"\(1,250\)", "1,250"), ("10–15", "10"), ("10–15", "1015"),
    ("mg", "g"), ("2.5", "25"), ("fifty", "fifteen"), ("≥", "≤"), ("≥ ", ""), ("1 000 000", "1 000"),
    (r"10\^6", "106"), (" ½", ""), (r"thirty \(30\)", "thirty (60)"), ("days", "months"),
    ("March", "May"), ("2019", "2018"), ("31", "13"), ("5 years", "5 days"), ("p.m.", "a.m."),
    ("5:30", "530"), ("Company", "Supplier"), ("Fire & Flood", "Flood & Fire"),
    ("Licensee", "Licensor"), ("Müller", "Muller"), ("to ", "for "), ("deliver ", ""),
]  # fmt: skip


@st.composite
def altered(draw: st.DrawFn, sentence: str) -> str | None:
    """The sentence with its meaning changed in one place; None if none of our changes applies to it."""
    versions = [re.sub(old, new, sentence, count=1) for old, new in CHANGES if re.search(old, sentence)]
    return draw(st.sampled_from(versions)) if versions else None


def found_under_noise(data: st.DataObject) -> None:
    sentence, text, at = data.draw(texts())
    noise = data.draw(noisy(sentence))
    set_text = text[:at] + noise + text[at + len(sentence) :]
    in_noisy_text = [(m.start, m.end) for m in locate(sentence, set_text)]
    assert (at, at + len(noise)) in in_noisy_text
    assert (at, at + len(sentence)) in [(m.start, m.end) for m in locate(noise, text)]


def refused_when_altered(data: st.DataObject) -> None:
    sentence, text, at = data.draw(texts())
    changed = data.draw(altered(sentence))
    if changed is None:
        return
    noise = data.draw(noisy(sentence))
    assert locate(changed, text[:at] + noise + text[at + len(sentence) :]) == []


def located_reads_as_the_quote(quote: str, text: str) -> None:
    quote = quote.strip(" \n\u00ad\u200b\u200e")
    for match in locate(quote, text):
        passage = text[match.start : match.end]
        assert reading(passage, quote) == reading(quote, quote)
        assert not (text[: match.start][-1:].isalnum() and passage[0].isalnum())
        assert not (passage[-1].isalnum() and text[match.end :][:1].isalnum())
        assert match.grade != "exact" or passage == quote


def reading(text: str, quote: str) -> str:
    """The folded text, without the spaces of a quote's dashes: they are the typesetter's."""
    folded = fold(text).lowered
    return re.sub(r"[-\s]", "", folded) if re.search("[–—]|--| - ", quote) else folded


tricky = st.text(alphabet="aAé5 1-–\n.,('’%$\u00ad\u200b\u0301ﬁi/合S—`≥mg\u200e*", max_size=12)
usual = settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
many = settings(usual, max_examples=10_000)


@usual
@given(data=st.data())
def test_sentence_is_found_at_its_place_whatever_its_typesetting(data):
    found_under_noise(data)


@usual
@given(data=st.data())
def test_sentence_whose_meaning_was_changed_is_refused_whatever_its_typesetting(data):
    refused_when_altered(data)


# Short texts, so that many are read in a moment.
@settings(usual, max_examples=500)
@given(quote=tricky, text=tricky)
def test_whatever_is_located_reads_as_the_quote(quote, text):
    located_reads_as_the_quote(quote, text)
    located_reads_as_the_quote(text[2:-2], text)


@usual
@given(text=st.lists(sentences(), min_size=1, max_size=4), white_space=st.sampled_from([" ", "\n", "\n\n"]))
def test_every_whole_sentence_is_located_at_its_place(text, white_space):
    whole, at = white_space.join(text), 0
    for sentence in text:
        assert any((m.start, m.grade) == (at, "exact") for m in locate(sentence, whole))
        at += len(sentence) + len(white_space)


@usual
@given(cut=st.data(), sentence=sentences())
def test_match_never_begins_or_ends_inside_a_word(cut, sentence):
    start = cut.draw(st.integers(0, len(sentence) - 1))
    end = cut.draw(st.integers(start + 1, len(sentence)))
    for match in locate(sentence[start:end], sentence):
        assert not re.search(r"\w\Z", sentence[: match.start]) or not re.match(r"\w", sentence[match.start :])
        assert not re.search(r"\w\Z", sentence[: match.end]) or not re.match(r"\w", sentence[match.end :])


@pytest.mark.long
@many
@given(data=st.data())
def test_ten_thousand_noisy_sentences_are_found(data):
    found_under_noise(data)


@pytest.mark.long
@many
@given(data=st.data())
def test_ten_thousand_altered_sentences_are_refused(data):
    refused_when_altered(data)


@pytest.mark.long
@many
@given(quote=tricky, text=tricky)
def test_ten_thousand_tricky_pairs_read_alike_where_located(quote, text):
    located_reads_as_the_quote(quote, text)
    located_reads_as_the_quote(text[2:-2], text)
