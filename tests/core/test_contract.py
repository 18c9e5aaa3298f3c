"""Contract of all schemes, for every choice of every parameter, by ability."""

import importlib
import math
import pkgutil
import re
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from functools import wraps
from inspect import Parameter, Signature, signature
from itertools import product
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from posenc_core import SCHEMES, CustomTable, Scheme, schemes
from posenc_core.analysis import geometry, shift
from posenc_core.foundation.base import Ability, Family
from posenc_core.foundation.presentation import LIBRARIES
from posenc_core.schemes import closed_forms
from posenc_core.text.messages import claim
from tests.core.latex import python

ABILITIES = get_args(Ability)


def choices(scheme: type[Scheme]) -> list[Scheme]:
    """Each value of each parameter with the others at their defaults, and two distant combinations.

    All combinations of eight parameters would be thousands.
    """
    parameters = scheme.parameters()
    moved = [{p.name: value} for p in parameters for value in p.domain.samples]
    corners = [{p.name: p.domain.samples[end] for p in parameters} for end in (0, -1)]
    return [scheme(**values) for values in ({}, *moved, *corners)]


TABLE = np.random.default_rng(3).normal(size=(512, 384))
OWN = CustomTable(TABLE)
ALL = [*dict.fromkeys(scheme for kind in SCHEMES.values() for scheme in choices(kind)), OWN]
CALLS = {
    "vectors": lambda scheme: scheme.encode(range(3), 4),
    "rotation": lambda scheme: scheme.rotate(np.ones((3, 4)), range(3)),
    "bias": lambda scheme: scheme.bias(range(3), range(3), 2),
}
"""Requirements of an ability."""


def of_each(schemes: Iterable[Scheme], **values):
    """Make one test per name for all its objects and values: thousands of tests take longer to collect.

    The docstring of the test, an instruction to the author of a scheme, is added to its failures.
    """
    choices_of_values = [dict(zip(values, combination, strict=True)) for combination in product(*values.values())]

    def one_for_each_name(test):
        assert test.__doc__, f"add a docstring to {test.__name__} that says what to do when it fails"

        @pytest.mark.parametrize("name", dict.fromkeys(scheme.name for scheme in schemes))
        @wraps(test)
        def of_name(name, **more):
            for scheme, at in product([scheme for scheme in schemes if scheme.name == name], choices_of_values):
                try:
                    test(scheme, **at, **more)
                except BaseException as error:
                    error.add_note(f"{scheme!r} {at or ''}\nWhat to do: {test.__doc__}")
                    raise

        others = [
            parameter for parameter in signature(test).parameters.values() if parameter.name not in ("scheme", *values)
        ]
        of_name.__signature__ = Signature([Parameter("name", Parameter.POSITIONAL_OR_KEYWORD), *others])
        return of_name

    return one_for_each_name


every_scheme = of_each(ALL)


def able(ability: Ability, **values):
    """Every scheme with the ability."""
    return of_each([scheme for scheme in ALL if not scheme.unsupported_reason(ability)], **values)


def sizes(scheme: Scheme, *candidates: tuple[int, int]) -> list[tuple[int, int]]:
    """The lengths and dims at which the scheme has vectors."""
    return [size for size in candidates if not scheme.unsupported_reason("vectors", *size)]


def test_every_module_is_listed_once():
    modules = {module.name for module in pkgutil.iter_modules(schemes.__path__)}
    unlisted = modules ^ {*(name.lower() for name in schemes.ALL_SCHEMES), "customtable", "closed_forms"}
    assert not unlisted, f"name the module as the class in lower case, and add the class to NAMES: {unlisted}"
    for name, scheme in schemes.ALL_SCHEMES.items():
        assert scheme.name == name
        module = importlib.import_module(f"posenc_core.schemes.{name.lower()}")
        assert module.__doc__.startswith(f"{name}: "), f"begin the docstring of {module.__name__} with '{name}: '"


