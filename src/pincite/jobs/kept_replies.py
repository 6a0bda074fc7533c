"""Ask language models only for what is not kept already; what a batch is to ask is noted, and nobody waits.

A question to a model depends on what the model said before. So a table is walked through in rounds: each cell
goes as far as the replies that are kept, notes the one that it lacks, and stops there. What all cells lack is
the next batch. A model that has no batches is called at once, and its replies are kept as well: no round pays
for them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from pincite.errors import ConfigError, ProviderError
from pincite.protocols import BatchService, LanguageModel, ReplyStore
from pincite.providers.conversing import declines_quiet
from pincite.records.bounds import Awaited
from pincite.records.completion import Completion, ModelRequest, Prompt, Rung
from pincite.records.library import Identity
from pincite.registry import batches_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request that no reply is kept of, and the documents that it is about."""

    request: ModelRequest
    service: BatchService
    about: frozenset[Identity]


@dataclass(slots=True)
class KeptReplies:
    """What is known of the replies to a table's requests, and what one walk through it lacks."""

    store: ReplyStore
    purpose: str
    """The table that is made."""
    attempts: int = 3
    """How often a request may come back without a reply before its cell fails."""
    live: bool = False
    """Whether what is lacking is asked at once, and not in the next batch."""
    sends: bool = True
    """Whether models that have no batches may be called; else what they would say is lacking, too."""
    wanted: dict[str, Wanted] = field(default_factory=dict)
    """By key what this walk lacks."""
    cells_waiting: int = 0
    services: dict[tuple[str, str], BatchService] = field(default_factory=dict)
    """By the name and the address of a model what asks it many things at once."""
    _about: frozenset[Identity] = frozenset()
    _last: str = ""
    _useless: set[str] = field(default_factory=set)
    _live_only: str = ""
    """The name of a model that has no batches, if there is one."""

    def begin(self) -> None:
        """Another walk through the table."""
        self.wanted, self.cells_waiting, self._useless = {}, 0, set()

    def through(self, model: LanguageModel) -> LanguageModel:
        """The model, which is asked only for what is not kept."""
        service = batches_of(model)
        if service is not None:
            like = service.request(_NOTHING, quietly=True)
            self.services.setdefault((like.model, like.place), service)
        else:
            self._live_only = model.name
        return KeptModel(model, service, self)

    def check_services(self) -> None:
        """Nothing, or a ConfigError where no language model has batches."""
        if self.services:
            return
        if self._live_only:
            raise ConfigError(
                f"{self._live_only} cannot be asked in batches.",
                hint="Use a model of Anthropic or OpenAI, or leave out --batch. If it is your own server "
                "with OpenAI's Batch API, set the option `batches: true` of the model.",
            )
        raise ConfigError(
            "Batches are for language models, and none is set.", hint="Name one: --model anthropic/NAME"
        )

    @contextmanager
    def cell(self, about: Sequence[Identity]) -> Iterator[None]:
        """Ask one cell about some documents."""
        self._about, self._last = frozenset(about), ""
        try:
            yield
        except Awaited:
            self.cells_waiting += 1
            raise

    def note_failure(self) -> None:
        """The cell failed: the last reply that it was given was of no use to it."""
        if self._last:
            self._useless.add(self._last)

    def forgive(self) -> None:
        """Have the next run ask anew what cells failed with, as a cell that failed is asked again."""
        if self._useless:
            self.store.forgive(self._useless)

    def answer(self, model: LanguageModel, service: BatchService | None, prompt: Prompt) -> Completion:
        request = _request(model, service, prompt, quietly=True)
        said = self._said(model, service, request, prompt)
        if service is None or not declines_quiet(said):
            return said
        return self._said(model, service, _request(model, service, prompt, quietly=False), prompt)

    def _said(
        self, model: LanguageModel, service: BatchService | None, request: ModelRequest, prompt: Prompt
    ) -> Completion:
        self._last = request.key
        kept = self.store.reply(request.key)
        if kept is not None:
            return kept
        if (service is None and self.sends) or self.live:
            said = model.complete(prompt)
            self.store.keep_live(self.purpose, request, self._about, said)
            return said
        failed = self.store.failed(request.key)
        if failed.times >= self.attempts or not failed.retryable:
            raise ProviderError(
                f"No batch brought a reply ({failed.times} tried). {failed.error}",
                hint="Run it again to ask anew, or ask without batches.",
                retryable=True,
            )
        if service is None:
            raise Awaited
        before = self.wanted.get(request.key)
        about = self._about | (before.about if before else frozenset())
        self.wanted[request.key] = Wanted(request, service, about)
        raise Awaited


@dataclass(frozen=True, slots=True)
class KeptModel:
    """A language model that is asked only for what is not kept."""

    model: LanguageModel
    service: BatchService | None
    replies: KeptReplies

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def rungs(self) -> Sequence[Rung]:
        return self.model.rungs

    def complete(self, prompt: Prompt) -> Completion:
        return self.replies.answer(self.model, self.service, prompt)


_NOTHING = Prompt("", "", "", {})


def _request(
    model: LanguageModel, service: BatchService | None, prompt: Prompt, quietly: bool
) -> ModelRequest:
    """What is sent; of a model that has no batches, what it is asked."""
    if service is not None:
        return service.request(prompt, quietly)
    earlier = [prompt.earlier.text, prompt.earlier.problem] if prompt.earlier else []
    asked = [prompt.instructions, prompt.context, prompt.question, prompt.schema, earlier]
    return ModelRequest(model.name, "", {"asked": asked}, prompt.rung)
