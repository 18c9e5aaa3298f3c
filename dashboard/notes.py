"""What is often said about positional encodings, and what is so? Every number here is computed when it is asked for.

Each note keeps to the parameters of the texts that it answers, and names them, whatever the page shows.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import streamlit as st

from dashboard import measurements
from dashboard.claims import number, tiny
from dashboard.memory import kept
from posenc_core import Binary, Index, Normalized, Sinusoidal, geometry, precision, sentence, shift
from posenc_core.scheme import Array


class Note(NamedTuple):
    """A common statement and what is true instead."""

    said: str
    fact: str


NOTES: dict[str, list[Callable[[], Note]]] = {}
"""Page -> its notes."""


def on(page: str) -> Callable[[Callable[[], Note]], Callable[[], Note]]:
    """Put a note on a page."""

    def register(note: Callable[[], Note]) -> Callable[[], Note]:
        NOTES.setdefault(page, []).append(note)
        return note

    return register


def often_said(page: str) -> None:
    """Draw the notes of a page, each folded up under the statement that it answers."""
    st.subheader("Often said, in fact", anchor=False)
    for note in _notes(page):
        with st.expander(f"“{note.said}”"):
            st.markdown(note.fact)


@kept
def _notes(page: str) -> list[Note]:
    return [note() for note in NOTES[page]]


def _listed(values: Array, decimals: int) -> str:
    return ", ".join(f"{value:.{decimals}f}" for value in values)


def _sines_only(length: int, dim: int) -> Array:
    """What is left without cosines: sin(p B^(-j/d)) in every column j."""
    return np.sin(np.arange(length)[:, None] * 10000.0 ** (-np.arange(dim) / dim))


def _random_waves() -> Array:
    """Sines and cosines of 32 random frequencies for 128 positions. -> (128, 64)."""
    angles = np.arange(128)[:, None] * np.random.default_rng(0).normal(0, 0.1, 32)
    return np.hstack((np.sin(angles), np.cos(angles)))


@on("heatmap")
def _bits_count_positions() -> Note:
    period = Binary().period(3)
    return Note(
        "A binary code with d = 3 belongs to a sequence of 3 positions.",
        f"3 bits count 2³ = {period} positions, 0 to {period - 1}; from position {period} on they repeat.",
    )


@on("heatmap")
def _pairs_count_half() -> Note:
    pairs = Sinusoidal().pairs(128)
    last = len(pairs) - 1
    return Note(
        "In PE(p, 2i) the index i runs over all columns, 0 to d − 1, or up to d/2.",
        f"i counts pairs of columns: for d = 128 it runs from 0 to {last}, which is columns {pairs[last][0]} and "
        f"{pairs[last][1]}. i = d/2 = {last + 1} would be column {pairs[last][1] + 1}, which does not exist.",
    )


@on("heatmap")
def _equal_pictures_prove_little() -> Note:
    steps = np.exp(np.arange(0, 512, 2, dtype=np.float32) * np.float32(-np.log(10000.0) / 512))
    angles = np.arange(100, dtype=np.float32)[:, None] * steps
    table = Sinusoidal().encode(range(100), 512)
    error = max(np.abs(np.sin(angles) - table[:, 0::2]).max(), np.abs(np.cos(angles) - table[:, 1::2]).max())
    return Note(
        "The two heatmaps look alike, so the PyTorch module computes the same.",
        "Plot the module's own matrix, and compare numbers, not pictures. The usual float32 code differs from float64 "
        f"by at most {number(float(error))} for 100 × 512: rounding, and no other formula.",
    )


@on("heatmap")
def _smooth_between_integers() -> Note:
    sine = np.abs(np.diff(Sinusoidal().encode(range(128), 64), axis=0)).max()
    bit = np.abs(np.diff(Binary().encode(range(128), 64), axis=0)).max()
    return Note(
        "Bits jump from one position to the next; sines change smoothly.",
        f"Smooth in a real p. From one whole position to the next the fastest sine changes by up to {number(sine)}, a "
        f"bit by {number(bit)}.",
    )


@on("equidistance")
def _equal_at_one_offset() -> Note:
    scheme = Sinusoidal(layout="concatenated")
    distances = np.array([geometry.distances_at_offset(scheme, k, 5, 6)[0] for k in range(1, 5)])
    dots = geometry.similarity(scheme, 0, 5, 6)[1:]
    return Note(
        "The distances between all positions are equal, and so are the dot products.",
        f"Equal at one offset. For n = 5, d = 6 the distances at k = 1, 2, 3, 4 are {_listed(distances, 4)}, the "
        f"dot products {_listed(dots, 4)}: different for each k, and turning back at k = 4. More than d + 1 = 7 "
        "points cannot all be equally far apart.",
    )


@on("equidistance")
def _pairs_make_it_equal() -> Note:
    found = geometry.distances_by_offset(_random_waves(), 64).relative.max()
    return Note(
        "Steps are equal because i grows by a constant.",
        "They are equal because every frequency comes as a sine and a cosine: sin² + cos² = 1 cancels the position. "
        f"The frequencies do not matter: for 32 random ones the distances differ by {tiny(found)} of their mean "
        "at most (n = 128, every k to 64).",
    )


@on("equidistance")
def _increments_grow_again() -> Note:
    distances = geometry.similarity(Sinusoidal(), 0, 64, 512, kind="distance")
    increments = np.diff(distances)
    grows = (geometry.first_rise(increments) or 0) + 2
    falls = geometry.first_rise(-distances) or 0
    return Note(
        "The farther apart two positions are, the less the distance grows with each further token.",
        f"Not steadily. For d = 512 the increments at k = 1 … 10 are {_listed(increments[:10], 3)}: they grow "
        f"again at k = {grows}. The distance itself falls from k = {falls} to {falls + 1}, {distances[falls]:.4f} to "
        f"{distances[falls + 1]:.4f}.",
    )


@on("equidistance")
def _normalized_moves_with_the_length() -> Note:
    short, long = (geometry.distances_at_offset(Normalized(), 1, n, 1)[0] for n in (12, 56))
    moved = np.abs(Normalized().encode(range(128), 1) - Normalized().encode(range(128), 1, length=256)).max()
    return Note(
        "Divided by the length, positions have equal distances on a fixed scale.",
        f"Within one sequence. A step is {short:.3f} among 12 tokens and {long:.3f} among 56, {number(short / long)} "
        f"times shorter, and the same position moves by up to {moved:.3f} between n = 128 and n = 256.",
    )


@on("similarity")
def _equal_is_not_independent() -> Note:
    cosine = geometry.similarity(Sinusoidal(), 0, 5, 6, kind="cosine")[1]
    return Note(
        "Equal dot products mean that the positions are independent of each other.",
        "Independent directions have dot product 0. In the 5 × 6 table neighbours have a cosine of "
        f"{cosine:.3f}: they point nearly the same way.",
    )


@on("similarity")
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


@on("similarity")
def _not_all_the_way_down() -> Note:
    cosine = geometry.similarity(Sinusoidal(), 128, 256, 128, kind="cosine")[128:]
    rises = np.diff(cosine) > 0
    k = int(rises.argmax())
    return Note(
        "The farther away a position is, the less similar it is.",
        f"By trend only. For n = 256, d = 128, p = 128, {rises.sum()} of the {rises.size} steps to the right rise; the "
        f"first from k = {k} to {k + 1}, {cosine[k]:.5f} to {cosine[k + 1]:.5f}.",
    )


@on("similarity")
def _base_is_no_length() -> Note:
    scheme = Sinusoidal()
    longest = [scheme.wavelengths(d)[-1] for d in (4, 64, 512)]
    far = [geometry.similarity(scheme, 0, 10001, d, kind="distance")[[1, 10000]] for d in (64, 512)]
    offset, nearest = measurements.nearest_again(10000.0, 64)
    return Note(
        "10,000 is the maximum length: position 10,001 has the vector of position 1.",
        f"It is the base of the wavelengths. The longest is {longest[0]:,.0f} tokens at d = 4, {longest[1]:,.0f} at "
        f"d = 64, {longest[2]:,.0f} at d = 512, and never {2e4 * np.pi:,.0f}. 10,000 tokens on, the vector is "
        f"{far[0][1]:.2f} away at d = 64 and {far[1][1]:.2f} at d = 512; "
        f"neighbours are {far[0][0]:.2f} and {far[1][0]:.2f} apart. "
        f"Of all offsets up to {measurements.SEARCHED:,}, k = {offset} comes nearest at d = 64 ({nearest:.2f}).",
    )


@on("similarity")
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
        f"It does so at every base: for B = 2, 100 and 1,000,000 the largest change is {number(change)}. What the base "
        f"changes is how far neighbours are apart ({_listed(np.array(steps), 3)} at d = 64), how similarity falls, and "
        "how many columns stand still.",
    )


@on("shift")
def _both_signs_are_right() -> Note:
    table = Sinusoidal().encode(range(128), 64)
    known = shift.closed_form(Sinusoidal(), 8, 64)
    assert known
    right = shift.residual(known, table, 8)
    wrong = shift.residual(shift.Move(known.matrix.T, known.translation), table, 8)
    return Note(
        "One text has −sin where another has sin: one of them is wrong.",
        "Rows multiplied from the right need [[cos, −sin], [sin, cos]], columns from the left its transpose; both are "
        f"right. Mixed up, the result misses by {wrong:.3f} of its size; right, by {tiny(right)} (n = 128, d = 64, "
        "k = 8).",
    )


@on("shift")
def _sines_alone() -> Note:
    sines = np.sort(np.sin(np.arange(1000)))
    slow = np.sin(np.arange(20000) / 10000)
    repeats = precision.duplicates(np.sin(np.arange(40000) / 10000)[:, None].astype(np.float32))
    table = _sines_only(128, 64)
    norm = geometry.spread(geometry.norms(table)).relative
    step = geometry.distances_by_offset(table, 64).relative.max()
    blocks = shift.residual(shift.block_fit(table, 8, np.arange(64).reshape(-1, 2)), table, 8)
    return Note(
        "A sine repeats, so it is made unique by a long wavelength and a cosine.",
        f"sin p never repeats at whole p, it only comes near: by {tiny(np.diff(sines).min(), 2)} among 1,000 "
        f"positions. sin(p / 10,000) turns back after p = {geometry.first_rise(-slow):,}; "
        f"in float32 {repeats} of 40,000 values repeat. "
        f"What sines alone lose is geometry (n = 128, d = 64): norms differ by {norm:.3f} of their mean, equal "
        f"steps by {step:.3f}, and the best 2 × 2 blocks for k = 8 miss by {blocks:.2f}.",
    )


@on("shift")
def _one_step_is_large() -> Note:
    angle = Sinusoidal().angles_at_offset(1, 128)
    assert angle is not None
    cosine = geometry.similarity(Sinusoidal(), 0, 2, 128, kind="cosine")[1]
    return Note(
        "A small offset hardly changes the vector.",
        f"One token turns the fastest pair by {np.degrees(angle[0]):.1f}°, the slowest by "
        f"{np.degrees(angle[-1]):.4f}°. The whole vector keeps a cosine of {cosine:.3f} at d = 128.",
    )


@on("trajectory")
def _odd_dimensions_wobble() -> Note:
    ranges = []
    for dim in (3, 5, 63):
        norms = geometry.norms(Sinusoidal(), 512, dim)
        ranges.append(f"{norms.min():.5g} to {norms.max():.5g} at d = {dim}")
    return Note(
        "The formula works for any d.",
        f"With an odd d the last sine has no cosine: norms run from {'; '.join(ranges)} (n = 512), and moving is no "
        "longer one matrix. The usual PyTorch module does not accept an odd d; the code under Take it along does.",
    )


@on("trajectory")
def _old_drawing_code() -> Note:
    points = Sinusoidal(layout="concatenated").encode(range(500), 3)
    turns = 499 / (2 * np.pi)
    return Note(
        "fig.gca(projection='3d') draws the helix.",
        "Current Matplotlib refuses that argument; write fig.add_subplot(projection='3d'). The curve itself makes "
        f"{turns:.1f} turns and rises from {points[0, 1]:.0f} to {points[-1, 1]:.4f} (n = 500, d = 3, concatenated).",
    )


@on("scorecard")
def _bits_need_a_fixed_width() -> Note:
    changed = []
    for order in ("MSB first", "LSB first"):
        short, long = Binary(order=order).encode(range(8), 3), Binary(order=order).encode(range(8), 4)
        changed.append(int((short != long[:, :3]).any(axis=1).sum()))
    return Note(
        "A binary code does not depend on the length of the sequence.",
        "With a fixed d. With as many bits as the length needs, a sequence that grows from 8 to 16 positions gets a "
        f"fourth bit: most significant first, {changed[0]} of the 8 old positions change in the first 3 columns; least "
        f"significant first, {changed[1]}.",
    )


@on("scorecard")
def _five_conditions_do_not_decide() -> Note:
    table = _random_waves()
    steps = geometry.distances_by_offset(table, 64)
    nearest = geometry.closest_pair(table)[2]
    rises = [geometry.first_rise(rows @ rows[0]) for rows in (table, geometry.vectors(Sinusoidal(), 128, 64))]
    return Note(
        "Only the sinusoid of the paper meets all five conditions.",
        "Sines and cosines of 32 random frequencies meet them too, at every length: the largest value is "
        f"{number(np.abs(table).max())}, steps are equal to {tiny(steps.relative.max())}, and the nearest pair is "
        f"{number(nearest / steps.mean[0])} of a step apart (n = 128, d = 64). What the frequencies shape is how "
        f"similarity falls: here it first rises after k = {rises[0]}, in the paper's after k = {rises[1]}.",
    )


@on("sentence")
def _scale_is_the_matter() -> Note:
    content = sentence.embeddings(1004, 64)[4:]
    index, wave = (
        sentence.signal_to_noise(content, geometry.vectors(scheme, 128, 64)) for scheme in (Index(), Sinusoidal())
    )
    return Note(
        "A network cannot read whole numbers, so the position is connected to the token.",
        "Size is the matter, not kind: beside the index of 128 positions a token of N(0, 1) stands at "
        f"{number(round(index, 1))} dB, beside the sinusoid at +{wave:.1f} dB. "
        "And the formula adds the two; it does not concatenate them.",
    )
