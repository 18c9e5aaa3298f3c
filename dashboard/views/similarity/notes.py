"""Similarity: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note, with_decimals
from dashboard.views.similarity.numbers import SEARCHED, nearest_again
from dashboard.views.words import number, small
from posenc_core import Sinusoidal, geometry


def _equal_is_not_independent() -> Note:
    cosine = geometry.similarity(Sinusoidal(), 0, 5, 6, kind="cosine")[1]
    return Note(
        "Equal dot products mean that the positions are independent of each other.",
        "Independent directions have dot product 0. In the 5 × 6 table neighbours have a cosine of "
        f"{cosine:.3f}: they point nearly the same way.",
    )


def _one_and_zero_need_a_scale() -> Note:
    cosine, stretched, share = (
        geometry.similarity(Sinusoidal(), 128, 256, 128, kind=kind) for kind in ("cosine", "min-max", "softmax")
    )
    return Note(
        "Similarity is 1 for near positions and 0 for far ones.",
        f"It depends on the measure. For n = 256, d = 128, p = 128 the cosine runs from {cosine.min():.3f} to "
        f"{number(cosine.max())}. Only min-max has a 0, at position {int(stretched.argmin())}, by construction. "
        f"Softmax gives {share[128]:.3f} to the position itself and {share[129]:.3f} to each neighbour.",
    )


def _not_all_the_way_down() -> Note:
    cosine = geometry.similarity(Sinusoidal(), 128, 256, 128, kind="cosine")[128:]
    rises = np.diff(cosine) > 0
    k = int(rises.argmax())
    return Note(
        "The farther away a position is, the less similar it is.",
        f"By trend only. For n = 256, d = 128, p = 128, {rises.sum()} of the {rises.size} steps to the right rise; the "
        f"first from k = {k} to {k + 1}, {cosine[k]:.5f} to {cosine[k + 1]:.5f}.",
    )


def _base_is_no_length() -> Note:
    scheme = Sinusoidal()
    longest = [scheme.wavelengths(d)[-1] for d in (4, 64, 512)]
    far = [geometry.similarity(scheme, 0, 10001, d, kind="distance")[[1, 10000]] for d in (64, 512)]
    offset, nearest = nearest_again(10000.0, 64)
    return Note(
        "10,000 is the maximum length: position 10,001 has the vector of position 1.",
        f"It is the base of the wavelengths. The longest is {longest[0]:,.0f} tokens at d = 4, {longest[1]:,.0f} at "
        f"d = 64, {longest[2]:,.0f} at d = 512, and never {2e4 * np.pi:,.0f}. 10,000 tokens on, the vector is "
        f"{far[0][1]:.2f} away at d = 64 and {far[1][1]:.2f} at d = 512; "
        f"neighbours are {far[0][0]:.2f} and {far[1][0]:.2f} apart. "
        f"Of all offsets up to {SEARCHED:,}, k = {offset} comes nearest at d = 64 ({nearest:.2f}).",
    )


def _every_base_is_length_free() -> Note:
    bases = (2.0, 100.0, 1e6)
    change = max(
        float(
            np.abs(Sinusoidal(base=b).encode(range(64), 64, length=n) - Sinusoidal(base=b).encode(range(64), 64)).max()
        )
        for b in bases
        for n in (128, 1024)
    )
    steps = [geometry.distances_at_offset(Sinusoidal(base=b), 1, 2, 64)[0] for b in bases]
    return Note(
        "The base may be changed only as far as a position keeps its vector at every length.",
        f"It does so at every base: for B = 2, 100 and 1,000,000 the largest change is {small(change)}. What the base "
        f"changes is how far neighbours are apart ({with_decimals(np.array(steps), 3)} at d = 64), how similarity "
        "falls, and how many columns stand still.",
    )


NOTES = (
    _equal_is_not_independent,
    _one_and_zero_need_a_scale,
    _not_all_the_way_down,
    _base_is_no_length,
    _every_base_is_length_free,
)
