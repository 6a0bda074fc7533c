"""A planner sees documents from outside only, points only at what it saw, and its failure changes nothing."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.ask.planner import ModelPlanner, advised, overview_of, planned, prompt_for
from pincite.ask.reading_list import ReadingList
from pincite.errors import ProviderError
from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.text import TextParser
from pincite.records.completion import Completion, Prompt
from pincite.records.library import Identity, identify
from pincite.records.run import LONGEST_NAME, MOST_DOCUMENTS, MOST_TITLES, Advice, Overview, Run
from pincite.retrieve.paths import ByLikelySection
from pincite.testing import planner_keeps_its_promise
from tests.effort import examples
from tests.factories import held
from tests.factories import question as read_question
from tests.form_filling import objects
from tests.scripted import Fault, Scripted
from tests.test_pipeline import FEE, pipeline

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    *sorted((ROOT / "examples" / "text").glob("*.txt")),
    ROOT / "tests" / "monograph" / "monograph.txt",
]
PLAN = {
    "documents": [1],
    "sections": ["1.1"],
    "keywords": ["retainer"],
    "answer_type": "amount",
    "context": "wide",
}


def reply(**changes: object) -> str:
    return json.dumps({**PLAN, **changes})


def whole(prompt: Prompt) -> str:
    """All that a provider could be sent of it."""
    parts = (prompt.instructions, prompt.context, prompt.question, json.dumps(prompt.schema))
    return " ".join(" ".join(parts).split()).casefold()


def overview(document, name="document.txt") -> Overview:
    identity = identify("default", name, document.text.encode(), document.parse)
    return overview_of(identity, document, MOST_TITLES)


def sentences(document) -> list[str]:
    """Every block of running text that is long enough to say something."""
    blocks = (b.span.of(document.text) for b in document.blocks if b.kind != "heading")
    folded = (" ".join(text.split()).casefold() for text in blocks)
    return [text for text in folded if len(text.split()) >= 4]


@pytest.mark.parametrize("parser", [TextParser(), MarkdownParser()], ids=["text", "markdown"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_sentence_of_an_example_reaches_a_planner(path, parser):
    document = parser.read(path.read_bytes(), path.name)
    shown = whole(prompt_for(FEE, [overview(document)]))
    named = {" ".join(subject.name.split()).casefold() for subject in document.profile.subjects}
    leaked = [said for said in sentences(document) if said in shown and said not in named]
    assert sentences(document)
    assert leaked == []


WORD = st.sampled_from(
    "payment notice insurer shall provide goods under this schedule before delivery".split()
)
SENTENCE = st.lists(WORD, min_size=5, max_size=12).map(lambda ws: " ".join(["The", *ws]))
TITLE = st.sampled_from(
    ["Fees", "Term and Termination", "LIABILITY", "Definitions", "Governing Law", "Schedule of Services"]
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Headings of many makes; every sentence holds a word that stands nowhere else."""
    lines = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        mark = draw(st.sampled_from(["", "# ", "## ", f"{number}. ", f"Section {number}: ", f"{number}.1 "]))
        lines.append(mark + draw(TITLE))
        for _ in range(draw(st.integers(1, 4))):
            secret = f"canary{draw(st.integers(100, 999))}x"
            body = draw(SENTENCE)
            at = draw(st.integers(1, body.count(" ")))
            words = body.split()
            sentence = " ".join([*words[:at], secret, *words[at:]]) + draw(st.sampled_from([".", ";", "!"]))
            form = draw(
                st.sampled_from(["{}", "- {}", "**{}**", "{} {}", "> {}", "{}\n", "1.2 {}", "(a) {}"])
            )
            lines.append(form.format(sentence, sentence))
        lines.append("")
    return "\n".join(lines)


@settings(max_examples=examples(150), deadline=None)
@given(text=documents())
def test_no_word_of_running_text_reaches_a_planner(text):
    for parser in (TextParser(), MarkdownParser()):
        document = parser.read(text.encode(), "document")
        assert "canary" not in whole(prompt_for(FEE, [overview(document)]))


def test_the_law_about_sentences_can_be_broken():
    document = TextParser().read(b"1. Fees\n\nThe canary100x fee shall be paid before delivery.\n", "d.txt")
    leaking = Overview(identity("d.txt"), titles=("The canary100x fee shall be paid before delivery.",))
    assert "canary" in whole(prompt_for(FEE, [leaking]))
    assert overview(document).titles == ("1. Fees",)


@pytest.mark.parametrize(
    "title",
    [
        "The Customer shall pay the fee within thirty days.",
        "Fees are due monthly. The Customer pays",
        "2.5 The Buyer hereby grants the Seller an exclusive license",
        "storage of goods in the warehouse near the old harbour",
        "the delivery of all spare parts to the",
        "word " * 30,
        "x" * (LONGEST_NAME + 1),
    ],
)
def test_title_that_reads_as_a_sentence_is_left_out(title):
    document = MarkdownParser().read(
        f"# {title}\n\nSome text stands here.\n\n# Fees\n\nMore.\n".encode(), "d.md"
    )
    assert overview(document).titles == ("Fees",)


