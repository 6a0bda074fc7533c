"""Gather what the reading model is taught: documents, and questions about them with what answers each.

`python -m evals.training.reading_model.rows --data DATA --out DIR [--more FOLDER]` writes `documents.jsonl`
and `rows.jsonl`. Answers are named by their words; `views.py` looks for them in the document as the product
reads it. Documents that are kept for the chance (`sources.files.is_for_decision`) are marked: nothing of
them is trained on. Nothing of a validation fold or of the arbiter's questions is read at all.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from evals.sets.tatqa import read as read_tatqa
from evals.training.decide import is_kept_contract
from evals.training.licences import may_train_on
from evals.training.questions import clauses
from evals.training.sources.files import is_for_decision, is_validation
from evals.training.sources.table_questions import asked_tables
from evals.training.sources.teach import Taught, taught

_SEED = 7
YES_NO_FORM = re.compile(
    r"\W*(?:is|are|was|were|do|does|did|can|could|may|must|shall|should|will|would|has|have)\b", re.IGNORECASE
)
_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_OTHER_YEARS = ("2008", "2011", "2012", "2026", "2027")
# So many paragraphs of one article make a document, and so many questions are asked of it.
_PARAGRAPHS, _ASKED_OF_ARTICLE = 9, 7
_MOST_PLACES, _CLAUSES_OF_CONTRACT = 5, 10
# Traps, lists and tables are the weak side: they are seen more often in each epoch.
VISITS = {"contrast": 2.0, "new": 2.0, "list": 2.0, "cell": 2.0, "cuad": 0.7, "squad": 0.6}


@dataclass(frozen=True, slots=True)
class Answer:
    """One item: the places that it needs, and its words, which stand in the first of them."""

    quotes: tuple[str, ...]
    words: str = ""
    column: str = ""
    names: tuple[str, ...] = ()
    """What names the row and column of a cell, where the place is not quoted."""
    near: int = -1
    """About where it stands, where the same words stand in several places."""


@dataclass(frozen=True, slots=True)
class LearnRow:
    """A question, and what answers it; nothing where the document does not."""

    id: str
    document: str
    group: str
    question: str
    answers: tuple[Answer, ...] = ()
    says: bool | None = None
    unless: str = ""
    visits: float = 1.0


@dataclass(frozen=True, slots=True)
class LearnDocument:
    """A document: its key, the name that the view shows, and its text."""

    key: str
    name: str
    text: str
    licence: str
    kept: bool
    by_words: bool = False
    """Whether only words search it, because vectors of so many would take too long."""


@dataclass(slots=True)
class Gathered:
    """What was read so far."""

    documents: dict[str, LearnDocument]
    rows: list[LearnRow]

    def add(self, document: LearnDocument, rows: Iterable[LearnRow]) -> None:
        found = list(rows)
        if found:
            self.documents[document.key] = document
            self.rows += found


def gathered(data: Path, more: Path | None) -> Gathered:
    """Everything, in an order that depends on nothing but the data."""
    found = Gathered({}, [])
    documents = taught(data, more=more)
    new = {file.stem for file in more.glob("*/docs/*.txt")} if more else set()
    for each in documents:
        _add_taught(found, each, each.id in new)
    _add_tables(found)
    _add_reports(found, data)
    _add_contracts(found, data, documents)
    _add_articles(found, data)
    return found


def _add_taught(found: Gathered, document: Taught, is_new: bool) -> None:
    group = "new" if is_new else "contrast" if document.is_contrast else "teach"
    key, name = document.id, f"{document.id.removesuffix('.txt')}.txt"
    rows = (_taught(key, at, group, row, document.text) for at, row in enumerate(document.rows))
    shown = LearnDocument(key, name, document.text, "see documents.json", document.is_kept)
    found.add(shown, (each for each in rows if each))


def _taught(key: str, at: int, group: str, row: Mapping[str, Any], text: str) -> LearnRow | None:
    given = {"id": f"{key}-{at}", "document": key, "question": row["question"].strip()}
    visits = VISITS.get(group, 1.0)
    if row["absent"]:
        return LearnRow(**given, group=group, visits=visits)
    if row.get("items"):
        answers = tuple(Answer((each["quote"],), each["answer"]) for each in row["items"])
        return LearnRow(**given, group="list", answers=answers, visits=VISITS["list"])
    quotes = tuple(row.get("quotes") or [row["quote"]])
    if (said := row.get("yes_no")) is not None:
        answer, unless = Answer(quotes, near=_near(row)), row.get("unless") or ""
        return LearnRow(
            **given, group=group, answers=(answer,), says=said == "yes", unless=unless, visits=visits
        )
    answer = Answer(quotes, row.get("answer", ""), row.get("column") or "", near=_near(row))
    is_cell = bool(row.get("row") or row.get("column") or row.get("scale"))
    group = "cell" if is_cell else group
    return LearnRow(**given, group=group, answers=(answer,), visits=VISITS["cell"] if is_cell else visits)


def _near(row: Mapping[str, Any]) -> int:
    return row["quote_at"][0] if "quote_at" in row else -1


def _add_tables(found: Gathered) -> None:
    """Everyday questions about tables, in our own wordings."""
    for asked in asked_tables():
        rows = [
            LearnRow(
                *(f"{asked.name}-{at}", asked.name, "cell", each.asked),
                answers=(Answer((), each.printed, names=(*each.row, *each.column)),) if each.printed else (),
                visits=VISITS["cell"],
            )
            for at, each in enumerate(asked.questions)
        ]
        text = asked.path.read_text("utf-8")
        found.add(LearnDocument(asked.name, asked.path.name, text, "ours, Apache-2.0", asked.is_kept), rows)


def _add_reports(found: Gathered, data: Path) -> None:
    """Pages of TAT-QA's train fold; some questions are asked for another year or of another page."""
    assert may_train_on("tatqa")
    random = Random(_SEED)
    texts = {source.key: source.text or "" for source in read_tatqa(data, "dev").sources}
    hybrids = [
        hybrid
        for hybrid in _lines(data / "tatqa" / "hybrid.dev.jsonl")
        if not is_validation(hybrid["table"]["uid"])
    ]
    told = [question for hybrid in hybrids for question in hybrid["questions"] if _is_told(question)]
    for hybrid in hybrids:
        key = hybrid["table"]["uid"]
        own = [question for question in hybrid["questions"] if _is_told(question)]
        rows = [_of_report(key, question) for question in own]
        years = [q for q in own if _YEAR.search(q["question"])]
        if years and random.random() < 0.5:
            asked = _YEAR.sub(random.choice(_OTHER_YEARS), random.choice(years)["question"])
            rows.append(LearnRow(f"{key}-year", key, "cell", asked, visits=1.0))
        other = random.choice(told)
        if other not in own and random.random() < 0.5:
            rows.append(LearnRow(f"{key}-other", key, "cell", other["question"], visits=1.0))
        document = LearnDocument(key, f"report-{key[:8]}.md", texts[key], "CC BY 4.0", is_for_decision(key))
        found.add(document, rows)


