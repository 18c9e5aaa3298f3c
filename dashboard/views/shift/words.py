"""Shift: in which schemes one matrix moves every position by k, and what it does to one pair of columns."""

import numpy as np
import pandas as pd

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.shift import numbers
from dashboard.views.words import counted, listed, number, percent
from posenc_core import Scheme, Sinusoidal, criteria, numerals, shift, trained
from posenc_core.arrays import Array

WAYS = {
    "closed form": "formula",
    "addition": "identity, and a vector added",
    "blocks": "fitted blocks",
    "affine": "free fit",
}
"""How the ways to T(k) are called."""


def tokens(offset: int) -> str:
    """An offset in words."""
    return "one token" if offset == 1 else counted(offset, "token")


def miss(share: float) -> str:
    """How far a way to T(k) misses, in words."""
    if np.isnan(share):
        return "–"
    return "0 (rounding)" if share <= criteria.EQUAL else numerals.miss(share)


def question(study: Study) -> str:
    """What the page asks, and why."""
    turn = f"Can one fixed matrix turn the vector of any position p into that of p\u00a0+\u00a0{study.offset:,}?"
    return f"{turn} Then a step is the same operation everywhere."


def claim(study: Study) -> str:
    """In which schemes one matrix moves every position by k, tried on positions that no fit has seen."""
    if study.length == 1:
        return "A sequence of one position has nowhere to move. Choose a larger n."
    found: dict[str, list[str]] = {}
    for scheme in study.schemes:
        found.setdefault(_verdict(study, scheme), []).append(scheme.name)
    return " ".join(sentence.format(names=listed(names)) for sentence, names in found.items())


def matrix_words(study: Study, drawn: int) -> str:
    """What T(k) is, and what of it is drawn: so many rows and columns."""
    k, d = study.offset, study.dim
    found = {scheme: numbers.move(scheme, k, study.length, d) for scheme in study.schemes}
    text = (
        f"PE(p), the vector of position p, times T({k:,}) should be PE(p\u00a0+\u00a0{k:,}). "
        "Number j of the product is a sum: each number i of PE(p), times the cell in row i, column j."
    )
    if any(way == "closed form" for _, way in found.values()):
        text += " Turns add up: T(a)\u00a0T(b)\u00a0=\u00a0T(a\u00a0+\u00a0b)."
    if added := [s.name for s, (move, way) in found.items() if way == "addition" and move.translation.any()]:
        text += f" In {listed(added)}, the same vector is then added everywhere."
    if fitted := numbers.fitted(study):
        blocks = "the matrix of 2 × 2 blocks" if d > 1 else "the number"
        text += f" For {listed([s.name for s in fitted])} no formula is known: drawn is a fit, {blocks} that comes "
        text += "nearest on the positions it was given."
    for scheme, (_, way) in found.items():
        if way == "blocks" and (alone := numbers.left_over(scheme, k, d)):
            columns = "column without a partner is" if len(alone) == 1 else "columns without a partner are"
            text += f" In {scheme.name}, only the {columns} fitted."
    if drawn < study.dim:
        text += f" Only the first {drawn} of {study.dim:,} rows and columns are drawn."
        apart = [s.name for s in study.schemes if ((s.pairs(study.dim) < drawn).sum(axis=1) == 1).any()]
        if apart:
            text += f" In {listed(apart)} the partners of these columns stand farther on and are not drawn."
    return text


def matrix_alt(scheme: Scheme, study: Study, way: str) -> str:
    """The picture of T(k) for who cannot see it."""
    filled = "filled only where a column meets itself or its partner"
    if way == "addition":
        filled = "1 where a column meets itself, 0 elsewhere"
    moves = f"the matrix that moves {scheme.name} by {tokens(study.offset)}"
    return f"T({study.offset:,}), {moves}: {WAYS[way]}; {filled}."


def turn_alt(study: Study, scheme: Scheme, found: numbers.Block) -> str:
    """The picture of one pair for who cannot see it."""
    turned = "" if found.angle is None else f", turned by {number(np.degrees(found.angle % (2 * np.pi)))}°"
    return (
        f"Columns {found.pair[0]:,} and {found.pair[1]:,} of {scheme.name} at all positions. Position {found.start:,} "
        f"and position {found.start + study.offset:,} are marked{turned}."
    )


