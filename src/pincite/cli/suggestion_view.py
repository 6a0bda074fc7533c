"""Write a proposal for the dictionary as YAML that can be pasted into a file of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps

from pincite.question.dictionary.file import Entry, is_plain
from pincite.question.suggestions import Suggestion


def as_yaml(suggestion: Suggestion, entries: Mapping[str, Entry]) -> str:
    """An entry that can be pasted: it takes the place of a concept of that name, so it keeps its words."""
    known = entries.get(suggestion.asked)
    runs = ", ".join(run[:12] for run in suggestion.runs[:3]) + (", …" if len(suggestion.runs) > 3 else "")
    lines = [f"{_quoted(suggestion.asked)}:  # asked in {_times(len(suggestion.runs))}: {runs}", "  words:"]
    lines += [f"    - {_quoted(word)}" for word in (known.words if known else ())]
    for word in suggestion.words:
        source = "a model's keyword" if word.by_model else "nearest places"
        lines.append(f"    - {_quoted(word.text)}  # {_times(word.runs)}, {source}")
    rest = (
        known.model_dump(exclude_defaults=True, exclude={"words"}) if known else {"asked": [suggestion.asked]}
    )
    for key, said in rest.items():
        value = said if isinstance(said, str) else f"[{', '.join(_quoted(item) for item in said)}]"
        lines.append(f"  {key}: {value}")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return text if is_plain(text) else dumps(text)


def _times(runs: int) -> str:
    return "1 run" if runs == 1 else f"{runs} runs"
