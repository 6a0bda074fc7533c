"""The reply that is asked of a model: items of the wanted types with their lines, and nothing else.

Its JSON schema is strict: every key is required, no other key is allowed, and an item has at least one
citation. What the pipeline notes of its own never travels in it.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Annotated, Any, Generic, Literal, TypeVar, Union

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from pincite.answer.claims import Citation, Claim, Proposal, Signals
from pincite.answer.own_signals import own_form
from pincite.values.registered import value_type

V = TypeVar("V", bound=BaseModel)


class CitedLines(BaseModel):
    """The lines of the context that prove an item, by their numbers, and a few words of them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first_line: int
    last_line: int
    quote: Annotated[str, Field(min_length=1, max_length=2_000)] = Field(repr=False)


class ReplyItem(BaseModel, Generic[V]):
    """One value with the words it was read from and where they stand."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: V
    original: str = Field(repr=False)
    qualifiers: list[str] = Field(repr=False)
    method: Literal["verbatim", "inferred"]
    evidence: Annotated[list[CitedLines], Field(min_length=1)]


class Reply(BaseModel, Generic[V]):
    """All that a model says: no items when the context does not carry the answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    items: list[ReplyItem[V]]
    signals: Signals


def reply_model(answer_types: tuple[str, ...]) -> type[Reply[Any]]:
    """The form of a reply to a question that these types of value would answer."""
    return _reply_model(answer_types, own_form())


@functools.cache
def _reply_model(answer_types: tuple[str, ...], own: type[BaseModel] | None) -> type[Reply[Any]]:
    tagged = tuple(_tagged(name) for name in answer_types)
    wanted = tagged[0] if len(tagged) == 1 else Union[tagged]  # noqa: UP007  (the types are known at run time only)
    form = Reply[wanted]  # type: ignore[valid-type]  # built at run time
    if own is None:
        return form
    signals = create_model("Signals", __base__=Signals, own=(own, ...))
    return create_model("Reply", __base__=form, signals=(signals, ...))


def reply_schema(answer_types: tuple[str, ...]) -> dict[str, Any]:
    """The strict JSON schema of such a reply."""
    return copy.deepcopy(_schema_of(reply_model(answer_types)))


@functools.cache
def _schema_of(form: type[Reply[Any]]) -> dict[str, Any]:
    return form.model_json_schema()


def proposal_of(reply: Reply[Any], version: str) -> Proposal:
    """The claims of a reply about one version of one document. Nobody trusts them yet."""
    return Proposal(claims=tuple(_claims(reply.items, version)), signals=_signals(reply.signals))


def proposal_of_items(items: Iterable[object], answer_types: tuple[str, ...], version: str) -> Proposal:
    """The claims of a reply that broke off: what of its items has the form that was asked for."""
    form: Any = reply_model(answer_types).model_fields["items"].annotation
    known: TypeAdapter[Any] = TypeAdapter(form)
    read: list[ReplyItem[Any]] = []
    for item in items:
        with suppress(ValidationError):
            read += known.validate_python([item])
    said = Signals.unremarkable().model_copy(update={"complete": False, "found": bool(read)})
    return Proposal(claims=tuple(_claims(read, version)), signals=said)


def _signals(said: Signals) -> Signals:
    """What was said, with the user's own signals as values and no longer as a form."""
    own: BaseModel | None = getattr(said, "own", None)
    ours = Signals.model_validate({name: getattr(said, name) for name in Signals.model_fields})
    return ours.with_own(own.model_dump(mode="json")) if own else ours


def _tagged(answer_type: str) -> type[BaseModel]:
    """The value with the name of its type: two types may have the same keys."""
    model = value_type(answer_type).model
    return create_model(
        f"{model.__name__}Reply",
        __base__=model,
        answer_type_name=(Literal[answer_type], Field(alias="answer_type")),  # type: ignore[arg-type]  # a name
    )


def _claims(items: Sequence[ReplyItem[Any]], version: str) -> Iterator[Claim]:
    likeliest_first = range(len(items), 0, -1)
    for rank, item in zip(likeliest_first, items, strict=True):
        named = item.value.answer_type_name
        fields = item.value.model_dump(exclude={"answer_type_name"})
        yield Claim(
            answer_type=named,
            value=value_type(named).model.model_validate(fields),
            original=item.original,
            qualifiers=tuple(item.qualifiers),
            method=item.method,
            score=rank / len(items),
            citations=tuple(
                Citation(version=version, lines=(cited.first_line, cited.last_line), quote=cited.quote)
                for cited in item.evidence
            ),
        )
