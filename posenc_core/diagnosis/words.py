"""What is said of a table? The verdict in one sentence, what shows it, and what to change in the code."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis.mistakes import MISTAKES
from posenc_core.diagnosis.reading import Diagnosis, Reading, Storage
from posenc_core.numerals import number
from posenc_core.schemes import Sinusoidal

ALONE = ("layout", "order")
"""Parameters whose value says what it is of."""

SPOKEN = {"offsets": "a number of its own for each offset between query and key"}
"""What accounts are called whose names are no words of a sentence."""

NEAR = 0.7
"""An account that misses no less than this share of a table is not worth naming."""

EXACT = 1e-12
"""A misfit below is of no format that is coarser than float64."""

SAID = 3
"""So many accounts that are the same numbers are said one by one."""

NEARLY_RIGHT = 1e-6
"""A column that differs by no more, in numbers of size 1, is right but for rounding on the way."""


IN_PAIRS = "# written for interleaved columns; in this table sines and cosines stand in two halves\n"
"""What to say of lines that write another layout than the table has."""


class Advice(NamedTuple):
    """What to do about a known mistake."""

    story: str
    seen: str
    """Where it was seen, as a sentence."""
    wrong: str
    """The line of code that is probably wrong, with the base of the table."""
    right: str
    """The same line without the mistake."""


def verdict(found: Diagnosis) -> str:
    """What a table is, in one sentence."""
    best, nearest = found.best, found.runner_up
    if best.kind == "mistake":
        return f"A known mistake: {_mistaken(best)}; the rest is {_meant(best)}{_left(found)}."
    if best.kind == "learned":
        model = best.parameters.get("model")
        whose = f"that of {model}{_noise(found)}" if model else "its rows are in order, and no formula makes them"
        return f"A trained table: {whose}."
    if best.kind == "random":
        return f"Random numbers, each drawn for itself{_drawn(best)}."
    if best.kind == "bias":
        return f"A matrix of attention biases: {_named(best)}{_left(found)}."
    if best.kind == "scheme":
        return f"{_capital(_named(best))}{_left(found) or ': every number agrees'}."
    if nearest is None or not nearest.misfit < NEAR:
        return "I do not know this table: nothing that I know comes near it."
    return f"I do not know this table: the nearest is {_named(nearest)}, and it misses {share(nearest.misfit)} of it."


def evidence(found: Diagnosis) -> list[str]:
    """What shows it, sentence by sentence."""
    best = found.best
    said = ["Its rows are columns: turned over, a row is a position."] * found.transposed
    said += [_stored(found.storage)]
    if best.kind != "unknown" and not np.isnan(best.misfit):
        said += [_unexplained(found)]
    if best.kind == "mistake":
        said += _decisive(best)
    if best.kind == "unknown" and found.runner_up and found.runner_up.misfit < NEAR:
        said += _worst(found)
    said += _equal(found.equal)
    if best.kind != "unknown":
        said += _next(found)
    if found.pairs is not None and found.pairs.frequencies.size:
        said += _turning(found.pairs.frequencies)
    return said + _odd_rows(found) + _facts(found)


def advice(found: Diagnosis) -> Advice | None:
    """Of a known mistake what goes wrong, where it was seen, and both lines of code; else nothing."""
    mistake = MISTAKES.get(found.best.name) if found.best.kind == "mistake" else None
    if mistake is None:
        return None
    base = repr(float(found.best.parameters.get("base", 10000))).removesuffix(".0")
    wrong, right = (lines.replace("10000", base) for lines in (mistake.wrong, mistake.right))
    halves = found.best.parameters.get("layout") == "concatenated" and "pe[" in mistake.right
    return Advice(mistake.story, mistake.seen, IN_PAIRS * halves + wrong, right)


def share(part: float) -> str:
    """A share in percent, of which only nothing is 0 % and only all is 100 %."""
    if 0 < part < 0.001:
        return "less than 0.1 %"
    if 0.999 < part < 1:
        return "more than 99.9 %"
    return f"{number(100 * part)} %"


def _named(reading: Reading) -> str:
    """An account in words, with what it was made with."""
    if reading.kind == "mistake":
        return f"the mistake “{reading.name}” in {_meant(reading)}"
    return ", ".join((SPOKEN.get(reading.name, reading.name), *_parameters(reading)))


def _meant(reading: Reading) -> str:
    """Of a mistake the formula that it was made in."""
    return ", ".join((reading.scheme.name if reading.scheme else "the formula", *_parameters(reading)))


def _mistaken(reading: Reading) -> str:
    """What is wrong, as the end of a sentence."""
    return MISTAKES[reading.name].what if reading.name in MISTAKES else reading.name


def _parameters(reading: Reading) -> list[str]:
    """What it was made with: the layout, where there are two, and whatever is not the usual."""
    usual = {"layout": reading.scheme.layout} if isinstance(reading.scheme, Sinusoidal) else {}
    return [_parameter(name, value) for name, value in {**usual, **reading.parameters}.items()]


def _parameter(name: str, value: Any) -> str:
    if name == "first":
        return f"{value} first"
    if isinstance(value, bool) or value is None:
        return f"{name} {value}".lower()
    if isinstance(value, int | float | np.number):
        return f"{name} {_digits(float(value))}"
    return str(value) if name in ALONE or str(value).startswith(name) else f"{name} {value}"


def _digits(value: float) -> str:
    """A number with all the digits that it has."""
    if not np.isfinite(value):
        return str(value)
    return number(value, max(len(Decimal(repr(value)).normalize().as_tuple().digits), 3))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _left(found: Diagnosis) -> str:
    """How the numbers differ from what they were made with; nothing where they do not."""
    if found.noise or found.storage.name == "float64" or found.best.misfit <= EXACT:
        return _noise(found)
    return f", rounded to {found.storage.name}"


def _noise(found: Diagnosis) -> str:
    return f", with {share(found.noise)} of noise" if found.noise else ""


def _stored(storage: Storage) -> str:
    if storage.name == "integers":
        return "Its numbers are whole."
    if storage.decimals is not None:
        return f"Its numbers have no more than {storage.name}."
    if storage.name == "float64":
        return "Its numbers need all the digits of float64."
    return f"Each of its numbers is exact in {storage.name}."


def _unexplained(found: Diagnosis) -> str:
    if found.noise:
        return f"Of the table {share(found.noise)} is not explained, and looks like chance."
    return "Every number is explained" + ", but for rounding" * (found.best.misfit > 0) + "."


def _decisive(best: Reading) -> list[str]:
    """Which columns are as they were meant, and which is farthest from it."""
    made = best.numbers()
    if best.scheme is None or not made.size or best.scheme.lacks("vectors", *made.shape):
        return []
    off = np.abs(made - best.scheme.encode(range(len(made)), made.shape[1])).max(axis=0)
    least = NEARLY_RIGHT * float(np.abs(made).max())
    right, worst = int((off <= least).sum()), int(off.argmax())
    if right == off.size:
        return []
    some = f"{right:,} of {off.size:,} columns {'is' if right == 1 else 'are'} as meant"
    return [
        f"{some if right else 'No column is as meant'}; column {worst:,} is off by up to {number(float(off[worst]))}."
    ]


def _equal(others: Sequence[Reading]) -> list[str]:
    """Other accounts that are the same numbers, the plainest by name."""
    said = [f"{_capital(_named(each))}: these are the same numbers." for each in others[:SAID]]
    if (more := len(others) - SAID) > 0:
        said += [f"{more:,} more {'accounts are' if more > 1 else 'account is'} the same numbers."]
    return said


def _next(found: Diagnosis) -> list[str]:
    """How far off the nearest other account is; of a table that no formula makes the nearest one."""
    runner_up, made = found.runner_up, not np.isnan(found.best.misfit)
    if runner_up is None or np.isnan(runner_up.misfit):
        return []
    if runner_up.misfit >= NEAR:
        return ["No other account comes near it." if made else "No formula comes near it."]
    what = "next nearest" if made else "nearest that I know"
    return [f"The {what} is {_named(runner_up)}, which misses {share(runner_up.misfit)} of it."]


def _worst(found: Diagnosis) -> list[str]:
    """Where the nearest account is worst."""
    if not found.rows.size or not np.isfinite(found.rows).all() or not found.rows.any():
        return []
    row, column = int(found.rows.argmax()), int(found.columns.argmax())
    return [f"The nearest misses most in row {row:,} and in column {column:,}."]


def _turning(frequencies: Array) -> list[str]:
    """How fast the pairs turn."""
    speeds = np.abs(frequencies[np.isfinite(frequencies)])
    if speeds.size < 2:
        return []
    fast, slow = number(float(speeds.max())), number(float(speeds.min()))
    return [f"{speeds.size:,} pairs of columns turn, by {fast} to {slow} radians a token."]


def _odd_rows(found: Diagnosis) -> list[str]:
    """Rows of zeros, and rows that stand twice."""
    zeros, repeated = found.zero_rows, found.repeated_rows
    said = []
    if len(zeros) == found.rows.size > 1:
        return ["Every row holds nothing but zeros."]
    if len(zeros) == 1:
        said += [f"Row {zeros[0]:,} holds nothing but zeros."]
    elif zeros:
        said += [f"{len(zeros):,} rows hold nothing but zeros; the first of them is row {zeros[0]:,}."]
    if repeated:
        first, last = repeated[0]
        others = sum(end - start for start, end in repeated) - (last - first)
        more = f"; {others:,} more {'rows repeat' if others > 1 else 'row repeats'} the one before" if others else ""
        said += [f"Rows {first:,} {'and' if last == first + 1 else 'to'} {last:,} are the same{more}."]
    return said


def _drawn(reading: Reading) -> str:
    """How random numbers were drawn, behind a colon; nothing where that is not known."""
    known = {SPREAD.get(name, name): value for name, value in reading.parameters.items()}
    name = known.pop("distribution", None)
    if name is None:
        return ""
    if known.keys() == {"from", "to"}:
        return f": {name} from {_digits(float(known['from']))} to {_digits(float(known['to']))}"
    return f": {', '.join((str(name), *(_parameter(each, value) for each, value in known.items())))}"


SPREAD = {"std": "standard deviation"}
"""What a parameter is called in a sentence."""

START = 0.02
"""The standard deviation of N(0, 0.02²), as which the tables of BERT and GPT begin."""


def _facts(found: Diagnosis) -> list[str]:
    """What was measured of a table that training or chance made."""
    facts = {name: value for name, value in found.facts.items() if np.isfinite(value)}
    usual, said = facts.get("usual norm of a row"), []
    for name, norm in facts.items():
        if name.startswith(SPECIAL) and usual is not None:
            said += [
                f"Row {int(name.removeprefix(SPECIAL)):,} has the norm {number(norm)}, a usual row {number(usual)}."
            ]
    if (near := facts.get("rows next to their nearest")) is not None:
        said += [f"The nearest other row is a neighbour for {share(near)} of the rows that were looked at."]
    if (first := facts.get("first row like chance")) is not None:
        said += [f"From row {int(first):,} on, rows have nothing to do with each other, as before training."]
    if {"directions", "share in directions", "share in directions by chance"} <= facts.keys():
        held, chance = (share(facts[f"share in directions{of}"]) for of in ("", " by chance"))
        said += [
            f"{int(facts['directions'])} directions hold {held} of what moves in the middle rows; "
            f"of random numbers they would hold {chance}."
        ]
    waves = [number(value) for name, value in facts.items() if name.startswith("wavelength ")]
    if waves and "mean ratio of wavelengths" in facts:
        ratio = number(facts["mean ratio of wavelengths"])
        said += [
            f"From row to row these directions turn in {len(waves)} planes, "
            f"with wavelengths of {', '.join(waves)} tokens.",
            f"Each is about {ratio} times the one before: a series, as in a formula.",
        ]
    if (cosine := facts.get("cosine of neighbours")) is not None:
        said += [f"Neighbouring rows have a mean cosine of {number(round(cosine, 3))}: the rows are in no order."]
    if found.best.kind == "random" and found.best.parameters.get("std") == START:
        said += ["The tables of BERT and GPT begin with this standard deviation."]
    return said


SPECIAL = "norm of row "
"""What the fact is called that a row is longer than others."""