@every_scheme
def test_abilities_are_valid_and_other_calls_are_refused(scheme: Scheme):
    """Correct `abilities` and `family`; a bias has the ability "bias", and every scheme has "scores"."""
    assert scheme.family in get_args(Family)
    assert scheme.abilities <= set(ABILITIES)
    assert "scores" in scheme.abilities
    assert {"table": "vectors", "rotation": "rotation", "bias": "bias"}[scheme.family] in scheme.abilities
    for ability in ABILITIES:
        if reason := scheme.unsupported_reason(ability, 8, 8):
            assert reason == claim(f"lacks-{ability}", name=scheme.name)
    for ability, call in CALLS.items():
        if reason := scheme.unsupported_reason(ability, 3, 4):
            with pytest.raises(ValueError, match=f"^{re.escape(str(reason))}$"):
                call(scheme)
        else:
            assert np.isfinite(call(scheme)).any()


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_each_ability_is_available_for_some_parameters(scheme: type[Scheme]):
    instances = [instance for instance in ALL if type(instance) is scheme]
    possible = {a for a in ABILITIES for instance in instances if not instance.unsupported_reason(a, 8, 8)}
    assert possible == scheme.abilities, "list in `abilities` what some choice of the parameters has, and nothing else"


@able("vectors")
def test_finite_float64_of_the_right_shape(scheme: Scheme):
    """Return finite float64 numbers from `_encode`, the same for a range, an array, and positions in any order."""
    for length, dim in sizes(scheme, (1, 1), (1, 8), (2, 1), (5, 6), (16, 7), (33, 64), (40, 3)):
        table = scheme.encode(range(length), dim)
        assert table.shape == (length, dim)
        assert table.dtype == np.float64
        assert np.isfinite(table).all()
        positions = np.arange(length)
        np.testing.assert_array_equal(scheme.encode(positions, dim), table)
        np.testing.assert_array_equal(positions, np.arange(length))
        # a range in reverse has a separate code path
        np.testing.assert_allclose(scheme.encode(positions[::-1], dim)[::-1], table, rtol=0, atol=1e-13)
        np.testing.assert_array_equal(scheme.encode(positions.tolist(), dim), table)
        assert scheme.encode([], dim).shape == (0, dim)


@able("vectors")
def test_a_single_position_and_batches(scheme: Scheme):
    """Compute each row in `_encode` from its position alone, whatever the order and number of positions."""
    table = scheme.encode(range(6), 8)
    np.testing.assert_allclose(scheme.encode(4, 8, length=6), table[4], rtol=0, atol=1e-13)
    np.testing.assert_allclose(scheme.encode([[0, 1], [5, 2]], 8, length=6), table[[[0, 1], [5, 2]]], atol=1e-13)
    for kind in (np.float16, "float32", np.dtype("float64")):
        first_rows = scheme.encode(range(6), 8, dtype=kind)
        assert first_rows.dtype == kind
        np.testing.assert_array_equal(first_rows, table.astype(kind))
        into = np.full((6, 8), np.nan, kind)
        assert scheme.encode(range(6), 8, out=into) is into
        np.testing.assert_array_equal(into, first_rows)


