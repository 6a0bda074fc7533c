"""Embedders and rerankers behind HTTP keep their promises, and say plainly what went wrong."""

from __future__ import annotations

import json
import socket
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from time import monotonic

import numpy as np
import pytest

from pincite import testing
from pincite.errors import ConfigError, PinciteError, ProviderError
from pincite.providers.cohere import CohereEmbedder, CohereReranker
from pincite.providers.faults import Calls
from pincite.providers.openai_vectors import OpenAiEmbedder
from pincite.providers.served_reranker import ServedReranker
from pincite.providers.voyage import VoyageEmbedder, VoyageReranker
from tests.providers.servers import KEY, SIZE, Answer, Fault, Service

QUICK = Calls(timeout_seconds=10, first_wait_seconds=0.01, batch_texts=2, parallel=2)
TEXTS = ["The fee is EUR 5.", "Either party may terminate.", "The law of Ontario governs.", "Fee"]
ASKED = "What is the fee?"

EMBEDDERS: dict[str, Callable[[str], object]] = {
    "openai": lambda url: OpenAiEmbedder("m", SIZE, f"{url}/openai/v1", "OPENAI_API_KEY", calls=QUICK),
    "own": lambda url: OpenAiEmbedder("m", SIZE, f"{url}/own/v1", calls=QUICK),
    "voyage": lambda url: VoyageEmbedder(dimensions=SIZE, base_url=f"{url}/voyage/v1", calls=QUICK),
    "cohere": lambda url: CohereEmbedder(dimensions=SIZE, base_url=f"{url}/cohere/v2/", calls=QUICK),
}
RERANKERS: dict[str, Callable[[str], object]] = {
    "voyage": lambda url: VoyageReranker(base_url=f"{url}/voyage/v1", calls=QUICK),
    "cohere": lambda url: CohereReranker(base_url=f"{url}/cohere/v2", calls=QUICK),
    "tei": lambda url: ServedReranker(f"{url}/tei", calls=QUICK),
    "jina": lambda url: ServedReranker(f"{url}/jina/v1", "m", "jina", calls=QUICK),
}


@dataclass(frozen=True)
class Stage:
    """A stage of either kind, and one call of it."""

    made: Callable[[str], object]
    is_embedder: bool

    def call(self, service: Service, **changes: object) -> object:
        stage = replace(self.made(service.url), **changes)
        return stage.embed(TEXTS, "passage") if self.is_embedder else stage.rerank(ASKED, TEXTS)

    def fails(self, service: Service, **changes: object) -> PinciteError:
        with pytest.raises(PinciteError) as caught:
            self.call(service, **changes)
        error = caught.value
        shown = "".join(traceback.format_exception(error)) + repr(error) + error.hint
        assert KEY not in shown
        assert error.hint
        return error


STAGES = {f"{name} embedder": Stage(made, True) for name, made in EMBEDDERS.items()} | {
    f"{name} reranker": Stage(made, False) for name, made in RERANKERS.items()
}
every_stage = pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES.keys())
hosted_stage = pytest.mark.parametrize(
    "stage", [s for n, s in STAGES.items() if n.split()[0] in ("openai", "voyage", "cohere")]
)


def says(status: int, body: object = b"", **headers: str) -> Fault:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda right: Answer(status, content, {name.replace("_", "-"): v for name, v in headers.items()})


def changed(change: Callable[[str], str]) -> Fault:
    return lambda right: replace(right, content=change(right.content.decode()).encode())


@pytest.mark.parametrize("made", EMBEDDERS.values(), ids=EMBEDDERS.keys())
def test_embedder_keeps_its_promise(service: Service, made: Callable[[str], object]):
    testing.embedder_keeps_its_promise(made(service.url), TEXTS)


@pytest.mark.parametrize("made", RERANKERS.values(), ids=RERANKERS.keys())
def test_reranker_keeps_its_promise(service: Service, made: Callable[[str], object]):
    testing.reranker_keeps_its_promise(made(service.url), ASKED, TEXTS[0], TEXTS[1:])


