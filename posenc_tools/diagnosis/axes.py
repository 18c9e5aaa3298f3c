"""Tables of rotations by several axes: axial RoPE in layouts that are no grid of waves, and M-RoPE of any prompt."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import AnyArray, Array, Integers, Mask
from posenc_core.foundation.domains import listed_numbers
from posenc_core.schemes import AxialRoPE, MRoPE
from posenc_tools.diagnosis import costs, residuals, thresholds
from posenc_tools.diagnosis.explanations import Explanation, Match, Table, changed_parameters, variants
from posenc_tools.diagnosis.storage import evenly_spaced

Wave = Callable[[Array], Array]

WAVES: dict[str, tuple[Wave, ...]] = {
    "cosines": (np.cos,),
    "sines": (np.sin,),
    "angles": (np.positive,),
    "cosines, then sines": (np.cos, np.sin),
    "sines, then cosines": (np.sin, np.cos),
}
"""Functions of the angles, side by side."""

SPREADS: dict[str, Callable[[AnyArray], AnyArray]] = {
    "half": lambda pairs: np.concatenate([pairs, pairs], -1),
    "interleaved": lambda pairs: np.repeat(pairs, 2, -1),
    "": lambda pairs: pairs,
}
"""Columns with the same number, by pairing."""

SHOWN = ("order", "frequencies_of", "arrangement", "coordinates")
BOTH = {"row twice, column missing": 0, "column twice, row missing": 1}


class _Form(NamedTuple):
    """Layout of a table of K rotating pairs."""

    parameters: dict[str, str]
    pairs: int
    waves: tuple[Wave, ...]
    spread: Callable[[AnyArray], AnyArray]
    columns: Integers  # those of the first wave, one for each pair

    def build(self, angles: Array) -> Array:
        """Compute the table. (n, K) -> (n, d)."""
        return np.concatenate([self.spread(wave(angles)) for wave in self.waves], 1)


def explanations(table: Table) -> Iterator[Match]:
    """Explanations as M-RoPE or axial RoPE, except for grids of waves."""
    numbers = table.numbers
    if not thresholds.MIN_AXIS_SIZE**2 <= len(numbers) <= thresholds.MAX_GRID_ROWS:
        return
    rows = evenly_spaced(len(numbers), thresholds.SAMPLE_ROWS // 4)
    for form in _forms(table, numbers[rows]):
        # the slowest pair hardly moves from one token to the next
        slowest = numbers[:, form.columns[-1]]
        if np.median(np.abs(np.diff(slowest))) > thresholds.MAX_SLOW_STEP * table.peak:
            continue
        yield from _axial(table, form, rows)
        yield from _multimodal(table, form, rows)


def _forms(table: Table, sample: Array) -> Iterator[_Form]:
    """Layouts that agree with equal columns, and with sine and cosine of one angle."""
    dim, off = sample.shape[1], (4 * table.storage.error + thresholds.FLOAT32_ARITHMETIC) * table.peak
    fits = abs(table.peak - 1) < thresholds.MAX_AMPLITUDE_ERROR + off, table.peak > 1 + off
    seen = set[str]()
    for (pairing, spread), (name, waves) in product(SPREADS.items(), WAVES.items()):
        count, rest = divmod(dim, len(waves) * len(spread(np.zeros(1))))
        if rest or count < thresholds.MIN_SCALED_FREQUENCIES or not fits[name == "angles"] or name in seen:
            continue
        # the first column of each pair, in each wave
        first = np.unique(spread(np.arange(count)), return_index=True)[1]
        width = dim // len(waves)
        parts = [sample[:, start + first] for start in range(0, dim, width)]
        whole = np.concatenate([spread(part) for part in parts], 1)
        squares = sum(np.square(part) for part in parts)
        if np.abs(whole - sample).max() <= off and (len(waves) == 1 or np.abs(squares - 1).max() <= 4 * off):
            seen.add(name)
            yield _Form({**({"pairing": pairing} if pairing else {}), "table": name}, count, waves, spread, first)


def _axial(table: Table, form: _Form, rows: Integers) -> Iterator[Match]:
    """Explanations as axial RoPE."""
    numbers = table.numbers[:, form.columns]
    off = (4 * table.storage.error + thresholds.FLOAT32_ARITHMETIC) * table.peak
    moved = np.abs(numbers - numbers[0]) > off
    # a row ends where its columns repeat, or where the next row begins
    ends = [int(change) for change in moved.argmax(axis=0) if change > 1][:1]
    ends += np.flatnonzero(~moved.any(axis=1) & (np.arange(len(numbers)) > 1))[:1].tolist()
    count = np.arange(len(numbers))
    for width, base in product(dict.fromkeys([min(ends, default=0), *ends]), ("10000", "100")):
        if not thresholds.MIN_AXIS_SIZE <= width <= len(numbers) // 2:
            continue
        grid = AxialRoPE(base=base, width=width, height=-(-len(numbers) // width))
        whole = len(numbers) % width == 0
        schemes = variants(
            grid, arrangement=("blocks", "alternating"), frequencies_of=("each axis", "all axes"),
            order=("row, column", "column, row"),
        )  # fmt: skip
        # the others are grids of waves
        few = 0 if not whole or form.parameters["table"] == "angles" else 2
        tried = [(scheme, "") for scheme in [*schemes][few:]]
        tried += [(replace(grid, coordinates="normalized", factor=2 * np.pi), ""), *((grid, both) for both in BOTH)]
        for (scheme, both), start in product(tried, (0, 1)):
            positions = np.stack([count // width, count % width], 1) + float(start)
            if both:
                positions = positions[:, [BOTH[both]] * 2]
            changed = changed_parameters(scheme)
            parameters: dict[str, Any] = {"width": width, "base": float(base)}
            parameters |= {name: changed[name] for name in SHOWN if name in changed}
            parameters |= {"start": start} if start else {}
            parameters |= {"axes": both} if both else {}
            cost = costs.UNUSUAL if both or not whole else 1.0 + start
            yield from _compare(table, form, rows, "AxialRoPE", scheme, positions, parameters, cost)


def _multimodal(table: Table, form: _Form, rows: Integers) -> Iterator[Match]:
    """Explanations as M-RoPE, whose positions are read from the table."""
    numbers = table.numbers[:, form.columns]
    published = {(setting.sections, setting.arrangement) for setting in MRoPE.published().values()}
    sections = sorted({shares for shares, _ in published}, key=lambda shares: sum(listed_numbers(shares)) != form.pairs)
    kinds = [*product(sections, ("blocks", "interleaved", "time last"))]
    every = np.arange(float(max(thresholds.MAX_PROMPT_POSITION, len(numbers))))
    precision = -np.log(4 * (table.storage.error + 1e-6))
    few = numbers[rows[:: len(rows) // 4]]
    for base in thresholds.PROMPT_BASES:
        codes = form.waves[0](MRoPE(base=base).frequencies(2 * form.pairs)[:, None] * every)
        explained, seen = False, set[bytes]()
        for shares, arrangement in kinds:
            scheme = MRoPE(base=base, sections=shares, arrangement=arrangement)  # type: ignore[arg-type]
            axis = scheme.axis_of_pairs(2 * form.pairs)
            # equal proportions of other numbers are equal, and few columns agree with some position by chance
            if axis.tobytes() in seen or np.bincount(axis, minlength=3).min() * precision < 2 * np.log(len(every)):
                continue
            seen.add(axis.tobytes())
            if not all(_may_be_axis(few, codes, np.flatnonzero(axis == place)) for place in range(3)):
                continue
            positions = np.stack([_nearest(numbers, codes, axis == place) for place in range(3)], 1)
            if not explained:
                # equal positions on all axes are RoPE
                line = np.repeat(_nearest(numbers, codes, axis >= 0)[:, None], 3, 1).astype(np.float64)
                if any(
                    match.residual is not None for match in _compare(table, form, rows, "RoPE", scheme, line, {}, 0.0)
                ):
                    return
            exchanged = not _images(positions) and bool(_images(positions[:, [0, 2, 1]]))
            sizes = _images(positions[:, [0, 2, 1]] if exchanged else positions)
            parameters: dict[str, Any] = {"sections": shares, "arrangement": arrangement, "base": base}
            parameters |= {"order": "column, row"} if exchanged else {}
            # without images that are recognized, any row may be that of another token
            parameters |= {"images": ", ".join(sizes)} if sizes else {"positions": "unchecked"}
            usual = not exchanged and (shares, arrangement) in published
            cost = 1.0 if usual else costs.UNUSUAL
            matches = [*_compare(table, form, rows, "MRoPE", scheme, positions.astype(np.float64), parameters, cost)]
            yield from matches
            explained |= any(match.residual is not None for match in matches)
        if explained:
            return


def _may_be_axis(numbers: Array, codes: Array, columns: Integers) -> bool:
    """Return True if a few columns of a few rows are near those of some position. (r, K), (K, p), (c,)."""
    some = columns[evenly_spaced(len(columns), thresholds.SAMPLE_COLUMNS)]
    off = np.square(numbers[:, some, None] - codes[some]).mean(axis=1).min(axis=1)
    return bool(off.max() <= thresholds.MAX_PROMPT_RESIDUAL)


def _nearest(numbers: Array, codes: Array, columns: Mask) -> Integers:
    """Position of each row by the columns of one axis. (n, K), (K, p), (K,) -> (n,)."""
    numbers, codes = numbers[:, columns], codes[columns]
    norms, positions = np.square(codes).sum(axis=0), np.empty(len(numbers), np.int64)
    step = max(2**21 // len(norms), 1)
    for first in range(0, len(numbers), step):
        positions[first : first + step] = (norms - 2 * numbers[first : first + step] @ codes).argmin(axis=1)
    return positions


def _images(positions: Integers) -> list[str]:
    """Sizes of the images and videos of a prompt after merging; empty if the positions are none of a prompt."""
    sizes: list[str] = []
    places, at, start = positions[:, 1:], 0, int(positions[0].min())
    while at < len(places):
        if (places[at] != start).any():
            return []
        after = places[at + 1 :]
        if not len(after) or (after[0] == start + 1).all():
            at, start = at + 1, start + 1
            continue
        columns = 1 + int(np.cumprod(after[:, 0] == start).sum())
        height = int(np.cumprod(np.diff(after[columns - 1 :: columns, 0], prepend=start) == 1).sum()) + 1
        grid = np.arange(len(places) - at)
        expected = start + np.stack([grid // columns % height, grid % columns], 1)
        frames = int(np.cumprod((places[at:] == expected).all(axis=1)).sum()) // (height * columns)
        if not frames:
            return []
        # the first token of text may continue the grid
        at += frames * height * columns
        start = int(places[at, 0]) if at < len(places) and places[at, 0] > start else start
        sizes.append(" × ".join(map(str, [*([frames] if frames > 1 else []), height, columns])))
    return sizes


def _compare(
    table: Table, form: _Form, rows: Integers, name: str, scheme: AxialRoPE | MRoPE,
    positions: Array, parameters: dict[str, Any], cost: float,
) -> Iterator[Match]:  # fmt: skip
    """Compare an explanation with a sample of rows, then with the whole table."""
    off = (4 * table.storage.error + 1e-3) * table.peak
    sample = form.build(scheme.angles(positions[rows], 2 * form.pairs))
    if np.abs(sample - table.numbers[rows]).max() > off:
        return
    angles = scheme.angles(positions, 2 * form.pairs)
    make = partial(form.build, angles)
    prediction = make()
    arithmetic = np.concatenate([form.spread(np.abs(angles))] * len(form.waves), 1) * thresholds.FLOAT32_ANGLE
    allowed = residuals.tolerance(table, prediction, arithmetic + 1e-6 * table.peak, 1.0)
    residual = residuals.classify(table, prediction, allowed, noise=False)
    explanation = Explanation("scheme", name, parameters | form.parameters, table.misfit(prediction), None, make, cost)
    yield Match(explanation, residual)
