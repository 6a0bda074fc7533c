"""Read a view with our own small language model, on this machine: what it says is copied from the lines.

The model, SmolLM2-135M that we fine-tuned, reads question and lines once and keeps what it made of them;
then it writes its reply token by token, under the constraints of `decode`. Its log-probabilities are given
with the reading: a chance is worked out of them (`chance`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pincite.answer.view_and_form import AskedQuestion, Reading, ReadingKind, ReadItem, Sureness, View
from pincite.errors import ConfigError
from pincite.models.weight_files import MEND, once
from pincite.models.weight_files import folder_of as all_weights
from pincite.read.reply import VERSION as REPLY
from pincite.read.reply import Reply, prompt_ids
from pincite.read.view import VERSION as VIEW
from pincite.read.view import bare_text, cells_of_row, narrowed
from pincite.records.bounds import bounds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from pincite.read.decode import ShownText

MOST_CHARS = 4_000
"""As much as it reads in about three seconds on two cores."""
GRAPH, TOKENIZER = "reading.onnx", "tokenizer.json"
# What the network knows places for; of a view with more tokens the last lines are left unread.
MOST_TOKENS, _FOR_REPLY = 8_192, 400
_FOLDER = "reading"
# Tokens read together. Those that come later need not be looked at by those before: half of all looking.
_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class ReadingModel:
    """The reader that comes with the package."""

    weights: str = ""
    """A folder with other weights, which has this model in the folder `reading`."""
    threads: int = 0
    """How many cores it uses; 0 for all that it may."""
    most_chars: int = MOST_CHARS
    says_none: bool = True
    """Whether it is silent where that is likelier than any line; else it always names the likeliest."""
    name: ClassVar[str] = "reading-model"

    @property
    def version(self) -> str:
        """Of the weights and of the form in which they are asked."""
        return version_of(folder_of(self.weights))

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        return [self._read(each, view) for each in asked]

    def _read(self, asked: AskedQuestion, view: View) -> Reading:
        from pincite.read.decode import Decoding

        folder = folder_of(self.weights)
        tokens, session = _tokens(folder), _session((folder, self.threads))
        shown, prompt = view, prompt_ids(asked.text, view.text, tokens.encode)
        while shown.lines and len(prompt) > MOST_TOKENS - _FOR_REPLY:
            shown = narrowed(shown, {line.number for line in shown.lines[: len(shown.lines) * 3 // 4]})
            prompt = prompt_ids(asked.text, shown.text, tokens.encode)
        unread = tuple(line.number for line in view.lines[len(shown.lines) :])
        silence = Reading(by=self.name, unread=unread)
        if not shown.lines:
            return silence
        says = asked.types == ("boolean",)
        reply, sure = Decoding(session.run, tokens.split, texts_of(shown), says).reply(prompt)
        if self.says_none and sure.none > sure.number:
            return replace(silence, sure=sure)
        return reading_of(reply, self.name, unread, sure)


def folder_of(weights: str = "") -> Path:
    """The model's own folder in the one of all weights: that which an option names, or the package's."""
    return all_weights(weights) / _FOLDER


def is_installed(weights: str = "") -> bool:
    return (folder_of(weights) / GRAPH).is_file()


def seconds_of_a_view(reader: ReadingModel) -> float:
    """How long it takes to read as much as it is shown at once, loading not counted."""
    tokens, session = _tokens(folder := folder_of(reader.weights)), _session((folder, reader.threads))
    ids = tokens.encode("The rent is due on the first day of each month. " * (reader.most_chars // 48))
    session.run(ids[:8], None)
    start = time.monotonic()
    session.run(ids, None)
    return time.monotonic() - start


def version_of(folder: Path) -> str:
    """Of the weights and of the form in which they are asked."""
    return f"{VIEW} {REPLY} {_version(folder)}"


def texts_of(view: View) -> dict[int, ShownText]:
    """By number what may be copied of each line of a view."""
    from pincite.read.decode import ShownText

    found = {}
    for line in view.lines:
        cells = cells_of_row(view.documents[line.identity], line)
        found[line.number] = ShownText(bare_text(line), tuple((cell.head, cell.text) for cell in cells))
    return found


def reading_of(reply: Reply, by: str, unread: tuple[int, ...] = (), sure: Sureness | None = None) -> Reading:
    """The form, as far as the reply fills it in."""
    kind: ReadingKind = "none"
    if reply.items:
        kind = "list" if len(reply.items) > 1 else "words"
    if reply.says is not None:
        kind = "yes" if reply.says else "no"
    items = tuple(ReadItem(each.lines, each.words, column=each.column or None) for each in reply.items)
    return Reading(
        kind=kind,
        items=items,
        condition_lines=(reply.unless,) if reply.unless is not None else (),
        found=bool(items),
        complete=not unread,
        extraction_method="verbatim" if items else "none",
        by=by,
        unread=unread,
        sure=sure,
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """What the network keeps of the tokens that it has read."""

    states: Mapping[str, NDArray[np.float32]] = field(repr=False)
    tokens: int


@dataclass(frozen=True, slots=True)
class Session:
    """The network as onnxruntime loaded it. Several threads may call it at once."""

    session: Any
    _empty: Mapping[str, NDArray[np.float32]] = field(repr=False)
    _outputs: tuple[str, ...] = field(repr=False)

    @classmethod
    def of(cls, folder: Path, threads: int = 0) -> Session:
        """The network in a folder, or a ConfigError where there is none."""
        import numpy as np
        import onnxruntime  # type: ignore[import-untyped]  # it ships without types

        from pincite.models.network import threads_for

        if not (folder / GRAPH).is_file():
            raise ConfigError(f"The reading model lacks a file: there is no {folder / GRAPH}.", hint=MEND)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads_for(threads)
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Without it, processors that lack instructions for it cut large sums of 8 bits.
        options.add_session_config_entry("session.x64quantprecision", "1")
        session = onnxruntime.InferenceSession(
            str(folder / GRAPH), options, providers=["CPUExecutionProvider"]
        )
        empty = {
            each.name: np.zeros((1, each.shape[1], 0, each.shape[3]), np.float32)
            for each in session.get_inputs()
            if each.name.startswith("past.")
        }
        return cls(session, empty, tuple(each.name for each in session.get_outputs()))

    def run(self, ids: Sequence[int], kept: Kept | None) -> tuple[NDArray[np.float32], Kept]:
        """The logits behind the last of some tokens, and what to keep of all so far."""
        for start in range(0, len(ids) - _AT_ONCE, _AT_ONCE):
            _, kept = self._run(ids[start : start + _AT_ONCE], kept)
        rest = (len(ids) - 1) // _AT_ONCE * _AT_ONCE
        return self._run(ids[rest:], kept)

    def _run(self, ids: Sequence[int], kept: Kept | None) -> tuple[NDArray[np.float32], Kept]:
        import numpy as np

        bounds().go_on()
        before = kept.tokens if kept else 0
        count = before + len(ids)
        feed = {
            "ids": np.array([ids], np.int64),
            "last": np.array([count - 1], np.int32),
            "all": np.array(count, np.int32),
            **(kept.states if kept else self._empty),
        }
        logits, *states = self.session.run(list(self._outputs), feed)
        names = [name.replace("now.", "past.") for name in self._outputs[1:]]
        return logits[0, 0], Kept(dict(zip(names, states, strict=True)), count)


@dataclass(frozen=True, slots=True)
class Tokens:
    """Turns texts into tokens; no text can hold a mark of the conversation."""

    tokenizer: Tokenizer

    def encode(self, text: str) -> list[int]:
        return self.split(text)[0]

    def split(self, text: str) -> tuple[list[int], list[int]]:
        # Half a surrogate pair, which a terminal may pass on, is no text.
        plain = text.encode("utf-8", "replace").decode()
        encoded = self.tokenizer.encode(plain, add_special_tokens=False)
        return encoded.ids, [end for _, end in encoded.offsets]


@once
def _session(key: tuple[Path, int]) -> Session:
    return Session.of(*key)


@once
def _tokens(folder: Path) -> Tokens:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.encode_special_tokens = True
    return Tokens(tokenizer)


@once
def _version(folder: Path) -> str:
    """The weights in a few characters."""
    told = hashlib.sha256()
    for file in sorted(folder.glob("reading.*")):
        told.update(file.read_bytes())
    return f"reading-{told.hexdigest()[:12]}"
