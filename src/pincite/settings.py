"""Settings: defaults, a preset, the user's file, the environment and the command line, in that order."""

from __future__ import annotations

import difflib
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from platformdirs import user_config_path, user_data_path
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from pincite.errors import ConfigError
from pincite.records.api_keys import ServerLimits
from pincite.records.levels import Strictness
from pincite.records.library import DEFAULT_COLLECTION, source_place
from pincite.records.limits import Format, Limits
from pincite.records.reading import When
from pincite.stores.place import Place, PostgresUrl, place_of

CONFIG_VARIABLE = "PINCITE_CONFIG"
_VARIABLES = {
    "library": "PINCITE_LIBRARY",
    "collection": "PINCITE_COLLECTION",
    "sources": "PINCITE_SOURCES",
    "preset": "PINCITE_PRESET",
    "strictness": "PINCITE_STRICTNESS",
    "max_risk": "PINCITE_MAX_RISK",
    "isolated": "PINCITE_ISOLATED",
    "ocr": "PINCITE_OCR",
    "pictures": "PINCITE_PICTURES",
    "rates": "PINCITE_RATES",
    "embedder": "PINCITE_EMBEDDER",
    "local_models": "PINCITE_LOCAL_MODELS",
    "reader": "PINCITE_READER",
    "reading_model": "PINCITE_READING_MODEL",
    "decision": "PINCITE_DECISION",
    "weights": "PINCITE_WEIGHTS",
    "threads": "PINCITE_THREADS",
    "language_model": "PINCITE_LANGUAGE_MODEL",
}
_OPTIONS = {"language_model": "model"}

# Written by mistake in place of a model's name, or within its address, a key must not be shown.
_MAY_HOLD_A_KEY = ("language_model", "vision", "library", "sources")
_YAML = "Write one setting per line as `name: value`, and indent what belongs to it."

Preset = Literal["fast", "balanced", "strict", "paranoid", "max-recall"]
# What each preset sets; all else is as by default, and any setting of the user's own goes before it.
PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "fast": {
            "paths": ["passages", "words"],
            "embedder": None,
            "shortlist": 5,
            "most_places": 20,
        },
        "balanced": {},
        "strict": {"strictness": "strict"},
        "paranoid": {"strictness": "paranoid", "most_places": 120},
        # It looks further and proves no less: what it finds more of must pass the same checks.
        "max-recall": {"shortlist": 100, "most_places": 240},
    }
)

_ASK_A_MODEL = frozenset({"language_model", "judge"})
# YAML takes the bare word `off` for False.
_Recogniser = Annotated[str, BeforeValidator(lambda given: "off" if given is False else given)]


class StageChoice(BaseModel):
    """Which stage does a job, and its options; a name alone stands for one without options."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    options: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        return {"name": value} if isinstance(value, str) else value


class ModelChoice(StageChoice):
    """A language model: `anthropic/NAME`, `openai/NAME`, `gemini/NAME` or the address of a server."""

    @model_validator(mode="before")
    @classmethod
    def _located(cls, value: object) -> object:
        """`http://HOST#NAME` and `PROVIDER/NAME` taken apart; a name alone is that of a plug-in."""
        given = {"name": value} if isinstance(value, str) else value
        if not isinstance(given, dict) or not isinstance(given.get("name"), str):
            return given
        named, options = given["name"].strip(), given.get("options") or {}
        if named.startswith(("http://", "https://")):
            if "@" in named:  # not shown: it may be followed by a password
                raise ValueError(
                    "an address must not contain a user or a password; put a key into an environment variable"
                )
            address, _, model = named.partition("#")
            return {**given, "name": "served", "options": {"base_url": address, "model": model} | options}
        provider, slash, model = named.partition("/")
        if not slash:
            return given
        return {**given, "name": provider, "options": {"model": model} | options}


def _or_none(given: object) -> object:
    return None if isinstance(given, str) and given.strip().lower() == "none" else given


# A variable of the environment can hold no null, and `none` is what people write in a file, too.
_Embedder = Annotated[StageChoice | None, BeforeValidator(_or_none)]


def _place(given: object) -> object:
    return str(source_place(given)) if isinstance(given, str) else given


_Sources = Annotated[str | None, AfterValidator(_place), BeforeValidator(_or_none)]


class BatchSettings(BaseModel):
    """How tables are asked by batches of a provider; none of it changes an answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    poll_seconds: float = Field(60.0, gt=0)
    """How long to wait before looking again whether a batch has ended."""
    settle_seconds: float = Field(60.0, ge=0)
    """How long to wait before looking for a batch whose submission was interrupted."""
    attempts: int = Field(3, ge=1)
    """In how many batches a request may fail or expire before its cell does."""
    live_below: int = Field(0, ge=0)
    """A round of at most so many requests is asked at once, at full price, instead of waiting."""
    ask_above_requests: int = Field(1_000, ge=0)
    """Above how many requests `--yes` is needed where nobody can be asked."""
    ask_above_cost: Decimal | None = Field(None, ge=0)
    """Above what cost, at most, `--yes` is needed; in the currency of your `prices`."""