def block_words(study: Study, scheme: Scheme, found: numbers.Block | None) -> str:
    """What the move does to the chosen pair; or which pairs there are."""
    chosen, k = study.options["pair"], study.offset
    if found is None:
        return f"Pair {chosen:,} does not exist: {_pairs(len(scheme.pairs(study.dim)), study.dim)}."
    text = f"Pair {chosen:,} of {scheme.name} is columns {found.pair[0]:,} and {found.pair[1]:,}"
    if found.angle is not None:
        turns, rest = divmod(found.angle, 2 * np.pi)
        size = number(found.angle)
        radians = f"{size} {'radian' if size == '1' else 'radians'}"
        whole = f"; {counted(int(turns), 'full turn')} and {number(np.degrees(rest))}°" if turns else ""
        turning = f"In {tokens(k)} it turns by {number(np.degrees(found.angle))}° ({radians}{whole})"
        turning = turning if found.angle else "It stands still"
        text += f", in this order a sine and its cosine. {turning}, wherever it starts."
    elif found.way == "addition":
        text += f". A move by {tokens(k)} adds the same numbers everywhere."
    else:
        text += ". No formula is known, so this is the block that fits all positions best."
    if found.start < study.position:
        text += (
            f" No position is {tokens(k)} after {study.position:,}, so {found.start:,} → {found.start + k:,} is shown."
        )
    return text


def row_words(study: Study, found: numbers.Block) -> str:
    """What the equation below shows."""
    p, q = f"{found.start:,}", f"{found.start + study.offset:,}"
    if found.angle is not None:
        return f"As a row [sin cos], position {p} becomes position {q}:"
    return f"It makes of position {p}:" if found.way == "blocks" else f"Position {p} becomes position {q}:"


def row_equation(found: numbers.Block) -> str:
    """The pair at p, moved, in LaTeX."""
    if found.way == "addition":
        return _equation(f"{_latex(found.before)} + {_latex(found.added)}", found.after)
    return _equation(f"{_latex(found.before)} {_latex(found.cells)}", found.after)


def column_equation(found: numbers.Block, *, sine_first: bool) -> str:
    """The same with the pair as a column and the matrix on its left, in LaTeX."""
    # with the cosine first both rows and both columns change places: the matrix is transposed once more
    cells, order = (found.cells.T, slice(None)) if sine_first else (found.cells, slice(None, None, -1))
    return _equation(f"{_latex(cells)} {_latex(found.before[order, None])}", found.after[order, None])


def fit_words(study: Study, found: numbers.Block) -> str:
    """Whether a fitted block arrives where it should."""
    size = float(np.abs(found.goal).max()) or 1.0
    end, goal = f"position {found.start + study.offset:,}", ", ".join(map(number, found.goal))
    if np.abs(found.after - found.goal).max() <= criteria.EQUAL * size:
        return f"That is {end}."
    return f"That is not {end}, which is [{goal}]."


def ring_words(study: Study, found: numbers.Block) -> str:
    """What the ring is."""
    text = (
        f"The ring is where the equation sends position {found.start:,}; the dot is position "
        f"{found.start + study.offset:,}. Click a point to start there."
    )
    if found.angle is not None:
        text += " Here the cosine is across and the sine up; on Trajectory you choose the columns."
    return text


def residual_words(study: Study) -> str:
    """What the table of residuals says, and whether there are so few rows that a free fit meets whatever it sees."""
    n = study.length
    text = (
        f"A fit is the matrix that comes nearest on the positions it was given: here 0 to {n - 1:,}. "
        "What counts is the last column: how far the moved vectors miss the right ones on unseen positions. "
        f"Unseen are positions {n:,} to {2 * n - 1:,} of a sequence twice as long. "
    )
    for scheme in study.schemes:
        if (has := scheme.has(2 * n)) < 2 * n:
            text += f"{scheme.name} ends before, at position {has - 1:,}. "
    text += "Fitted blocks mix only the two columns of a pair. " if study.dim > 1 else ""
    text += "A free fit mixes all columns and may add a vector."
    if numbers.few_rows(study):
        text += (
            f" Here a free fit learns from {counted(n - study.offset, 'move')} only: how well it does on what "
            "it has seen says nothing."
        )
    return text


