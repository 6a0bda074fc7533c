"""Tell what only names a document apart from what is asked about it.

"What is the rent under the Acme lease?" asks for the rent; "the Acme lease" says where to look. A name is
taken out of the question only where it can be nothing else: "the Voting Agreement" may be the thing that is
asked about, so it stays. "The Acme Services Agreement" could be either; it names a document and stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.language.vocabulary import STOP_WORDS
from pincite.patterns import pattern
from pincite.question.terms import SCAFFOLD
from pincite.records.question import Scope

# What a document is called, and the word that stands for it once its name is taken out of the question.
HEADS = {
    "agreement": r"agreements?|ndas?|msas?|indenture|deed",
    "contract": r"contracts?|statement of work|sow|purchase order",
    "lease": r"leases?|tenancy agreement",
    "policy": r"(?:(?:privacy|cookie|data) )?polic(?:y|ies)|(?:privacy|cookie) (?:notice|statement)"
    r"|terms of (?:service|use)|terms and conditions",
    "label": r"label(?:l?ing)?s?|(?:package|patient|information) (?:leaflet|insert)|leaflet|package insert"
    r"|prescribing information|monograph",
    "document": r"(?:10|8|20|6)-?[kqf](?: filing| report(?=[?,.;:]|$))?|filings?|(?:annual|quarterly"
    "|interim) reports?"
    r"|prospectus|invoices?|handbook|manual|bylaws|by-laws",
}
HEAD = pattern(rf"\b(?:{'|'.join(HEADS.values())})\b", re.IGNORECASE)
FILING = pattern(HEADS["document"], re.IGNORECASE)
LABEL = pattern(HEADS["label"], re.IGNORECASE)

# What kind of document it is: "the Master Services Agreement" is what a contract calls itself.
KINDS = frozenset(
    """
    master main general mutual bilateral unilateral individual group standard amended restated original
    new old current revised existing prior final draft definitive binding proposed long-form short-form
    first second third services service license licence licensing sublicense lease leasing rental tenancy
    sublease supply distribution distributor reseller agency franchise dealer marketing advertising
    promotion sponsorship endorsement publishing content hosting software saas subscription maintenance
    support outsourcing transportation shipping storage warehousing employment consulting consultancy
    consultant contractor severance separation retention confidentiality confidential non-disclosure
    nondisclosure disclosure secrecy non-compete noncompetition merger acquisition purchase asset assets
    stock share shares unit equity sale sales exchange contribution rollover loan credit facility security
    pledge guarantee guaranty escrow note mortgage deposit account banking voting tax receivable sharing
    transition stockholder stockholders stockholder's stockholders' shareholder shareholders shareholder's
    shareholders' investor investors investors' rights registration indemnification indemnity settlement
    release partnership joint venture operating management administration development research
    collaboration cooperation co-branding manufacturing construction engineering installation insurance
    reinsurance health dental life disability accident liability travel home homeowners homeowner's
    household contents building buildings motor car auto automobile vehicle fleet marine cargo commercial
    business professional cyber umbrella excess property fire flood hail theft crime directors officers
    d&o e&o pet product recall workers compensation workers' employer's employers' privacy cookie data
    processing protection return returns refund cancellation termination renewal warranty whistleblower
    expense expenses leave remote work working vacation parental sick code conduct framework call-off
    order statement frame affiliate remarketing transfer intellectual trademark patent technology
    technical joint-venture co-development letter side annual quarterly interim drug package patient
    prescribing information official approved website online written oral implied separate other another
    such said same ancillary related company corporate office residential prenuptial marriage divorce
    custody collective bargaining union public private
    """.split()
)
# Who a document is made between or for, without saying who that is.
ROLES = frozenset(
    """
    supplier customer company companies insurer insured policyholder employer employee tenant landlord
    lessor lessee licensor licensee buyer seller vendor contractor subcontractor client party parties
    parent target purchaser lender borrower agent disclosing receiving provider user users patient
    distributor manufacturer owner franchisor franchisee investor sponsor guarantor trustee bank merger
    sub today yesterday everyone each it let what that who there here counterparty affiliate subsidiary
    carrier broker physician doctor manager board committee holder consultant advisor buyer's seller's
    surviving corporation acquiror acquirer
    """.split()
)
# Abbreviations that say what kind of document or whose rules, and not which one.
ABBREVIATIONS = frozenset(
    """
    ip it api vod tsa sla dpa gdpr hipaa isda fda ema us usa eu uk nda msa sow spa sha jv ppa epc saas hr
    ai pto rsu ltip espp llc inc m&a r&d ccpa pci otc rx d&o e&o
    """.split()
)
COMPANY_ENDING = pattern(
    r"(?:inc|corp|corporation|llc|l\.l\.c|ltd|limited|plc|gmbh|ag|sa|s\.a|nv|n\.v|bv|b\.v|lp|llp|co|kg|se"
    r"|oy|ab"
    r"|holdings|bancorp)\.?,?",
    re.IGNORECASE,
)
MONTHS = frozenset(
    "january february march april may june july august september october november december".split()
)
DIVISIONS = frozenset(
    """
    section clause article schedule annex appendix exhibit chapter part amendment endorsement addendum
    """.split()
)
# What may follow a document's name. Another noun would say what of the document is meant: "policy period".
_FOLLOWING = """
    say says state states require requires allow allows permit permits prohibit prohibits forbid forbids
    mention mentions cover covers provide provides contain contains include includes define defines list
    lists expire expires end ends start starts begin begins commence commences terminate terminates run
    runs last lasts take takes give gives grant grants limit limits exclude excludes impose imposes
    apply applies survive renew renews indicate indicates specify specifies describe describes recommend
    recommends warn warns report reports call calls set sets have use uses share shares collect collects
    sell sells pay pays tell tells govern governs restrict restricts name names exist become becomes
    refer refers protect disclose discloses address explain explains read reads automatically currently
    still expressly explicitly specifically actually ever also only is are was were be been being does
    do did will would shall should may might can could must has had higher lower longer shorter greater
    larger smaller more less later earlier and or but if when unless after before until while as in on
    under of for to with without by from at between about during against regarding per than that which
    who what how where why the a an any all there it not dated signed effective entered made
