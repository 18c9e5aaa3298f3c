"""Comparison of rotations that code computes with those of a configuration, and the bug that explains a difference."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import AnyArray, Array, Integers, Mask
from posenc_core.foundation import rope_scaling
from posenc_core.text.messages import Claim, claim, current, list_ranges, message
from posenc_core.text.numerals import format_distinct, number
from posenc_tools.models.attention_factors import attention_rules
from posenc_tools.models.conventions import Conventions, conventions, is_listed
from posenc_tools.models.model import Model
from posenc_tools.models.rope import Pairing, Rope

BITS = {"bfloat16": 8, "float16": 11, "float32": 24}
"""Significant bits of stored numbers; angles are assumed to be computed in float32."""

SAMPLE = np.array(
    [*range(17), *(2**k + more for k in range(5, 18) for more in (-1, 0, 1, 2 ** (k - 1) + 3))], dtype=np.int64
)
"""Positions that tell most bugs apart: consecutive ones, and those around common cache sizes."""

BASES = (1e4, 5e5, 1e6, 5e6, 1e7, 1e5, 1.5e5, 1.6e5, 5e4, 2e6, 1e8)
"""Common bases, for tables from which none can be measured."""

FORMULA_TOLERANCE = 2e-4
"""Largest relative error of an attention factor whose formula is named."""

SHARE = 0.995
"""Share of numbers that an explanation must predict."""

MAX_SIZE_ERROR = 1e-6
"""Largest relative error of an attention factor in float32."""

MAX_STILL = 1e-3
"""Largest error of the cosine 1 and the sine 0 of a pair that does not rotate."""

RANGES = 3
"""Number of ranges of pairs that are listed."""


class Waves(NamedTuple):
    """Cosines and sines that code multiplies pairs with.

    Attributes
    ----------
    kind : {"frequencies", "angles", "table", "call", "rotation"}
        Origin: numbers, with the attention factor in a table; or the result of a call, with cosines or rotated vectors.
    positions : ndarray, shape (n,)
        Positions.
    parts : tuple of (ufunc, ndarray of shape (n, pairs))
        `np.cos` with the cosines, or `np.sin` with the sines, or both.
    columns : {"interleaved", "half"}, optional
        Pairing, if it can be seen.
    format : str
        Float type of the numbers.
    noise : float
        Additional absolute tolerance.
    """

    kind: str
    positions: Integers
    parts: tuple[tuple[np.ufunc, Array], ...]
    columns: str | None = None
    format: str = "float32"
    noise: float = 0.0

    @property
    def has_attention_factor(self) -> bool:
        """True if the numbers contain the attention factor."""
        return self.kind in ("table", "call", "rotation")

    def scale(self, attention: float) -> float:
        """Return the factor of the numbers: the attention factor, or 1 if they do not contain it."""
        return attention if self.has_attention_factor else 1.0

    def select(self, rows: Mask, pairs: slice = slice(None)) -> "Waves":
        """Return the chosen rows and pairs."""
        parts = tuple((wave, values[rows, pairs]) for wave, values in self.parts)
        return self._replace(positions=self.positions[rows], parts=parts)


class Expected(NamedTuple):
    """Rotation that a configuration describes, with those of its other layers."""

    rope: Rope
    pairing: Pairing | None = None
    others: tuple[tuple[str, Rope], ...] = ()
    stated: int = 0
    tiled: bool = False
    backward: bool = False

    def frequencies(self, waves: Waves) -> list[Array]:
        """Frequencies at the length of a table; LongRoPE's at any, because a table may begin in a long text."""
        lengths = [0] if waves.kind == "frequencies" else [int(waves.positions.max()) + 1]
        if self.rope.scaling == "LongRoPE" and waves.kind not in ("call", "rotation"):
            lengths += [0, self.rope.original + 1]
        return [self.rope.frequencies(length) for length in lengths]


def expected_rotation(model: Model, which: str | None = None) -> Expected:
    """Return the rotation of a kind of layers, by default of the main one; ValueError if it has none."""
    ropes = {layers.which: layers.rope for layers in model.layers if layers.rope}
    kind = which or model.main.which
    if kind not in ropes and len({*ropes.values()}) != 1:
        raise ValueError(claim("model-no-rotation", which=kind, name=model.name))
    rope = ropes.get(kind) or next(iter(ropes.values()))
    others = tuple((other_kind, other) for other_kind, other in ropes.items() if other != rope)
    tiled, backward = is_listed(model.type, "tables", "halves"), conventions().get(model.type, Conventions()).backward
    return Expected(rope, model.huggingface, others, model.stated or 0, tiled, backward)


