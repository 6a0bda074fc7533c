"""What a certificate is proved against: the text that it holds, and the source, read again by ourselves.

Which parser read a source, and on which pages words were recognised, is the word of whoever wrote the
certificate. Where the file, read here, gives another text, nothing but that text proves anything.

`python -m pincite.audit.grounds PAGE` tells it of the PDF on its input: the file of a stranger is drawn
in a process of its own, as it is read in one.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from sys import version_info
from xml.parsers import expat

from pincite.answer.answers import Evidence
from pincite.audit.certificate import PageImage, Parsing, Source
from pincite.audit.findings import Finding, Level, called, disproved, proved, recorded, unproved
from pincite.errors import PinciteError
from pincite.ingest.detect import detect
from pincite.jobs.one_file import Job
from pincite.jobs.recognition import AUTO, OFF, parser_of
from pincite.prove.quote import locate
from pincite.records.document import PRINTED, Document, Parse
from pincite.records.reading import PICTURES_WAIT
from pincite.records.span import Span
from pincite.structure.excerpts import content_hash

# A cell that prints "5" may stand a thousand times in a document.
_MOST_PLACES = 50


def located(place: Evidence, document: Document) -> list[Evidence]:
    """The places of our reading that say what is quoted, each in the words of our text, on any page."""
    found: list[Evidence] = []
    for match in locate(place.snippet, document.seen_text)[:_MOST_PLACES]:
        lines = document.lines_of(Span(match.start, match.end))
        if match.grade == "case" or not lines:
            continue
        here = {
            "start": match.start,
            "end": match.end,
            "snippet": document.text[match.start : match.end],
            "page": lines[0].page,
            "lines": (lines[0].number, lines[-1].number),
        }
        found.append(place.model_copy(update=here))
    return found


def on_its_page(place: Evidence, document: Document) -> list[Evidence]:
    """Those of them that stand on the page which is stated, if our reading has pages."""
    return [each for each in located(place, document) if place.page is None or each.page == place.page]


def may_be_recognised(document: Document, page: int) -> bool:
    """Whether words of this page may come from an image: a scan, a page with pictures, or garbled."""
    if document.format == "image":
        return page == 1
    # What a broken font garbles is read from the picture of its page, if a model that sees is there.
    if any(each.page == page and (each.source != "text" or each.poor) for each in document.profile.pages):
        return True
    if any(figure.box.page == page for figure in document.figures):
        return True
    words = document.words
    return any(
        at == page and confidence != PRINTED
        for at, confidence in zip(words.pages, words.confidences, strict=False)
    )


def same_parser(said: Parsing, document: Document) -> bool:
    """Whether the parser that is named must read the text that is read here.

    Another recognition of images reads another text only where there are images to recognise.
    """
    named = Parse(said.parser, said.version, said.options)
    if named == document.parse:
        return True
    pages = range(1, len(document.pages) + 1)
    images = document.format == "image" or any(may_be_recognised(document, page) for page in pages)
    return not images and named.without_recognition() == document.parse.without_recognition()


Key = tuple[str, str]
"""The name and the version of a document: two files with the same bytes have the same version."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How sources are read, as a rule in processes of their own: they are nobody's friends."""

    document: Callable[[Job], Document]
    image: Callable[[bytes, str, int], str | None]
    """The SHA-256 of the image of a page; None where it cannot be drawn."""


_PACKAGES = {
    "pdf": ("pypdfium2",),
    "markdown": ("markdown-it-py",),
    "html": ("python",),
    "eml": ("python",),
    "docx": ("lxml",),
    "pptx": ("lxml",),
    "xlsx": ("expat",),
}


@dataclass(frozen=True, slots=True)
class Ground:
    """What there is to prove one document by, and what was found out about it so far."""

    source: Source
    level: Level = "none"
    text: str | None = field(default=None, repr=False)
    """The certified text; None where it is not known, or where the file says something else."""
    document: Document | None = None
    """The source, where reading it again gives that text."""
    otherwise: Document | None = None
    """The source, where another parser reads another text from it."""
    findings: tuple[Finding, ...] = ()


