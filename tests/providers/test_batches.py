"""Tables by batches of a provider: rounds, failures of every kind, and nothing that is paid twice."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.errors import ConfigError, InputError, ProviderError
from pincite.providers.anthropic_batches import AnthropicBatches
from pincite.providers.openai_batches import OpenAiBatches
from tests.effort import some_of
from tests.providers.batch_desk import Desk, behind
from tests.providers.batch_tables import FEE, WIRES, Clerk, by_batches, values, write_agreements
from tests.providers.servers import KEY, Answer, Service

every_wire = pytest.mark.parametrize("wire", WIRES)
# What is done about a batch is the same over every wire; how each says it is what `every_wire` is for.
a_wire = pytest.mark.parametrize("wire", some_of(WIRES))


def library_of(service: Service, wire: str, folder: Path, number: int = 3, **batches: Any) -> pincite.Library:
    library = pincite.open(folder / "library", settings=by_batches(service, wire, **batches))
    library.add(*write_agreements(folder / "agreements", number))
    return library


@every_wire
def test_table_of_ordinary_questions_takes_one_round(service: Service, wire: str, tmp_path: Path):
    desk, clerk = behind(service), Clerk()

    with library_of(service, wire, tmp_path) as library:
        first = library.table(None, FEE, batch=clerk.by())
        second = library.table(None, FEE, batch=clerk.by())

    assert (values(first), first.exit_code) == (["waiting"] * 3, 9)
    assert (values(second), second.exit_code) == (["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"], 0)
    assert [len(lot.requests) for lot in desk.lots.values()] == [3]
    assert set(desk.paid.values()) == {1}
    assert not desk.live


@every_wire
def test_waiting_makes_the_whole_table_and_equals_the_live_one(service: Service, wire: str, tmp_path: Path):
    behind(service, looks_needed=3)
    with library_of(service, wire, tmp_path) as library:
        by_batch = library.table(None, FEE, batch=pincite.ByBatch(wait=True))
    with library_of(service, wire, tmp_path / "agreements") as other:
        live = other.table(None, FEE)

    assert values(by_batch) == values(live) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]


@a_wire
def test_finished_table_asks_nothing_again(service: Service, wire: str, tmp_path: Path):
    desk = behind(service)
    with library_of(service, wire, tmp_path) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))
        before = dict(desk.paid)
        assert values(library.table(None, FEE, batch=True)) == values(made)
        assert values(library.table(None, FEE)) == values(made), "live, the cells are the same"
    assert desk.paid == before


@every_wire
@pytest.mark.parametrize("fate", ["errored", "expired", "cancelled", "missing"])
def test_request_without_a_reply_is_in_the_next_batch_and_the_others_are_not(
    service: Service, wire: str, fate: str, tmp_path: Path
):
    failing = {"4,501.00"}

    def once(text: str) -> str:
        met = {part for part in failing if part in text}
        failing.difference_update(met)
        return fate if met else "succeeded"

    desk = behind(service, fate=once)
    with library_of(service, wire, tmp_path) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]
    assert [len(lot.requests) for lot in desk.lots.values()] == [3, 1]
    assert set(desk.paid.values()) == {1}


@a_wire
@pytest.mark.parametrize("fate", ["errored", "expired", "cancelled", "missing"])
def test_request_that_never_gets_a_reply_is_a_failure_and_never_silence(
    service: Service, wire: str, fate: str, tmp_path: Path
):
    desk = behind(service, fate=lambda text: fate if "4,501.00" in text else "succeeded")
    with library_of(service, wire, tmp_path) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))
        asked = sum("4,501.00" in str(lot.requests) for lot in desk.lots.values())
        desk.fate = lambda text: "succeeded"
        again = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert (values(made), made.exit_code) == (["EUR 4,500.00", "failed", "EUR 4,502.00"], 8)
    error = made.rows[1].cells["fee"].error
    assert error
    assert error.error_class == "ProviderError"
    assert "3 tried" in error.message
    assert asked == 3
    assert values(again)[1] == "EUR 4,501.00", "a cell that failed is asked again by the next run"
    assert set(desk.paid.values()) == {1}


@a_wire
def test_request_that_is_refused_for_good_is_not_sent_again(service: Service, wire: str, tmp_path: Path):
    desk = behind(service, fate=lambda text: "errored", error=(400, "your account is not allowed to"))
    with library_of(service, wire, tmp_path, 1) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["failed"]
    assert len(desk.lots) == 1


@every_wire
def test_form_that_is_not_offered_is_asked_for_by_the_next_rung(service: Service, wire: str, tmp_path: Path):
    held_to = ("json_schema", "output_config", "structured_outputs", "guided_json")

    def declined(text: str) -> str:
        return "errored" if any(f'"{name}"' in text for name in held_to) else "succeeded"

    behind(service, fate=declined, error=(400, "structured output is not supported: schema"))
    with library_of(service, wire, tmp_path, 1) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00"]


@a_wire
def test_model_that_takes_no_switch_for_thinking_is_asked_without_it(
    service: Service, wire: str, tmp_path: Path
):
    switch = {"anthropic": '"thinking"', "openai": '"reasoning"', "served": '"think"'}[wire]
    desk = behind(
        service,
        fate=lambda text: "errored" if switch in text else "succeeded",
        error=(400, "thinking and reasoning cannot be switched off"),
    )
    with library_of(service, wire, tmp_path, 1) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00"]
    assert not any(switch in text for text in desk.paid)


@every_wire
def test_truncated_reply_is_carried_on_with_fewer_lines_in_the_next_batch(
    service: Service, wire: str, tmp_path: Path
):
    def cut(text: str) -> str:
        is_long = "Liability" in text and "monthly fee of" in text
        return "length" if is_long else "succeeded"

    desk = behind(service, fate=cut)
    with library_of(service, wire, tmp_path, 1) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00"]
    assert [len(lot.requests) for lot in desk.lots.values()][:2] == [1, 2], "both halves in one batch"
    assert set(desk.paid.values()) == {1}


@a_wire
@pytest.mark.parametrize(
    ("fate", "error_class"), [("length", "TruncatedReply"), ("refusal", "RefusedByModel")]
)
def test_truncation_that_stays_and_refusal_are_failures_with_their_own_reason(
    service: Service, wire: str, fate: str, error_class: str, tmp_path: Path
):
    behind(service, fate=lambda text: fate)
    with library_of(service, wire, tmp_path, 1) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    cell = made.rows[0].cells["fee"]
    if cell.error:
        assert cell.error.error_class == error_class
    else:  # what was whole of it is kept, and is not all
        assert fate == "length"
        assert cell.state == "to_review"
        assert "broke off" in cell.reason


@a_wire
def test_results_that_come_twice_in_another_order_and_for_nobody_change_nothing(
    service: Service, wire: str, tmp_path: Path
):
    told: list[str] = []
    behind(service, twice=True)
    with library_of(service, wire, tmp_path) as library:
        library.notice = told.append
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))
        taken = [batch.usage.calls for batch in library.batches()]

    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]
    assert taken == [3], "what a request took counts once"
    assert any(message.startswith("Ignored 1 result of batch ") for message in told)


@a_wire
def test_harvesting_twice_changes_nothing(service: Service, wire: str, tmp_path: Path):
    behind(service)
    with library_of(service, wire, tmp_path) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))
        before = library.batches()
        connection = library.store.database.connection
        connection.execute("UPDATE provider_batch SET state = 'submitted'")
        connection.execute("DELETE FROM table_cell")
        again = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

        assert values(again) == values(made)
        assert library.batches() == before


@pytest.mark.parametrize("wire", ["openai", "served"])
@pytest.mark.parametrize(("code", "batches"), [("token_limit_exceeded", 3), ("model_not_found", 1)])
def test_batch_that_fails_as_a_whole_is_sent_again_where_that_may_help(
    service: Service, wire: str, code: str, batches: int, tmp_path: Path
):
    desk = behind(service, refuses=code)
    with library_of(service, wire, tmp_path) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["failed"] * 3
    assert all(code in cell.reason for _, _, cell in made.cells())
    assert len(desk.lots) == batches


@a_wire
def test_batch_that_the_provider_forgot_is_asked_again(service: Service, wire: str, tmp_path: Path):
    desk = behind(service)
    with library_of(service, wire, tmp_path) as library:
        library.table(None, FEE, batch=True)
        desk.lots.clear()
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]


def lost_answer(right: Answer) -> Answer:
    """The service does its work, and its answer breaks off."""
    return Answer(right.status, right.content[:5], right.headers, bytes_missing=len(right.content) - 5)


def out_of_order(right: Answer) -> Answer:
    return Answer(503, b'{"error": {"message": "try later"}}')


def losing(service: Service, fault: Any) -> None:
    """The next answer to the submission of a batch goes wrong."""
    right = service.right
    assert right
    done: list[bool] = []

    def wrong(path: str, body: Any, headers: dict[str, str]) -> Answer:
        answer = right(path, body, headers)
        if path.endswith("/batches") and body and not done:
            done.append(True)
            return fault(answer)
        return answer

    service.right = wrong


@every_wire
@pytest.mark.parametrize("marks", [True, False])
def test_batch_that_arrived_without_an_answer_is_found_and_not_sent_again(
    service: Service, wire: str, marks: bool, tmp_path: Path
):
    desk = behind(service, keeps_marks=marks)
    losing(service, lost_answer)
    with library_of(service, wire, tmp_path) as library:
        with pytest.raises(ProviderError, match="not known whether the batch arrived"):
            library.table(None, FEE, batch=True)
        assert len(desk.lots) == 1
        for lot in desk.lots.values():
            desk.work(lot, {"Authorization": f"Bearer {KEY}"})
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]
    assert len(desk.lots) == 1
    assert set(desk.paid.values()) == {1}


@a_wire
def test_batch_that_never_arrived_is_sent_again(service: Service, wire: str, tmp_path: Path):
    desk = behind(service)
    right = service.right
    assert right
    losing(service, lambda right: (desk.lots.clear(), out_of_order(right))[1])
    with library_of(service, wire, tmp_path) as library:
        with pytest.raises(ProviderError, match="not known whether the batch arrived"):
            library.table(None, FEE, batch=True)
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]
    assert set(desk.paid.values()) == {1}


@a_wire
def test_batch_that_cannot_be_told_yet_is_waited_for_and_the_user_decides(
    service: Service, wire: str, tmp_path: Path
):
    clerk = Clerk()
    desk = behind(service, keeps_marks=False, looks_needed=100)
    losing(service, lost_answer)
    with library_of(service, wire, tmp_path) as library:
        with pytest.raises(ProviderError):
            library.table(None, FEE, batch=True)
        made = library.table(None, FEE, batch=clerk.by())

        assert values(made) == ["waiting"] * 3
        assert len(desk.lots) == 1, "nothing is sent while it may be running"
        assert "--submit-again" in clerk.reports[-1].untold[0]
        again = library.table(None, FEE, batch=clerk.by(submit_again=True))
        assert values(again) == ["waiting"] * 3
    assert len(desk.lots) == 2


def test_server_that_lists_no_batches_leaves_it_to_the_user(service: Service, tmp_path: Path):
    clerk = Clerk()
    desk = behind(service, lists=False)
    losing(service, lost_answer)
    with library_of(service, "served", tmp_path) as library:
        with pytest.raises(ProviderError):
            library.table(None, FEE, batch=True)
        library.table(None, FEE, batch=clerk.by(wait=True))

    assert "does not list its batches" in clerk.reports[-1].untold[0]
    assert len(desk.lots) == 1


@a_wire
def test_submission_that_is_refused_is_told_and_can_be_repeated(service: Service, wire: str, tmp_path: Path):
    desk = behind(service)
    losing(service, lambda right: (desk.lots.clear(), Answer(400, b'{"error": {"message": "no credit"}}'))[1])
    with library_of(service, wire, tmp_path) as library:
        with pytest.raises(ProviderError, match="no credit"):
            library.table(None, FEE, batch=True)
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]


@a_wire
def test_outage_while_polling_is_an_error_and_loses_nothing(service: Service, wire: str, tmp_path: Path):
    desk = behind(service)
    with library_of(service, wire, tmp_path) as library:
        library.table(None, FEE, batch=True)
        service.always(out_of_order)
        with pytest.raises(ProviderError, match="not working"):
            library.table(None, FEE, batch=True)
        service.faults = []
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]
    assert set(desk.paid.values()) == {1}


@every_wire
def test_results_that_break_off_are_fetched_again(service: Service, wire: str, tmp_path: Path):
    desk = behind(service)
    right = service.right
    assert right
    cut: list[str] = []

    def breaking(path: str, body: Any, headers: dict[str, str]) -> Answer:
        answer = right(path, body, headers)
        if ("results" in path or "-out" in path) and len(cut) < 2:
            cut.append(path)
            half = len(answer.content) // 2
            return Answer(200, answer.content[:half], answer.headers, bytes_missing=half)
        return answer

    service.right = breaking
    with library_of(service, wire, tmp_path) as library:
        for _ in range(6):
            try:
                made = library.table(None, FEE, batch=True)
            except ProviderError:
                continue

    assert cut
    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00", "EUR 4,502.00"]
    assert set(desk.paid.values()) == {1}


@a_wire
def test_few_requests_are_asked_live_where_the_settings_say_so(service: Service, wire: str, tmp_path: Path):
    clerk = Clerk()
    desk = behind(service)
    with library_of(service, wire, tmp_path, 1, live_below=1) as library:
        made = library.table(None, FEE, batch=clerk.by())

    assert values(made) == ["EUR 4,500.00"]
    assert (len(desk.lots), sum(desk.live.values())) == (0, 1)
    assert set(desk.paid.values()) == {1}
    report = clerk.reports[-1]
    assert (report.live.calls, report.by_batch.calls) == (1, 0)


@a_wire
def test_forecast_and_report_give_tokens_and_half_the_price(service: Service, wire: str, tmp_path: Path):
    clerk = Clerk()
    behind(service)
    with library_of(service, wire, tmp_path) as library:
        library.table(None, FEE, batch=clerk.by(wait=True))

    first = clerk.forecasts[0]
    assert first.requests == 3
    assert first.input_tokens > 300
    most = {"anthropic": 8_192, "openai": 8_192, "served": 4_096}[wire] * 3
    assert first.most_output_tokens == most
    assert first.least_cost == Decimal(first.input_tokens) * 3 / 2 / 1_000_000
    assert first.most_cost == (Decimal(first.input_tokens) * 3 + Decimal(most) * 15) / 2 / 1_000_000
    assert str(first.prices_of) == "2026-11-01"
    spent = clerk.reports[-1].by_batch
    assert (spent.calls, spent.input_tokens, spent.output_tokens) == (3, 300, 21)
    assert spent.cost == Decimal(300 * 3 + 21 * 15) / 2 / 1_000_000


def test_nobody_who_does_not_agree_pays(service: Service, tmp_path: Path):
    desk, clerk = behind(service), Clerk(agrees=False)
    with library_of(service, "anthropic", tmp_path) as library:
        made = library.table(None, FEE, batch=clerk.by(wait=True))

    assert values(made) == ["waiting"] * 3
    assert clerk.forecasts
    assert not desk.lots


def test_forgotten_document_takes_its_replies_along(service: Service, tmp_path: Path):
    behind(service)
    with library_of(service, "anthropic", tmp_path) as library:
        library.table(None, FEE, batch=pincite.ByBatch(wait=True))
        connection = library.store.database.connection
        before = connection.execute("SELECT count(*) FROM model_reply").fetchone()[0]
        library.forget("agreement-0.txt")
        after = connection.execute("SELECT count(*) FROM model_reply").fetchone()[0]

    assert (before, after) == (3, 2)


def test_reply_about_a_document_that_was_forgotten_meanwhile_is_not_kept(service: Service, tmp_path: Path):
    behind(service)
    with library_of(service, "anthropic", tmp_path) as library:
        library.table(None, FEE, batch=True)
        library.forget("agreement-0.txt")
        library.table(None, FEE, batch=True)
        connection = library.store.database.connection
        kept = connection.execute("SELECT reply FROM model_reply").fetchall()

    assert len(kept) == 2
    assert not any("4,500.00" in reply for (reply,) in kept)


def test_model_without_batches_is_refused_and_says_what_to_do(service: Service, tmp_path: Path):
    behind(service)
    given = by_batches(service, "served")
    given["language_model"]["options"]["batches"] = False
    with pincite.open(tmp_path / "library", settings=given) as library:
        library.add(*write_agreements(tmp_path / "agreements", 1))
        with pytest.raises(ConfigError, match="cannot be asked in batches"):
            library.table(None, FEE, batch=True)


def test_table_without_a_model_has_no_batches(tmp_path: Path):
    with pincite.open(tmp_path / "library", settings={"isolated": False}) as library:
        library.add(*write_agreements(tmp_path / "agreements", 1))
        with pytest.raises(ConfigError, match="none is set"):
            library.table(None, FEE, batch=True)


def test_library_that_keeps_nothing_has_no_batches(service: Service, tmp_path: Path):
    behind(service)
    with library_of(service, "anthropic", tmp_path, 1) as library:
        library.temporary = True
        with pytest.raises(InputError, match="several runs"):
            library.table(None, FEE, batch=True)


def test_two_models_are_asked_in_batches_of_their_own_and_one_live(service: Service, tmp_path: Path):
    """The first reader by batch, the second, which has none, at once: and it is paid once in all rounds."""
    desk: Desk = behind(service)
    given = by_batches(service, "anthropic")
    own = by_batches(service, "served")["language_model"]
    own["options"]["batches"] = False
    given |= {"verifiers": [{"name": "judge", "options": {"model": own}}], "strictness": "strict"}
    with pincite.open(tmp_path / "library", settings=given) as library:
        library.add(*write_agreements(tmp_path / "agreements", 2))
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == ["EUR 4,500.00", "EUR 4,501.00"], made.rows[0].cells["fee"].reason
    assert desk.live
    assert set(desk.paid.values()) == {1}


@a_wire
def test_key_is_written_down_nowhere(service: Service, wire: str, tmp_path: Path):
    behind(service, fate=lambda text: "errored", error=(500, f"cannot log in with {KEY}"))
    with library_of(service, wire, tmp_path, 1) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))
        said = str(library.batches()) + made.to_json()

    assert "cannot log in with [key]" in said
    files = [file for file in (tmp_path / "library").rglob("*") if file.is_file()]
    assert not any(KEY.encode() in file.read_bytes() for file in files)


@a_wire
def test_large_round_is_several_batches(
    service: Service, wire: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for batches in (AnthropicBatches, OpenAiBatches):
        monkeypatch.setattr(batches, "most_requests", 2)
    desk = behind(service)
    with library_of(service, wire, tmp_path, 5) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == [f"EUR {4_500 + each:,}.00" for each in range(5)]
    assert [len(lot.requests) for lot in desk.lots.values()][:3] == [2, 2, 1]
    assert set(desk.paid.values()) == {1}


def test_changed_model_leaves_the_batch_of_the_other_alone(service: Service, tmp_path: Path):
    desk = behind(service)
    with library_of(service, "anthropic", tmp_path, 1) as library:
        library.table(None, FEE, batch=True)
    with library_of(service, "openai", tmp_path, 1) as other:
        made = other.table(None, FEE, batch=pincite.ByBatch(wait=True))
        states = [batch.state for batch in other.batches()]
    with library_of(service, "anthropic", tmp_path, 1) as library:
        again = library.table(None, FEE, batch=pincite.ByBatch(wait=True))

    assert values(made) == values(again) == ["EUR 4,500.00"]
    assert states == ["submitted", "harvested"]
    assert set(desk.paid.values()) == {1}
