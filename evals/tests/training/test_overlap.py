"""What repeats validation text is not trained on."""

from __future__ import annotations

from evals.training.corpus import Claim, Corpus, Gold, Row
from evals.training.gather import drop_repeats
from evals.training.overlap import known_runs, repeats, share_known

HELD_BACK = (
    "The supplier shall deliver the goods within thirty days of each order, and the buyer shall pay the "
    "price within sixty days of delivery unless the parties have agreed otherwise in writing beforehand."
)
OTHER = (
    "Either party may end this agreement by giving ninety days of notice in writing, in which case the fees "
    "that were paid in advance for the time after the end are returned to the customer without any deduction."
)


def test_a_copy_repeats_and_another_text_does_not():
    known = known_runs([HELD_BACK])
    assert repeats(HELD_BACK, known)
    assert not repeats(OTHER, known)


def test_case_punctuation_and_line_breaks_do_not_hide_a_copy():
    known = known_runs([HELD_BACK])
    assert repeats(HELD_BACK.upper().replace(",", " –\n"), known)


def test_a_text_that_shares_less_than_half_of_its_runs_is_kept():
    known = known_runs([HELD_BACK])
    mixed = f"{OTHER} {OTHER.replace('party', 'side')} {HELD_BACK}"
    assert 0 < share_known(mixed, known) < 0.5
    assert not repeats(mixed, known)


def test_a_short_text_repeats_only_when_it_is_the_same():
    known = known_runs(["A man rides a horse."])
    assert repeats("a man rides a horse", known)
    assert not repeats("A man rides a red horse.", known)


def test_rows_and_claims_lose_what_repeats_validation_text():
    corpus = Corpus()
    corpus.passage(HELD_BACK, validation=True)
    copy, other = corpus.passage(f"{HELD_BACK} "), corpus.passage(OTHER)
    question = (corpus.text("When must the buyer pay?"),)
    corpus.rows = [
        Row("set", question, (Gold(copy),)),
        Row("set", question, (Gold(copy), Gold(other))),
        Row("set", question, negatives=(copy,)),
        Row("set", question, negatives=(other,)),
    ]
    corpus.claims = [Claim("set", question[0], corpus.passages[p].body, 1) for p in (copy, other)]
    drop_repeats(corpus, workers=1)
    assert [row.positives for row in corpus.rows] == [(Gold(other),), ()]
    assert [claim.evidence for claim in corpus.claims] == [corpus.passages[other].body]
    assert corpus.passages[copy].body in corpus.validation
