"""What a reader cannot see is no evidence: forty documents with hidden and struck text, of seven formats."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.answer.answers import Answer
from pincite.records.completion import Completion, Prompt
from pincite.records.document import Document
from pincite.service import Library
from tests.form_filling import reply
from tests.hidden.build import build

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases.jsonl").read_text("utf-8").splitlines()]
BY_DOCUMENT: dict[str, list[dict[str, Any]]] = defaultdict(list)
for _case in CASES:
    BY_DOCUMENT[_case["document"]].append(_case)


def plain(text: str) -> str:
    """Without what line ends and cells put between two words."""
    return " ".join(text.split())


def seen(document: Document) -> str:
    return plain(" ".join(block.span.of(document.text) for block in document.blocks))


@dataclass
class Tempted:
    """A model that answers with hidden words, and keeps what it was shown."""

    words: str
    shown: list[str] = field(default_factory=list)
    name: str = "tempted"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        self.shown.append(plain(f"{prompt.context} {prompt.question}"))
        quoted = [{"first_line": 1, "last_line": 500, "quote": self.words}]
        value = {"answer_type": "text", "text": self.words}
        return Completion(reply(value=value, original=self.words, evidence=quoted))


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("hidden")
    build(folder / "documents")
    with opened(folder / "library") as library:
        assert [added for added in library.add(folder / "documents") if added.error] == []
    return folder / "library"


def opened(path: Path, **settings: object) -> Library:
    return pincite.open(path, settings={"isolated": False, **settings})


@pytest.mark.parametrize("name", sorted(BY_DOCUMENT))
def test_what_is_hidden_is_no_block_and_nothing_that_is_seen_is_lost(path, name):
    with opened(path) as library:
        document = library.read(name).document
    shown, kept = seen(document), plain(" ".join(each.span.of(document.text) for each in document.unseen))
    for case in BY_DOCUMENT[name]:
        assert [words for words in case["hidden"] if plain(words) in shown] == []
        assert [words for words in case["visible"] if plain(words) not in shown] == []
        assert [words for words in case["hidden"] if plain(words) not in kept] == []


@pytest.mark.parametrize("strictness", ["lenient", "balanced"])
@pytest.mark.parametrize("name", sorted(BY_DOCUMENT))
def test_no_answer_lead_or_nearest_place_holds_what_is_hidden(path, name, strictness):
    with opened(path, strictness=strictness) as library:
        for case in BY_DOCUMENT[name]:
            answer = library.ask(case["question"], documents=[name])
            assert answer.outcome != "failed", answer.error
            assert held_back(answer, case) == []
            assert any("left out" in caveat for caveat in answer.caveats), answer.caveats
            if case["struck_beside"] and cites(answer, case["answer"]):
                assert any(plain(case["struck_beside"]) in caveat for caveat in answer.caveats)


@pytest.mark.parametrize("name", sorted(BY_DOCUMENT))
def test_no_model_is_shown_what_is_hidden_and_none_is_believed_who_quotes_it(path, name):
    for case in BY_DOCUMENT[name]:
        model = Tempted(case["hidden"][0])
        stage = {"name": "language_model", "options": {"model": model}}
        with opened(path, generator=stage, strictness="lenient") as library:
            answer = library.ask(case["question"], documents=[name])
        assert model.shown, "the model was not asked"
        assert [words for words in case["hidden"] if any(plain(words) in text for text in model.shown)] == []
        assert held_back(answer, case) == []


def held_back(answer: Answer, case: dict[str, Any]) -> list[str]:
    """The hidden words that stand in what an answer shows as evidence, lead or nearest place."""
    # The id of the run and its time are chance: digits of theirs are nobody's words.
    told = answer.model_dump(mode="json", exclude={"caveats", "question", "run", "seconds"})
    text = plain(json.dumps(told, ensure_ascii=False).replace("\\n", " ").replace("\\t", " "))
    return [words for words in case["hidden"] if plain(words) in text]


def cites(answer: Answer, words: str | None) -> bool:
    return words is not None and any(
        plain(words) in plain(evidence.snippet) for item in answer.items for evidence in item.evidence
    )