@pytest.mark.parametrize(
    "title",
    [
        "TERMS THAT MUST BE MET BEFORE DELIVERY",
        "Representations, Warranties and Covenants of the Seller",
        "Dauer und Kündigung des Vertrags",
        "4.2 How to store your tablets",
    ],
)
def test_title_that_reads_as_one_is_shown(title):
    document = MarkdownParser().read(f"# {title}\n\nSome text stands here.\n".encode(), "d.md")
    assert overview(document).titles == (title,)


def test_title_that_repeats_a_sentence_of_the_text_is_left_out():
    said = "The premium for the year is due in May"
    document = MarkdownParser().read(f"# {said}\n\n{said}\n\n# Fees\n\nMore.\n".encode(), "d.md")
    assert overview(document).titles == ("Fees",)


def identity(name: str) -> Identity:
    return Identity("default", name, "source", f"version of {name}")


def test_prompt_is_bounded_whatever_the_library_holds():
    titles = tuple(f"Section {number} {'x' * 80}" for number in range(MOST_TITLES))
    shown = [Overview(identity(f"{n}.pdf"), titles=titles[:6]) for n in range(10 * MOST_DOCUMENTS)]
    prompt = prompt_for(FEE, shown)
    assert len(whole(prompt)) < 60_000
    assert f"{MOST_DOCUMENTS}: " in prompt.context
    assert f"{MOST_DOCUMENTS + 1}: " not in prompt.context


@pytest.mark.parametrize("titles", [("x" * (LONGEST_NAME + 1),), ("a\nb",), ("a",) * (MOST_TITLES + 1)])
def test_overview_with_more_than_names_cannot_be_made(titles):
    with pytest.raises(ValueError, match="overview shows"):
        Overview(identity("d"), titles=titles)


def test_highest_titles_stay_where_not_all_can_be_shown():
    text = "# One\n\nText of it.\n\n## Deep\n\nText of it.\n\n# Two\n\nText of it.\n"
    document = MarkdownParser().read(text.encode(), "d.md")
    assert overview_of(identity("d"), document, 2).titles == ("One", "Two")
    assert overview_of(identity("d"), document, 0).titles == ()


def test_schema_of_a_plan_is_strict_and_names_only_what_was_shown():
    schema = prompt_for(FEE, [Overview(identity("a"), titles=("Fees", "Term"))]).schema
    for each in objects(schema):
        assert each["additionalProperties"] is False
        assert sorted(each["required"]) == sorted(each["properties"])
    assert schema["properties"]["sections"]["items"]["enum"] == ["1.1", "1.2"]
    assert schema["properties"]["documents"]["items"]["maximum"] == 1


def test_plan_is_read_as_advice():
    shown = [Overview(identity("a"), titles=("Fees", "Term"))]
    advice = ModelPlanner(Scripted((reply(sections=["1.2", "1.2"]),))).plan(FEE, shown)
    assert advice == Advice((identity("a"),), ("Term",), ("retainer",), "amount", wide=True)


@pytest.mark.parametrize(
    "text",
    [
        reply(documents=[2]),
        reply(documents=[0]),
        reply(sections=["1.9"]),
        reply(sections=["Fees"]),
        reply(answer_type="amout"),
        reply(keywords=["x" * 200]),
        reply(keywords=["fee"] * 50),
        reply(context="all"),
        reply(answer="42"),
        "{}",
        "[]",
        "not JSON",
        "",
    ],
)
def test_reply_that_is_not_quite_a_plan_is_none(text):
    with pytest.raises(ProviderError, match=r"reply|plan"):
        ModelPlanner(Scripted((text,))).plan(FEE, [Overview(identity("a"), titles=("Fees",))])


def shelf_of(*sources) -> ReadingList:
    known = {source.identity: source for source in sources}
    return ReadingList(tuple(known), tuple(known), known.__getitem__)


@pytest.mark.parametrize("fault", list(Fault), ids=lambda fault: fault.name)
def test_planner_that_fails_leaves_the_plan_of_the_rules_and_a_word_in_the_trace(fault):
    run, source = Run("run"), held()
    ruled = pipeline().ask(FEE, shelf_of(source), Run("run"))
    answer = pipeline(planner=ModelPlanner(Scripted((fault,)))).ask(FEE, shelf_of(source), run)
    assert answer.model_dump(exclude={"seconds"}) == ruled.model_dump(exclude={"seconds"})
    (told,) = [decision for decision in run.decisions if decision.startswith("planner:")]
    assert "failed, so the rules plan" in told


def test_advice_is_taken_down():
    run = Run("run")
    pipeline(planner=ModelPlanner(Scripted((reply(),)))).ask(FEE, shelf_of(held()), run)
    assert (
        "planner: documents agreement.txt; sections '1. Fees'; words retainer; type amount"
        in run.decisions[0]
    )


