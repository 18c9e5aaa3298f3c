"""Attention scores of all families, on one axis."""

import json
from pathlib import Path

import numpy as np
import pytest

from posenc_core import ALiBi, RoPE, Sinusoidal
from posenc_core.geometry import shares

DATA = json.loads((Path(__file__).parents[1] / "data" / "logits.json").read_text())
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
def test_how_much_a_score_loses_with_the_distance(name, scheme, content, heads, head):
    scores = scheme.mean_logits(500, 500 - OFFSETS, DIM, content=content, heads=heads)[head]
    np.testing.assert_allclose(scores[0] - scores, DATA[name], rtol=0, atol=1e-6)


def test_equal_content_drops_twice_as_fast_as_the_sinusoid_it_is_made_of():
    drops = [
        scores[0] - scores
        for scores in (scheme.mean_logits(99, range(99, -1, -1), 64)[0] for scheme in (RoPE(), Sinusoidal()))
    ]
    np.testing.assert_allclose(drops[0], 2 * drops[1], rtol=0, atol=1e-12)


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
def test_where_the_last_of_512_positions_looks(scheme, head, mean_distance, near):
    weights = shares(scheme.mean_logits(511, range(512), 64, heads=8))[min(head, 7) if scheme.name == "ALiBi" else 0]
    distance = 511 - np.arange(512)
    assert weights @ distance == pytest.approx(mean_distance, abs=0.01)
    assert weights[distance < 16].sum() == pytest.approx(near, abs=5e-5)


def test_contents_and_positions_must_go_together():
    x = np.ones((2, 4))
    for call, message in (
        (lambda: RoPE().logits(x, x, [0], [0, 1]), "must go together, not"),
        (lambda: RoPE().logits(x, np.ones((2, 5)), [0, 1], [0, 1]), "must go together, not"),
        (lambda: RoPE().rotate(x, [0]), r"x must be \(\.\.\., n, d\) for n positions, not \(2, 4\) for \(1,\)"),
        (lambda: RoPE().mean_logits(0, [0], 4, content="equal"), "content = 'equal' must be one of same, independent"),
        (lambda: ALiBi().bias([[0]], [0]), r"queries must be positions in one dimension, not \(1, 1\)"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
