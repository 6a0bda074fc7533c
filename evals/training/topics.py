"""Mark the passages of contracts that speak of a subject, by patterns that we wrote, and ask for it.

The clause types of CUAD are 41 questions asked over and over. A model that sees no others learns these, not
how to read a question. Further subjects, each with contracts that are silent on it, teach the latter.
"""

from __future__ import annotations

import functools
import multiprocessing
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from evals.training.corpus import Corpus, Gold, Range, Row
from evals.training.documents import Placed

# The form in which CUAD asks. Others than its own types are asked in it too, or it would betray them.
ASKED_AS = (
    'Highlight the parts (if any) of this contract related to "{name}" that should be reviewed by a lawyer. '
    "Details: {details}"
)
Marks = tuple[frozenset[int], frozenset[int]]
"""The subjects that a passage surely speaks of, and those that it may speak of."""
_MAX_SURE = 6
_MOST_SURE_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject, how to find it, and ways to ask for it."""

    name: str
    sure: re.Pattern[str]
    maybe: re.Pattern[str]
    questions: tuple[str, ...]

    def wordings(self) -> tuple[str, ...]:
        """The forms of CUAD and plain ones; the last is the one that neighbours are looked up by."""
        formal = [ASKED_AS.format(name=self.name, details=one) for one in self.questions[:2]]
        return (*formal, self.name, *self.questions[1:], self.questions[0])


@functools.cache
def topics() -> tuple[Topic, ...]:
    read = yaml.safe_load((Path(__file__).parent / "topics.yaml").read_text("utf-8"))
    return tuple(
        Topic(one["name"], re.compile(one["sure"]), re.compile(one["maybe"]), tuple(one["questions"]))
        for one in read
    )


def marks_of(text: str) -> Marks:
    """What a passage speaks of, by the patterns."""
    plain = " ".join(text.lower().split())
    sure = frozenset(at for at, topic in enumerate(topics()) if topic.sure.search(plain))
    maybe = frozenset(at for at, topic in enumerate(topics()) if at not in sure and topic.maybe.search(plain))
    return sure, maybe


def marks_all(texts: Sequence[str], workers: int) -> list[Marks]:
    """The same for many passages; processes share the work."""
    if workers <= 1:
        return [marks_of(text) for text in texts]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return pool.map(marks_of, texts, chunksize=64)


def add_topics(
    corpus: Corpus, name: str, placed: Mapping[str, Placed], marks: Mapping[str, Sequence[Marks]], wide: Range
) -> None:
    """Rows for every document and subject: with an answer, or silent where nothing even may speak of it."""
    asked = [tuple(corpus.text(form) for form in topic.wordings()) for topic in topics()]
    for key, own in marks.items():
        pool = placed[key].pool
        for at, topic in enumerate(topics()):
            sure = [pool[0] + place for place, (yes, _) in enumerate(own) if at in yes]
            maybe = tuple(pool[0] + place for place, (_, perhaps) in enumerate(own) if at in perhaps)
            if not sure and maybe:
                continue
            # What stands in every fourth passage is not what somebody would ask for.
            if len(sure) > max(_MAX_SURE, _MOST_SURE_SHARE * len(own)):
                continue
            source = f"topic_{name}" if sure else f"silent_{name}"
            gold = tuple(Gold(passage) for passage in sure[:_MAX_SURE])
            doubtful = (*maybe, *sure[_MAX_SURE:])
            bare = (at + pool[0]) % 2 == 1
            row = Row(
                source, asked[at], gold, pool=pool, wide=wide, bare=bare, group=topic.name, doubtful=doubtful
            )
            corpus.rows.append(row)
