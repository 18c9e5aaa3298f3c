"""Sentences about a diagnosis: verdict, evidence, and advice."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from posenc_core.diagnosis.accounts import Account, Findings, Pairs
from posenc_core.diagnosis.costs import MAX_DIGITS
from posenc_core.diagnosis.digits import significant
from posenc_core.diagnosis.storage import Storage
from posenc_core.diagnosis.thresholds import MAX_EXACT_RESIDUAL, MAX_FLOAT64_RESIDUAL, MAX_LISTED
from posenc_core.foundation.base import Scheme
from posenc_core.known_bugs import KNOWN_BUGS
from posenc_core.schemes import ALiBi, Sinusoidal
from posenc_core.schemes.alibi import Slopes
from posenc_core.text.numerals import number, percent, place_list

__all__ = ["Advice", "advice", "evidence", "verdict"]

SELF_EXPLANATORY = ("layout", "order", "size", "positions")  # parameters whose value needs no name

NAMES = {"Grid": "Grid (coordinates of an image or a video)", "distances": "the distance between query and key"}
"""Descriptive names of some accounts."""

CONVENTIONS = tomllib.loads((files("posenc_core") / "data" / "conventions.toml").read_text("utf-8"))["convention"]
"""Projects that use a parameter value intentionally."""

AGREES = ": every number agrees"


class Advice(NamedTuple):
    """Advice about a known bug.

    Attributes
    ----------
    story : str
        Cause and effect.
    seen : str
        Public cases, as a sentence.
    wrong, right : str
        The line of code that is probably wrong, and the corrected line.
    meant : str
        Intention that makes the line a bug; empty if it always is one.
    """

    story: str
    seen: str
    wrong: str
    right: str
    meant: str = ""


def verdict(diagnosis: Findings) -> str:
    """Return the identity of a table as one sentence.

    Examples
    --------
    >>> from posenc_core import Sinusoidal, diagnose
    >>> verdict(diagnose(Sinusoidal().encode(range(16), 4)))
    'Sinusoidal, interleaved, base 10,000: every number agrees.'
    """
    best = diagnosis.best
    if diagnosis.state == "unknown":
        if diagnosis.runner_up is None:
            return "Unknown table: no known encoding is close."
        residual = percent(diagnosis.runner_up.misfit)
        nearest = _describe(diagnosis.runner_up)
        return f"Unknown table: the nearest encoding is {nearest}, with a residual of {residual}."
    if best.kind == "matrix":
        return f"Not a positional encoding: {_describe(best)}."
    if best.kind == "random":
        return f"Independent random numbers: {', '.join(_parameters(best))}."
    if best.kind == "learned":
        return f"A trained table: that of {best.parameters['model']}{_deviation(diagnosis)}."
    if best.kind == "mistake":
        return f"A known bug: {KNOWN_BUGS[best.name].what}; the rest is {_formula(best)}{_deviation(diagnosis)}."
    if best.name == "relative position bias":
        return f"A relative position bias: {', '.join(best.parameters.values())}."
    if best.reversed:
        rest = ", ".join((best.name, *_parameters(best))) + _deviation(diagnosis)
        return f"A known bug: the sign of the bias is reversed, so far keys are rewarded; the rest is {rest}."
    if best.kind == "bias":
        what = "An attention mask" if best.name.endswith("mask") else "A matrix of attention biases"
        return f"{what}: {_describe(best)}{_deviation(diagnosis)}."
    name = _describe(best)
    name = name[:1].upper() + name[1:]
    if diagnosis.state == "unusual":
        return f"{name} matches, but this combination of parameters is not known to be in use."
    return f"{name}{_deviation(diagnosis) or AGREES}."


def evidence(diagnosis: Findings) -> list[str]:
    """Return the evidence for the verdict as a list of sentences."""
    best = diagnosis.best
    sentences = []
    if diagnosis.transposed:
        sentences.append("The table is transposed; everything below describes its transpose.")
    sentences += _largest_error(diagnosis)
    # projects that store biases this way use these slopes and the correct sign
    users = [] if best.reversed or "slopes" in best.parameters else CONVENTIONS
    sentences += [user["sentence"] for user in users if best.parameters.get(user["parameter"]) == user["value"]]
    sentences += _equal(diagnosis.equal)
    if diagnosis.state == "unknown":
        sentences += _facts(diagnosis.facts)
    elif diagnosis.pairs is not None:
        sentences += _rotations(diagnosis.pairs)
    if diagnosis.state != "kind":
        sentences += _repetitions(diagnosis)
    return [*sentences, _storage(diagnosis.storage)]


def advice(diagnosis: Findings, scheme: Scheme | None = None) -> Advice | None:
    """Return advice about the bug that made a table, or about a bug that makes the same numbers; None if there is none.

    With `scheme`, only a bug in code for this scheme counts if a correct formula gives the same numbers.
    """
    equal = [account for account in diagnosis.equal if scheme in (None, account.scheme)]
    bugs = [bug for bug in (diagnosis.best, *equal) if bug.kind == "mistake" and bug.name in KNOWN_BUGS]
    if not bugs or diagnosis.best.kind not in ("mistake", "scheme"):
        return None
    bug, known_bug = bugs[0], KNOWN_BUGS[bugs[0].name]
    base = bug.parameters.get("base")
    meant = "" if diagnosis.best.kind == "mistake" else _formula(bug)
    if bug.parameters.get("start") == 1 or known_bug.lines.keys() == {"position"}:
        meant = meant and "a table that starts at position 0"
    if base not in (None, 1e4):
        known_bug = known_bug._replace(story=f"{known_bug.story} Here the base is {_all_digits(base)}.")
    return Advice(known_bug.story, known_bug.seen, known_bug.wrong, known_bug.right, meant)


def _describe(account: Account) -> str:
    """Name and parameters of an account."""
    if account.kind == "mistake":
        return f"the bug “{account.name}” in {_formula(account)}"
    sign = ["sign reversed"] if account.reversed else []
    return ", ".join((NAMES.get(account.name, account.name), *_parameters(account), *sign))


def _formula(account: Account) -> str:
    """Return the intended formula of a bug, with its parameters."""
    return ", ".join((account.scheme.name if account.scheme else "the formula", *_parameters(account)))


def _parameters(account: Account) -> list[str]:
    usual = {"layout": account.scheme.layout} if isinstance(account.scheme, Sinusoidal) else {}
    parameters = {**usual, **account.parameters}
    if account.reversed:
        del parameters["sign"]
    if parameters.keys() >= {"head", "heads"}:
        # the head determines the slope
        if significant(parameters["slope"]) > MAX_DIGITS:
            del parameters["slope"]
        parameters["head"] = _head(parameters["head"], parameters.pop("heads"), parameters.get("slopes", "code"))
    return [_parameter(name, value) for name, value in parameters.items()]


def _head(head: int, heads: int, rule: Slopes) -> str:
    """Head of ALiBi, with the heads of other common head counts that have the same slope."""
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
        return f"standard deviation {number(float(value), min(significant(float(value)), MAX_DIGITS))}"
    if isinstance(value, int | float | np.number):
        return f"{name.replace('_', ' ')} {_all_digits(float(value))}"
    if name == "positions":
        return f"{value} positions"
    if name == "padding":
        return f"{value} of zeros"
    alone = name in (*SELF_EXPLANATORY, "distribution") or str(value).startswith(name)
    return str(value) if alone else f"{name} {value}"


def _all_digits(value: float) -> str:
    """Return the number with all digits that predict the table."""
    if not np.isfinite(value):
        return str(value)
    if value == np.e:
        return "e"
    return number(value, max(significant(value), 3))


def _deviation(diagnosis: Findings) -> str:
    """Deviation of the numbers from the exact formula."""
    if diagnosis.state == "different":
        places = ("row", diagnosis.bad_rows), ("column", diagnosis.bad_columns)
        parts = [place_list(noun, bad) for noun, bad in places if bad]
        cells = f"{len(diagnosis.cells):,} of {diagnosis.size[0] * diagnosis.size[1]:,} numbers"
        return f", except for {' and '.join(parts) or cells}"
    if diagnosis.noise:
        return f", with {percent(diagnosis.noise)} of noise"
    if diagnosis.storage.name == "float64":
        return ", in float32 arithmetic" if diagnosis.best.misfit > MAX_FLOAT64_RESIDUAL else ""
    return "" if diagnosis.best.misfit <= MAX_EXACT_RESIDUAL else f", rounded to {diagnosis.storage.name}"


def _largest_error(diagnosis: Findings) -> list[str]:
    """Place of the largest deviation from the best account."""
    if diagnosis.cells:
        row, column, off = max(diagnosis.cells, key=lambda cell: abs(cell.off))
        return [f"The largest error is {number(off)}, in row {row:,}, column {column:,}."]
    if diagnosis.state == "different" or (diagnosis.state == "unknown" and diagnosis.runner_up is not None):
        row, column = int(diagnosis.rows.argmax()), int(diagnosis.columns.argmax())
        return [f"The residual is largest in row {row:,} and in column {column:,}."]
    if diagnosis.noise:
        return [f"The residual is {percent(diagnosis.noise)} of the table and looks like white noise."]
    return []


def _equal(others: Sequence[Account]) -> list[str]:
    """Sentences about other accounts of the same numbers."""
    sentences = [f"The same numbers: {_describe(account)}." for account in others[:MAX_LISTED]]
    if (more := len(others) - MAX_LISTED) > 0:
        sentences.append(f"{more:,} more {'explanations give' if more > 1 else 'explanation gives'} the same numbers.")
    return sentences


def _rotations(pairs: Pairs) -> list[str]:
    """Range of the frequencies, predicted or else measured."""
    speeds = pairs.frequencies if np.isnan(pairs.expected).any() else pairs.expected
    speeds = speeds[np.isfinite(speeds) & (speeds > 0)]
    if speeds.size < 2 or speeds.max() <= 1.001 * speeds.min():
        return []
    slow, fast = number(float(speeds.min())), number(float(speeds.max()))
    return [f"{speeds.size:,} pairs of columns rotate, by {slow} to {fast} radians per position."]


def _repetitions(diagnosis: Findings) -> list[str]:
    """Sentence about runs of equal rows."""
    runs = [f"{first:,} {'and' if last == first + 1 else 'to'} {last:,}" for first, last in diagnosis.repeated_rows]
    more = f" {number(len(runs) - MAX_LISTED)} more runs of rows are equal, too." if len(runs) > MAX_LISTED else ""
    sentences = [f"Rows {run} are equal." for run in runs[:MAX_LISTED]]
    return [" ".join(sentences) + more] if runs else []


def _facts(facts: Mapping[str, float]) -> list[str]:
    """Sentence about the statistics of an unknown table."""
    if not facts:
        return []
    near, count, variance = facts.values()
    text = f"The mean cosine of neighboring rows is {number(near, 2)}, and {count:.0f} principal components explain"
    return [f"{text} {percent(variance)} of the variance."]


def _storage(storage: Storage) -> str:
    if storage.name.startswith("steps"):
        return f"Every number is a multiple of one step, as after quantization: {storage.name}."
    if storage.name == "integers":
        return "Every number is an integer."
    if storage.decimals is not None:
        return f"No number has more than {storage.name}."
    return f"Every number fits into {storage.name}." if storage.name != "float64" else "Some numbers need float64."
