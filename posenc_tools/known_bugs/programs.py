"""The program that computes a sinusoidal table, line by line; a known bug replaces a line.

The lines are executed as displayed, so a listing, its table, and the search of the diagnosis cannot differ. They all
come from this package: user input is never executed.
"""

import ast
import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from types import CodeType
from typing import Any, NamedTuple

import numpy as np

from posenc_core.analysis.precision import round_to
from posenc_core.arrays import Array, Integers, Mask, whole

RIGHT: Mapping[str, str] = {
    "position": "position = np.arange(start, stop)[:, None]",
    "pair": "",
    "exponent": "exponent = 2 * i / d",
    "frequency": "frequency = base ** -exponent",
    "angle": "angle = position * frequency",
    "wave": "pe = np.where(cosine, np.cos(angle), np.sin(angle))",
    "table": "",
}
"""The correct program by stage: j is a column of d, i its pair."""

_COLUMN = frozenset({"i", "j", "cosine", "d", "base"})
NAMES: Mapping[str, frozenset[str]] = {
    "position": frozenset({"start", "stop", "n"}),
    "pair": _COLUMN,
    "exponent": _COLUMN,
    "frequency": _COLUMN | {"exponent"},
    "angle": frozenset({"position", "frequency"}),
    "wave": frozenset({"cosine", "angle"}),
    "table": frozenset({"pe", "n", "d", "bias"}),
}
"""Names that the line of each stage may use, because the search executes it alone."""

PAIRS = {"interleaved": "i = j // 2", "concatenated": "i = j % (d // 2)"}  # pair of column j

ROUNDINGS = {name: partial(round_to, format=name) for name in ("float16", "bfloat16")}  # functions in the lines

SINE, COSINE, ANGLE = 0, 1, 2
"""Contents of a column: the sine or cosine of its angles, or the angles."""


class Layout(NamedTuple):
    """Assignment of waves to the columns of a table."""

    cosine: Mask  # columns that contain cosines. (d,)
    pair: Integers  # i of every column. (d,)
    column: Integers  # j of every column if code fills pair by pair. (d,)
    dim: int  # d of the exponents
    zeros: Mask  # columns of zeros. (d,)
    parameters: Mapping[str, Any]
    cost: float = 0.0

    @property
    def is_interleaved(self) -> bool:
        """True if the two waves of a pair are adjacent."""
        return "layout" not in self.parameters and self.parameters.get("pairing") != "half"


