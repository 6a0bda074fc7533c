"""The certificate as a file holds it: `pincite.certificate/2`, part by part, and its values as typed ones.

docs/certificate.md specifies it, so that others can write a checker. Digests are taken over the parts as
they stand in the file, and never over what these classes make of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from pincite.answer.answers import SCHEMA as ANSWER
from pincite.answer.answers import Answer, Conflict, Coverage, Evidence, Item, Operand, Outcome, Strictness
from pincite.answer.answers import Derivation as Derived
from pincite.answer.checks import Chance, Check, JudgedBy
from pincite.answer.claims import Method, Signals
from pincite.values.registered import value_types

SCHEMA: Literal["pincite.certificate/2"] = "pincite.certificate/2"
# More than any answer has: whoever checks a file of a stranger must come to an end.
LONGEST_QUOTE, MOST_PLACES = 50_000, 20_000

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]
ItemId = Annotated[str, Field(pattern=r"^item-[0-9]{1,9}(\.[0-9]{1,9})*$")]


class Part(BaseModel):
    """A part of the file, in which nothing else may be written."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Range(Part):
    """Characters `start` up to, not including, `end` of a document's text."""

    start: Count
    end: Count

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.start >= self.end:
            raise ValueError("a range ends behind its start")
        return self


class Parsing(Part):
    """Which parser made the text of the source, with its options as its fingerprint has them."""

    parser: str
    version: str
    options: str


class PageImage(Part):
    """A page whose words were recognised in its image, and the SHA-256 of that image."""

    page: Annotated[int, Field(ge=1)]
    image_sha256: Sha256


class Source(Part):
    """One version of a document that was read for the answer."""

    name: str
    version: str
    sha256: Sha256
    """Of the bytes of the file."""
    bytes: Count
    format: str
    parse: Parsing
    packages: dict[str, str]
    """What the parser rests on, with the versions that were installed when this was certified."""
    text_sha256: Sha256
    """Of the canonical text in UTF-8."""
    characters: Count
    pages: Count
    passages: Count
    """How many sentences, rows and other passages it has that can be cited."""
    hidden: list[Range]
    """What a reader of the document does not see: hidden and struck words, which prove nothing."""
    recognised: list[PageImage]
    text: str | None = Field(repr=False)
    """The canonical text; null where it was left out."""


class Asked(Part):
    """The question as it was asked, and what came of it. Nothing is proved by the question."""

    question: str
    strictness: Strictness
    outcome: Outcome
    method: Method
    complete: bool | None
    """Whether the items are said to be all there are."""
    caveats: list[str]


class CertifiedOperand(Part):
    """A cited value that went into a computed one."""

    name: str
    type: str
    value: dict[str, JsonValue]
    evidence: Evidence


class CertifiedDerivation(Part):
    """How a computed value was reached."""

    formula: str
    operands: list[CertifiedOperand]
    rates: list[str]


class CertifiedItem(Part):
    """One value with the places that prove it."""

    id: ItemId
    type: str
    value: dict[str, JsonValue]
    original: str
    limits: list[str]
    evidence: Annotated[list[Evidence], Field(min_length=1)]
    derivation: CertifiedDerivation | None
    proof: list[Check]


class JudgedItem(Part):
    """Who judged that an item answers the question, with which chance, and which was needed."""

    item: str
    by: list[JudgedBy]
    chance: Chance | None
    bar: Chance | None


class Model(Part):
    """A model that took part. `sha256` is null where its weights are not known any more, or are not local."""

    name: str
    sha256: Sha256 | None


class Judgements(Part):
    """What is recorded and cannot be proved: that items answer the question."""

    items: list[JudgedItem]
    chance_held: Chance | None
    reader: Model | None
    embedder: Model | None
    decision: Model | None
    language_models: list[str]


class CertifiedRun(Part):
    """Which run this was, and with which program."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f-]{1,64}$")]
    asked_at: Annotated[
        str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{1,20}([+-][0-9:]{1,10}|Z)?$")
    ]
    pincite: Annotated[str, Field(pattern=r"^[0-9][0-9A-Za-z.+-]{0,40}$")]


class LibraryChain(Part):
    """Where the library's own chain of runs has this one: its number, and the hash of its entry."""

    entry: Count
    hash: Sha256


