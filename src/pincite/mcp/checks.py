"""What `check` returns: the places of a quote, or what a certificate is found to prove."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import closing

from pincite.answer.answers import Evidence
from pincite.ask.quoting import Quoted
from pincite.audit.certificate import Source
from pincite.audit.certificate_file import read_certificate
from pincite.audit.checking import checked
from pincite.audit.findings import Checked
from pincite.audit.grounds import Reading, image_sha256_apart
from pincite.errors import InputError
from pincite.jobs.isolation import Readers
from pincite.mcp.from_answers import citation
from pincite.mcp.tool_forms import CertificateResult, CheckedPlace, CheckFinding, CheckResult
from pincite.service import Library

MOST_PLACES, MOST_FINDINGS = 20, 200


def of_quote(quoted: Quoted) -> CheckResult:
    """Every place of a quote, up to a number."""
    places: tuple[Evidence, ...] = quoted.places[:MOST_PLACES]
    return CheckResult(
        found=bool(quoted.places),
        meaning=_meaning(bool(quoted.places), quoted.unseen),
        places=[CheckedPlace(grade=each.grade, citation=citation(each)) for each in places],
        more_places=len(quoted.places) - len(places),
        only_in_hidden_text=quoted.unseen,
        certificate=None,
    )


def of_certificate(library: Library, text: str) -> CheckResult:
    """What is proved of a certificate, by the documents that the library holds or the text inside it."""
    opened = read_certificate(text.encode("utf-8", "replace"))
    contents = dict(_held(library, opened.says.sources))
    with closing(Readers()) as readers:
        apart = Reading(lambda job: readers.read(job).document, image_sha256_apart)
        result = checked(opened, contents, apart)
    findings = [
        CheckFinding(status=each.status, about=each.about, says=each.says)
        for each in sorted(result.findings, key=lambda found: _ORDER.index(found.status))
    ]
    return CheckResult(
        found=None,
        meaning=_of_a_certificate(result),
        places=[],
        more_places=0,
        only_in_hidden_text=0,
        certificate=CertificateResult(
            holds=result.holds,
            level=result.level,
            question=result.question,
            outcome=result.outcome,
            signed_by=result.signed_by,
            findings=findings[:MOST_FINDINGS],
            more_findings=max(0, len(findings) - MOST_FINDINGS),
        ),
    )


_ORDER = ("disproved", "unproved", "proved", "recorded")


def _held(library: Library, sources: list[Source]) -> Iterator[tuple[str, bytes]]:
    """The files that the certificate names, as far as the library holds those very bytes."""
    for source in sources:
        try:
            content = library.content(source.name)
        except InputError:
            continue
        if hashlib.sha256(content).hexdigest() == source.sha256:
            yield source.name, content


def _of_a_certificate(result: Checked) -> str:
    if result.of("disproved"):
        return "Something that the certificate claims does not hold. Do not rely on it."
    if not result.holds:
        return "Nothing is wrong, but something could not be proved here."
    if result.level == "text":
        return "It holds by the text inside it; whether the documents say it was not checked."
    return "Everything that it claims is proved by the documents. What was only judged is `recorded`."


def _meaning(found: bool, unseen: int) -> str:
    if found:
        return "The document says these words at the places given."
    if unseen:
        return "These words are only in hidden or struck-out text, which proves nothing."
    return "The document does not say these words. It may say the same in other words."
