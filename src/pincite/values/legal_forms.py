"""How names of organisations end: Inc., LLC, GmbH & Co. KG, S.A., University of …; and what begins none."""

from __future__ import annotations

import re

from pincite.values.gaps import listed

# Each with or without full stops. Those that are also the letters of something else need a name before them
# and no figures behind: "Reno, NV 89501" is no company.
_ABBREVIATED = (
    r"Inc|L\.?\s?L\.?\s?[CP]|P\.?L\.?L\.?C|L\.?P|Ltd|Lt[dé]e|P\.?L\.?C|plc|Corp|Co|P\.C|N\.A|N\.V|NV|B\.V|BV"
    r"|S\.?à\.?\s?r\.?l|S\.?a\.?\s?r\.?l|SARL|S\.p\.A|SpA|S\.r\.l|Srl|S\.A\.S|SAS|S\.A\.U|S\.A\.R\.L|S\.A|SA"
    r"|S\.L\.U|S\.L|SL|S\.C\.A|SCA|S\.E|SE|A\.G|AG|A/S|ApS|ASA|AS|AB|Oyj|Oy|KGaA|K\.G|KG|OHG|GbR|UG|e\.V"
    r"|e\.K|e\.G|eG"
    r"|GesmbH|Ges\.m\.b\.H|GmbH|mbH|Pty|Bhd|Sdn|Kft|Zrt|Nyrt|Ltda|Lda|d\.o\.o|s\.r\.o|a\.s"
    r"|sp\.\s?z\s?o\.\s?o|UAB|OÜ|K\.K"
)
_SPELLED = (
    r"Incorporated|Corporation|Company|Limited|Partnership|Aktiengesellschaft|Gesellschaft|Stiftung"
    r"|Genossenschaft"
    r"|Bank|University|Universität|Foundation|Association|Trust|Institute|Society|Cooperative|Holdings?"
    r"|Group|Partners"
)
_ONE = (
    rf"(?:(?:{_ABBREVIATED})(?:\.(?!\w)|(?![\w.]))|(?:{_ABBREVIATED})(?=\.(?:\s|$))|(?:{_SPELLED})(?![\w-]))"
)
# In capitals throughout, as titles and signature blocks are.
_CAPITALS = (
    r"(?:INC|LLC|L\.L\.C|LLP|L\.L\.P|LTD|PLC|CORP|CO|GMBH|LP|L\.P|INCORPORATED|CORPORATION|COMPANY|LIMITED"
    r"|PARTNERSHIP"
    r"|AKTIENGESELLSCHAFT|BANK|UNIVERSITY|FOUNDATION|ASSOCIATION|TRUST|INSTITUTE|HOLDINGS|GROUP"
    r"|PTY)(?:\.(?!\w)|(?![\w.-]))"
)
# What is no form without its full stop.
TAKES_STOP = frozenset(listed("inc corp ltd co ltée ltee pty bhd sdn kft zrt nyrt ltda lda"))
PREFIXED = re.compile(
    r"(?<![\w.&-])(?:University|Universität|Bank|Institute|College|Museum|City|Kingdom|Commonwealth)(?:[ "
    r"]of[ ](?:the[ ])?)"
    r"[A-Z][\w-]+(?:[ ][A-Z][\w-]+){0,2}(?![\w])"
)
FORM = re.compile(
    rf"(?<![\w.&-])(?:{_ONE}|{_CAPITALS})(?:(?:,?[ \xa0]|[ ]?\n[ ]?)(?:(?:&|und|and)[ ](?=Co))?(?:{_ONE}"
    rf"|{_CAPITALS})){{0,4}}"
)
# Forms that make a name by themselves only after other words of a name, or that are words of many others.
WEAK = frozenset(listed("bank trust group holding holdings partners institute society company association"))
# "University of Oxford", "Bank of Scotland": what may stand before "of" in a name.
BEFORE_OF = frozenset(
    listed(
        "bank university trust institute college society company federation association foundation house "
        "board "
        "council academy museum school hospital department ministry partners industries united republic "
        "commonwealth national royal port district state"
    )
)
# Words of names that alone make none: "the Insurance Company", "a Private Limited Company".
GENERIC = frozenset(
    listed(
        "private public limited liability company insurance holding parent operating management joint stock "
        "title trading the and of & general corporate business trust bank group surviving acquiring target "
        "sub "
        "merger successor foreign domestic subsidiary affiliated such each any this that reinsurance "
        "investment "
        "professional special purpose registered unincorporated local national regional state savings "
        "issuing "
        "paying depositary custodian bridge sister real estate investment delaware nevada german english "
        "swiss"
    )
)
# What stands before a name and is no part of it.
BEFORE_NAME = frozenset(
    listed(
        "a an the this that these those and or between among by with to from for of in on at as if whereas "
        "while when where under upon per via than but nor not all any each every both either neither such "
        "said "
        "our your his her its their my i we you he she it they there here is are was were be has have had "
        "will "
        "shall may can must do does did made entered into since until after before during through against "
        "about "
        "also only further moreover however therefore accordingly subject pursuant notwithstanding following "
        "including dear attention attn re cc dated effective signed name named called agreement contract "
        "policy "
        "section article clause schedule exhibit annex appendix page note notes und oder mit von der die "
        "das dem "
        "today yesterday meanwhile recently thereafter should would unless because although though once "
        "whenever "
        "within without except beyond despite toward towards unlike instead thus hence so then now "
        "den des ein eine zwischen et ou entre le la les avec pour par un une via zu zur zum bei"
    )
)
ROLES = frozenset(
    listed(
        "supplier customer insurer insured policyholder policy-holder reinsurer reinsured licensor "
        "licensee lender "
        "borrower seller buyer purchaser vendor contractor subcontractor client provider landlord tenant "
        "lessor "
        "lessee employer employee consultant distributor manufacturer principal agent broker guarantor "
        "trustee "
        "grantor grantee franchisor franchisee recipient discloser owner operator carrier shipper consignee "
        "beneficiary applicant respondent plaintiff defendant claimant issuer investor sponsor administrator "
        "underwriter payer payee debtor creditor company corporation firm party auditor lieferant kunde "
        "versicherer "
        "auftraggeber auftragnehmer verkäufer käufer mieter vermieter versicherungsnehmer parent subsidiary "
        "affiliate assignor assignee developer reseller advisor adviser manager"
    )
)
