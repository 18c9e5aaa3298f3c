"""What is said of a table? The verdict in one sentence, what shows it, and what to change in the code."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis.chance import EXPLAINED
from posenc_core.diagnosis.mistakes import MISTAKES
from posenc_core.diagnosis.reading import Diagnosis, Reading, Storage
from posenc_core.numerals import number
from posenc_core.schemes import Sinusoidal

ALONE = ("layout", "order")
"""Parameters whose value says what it is of."""

SPOKEN = {
    "offsets": "a number of its own for each offset between query and key",
    "Grid": "Grid (rows and columns of an image)",
}
"""What accounts are called whose names say too little in a sentence."""

NEAR = 0.7
"""An account that misses no less than this share of a table is not worth naming."""

EXACT = 1e-12
"""A misfit below is of no format that is coarser than float64."""

NEXT = 0.3
"""One that misses more is not named beside one that explains the table: it would only puzzle."""

SAID = 3
"""So many accounts that are the same numbers are said one by one."""

DIGITS = 6
"""So many of a parameter tell which one it is; a page and JSON have the rest."""

POWERS = {"paper": "the paper's exponent 2i/d", "Tensor2Tensor": "Tensor2Tensor's exponent 2i/(d − 2)"}
"""What the exponent of a schedule is called."""

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
    meant: str = ""
    """What must have been meant for it to be a mistake; nothing where it is one anyway."""


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
    known = best.kind != "unknown"
    said = ["Its rows are columns: turned over, a row is a position."] * found.transposed
    if known and not np.isnan(best.misfit):
        said += _unexplained(found)
    if best.kind == "mistake":
        said += _decisive(best)
    said += _equal(best, found.equal)
    said += _next(found) if known else _against(found)
    if known and found.pairs is not None:
        said += _turning(found.pairs.expected)
    if best.kind != "bias":
        said += _odd_rows(found)
    said += [*_facts(found), _stored(found.storage)]
    return said if known else said + _to_try(found)


def advice(found: Diagnosis) -> Advice | None:
    """Of a known mistake what goes wrong, where it was seen, and both lines of code; else nothing.

    Also where a right formula is the same numbers as another one with a mistake.
    """
    slips = [each for each in (found.best, *found.equal) if each.kind == "mistake" and each.name in MISTAKES]
    if not slips or found.best.kind not in ("mistake", "scheme"):
        return None
    mistake, certain = MISTAKES[slips[0].name], found.best.kind == "mistake"
    base = slips[0].parameters.get("base")
    meant = "" if certain else _meant(slips[0]) if base is None else _parameter("base", base)
    wrong, right = mistake.wrong, mistake.right
    if base is not None:
        wrong, right = (line.replace("10000", f"{base:.15g}") for line in (wrong, right))
    halves = slips[0].parameters.get("layout") == "concatenated" and "pe[" in mistake.right
    return Advice(mistake.story, mistake.seen, IN_PAIRS * halves + wrong, right, meant)


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
    given = {**usual, **reading.parameters}
    if given.keys() >= {"head", "heads"}:
        given["head"] = f"head {given['head']} of {given.pop('heads')}"
    return [_parameter(name, value) for name, value in given.items()]


def _parameter(name: str, value: Any) -> str:
    if name == "first":
        return f"{value} first"
    if isinstance(value, bool) or value is None:
        return f"{name} {value}".lower()
    if isinstance(value, int | float | np.number):
        return f"{name} {_digits(float(value))}"
    return str(value) if name in ALONE or str(value).startswith(name) else f"{name} {value}"


def _digits(value: float) -> str:
    """A number with the digits that tell which one it is, or all of its own where they are fewer."""
    if not np.isfinite(value):
        return str(value)
    own = len(Decimal(repr(value)).normalize().as_tuple().digits)
    return number(value, min(max(own, 3), DIGITS))


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
        return "Every number is whole."
    if storage.decimals is not None:
        return f"No number has more than {storage.name}."
    if storage.name == "float64":
        return "The numbers have all the digits of float64."
    return f"Every number fits into {storage.name} exactly."


def _unexplained(found: Diagnosis) -> list[str]:
    if found.noise:
        like = "chance" if found.noise >= 0.001 else "chance, as rounding to a few digits does"
        return [f"What is left is {share(found.noise)} of the table, and it looks like {like}."]
    if found.best.kind == "scheme" and not _left(found):
        # the verdict says so
        return []
    return ["This explains every number of the table" + ", but for rounding" * (found.best.misfit > 0) + "."]


def _decisive(best: Reading) -> list[str]:
    """Which columns are as they were meant, and where most of the rest is."""
    made = best.numbers()
    if best.scheme is None or not made.size or best.scheme.lacks("vectors", *made.shape):
        return []
    off = np.abs(made - best.scheme.encode(range(len(made)), made.shape[1]))
    least = NEARLY_RIGHT * float(np.abs(made).max())
    right = int((off.max(axis=0) <= least).sum())
    if right == made.shape[1]:
        return []
    some = f"{right:,} of {made.shape[1]:,} columns {'is' if right == 1 else 'are'} right"
    said = [f"{some if right else 'No column is right'}; a number is off by up to {number(float(off.max()))}."]
    farthest = [
        f"{noun} {int(left.argmax()):,}"
        for noun, left in (("column", np.square(off).sum(axis=0)), ("row", np.square(off).sum(axis=1)))
        if left.max() - left.min() > NEARLY_RIGHT * left.max()
    ]
    if farthest:
        verb = "are" if len(farthest) > 1 else "is"
        said += [f"{_capital(' and '.join(farthest))} {verb} farthest from what should be there."]
    return said


def _equal(best: Reading, others: Sequence[Reading]) -> list[str]:
    """Other accounts that are the same numbers, the plainest by name."""
    # two with the same words differ in digits that nobody has to read
    named = {name: each for each in others if (name := _named(each)) != _named(best)}
    said = []
    for name, each in list(named.items())[:SAID]:
        one, other = _power(best), _power(each)
        said.append(f"{_capital(one)} is {other}: the same numbers." if one and other else f"The same numbers: {name}.")
    if (more := len(named) - SAID) > 0:
        said.append(f"{more:,} more {'explanations give' if more > 1 else 'explanation gives'} the same numbers.")
    return said


def _power(reading: Reading) -> str:
    """A base and its exponent; nothing of an account that is more than these, or less."""
    given = dict(reading.parameters)
    base, schedule = given.pop("base", None), given.pop("schedule", "paper")
    given.pop("layout", None)
    if base is None or given or not isinstance(reading.scheme, Sinusoidal):
        return ""
    exponent = reading.name if reading.kind == "mistake" else POWERS.get(schedule, "")
    if reading.kind == "mistake" and not reading.name.startswith("exponent "):
        return ""
    the = "the " if reading.kind == "mistake" else ""
    return f"base {_digits(float(base))} with {the}{exponent}" if exponent else ""


def _next(found: Diagnosis) -> list[str]:
    """How far off the nearest other account is; of a table that no formula makes the nearest one."""
    runner_up, made = found.runner_up, not np.isnan(found.best.misfit)
    if runner_up is None or np.isnan(runner_up.misfit):
        return []
    what = "Nothing else" if made else "No formula"
    if runner_up.misfit >= NEAR:
        return [f"{what} comes near it."]
    if runner_up.misfit >= NEXT:
        return [f"{what} comes near it: the next misses {share(runner_up.misfit)}."]
    what = "next nearest" if made else "nearest that I know"
    return [f"The {what} is {_named(runner_up)}, which misses {share(runner_up.misfit)} of it."]


def _against(found: Diagnosis) -> list[str]:
    """What speaks against the nearest account of a table that is not known, and where it is worst."""
    nearest = found.runner_up
    if nearest is None or not nearest.misfit < NEAR:
        return []
    few = found.facts.get("too few numbers")
    if few is not None:
        count = f"{int(few):,} numbers that are not 0 are" if few != 1 else "one number that is not 0 is"
        return [f"It may be that one, but {count} too few to tell."]
    said = []
    if nearest.misfit > EXPLAINED:
        said += [f"At most {share(EXPLAINED)} would be taken for noise, so the nearest is not enough."]
    elif nearest.misfit > 0:
        said += ["What the nearest misses does not look like chance."]
    if found.rows.size and np.isfinite(found.rows).all() and found.rows.any():
        row, column = int(found.rows.argmax()), int(found.columns.argmax())
        said += [f"It misses most in row {row:,} and in column {column:,}."]
    return said


def _to_try(found: Diagnosis) -> list[str]:
    """What may make a table known that is not; nothing where every row is the same."""
    if found.size[0] < FEW:
        return ["To try: give more rows, for a formula shows in how they follow each other."]
    if found.repeated_rows == ((0, found.rows.size - 1),):
        return []
    if found.runner_up is not None and found.runner_up.misfit < NEAR:
        return ["To try: give the table alone, before tokens or anything else is added to it."]
    return ["To try: give rows in the order of positions and columns in the order of the code, or only some of them."]


FEW = 3
"""Fewer rows than these seldom show a formula."""


def _turning(frequencies: Array) -> list[str]:
    """How fast the pairs turn."""
    speeds = np.abs(frequencies[np.isfinite(frequencies)])
    speeds = speeds[speeds > 0]
    if speeds.size < 2:
        return []
    fast, slow = number(float(speeds.max())), number(float(speeds.min()))
    if fast == slow:
        return [f"{speeds.size:,} pairs of columns turn, each by {fast} radians a token."]
    return [f"{speeds.size:,} pairs of columns turn: the fastest by {fast}, the slowest by {slow} radians a token."]


def _odd_rows(found: Diagnosis) -> list[str]:
    """Rows of zeros, and rows that stand twice."""
    zeros, repeated = found.zero_rows, found.repeated_rows
    said = []
    if len(zeros) == found.rows.size > 1:
        return ["Every number is 0, so the table holds no position."]
    if repeated == ((0, found.rows.size - 1),):
        return ["Every row is the same, so the table holds no position."]
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
    special = {int(name.removeprefix(SPECIAL)): norm for name, norm in facts.items() if name.startswith(SPECIAL)}
    if special and usual is not None:
        rows = ", ".join(f"row {row:,} has {number(norm)}" for row, norm in special.items())
        said += [f"A usual row has the norm (length) {number(usual)}; {rows}."]
    if (near := facts.get("rows next to their nearest")) is not None:
        said += [f"For {share(near)} of the rows that were looked at, the most alike other row is a neighbour."]
    if (first := facts.get("first row like chance")) is not None:
        said += [f"From row {int(first):,} on, rows have nothing to do with each other, as before training."]
    if {"directions", "share in directions", "share in directions by chance"} <= facts.keys():
        held, chance = (share(facts[f"share in directions{of}"]) for of in ("", " by chance"))
        said += [
            f"{int(facts['directions'])} directions hold {held} of the variance of the middle rows; "
            f"of random numbers, {chance}."
        ]
    waves = [number(value) for name, value in facts.items() if name.startswith("wavelength ")]
    if waves and "mean ratio of wavelengths" in facts:
        ratio = number(facts["mean ratio of wavelengths"])
        said += [
            f"In them a step of one token is {len(waves)} turns, with wavelengths of {', '.join(waves)} tokens.",
            f"Each is about {ratio} times the one before: a series, as in a formula.",
        ]
    if (cosine := facts.get("cosine of neighbours")) is not None:
        mean = number(round(cosine, 3))
        said += [f"Less the usual row, neighbours have a mean cosine of {mean}: the rows are in no order."]
    if found.best.kind == "random" and found.best.parameters.get("std") == START:
        said += ["The tables of BERT and GPT begin with this standard deviation."]
    return said


SPECIAL = "norm of row "
"""What the fact is called that a row is longer than others."""
