"""Load models that judge a pair of texts with the library transformers, and read their verdicts."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pincite.errors import ConfigError, MissingExtra, ProviderError

T = TypeVar("T")
# The words that each was trained with. HHEM's verdict stands at the first token, "<pad>".
_HHEM = "<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {}\n\nHypothesis: {}"
_MINICHECK = "predict: {}{}{}"
# What MiniCheck writes first: these tokens of T5 begin "0" and "1".
_NO, _YES = 3, 209
_MOST_TOKENS = 2048


@dataclass(frozen=True, slots=True)
class Judge:
    """A model that is loaded, and how it is asked."""

    score: Callable[[str, str], float]
    """How well the second text supports the first, from 0 to 1."""


@functools.cache
def hhem(model: str, revision: str, foundation: str) -> Judge:
    """HHEM: a T5 encoder that labels tokens, kept under names of its own."""
    torch, transformers = _libraries()
    config = _loaded(foundation, transformers.AutoConfig.from_pretrained, "")
    tokenizer = _loaded(foundation, transformers.AutoTokenizer.from_pretrained, "")
    config.num_labels = 2
    network = transformers.T5ForTokenClassification(config)
    _fill(network, _weights(model, revision), model)
    network.eval()

    def score(statement: str, evidence: str) -> float:
        inputs = tokenizer(_HHEM.format(evidence, statement), return_tensors="pt")
        with torch.no_grad():
            logits = network(**inputs).logits
        return float(torch.softmax(logits[0, 0], dim=-1)[1])

    return Judge(score)


@functools.cache
def minicheck(model: str, revision: str) -> Judge:
    """MiniCheck, as the model's own configuration says: a T5 that writes, or a classifier."""
    torch, transformers = _libraries()
    config = _loaded(model, transformers.AutoConfig.from_pretrained, revision)
    tokenizer = _loaded(model, transformers.AutoTokenizer.from_pretrained, revision)
    if not config.is_encoder_decoder:
        return _classifier(model, revision, "", together=True)
    network = _loaded(model, transformers.AutoModelForSeq2SeqLM.from_pretrained, revision).eval()
    start = torch.tensor([[config.decoder_start_token_id]])

    def score(statement: str, evidence: str) -> float:
        text = _MINICHECK.format(evidence, tokenizer.eos_token, statement)
        inputs = tokenizer(text, return_tensors="pt", truncation=True, max_length=_MOST_TOKENS)
        with torch.no_grad():
            logits = network(**inputs, decoder_input_ids=start).logits
        return float(torch.softmax(logits[0, 0, [_NO, _YES]], dim=-1)[1])

    return Judge(score)


@functools.cache
def cross_encoder(model: str, revision: str, label: str) -> Judge:
    """A model that classifies pairs of texts, evidence first."""
    return _classifier(model, revision, label, together=False)


def _classifier(model: str, revision: str, label: str, *, together: bool) -> Judge:
    """`together` has both texts in one, with the separator between them, as MiniCheck was trained."""
    torch, transformers = _libraries()
    tokenizer = _loaded(model, transformers.AutoTokenizer.from_pretrained, revision)
    network = _loaded(model, transformers.AutoModelForSequenceClassification.from_pretrained, revision).eval()
    names: Mapping[int, str] = network.config.id2label
    place = _place(model, names, label)

    def score(statement: str, evidence: str) -> float:
        texts = [f"{evidence}{tokenizer.sep_token}{statement}"] if together else [evidence, statement]
        inputs = tokenizer(*texts, return_tensors="pt", truncation=True)
        with torch.no_grad():
            logits = network(**inputs).logits[0]
        if len(logits) == 1:
            return float(torch.sigmoid(logits[0]))
        return float(torch.softmax(logits, dim=-1)[place])

    return Judge(score)


def _place(model: str, names: Mapping[int, str], label: str) -> int:
    """The number of the label that is wanted; without one, of two the second, which says yes."""
    if not label or len(names) == 1:
        return 1
    for number, name in names.items():
        if name.lower() == label.lower():
            return number
    raise ConfigError(
        f"The model {model!r} has no label {label!r}.",
        hint=f"Set the option `label` to one of: {', '.join(names.values())}.",
    )


def _fill(network: Any, weights: Mapping[str, Any], model: str) -> None:
    """Put weights in; what is missing may only be the second name of the table of words."""
    plain = {name.removeprefix("t5."): value for name, value in weights.items()}
    words = plain.get("transformer.shared.weight", plain.get("transformer.encoder.embed_tokens.weight"))
    if words is not None:
        plain |= {"transformer.shared.weight": words, "transformer.encoder.embed_tokens.weight": words}
    try:
        left = network.load_state_dict(plain, strict=False)
    except RuntimeError as error:
        raise _unusable(model, error) from error
    if left.missing_keys or left.unexpected_keys:
        lacks = ", ".join([*left.missing_keys, *left.unexpected_keys][:3])
        raise _unusable(model, ValueError(f"its weights do not fit the foundation ({lacks})"))


def _weights(model: str, revision: str) -> Mapping[str, Any]:
    from huggingface_hub import hf_hub_download
    from safetensors.torch import load_file

    name = "model.safetensors"
    if Path(model).is_dir():
        return _loaded(model, lambda _, **__: load_file(str(Path(model) / name)), "")
    path = _loaded(model, lambda at, revision: hf_hub_download(at, name, revision=revision), revision)
    return _loaded(model, lambda _, **__: load_file(path), "")


def _loaded(model: str, load: Callable[..., T], revision: str) -> T:
    try:
        return load(model, revision=revision or None)
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise _unusable(model, error) from error


def _unusable(model: str, error: Exception) -> ProviderError:
    return ProviderError(
        f"The model {model!r} cannot be loaded: {' '.join(str(error).split())[:200]}",
        hint="Check the option `model`; a folder with the model works without a network.",
    )


def _libraries() -> tuple[Any, Any]:
    try:
        import torch
        import transformers
    except ImportError as error:
        raise MissingExtra("transformers", extra="hub", needed_for="A verifier from a hub") from error
    return torch, transformers