@pytest.mark.parametrize("name", ["voyage", "cohere"])
def test_questions_and_passages_are_told_apart(service: Service, name: str):
    embedder = EMBEDDERS[name](service.url)

    as_query, as_passage = (embedder.embed(TEXTS[:1], kind) for kind in ("query", "passage"))

    assert not np.array_equal(as_query, as_passage)


def test_prefixes_go_before_the_texts(service: Service):
    embedder = replace(EMBEDDERS["own"](service.url), query_prefix="query: ", passage_prefix="passage: ")

    embedder.embed(["fee"], "query")
    embedder.embed(["fee"], "passage")

    assert [body["input"] for _, body, _ in service.asked] == [["query: fee"], ["passage: fee"]]
    assert "passage: " in embedder.version


def test_smaller_vectors_are_asked_for_where_the_model_can_give_them(service: Service):
    embedder = EMBEDDERS["openai"](service.url)

    embedder.embed(["fee"], "query")
    replace(embedder, model="text-embedding-3-large").embed(["fee"], "query")

    assert [body.get("dimensions") for _, body, _ in service.asked] == [None, SIZE]


def test_servers_of_the_same_model_have_versions_of_their_own(service: Service):
    one = EMBEDDERS["own"](service.url)

    assert one.version != replace(one, base_url="http://other/v1").version != OpenAiEmbedder("m").version


@every_stage
def test_texts_are_sent_in_batches(service: Service, stage: Stage):
    stage.call(service, calls=replace(QUICK, batch_texts=3))

    sizes = [len(body.get("input") or body.get("texts") or body["documents"]) for _, body, _ in service.asked]
    assert sorted(sizes) == [1, 3]


@every_stage
def test_batches_are_cut_by_characters_too(service: Service, stage: Stage):
    stage.call(service, calls=replace(QUICK, batch_texts=100, batch_chars=20))

    assert len(service.asked) == 4


@every_stage
def test_no_more_calls_run_at_once_than_are_allowed(service: Service, stage: Stage):
    service.faults = [lambda right: replace(right, seconds_before=0.05)] * 4

    stage.call(service, calls=replace(QUICK, batch_texts=1, parallel=2))

    assert service.most_at_once == 2


@every_stage
@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 529])
def test_passing_fault_is_outlived(service: Service, stage: Stage, status: int):
    service.faults = [says(status, {"error": {"message": "slow down"}}, Retry_After="0"), says(status)]

    stage.call(service, calls=replace(QUICK, batch_texts=10))

    assert len(service.asked) == 3


@every_stage
def test_answer_that_breaks_off_is_asked_for_again(service: Service, stage: Stage):
    service.faults = [lambda right: replace(right, bytes_missing=10)]

    stage.call(service, calls=replace(QUICK, batch_texts=10))

    assert len(service.asked) == 2


@every_stage
def test_fault_that_stays_is_given_up_after_the_attempts_allowed(service: Service, stage: Stage):
    service.always(says(503, {"message": "overloaded"}))

    error = stage.fails(service, calls=replace(QUICK, batch_texts=10, attempts=3))

    assert isinstance(error, ProviderError)
    assert error.retryable
    assert "not working (HTTP 503). It says: overloaded" in error.message
    assert len(service.asked) == 3


@every_stage
@pytest.mark.parametrize("form", ["seconds", "date"])
def test_service_that_asks_for_too_long_a_wait_is_not_waited_for(service: Service, stage: Stage, form: str):
    after = "3600" if form == "seconds" else format_datetime(datetime.now(UTC) + timedelta(hours=1))
    service.always(says(429, Retry_After=after))

    error = stage.fails(service, calls=replace(QUICK, batch_texts=10))

    assert error.retryable
    assert "asks to wait for 3," in error.hint
    assert len(service.asked) == 1


