"""Make the certificate of a run: all that proves its answer, and nothing that depends on the machine."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pincite import __version__
from pincite.answer.answers import SCHEMA as ANSWER
from pincite.answer.answers import Answer, Derivation, Evidence, Item, type_of
from pincite.answer.checks import Judgement
from pincite.audit.certificate import (
    SCHEMA,
    Asked,
    CertifiedDerivation,
    CertifiedItem,
    CertifiedOperand,
    CertifiedRun,
    JudgedItem,
    Judgements,
    LibraryChain,
    Model,
    PageImage,
    Parsing,
    Range,
    Source,
)
from pincite.audit.certificate_file import canonical, chain_of, opened
from pincite.audit.checking import checked
from pincite.audit.grounds import Reading, packages_of
from pincite.audit.proof import CERTIFIED
from pincite.errors import ConfigError, InputError, StoreError
from pincite.models.decision import DECISION
from pincite.models.weight_files import EMBEDDER, READER, are_installed, calibration, folder_of, version_of
from pincite.prove.against import RULES
from pincite.records.document import Document
from pincite.records.library import Held, Identity, RunRecord
from pincite.structure.excerpts import content_hash

# As the run has them among its decisions.
_READER, _EMBEDDER = "reader: ", "embedder: "


@dataclass(frozen=True, slots=True)
class InstalledWeights:
    """The weights that the settings name now; whether a run had the same, its versions tell."""

    folder: str = ""
    """Of the local models; empty for those of the package."""
    decision: Path | None = None
    """What a user had fitted for a reader of his own."""

    def model(self, said: str | None, file: str) -> Model | None:
        """A model by what a run says of it, with its SHA-256 if it is the one that is installed."""
        if said is None:
            return None
        known = None
        if are_installed(self.folder):
            folder = folder_of(self.folder)
            # "local/embedder-ed2ebe1a6d47/384": who it is, which version, and how long its vectors are.
            if said.split("/")[1:2] == [version_of(folder, file)]:
                known = calibration(folder).files.get(file)
        return Model(name=said, sha256=known)

    def decided_by(self, reader: Model | None) -> Model | None:
        """What made the chances, where it is still the one that goes with the reader of the run."""
        path = self.decision or folder_of(self.folder) / DECISION
        try:
            sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            return None
        known = reader is None or reader.sha256 is not None or self.decision is not None
        return Model(name=DECISION, sha256=sha256 if known else None)


def judgements_of(answer: Answer, decisions: Sequence[str], weights: InstalledWeights) -> Judgements:
    """All that is recorded of who judged."""
    judged = [(item.id, item.judgement) for item in answer.items]
    items = [JudgedItem(item=id, by=each.by, chance=each.chance, bar=each.bar) for id, each in judged]
    try:
        reader = weights.model(_said(decisions, _READER), READER)
        embedder = weights.model(_said(decisions, _EMBEDDER), EMBEDDER)
    except ConfigError:  # broken weights of today say nothing of the run
        reader, embedder = (_unknown(_said(decisions, said)) for said in (_READER, _EMBEDDER))
    return Judgements(
        items=items,
        chance_held=answer.coverage.chance_held,
        reader=reader,
        embedder=embedder,
        decision=weights.decided_by(reader),
        language_models=_language_models(judged, reader),
    )


def _language_models(judged: Sequence[tuple[str, Judgement]], reader: Model | None) -> list[str]:
    named = dict.fromkeys(name for _, each in judged for name in each.named)
    return [name for name in named if reader is None or name != reader.name]


def _said(decisions: Sequence[str], lead: str) -> str | None:
    return next((each.removeprefix(lead) for each in decisions if each.startswith(lead)), None)


def _unknown(name: str | None) -> Model | None:
    return None if name is None else Model(name=name, sha256=None)


# Of all documents together: more would make a file that nobody can open.
MOST_CHARACTERS = 10_000_000
# A folder of this machine, which is nobody's business elsewhere.
_PATH = re.compile(r"(?:^|[\s\"'“(])(?:/[^\s/]+/|[A-Za-z]:\\|~/|\\\\)")
_LEFT_OUT = "A note is left out, because it names a folder of the machine on which the question was asked."


@dataclass(frozen=True, slots=True)
class Certifying:
    """What a certificate is made of, from wherever a library keeps it."""

    load: Callable[[Identity], Held]
    content: Callable[[Identity], bytes]
    weights: InstalledWeights
    image_of: Callable[[bytes, str, int], str | None]
    """The SHA-256 of the image of a page; None where it cannot be drawn."""
    entry_of: Callable[[str], LibraryChain | None] = lambda run: None
    """Where the library's own chain has a run; None where it has none."""

    def certificate(self, record: RunRecord, with_text: bool = True) -> dict[str, Any]:
        """The certificate of a run, unsigned; an InputError that says why it cannot be certified."""
        answer = certifiable(record)
        held = self._held(record, answer)
        cited = _cited(answer)
        embedded = _embedded(held, cited if answer.items else ())
        sources = [self._source(each, cited, each.identity in embedded) for each in held]
        written: dict[str, Any] = {
            "schema": SCHEMA,
            "rules": RULES,
            "sources": [_json(source) for source in sources],
            "question": _json(_asked(answer)),
            "items": [_json(_item(each)) for each in answer.items],
            "conflict": _json(answer.conflict) if answer.conflict else None,
            "coverage": _json(answer.coverage),
            "judgement": _json(judgements_of(answer, _decisions(record), self.weights)),
            "run": _json(CertifiedRun(id=record.id, asked_at=record.asked_at, pincite=__version__)),
            "library_chain": _json(entry) if (entry := self.entry_of(record.id)) else None,
        }
        written |= {"chain": chain_of(written), "signature": None}
        _prove(written)
        return written if with_text else _without_text(written)

    def _held(self, record: RunRecord, answer: Answer) -> list[Held]:
        """The documents that are cited; all that were read where nothing was found in them."""
        keys = {(place.name, place.version) for place in _cited(answer)}
        read = {(each.name, each.version) for each in record.documents}
        if not keys <= read:
            raise _refused(record, "it cites a document that is not recorded with it")
        # Of a document that was read again meanwhile, only the version that came of it counts.
        last = {each.name: each for each in record.documents}
        needed = [
            each
            for each in record.documents
            if (each.name, each.version) in keys or (not answer.items and last[each.name] == each)
        ]
        if not needed:
            raise _refused(record, "no document was read for it")
        try:
            return [self.load(identity) for identity in needed]
        except StoreError as error:
            raise InputError(
                f"The run {record.id[:8]} cannot be certified: {error.message}",
                hint="A document that it read is gone. Add it again, and ask again.",
            ) from error

    def _source(self, held: Held, cited: Sequence[Evidence], with_text: bool) -> Source:
        document, identity = held.document, held.identity
        content = self.content(identity)
        own = [place for place in cited if (place.name, place.version) == (identity.name, identity.version)]
        pages = sorted({place.page for place in own if place.recognised and place.page is not None})
        images = [(page, self.image_of(content, document.format, page)) for page in pages]
        parse = document.parse
        return Source(
            name=identity.name,
            version=identity.version,
            sha256=identity.source,
            bytes=len(content),
            format=document.format,
            parse=Parsing(parser=parse.parser, version=parse.version, options=parse.options),
            packages=packages_of(document.format),
            text_sha256=content_hash(document.text),
            characters=len(document.text),
            pages=len(document.pages),
            passages=len(document.blocks),
            hidden=[Range(start=each.span.start, end=each.span.end) for each in document.unseen],
            recognised=[PageImage(page=page, image_sha256=image) for page, image in images if image],
            text=document.text if with_text else None,
        )


