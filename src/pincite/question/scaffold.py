"""Words that make a sentence a question and say nothing about what is looked for."""

from __future__ import annotations

# Left out of the search: they stand in questions about anything.
SCAFFOLD = frozenset(
    """
    what when where which who whom whose why how much many long often far soon quickly fast does do did is
    are was were please tell me show find list name give state stated states specify specified specifies
    mention mentioned mentions say says said provide provided provides describe described explain identify
    according document documents text file page question answer value exact exactly there any happen
    happens need needs want wants get gets got make makes made take takes taken let lets go goes gone come
    comes thing things kind kinds type types sort long-lasting set sets out apply applies applicable
    entitled able possible actually currently exist exists include includes included whether else count
    counts one agreement contract policy label labeling labelling someone somebody anyone anybody people
    person us im id anything something nothing everything still already again since away now today current
    going having way lot bit piece ever even really roughly supposed supposedly allowed original doesn't
    don't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't enumerate um uh
    """.split()
)

# Kept, but at a fraction of the weight: half the sentences of a document carry them.
COMMON = frozenset(
    """
    schedule amendment clause section article party parties drug medicine medication product patient
    patients total overall general amount sum number date time period day days week weeks month months
    year years hour hours minute minutes percentage percent rate figure level give given gave keep kept
    keeps hold held put puts use used do done have last latest wait bring brought allow allowed within
    without per against tablet tablets capsule capsules
    """.split()
)
COMMON_WEIGHT = 0.3

# Said by the kind of value that is looked for, so the words themselves need not stand there.
TYPE_WORDS = {
    "amount": frozenset(["amount", "amounts", "sum", "total", "value"]),
    "date": frozenset(["date", "dates", "day", "month", "year", "time"]),
    "duration": frozenset(
        "minutes hours days weeks months years minute hour day week month year period time length".split()
    ),
    "percentage": frozenset(
        ["percentage", "percent", "per", "cent", "proportion", "share", "fraction", "rate"]
    ),
    "number": frozenset(["number", "count", "quantity"]),
    "address": frozenset(["address", "addresses", "located", "postal"]),
    "person": frozenset(["person", "persons"]),
    "organisation": frozenset(
        "company companies firm organisation organization corporation entity bank institution".split()
    ),
    "table": frozenset(["table", "print", "reproduce", "display"]),
    "clause": frozenset(
        "clause clauses provision paragraph sentence wording quote cite recite reproduce read".split()
    ),
}
