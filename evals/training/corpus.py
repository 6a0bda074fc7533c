"""What is trained and measured on, as texts, passages, questions about them and claims about them."""

from __future__ import annotations

from dataclasses import dataclass, field

Range = tuple[int, int]
"""From the first up to, not including, the last passage of a document or collection."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage as numbers of texts: its words, the heading above (0: none), its words without a heading."""

    body: int
    head: int
    bare: int
    blocks: tuple[Range, ...] = ()
    """The sentences and rows of the body, in characters of it; none where they are not known."""


@dataclass(frozen=True, slots=True)
class Gold:
    """Where a passage answers: characters of its body, or -1 where only the passage is known."""

    passage: int
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class Row:
    """A question, in several wordings, with the passages that answer it and those that do not."""

    source: str
    questions: tuple[int, ...]
    positives: tuple[Gold, ...] = ()
    negatives: tuple[int, ...] = ()
    pool: Range = (0, 0)
    """The document: every other passage of it is a possible negative."""
    wide: Range = (0, 0)
    """The collection, for negatives from other documents."""
    bare: bool = False
    group: str = ""
    doubtful: tuple[int, ...] = ()
    """Passages that may answer in part: neither positive nor negative."""
    misses: tuple[Gold, ...] = ()
    """Places that tempt and do not answer."""
    said: int = -1
    """Of a question for yes or no: 1 where the answer is yes, 0 where it is no; -1 for all others."""
    yes_no: bool = False
    """Whether the question is for yes or no, also where the document does not say."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim and its source; `contradicted` is -1 where it is not known."""

    source: str
    claim: int
    evidence: int
    supported: int
    contradicted: int = -1


@dataclass(frozen=True, slots=True)
class Query:
    """A validation question: which passages of its document are right, or that none is."""

    set: str
    question: int
    pool: Range
    gold: tuple[int, ...]
    group: str
    spans: tuple[Gold, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A validation question about one passage, with the answers that count as right; none if it has none."""

    dataset: str
    question: int
    passage: int
    answers: tuple[str, ...]
    answerable: bool


@dataclass(slots=True)
class Corpus:
    """Everything that was read. Text 0 is empty."""

    texts: list[str] = field(default_factory=lambda: [""])
    passages: list[Passage] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    queries: list[Query] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    judged: list[Claim] = field(default_factory=list)
    """Claims of the validation fold."""
    parts: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    """Judged claims in parts: number of the claim, sentence, its text, evidence, 1 for a window or 0."""
    validation: set[int] = field(default_factory=set)
    """Texts that nothing may be trained on."""
    dropped: dict[str, int] = field(default_factory=dict)
    _known: dict[str, int] = field(default_factory=lambda: {"": 0})

    def text(self, text: str, *, validation: bool = False) -> int:
        """The number of a text; equal texts have one."""
        number = self._known.get(text)
        if number is None:
            number = self._known[text] = len(self.texts)
            self.texts.append(text)
        if validation and number:
            self.validation.add(number)
        return number

    def passage(
        self,
        body: str,
        head: str = "",
        bare: str | None = None,
        blocks: tuple[Range, ...] = (),
        *,
        validation: bool = False,
    ) -> int:
        number = self.text(body, validation=validation)
        without = number if bare is None else self.text(bare, validation=validation)
        self.passages.append(Passage(number, self.text(head), without, blocks))
        return len(self.passages) - 1
