"""What is said of a table: the verdict in one sentence, the evidence, and what to change in the code."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from posenc_core.diagnosis.accounts import Account, Diagnosis, Pairs
from posenc_core.diagnosis.digits import significant
from posenc_core.diagnosis.storage import Storage
from posenc_core.foundation.base import Scheme
from posenc_core.known_bugs import KNOWN_BUGS
from posenc_core.schemes import ALiBi, Sinusoidal
from posenc_core.schemes.alibi import Slopes
from posenc_core.text.numerals import number, percent, place_list

__all__ = ["Advice", "advice", "evidence", "verdict"]

ALONE = ("layout", "order", "size", "positions")  # parameters whose value says what it is of

SPOKEN = {"Grid": "Grid (coordinates of an image or a video)", "distances": "the distance between query and key"}
"""Accounts whose names say too little in a sentence."""

CONVENTIONS = tomllib.loads((files("posenc_core") / "data" / "conventions.toml").read_text("utf-8"))["convention"]
"""Who does so on purpose, by parameter and value."""

AGREES = ": every number agrees"
EXACT = 1e-12  # a residual below is no rounding to a coarser format
DOUBLE = 1e-9  # more than float64 arithmetic leaves
SAID = 3  # so many equal accounts are said one by one
DIGITS = 6


class Advice(NamedTuple):
    """What to do about a known bug."""

    story: str
    seen: str
    """Where it was seen, as a sentence."""
    wrong: str
    """The line of code that is probably wrong, for the base of the table."""
    right: str
    """The same line without the bug."""
    meant: str = ""
    """What must have been meant for it to be a bug; empty where it is one anyway."""


def verdict(found: Diagnosis) -> str:
    """What a table is, in one sentence.

    >>> from posenc_core import Sinusoidal, diagnose
    >>> verdict(diagnose(Sinusoidal().encode(range(16), 4)))
    'Sinusoidal, interleaved, base 10,000: every number agrees.'
    """
    best = found.best
    if found.state == "unknown":
        if found.runner_up is None:
            return "I do not know this table: nothing that I tried comes near it."
        residual = percent(found.runner_up.misfit)
        return f"I do not know this table: the nearest is {_named(found.runner_up)}, with a residual of {residual}."
    if best.kind == "matrix":
        return f"Not a positional encoding: {_named(best)}."
    if best.kind == "random":
        return f"Independent random numbers: {', '.join(_parameters(best))}."
    if best.kind == "learned":
        return f"A trained table: that of {best.parameters['model']}{_left(found)}."
    if best.kind == "mistake":
        return f"A known bug: {KNOWN_BUGS[best.name].what}; the rest is {_meant(best)}{_left(found)}."
    if best.name == "relative position bias":
        return f"A relative position bias: {', '.join(best.parameters.values())}."
    if best.reversed:
        rest = ", ".join((best.name, *_parameters(best))) + _left(found)
        return f"A known bug: the sign of the bias is reversed, so far keys are rewarded; the rest is {rest}."
    if best.kind == "bias":
        what = "An attention mask" if best.name.endswith("mask") else "A matrix of attention biases"
        return f"{what}: {_named(best)}{_left(found)}."
    name = _named(best)
    name = name[:1].upper() + name[1:]
    if found.state == "unusual":
        return f"{name} has these numbers, but nobody is known to use these parameters together."
    return f"{name}{_left(found) or AGREES}."


def evidence(found: Diagnosis) -> list[str]:
    """What shows it, sentence by sentence."""
    best = found.best
    said = ["Its rows are columns: the rest is about the transposed table."] * found.transposed
    said += _wrong(found)
    # what is stored so has these slopes, and the right sign
    users = [] if best.reversed or "slopes" in best.parameters else CONVENTIONS
    said += [each["who"] for each in users if best.parameters.get(each["parameter"]) == each["value"]]
    said += _equal(found.equal)
    if found.state == "unknown":
        said += _facts(found.facts)
    elif found.pairs is not None:
        said += _rotating(found.pairs)
    if found.state != "kind":
        said += _repeated(found)
    return [*said, _stored(found.storage)]


def advice(found: Diagnosis, scheme: Scheme | None = None) -> Advice | None:
    """Of a bug: what goes wrong, where it was seen, and both lines; also of one that would give the same numbers.

    With a scheme, of such bugs only one that this scheme has been meant for.
    """
    bugs = [each for each in (found.best, *found.equal) if each.kind == "mistake" and each.name in KNOWN_BUGS]
    bugs = [each for each in bugs if each is found.best or scheme in (None, each.scheme)]
    if not bugs or found.best.kind not in ("mistake", "scheme"):
        return None
    bug, mistake = bugs[0], KNOWN_BUGS[bugs[0].name]
    base = bug.parameters.get("base")
    meant = "" if found.best.kind == "mistake" else _meant(bug)
    if bug.parameters.get("start") == 1 or mistake.lines.keys() == {"position"}:
        meant = meant and "a table that starts at position 0"
    if base not in (None, 1e4):
        mistake = mistake._replace(story=f"{mistake.story} Here the base is {_digits(base)}.")
    return Advice(mistake.story, mistake.seen, mistake.wrong, mistake.right, meant)


def _named(account: Account) -> str:
    """An account in words, with its parameters."""
    if account.kind == "mistake":
        return f"the bug “{account.name}” in {_meant(account)}"
    return ", ".join((SPOKEN.get(account.name, account.name), *_parameters(account)))


def _meant(account: Account) -> str:
    """Of a bug the formula that it was made in."""
    return ", ".join((account.scheme.name if account.scheme else "the formula", *_parameters(account)))


def _parameters(account: Account) -> list[str]:
    usual = {"layout": account.scheme.layout} if isinstance(account.scheme, Sinusoidal) else {}
    given = {**usual, **account.parameters}
    if account.reversed:
        del given["sign"]
    if given.keys() >= {"head", "heads"}:
        # the head is the exact statement
        if significant(given["slope"]) > DIGITS:
            del given["slope"]
        given["head"] = _head(given["head"], given.pop("heads"), given.get("slopes", "code"))
    return [_parameter(name, value) for name, value in given.items()]


def _head(head: int, heads: int, rule: Slopes) -> str:
    """A head of ALiBi, with those of other usual numbers of heads that have the same slope."""
    slope = ALiBi(slopes=rule).slope(heads)[head - 1]
    same = [
        f"head {at + 1} of {other}"
        for other in (8, 12, 16, 32)
        for at in np.flatnonzero(np.isclose(ALiBi(slopes=rule).slope(other), slope, rtol=1e-9, atol=0))
        if other != heads
    ]
    return f"head {head} of {heads}" + (f" (same slope: {', '.join(same)})" if same else "")


def _parameter(name: str, value: Any) -> str:
    if name == "first":
        return f"{'cosine' if value == 'cos' else value} first"
    if isinstance(value, bool) or value is None:
        return f"{name} {value}".lower()
    if name == "std":
        return f"standard deviation {number(float(value), min(significant(float(value)), DIGITS))}"
    if isinstance(value, int | float | np.number):
        return f"{name} {_digits(float(value))}"
    if name == "positions":
        return f"{value} positions"
    if name == "padding":
        return f"{value} of zeros"
    return str(value) if name in (*ALONE, "distribution") or str(value).startswith(name) else f"{name} {value}"


def _digits(value: float) -> str:
    """A number with all of its digits: others would not predict the table."""
    if not np.isfinite(value):
        return str(value)
    if value == np.e:
        return "e"
    return number(value, max(significant(value), 3))


def _left(found: Diagnosis) -> str:
    """How the numbers differ from what they were made with."""
    if found.state == "different":
        parts = [place_list(noun, bad) for noun, bad in (("row", found.bad_rows), ("column", found.bad_columns)) if bad]
        cells = f"{len(found.cells):,} of {found.size[0] * found.size[1]:,} numbers"
        return f", except for {' and '.join(parts) or cells}"
    if found.noise:
        return f", with {percent(found.noise)} of noise"
    if found.storage.name == "float64":
        return ", in float32 arithmetic" if found.best.misfit > DOUBLE else ""
    return "" if found.best.misfit <= EXACT else f", rounded to {found.storage.name}"


def _wrong(found: Diagnosis) -> list[str]:
    """Where the table and its best account differ most."""
    if found.cells:
        row, column, off = max(found.cells, key=lambda cell: abs(cell.off))
        return [f"The largest error is {number(off)}, in row {row:,}, column {column:,}."]
    if found.state == "different" or (found.state == "unknown" and found.runner_up is not None):
        row, column = int(found.rows.argmax()), int(found.columns.argmax())
        return [f"The residual is largest in row {row:,} and in column {column:,}."]
    if found.noise:
        return [f"The residual is {percent(found.noise)} of the table and looks like white noise."]
    return []


def _equal(others: Sequence[Account]) -> list[str]:
    """Other accounts of the same numbers."""
    said = [f"The same numbers: {_named(each)}." for each in others[:SAID]]
    more = len(others) - SAID
    given = "explanations give" if more > 1 else "explanation gives"
    return said + [f"{more:,} more {given} the same numbers."] * (more > 0)


def _rotating(pairs: Pairs) -> list[str]:
    """How fast the pairs rotate: in the formula, or measured where there is none."""
    speeds = pairs.frequencies if np.isnan(pairs.expected).any() else pairs.expected
    speeds = speeds[np.isfinite(speeds) & (speeds > 0)]
    if speeds.size < 2 or speeds.max() <= 1.001 * speeds.min():
        return []
    fast, slow = number(float(speeds.max())), number(float(speeds.min()))
    return [f"{speeds.size:,} pairs of columns rotate, by {slow} to {fast} radians per position."]


def _repeated(found: Diagnosis) -> list[str]:
    """Consecutive equal rows."""
    runs = [f"{first:,} {'and' if last == first + 1 else 'to'} {last:,}" for first, last in found.repeated_rows]
    more = f" {number(len(runs) - SAID)} more runs of rows are equal, too." if len(runs) > SAID else ""
    said = [f"Rows {run} are equal." for run in runs[:SAID]]
    return [" ".join(said) + more] if runs else []


def _facts(facts: Mapping[str, float]) -> list[str]:
    """Measurements of a table that no formula explains."""
    if not facts:
        return []
    near, count, held = facts.values()
    told = f"The mean cosine of neighboring rows is {number(near, 2)}, and {count:.0f} principal components hold"
    return [f"{told} {percent(held)} of the variance."]


def _stored(storage: Storage) -> str:
    if storage.name.startswith("steps"):
        return f"Every number is a multiple of one step, as after quantization: {storage.name}."
    if storage.name == "integers":
        return "Every number is an integer."
    if storage.decimals is not None:
        return f"No number has more than {storage.name}."
    return f"Every number fits into {storage.name}." if storage.name != "float64" else "Some numbers need float64."
