"""Questions whose value must keep what limits it."""

from .shapes import Qualified

QUALIFIED = (
    Qualified(
        id="qualified-adult-intravenous",
        document="antibiotic_label.txt",
        question="What is the intravenous dose for adults?",
        answer_type="number",
        value={"value": "2", "unit": "g"},
        original="2 g",
        quote="Adults: 2 g every 8 hours by intravenous infusion.",
        qualifiers=("Adults", "every 8 hours", "by intravenous infusion"),
    ),
    Qualified(
        id="qualified-bone-infection",
        document="antibiotic_label.txt",
        question="How long are bone infections treated?",
        answer_type="duration",
        value={"iso8601": "P6W"},
        original="6 weeks",
        quote="Treatment of bone infections lasts at least 6 weeks.",
        qualifiers=("at least",),
    ),
    Qualified(
        id="qualified-limit-per-claim",
        document="indemnity_policy.txt",
        question="What is the limit for a single claim?",
        answer_type="amount",
        value={"value": "2000000", "currency": "EUR", "unit": None},
        original="EUR 2,000,000",
        quote="We pay up to EUR 2,000,000 per claim, subject to Section 7.",
        qualifiers=("up to", "per claim", "subject to Section 7"),
    ),
    Qualified(
        id="qualified-business-days",
        document="indemnity_policy.txt",
        question="Within what time must a claim be reported?",
        answer_type="duration",
        value={"iso8601": "P10D"},
        original="10 business days",
        quote="A claim is reported within 10 business days after the policyholder has learned of it.",
        qualifiers=("business days", "after the policyholder has learned of it"),
    ),
    Qualified(
        id="qualified-excess",
        document="indemnity_policy.txt",
        question="What excess does the policyholder bear?",
        answer_type="amount",
        value={"value": "12500", "currency": "EUR", "unit": None},
        original="EUR 12,500",
        quote="The policyholder bears the first EUR 12,500 of each claim, other than costs of defence.",
        qualifiers=("the first", "of each claim", "other than costs of defence"),
    ),
)