def _is_told(question: Mapping[str, Any]) -> bool:
    """Whether the page says it: what must be compared or computed stands nowhere."""
    return question["answer_type"] in ("span", "multi-span") and not question["req_comparison"]


def _of_report(key: str, question: Mapping[str, Any]) -> LearnRow:
    # Without names: any cell or sentence that has these words.
    answers = tuple(Answer((), words) for words in question["answer"])
    group = "list" if len(answers) > 1 else "cell"
    return LearnRow(question["uid"], key, group, question["question"], answers, visits=1.0)


def _add_contracts(found: Gathered, data: Path, documents: Sequence[Taught]) -> None:
    """Clauses of CUAD's train fold in wordings of our own, as many absent as present."""
    assert may_train_on("cuad")
    random = Random(_SEED)
    known = {document.id: document.is_kept for document in documents}
    labels = defaultdict(list)
    for label in _lines(data / "cuad" / "labels.dev.jsonl"):
        key = label["contract_id"]
        # Those with teaching rows: their vectors are made for these already.
        if key in known and not is_validation(key) and not is_kept_contract(key, known):
            labels[key].append(label)
    for key, of_contract in sorted(labels.items()):
        present = [each for each in of_contract if each["answers"]]
        absent = [each for each in of_contract if each["is_absent"]]
        chosen = random.sample(present, min(len(present), _CLAUSES_OF_CONTRACT // 2))
        chosen += random.sample(absent, min(len(absent), _CLAUSES_OF_CONTRACT // 2))
        for label in chosen:
            wordings = [w for w in clauses().questions[label["clause_type"]] if not YES_NO_FORM.match(w)]
            if not wordings:
                continue
            marked = sorted(label["answers"], key=lambda each: -len(each["text"]))[:_MOST_PLACES]
            marked.sort(key=lambda each: each["start"])
            answers = tuple(Answer((each["text"],), each["text"], near=each["start"]) for each in marked)
            found.rows.append(
                LearnRow(
                    *(f"{key}-{label['clause_type']}", key, "cuad", random.choice(wordings), answers),
                    visits=VISITS["cuad"],
                )
            )


def _add_articles(found: Gathered, data: Path) -> None:
    """Paragraphs of one article as one document, with questions that it answers and that it does not."""
    random = Random(_SEED)
    for name in ("squad11_train", "squad2_dev_rest"):
        assert may_train_on(name.removesuffix("_rest"))
        by_title = defaultdict(list)
        for context in _lines(data / "train-more" / "qa" / f"{name}.jsonl"):
            by_title[context["title"]].append(context)
        for title, contexts in sorted(by_title.items()):
            # Every second stretch is enough, and takes half as long.
            for first in range(0, len(contexts), 2 * _PARAGRAPHS):
                some = contexts[first : first + _PARAGRAPHS]
                key = f"{name}-{title}-{first}"
                text = "\n\n".join(" ".join(each["context"].split()) for each in some)
                shown = f"{title.replace('_', ' ')}.txt"
                document = LearnDocument(key, shown, text, "CC BY-SA 4.0", kept=False, by_words=True)
                found.add(document, _of_article(key, some, random))


def _of_article(key: str, contexts: Sequence[Mapping[str, Any]], random: Random) -> Iterator[LearnRow]:
    every = [(each, qa) for each in contexts for qa in each["qas"] if qa["is_impossible"] or qa["answers"]]
    # A question for yes or no is to be answered with one, and the set answers with words.
    every = [pair for pair in every if not YES_NO_FORM.match(pair[1]["question"])]
    absent = [pair for pair in every if pair[1]["is_impossible"]]
    present = [pair for pair in every if not pair[1]["is_impossible"]]
    for context, qa in [*absent, *random.sample(present, min(len(present), _ASKED_OF_ARTICLE))]:
        answers: tuple[Answer, ...] = ()
        if not qa["is_impossible"]:
            first = qa["answers"][0]
            around = _sentence(context["context"], first["start"], len(first["text"]))
            answers = (Answer((around,), first["text"]),)
        yield LearnRow(qa["id"], key, "squad", qa["question"].strip(), answers, visits=VISITS["squad"])


def _sentence(text: str, start: int, length: int) -> str:
    """Some words around an answer, so that it is found where it was marked."""
    before = text.rfind(". ", 0, start) + 1
    after = text.find(". ", start + length)
    return text[before : after + 1 if after >= 0 else len(text)].strip()


def _lines(file: Path) -> Iterator[Any]:
    with file.open(encoding="utf-8", newline="\n") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--more", type=Path, help="a folder with further teaching rows, each set in its own")
    options = parser.parse_args()
    found = gathered(options.data, options.more)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, records in (("documents", found.documents.values()), ("rows", found.rows)):
        with (options.out / f"{name}.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(asdict(each), ensure_ascii=False)}\n" for each in records)
    kept = {key for key, document in found.documents.items() if document.kept}
    told = Counter(
        (each.group, "kept" if each.document in kept else "read", "present" if each.answers else "absent")
        for each in found.rows
    )
    for what, count in sorted(told.items()):
        print(*what, count)


if __name__ == "__main__":
    main()
