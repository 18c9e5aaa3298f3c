"""Tables whose origin is known, to examine a diagnosis with: written from the formulas, not from the code under test.

A case is a table, what it was made of, and which names are right for it. What was said of it is right where the numbers
of the account are those that the table was made of, and a right name is said first or among the equal ones.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from zlib import crc32

import numpy as np

from posenc_core import Learned
from posenc_core.diagnosis import Diagnosis, Reading

SIZES = ((20, 16), (50, 128), (128, 64), (512, 512))
STORAGES = ("float64", "float32", "float16", "bfloat16", "3 decimals", "4 decimals")
NOISES = (0.0, 0.001, 0.01)
BASES = (10.0, 100.0, 500.0, 1000.0, 10_000.0, 100_000.0, 500_000.0, 1e6, 7312.4)

CLOSE = 50.0
"""Two tables are the same as far as the data can tell below this: the squared difference over the variance of an entry.

A few fitted numbers cost about one each, and rounding them to the digits that the data carry some more.
"""

EXACT = 3e-6
"""As a share of the table: nobody prints more digits of a base."""


@dataclass(frozen=True)
class Case:
    """A table, what it was made of, and what may be said of it."""

    name: str
    table: np.ndarray
    """As it is given."""
    made: tuple[np.ndarray, ...]
    """What it was made of, without noise and rounding; several where several may be said, as with rows of zeros."""
    names: frozenset[str]
    """Right names; none where any name is right whose numbers are those that it was made of."""
    kinds: frozenset[str] = frozenset({"scheme", "mistake"})
    """Right kinds of account. A kind without numbers, such as random, is right by its name alone."""
    noise: float = 0.0
    """Added to it, as a share of its rms."""
    nameless: bool = False
    """Whether not to know is right too."""
    plain: np.ndarray | None = None
    """Of a mistake the table that it should have been: where the data cannot tell them apart, that is right too."""


def bfloat16(values):
    """Rounded to 8 significant bits, halves to even, as a cast from float32 does it."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)


def stored(table, how):
    if how.endswith("decimals"):
        return np.round(table, int(how[0]))
    return bfloat16(table) if how == "bfloat16" else table.astype(how).astype(np.float64)


def seen(case, storage="float64", noise=0.0):
    """The case with Gaussian noise, whose standard deviation is a share of the table's rms, and then stored so."""
    rng = np.random.default_rng(crc32(f"{case.name} {case.table.shape} {storage} {noise}".encode()))
    table = case.table
    if noise:
        table = table + rng.normal(0, noise * np.sqrt(np.mean(table**2)), table.shape)
    return replace(case, name=f"{case.name}, {storage}, noise {noise:g}", table=stored(table, storage), noise=noise)


# sines and cosines


def places(d, layout="interleaved"):
    """The pair of every column, and whether it is the pair's second."""
    j = np.arange(d)
    if layout == "interleaved":
        return j // 2, j % 2
    half = (d + 1) // 2
    return j % half, j // half


def table_of(n, frequencies, cosine, start=0, scale=1.0, positions=None):
    """A frequency and a wave for every column."""
    p = np.arange(n, dtype=float) + start if positions is None else positions
    angles = np.multiply.outer(p, frequencies)
    return scale * np.where(cosine, np.cos(angles), np.sin(angles))


def paper(n, d, base=1e4, layout="interleaved", first="sin", start=0, scale=1.0, counted=None):
    """The formula of Vaswani et al., section 3.5."""
    i, second = places(d, layout)
    return table_of(n, base ** (-2 * i / (counted or d)), second == (first == "sin"), start, scale)


