"""Comparison of rotations that code computes with those of a configuration, and the bug that explains a difference."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.foundation import rope_scaling
from posenc_core.models.model import Model
from posenc_core.models.rope import Pairing, Rope
from posenc_core.text.messages import Claim, claim

__all__ = ["BITS", "SAMPLE", "Meant", "Waves", "differences", "meant", "read_waves", "stored_format"]

BITS = {"float64": 24, "float32": 24, "float16": 11, "bfloat16": 8}
"""Significant bits of stored numbers; angles are assumed to be computed in float32."""

SAMPLE = np.array(
    [*range(17), *(2**k + more for k in range(5, 25) for more in (-1, 0, 1, 2 ** (k - 1) + 3))], dtype=np.int64
)
"""Positions that tell most bugs apart: consecutive ones, and those around common cache sizes."""

BASES = (1e4, 5e5, 1e6, 5e6, 1e7, 1e5, 1.5e5, 1.6e5, 5e4, 2e6, 1e8)
"""Common bases, for tables from which none can be measured."""

TILED = frozenset(
    "deepseek_v3 ernie4_5 ernie4_5_moe glm glm4 helium longcat_flash moonshine youtu".split()
)
"""Model types that pair neighbors, but whose tables have all pairs in each half: their code reorders them."""

FORMULA_TOLERANCE = 2e-4
"""Largest relative error of an attention factor whose formula is named."""

RANGES = 3
"""Number of ranges of pairs that are listed."""


class Waves(NamedTuple):
    """Cosines and sines that code multiplies pairs with.

    Attributes
    ----------
    positions : ndarray, shape (n,)
        Positions.
    parts : tuple of (ufunc, ndarray of shape (n, pairs))
        `np.cos` with the cosines, or `np.sin` with the sines, or both.
    columns : {"interleaved", "half"}, optional
        Pairing, if it can be seen.
    sized : bool
        If the numbers contain the attention factor.
    format : str
        Float type of the numbers.
    table : bool
        If only the columns show the pairing, which code may reorder.
    """

    positions: NDArray[np.int64]
    parts: tuple[tuple[np.ufunc, Array], ...]
    columns: str | None = None
    sized: bool = True
    format: str = "float32"
    table: bool = True

    @property
    def pairs(self) -> int:
        """Number of pairs."""
        return int(self.parts[0][1].shape[1])

    def rows(self, chosen: NDArray[np.bool_]) -> "Waves":
        """Return the chosen rows."""
        parts = tuple((wave, values[chosen]) for wave, values in self.parts)
        return self._replace(positions=self.positions[chosen], parts=parts)


class Meant(NamedTuple):
    """Rotation that a configuration describes, with those of its other layers."""

    rope: Rope
    pairing: Pairing | None = None
    others: tuple[tuple[str, Rope], ...] = ()
    stated: int = 0
    tiled: bool = False


def meant(model: Model, which: str | None = None) -> Meant:
    """Return the rotation of a kind of layers, by default of the main one; ValueError if it has none."""
    ropes = {layers.which: layers.rope for layers in model.layers if layers.rope}
    chosen = which or model.main.which
    if chosen not in ropes and len({*ropes.values()}) != 1:
        raise ValueError(f"the layers {chosen} of {model.name} have no rotation")
    rope = ropes.get(chosen) or next(iter(ropes.values()))
    others = tuple((other, its) for other, its in ropes.items() if its != rope)
    return Meant(rope, model.huggingface, others, model.stated or 0, model.type in TILED)


def read_waves(
    arrays: Sequence[NDArray[Any]], rope: Rope, positions: NDArray[np.int64] | None = None, format: str = ""
) -> tuple[Waves, tuple[Claim, ...]]:
    """Read cosines and sines, in two arrays or in one; complex numbers; or angles.

    Columns may contain each pair once, or twice: in both halves, or side by side.
    """
    pairs = rope.width // 2
    tables = [_two_axes(array) for array in arrays]
    if tables[0].dtype.kind == "c":
        tables = [tables[0].real, tables[0].imag]
    format = format if BITS.get(format, 24) < 24 else stored_format(tables)
    values, order = _distinct(tables[0].astype(np.float64))
    if len(tables) == 1 and np.nanmax(np.abs(values), initial=0) > 2 * rope.attention:
        parts = ((np.cos, np.cos(values)), (np.sin, np.sin(values)))
        waves = Waves(_rows_from(positions, values), parts, order, sized=False)
        return waves, ()
    if len(tables) == 1 and order is None and values.shape[1] == 2 * pairs:
        halves, neighbors = (values[:, :pairs], values[:, pairs:]), (values[:, ::2], values[:, 1::2])
        tables, order = (halves, None) if _constant(halves[0]) and _constant(halves[1]) else (neighbors, None)
        tables = tables[::-1] if not tables[0][0].any() else tables
    elif len(tables) == 1:
        return Waves(_rows_from(positions, values), ((np.sin if not values[0].any() else np.cos, values),), order, True, format), ()
    cosine, sine = (_distinct(np.asarray(table, np.float64))[0] for table in tables)
    exchanged = (claim("rotary-exchanged"),) if sine[0].all() and not cosine[0].any() and _rows_from(positions, values)[0] == 0 else ()
    parts = ((np.cos, sine), (np.sin, cosine)) if exchanged else ((np.cos, cosine), (np.sin, sine))
    return Waves(_rows_from(positions, values), parts, order, True, format), exchanged


def _rows_from(positions: NDArray[np.int64] | None, values: Array) -> NDArray[np.int64]:
    return np.arange(len(values)) if positions is None else positions


def _constant(values: Array) -> bool:
    return bool((values[0] == values[0, 0]).all())


def _two_axes(array: NDArray[Any]) -> NDArray[Any]:
    """Rows of positions, without singleton and repeated axes; complex if the last axis has cosine and sine."""
    if array.ndim > 2 and array.shape[-1] == 2:
        array = array[..., 0] + 1j * array[..., 1]
    array = array.squeeze()
    while array.ndim > 2 and all(np.array_equal(array[0], other, equal_nan=True) for other in array):
        array = array[0]
    if array.ndim != 2 or len(array) < 2:
        raise ValueError(f"cosines and sines must have rows of positions, got the shape {array.shape}")
    return array


def _distinct(values: Array) -> tuple[Array, str | None]:
    """Return the first of equal columns, and their order."""
    pairs = values.shape[1] // 2
    if values.shape[1] % 2 or pairs < 2:
        return values, None
    if np.array_equal(values[:, :pairs], values[:, pairs:], equal_nan=True):
        return values[:, :pairs], "half"
    if np.array_equal(values[:, ::2], values[:, 1::2], equal_nan=True):
        return values[:, ::2], "interleaved"
    return values, None


def stored_format(tables: Sequence[NDArray[Any]], slack: float = 0.0) -> str:
    """Coarsest float type that contains nearly all numbers."""
    for format in ("bfloat16", "float16"):
        numbers = np.concatenate([np.ravel(table).astype(np.float64) for table in tables])
        numbers = numbers[np.isfinite(numbers)]
        if (np.abs(numbers - _round(numbers, format)) <= slack * np.abs(numbers) + slack).mean() > 0.97:
            return format
    return "float32"


def differences(waves: Waves, expected: Meant) -> list[Claim]:
    """Explain how rotations differ from those of a configuration; an empty list if they agree."""
    rope = expected.rope
    if waves.pairs != rope.width // 2:
        return [claim("rotary-width", count=2 * waves.pairs, whole=rope.width)]
    finite = np.all([np.isfinite(values).all(axis=1) for _, values in waves.parts], axis=0)
    if not finite.all():
        wrong = claim("rotary-nan", start=int(waves.positions[~finite][0]))
        return [wrong] if finite.sum() < 2 else _explain(waves.rows(finite), expected) or [wrong]
    wrong = _pairing(waves, expected)
    if any(_rows(waves, frequencies, rope.attention).all() for frequencies in _lengths(waves, rope)):
        return wrong
    return _explain(waves, expected) + wrong


def _pairing(waves: Waves, expected: Meant) -> list[Claim]:
    reordered = waves.table and expected.tiled and waves.columns == "half"
    if waves.columns is None or expected.pairing in (None, waves.columns) or reordered:
        return []
    return [claim("rotary-pairing", pairing=waves.columns)]


def _lengths(waves: Waves, rope: Rope) -> list[Array]:
    """Frequencies at the length of the table; LongRoPE's at any length, because tables may begin in a long text."""
    several = rope.scaling == "LongRoPE" and waves.table
    lengths = [int(waves.positions.max()) + 1, *((0, rope.original + 1) if several else ())]
    return [rope.frequencies(length) for length in lengths]


