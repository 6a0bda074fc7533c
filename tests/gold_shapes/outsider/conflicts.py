"""Ten contracts that give two answers, with and without a rule that settles which one holds."""

from .shapes import Conflict, Operand, Value


def _amount(number: str, currency: str) -> Value:
    return {"value": number, "currency": currency, "unit": None}


def _day(iso: str) -> Value:
    return {"iso": iso, "precision": "day"}


CONFLICTS = (
    Conflict(
        id="conflict-lift-price",
        document="conflict_lift_maintenance.txt",
        question="What is the yearly price for all lifts?",
        answer_type="amount",
        sides=(
            Operand(_amount("9600", "EUR"), "The yearly price for all lifts is EUR 9,600."),
            Operand(_amount("11280", "EUR"), "The yearly price for all lifts is EUR 11,280."),
        ),
        rule_kind="amendment",
        rule="Section 4.2 of the contract is replaced by the following wording:",
        prevails=1,
    ),
    Conflict(
        id="conflict-shop-rent",
        document="conflict_shop_lease.txt",
        question="What is the rent per month?",
        answer_type="amount",
        sides=(
            Operand(
                _amount("4200", "GBP"),
                "The rent is GBP 4,200 per month, payable on the first day of the month.",
            ),
            Operand(
                _amount("2500", "GBP"), "the rent is GBP 2,500 per month until the roof has been renewed."
            ),
        ),
        rule_kind="notwithstanding",
        rule="Notwithstanding Section 3.1",
        prevails=1,
    ),
    Conflict(
        id="conflict-catering-payment",
        document="conflict_catering_framework.txt",
        question="Within what time are invoices payable?",
        answer_type="duration",
        sides=(
            Operand({"iso8601": "P30D"}, "Invoices are payable within 30 days."),
            Operand(
                {"iso8601": "P45D"},
                "Invoices are payable within 45 days after they have been received by the budget office.",
            ),
        ),
        rule_kind="order_of_precedence",
        rule="Where Part A and Part B differ, Part B takes precedence.",
        prevails=1,
    ),
    Conflict(
        id="conflict-arrangement-fee",
        document="conflict_fee_letters.txt",
        question="What is the arrangement fee?",
        answer_type="amount",
        sides=(
            Operand(_amount("160000", "EUR"), "The arrangement fee is EUR 160,000."),
            Operand(_amount("135000", "EUR"), "The arrangement fee is EUR 135,000."),
        ),
        rule_kind="later_date",
        rule="If letters between us differ, the letter bearing the later date applies.",
        prevails=1,
    ),
    Conflict(
        id="conflict-agency-notice",
        document="conflict_agency_notice.txt",
        question="How much notice must be given to end the agreement?",
        answer_type="duration",
        sides=(
            Operand(
                {"iso8601": "P30D"}, "Either party may end it by giving 30 days' written notice to the other."
            ),
            Operand(
                {"iso8601": "P90D"},
                "Notice of termination must be given in writing at least 90 days before the agreement is "
                "to end.",
            ),
        ),
        rule_kind=None,
        rule=None,
        prevails=None,
    ),
    Conflict(
        id="conflict-words-and-figures",
        document="conflict_loan_words_figures.txt",
        question="How much does the Lender lend the Borrower?",
        answer_type="amount",
        sides=(
            Operand(_amount("15000", "EUR"), "The Lender lends the Borrower EUR 15,000"),
            Operand(_amount("50000", "EUR"), "(in words: fifty thousand euros)"),
        ),
        rule_kind=None,
        rule=None,
        prevails=None,
    ),
    Conflict(
        id="conflict-report-date",
        document="conflict_side_letter.txt",
        question="By when must the report be delivered?",
        answer_type="date",
        sides=(
            Operand(_day("2023-03-31"), "The report is delivered by 31 March 2023."),
            Operand(_day("2023-08-31"), "the report is delivered by 31 August 2023."),
        ),
        rule_kind="amendment",
        rule="The date in Article 2 is changed:",
        prevails=1,
    ),
    Conflict(
        id="conflict-subscription-royalty",
        document="conflict_music_licence.txt",
        question="What royalty is paid on receipts from subscription services?",
        answer_type="percentage",
        sides=(
            Operand({"value": "4"}, "The Licensee pays a royalty of 4% of net receipts."),
            Operand({"value": "2.5"}, "the royalty is 2.5% of net receipts from subscription services."),
        ),
        rule_kind="notwithstanding",
        rule="Notwithstanding anything to the contrary in Section 3",
        prevails=1,
    ),
    Conflict(
        id="conflict-defects-period",
        document="conflict_building_contract.txt",
        question="For how long after handing over does the Contractor remedy defects?",
        answer_type="duration",
        sides=(
            Operand(
                {"iso8601": "P24M"},
                "The Contractor remedies defects that appear within 24 months after handing over.",
            ),
            Operand(
                {"iso8601": "P60M"},
                "The Contractor remedies defects that appear within 60 months after handing over.",
            ),
        ),
        rule_kind="order_of_precedence",
        rule="If the documents differ, the Specification prevails over these clauses, and these clauses "
        "prevail over the drawings.",
        prevails=1,
    ),
    Conflict(
        id="conflict-franchise-start",
        document="conflict_franchise_dates.txt",
        question="When does the franchise agreement take effect?",
        answer_type="date",
        sides=(
            Operand(_day("2024-04-01"), "Effective date: 1 April 2024"),
            Operand(
                _day("2024-05-01"), "This agreement takes effect on 1 May 2024 and runs for seven years."
            ),
        ),
        rule_kind=None,
        rule=None,
        prevails=None,
    ),
)
