"""Five questions whose answer is a tree, a table of records or duties by party."""

from .shapes import Node, Tree, Value


def _francs(number: str) -> Value:
    return {"value": number, "currency": "CHF", "unit": None}


def _pounds(number: str) -> Value:
    return {"value": number, "currency": "GBP", "unit": None}


def _fee(service: str, row: str, number: str) -> Node:
    return Node(service, row, value=_francs(number))


TREES = (
    Tree(
        id="tree-cleaning",
        document="cleaning_services.txt",
        question="Which regular services does the Contractor provide, by frequency?",
        answer_type="text",
        answer_shape="tree",
        nodes=(
            Node(
                "Daily services",
                "3.1 Daily services",
                (
                    Node("emptying all waste bins", "(a) emptying all waste bins;"),
                    Node(
                        "wiping the counters of the information desk",
                        "(b) wiping the counters of the information desk;",
                    ),
                    Node("cleaning the public toilets", "(c) cleaning the public toilets."),
                ),
            ),
            Node(
                "Weekly services",
                "3.2 Weekly services",
                (
                    Node("vacuuming the carpets on both floors", "(a) vacuuming the carpets on both floors;"),
                    Node(
                        "dusting shelves up to a height of 1.80 metres",
                        "(b) dusting shelves up to a height of 1.80 metres.",
                    ),
                ),
            ),
            Node(
                "Yearly services",
                "3.3 Yearly services",
                (
                    Node(
                        "cleaning the windows inside and outside",
                        "(a) cleaning the windows inside and outside;",
                    ),
                    Node("shampooing the carpets", "(b) shampooing the carpets;"),
                    Node(
                        "polishing the parquet of the reading room",
                        "(c) polishing the parquet of the reading room;",
                    ),
                    Node("washing the curtains", "(d) washing the curtains."),
                ),
            ),
        ),
    ),
    Tree(
        id="table-clinic-fees",
        document="clinic_fees.txt",
        question="What is the price of each service, by section?",
        answer_type="amount",
        answer_shape="table",
        nodes=(
            Node(
                "Consultations",
                "Section A Consultations",
                (
                    _fee("First consultation", "First consultation 40 minutes CHF 180", "180"),
                    _fee("Follow-up consultation", "Follow-up consultation 20 minutes CHF 95", "95"),
                    _fee("Consultation by video", "Consultation by video 15 minutes CHF 70", "70"),
                ),
            ),
            Node(
                "Imaging",
                "Section B Imaging",
                (
                    _fee("X-ray, one plane", "X-ray, one plane 10 minutes CHF 120", "120"),
                    _fee("Ultrasound of the abdomen", "Ultrasound of the abdomen 25 minutes CHF 210", "210"),
                    _fee("MRI of the knee", "MRI of the knee 45 minutes CHF 640", "640"),
                ),
            ),
            Node(
                "Laboratory",
                "Section C Laboratory",
                (
                    _fee("Blood count", "Blood count 1 day CHF 38", "38"),
                    _fee("Thyroid panel", "Thyroid panel 2 days CHF 112", "112"),
                ),
            ),
        ),
    ),
    Tree(
        id="duties-joint-venture",
        document="joint_venture.txt",
        question="Which duties does each party have under Article 2?",
        answer_type="text",
        answer_shape="nested",
        nodes=(
            Node(
                "Aldermoor",
                "2.1 Aldermoor shall",
                (
                    Node(
                        "deliver 200 test cells by the end of March",
                        "(a) deliver 200 test cells by the end of March;",
                    ),
                    Node("pay the wages of two engineers", "(b) pay the wages of two engineers;"),
                    Node("host the project office in Leeds", "(c) host the project office in Leeds."),
                ),
            ),
            Node(
                "Pont-Noir",
                "2.2 Pont-Noir shall",
                (
                    Node("build the test stand in Grenoble", "(a) build the test stand in Grenoble;"),
                    Node("keep the test records for ten years", "(b) keep the test records for ten years."),
                ),
            ),
            Node(
                "the University",
                "2.3 The University shall",
                (
                    Node("analyse the aged cells", "(a) analyse the aged cells;"),
                    Node("name a project scientist", "(b) name a project scientist;"),
                    Node(
                        "publish the results together with the other parties",
                        "(c) publish the results together with the other parties;",
                    ),
                    Node(
                        "store the samples at minus 20 degrees", "(d) store the samples at minus 20 degrees."
                    ),
                ),
            ),
        ),
    ),
    Tree(
        id="tree-sterile-room",
        document="sterile_room.txt",
        question="What are the steps for entering the sterile room, with their sub-steps?",
        answer_type="text",
        answer_shape="tree",
        nodes=(
            Node(
                "Prepare",
                "Step 1 Prepare",
                (
                    Node("Remove jewellery and make-up", "1.1 Remove jewellery and make-up."),
                    Node(
                        "Check that the pressure gauge shows at least 15 Pa",
                        "1.2 Check that the pressure gauge shows at least 15 Pa.",
                    ),
                ),
            ),
            Node(
                "Wash",
                "Step 2 Wash",
                (
                    Node(
                        "Wash hands and forearms for 60 seconds",
                        "2.1 Wash hands and forearms for 60 seconds.",
                    ),
                    Node("Dry with a lint-free towel", "2.2 Dry with a lint-free towel."),
                    Node("Disinfect with 70 % isopropanol", "2.3 Disinfect with 70 % isopropanol."),
                ),
            ),
            Node(
                "Gown",
                "Step 3 Gown",
                (
                    Node("Put on the hood first", "3.1 Put on the hood first."),
                    Node(
                        "Put on the coverall without touching the floor",
                        "3.2 Put on the coverall without touching the floor.",
                    ),
                    Node("Put on the second pair of gloves", "3.3 Put on the second pair of gloves."),
                ),
            ),
            Node(
                "Enter",
                "Step 4 Enter",
                (Node("Wait until the green lamp is lit", "4.1 Wait until the green lamp is lit."),),
            ),
        ),
    ),
    Tree(
        id="nested-festival-covers",
        document="festival_policy.txt",
        question="Which covers does the policy grant, each with its limit and exclusions?",
        answer_type="text",
        answer_shape="nested",
        nodes=(
            Node(
                "Cancellation",
                "2.1 Cancellation",
                (
                    Node("Limit", "Limit: GBP 250,000 per festival.", value=_pounds("250000")),
                    Node("lack of ticket sales", "- lack of ticket sales;"),
                    Node(
                        "withdrawal of a permit for which the organiser is to blame",
                        "- withdrawal of a permit for which the organiser is to blame.",
                    ),
                ),
            ),
            Node(
                "Liability to visitors",
                "2.2 Liability to visitors",
                (
                    Node("Limit", "Limit: GBP 5,000,000 per claim.", value=_pounds("5000000")),
                    Node("damage caused by fireworks", "- damage caused by fireworks;"),
                    Node("hearing damage", "- hearing damage;"),
                    Node("claims of employees", "- claims of employees."),
                ),
            ),
            Node(
                "Equipment",
                "2.3 Equipment",
                (
                    Node("Limit", "Limit: GBP 80,000 per festival.", value=_pounds("80000")),
                    Node("wear and tear", "- wear and tear;"),
                    Node("mobile telephones", "- mobile telephones."),
                ),
            ),
        ),
    ),
)
