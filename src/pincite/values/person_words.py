"""Words by which the name of a person is known: titles, suffixes, positions, given names."""

from __future__ import annotations

from pincite.values.gaps import listed

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