@able("vectors")
def test_closed_forms_equal_the_vectors(scheme: Scheme):
    """Correct or delete the closed form (`posenc_core/schemes/closed_forms.py`) that differs from the vectors."""
    for length, dim in sizes(scheme, (1, 2), (2, 1), (30, 7), (64, 64), (200, 6)):
        table = scheme.encode(range(length), dim)
        for p in {0, length // 3, length - 1} if length < 50 else {length // 3}:
            for kind in ("dot", "cosine", "min-max", "attention", "distance"):
                closed, generic = (
                    geometry.similarity(scheme, p, length=length, dim=dim, kind=kind),
                    geometry.similarity(table, p, kind=kind),
                )
                np.testing.assert_allclose(closed, generic, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(
            geometry.dots(scheme, length=length, dim=dim), geometry.dots(table), rtol=1e-9, atol=1e-9
        )
        np.testing.assert_allclose(
            geometry.distances(scheme, length=length, dim=dim), geometry.distances(table), rtol=1e-9, atol=1e-9
        )
        for k in {0, 1, length // 2, length - 1} & set(range(length)):
            np.testing.assert_allclose(
                geometry.distances_at_offset(scheme, k, length=length, dim=dim),
                geometry.distances_at_offset(table, k),
                rtol=1e-9,
                atol=1e-9,
            )


@able("vectors", dim=(1, 7, 8))
def test_closed_forms_of_any_positions(scheme: Scheme, dim: int):
    """Correct `closed_forms`, or give the scheme none: they must agree with its vectors."""
    if scheme.unsupported_reason("vectors", 99, dim):
        return
    p, q = np.array([[0, 7], [98, 3]]), np.array([5, 7])
    if scheme.real_positions:
        p, q = p + 0.25, q - 0.5
    first, second = (scheme.encode(x, dim, length=99) for x in (p, q))
    for closed_form, expected in (
        (closed_forms.dot_of(scheme, p, q, dim, 99), (first * second).sum(axis=-1)),
        (closed_forms.distance_of(scheme, p, q, dim, 99), np.linalg.norm(first - second, axis=-1)),
    ):
        if closed_form is not None:
            np.testing.assert_allclose(closed_form, expected, rtol=1e-12, atol=1e-12)
    means = closed_forms.block_means(scheme, 10, 4, 3, dim, 99)
    if means is not None:
        expected = scheme.encode(range(10, 22), dim, length=99).reshape(3, 4, dim).mean(axis=1)
        np.testing.assert_allclose(means, expected, rtol=1e-12, atol=1e-12)


@able("vectors")
def test_a_curve_over_the_offset_exists_only_if_nothing_else_matters(scheme: Scheme):
    """Return None from `dot_at_offset` or `distance_at_offset` unless only the offset matters."""
    for length, dim in sizes(scheme, (40, 6), (40, 7)):
        table, offsets = scheme.encode(range(length), dim), np.arange(length)
        for curve, matrix in (
            (scheme.dot_at_offset(offsets, dim), geometry.dots(table)),
            (scheme.distance_at_offset(offsets, dim, length=length), geometry.distances(table)),
        ):
            if curve is not None:
                np.testing.assert_allclose(curve[np.abs(offsets[:, None] - offsets)], matrix, rtol=1e-9, atol=1e-9)


@able("rotation")
def test_a_rotation_keeps_lengths_and_scores_by_the_offset_alone(scheme: Scheme):
    """Correct `_rotate`: it turns pairs by the position, so that logits depend on the offset only."""
    q, k = np.random.default_rng(0).normal(size=(2, 3, 1, 8))
    turned = scheme.rotate(np.broadcast_to(q, (3, 5, 8)), range(5))
    assert turned.shape == (3, 5, 8)
    unturned = scheme.rotate(q, [0])
    if "vectors" in scheme.abilities:
        lengths = np.linalg.norm(unturned, axis=-1)
        np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), np.broadcast_to(lengths, (3, 5)))
    else:
        same = (turned * scheme.rotate(np.broadcast_to(k, (3, 5, 8)), range(5), keys=True)).sum(axis=-1)
        np.testing.assert_allclose(same, np.broadcast_to((q * k).sum(axis=-1), same.shape), rtol=0, atol=1e-12)
    assert (unturned / q).min() >= 1, "at position 0 vectors are only scaled"
    scores = [
        (scheme.rotate(q, [i], length=200) * scheme.rotate(k, [i - 3], keys=True, length=200)).sum(axis=-1)
        for i in (5, 8, 105)
    ]
    np.testing.assert_allclose(scores[1:], scores[:1] * 2, rtol=0, atol=1e-12)


@able("rotation", dim=(2, 12))
def test_the_mean_dot_product_is_the_trace_of_both_rotations(scheme: Scheme, dim: int):
    """Correct `_mean_dot`: the trace of the rotation of the query times that of the key."""
    back, length = np.array([0, 1, 2, 7, -1, -9, 300]), 400
    query, units = 20, np.eye(dim)
    turned = scheme.rotate(units, np.full(dim, query), length=length)
    traces = [
        (turned * scheme.rotate(units, np.full(dim, query - k), keys=True, length=length)).sum() for k in back.tolist()
    ]
    np.testing.assert_allclose(scheme._mean_dot(back.astype(float), dim, length), traces, rtol=1e-11, atol=1e-11)


@of_each(ALL, content=("same", "independent"))
def test_mean_scores_by_offset_equal_those_of_every_query(scheme: Scheme, content: str):
    """Correct `_bias_at_offset` or `_mean_dot`, or return None if the query position matters."""
    offsets = np.array([0, 1, 5, 20, -1, -7])
    for length, dim in ((40, 2), (40, 12)):
        if scheme.unsupported_reason("scores", length, dim):
            continue
        how = {"length": length, "content": content, "heads": 3}
        by_offset = scheme.mean_logits_at_offset(offsets, dim, **how)
        if by_offset is None:
            continue
        for query in (20, 32):
            expected = scheme.mean_logits(query, query - offsets, dim, **how)
            np.testing.assert_allclose(by_offset, np.broadcast_to(expected, by_offset.shape), rtol=1e-9, atol=1e-9)
        one_by_one = scheme.mean_logits_at_offset([0, 1, 2], dim, **how)
        np.testing.assert_allclose(scheme.mean_logits_at_offset(range(3), dim, **how), one_by_one, rtol=1e-12)


@able("bias")
def test_a_bias_has_heads_queries_and_keys(scheme: Scheme):
    """Return a bias of shape (H, queries, keys), in which a token sees itself.

    "causal" is among the `abilities` if and only if later keys are -inf (`both_ways` is False), and "heads" if and
    only if two heads differ, at both limits of every parameter: narrow a `Real` or `Whole` where the bias vanishes.
    """
    for heads in (1, 3, 8):
        bias = scheme.bias([4, 0, 9], [3, 4, 0, 5], heads)
        assert bias.shape == (heads, 3, 4)
        assert np.isfinite(bias[:, 0, 1]).all(), "every token sees itself"
    assert scheme.bias([], [1], 2).shape == (2, 0, 1)
    hidden = np.isneginf(scheme.bias([2], [3, 9], 4))
    assert hidden.any() == hidden.all() == (scheme.unsupported_reason("causal") is None)
    one, other = scheme.bias([9], range(9), 2)[:, 0]
    assert (one != other).any() == (scheme.unsupported_reason("heads") is None)


@every_scheme
def test_every_scheme_answers_with_attention_scores(scheme: Scheme):
    """Correct `_rotate`, `_encode`, or `_bias`, which must give the same numbers alone and in logits."""
    x, y = np.random.default_rng(1).normal(size=(2, 6, 8))
    logits = scheme.logits(x[:3], y, [3, 5, 1], range(6), heads=2)
    assert logits.shape[1:] == (3, 6)
    assert logits.shape[0] == (2 if "bias" in scheme.abilities else 1)
    at, of = x[:3], y
    if scheme.family == "table":
        at, of = at + scheme.encode([3, 5, 1], 8, length=6), of + scheme.encode(range(6), 8)
    elif scheme.family == "rotation":
        at, of = scheme.rotate(at, [3, 5, 1]), scheme.rotate(of, range(6), keys=True)
    expected = at @ of.T / math.sqrt(8) + (scheme.bias([3, 5, 1], range(6), 2) if scheme.family == "bias" else 0)
    if scheme.family == "rotation" and "causal" in scheme.abilities:
        expected[np.array([[3], [5], [1]]) < range(6)] = -np.inf
    np.testing.assert_allclose(logits, np.broadcast_to(expected, logits.shape), rtol=0, atol=1e-12)


@of_each(ALL, content=("same", "independent"))
def test_mean_scores_are_averages_over_contents(scheme: Scheme, content: str):
    """Correct `_mean_dot`, `_encode`, or `_bias`: the mean of logits over contents differs from `mean_logits`."""
    # √d times each unit vector and its opposite: every column has mean 0 and variance 1
    units = np.concatenate((np.eye(4), -np.eye(4))) * 2
    keys, places = np.repeat(units, 4, axis=0), [*range(4)] * 8
    scores = scheme.logits(units, keys, [3] * 8, places, length=4, heads=2).reshape(-1, 8, 8, 4)
    mean = scores.mean(axis=(1, 2)) if content == "independent" else scores[:, range(8), range(8)].mean(axis=1)
    means = scheme.mean_logits(3, range(4), 4, content=content, heads=2)
    np.testing.assert_allclose(means, np.broadcast_to(mean, means.shape), atol=1e-12)


@every_scheme
def test_schemes_are_frozen_and_hashable(scheme: Scheme):
    """Decorate the class with @dataclass(frozen=True, kw_only=True), and compute nothing when it is created."""
    # a table is compared by identity
    assert scheme is OWN or len({scheme, type(scheme)(**vars(scheme))}) == 1
    with pytest.raises(FrozenInstanceError):
        scheme.name = "other"


def definitions(scheme: Scheme, lines: list[str], names: dict) -> dict:
    """Values of the symbols of a formula, from its lines without PE; a line may use symbols of later lines."""
    values = dict(names)
    sizes = [line for line in lines if line.startswith(("r = ", "2i < r = "))]
    others = [line for line in lines[::-1] if line not in sizes and not line.startswith(r"\text")]
    for line in (*sizes, *others):
        if r"\sim" in line:
            sampled = scheme.frequencies(values["d"])
            values["w_i"] = float(sampled[values["i"] % len(sampled)])
        elif "spread over" in line:
            factors = [float(part) for part in scheme.factors.split(",")]
            last = max(values.get("r", values["d"]) / 2 - 1, 1)
            values["f_i"] = np.interp(values["i"] / last, np.linspace(0, 1, len(factors)), factors)
        elif line in sizes:
            values["r"] = eval(python(re.fullmatch(r".*?r = (.*?)(?: \\text.*)?", line)[1]), values)
        else:
            left, right = line.split(" = ", 1)
            values[left] = eval(python(right), values)
    return values


def parameters_of_formula(scheme: Scheme) -> dict[str, np.ndarray]:
    """Numbers that a formula names but does not define: those of a stored or trained table."""
    if scheme.own_size is None or scheme is OWN:
        return {"W": TABLE}
    return {"W": np.load(Path(schemes.__file__).parents[1] / "data" / f"{scheme.name.lower()}.npy")}


@able("vectors", dim=(1, 5, 6, 12))
def test_the_displayed_formula_gives_the_vectors(scheme: Scheme, dim: int):
    """Correct `formula` or `_encode`: their numbers differ. docs/encodings.md lists what a formula may contain."""
    length = 9
    if scheme.unsupported_reason("vectors", length, dim):
        return
    table = scheme.encode(range(length), dim)
    covered = np.zeros(dim, bool)
    lines = scheme.formula.split(r" ,\\[1ex] ")
    meanings = [line for line in lines if not line.startswith("PE")]
    symbols = {"math": math, "d": dim, "n": length, "B": getattr(scheme, "base", None), **parameters_of_formula(scheme)}
    for equation in (line for line in lines if line.startswith("PE")):
        left, _, right = equation.partition("=")
        column = re.fullmatch(r"\s*PE\(p, (.*)\)\s*", left)[1]
        counts = len(re.findall(r"PE\(p, [^)]*i", scheme.formula))
        for count in range(dim):
            symbols |= {"i": count, "j": count}
            names = definitions(scheme, meanings, {**symbols, "p": 0})
            at = int(eval(python(column), names))
            if at >= dim or ("i" not in column and "j" not in column and count):
                continue
            if "i" in column and (2 * count >= names.get("r", dim + 1) or count >= math.ceil(dim / counts)):
                continue
            every = (definitions(scheme, meanings, {**symbols, "p": p}) for p in range(length))
            expected = [eval(python(right), names) for names in every]
            np.testing.assert_allclose(table[:, at], expected, rtol=1e-12, atol=1e-12)
            covered[at] = True
    if still := re.search(r"on, pairs stay \} \((.*), 0\)", scheme.formula):
        size = eval(still[1], names)
        pairs = [pair for pair in scheme.pairs(dim) if not covered[pair].any()]
        for sine, cosine in pairs:
            assert (set(table[:, sine]), set(table[:, cosine])) == ({0}, {size})
            covered[[sine, cosine]] = True
    assert covered.all()


NUMBER = r"(-?\d+(?:\.\d+)?)?(?: \\times )?(?:10\^\{(-?\d+)\})?$"


def last_number(latex: str) -> float:
    """Number at the end of a line."""
    factor, power = re.search(NUMBER, latex).groups()
    return float(factor or 1) * 10.0 ** int(power or 0)


@able("vectors")
def test_worked_steps_are_equal_line_by_line(scheme: Scheme):
    """Correct `_steps`, or delete it: each line must equal the one before."""
    chance = np.random.default_rng(0)
    for length, dim in sizes(scheme, (1, 1), (1, 2), (9, 5), (9, 8), (1000, 6), (1000, 70)):
        for _ in range(4):
            p, column = int(chance.integers(length)), int(chance.integers(dim))
            lines = scheme.derivation(p, column, dim, length=length)
            expected = scheme.encode(p, dim, length=length)[column]
            assert re.match(rf"PE\({p}, {column}\) (=|\\approx) ", lines[-1])
            assert last_number(lines[-1]) == pytest.approx(expected, rel=6e-6, abs=1e-300)
            # a line that continues the previous one has the same value
            names = {"math": math, "p": p, "d": dim, "n": length, "B": getattr(scheme, "base", None)}
            names |= {"i": column, "j": column}
            meanings = [line for line in scheme.formula.split(r" ,\\[1ex] ") if not line.startswith("PE")]
            names = definitions(scheme, meanings, names)
            for line in lines[:-1]:
                left, right = re.split(r"= |\\approx ", line, maxsplit=1)
                if "Rightarrow" in line:
                    names = definitions(scheme, meanings, {**names, "i": int(line.rsplit(" ", 1)[1])})
                    assert eval(python(left), names) == column
                elif left and not left.startswith("PE("):
                    assert eval(python(left), names) == eval(python(right), names)
                elif length > 1:
                    assert eval(python(right), names) == pytest.approx(expected, rel=2e-5, abs=1e-5), line


WAVE = re.compile(r"(?:=|\\approx) (?:([0-9.]+) \\, )?\\(sin|cos)(?:\\left\(\\frac\{(.*?)\}\{(.*)\}\\right\)|\((.*)\))")


@able("vectors", length=(2, 1000, 99_999, 100_000, 2**20), dim=(2, 7, 600))
def test_every_line_of_a_wave_follows_from_the_printed_one_before(scheme: Scheme, length: int, dim: int):
    """Write the argument of a wave in `formula` as one fraction, position over divisor."""
    if scheme.unsupported_reason("vectors", length, dim) or scheme.angles_at_offset(1, dim) is None:
        return
    if r"\frac" not in scheme.formula:
        # sampled frequencies have no divisor
        return
    some = np.random.default_rng((length, dim)).integers((length, dim), size=(4, 2)).tolist()
    for p, column in [(length - 1, 2 % dim), *some]:
        lines = scheme.derivation(p, column, dim, length=length)
        if len(lines) < 4:
            still = [scheme.frequencies(dim)[pair] for pair, _ in np.argwhere(scheme.pairs(dim) == column)]
            assert not any(still)
            assert still or not scheme.encode(p, dim)[column]
            continue
        *_, rule, quotient, angle, last = lines
        texts = WAVE.fullmatch(quotient)[4], WAVE.fullmatch(angle)[5], re.split(r"= |\\approx ", last)[1]
        size, wave = float(WAVE.fullmatch(angle)[1] or 1), getattr(math, WAVE.fullmatch(angle)[2])
        divisor, turn, value = map(last_number, texts)
        exact = eval(python(WAVE.fullmatch(rule)[4]))
        for text, follows, printed in zip(
            texts,
            (exact, float(WAVE.fullmatch(quotient)[3]) / divisor, size * wave(turn)),
            (divisor, turn, value),
            strict=True,
        ):
            power = int((re.search(r"\{(-?\d+)\}", text) or (0, 0))[1])
            places = len(text.split(" ")[0].partition(".")[2])
            assert abs(printed - follows) <= 0.501 * 10.0 ** (power - places), (rule, quotient, angle, last)


@able("vectors")
def test_entries_outside_the_matrix_are_refused(scheme: Scheme):
    """Leave `worked` and the checks of positions to the base class."""
    for column in (-1, 4, 1.5, True, "1"):
        with pytest.raises(ValueError, match=f"column = {column!r} must be a whole number from 0"):
            scheme.derivation(0, column, 4, length=3)
    with pytest.raises(ValueError, match=r"position must be one position, not \(2,\)"):
        scheme.derivation([0, 1], 0, 4, length=3)
    with pytest.raises(ValueError, match="dim = 0 must be"):
        scheme.derivation(0, 0, 0, length=3)
    with pytest.raises(ValueError, match="not nan"):
        scheme.derivation(math.nan, 0, 4, length=3)


@every_scheme
def test_the_texts_of_a_scheme_are_complete(scheme: Scheme):
    """Complete the texts of the class: its docstring, `source`, `learned`, `columns`, and the help of parameters.

    The summary has at most 119 characters and ends with a period, as do `learned` and each help. Only vectors have
    `columns`.
    """
    assert scheme.summary().endswith(".")
    assert len(scheme.summary()) < 120
    assert scheme.source
    assert not scheme.learned or scheme.learned.endswith(".")
    assert bool(scheme.columns) == ("vectors" in scheme.abilities)
    for parameter in scheme.parameters():
        assert parameter.help.endswith(".")
        assert parameter.default == parameter.validate(parameter.default)


SIZES = [(1, 1), (1, 6), (2, 1), (5, 6), (17, 7), (33, 8), (40, 70)]


def results(scheme: Scheme, library: str, length: int, dim: int):
    """Result of the displayed code, and the expected one."""
    names: dict = {}
    exec(scheme.code(library, length, dim), names)
    assert (names["n"], names["d"]) == (length, dim)
    if "vectors" in scheme.abilities:
        return names["PE"], scheme.encode(range(length), dim)
    if "rotation" in scheme.abilities:
        ones = np.zeros((length, dim))
        ones[:, scheme.pairs(dim)[:, 1]] = 1
        expected = [scheme.rotate(ones, range(length), keys=keys) for keys in (False, True)]
        return importlib.import_module(library).stack((names["Q"], names["K"])), np.stack(expected)
    return names["b"], scheme.bias(range(length), range(length), names["H"])


@pytest.fixture
def data_file(tmp_path, monkeypatch):
    """Write the data file of a trained table where its code expects it."""
    monkeypatch.chdir(tmp_path)

    def data_file(scheme: Scheme, length: int, dim: int):
        if scheme.own_size:
            np.save(f"{scheme.name.lower()}-{length}x{dim}.npy", scheme.encode(range(length), dim))

    return data_file


@pytest.mark.parametrize("library", LIBRARIES)
@every_scheme
def test_the_displayed_code_computes_the_matrix(scheme: Scheme, data_file, library: str):
    """Correct `_code`: in float64 it computes `PE` or `b` with the numbers of the class, at every size.

    Use only functions of `xp` that NumPy and PyTorch share, with dtype=xp.float64.
    """
    module = pytest.importorskip(library)
    for length, dim in [size for size in SIZES if not scheme.unsupported_reason("scores", *size)]:
        data_file(scheme, length, dim)
        result, expected = results(scheme, library, length, dim)
        assert result.dtype == module.float64
        np.testing.assert_allclose(np.asarray(result), expected, rtol=0, atol=1e-12)


@able("vectors")
def test_the_displayed_module_adds_the_vectors_without_training(scheme: Scheme, data_file):
    """Correct `_code`, so that its lines after the sizes make `PE` inside a function, too."""
    torch = pytest.importorskip("torch")
    for length, dim in sizes(scheme, (5, 6), (17, 7)):
        data_file(scheme, length, dim)
        names: dict = {}
        exec(scheme.module(length, dim), names)
        module, x, table = names["PositionalEncoding"](), torch.ones(3, length, dim), scheme.encode(range(length), dim)
        assert not [*module.parameters()]
        assert not module.pe.requires_grad
        np.testing.assert_allclose(module.pe.numpy(), table, rtol=1e-6, atol=1e-6)
        dropped = module(x) / (x + module.pe)
        assert np.isin(dropped[~dropped.isnan()].numpy().round(5), np.float32([0, 1.11111])).all()
        second = names["PositionalEncoding"](batch_first=False).eval()
        for added in (module.eval()(x[:, 1:]), second(x.transpose(0, 1)[1:]).transpose(0, 1)):
            np.testing.assert_allclose(added.numpy(), 1 + np.tile(table[:-1], (3, 1, 1)), rtol=1e-6, atol=1e-6)


def test_an_encoding_without_vectors_has_no_module():
    with pytest.raises(ValueError, match="ALiBi adds nothing to the token embeddings"):
        SCHEMES["ALiBi"]().module(8, 4)


@able("vectors", dim=(1, 6, 7, 70))
def test_columns_repeat_after_their_wavelength(scheme: Scheme, dim: int):
    """Correct or delete `wavelengths`: columns repeat after each, and not after half of it."""
    if scheme.unsupported_reason("vectors", 9, dim) or (waves := scheme.wavelengths(dim)) is None:
        return
    assert (np.diff(waves) >= 0).all()
    starting = []
    for wave in waves[waves <= 10**8]:
        starts = np.arange(9.0)
        half = wave / 2 if scheme.real_positions else wave // 2
        here, anew, halfway = (scheme.encode(starts + later, dim) for later in (0, wave, half))
        again, elsewhere = np.abs(anew - here).max(axis=0) <= 1e-7, np.abs(halfway - here).max(axis=0) > 1e-7
        starting.append(again & elsewhere)
        assert starting[-1].any()
    # every column that varies has a wavelength
    assert np.any(starting, axis=0).sum() >= min(len(starting), dim)


@able("vectors", dim=(1, 2, 7, 12))
def test_pairs_are_columns_two_by_two(scheme: Scheme, dim: int):
    """Correct `pairs`: d // 2 rows of two different columns each."""
    if scheme.unsupported_reason("vectors", 20, dim):
        return
    pairs = scheme.pairs(dim)
    assert pairs.shape == (dim // 2, 2)
    assert len(set(pairs.ravel())) == pairs.size
    assert set(pairs.ravel()) <= set(range(dim))


@able("vectors", dim=(1, 2, 7, 12), offset=(-3, 0, 1, 50))
def test_pairs_rotate_by_their_angles(scheme: Scheme, dim: int, offset: int):
    """Correct or delete `angles_at_offset` or `pairs`: the pairs of the vectors do not rotate by these angles."""
    angles = scheme.angles_at_offset(offset, dim)
    if scheme.unsupported_reason("vectors", 60, dim) or angles is None:
        return
    assert angles.shape == (dim // 2,)
    sines, cosines = scheme.pairs(dim).T
    before, after = (scheme.encode(range(k + 5, k + 12), dim) for k in (0, offset))
    sizes = np.hypot(before[:, sines], before[:, cosines])
    np.testing.assert_allclose(sizes, np.broadcast_to(sizes[0], sizes.shape), rtol=1e-12)
    phase = before[:, cosines] + 1j * before[:, sines]
    np.testing.assert_allclose(
        phase * np.exp(1j * angles), after[:, cosines] + 1j * after[:, sines], rtol=0, atol=1e-12
    )


@able("vectors")
def test_the_closed_form_of_a_shift_is_exact(scheme: Scheme):
    """Correct or delete the closed form: it does not shift the vectors by the offset."""
    for length, dim in sizes(scheme, (20, 1), (20, 6), (20, 7)):
        move = shift.closed_form(scheme, 3, dim)
        if move is not None:
            assert shift.residual(move, scheme.encode(range(length), dim), 3) < 1e-12
