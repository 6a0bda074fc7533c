"""How likely what our reading model names is the answer, and how likely the document holds one at all.

The chance rests on ten plain numbers: how sure the model was, and what the ranker made of the place. Its
weights and bars lie beside the model's and hold for that model and view alone; they were fitted on documents
that neither of them was taught on.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from pincite.answer.view_and_form import Reading, View
from pincite.errors import ConfigError
from pincite.models.weight_files import MEND
from pincite.read.reading_model import folder_of, version_of
from pincite.records.evidence import ReadPassage
from pincite.records.span import Span
from pincite.relevance.judging import Judging, Record
from pincite.retrieve.read import Readings

CHANCE = "chance.json"
# What is surer or less sure than these is so beyond what a line can tell.
_LEAST_LOG, _MOST = -12.0, 8.0
_UNREAD = -8.0
# Longer documents were hardly fitted on: what length says is not drawn out beyond it.
_LONGEST = 60_000


class FittedChance(Record):
    """The file `chance.json`."""

    reader: str
    """Which weights and which form of view and reply it was fitted with."""
    made_on: str
    judging: Judging


def chance_of(weights: str = "") -> Judging:
    """What was fitted for the reading model in a folder, or a ConfigError where that is another one."""
    return _chance(folder_of(weights))


@functools.cache
def _chance(folder: Path) -> Judging:
    try:
        found = FittedChance.model_validate_json((folder / CHANCE).read_bytes())
    except OSError as error:
        raise ConfigError(f"{folder / CHANCE} cannot be read: {error.strerror}.", hint=MEND) from error
    except ValidationError as error:
        problem = error.errors()[0]["msg"]
        raise ConfigError(f"{folder / CHANCE} cannot be used: {problem}.", hint=MEND) from error
    if found.reader != version_of(folder):
        raise ConfigError(f"{folder / CHANCE} was fitted with another reading model.", hint=MEND)
    return found.judging


@dataclass(frozen=True, slots=True)
class ShownPlaces:
    """What is known of a view beside its lines: how its places were ranked."""

    view: View
    readings: Readings
    is_second: bool = False


def numbers_of(reading: Reading, shown: ShownPlaces) -> dict[str, float]:
    """What speaks for a reading, and against it.

    `none` is the log-odds that nothing answers, which counts otherwise for a yes or no (`denied`); `number`
    is how sure the line is if something answers.
    """
    sure = reading.sure
    assert sure is not None
    line = shown.view.line(reading.items[0].lines[0]) if reading.items else None
    own = shown.readings.at(line.span.start) if line else None
    others = [each for each in shown.readings.known.values() if own is None or each.span != own.span]
    ranked = _logit(own) if own else _UNREAD
    best = max(map(_logit, others), default=_UNREAD)
    length = sum(len(document.text) for document in shown.view.documents.values())
    something = math.log(max(-math.expm1(min(sure.none, 0.0)), 1e-9))
    says = reading.kind in ("yes", "no")
    none = max(-_MOST, min(sure.none - something, _MOST))
    return {
        "none": none,
        "number": max(sure.number - something, _LEAST_LOG),
        "ranked": ranked,
        "lead": max(-_MOST, min(ranked - best, _MOST)),
        "second": float(shown.is_second),
        "says": float(says),
        "denied": none if says else 0.0,
        "voted": _voted(reading, own),
        "agrees": float(line is not None and own is not None and _points_at(own, line.span)),
        "length": math.log(max(1, min(length, _LONGEST)) / 1000),
    }


def _logit(read: ReadPassage) -> float:
    return read.raw.answers if read.raw else _UNREAD


def _voted(reading: Reading, read: ReadPassage | None) -> float:
    """How far the ranker holds with a yes or no; 0 for what is neither."""
    if read is None or read.raw is None or reading.kind not in ("yes", "no"):
        return 0.0
    more = read.raw.yes - read.raw.no
    return max(-_MOST, min(more if reading.kind == "yes" else -more, _MOST))


def _points_at(read: ReadPassage, line: Span) -> bool:
    """Whether the ranker finds the answer of its passage in the same line."""
    places = [read.raw.short, read.raw.long] if read.raw else [read.pointed]
    return any(each and each.start < line.end and line.start < each.end for each in places)
