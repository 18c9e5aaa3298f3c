"""Attention scores of all families, on one scale."""

import numpy as np
import pytest

from posenc_core import T5, ALiBi, RoPE, Sinusoidal, xPos
from posenc_core.analysis.geometry import shares
from tests.data import read

DATA = read("logits.json")
DIM, OFFSETS = DATA["d"], np.array(DATA["k"])


@pytest.mark.parametrize(
    ("name", "scheme", "content", "heads", "head"),
    [
        ("Sinusoidal", Sinusoidal(), "same", 1, 0),
        ("Sinusoidal", Sinusoidal(), "independent", 1, 0),
        ("RoPE, same", RoPE(), "same", 1, 0),
        ("RoPE, same", RoPE(pairing="half"), "same", 1, 0),
        ("RoPE, independent", RoPE(), "independent", 1, 0),
        ("ALiBi, slope 1/2", ALiBi(), "same", 8, 0),
        ("ALiBi, slope 1/256", ALiBi(), "independent", 8, 7),
    ],
)
def test_published_decreases_of_a_score_with_the_distance(name, scheme, content, heads, head):
    scores = scheme.mean_logits(500, 500 - OFFSETS, DIM, content=content, heads=heads)[head]
    np.testing.assert_allclose(scores[0] - scores, DATA[name], rtol=0, atol=1e-6)


@pytest.mark.parametrize(
    ("scheme", "head", "mean_distance", "near"),
    [
        (Sinusoidal(), 0, 185.46, 0.1397),
        (RoPE(), 0, 88.97, 0.4662),
        (ALiBi(), 0, 1.54, 0.9997),
        (ALiBi(), 3, 15.51, 0.6321),
        (ALiBi(), 7, 175.36, 0.0701),
    ],
)
def test_mean_attention_distance_of_the_last_of_512_positions(scheme, head, mean_distance, near):
    weights = shares(scheme.mean_logits(511, range(512), 64, heads=8))[min(head, 7) if scheme.name == "ALiBi" else 0]
    distance = 511 - np.arange(512)
    assert weights @ distance == pytest.approx(mean_distance, abs=0.01)
    assert weights[distance < 16].sum() == pytest.approx(near, abs=5e-5)


@pytest.mark.parametrize("scheme", [Sinusoidal(), RoPE(), xPos(), ALiBi(), T5()], ids=lambda scheme: scheme.name)
def test_a_single_position_has_no_axis_and_float32_is_kept(scheme):
    x = np.random.default_rng(0).normal(size=(3, 8))
    every = scheme.logits(x, x, range(3), range(3), length=3, heads=2)
    assert every.dtype == np.float64
    one = scheme.logits(x[2], x, 2, range(3), length=3, heads=2)
    np.testing.assert_allclose(one, every[:, 2], rtol=1e-12)
    assert scheme.logits(x[2], x[1], 2, 1, length=3, heads=2).shape == every.shape[:1]
    for kind in (np.float16, np.float32):
        small = x.astype(kind)
        logits = scheme.logits(small, small, range(3), range(3), length=3, heads=2)
        assert logits.dtype == kind
        np.testing.assert_allclose(logits, every, rtol=20 * np.finfo(kind).eps, atol=20 * np.finfo(kind).eps)
    out = np.empty(every.shape, np.float32)
    assert scheme.logits(x, x, range(3), range(3), length=3, heads=2, out=out) is out
    np.testing.assert_allclose(out, every, rtol=1e-6)
    if scheme.family == "bias":
        np.testing.assert_array_equal(scheme.bias(2, [0, 1], 2), scheme.bias([2], [0, 1], 2)[:, 0])
        np.testing.assert_array_equal(scheme.bias([2, 1], 0, 2), scheme.bias([2, 1], [0], 2)[:, :, 0])
        assert scheme.bias(2, 0, 2, dtype=np.float32).dtype == np.float32
    if scheme.family == "rotation":
        rotated = scheme.rotate(x, range(3))
        np.testing.assert_array_equal(scheme.rotate(x[2], 2, length=3), rotated[2])
        np.testing.assert_array_equal(scheme.rotate(x[None], 2, length=3)[0, 2], rotated[2])
        assert scheme.rotate(x.astype(np.float32), range(3)).dtype == np.float32
        assert scheme.rotate(x, range(3), dtype=np.float16).dtype == np.float16
        with pytest.raises(ValueError, match=r"out must be float16, float32 or float64 of shape \(3, 8\)"):
            scheme.rotate(x, range(3), out=np.empty((3, 7)))
