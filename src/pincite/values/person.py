"""Find names of people: "Dr. Maria L. Kessler", "John Q. Public, Jr.", "By: /s/ Anna Keller".

Two words with capitals may name anything, so a name needs a sign that somebody is meant: a title before
it, a suffix or position after it, a label such as "Name:", or a given name that is common. What is
written last name first says so. Titles and degrees are no part of the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.records.span import Span
from pincite.values.gaps import GAP, SPACE, listed
from pincite.values.legal_forms import FORM
from pincite.values.readings import Reading, in_order
from pincite.values.types import PersonName

TITLES = listed(
    "Mr Mrs Ms Miss Dr Prof Professor Sir Dame Lord Lady Rev Hon Herr Frau Herrn Mme Mlle Madame Monsieur "
    "Sr Sra Capt "
    "Captain Col Colonel Gen General Lt Sgt Judge Justice Senator Dipl-Ing Mag Ing Dott Avv Maître Me"
)
# Part of the name: they tell a father from his son.
SUFFIXES = listed("Jr Sr II III IV")
# Not part of it.
DEGREES = listed("Esq MD M.D PhD Ph.D JD J.D CPA MBA LLM LL.M CFA RN DDS D.D.S PharmD FCA QC KC OBE CBE")
PARTICLES = frozenset(
    listed("van von der den de la le du di da del della dos das zu zur ter ten bin ibn al el af av")
)
# "Anna Keller, Managing Director": what people are, after their name or before it.
POSITIONS = (
    r"(?:Chief\s+\w+(?:\s+\w+)?\s+Officer|C[EFOTIM]O|President|Vice[ -]President|Chair(?:man|woman|person"
    r"|)|Secretary"
    r"|Treasurer|(?:Managing|Executive|General|Finance|Medical|Non-Executive|Commercial|Technical|Sales"
    r"|Group|Deputy)\s+"
    r"(?:Director|Partner|Manager|Counsel)|Director|Partner|Manager|General\s+Counsel"
    r"|Attorney(?:\s+at\s+Law)?|Counsel"
    r"|Notary(?:\s+Public)?|Trustee|Authori[sz]ed\s+(?:Signatory|Officer|Representative)|Member|Founder"
    r"|Owner|Partner"
    r"|Gesch[äa]ftsf[üu]hrer(?:in)?|Vorstand|Prokurist(?:in)?|G[ée]rante?|Pr[ée]sidente?|Directeur|Directrice"
    r"|Project\s+Manager|Account\s+Manager|Data\s+Protection\s+Officer|Compliance\s+Officer"
    r"|Principal\s+Investigator"
    r"|Investigator|Physician|Underwriter|Broker|Witness|Contact(?:\s+Person)?|Head\s+of\s+\w+|Controller"
    r"|Auditor)"
)
# Left out are names that are also words or places: Grace, Mark, Bill, Charlotte, Jordan.
GIVEN = frozenset(
    listed(
        """
        james john robert michael william david richard joseph thomas charles christopher daniel matthew
        anthony donald steven stephen paul andrew joshua kenneth kevin brian george timothy ronald
        edward jason jeffrey ryan jacob gary nicholas eric jonathan larry scott brandon benjamin samuel
        gregory alexander patrick raymond dennis jerry aaron jose adam nathan henry douglas zachary
        peter kyle noah ethan jeremy walter keith roger terry sean gerald carl harold dylan arthur
        lawrence jesse bryan billy bruce gabriel joe alan juan albert willie elijah randy vincent roy
        ralph bobby russell bradley philip eugene louis mary patricia jennifer linda elizabeth barbara
        susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna michelle
        carol amanda melissa deborah stephanie rebecca sharon laura cynthia dorothy amy kathleen angela
        shirley emma brenda pamela nicole anna samantha katherine christine helen debra rachel carolyn
        janet maria catherine heather diane olivia julie joyce victoria ruth lauren kelly christina
        evelyn judith andrea hannah megan cheryl jacqueline martha teresa gloria sara janice ann kathryn
        abigail sophia frances alice judy isabella julia denise beverly theresa marilyn danielle diana
        brittany natalie kayla alexis lori jane eleanor fiona claire lucy harriet nigel graham ian simon
        colin stuart alastair hugh giles rupert oliver harry jamie hans wolfgang klaus jürgen jurgen
        dieter manfred uwe günter gunter stefan stephan andreas markus martin matthias sebastian tobias
        florian jens lars sven dirk ralf holger rainer bernd heinz helmut werner karl friedrich franz
        josef johann georg heinrich ludwig moritz felix lukas leon jonas finn niklas ursula monika petra
        sabine renate birgit brigitte ingrid erika christa gisela susanne claudia heike anja katja
        katrin kathrin silke ulrike annette angelika martina karin gabriele elke jutta lena lea leonie
        johanna clara greta frieda mathilde pierre michel andré andre philippe alain bernard jacques
        françois francois henri laurent nicolas olivier pascal thierry yves marc luc antoine guillaume
        julien mathieu benoît marie jeanne françoise francoise monique nathalie isabelle sylvie anne
        martine sophie valérie valerie sandrine céline celine élodie elodie camille chloé chloe manon
        inès margaux giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore
        carlo franco domenico bruno paolo michele giorgio marco luca matteo alessandro lorenzo davide
        giulia chiara francesca elena alessia valentina federica silvia paola carlos luis miguel manuel
        francisco jesús jesus pedro javier fernando rafael ángel diego sergio pablo jorge alberto álvaro
        carmen isabel ana cristina lucía lucia beatriz inés pieter willem hendrik johannes cornelis
        anders erik nils björn bjorn gustav astrid freya sigrid katarzyna piotr krzysztof andrzej tomasz
        agnieszka małgorzata ewa ivan dmitri sergei vladimir mikhail alexei natalia olga tatiana irina
        svetlana mohammed muhammad mohamed ahmed hassan hussein omar fatima aisha khadija yusuf ibrahim
        raj rajesh sanjay anil sunil vijay ravi suresh ramesh priya anita sunita deepak amit rahul arjun
        ming hiroshi takashi kenji yuki akiko keiko kim seung helena nora marta klara ida tom tim ben
        bob jim mike steve dave chris matt nick alex greg jeff ken ted fred leo kate liz beth sue pam
        deb kathy cathy jenny becky vicky mia zoe ella
        """
    )
)
# Capitalised words that no name of a person holds.
NOUN_ENDINGS = (
    "tion",
    "tions",
    "ment",
    "ments",
    "ness",
    "ity",
    "ities",
    "ance",
    "ence",
    "ship",
    "ology",
    "ing",
)
NO_NAME = frozenset(
    listed(
        """
        agreement contract policy section article clause schedule exhibit annex appendix amendment
        addendum company corporation bank street avenue road drive lane boulevard court place square
        way house park county state city united states kingdom america president director officer
        manager partner secretary treasurer chairman board committee department university college
        school hospital institute foundation trust group holdings services insurance securities
        exchange commission act law code supreme party parties supplier customer client insurer
        insured licensor licensee effective date term termination notice confidential information
        january february march april may june july august september october november december monday
        tuesday wednesday thursday friday saturday sunday north south east west new york london
        berlin paris germany france england the this that these those and or of in on at by for to
        from with name title signature signed witness whereas dear attention attn fax tel telephone
        email phone mr mrs ms dr prof international national federal limited inc llc ltd gmbh ag plc
        corp co sa nv chief executive financial operating general counsel vice managing
        representative authorized authorised signatory member attorney project product products
        software system period dates number amount dose day days valley beach office offices church
        river lake bay island tower center centre building floor suite account report form plan
        order rate rates fee fees price cost costs value loss losses claim claims coverage limit
        limits line point test study phase clinical trial tablet tablets disease syndrome syndromes
        power up down airport station bridge hill hills heights gate cross prize award cup league
        club team hotel inn mall plaza market markets fund funds capital partners ventures
        industries technologies systems solutions pharma bio energy oil gas steel media press news
        times post memorial museum library theatre theater hall room version edition volume chapter
        part page table figure beneficiary purpose rights data works property assets liability
        liabilities damages expenses tax taxes all any each no not is are was were be has have had
        will shall
        """
    )
)


_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_NEAR = r"(?:[ \xa0]{1,3}\n?[ ]{0,20}|\n[ ]{0,20})"
_AFTER_NAME = "|".join(re.escape(word) for word in sorted([*SUFFIXES, *DEGREES], key=len, reverse=True))
_WORD = (
    rf"(?!(?:{_AFTER_NAME})(?![\w]))(?:{_CAPITAL}\.(?:-?{_CAPITAL}\.)*"
    rf"|{_CAPITAL}[^\W\d_]*(?:['’-]{_CAPITAL}?[^\W\d_]+)*(?![\w]))"
)
_PARTICLE = rf"(?:{'|'.join(sorted(PARTICLES))})"
_NAME = rf"{_WORD}(?:{_NEAR}(?:{_PARTICLE}{_NEAR}){{0,2}}{_WORD}){{0,4}}"
_TITLE = (
    rf"(?:(?:{'|'.join(sorted(TITLES, key=len, reverse=True))})(?:\.|(?![\w])){GAP}(?:med\.|jur\.|h\.c\."
    rf"|iur\.|rer\.{GAP}nat\.|phil\.)?{GAP})"
)
_SUFFIX = rf"(?:,?{_NEAR}(?P<suffix>{'|'.join(sorted(SUFFIXES, key=len, reverse=True))})(?![\w])\.?)"
_DEGREE = (
    rf"(?:,?{_NEAR}(?:{'|'.join(re.escape(degree) for degree in sorted(DEGREES, key=len, reverse=True))})("
    rf"?![\w])\.?)"
)
_PERSON = re.compile(
    rf"(?<![\w.&'’-])(?P<titles>{_TITLE}{{0,3}})(?P<name>{_NAME}){_SUFFIX}?(?P<degrees>{_DEGREE}{{0,3}})"
)
_LABEL = re.compile(
    rf"(?:/[sS]/|(?<![\w])(?:(?i:(?:printed{SPACE})?name|by|signed{SPACE}by|attn|attention"
    rf"|contact(?:{SPACE}person)?|witness(?:ed{SPACE}by)?"
    rf"|represented{SPACE}by|signatory|prepared{SPACE}by|gez)\.?{GAP}:?|{POSITIONS}(?:{GAP}:|{SPACE}(?:is"
    rf"|was|shall{SPACE}be)(?![\w])))){GAP}(?:/[sS]/{GAP})?[,:]?{GAP}\Z"
)
_POSITION_BEFORE = re.compile(
    rf"(?<![\w])(?i:{POSITIONS})(?:{SPACE}of{SPACE}[^.;:,\n]{{1,60}})?(?:{GAP}[,:–-]{GAP}|{SPACE}(?:is|was"
    rf"|shall{SPACE}be|named){SPACE})(?:\(?(?:Mr|Ms)\.?{GAP})?\Z"
)
_POSITION_AFTER = re.compile(
    rf"{GAP},{GAP}(?:(?:its|the|our|as|acting{SPACE}as|in{SPACE}h(?:is"
    rf"|er){SPACE}capacity{SPACE}as){SPACE}(?:the{SPACE}|its{SPACE})?)?(?i:{POSITIONS})(?![\w])"
    rf"|{SPACE}(?:(?:is|as|was|serves{SPACE}as|acts{SPACE}as){SPACE}(?:the{SPACE}|its{SPACE}"
    rf"|our{SPACE})?)(?i:{POSITIONS})(?![\w])"
    rf"|{GAP}\((?i:{POSITIONS})\)"
)
_INVERTED = re.compile(
    rf"(?<![\w])(?i:name|surname){GAP}:?{GAP}(?P<last>{_WORD}),{SPACE}(?P<first>{_WORD})(?P<middle>(?"
    rf":{_NEAR}{_WORD}){{0,2}})(?![\w,])"
)
_WORDS = re.compile(rf"{_WORD}|{_PARTICLE}(?![\w])")
_TO_FORM = re.compile(r",?[ \xa0]?(?:(?:&|and)[ ]\w+,?[ ])?\n?[ ]?")
_REACH = 120


def find_persons(text: str) -> list[Reading[PersonName]]:
    """All names that the text shows to be those of people, in order."""
    companies = [Span(*form.span()) for form in FORM.finditer(text)]
    inverted = [_inverted(found) for found in _INVERTED.finditer(text)]
    names = (reading for found in _PERSON.finditer(text) for reading in _read(text, found, companies))
    return in_order([*inverted, *names])


def _inverted(found: re.Match[str]) -> Reading[PersonName]:
    first, middle = found["first"], " ".join(found["middle"].split()) or None
    value = PersonName(first=first, middle=middle, last=found["last"])
    note = "the last name first, or two names"
    return Reading(value, found.start("last"), found.end(), note, Span(*found.span()))


def _read(text: str, found: re.Match[str], companies: Sequence[Span]) -> Iterator[Reading[PersonName]]:
    words = list(_WORDS.finditer(text, found.start("name"), found.end("name")))
    titled, closed = bool(found["titles"]), bool(found["suffix"] or found["degrees"])
    while words and not titled and (_is_no_name(words[0][0]) or words[0][0] in PARTICLES):
        words.pop(0)
    whole, note = len(words), ""
    words = _in_one_line(text, words)
    if len(words) < whole:
        closed = False
        goes_on = _WORDS.match(text, words[-1].end() + 1)
        note = "" if goes_on and _is_no_name(goes_on[0]) else "the name may go on in the next line"
    if not words or any(_is_no_name(word[0]) for word in words):
        return
    name = Span(
        found.start("titles") if titled else words[0].start(), found.end() if closed else words[-1].end()
    )
    if _belongs_to_company(text, name, companies):
        return
    sign = _sign(text, [word[0] for word in words], name, titled or (closed and len(words) > 1))
    value = _value([word[0] for word in words], found["suffix"] if closed else None, titled)
    if sign is None or value is None:
        return
    yield Reading(value, name.start, name.end, note, sign if sign != name else None)


def _is_no_name(word: str) -> bool:
    lowered = word.lower().strip(".")
    return lowered in NO_NAME or (len(lowered) > 6 and lowered.endswith(NOUN_ENDINGS))


def _in_one_line(text: str, words: list[re.Match[str]]) -> list[re.Match[str]]:
    """The words before a line end, if they can be a name: below it may stand what the person is."""
    for at in range(1, len(words)):
        before = words[at - 1]
        complete = at > 1 and not before[0].endswith(".") and before[0].lower() not in PARTICLES
        if "\n" in text[before.end() : words[at].start()] and complete:
            return words[:at]
    return words


def _belongs_to_company(text: str, name: Span, companies: Sequence[Span]) -> bool:
    """Whether a legal form stands in or behind it: "John Deere Inc.", "Smith & Sons Ltd"."""
    behind = _TO_FORM.match(text, name.end)
    end = behind.end() if behind else name.end
    return any(company.start <= end and name.start < company.end for company in companies)


def _sign(text: str, words: Sequence[str], name: Span, is_clear: bool) -> Span | None:
    """The stretch that shows the name to be that of a person; the name itself where it does."""
    if words[-1].endswith(".") or words[-1] in PARTICLES:
        return None
    if is_clear:
        return name
    if len(words) < 2:
        return None
    if any(part in GIVEN for part in words[0].lower().split("-")):
        return name
    earliest = max(0, name.start - _REACH)
    before = _LABEL.search(text, earliest, name.start) or _POSITION_BEFORE.search(text, earliest, name.start)
    if before:
        return Span(before.start(), name.end)
    after = _POSITION_AFTER.match(text, name.end)
    return Span(name.start, after.end()) if after else None


def _value(words: Sequence[str], suffix: str | None, titled: bool) -> PersonName | None:
    """First, middle and last name; particles belong to the last: "Mies van der Rohe"."""
    at = len(words) - 1
    while at > 1 and words[at - 1].lower() in PARTICLES:
        at -= 1
    last = " ".join(words[at:]) + _generation(suffix)
    if len(words) == 1:
        return PersonName(first=None, middle=None, last=last) if titled else None
    return PersonName(first=words[0], middle=" ".join(words[1:at]) or None, last=last)


def _generation(suffix: str | None) -> str:
    if not suffix:
        return ""
    return f" {suffix}." if suffix in {"Jr", "Sr"} else f" {suffix}"
