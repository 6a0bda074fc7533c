"""Read files of W3C Web Annotations: one annotation, a list, a page or a collection.

Nothing is fetched: what a file only links to is left out. Whatever is not of the form it should be makes its
own annotation unusable, with the reason; only a file that is no JSON of annotations at all is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pincite.errors import InputError

MOST_ANNOTATIONS = 100_000
MOST_BYTES = 256 * 1024 * 1024
LONGEST_QUOTE = 20_000
_DEEPEST = 8
_PAGE = re.compile(r"(?:^|[#&])page=(\d{1,7})(?:&|$)")
_HINT = "It must hold W3C Web Annotations: one, a list of them, or an AnnotationCollection."


@dataclass(frozen=True, slots=True)
class Selected:
    """What one target of an annotation points at, in the words of its selectors."""

    id: str
    body: tuple[str, ...] = ()
    source: str = ""
    exact: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int | None = None
    end: int | None = None
    page: int | None = None
    problem: str = ""
    """Why nothing can be looked for; else empty."""


def read_annotations(content: bytes, name: str) -> list[Selected]:
    """Every target of every annotation, in the order of the file."""
    if len(content) > MOST_BYTES:
        raise InputError(f"{name} is larger than 256 MB.", hint="Split it into several files.")
    try:
        parsed = json.loads(content)
    except RecursionError as error:
        raise InputError(f"{name} is nested too deeply to be annotations.", hint=_HINT) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not text in UTF-8.", hint=_HINT) from error
    except ValueError as error:
        raise InputError(f"{name} is not JSON: {error}.", hint=_HINT) from error
    annotations = list(_annotations(parsed, name, 0))
    found: list[Selected] = []
    for number, annotation in enumerate(annotations, start=1):
        found += _targets(annotation, number)
        if max(len(annotations), len(found)) > MOST_ANNOTATIONS:
            most = f"{MOST_ANNOTATIONS:,}"
            raise InputError(f"{name} has more than {most} annotations.", hint="Split it into several files.")
    return found


def _annotations(parsed: object, name: str, depth: int) -> Iterator[object]:
    """The annotations of a file, whichever way they are held."""
    if isinstance(parsed, list):
        yield from parsed
        return
    if not isinstance(parsed, dict) or depth > _DEEPEST:
        raise InputError(f"{name} holds no annotations.", hint=_HINT)
    if "items" in parsed and isinstance(parsed["items"], list):
        yield from parsed["items"]
        if isinstance(parsed.get("next"), dict):
            yield from _annotations(parsed["next"], name, depth + 1)
    elif isinstance(parsed.get("first"), dict):
        yield from _annotations(parsed["first"], name, depth + 1)
    elif "target" in parsed or _is(parsed, "Annotation"):
        yield parsed
    elif not _is(parsed, "AnnotationCollection") and not _is(parsed, "AnnotationPage"):
        raise InputError(f"{name} holds no annotations.", hint=_HINT)


def _targets(annotation: object, number: int) -> Iterator[Selected]:
    if not isinstance(annotation, dict):
        yield Selected(f"annotation {number}", problem="It is not a JSON object.")
        return
    id = annotation.get("id", annotation.get("@id"))
    known = Selected(id if isinstance(id, str) and id else f"annotation {number}", _bodies(annotation))
    target = annotation.get("target")
    several = target if isinstance(target, list) else [target]
    if not several or target is None:
        yield replace(known, problem="It has no target.")
        return
    for each in several:
        yield _selected(known, each)


def _selected(known: Selected, target: object) -> Selected:
    """What one target says; the first selector of each kind counts, as all mean the same words."""
    if isinstance(target, str):
        return _checked(replace(known, source=target, page=_page(target)))
    if not isinstance(target, dict):
        return replace(known, problem="Its target is neither a link nor an object.")
    source = target.get("source", target.get("id"))
    if isinstance(source, dict):
        source = source.get("id")
    if isinstance(source, str):
        known = replace(known, source=source, page=_page(source))
    for selector in _selectors(target.get("selector"), 0):
        problem, known = _with_selector(known, selector)
        if problem:
            return replace(known, problem=problem)
    return _checked(known)


def _selectors(given: object, depth: int) -> Iterator[Mapping[str, object]]:
    """All selectors, with what refines them."""
    for each in given if isinstance(given, list) else [given]:
        if isinstance(each, dict):
            yield each
            if depth < _DEEPEST:
                yield from _selectors(each.get("refinedBy"), depth + 1)


def _with_selector(known: Selected, selector: Mapping[str, object]) -> tuple[str, Selected]:
    """What goes wrong with a selector, and what is known with it; other kinds of selectors say nothing."""
    if _is(selector, "TextQuoteSelector") and not known.exact:
        words = {key: selector.get(key, "") for key in ("exact", "prefix", "suffix")}
        if not all(isinstance(each, str) for each in words.values()):
            return "Its TextQuoteSelector has something else than text.", known
        exact, prefix, suffix = map(str, words.values())
        return "", replace(known, exact=exact, prefix=prefix, suffix=suffix)
    if _is(selector, "TextPositionSelector") and known.start is None:
        start, end = selector.get("start"), selector.get("end")
        if not _is_offset(start) or not _is_offset(end):
            return "Its TextPositionSelector has no whole numbers from 0 on.", known
        assert isinstance(start, int)
        assert isinstance(end, int)
        return "", replace(known, start=start, end=end)
    if _is(selector, "FragmentSelector") and known.page is None:
        value = selector.get("value")
        return "", replace(known, page=_page(value) if isinstance(value, str) else None)
    return "", known


def _checked(known: Selected) -> Selected:
    if len(known.exact) > LONGEST_QUOTE:
        return replace(known, problem=f"Its quote is longer than {LONGEST_QUOTE:,} characters.")
    if not known.exact.strip() and known.start is None:
        return replace(known, problem="It has neither a text quote nor a text position.")
    return known


def _bodies(annotation: Mapping[str, object]) -> tuple[str, ...]:
    """What an annotation says in text, which people may have written in several forms."""
    body = annotation.get("body", annotation.get("bodyValue"))
    said = []
    for each in body if isinstance(body, list) else [body]:
        value = each.get("value") if isinstance(each, dict) else each
        if isinstance(value, str) and value:
            said.append(value)
    return tuple(said)


def _is(given: Mapping[str, object], kind: str) -> bool:
    """Whether a JSON-LD object is of a type, alone or among others, with or without the prefix `oa:`."""
    types = given.get("type", given.get("@type"))
    named = types if isinstance(types, list) else [types]
    return any(isinstance(each, str) and each.rpartition(":")[2] == kind for each in named)


def _is_offset(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _page(value: str) -> int | None:
    found = _PAGE.search(value)
    return int(found[1]) if found else None
