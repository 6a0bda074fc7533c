"""The dictionaries that ship, and what a user's own may get wrong."""

from __future__ import annotations

import pytest
import yaml

from pincite.errors import ConfigError
from pincite.language.vocabulary import wording
from pincite.question.dictionary.entries import build, dictionary, shipped, starters
from pincite.question.dictionary.file import _plain, read


def built(source: str):
    return build(read(source, "mine.yaml"))


def test_asked_words_lead_to_document_words_but_are_not_looked_for():
    concepts = built("premium: {words: [premium], asked: [price of cover]}")
    assert set(concepts.expand(wording("price of cover"))) == {wording("premium")}


def test_abbreviation_is_looked_for_and_leads_to_the_words():
    concepts = built("adverse: {words: [material adverse effect], abbreviations: [MAE]}")
    both = {wording("material adverse effect"), wording("MAE")}
    assert set(concepts.expand(wording("MAE"))) == both
    assert set(concepts.expand(wording("material adverse effect"))) == both


def test_phrase_of_two_concepts_gets_the_words_of_both():
    concepts = built("a: {words: [fee], asked: [cost]}\nb: {words: [expense], asked: [cost]}")
    assert set(concepts.expand(wording("cost"))) == {wording("fee"), wording("expense")}


def test_phrase_that_no_dictionary_knows_has_no_other_wording():
    assert built("a: {words: [fee]}").expand(wording("fee schedule")) == {}
    assert built("a: {words: [fee]}").expand(()) == {}


def test_starters_are_read_and_know_contracts_labels_and_insurance():
    for phrase in ("governing law", "half-life", "deductible"):
        assert starters().expand(wording(phrase))


@pytest.mark.parametrize("name", shipped())
def test_shipped_file_is_plain_enough_to_be_read_without_a_yaml_parser(name):
    plain = _plain(shipped()[name])
    assert plain is not None
    as_lists = {
        concept: {key: list(said) if isinstance(said, tuple) else said for key, said in entry.items()}
        for concept, entry in plain.items()
    }
    assert as_lists == yaml.safe_load(shipped()[name])


@pytest.mark.parametrize(
    "source",
    [
        "a:\n  words: [no, fee]",
        "a:\n  words: [30]",
        "a:\n  words: [fee]\na:\n  words: [cost]",
        "a:\n  words: [fee] # the fee",
        "a:\n  words: ['fee, charge']",
        "a:\n  asked: [cost]",
        "a:\n  words: [fee ]",
    ],
)
def test_file_that_needs_a_yaml_parser_is_not_read_without_one(source):
    assert _plain(source) is None


@pytest.mark.parametrize(
    "source",
    [
        "fee: [a, b]",
        "fee: {wrods: [fee]}",
        "fee:\n  wrods: [fee]",
        "fee: {words: []}",
        "fee:\n  words: [fee]\n  statement: income_statement",
        "fee: {words",
        "- fee",
    ],
)
def test_broken_file_is_a_config_error_that_names_it(source):
    with pytest.raises(ConfigError, match=r"mine\.yaml"):
        read(source, "mine.yaml")


def test_shorter_wording_says_less_than_the_documents_own_phrase():
    concepts = built("a: {words: [assign, assign without consent], asked: [hand over]}")
    assert concepts.expand(wording("assign without consent"))[wording("assign")] < 0.7
    assert concepts.expand(wording("hand over"))[wording("assign")] > 0.9


def test_rivals_hold_for_every_phrase_of_their_concept_alone():
    concepts = built("buyer: {words: [buyer], asked: [who buys], rivals: [seller]}\nfee: {words: [fee]}")
    assert concepts.rivals[wording("who buys")] == {wording("seller")}
    assert wording("fee") not in concepts.rivals


def test_attributes_are_the_concepts_with_a_type_of_value():
    concepts = built(
        "half-life: {words: [half-life], abbreviations: [t1/2], type: duration}\n"
        "price: {words: [price], types: [amount, percentage]}\n"
        "law: {words: [governing law]}"
    )
    half_life, price = concepts.attributes()
    assert (half_life.concept, half_life.types) == ("half-life", ("duration",))
    assert half_life.wordings == {wording("half-life"), wording("t1/2")}
    assert price.types == ("amount", "percentage")


