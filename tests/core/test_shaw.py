"""Shaw compared with the paper's equations (2), (4), and (5) of Shaw et al. (2018)."""

import numpy as np
import pytest

from posenc_core import Shaw


@pytest.mark.parametrize("direction", ["bidirectional", "causal"])
@pytest.mark.parametrize("clip", [1, 3, 16])
def test_the_bias_is_what_the_vectors_add_to_the_logits_of_the_query(direction: str, clip: int):
    scheme, length = Shaw(clip=clip, direction=direction, seed=5), 12
    keys = np.random.default_rng(3).normal(size=(length, 64))
    bias = scheme.bias(range(length), range(length))[0]
    for i in range(length):
        for j in range(length):
            if direction == "causal" and j > i:
                assert bias[i, j] == -np.inf
                continue
            w = scheme.vectors[max(-clip, min(clip, j - i)) + clip]
            added = scheme.query @ (keys[j] + w) / 64**0.5 - scheme.query @ keys[j] / 64**0.5
            assert bias[i, j] == pytest.approx(added, abs=1e-12)


def test_another_clip_distance_leaves_the_vectors_within_it_unchanged():
    np.testing.assert_array_equal(Shaw(clip=9).vectors[6:13], Shaw(clip=3).vectors)
    assert Shaw(clip=9).vectors.std() == pytest.approx(1, abs=0.05)