def read_waves(arrays: Sequence[AnyArray], rope: Rope, positions: Integers | None = None, format: str = "") -> Waves:
    """Read frequencies; cosines and sines, in two arrays or in one; complex numbers; or angles.

    Columns may contain each pair once, or twice: in both halves, or side by side.
    """
    if len(arrays) == 1 and (arrays[0].ndim == 1 or arrays[0].size == rope.width // 2):
        angles = np.multiply.outer(SAMPLE, arrays[0].ravel().astype(np.float64))
        return Waves("frequencies", SAMPLE, ((np.cos, np.cos(angles)), (np.sin, np.sin(angles))))
    tables = [_two_axes(array) for array in arrays]
    if tables[0].dtype.kind == "c":
        tables = [tables[0].real, tables[0].imag]
    format = format if format in ("bfloat16", "float16") else stored_format(tables)
    values, order = _distinct(tables[0].astype(np.float64))
    kind, rows = ("table", np.arange(len(values))) if positions is None else ("call", positions)
    if len(tables) == 1 and (np.nanmax(np.abs(values), initial=0) > 2 * rope.attention or _is_linear(values)):
        return Waves("angles", rows, ((np.cos, np.cos(values)), (np.sin, np.sin(values))), order)
    if len(tables) == 1 and order is None and values.shape[1] == rope.width:
        splits = ([values[:, : rope.width // 2], values[:, rope.width // 2 :]], [values[:, ::2], values[:, 1::2]])
        # most pairs are slow, so that early cosines are larger than sines
        split = next((split for split in splits if _on_circle(split)), [values])
        tables = sorted(split, key=lambda half: -half[0].sum())
    if len(tables) == 1:
        return Waves(kind, rows, ((np.cos if values[0].any() else np.sin, values),), order, format)
    cosine, sine = (_distinct(np.asarray(table, np.float64))[0] for table in tables)
    return Waves(kind, rows, ((np.cos, cosine), (np.sin, sine)), order, format)


def _two_axes(array: AnyArray) -> AnyArray:
    """Table without singleton and repeated axes; complex if the last axis has cosine and sine."""
    if array.ndim > 2 and array.shape[-1] == 2:
        array = array[..., 0] + 1j * array[..., 1]
    array = array.squeeze()
    while array.ndim > 2 and all(np.array_equal(array[0], other, equal_nan=True) for other in array):
        array = array[0]
    if array.ndim != 2 or len(array) < 2:
        raise ValueError(claim("model-no-waves", sizes=str(array.shape)))
    return array


def _is_linear(values: Array) -> bool:
    """Return True for the angles of few positions from 0, which are small; sines of the fastest pair are not linear."""
    lines = np.multiply.outer(np.arange(len(values)), values[1])
    return bool(values[1].any() and np.allclose(values, lines, rtol=1e-5, atol=0))


def _on_circle(parts: Sequence[Array]) -> bool:
    """Return True if nearly all pairs of numbers have the same sum of squares, as cosines and sines do."""
    squares = sum(np.square(part) for part in parts)
    return bool((np.abs(squares - np.median(squares)) < 0.02 * np.median(squares)).mean() > SHARE)


def _distinct(values: Array) -> tuple[Array, str | None]:
    """Return the first of equal columns, and their order."""
    pairs = values.shape[1] // 2
    if values.shape[1] % 2 == 0 and pairs > 1:
        if np.array_equal(values[:, :pairs], values[:, pairs:], equal_nan=True):
            return values[:, :pairs], "half"
        if np.array_equal(values[:, ::2], values[:, 1::2], equal_nan=True):
            return values[:, ::2], "interleaved"
    return values, None


def stored_format(tables: Sequence[AnyArray], slack: float = 0.0) -> str:
    """Coarsest float type that contains nearly all numbers."""
    numbers = np.concatenate([np.ravel(table).astype(np.float64) for table in tables])
    numbers = numbers[np.isfinite(numbers)]
    for format in ("bfloat16", "float16"):
        if (np.abs(numbers - _round(numbers, format)) <= slack * (np.abs(numbers) + 1)).mean() > SHARE:
            return format
    return "float32"


def _round(values: Array, format: str) -> Array:
    """Round to bfloat16 or float16; the latter has fewer bits below 2^-14."""
    exponents = np.maximum(np.frexp(values)[1], -13 if format == "float16" else -125)
    step = np.ldexp(1.0, exponents - BITS[format])
    return np.asarray(np.rint(values / step) * step)


def differences(waves: Waves, expected: Expected) -> list[Claim]:
    """Explain how rotations differ from those of a configuration; an empty list if they agree."""
    rope, pairs = expected.rope, waves.parts[0][1].shape[1]
    if rope.scaling == "proportional" and pairs == rope.head // 2:
        # slow pairs do not rotate at all
        every, pairs = np.ones(len(waves.positions), bool), rope.width // 2
        rest = waves.select(every, slice(pairs, None)).parts
        moving = np.any([np.abs(v - (wave is np.cos)).max(axis=0) > MAX_STILL for wave, v in rest], axis=0)
        if moving.any():
            return [claim("rope-bug-width", count=2 * (pairs + int(moving.sum())), whole=rope.width)]
        waves = waves.select(every, slice(pairs))
    if expected.backward and waves.kind == "rotation":
        waves = waves._replace(parts=tuple((wave, -v if wave is np.sin else v) for wave, v in waves.parts))
    if waves.kind in ("table", "call") and waves.columns is None and pairs == rope.width != rope.head // 2:
        values, half = waves.parts[0][1], pairs // 2
        apart = [
            (a != b).any(axis=0).sum()
            for a, b in ((values[:, :half], values[:, half:]), (values[:, ::2], values[:, 1::2]))
        ]
        return [claim("rope-bug-copies", count=int(min(apart)), whole=half)]
    if pairs != rope.width // 2:
        return [claim("rope-bug-width", count=2 * pairs, whole=rope.width)]
    finite = np.all([np.isfinite(values).all(axis=1) for _, values in waves.parts], axis=0)
    if not finite.all():
        wrong = [claim("rope-bug-nan", start=int(waves.positions[~finite][0]))]
        return wrong if finite.sum() < 2 else differences(waves.select(finite), expected) or wrong
    reasons = []
    if not any(_agree(waves, frequencies, rope.attention).all() for frequencies in expected.frequencies(waves)):
        reasons = _explain(waves, expected)
    reordered = waves.kind != "rotation" and expected.tiled and waves.columns == "half"
    if waves.columns is not None and expected.pairing not in (None, waves.columns) and not reordered:
        reasons.append(claim("rope-bug-pairing", pairing=waves.columns))
    return reasons


def agreement(waves: Waves, expected: Expected) -> float:
    """Share of pairs that agree with a rotation at every position."""
    rope, pairs = expected.rope, waves.parts[0][1].shape[1]
    if pairs != rope.width // 2:
        return 0.0
    agreements = (_agree(waves, frequencies, rope.attention) for frequencies in expected.frequencies(waves))
    return max(float(agree.all(axis=0).mean()) for agree in agreements)


def likely_line(reasons: Sequence[Claim]) -> str:
    """Right line of code for the first difference that has one, or an empty text."""
    lines = [current().say(reason, "line") for reason in reasons if f"{reason.id}.line" in current()]
    return message("likely-line", text=lines[0]) if lines else ""


def _tolerance(angles: Array, frequencies: Array, *, exact: bool) -> Array:
    """Error of angles in float32; the product of a position and the frequency 1 is exact."""
    falls = np.abs(np.log(np.clip(np.abs(frequencies), 1e-30, None)))
    return np.asarray(np.abs(angles) * (2.0**-24 * (4 * falls + 8) * ((falls > 1e-9) | (not exact))) + 2.0**-21)


def _agree(waves: Waves, frequencies: Array, size: float = 1.0, angles: Array | None = None) -> Mask:
    """Agreement of each number, apart from rounding of angles in float32 and of stored numbers. -> (n, pairs)."""
    is_exact, spacing, size = angles is None, 0.5 ** BITS[waves.format], waves.scale(size)
    if angles is None:
        angles = np.multiply.outer(waves.positions.astype(np.float64), frequencies)
    tolerance = size * _tolerance(angles, frequencies, exact=is_exact) + waves.noise
    agree = [np.abs(v - size * wave(angles)) <= tolerance + spacing * np.abs(v) for wave, v in waves.parts]
    return np.asarray(np.logical_and.reduce(agree))


def _size(waves: Waves, angles: Array, frequencies: Array) -> float:
    """Least-squares attention factor, from angles with little rounding."""
    clear = _tolerance(angles, frequencies, exact=False) < 1e-4
    pairs = [(values[clear], wave(angles[clear])) for wave, values in waves.parts]
    fit = sum((v * w).sum() for v, w in pairs) / (sum(np.square(w).sum() for _, w in pairs) or 1.0)
    return float(fit) if waves.has_attention_factor else 1.0


def _explain(waves: Waves, expected: Expected) -> list[Claim]:
    """Return the simplest explanation: one bug, then two, then the numbers that differ."""
    rope, chosen, right = expected.rope, np.isin(waves.positions, SAMPLE), expected.frequencies(waves)
    sample = waves.select(chosen)
    if all((values == (wave is np.cos)).all() or not values.any() for wave, values in waves.parts):
        return [claim("rope-bug-zero", count=len(right[0]))]
    waves_of = [wave for wave, _ in sample.parts[::-1]]
    exchanged = sample._replace(parts=tuple((wave, part[1]) for wave, part in zip(waves_of, sample.parts, strict=True)))
    if len(sample.parts) > 1 and _agree(exchanged, right[0], rope.attention).mean() > SHARE:
        return [claim("rope-bug-exchanged")]
    causes = [*_frequencies(sample, expected)]
    moves = [*_positions(sample, expected, np.flatnonzero(chosen), int(waves.positions[-1]))]
    attempts = [((), moves[0], rates) for rates in right] + [(cause, moves[0], rates) for *cause, rates in causes]
    attempts += [((), move, rates) for move in moves[1:] for rates in right]
    attempts += [(cause, move, rates) for *cause, rates in causes for move in moves[1:]]
    for cause, (moved, positions), frequencies in attempts:
        angles = np.multiply.outer(positions, frequencies)
        size = _size(sample, angles, frequencies)
        if size > 0 and _agree(sample, frequencies, size, angles).mean() > SHARE:
            reasons = [*cause, *moved, *_attention(size, rope, sample)]
            break
    else:
        reasons = _rounding(sample, right[0])
    return reasons or _places(waves, expected)


def _frequencies(waves: Waves, expected: Expected) -> Iterator[tuple[Any, ...]]:
    """Claims of known bugs, one or two, and the frequencies that they give."""
    rope, plain, slowed = expected.rope, expected.rope.plain(), expected.rope.slowdown()
    pair, text = np.arange(rope.width // 2), rope.scaling
    if text != "none":
        exchanged = plain + plain / rope.factor - plain / slowed
        middle = ~np.isclose(slowed, 1) & ~np.isclose(slowed, rope.factor)
        yield claim("rope-bug-unscaled", text=text), plain
        yield claim("rope-bug-twice", text=text), plain / slowed**2
        yield claim("rope-bug-blend", text=text), exchanged
        yield claim("rope-bug-blend", text=text), np.where(middle, exchanged, plain / slowed)
        yield claim("rope-bug-scaling", text=text, shown="linear"), plain / rope.factor
        ntk = rope_scaling.ntk_slowdown(len(pair), rope.width, rope.factor)
        yield claim("rope-bug-scaling", text=text, shown="NTK-aware"), plain / ntk
    if text in ("YaRN", "llama3") and expected.stated:
        longer = replace(rope, original=expected.stated).frequencies()
        yield claim("rope-bug-original", whole=rope.original, length=expected.stated), longer
    if text == "YaRN":
        yield claim("rope-bug-bounds"), replace(rope, truncate=not rope.truncate).frequencies()
    if text == "LongRoPE":
        yield claim("rope-bug-long", kind="short", whole=rope.original), rope.frequencies()
        yield claim("rope-bug-long", kind="long", whole=rope.original), rope.frequencies(rope.original + 1)
    for kind, other in expected.others:
        if other.width == rope.width:
            yield claim("rope-bug-layers", which=kind), other.frequencies(int(waves.positions.max()) + 1)
            yield claim("rope-bug-scaling-layers", which=kind), replace(other, base=rope.base).frequencies()
            yield claim("rope-bug-base-layers", which=kind), replace(rope, base=other.base).frequencies()
    divisors = {2 * rope.width: "double", rope.width // 2: "half", rope.width - 2: "less", rope.head: "head"}
    right = rope.width
    if text == "proportional":
        divisors, right = {rope.width: "width"}, rope.head
    for divisor, relation in divisors.items():
        if divisor not in (0, right):
            reason = claim("rope-bug-divisor", count=divisor, dim=right, kind=relation)
            yield reason, float(rope.base) ** (-2 * pair / divisor) / slowed
    yield claim("rope-bug-minus"), 1 / plain
    yield claim("rope-bug-equal"), np.ones(len(pair))
    for factors, unscaled in ((slowed, ()), (1.0, (claim("rope-bug-unscaled", text=text),)))[: 1 + (text != "none")]:
        for base in (*_measured_bases(_steps(waves) * factors, right), *BASES):
            if base != rope.base:
                reason = claim("rope-bug-base", x=number(base, 8), y=number(rope.base, 8))
                yield *unscaled, reason, base ** (-2 * pair / right) / factors


def _steps(waves: Waves) -> Array:
    """Measured frequencies, from differences of positions that grow up to 64; NaN if there are no consecutive ones."""
    (wave, first), passed = waves.parts[0], waves.positions - waves.positions[0]
    if len(passed) < 2 or passed[1] != 1:
        return np.full(first.shape[1], np.nan)
    if len(waves.parts) < 2:
        step = np.arccos if wave is np.cos else np.arcsin
        return np.asarray(step(np.clip(first[1] / (abs(first[0, 0]) or 1.0), -1, 1)))
    phases = first + 1j * waves.parts[1][1]
    steps = np.angle(phases[1] * phases[0].conj())
    for row in np.flatnonzero((passed > 1) & (passed <= 64)):
        steps += np.angle(phases[row] * phases[0].conj() * np.exp(-1j * steps * passed[row])) / passed[row]
    return np.asarray(steps)


def _measured_bases(steps: Array, divisor: int) -> Iterator[float]:
    """Bases of a line through the logarithms of the measured frequencies, with few digits first."""
    clear = np.flatnonzero(steps > 1e-3) if (steps > 1e-5).sum() > 9 else np.flatnonzero(steps > 1e-5)
    if len(clear) > 2:
        logarithm = -np.polyfit(clear, np.log(steps[clear]), 1)[0] * divisor / 2
        if 0 < logarithm < 40:
            yield from dict.fromkeys(float(f"{np.exp(logarithm):.{digits}g}") for digits in (1, 2, 3, 4, 6, 8))


def _positions(
    waves: Waves, expected: Expected, rows: Integers, last: int
) -> Iterator[tuple[tuple[Claim, ...], Array]]:
    """Positions of known bugs, after the right ones, from the indices of the rows and the last position."""
    rope, shifts = expected.rope, {1, -1, 2}
    factors, right = {2.0, 0.5, 2 * np.pi, rope.factor, 1 / rope.factor}, rope.frequencies()
    clear, steps, values = right > 1e-3, _steps(waves), dict(waves.parts)
    if np.isfinite(steps).all() and clear.any():
        ratio = abs(float(np.median(steps[clear] / right[clear])))
        factors |= {float(f"{ratio:.{digits}g}") for digits in (2, 4, 6)} - {0.0}
        if len(values) > 1:
            # slow pairs have not completed a rotation
            slow = np.abs(np.log(right / 1e-4)).argsort()[:3]
            ahead = np.arctan2(values[np.sin][0, slow], values[np.cos][0, slow]) / right[slow] - waves.positions[0]
            shifts |= {int(np.rint(np.median(ahead)))}
    p = waves.positions.astype(np.float64)
    yield (), p
    yield (claim("rope-bug-sign", kind="backward" if expected.backward else "forward"),), -p
    for times in sorted(factors - {1.0}):
        yield (claim("rope-bug-times", x=f"{times:.6g}"),), times * p
    for shift in sorted(shifts - {0}):
        yield (claim("rope-bug-shift", offset=shift),), p + shift
    yield (claim("rope-bug-index"),), rows.astype(np.float64)
    for still in (0, last):
        yield (claim("rope-bug-still", position=still),), np.full(len(p), float(still))


def _attention(size: float, rope: Rope, waves: Waves) -> list[Claim]:
    """Difference of the attention factor, with its formula."""
    right = rope.attention
    tolerance = max(MAX_SIZE_ERROR, 0.5 ** BITS[waves.format], waves.noise)
    if not waves.has_attention_factor or abs(size / right - 1) < tolerance:
        return []
    kinds = {"missing": 1.0, "squared": right**2, "root": right**0.5, "inverse": 1 / right} if right != 1 else {}
    kinds |= {f"rounded{digits}": round(right, digits) for digits in (1, 2, 3, 4, 5)}
    kind = next((kind for kind, value in kinds.items() if abs(size / value - 1) < MAX_SIZE_ERROR), "other")
    rules = attention_rules(rope.factor, rope.original)
    formulas = [name for value, name in rules.items() if abs(size / value - 1) < FORMULA_TOLERANCE]
    formula = f" = {formulas[0]}" if formulas and kind == "other" else ""
    return [claim("rope-bug-attention", kind=kind.rstrip("12345"), x=f"{size:.6g}", y=f"{right:.6g}", formula=formula)]


def _rounding(waves: Waves, right: Array) -> list[Claim]:
    """Angles in half precision, by the place where precision is lost."""
    p = waves.positions.astype(np.float64)
    for format in ("bfloat16", "float16"):
        for rounded in ({0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}):
            w, moved = (_round(x, format) if place in rounded else x for place, x in enumerate((right, p)))
            angles = np.multiply.outer(moved, w)
            angles = _round(angles, format) if 2 in rounded else angles
            if _agree(waves, right, _size(waves, angles, right), angles).mean() > 0.97:
                places = ("frequencies", "positions", "angles")
                return [claim("rope-bug-rounded", names=tuple(places[at] for at in sorted(rounded)), shown=format)]
    return []


def _places(waves: Waves, expected: Expected) -> list[Claim]:
    """Pairs, positions, or numbers that differ."""
    rope, frequencies = expected.rope, expected.frequencies(waves)[0]
    agree = _agree(waves, frequencies, rope.attention)
    late, wrong = (np.flatnonzero(~agree.all(axis=axis)) for axis in (1, 0))
    later = late[0] > 1 and not agree[late].all(axis=1).any()
    start, end = (_match(waves, row, rope, frequencies) if later else None for row in (late[0], late[-1]))
    if start is None and 2 * len(wrong) <= agree.shape[1]:
        shown, rest = list_ranges(wrong.tolist(), RANGES)
        shown = claim("list-pair", first=shown, last="…") if rest else shown
        return [claim("rope-bug-pairs", count=len(wrong), whole=agree.shape[1], pairs=shown)]
    if later:
        moved = "moved" if start != end else "stuck"
        kind = "late" if start is None else moved
        return [claim("rope-bug-late", kind=kind, start=int(waves.positions[late[0]]), position=start or 0)]
    row, pair = np.argwhere(~agree)[0].tolist()
    position, size = int(waves.positions[row]), waves.scale(rope.attention)
    numbers = [(wave, values[row, pair], size * wave(position * frequencies[pair])) for wave, values in waves.parts]
    wave, actual, right = max(numbers, key=lambda part: abs(part[1] - part[2]))
    actual, right = format_distinct(float(actual), float(right))
    counts = {"count": int((~agree).sum()), "whole": agree.size, "position": position, "column": pair}
    return [claim("rope-bug-other", **counts, kind="cosine" if wave is np.cos else "sine", x=actual, y=right)]


def _match(waves: Waves, row: int, rope: Rope, frequencies: Array) -> int | None:
    """Earlier position with the cosines and sines of a row."""
    angles = np.multiply.outer(np.arange(min(waves.positions[row], 2**17)), frequencies)
    size = waves.scale(rope.attention)
    off = sum(np.abs(values[row] - size * wave(angles)).max(axis=1) for wave, values in waves.parts)
    return int(np.argmin(off)) if np.min(off) < 0.01 else None
