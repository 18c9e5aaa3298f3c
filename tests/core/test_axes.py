"""Positions with several axes: rotations, their listings, attention over a grid, and the positions of prompts."""

from dataclasses import replace

import numpy as np
import pytest

from posenc_core import SCHEMES, AxialRoPE, Grid, MRoPE, RoPE, images, mrope_positions, scheme, schemes
from posenc_core.analysis.images import Image, Text, Video
from posenc_core.analysis.interpolation import Method
from posenc_tools import diagnose, models

PUBLISHED = {**AxialRoPE.published(), **MRoPE.published()}
ALL = [
    *PUBLISHED.values(),
    *(
        kind(**{parameter.name: value})
        for kind in (AxialRoPE, MRoPE)
        for parameter in kind.parameters()
        for value in parameter.domain.samples
    ),
]
several = pytest.mark.parametrize("scheme", ALL, ids=repr)


def positions(scheme, count: int = 5) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 12, (count, scheme.axes))


def test_schemes_of_several_axes_have_names_and_are_absent_from_lists_of_one_axis():
    assert scheme("axial rope") == AxialRoPE()
    assert scheme("M-RoPE", base=10) == MRoPE(base=10)
    assert not {"AxialRoPE", "MRoPE"} & SCHEMES.keys()
    assert {name: kind for name, kind in schemes.ALL_SCHEMES.items() if kind().axes == 1} == SCHEMES


@several
def test_logits_depend_on_the_offset_alone_and_lengths_stay(scheme, dim=20):
    q, k = np.random.default_rng(1).normal(size=(2, 5, dim))
    at = positions(scheme)
    turned = scheme.rotate(q, at)
    np.testing.assert_allclose(np.linalg.norm(turned, axis=1), np.linalg.norm(q, axis=1))
    scores = [(scheme.rotate(q, at + shift) * scheme.rotate(k, at[::-1] + shift)).sum(1) for shift in (0, 7)]
    np.testing.assert_allclose(*scores, atol=1e-9)
    units = np.eye(dim)
    one = scheme.rotate(units, np.tile(at[0], (dim, 1)))
    traces = [(one * scheme.rotate(units, np.tile(other, (dim, 1)))).sum() for other in at]
    np.testing.assert_allclose(scheme.mean_logits(at[0], at, dim)[0] * dim**0.5, traces, atol=1e-9)
    assert scheme.axis_of_columns(dim).shape == (dim,)