def certifiable(record: RunRecord) -> Answer:
    """The answer of a run; an InputError where it holds nothing that could be proved."""
    try:
        answer = Answer.model_validate_json(record.answer)
    except ValidationError as error:
        raise _refused(record, _not_read(error)) from error
    if answer.outcome not in CERTIFIED:
        said = {
            "unverified": "it has only leads, and no proved answer",
            "needs_clarification": "the question was asked back, and not answered",
        }
        raise _refused(record, said.get(answer.outcome, "it failed"))
    if answer.outcome == "incomplete" and not answer.items:
        raise _refused(record, "it is incomplete and has no items")
    return answer


def _not_read(error: ValidationError) -> str:
    """Why an answer cannot be read: of another form it is refused by its name."""
    forms = [each["input"] for each in error.errors() if each["loc"] == ("schema",)]
    if forms:
        return f"its answer has the form {forms[0]!r}, and this version of Pincite reads {ANSWER!r}"
    return "its answer was erased, or has a value of a type that is not registered here"


def written_bytes(certificate: Mapping[str, Any]) -> bytes:
    """The file: canonical JSON, and a line end."""
    return canonical(certificate) + b"\n"


def _decisions(record: RunRecord) -> list[str]:
    """What the run decided on its way; nothing where that was erased."""
    try:
        return [str(each) for each in json.loads(record.trace)["decisions"]]
    except (ValueError, LookupError, TypeError):
        return []