""".split()
FOLLOWED = pattern(rf"['’]s?\s|\s*(?:$|[?.,;:)!\"”]|(?:{'|'.join(_FOLLOWING)})\b)", re.IGNORECASE)

_QUOTED = r"\"[^\"]+\"|“[^”]+”|‘[^’]+’|(?<!\w)'[^']+'(?!\w)"
_CONSIDER = pattern(r"(?:please )?consider(?:ing)? (?P<named>[^;?]+?)\s*[;:]\s*(?P<asked>.+)", re.IGNORECASE)
_LEAD = pattern(
    r"(?:(?:please )?(?:consider(?:ing)?|regarding|concerning|as regards|with (?:regard|respect"
    r"|reference) to|about|re:?"
    r"|looking at|referring to|take|based on|for|in|under|per|as per|according to|on|from|within"
    r"|pursuant to)\s+)?$",
    re.IGNORECASE,
)
_PLACE = pattern(
    r"(?:^|\s)(?:in|inside|under|from|within|per|as per|according to|pursuant to|based on|throughout"
    r"|anywhere in)\s+$",
    re.IGNORECASE,
)
_DETERMINER = pattern(
    r"(?:the|a|an|this|that|our|my|your|its|their|his|her|both|these|those|any|every)", re.I
)
_TOKEN = pattern(rf"{_QUOTED}|[^\s\"“”]+")
_SUFFIX = r"\.(?:pdf|docx?|html?|txt|md|xlsx?|csv|eml|pptx?)"
_FILE = pattern(
    rf"(?:\b(?:the )?(?:file|document) )?(?:[\"“'][^\"”'?]{{1,80}}{_SUFFIX}[\"”']|\b\w[\w.()&-]*{_SUFFIX}\b)",
    re.IGNORECASE,
)
_CAPITALS = r"(?:[A-Z][\w.&'’-]*|&)"
_PARTY = (
    rf"(?:(?:the|Parent|Target|Buyer|Seller|Company|Supplier|Customer)\s+)*"
    rf"(?:{_QUOTED}|{_CAPITALS}(?:,? {_CAPITALS}|\s(?:of|de|and|the)\s(?=[A-Z]){_CAPITALS})*)"
)
BETWEEN = pattern(
    rf"\s+(?:(?:by and )?between|with|among)\s+(?P<parties>{_PARTY}(?:(?:, | and | & ){_PARTY})*)"
)
_OF = pattern(rf"\s+(?:of|for|from|by)\s+(?P<parties>{_PARTY})")
_NUMBER = pattern(r"\s+(?:no\.?|number|nr\.?|#)\s*(?P<number>[\w/-]*\d[\w/-]*)", re.IGNORECASE)
_DATED = pattern(
    r"\s+(?:dated|signed|of|from|for|filed)\s+(?:on\s+"
    r"|as of\s+)?(?:the\s+)?(?:(?:fiscal )?(?:year )?(?:FY ?)?\d{4}\b"
    r"|\d{1,2}(?:st|nd|rd|th)? \w+ \d{4}|\w+ \d{1,2},? \d{4}|\w+ \d{4})"
)


@dataclass(frozen=True, slots=True)
class Naming:
    """The names of documents in a question, and the question without those that are nothing else."""

    documents: tuple[str, ...]
    rest: str


@dataclass(frozen=True, slots=True)
class _Name:
    start: int
    end: int
    sure: bool
    stand_in: str


def documents_in(asked: str) -> Naming:
    """What the question calls its documents, in order, and what it asks about them."""
    if found := _CONSIDER.fullmatch(asked):
        inner = documents_in(found["asked"])
        return Naming((*_considered(found["named"]), *inner.documents), inner.rest)
    names = _names(asked)
    documents = tuple(dict.fromkeys(asked[name.start : name.end].strip(" ,") for name in names))
    for name in reversed(names):
        if name.sure:
            asked = _without(asked, name)
    return Naming(documents, asked)


def _considered(named: str) -> tuple[str, ...]:
    """What "Consider …;" names: "Consider this contract;" names nothing."""
    words = [word for word in _words(named) if not _DETERMINER.fullmatch(word)]
    generic = all(word in KINDS | ROLES | STOP_WORDS | SCAFFOLD or HEAD.fullmatch(word) for word in words)
    return () if generic or words == ["following"] else (named.strip(),)


def _names(asked: str) -> list[_Name]:
    names = [_Name(found.start(), found.end(), True, "document") for found in _FILE.finditer(asked)]
    for head in HEAD.finditer(asked):
        name = _name_at(asked, head)
        if name and all(name.end <= other.start or other.end <= name.start for other in names):
            names.append(name)
    return sorted(names, key=lambda name: name.start)


def _name_at(asked: str, head: re.Match[str]) -> _Name | None:
    start, tokens, determined = _before(asked, head.start())
    sure, likely = _evidence(tokens, head[0], determined)
    end = head.end()
    for form in _behind(head[0]):
        found = form.match(asked, end)
        if found and (form is _NUMBER or any(map(_is_name, _party_words(found["parties"])))):
            end, likely = found.end(), True
            # One document may speak of several policies and contracts, each with its number and parties.
            sure = sure or form is _OF or _is_place(asked[:start], asked[end:], form)
    if not sure and not likely:
        return None
    if found := _DATED.match(asked, end):
        end = found.end()
    if not FOLLOWED.match(asked, end):
        return None
    return _Name(start, end, sure, _stand_in(head[0]))


def _behind(head: str) -> tuple[re.Pattern[str], ...]:
    of = LABEL.fullmatch(head) or FILING.fullmatch(head)
    return (_NUMBER, BETWEEN, _OF) if of else (_NUMBER, BETWEEN)


def _is_place(before: str, after: str, form: re.Pattern[str]) -> bool:
    """Whether a name only says where to look: "Under the agreement between Acme and Beta, who pays?" """
    leads = _LEAD.fullmatch(before) and re.match(r"\s*[,;:]", after)
    return bool(leads) or (form is BETWEEN and bool(_PLACE.search(before)) and after.strip(" ?.") == "")


def _before(asked: str, end: int) -> tuple[int, list[str], bool]:
    """Where the noun phrase that ends in a document's kind starts, its words, and whether an article"
    " leads it."""
    tokens: list[str] = []
    start = end
    for found in reversed(list(_TOKEN.finditer(asked, 0, end))):
        word = found[0]
        if _DETERMINER.fullmatch(word):
            return found.start(), tokens, True
        if not _may_stand_in_name(word, tokens):
            break
        tokens.insert(0, word)
        start = found.start()
    while tokens and tokens[0].lower() in ("of", "and", "&"):
        start += len(tokens.pop(0)) + 1
    return start, tokens, False