def layouts(dim: int) -> list[Layout]:
    """Layouts of sines and cosines in `dim` columns, sine first."""
    result = []
    conventions: list[tuple[int, int, dict[str, Any], float]] = [(dim, dim, {}, 0.0)]
    if dim % 2:
        # odd number of columns: one more cut off, or one less and a column of zeros
        conventions += [(dim, dim + 1, {"odd": "cut"}, 0.6), (dim - 1, dim - 1, {"odd": "padded"}, 0.4)]
        conventions += [(dim - 1, dim, {"odd": "zero"}, 0.8)]
    for filled, counted, parameters, cost in conventions:
        j = np.arange(dim)
        half, zeros = (filled + 1) // 2, j >= filled
        for wave, pair, more, extra in (
            (j % 2, j // 2, {}, 0.0),
            (j // half, j % half, {"layout": "concatenated"}, 0.2),
        ):
            pair, cosine = np.where(zeros, 0, pair), (wave == 1) & ~zeros
            column = 2 * pair + cosine
            result.append(Layout(cosine, pair, column, counted, zeros, more | parameters, cost + extra))
    return result


def tables_of_rotations(dim: int) -> list[tuple[Layout, int]]:
    """Layouts of the cosines, sines, or angles of a rotation, each with the kind of wave."""
    j, no = np.arange(dim), np.zeros(dim, bool)
    half = max(dim // 2, 1)
    result = []
    for wave, name in ((COSINE, "cosines"), (SINE, "sines"), (ANGLE, "angles")):
        own = [(j, 2 * dim, {"columns": "one a pair"})]
        if dim % 2 == 0:
            own += [(j % half, dim, {"pairing": "half"}), (j // 2, dim, {"pairing": "interleaved"})]
        result += [(Layout(no, i, j, d, no, {**more, "table": name}, 0.5), wave) for i, d, more in own]
    return result


@dataclass(frozen=True)
class Program:
    """Program with all of its numbers: it determines a table of waves."""

    layout: Layout
    waves: Integers  # SINE, COSINE, or ANGLE of every column. (d,)
    lines: Mapping[str, str] = field(default_factory=lambda: RIGHT)
    base: float = 10000.0
    unit: float = 1.0  # factor of all frequencies
    start: float = 0.0  # position of the first row
    step: int = 1  # 1 for ascending positions, -1 for descending ones
    scale: float = 1.0
    own: Array | None = None  # frequencies that the lines do not compute. (d,)

    def frequencies(self) -> Array:
        """Frequency of every column, in radians per position. (d,)."""
        if self.own is not None:
            return self.own
        return self.unit * frequencies(self.lines, self.layout, self.base)

    @property
    def key(self) -> tuple[Any, ...]:
        """Hashable key, equal for programs that compute the same numbers."""
        every = np.log(np.maximum(np.abs(self.frequencies()), 1e-300))
        parts = (every[0], every[-1], every[len(every) // 2], self.start, self.step, self.scale)
        return (*(float(f"{part:.10g}") for part in parts), self.waves.tobytes(), self.layout.zeros.tobytes())

    def positions(self, length: int) -> Array:
        """Position of every row. (n,)."""
        if self.step < 0:
            return np.asarray(self.start - np.arange(length), np.float64)
        names = _run(self.lines["position"], {"start": self.start, "stop": self.start + length, "n": length})
        return np.asarray(names["position"], np.float64).ravel()[:length]

    def rows(self, positions: Array, some: Integers | slice = slice(None)) -> Array:
        """Rows of the table at given positions, optionally only some columns. (n,) -> (n, d)."""
        table = self._apply_waves(positions, self.frequencies()[some], self.waves[some])
        if self.scale != 1:
            table *= self.scale
        table[:, self.layout.zeros[some]] = 0
        return table

    def rows_at_bases(self, bases: Array, positions: Array, some: Integers) -> Array:
        """Rows of the tables of the same program with other bases, some columns. (b,), (n,), (d,) -> (b, n, d)."""
        layout, waves = self.layout, np.tile(self.waves[some], len(bases))
        every = _frequencies(self.lines, layout.pair, layout.column, layout.cosine, layout.dim, bases[:, None])
        table = self._apply_waves(positions, every[:, some].ravel(), waves).reshape(len(positions), len(bases), -1)
        table[..., layout.zeros[some]] = 0
        return table.transpose(1, 0, 2)

    def _apply_waves(self, positions: Array, every: Array, waves: Integers) -> Array:
        table = np.empty((len(positions), len(every)))
        for wave, columns in _columns_by_wave(waves.tobytes()):
            names = {"position": positions[:, None], "frequency": every[columns]}
            angles = np.asarray(_run(self.lines["angle"], names)["angle"])
            table[:, columns] = (np.sin, np.cos, np.asarray)[wave](angles)
        return table


def frequencies(lines: Mapping[str, str], layout: Layout, base: float) -> Array:
    """Frequencies of every column at unit 1. (d,)."""
    return _frequencies(lines, layout.pair, layout.column, layout.cosine, layout.dim, base)


def offsets_and_slopes(
    lines: Mapping[str, str], layout: Layout, bases: Array, ends: tuple[int, int]
) -> tuple[Array, Array]:
    """Log frequency of one column, and its change up to another column, at each base. (b,) -> (b,) and (b,)."""
    at = np.array(ends)
    i, j, cosine = layout.pair[at], layout.column[at], layout.cosine[at]
    first, second = np.log(_frequencies(lines, i, j, cosine, layout.dim, bases[:, None])).T
    return first, second - first


def _frequencies(lines: Mapping[str, str], i: Any, j: Any, cosine: Any, d: int, base: float | Array) -> Array:
    names = {"i": i, "j": j, "cosine": cosine, "d": d, "base": base}
    for stage in ("pair", "exponent", "frequency"):
        if lines[stage]:
            _run(lines[stage], names)
    return np.array(np.broadcast_to(names["frequency"], np.broadcast_shapes(np.shape(base), i.shape)), np.float64)


def waves(lines: Mapping[str, str], cosine: Mask) -> Integers:
    """SINE, COSINE, or ANGLE for every column. (d,) -> (d,)."""
    names = ({"cosine": cosine, "angle": np.full(cosine.shape, angle)} for angle in (0.0, 2.0))
    still, moved = (np.broadcast_to(_run(lines["wave"], values)["pe"], cosine.shape) for values in names)
    return np.where(still == 1, COSINE, np.where(moved == 2, ANGLE, SINE))


@np.errstate(all="ignore")
def table(lines: Mapping[str, str], length: int, dim: int, base: float, layout: str, first: str, start: float) -> Array:
    """Run a complete program. -> (n, d), or the shape that its last line gives."""
    if not 0 < base < np.inf:
        raise ValueError(f"base = {base!r} must be a finite number above 0")
    whole("length", length), whole("dim", dim)
    of = layouts(dim)[layout != "interleaved"]
    names: dict[str, Any] = {
        "n": length, "d": dim, "base": base, "start": start, "stop": start + length,
        "i": of.pair, "j": of.column, "cosine": of.cosine ^ (first == "cos"), "bias": np.linspace(-0.5, 0.5, dim),
    }  # fmt: skip
    for line in lines.values():
        _run(line, names)
    return np.asarray(names["pe"], np.float64)


def rearrange(line: str, numbers: Array) -> Array:
    """Apply a line to a finished table. (n, d) -> (n', d')."""
    n, d = numbers.shape
    return np.ascontiguousarray(_run(line, {"pe": numbers, "n": n, "d": d, "bias": np.zeros(d)})["pe"])


def used_names(line: str) -> set[str]:
    """Return the free names of a line, without functions of the program and builtins."""
    names = (node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Name))
    used = {name.id for name in names if isinstance(name.ctx, ast.Load)}
    return used - {"np", *ROUNDINGS, *dir(builtins)}


def effect(stage: str, line: str, dim: int) -> float | None:
    """Start, unit, or scale that a line sets; None if it changes anything else."""
    if stage == "position":
        return float(_run(line, {"start": 0, "stop": 1, "n": 1})["position"].item())
    if stage == "angle":
        return float(_run(line, {"position": 1.0, "frequency": 1.0})["angle"])
    one, two = (rearrange(line, np.full((2, dim), size)) for size in (1.0, 2.0))
    same = one.shape == (2, dim) and np.ptp(one) == 0 and np.array_equal(2 * one, two)
    return float(one[0, 0]) if same and one[0, 0] not in (0, 1) else None


@cache
def _compile(line: str) -> CodeType:
    return compile(line, "<program>", "exec")


def _run(line: str, names: dict[str, Any]) -> dict[str, Any]:
    """Execute a line of this package and update `names`."""
    exec(_compile(line), {"np": np, **ROUNDINGS}, names)
    return names


@lru_cache(maxsize=16)
def _columns_by_wave(waves: bytes) -> list[tuple[int, slice | Integers]]:
    """Columns of each kind of wave, as a slice if they are evenly spaced, which NumPy assigns faster."""
    kinds, result = np.frombuffer(waves, np.int64), []
    for wave in np.unique(kinds).tolist():
        places = np.flatnonzero(kinds == wave)
        step = int(places[1] - places[0]) if len(places) > 1 else 0
        even = step > 0 and (np.diff(places) == step).all()
        result.append((wave, slice(int(places[0]), int(places[-1]) + 1, step) if even else places))
    return result
