"""Tell the numbers that name a place or a thing from those that count.

"Section 7.2", "page 3", "Invoice No. 4711": such a number is a name, and so are the numbers listed
after it ("Sections 7, 8 and 9", "page 3 of 10").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.values.gaps import DASH, GAP, before_gap, listed
from pincite.values.numerals import Numeral

_WORDS = listed(
    "sections? sect? subsections? articles? art clauses? cl schedules? exhibits? annex(?:es|ures?)? "
    "appendix appendices attachments? paragraphs? paras? parts? chapters? items? rules? "
    "regulations? pages? pp? notes? footnotes? tables? figures? figs? steps? lines? versions? ver "
    "v no nos nr numbers? phases? stages? rooms? suites? floors? levels? lots? buildings? box "
    "models? forms? titles? amendments? releases? volumes? vol tiers? classe?s? class series "
    "grades? types? categor(?:y|ies) options? questions? columns? rows? addend(?:um|a) "
    "directives? conventions? acts? policy policies accounts? invoices? references? ref reg "
    "registration patents? sku orders? po case files? licen[cs]e id ids identifier code zip tel "
    "telephone phone fax mobile cell ext extension isbn issn cas ein vat cusip recitals? points? "
    "days? weeks? months? years? priority iso iec rfc ieee astm din routes? highway channel serial "
    "apartments? apt flights? "
    "dated stud(?:y|ies) trials? cohorts? arms? premises units? endorsements? incidents? milestones?"
)
_LABEL = re.compile(rf"(?<![\w])(?i:{'|'.join(_WORDS)})\.?[:#]?$|[§¶#]$")
_NEXT_IN_LIST = re.compile(
    rf"{GAP}(?:,{GAP}(?i:and|or)?|(?i:and|or|to|through|thru|of)|&|;|{DASH}){GAP}", re.VERBOSE
)


def is_label(text: str, start: int) -> bool:
    """Whether the word before `start` makes a name of the number that begins there."""
    end = before_gap(text, start)
    return bool(_LABEL.search(text, max(0, end - 16), end))


def labels(text: str, numerals: Sequence[Numeral]) -> set[int]:
    """The starts of the numerals that are names, those listed after a name included."""
    found: set[int] = set()
    for before, numeral in zip([None, *numerals], numerals, strict=False):
        listed = before is not None and before.start in found and listed_after(text, before, numeral)
        if listed or is_label(text, numeral.start):
            found.add(numeral.start)
    return found


def listed_after(text: str, before: Numeral, numeral: Numeral) -> bool:
    """Whether nothing but a comma, a dash, "and", "or", "to" or "of" parts the two."""
    if numeral.start - before.end > 90:
        return False
    return bool(_NEXT_IN_LIST.fullmatch(text, before.end, numeral.start))
