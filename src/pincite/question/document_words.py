"""Words by which people call documents, and words before them that do not make a name."""

from __future__ import annotations

import re

from pincite.patterns import pattern

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
