"""Position ids of a batch compared with published packages, and properties of any batch."""

import numpy as np
import pytest

from posenc_core.analysis import numbering, precision
from posenc_core.analysis.numbering import CONVENTIONS
from tests.data import read

PUBLISHED = read("numbering.json")
LENGTHS = [(5, 3, 2), (1,), (1, 4), (7, 7)]


@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_position_of_a_token_is_the_number_of_tokens_before_it(lengths, side):
    mask = numbering.padding_mask(lengths, side)
    assert mask.shape == (len(lengths), max(lengths))
    assert mask.sum(1).tolist() == list(lengths)
    numbers = numbering.from_mask(mask)
    for row, count in enumerate(lengths):
        assert numbers[row][mask[row] == 1].tolist() == list(range(count))
    assert not numbers[mask == 0].any()
    same = (numbering.positions_with_padding(mask) == numbers)[mask == 1].all()
    assert same == (side == "right" or len(set(lengths)) == 1)


@pytest.mark.parametrize(("model", "values"), PUBLISHED["first rows"]["value"].items())
def test_the_first_row_of_published_models(model, values):
    (convention,) = [known for known in CONVENTIONS if model in known.models.replace(",", " ").split()]
    first, tokens, rows = values
    assert (convention.first, convention.needed_rows(tokens), convention.longest(rows)) == (first, rows, tokens)


def test_rows_read_by_a_padded_batch():
    mask = numbering.padding_mask((3, 2), "left")
    rows = {known.models: known.rows(mask).tolist() for known in CONVENTIONS}
    assert rows["RoBERTa, XLM-R"] == rows["OPT"] == [[2, 3, 4], [1, 2, 3]]
    assert rows["BART, mBART"] == [[2, 3, 4], [2, 3, 4]]
    assert rows["BERT, GPT-2, ViT"] == [[0, 1, 2], [0, 1, 2]]


def test_each_packed_text_starts_at_0():
    positions, texts = numbering.packed_positions((3, 1, 2))
    assert positions.tolist() == [0, 1, 2, 0, 0, 1]
    assert texts.tolist() == [0, 0, 0, 1, 2, 2]
    assert [part.size for part in numbering.packed_positions(())] == [0, 0]


@pytest.mark.parametrize(("format", "value"), PUBLISHED["rounded"]["value"].items())
def test_positions_that_remain_distinct_after_rounding(format, value):
    assert numbering.distinct_positions(2049, format) == value["distinct positions of 0..2048"]
    first = value["first wrong position"]
    points = np.arange(2049)
    wrong = np.flatnonzero(precision.round_to(points, format) != points)
    assert (int(wrong[0]) if wrong.size else None) == first


def test_positions_beyond_float16_are_equal():
    assert numbering.distinct_positions(65520, "float16") == numbering.distinct_positions(65521, "float16") - 1
    assert numbering.distinct_positions(65521, "float16") == numbering.distinct_positions(2**20, "float16")
    assert numbering.distinct_positions(1, "bfloat16") == 1


@pytest.mark.parametrize(("size", "values"), PUBLISHED["resized"]["value"].items())
def test_an_interpolated_table_equals_that_of_pytorch(size, values):
    table = np.vstack(([[9.0, -9.0]], PUBLISHED["resized"]["cells"]))
    new = tuple(map(int, size.split()))
    resized = numbering.resize(table, (2, 3), new)
    np.testing.assert_array_equal(resized[0], table[0])
    np.testing.assert_allclose(resized[1:], values, atol=1e-11)
    np.testing.assert_array_equal(numbering.resize(table[1:], (2, 3), new, kept=0), resized[1:])
