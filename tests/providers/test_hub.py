"""Verifiers from a hub, on tiny models that are made here: the loading is real, the verdicts mean nothing."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite import testing
from pincite.errors import ConfigError, MissingExtra, ProviderError
from pincite.providers import hub, hub_models
from pincite.providers.hub import CrossEncoder, Hhem, MiniCheck
from pincite.registry import build

PAIRS = [
    ("The fee is EUR 5.", "The Customer pays a fee of EUR 5."),
    ("The fee is EUR 9.", "The Customer pays a fee of EUR 5."),
    ("The fee is EUR 5.", "word " * 900 + "The Customer pays a fee of EUR 5."),
    ("The fee is EUR 5.", " "),
]
WORDS = (
    "the fee is eur 5 9 . customer pays a of word determine if hypothesis true given premise ? : predict "
    "0 1 yes no"
).split()
VOCABULARY = 256
is_installed = all(importlib.util.find_spec(name) for name in ("torch", "transformers"))
needs_transformers = pytest.mark.skipif(
    not is_installed, reason="torch and transformers are not installed: pip install 'pincite[hub]'"
)


@pytest.fixture(autouse=True)
def nothing_loaded() -> None:
    for cached in (hub_models.hhem, hub_models.minicheck, hub_models.cross_encoder):
        cached.cache_clear()


def tokenizer_in(folder: Path) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    vocabulary = {"<pad>": 0, "</s>": 1, "<unk>": 2, **{word: 10 + n for n, word in enumerate(WORDS)}}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<pad>",
        eos_token="</s>",
        sep_token="</s>",
        unk_token="<unk>",
        model_max_length=512,
    ).save_pretrained(folder)


def t5_config() -> object:
    from transformers import T5Config

    return T5Config(
        vocab_size=VOCABULARY,
        d_model=16,
        d_kv=4,
        d_ff=32,
        num_layers=1,
        num_heads=2,
        decoder_start_token_id=0,
    )


def hhem_in(folder: Path) -> Hhem:
    import torch
    from safetensors.torch import save_file
    from transformers import T5ForTokenClassification

    torch.manual_seed(7)
    config = t5_config()
    foundation, model = folder / "foundation", folder / "hhem"
    config.save_pretrained(foundation)
    tokenizer_in(foundation)
    model.mkdir()
    weights = T5ForTokenClassification(config).state_dict()
    weights.pop("transformer.encoder.embed_tokens.weight", None)
    save_file({f"t5.{name}": value.clone() for name, value in weights.items()}, model / "model.safetensors")
    return Hhem(str(model), foundation=str(foundation))


def minicheck_in(folder: Path) -> MiniCheck:
    import torch
    from transformers import T5ForConditionalGeneration

    torch.manual_seed(7)
    T5ForConditionalGeneration(t5_config()).save_pretrained(folder)
    tokenizer_in(folder)
    return MiniCheck(str(folder))


def classifier_in(folder: Path, labels: list[str]) -> None:
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=VOCABULARY,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer_in(folder)


def classifying_minicheck_in(folder: Path) -> MiniCheck:
    classifier_in(folder, ["unsupported", "supported"])
    return MiniCheck(str(folder))


def cross_encoder_in(folder: Path) -> CrossEncoder:
    classifier_in(folder, ["contradiction", "Entailment", "neutral"])
    return CrossEncoder(str(folder))


def scoring_cross_encoder_in(folder: Path) -> CrossEncoder:
    classifier_in(folder, ["score"])
    return CrossEncoder(str(folder))


MADE = [hhem_in, minicheck_in, classifying_minicheck_in, cross_encoder_in, scoring_cross_encoder_in]


@needs_transformers
@pytest.mark.parametrize("made", MADE, ids=lambda made: made.__name__.removesuffix("_in"))
def test_verifier_from_a_folder_keeps_its_promise(made: Callable[[Path], Hhem], tmp_path: Path):
    scores = testing.verifier_keeps_its_promise(made(tmp_path), PAIRS)

    assert scores[0] != scores[1], "the statement is not read"
    assert scores[3] == 0.0


@needs_transformers
def test_scores_of_a_cross_encoder_are_those_of_the_label_that_is_named(tmp_path: Path):
    classifier_in(tmp_path, ["contradiction", "entailment", "neutral"])

    scores = [
        CrossEncoder(str(tmp_path), label=label).supports(*PAIRS[0])
        for label in ("contradiction", "entailment", "neutral")
    ]

    assert sum(scores) == pytest.approx(1.0)


@needs_transformers
def test_label_that_a_model_does_not_have_is_told_with_those_that_it_has(tmp_path: Path):
    classifier_in(tmp_path, ["refuted", "entailed"])

    with pytest.raises(ConfigError, match="refuted, entailed"):
        CrossEncoder(str(tmp_path)).supports(*PAIRS[0])


@needs_transformers
def test_weights_that_do_not_fit_their_foundation_are_refused(tmp_path: Path):
    from safetensors.torch import load_file, save_file

    verifier = hhem_in(tmp_path)
    file = Path(verifier.model) / "model.safetensors"
    weights = load_file(file)
    weights.pop("t5.classifier.weight")
    save_file(weights, file)

    with pytest.raises(ProviderError, match="classifier"):
        verifier.supports(*PAIRS[0])


@needs_transformers
@pytest.mark.parametrize("stage", [Hhem, MiniCheck, CrossEncoder])
def test_folder_without_a_model_is_told(stage: type, tmp_path: Path):
    options = {"foundation": str(tmp_path)} if stage is Hhem else {}

    with pytest.raises(ProviderError, match="cannot be loaded"):
        stage(str(tmp_path), **options).supports(*PAIRS[0])


@pytest.mark.parametrize("name", ["hhem", "minicheck", "cross_encoder"])
def test_library_that_is_not_installed_is_told_with_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "transformers", None)

    with pytest.raises(MissingExtra, match=r"pip install 'pincite\[hub\]'"):
        build("verifier", name, {}).supports(*PAIRS[0])


def test_long_evidence_is_read_in_windows_that_hold_every_word_and_overlap():
    words = [str(number) for number in range(1000)]

    windows = [window.split() for window in hub._windows(" ".join(words))]

    assert {word for window in windows for word in window} == set(words)
    assert all(len(window) <= hub._WINDOW_WORDS for window in windows)
    assert all(
        before[-hub._SHARED_WORDS :] == after[: hub._SHARED_WORDS]
        for before, after in itertools.pairwise(windows)
    )