def test_wait_that_a_service_asks_for_is_kept(service: Service):
    service.faults = [says(429, Retry_After="0.3")]
    started = monotonic()

    EMBEDDERS["own"](service.url).embed(["fee"], "query")

    assert monotonic() - started >= 0.3


@hosted_stage
def test_wrong_key_is_told_without_showing_it(
    service: Service, stage: Stage, monkeypatch: pytest.MonkeyPatch
):
    for variable in ("OPENAI_API_KEY", "VOYAGE_API_KEY", "COHERE_API_KEY"):
        monkeypatch.setenv(variable, "sk-wrong-0123456789")

    error = stage.fails(service)

    assert isinstance(error, ProviderError)
    assert "refused the key in " in error.message
    assert "sk-" not in str(error)
    assert len(service.asked) <= QUICK.parallel


@hosted_stage
@pytest.mark.parametrize("held", ["", "  ", "two words", "line\nbreak", "ключ"])
def test_key_that_is_missing_or_none_is_a_configuration_error(
    service: Service, stage: Stage, held: str, monkeypatch: pytest.MonkeyPatch
):
    for variable in ("OPENAI_API_KEY", "VOYAGE_API_KEY", "COHERE_API_KEY"):
        monkeypatch.setenv(variable, held)

    error = stage.fails(service)

    assert isinstance(error, ConfigError)
    assert "_API_KEY" in error.message
    assert not held.strip() or held not in str(error)
    assert not service.asked


@every_stage
def test_key_in_place_of_the_name_of_its_variable_is_not_repeated(service: Service, stage: Stage):
    error = stage.fails(service, key_variable=KEY)

    assert isinstance(error, ConfigError)
    assert "key_variable" in error.message


@hosted_stage
def test_key_that_a_service_repeats_is_left_out(service: Service, stage: Stage):
    service.always(says(400, {"message": f"Bad header: Bearer {KEY} (sk-t****4a)"}))

    error = stage.fails(service)

    assert "Bad header: Bearer [key] [key]" in error.message


@every_stage
@pytest.mark.parametrize(
    ("status", "body"),
    [
        (402, {"detail": "Payment required"}),
        (429, {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}),
    ],
)
def test_used_up_quota_is_not_tried_again(service: Service, stage: Stage, status: int, body: object):
    service.always(says(status, body))

    error = stage.fails(service, calls=replace(QUICK, batch_texts=10))

    assert "used up" in error.message
    assert not error.retryable
    assert len(service.asked) == 1


@every_stage
@pytest.mark.parametrize(
    "fault",
    [
        says(404, {"error": {"message": "The model `x` does not exist", "code": "model_not_found"}}),
        says(400, {"detail": "Model x is not supported. Supported models are ..."}),
        says(422, {"message": "invalid request: unknown model: model 'x' not found"}),
    ],
)
def test_unknown_model_is_told(service: Service, stage: Stage, fault: Fault):
    service.always(fault)

    error = stage.fails(service)

    assert isinstance(error, ProviderError)
    assert "does not know the model" in error.message
    assert "`model`" in error.hint


@every_stage
def test_service_that_is_not_there_is_told(service: Service, stage: Stage):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{free.getsockname()[1]}"

    error = stage.fails(service, base_url=nowhere, calls=replace(QUICK, attempts=2))

    assert isinstance(error, ProviderError)
    assert "cannot be reached" in error.message
    assert error.retryable


@every_stage
@pytest.mark.parametrize("fault", ["silent", "trickling"])
def test_service_that_is_too_slow_is_given_up(service: Service, stage: Stage, fault: str):
    slow = {"seconds_before": 1.0} if fault == "silent" else {"seconds_per_byte": 0.002}
    service.always(lambda right: replace(right, content=right.content + b" " * 2000, **slow))
    started = monotonic()

    error = stage.fails(service, calls=replace(QUICK, timeout_seconds=0.2, attempts=2, batch_texts=10))

    assert "did not answer within 0.2 seconds" in error.message
    assert error.retryable
    assert monotonic() - started < 5


