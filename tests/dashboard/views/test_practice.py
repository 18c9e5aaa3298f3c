"""The page Practice: its lines of code do what it says of them, and its words are counted."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dashboard.parameters import PARAMETERS
from dashboard.views.practice import listings, numbers, words
from dashboard.views.practice.notes import NOTES
from posenc_core import SCHEMES, numbering, precision
from tests.dashboard.conftest import check_notes, text

PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "numbering.json").read_text())

NOTED = {
    "_padding_is_masked": ["0.999 nats with Sinusoidal", "With RoPE and ALiBi"],
    "_rows_are_tokens": ["row 2", "512 tokens", "asks for row 514, and the last is 513"],
    "_bfloat16_is_wide": ["2,049 positions 0 to 2,048", "641", "2,049 do"],
}  # fmt: skip


def run(code: str, library: str, **given):
    """What a listing leaves, in PyTorch or in NumPy with np for torch."""
    module = pytest.importorskip(library)
    names = {library: module, **given}
    exec(code if library == "torch" else code.replace("torch.", "numpy."), names)
    return names


def arrays(library: str, *values):
    module = pytest.importorskip(library)
    return [module.asarray(value) for value in values]


both = pytest.mark.parametrize("library", ["numpy", "torch"])


@both
@pytest.mark.parametrize("side", ["left", "right"])
def test_padding_is_left_out_of_the_count(library, side):
    found = numbers.batch(side)
    (mask,) = arrays(library, found.mask)
    right = np.asarray(run(listings.PADDED, library, attention_mask=mask)["position_ids"])
    np.testing.assert_array_equal(right, found.right)
    wrong = np.asarray(run(listings.PADDED_WRONG, library, attention_mask=mask)["position_ids"])
    np.testing.assert_array_equal(np.broadcast_to(wrong, found.mask.shape), found.counted)
    assert (found.wrong == 0) == (side == "right")


@both
def test_the_first_row_of_roberta(library):
    ids, table = arrays(library, [[0, 31, 42, 2], [0, 7, 1, 1]], np.zeros((514, 2)))
    found = run(listings.FIRST_ROW, library, input_ids=ids, padding_idx=1, position_table=table)
    np.testing.assert_array_equal(np.asarray(found["rows"]), numbers.ROBERTA.rows([[1, 1, 1, 1], [1, 1, 0, 0]]))
    assert found["longest"] == 512
    wrong = np.asarray(run(listings.FIRST_ROW_WRONG, library, input_ids=ids)["rows"])
    assert (np.asarray(found["rows"])[0] - wrong == 2).all()


@both
def test_a_cache_goes_on(library):
    mask = np.hstack((numbers.batch("left").mask, np.ones((3, 1), int)))
    found = run(listings.CACHED, library, cached=8, new=2, attention_mask=arrays(library, mask)[0])
    assert found["position_ids"].tolist() == [8, 9]
    assert found["next_ids"].tolist() == numbering.from_mask(mask)[:, -1:].tolist() == [[5], [3], [2]]
    assert "at its own number: 5, 3 and 2 in the batch above" in words.next_words(mask[:, :-1])
    assert run(listings.CACHED_WRONG, library, new=2)["position_ids"].tolist() == [0, 1]


@both
def test_packed_texts(library):
    found = run(listings.PACKED, library, lengths=numbers.LENGTHS)
    positions, texts = numbering.packed(numbers.LENGTHS)
    assert found["position_ids"].tolist() == positions.tolist()
    assert found["text"].tolist() == texts.tolist()
    assert int(found["may_look"].sum()) == sum(n * n for n in numbers.LENGTHS)
    assert run(listings.PACKED_WRONG, library, lengths=numbers.LENGTHS)["position_ids"].tolist() == [*range(10)]


@both
def test_angles_in_float32(library):
    (frequencies,) = arrays(library, np.float32([1, 0.01]))
    found = run(listings.ROUNDED, library, n=2049, frequencies=frequencies)
    exact = np.arange(2049)[:, None] * np.array([1, 0.01])
    np.testing.assert_allclose(np.asarray(found["cos"]), np.cos(exact), atol=2e-4)
    np.testing.assert_allclose(np.asarray(found["sin"]), np.sin(exact), atol=2e-4)


@both
def test_the_order_of_the_axes(library):
    x, pe = arrays(library, np.zeros((3, 5, 1)), np.arange(9.0)[:, None])
    right = np.asarray(run(listings.ORDER, library, x=x, pe=pe)["x"])[..., 0]
    assert right.tolist() == [[0, 1, 2, 3, 4]] * 3
    wrong = np.asarray(run(listings.ORDER_WRONG, library, x=x, pe=pe)["x"])[..., 0]
    assert wrong.tolist() == [[0] * 5, [1] * 5, [2] * 5]
    (other,) = arrays(library, np.zeros((5, 3, 1)))
    line = "x = " + listings.ORDER.splitlines()[-1].partition(": ")[2]
    assert np.asarray(run(line, library, x=other, pe=pe)["x"])[..., 0].T.tolist() == right.tolist()


def test_torch_rounds_positions_as_the_page_says():
    p = run(listings.ROUNDED_WRONG, "torch", n=512)["p"].double().numpy()
    np.testing.assert_array_equal(p, precision.rounded(np.arange(512), "bfloat16"))
    assert len(np.unique(p)) == numbers.left(512)["bfloat16"]


@pytest.mark.parametrize("first", [0, 2])
def test_torch_prints_these_errors(first):
    torch = pytest.importorskip("torch")
    position = torch.nn.Embedding(4 + first, 2)
    ids = torch.zeros((1, 5 + first), dtype=torch.int64)
    printed = [error.printed for error in words.errors(4)]
    with pytest.raises(IndexError) as raised:
        run(listings.TOO_LONG_WRONG, "torch", input_ids=ids, position=position)
    assert f"IndexError: {raised.value}" == printed[0]
    assert run(listings.TOO_LONG, "torch", input_ids=ids, position=position, first_row=first)["x"].shape == (4, 2)
    pe, x = torch.zeros(1, 4, 8), torch.zeros(1, 5, 8)
    with pytest.raises(RuntimeError) as raised:
        x + pe[:, : x.shape[1]]
    assert f"RuntimeError: {raised.value}" == printed[2]


@pytest.mark.parametrize("context", [2, 512, 4096])
def test_numpy_prints_this_error(context):
    with pytest.raises(ValueError) as raised:
        np.zeros((1, context + 1, numbers.DIM)) + np.zeros((context, numbers.DIM))
    assert f"ValueError: {raised.value}" == words.errors(context)[3].printed


def test_torch_exchanged_sizes():
    torch = pytest.importorskip("torch")
    sizes = {"vocabulary": 50, "context_length": 8, "d": 2, "nn": torch.nn}
    wrong, right = (run(code, "torch", **sizes) for code in (listings.SWAPPED_WRONG, listings.SWAPPED))
    ids = torch.tensor([3, 8, 49])
    assert right["token"](ids).shape == (3, 2)
    with pytest.raises(IndexError, match="index out of range in self"):
        wrong["token"](ids)
    assert wrong["token"](ids[:1]).shape == (1, 2), "small ids are not noticed"
    assert wrong["position"].num_embeddings == 50


def test_torch_stretches_a_table():
    torch = pytest.importorskip("torch")
    old, new = numbers.GRID, numbers.NEW_GRID
    table = torch.arange(7.0)[:, None].repeat(1, 2)
    given = {"table": table, "old": old, "new": new, "F": torch.nn.functional}
    found = run(listings.RESIZED.replace("bicubic", "bilinear"), "torch", **given)["table"][:, 0]
    assert found[0] == 0
    np.testing.assert_allclose(found[1:].reshape(new), numbers.resized()[1], atol=1e-6)
    cubic = run(listings.RESIZED, "torch", **given)["table"]
    assert cubic.shape == (13, 2)
    wrong = run(listings.RESIZED_WRONG, "torch", **given)["table"]
    assert wrong.shape == cubic.shape, "silent"
    assert (wrong[1:] - cubic[1:]).abs().max() > 0.5
    with pytest.raises(RuntimeError, match=re.escape("The size of tensor a (13) must match the size of tensor b (7)")):
        torch.zeros(1, 13, 2) + table


@pytest.mark.parametrize(("order", "published"), PUBLISHED["tables"].items())
def test_tables_of_an_image_are_those_of_the_packages(order, published):
    shown = replace(numbers.IMAGES[order], width=4 if order == "DETR" else 3, normalized=False)
    for place, values in published["value"].items():
        row, column = (int(part.partition("=")[2]) for part in place.split(","))
        np.testing.assert_allclose(shown.encode(row * shown.width + column, 8, length=12), values, atol=1e-6)


def test_images_differ_in_their_columns_and_distances_where_positions_are_rescaled():
    tables = numbers.images()
    np.testing.assert_array_equal(tables["MAE"], np.roll(tables["Hugging Face"], 4, axis=1))
    assert len({table.tobytes() for table in tables.values()}) == 4
    for order in ("Hugging Face", "timm"):
        np.testing.assert_allclose(numbers.distances(tables[order]), numbers.distances(tables["MAE"]), atol=1e-12)
    # sines and cosines of the column, up to 2π, as DETR's published settings have them
    x = 2 * np.pi * np.array([1, 2]) / 3
    waves = np.concatenate([wave(x / 10_000 ** (i / 2)) for wave in (np.sin, np.cos) for i in (0, 1)]).reshape(4, 2)
    assert numbers.distances(tables["DETR"])[0, 1] == pytest.approx(np.linalg.norm(np.diff(waves)), abs=1e-5)
    assert "are 1.73 apart in DETR's table, and 0.959 in the others." in words.image_words()


# Words


def test_padding_on_the_left_moves_words_and_what_it_costs(sketched):
    shown = text(sketched(page="practice"))
    assert "Padding on the left moves 5 of 10 words." in shown
    assert "“Good” gets 3 in place of 0." in shown
    assert (
        "With Sinusoidal, which is added to the words, a score inside a sentence changes by up to 0.999 nats." in shown
    )
    assert "It stays the same with RoPE and ALiBi." in shown
    shown = text(sketched("padding=right", page="practice"))
    assert "Padding on the right does no harm here" in shown
    assert "No score inside a sentence changes, with Sinusoidal, RoPE and ALiBi." in shown
    assert "“Good” gets" not in shown


def test_a_scheme_of_each_family_stands_for_it():
    assert {name: SCHEMES[name].family for name in numbers.STAND_FOR} == numbers.STAND_FOR


def test_one_count_for_packed_texts_costs_nothing_where_only_offsets_count(sketched):
    assert numbers.by_offset() == ["RoPE", "ALiBi"]
    assert "With RoPE and ALiBi, where only offsets count, one count does no harm" in text(sketched(page="practice"))


def test_a_cost_is_that_of_two_sentences_apart():
    """Of the third sentence alone, at its right numbers and three places on."""
    queries, keys = np.random.default_rng(0).normal(size=(2, 10, 64))[:, 8:]
    scheme = SCHEMES["Sinusoidal"]()
    right, moved = (scheme.logits(queries, keys, at, at, length=5)[0] for at in ([0, 1], [3, 4]))
    assert np.abs(np.tril(moved - right)).max() <= numbers.costs("left")["Sinusoidal"]


@pytest.mark.parametrize("count", [1, 2, 3, 8, 100, 1024])
def test_a_new_token_takes_the_oldest_for_its_neighbour(count):
    found = numbers.cached(count)
    said = words.cached_words(count, found)
    assert found.right.argmax() == count - 1
    assert found.anew.argmax() == 0
    if count == 1:
        assert "The cache holds one token, 0, so the next token is number 1." in said
        assert "rises by" in said
    else:
        assert f"highest with token {count - 1:,}, the newest. Counted from 0 again" in said
        assert "it is highest with token 0, the oldest: that score rises by" in said
    assert not re.search(r"by -|by 0 ", said)


@pytest.mark.parametrize(
    ("context", "said"),
    [
        (
            2,
            "All 2 positions 0 to 1 stay different in every format. In bfloat16 the first to go is 257: it becomes",
        ),
        (257, "All 257 positions 0 to 256 stay different in every format."),
        (
            258,
            "In bfloat16, only 257 different numbers are left of the 258 positions 0 to 257. All stay different in",
        ),
        (
            2**20,
            f"In float16, only {2049 + 5 * 1024:,} different numbers are left of the 1,048,576 positions",
        ),
    ],
)
def test_what_rounding_leaves(context, said):
    assert said in words.rounded_words(context)


def test_infinity_is_said_in_words():
    assert words.last_rounded(2**20)["float16"].tolist() == ["too large: infinity"] * 8
    assert words.last_rounded(512)["bfloat16"].tolist() == ["504", "504", "506", "508", "508", "508", "510", "512"]
    assert len(words.last_rounded(2)) == 2


@pytest.mark.parametrize(
    ("context", "seen", "said"),
    [
        (512, "Loud", "the ids from 512 on have no row"),
        (50_256, "Loud", "The positions get 1 row too many"),
        (50_257, "No", "Here both have 50,257 rows"),
        (50_258, "Silent", "fits into 50,258 rows"),
    ],
)
def test_exchanged_sizes_are_seen_where_an_id_has_no_row(sketched, context, seen, said):
    app = sketched(f"context={context}", page="practice")
    assert said in text(app)
    assert f"**{seen} fault:** the tables have each other's sizes." in text(app)
    assert list(app.table[0].value["You see"]).count("nothing") == 8 + (seen == "Silent")
    assert text(app).startswith(f"{8 + (seen == 'Silent')} of the 10 faults on this page are silent.")
    assert ("1 changes nothing at this context length." in text(app)) == (seen == "No")


def test_rows_for_a_context_length(sketched):
    app = sketched("context=2048", page="practice")
    assert "So 2,048 tokens take 2,050 rows." in text(app)
    assert "Position 2,048 then asks for row 2,050, and the last is 2,049" in text(app)
    table = app.table[1].value
    assert table.loc["OPT"].tolist() == ["row 2", "row 1", "2,050"]
    assert table.loc["BERT, GPT-2, ViT"].tolist() == ["row 0", "counted like a token", "2,048"]
    assert table.loc["DETR, along each axis"].tolist() == ["number 1", "–", "none: a formula"]


def test_the_matrices_show_their_numbers(sketched, figures):
    drawn = {
        figure["layout"]["annotations"][0]["text"]: figure["data"][0]
        for figure in figures(sketched(page="practice"))
        if figure["data"][0]["type"] == "heatmap"
    }
    counted, masked = drawn["Counted along the batch"], drawn["Counted by the mask: padding has no number"]
    found = numbers.batch("left")
    np.testing.assert_array_equal(counted["z"], found.counted)
    np.testing.assert_array_equal(np.isnan(masked["z"]), found.mask == 0)
    np.testing.assert_array_equal(masked["z"][found.mask == 1], found.right[found.mask == 1])
    rows = drawn["Rows that RoBERTa reads for the batch above"]["z"]
    assert rows.tolist() == [[2, 3, 4, 5, 6], [1, 1, 2, 3, 4], [1, 1, 1, 2, 3]]
    assert counted["text"][2] == ["&lt;pad&gt;"] * 3 + ["Good", "day"]
    assert masked["text"][2] == [""] * 3 + ["Good", "day"]
    # of two rows the first is half way: at π
    np.testing.assert_allclose(drawn["DETR: row, then column, from 1, up to 2π"]["z"][0, :2], [0, -1], atol=1e-5)
    np.testing.assert_allclose(drawn["Rows of the table read by 3 × 4 patches"]["z"][0], [1, 1.625, 2.375, 3])


def test_its_controls():
    shown = [key for key, each in PARAMETERS.items() if "practice" in each.pages]
    assert shown == ["padding", "context", "cached"]


def test_notes_state_what_is_computed():
    check_notes(NOTES, NOTED)


def test_why_rows_are_free_and_from_where_bfloat16_fails(sketched):
    shown = text(sketched("context=200", page="practice"))
    assert "In OPT, RoBERTa and XLM-R, padding reads row 1, so tokens start behind it." in shown
    assert "**Silent fault:** beyond position 256 neighbours get the same number." in shown
    assert "All 200 positions 0 to 199 stay different in every format." in shown
