"""A file in 8 bits says what the model says, although single numbers are much larger than all others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install -e 'evals[train]'")
onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install -e 'evals[train]'")

from torch import nn  # noqa: E402  # it is there only if the line above did not skip

from evals.training.batches import Batch  # noqa: E402
from evals.training.compact import ByWord, Even, PerToken, compact, evener, largest_inputs  # noqa: E402
from evals.training.export import export, run_file  # noqa: E402
from evals.training.model import Encoder, MultiHead  # noqa: E402

WIDTH, WORDS, LARGE = 48, 60, 7
"""The channel LARGE of the first token is larger than all others."""


def model() -> MultiHead:
    torch.manual_seed(3)
    made = MultiHead(Encoder(layers=2, width=WIDTH, heads=4, words=WORDS)).eval()
    with torch.no_grad():
        for layer in made.encoder.layers:
            layer.norm_attention.weight[LARGE] = 30.0
            layer.rise.weight[LARGE] *= 30.0
    return made


def texts(count: int = 6) -> list[Batch]:
    random = torch.Generator().manual_seed(5)
    made = []
    for at in range(count):
        ids = torch.randint(0, WORDS, (1, 9 + at), generator=random)
        kinds = (torch.arange(9 + at) > 4).long()[None]
        made.append(Batch(ids, torch.ones_like(ids), kinds, torch.tensor([5]), torch.tensor([4 + at])))
    return made


def scores(one: nn.Module) -> np.ndarray:
    with torch.no_grad():
        return np.concatenate([one(b.ids, b.mask, b.kinds)[0].numpy() for b in texts()])


def test_a_rebuilt_model_says_what_the_model_says() -> None:
    plain = model()
    with torch.no_grad():
        words = plain.encoder.words
        words.weight.copy_(ByWord(words)(torch.arange(WORDS)))

    assert scores(compact(plain, texts())) == pytest.approx(scores(plain), abs=1e-4)


def test_the_model_that_is_rebuilt_stays_as_it_was() -> None:
    plain = model()
    before = scores(plain)

    compact(plain, texts())

    assert (scores(plain) == before).all()


def test_evening_makes_large_channels_as_small_as_the_last_of_them_and_leaves_the_rest() -> None:
    larger = evener(torch.tensor([1.0, 8.0, 2.0, 4.0]), count=2)

    assert larger.tolist() == [1.0, 2.0, 1.0, 1.0]


def test_an_evened_product_gives_what_the_plain_one_gives() -> None:
    plain, x = nn.Linear(4, 3), torch.randn(5, 4)

    evened = Even(plain, torch.tensor([1.0, 20.0, 1.0, 3.0]))

    assert torch.allclose(evened(x), plain(x), atol=1e-5)
    assert evened.product.weight is not plain.weight


def test_a_product_per_token_gives_what_the_plain_one_gives_even_for_nothing() -> None:
    plain, x = nn.Linear(4, 3), nn.functional.gelu(torch.randn(2, 5, 4) * 9)
    x[0, 0] = 0.0

    assert torch.allclose(PerToken(plain)(x), plain(x), atol=1e-4)


def test_a_large_word_does_not_coarsen_another() -> None:
    table = nn.Embedding(2, 3)
    table.weight.data = torch.tensor([[50.0, 0.0, 0.0], [0.01, -0.02, 0.005]])

    found = ByWord(table)(torch.tensor([1]))

    assert found[0].tolist() == pytest.approx([0.01, -0.02, 0.005], abs=0.0001)


def test_the_largest_number_of_each_channel_is_that_of_all_texts() -> None:
    plain, (first, *others) = model(), texts()

    one, all_of_them = largest_inputs(plain, [first]), largest_inputs(plain, [first, *others])

    assert all((all_of_them[place] >= one[place]).all() for place in one)
    assert any((all_of_them[place] > one[place]).any() for place in one)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    full, small = export(model(), tmp_path_factory.mktemp("files"), "reader", ("scores", "span"), texts())
    return full, small


def test_the_file_in_full_precision_says_what_the_model_says(written: tuple[Path, Path]) -> None:
    assert run_file(written[0], texts()) == pytest.approx(scores(model()), abs=1e-4)


def test_the_file_in_8_bits_says_nearly_that_and_more_nearly_than_a_plain_one(
    written: tuple[Path, Path], tmp_path: Path
) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    plain = tmp_path / "plain.onnx"
    quantize_dynamic(str(written[0]), str(plain), per_channel=True, weight_type=QuantType.QUInt8)

    due = scores(model())
    gap, plain_gap = (np.abs(run_file(file, texts()) - due).mean() for file in (written[1], plain))

    assert gap < 0.02
    assert gap < plain_gap / 2


def test_the_weights_of_the_layers_are_unsigned_and_those_of_the_heads_whole(
    written: tuple[Path, Path],
) -> None:
    known = {one.name: one.data_type for one in onnx.load(str(written[1])).graph.initializer}
    nodes = onnx.load(str(written[1])).graph.node
    products = [known[node.input[1]] for node in nodes if node.op_type == "MatMulInteger"]

    assert products == [onnx.TensorProto.UINT8] * 2 * 4
    assert known["model.pool.weight"] == known["model.scores.weight"] == onnx.TensorProto.FLOAT


def test_only_the_two_files_are_left(written: tuple[Path, Path]) -> None:
    assert sorted(file.name for file in written[0].parent.iterdir()) == [
        "reader.fp32.onnx",
        "reader.int8.onnx",
    ]