def _placed(named: object) -> Place:
    if not isinstance(named, str | Path | PostgresUrl):
        raise ValueError("name a folder, or a database as postgresql://USER@HOST/DATABASE")
    return place_of(named)


_Library = Annotated[
    Place,
    PlainValidator(_placed),
    # As text it has no password.
    PlainSerializer(str, when_used="json"),
    WithJsonSchema({"type": "string"}),
]


class Settings(BaseModel):
    """Everything that can be set, with its default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    library: _Library = Field(default_factory=lambda: user_data_path("pincite") / "library")
    """A folder, or a database: postgresql://USER@HOST/DATABASE."""
    collection: str = Field(DEFAULT_COLLECTION, min_length=1, max_length=200)
    sources: _Sources = None
    """A folder or `s3://BUCKET/PREFIX` for the bytes of files; by default they are in the library."""
    preset: Preset = "balanced"
    """A set of defaults for everything you do not set."""
    strictness: Strictness = "balanced"
    max_risk: float | None = Field(None, gt=0, lt=1)
    """The share of answers that may be wrong; it replaces the bar of the strictness."""
    ocr: _Recogniser = "auto"
    """Which text recognition reads scans and pictures: `auto` (what is installed), a name, or `off`."""
    pictures: When = "later"
    """When pictures beside text are read: `later` by `pincite work`, or `now` with the text."""
    paths: tuple[StageChoice, ...] = tuple(
        StageChoice(name=name)
        for name in (
            "exact_title",
            "fuzzy_title",
            "section_title",
            "attribute",
            "opening",
            "words",
            "passages",
            "spread",
        )
    )
    """Ways to find places before every passage is read; `fusion` weighs them."""
    embedder: _Embedder = StageChoice(name="local")
    """The model that makes vectors for search by meaning; `none` switches it off."""
    fusion: StageChoice = StageChoice(name="score_sum")
    """How the hits of all paths are merged into one ranking."""
    reranker: StageChoice | None = None
    """A model that ranks the best passages again; none by default."""
    local_models: bool = True
    """Whether to use the small models that come with the package; without them you get leads only."""
    reader: StageChoice | None = StageChoice(name="local")
    """A model that says whether a passage answers, and where in it."""
    reading_model: bool = False
    """Whether the reading model reads as well: more is answered, and a question takes some seconds."""
    decision: Path | None = None
    """What `pincite quality --fit` fitted for a reader of your own; without it such a reader only ranks."""
    weights: Path | None = None
    """A folder with other local models; without it, those that come with the package."""
    threads: int = Field(0, ge=0)
    """How many texts a local model reads at a time; 0 for one on each core."""
    generator: StageChoice = StageChoice(name="verbatim")
    language_model: ModelChoice | None = None
    """A language model that points at values; without one the local reader finds the answers."""
    verifiers: tuple[StageChoice, ...] = ()
    """Models that must agree that the cited text supports the answer; how many are asked, strictness says."""
    shortlist: int = Field(20, ge=1)
    """How many documents of a large collection are read closely before every passage of all is."""
    most_places: int = Field(60, ge=1)
    """How many places of a document are read closely before every passage is."""
    most_read: int = Field(8, ge=1)
    """How many passages the reader is given for one question, of all documents that are searched for it."""
    most_documents: int = Field(12, ge=1)
    """How many documents a language model is asked about for one question; the others are named."""
    retention_days: int | None = Field(None, ge=1)
    """After how many days what was asked, answered and decided is erased; by default it is kept."""
    runs_megabytes: int | None = Field(None, ge=1)
    """How much recorded questions of a collection may take before the oldest are erased; by default any."""
    checkpoint_days: int = Field(30, ge=0)
    """How long what came of the parts of a document is kept after `extract` is done with a field."""
    agreeing_verifiers: int = Field(0, ge=0)
    """How many verifiers must agree at least, where that is more than strictness asks."""
    planner: StageChoice | None = None
    """A model that says where to look first, from names and titles; by default rules do."""
    vision: ModelChoice | None = None
    """A language model that reads pictures: it reads garbled pages again and describes figures."""
    rates: Path | None = None
    """A file of exchange rates with their date and source; without one no currency is converted."""
    batches: BatchSettings = Field(default_factory=lambda: BatchSettings.model_validate({}))
    """How tables are asked by batches of a provider (docs/batches.md)."""
    concepts: tuple[Path, ...] = ()
    """Your own dictionaries: a concept replaces the built-in one of the same name."""
    parsers: dict[Format, StageChoice] = Field(default_factory=dict)
    """Which parser reads a format, where it is not the built-in one."""
    limits: Limits = Limits()
    """How much time, memory and size one document may take before Pincite refuses it."""
    server: ServerLimits = ServerLimits()
    """How much `pincite serve` lets one caller and one request take (docs/service.md)."""
    least_free_megabytes: int = Field(200, ge=0)
    """How much of the library's disk stays free: below it, nothing is added."""
    isolated: bool = True
    """Whether each document is read in its own process, which can be stopped."""

    def with_model(self, choice: StageChoice) -> StageChoice:
        """The stage with the model of `language_model`, where it asks one and its options name none."""
        if choice.name not in _ASK_A_MODEL or self.language_model is None:
            return choice
        return choice.model_copy(update={"options": {"model": self.language_model} | choice.options})