def _rows(waves: Waves, frequencies: Array, size: float = 1.0, angles: Array | None = None) -> NDArray[np.bool_]:
    """Agreement of each number, apart from rounding: that of float32 arithmetic, and of the format. -> (n, pairs)."""
    own = np.multiply.outer(waves.positions.astype(np.float64), frequencies) if angles is None else angles
    falls = np.abs(np.log(np.clip(np.abs(frequencies), 1e-30, None)))
    tolerance = np.abs(own) * (2.0**-24 * (4 * falls + 8) * (falls > 1e-9)) + 2.0**-21
    size, last = size if waves.sized else 1.0, 0.5 ** BITS[waves.format]
    agree = [
        np.abs(values - size * wave(own)) <= size * tolerance + last * np.abs(values) for wave, values in waves.parts
    ]
    return np.asarray(np.logical_and.reduce(agree))


def _size(waves: Waves, angles: Array) -> float:
    """Least-squares attention factor."""
    pairs = [(values, wave(angles)) for wave, values in waves.parts]
    return float(sum((v * w).sum() for v, w in pairs) / (sum(np.square(w).sum() for _, w in pairs) or 1.0))


def _explain(waves: Waves, expected: Meant) -> list[Claim]:
    """Return the simplest explanation: one bug, then two, then the numbers that differ."""
    rope, sample = expected.rope, waves.rows(np.isin(waves.positions, SAMPLE))
    agree = np.logical_or.reduce([_rows(waves, each, rope.attention) for each in _lengths(waves, rope)])
    if all((values == (wave is np.cos)).all() or not values.any() for wave, values in waves.parts):
        return [claim("rotary-zero", count=waves.pairs)]
    frequencies = [((), each) for each in _lengths(waves, rope)]
    frequencies += [((reason,), each) for reason, each in _frequencies(sample, expected)]
    positions = [*_positions(sample, rope)]
    several = [(a + b, values, change(sample.positions)) for a, values in frequencies for b, change in positions]
    for reasons, values, moved in sorted(several, key=lambda each: len(each[0])):
        angles = np.multiply.outer(moved, values)
        size = _size(sample, angles) if waves.sized else 1.0
        if size > 0 and _rows(sample, values, size, angles).mean() > 0.995:
            return [*reasons, *_attention(size, rope, waves.format)] or _places(waves, agree, rope)
    return [*_rounded(sample, rope)] or _places(waves, agree, rope)