def _may_stand_in_name(word: str, after: list[str]) -> bool:
    bare = _bare(word)
    if _is_quoted(word) or word.lower() in KINDS or bare in KINDS:
        return True
    if word in ("of", "and", "&", "de"):
        return bool(after) and (after[0][:1].isupper() or _is_quoted(after[0]))
    if bare in STOP_WORDS | SCAFFOLD | DIVISIONS or word.endswith((":", ";", "?", ")")):
        return False
    if word.endswith(",") and not (after and COMPANY_ENDING.fullmatch(_bare(after[0]))):
        return False
    return word[:1].isupper() or word[:1].isdigit() or _is_possessive(word)


def _evidence(tokens: list[str], head: str, determined: bool) -> tuple[bool, bool]:
    """Whether the words before a document's kind surely name one document, and whether they may."""
    if any(_is_quoted(token) for token in tokens):
        return True, True
    named = [token for token in tokens if _is_name(token)]
    if FILING.fullmatch(head) and any(re.fullmatch(r"(?:FY)?\d{4}", token) for token in tokens):
        return True, True
    if not named:
        return False, False
    if any(_is_possessive(token) and (token[:1].isupper() or not determined) for token in named):
        return True, True
    written = [token for token in named if token[:1].isupper() or token[:1].isdigit()]
    if not written:
        return False, False
    company = any(COMPANY_ENDING.fullmatch(token) for token in tokens)
    return company or head[0].islower() or bool(LABEL.fullmatch(head)), True