def config_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the user's settings file is looked for."""
    if named := environment.get(CONFIG_VARIABLE):
        return Path(named).expanduser()
    return user_config_path("pincite") / "config.yaml"


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was set and where; a setting that is in neither is as by default."""

    values: Mapping[str, Any]
    sources: Mapping[str, str]


def gather(given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Gathered:
    """What the caller, the environment, the settings file and the preset set, the first of them first."""
    path = config_path(environment)
    named = CONFIG_VARIABLE in environment
    file = _from_file(path) if named or path.is_file() else {}
    variables = {key: value for key, name in _VARIABLES.items() if (value := environment.get(name))}
    values = {**file, **variables, **given}
    preset = values.get("preset", "balanced")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise ConfigError(f"There is no preset named {preset!r}.", hint=suggestion(str(preset), PRESETS))
    sources = (
        dict.fromkeys(PRESETS[preset], f"preset {preset}")
        | dict.fromkeys(file, str(path))
        | {key: _VARIABLES[key] for key in variables}
        | {key: _option(key, value) for key, value in given.items()}
    )
    return Gathered(dict(PRESETS[preset]) | values, sources)


def load(given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force; `given` holds what the caller set, without what was left open."""
    gathered = gather(given, environment)
    try:
        settings = Settings.model_validate(gathered.values)
    except ValidationError as error:
        raise _unusable(error, config_path(environment), gathered.sources) from error
    if not isinstance(settings.library, Path):
        return settings
    return settings.model_copy(update={"library": settings.library.expanduser()})


def _option(setting: str, value: object) -> str:
    """How the command line sets it."""
    written = _OPTIONS.get(setting, setting).replace("_", "-")
    return f"--no-{written}" if value is False else f"--{written}"


def suggestion(word: str, known: Collection[str]) -> str:
    """What the user may have meant, or else all that there is."""
    close = difflib.get_close_matches(word, known, n=1)
    return f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(sorted(known))}."


def _unusable(error: ValidationError, path: Path, sources: Mapping[str, str]) -> ConfigError:
    problem = error.errors()[0]
    # pydantic writes the class of what we raised before our own words.
    why = problem["msg"].removeprefix("Value error, ")
    setting = ".".join(str(part) for part in problem["loc"])
    hint = f"`pincite config` lists all settings; yours come from {path} and the environment."
    if problem["type"] not in ("extra_forbidden", "unexpected_keyword_argument"):
        source = sources.get(setting, "")
        if setting in _MAY_HOLD_A_KEY or source not in (str(path), _VARIABLES.get(setting)):
            hint = "`pincite config` lists all settings." if source.startswith("--") else hint
            return ConfigError(f"The setting {setting!r} cannot be used: {why}.", hint=hint)
        said = f"{source} sets {setting} to {problem['input']!r}, which cannot be used: {why}."
        return ConfigError(said, hint=f"Correct or remove it in {source}.")
    if len(problem["loc"]) == 1 and difflib.get_close_matches(setting, Settings.model_fields, n=1):
        hint = suggestion(setting, Settings.model_fields)
    return ConfigError(f"The setting {setting!r} does not exist.", hint=hint)


def _from_file(path: Path) -> dict[str, Any]:
    import yaml

    try:
        values = yaml.safe_load(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(
            f"There is no settings file {path}.", hint=f"Create it, or unset {CONFIG_VARIABLE}."
        ) from error
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ConfigError(
            f"The settings file {path} is not YAML{line}: {error.problem}.", hint=_YAML
        ) from error
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"The settings file {path} cannot be read: {error}.", hint=_YAML) from error
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ConfigError(f"The settings file {path} does not contain settings with values.", hint=_YAML)
    return values
