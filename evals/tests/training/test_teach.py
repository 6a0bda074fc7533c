"""Teaching rows: what is kept for the decision is never trained on, and places read the same words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.training.corpus import Corpus, Gold
from evals.training.gather import drop_repeats
from evals.training.sources import teach
from evals.training.sources.files import Data, is_for_decision
from evals.training.sources.teach import OURS, add_teach, in_words, spaced, taught

KEPT = next(name for name in (f"doc-{n}" for n in range(999)) if is_for_decision(name))
SHOWN = next(name for name in (f"doc-{n}" for n in range(999)) if not is_for_decision(name))
TEXT = (
    "1. Dogs\n\nThe tenant of {0} may not keep a dog in the flat or in the garden. "
    "Cats are\nwelcome there.\n\n"
    "2. Fees\n\nThe monthly fee of {0} is 500 euros and is due on the first day of each month.\n"
)
ROWS = (
    {"question": "Is a dog fine?", "quote": "The tenant of {0} may not keep a dog", "answer": "may not keep"}
    | {"yes_no": "no", "near": "Cats are welcome there."},
    {"question": "What do I pay?", "quote": "The monthly fee of {0} is 500 euros", "answer": "500 euros"},
    {"question": "Is there a pool?", "absent": True, "near": "in the garden"},
    {"question": "Who is king?", "absent": True},
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Data:
    """Two documents with the same rows: the reader learns from one, the decision is fitted on the other."""
    monkeypatch.setattr(teach, "OURS", tmp_path / "none of ours")
    folder = tmp_path / "teach"
    (folder / "docs").mkdir(parents=True)
    lines, documents = [], []
    for name in (KEPT, SHOWN):
        (folder / "docs" / f"{name}.txt").write_bytes(TEXT.format(name).encode())
        documents.append({"file": f"{name}.txt", "id": name})
        for row in ROWS:
            told = {key: each.format(name) if isinstance(each, str) else each for key, each in row.items()}
            lines.append(json.dumps({"file": f"{name}.txt", "wording": "plain", "absent": False} | told))
    (folder / "documents.json").write_text(json.dumps(documents), "utf-8")
    (folder / "rows.jsonl").write_text("\n".join(lines), "utf-8")
    (tmp_path / "contractnli").mkdir()
    (tmp_path / "contractnli" / "documents.dev.jsonl").touch()
    return Data(tmp_path)


def corpus_of(data: Data) -> Corpus:
    corpus = Corpus()
    add_teach(corpus, data)
    return corpus


def words(corpus: Corpus, gold: Gold) -> str:
    return corpus.texts[corpus.passages[gold.passage].body][gold.start : gold.end]


def test_document_that_is_kept_for_the_decision_has_queries_and_no_rows(data: Data):
    corpus = corpus_of(data)
    trained = {corpus.texts[corpus.passages[p].body] for row in corpus.rows for p in range(*row.pool)}
    measured = {corpus.texts[corpus.passages[p].body] for each in corpus.queries for p in range(*each.pool)}
    assert len(corpus.rows) == len(corpus.queries) == len(ROWS)
    assert all(SHOWN in text and KEPT not in text for text in trained)
    assert all(KEPT in text for text in measured)


def test_passages_that_are_kept_are_no_negatives_either(data: Data):
    corpus = corpus_of(data)
    kept = {n for n, each in enumerate(corpus.passages) if KEPT in corpus.texts[each.body]}
    assert kept
    assert all(corpus.passages[n].body in corpus.validation for n in kept)
    assert not kept & {n for row in corpus.rows for pool in (row.pool, row.wide) for n in range(*pool)}


def test_document_that_another_set_trains_on_is_taken_out_where_it_is_kept(data: Data):
    corpus = corpus_of(data)
    (first, *_) = [row for row in corpus.rows if row.positives]
    kept = next(n for n, each in enumerate(corpus.passages) if KEPT in corpus.texts[each.body])
    copy = corpus.passage(corpus.texts[corpus.passages[kept].body])
    corpus.rows.append(type(first)("cuad", first.questions, (Gold(copy, 0, 4),)))
    drop_repeats(corpus, 1)
    assert not any(gold.passage == copy for row in corpus.rows for gold in row.positives)


def test_answers_and_near_misses_are_placed_by_the_characters_of_their_words(data: Data):
    corpus = corpus_of(data)
    dog, fee, pool, king = corpus.rows
    assert [words(corpus, each) for each in dog.positives] == ["may not keep"]
    assert [words(corpus, each) for each in dog.misses] == ["Cats are\nwelcome there."]
    assert [words(corpus, each) for each in fee.positives] == ["500 euros"]
    assert (pool.positives, [words(corpus, each) for each in pool.misses]) == ((), ["in the garden"])
    assert (king.positives, king.misses) == ((), ())


def test_yes_and_no_are_known_of_questions_for_them_only(data: Data):
    assert [(row.said, row.yes_no) for row in corpus_of(data).rows] == [
        (0, True),
        (-1, False),
        (-1, True),
        (-1, False),
    ]


def test_queries_without_an_answer_are_told_apart_by_what_tempts(data: Data):
    assert [each.group for each in corpus_of(data).queries] == ["plain", "plain", "absent-near", "absent-far"]


def test_row_whose_words_the_document_does_not_say_is_left_out(data: Data):
    file = data.folder / "teach" / "rows.jsonl"
    lost = {"file": f"{SHOWN}.txt", "question": "Q?", "wording": "plain", "absent": False}
    lost |= {"quote": "words that nobody wrote", "answer": "nobody"}
    file.write_text(file.read_text("utf-8") + "\n" + json.dumps(lost), "utf-8")
    assert len(corpus_of(data).rows) == len(ROWS)


def test_place_by_characters_reads_the_same_words_as_the_words_themselves():
    text = TEXT.format("it")
    start = text.index("Cats")
    end = text.index("there.") + len("there.")
    places = {"quote_at": [start, end], "answer_at": [start, start + 4]}
    words = {"quote": "Cats are\nwelcome there.", "answer": "Cats"}
    near = {"near_at": [start, start + 4]}
    assert in_words(text, places) == places | words
    assert in_words(text, near) == near | {"near": "Cats"}


def test_answer_of_several_places_has_the_first_as_its_quote():
    listed = {"items": [{"quote": "a dog", "answer": "dog"}, {"quote": "a cat", "answer": "cat"}]}
    assert in_words("", listed) == listed | {"quote": "a dog", "answer": "dog"}
    text = "a dog and a cat"
    found = in_words(text, {"quotes_at": [[0, 5], [10, 15]], "unless_at": [2, 5]})
    assert (found["quotes"], found["unless"]) == (["a dog", "a cat"], "dog")
    assert (found["quote"], found["answer"]) == ("a dog", "a dog")


def test_words_are_found_over_a_line_break_and_taken_literally():
    assert spaced("are welcome (there).").search("Cats are\n  welcome (there).")
    assert not spaced("are welcome.").search("are welcomed")


def test_every_document_of_ours_with_its_words_holds_the_words_of_its_rows():
    missing = []
    for file in sorted(OURS.glob("*/rows.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            path = file.parent / "docs" / row["file"]
            if not path.exists():
                # A contract of the public set: none of its words are kept with us.
                assert not {"quote", "quotes", "answer", "near", "unless"} & row.keys()
                continue
            text = path.read_bytes().decode("utf-8")
            if row["absent"]:
                continue
            quotes = row.get("quotes") or [each["quote"] for each in row.get("items") or [row]]
            if not all(spaced(each).search(text) for each in quotes):
                missing.append(row["question"])
    assert missing == []


def test_documents_come_in_order_of_their_ids(data: Data):
    assert [each.id for each in taught(data.folder)] == sorted([KEPT, SHOWN])
    assert [each.is_kept for each in taught(data.folder)] == [each == KEPT for each in sorted([KEPT, SHOWN])]