def _frequencies(waves: Waves, expected: Meant) -> Iterator[tuple[Claim, Array]]:
    """Frequencies of known bugs."""
    rope, plain, slowed = expected.rope, expected.rope.plain(), expected.rope.slowed()
    pair = np.arange(rope.width // 2)
    if rope.scaling != "none":
        yield claim("rotary-unscaled", text=rope.scaling), plain
        yield claim("rotary-twice", text=rope.scaling), plain / slowed**2
        yield claim("rotary-blend", text=rope.scaling), plain + plain / rope.factor - plain / slowed
        middle = ~np.isclose(slowed, 1) & ~np.isclose(slowed, rope.factor)
        blend = np.where(middle, plain + plain / rope.factor - plain / slowed, plain / slowed)
        yield claim("rotary-blend", text=rope.scaling), blend
        linear, ntk = plain / rope.factor, plain / rope_scaling.ntk_slowdown(len(pair), rope.width, rope.factor)
        yield claim("rotary-scaling", text=rope.scaling, shown="linear"), linear
        yield claim("rotary-scaling", text=rope.scaling, shown="NTK-aware"), ntk
        if expected.stated and rope.original:
            yield claim("rotary-original", whole=rope.original, length=expected.stated), replace(
                rope, original=expected.stated
            ).frequencies()
        if rope.scaling == "YaRN":
            yield claim("rotary-bounds"), replace(rope, truncate=not rope.truncate).frequencies()
        if rope.scaling == "LongRoPE":
            for length in (0, rope.original + 1):
                yield claim("rotary-long", whole=rope.original), rope.frequencies(length)
    for which, other in expected.others:
        if other.width == rope.width:
            yield claim("rotary-layers", which=which), other.frequencies(int(waves.positions.max()) + 1)
            yield claim("rotary-scaling-layers", which=which), replace(other, base=rope.base).frequencies()
            yield claim("rotary-base-layers", which=which), replace(rope, base=other.base).frequencies()
    divisors = {rope.head: "head", 2 * rope.width: "double", rope.width // 2: "half", rope.width - 2: "less"}
    for divisor, which in divisors.items():
        if divisor not in (0, rope.width):
            reason = claim("rotary-divisor", count=divisor, dim=rope.width, kind=which)
            yield reason, float(rope.base) ** (-2 * pair / divisor) / slowed
    yield claim("rotary-minus"), 1 / plain
    for base in (*_measured_bases(waves, slowed), *BASES):
        if base != rope.base:
            yield claim("rotary-base", x=f"{base:,.7g}", y=f"{rope.base:,.7g}"), base ** (-2 * pair / rope.width) / slowed


def _steps(waves: Waves) -> Array | None:
    """Measured frequencies, from differences of positions that grow up to 64; None without cosines and sines."""
    if len(waves.parts) < 2 or len(waves.positions) < 3 or waves.positions[1] != waves.positions[0] + 1:
        return None
    values = dict(waves.parts)
    phases = values[np.cos] + 1j * values[np.sin]
    passed = waves.positions - waves.positions[0]
    steps = np.angle(phases[1] * phases[0].conj())
    for row in np.flatnonzero((passed > 1) & (passed <= 64)):
        steps += np.angle(phases[row] * phases[0].conj() * np.exp(-1j * steps * passed[row])) / passed[row]
    return np.asarray(steps)


def _measured_bases(waves: Waves, slowed: Array) -> Iterator[float]:
    """Bases of a line through the logarithms of the measured frequencies, with few digits first."""
    steps = _steps(waves)
    if steps is None or (steps * slowed > 1e-5).sum() < 3:
        return
    clear = steps * slowed > 1e-5
    slope = np.polyfit(np.flatnonzero(clear), np.log((steps * slowed)[clear]), 1)[0]
    if -40 < slope * len(steps) < 0:
        yield from dict.fromkeys(float(f"{np.exp(-slope * len(steps)):.{digits}g}") for digits in (1, 2, 3, 4, 6, 8))


def _positions(waves: Waves, rope: Rope) -> Iterator[tuple[tuple[Claim, ...], Callable[[Array], Array]]]:
    """Positions of known bugs, as functions of the right ones."""
    yield (), lambda p: p.astype(np.float64)
    factors = {2.0, 0.5, rope.factor, 1 / rope.factor, 2 * np.pi, 1 / (2 * np.pi), np.pi / 180}
    shifts, steps, right = {1.0, -1.0, 2.0}, _steps(waves), rope.frequencies()
    clear = right > 1e-4
    if steps is not None and clear.any():
        ratio = float(np.median(steps[clear] / right[clear]))
        factors |= {float(f"{abs(ratio):.{digits}g}") for digits in (2, 4, 6)} - {0.0}
        values = {wave: part[0] for wave, part in waves.parts}
        slow = clear & (right < max(0.02, right.min() * 2))
        late = np.median(np.arctan2(values[np.sin], values[np.cos])[slow] / right[slow]) if slow.any() else 0.0
        shifts |= {float(np.rint(late - waves.positions[0]))}
    yield (claim("rotary-sign"),), lambda p: -p.astype(np.float64)
    for times in sorted(factors - {1.0}):
        yield (claim("rotary-times", x=f"{times:.6g}"),), lambda p, times=times: p * times
    for shift in sorted(shifts - {0.0}):
        yield (claim("rotary-shift", offset=int(shift)),), lambda p, shift=shift: p + shift
    yield (claim("rotary-index"),), lambda p: np.arange(len(p), dtype=np.float64)
    yield (claim("rotary-still", position=0),), lambda p: np.zeros(len(p))
    yield (claim("rotary-still", position=int(waves.positions[-1])),), lambda p: np.full(len(p), float(p[-1]))


def _attention(size: float, rope: Rope, format: str) -> list[Claim]:
    """Difference of the attention factor, with its formula."""
    own = rope.attention
    if abs(size / own - 1) < (1e-6 if BITS[format] == 24 else 0.5 ** BITS[format]):
        return []
    values = {"missing": 1.0, "squared": own**2, "root": own**0.5, "inverse": 1 / own}
    near = [kind for kind, value in values.items() if own != 1 and np.isclose(size, value, rtol=1e-6)]
    rounded = [digits for digits in (2, 3, 4, 5) if np.isclose(size, round(own, digits), rtol=1e-6)]
    rules = rope_scaling.attention_rules((rope.factor,), (rope.original,) if rope.original else ())
    formulas = [name for value, name in rules.items() if np.isclose(size, value, rtol=FORMULA_TOLERANCE)]
    kind = near[0] if near else "rounded" if rounded else "other"
    formula = f" = {formulas[0]}" if formulas and kind == "other" else ""
    return [claim("rotary-attention", kind=kind, x=f"{size:.6g}", y=f"{own:.6g}", formula=formula)]


def _rounded(waves: Waves, rope: Rope) -> Iterator[Claim]:
    """Angles in half precision, by the place where precision is lost."""
    p, right = waves.positions.astype(np.float64), rope.frequencies(int(waves.positions.max()) + 1)
    for format in ("bfloat16", "float16"):
        few = {True: lambda x, format=format: _round(x, format), False: lambda x: x}
        for frequency, position, product in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)):
            angles = few[bool(product)](np.multiply.outer(few[bool(position)](p), few[bool(frequency)](right)))
            if _rows(waves, right, _size(waves, angles), angles).mean() > 0.97:
                places = ("frequencies",) * frequency + ("positions",) * position + ("angles",) * product
                yield claim("rotary-rounded", names=places, shown=format)
                return