@kept
def free_fits() -> str:
    """Why a free least-squares fit would lie: a matrix for random rows, and one for the sinusoid."""
    table, more = np.random.default_rng(0).normal(size=(2, 50, 128))
    fitted = shift.Move(np.linalg.lstsq(table[:-8], table[8:], rcond=None)[0], np.zeros(128))
    wave = shift.residuals(Sinusoidal(), 8, 128, 64)["affine"]
    rows, columns = table.shape
    return (
        f"**A good fit proves nothing.** Some matrix moves {rows} rows of {columns} random numbers by 8 without an "
        f"error: it learned them by heart. On other random rows it is off by {miss(shift.residual(fitted, more, 8))}."
        f"\n\nA free fit misses even the sinusoid by {miss(wave.unseen)} on unseen positions (n = 128, d = 64, "
        "k = 8). Its slow columns hardly move, so a fit learns too little about them."
    )


def training_claim(found: numbers.Trained) -> str:
    """What training found, first of all."""
    (name, turns), *_ = found.found.items()
    ratios = turns.ratios
    return (
        f"A table may also be learned: training adjusts every number, and no rule is given. {name} is such a table, "
        f"of the model all-MiniLM-L6-v2: {found.shape[0]:,} positions of {found.shape[1]:,} numbers. **Training found "
        f"turns by itself: one step turns {len(turns.wavelengths)} pairs of directions, and each "
        f"turn takes about {ratios.mean():.0f} times as long as the one before.**"
    )


def training_words(found: numbers.Trained) -> str:
    """How it was found, how exact it is, and what stands apart."""
    (name, turns), *others = found.found.items()
    first, last = turns.rows
    one, other = found.parts
    wide = [(each, max(control.ratios) / min(control.ratios)) for each, control in others]
    return (
        f"**How it is found.** {percent(turns.share)} of what positions {first:,} to {last:,} differ by lies in "
        f"{trained.DIRECTIONS} directions. In these, one matrix is fitted that moves them by one token. Its turns "
        f"keep {percent(turns.kept.min())} or more of the length at every step. It misses positions that it has not "
        f"seen by {miss(turns.unseen)}.\n\n"
        f"**How exact it is.** The fastest turn takes {number(one.wavelengths[0])} tokens in the first half of these "
        f"positions, and {number(other.wavelengths[0])} in the second. So it is a habit, not a rule.\n\n"
        f"**What is special.** Turns alone prove nothing: such a fit finds them in any table that changes slowly, even "
        "a random walk. But the ratios of the other tables are not even: their largest is at least "
        f"{number(min(ratio for _, ratio in wide))} times their "
        f"smallest. In {name} it is {number(max(turns.ratios) / min(turns.ratios))} times.\n\n"
        f"**What stands apart.** Position 0, where every text has the same mark [CLS], has a vector "
        f"{number(found.first.norm)} long. All others are {number(found.first.smallest)} to "
        f"{number(found.first.largest)} long."
    )


def training_caption(found: numbers.Trained) -> str:
    """What the picture shows, and what the other tables are."""
    turns, *_ = found.found.values()
    wave, pairs = found.found["Sinusoidal"], found.shape[1] // 2
    return (
        f"Equal gaps are equal ratios: {', '.join(map(number, turns.ratios))} in the first line. Below it are tables "
        f"of the same size that nobody trained. The random walk adds random numbers from position to position; the "
        f"smoothed numbers are random ones, averaged over about {trained.SMOOTHED} positions. The sinusoid turns "
        f"{pairs:,} pairs of columns: {trained.DIRECTIONS} directions hold only {percent(wave.share)} of what its "
        "positions differ by, so its own wavelengths are not found."
    )


def training_alt(found: numbers.Trained) -> str:
    """The picture of the wavelengths for who cannot see it."""
    (name, turns), *_ = found.found.items()
    return (
        f"Wavelengths of the turns in {listed(list(found.found))}. In {name}: "
        f"{', '.join(map(number, turns.wavelengths))} tokens."
    )


def training_table(found: numbers.Trained) -> pd.DataFrame:
    """Every table in one line, in words."""
    return pd.DataFrame(
        [
            (
                name,
                percent(turns.share),
                ", ".join(map(number, turns.wavelengths)),
                ", ".join(map(number, turns.ratios)),
                miss(turns.unseen),
            )
            for name, turns in found.found.items()
        ],
        columns=["table", "share", "wavelengths", "ratios", "unseen"],
    )


