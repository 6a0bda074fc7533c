"""Tell what kind of document this is by the words that such documents begin with.

The format decides where it can: a message is an e-mail whatever it says. Otherwise each phrase of a list
counts once: three points where it stands among the first words, where the title is, one point on the
pages after it. The type with most points wins, if it has enough of them and clearly more than the next.
"""

from __future__ import annotations

import re

from pincite.ingest.profile.opening import Opening
from pincite.records.limits import Format
from pincite.records.reading import DocumentType

_BY_FORMAT: dict[Format, DocumentType] = {
    "eml": "email",
    "xlsx": "spreadsheet",
    "csv": "spreadsheet",
    "pptx": "presentation",
}
_IN_THE_HEAD = 3
_ENOUGH = 5

# One phrase to a line, lower case, without punctuation: "Form 10-K" is read as "form 10 k".
_PHRASES: dict[DocumentType, str] = {
    "contract": """
        agreement
        contract
        lease
        deed
        addendum
        amendment
        memorandum of understanding
        letter of intent
        terms of service
        terms and conditions
        confidentiality agreement
        letter agreement
        agreed and accepted
        accepted and agreed
        this agreement
        this contract
        this lease
        by and between
        by and among
        entered into
        made and entered
        hereinafter
        effective date
        in witness whereof
        now therefore
        the parties agree
        agree as follows
        agrees as follows
        hereby agrees
        the parties hereto
        hereto
        governing law
        principal place of business
        confidential information
        vertrag
        vereinbarung
        vertragsparteien
        nachfolgend
        wird folgendes vereinbart
        contrat
        convention
        ci après
        les parties
        il a été convenu
        contratto
        contrato
        overeenkomst
        """,
    "policy": """
        policy wording
        policy wordings
        insurance policy
        certificate of insurance
        policy schedule
        insurance company
        insurance
        the insured
        insured person
        insured persons
        policyholder
        policy holder
        the insurer
        sum insured
        policy period
        this policy
        this policy applies to
        premium
        exclusions
        deductible
        coverage
        we will pay
        we will not pay
        versicherungsbedingungen
        versicherungsschein
        versicherungsnehmer
        conditions générales
        assuré
        assureur
        """,
    "label": """
        highlights of prescribing information
        prescribing information
        drug facts
        active ingredient
        active ingredients
        package leaflet
        summary of product characteristics
        medication guide
        boxed warning
        indications and usage
        dosage and administration
        dosage forms and strengths
        contraindications
        adverse reactions
        for oral use
        initial u s approval
        is indicated for
        is indicated in
        marketing authorisation holder
        marketing authorization holder
        keep out of the reach of children
        keep out of reach of children
        possible side effects
        use in specific populations
        overdosage
        name of the medicinal product
        inactive ingredients
        fachinformation
        gebrauchsinformation
        packungsbeilage
        notice information de l utilisateur
        """,
    "filing": """
        securities and exchange commission
        form 10 k
        form 10 q
        form 8 k
        form 20 f
        form s 1
        annual report
        quarterly report
        current report
        annual report pursuant to section
        quarterly report pursuant to section
        exact name of registrant
        commission file number
        securities registered pursuant
        registrant
        the registrant
        geschäftsbericht
        rapport annuel
        financial results
        earnings per share
        fourth quarter
        third quarter
        second quarter
        first quarter
        full year
        """,
    "paper": """
        abstract
        keywords
        introduction
        related work
        we propose
        we present
        we show that
        in this paper
        this paper
        et al
        arxiv
        university
        department of
        conference
        proceedings
        journal
        résumé
        zusammenfassung
        """,
    "invoice": """
        invoice
        tax invoice
        invoice no
        invoice number
        invoice date
        bill to
        ship to
        amount due
        balance due
        total due
        due date
        subtotal
        sub total
        unit price
        qty
        vat
        receipt
        cash
        rechnung
        rechnungsnummer
        rechnungsdatum
        facture
        numéro de facture
        fattura
        factura
        factuur
        """,
    "letter": """
        dear
        dear sir
        dear sirs
        dear madam
        dear mr
        dear ms
        ladies and gentlemen
        sincerely
        yours sincerely
        yours faithfully
        yours truly
        best regards
        kind regards
        sehr geehrte
        sehr geehrter
        mit freundlichen grüßen
        cher monsieur
        chère madame
        madame monsieur
        salutations distinguées
        """,
    "guideline": """
        guideline
        guidelines
        guidance
        guide
        framework
        recommendations
        special publication
        handbook
        standard
        code of practice
        best practices
        this publication
        this guideline
        this guidance
        this guide
        this standard
        purpose and scope
        intended audience
        national institute of standards and technology
        leitlinie
        leitfaden
        lignes directrices
        """,
}  # fmt: skip
_LISTS: dict[DocumentType, tuple[tuple[str, ...], ...]] = {
    kind: tuple(tuple(line.split()) for line in phrases.strip().splitlines())
    for kind, phrases in _PHRASES.items()
}
_MESSAGE = re.compile(
    r"\s*(?:(?:from|to|cc|bcc|date|sent|subject|von|an|datum|betreff|de|à|objet) ?:.*\n\s*){3}"
)


def document_type(opening: Opening, format: Format) -> DocumentType:
    """The type, or `other` when nothing says it clearly."""
    if format in _BY_FORMAT:
        return _BY_FORMAT[format]
    if _MESSAGE.match(opening.text[:2_000].lower()):
        return "email"
    words = frozenset(opening.words)
    scores = sorted(((_score(opening, words, kind), kind) for kind in _LISTS), reverse=True)
    (most, kind), (next_most, _) = scores[:2]
    return kind if most >= _ENOUGH and most > next_most else "other"


def _score(opening: Opening, words: frozenset[str], kind: DocumentType) -> int:
    # Most phrases have a word that does not occur at all, which is quicker to see than the phrase.
    possible = (f" {' '.join(phrase)} " for phrase in _LISTS[kind] if words.issuperset(phrase))
    found = [phrase for phrase in possible if phrase in opening.body]
    return len(found) + (_IN_THE_HEAD - 1) * sum(phrase in opening.head for phrase in found)
