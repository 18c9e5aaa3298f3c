"""What every scheme promises, for every choice of every parameter."""

import ast
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


SIZES = [(1, 1), (1, 6), (2, 1), (5, 6), (17, 7), (40, 70)]


@every_scheme
@pytest.mark.parametrize(("length", "dim"), SIZES)
def test_the_code_shown_makes_the_matrix(scheme: Scheme, length: int, dim: int):
    program = scheme.code("numpy", length, dim)
    names: dict = {}
    exec(program, names)
    assert names["PE"].dtype == np.float64
    assert (names["n"], names["d"]) == names["PE"].shape
    np.testing.assert_allclose(names["PE"], scheme.encode(range(length), dim), rtol=0, atol=1e-12)


@every_scheme
def test_the_code_shown_makes_the_matrix_in_torch(scheme: Scheme):
    torch = pytest.importorskip("torch")
    for length, dim in SIZES:
        names: dict = {}
        exec(scheme.code("torch", length, dim), names)
        assert names["PE"].dtype == torch.float64
        np.testing.assert_allclose(names["PE"].numpy(), scheme.encode(range(length), dim), rtol=0, atol=1e-12)


@every_scheme
@pytest.mark.parametrize(("library", "alias"), [("numpy", "np"), ("torch", "torch")])
def test_the_code_shown_needs_its_library_only(scheme: Scheme, library: str, alias: str):
    for length, dim in SIZES:
        tree = ast.parse(scheme.code(library, length, dim))
        imports = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert imports == [f"import {library}" + (f" as {alias}" if alias != library else "")]
        read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        written = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        assert read <= written | {alias, "max", "PE"}
        assert "xp" not in read
        assert "PE" in written


def test_code_for_another_library_or_size():
    for scheme in SCHEMES.values():
        for library in ("jax", "np", ""):
            with pytest.raises(ValueError, match=f"library = '{library}' must be one of numpy, torch"):
                scheme().code(library, 4, 4)
        with pytest.raises(ValueError, match="length = 0 must be a whole number from 1"):
            scheme().code("numpy", 0, 4)
        with pytest.raises(ValueError, match="dim = 0 must be a whole number from 1"):
            scheme().code("torch", 4, 0)


def fast_to_slow(scheme: Scheme, dim: int) -> np.ndarray:
    """The column of each wave or bit."""
    if isinstance(scheme, Binary):
        return np.arange(dim)[:: 1 if scheme.order == "LSB first" else -1]
    return np.arange(0, dim, 2) if scheme.layout == "interleaved" else np.arange(-(-dim // 2))


@every_scheme
@pytest.mark.parametrize("dim", [1, 6, 7, 70])
def test_a_wavelength_is_where_the_column_starts_anew(scheme: Scheme, dim: int):
    waves = scheme.wavelengths(dim)
    if isinstance(scheme, Index | Normalized):
        assert waves is None
        return
    columns = fast_to_slow(scheme, dim)
    assert waves.shape == columns.shape
    assert (np.diff(waves) >= 0).all()
    for wave, column in zip(waves, columns, strict=True):
        if wave > 10**8:
            continue
        starts = np.arange(9.0)
        here, anew, halfway = (scheme.encode(starts + part * wave, dim)[:, column] for part in (0, 1, 0.5))
        np.testing.assert_allclose(anew, here, rtol=0, atol=1e-7)
        assert np.abs(halfway - here).max() > 1e-7


@pytest.mark.parametrize(("dim", "longest"), [(4, 628), (6, 2916), (64, 47117), (512, 60611)])
def test_the_base_is_not_the_longest_wavelength(dim: int, longest: int):
    assert Sinusoidal().wavelengths(dim)[0] == pytest.approx(2 * np.pi)
    assert Sinusoidal().wavelengths(dim)[-1] == pytest.approx(longest, abs=0.5)
    assert Binary().wavelengths(3).tolist() == [2, 4, 8]
    assert Binary().wavelengths(2000)[-1] == math.inf


@every_scheme
@pytest.mark.parametrize("dim", [1, 2, 7, 12])
def test_pairs_are_columns_two_by_two(scheme: Scheme, dim: int):
    pairs = scheme.pairs(dim)
    assert pairs.shape == (dim // 2, 2)
    assert len(set(pairs.ravel())) == pairs.size
    assert set(pairs.ravel()) <= set(range(dim))
    table = scheme.encode(range(20), dim)
    if isinstance(scheme, Sinusoidal):
        np.testing.assert_allclose((table[:, pairs] ** 2).sum(axis=2), 1, rtol=1e-12)
        assert (table[0, pairs] == [0, 1]).all(), "the sine first"
    else:
        np.testing.assert_array_equal(pairs[:, 0] + 1, pairs[:, 1])


@every_scheme
@pytest.mark.parametrize("dim", [1, 2, 7, 12])
@pytest.mark.parametrize("offset", [-3, 0, 1, 50])
def test_pairs_turn_by_the_angles_said(scheme: Scheme, dim: int, offset: int):
    angles = scheme.angles_at_offset(offset, dim)
    assert (angles is not None) == (isinstance(scheme, Sinusoidal) and dim % 2 == 0)
    if angles is not None:
        assert angles.shape == (dim // 2,)
        sines, cosines = scheme.pairs(dim).T
        before, after = (scheme.encode(range(k + 5, k + 12), dim) for k in (0, offset))
        phase = before[:, cosines] + 1j * before[:, sines]
        np.testing.assert_allclose(
            phase * np.exp(1j * angles), after[:, cosines] + 1j * after[:, sines], rtol=0, atol=1e-12
        )
