"""Attention scores of all families, on one scale."""

import numpy as np
import pytest

from posenc_core import T5, ALiBi, RoPE, Sinusoidal, xPos


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