@every_stage
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (changed(lambda text: text[: len(text) // 2]), "no JSON"),
        (changed(lambda text: "<html>Sign in</html>"), "no JSON"),
        (changed(lambda text: ""), "no JSON"),
        (changed(lambda text: "[" * 100_000), "no JSON"),
        (changed(lambda text: "{}"), "answered in an unknown form"),
        (changed(lambda text: "null"), "answered in an unknown form"),
        (changed(lambda text: text.replace("0.0", '"zero"')), "answered in an unknown form"),
        (changed(lambda text: text.replace("0.0", "NaN")), "finite number"),
        (changed(lambda text: text.replace("0.0", "1e400")), ""),
    ],
    ids=["half", "html", "empty", "deep", "no fields", "null", "strings", "nan", "infinite"],
)
def test_answer_that_cannot_be_used_is_told(service: Service, stage: Stage, fault: Fault, said: str):
    service.always(fault)

    error = stage.fails(service)

    assert isinstance(error, ProviderError)
    assert said in error.message


def _one_less(text: str) -> str:
    body = json.loads(text)
    rows = (
        body
        if isinstance(body, list)
        else body.get("data") or body.get("results") or body["embeddings"]["float"]
    )
    rows.pop()
    return json.dumps(body)


def _one_twice(text: str) -> str:
    body = json.loads(text)
    rows = (
        body
        if isinstance(body, list)
        else body.get("data") or body.get("results") or body["embeddings"]["float"]
    )
    rows.append(rows[0])
    return json.dumps(body)


@every_stage
@pytest.mark.parametrize("change", [_one_less, _one_twice])
def test_answer_for_other_texts_than_were_sent_is_told(
    service: Service, stage: Stage, change: Callable[[str], str]
):
    service.always(changed(change))

    error = stage.fails(service)

    assert "was sent 2 texts" in error.message


@pytest.mark.parametrize("stage", [Stage(made, True) for made in EMBEDDERS.values()], ids=EMBEDDERS.keys())
def test_vectors_of_another_size_are_told_with_the_size_to_set(service: Service, stage: Stage):
    error = stage.fails(service, dimensions=SIZE + 1)

    assert f"a vector of {SIZE} numbers; {SIZE + 1} were expected" in error.message
    assert f"`dimensions` to {SIZE}" in error.hint


@every_stage
def test_redirection_is_not_followed_and_the_key_stays_here(service: Service, stage: Stage):
    service.always(says(302, Location=f"{service.url}/elsewhere"))

    error = stage.fails(service)

    assert "another address" in error.message
    assert all(path != "/elsewhere" for path, _, _ in service.asked)


@every_stage
@pytest.mark.parametrize(
    "address",
    ["", "api.openai.com", "file:///etc/passwd", "ftp://host", "http://", "http://h:99999", "http://a b"],
)
def test_address_that_is_none_is_a_configuration_error(service: Service, stage: Stage, address: str):
    error = stage.fails(service, base_url=address)

    assert isinstance(error, ConfigError)
    assert "base_url" in error.message


@every_stage
def test_address_with_a_password_is_refused_without_showing_it(service: Service, stage: Stage):
    error = stage.fails(service, base_url=f"https://user:{KEY}@host/v1")

    assert isinstance(error, ConfigError)


def test_nothing_is_sent_for_nothing(service: Service):
    for name, made in EMBEDDERS.items():
        assert made(service.url).embed([], "passage").shape == (0, SIZE), name
    for name, made in RERANKERS.items():
        assert made(service.url).rerank(ASKED, []) == [], name
    assert not service.asked


@pytest.mark.parametrize("option", ["attempts", "timeout_seconds", "parallel", "batch_texts", "batch_chars"])
def test_number_of_calls_cannot_be_nothing(option: str):
    with pytest.raises(ValueError, match="above 0"):
        replace(QUICK, **{option: 0})
