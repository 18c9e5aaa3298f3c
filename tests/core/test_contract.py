"""What every scheme promises, for every choice of every parameter."""

import importlib
import math
import pkgutil
import re
from dataclasses import FrozenInstanceError
from itertools import product

import numpy as np
import pytest

from posenc_core import SCHEMES, Binary, Index, Normalized, Scheme, Sinusoidal, geometry, schemes

ALL = [
    scheme(**dict(zip([p.name for p in scheme.parameters()], values, strict=True)))
    for scheme in SCHEMES.values()
    for values in product(*[(p.default, *p.samples) for p in scheme.parameters()])
]
every_scheme = pytest.mark.parametrize("scheme", dict.fromkeys(ALL), ids=repr)


def test_every_module_is_listed_once():
    modules = {module.name for module in pkgutil.iter_modules(schemes.__path__)}
    assert modules == {name.lower() for name in SCHEMES}
    for name, scheme in SCHEMES.items():
        assert scheme.name == name
        assert importlib.import_module(f"posenc_core.schemes.{name.lower()}").__doc__.strip().endswith("?")


def test_teaching_order():
    assert list(SCHEMES) == ["Index", "Normalized", "Binary", "Sinusoidal"]


@every_scheme
@pytest.mark.parametrize(("length", "dim"), [(1, 1), (1, 8), (2, 1), (5, 6), (16, 7), (33, 64), (40, 3)])
def test_finite_float64_of_the_right_shape(scheme: Scheme, length: int, dim: int):
    table = scheme.encode(range(length), dim)
    assert table.shape == (length, dim)
    assert table.dtype == np.float64
    assert np.isfinite(table).all()
    positions = np.arange(length)
    # a range is worked out by another way than an array
    np.testing.assert_allclose(scheme.encode(positions, dim), table, rtol=0, atol=1e-13)
    np.testing.assert_array_equal(positions, np.arange(length))
    np.testing.assert_array_equal(scheme.encode(positions.tolist(), dim), scheme.encode(positions, dim))
    assert scheme.encode([], dim).shape == (0, dim)


@every_scheme
def test_closed_forms_equal_the_vectors(scheme: Scheme):
    for length, dim in ((1, 2), (2, 1), (30, 7), (64, 64), (200, 6)):
        table = scheme.encode(range(length), dim)
        for p in {0, length // 3, length - 1}:
            for kind in ("dot", "cosine", "min-max", "distance"):
                closed, generic = (
                    geometry.similarity(scheme, p, length, dim, kind=kind),
                    geometry.similarity(table, p, kind=kind),
                )
                np.testing.assert_allclose(closed, generic, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(geometry.dots(scheme, length, dim), geometry.dots(table), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(
            geometry.distances(scheme, length, dim), geometry.distances(table), rtol=1e-9, atol=1e-9
        )
        for k in {0, 1, length // 2, length - 1} & set(range(length)):
            np.testing.assert_allclose(
                geometry.distances_at_offset(scheme, k, length, dim),
                geometry.distances_at_offset(table, k),
                rtol=1e-9,
                atol=1e-9,
            )


def test_closed_forms_are_there_where_only_the_offset_matters():
    assert Sinusoidal().dot_at_offset([1], 6) is not None
    assert Sinusoidal().distance_at_offset([1], 6, length=9) is not None
    assert Sinusoidal().dot_at_offset([1], 7) is None, "an odd dim has a sine without its cosine"
    assert Sinusoidal().distance_at_offset([1], 7, length=9) is None
    assert Index().distance_at_offset([1], 7, length=9) is not None
    assert Normalized().dot_at_offset([1], 7) is None
    assert Binary().distance_at_offset([1], 7, length=9) is None


def test_two_layouts_are_one_permutation():
    for dim in (6, 7):
        woven, split = Sinusoidal().encode(range(20), dim), Sinusoidal(layout="concatenated").encode(range(20), dim)
        order = [*range(0, dim, 2), *range(1, dim, 2)]
        np.testing.assert_array_equal(woven[:, order], split)


@every_scheme
def test_frozen_and_its_own_key(scheme: Scheme):
    assert len({scheme, type(scheme)(**vars(scheme))}) == 1
    with pytest.raises(FrozenInstanceError):
        scheme.name = "other"


LATEX = (
    (r"\\lceil d/2 \\rceil", "math.ceil(d/2)"),
    (r"\\left\\lfloor", "math.floor("),
    (r"\\right\\rfloor", ")"),
    (r"\\(?:left|right)", ""),
    (r"\\bmod", "%"),
    (r"\\(sin|cos)", r"math.\1"),
    (
        r"\\frac\{([^{}]*(?:\{[^{}]*(?:\{[^{}]*\})?[^{}]*\})?[^{}]*)\}\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}",
        r"((\1)/(\2))",
    ),
    (r"\^\{([^{}]*)\}", r"**(\1)"),
    (r"(\d) ?([ij(])", r"\1*\2"),
)


def python(latex: str) -> str:
    """The few commands that the formulas use, as Python."""
    for pattern, replacement in LATEX:
        latex = re.sub(pattern, replacement, latex)
    return latex.strip()


@every_scheme
@pytest.mark.parametrize("dim", [1, 5, 6])
def test_the_formula_shown_is_the_one_computed(scheme: Scheme, dim: int):
    length = 9
    table = scheme.encode(range(length), dim)
    seen = np.zeros(dim, bool)
    for equation in scheme.formula.split(r",\\[1ex]"):
        left, _, right = equation.partition("=")
        column = python(re.fullmatch(r"\s*PE\(p, (.*)\)\s*", left)[1])
        for count in range(dim):
            names = {"math": math, "i": count, "j": count, "d": dim, "N": length, "B": getattr(scheme, "base", None)}
            at = eval(column, names)
            if at >= dim or ("i" not in column and "j" not in column and count):
                continue
            if column == "i" and at >= math.ceil(dim / 2):
                continue
            expected = [eval(python(right), {**names, "p": p}) for p in range(length)]
            np.testing.assert_allclose(table[:, at], expected, rtol=1e-12, atol=1e-12)
            seen[at] = True
    assert seen.all()


@every_scheme
def test_words_for_the_page(scheme: Scheme):
    assert scheme.summary().endswith(".")
    assert len(scheme.summary()) < 120
    assert scheme.source
    assert scheme.columns
    for parameter in scheme.parameters():
        assert parameter.help.endswith(".")
        assert parameter.default == parameter.checked(parameter.default)
