"""Put one question about some lines to a model, and say afterwards what that took."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pincite.answer.claims import Claim, Proposal
from pincite.dialogue.ladder import Obtained, obtain
from pincite.dialogue.replies import proposal_of_items, reply_schema
from pincite.dialogue.spending import Counting, spend, taken
from pincite.dialogue.utterance import whole_items
from pincite.errors import ProviderError, TruncatedReply
from pincite.generate.fragments import Instructions, facts_of, instructions, question_of
from pincite.generate.reply import read_reply
from pincite.generate.showing import Showing, showings
from pincite.protocols import LanguageModel
from pincite.records.bounds import Gathering
from pincite.records.completion import Prompt, Rung, Usage
from pincite.records.document import Document
from pincite.records.question import Question

_ALWAYS = (
    *("text", "boolean", "amount", "percentage", "duration"),
    *("date", "number", "person", "organisation", "address"),
)


@dataclass(frozen=True, slots=True)
class Asking:
    """One question about one version of one document, and the means to hold the model to a form."""

    question: Question
    document: Document
    version: str
    rungs: Sequence[Rung]

    @property
    def instructions(self) -> Instructions:
        return instructions(offered(self.question), self.question.generation.answer_shape)

    def all_of(
        self, model: LanguageModel, numbers: Sequence[int], most_chars: int, halvings: int, told: Told
    ) -> None:
        """Have the model speak of these lines, in as many prompts as they need.

        What it says is in `told` even where a TruncatedReply ends it.
        """
        shown = showings(self.document, numbers, most_chars)
        # Blank lines are in no prompt, and there is nothing to say of them.
        told.heard |= set(numbers) - {number for each in shown for number in each.numbers}
        gathering = Gathering()
        for each in shown:
            with gathering.one():
                self._about(model, each, most_chars, halvings, told)
        gathering.finish()

    def _about(
        self, model: LanguageModel, shown: Showing, most_chars: int, halvings: int, told: Told
    ) -> None:
        """What it says of what is shown; where its reply breaks off, what it says of each half.

        Where the lines are few, the items that were whole are taken, and it goes on behind the last of them.
        """
        try:
            told.said.append(self._once(model, shown))
            told.heard |= set(shown.numbers)
            return
        except TruncatedReply as error:
            cut = error
        rest, is_last = shown.numbers, halvings == 0 or len(shown.numbers) == 1
        if is_last:
            rest = self._behind(cut, shown, told)
        middle = len(rest) // 2
        gathering = Gathering()
        try:
            for half in (rest[:middle], rest[middle:]):
                if half:
                    with gathering.one():
                        self.all_of(model, half, most_chars, 0 if is_last else halvings - 1, told)
            gathering.finish()
        except TruncatedReply:
            self._keep(cut, shown, told)
            raise

    def _behind(self, cut: TruncatedReply, shown: Showing, told: Told) -> tuple[int, ...]:
        """Take what was whole of a reply that broke off; the lines behind it, of which it did not speak.

        A list is given in the order of the lines. The line of its last item may hold more, so it stays
        among those of which not all is known; so do all lines where the items are in no such order.
        """
        reached = self._keep(cut, shown, told)
        told.broken |= set(shown.numbers)
        if not reached:
            raise cut
        in_order = self.question.generation.answer_shape != "single" and reached == sorted(reached)
        if not in_order:
            return ()
        spoken_of = {number for number in shown.numbers if number < reached[-1]}
        told.heard |= spoken_of
        told.broken -= {number for number in shown.numbers if number != reached[-1]}
        return tuple(number for number in shown.numbers if number > reached[-1])

    def _keep(self, cut: TruncatedReply, shown: Showing, told: Told) -> list[int]:
        """Enter the whole items of a reply that broke off; the last line of each, in their order."""
        proposal = proposal_of_items(whole_items(cut.said), offered(self.question), self.version)
        numbers = set(shown.numbers)
        inside = [each for each in proposal.claims if numbers.issuperset(each.citations[0].lines)]
        known = {_said(claim) for each in told.said for claim in each.reply.claims}
        new = tuple(each for each in inside if _said(each) not in known)
        if new:
            note = "a reply broke off: what was whole of it is kept"
            kept = proposal.model_copy(update={"claims": new})
            told.said.append(Obtained(kept, self.rungs[0], (note,)))
            told.kept |= numbers
        return [claim.citations[0].lines[1] for claim in inside]

    def _once(self, model: LanguageModel, shown: Showing) -> Obtained[Proposal]:
        types = offered(self.question)
        schema = _citing(reply_schema(types), shown.numbers)
        brief = self.question.generation
        asked = Prompt(self.instructions.text, shown.text, question_of(brief), schema)
        prompt = replace(asked, facts=facts_of(brief))
        counting = Counting(model, "generator")
        try:
            return obtain(
                counting.complete, self.rungs, prompt, lambda text: read_reply(text, types, self.version)
            )
        except ProviderError:
            # What it took counts, though nothing came of it that a proposal could tell.
            spend(counting.entry(self.instructions.text))
            raise


def _said(claim: Claim) -> tuple[str, tuple[int, int]]:
    """What tells two items of one document apart."""
    return claim.original, claim.citations[0].lines


@dataclass(slots=True)
class Told:
    """What a model said of some lines so far, of which it spoke whole, and of which it broke off."""

    said: list[Obtained[Proposal]] = field(default_factory=list)
    heard: set[int] = field(default_factory=set)
    broken: set[int] = field(default_factory=set)
    kept: set[int] = field(default_factory=set)
    """Lines that items of broken replies are in."""

    def was_shown(self, number: int) -> bool:
        """Whether something that was said may rest on a line."""
        return number in self.heard or number in self.kept

    def unread(self, numbers: Sequence[int]) -> list[int]:
        """Those of some lines of which not all is known."""
        return [number for number in numbers if number not in self.heard or number in self.broken]


def offered(question: Question) -> tuple[str, ...]:
    """The kinds of value that a model may answer in: the likeliest first, unless the user demands one.

    What the question seems to ask for is a guess from its wording, and must not shut an answer out.
    """
    guessed = question.generation.answer_types
    return guessed if question.generation.demanded else tuple(dict.fromkeys((*guessed, *_ALWAYS)))


def told(model: str, told_to: Instructions, said: Sequence[Obtained[Proposal]]) -> tuple[str, ...]:
    """Which model spoke, by which prompt and rungs, what became of stronger rungs, and the tokens it took."""
    if not said:
        return ()
    usage = sum((each.usage for each in said), Usage())
    rungs = ", ".join(dict.fromkeys(each.rung for each in said))
    prompt = f"prompt {told_to.fingerprint} ({' '.join(told_to.parts)})"
    line = f"model {model}: {prompt}, form enforced by {rungs}, {taken(usage)}"
    return (line, *_each_once(note for each in said for note in each.notes))


def _citing(schema: Mapping[str, Any], numbers: Sequence[int]) -> dict[str, Any]:
    """The schema with the lines that may be cited, for a model that can be held to them.

    A range and not a list: as numbers of a long document they would be most of the schema.
    """
    definitions = dict(schema["$defs"])
    cited = definitions["CitedLines"]
    bounds = {"minimum": numbers[0], "maximum": numbers[-1]}
    lines = {key: cited["properties"][key] | bounds for key in ("first_line", "last_line")}
    definitions["CitedLines"] = {**cited, "properties": {**cited["properties"], **lines}}
    return {**schema, "$defs": definitions}


def _each_once(notes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notes))
