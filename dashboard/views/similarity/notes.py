"""Similarity: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.similarity.numbers import SEARCHED, nearest_again
from dashboard.views.words import number
from posenc_core import Fourier, Sinusoidal, criteria, geometry


def farther_is_not_always_less() -> Note:
    """Similarity falls by trend only."""
    cosine = geometry.similarity(Sinusoidal(), 128, 256, 128, kind="cosine")[128:]
    rises = np.diff(cosine) > 0
    k = int(rises.argmax())
    return Note(
        "The farther away a position is, the less similar it is.",
        f"By trend only. In Sinusoidal (n = 256, d = 128, p = 128), {rises.sum()} of the {rises.size} steps to the "
        f"right rise; the first from k = {k} to {k + 1}.",
    )


def base_is_no_length() -> Note:
    """10,000 is the base of the wavelengths."""
    scheme = Sinusoidal()
    longest = scheme.wavelengths(64)[-1]
    step, away = geometry.similarity(scheme, 0, 10001, 64, kind="distance")[[1, 10000]]
    offset, _ = nearest_again(scheme, 64)
    assert offset == 1, "else a position comes back"
    return Note(
        "10,000 is the maximum length: position 10,001 has the vector of position 1.",
        f"It is the base of the wavelengths; the longest is {number(longest)} tokens at d = 64. There, position 10,001 "
        f"is {number(away)} away from position 1, and position 2 only {number(step)}. No position up to "
        f"{SEARCHED:,} tokens on comes nearer than the next one.",
    )


def _equal_is_not_orthogonal() -> Note:
    cosine = geometry.similarity(Sinusoidal(), 0, 5, 6, kind="cosine")[1]
    return Note(
        "Equal dot products mean that the positions are independent of each other.",
        "Equal dot products only say that all neighbours are equally similar. At a right angle (orthogonal) they would "
        f"be 0. In Sinusoidal with n = 5 and d = 6 the cosine of neighbours is {number(cosine)}: they point in similar "
        "directions.",
    )


def _one_and_zero_need_a_scale() -> Note:
    cosine, stretched, share, weight = (
        geometry.similarity(Sinusoidal(), 128, 256, 128, kind=kind)
        for kind in ("cosine", "min-max", "softmax", "attention")
    )
    return Note(
        "Similarity is 1 for near positions and 0 for far ones.",
        f"It depends on the measure. In Sinusoidal (n = 256, d = 128, p = 128) the cosine runs from "
        f"{number(cosine.min())} to {number(cosine.max())}. Only min-max has a 0, at position "
        f"{int(stretched.argmin())}, because it puts it there. Softmax of the dot products gives "
        f"position 128 itself a share of {number(share[128])} and each neighbour {number(share[129])}. Attention "
        f"divides by √d first: {number(weight[128])} and {number(weight[129])}.",
    )


def _every_base_is_length_free() -> Note:
    bases = (2.0, 100.0, 1e6)
    vectors = [[Sinusoidal(base=b).encode(range(64), 64, length=n) for n in (64, 128, 1024)] for b in bases]
    assert all(np.abs(short - long).max() <= criteria.EQUAL for short, *longer in vectors for long in longer)
    steps = [number(geometry.distances_at_offset(Sinusoidal(base=b), 1, 2, 64)[0]) for b in bases]
    return Note(
        "The base may be changed only as far as a position keeps its vector at every length.",
        f"It keeps it at every base. What a base changes is how far neighbours are apart: at d = 64, {steps[0]} for "
        f"B = 2, {steps[1]} for 100 and {steps[2]} for 1,000,000. It also changes how similarity falls, and how many "
        "columns hardly move.",
    )


def _one_draw_is_no_mean() -> Note:
    scheme, k = Fourier(width=0.1, seed=0), 10
    drawn = geometry.similarity(scheme, 0, k + 1, 64, kind="cosine")[k]
    mean = np.exp(-((scheme.width * k) ** 2) / 2)
    chance = np.random.default_rng(0)
    waves = np.cos(np.arange(128)[:, None] * chance.normal(0, scheme.width, 64) + chance.uniform(0, 2 * np.pi, 64))
    spread = geometry.spread(geometry.norms(waves))
    return Note(
        "The similarity of random Fourier features is exp(−σ²k²/2).",
        f"Only on average over all draws. With d = 64 and σ = 0.1, one draw has {number(drawn)} at k = {k}, where the "
        f"average is {number(mean)}. It holds for pairs of a sine and a cosine. One cosine a column, each with a "
        f"random phase, as RBFSampler of scikit-learn has them, is another thing: its vectors are not equally long, "
        f"{number(spread.smallest)} to {number(spread.largest)} for n = 128.",
    )


NOTES = (
    farther_is_not_always_less,
    base_is_no_length,
    _equal_is_not_orthogonal,
    _one_and_zero_need_a_scale,
    _every_base_is_length_free,
    _one_draw_is_no_mean,
)