def ground_of(
    source: Source, content: bytes | None, reading: Reading, password: str | None, given: Sequence[str] = ()
) -> Ground:
    """What one document is proved by: `content` is its file, None where nobody gave it.

    `given` are the names under which the file was given.
    """
    findings = [*_of_version(source), *_of_text(source)]
    text = source.text if source.text is not None and _has_text(source) else None
    if content is None:
        findings.append(_nothing(source) if text is None else _only_text(source))
        return Ground(source, "none" if text is None else "text", text, findings=tuple(findings))
    says = f"The file is the one that was certified (SHA-256 {source.sha256[:12]}…, {len(content):,} bytes)."
    findings.append(proved(source.name, "source", says))
    if len(content) != source.bytes:
        says = f"The file has {len(content):,} bytes, not {source.bytes:,}."
        findings.append(disproved(source.name, "source", says))
    findings += _of_name(source, content, given)
    ground = _read_again(source, text, content, reading, password)
    findings += [_of_image(ground, image, content, reading) for image in source.recognised]
    return replace(ground, findings=(*findings, *ground.findings))


def _of_name(source: Source, content: bytes, given: Sequence[str]) -> list[Finding]:
    """That the file was called so is the word of whoever wrote it, and a name may tell how a file is read."""
    if not given or source.name in given:
        return []
    if all(_format(content, name) != _format(content, source.name) for name in given):
        says = (
            f"It is read as {_format(content, source.name)}, because the certificate calls it so; as "
            f"{called(given[0])}, it is {_format(content, given[0])}. Give the file its own name."
        )
        return [unproved(source.name, "parser", says)]
    says = f"The file given is called {called(given[0])}; that it was {called(source.name)} is recorded."
    return [recorded(source.name, "source", says)]


def _format(content: bytes, name: str) -> str:
    try:
        return detect(content, name)
    except PinciteError:
        return "nothing that can be read"


def packages_of(format: str) -> dict[str, str]:
    """What the parser of a format rests on, with the versions that are installed here."""
    return {name: _installed(name) for name in _PACKAGES.get(format, ())}


def _installed(name: str) -> str:
    if name == "python":
        return f"{version_info.major}.{version_info.minor}"
    if name == "expat":
        return expat.EXPAT_VERSION.removeprefix("expat_")
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def version_of(sha256: str, parse: Parsing) -> str:
    """The version that a library gives these bytes when they are read so."""
    fingerprint = Parse(parse.parser, parse.version, parse.options).fingerprint
    return hashlib.sha256(f"{sha256}\n{fingerprint}".encode()).hexdigest()[:16]


def _of_version(source: Source) -> list[Finding]:
    if version_of(source.sha256, source.parse) == source.version:
        return []
    says = "Its version does not follow from the SHA-256 of the file and from the parser."
    return [disproved(source.name, "version", says)]


def _has_text(source: Source) -> bool:
    return source.text is not None and content_hash(source.text) == source.text_sha256


def _of_text(source: Source) -> list[Finding]:
    if source.text is None:
        return []
    if not _has_text(source):
        return [disproved(source.name, "text", "The embedded text is not the one whose SHA-256 is stated.")]
    if len(source.text) != source.characters:
        says = f"The embedded text has {len(source.text):,} characters, not {source.characters:,}."
        return [disproved(source.name, "text", says)]
    says = f"The embedded text has the stated SHA-256 ({source.text_sha256[:12]}…)."
    return [proved(source.name, "text", says)]


def _only_text(source: Source) -> Finding:
    says = "That the document has this text, and which of it a reader sees, needs the file itself to prove."
    return recorded(source.name, "source", says)


def _nothing(source: Source) -> Finding:
    says = "Its text was left out of the certificate: pass the file itself to prove anything of it."
    return unproved(source.name, "source", says)


def _read_again(
    source: Source, text: str | None, content: bytes, reading: Reading, password: str | None
) -> Ground:
    level: Level = "none" if text is None else "text"
    try:
        document = reading.document(_job(source, content, password))
    except PinciteError as error:
        says = f"The file cannot be read again here: {error}"
        return Ground(source, level, text, findings=(unproved(source.name, "parser", says),))
    if content_hash(document.text) == source.text_sha256:
        return Ground(source, "source", document.text, document, findings=tuple(_alike(source, document)))
    # The certified text is not what the file says here: from now on it proves nothing.
    if same_parser(source.parse, document):
        says = "Read again by the same parser, the file has another text than the certificate says."
        return Ground(source, findings=(disproved(source.name, "text", says),))
    says = (
        f"The file was certified as {_recorded(source)} reads it, and here is {document.parse.fingerprint}: "
        "quotes are looked for in what this one reads."
    )
    told = (recorded(source.name, "parser", says),)
    return Ground(source, "source, parser differs", otherwise=document, findings=told)


