"""Tables of known origin, made from formulas alone, and a grade for each diagnosis."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from zlib import crc32

import numpy as np

from posenc_tools.diagnosis import diagnose
from posenc_tools.diagnosis.words import verdict
from tests.tools import matrices

SIZES = ((20, 16), (50, 64), (128, 64))
SMALL = ((16, 16), (24, 32), (40, 24), (12, 20), (32, 20), (16, 48), (48, 16), (20, 12), (32, 32), (64, 64))
MORE = ("attention", "numbers of chance")
"""Families of which each kind gets one of these sizes instead of three: smooth tables take longest to diagnose."""
BASES = (10_000.0, 100.0, 1_000.0, 20_000.0, 500_000.0, 1_000_000.0)
LAYOUTS = ("interleaved", "concatenated")
STORAGES = ("float64", "float32 arithmetic", "float32", "float16", "bfloat16")
SHARE_OUT = 0.002
"""Fraction of the comparable numbers that may be off: float types may round ties either way."""

MARKS = ("right", "unknown", "wrong")
NOTHING = frozenset[str]()
PLAIN = frozenset({"Sinusoidal", "RoPE"})

FORMULA_BUGS = (
    "exponent 2j/d",
    "cosine of the next pair",
    "exponent j/d",
    "exponent i/d",
    "exponent 4i/d",
    "sines alone",
    "positions from 1",
    "degrees",
    "wrong logarithm",
    "binary logarithm",
    "cosine first",
    "bfloat16 frequencies",
    "bfloat16 positions",
    "half table",
    "d + 1 cut",
    "missing √d",
    "minus forgotten",
    "linear frequencies",
    "integer division",
    "integer division over columns",
    "exponent 2(i//2)/d",
    "sine and cosine forgotten",
    "float16 angles",
    "bfloat16 angles",
)
TABLE_BUGS = (
    "transposed",
    "wrong reshape, (d, n)",
    "wrong reshape, (2, n, d/2)",
    "wrong reshape, (d/2, n, 2)",
    "constant added",
    "columns centered",
    "one bad row",
    "one bad column",
)
"""Changes to a finished table."""

BUGS = (*FORMULA_BUGS, *TABLE_BUGS)

EQUIVALENT = {
    "sine and cosine forgotten": {"sine and cosine forgotten", "raw angles"},
    "sines alone": {"sines alone", "cosines alone"},
    "wrong reshape, (d, n)": {"wrong reshape"},
    "wrong reshape, (2, n, d/2)": {"wrong reshape", "sines above cosines"},
    "wrong reshape, (d/2, n, 2)": {"wrong reshape", "pairs above each other"},
    "constant added": {"constant added"},
    "columns centered": {"columns centered", "constant added"},
}
"""Equivalent names of a table."""


@dataclass(frozen=True)
class Case:
    """A table with its acceptable values and names."""

    name: str
    group: str
    """"no encoding", "bug", "right", or "near": tables near an encoding need not be identified."""
    table: np.ndarray
    names: frozenset[str] = NOTHING
    """Right names. Any other name is right only if its own formula gives the table."""
    tolerance: np.ndarray | float = 1e-9
    """Tolerance of each number; above 0.05 of the table's size a number is not compared."""
    also: tuple[np.ndarray, ...] = ()
    """Alternative values, such as those of the table before it was corrupted."""
    where: str = ""
    """Regular expression that the verdict must match: the bad row or column."""
    own: tuple[float, ...] = ()
    """Bases and units of the table, including unusual ones."""
    apart: tuple[np.ndarray, ...] = ()
    """Indexes of the rows and of the columns that are not compared."""


# float types


def bfloat16(values):
    """Round to 8 significant bits, ties to even."""
    fraction, exponent = np.frexp(np.asarray(values, float))
    return np.ldexp(np.round(np.ldexp(fraction, 8)), exponent - 8)


def float16(values):
    with np.errstate(over="ignore"):
        return np.asarray(values, float).astype(np.float16).astype(float)


ROUNDED: dict[str, Callable] = {
    "float64": lambda values: values,
    "float32 arithmetic": lambda values: values.astype(np.float32).astype(float),
    "float32": lambda values: values.astype(np.float32).astype(float),
    "float16": float16,
    "bfloat16": bfloat16,
}
LAST_PLACE = {
    "float64": 0.0,
    "float32 arithmetic": 2.0**-23,
    "float32": 2.0**-23,
    "float16": 2.0**-10,
    "bfloat16": 2.0**-7,
}


def store(table, angles, storage, scale=1.0):
    """The table in a storage type, and the tolerance of each number. -> (n, d), (n, d)."""
    arithmetic, scale = 3e-6 if storage == "float32 arithmetic" else 3e-9, abs(scale)
    tolerance = scale * (
        1e-9 + arithmetic * np.abs(angles) + LAST_PLACE[storage] * np.maximum(np.abs(table) / scale, 1e-4)
    )
    # the smallest subnormal number of half precision
    return ROUNDED[storage](table), tolerance + 2.0**-24 * (storage == "float16")


# sines and cosines