class Link(Part):
    """One part in the chain: its name, its digest, and the digest of all parts up to it."""

    part: str
    digest: Sha256
    link: Sha256


class Signature(Part):
    """An Ed25519 signature over the last link of the chain, in hexadecimal digits."""

    algorithm: Literal["Ed25519"]
    public_key: Sha256
    signature: Annotated[str, Field(pattern=r"^[0-9a-f]{128}$")]


class Certificate(Part):
    """The whole file."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, populate_by_name=True)

    schema_name: Annotated[Literal["pincite.certificate/2"], Field(alias="schema")] = SCHEMA
    rules: Annotated[int, Field(ge=1)]
    """The version of the prover's rules by which it was proved when it was made."""
    sources: Annotated[list[Source], Field(min_length=1)]
    question: Asked
    items: list[CertifiedItem]
    conflict: Conflict | None
    coverage: Coverage
    judgement: Judgements
    run: CertifiedRun
    library_chain: LibraryChain | None
    chain: list[Link]
    signature: Signature | None

    @model_validator(mode="after")
    def _has_places(self) -> Self:
        for number, place in enumerate(self.places(), start=1):
            if not 0 <= place.start < place.end:
                raise ValueError(f"a place needs 0 <= start < end, got {place.start}..{place.end}")
            if len(place.snippet) > LONGEST_QUOTE or number > MOST_PLACES:
                raise ValueError(f"no more than {MOST_PLACES:,} places of {LONGEST_QUOTE:,} characters")
        return self

    def places(self) -> Iterator[Evidence]:
        """Every place that is cited anywhere."""
        for item in self.items:
            yield from item.evidence
            yield from (operand.evidence for operand in (item.derivation.operands if item.derivation else ()))
        if self.conflict and self.conflict.rule:
            yield self.conflict.rule.evidence
        yield from self.coverage.nearest


class UnknownType(ValueError):
    """A value has a type that nobody has registered here: neither right nor wrong can be told of it."""


def typed(kind: str, value: Mapping[str, JsonValue]) -> BaseModel:
    """The value as one of its type; a ValueError where it is none, or where there is no such type."""
    known = value_types().get(kind)
    if known is None:
        raise UnknownType(
            f"the type {kind!r} is not registered here; register it in Python before `pincite.check`"
        )
    try:
        found = known.model.model_validate(dict(value))
    except ValidationError as error:
        raise ValueError(f"{error.errors()[0]['msg']}") from error
    # What is read leniently, as 7 for "7", is no value that Pincite has written.
    if found.model_dump(mode="json") != dict(value):
        raise ValueError(f"it is not written as a value of the type {kind} is")
    return found


def operands_of(derivation: CertifiedDerivation) -> list[Operand]:
    """The operands of a computed item with typed values."""
    return [
        Operand(name=each.name, value=typed(each.type, each.value), evidence=each.evidence)
        for each in derivation.operands
    ]


def item_of(item: CertifiedItem) -> Item:
    """The item of the answer as far as the certificate holds it; who judged it is recorded elsewhere."""
    told = item.derivation
    derivation = Derived(formula=told.formula, operands=operands_of(told), rates=told.rates) if told else None
    return Item(
        id=item.id,
        type=item.type,
        value=typed(item.type, item.value),
        original=item.original,
        limits=item.limits,
        evidence=item.evidence,
        proof=item.proof,
        derivation=derivation,
    )


def answer_of(says: Certificate, items: list[Item]) -> Answer:
    """The answer that was certified, with items that were read."""
    told = says.question
    signals = Signals.nothing().model_copy(update={"complete": bool(told.complete)})
    return Answer.model_construct(
        schema_name=ANSWER,
        outcome=told.outcome,
        question=told.question,
        strictness=told.strictness,
        method=told.method,
        items=items,
        leads=[],
        conflict=says.conflict,
        signals=signals,
        clarification=None,
        caveats=told.caveats,
        coverage=says.coverage,
        error=None,
        run=says.run.id,
        seconds=0.0,
    )
