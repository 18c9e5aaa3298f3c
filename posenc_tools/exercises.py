"""Exercises that check themselves: an implementation is right, or gets a hint, never the solution."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from posenc_core.analysis.pairing import CORRECT_CODE, Pairing
from posenc_core.arrays import Array, real_array, whole
from posenc_core.schemes import ALiBi, RoPE, Sinusoidal
from posenc_core.text.messages import Claim, claim, message
from posenc_tools.diagnosis import diagnose
from posenc_tools.diagnosis.words import verdict
from posenc_tools.known_bugs import KNOWN_BUGS
from posenc_tools.testing.biases import assert_alibi
from posenc_tools.testing.tensors import to_numpy

__all__ = ["EXERCISES", "Exercise", "Result", "check"]

Function = Callable[..., Array]

BASE, OTHER_BASE = 10000.0, 100.0

X = np.random.default_rng(0).normal(size=(6, 8))
"""Vectors that are rotated."""

PLACES = np.array([0, 1, 2, 9, 4, 9])

PADDED = np.array([[0, 0, 1, 1, 1, 1, 1], [1] * 7])
"""Mask of two texts, the first with two tokens of padding at the left."""


class Exercise(NamedTuple):
    """A function to write.

    Attributes
    ----------
    name : str
        Id in the messages.
    signature : str
        Its first line.
    tests : mapping of str to callable
        Tests of the function by id, in the order in which they are run.
    hint : callable
        Function that finds the cause of a wrong result; None if it is unknown.
    """

    name: str
    signature: str
    tests: Mapping[str, Callable[[Function], Any]]
    hint: Callable[[Function], Claim | None]


@dataclass(frozen=True)
class Result:
    """Result of the tests of one function; true if it is right.

    Parameters
    ----------
    claim : Claim
        Number of tests that pass, the first that fails, and a hint.
    right : bool
        True if all tests pass.
    """

    claim: Claim
    right: bool

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return str(self.claim)


def check(number: int, function: Callable[..., Any]) -> Result:
    """Test the solution of an exercise.

    Parameters
    ----------
    number : int
        Number of the exercise, from 1.
    function : callable
        Implementation with the arguments of `EXERCISES[number - 1].signature`, which returns an array or a tensor.

    Returns
    -------
    Result
        True if all tests pass; its text has the first test that fails, and a hint.

    Examples
    --------
    >>> check(1, lambda n, d, base: Sinusoidal(base=base).encode(range(n), d))
    Right: all 7 tests pass.
    """
    exercise = EXERCISES[whole("number", number, 1, len(EXERCISES)) - 1]

    def call(*arguments: Any) -> Array:
        # a function may write to its arguments
        value = to_numpy(function(*deepcopy(arguments)))[0]
        if value is None:
            raise TypeError(message("exercise-error.none", text="None"))
        return real_array(message("exercise-error.result"), value)

    hints: dict[str, Claim] = {}
    for id, test in exercise.tests.items():
        try:
            if not test(call):
                cause = exercise.hint(call) if id != "shape" else None
                hints[id] = cause or claim(f"exercise-hint-{id}", name=exercise.name)
        except Exception as error:
            # a student's function can fail in any way
            hints[id] = claim("exercise-error", name=type(error).__name__, text=str(error).rstrip("."))
    count = len(exercise.tests)
    if not hints:
        return Result(claim("exercise-right", count=count), True)
    first, hint = next(iter(hints.items()))
    values = {"count": count - len(hints), "whole": count, "label": claim(f"exercise-test-{first}"), "reason": hint}
    return Result(claim("exercise-wrong", **values), False)


def _near(actual: Array, expected: Any) -> bool:
    return np.shape(actual) == np.shape(expected) and np.allclose(actual, expected, rtol=1e-4, atol=1e-5)


def _depends_on_offset(scores: Array) -> bool:
    return _near(scores[1:, 1:], scores[:-1, :-1])


def _table_hint(call: Function) -> Claim | None:
    """Identify a table: the hint names the formula or the bug, not the correct line."""
    table = call(64, 16, BASE)
    diagnosis = diagnose(table)
    if diagnosis.best.kind == "mistake":
        return claim("exercise-hint-bug", text=KNOWN_BUGS[diagnosis.best.name].text("what"))
    if diagnosis.state == "unknown" or _near(table, Sinusoidal().encode(range(64), 16)):
        return None
    return claim("exercise-hint-is", text=verdict(diagnosis, brief=True).removesuffix("."))


def _rotation(pairing: Pairing) -> Exercise:
    """Exercise of RoPE with a pairing."""
    right, scheme = CORRECT_CODE[pairing], RoPE(pairing=pairing)
    other: Pairing = "half" if pairing == "interleaved" else "interleaved"
    codes = {
        "pairing": replace(right, table=other, rotation=other),
        "mixed": replace(right, table=other),
        "partner": replace(right, rotation=other),
        "sign": replace(right, sign=-1),
        "degrees": replace(right, unit=np.pi / 180),
        "exponent": replace(right, exponent=1),
        "twice": replace(right, times=2),
    }

    def hint(call: Function) -> Claim | None:
        rotated = call(X, PLACES, BASE)
        for id, code in codes.items():
            if _near(rotated, [code(x, position, False) for x, position in zip(X, PLACES, strict=True)]):
                return claim(f"exercise-hint-{id}")
        for id, positions in (("first", PLACES + 1), ("counted", np.arange(len(X)))):
            if _near(rotated, scheme.rotate(X, positions)):
                return claim(f"exercise-hint-{id}")
        first, second = X.copy(), X.copy()
        columns = np.arange(8) % 2 == 0 if pairing == "interleaved" else np.arange(8) < 4
        second[:, columns] = first[:, ~columns] = 0
        if _near(rotated, scheme.rotate(first, PLACES) + scheme.rotate(second, PLACES) * np.where(columns, -1, 1)):
            return claim("exercise-hint-minus")
        return None

    tests = {
        "shape": lambda f: f(X, PLACES, BASE).shape == X.shape,
        "position-0": lambda f: _near(f(X, np.zeros(6, int), BASE), X),
        "norm": lambda f: _near(np.linalg.norm(f(X, PLACES, BASE), axis=1), np.linalg.norm(X, axis=1)),
        "relative": lambda f: _depends_on_offset(
            f(np.tile(X[0], (9, 1)), np.arange(9), BASE) @ f(np.tile(X[1], (9, 1)), np.arange(9), BASE).T
        ),
        "positions": lambda f: _near(f(X[3:4], PLACES[3:4], BASE), f(X, PLACES, BASE)[3:4]),
        "values": lambda f: _near(f(X, PLACES, BASE), scheme.rotate(X, PLACES)),
        "base": lambda f: _near(f(X, PLACES, OTHER_BASE), replace(scheme, base=OTHER_BASE).rotate(X, PLACES)),
    }
    return Exercise(f"rope-{pairing}", "def rotate(x, positions, base):", tests, hint)


def _alibi_hint(call: Function) -> Claim | None:
    try:
        assert_alibi(call(12, 9))
    except AssertionError as error:
        return claim("exercise-hint-text", text=str(error).removesuffix(".").partition(". Right:")[0])
    return None


def _cache_hint(call: Function) -> Claim | None:
    positions = call(PADDED, 2)
    wrong = {"from-0": [[0, 1], [0, 1]], "counts-padding": [[5, 6], [5, 6]], "one-more": [[4, 5], [6, 7]]}
    return next((claim(f"exercise-hint-{id}") for id, answer in wrong.items() if _near(positions, answer)), None)


EXERCISES = (
    Exercise(
        "sinusoidal",
        "def table(n, d, base):",
        {
            "shape": lambda f: f(3, 4, BASE).shape == (3, 4),
            "position-0": lambda f: _near(f(2, 6, BASE)[0], [0, 1] * 3),
            "norm": lambda f: _near(np.linalg.norm(f(9, 16, BASE), axis=1), np.full(9, 8**0.5)),
            "relative": lambda f: _depends_on_offset(f(9, 16, BASE) @ f(9, 16, BASE).T),
            "values": lambda f: _near(f(64, 16, BASE), Sinusoidal().encode(range(64), 16)),
            "base": lambda f: _near(f(64, 16, OTHER_BASE), Sinusoidal(base=OTHER_BASE).encode(range(64), 16)),
            "odd-d": lambda f: _near(f(4, 5, BASE), Sinusoidal().encode(range(4), 5)),
        },
        _table_hint,
    ),
    _rotation("interleaved"),
    _rotation("half"),
    Exercise(
        "alibi",
        "def biases(heads, n):",
        {
            "shape": lambda f: f(8, 5).shape == (8, 5, 5),
            "position-0": lambda f: _near(np.diagonal(f(8, 5), axis1=1, axis2=2), np.zeros((8, 5))),
            "relative": lambda f: _depends_on_offset(np.moveaxis(f(8, 5), 0, -1)),
            "slopes": lambda f: _near(
                np.tril(f(8, 5)), np.tril(ALiBi(direction="symmetric").bias(range(5), range(5), 8))
            ),
            "odd-heads": lambda f: _near(-f(12, 5)[:, 1, 0], ALiBi().slope(12)),
            "mask": lambda f: (f(8, 5)[:, np.triu(np.ones((5, 5), bool), 1)] < -1e4).all(),
        },
        _alibi_hint,
    ),
    Exercise(
        "cache",
        "def positions(mask, new):",
        {
            "shape": lambda f: f(np.ones((2, 5), int), 5).shape == (2, 5),
            "position-0": lambda f: _near(f(np.ones((1, 5), int), 5), [range(5)]),
            "cache": lambda f: _near(f(np.ones((1, 9), int), 1), [[8]]),
            "several": lambda f: _near(f(np.ones((1, 9), int), 3), [[6, 7, 8]]),
            "padding": lambda f: _near(f(PADDED, 7)[0, 2:], range(5)),
            "padded-cache": lambda f: _near(f(PADDED, 2), [[3, 4], [5, 6]]),
        },
        _cache_hint,
    ),
)
"""The exercises, in order."""