def _without_text(written: Mapping[str, Any]) -> dict[str, Any]:
    bare = {**written, "sources": [source | {"text": None} for source in written["sources"]]}
    return bare | {"chain": chain_of(bare)}


def _prove(written: dict[str, Any]) -> None:
    """Refuse to hand out what does not prove itself."""
    wrong = checked(opened(written, "The certificate"), {}, _UNREAD).of("disproved")
    if wrong:
        raise InputError(
            f"This run cannot be certified: {wrong[0].about}: {wrong[0].says}",
            hint="The answer stays as it is; `pincite why` shows how it came about.",
        )


def _refused(record: RunRecord, why: str) -> InputError:
    return InputError(
        f"The run {record.id[:8]} (“{record.question[:60]}”) cannot be certified: {why}.",
        hint="Only answers, conflicts and what was not found can be proved; `pincite why` shows this run.",
    )


def _unread(job: object) -> Document:
    raise AssertionError("no source is read again")


_UNREAD = Reading(_unread, lambda content, format, page: None)


def _cited(answer: Answer) -> list[Evidence]:
    places = [place for item in answer.items for place in item.evidence]
    places += [
        operand.evidence for item in answer.items if item.derivation for operand in item.derivation.operands
    ]
    if answer.conflict and answer.conflict.rule:
        places.append(answer.conflict.rule.evidence)
    return [*places, *answer.coverage.nearest]


def _embedded(held: Sequence[Held], cited: Sequence[Evidence]) -> frozenset[Identity]:
    """The documents whose text goes into the file: those cited, or where none is, all that fit."""
    keys = {(place.name, place.version) for place in cited}
    needed = [each for each in held if (each.identity.name, each.identity.version) in keys] or list(held)
    left, found = MOST_CHARACTERS, set[Identity]()
    for each in needed:
        left -= len(each.document.text)
        if left >= 0:
            found.add(each.identity)
    return frozenset(found)


def _asked(answer: Answer) -> Asked:
    caveats = [_LEFT_OUT if _PATH.search(each) else each for each in answer.caveats]
    told = {name: getattr(answer, name) for name in ("question", "strictness", "outcome", "method")}
    told |= {"complete": answer.signals.complete, "caveats": list(dict.fromkeys(caveats))}
    return Asked.model_validate(told)


def _item(item: Item) -> CertifiedItem:
    return CertifiedItem(
        id=item.id,
        type=item.type,
        value=item.value.model_dump(mode="json"),
        original=item.original,
        limits=item.limits,
        evidence=item.evidence,
        derivation=_derivation(item.derivation) if item.derivation else None,
        proof=item.proof,
    )


def _derivation(told: Derivation) -> CertifiedDerivation:
    operands = [
        CertifiedOperand(
            name=each.name,
            type=type_of(each.value),
            value=each.value.model_dump(mode="json"),
            evidence=each.evidence,
        )
        for each in told.operands
    ]
    return CertifiedDerivation(formula=told.formula, operands=operands, rates=told.rates)


def _json(part: Any) -> Any:
    return part.model_dump(mode="json", by_alias=True)
