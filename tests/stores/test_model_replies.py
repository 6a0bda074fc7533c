"""Replies and batches of language models: each is claimed once, kept once, and goes with its document."""

from __future__ import annotations

from decimal import Decimal

from tests.factories import entry

from pincite.records.completion import BatchResult, Completion, ModelRequest, Usage
from pincite.stores.library_store import LibraryStore

TAKEN = Usage(1, 100, 15, 7, Decimal("0.0002"))


def request(asked: str) -> ModelRequest:
    return ModelRequest("anthropic/m", "https://here", {"asked": asked}, "structured", 8_192)


def test_request_belongs_to_one_batch_at_a_time(store: LibraryStore):
    held, replies = entry(), store.replies()
    store.add([held])
    about = [held.identity]

    _, first = replies.open("a", "table", [(request("1"), about), (request("2"), about)], 1.0)
    number, second = replies.open("b", "table", [(request("2"), about), (request("3"), about)], 2.0)

    assert [each.body["asked"] for each in first] == ["1", "2"]
    assert [each.body["asked"] for each in second] == ["3"]
    assert replies.open("c", "table", [(request("3"), about)], 3.0) == (0, [])
    replies.move(number, "dropped")
    assert replies.open("d", "table", [(request("3"), about)], 4.0)[1] == [request("3")]


def test_first_result_of_a_request_stays(store: LibraryStore):
    held, replies = entry(), store.replies()
    store.add([held])
    number, _ = replies.open("a", "table", [(request("1"), [held.identity])], 1.0)

    for text in ("first", "second"):
        replies.end(number, [(0, BatchResult("", "succeeded", Completion(text, usage=TAKEN)))])
    replies.end(number, [(7, BatchResult("", "succeeded", Completion("of no request")))])
    replies.finish(number, "nothing came")
    replies.move(number, "submitted")

    assert replies.reply(request("1").key) == Completion("first", usage=TAKEN)
    (batch,) = replies.batches("table")
    assert (batch.state, batch.usage, batch.endings) == ("harvested", TAKEN, {"succeeded": 1})
    assert not replies.open_batches()


def test_failures_count_until_they_are_forgiven(store: LibraryStore):
    held, replies = entry(), store.replies()
    store.add([held])
    key = request("1").key
    for token, error in (("a", "it broke"), ("b", "it expired")):
        number, _ = replies.open(token, "table", [(request("1"), [held.identity])], 1.0)
        replies.end(number, [(0, BatchResult("", "errored", error=error))])
        replies.finish(number, "")

    failed = replies.failed(key)
    assert (failed.times, failed.error, failed.retryable) == (2, "it expired", True)
    replies.forgive([key])
    assert replies.failed(key).times == 0


def test_reply_goes_with_its_document_and_what_it_took_stays(store: LibraryStore):
    held, replies = entry(), store.replies()
    store.add([held])
    replies.keep_live("table", request("1"), [held.identity], Completion("said", usage=TAKEN))
    number, _ = replies.open("a", "table", [(request("2"), [held.identity])], 1.0)
    store.forget("default", held.identity.name)
    replies.end(number, [(0, BatchResult("", "succeeded", Completion("late", usage=TAKEN)))])

    assert replies.reply(request("1").key) is None
    assert replies.reply(request("2").key) is None
    assert [batch.usage.calls for batch in replies.batches()] == [1, 1]


def test_only_one_process_submits(store: LibraryStore):
    with store.replies().submitting() as first, store.replies().submitting() as second:
        assert (first, second) == (True, False)
