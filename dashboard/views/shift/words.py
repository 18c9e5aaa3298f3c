"""Shift: in which schemes moving by k is one matrix, and what its blocks do."""

import numpy as np

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.shift import numbers
from dashboard.views.words import listed, number, small
from posenc_core import Scheme, Sinusoidal, criteria, shift
from posenc_core.arrays import Array

WAYS = {"closed form": "closed form", "blocks": "best 2 × 2 blocks", "affine": "best matrix and translation"}
"""How the ways to T(k) are called."""


def tokens(offset: int) -> str:
    """An offset in words."""
    return f"{offset:,} token{'s' * (offset > 1)}"


def claim(study: Study) -> str:
    """In which schemes one matrix moves every position by k, tried on positions that no fit has seen."""
    found: dict[str, list[str]] = {}
    for scheme in study.schemes:
        sentence, words = _verdict(study, scheme)
        found.setdefault(sentence, []).append(words)
    return " ".join(sentence.format(listed(words)) for sentence, words in found.items())


def residual_words(study: Study) -> str:
    """What a residual is, and whether there are so few rows that a free fit meets whatever it sees."""
    n = study.length
    text = (
        "How far PE(p) T(k) is from PE(p + k), as a share of its size. The fits have seen positions 0 to "
        f"{n - 1:,}; the unseen ones are the second half of a sequence twice as long. Rounding is about 1e−16 to 1e−13."
    )
    if numbers.few_rows(study):
        count = n - study.offset
        rows = f"{count} row{'s' * (count > 1)}"
        text += f" Here the last way fits whatever it sees: {rows} for {study.dim + 1} free numbers a column."
    return text


def matrix_words(study: Study, drawn: int) -> str:
    """What T(k) is, and what of it is drawn: so many rows and columns."""
    text = (
        "PE(p), as a row, times T(k) should be PE(p + k): each number says how much of a column before goes into a "
        "column after. Change k and the blocks turn. Where one matrix does it, two moves are one: T(a) T(b) = T(a + b)."
    )
    if drawn < study.dim:
        text += f" Drawn are the first {drawn} of {study.dim} rows and columns."
        apart = [s.name for s in study.schemes if ((s.pairs(study.dim) < drawn).sum(axis=1) == 1).any()]
        if apart:
            text += f" The partners of these columns stand farther on in {listed(apart)}: their blocks are cut."
    return text


def block_words(study: Study, scheme: Scheme, found: numbers.Block | None) -> str:
    """What the block is, up to the equation that shows it; or which pairs there are."""
    chosen, k = study.options["pair"], study.offset
    if found is None:
        count = len(scheme.pairs(study.dim))
        has = f"the pairs 0 to {count - 1}" if count > 1 else "pair 0 only" if count else "no pairs"
        return f"Pair = {chosen:,} does not exist: d = {study.dim:,} has {has}."
    p = found.start
    text = f"Pair {chosen:,} of {scheme.name} is columns {found.pair[0]:,} and {found.pair[1]:,}. "
    if found.angle is None:
        goal = ", ".join(map(number, found.goal))
        return text + (
            f"No closed form is known: this is the block that fits all positions best. Position {p + k:,} is [{goal}]; "
            f"from position {p:,} the block gives"
        )
    turns, rest = divmod(found.angle, 2 * np.pi)
    whole = f" ({turns:,.0f} full turn{'s' * (turns > 1)} and {np.degrees(rest):.1f}°)" if turns else ""
    return text + (
        f"In {tokens(k)} it turns by w k = {number(found.angle)} rad = {number(np.degrees(found.angle))}°{whole}, "
        f"wherever it starts. As a row [sin cos], with the block on its right, {p:,} → {p + k:,} is"
    )


def sign_words(study: Study, scheme: Scheme) -> str:
    """What the other sign of the sine would do."""
    n, d, k = study.length, study.dim, study.offset
    move, _ = numbers.move(scheme, k, n, d)
    table = measurements.table(scheme, n, d)
    wrong, right = (
        shift.residual(shift.Move(cells, move.translation), table, k) for cells in (move.matrix.T, move.matrix)
    )
    return (
        f"With the other sign of sin every pair turns back instead of on: PE(p) T misses PE(p + k) by {small(wrong)} "
        f"of its size. With this sign it misses by {small(right)}."
    )


def equation(left: list[Array], right: Array) -> str:
    """A product of matrices and what it is, in LaTeX, one below the other: side by side they are wider than a phone."""
    return rf"\begin{{gathered}}{' '.join(map(_latex, left))}\\[1ex] = {_latex(right)}\end{{gathered}}"


@kept
def free_fits() -> str:
    """Why a free least-squares fit would lie: a matrix for random rows, and one for the sinusoid."""
    table, more = np.random.default_rng(0).normal(size=(2, 50, 128))
    fitted = shift.Move(np.linalg.lstsq(table[:-8], table[8:], rcond=None)[0], np.zeros(128))
    wave = shift.residuals(Sinusoidal(), 8, 128, 64)["affine"]
    rows, columns = table.shape
    return (
        f"**Why not simply fit d × d numbers?** Some matrix moves the rows of a {rows} × {columns} table of random "
        f"numbers by 8 with a residual of {small(shift.residual(fitted, table, 8))}: {rows - 8} rows do not determine "
        f"{columns} numbers a column. It says nothing about position, and misses {rows} other random rows by "
        f"{small(shift.residual(fitted, more, 8))}.\n\nEven the sinusoid itself (n = 128, d = 64, k = 8), fitted "
        f"freely, has {small(wave.seen)} on seen and {small(wave.unseen)} on unseen positions: its slow columns hardly "
        "move within the sequence, so they do not determine the matrix. Count only a closed form, or what holds on "
        "unseen positions."
    )


def _verdict(study: Study, scheme: Scheme) -> tuple[str, str]:
    """Whether one matrix moves every position of a scheme by k, and how a sentence says it."""
    found = numbers.residuals(scheme, study.offset, study.length, study.dim)
    affine = found["affine"]
    linear = min(r.unseen for way, r in found.items() if way != "affine")
    if np.isnan(linear):
        return "**Undefined** in {}.", f"{scheme.name} (only zero vectors to arrive at)"
    if linear <= criteria.EXACT:
        which = "One matrix" if "closed form" in found else "A fitted matrix"
        return f"**{which}** does it in {{}}.", f"{scheme.name} (residual {small(linear)})"
    if affine.unseen <= criteria.EXACT:
        return "**A matrix and a translation** in {}.", f"{scheme.name} (residual {small(affine.unseen)})"
    fits = affine.seen <= criteria.EQUAL and not numbers.few_rows(study)
    fitted = f"fits seen ones to {small(affine.seen)}, but " if fits else ""
    return (
        "**No matrix** of those below in {}.",
        f"{scheme.name} ({fitted}misses by {small(min(linear, affine.unseen))})",
    )


def _latex(cells: Array) -> str:
    lines = [" & ".join(f"{cell:.3f}" for cell in row) for row in np.atleast_2d(cells)]
    return r"\begin{bmatrix}" + r"\\".join(lines) + r"\end{bmatrix}"