def _is_name(token: str) -> bool:
    """Whether a word can be part of what one document is called, and no other."""
    bare = _bare(token)
    known = bare in KINDS | ROLES | ABBREVIATIONS | STOP_WORDS | SCAFFOLD | MONTHS | DIVISIONS
    return _is_quoted(token) or not (
        known or HEAD.fullmatch(bare) or re.fullmatch(r"(?:fy)?[\d.,-]+", bare) or not bare
    )


def _without(asked: str, name: _Name) -> str:
    """The question without a name: places go, and a kind of document stays where the sentence needs one."""
    before, after = asked[: name.start], asked[name.end :]
    if _LEAD.fullmatch(before) and (rest := re.match(r"\s*[,;:]\s*(?=\S)", after)):
        return after[rest.end() :]
    if place := _PLACE.search(before):
        return f"{before[: place.start()]}{after}".strip()
    return f"{before}the {name.stand_in}{after}"


def _stand_in(head: str) -> str:
    return next(name for name, form in HEADS.items() if re.fullmatch(form, head, re.IGNORECASE))


def _party_words(parties: str) -> list[str]:
    return [found[0] for found in _TOKEN.finditer(parties) if found[0][:1].isupper() or _is_quoted(found[0])]


def _words(text: str) -> list[str]:
    return [_bare(found[0]) for found in _TOKEN.finditer(text)]


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word.strip(",.;:()\"“”'’").lower())


def _is_quoted(token: str) -> bool:
    return len(token) > 2 and token[0] in "\"“‘'"


def _is_possessive(token: str) -> bool:
    return token.rstrip(",").endswith(("'s", "’s", "s'", "s’"))


_PAGES = re.compile(r"\b(?:on|in|from)\s+pages?\s+(\d+)(?:\s*(?:-|–|to|through|and)\s*(\d+))?", re.IGNORECASE)
_SECTION = re.compile(
    r"\b(?:in|under|of|from|within|per|pursuant to|according to|(?<=what )does"
    r"|(?<=what )do|does(?=\s+\w+\s+\S+\s+(?:of\s+\w+\s+\w+\s+)?(?:say|list|contain|mention|state"
    r"|include)\b))"
    r"\s+((?:section|clause|article|schedule|annex|appendix|exhibit|chapter|part)\s+"
    r"(?:\d+(?:\.\d+)*|[IVXLC]+|[A-Z])(?:\([a-z0-9]+\))*)(?![\w.]*\w)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:\([a-z0-9]+\))+$", re.IGNORECASE)
_SECTION_TITLE = re.compile(
    r"\b(?:in|under|from)\s+(?:the\s+)?(?:section|clause|article|chapter)\s+(?:called|titled|on|about)?\s*"
    r"[\"“']([^\"”']+)[\"”']",
    re.IGNORECASE,
)


def scope_in(asked: str) -> tuple[Scope, str]:
    """The part of a document that is meant, and the question without the words that say so."""
    pages = tuple((int(m[1]), int(m[2] or m[1])) for m in _PAGES.finditer(asked))
    # "Clause 7.2(a)" is looked for in clause 7.2: its items are no sections of their own.
    sections = tuple(_ITEM.sub("", m[1]) for m in _SECTION.finditer(asked)) + tuple(
        m[1] for m in _SECTION_TITLE.finditer(asked)
    )
    rest = asked
    for wording in (_PAGES, _SECTION_TITLE, _SECTION):
        rest = wording.sub(_in_its_place, rest)
    return Scope(pages, sections), rest


def _in_its_place(found: re.Match[str]) -> str:
    """What keeps the sentence whole: "does Section 7 say" needs a subject, "in Section 7" nothing."""
    return f"{found[0].split()[0]} the document " if found[0].lower().startswith("do") else " "