def _round(values: Array, format: str) -> Array:
    """Round to bfloat16 or float16; the latter has fewer bits below 2^-14."""
    exponents = np.maximum(np.frexp(values)[1], -13 if format == "float16" else -125)
    step = np.ldexp(1.0, exponents - BITS[format])
    return np.asarray(np.rint(values / step) * step)


def _places(waves: Waves, agree: NDArray[np.bool_], rope: Rope) -> list[Claim]:
    """Pairs, positions, or numbers that differ."""
    late = np.flatnonzero(~agree.all(axis=1))
    if late[0] > 1 and not agree[late].all(axis=1).any():
        start, last = (int(waves.positions[row]) for row in (late[0], late[-1]))
        same = [_match(waves.rows(waves.positions == p), rope, p) for p in (start, last)]
        if None not in same and same[0] == same[1]:
            return [claim("rotary-stuck", start=start, position=same[0])]
        return [claim("rotary-late", start=start) if same[0] is None else claim("rotary-other-position", start=start, position=same[0])]
    wrong = np.flatnonzero(~agree.all(axis=0))
    if 2 * len(wrong) <= waves.pairs:
        return [claim("rotary-pairs", count=len(wrong), whole=waves.pairs, pairs=ranges(wrong.tolist()))]
    return [claim("rotary-other", count=int((~agree).sum()), whole=agree.size)]


def _match(row: Waves, rope: Rope, most: int) -> int | None:
    """Position below `most` with these cosines and sines."""
    near = np.arange(min(most, 2**17))
    angles = np.multiply.outer(near.astype(np.float64), rope.frequencies(most + 1))
    off = sum(np.abs(values - rope.attention * wave(angles)).max(axis=1) for wave, values in row.parts)
    best = int(np.argmin(off))
    return best if off[best] < 1e-3 else None


def ranges(places: list[int]) -> str:
    """Text of the first three ranges of sorted numbers.

    >>> ranges([0, 6, 7, 8])
    '0, 6 to 8'
    """
    edges = [(at, place) for at, place in enumerate(places) if at == 0 or places[at - 1] != place - 1]
    ends = [places[at - 1] for at, _ in edges[1:]] + [places[-1]]
    found = [(first, last) for (_, first), last in zip(edges, ends, strict=True)]
    texts = [str(first) if first == last else f"{first} to {last}" for first, last in found[:RANGES]]
    return ", ".join([*texts, "…"] if len(found) > RANGES else texts)
