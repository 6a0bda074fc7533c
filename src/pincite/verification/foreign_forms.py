"""The forms in which others say what they found where, each turned into rows of ours by one small function.

They follow the public documentation of each: replies of Anthropic's API with citations, annotated documents
of langextract, results of LlamaExtract and of Reducto; and our own answers and tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Raw = Mapping[str, Any]
_LONGEST_FIELD = 60


def rows_in(given: Any) -> Iterator[Raw]:
    """The rows that some data of a known form holds; a mapping of no known form is one row."""
    if not isinstance(given, Mapping):
        yield {"value": given}
        return
    for is_form, rows in _FORMS:
        if is_form(given):
            yield from rows(given)
            return
    for name in ("rows", "claims", "items", "results"):
        if isinstance(given.get(name), list) and all(isinstance(each, Mapping) for each in given[name]):
            yield from (row for each in given[name] for row in rows_in(each))
            return
    if nested := list(_quoted(given, "", given.get("document"))):
        yield from nested
        return
    yield given


def _of_ours(given: Raw) -> Iterator[Raw]:
    """An Answer of ours."""
    for item in given["items"]:
        yield _of_item(item, str(given.get("question", "")))


def _of_table(given: Raw) -> Iterator[Raw]:
    """A table of ours: each cell that has a value."""
    for row in given["rows"]:
        for name, cell in row["cells"].items():
            yield from (_of_item(item, name) for item in cell.get("items", ()))


def _of_item(item: Raw, field: str) -> Raw:
    places = [place for place in item["evidence"] if place["role"] in ("answer", "words")] or item["evidence"]
    place = next((each for each in places if each["role"] == "answer"), places[0])
    return {
        "document": place["name"],
        "field": field,
        "value": item["value"],
        "type": item["type"],
        "quote": place["snippet"],
        "page": place["page"],
        "box": place["boxes"] or None,
    }


def _of_anthropic(given: Raw) -> Iterator[Raw]:
    """A reply with citations: what each sentence says, and the words that it cites for it."""
    for block in given["content"]:
        said = str(block.get("text", "")).strip() if isinstance(block, Mapping) else ""
        places = (block.get("citations") or ()) if isinstance(block, Mapping) else ()
        for cited in places:
            first, behind = cited.get("start_page_number"), cited.get("end_page_number")
            last = (
                behind - 1 if isinstance(behind, int) and isinstance(first, int) and behind > first else first
            )
            yield {
                "document": cited.get("document_title"),
                "field": said[:_LONGEST_FIELD],
                # Of several citations, no single one has to state all of the sentence.
                **({"value": said, "type": "statement"} if len(places) == 1 else {}),
                "quote": cited.get("cited_text"),
                "page": first if first == last else f"{first}-{last}",
            }


def _of_langextract(given: Raw) -> Iterator[Raw]:
    """An annotated document: the words of each extraction, and what is said of them as its attributes."""
    for found in given["extractions"] or ():
        common = {
            "document": None,
            "quote": found.get("extraction_text"),
            "document_id": given.get("document_id"),
        }
        field = str(found.get("extraction_class", ""))
        yield {**common, "field": field}
        for name, value in (found.get("attributes") or {}).items():
            yield {**common, "field": f"{field}.{name}", "value": value}


def _of_llama(given: Raw) -> Iterator[Raw]:
    """A result of LlamaExtract: fields in one tree, their citations in another of the same shape."""
    metadata = given.get("extract_metadata") or given.get("extraction_metadata")
    fields = metadata["field_metadata"] if isinstance(metadata, Mapping) else {}
    values = given.get("data", given.get("extract_result"))
    for path, cited in _leaves(fields, "citation"):
        for each in cited["citation"] or ():
            size = each.get("page_dimensions") or {}
            yield {
                "field": ".".join(map(str, path)),
                "value": _at(values, path),
                "quote": each.get("matching_text"),
                "page": each.get("page"),
                "box": [_as_share(box, size) for box in each.get("bounding_boxes") or ()] or None,
            }


def _of_reducto(given: Raw) -> Iterator[Raw]:
    """A result of Reducto, with citations in a tree of their own or beside each value."""
    results = given["result"]
    if isinstance(given.get("citations"), list):
        for number, cited in enumerate(given["citations"]):
            value = results[number] if isinstance(results, list) and number < len(results) else results
            for path, places in _lists(cited):
                yield from _reducto_rows(path, _at(value, path), places)
        return
    for path, leaf in _leaves(results, "citations"):
        yield from _reducto_rows(path, leaf.get("value"), leaf["citations"] or ())


def _reducto_rows(path: Sequence[Any], value: Any, places: Sequence[Raw]) -> Iterator[Raw]:
    for each in places:
        box = each.get("bbox") or {}
        yield {
            "field": ".".join(map(str, path)),
            "value": value,
            "quote": each.get("content"),
            "page": box.get("original_page", box.get("page")),
            "box": box or None,
        }


def _leaves(tree: Any, key: str, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Raw]]:
    """The mappings of a tree that have a key, with the way there."""
    if isinstance(tree, Mapping) and isinstance(tree.get(key), list):
        yield path, tree
    elif isinstance(tree, Mapping):
        for name, inner in tree.items():
            yield from _leaves(inner, key, (*path, name))
    elif isinstance(tree, list):
        for number, inner in enumerate(tree):
            yield from _leaves(inner, key, (*path, number))


def _lists(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Sequence[Raw]]]:
    """The lists of citations in a tree, with the way there."""
    if isinstance(tree, list) and tree and all(isinstance(each, Mapping) and "bbox" in each for each in tree):
        yield path, tree
        return
    inner = tree.items() if isinstance(tree, Mapping) else enumerate(tree) if isinstance(tree, list) else ()
    for name, each in inner:
        yield from _lists(each, (*path, name))


def _at(values: Any, path: Sequence[Any]) -> Any:
    for name in path:
        if isinstance(values, Mapping):
            values = values.get(name)
        elif isinstance(values, list) and isinstance(name, int) and name < len(values):
            values = values[name]
        else:
            return None
    return values


def _as_share(box: Raw, size: Raw) -> Raw:
    width, height = size.get("width"), size.get("height")
    if not width or not height:
        return box
    return {
        **{"left": box["x"] / width, "top": box["y"] / height},
        **{"width": box["w"] / width, "height": box["h"] / height},
    }


def _quoted(given: Raw, path: str, document: Any) -> Iterator[Raw]:
    """Values with their quotes inside other objects: {"rent": {"value": …, "quote": …}}."""
    for name, inner in given.items():
        field = f"{path}.{name}" if path else str(name)
        many = inner if isinstance(inner, list) else [inner]
        for each in many:
            if isinstance(each, Mapping) and "quote" in each:
                yield {"document": document, "field": field, **each}
            elif isinstance(each, Mapping):
                yield from _quoted(each, field, document)


_FORMS: tuple[tuple[Callable[[Raw], bool], Callable[[Raw], Iterator[Raw]]], ...] = (
    (lambda given: str(given.get("schema", "")).startswith("pincite.answer/"), _of_ours),
    (lambda given: str(given.get("schema", "")).startswith("pincite.table/"), _of_table),
    (
        lambda given: given.get("role") == "assistant" and isinstance(given.get("content"), list),
        _of_anthropic,
    ),
    (lambda given: isinstance(given.get("extractions"), list), _of_langextract),
    (lambda given: bool(given.get("extract_metadata") or given.get("extraction_metadata")), _of_llama),
    (
        lambda given: "result" in given and ("citations" in given or _holds_citations(given["result"])),
        _of_reducto,
    ),
)


def _holds_citations(result: Any) -> bool:
    return next(_leaves(result, "citations"), None) is not None
