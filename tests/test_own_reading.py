"""What the reading model names counts by the chance that was measured for it, and by nothing else."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from pincite.answer.answers import Answer
from pincite.answer.view_and_form import AskedQuestion, Reading, ReadingKind, ReadItem, Sureness, View
from pincite.ask.model_reading import Readers
from pincite.ask.reading_list import ReadingList
from pincite.errors import ConfigError
from pincite.read.chance import ShownPlaces, chance_of, numbers_of
from pincite.records.evidence import RawScores, ReadPassage
from pincite.records.run import Run
from pincite.relevance.judging import Judging, Model
from pincite.retrieve.read import Readings
from pincite.structure.excerpts import Cut
from tests.factories import AGREEMENT, held
from tests.judging import BARS, bar
from tests.readers import Pointing
from tests.stages import judged_by, pipeline
from tests.test_pipeline import FEE, QUOTE

ASKED = "How long ahead must somebody say that they want out?"
NOTICE = "sixty (60) days"


@dataclass(frozen=True)
class Names:
    """Names the first line with some words, as sure as a test says of each view in turn."""

    sure: Sequence[float]
    words: str = NOTICE
    most_chars: int = 4_000
    name: str = "names"
    version: str = "names-1"
    views: list[View] = field(default_factory=list)

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        sure = self.sure[len(self.views)]
        self.views.append(view)
        line = next((each for each in view.lines if self.words in each.text), None)
        item = ReadItem((line.number,), self.words) if line else ReadItem((1,))
        told = Sureness(math.log1p(-math.exp(sure)), sure, -9.0, -0.1, 5)
        return [Reading(kind="words", items=(item,), by=self.name, sure=told)]


def by_number() -> Judging:
    """The chance is what the reader gives its line."""
    answers = Model(names=("none",), base=0.0, trees=(), linear=(-1.0,))
    bars = {level: bar(chance) for level, chance in BARS.items()}
    return Judging(answers=answers, held=answers, bars=bars, silent=bar(0.2))


def asked(reader: Names, text: str = AGREEMENT, question: str = ASKED, **stages) -> Answer:
    source = held(text)
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    stages = {"judged": judged_by(Pointing())} | stages
    own = Readers(reader, judging=by_number())
    return pipeline(own=own, **stages).ask(question, reading_list, Run("run"))


def log(chance: float) -> float:
    return math.log(chance)


def test_line_that_it_is_sure_of_is_the_answer_with_the_chance_that_was_measured():
    found = asked(Names([log(0.8)]))
    assert (found.outcome, found.items[0].original) == ("answered", NOTICE)
    assert found.items[0].judgement.chance == 0.8
    assert all(check.state == "proved" for check in found.items[0].proof)


def test_what_is_more_likely_right_than_wrong_and_below_the_bar_is_probable():
    found = asked(Names([log(0.6), log(0.1)]), judged=judged_by(Pointing(), "strict"))
    assert found.outcome == "probable"
    assert found.items[0].judgement.chance == 0.6


def test_what_it_is_not_sure_of_is_a_lead():
    found = asked(Names([log(0.3), log(0.1)]))
    assert (found.outcome, found.items) == ("unverified", [])
    assert NOTICE in found.leads[0].evidence[0].snippet


def test_what_the_other_reader_leads_to_is_not_silenced_by_it():
    found = asked(Names([log(0.02), log(0.01)]), judged=judged_by(Pointing({NOTICE: 0.5}), "strict"))
    assert found.outcome in ("probable", "unverified")


def test_where_it_says_that_nothing_answers_nothing_is_found():
    found = asked(Names([log(0.02), log(0.01)]))
    assert found.outcome == "not_found"
    assert found.coverage.chance_held == 0.02


def test_second_view_is_read_only_where_the_first_one_does_not_reach_the_bar():
    many = AGREEMENT + "\n\n".join(f"{n}. The parties agree on matter {n}." for n in range(30, 400))
    sure, unsure = Names([log(0.9)]), Names([log(0.1), log(0.9)])
    asked(sure, many)
    asked(unsure, many)
    assert (len(sure.views), len(unsure.views)) == (1, 2)
    shown = {line.span for line in unsure.views[0].lines}
    assert any(line.span not in shown for line in unsure.views[1].lines)


def test_values_that_contradict_each_other_stay_two_sides_whatever_it_names():
    other = QUOTE.replace("4,500.00", "4,800.00")
    clash = AGREEMENT.replace(QUOTE, f"{QUOTE}\n\n{other}", 1)
    reads = judged_by(Pointing({"monthly fee": 5.0}))
    found = asked(Names([log(0.99)], words="EUR 4,500.00"), clash, FEE, judged=reads)
    assert found.outcome == "conflict"
    assert {item.original for item in found.items} == {"EUR 4,500.00", "EUR 4,800.00"}


def test_words_that_are_not_in_the_line_are_no_answer_however_sure_it_is():
    found = asked(Names([log(0.99), log(0.99)], words="seventy (70) days"))
    assert all("seventy" not in item.original for item in found.items)


@pytest.mark.parametrize(("none", "low", "high"), [(-9.0, -8.0, -8.0), (-0.001, 6.0, 8.0)])
def test_numbers_are_bounded_and_say_none_as_odds(none: float, low: float, high: float):
    source = held()
    view = Names([log(0.9)])
    asked(view)
    reading = Reading(kind="words", items=(ReadItem((1,)),), sure=Sureness(none, -0.5, -30.0, -99.0, 3))
    readings = Readings(Cut.of(source.document))
    numbers = numbers_of(reading, ShownPlaces(view.views[0], readings))
    assert low <= numbers["none"] <= high
    assert set(numbers) == set("none number ranked lead second says denied voted agrees length".split())


def test_number_is_how_sure_the_line_is_if_anything_answers():
    source, reader = held(), Names([log(0.9)])
    asked(reader)
    reading = Reading(kind="words", items=(ReadItem((1,)),), sure=Sureness(log(0.5), log(0.5), -9.0, 0.0, 3))
    numbers = numbers_of(reading, ShownPlaces(reader.views[0], Readings(Cut.of(source.document))))
    assert numbers["number"] == pytest.approx(0.0)


def test_number_tells_whether_the_other_reader_holds_with_it():
    source, reader = held(), Names([log(0.9)])
    asked(reader)
    view = reader.views[0]
    line = view.lines[0]
    sure = Sureness(log(0.2), log(0.8), -9.0, 0.0, 3)

    def numbers(kind: ReadingKind, raw: RawScores) -> dict[str, float]:
        readings = Readings(Cut.of(source.document))
        passage = readings.cut.at(line.span.start)
        readings.known[passage] = ReadPassage(passage.span, 0.5, raw=raw)
        reading = Reading(kind=kind, items=(ReadItem((line.number,)),), sure=sure)
        return numbers_of(reading, ShownPlaces(view, readings))

    raw = RawScores(answers=2.0, sharp=-0.1, yes=3.0, no=1.0)
    assert (numbers("yes", raw)["voted"], numbers("no", raw)["voted"]) == (2.0, -2.0)
    assert numbers("words", raw)["voted"] == 0.0
    assert numbers("words", raw)["denied"] == 0.0
    assert numbers("no", raw)["denied"] == numbers("no", raw)["none"] < 0
    assert numbers("words", raw)["agrees"] == 0.0
    assert numbers("words", replace(raw, short=line.span))["agrees"] == 1.0


def test_chance_that_was_fitted_with_other_weights_is_refused(tmp_path):
    folder = tmp_path / "reading"
    folder.mkdir()
    (folder / "reading.onnx").write_bytes(b"other weights")
    fitted = {"reader": "of another model", "made_on": "a test", "judging": by_number().model_dump()}
    (folder / "chance.json").write_text(json.dumps(fitted), "utf-8")
    with pytest.raises(ConfigError, match="fitted with another reading model"):
        chance_of(str(tmp_path))


def test_folder_without_a_chance_says_so(tmp_path):
    with pytest.raises(ConfigError, match=r"chance\.json cannot be read"):
        chance_of(str(tmp_path))


def test_answer_of_either_reader_comes_before_what_the_other_calls_probable():
    reads = judged_by(Pointing({"monthly fee": 5.0}), "strict")
    found = asked(Names([log(0.6), log(0.6)]), question=FEE, judged=reads)
    assert (found.outcome, found.items[0].original) == ("answered", "EUR 4,500.00")


@pytest.mark.parametrize(("sure", "by"), [(0.99, "names/names-1"), (0.55, "pointing/pointing-1")])
def test_of_two_answers_the_likelier_one_is_given(sure: float, by: str):
    reads = judged_by(Pointing({"monthly fee": 3.0}))
    found = asked(Names([log(sure)], words="EUR 4,500.00"), question=FEE, judged=reads)
    assert (found.outcome, found.items[0].original) == ("answered", "EUR 4,500.00")
    assert found.items[0].judgement.by[0].reader == by


def test_nothing_is_surer_than_a_bar_that_no_answer_reached():
    fitted = chance_of()
    surest = {"none": -8.0, "number": 0.0, "margin": 8.0, "words": 0.0, "rank": 0.0, "ranked": 8.0}
    surest |= {"lead": 8.0, "second": 0.0, "says": 0.0, "length": math.log(60)}
    assert all(bar.answers or fitted.answers.measured(surest) < bar.chance for bar in fitted.bars.values())