@dataclass
class Listening:
    """A model that keeps what it was asked."""

    reply: str
    prompts: list[Prompt] = field(default_factory=list)
    name: str = "fake"
    rungs: tuple[str, ...] = ("structured",)

    def complete(self, prompt):
        self.prompts.append(prompt)
        return Completion(self.reply)


def test_planner_of_a_library_is_shown_names_and_titles_and_no_sentence():
    model, sources = Listening(reply()), [held(name=f"{n}.txt") for n in "ab"]
    pipeline(planner=ModelPlanner(model)).ask(FEE, shelf_of(*sources), Run("run"))
    (prompt,) = model.prompts
    assert re.findall(r"^\S.*|\d\.\d: .*", prompt.context, re.M)[:3] == [
        "1: a.txt (other, en)",
        "1.1: 1. Fees",
        "1.2: 2. Term",
    ]
    for said in sentences(sources[0].document):
        assert said not in whole(prompt)


def test_question_that_is_asked_back_costs_no_plan():
    model = Listening(reply())
    pipeline(planner=ModelPlanner(model)).ask("What?", shelf_of(held()), Run("run"))
    assert model.prompts == []


def words_found(asked: str, **stages) -> tuple[int, str]:
    answer = pipeline(**stages).ask(asked, shelf_of(held()), Run("run"))
    return {path.name: path.hits for path in answer.coverage.paths}["words"], answer.outcome


def test_word_of_a_planner_finds_what_the_question_does_not_say_and_makes_nothing_relevant():
    asked = "What is the retainer of the Customer?"
    planner = ModelPlanner(Scripted((reply(keywords=["notice"], answer_type="duration"),)))
    hits, outcome = words_found(asked, planner=planner)
    assert hits > words_found(asked)[0]
    assert outcome == "not_found"


def test_advised_documents_come_first_and_none_is_left_out():
    a, b, c = (held(name=f"{name}.txt") for name in "abc")
    shortlist = ReadingList((a.identity, b.identity), shelf_of(a, b, c).everything, shelf_of(a, b, c).load)
    planner = ModelPlanner(Scripted((reply(documents=[3], sections=[]),)))
    _, advised_list = planned(planner, read_question(FEE), shortlist, Run("run"), False)
    assert advised_list.shortlist == (c.identity, a.identity, b.identity)
    assert advised_list.everything == shortlist.everything


def test_blocks_of_a_likely_section_are_found_in_the_order_of_the_advice():
    source = held()
    asked = advised(read_question(FEE), Advice(sections=("3. Liability", "1. Fees")), False)
    found = [source.document.blocks[hit.block - 1] for hit in ByLikelySection().find(asked, source)]
    titles = [source.document.sections[block.section].title for block in found]
    assert titles == sorted(titles, reverse=True)
    assert set(titles) == {"3. Liability", "1. Fees"}
    assert ByLikelySection().find(read_question(FEE), source) == []


@pytest.mark.parametrize(
    ("asked", "advice", "kinds", "shape"),
    [
        (FEE, Advice(answer_type="date"), ("amount",), "single"),
        ("When must it be paid?", Advice(answer_type="duration"), ("duration", "date"), "single"),
        ("What about storage?", Advice(answer_type="number"), ("number", "text"), "single"),
        ("Which obligations does the supplier have?", Advice(answer_type="number"), ("text",), "list"),
    ],
)
def test_what_the_words_of_the_question_say_of_its_answer_stands(asked, advice, kinds, shape):
    generation = advised(read_question(asked), advice, type_is_given=False).generation
    assert generation.answer_types[: len(kinds)] == kinds
    assert generation.answer_shape == shape


def test_type_that_the_caller_gave_is_not_a_planners_to_change():
    asked = read_question("What about storage?")
    assert advised(asked, Advice(answer_type="number"), type_is_given=True).generation == asked.generation


def test_planner_is_a_step_of_the_run():
    run = Run("run")
    planned(ModelPlanner(Scripted((reply(),))), read_question(FEE), shelf_of(held()), run, False)
    assert [(step.name, step.stage) for step in run.steps] == [("plan", "ModelPlanner")]


def test_planner_by_a_model_keeps_the_promise_of_a_planner():
    shown = [Overview(identity("a"), titles=("Fees", "Term"))]
    planner_keeps_its_promise(ModelPlanner(Scripted((reply(),))), FEE, shown)


def test_planner_that_points_at_what_it_was_not_shown_breaks_the_promise():
    @dataclass(frozen=True)
    class Strays:
        name: str = "strays"

        def plan(self, asked, overviews):
            return Advice(sections=("Elsewhere",))

    with pytest.raises(AssertionError, match="was not shown"):
        planner_keeps_its_promise(Strays(), FEE, [Overview(identity("a"), titles=("Fees",))])
