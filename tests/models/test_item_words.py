"""What the layers of the reader say of words is read without a change to the file that was measured."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from pincite.errors import ConfigError
from pincite.models.item_weights import ITEMS, ItemWeights, Numbers, item_weights
from pincite.models.item_words import LocalItemWords, word_layers
from pincite.models.network import Network, load_session, with_outputs
from pincite.models.pairs import PairModel, load_tokenizer, pair_model
from pincite.models.tokens import pair_windows
from pincite.models.weight_files import CALIBRATION, READER, folder_of, proved
from pincite.records.evidence import Excerpt
from tests.models.weights import needs_weights

LAYER = "/model/encoder/layers.7/norm_inner/LayerNormalization_output_0"
QUESTION = "Which reactions are listed?"
TEXT = "The most common reactions were nausea, vomiting and headache."
FOLDER = folder_of("")


@needs_weights
def test_one_more_output_changes_no_score_by_a_bit():
    window = pair_windows(load_tokenizer(FOLDER), QUESTION, "", TEXT)
    content = proved(FOLDER, READER)
    (plain,) = Network(load_session(content), 1).run(window)
    (more,) = Network(load_session(with_outputs(content, [LAYER])), 1).run(window)
    assert [each.tolist() for each in more[:2]] == [each.tolist() for each in plain]
    assert more[2].shape == (len(window[0].ids), 384)


@needs_weights
def test_every_word_of_a_long_text_is_read_once_and_in_order():
    model = PairModel(load_tokenizer(FOLDER), load_session(with_outputs(proved(FOLDER, READER), [LAYER])))
    text = " ".join(f"item{number}," for number in range(400))
    (read,) = word_layers(model, QUESTION, [Excerpt(text)], [LAYER], threads=1)
    assert " ".join(span.of(text) for span in read.spans).replace(" ,", ",") == text
    assert len(read.layers) == len(read.spans) == len(read.passages)


@needs_weights
def test_items_are_likelier_than_the_words_around_them():
    (words,) = LocalItemWords(threads=1).read(QUESTION, [Excerpt(TEXT)])
    said = {word.span.of(TEXT): word.named for word in words}
    items = [said[each] for each in ("nausea", "vomiting", "headache")]
    assert min(items) > 0.5 > max(said[each] for each in ("The", "most", "were", "and"))


def test_numbers_are_kept_as_they_are_within_16_bits():
    numbers = np.array([[0.5, -1.25], [3.0, 0.001]], np.float32)
    np.testing.assert_allclose(Numbers.of(numbers).read(), numbers, rtol=1e-3)


@needs_weights
def test_what_was_fitted_with_another_reader_is_refused(tmp_path: Path):
    shutil.copy(FOLDER / CALIBRATION, tmp_path / CALIBRATION)
    fitted = item_weights(FOLDER)
    assert fitted is not None
    other = ItemWeights(**{**fitted.model_dump(), "files": {**fitted.files, READER: "0" * 64}})
    (tmp_path / ITEMS).write_text(other.model_dump_json(), "utf-8")
    with pytest.raises(ConfigError, match="another reader"):
        item_weights(tmp_path)


@needs_weights
def test_reader_that_nothing_was_fitted_for_names_no_words(tmp_path: Path):
    for file in (CALIBRATION, READER, "tokenizer.json"):
        shutil.copy(FOLDER / file, tmp_path / file)
    assert LocalItemWords(str(tmp_path)).read(QUESTION, [Excerpt(TEXT)]) == [[]]
    assert LocalItemWords(str(tmp_path)).judging is None
    assert pair_model(tmp_path).outputs is None