@several
@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_the_listing_computes_the_same(scheme, library):
    if library == "torch":
        pytest.importorskip("torch")
    rows = scheme.height if isinstance(scheme, AxialRoPE) and scheme.height < 99 else 6
    columns = scheme.width if isinstance(scheme, AxialRoPE) and scheme.width < 99 else 6
    frames = 2 if scheme.axes == 3 and isinstance(scheme, AxialRoPE) and scheme.height < 99 and scheme.width < 99 else 1
    number = np.arange(frames * rows * columns)
    if isinstance(scheme, AxialRoPE):
        columns, rows = scheme.width, scheme.height
    at = np.stack([number // (rows * columns), number // columns % rows, number % columns], 1)[:, -scheme.axes :]
    for dim in (16, 18):
        names: dict = {}
        exec(scheme.code(library, len(number), dim), names)
        query = np.zeros((len(number), dim))
        query[:, scheme.pairs(dim)[:, 0]] = 1
        np.testing.assert_allclose(names["Q"], scheme.rotate(query, at), atol=1e-9)


def test_a_prompt_with_an_image_and_a_video_as_qwen_counts_it():
    # the example of the docstring of transformers: a video of 3 temporal patches, 2 x 2 after merging
    prompt = mrope_positions([Video(3, 4, 4), Text(2)])
    assert prompt.positions[:12].T.tolist() == [
        [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
        [0, 0, 1, 1] * 3,
        [0, 1, 0, 1] * 3,
    ]
    assert prompt.positions[12:].tolist() == [[3] * 3, [4] * 3]
    assert prompt.next == 5
    assert mrope_positions([Video(3, 4, 4), Text(2)], after="longer side").next == 4
    seconds = mrope_positions([Video(2, 2, 2, seconds=1.5), Text(1)], "qwen2.5-vl")
    assert seconds.positions.tolist() == [[0, 0, 0], [3, 0, 0], [4, 4, 4]]
    frames = mrope_positions([Video(2, 2, 4, timestamp=3)], "Qwen3-VL")
    assert frames.positions[:, 0].tolist() == [0, 1, 2, 3, 3, 5, 6, 7, 8, 8]
    image = mrope_positions([Text(3), Image(4, 6), Text(2)])
    assert image.segments.tolist() == [0] * 3 + [1] * 6 + [2] * 2
    assert (image.next, len(image.positions)) == (8, 11)
    with pytest.raises(ValueError, match="must be even"):
        mrope_positions([Image(3, 4)])


def test_attention_of_a_patch_over_the_image():
    rows, columns, patch = 5, 7, (2, 3)
    for encoding in (
        AxialRoPE(),
        AxialRoPE.published()["DINOv3"],
        MRoPE(),
        Grid(),
        images.learned_grid(rows, columns, 64),
    ):
        logits = images.grid_logits(encoding, patch, rows, columns, dim=64)
        assert logits.shape == (rows, columns)
        if not isinstance(encoding, np.ndarray):
            assert np.unravel_index(logits.argmax(), logits.shape) == patch
            np.testing.assert_allclose(logits, logits[:, ::-1], atol=1e-9)
    table = Grid(width=columns).encode(range(rows * columns), 64)
    expected = (64 + table @ table[2 * columns + 3]) / 8
    np.testing.assert_allclose(images.grid_logits(Grid(), patch, rows, columns, dim=64).ravel(), expected)
    np.testing.assert_allclose(images.grid_logits(table, patch, rows, columns).ravel(), expected)
    line = RoPE().mean_logits(2 * columns + 3, range(rows * columns), 64)[0]
    np.testing.assert_allclose(images.grid_logits(RoPE(), patch, rows, columns, dim=64).ravel(), line)
    with pytest.raises(ValueError, match="needs 35 rows"):
        images.grid_logits(table[1:], patch, rows, columns)


def test_a_resized_table_keeps_the_corners_and_the_mean_step():
    table = images.grid_positions(4, 4)
    resized = images.resize_grid(table, (4, 4), (8, 8), Method("bilinear", "corners"))
    np.testing.assert_allclose(resized, images.grid_positions(8, 8) * 3 / 7, atol=1e-12)


def test_positions_of_another_number_of_axes_are_refused():
    with pytest.raises(ValueError, match="must have 2 axes, row, column, not shape"):
        AxialRoPE().rotate(np.ones((3, 4)), [0, 1, 2])
    with pytest.raises(ValueError, match="must have 3 axes, time, row, column"):
        MRoPE().angles([[0, 1]], 4)
    with pytest.raises(ValueError, match="so d must be even, not 5"):
        AxialRoPE().angles([0, 1], 5)
    assert AxialRoPE(base=100) == AxialRoPE(base="100")
    assert AxialRoPE(order="column, row", base="100, 10000").frequencies(8).tolist() == [1, 0.1, 1, 0.01]


PIXTRAL, KIMI, QWEN = PUBLISHED["Pixtral"], PUBLISHED["Kimi K2.5, vision"], PUBLISHED["Qwen3-VL"]
GRID = images.grid_positions(6, 10)
PROMPT = mrope_positions([Text(6), Image(8, 12), Text(4)]).positions


def cosines(scheme, at, dim: int = 64) -> np.ndarray:
    return np.tile(np.cos(scheme.angles(at, dim)), 2).astype(np.float32)


@pytest.mark.parametrize(
    ("table", "state", "parameters"),
    [
        (cosines(PIXTRAL, GRID), "known", {"width": 10, "frequencies_of": "all axes"}),
        (cosines(KIMI, GRID), "known", {"order": "column, row", "arrangement": "alternating"}),
        (AxialRoPE().angles(GRID, 64).astype(np.float32), "known", {"width": 10, "table": "angles"}),
        (cosines(AxialRoPE(), GRID[:, [0, 0]]), "unusual", {"axes": "row twice, column missing"}),
        (cosines(AxialRoPE(), images.grid_positions(4, 16)[:60]), "unusual", {"width": 16}),
        (cosines(QWEN, PROMPT, 128), "known", {"sections": "24, 20, 20", "base": 5000000.0, "images": "4 × 6"}),
        (cosines(replace(QWEN, arrangement="blocks"), PROMPT, 128), "unusual", {"arrangement": "blocks"}),
        (cosines(QWEN, PROMPT[[*range(9), 20, *range(10, len(PROMPT))]], 128), "known", {"positions": "unchecked"}),
        (cosines(QWEN, PROMPT[:, [0, 2, 1]], 128), "unusual", {"order": "column, row", "images": "4 × 6"}),
    ],
    ids=range(9),
)
def test_the_checker_reads_axes_and_positions_from_a_table(table, state, parameters):
    result = diagnose(table)
    assert (result.state, result.best.parameters | parameters) == (state, result.best.parameters)


@pytest.mark.parametrize(
    ("name", "kind", "dim"),
    [
        ("Qwen2-VL, Qwen2.5-VL", "qwen2_5_vl_text", 128),
        ("Qwen3-VL", "qwen3_vl_moe_text", 128),
        ("Qwen3.5", "qwen3_5_text", 256),
        ("GLM-4.1V", "glm4v_text", 128),
        ("GLM-4.5V", "glm4v_moe_text", 128),
        ("ERNIE 4.5", "ernie4_5_vl_moe_text", 128),
    ],
)
def test_a_configuration_has_the_settings_of_its_family(name, kind, dim):
    scheme = MRoPE.published()[name]
    rope = {"rope_type": "default", "rope_theta": scheme.base, "partial_rotary_factor": scheme.share}
    config = {"model_type": kind, "hidden_size": 8 * dim, "num_attention_heads": 8, "head_dim": dim}
    model = models.from_config(config | {"rope_parameters": rope})
    assert model.image_settings == {"mrope": name}
    axes = scheme.axis_of_pairs(dim).tolist()
    assert model.axes == {axis: axes.count(("time", "height", "width").index(axis)) for axis in model.axes}
    # fewer sections than rotating pairs, and a key that no code reads
    rope |= {"mrope_section": [2, 1, 1], "mrope_interleaved": scheme.arrangement != "interleaved"}
    other = models.from_config(config | {"rope_parameters": rope})
    assert not other.image_settings
    assert "model-mrope-sum" in {statement.id for statement in other.unknown}
    assert "model-mrope-ignored" in {statement.id for statement in other.assumed}


@pytest.mark.parametrize(
    ("config", "name", "axes"),
    [
        ({"model_type": "dinov3_vit", "hidden_size": 768, "num_attention_heads": 12}, "DINOv3", [16, 16]),
        ({"_class_name": "FluxTransformer2DModel", "axes_dims_rope": [16, 56, 56]}, "Flux", [8, 28, 28]),
        ({"_class_name": "WanTransformer3DModel", "attention_head_dim": 128}, "Wan", [22, 21, 21]),
        ({"architecture": "eva02_base_patch14_448"}, "EVA-02", []),
    ],
)
def test_a_configuration_of_images_is_read(config, name, axes):
    model = models.from_config(config)
    assert (model.image_settings, [*model.axes.values()]) == ({"axial": name}, axes)


def test_the_vision_encoder_has_its_type_by_the_whole_model_or_is_unknown():
    config = {"model_type": "qwen2_vl", "vision_config": {"embed_dim": 1280, "num_heads": 16, "hidden_size": 3584}}
    (part,) = models.from_config(config).parts
    assert (part.published, dict(part.axes)) == ("Qwen2-VL to Qwen3.5, vision", {"row": 20, "column": 20})
    unknown = models.from_config({"model_type": "kimi_vl", "vision_config": {"model_type": "moonvit"}}).unknown
    assert "model-part" in {statement.id for statement in unknown}


def test_a_type_that_is_not_known_leaves_its_axes_unknown():
    model = models.from_config(
        {"model_type": "other", "head_dim": 128, "rope_scaling": {"mrope_section": [16, 24, 24]}}
    )
    assert (dict(model.axes), model.arrangement) == ({}, "")
    assert "model-mrope-unknown" in {statement.id for statement in model.unknown}


def test_a_model_of_images_that_is_not_in_the_catalogue_is_on_the_page_images():
    with pytest.raises(ValueError, match=r"images\?axial=DINOv3"):
        models.model("dinov3")
