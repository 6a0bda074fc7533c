"""Settings: where each value comes from, what a preset sets, and what to do about a slip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.errors import ConfigError
from pincite.registry import BUILT_IN
from pincite.settings import PRESETS, Settings, StageChoice, gather, load
from tests.factories import AGREEMENT

PAGE = (Path(__file__).parents[1] / "docs" / "settings.md").read_text("utf-8")
DEFAULTS = Settings.model_validate({})


def loaded(
    tmp_path: Path, file: str = "", given: dict[str, Any] | None = None, **environment: str
) -> Settings:
    path = tmp_path / "config.yaml"
    path.write_text(file, "utf-8")
    return load(given or {}, {"PINCITE_CONFIG": str(path), **environment})


@pytest.mark.parametrize("name", PRESETS)
def test_preset_sets_its_bundle_and_nothing_else(tmp_path: Path, name: str):
    settings = loaded(tmp_path, f"preset: {name}\n")

    changed = {key for key in Settings.model_fields if getattr(settings, key) != getattr(DEFAULTS, key)}
    assert changed <= set(PRESETS[name]) | {"preset"}
    assert settings.preset == name


def test_preset_that_is_not_named_is_the_balanced_one_which_changes_nothing(tmp_path: Path):
    assert loaded(tmp_path) == loaded(tmp_path, "preset: balanced\n")
    assert not PRESETS["balanced"]


def test_presets_differ(tmp_path: Path):
    bundles = [loaded(tmp_path, f"preset: {name}\n").model_dump_json(exclude={"preset"}) for name in PRESETS]

    assert len(set(bundles)) == len(PRESETS)


def test_preset_reaches_further_or_less_far_as_its_name_says(tmp_path: Path):
    reach = [
        (settings.shortlist, settings.most_places)
        for settings in (loaded(tmp_path, f"preset: {name}\n") for name in ("fast", "balanced", "max-recall"))
    ]
    assert reach[0] < reach[1] < reach[2]
    assert loaded(tmp_path, "preset: strict\n").strictness == "strict"
    assert loaded(tmp_path, "preset: paranoid\n").strictness == "paranoid"
    assert loaded(tmp_path, "preset: max-recall\n").strictness == "balanced"


@pytest.mark.parametrize("where", ["file", "environment", "given"])
def test_any_single_setting_goes_before_the_preset(tmp_path: Path, where: str):
    file = "preset: paranoid\n" + ("strictness: lenient\n" if where == "file" else "")
    given = {"strictness": "lenient"} if where == "given" else {}
    environment = {"PINCITE_STRICTNESS": "lenient"} if where == "environment" else {}

    settings = loaded(tmp_path, file, given, **environment)

    assert (settings.strictness, settings.most_places) == ("lenient", PRESETS["paranoid"]["most_places"])


def test_preset_is_taken_from_the_caller_before_the_environment_before_the_file(tmp_path: Path):
    assert loaded(tmp_path, "preset: fast\n").preset == "fast"
    assert loaded(tmp_path, "preset: fast\n", PINCITE_PRESET="strict").preset == "strict"
    assert (
        loaded(tmp_path, "preset: fast\n", {"preset": "paranoid"}, PINCITE_PRESET="strict").preset
        == "paranoid"
    )


def test_each_value_says_where_it_comes_from(tmp_path: Path):
    file = tmp_path / "config.yaml"
    file.write_text("preset: fast\nmost_places: 30\n", "utf-8")

    gathered = gather({"collection": "c"}, {"PINCITE_CONFIG": str(file), "PINCITE_OCR": "off"})

    assert gathered.sources == {
        "paths": "preset fast",
        "embedder": "preset fast",
        "shortlist": "preset fast",
        "most_places": str(file),
        "preset": str(file),
        "ocr": "PINCITE_OCR",
        "collection": "--collection",
    }


def test_stage_without_options_is_named_by_its_name(tmp_path: Path):
    settings = loaded(tmp_path, "paths: [words, {name: vectors, options: {limit: 9}}]\nembedder: voyage\n")

    assert settings.paths == (StageChoice(name="words"), StageChoice(name="vectors", options={"limit": 9}))
    assert settings.embedder == StageChoice(name="voyage")
    assert loaded(tmp_path, PINCITE_EMBEDDER="cohere").embedder == StageChoice(name="cohere")
    assert DEFAULTS.embedder == StageChoice(name="local")


@pytest.mark.parametrize("text", ["embedder: none\n", "embedder: null\n", "preset: fast\n"])
def test_embedder_can_be_left_out(tmp_path: Path, text: str):
    assert loaded(tmp_path, text).embedder is None
    assert loaded(tmp_path, text, PINCITE_EMBEDDER="local").embedder == StageChoice(name="local")
    assert loaded(tmp_path, PINCITE_EMBEDDER="none").embedder is None


@pytest.mark.parametrize(
    ("written", "name", "options"),
    [
        ("anthropic/claude-x", "anthropic", {"model": "claude-x"}),
        ("openai/org/gpt-x", "openai", {"model": "org/gpt-x"}),
        ("http://127.0.0.1:8080", "served", {"base_url": "http://127.0.0.1:8080", "model": ""}),
        ("https://host/v1#q/w:3b", "served", {"base_url": "https://host/v1", "model": "q/w:3b"}),
        ("mine", "mine", {}),
        ("{name: gemini/x, options: {max_tokens: 9}}", "gemini", {"model": "x", "max_tokens": 9}),
        ("{name: served, options: {base_url: 'http://h'}}", "served", {"base_url": "http://h"}),
    ],
)
def test_language_model_is_named_by_provider_and_name_or_by_address(
    tmp_path: Path, written: str, name: str, options: dict[str, Any]
):
    model = loaded(tmp_path, f"language_model: {written}\n").language_model

    assert model is not None
    assert (model.name, model.options) == (name, options)
    assert DEFAULTS.language_model is None


def test_password_in_the_address_of_a_model_is_refused_and_not_repeated(tmp_path: Path):
    with pytest.raises(ConfigError, match="'language_model' cannot be used") as caught:
        loaded(tmp_path, PINCITE_LANGUAGE_MODEL="http://user:secret-word@host:8080")
    assert "secret-word" not in str(caught.value)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("preset: max_recall\n", "Did you mean 'max-recall'?"),
        ("preset: paranoit\n", "Did you mean 'paranoid'?"),
        ("preset: zzz\n", "Known: balanced, fast, max-recall, paranoid, strict."),
        ("preset: [fast]\n", "There is no preset named"),
        ("preset:\n", "There is no preset named None"),
        ("strictnes: strict\n", "Did you mean 'strictness'?"),
        ("most_place: 5\n", "Did you mean 'most_places'?"),
        ("zzz: 5\n", "`pincite config` lists all settings"),
        ("most_places: 0\n", "sets most_places to 0, which cannot be used"),
        ("embedder: {nam: x}\n", "'embedder."),
    ],
)
def test_slip_in_the_file_says_what_may_have_been_meant(tmp_path: Path, file: str, said: str):
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, file)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"paths": ["wrods"]}, "Did you mean 'words'?"),
        ({"embedder": "voyag"}, "Did you mean 'voyage'?"),
        ({"generator": "verbatin"}, "Did you mean 'verbatim'?"),
        ({"language_model": "antropic/x"}, "Did you mean 'anthropic'?"),
        ({"language_model": "gpt-4o"}, "Did you mean openai/gpt-4o?"),
        ({"language_model": "some-model"}, "Write PROVIDER/NAME"),
        ({"language_model": "anthropic"}, "needs the option 'model'"),
        ({"generator": "language_model"}, "needs a language model, and none is set"),
        ({"paths": [{"name": "words", "options": {"limt": 5}}]}, "Did you mean 'limit'?"),
        ({"paths": [{"name": "words", "options": {"limit": "many"}}]}, "The option 'limit' of path 'words'"),
    ],
)
def test_stage_that_does_not_exist_fails_the_question_and_says_which_does(
    tmp_path: Path, settings: dict[str, Any], said: str
):
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "agreement.txt", isolated=False)
    with pincite.open(tmp_path / "library", settings=settings) as library:
        answer = library.ask("What is the monthly fee?")

    assert answer.outcome == "failed"
    assert answer.error
    assert said in f"{answer.error.message} {answer.error.hint}"


@pytest.mark.parametrize("preset", PRESETS)
def test_plain_fact_is_answered_under_every_preset(tmp_path: Path, preset: str):
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library", preset=preset) as library:
        library.add(tmp_path / "agreement.txt", isolated=False)
        answer = library.ask("What is the monthly fee?")

    assert (answer.outcome, [item.original for item in answer.items]) == ("answered", ["EUR 4,500.00"])


def test_limits_of_a_preset_reach_the_pipeline(tmp_path: Path):
    text = "\n\n".join(f"Site {n}: the fee for cleaning is EUR {100 + n}." for n in range(90))
    (tmp_path / "sites.txt").write_text(text, "utf-8")
    looked_at = {}
    for preset in ("fast", "max-recall"):
        with pincite.open(tmp_path / preset, preset=preset) as library:
            library.add(tmp_path / "sites.txt", isolated=False)
            looked_at[preset] = library.ask("What is the fee for cleaning?").coverage.spans_read

    assert looked_at == {"fast": PRESETS["fast"]["most_places"], "max-recall": 90}


def rows(heading: str) -> dict[str, list[str]]:
    """The first table under a heading of the page, by what stands in its first column."""
    under = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    cells = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in under.splitlines() if line[:1] == "|"
    ]
    return {row[0].strip("`"): row[1:] for row in cells}


def test_page_of_settings_has_every_setting_and_no_other():
    shown = rows("Every setting")

    assert set(shown) - {"setting", "---"} == set(Settings.model_fields)
    for name, (default, variable, _) in shown.items():
        value = getattr(DEFAULTS, name, None)
        if name == "paths":
            assert default == ", ".join(path.name for path in DEFAULTS.paths)
        if isinstance(value, str | int) and not isinstance(value, bool):
            assert default == str(value), name
        assert variable.strip("`") in ("", "variable", "---", f"PINCITE_{name.upper()}"), name


def test_page_of_settings_says_what_every_preset_sets(tmp_path: Path):
    shown = rows("Presets")

    assert shown["setting"] == list(PRESETS)
    for place, preset in enumerate(PRESETS):
        settings = loaded(tmp_path, f"preset: {preset}\n")
        assert set(PRESETS[preset]) <= set(shown)
        embedder = settings.embedder.name if settings.embedder else "none"
        assert shown["embedder"][place] == embedder
        for name in set(shown) - {"setting", "---", "paths", "embedder"}:
            assert shown[name][place] == str(getattr(settings, name)), (preset, name)
        paths = "default" if settings.paths == DEFAULTS.paths and preset != "fast" else None
        assert shown["paths"][place] == (paths or ", ".join(path.name for path in settings.paths))


def test_page_of_settings_names_every_embedder_and_reranker():
    for kind in ("embedder", "reranker"):
        for name in BUILT_IN[kind]:
            assert f"`{name}`" in PAGE, name


@pytest.mark.parametrize("line", ["ocr: off", "ocr: 'off'", "ocr: false"])
def test_recognition_is_switched_off_by_the_bare_word(tmp_path: Path, line: str):
    assert loaded(tmp_path, f"{line}\n").ocr == "off"


def test_place_that_cannot_be_used_is_told_in_our_words_alone():
    with pytest.raises(ConfigError) as caught:
        load({"sources": "ftp://archive/files"}, {})

    assert "'sources' cannot be used: ftp:// is not known: name a folder" in caught.value.message
