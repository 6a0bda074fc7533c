"""Find the medicine that a label is for: brand, generic name and substance."""

from __future__ import annotations

import re

from pincite.records.reading import Subject
from pincite.records.span import Span

_FORM = (
    r"(?:tablets?|capsules?|injection|injectable|solution|suspension|cream|gel|ointment|patch|powder|spray|syrup"
    r"|inhalation|drops|for\s+(?:injection|oral|intravenous|subcutaneous|topical)|delayed|extended|film|oral|nasal"
    r"|ophthalmic|concentrate|emulsion|kit|lotion|suppositor(?:y|ies)|granules)"
)
_UPPER = r"[A-Z][A-Z0-9®™\-]*(?:[ \t]+[A-Z][A-Z0-9®™\-]*){0,4}"
# KEYTRUDA® (pembrolizumab) injection, for intravenous use
_BRAND = re.compile(rf"^({_UPPER})\s*\(([a-z][a-z0-9 ,\-]{{2,60}})\),?\s+{_FORM}\b", re.MULTILINE)
# WARFARIN SODIUM tablets, for oral use
_GENERIC = re.compile(rf"^({_UPPER})\s+{_FORM}\b[^\n]{{0,60}}\buse\b", re.MULTILINE)
# WARFARIN SODIUM- warfarin tablet
_LISTED = re.compile(rf"^({_UPPER})\s?-\s([a-z][a-z \-]{{2,60}}?),?\s+(?:and\s+)?{_FORM}\b", re.MULTILINE)
_INGREDIENT = re.compile(
    r"^Active\s+ingredients?\s*(?:\([^()\n]{1,60}\))?\s*\n+\s*([A-Z][A-Za-z]+(?:\s[a-z]+){0,2})(?:\s+USP)?,?\s+\d",
    re.MULTILINE,
)
_EUROPEAN = re.compile(r"NAME\s+OF\s+THE\s+MEDICINAL\s+PRODUCT\s*\n+\s*([A-Z][\w®\-]*(?:\s[a-zA-Z]+)?)\s+\d")
_ONE_NAME_TWO_SPELLINGS = re.compile(r"[®™]")


def medicine(text: str) -> tuple[Subject, ...]:
    """The product with its other names; none where the label does not give one in a known form."""
    matches = [match for form in _FORMS if (match := form.search(text, 0, 12_000))]
    if not matches:
        return ()
    first = matches[0]
    name = _clean(first[1])
    others = dict.fromkeys(_clean(group) for match in matches for group in match.groups())
    spellings = {other.casefold(): other for other in reversed(others)}
    spellings.pop(name.casefold(), None)
    aliases = tuple(other for other in others if other in spellings.values())
    return (Subject("product", name, aliases, Span(*first.span(1))),)


_FORMS = (_BRAND, _GENERIC, _LISTED, _EUROPEAN, _INGREDIENT)


def _clean(written: str) -> str:
    return " ".join(_ONE_NAME_TWO_SPELLINGS.sub("", written).split())
