"""Q: how a question is understood."""

from __future__ import annotations

from pathlib import Path

from tests.mission import documents, product
from tests.mission.model_server import ModelServer, Reply

_RENT = product.amount("The monthly rent is EUR 2,400.00", "EUR 2,400.00", "2400.00")
_DEPOSIT = product.amount("a deposit of EUR 7,200.00", "EUR 7,200.00", "7200.00")


def test_Q1_type_shape_scope_parts_and_exclusions_are_read_and_recorded(shipped: product.Library) -> None:
    asked = {
        question: shipped.ask(question, of="lease.txt")
        for question in (
            "What is the monthly rent?",
            "When does the lease end?",
            "List all sections on money.",
        )
    }
    assert [(answer.type, answer.shape) for answer in asked.values()] == [
        ("amount", "single"),
        ("date", "single"),
        ("text", "list"),
    ]
    # A scope holds: the rent is not found where the question says not to look.
    scoped = shipped.ask("What is the monthly rent in section 3?", of="lease.txt")
    places = (
        [i.places[0] for i in scoped.items]
        + [p for lead in scoped.leads for p in lead.places]
        + scoped.nearest
    )
    assert "2,400" not in str(places)
    assert {place.section for place in places} <= {"3. Deposit"}
    # Two questions at once are told apart: both parts are named, or both are answered.
    both = shipped.ask("What is the monthly rent and when does the lease end?", of="lease.txt")
    told = f"{both.clarification} {[i.words for i in both.items]} {[p.snippet for lead in both.leads for p in lead.places]} {both.caveats}"  # noqa: E501
    assert "rent" in told.lower()
    assert "end" in told.lower()
    # A clarification, where nothing is asked for.
    assert shipped.ask("And?", of="lease.txt").outcome == "needs_clarification"
    # The reading is on record.
    recorded = shipped.recorded(asked["What is the monthly rent?"].run)
    assert recorded.search_words >= {"rent"}
    assert "amount" in recorded.answer_types


def test_Q2_the_reader_gets_the_users_words_and_exclusions_do_not_search(
    model: ModelServer, tmp_path: Path
) -> None:
    question = "What does the Tenant pay, not the deposit?"
    model.script = product.reader(_RENT)
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.lease(tmp_path))
        answer = library.ask(question)
        words = library.recorded(answer.run).search_words
    assert "deposit" not in words
    assert words & {"tenant", "pay"}
    readings = [request for request in model.requests if product.shown(request).reading]
    assert readings
    assert all(question in request.text for request in readings)


def test_Q3_a_dictionary_of_the_users_own_widens_the_search_and_starters_ship(tmp_path: Path) -> None:
    told = "1. Snorkel levy\n\nThe snorkel levy amounts to EUR 70.\n\n" + "\n\n".join(
        f"{n}. Matter {n}\n\nThe parties review matter {n}." for n in range(2, 40)
    )
    concept = documents.text(
        tmp_path,
        "words.yaml",
        "gadget tax:\n  words: [snorkel levy]\n  asked: [gadget tax]\n  type: amount\n",
    )
    found = {}
    for name, given in (("without", []), ("with", [concept])):
        with product.Library(tmp_path / name, reads=False, concepts=given) as library:
            library.add(documents.text(tmp_path, "terms.txt", told))
            found[name] = _paths(
                library.passages(
                    "terms.txt", "What is the gadget tax?", "The snorkel levy amounts to EUR 70."
                )
            )
    assert "words" not in found["without"]
    assert "words" in found["with"]
    # Ours: what people say, and what a label, a contract and a policy say instead.
    shipped = {
        "How long does it stay in the body?": "The elimination half-life was 14 hours.",
        "How can we get out without a reason?": "The Customer may terminate for convenience at any time.",
        "How much is the excess?": "A deductible of EUR 250 applies.",
    }
    with product.Library(tmp_path / "starters", reads=False) as library:
        for number, (question, sentence) in enumerate(shipped.items()):
            name = f"{number}.txt"
            library.add(
                documents.text(
                    tmp_path, name, f"1. One\n\n{sentence}\n\n2. Two\n\nThe parties review matters.\n"
                )
            )
            assert "words" in _paths(library.passages(name, question, sentence)), question


def test_Q4_a_planner_sees_titles_and_profile_but_never_content(model: ModelServer, tmp_path: Path) -> None:
    secrets = [f"zq{n}word" for n in range(12)]
    body = "".join(
        f"{n + 1}. Title {n + 1}\n\nThe {word} shall be reviewed by the parties each year.\n\n"
        for n, word in enumerate(secrets)
    )
    path = documents.text(tmp_path, "terms.txt", documents.LEASE + "\n" + body)
    advice = {"sections": ["Deposit"], "keywords": ["security"]}
    model.script = lambda request: (
        product.reply(request, **advice) if len(model.requests) == 1 else Reply("no", status=400)
    )
    with product.Library(tmp_path / "library", reads=False, planner=model) as library:
        library.add(path)
        planned = library.ask("How much must the Tenant lodge?")
        failed = library.ask("How much must the Tenant lodge?")
        decisions = [" ".join(library.recorded(run).decisions) for run in (planned.run, failed.run)]
        words = str(library.recorded(planned.run).raw)
    assert len(model.requests) == 2
    for request in model.requests:
        assert "Title 12" in request.text
        assert "How much must the Tenant lodge?" in request.text
        assert not [word for word in secrets if word in request.text]
        assert "2,400" not in request.text
    assert "security" in words, "its words search"
    assert planned.paths["likely_section"] > 0, "and its section is looked at"
    assert not failed.paths.get("likely_section")
    # It fails: the rules' plan stands, the question is answered as without it, and the trace says so.
    assert failed.outcome == planned.outcome
    assert "fail" not in decisions[0]
    assert "planner" in decisions[1]
    assert "fail" in decisions[1]


def test_Q5_the_plan_is_recorded_and_the_same_for_the_same_question(tmp_path: Path) -> None:
    with product.Library(tmp_path / "library", reads=False) as library:
        library.add(
            documents.lease(tmp_path, "kestrel.txt"), documents.lease(tmp_path, "osprey.txt", rent="EUR 9.00")
        )
        runs = [library.ask("What is the rent in kestrel.txt?") for _ in range(2)]
        plans = [
            [step for step in library.recorded(run.run).decisions if step.startswith("plan")] for run in runs
        ]
        everything = library.ask("What is the rent?")
    assert plans[0]
    assert plans[0] == plans[1]
    assert set(runs[0].by_document) == {"kestrel.txt"}, "the question names its document"
    assert set(everything.by_document) == {"kestrel.txt", "osprey.txt"}
    said = " ".join(plans[0])
    assert "path" in said
    assert "check" in said


def _paths(passages: list[object]) -> set[str]:
    return {path for passage in passages for path in passage.paths}  # type: ignore[attr-defined]
