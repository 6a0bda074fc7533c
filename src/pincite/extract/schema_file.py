"""Take a schema in whatever form it is given; every fault of a YAML file is told with its line and field.

The nodes of the file are read one by one, because only they know their lines. A key that is not known is a
fault: a rule that is spelt wrongly would otherwise be a rule that never applies.
"""

from __future__ import annotations

import difflib
import re
import types
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from pincite.answer.document_tables import Cardinality, FieldRules
from pincite.errors import InputError
from pincite.extract.fields import LONGEST_NAME, MOST_FIELDS, kind_of
from pincite.extract.schemas import STARTERS, Schema, SchemaField, starter_text
from pincite.values.registered import value_types

if TYPE_CHECKING:
    from yaml.nodes import MappingNode, Node

_KEYS = ("name", "description", "fields")
_FIELD_KEYS = (
    *("name", "type", "description", "question", "cardinality", "hints"),
    *("required", "minimum", "maximum", "pattern", "choices"),
)
_BOUNDED = ("amount", "number", "percentage", "date")
_LARGEST_BYTES = 1_000_000
_MOST_TOLD = 20
_NULL = "tag:yaml.org,2002:null"
_BOOL = "tag:yaml.org,2002:bool"


def load_schema(given: str | Path) -> Schema:
    """The schema of a file, or of a starter by its name."""
    path = Path(given).expanduser()
    if str(given).lower() in STARTERS and not path.exists():
        return read_schema(starter_text(str(given)), f"{given}.yaml")
    try:
        if path.stat().st_size > _LARGEST_BYTES:
            raise InputError(f"{path.name} is too large for a schema.", hint="Is it another file?")
        return read_schema(path.read_text("utf-8"), path.name, str(given))
    except OSError as error:
        starters = ", ".join(STARTERS)
        raise InputError(
            f"The schema {str(given)!r} cannot be read: {error.strerror or error}.",
            hint=f"Make one: pincite schema init --output schema.yaml. Starters: {starters}.",
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is not UTF-8 text.", hint="Save it as UTF-8.") from error


def read_schema(source: str, name: str, place: str = "") -> Schema:
    """The schema that a text holds, or an InputError with all that is wrong, line by line.

    `place` is where the file is, for who is told to mend it.
    """
    import yaml

    try:
        root = yaml.compose(source, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{name}, line {mark.line + 1}" if mark else name
        raise InputError(
            f"{place}: this is not YAML: {error.problem or error.context}.",
            hint="Put each key on its own line as `key: value`, and indent what belongs to it.",
        ) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise InputError(f"{name} is not YAML: {error}", hint="See: pincite schema init") from error
    reading = _Reading(name)
    schema = reading.schema(root)
    if reading.faults or schema is None:
        raise _refused(place or name, reading.faults)
    return schema


def _refused(name: str, faults: Sequence[tuple[int, str]]) -> InputError:
    told = "\n".join(each for _, each in sorted(faults)[:_MOST_TOLD])
    more = len(faults) - _MOST_TOLD
    rest = f"\nand {more} more" if more > 0 else ""
    return InputError(f"{told}{rest}", hint=f"Mend it and check it: pincite schema validate {name}")


class _Reading:
    """One file in the reading, and what is wrong with it so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[tuple[int, str]] = []
        """Each with its line."""

    def schema(self, root: Node | None) -> Schema | None:
        """The schema as far as it can be read; None where there is none at all."""
        if root is None:
            self._fault(None, "the schema is empty")
            return None
        parts = self._mapping(root, _KEYS, "the schema")
        if parts is None:
            return None
        if "fields" not in parts:
            self._fault(root, "the schema has no fields")
            return None
        listed = self._items(parts["fields"], "fields")
        fields = [made for node in listed if (made := self._field(node))]
        if len(listed) > MOST_FIELDS:
            self._fault(parts["fields"], f"there are {len(listed):,} fields; {MOST_FIELDS} is the limit")
        self._tell_twice(listed, fields)
        name = self._text(parts.get("name"), "name") or Path(self.name).stem
        return Schema(name, tuple(fields), self._text(parts.get("description"), "description"))

    def _tell_twice(self, nodes: Sequence[Node], fields: Sequence[SchemaField]) -> None:
        if len(nodes) != len(fields):
            return
        first: dict[str, int] = {}
        for node, each in zip(nodes, fields, strict=True):
            line = first.setdefault(each.name.casefold(), _line(node))
            if line != _line(node):
                self._fault(node, f"the field {each.name!r} is there twice; the first is in line {line}")

    def _field(self, node: Node) -> SchemaField | None:
        """One field; None where it has no name to tell its faults by."""
        from yaml.nodes import ScalarNode

        if isinstance(node, ScalarNode) and node.value.strip():
            return SchemaField(self._name(node))
        parts = self._mapping(node, _FIELD_KEYS, "a field")
        if parts is None:
            return None
        if "name" not in parts or not (name := self._name(parts["name"])):
            self._fault(node, "a field has no name")
            return None
        about = f"field {name!r}"
        kind = self._one_of(parts.get("type"), about, "type", tuple(value_types()))
        cardinality = self._cardinality(parts.get("cardinality"), about, kind)
        if cardinality == "table" and kind not in (None, "table"):
            self._fault(parts["type"], f"a field of cardinality table has the type table, not {kind}", about)
        return SchemaField(
            name,
            kind,
            self._text(parts.get("description"), "description", about),
            self._text(parts.get("question"), "question", about),
            cardinality,
            tuple(self._texts(parts.get("hints"), "hints", about)),
            self._rules(parts, about, kind),
        )

    def _name(self, node: Node) -> str:
        name = " ".join(self._text(node, "name").split())
        if len(name) > LONGEST_NAME:
            self._fault(node, f"the name has {len(name):,} characters; {LONGEST_NAME} is the limit")
        return name[:LONGEST_NAME]

    def _cardinality(self, node: Node | None, about: str, kind: str | None) -> Cardinality:
        said = self._one_of(node, about, "cardinality", get_args(Cardinality))
        for each in get_args(Cardinality):
            if each == said:
                found: Cardinality = each
                return found
        return "table" if kind == "table" else "one"

    def _rules(self, parts: dict[str, Node], about: str, kind: str | None) -> FieldRules:
        required = parts.get("required")
        if required is not None and required.tag != _BOOL:
            self._fault(required, "required is true or false", about)
        least, most = (self._bound(parts.get(key), key, about, kind) for key in ("minimum", "maximum"))
        if least and most and _is_above(least, most, kind):
            self._fault(parts["maximum"], f"the maximum {most} is below the minimum {least}", about)
        return FieldRules(
            required=required is not None and required.tag == _BOOL and _is_true(required),
            minimum=least,
            maximum=most,
            pattern=self._pattern(parts.get("pattern"), about),
            choices=self._texts(parts.get("choices"), "choices", about),
        )

    def _bound(self, node: Node | None, key: str, about: str, kind: str | None) -> str | None:
        if node is None:
            return None
        said = self._text(node, key, about)
        if kind not in _BOUNDED:
            self._fault(node, f"{key} needs one of the types {', '.join(_BOUNDED)}", about)
        elif not _is_bound(said, kind):
            wanted = "a day such as 2024-12-31" if kind == "date" else "a number such as 1000"
            self._fault(node, f"{key} is {said!r}, and must be {wanted}", about)
        return said

    def _pattern(self, node: Node | None, about: str) -> str | None:
        if node is None:
            return None
        said = self._text(node, "pattern", about)
        try:
            re.compile(said)
        except re.error as error:
            self._fault(node, f"the pattern {said!r} is no regular expression: {error}", about)
        return said

    def _one_of(self, node: Node | None, about: str, key: str, known: Sequence[str]) -> str | None:
        said = self._text(node, key, about)
        if node is None or not said or said in known:
            return said or None
        close = difflib.get_close_matches(said, known, n=1)
        meant = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(known)}"
        self._fault(node, f"there is no {key} {said!r}; {meant}", about)
        return None

    def _mapping(self, node: Node, known: Sequence[str], what: str) -> dict[str, Node] | None:
        """The parts by their keys; a key that is not known or is there twice is told."""
        from yaml.nodes import MappingNode

        if not isinstance(node, MappingNode):
            self._fault(node, f"{what} must be `key: value` lines with the keys {', '.join(known)}")
            return None
        about = _named_in(node)
        parts: dict[str, Node] = {}
        for key, value in node.value:
            if key.value in parts:
                self._fault(key, f"the key {key.value!r} is there twice", about)
            elif key.value in known:
                parts[key.value] = value
            else:
                close = difflib.get_close_matches(str(key.value), known, n=1)
                meant = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(known)}"
                self._fault(key, f"the key {key.value!r} is not known; {meant}", about)
        return parts

    def _items(self, node: Node, key: str, about: str = "") -> list[Node]:
        from yaml.nodes import SequenceNode

        if not isinstance(node, SequenceNode):
            self._fault(node, f"{key} must be a list", about)
            return []
        if not node.value:
            self._fault(node, f"the list of {key} is empty", about)
        return list(node.value)

    def _texts(self, node: Node | None, key: str, about: str) -> list[str]:
        listed = self._items(node, key, about) if node else []
        return [said for each in listed if (said := self._text(each, key, about))]

    def _text(self, node: Node | None, key: str, about: str = "") -> str:
        """The words as they are written, whatever YAML takes them for: `no` is a word here, too."""
        from yaml.nodes import ScalarNode

        if node is None:
            return ""
        if not isinstance(node, ScalarNode) or node.tag == _NULL or not node.value.strip():
            self._fault(node, f"{key} must be a text", about)
            return ""
        return str(node.value).strip()

    def _fault(self, node: Node | None, problem: str, about: str = "") -> None:
        place = ", ".join(filter(None, (self.name, f"line {_line(node)}" if node else "", about)))
        self.faults.append((_line(node) if node else 0, f"{place}: {problem}.".replace("?.", "?")))


def _line(node: Node) -> int:
    return int(node.start_mark.line) + 1


def _named_in(node: MappingNode) -> str:
    """What a fault is about, where it is in a field that says its name."""
    names: Iterator[str] = (str(value.value) for key, value in node.value if key.value == "name")
    keys: Iterable[str] = (str(key.value) for key, _ in node.value)
    return f"field {next(names, '')!r}" if "name" in keys and not _is_root(node) else ""


def _is_root(node: MappingNode) -> bool:
    return bool(node.start_mark.index == 0) or any(key.value == "fields" for key, _ in node.value)


def _is_true(node: Node) -> bool:
    return str(node.value).lower() in {"true", "yes", "on", "y"}


def _is_above(least: str, most: str, kind: str | None) -> bool:
    """Whether a minimum is above a maximum; what is no bound at all was told before."""
    if not (_is_bound(least, kind) and _is_bound(most, kind)):
        return False
    return least > most if kind == "date" else Decimal(least) > Decimal(most)


def _is_bound(said: str, kind: str | None) -> bool:
    try:
        if kind == "date":
            date.fromisoformat(said)
            return True
        return Decimal(said).is_finite()
    except (ValueError, InvalidOperation):
        return False


_LISTS = frozenset({list, tuple, set, frozenset})

SchemaLike = Schema | str | Path | type[BaseModel]
"""A schema, the name of a starter, a YAML file, or a pydantic model."""


def schema_of(given: SchemaLike) -> Schema:
    """The schema, or an InputError that names the file, the line and the field."""
    if isinstance(given, Schema):
        return given
    if isinstance(given, type) and issubclass(given, BaseModel):
        return _of_model(given)
    if isinstance(given, str | Path):
        return load_schema(given)
    raise InputError(
        f"{given!r} is not a schema.",
        hint="Give a YAML file, the name of a starter, or a pydantic model. See: pincite schema init",
    )


def _of_model(model: type[BaseModel]) -> Schema:
    fields = [_of_field(name, each) for name, each in model.model_fields.items()]
    return Schema(model.__name__, tuple(fields), " ".join((model.__doc__ or "").split()))


def _of_field(name: str, given: Any) -> SchemaField:
    """Name, type, description and constraints of one field of a model; a list of values is many."""
    wanted, optional = _without_none(given.annotation)
    is_many = get_origin(wanted) in _LISTS
    inner = get_args(wanted)[0] if is_many and get_args(wanted) else wanted
    kind = kind_of(inner)
    rules = FieldRules(
        required=given.is_required() and not optional,
        minimum=_bound(name, given.metadata, "ge"),
        maximum=_bound(name, given.metadata, "le"),
        pattern=next((each.pattern for each in given.metadata if getattr(each, "pattern", None)), None),
        choices=_choices(inner),
    )
    cardinality: Cardinality = "many" if is_many else "table" if kind == "table" else "one"
    return SchemaField(name, kind, given.description or "", "", cardinality, (), rules)


def _without_none(annotation: Any) -> tuple[Any, bool]:
    """The type that is meant where it may be None, and whether it may."""
    if get_origin(annotation) not in {Union, types.UnionType}:
        return annotation, False
    others = [each for each in get_args(annotation) if each is not type(None)]
    return (others[0] if len(others) == 1 else annotation), len(others) < len(get_args(annotation))


def _bound(name: str, metadata: Iterable[object], wanted: Literal["ge", "le"]) -> str | None:
    open_end = {"ge": "gt", "le": "lt"}[wanted]
    if any(getattr(each, open_end, None) is not None for each in metadata):
        raise InputError(
            f"The field {name!r} has a bound that Pincite does not know: {open_end}.",
            hint=f"Use {wanted}, which allows the bound itself.",
        )
    found = (getattr(each, wanted, None) for each in metadata)
    return next((str(each) for each in found if isinstance(each, int | float | Decimal | date)), None)


def _choices(annotation: Any) -> list[str]:
    if get_origin(annotation) is Literal:
        return [str(each) for each in get_args(annotation)]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [str(each.value) for each in annotation]
    return []