def _verdict(study: Study, scheme: Scheme) -> str:
    """Whether one matrix moves every position of a scheme by k: a sentence with a place for the names of schemes."""
    n, d, k = study.length, study.dim, study.offset
    found = numbers.residuals(scheme, k, n, d)
    blocks, affine, exact = found["blocks"].unseen, found["affine"], criteria.EQUAL
    moving = f"moving {tokens(k)} on"
    if scheme.has(2 * n) == n and affine.seen <= exact:
        return f"Nothing can be said of {{names}}: after position {n - 1:,} it has none to try a fit on."
    if scheme.has(2 * n) > n and np.isnan(blocks):
        return "Nothing can be said of {names}: all vectors to arrive at are zero."
    if "closed form" in found and found["closed form"].seen <= exact:
        turning = f"{moving} turns {_turning(scheme, k, d, n)} by a fixed angle"
        if found["closed form"].unseen <= exact:
            return f"In {{names}}, {turning}: one matrix, wherever you start."
        return f"In {{names}}, {turning}, but in a sequence twice as long the angles differ."
    added = numbers.addition(scheme, k, n, d)
    if added and np.abs(added.translation).max() <= exact * np.abs(measurements.table(scheme, n, d)).max():
        return f"In {{names}}, {moving} changes nothing: the vectors repeat."
    if alone := numbers.left_over(scheme, k, d):
        return _alone(alone, d, min(blocks, affine.unseen))
    if blocks <= exact:
        return "One matrix, found by a fit, moves every position of {names}."
    if added and affine.unseen <= exact:
        return f"A matrix and a translation do it in {{names}}: {moving} adds the same vector everywhere."
    if affine.unseen <= exact:
        return "A matrix and a translation, which adds the same vector everywhere, do it in {names}."
    if added:
        return f"In {{names}}, {moving} adds the same vector everywhere, but another length needs another vector."
    # the best fit of all, and it misses what it has seen
    if affine.seen > exact:
        return "For {names} no such matrix exists. Adding a vector does not help."
    few = "the only move" if n - k == 1 else f"the {n - k:,} moves"
    return f"In {{names}}, a matrix fitted to {few} of this sequence misses new positions: too few moves to tell."


def _turning(scheme: Scheme, offset: int, dim: int, length: int) -> str:
    """Which pairs of a scheme turn: where only a share of the columns does, the others stand still."""
    angles = scheme.angles_at_offset(offset, dim, length)
    count = dim // 2 if angles is None else np.count_nonzero(angles)
    if count == dim // 2:
        return "every pair of columns" if count > 1 else "the pair of columns"
    return f"{'one' if count == 1 else f'{count:,}'} of {dim // 2:,} pairs of columns"


def _alone(columns: list[int], dim: int, share: float) -> str:
    """What is true where pairs turn and some columns have no partner."""
    best = f": the best fit tried here misses new positions by {miss(share)}"
    if share <= criteria.EQUAL:
        best = ", but a fit moves every position all the same"
    if len(columns) == dim:
        return f"In {{names}} no column has a partner to turn with{best}."
    alone = f"Column {columns[0]:,} has" if len(columns) == 1 else f"{len(columns):,} columns have"
    pairs = "Every pair of columns" if dim - len(columns) > 2 else "One pair of columns"
    return f"{pairs} turns by a fixed angle in {{names}}. {alone} no partner{best}."


def _pairs(count: int, dim: int) -> str:
    if not count:
        return f"d = {dim:,} has no pairs of columns"
    return f"d = {dim:,} has the pairs 0 to {count - 1:,}" if count > 1 else f"d = {dim:,} has only pair 0"


def _equation(left: str, right: Array) -> str:
    """In two lines: side by side they are wider than a phone."""
    return rf"\begin{{gathered}}{left}\\[1ex] = {_latex(right)}\end{{gathered}}"


def _latex(cells: Array) -> str:
    whole = (cells == np.round(cells)).all()
    lines = [" & ".join(_cell(float(cell), whole) for cell in row) for row in np.atleast_2d(cells)]
    return r"\begin{bmatrix}" + r"\\".join(lines) + r"\end{bmatrix}"


def _cell(value: float, whole: bool) -> str:
    """Three decimals, or as many as it takes to see that a number is not 0."""
    if whole or 1e-12 < abs(value) < 5e-4:
        return number(value)
    return f"{value:z.3f}"
