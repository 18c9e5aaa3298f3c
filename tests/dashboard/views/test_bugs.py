"""Bugs: the listings have the described effects. Claims are tested in tests/claims/test_bugs.py."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.state import session_keys
from dashboard.state.parameters import BUGS, PARAMETERS, option_label
from dashboard.views.bugs import bugs, facts, listings
from posenc_core import RoPE, Sinusoidal
from posenc_core.analysis import geometry, numbering, precision
from posenc_core.analysis.pairing import KEY, QUERY
from posenc_tools import testing
from tests.data import read

PUBLISHED = read("numbering.json")


def run(code: str, library: str, **given):
    """Variables after a listing has run, in PyTorch or in NumPy with np for torch."""
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
    batch = facts.batch(side)
    (mask,) = arrays(library, batch.mask)
    right = np.asarray(run(listings.PADDED, library, attention_mask=mask)["position_ids"])
    np.testing.assert_array_equal(right, batch.right)
    wrong = np.asarray(run(listings.PADDED_WRONG, library, attention_mask=mask)["position_ids"])
    np.testing.assert_array_equal(np.broadcast_to(wrong, batch.mask.shape), batch.counted)
    assert (batch.wrong == 0) == (side == "right")


@both
def test_the_first_row_of_roberta(library):
    ids, table = arrays(library, [[0, 31, 42, 2], [0, 7, 1, 1]], np.zeros((514, 2)))
    variables = run(listings.FIRST_ROW, library, input_ids=ids, padding_idx=1, position_table=table)
    np.testing.assert_array_equal(np.asarray(variables["rows"]), facts.ROBERTA.rows([[1, 1, 1, 1], [1, 1, 0, 0]]))
    assert variables["longest"] == 512
    wrong = np.asarray(run(listings.FIRST_ROW_WRONG, library, input_ids=ids)["rows"])
    assert (np.asarray(variables["rows"])[0] - wrong == 2).all()


@both
def test_cached_positions_continue(library):
    mask = np.hstack((facts.batch("left").mask, np.ones((3, 1), int)))
    variables = run(listings.CACHED, library, cached=8, new=2, attention_mask=arrays(library, mask)[0])
    assert variables["position_ids"].tolist() == [8, 9]
    assert variables["next_ids"].tolist() == numbering.from_mask(mask)[:, -1:].tolist() == [[5], [3], [2]]
    assert run(listings.CACHED_WRONG, library, new=2)["position_ids"].tolist() == [0, 1]


@both
def test_packed_texts(library):
    variables = run(listings.PACKED, library, lengths=facts.LENGTHS)
    positions, texts = numbering.packed_positions(facts.LENGTHS)
    assert variables["position_ids"].tolist() == positions.tolist()
    assert variables["text"].tolist() == texts.tolist()
    assert variables["cu_seqlens"].tolist() == [0, 5, 8, 10]
    assert str(variables["cu_seqlens"].dtype).endswith("int32"), "as variable-length attention needs them"
    assert int(variables["may_look"].sum()) == sum(n * n for n in facts.LENGTHS)
    assert run(listings.PACKED_WRONG, library, lengths=facts.LENGTHS)["position_ids"].tolist() == [*range(10)]


@both
def test_angles_in_float32(library):
    (frequencies,) = arrays(library, np.float32([1, 0.01]))
    variables = run(listings.ROUNDED, library, n=2049, frequencies=frequencies)
    exact = np.arange(2049)[:, None] * np.array([1, 0.01])
    np.testing.assert_allclose(np.asarray(variables["cos"]), np.cos(exact), atol=2e-4)
    np.testing.assert_allclose(np.asarray(variables["sin"]), np.sin(exact), atol=2e-4)


CONFIG = {
    "model_type": "llama", "hidden_size": 256, "num_attention_heads": 4, "num_hidden_layers": 2,
    "rope_theta": 10_000.0, "max_position_embeddings": 4096,
}  # fmt: skip
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1024}


def asserted(bug: str, names) -> None:
    """Run the assertion that the page names for a bug."""
    exec(listings.ASSERTS[bug], {**names, **{name: getattr(testing, name) for name in testing.__all__}})


def rotation(library: str, size: float = 1.0):
    """`rotate(x, positions)` and `apply_rotary(x, cos, sin)` with halves, and frequencies for each of 64 columns."""
    module = pytest.importorskip(library)
    (inv_freq,) = arrays(library, np.float32(np.tile(10_000.0 ** (-np.arange(0, 64, 2) / 64), 2)))

    def apply_rotary(x, cos, sin):
        return x * cos + module.concat([-x[..., 32:], x[..., :32]], -1) * sin

    def rotate(x, positions):
        angles = positions[:, None] * inv_freq
        return apply_rotary(x, size * module.cos(angles), size * module.sin(angles))

    return {"rotate": rotate, "apply_rotary": apply_rotary}


@both
def test_moved_keys_are_rotated_by_the_difference_of_their_positions(library):
    names = rotation(library)
    rotate, (keys, old) = (
        names["rotate"],
        arrays(library, np.random.default_rng(0).normal(size=(12, 64)), np.arange(12)),
    )
    variables = run(listings.MOVED, library, **names, key=rotate(keys, old), evicted=5, n=12)
    np.testing.assert_allclose(variables["key"], rotate(keys[5:], old[:7]), atol=1e-5)
    asserted("moved", {**variables, "config": CONFIG})
    with pytest.raises(AssertionError, match="8"):
        asserted("moved", {**run(listings.MOVED_WRONG, library, **names), "config": CONFIG})
    # the cached keys include the attention factor
    wrong = run(listings.MOVED.partition("\n\n")[0], library, **rotation(library, 0.1 * math.log(4) + 1))
    with pytest.raises(AssertionError):
        asserted("moved", {**wrong, "config": CONFIG | {"rope_scaling": YARN}})


@both
def test_the_scaling_is_applied_on_load(library):
    settings = {"d": 128, "rope_theta": 500_000.0, "factor": 8.0, "original": 8192}
    settings |= {"low_freq_factor": 1.0, "high_freq_factor": 4.0}
    variables = run(listings.UNSCALED, library, **settings)
    asserted("scaling", variables)
    wrong = listings.UNSCALED_WRONG.splitlines()
    lost = [run("\n".join(lines), library, **settings)["inv_freq"] for lines in (wrong, wrong[:2])]
    for own, slowed in zip((variables["inv_freq"], *lost), facts.slowed_frequencies().values(), strict=True):
        np.testing.assert_allclose(own, slowed, rtol=1e-5)
    for frequencies in lost:
        with pytest.raises(AssertionError):
            asserted("scaling", {"inv_freq": frequencies})


@both
def test_the_attention_factor_is_applied_once(library):
    frequencies = RoPE(scaling="YaRN", factor=4.0, trained_length=1024).frequencies(64)
    (inv_freq,) = arrays(library, np.float32(np.tile(frequencies, 2)))
    arguments = {**rotation(library), "inv_freq": inv_freq, "math": math, "factor": 4.0}
    config, twice = {"config": CONFIG | {"rope_scaling": YARN}}, listings.FACTOR_WRONG
    never = re.sub(r"    # or twice\n.*\n", "", twice).replace("a * ", "")
    variables = run(listings.FACTOR, library, **arguments)
    asserted("attention factor", variables | config)
    for wrong in (twice, never):
        with pytest.raises(AssertionError):
            asserted("attention factor", run(wrong, library, **{**arguments, "a": variables["a"]}) | config)


@both
def test_the_pairing_is_that_of_the_weights(library):
    def rotate(code, pairs):
        (inv_freq,) = arrays(library, np.float32(10_000.0 ** (-np.arange(pairs) / pairs)))
        return run(code, library, inv_freq=inv_freq, d=2 * pairs)["rotate"]

    x, k, positions = arrays(library, QUERY[None], KEY[None], np.array([3.0]))
    asserted("pairing", {"rotate": rotate(listings.PAIRED, 32), "config": CONFIG})
    with pytest.raises(AssertionError, match="pair"):
        asserted("pairing", {"rotate": rotate(listings.PAIRED_WRONG, 32), "config": CONFIG})
    for code, curve in zip((listings.PAIRED, listings.PAIRED_WRONG), facts.paired_scores().values(), strict=True):
        assert float((rotate(code, 4)(x, positions) * k).sum()) == pytest.approx(curve[3], rel=1e-5)


def test_the_assertion_finds_positions_in_bfloat16():
    arguments = {"n": 2049, "frequencies": arrays("torch", np.float32(10_000.0 ** (-np.arange(0, 64, 2) / 64)))[0]}
    asserted("bfloat16", run(listings.ROUNDED, "torch", **arguments) | {"config": CONFIG})
    wrong = "\n".join((listings.ROUNDED_WRONG, *listings.ROUNDED.splitlines()[1:]))
    with pytest.raises(AssertionError, match="bfloat16"):
        asserted("bfloat16", run(wrong, "torch", **arguments) | {"config": CONFIG})


def decoder(scheme, **lines):
    """A decoder of one layer whose positions, and pairs of packed texts, are those of listings."""
    listed = {"padding": listings.PADDED, "cache": listings.CACHED, "packing": listings.PACKED, **lines}
    embedding, queries, keys, output = np.random.default_rng(0).normal(size=(4, 32, 32))

    def model(tokens, mask, cache=None):
        count, (rows, total) = tokens.shape[1], mask.shape
        before, earlier = cache or (tokens[:, :0], np.zeros((rows, 0), int))
        bug = "cache" if mask.all() else "padding"
        if mask.max() > 1:
            bug = "packing"
        lengths = np.bincount(mask[0])[1:].tolist()
        names = run(listed[bug], "numpy", lengths=lengths, cached=total - count, new=count, attention_mask=mask)
        positions = np.broadcast_to(names["position_ids"], (rows, count if bug == "cache" else total))
        positions = np.hstack((earlier, positions)) if bug == "cache" else positions
        visible = np.tri(total, dtype=bool) & (mask[:, None] > 0) | np.eye(total, dtype=bool)
        if bug == "packing":
            text = np.searchsorted(names["cu_seqlens"], np.arange(total), "right")
            visible &= text[:, None] == text
        tokens = np.hstack((before, tokens))
        x = embedding[tokens]
        if scheme.family == "table":
            x = x + np.stack([scheme.encode(position, 32) for position in positions])
        q, k = x @ queries, x @ keys
        if scheme.family == "rotation":
            q, k = (np.stack([*map(scheme.rotate, vectors, positions)]) for vectors in (q, k))
        scores = np.where(visible, q @ k.swapaxes(1, 2) / 32, -np.inf)
        weights = np.exp(scores - scores.max(axis=2, keepdims=True))
        return (weights / weights.sum(axis=2, keepdims=True) @ x @ output)[:, -count:], (tokens, positions)

    return model


ONE_COUNT, ONE_TEXT = (f"{listings.PACKED}\n{listings.PACKED_WRONG.splitlines()[line]}" for line in (0, -1))


@pytest.mark.parametrize("scheme", [Sinusoidal(), RoPE()])
@pytest.mark.parametrize(
    ("bug", "wrong", "harms"),
    [
        ("padding", listings.PADDED_WRONG, ("table",)), ("packing", ONE_COUNT, ("table",)),
        ("packing", ONE_TEXT, ("table", "rotation")), ("cache", listings.CACHED_WRONG, ("table", "rotation")),
    ],
)  # fmt: skip
def test_the_assertion_finds_wrong_positions_of_a_decoder(scheme, bug, wrong, harms):
    asserted(bug, {"model": decoder(scheme)})
    model = decoder(scheme, **{bug: wrong})
    if scheme.family not in harms:
        asserted(bug, {"model": model})
        return
    with pytest.raises(AssertionError):
        asserted(bug, {"model": model})


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


@pytest.mark.parametrize("first", [0, 2])
def test_torch_prints_these_errors(first):
    torch = pytest.importorskip("torch")
    position = torch.nn.Embedding(4 + first, 2)
    ids = torch.zeros((1, 5 + first), dtype=torch.int64)
    printed = listings.errors(4, 8)
    with pytest.raises(IndexError) as raised:
        run(listings.TOO_LONG_WRONG, "torch", input_ids=ids, position=position)
    assert f"IndexError: {raised.value}" == printed["embedding"]
    assert run(listings.TOO_LONG, "torch", input_ids=ids, position=position, first_row=first)["x"].shape == (4, 2)
    pe, x = torch.zeros(1, 4, 8), torch.zeros(1, 5, 8)
    with pytest.raises(RuntimeError) as raised:
        x + pe[:, : x.shape[1]]
    assert f"RuntimeError: {raised.value}" == printed["slice"]


@pytest.mark.parametrize("context", [2, 512, 4096])
def test_numpy_prints_this_error(context):
    with pytest.raises(ValueError) as raised:
        np.zeros((1, context + 1, facts.DIM)) + np.zeros((context, facts.DIM))
    assert f"ValueError: {raised.value}" == listings.errors(context, facts.DIM)["numpy"]


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
    old, new = facts.GRID, facts.NEW_GRID
    table = torch.arange(7.0)[:, None].repeat(1, 2)
    arguments = {"table": table, "old": old, "new": new, "F": torch.nn.functional}
    resized = run(listings.RESIZED.replace("bicubic", "bilinear"), "torch", **arguments)["table"][:, 0]
    assert resized[0] == 0
    np.testing.assert_allclose(resized[1:].reshape(new), facts.resized_rows()[1], atol=1e-6)
    cubic = run(listings.RESIZED, "torch", **arguments)["table"]
    assert cubic.shape == (13, 2)
    wrong = run(listings.RESIZED_WRONG, "torch", **arguments)["table"]
    assert wrong.shape == cubic.shape, "silent"
    assert (wrong[1:] - cubic[1:]).abs().max() > 0.5
    with pytest.raises(RuntimeError, match=re.escape("The size of tensor a (13) must match the size of tensor b (7)")):
        torch.zeros(1, 13, 2) + table


@pytest.mark.parametrize(("order", "published"), PUBLISHED["tables"].items())
def test_tables_of_an_image_are_those_of_the_packages(order, published):
    image = replace(facts.IMAGES[order], width=4 if order == "DETR" else 3, normalized=False)
    for place, values in published["value"].items():
        row, column = (int(part.partition("=")[2]) for part in place.split(","))
        np.testing.assert_allclose(image.encode(row * image.width + column, 8, length=12), values, atol=1e-6)


def test_images_differ_in_their_columns_and_distances_where_positions_are_rescaled():
    tables = facts.images()
    np.testing.assert_array_equal(tables["MAE"], np.roll(tables["Hugging Face"], 4, axis=1))
    assert len({table.tobytes() for table in tables.values()}) == 4
    for order in ("Hugging Face", "timm"):
        np.testing.assert_allclose(geometry.distances(tables[order]), geometry.distances(tables["MAE"]), atol=1e-12)
    # sines and cosines of the column, up to 2π, as DETR's published settings have them
    x = 2 * np.pi * np.array([1, 2]) / 3
    waves = np.concatenate([wave(x / 10_000 ** (i / 2)) for wave in (np.sin, np.cos) for i in (0, 1)]).reshape(4, 2)
    assert geometry.distances(tables["DETR"])[0, 1] == pytest.approx(np.linalg.norm(np.diff(waves)), abs=1e-5)


@pytest.mark.parametrize("bug", BUGS)
def test_each_bug_opens_with_its_lines_and_no_other_is_computed(sketched, figures, bug):
    app = sketched(f"bug={bug}", page="bugs")
    assert [heading.value for heading in app.header] == [option_label(PARAMETERS["bug"], bug)]
    assert len([listing for listing in app.code if listing.language == "python"]) == (
        0 if bug == "image" else 2 + (bug in listings.ASSERTS)
    )
    assert len(figures(app)) == {"length": 0, "sizes": 0, "image": 4, "padding": 2, "packing": 2, "image size": 2}.get(
        bug, 1
    )


@pytest.mark.parametrize(("bug", "keys"), bugs.CONTROLS.items())
def test_the_parameters_of_a_bug_stand_beside_its_name(opened, bug, keys):
    app = opened(f"bug={bug}", page="bugs")
    assert {key for key, _ in app.session_state[session_keys.HANDLES]} == {"bug", *keys}


def test_a_click_in_the_list_opens_a_bug(opened):
    app = opened("", page="bugs")
    app.radio[0].set_value("bfloat16").run()
    assert app.header[0].value == option_label(PARAMETERS["bug"], "bfloat16")
    assert "bug=bfloat16" in links.query(app.session_state["study"])


def test_rows_for_a_context_length(sketched):
    (table,) = sketched("context=2048&bug=first+row", page="bugs").table
    assert table.value.loc["OPT"].tolist() == ["row 2", "row 1", "2,050"]
    assert table.value.loc["BERT, GPT-2, ViT"].tolist() == ["row 0", "like a token", "2,048"]
    assert table.value.loc["DETR, along each axis"].tolist() == ["number 1", "–", "none, it is a formula"]


def matrices(app, figures):
    return [figure["data"][0] for figure in figures(app) if figure["data"][0]["type"] == "heatmap"]


def test_the_matrices_show_their_numbers(sketched, figures):
    counted, masked = matrices(sketched(page="bugs"), figures)
    batch = facts.batch("left")
    np.testing.assert_array_equal(counted["z"], batch.counted)
    np.testing.assert_array_equal(np.isnan(masked["z"]), batch.mask == 0)
    np.testing.assert_array_equal(masked["z"][batch.mask == 1], batch.right[batch.mask == 1])
    assert counted["text"][2] == ["&lt;pad&gt;"] * 3 + ["Good", "day"]
    assert masked["text"][2] == [""] * 3 + ["Good", "day"]
    (rows,) = matrices(sketched("bug=first+row", page="bugs"), figures)
    assert rows["z"].tolist() == [[2, 3, 4, 5, 6], [1, 1, 2, 3, 4], [1, 1, 1, 2, 3]]
    # of two rows the first is half way: at π
    detr = matrices(sketched("bug=image", page="bugs"), figures)[3]
    np.testing.assert_allclose(detr["z"][0, :2], [0, -1], atol=1e-5)
    _, new = matrices(sketched("bug=image+size", page="bugs"), figures)
    np.testing.assert_allclose(new["z"][0], [1, 1.625, 2.375, 3])


def test_the_number_line_has_an_arrow_from_each_position_to_what_bfloat16_makes_of_it(sketched, figures):
    (line,) = figures(sketched("bug=bfloat16", page="bugs"))
    arrows = {note["ax"]: note["x"] for note in line["layout"]["annotations"] if note["showarrow"]}
    assert arrows == {p: p for p in range(250, 265)} | {257: 256, 259: 260, 261: 260, 263: 264}
    wide = {note["ax"] for note in line["layout"]["annotations"] if note.get("arrowwidth", 0) > 2}
    assert wide == {257, 259, 261, 263}


def test_published_errors_of_rounded_frequencies_and_positions():
    errors = facts.rounding_errors(2048)
    expected = {"bfloat16": 2.5038425819462353, "float16": 0.4946925743037647, "float32": 6.084604917111491e-05}
    for name in precision.FORMATS:
        assert errors[name][0] == pytest.approx(expected[name], rel=1e-6)
        assert facts.distinct_counts(2048)[name] == (641 if name == "bfloat16" else 2048)


def test_overflow_of_a_format_is_undefined(sketched):
    (table,) = sketched("bug=bfloat16&context=131072", page="bugs").table
    assert table.value["float16"].iloc[-1] == "undefined", "float16 ends at 65,504"