def test_likely_sections_of_a_phrase_are_those_of_its_concepts():
    concepts = built("storage: {words: [store], asked: [keep], sections: [How Supplied]}")
    assert concepts.sections(wording("keep")) == {wording("How Supplied")}
    assert concepts.sections(wording("price")) == frozenset()


def test_own_concept_takes_the_place_of_the_starter_of_that_name(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text("half-life:\n  words: [Halbwertszeit]\nBauteil:\n  words: [Bauteil, Baugruppe]\n", "utf-8")
    concepts = dictionary([own])
    assert set(concepts.expand(wording("Halbwertszeit"))) == {wording("Halbwertszeit")}
    assert concepts.expand(wording("elimination half-life")) == {}
    assert wording("Baugruppe") in concepts.expand(wording("Bauteil"))
    assert concepts.expand(wording("deductible")) == starters().expand(wording("deductible"))


def test_own_file_that_was_changed_is_read_again(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text("part:\n  words: [widget]\n", "utf-8")
    dictionary([own])
    own.write_text("part:\n  words: [widget, gadget]\n", "utf-8")
    assert wording("gadget") in dictionary([own]).expand(wording("widget"))


def test_own_file_that_is_not_there_is_a_config_error(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.yaml"):
        dictionary([tmp_path / "none.yaml"])


CLAUSES = """
who are the parties; date of the agreement; effective date; expiration date; renewal term; notice of
non-renewal; governing law; most favored nation; non-compete; exclusivity; solicit customers; poach;
disparage; terminate for convenience; right of first refusal; ROFO; change of control; assign; revenue
share; price increase; minimum commitment; volume restriction; intellectual property; work made for hire;
jointly owned; license; non-transferable; licensee and its affiliates; unlimited use; irrevocable;
perpetual; source code escrow; effect of termination; audit; uncapped; liability cap; liquidated damages;
warranty period; insurance; covenant not to sue; third-party beneficiary
"""
DEAL_POINTS = """
no-shop; fiduciary out; superior proposal; intervening event; MAE; specific performance; tail provision;
knowledge qualifier; ordinary course of business; antitrust efforts; closing conditions; termination fee;
outside date; type of consideration
"""
LABELS = """
indication; contraindicated; dose; half-life; stay in the body; Cmax; Tmax; protein binding; clearance;
interaction; overdose; storage; excipients; pregnancy; breast milk; bad kidneys; liver problems; side
effects; boxed warning
"""
POLICIES = """
deductible; limit; exclusion; endorsement; waiting period; premium; cancellation; subrogation; grace
period; my data; sell; cookies; where i am; third parties; kids; opt out; hackers; capex; net income;
revenue; EBITDA; segment
"""


@pytest.mark.parametrize(
    "phrase",
    [phrase.strip() for text in (CLAUSES, DEAL_POINTS, LABELS, POLICIES) for phrase in text.split(";")],
)
def test_starters_know_what_is_usually_asked_of_such_documents(phrase):
    assert starters().expand(wording(phrase))


@pytest.mark.parametrize(
    ("concept", "types"),
    [
        ("half-life", ("duration",)),
        ("premium", ("amount",)),
        ("protein binding", ("percentage",)),
        ("agreement date", ("date",)),
        ("policy period", ("date_range", "date", "duration")),
    ],
)
def test_starters_say_what_kind_of_value_a_concept_has(concept, types):
    (found,) = [each for each in starters().attributes() if each.concept == concept]
    assert found.types == types


@pytest.mark.parametrize(
    "question", ["deal exclusively", "forbidden to compete", "third party who can enforce"]
)
def test_a_whole_question_is_not_swallowed_by_a_concept_of_broad_words(question):
    assert starters().expand(wording(question)) == {}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("top line", "net sales"),
        ("turnover", "revenue"),
        ("bottom line", "net earnings"),
        ("profit for the year", "net income"),
        ("capex", "purchases of property plant and equipment"),
        ("additions to PP&E", "capital expenditures"),
        ("PPNE", "property and equipment"),
        ("COGS", "cost of revenue"),
        ("EBIT", "operating profit"),
        ("D&A", "depreciation and amortization"),
        ("SG&A", "selling general and administrative"),
    ],
)
def test_line_is_looked_for_under_its_other_names(asked, found):
    assert wording(found) in starters().expand(wording(asked))


def test_no_two_shipped_files_have_a_concept_of_one_name():
    names = [name for file, source in shipped().items() for name in read(source, file)]
    assert len(names) == len(set(names))
