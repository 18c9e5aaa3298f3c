"""Heatmap: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.words import number, small
from posenc_core import Binary, Sinusoidal
from posenc_core.arrays import Array


def bits_count_positions() -> Note:
    """How many positions d bits count."""
    period = Binary().period(3)
    return Note(
        "A binary code with d = 3 belongs to a sequence of 3 positions.",
        f"3 bits count 2³ = {period} positions, 0 to {period - 1}. From position {period} on they repeat.",
    )


def pairs_count_half() -> Note:
    """What the index i of the formula counts."""
    pairs = Sinusoidal().pairs(128)
    last = len(pairs) - 1
    return Note(
        "In PE(p, 2i) the index i runs over all columns, 0 to d − 1, or up to d/2.",
        f"i counts pairs of columns. For d = 128 it runs from 0 to {last}, and pair {last} is columns {pairs[last][0]} "
        f"and {pairs[last][1]}. i = {last + 1} would be column {pairs[last][1] + 1}, which does not exist.",
    )


def equal_pictures_prove_little() -> Note:
    """How far float32 code is from float64."""
    powers = np.arange(0, 512, 2, dtype=np.float32)
    positions = np.arange(100, dtype=np.float32)[:, None]
    by_exp = _error(positions * np.exp(powers * np.float32(-np.log(10000.0) / 512)))
    by_pow = _error(positions / np.power(np.float32(10000), powers / np.float32(512)))
    return Note(
        "The heatmaps of two programs look alike, so both programs compute the same.",
        "Subtract the matrices: no picture shows a small difference. Two ways to write the frequencies in float32, for "
        f"100 × 512, miss float64 by up to {small(by_exp)} and {small(by_pow)}. Both are rounding. The page Check "
        "subtracts a table of yours, and says what it is.",
    )


def _error(angles: Array) -> float:
    """How far the sines and cosines of some angles are from the sinusoid of 100 × 512."""
    table = Sinusoidal().encode(range(100), 512)
    return float(max(np.abs(np.sin(angles) - table[:, 0::2]).max(), np.abs(np.cos(angles) - table[:, 1::2]).max()))


def smooth_between_integers() -> Note:
    """How much a sine jumps from one token to the next."""
    sine = np.abs(np.diff(Sinusoidal().encode(range(128), 64), axis=0)).max()
    bit = np.abs(np.diff(Binary().encode(range(128), 64), axis=0)).max()
    return Note(
        "Bits jump from one position to the next; sines change smoothly.",
        "Sines are smooth only between whole positions. From one token to the next, the fastest sine changes by up to "
        f"{number(sine)}, a bit by {number(bit)}.",
    )


def an_odd_base_is_another_schedule() -> Note:
    """With which base the paper's formula has the frequencies of Tensor2Tensor."""
    found = {dim: Sinusoidal(schedule="Tensor2Tensor").frequencies(dim) for dim in (64, 512)}
    # the second frequency of the paper is B^(-2/d)
    bases = [float(frequencies[1] ** (-dim / 2)) for dim, frequencies in found.items()]
    last = 1 / float(found[64][-1])
    return Note(
        "Every program has the frequencies of the paper.",
        f"Tensor2Tensor, fairseq and Whisper divide by d − 2 where the paper has d, so that the last one is exactly "
        f"1/{number(last)}. The paper's formula has these frequencies at another base: {bases[0]:,.1f} for d = 64, "
        f"{bases[1]:,.1f} for d = 512. Who fits a base to such a table finds that number.",
    )


NOTES = (
    bits_count_positions,
    pairs_count_half,
    equal_pictures_prove_little,
    smooth_between_integers,
    an_odd_base_is_another_schedule,
)
