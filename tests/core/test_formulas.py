"""Displayed formulas of biases and rotations: worked out, they give the numbers of the encoding."""

import math
import re

import numpy as np

from posenc_core import MRoPE, Scheme, Shaw, TransformerXL, xPos
from tests.core.latex import python, source
from tests.core.test_axes import ALL as SEVERAL_AXES
from tests.core.test_contract import ALL, of_each

BIASES = [scheme for scheme in ALL if scheme.family == "bias"]
CONDITIONS = (r"j \le i", r"h = 1 \ldots H")
LINES = r" ,\\\\\[1ex\] |, \\quad "
LETTERS = {"t": "time", "y": "row", "x": "column"}


def learned(scheme: Scheme) -> dict:
    """Numbers that a formula names but does not define."""
    if isinstance(scheme, Shaw):
        products = scheme.vectors @ scheme.query
        return {"q": 1, "a": {c: products[c + scheme.clip] for c in range(-scheme.clip, scheme.clip + 1)}}
    if isinstance(scheme, TransformerXL):
        sine, cosine = scheme.amplitudes()
        return {"s": sine, "c": cosine}
    return {}


def read_bias(scheme: Scheme) -> tuple[str, dict]:
    """Expression of the bias in Python, and its functions."""
    text = scheme.formula.replace(r"\text{ else} ,\\[1ex] ", r"\text{ else } ")
    bias, symbols, names = "", {}, {"math": math, **learned(scheme)}
    for line in re.split(LINES, text):
        left, _, right = (part.strip(" ,") for part in line.partition("="))
        if line.strip() in CONDITIONS or not right or line.startswith((r"\text", r"\frac")) or r"v \cdot W" in right:
            # products of vectors that are never shown as numbers: their sum is the next line
            continue
        if left == "" or left.startswith("b"):
            bias = source(right)
        elif function := re.fullmatch(r"\\(\w+)\((\w)\)", left):
            names[function[1]] = eval(f"lambda {function[2]}: {source(right)}", names)
        else:
            symbols[left] = source(right)
    for name in ("a_c", "s_m", "c_m"):
        bias = re.sub(rf"\b{name}\b", f"{name[0]}[{name[2]}]", bias)
    for name, code in symbols.items():
        bias = re.sub(rf"\b{name}\b", f"({code})", bias)
    return bias, names


@of_each(BIASES, heads=(1, 8))
def test_the_displayed_formula_gives_the_biases(scheme: Scheme, heads: int):
    """Correct `formula` or `_bias`: their numbers differ."""
    expression, names = read_bias(scheme)
    code, n = compile(expression, scheme.formula, "eval"), 20
    expected = np.empty((heads, n, n))
    for h, i, j in np.ndindex(expected.shape):
        visible = j <= i or CONDITIONS[0] not in scheme.formula
        expected[h, i, j] = eval(code, {**names, "i": i, "j": j, "h": h + 1, "H": heads}) if visible else -np.inf
    np.testing.assert_allclose(scheme.bias(range(n), range(n), heads), expected, rtol=1e-9, atol=1e-12)
    steps = np.unique(np.geomspace(1, 2500, 80).astype(int))
    far = (2500 + np.r_[-steps, steps if CONDITIONS[0] not in scheme.formula else 0]).tolist()
    every = [{**names, "i": 2500, "j": j, "h": h + 1, "H": heads} for h in range(heads) for j in far]
    expected = np.reshape([eval(code, values) for values in every], (heads, len(far)))
    np.testing.assert_allclose(scheme.bias([2500], far, heads)[:, 0], expected, rtol=1e-9, atol=1e-9)


ROTATION = re.compile(r"(?:(.*) \\, )?R\\left\((.*)\\right\) ([qk])_(?:i|\{[tyx],i\})")


def turn(x: np.ndarray, pair: np.ndarray, angle: float, factor: float = 1.0) -> None:
    """Rotate a pair of columns."""
    first, second = x[pair]
    cosine, sine = math.cos(angle), math.sin(angle)
    x[pair] = factor * np.array([first * cosine - second * sine, first * sine + second * cosine])


@of_each([scheme for scheme in ALL if isinstance(scheme, xPos)], dim=(2, 6))
def test_the_displayed_formula_gives_the_decaying_rotations(scheme: Scheme, dim: int):
    """Correct `formula` or `_rotate`: their numbers differ."""
    query, key, (name, meaning) = (line.split(" = ") for line in scheme.formula.split(r" ,\\[1ex] "))
    assert (name, query[0], key[0]) == (r"\zeta_i", "q_i(p)", "k_i(p)")
    x = np.random.default_rng(0).normal(size=dim)
    for line, letter in ((query[1], "q"), (key[1], "k")):
        factor, angle, rotated = ROTATION.fullmatch(line).groups()
        assert rotated == letter
        for p in (0, 1, 7, 300):
            expected = x.copy()
            # its pairs have the sine first, which belongs to the second column
            for i, pair in enumerate(scheme.pairs(dim)[:, ::-1]):
                names = {"math": math, "d": dim, "B": scheme.base, "p": p, "i": i}
                names["zeta_i"] = eval(python(meaning), names)
                turn(expected, pair, eval(python(angle), names), eval(python(factor), names))
            actual = scheme.rotate(x[None], [p], keys=letter == "k")[0]
            np.testing.assert_allclose(actual, expected, rtol=1e-9, atol=1e-12)


@of_each(SEVERAL_AXES, dim=(12, 40))
def test_the_displayed_formula_gives_the_rotations_of_several_axes(scheme: Scheme, dim: int):
    """Correct `formula` or `_rotate`: their numbers differ."""
    axes, pairs = scheme.axis_of_pairs(dim), scheme.pairs(dim)
    x = np.random.default_rng(0).normal(size=dim)
    for at in np.random.default_rng(1).integers(0, 12, (3, scheme.axes)):
        coordinates = dict(zip(scheme.axis_names, at.tolist(), strict=True))
        names = {"math": math, "d": dim} | {letter: coordinates.get(axis) for letter, axis in LETTERS.items()}
        for letter, axis in LETTERS.items():
            if axis in coordinates:
                names[f"k_{letter}"] = int((axes == scheme.axis_names.index(axis)).sum())
        expected = x.copy()
        for line in scheme.formula.split(r" ,\\[1ex] "):
            if line == r"a_i \in \{t, y, x\}":
                continue
            factor, angle, rotated = ROTATION.fullmatch(line.partition(r" \to ")[2]).groups()
            assert (factor, rotated) == (None, "q")
            letter = next((name for name in "tyx" if re.search(rf"(?<![\w\\]){name}\b", angle)), None)
            own = (
                range(len(pairs))
                if letter is None
                else np.flatnonzero(axes == scheme.axis_names.index(LETTERS[letter]))
            )
            if isinstance(scheme, MRoPE):
                own = np.flatnonzero(axes >= 0)
                names["r"] = 2 * len(own)
            for i, pair in enumerate(own):
                names |= {"i": i, "a_i": at[axes[pair]]}
                turn(expected, pairs[pair], eval(python(angle), names))
        np.testing.assert_allclose(scheme.rotate(x[None], at[None])[0], expected, rtol=1e-9, atol=1e-9)