def places(d, layout):
    """Pair of each column, and True for the second of its pair."""
    j = np.arange(d)
    return (j // 2, j % 2) if layout == "interleaved" else (j % (d // 2), j // (d // 2))


def wave(positions, frequencies, cosine, storage="float64"):
    """Sines and cosines, and their angles. (n,), (d,), (d,) -> (n, d), (n, d)."""
    if storage == "float32 arithmetic":
        positions, frequencies = positions.astype(np.float32), frequencies.astype(np.float32)
    angles = np.multiply.outer(positions, frequencies)
    return np.where(cosine, np.cos(angles), np.sin(angles)).astype(float), angles.astype(float)


def powers(base, exponents, storage="float64"):
    if storage == "float32 arithmetic":
        return np.exp(exponents.astype(np.float32) * np.float32(-np.log(base)))
    return np.asarray(base, float) ** -exponents


def exponents_of(name, d, layout, first):
    i, second = places(d, layout)
    cosine = second == (first == "sin")
    return {
        "exponent 2j/d": (4 * i + 2 * second) / d,
        "cosine of the next pair": 2 * (i + cosine) / d,
        "exponent j/d": (2 * i + second) / d,
        "exponent i/d": i / d,
        "exponent 4i/d": 4 * i / d,
        "sines alone": np.arange(d) / d,
        "half table": 2 * (np.arange(d) % (d // 2)) / d,
        "d + 1 cut": 2 * i / (d + 1),
        "minus forgotten": -2 * i / d,
        "integer division": 0.0 * i,
        "integer division over columns": 2 * (2 * i + second) // d * 1.0,
        "exponent 2(i//2)/d": 2 * (i // 2) / d,
    }.get(name, 2 * i / d)


def table_of_bug(
    name, n, d, base=1e4, layout="interleaved", first="sin", start=0.0, scale=1.0, unit=1.0, storage="float64"
):
    """Table of a bug, or without one the right table, and its angles. -> (n, d), (n, d)."""
    i, second = places(d, layout)
    cosine = second == (first == "sin")
    positions = (np.arange(n) + start + (name == "positions from 1")) * unit
    with np.errstate(over="ignore"):
        frequencies = powers(base, exponents_of(name, d, layout, first), storage)
    if name == "wrong logarithm":
        frequencies = powers(np.e ** np.log10(base), 2 * i / d, storage)
    elif name == "binary logarithm":
        frequencies = powers(np.e ** np.log2(base), 2 * i / d, storage)
    elif name == "degrees":
        frequencies = frequencies * (np.pi / 180)
    elif name == "bfloat16 frequencies":
        frequencies = bfloat16(frequencies)
    elif name == "bfloat16 positions":
        positions = bfloat16(positions)
    elif name == "linear frequencies":
        frequencies = 2 * i * (base / d)
    elif name == "cosine first":
        cosine = ~cosine
    elif name == "sines alone":
        cosine = np.full(d, first == "cos")
    elif name == "half table":
        cosine = np.arange(d) % 2 == (first == "sin")
    if name in ("bfloat16 angles", "float16 angles"):
        angles = np.multiply.outer(positions, frequencies.astype(float))
        rounded = {"bfloat16": bfloat16, "float16": float16}[name.split()[0]](angles)
        table = np.where(cosine, np.cos(rounded), np.sin(rounded))
    else:
        table, angles = wave(positions, frequencies, cosine, storage)
    if name == "sine and cosine forgotten":
        return angles * scale, angles
    return table * (scale / np.sqrt(d) if name == "missing √d" else scale), angles


def reshape(name, table, layout):
    """Stack the halves of each pair, and split them in a wrong order. (n, d) -> (n, d)."""
    n, d = table.shape
    pairs = table.reshape(n, d // 2, 2) if layout == "interleaved" else table.reshape(n, 2, d // 2).transpose(0, 2, 1)
    if name.endswith("(d, n)"):
        return table.T.reshape(n, d)
    order = (2, 0, 1) if name.endswith("(2, n, d/2)") else (1, 0, 2)
    return pairs.transpose(order).reshape(n, d)


# bugs


def bug(name, n, d, base=1e4, layout="interleaved", first="sin", start=0, storage="float64") -> Case | None:
    """Case of a bug; None if its table is the right one or if it does not exist in this layout."""
    one_layout = name in ("sines alone", "half table")
    if (one_layout and layout != "interleaved") or (name in ("cosine first", "sines alone") and first == "cos"):
        return None
    if name == "integer division over columns" and layout != "interleaved":
        return None
    if name == "bfloat16 positions" and n + start < 300:
        return None
    full = f"{name}, {n}×{d}, base {base:g}, {layout}, {first} first, start {start}, {storage}"
    rng = np.random.default_rng(crc32(full.encode()))
    table, angles = table_of_bug(name, n, d, base, layout, first, start, 1.0, 1.0, storage)
    scale = d**-0.5 if name == "missing √d" else max(1.0, float(np.abs(table).max()))
    # raw angles are not bounded by 1
    table_stored, tolerance = store(
        table, angles / scale if name == "sine and cosine forgotten" else angles, storage, scale
    )
    own = (base, 10 ** (np.log(base) / np.log(10)), np.e ** np.log10(base), np.e ** np.log2(base), base**0.5, base**2)
    case = Case(full, "bug", table_stored, frozenset(EQUIVALENT.get(name, {name})), tolerance, own=own)
    if name == "transposed":
        return replace(case, table=table_stored.T, names=PLAIN | {name}, tolerance=tolerance.T)
    if name.startswith("wrong reshape"):
        moved = reshape(name, case.table, layout)
        if np.array_equal(moved, case.table):
            return None
        return replace(case, table=moved, tolerance=reshape(name, tolerance, layout), also=(table_stored,))
    if name in ("constant added", "columns centered"):
        constant = rng.normal(0, 0.5, d) if name == "constant added" else -table.mean(axis=0)
        moved, tolerance = store(table + constant, angles, storage)
        # the constant is an estimate, and a sum near 0 has the error of its terms
        tolerance = tolerance + LAST_PLACE[storage] * (1 + np.abs(constant))
        return replace(case, table=moved, tolerance=tolerance, also=(table_stored,))
    if name == "one bad row":
        row, bad = int(rng.integers(n // 4, n - 2)), table_stored.copy()
        bad[row] = ROUNDED[storage](rng.normal(0, 0.7, d))
        where = rf"\brows?\W(?:[^.]*\W)?{row}\b"
        return replace(case, table=bad, names=PLAIN | {name}, where=where, apart=(np.array([row]), np.array([], int)))
    if name == "one bad column":
        column, bad = int(rng.integers(2, d - 1)), table_stored.copy()
        bad[:, column] = ROUNDED[storage](rng.normal(0, 0.7, n))
        where = rf"\b(?:columns?|dimensions?)\W(?:[^.]*\W)?{column}\b"
        return replace(
            case, table=bad, names=PLAIN | {name}, where=where, apart=(np.array([], int), np.array([column]))
        )
    return case


def bases_of(name):
    """All bases; for linear frequencies, the two constants of public code."""
    return (1_000.0, 10_000.0) if name == "linear frequencies" else BASES


def some_bugs(sizes) -> Iterator[Case]:
    """Each bug at each size, layout, and order; base, start, and storage vary in turn."""
    forms = itertools.product(BUGS, sizes, LAYOUTS, ("sin", "cos"))
    for turn, (name, size, layout, first) in enumerate(forms, 1):
        bases = bases_of(name)
        case = bug(name, *size, bases[turn * 5 % len(bases)], layout, first, turn // 3 % 2, STORAGES[turn * 2 % 5])
        if case is not None:
            yield case


# right tables

THETAS = (1e4, 1e5, 160_000.0, 500_000.0, 1e6, 5e6, 1e7, 1e8, 1_048_576.0, 2.0, 100.0, 10.0, 3.0, 256.0)


def right(name, table, angles, *names, storage="float64", scale=1.0, own=()):
    table_stored, tolerance = store(table, angles, storage, scale)
    return Case(
        f"{name}, {table.shape[0]}×{table.shape[1]}, {storage}",
        "right",
        table_stored,
        frozenset(names),
        tolerance,
        own=own,
    )


def series(n, d, layout="interleaved", first="sin", counted=None, base=1e4, positions=None, storage="float64"):
    """Table of even d, with exponents divided by `counted`, at any positions."""
    i, second = places(d, layout)
    positions = np.arange(n) * 1.0 if positions is None else np.asarray(positions, float)
    frequencies = powers(base, 2 * i / (d if counted is None else counted), storage)
    return wave(positions, frequencies, second == (first == "sin"), storage)


def some_right(n, d, storage="float64") -> Iterator[Case]:
    """Right tables of even d, in the conventions of published code."""

    def of(name, *names, scale=1.0, own=(), **parameters):
        table, angles = series(n, d, storage=storage, **parameters)
        return right(name, table * scale, angles, *PLAIN, *names, storage=storage, scale=scale, own=own)

    for layout, first in itertools.product(LAYOUTS, ("sin", "cos")):
        where = f"{layout}, {first} first"
        yield of(f"paper, {where}", layout=layout, first=first)
        yield of(f"Tensor2Tensor, {where}", layout=layout, first=first, counted=d - 2)
        yield of(f"Tensor2Tensor, base 1000, {where}", layout=layout, first=first, counted=d - 2, base=1000.0)
        for start in (1, 2):
            yield of(f"start {start}, {where}", layout=layout, first=first, positions=np.arange(n) + start)
    for number, base in enumerate(THETAS):
        yield of(f"base {base:.10g}, {LAYOUTS[number % 2]}", layout=LAYOUTS[number % 2], base=base, own=(base,))
    p = np.arange(n) * 1.0
    for number, (name, positions) in enumerate(
        {
            "descending": p[::-1],
            "descending to 1": p[::-1] + 1,
            "from n to −n": n / 2 - p,
            "centered at 0": p - n // 2,
            "shares of n": p / n,
            "shares of n − 1": p / (n - 1),
            "a thousand in all": p * 1000 / (n - 1),
            "steps of 20": 20 * p + 1,
            "steps of 7": 7 * p,
            "descending by 20": 20 * p[::-1] + 1,
            "a thousand times the share": p / n * 1000,
            "one quarter": p / 4,
            "far from 0": p + 1000,
        }.items()
    ):
        yield of(f"{name}, {LAYOUTS[number % 2]}", layout=LAYOUTS[number % 2], positions=positions)
    for name, scale in {"√d": d**0.5, "1/√d": d**-0.5, "a fiftieth": 0.02, "−1": -1.0, "ten": 10.0}.items():
        # only x-transformers is known to use 1/√d, with all sines first
        yield of(f"times {name}", scale=scale, **({"layout": "concatenated"} if name == "1/√d" else {}))
    yield of("YaRN's 0.1 ln 4 + 1", scale=0.1 * np.log(4) + 1, layout="concatenated", first="cos")
    yield from octaves(n, d, storage)
    yield from padded(n, d, storage)
    yield from caches(n, d, storage)
    yield from odd(n, d, storage)
    yield from grids(n, d, storage)
    yield from codes(n, d, storage)


def octaves(n, d, storage) -> Iterator[Case]:
    """Waves of 2ᵏ, from fast to slow and from slow to fast."""
    count = min(d // 2, 10)
    k = np.arange(count)
    for layout in LAYOUTS:
        i, second = places(2 * count, layout)
        for name, frequencies in {
            "2^−k": 2.0**-k,
            "π 2^k p / n": np.pi * 2.0**k / n,
            "2π 2^−k": 2 * np.pi / 2.0 ** (k + 1),
        }.items():
            table, angles = wave(np.arange(n) * 1.0, frequencies[i], second == 1, storage)
            yield right(f"octaves {name}, {layout}", table, angles, *PLAIN, "Fourier", storage=storage, own=(2.0, 0.5))


def padded(n, d, storage) -> Iterator[Case]:
    for name, layout, at, counted in (
        ("row 0", "interleaved", 0, d),
        ("row 1, as fairseq has it", "concatenated", 1, d - 2),
        ("row 0, Tensor2Tensor", "concatenated", 0, d - 2),
    ):
        table, angles = series(n, d, layout, counted=counted, storage=storage)
        table[at] = 0
        case = right(f"zeros in {name}", table, angles, *PLAIN, storage=storage)
        yield replace(case, apart=(np.array([at]), np.array([], int)))
    table, angles = series(n, d, positions=np.concatenate(([0], np.arange(n - 1))), storage=storage)
    table[0] = 0
    case = right("a row of zeros before position 0", table, angles, *PLAIN, storage=storage)
    yield replace(case, apart=(np.array([0]), np.array([], int)))


def caches(n, d, storage) -> Iterator[Case]:
    """Cosines or sines of each column, as rotations cache them, and both side by side."""
    w = powers(1e4, 2 * np.arange(d // 2) / d, storage)
    p = np.arange(n) * 1.0
    i, _ = places(d, "interleaved")
    h, _ = places(d, "concatenated")
    slowed = llama3(d, 5e5, 8.0, 8192)
    ramped, size = yarn(d, 1e4, 4.0, 4096)
    ntk = powers(1e4 * 4 ** (d / (d - 2)), 2 * np.arange(d // 2) / d, storage)
    for label, cosine in (("cos", True), ("sin", False)):
        for where, frequencies in {
            "in halves": w[h],
            "interleaved": w[i],
            "of each pair": w,
            "of each pair, base 500,000": powers(5e5, 2 * np.arange(d // 2) / d, storage),
            "in halves, linear 4": w[h] / 4,
            "in halves, NTK 4": ntk[h],
            "in halves, Llama 3": slowed[h],
            "interleaved, Llama 3": slowed[i],
        }.items():
            table, angles = wave(p, frequencies, np.full(len(frequencies), cosine), storage)
            own = (1e4 * 4 ** (d / (d - 2)), 0.25)
            yield right(f"{label} of RoPE {where}", table, angles, *PLAIN, storage=storage, own=own)
        table, angles = wave(p, ramped[h], np.full(d, cosine), storage)
        yield right(f"{label} of RoPE in halves, YaRN", table * size, angles, *PLAIN, storage=storage, scale=size)


def llama3(d, base, factor, trained):
    w = base ** (-2 * np.arange(d // 2) / d)
    smooth = np.clip((trained * w / (2 * np.pi) - 1) / 3, 0, 1)
    return smooth * w + (1 - smooth) * w / factor


def yarn(d, base, factor, trained):
    """Frequencies and attention factor."""
    pairs = np.arange(d // 2)
    low, high = (d * np.log(trained / (2 * np.pi * turns)) / (2 * np.log(base)) for turns in (32, 1))
    low, high = max(np.floor(low), 0), min(np.ceil(high), d - 1)
    ramp = np.clip((pairs - low) / max(high - low, 0.001), 0, 1)
    w = base ** (-2 * pairs / d)
    return w / factor * ramp + w * (1 - ramp), 0.1 * np.log(factor) + 1


def odd(n, d, storage) -> Iterator[Case]:
    """Tables of odd d: d − 1 columns and a single sine, a column of zeros, or the last column cut off."""
    for layout in LAYOUTS:
        table, angles = series(n, d, layout, storage=storage)
        yield right(f"odd d, cut, {layout}", table[:, :-1], angles[:, :-1], *PLAIN, storage=storage)
        even, angles = series(n, d - 2, layout, storage=storage)
        zero = np.hstack((even, np.zeros((n, 1))))
        yield right(f"odd d, zeros, {layout}", zero, np.hstack((angles, angles[:, :1])), *PLAIN, storage=storage)
    i = np.arange(d - 1) // 2
    table, angles = wave(np.arange(n) * 1.0, powers(1e4, 2 * i / (d - 1), storage), np.arange(d - 1) % 2 == 1, storage)
    yield right("odd d, a lone sine", table, angles, *PLAIN, storage=storage)


def grids(n, d, storage) -> Iterator[Case]:
    """Grids of two coordinates with half of the columns each, and of three."""
    width = {20: 5, 50: 10, 128: 16, 512: 32, 64: 8}.get(n, 4)
    p, height = np.arange(n), n // width
    for name, y, x in (
        ("whole", p // width, p % width),
        ("from 1", p // width + 1, p % width + 1),
        ("scaled to 16", p // width / (height / 16), p % width / (width / 16)),
        ("cropped", p // width + 7, p % width + 5),
        (
            "to 2π, as DETR",
            (p // width + 1) / (height + 1e-6) * 2 * np.pi,
            (p % width + 1) / (width + 1e-6) * 2 * np.pi,
        ),
    ):
        for order, layout in itertools.product(("row first", "column first"), LAYOUTS):
            halves = [series(n, d // 2, layout, positions=axis, storage=storage) for axis in (y, x)]
            halves = halves if order == "row first" else halves[::-1]
            table, angles = (np.hstack(parts) for parts in zip(*halves, strict=True))
            # 2π minus 1e-6, as published; 2π is accepted
            angles = angles * (1000 if "DETR" in name and storage != "float32 arithmetic" else 1)
            yield right(
                f"grid {name}, {order}, {layout}", table, angles, "Grid", storage=storage, own=(16 / height, 16 / width)
            )
    if n == 128 and d == 64:
        quarter = d // 4
        parts = [
            series(n, count, "concatenated", positions=axis, storage=storage)
            for count, axis in ((quarter, p // 32), (3 * d // 8, p // 8 % 4), (3 * d // 8, p % 8))
        ]
        table, angles = (np.hstack(columns) for columns in zip(*parts, strict=True))
        yield right("grid of three axes", table, angles, "Grid", storage=storage)


def codes(n, d, storage) -> Iterator[Case]:
    """Codes. Half precision represents no integer above 2,048 exactly, and bfloat16 none above 256."""
    p = np.arange(n)
    flat = np.zeros((n, d))
    count = max((n - 1).bit_length(), 2)
    for name, whole in (("Binary", p), ("Gray", p ^ (p >> 1))):
        bits = (whole[:, None] >> np.arange(count) & 1) * 1.0
        yield right(f"{name}", bits, 0 * bits, name, storage=storage)
        yield right(f"{name}, MSB first", bits[:, ::-1], 0 * bits, name, storage=storage)
        yield right(f"{name}, −1 and 1", 2 * bits - 1, 0 * bits, name, storage=storage)
    if n <= 256:
        yield right("Index", p[:, None] + flat, flat, "Index", storage=storage)
        yield right("Index from 1", p[:, None] + 1 + flat, flat, "Index", storage=storage)
    lines = ("Normalized", "Index")
    yield right("p / n", p[:, None] / n + flat, flat, *lines, storage=storage)
    yield right("p / (n − 1)", p[:, None] / (n - 1) + flat, flat, *lines, storage=storage)
    yield right("−1 to 1", 2 * p[:, None] / (n - 1) - 1 + flat, flat, *lines, storage=storage)
    behind = np.subtract.outer(p, p) * 1.0
    if n <= 128:
        for slope in (0.5, 2.0**-8, 2.0**-1.5):
            both = -slope * np.abs(behind)
            yield right(f"ALiBi both ways, {slope:.3g}", both, 0 * both, "ALiBi", storage=storage, scale=slope * n)
            past = np.where(behind >= 0, both, 0)
            yield right(f"ALiBi before a mask, {slope:.3g}", past, 0 * both, "ALiBi", storage=storage, scale=slope * n)
        slopes = 2.0 ** -np.arange(1, 9)
        heads = slopes[:, None] * p
        yield right("ALiBi, heads by keys", heads, 0 * heads, "ALiBi", storage=storage, scale=n)
        late = slopes[:, None] * (p - n + 1)
        yield right("ALiBi, heads by keys, up to 0", late, 0 * late, "ALiBi", storage=storage, scale=n)


# near an encoding, and none


def near(n, d) -> Iterator[Case]:
    """Tables that resemble an encoding: right if the name's own formula gives the table, or if it is unknown."""
    i, second = places(d, "interleaved")
    p, j = np.arange(n) * 1.0, np.arange(d)
    w = 1e4 ** (-2 * i / d)
    rng = np.random.default_rng((n, d))
    sine = wave(p, w, second == 1)[0]

    def waves(frequencies, positions=p):
        return wave(positions, frequencies, second == 1)[0]

    def floored(axis):
        """With −ln(B) / d // 2 as exponent, which is −1."""
        return wave(axis, np.exp(-2.0 * np.arange(d // 4)).repeat(2), np.arange(d // 2) % 2 == 1)[0]

    behind = np.subtract.outer(p, np.arange(n))
    tables = {
        "exponent −1 throughout, axes apart": np.hstack((floored(p // 4), floored(p % 4))),
        "exponent −1 throughout, axes in turn": np.stack((floored(p % 4 + 1), floored(p // 4 + 1)), 2).reshape(n, d),
        "shares of 64 in octaves": wave(p / 64, np.pi * 2.0 ** np.arange(6).repeat(2), np.arange(12) % 2 == 1)[0],
        "degrees the other way": waves(np.degrees(w)),
        "random phases": np.sin(np.multiply.outer(p, w) + rng.uniform(0, 6, d)),
        "random frequencies": waves(np.sort(rng.uniform(0, 2, d // 2))[::-1][i]),
        "frequencies by 1/k": waves(1.0 / (i + 1)),
        "frequencies by k": waves((i + 1.0) / d),
        "of the logarithm": waves(w, 10 * np.log1p(p)),
        "of the square": waves(w, p**2 / 10),
        "of shuffled positions": waves(w, rng.permutation(p)),
        "of sorted chance": waves(w, np.sort(rng.uniform(0, n, n))),
        "times a decay": sine * np.exp(-2 * p / n)[:, None],
        "growing with the column": sine * np.linspace(0.3, 1, d),
        "square waves": np.sign(sine),
        "triangle waves": np.arcsin(np.clip(sine, -1, 1)),
        "two formulas one after another": np.vstack((sine[: n // 2], waves(100.0 ** (-2 * i / d))[n // 2 :])),
        "two formulas beside each other": np.where(j < d // 2, sine, waves(100.0 ** (-2 * i / d))),
        "sum of two": sine + waves(100.0 ** (-2 * i / d)),
        "product of two": sine * waves(100.0 ** (-2 * i / d)),
        "columns shuffled": rng.permutation(sine, axis=1),
        "plus tokens": 0.05 * sine + rng.normal(0, 1, (n, d)),
        "plus a walk": sine + 0.1 * np.cumsum(rng.normal(size=(n, d)), axis=0),
        "sines and a ramp": np.hstack((sine[:, :-1], p[:, None] / 20)),
        "half of it chance": np.where(j < d // 2, sine, rng.normal(0, 0.7, (n, d))),
        "half of the rows chance": np.where(p[:, None] < n // 2, sine, rng.normal(0, 0.7, (n, d))),
        "a tenth of the numbers chance": np.where(rng.uniform(size=(n, d)) < 0.1, rng.normal(0, 0.7, (n, d)), sine),
        "dropout": sine * (rng.uniform(size=(n, d)) > 0.1) / 0.9,
        "hours, weekdays, months": waves(2 * np.pi / np.array([24, 168, 730])[i % 3]),
        "digits in base 3": np.stack([p // 3**k % 3 for k in range(8)], axis=1),
        "numbers of the cells": p[:, None] * d + j,
        "a power bias": -0.5 * np.abs(behind) ** 0.5,
        "a bias of cosines": np.cos(behind[..., None] * 1e4 ** (-np.arange(32) / 32)).sum(axis=2),
        "random buckets": rng.normal(size=9)[np.minimum(np.abs(behind), 8).astype(int)],
    }  # fmt: skip
    names = {
        "exponent −1 throughout, axes apart": {"integer division", "floor division"},
        "exponent −1 throughout, axes in turn": {"integer division", "floor division"},
        "shares of 64 in octaves": {"Sinusoidal", "Fourier"},
        "frequencies by k": {"linear frequencies"},
        "frequencies by 1/k": {"Fourier"},
        "random frequencies": {"Fourier"},
        "a power bias": {"KERPLE"},
        "a bias of cosines": {"Sandwich"},
        "dropout": {"Sinusoidal", "dropout"},
    }
    for name, table in tables.items():
        yield Case(f"{name}, {n}×{d}", "near", table, frozenset(names.get(name, ())), 1e-6, own=(np.e, 2 * np.pi))
    for share in (0.003, 0.01, 0.015):
        noisy = sine + rng.normal(0, share * 0.7, (n, d))
        yield Case(f"noise of {share:g}, {n}×{d}", "near", noisy, PLAIN, 3 * share)


# grading


def agrees(numbers, case: Case) -> bool:
    """Return True for the numbers of the table, or of the one before it was corrupted, where they can be compared."""
    numbers = np.asarray(numbers, float)
    for table in (case.table, *case.also):
        for oriented in (numbers, numbers.T):
            # numbers hidden by a mask of −10⁹ or −∞ are no part of the bias
            unmasked = [np.where(values <= -1e9, 0, values) for values in (oriented, table)]
            if oriented.shape == table.shape and _close(*unmasked, case, original=table is case.table):
                return True
    return False


def _close(numbers, table, case: Case, *, original: bool) -> bool:
    centered = bool(case.names & {"constant added", "columns centered"})
    off = np.abs(numbers - table)
    if centered and original:
        off = np.minimum(off, np.abs(numbers - numbers.mean(axis=0) - table + table.mean(axis=0)))
    # before the change, the numbers were at other places
    allowed = case.tolerance if original else min(0.049, float(np.max(case.tolerance)))
    tolerance = np.broadcast_to(allowed, table.shape)
    judged = tolerance < 0.05 * max(1.0, float(np.abs(table).max()))
    for axis, indexes in enumerate(case.apart):
        np.swapaxes(judged := judged.copy(), 0, axis)[indexes] = False
    return bool(judged.any()) and np.sum(off[judged] > tolerance[judged]) <= 1 + SHARE_OUT * judged.sum()


SCHEDULES = ("paper", "Tensor2Tensor")
KNOWN_WORDS = {"base", "layout", "first", "start", "scale", "unit"}


def recomputed(name: str, parameters: Mapping[str, object], n: int, d: int) -> np.ndarray | None:
    """Table of a name and its parameters by the formulas here; None without one or for an unknown parameter."""
    known_parameters = {key: value for key, value in parameters.items() if value not in (None, "")}
    schedule, odd = known_parameters.pop("schedule", "paper"), known_parameters.pop("odd", None)
    if (
        name not in {"Sinusoidal", *FORMULA_BUGS} - {"linear frequencies"}
        or known_parameters.keys() - KNOWN_WORDS
        or d % 2
        or odd not in (None, "cut", "sine")
        or schedule not in SCHEDULES
    ):
        return None
    if name == "half table":
        known_parameters.setdefault("first", "cos")
    try:
        if schedule == "Tensor2Tensor":
            known_parameters["base"] = float(known_parameters.get("base", 1e4)) ** (d / (d - 2))
        return table_of_bug(
            name,
            n,
            d,
            **{key: value if isinstance(value, str) else float(value) for key, value in known_parameters.items()},
        )[0]
    except (TypeError, ValueError):
        return None


def odd_parameter(explanation, case: Case) -> str:
    """A base or a unit that is unusual, in an explanation that is stated without doubt; else an empty string."""
    n = case.table.shape[0]

    def near_one_of(value, others):
        return any(abs(value - other) <= 1e-5 * abs(other) for other in others if other)

    for key in ("base", "unit"):
        try:
            value = abs(float(explanation.parameters[key]))
        except (KeyError, TypeError, ValueError):
            continue
        if value == 0 or not np.isfinite(value):
            return f"{key} {value:g}"
        ways = (
            [value * factor for factor in (1, 1 / np.pi, n, n - 1, n / np.pi, (n - 1) / np.pi, n + 1)]
            if key == "unit"
            else [value]
        )
        short = [float(f"{way:.3g}") for way in ways] + [1 / float(f"{1 / way:.3g}") for way in ways]
        powers_of = [2.0**k for k in range(-20, 41)] + [3.0**k for k in range(-10, 20)] + [np.e]
        if not near_one_of(value, case.own) and not any(near_one_of(way, short + powers_of) for way in ways):
            return f"{key} {value:.10g}"
        if key == "base" and not near_one_of(value, case.own) and not 1.05 < value <= 1.1e12:
            return f"base {value:g}"
    return ""


def unlike_its_neighbors(table):
    """Return True if adjacent numbers have little in common."""
    centered = table - table.mean()
    both = (np.sum(centered[1:] * centered[:-1]), np.sum(centered[:, 1:] * centered[:, :-1]))
    return max(map(abs, both)) < 0.4 * np.sum(centered**2)


FALSE_KINDS: dict[str, Callable[[np.ndarray], bool]] = {
    "learned": lambda table: False,
    "trained": lambda table: False,
    "toeplitz": lambda table: np.allclose(table[1:, 1:], table[:-1, :-1], atol=1e-6 * np.abs(table).max()),
    "hankel": lambda table: np.allclose(table[1:, :-1], table[:-1, 1:], atol=1e-6 * np.abs(table).max()),
    "circulant": lambda table: np.allclose(table[1:, 1:], table[:-1, :-1], atol=1e-6 * np.abs(table).max()),
    "causal": lambda table: np.ptp(table[np.triu_indices(*(table.shape[0], 1), table.shape[1])]) == 0,
    "attention weight": lambda table: table.min() >= 0 and np.allclose(table.sum(axis=1), 1, atol=0.02),
    "permutation": lambda table: set(np.unique(table)) <= {0, 1} and table.sum(axis=0).max() <= 1,
    "one-hot": lambda table: set(np.unique(table)) <= {0, 1} and table.sum(axis=1).max() <= 1,
    "equal rows": lambda table: np.ptp(table, axis=0).max() <= 1e-6 * np.abs(table).max(),
    "equal columns": lambda table: np.ptp(table, axis=1).max() <= 1e-6 * np.abs(table).max(),
    "random": unlike_its_neighbors,
    "symmetric": lambda table: table.shape[0] == table.shape[1] and np.allclose(table, table.T),
}
"""Property of the matrix for a word in the name of a kind."""


def false_kind(name: str, table: np.ndarray) -> str:
    """The first word of a kind that is false of the table; empty if all that can be checked are true."""
    return next((word for word, true in FALSE_KINDS.items() if word in name.lower() and not true(table)), "")


def grade(case: Case, result, sentence: str = "") -> tuple[str, str]:
    """Grade (right, unknown, or wrong) and reason; `result` is the output of `diagnose`, `sentence` its verdict."""
    best, expected = result.best, case.group in ("bug", "right")
    if result.state in ("unknown", "unusual"):
        return ("unknown" if expected else "right"), result.state
    if result.state == "kind":
        word = false_kind(best.name, case.table)
        if word:
            return "wrong", f"the kind {best.name}: not {word}"
        is_named = any(name.lower() in best.name.lower() for name in case.names)
        return ("unknown" if expected and not is_named else "right"), f"kind {best.name}"
    answer = f"{result.state} {best.name} {dict(best.parameters)}"
    if best.name == "relative position bias":
        # any matrix with constant diagonals is one
        return ("right" if FALSE_KINDS["toeplitz"](case.table) else "wrong"), answer
    if case.group == "no encoding":
        return "wrong", answer
    is_right = best.name in case.names or bool({explanation.name for explanation in result.equal} & case.names)
    turned = result.transposed or best.name == "transposed"
    if "transposed" in case.names and not turned:
        return "wrong", f"{answer}: not transposed"
    own = recomputed(best.name, best.parameters, *case.table.shape[:: -1 if turned else 1])
    if result.state == "different":
        if case.where:
            if not is_right and (own is None or not agrees(own, case)):
                return "wrong", answer
            bad_part = re.search(case.where, sentence)
            return (
                "right" if bad_part else "unknown"
            ), answer if bad_part else f"{answer} without {case.where}: {sentence}"
        nearly = np.asarray(best.numbers(), float)
        mostly = nearly.shape == case.table.shape and np.mean(np.abs(nearly - case.table) < 0.05) > 0.5
        if not mostly:
            return "wrong", answer
        return ("unknown" if expected else "right"), answer
    if case.where:
        return "wrong", f"{answer} without a word about {case.where}"
    if not agrees(best.numbers(), case):
        return "wrong", f"{answer}: other numbers"
    if case.also and not is_right:
        return "wrong", f"{answer}: not a word about what was done to it"
    if own is not None and not agrees(own, case):
        return "wrong", f"{answer}: its formula makes other numbers"
    if own is None and not is_right and best.name not in PLAIN:
        return "wrong", f"{answer}: no such name"
    if case.group == "right" and result.state == "bug":
        return "wrong", f"{answer}: it is right"
    strange = odd_parameter(best, case) if result.state == "known" else ""
    return ("wrong", f"{answer}: {strange}") if strange else ("right", answer)


# the examination


def few_of_each() -> Iterator[Case]:
    """Every kind of matrix at some of the small sizes, in turn."""
    for number, (kind, family) in enumerate(matrices.FAMILY.items()):
        count = 3 if family in MORE else 2
        for turn in range(count):
            name, table = matrices.matrix(kind, *SMALL[(number + turn * len(SMALL) // count) % len(SMALL)])
            yield Case(name, "no encoding", table)


def turns(cases: Iterator[Case], count: int, first: int = 0) -> Iterator[Case]:
    """Every `count`-th case."""
    return itertools.islice(cases, first, None, count)


def sample() -> Iterator[Case]:
    """Small sample for every test run: each kind of matrix, each bug once or twice, all conventions in turn."""
    yield from few_of_each()
    yield from turns(some_bugs(SIZES), 5)
    sizes = zip(itertools.cycle(SIZES), STORAGES, strict=False)
    yield from turns((case for size, storage in sizes for case in some_right(*size, storage)), 8)
    yield from turns(near(50, 32), 2)


def kind_of(case: Case) -> str:
    return re.split(r" \d+×|, ", case.name)[0]


def examine(cases: Iterable[Case]) -> tuple[Counter[tuple[str, str, str]], list[str]]:
    """Number of right, unknown, and wrong diagnoses by group and kind, and the cases that are not right."""
    results, failed = Counter[tuple[str, str, str]](), []
    for case in cases:
        try:
            result = diagnose(case.table)
            mark, why = grade(case, result, verdict(result))
        except Exception as error:  # one crash must not hide the other results
            mark, why = "wrong", repr(error)
        results[case.group, kind_of(case), mark] += 1
        if mark != "right":
            failed.append(f"{mark}: {case.name}: {why}")
    return results, failed


def missed_targets(results: Mapping[tuple[str, str, str], int]) -> list[str]:
    """Missed targets: no wrong name, 98% of bugs and 95% of right tables identified."""
    missed = []
    for group, share in {"no encoding": 0.0, "bug": 0.98, "right": 0.95, "near": 0.0}.items():
        counts = {mark: sum(results[key] for key in results if (key[0], key[2]) == (group, mark)) for mark in MARKS}
        if counts["wrong"]:
            missed.append(f"{group}: {counts['wrong']} misnamed")
        if counts["right"] < share * sum(counts.values()):
            missed.append(f"{group}: {counts['right']} of {sum(counts.values())} known")
    return missed
