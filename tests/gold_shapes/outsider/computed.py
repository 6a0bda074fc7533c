"""Questions that need arithmetic: each operand is quoted, and code does the rest."""

from .shapes import Computed, Operand, Rate, Value


def _euros(number: str) -> Value:
    return {"value": number, "currency": "EUR", "unit": None}


def _litres(village: str, number: str) -> Operand:
    return Operand({"value": number, "unit": "Litres"}, f"{village} {int(number):,}")


def _point(quote: str) -> Operand:
    return Operand({"text": quote}, f"- {quote}")


COMPUTED = (
    Computed(
        id="compare-same-currency",
        document="bridge_tender.txt",
        question="Is the tender of Corvo Pontes above EUR 1 million?",
        answer_type="boolean",
        operation="compare",
        formula="EUR 1,043,500 > EUR 1,000,000",
        operands=(Operand(_euros("1043500"), "Corvo Pontes Lda EUR 1,043,500 8 months"),),
        result={"value": True},
    ),
    Computed(
        id="compare-rate-in-document",
        document="bridge_tender.txt",
        question="Is the tender of Dunmore Civil above one million euros?",
        answer_type="boolean",
        operation="compare",
        formula="GBP 870,000 × 1.19 = EUR 1,035,300 > EUR 1,000,000",
        operands=(
            Operand(
                {"value": "870000", "currency": "GBP", "unit": None},
                "Dunmore Civil plc GBP 870,000 10 months",
            ),
        ),
        result={"value": True},
        rate=Rate(
            "GBP", "EUR", "1.19", "2024-07-15", "The bank gave 1.19 euros for one pound on 15 July 2024."
        ),
    ),
    Computed(
        id="compare-rate-from-asker",
        document="warehouse_audit.txt",
        question="Is closing the points expected to cost more than 8,000 US dollars?",
        answer_type="boolean",
        operation="compare",
        formula="SEK 84,000 × 0.095 = USD 7,980, not > USD 8,000",
        operands=(
            Operand(
                {"value": "84000", "currency": "SEK", "unit": None},
                "Closing the points is expected to cost SEK 84,000.",
            ),
        ),
        result={"value": False},
        rate=Rate("SEK", "USD", "0.095", "2024-06-03", None),
    ),
    Computed(
        id="sum-milk",
        document="quarterly_report.txt",
        question="How many litres of milk did the four villages deliver in all?",
        answer_type="number",
        operation="sum",
        formula="412,000 + 268,500 + 305,200 + 198,300",
        operands=(
            _litres("Oberau", "412000"),
            _litres("Steinach", "268500"),
            _litres("Lindtal", "305200"),
            _litres("Wiesing", "198300"),
        ),
        result={"value": "1184000", "unit": "Litres"},
    ),
    Computed(
        id="difference-cheese",
        document="quarterly_report.txt",
        question="By how much did sales of cheese rise against the second quarter?",
        answer_type="amount",
        operation="difference",
        formula="EUR 1,845,000 − EUR 1,790,500",
        operands=(
            Operand(
                _euros("1845000"), "Sales of cheese were EUR 1,845,000 and sales of butter were EUR 612,000."
            ),
            Operand(_euros("1790500"), "In the second quarter sales of cheese were EUR 1,790,500."),
        ),
        result=_euros("54500"),
    ),
    Computed(
        id="difference-council-share",
        document="bridge_tender.txt",
        question="What does the council pay if the tender of Corvo Pontes is taken?",
        answer_type="amount",
        operation="difference",
        formula="EUR 1,043,500 − EUR 600,000 − EUR 275,000",
        operands=(
            Operand(_euros("1043500"), "Corvo Pontes Lda EUR 1,043,500 8 months"),
            Operand(_euros("600000"), "The region pays EUR 600,000."),
            Operand(_euros("275000"), "The lottery fund pays EUR 275,000."),
        ),
        result=_euros("168500"),
    ),
    Computed(
        id="count-open-points",
        document="warehouse_audit.txt",
        question="Count the open points that are listed.",
        answer_type="number",
        operation="count",
        formula="count of the list",
        operands=(
            _point("The eye wash in hall 2 was empty."),
            _point("The fire door in hall 3 was blocked by pallets."),
            _point("Two drums had no label."),
            _point("The spill kit was out of date."),
            _point("The list of emergency numbers named a person who left in 2021."),
            _point("The gas detector had not been tested since January 2022."),
            _point("The smoking area was closer than 10 metres to the store."),
        ),
        result={"value": "7", "unit": None},
    ),
    Computed(
        id="sort-tenders",
        document="bridge_tender.txt",
        question="Sort the tenders made in euros by price, the lowest first.",
        answer_type="amount",
        operation="sort",
        formula="ascending by price",
        operands=(
            Operand(_euros("1120000"), "Arklow Steel Ltd EUR 1,120,000 9 months"),
            Operand(_euros("985000"), "Bremner & Sons EUR 985,000 11 months"),
            Operand(_euros("1043500"), "Corvo Pontes Lda EUR 1,043,500 8 months"),
            Operand(_euros("1310000"), "Elben Brückenbau GmbH EUR 1,310,000 7 months"),
        ),
        result=(_euros("985000"), _euros("1043500"), _euros("1120000"), _euros("1310000")),
    ),
    Computed(
        id="date-end-of-notice",
        document="dismissal_letter.txt",
        question="When does the period of notice end?",
        answer_type="date",
        operation="date plus duration",
        formula="18 April 2024 + 4 months",
        operands=(
            Operand(
                {"iso": "2024-04-18", "precision": "day"}, "The notice was handed over on 18 April 2024."
            ),
            Operand({"iso8601": "P4M"}, "The period of notice is 4 months."),
        ),
        result={"iso": "2024-08-18", "precision": "day"},
    ),
    Computed(
        id="date-general-meeting",
        document="quarterly_report.txt",
        question="On what date does the general meeting take place?",
        answer_type="date",
        operation="date plus duration",
        formula="30 September 2024 + 10 weeks",
        operands=(
            Operand({"iso8601": "P10W"}, "takes place 10 weeks after the end of the quarter"),
            Operand({"iso": "2024-09-30", "precision": "day"}, "which was 30 September 2024."),
        ),
        result={"iso": "2024-12-09", "precision": "day"},
    ),
    Computed(
        id="sum-dismissal-payments",
        document="dismissal_letter.txt",
        question="What do the severance payment and the payment for training add up to?",
        answer_type="amount",
        operation="sum",
        formula="EUR 11,500 + EUR 1,800",
        operands=(
            Operand(_euros("11500"), "The works agreement grants a severance payment of EUR 11,500."),
            Operand(_euros("1800"), "A further EUR 1,800 is paid for training."),
        ),
        result=_euros("13300"),
    ),
    Computed(
        id="count-above-permit",
        document="warehouse_audit.txt",
        question="How many substances exceed the limit of the permit?",
        answer_type="number",
        operation="count",
        formula="count where quantity > limit of the permit",
        operands=(
            Operand({"value": "9850", "unit": "kg"}, "Methanol 9,850 kg 9,000 kg"),
            Operand({"value": "6700", "unit": "kg"}, "Toluene 6,700 kg 6,500 kg"),
        ),
        result={"value": "2", "unit": None},
    ),
)