def mistake_table(name, n, d, base=1e4, layout="interleaved", start=0, scale=1.0):
    i, c = places(d, layout)
    if name == "transposed":
        return paper(n, d, base, layout, start=start, scale=scale).T
    exponent = {
        "exponent 2j/d": (4 * i + 2 * c) / d,
        "cosine of the next pair": 2 * (i + c) / d,
        "exponent j/d": (2 * i + c) / d,
        "exponent i/d": i / d,
        "exponent 4i/d": 4 * i / d,
        "sines alone": (2 * i + c) / d,
        "d + 1 cut": 2 * i / (d + 1),
    }.get(name, 2 * i / d)
    frequencies = base**-exponent
    cosine = c == 1
    positions = np.arange(n, dtype=float) + start
    if name == "half table":
        j = np.arange(d)
        frequencies, cosine = base ** (-2 * (j % (d // 2)) / d), j % 2 == 0
    elif name == "wrong logarithm":
        frequencies = np.exp(-2 * i / d * np.log10(base))
    elif name == "binary logarithm":
        frequencies = np.exp(-2 * i / d * np.log2(base))
    elif name == "degrees":
        frequencies = np.radians(frequencies)
    elif name == "bfloat16 frequencies":
        frequencies = bfloat16(frequencies)
    elif name == "bfloat16 positions":
        positions = bfloat16(positions)
    elif name == "sines alone":
        cosine = cosine & False
    elif name == "cosine first":
        cosine = ~cosine
    elif name == "positions from 1":
        positions = positions + 1
    elif name == "missing √d":
        scale = scale / np.sqrt(d)
    return table_of(n, frequencies, cosine, 0, scale, positions)


MISTAKE_NAMES = (
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
    "transposed",
)

EQUAL = {
    "exponent i/d": {"Sinusoidal"},
    "exponent 4i/d": {"Sinusoidal"},
    "positions from 1": {"Sinusoidal"},
    "cosine first": {"Sinusoidal", "RoPE"},
}
"""Names of a right formula with other parameters that is the same numbers, and as likely meant."""

UNUSUAL = {
    **{name: {"Sinusoidal"} for name in ("wrong logarithm", "binary logarithm", "d + 1 cut", "degrees", "missing √d")},
    "exponent 2j/d": {"exponent j/d"},
    "exponent j/d": {"exponent 2j/d"},
}
"""The same where the base, the start or the scale is unusual as well: then nobody can tell what was meant."""


def mistake(name, n, d, base=1e4, layout="interleaved", start=0, scale=1.0):
    parts = [f"base {base:g}"] * (base != 1e4) + [layout] * (layout != "interleaved")
    parts += [f"start {start}"] * (start != 0) + [f"scale {scale:.3g}"] * (scale != 1)
    table = mistake_table(name, n, d, base, layout, start, scale)
    plain = paper(n, d, base, layout, start=start, scale=scale)
    names = {name} | EQUAL.get(name, set())
    if (base, start, scale) != (1e4, 0, 1.0):
        names |= UNUSUAL.get(name, set())
    # of an odd d it is one of the right conventions
    names |= {"Sinusoidal"} if name == "d + 1 cut" and d % 2 else set()
    names |= {"positions from 1"} if start else set()
    names |= {"missing √d"} if scale != 1 else set()
    return Case(
        ", ".join((name, *parts)),
        table,
        (table,),
        frozenset(names),
        plain=plain if plain.shape == table.shape else None,
    )


def right(name, table, *names, made=None, kinds=("scheme", "mistake")):
    return Case(name, table, (table,) if made is None else made, frozenset(names), frozenset(kinds))


def sinusoids(n, d) -> Iterator[Case]:
    """Right tables of sines and cosines."""
    for layout in ("interleaved", "concatenated"):
        yield right(f"paper {layout}", paper(n, d, layout=layout), "Sinusoidal")
        yield right(
            f"cos first {layout}", paper(n, d, layout=layout, first="cos"), "Sinusoidal", "cosine first", "RoPE"
        )
    for base in BASES:
        yield right(f"base {base:g}", paper(n, d, base), "Sinusoidal")
    for start in (1, 2):
        yield right(f"start {start}", paper(n, d, start=start), "Sinusoidal", "positions from 1")
    for scale in (d**-0.5, (2 / d) ** 0.5, d**0.5, 0.02):
        names = ("Sinusoidal", "missing √d")
        yield right(f"scale {scale:.3g}", paper(n, d, scale=scale, layout="concatenated"), *names)
    for base in (1000.0, 10_000.0, 100_000.0) if d > 3 else ():
        for layout in ("interleaved", "concatenated"):
            table = paper(n, d, base, layout, counted=d - 2)
            yield right(f"Tensor2Tensor {layout}, base {base:g}", table, "Sinusoidal")
    yield in_float32(n, d)
    if d % 2:
        yield from odd_ones(n, d)
    else:
        yield from rotary(n, d)


def in_float32(n, d):
    """As most code makes it: the error of the angles grows with the position, past that of the storage."""
    one = np.float32
    i, second = places(d)
    w = np.exp((2 * i).astype(one) * one(-np.log(1e4) / d))
    angles = np.arange(n, dtype=one)[:, None] * w
    table = np.where(second, np.cos(angles), np.sin(angles)).astype(float)
    return right("computed in float32", table, "Sinusoidal", made=(paper(n, d),))


def odd_ones(n, d) -> Iterator[Case]:
    """What people do with an odd d, besides a last sine without a cosine."""
    for layout in ("interleaved", "concatenated"):
        padded = np.hstack((paper(n, d - 1, layout=layout), np.zeros((n, 1))))
        zero = np.hstack((paper(n, d - 1, layout=layout, counted=d), np.zeros((n, 1))))
        cut = paper(n, d + 1, layout=layout)[:, :d]
        yield right(f"odd padded {layout}", padded, "Sinusoidal")
        yield right(f"odd zero {layout}", zero, "Sinusoidal")
        yield right(f"odd cut {layout}", cut, "Sinusoidal", "d + 1 cut")


def yarn(d, base=1e4, factor=4.0, trained=2048):
    """Frequencies and what cosine and sine are multiplied with, as the authors' code has them."""
    pairs = np.arange(d // 2)
    low, high = (d * np.log(trained / (2 * np.pi * turns)) / (2 * np.log(base)) for turns in (32, 1))
    low, high = max(np.floor(low), 0), min(np.ceil(high), d - 1)
    ramp = np.clip((pairs - low) / max(high - low, 0.001), 0, 1)
    w = base ** (-2 * pairs / d)
    return w / factor * ramp + w * (1 - ramp), 0.1 * np.log(factor) + 1


def llama3(d, base=5e5, factor=8.0, trained=8192):
    w = base ** (-2 * np.arange(d // 2) / d)
    waves = 2 * np.pi / w
    smooth = np.clip((trained / waves - 1) / (4 - 1), 0, 1)
    return (1 - smooth) * w / factor + smooth * w


def rotary(n, d) -> Iterator[Case]:
    """Tables of cosines and sines as rotations use them, and what they make of the pairs (1, 0)."""
    i, c = places(d)
    half, second = places(d, "concatenated")
    w = 1e4 ** (-2 * np.arange(d // 2) / d)
    for wave, cosine in (("cos", True), ("sin", False)):
        yield right(f"RoPE's {wave} in halves", table_of(n, w[half], np.full(d, cosine)))
        yield right(f"RoPE's {wave} interleaved", table_of(n, w[i], np.full(d, cosine)))
    for factor in (2.0, 4.0, 8.0) if d > 2 else ():
        ntk = (1e4 * factor ** (d / (d - 2))) ** (-2 * np.arange(d // 2) / d)
        yield right(f"NTK × {factor:g}", table_of(n, ntk[i], c == 0))
        yield right(f"linear × {factor:g}", table_of(n, w[half] / factor, second == 0))
    slowed, size = yarn(d)
    yield right("YaRN", table_of(n, slowed[half], second == 0, scale=size))
    yield right("llama3", table_of(n, llama3(d)[half], second == 0))


# codes, lines, biases, pictures


def bits(n, d, gray=False):
    numbers = np.arange(n)
    numbers = numbers ^ (numbers >> 1) if gray else numbers
    return ((numbers[:, None] >> np.minimum(np.arange(d), 62)) & 1).astype(float)


QUARTERS = {
    "row first": "sin y, cos y, sin x, cos x",
    "column first": "sin x, cos x, sin y, cos y",
    "sines first": "sin y, sin x, cos y, cos x",
}


def grid(n, d, width, order, start=0, base=1e4, normalized=False):
    p = np.arange(n)
    numbers = {"y": p // width + float(start), "x": p % width + float(start)}
    if normalized:
        ends = {"y": (n - 1) // width + start, "x": width - 1 + start}
        numbers = {axis: values / (ends[axis] + 1e-6) * 2 * np.pi for axis, values in numbers.items()}
    w = base ** (-4 * np.arange(d // 4) / d)
    waves = {
        f"{name} {axis}": wave(np.multiply.outer(numbers[axis], w))
        for axis in "xy"
        for name, wave in (("sin", np.sin), ("cos", np.cos))
    }
    if order in QUARTERS:
        return np.hstack([waves[each] for each in QUARTERS[order].split(", ")])
    pairs = [np.stack((waves[f"sin {axis}"], waves[f"cos {axis}"]), axis=2).reshape(n, d // 2) for axis in "yx"]
    return np.hstack(pairs)


def biases(behind):
    """What is added to scores, by how far behind its query a key is; 0 where a mask hides it."""
    far = np.abs(behind)
    log = 8 + (np.log(np.maximum(far, 1) / 8) / np.log(128 / 8) * 8).astype(int)
    buckets = np.where(far < 8, far, np.minimum(log, 15)) + 16 * (behind < 0)
    waves = sum(np.cos(far * 1e4 ** (-2 * i / 128)) for i in range(1, 65))
    return {
        "ALiBi": np.where(behind >= 0, -behind / 4, 0),
        "BLOOM's ALiBi": np.broadcast_to(np.arange(len(behind)) / 4, behind.shape),
        "T5's buckets": buckets.astype(float),
        "KERPLE, logarithm": -1.5 * np.log1p(0.7 * far),
        "KERPLE, power": -0.5 * far**0.5,
        "Sandwich": waves,
    }


def codes(n, d) -> Iterator[Case]:
    """Right tables that are no single series of sines and cosines."""
    for name, gray in (("Binary", False), ("Gray", True)):
        table = bits(n, d, gray)
        yield right(f"{name}", table, name)
        yield right(f"{name} MSB first", table[:, ::-1], name)
        yield right(f"{name} -1/1", 2 * table - 1, name)
    p = np.arange(n)[:, None] + np.zeros(d)
    lines = ("Index", "Normalized")
    yield right("Index", p, *lines)
    yield right("Index from 1", p + 1, *lines)
    yield right("Index in one column", p * (np.arange(d) == 0), *lines)
    yield right("p / N", p / n, *lines)
    yield right("p / (N - 1)", p / max(n - 1, 1), *lines)
    if d >= n:
        yield right("one-hot", np.eye(n, d))
    if d % 4 == 0:
        for width, order in ((4, "row first"), (16, "column first"), (14, "sines first"), (5, "interleaved")):
            if width < n:
                yield right(f"Grid of {width}, {order}", grid(n, d, width, order), "Grid")
        yield right("Grid of DETR", grid(n, d, 4, "interleaved", 1, normalized=True), "Grid")
    if n == d:
        behind = np.subtract.outer(np.arange(n), np.arange(n)).astype(float)
        for slope in (0.5, 2**-8.0, 2**-1.5):
            yield right(f"ALiBi both ways, slope {slope:.3g}", -slope * np.abs(behind), kinds=("bias", "scheme"))
        for name, table in biases(behind).items():
            yield right(name, table, kinds=("bias", "scheme"))
    w = np.random.default_rng(0).normal(0, 0.1, (d + 1) // 2)
    i, second = places(d, "concatenated")
    yield right("Fourier", table_of(n, w[i], second == 1), "Fourier")
    rng = np.random.default_rng(crc32(f"{n} {d}".encode()))
    yield Case("random N(0, .02)", rng.normal(0, 0.02, (n, d)), (), frozenset(), frozenset({"random"}))
    yield Case("random uniform", rng.uniform(-0.1, 0.1, (n, d)), (), frozenset(), frozenset({"random"}))


@cache
def minilm():
    return Learned().encode(range(512), 384)


# what has no name


def nameless(n, d) -> Iterator[Case]:
    """Tables of which no name is true, and some that are a formula after all in an unusual dress."""
    sine, other = paper(n, d), paper(n, d, 100.0, "concatenated")
    rng = np.random.default_rng(crc32(f"nameless {n} {d}".encode()))
    p, j = np.arange(n)[:, None], np.arange(d)

    def of(name, table, *made, kinds=("scheme", "mistake", "bias")):
        return Case(name, table, made or (table,), frozenset(), frozenset(kinds), nameless=True)

    yield of("rows reversed", sine[::-1])
    yield of("rows shuffled", rng.permutation(sine))
    yield of("columns permuted", rng.permutation(sine, axis=1))
    yield of("columns reversed", sine[:, ::-1])
    for column in {0, d // 2} if d > 2 else ():
        yield of(f"without column {column}", np.delete(sine, column, axis=1))
    yield of("without its last column", sine[:, :-1] if d > 1 else sine)
    yield of("without a row", np.delete(sine, n // 2, axis=0))
    yield of("a row twice", np.insert(sine, n // 2, sine[n // 2], axis=0))
    yield of("every second row", sine[::2])
    zero = sine.copy()
    zero[0] = 0
    yield of("first row of zeros", zero, zero, sine)
    late = paper(n, d, layout="concatenated", counted=max(d - 2, 1), start=2)
    padded = late.copy()
    padded[: min(2, n)] = 0
    yield of("rows before the first token are zeros", padded, padded, late)
    yield of("plus a learned table", sine * 0.7 + rng.normal(0, 0.5, (n, d)))
    walk = np.cumsum(rng.normal(0, 0.1, (n, d)), axis=0)
    yield of("plus a random walk", sine + walk / np.std(walk) * 0.3)
    yield of("random walk", walk)
    kernel = np.hanning(min(9, n) + 2)
    smooth = np.stack([np.convolve(column, kernel, "same")[:n] for column in rng.normal(size=(d, n))], axis=1)
    yield of("smooth noise", smooth)
    w = 1e4 ** (-2 * (j // 2) / d)
    yield of("one column of chance in all", np.tile(rng.normal(size=(n, 1)), (1, d)))
    yield of("one row of chance in all", np.tile(rng.normal(size=d), (n, 1)))
    yield of("three directions of chance", rng.normal(size=(n, 3)) @ rng.normal(size=(3, d)))
    yield of("five directions of a walk", np.cumsum(rng.normal(size=(n, 5)), axis=0) @ rng.normal(size=(5, d)))
    yield of("a smooth walk", np.cumsum(smooth, axis=0))
    yield of("random phases", np.sin(p * w + rng.uniform(0, 2 * np.pi, d)))
    yield of(
        "one random phase a pair", np.sin(p * w + np.repeat(rng.uniform(0, 2 * np.pi, d), 2)[:d] + j % 2 * np.pi / 2)
    )
    yield of("decaying with position", sine * np.exp(-2 * p / n))
    yield of("growing with the column", sine * np.linspace(0.3, 1, d))
    yield of("clipped", np.clip(sine, -0.5, 0.5))
    yield of("int8", np.round(sine * 127) / 127, sine)
    yield of("two tables side by side", np.hstack((sine[:, : d // 2], other[:, : d - d // 2])))
    yield of("two tables one after another", np.vstack((sine[: (n + 1) // 2], sine[: n // 2])))
    yield of("two formulas one after another", np.vstack((sine[: (n + 1) // 2], other[: n // 2])))
    yield of("sum of two tables", sine + other)
    yield of("product of two tables", sine * other)
    yield of("squared", sine**2)
    yield of("dropout", sine * (rng.uniform(size=(n, d)) > 0.1) / 0.9, sine)
    yield of("times ten", sine * 10)
    yield of("negated", -sine)
    yield of("plus one", sine + 1)
    yield of("plus tokens", sine * 0.05 + rng.normal(0, 1, (n, d)), kinds=("random",))
    yield of("noise of a tenth", sine + rng.normal(0, 0.07, (n, d)), sine)
    yield of("noise of 3 %", sine + rng.normal(0, 0.02, (n, d)), sine)
    yield of("one column wrong", np.where(j == d // 3, rng.normal(0, 0.7, (n, d)), sine), sine)
    yield of("one row wrong", np.where(p == n // 3, rng.normal(0, 0.7, (n, d)), sine), sine)
    yield of("square waves", np.sign(sine))
    yield of("triangle waves", np.arcsin(np.clip(sine, -1, 1)))
    yield of("of the logarithm", np.where(j % 2, np.cos(np.log1p(p) * 10 * w), np.sin(np.log1p(p) * 10 * w)))
    yield of("of the square", np.where(j % 2, np.cos(p**2 * w / 10), np.sin(p**2 * w / 10)))
    yield of("linear frequencies", np.where(j % 2, np.cos(p * (j // 2 + 1) / d), np.sin(p * (j // 2 + 1) / d)))
    yield of("cosine transform", np.cos(np.pi / n * (p + 0.5) * j))
    yield of("cosines alone", np.cos(p * 1e4 ** (-j / d)))
    yield of("one turn more", paper(n, d) * np.cos(0.3) + np.cos(p * w + j % 2 * np.pi / 2) * np.sin(0.3))
    angles = bfloat16(bfloat16(p) * bfloat16(w))
    yield of("angles in bfloat16", np.where(j % 2, np.cos(angles), np.sin(angles)))
    i, second = places(d)
    yield of("angles × 180/π", table_of(n, np.degrees(w), second))
    yield of("angles × 2π", table_of(n, 2 * np.pi * w, second))
    yield of("positions as shares", table_of(n, w / n, second))
    yield of("frequencies in float16", table_of(n, w.astype("f2").astype(float), second))
    yield of("whole exponents", table_of(n, 1e4 ** (-(2.0 * i // d)), second))
    yield of("waves of powers of two", table_of(n, 2 * np.pi / 2.0 ** (i + 1), second))
    yield of("position and column swapped", paper(d, n, counted=d).T)
    yield of("sines negated", np.where(second, sine, -sine))
    yield of("sines and a ramp", np.hstack((sine[:, :-1], p / 20)))
    yield of("hours of a day", table_of(n, 2 * np.pi / np.array([24, 168, 8766])[i % 3], second))
    yield of("numbers of the cell", p * d + j + 0.0)
    yield of("polynomials", (p / max(n - 1, 1)) ** (j % 12))
    yield of("a ramp with noise", p / n + rng.normal(0, 0.2, (n, d)))
    yield of("bits of a random code", rng.integers(0, 2, (n, d)).astype(float), kinds=("random",))
    yield of("bits permuted", rng.permutation(bits(n, min(d, 10)), axis=1))
    yield of("parities", np.array([[1 - 2 * (int(a & b).bit_count() % 2) for b in j] for a in range(n)], float))
    yield of("mask", (p >= j).astype(float))
    yield of("Gram matrix", paper(n, d) @ paper(min(n, 64), d).T)
    yield of("bands", np.maximum(0, 1 - np.abs(p / n - j / d) * 5))


# several at once


def others(n, d, count=60) -> Iterator[Case]:
    """A mistake with another base, layout, start and scale, and right tables with several of them, some turned over."""
    rng = np.random.default_rng(crc32(f"others {n} {d}".encode()))
    for number in range(count):
        base = float(rng.choice(BASES))
        layout = str(rng.choice(("interleaved", "concatenated")))
        start = int(rng.choice((0, 0, 1, 2, 5)))
        scale = float(rng.choice((1, 1, d**-0.5, d**0.5, 0.02, (2 / d) ** 0.5, 3.7)))
        if number % 3:
            name = str(rng.choice(MISTAKE_NAMES))
            case = mistake(name, n, d - d % 2 if name == "half table" else d, base, layout, start, scale)
        else:
            first, counted = str(rng.choice(("sin", "cos"))), (d, d - 2)[int(rng.integers(2))]
            table = paper(n, d, base, layout, first, start, scale, counted)
            case = right(f"{'T2T ' * (counted < d)}{base:g} {layout} {first} {start} {scale:.3g}", table)
        if number % 7 == 0:
            case = replace(case, name=f"turned over: {case.name}", table=case.table.T, names=frozenset(), plain=None)
        yield case


# judging


def same(one, other, error, noisy=True, fitted=0):
    """Whether two tables are the same as far as the data can tell. `error`: the rms error of an entry.

    Rounding alone moves many entries alike, such as those of the slow columns: as much is allowed. Each of many fitted
    numbers is off by chance as well.
    """
    if one.shape != other.shape:
        return False
    apart = float(np.linalg.norm(one - other))
    allowed = max(CLOSE, 2 * fitted, 0 if noisy else one.size) * error**2
    return apart**2 <= allowed or apart <= EXACT * float(np.linalg.norm(other))


def said(found: Diagnosis) -> str:
    def one(reading: Reading) -> str:
        return f"{reading.kind} {reading.name} {dict(reading.parameters)} {reading.misfit:.2g}"

    words = one(found.best) + "".join(f" = {one(each)}" for each in found.equal)
    nearest = f" | next {one(found.runner_up)}" if found.runner_up else ""
    return f"{'transposed, ' * found.transposed}{words}{nearest} | {found.storage.name}, noise {found.noise:.2g}"


def verdict(case: Case, found: Diagnosis) -> str:
    """What an answer is: right, unknown or wrong. Of what has no name it is right not to know."""
    best = found.best
    if best.kind == "unknown":
        return "right" if case.nameless else "unknown"
    if best.kind not in case.kinds:
        return "wrong"
    if not case.made or best.kind in ("learned", "random"):
        return "right"
    made = [way for each in case.made for way in (each, each.T)]
    error = min(_rms(case.table - each) for each in made if each.shape == case.table.shape)
    numbers = best.numbers()
    # a list of offsets holds rounded numbers as they are
    made += [case.table] * (best.kind == "bias")
    fitted = sum(numbers.shape) if best.kind == "bias" else 0
    if not any(same(numbers, each, error, case.noise > 0, fitted) for each in made):
        return "wrong"
    names = {best.name, *(each.name for each in found.equal)} | ({"transposed"} if found.transposed else set())
    indistinguishable = case.plain is not None and same(case.plain, case.made[0], error)
    return "right" if not case.names or names & case.names or indistinguishable else "wrong"


def _rms(values) -> float:
    return float(np.sqrt(np.mean(values**2)))


# the whole examination


GROUPS: dict[str, Callable[[int, int], Iterator[Case]]] = {
    "mistakes": lambda n, d: (mistake(name, n, d) for name in MISTAKE_NAMES if d % 2 == 0 or name != "half table"),
    "right formulas": sinusoids,
    "codes": codes,
    "nameless": nameless,
    "other": others,
}


def confusions(results: Counter) -> str:
    """How many were right, unknown and wrong, of each row and column. Counted: (row, column, verdict)."""
    columns = list(dict.fromkeys(column for _, column, _ in results))
    lines = [["", *columns]]
    for row in dict.fromkeys(row for row, _, _ in results):
        cells = [[results[row, column, each] for each in ("right", "unknown", "wrong")] for column in columns]
        lines.append([row, *("/".join(map(str, cell)) if any(cell) else "-" for cell in cells)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)
