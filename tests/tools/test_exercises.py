"""Exercises: right solutions pass, and wrong ones get a hint that names the cause but not the solution."""

import json
from pathlib import Path

import numpy as np
import pytest

from posenc_core.text.messages import english
from posenc_tools.exercises import EXERCISES, check


def table(n, d, base, exponent=lambda j, d: j // 2 * 2 / d, start=0, wave=lambda j: j % 2):
    j = np.arange(d)
    angles = np.arange(start, n + start)[:, None] * base ** -exponent(j, d)
    return np.where(wave(j), np.cos(angles), np.sin(angles))


def rotate(x, positions, base, angle=0, partner=0, sign=1, unit=1.0, exponent=2, times=1, minus=-1):
    """RoPE by complex numbers; layout 0 is interleaved, 1 is half."""
    d = x.shape[1]
    layouts = np.arange(d).reshape(-1, 2).T, np.arange(d).reshape(2, -1)
    angles = np.empty((len(x), d))
    angles[:, layouts[angle]] = (np.outer(positions, base ** (-exponent * np.arange(d // 2) / d)) * unit)[:, None]
    first, second = layouts[partner]
    for _ in range(times):
        other = np.empty_like(x)
        other[:, first], other[:, second] = minus * x[:, second], x[:, first]
        x = x * np.cos(angles) + sign * other * np.sin(angles)
    return x


def biases(heads, n, slopes=None, back=lambda q, k: q - k, hidden=lambda q, k: k > q):
    q, k = np.arange(n)[:, None], np.arange(n)
    full = 2 ** (heads.bit_length() - 1)
    own = [2 ** (-8 * h / full) for h in range(1, full + 1)]
    own += [2 ** (-4 * h / full) for h in range(1, 2 * (heads - full), 2)]
    slopes = np.array(own if slopes is None else slopes(heads))[:, None, None]
    return np.where(hidden(q, k), -np.inf, -slopes * back(q, k))


def positions(mask, new):
    return (np.cumsum(mask, 1) - 1)[:, -new:]


def with_changes(function, **settings):
    return lambda *arguments: function(*arguments, **settings)


SOLUTIONS = (table, rotate, with_changes(rotate, angle=1, partner=1), biases, positions)
WRONG = {
    (1, "bug"): with_changes(table, exponent=lambda j, d: j / d),
    (1, "is"): with_changes(table, start=3),
    (1, "base"): lambda n, d, base: table(n, d, 10000),
    (1, "odd-d"): lambda n, d, base: table(n, d // 2 * 2, base),
    (1, "shape"): lambda n, d, base: table(n, d, base).T,
    (1, "error"): lambda n, d: table(n, d, 10000),
    (1, "norm"): lambda n, d, base: 2 * table(n, d, base) - table(1, d, base),
    (2, "pairing"): SOLUTIONS[2],
    (2, "mixed"): with_changes(rotate, angle=1),
    (2, "partner"): with_changes(rotate, partner=1),
    (2, "sign"): with_changes(rotate, sign=-1),
    (2, "minus"): with_changes(rotate, minus=1),
    (2, "degrees"): with_changes(rotate, unit=np.pi / 180),
    (2, "exponent"): with_changes(rotate, exponent=1),
    (2, "twice"): with_changes(rotate, times=2),
    (2, "first"): lambda x, places, base: rotate(x, places + 1, base),
    (2, "counted"): lambda x, places, base: rotate(x, np.arange(len(x)), base),
    (2, "values"): with_changes(rotate, exponent=3),
    (2, "base"): lambda x, places, base: rotate(x, places, 10000),
    (2, "relative"): lambda x, places, base: x[:, ::-1] * np.where(places > 0, 1, -1)[:, None] if any(places) else x,
    (2, "norm"): lambda x, places, base: x * (1 + places)[:, None],
    (3, "pairing"): rotate,
    (3, "minus"): with_changes(rotate, angle=1, partner=1, minus=1),
    (3, "mixed"): with_changes(rotate, partner=1),
    (3, "partner"): with_changes(rotate, angle=1),
    (4, "text"): with_changes(biases, slopes=lambda heads: 2.0 ** (-8 * np.arange(1, heads + 1) / heads)),
    (4, "mask"): with_changes(biases, hidden=lambda q, k: k < 0),
    (4, "position-0"): with_changes(biases, back=lambda q, k: q - k + 1),
    (5, "from-0"): lambda mask, new: np.tile(np.arange(new), (len(mask), 1)),
    (5, "counts-padding"): lambda mask, new: positions(np.ones_like(mask), new),
    (5, "one-more"): lambda mask, new: positions(mask, new) + 1,
    (5, "several"): lambda mask, new: positions(mask, new) + (new == 3),
}


@pytest.mark.parametrize("number", range(1, len(EXERCISES) + 1))
def test_a_solution_passes(number):
    result = check(number, SOLUTIONS[number - 1])
    assert result
    assert repr(result) == f"Right: all {len(EXERCISES[number - 1].tests)} tests pass."


@pytest.mark.parametrize("case", WRONG, ids=lambda case: f"{case[0]} {case[1]}")
def test_a_wrong_function_gets_a_hint(case):
    result = check(case[0], WRONG[case])
    assert not result
    assert dict(result.claim.args)["reason"].id in (f"exercise-hint-{case[1]}", f"exercise-{case[1]}")
    assert "right:" not in str(result)


def test_a_function_may_write_to_its_arguments():
    def rotate_in_place(x, places, base):
        x[:] = rotate(x, places, base)
        return x

    assert check(2, rotate_in_place)
    assert check(2, lambda x, places, base: rotate(x, places, base).tolist())


def test_a_hint_names_the_bug_of_the_diagnosis():
    text = "Hint: your table has a known bug: the exponent of column j is j/d, so each cosine is slower than its sine."
    assert repr(check(1, WRONG[1, "bug"])) == f"2 of 7 tests pass. “Norm” fails. {text}"
    assert "these are the slopes of the paper's text, not of its code." in repr(check(4, WRONG[4, "text"]))


def test_every_test_and_exercise_has_texts():
    ids = {f"exercise-{part}-{id}" for exercise in EXERCISES for id in exercise.tests for part in ("hint", "test")}
    assert not [id for id in ids if id not in english()]
    assert len({id for exercise in EXERCISES for id in exercise.tests}) >= 10
    with pytest.raises(ValueError, match="number = 6 must be a whole number from 1 to 5"):
        check(6, table)


def test_the_notebook_contains_each_exercise():
    notebook = json.loads((Path(__file__).parents[2] / "docs" / "exercises.ipynb").read_text())
    headings = ["".join(cell["source"]) for cell in notebook["cells"] if "".join(cell["source"]).startswith("## ")]
    tasks = [
        (english().text(f"exercise-{exercise.name}"), english().text(f"exercise-{exercise.name}.task"))
        for exercise in EXERCISES
    ]
    assert headings == [f"## {number}. {title}\n\n{task}" for number, (title, task) in enumerate(tasks, start=1)]
    names: dict = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    functions = [names[name] for name in ("table", "rotate", "rotate_half", "biases", "positions")]
    for number, (exercise, function) in enumerate(zip(EXERCISES, functions, strict=True), start=1):
        arguments = ", ".join(function.__code__.co_varnames[: function.__code__.co_argcount])
        assert exercise.signature.partition("(")[2] == f"{arguments}):"
        assert not check(number, function)
