"""Read the drug labels of TAC 2017: sections with every adverse reaction that they speak of.

Each section is a document of its own: what was marked is complete for a section, so that a reaction
named elsewhere in the label cannot be taken for a wrong one. All sections of a label are in one fold.
"""

from __future__ import annotations

import re
from pathlib import Path

from evals.sets.files import RawRow, folder_of, read_rows, split_file
from pincite.prove.quote import locate
from pincite.quality.questions import GoldAnswer, GoldRow, GoldSet, Source, Strata, position_of

_LISTED = "Which adverse reactions in humans are listed?"
_WARNED = "Which adverse reactions in humans does the section warn of?"
QUESTIONS = {"adverse reactions": _LISTED, "warnings and precautions": _WARNED, "boxed warnings": _WARNED}
_NOT_HUMAN = "only reactions of animals or of a class of drugs are marked"


class _Place(RawRow):
    start: int
    end: int


class _Event(RawRow):
    text: str
    spans: tuple[_Place, ...]
    offset_ok: bool
    applies_to: str


class _Section(RawRow):
    label_id: str
    section_name: str
    text: str
    adverse_events: tuple[_Event, ...]


def read(data: Path, split: str) -> GoldSet:
    folder = folder_of(data, "druglabels", ("tac2017_sections",))
    sections = read_rows(split_file(folder, "tac2017_sections", split), _Section)
    asked = [s for s in sections if _human(s) or not s.adverse_events]
    sources = tuple(Source(key=s.label_id, name=_name(s), text=s.text) for s in asked)
    left_out = len(sections) - len(asked)
    rows = tuple(map(_row, asked))
    return GoldSet("druglabels", split, sources, rows, {_NOT_HUMAN: left_out} if left_out else {})


def _row(section: _Section) -> GoldRow:
    by_text: dict[str, list[_Event]] = {}
    for event in _human(section):
        by_text.setdefault(" ".join(event.text.casefold().split()), []).append(event)
    answers = tuple(_answer(section, events) for events in by_text.values())
    starts = [start for answer in answers for start, _ in answer.spans or ()]
    others = len(section.adverse_events) - len(_human(section))
    return GoldRow(
        id=f"{section.label_id}:{section.section_name}",
        document=_name(section),
        question=QUESTIONS.get(section.section_name, _LISTED),
        answer_type="text",
        answer_shape="list",
        absent=not answers,
        answers=answers,
        strata=Strata(
            doc_type="drug label",
            field=section.section_name,
            position=position_of(min(starts), len(section.text)) if starts else "none",
        ),
        note=f"{others} mentions that do not apply to humans are not part of the truth" if others else "",
    )


def _answer(section: _Section, events: list[_Event]) -> GoldAnswer:
    """One reaction, which stands wherever it is named. A name torn into pieces has no place.

    The set gives one place of each name, whichever: the same words elsewhere in the section name it as well.
    """
    given = [(p.start, p.end) for event in events if event.offset_ok for p in event.spans]
    quote = section.text[given[0][0] : given[0][1]] if given else ""
    named = [(match.start, match.end) for match in locate(quote, section.text)] if quote else []
    return GoldAnswer(text=events[0].text, spans=tuple(dict.fromkeys((*given, *named))) or None, quote=quote)


def _human(section: _Section) -> list[_Event]:
    return [event for event in section.adverse_events if event.applies_to == "human"]


def _name(section: _Section) -> str:
    return re.sub(r"[^\w.-]+", "-", f"{section.label_id} {section.section_name}") + ".txt"