def _job(source: Source, content: bytes, password: str | None) -> Job:
    """How the file was read, as far as the fingerprint tells."""
    format = detect(content, source.name)
    later = source.parse.options.endswith(PICTURES_WAIT)
    options: dict[str, object] = {"password": password} if password and format == "pdf" else {}
    wanted = _recorded(source).removesuffix(PICTURES_WAIT).rstrip(";/")
    ways = (AUTO, OFF)
    ocr = next((way for way in ways if parser_of(format, options, way).parse.fingerprint == wanted), AUTO)
    return Job(content, source.name, format, format, options, ocr=ocr, pictures="later" if later else "now")


def _alike(source: Source, document: Document) -> list[Finding]:
    """What else the file, read again, says of the document."""
    here = document.parse.fingerprint
    says = f"Read again, the file gives the same text ({here})."
    found = [proved(source.name, "text", says)]
    if here != _recorded(source):
        says = f"It was certified as {_recorded(source)} reads it, and read again here by {here}."
        found.append(recorded(source.name, "parser", says))
    if (len(document.pages), len(document.blocks)) != (source.pages, source.passages):
        says = (
            f"The file has {len(document.pages):,} pages and {len(document.blocks):,} passages, not "
            f"{source.pages:,} and {source.passages:,}."
        )
        found.append(disproved(source.name, "coverage", says))
    if len(document.text) != source.characters:
        says = f"The file has {len(document.text):,} characters, not {source.characters:,}."
        found.append(disproved(source.name, "text", says))
    hidden = [(each.span.start, each.span.end) for each in document.unseen]
    if hidden != [(each.start, each.end) for each in source.hidden]:
        says = "The file hides other words than the certificate says."
        found.append(disproved(source.name, "hidden", says))
    if document.format != source.format:
        says = f"The file is {document.format}, not {source.format}."
        found.append(disproved(source.name, "parser", says))
    return found


def _of_image(ground: Ground, image: PageImage, content: bytes, reading: Reading) -> Finding:
    """Whether the image of a page is the one whose words were recognised, and the page may have any."""
    source, page = ground.source, image.page
    document = ground.document or ground.otherwise
    if document is not None and not may_be_recognised(document, page):
        says = f"Page {page} of the file has no image in which words could be recognised."
        return disproved(source.name, "image", says)
    found = reading.image(content, document.format if document else source.format, page)
    if found == image.image_sha256:
        says = f"The image of page {page}, whose words were recognised, is the one that was certified."
        return proved(source.name, "image", says)
    why = "cannot be drawn here" if found is None else "is drawn otherwise by the PDF library of this machine"
    # Where its words were recognised here again, and are the same, nothing rests on how it is drawn.
    tell = recorded if ground.level == "source" else unproved
    return tell(source.name, "image", f"The image of page {page} {why}. The file is the same.")


def _recorded(source: Source) -> str:
    return Parse(source.parse.parser, source.parse.version, source.parse.options).fingerprint


_DPI = 100.0
_SECONDS = 120


def image_sha256(content: bytes, format: str, page: int) -> str | None:
    """Of a picture that of its file, of a page of a PDF that of its pixels; None where nothing is drawn."""
    if format == "image":
        return hashlib.sha256(content).hexdigest()
    if format != "pdf":
        return None
    import pypdfium2 as pdfium

    from pincite.ingest.pdf.render import draw

    try:
        opened = pdfium.PdfDocument(content)
        try:
            raster = draw(opened[page - 1], _DPI / 72)
        finally:
            opened.close()
    except (pdfium.PdfiumError, IndexError):  # encrypted, or damaged there
        return None
    return hashlib.sha256(f"{raster.width} {raster.height}\n".encode() + raster.pixels).hexdigest()


def image_sha256_apart(content: bytes, format: str, page: int) -> str | None:
    """The same, drawn in a process of its own; None also where that fails."""
    if format != "pdf":
        return image_sha256(content, format, page)
    path = os.pathsep.join(entry for entry in sys.path if entry)
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pincite.audit.grounds", str(page)],
            input=content,
            capture_output=True,
            timeout=_SECONDS,
            env=os.environ | {"PYTHONPATH": path},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("ascii", "replace").strip() or None if done.returncode == 0 else None


if __name__ == "__main__":
    print(image_sha256(sys.stdin.buffer.read(), "pdf", int(sys.argv[1])) or "")
