"""Tell the characters of a page that a reader does not see, or sees struck out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

import numpy as np
import pypdfium2 as pdfium

from pincite.ingest.pdf.charindex import CharIndex
from pincite.ingest.pdf.hidden import Stretches, hidden, off_page
from pincite.ingest.pdf.objects import Objects
from pincite.ingest.pdf.rules import Rules, read_rules
from pincite.ingest.pdf.strikes import struck_by_lines, struck_by_notes
from pincite.records.document import UnseenKind

# The dictionary of a form is never compressed, so a file without this puts no form in a layer.
_LAYERED = re.compile(rb"/OC\s*(?:\d|<<)")


@dataclass(frozen=True, slots=True)
class Judged:
    """What a reader does not see of a page, by the numbers of its characters; and the page's rules."""

    kinds: dict[int, UnseenKind] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
    """Without those that strike words out."""


def has_layered_forms(content: bytes) -> bool:
    return _LAYERED.search(content) is not None


def judge(
    page: pdfium.PdfPage, index: CharIndex, words: Stretches, objects: Objects, has_layered_forms: bool
) -> Judged:
    """Which characters of a page are hidden or struck out."""
    rules = read_rules(page, index.turn, objects)
    if not words.starts:
        return Judged(rules=rules)
    out = off_page(page, index.turn, words.ink)
    found = {
        number for row in np.flatnonzero(out).tolist() for number in range(words.starts[row], words.ends[row])
    }
    found |= hidden(page, index, words, objects, has_layered_forms)
    kinds: dict[int, UnseenKind] = dict.fromkeys(found, "hidden")
    struck, used = struck_by_lines(index, words, rules.across)
    struck |= struck_by_notes(page, index, words)
    kinds |= dict.fromkeys(struck - found, "struck")
    if used:
        rules = replace(rules, across=tuple(line for line in rules.across if line not in used))
    return Judged(kinds, rules)


def judge_overlaid(page: pdfium.PdfPage, index: CharIndex, words: Stretches) -> Judged:
    """The same for what annotations show, without the page that they lie on: only what is off the page."""
    out = off_page(page, index.turn, words.ink)
    found = (
        number for row in np.flatnonzero(out).tolist() for number in range(words.starts[row], words.ends[row])
    )
    return Judged(dict.fromkeys(found, "hidden"))
