"""The unanswerable sets, the drug labels and the faithfulness sets."""

from __future__ import annotations

import pytest

from evals.score.gold_set import fold_of
from evals.sets import druglabels, faithfulness, unanswerable
from evals.tests.score.raw_sets import write_rows

PASSAGE = "The bridge was built in 1901. It was painted red in 1950."


def marked(text: str, inside: str = PASSAGE) -> dict:
    return {"text": text, "start": inside.index(text), "end": inside.index(text) + len(text)}


def question(number: int, *answers: dict, dataset: str = "squad2", context: str = PASSAGE) -> dict:
    return {
        "id": f"{dataset}:{number}",
        "dataset": dataset,
        "context": context,
        "question": "When was the bridge built?",
        "answers": list(answers),
        "is_unanswerable": not answers,
    }


def read_unanswerable(data, *questions):
    write_rows(data / "unanswerable/qa.dev.jsonl", *questions)
    return unanswerable.read(data, "dev")


def test_what_several_people_marked_is_one_answer_at_any_of_its_places(tmp_path):
    (row,) = read_unanswerable(tmp_path, question(1, marked("1901"), marked("in 1901"), marked("1901"))).rows
    (answer,) = row.answers
    assert [PASSAGE[s:e] for s, e in answer.spans] == ["1901", "in 1901"]
    assert (row.strata.field, row.strata.position) == ("squad2", "middle")


def test_long_answer_stands_where_its_sentences_do(tmp_path):
    told = {"text": "In 1901.", "selected_sentences": ["The bridge was built in 1901.", "Never written."]}
    (row,) = read_unanswerable(tmp_path, question(1, told, dataset="clapnq")).rows
    assert row.answers[0].text == "In 1901."
    assert row.answers[0].spans == ((0, 29),)
    assert row.answers[0].quote == "The bridge was built in 1901."


def test_question_that_the_passage_does_not_answer_is_absent(tmp_path):
    (row,) = read_unanswerable(tmp_path, question(1)).rows
    assert row.absent


def test_equal_passages_are_one_document(tmp_path):
    gold = read_unanswerable(tmp_path, question(1), question(2), question(3, context="Another one."))
    assert len(gold.sources) == 2
    assert gold.rows[0].document == gold.rows[1].document != gold.rows[2].document


def test_what_cannot_be_asked_is_left_out_and_counted(tmp_path):
    conversation = question(1, {"text": "x"}, dataset="mtrag_un", context="")
    unsaid = question(4) | {"is_unanswerable": False}
    gold = read_unanswerable(tmp_path, conversation, question(2), question(3, context=" "), unsaid)
    assert len(gold.rows) == 1
    assert gold.left_out == {
        "the question is a conversation (mtrag_un)": 1,
        "there is no passage": 1,
        "no answer is given": 1,
    }


SECTION = "  6 REACTIONS\n\n Rash and fever. In rats, tumours. Rash again."


def event(text: str, applies_to: str = "human", at: str | None = None) -> dict:
    spans = [marked(at, SECTION)] if at else []
    return {"text": text, "spans": spans, "offset_ok": bool(at), "applies_to": applies_to}


def read_druglabels(data, *sections):
    write_rows(data / "druglabels/tac2017_sections.dev.jsonl", *sections)
    return druglabels.read(data, "dev")


def section(*events: dict, name: str = "adverse reactions") -> dict:
    return {"label_id": "Some/Drug", "section_name": name, "text": SECTION, "adverse_events": list(events)}


def test_section_is_asked_for_each_reaction_once(tmp_path):
    events = event("rash", at="Rash and"), event("Rash", at="Rash again"), event("fever", at="fever")
    gold = read_druglabels(tmp_path, section(*events, event("joint ... pain")))
    (row,) = gold.rows
    assert row.answer_shape == "list"
    assert [answer.text for answer in row.answers] == ["rash", "fever", "joint ... pain"]
    assert [SECTION[s:e] for s, e in row.answers[0].spans] == ["Rash and", "Rash again"]
    assert row.answers[2].spans is None


def test_reaction_stands_wherever_the_section_names_it(tmp_path):
    text = "Rash was common. Headache was rare. A severe rash was seen twice."
    marked = {"text": "Rash", "start": 0, "end": 4}
    reaction = event("rash") | {"spans": [marked], "offset_ok": True}
    gold = read_druglabels(tmp_path, section(reaction) | {"text": text})
    assert [text[s:e] for s, e in gold.rows[0].answers[0].spans or ()] == ["Rash", "rash"]


def test_reactions_of_animals_are_not_part_of_the_truth(tmp_path):
    gold = read_druglabels(
        tmp_path, section(event("fever", at="fever"), event("tumours", "animal", "tumours"))
    )
    (row,) = gold.rows
    assert [answer.text for answer in row.answers] == ["fever"]
    assert row.note.startswith("1 mentions")


def test_section_without_reactions_is_absent_and_one_with_those_of_animals_only_is_left_out(tmp_path):
    only_rats = section(event("tumours", "animal", "tumours"), name="boxed warnings")
    gold = read_druglabels(tmp_path, section(), only_rats)
    assert [row.absent for row in gold.rows] == [True]
    assert sum(gold.left_out.values()) == 1


def test_sections_of_a_label_are_documents_of_one_fold(tmp_path):
    gold = read_druglabels(
        tmp_path,
        section(event("fever", at="fever")),
        section(event("fever", at="fever"), name="boxed warnings"),
    )
    assert [s.name for s in gold.sources] == [
        "Some-Drug-adverse-reactions.txt",
        "Some-Drug-boxed-warnings.txt",
    ]
    assert {s.key for s in gold.sources} == {"Some/Drug"}


def claim(number: int, label: str, dataset: str = "wice", **more: str) -> dict:
    stated = {"id": f"{dataset}:{number}", "dataset": dataset, "source": PASSAGE, "claim": "It is red."}
    return stated | {"label": label, "orig_label": label} | more


def read_faithfulness(data, *claims):
    write_rows(data / "faithfulness/claims.dev.jsonl", *claims)
    return faithfulness.read(data, "dev")


@pytest.mark.parametrize(
    ("label", "supported"),
    [("supported", True), ("unsupported", False), ("neutral", False), ("contradicted", False)],
)
def test_only_what_the_source_says_is_supported(tmp_path, label, supported):
    (statement,) = read_faithfulness(tmp_path, claim(1, label))
    assert (statement.dataset, statement.claim, statement.supported) == ("wice", "It is red.", supported)


def test_claims_about_one_source_stand_in_one_fold(tmp_path):
    told = read_faithfulness(tmp_path, claim(1, "supported"), claim(2, "neutral", dataset="begin"))
    assert len({fold_of(statement.key) for statement in told}) == 1


def test_claim_about_an_nda_keeps_the_fold_of_the_document(tmp_path):
    (statement,) = read_faithfulness(
        tmp_path, claim(1, "neutral", dataset="contractnli", id="contractnli:cnli-26-nda-18")
    )
    assert statement.key == "cnli-26"


def test_claim_that_its_judges_were_in_doubt_about_is_left_out(tmp_path):
    doubtful = claim(1, "neutral", dataset="faithbench", orig_label="Questionable")
    assert len(read_faithfulness(tmp_path, doubtful, claim(2, "supported"))) == 1
