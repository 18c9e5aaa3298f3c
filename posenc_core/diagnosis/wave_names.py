"""What are fitted waves called? One table has many names: a base under one rule is another base under the next.

The plainest is said first. How plain is counted in nats, as the logarithm of how often a name is meant: nothing for the
paper's formula with base 10,000, more for a rarer rule, and more for a base of more digits, of which no more are said
than the table carries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.diagnosis.wave_fits import NAMED_UNITS, SLOWED, Fit
from posenc_core.diagnosis.waves import Shape, Waves
from posenc_core.scheme import Scheme
from posenc_core.schemes import RoPE, Sinusoidal

USUAL_BASES = {1e4: 0.3, 100.0: 3.3, 1e3: 3.3, 1e5: 3.3, 5e5: 3.3, 1e6: 3.3, 10.0: 3.8, 1e7: 4.0}
ONE_DIGIT, DIGITS, ANY = 7.6, 5.7, 3.9
RARE = 6.0
"""What a mistake costs that is no other name of a shape."""

ONE_A_PAIR = "each its own"
"""The layout of waves alone in which a column may stand for a pair."""

LARGEST_BASE = 2e7

UNTOLD = 1.5
"""A number of the fit with such an error is none."""

FLAWS = (
    "half table",
    "exponent 2j/d",
    "exponent j/d",
    "cosine of the next pair",
    "sines alone",
    "bfloat16 frequencies",
    "bfloat16 positions",
    "degrees",
    "wrong logarithm",
    "binary logarithm",
    "exponent i/d",
    "exponent 4i/d",
    "d + 1 cut",
    "missing √d",
    "cosine first",
    "positions from 1",
)
"""From rare to common: of two at once the rarer gives the name, and the other is a parameter."""


class Rule(NamedTuple):
    """What ln B of the fit, which is that of the shape's exponents, means: times `factor` is ln B of the rule."""

    factor: float
    cost: float
    flaw: str = ""
    meant: Mapping[str, Any] = {}
    """Parameters of Sinusoidal that say the same."""
    added: float = 0.0
    """Taken from ln B of the fit before."""
    said: Mapping[str, Any] = {}


def _rules(shape: Shape, dim: int) -> list[Rule]:
    d = dim
    if shape.kind == "each column":
        return [Rule(0.5, 0, "exponent 2j/d"), Rule(1, 0, "exponent j/d")]
    if shape.kind == "next pair":
        return [Rule(1, 0, "cosine of the next pair")]
    if shape.kind == "half table":
        return [Rule(1, 0, "half table")]
    if shape.kind == "alone":
        return [Rule(1, 0, "sines alone" if "each" in shape.layout and shape.first == "sin" else "")]
    if shape.kind == "two tables":
        return [Rule(1, 0)]
    if shape.kind == "d + 1 cut":
        # the shape has exponents over d
        return [Rule((d + 1) / d, 0, "d + 1 cut")]
    found = [Rule(1, 0, meant={"odd": "zero"} if shape.kind == "zero at the end" else {})]
    if shape.kind == "zero at the end":
        found = [Rule((d - 1) / d, 0, meant={"odd": "padded"}), Rule(1, 1, meant={"odd": "zero"})]
        if d > 3:
            t2t = {"schedule": "Tensor2Tensor"}
            found += [Rule((d - 3) / d, 2.5, meant=t2t | {"odd": "padded"})]
            found += [Rule((d - 2) / d, 3.5, meant=t2t | {"odd": "zero"})]
        return found
    if d > 2:
        found += [Rule((d - 2) / d, 2.5, meant={"schedule": "Tensor2Tensor"})]
        if d % 2:
            found += [Rule((d + 1) / d, 2.5, meant={"odd": "cut"})]
            found += [Rule((d - 1) / d, 4.5, meant={"odd": "cut", "schedule": "Tensor2Tensor"})]
        else:
            found += [Rule((d + 1) / d, RARE, "d + 1 cut")]
            found += [
                Rule(1, 6.0, meant={}, added=d / (d - 2) * np.log(s), said={"scaling": "NTK-aware", "factor": float(s)})
                for s in (2, 4, 8, 16, 32)
            ]
    return [
        *found,
        Rule(2, RARE, "exponent i/d"),
        Rule(0.5, RARE, "exponent 4i/d"),
        Rule(np.log(10), RARE, "wrong logarithm"),
        Rule(np.log(2), RARE, "binary logarithm"),
    ]


def rounded_within(value: float, error: float) -> float:
    """The number with the fewest digits that is no farther away than the error."""
    for digits in range(1, 17):
        found = float(f"{value:.{digits - 1}e}")
        if abs(found - value) <= error:
            return found
    return value


def _base(log_base: float, error: float) -> tuple[float, float]:
    """The plainest base that a logarithm leaves, with twice its error at most, and what it costs to say."""
    base = float(np.exp(np.clip(log_base, -300, 300)))
    for usual, cost in sorted(USUAL_BASES.items(), key=lambda each: each[1]):
        if abs(np.log(usual) - log_base) <= 2 * error:
            return usual, cost
    found = rounded_within(base, base * error)
    digits = len(f"{found:.15e}".split("e")[0].replace(".", "").rstrip("0"))
    any_base = ANY + np.log(20 / max(2 * error, 1e-12))
    # so many bases have as few digits, from 10 to the largest
    as_round = ONE_DIGIT if digits == 1 else DIGITS + digits * np.log(10)
    return found, min(any_base, as_round) if 10 <= found < LARGEST_BASE else any_base


UNITS = {np.pi / 180: ("degrees", RARE), 2 * np.pi: ("2π", 6.0), np.pi: ("π", 6.0), 180 / np.pi: ("180/π", 6.0)}


def rule_bases(shape: Shape, dim: int, low: float, high: float) -> tuple[Array, Array]:
    """Every ln B of a shape between two that is a round base under some rule, and what it costs to say."""
    round_bases = np.array([digits * 10.0**power for power in range(1, 9) for digits in range(10, 100)]) / 10
    costs = np.array([_base(float(np.log(base)), 1e-9)[1] for base in round_bases])
    found = [(np.log(round_bases) / rule.factor + rule.added, costs + rule.cost) for rule in _rules(shape, dim)]
    bases, prices = np.concatenate([each[0] for each in found]), np.concatenate([each[1] for each in found])
    inside = (bases >= low) & (bases <= high)
    return bases[inside], prices[inside]


@dataclass(frozen=True)
class _Whole:
    """A number of the fit that has a name, with what it costs to say."""

    value: float
    cost: float
    flaw: str
    said: Mapping[str, Any]


def _unit(fit: Fit) -> _Whole:
    unit = fit.waves.unit
    if unit == 1:
        return _Whole(1.0, 0, "", {})
    if unit in UNITS:
        name, cost = UNITS[unit]
        return _Whole(unit, cost, name, {}) if name == "degrees" else _Whole(unit, cost, "", {"unit": name})
    if round(1 / unit) in SLOWED and unit == 1 / round(1 / unit):
        return _Whole(unit, 6.0, "", {"scaling": "linear", "factor": float(round(1 / unit))})
    found = rounded_within(unit, max(4 * fit.errors[1], 1e-9) * unit)
    return _Whole(found, ANY + np.log(20 / max(8 * fit.errors[1], 1e-9)), "", {"unit": found})


def _start(fit: Fit) -> _Whole:
    start = fit.waves.start
    if start == 0:
        return _Whole(0, 0, "", {})
    if start == 1:
        return _Whole(1, 2.5, "positions from 1", {})
    found = start if start == round(start) else rounded_within(start, max(4 * fit.errors[2], 1e-9))
    cost = 4.0 if found in (2, -1) else 8.0 if found == round(found) else ANY + 20
    return _Whole(found, cost, "", {"start": int(found) if found == round(found) else found})


def _scale(fit: Fit, dim: int, error: float) -> _Whole:
    scale, root = fit.waves.scale, np.sqrt(dim)
    for value, cost, flaw, said in (
        (1.0, 0, "", {}),
        (1 / root, RARE, "missing √d", {}),
        (np.sqrt(2 / dim), 5, "", {"scale": "√(2/d)"}),
        (root, 5, "", {"scale": "√d"}),
        (-1.0, 7, "", {"scale": -1.0}),
    ):
        if abs(scale - value) <= error * abs(value):
            return _Whole(value, cost, flaw, said)
    # a plain one is taken a little farther off than chance leaves most
    plain = float(f"{scale:.1e}")
    found = plain if abs(scale - plain) <= 2 * error * abs(scale) else rounded_within(scale, error * abs(scale))
    return _Whole(found, ANY + np.log(20 / max(2 * error, 1e-12)), "", {"scale": found})


@dataclass(frozen=True)
class Named:
    """One name of fitted waves."""

    reading: Reading
    waves: Waves
    plain_base: bool


def names(fit: Fit, seen: Seen) -> list[Named]:
    """Every name of fitted waves that is worth saying, the plainest first, with the misfit of the fit."""
    shape, dim = fit.waves.shape, fit.waves.dim
    exact = seen.storage.name == "float64" and fit.misfit < 1e-9
    least = 1e-12 if exact else 3e-6
    if not max(fit.errors) < UNTOLD:
        return []
    unit, start = _unit(fit), _start(fit)
    # rounding may move all numbers of a slow column the same way
    scale = _scale(fit, dim, 5 * max(fit.misfit, seen.floor) / np.sqrt(seen.numbers.size) + least + seen.floor / 2)
    sigma = fit.errors[0]
    told = sigma > 0
    if not told and (unit.value not in NAMED_UNITS or start.value != round(start.value)):
        # any one wave is some sine
        return []
    found = []
    for rule in _rules(shape, dim) if told else _rules(shape, dim)[:1]:
        log_base = (fit.waves.log_base - rule.added) * rule.factor
        error = 2 * np.hypot(sigma, least / 2) * rule.factor
        base, cost = _base(log_base, error) if told else (1e4, 0.0)
        log_fit = np.log(base) / rule.factor + rule.added if told else fit.waves.log_base
        off = ((log_fit - fit.waves.log_base) / np.hypot(sigma, least)) ** 2 / 2 if told else 0.0
        waves = replace(
            fit.waves, log_base=float(log_fit), unit=unit.value, start=float(start.value), scale=scale.value
        )
        rounding = f"bfloat16 {waves.rounding}" if waves.rounding else ""
        flaws = {rule.flaw, unit.flaw, start.flaw, scale.flaw, rounding} - {""}
        price = shape.cost + rule.cost + cost + unit.cost + start.cost + scale.cost + off + RARE * bool(rounding)
        said = {**rule.said, **unit.said, **start.said, **scale.said}
        # what is meant has no end of digits where the base is no round one
        if base <= 1 or not np.isfinite(base):
            continue
        found += [
            Named(reading, waves, cost <= ONE_DIGIT)
            for reading in _readings(waves, base if told else None, rule, flaws, said, fit.misfit, float(price))
        ]
    found.sort(key=lambda each: each.reading.cost)
    first = found[:1]
    others = [
        each
        for each in found[1:]
        # the same numbers in the paper's words are always said
        if (each.plain_base and each.reading.cost <= first[0].reading.cost + 3.6)
        or (
            each.reading.name in ("Sinusoidal", "RoPE")
            and not set(each.reading.parameters) & {"schedule", "scaling", "odd"}
        )
    ]
    return first + others


def _readings(
    waves: Waves,
    base: float | None,
    rule: Rule,
    flaws: set[str],
    said: Mapping[str, Any],
    misfit: float,
    cost: float,
) -> list[Reading]:
    """As what is meant, and as what was done on purpose: the same numbers with and without a mistake."""
    shape = waves.shape
    numbers = waves.numbers
    parameters: dict[str, Any] = {} if base is None else {"base": base}
    found = []
    if shape.kind in ("alone", "two tables"):
        wanted = flaws - {"sines alone"}
        rotary = _rotary_table(waves, base, parameters, wanted, said, misfit, cost + len(flaws - wanted))
        if wanted == flaws:
            return [rotary]
        # sines that are no pairs may be the sines of pairs
        found += [rotary] * (shape.layout == ONE_A_PAIR)
    layout = "concatenated" if "concatenated" in shape.layout else "interleaved"
    meant: dict[str, Any] = {} if base is None else {"base": base}
    meant |= rule.meant
    if layout != "interleaved":
        meant |= {"layout": layout}
        parameters |= {"layout": shape.layout if shape.kind == "each column" else layout}
    parameters |= rule.meant
    if shape.first == "cos":
        flaws = flaws | {"cosine first"}
    zeroed: tuple[int, ...] = ()
    if waves.zero_rows:
        # by chance a wave may have a row of zeros
        others_than_zero = np.asarray(replace(waves, zero_rows=()).numbers().any(axis=1))
        zeroed = tuple(row for row in waves.zero_rows if others_than_zero[row])
    extra = {**said, **({"padding": _rows(zeroed)} if zeroed else {})}
    ranked = [each for each in FLAWS if each in flaws]
    if ranked:
        others = {key: value for each in ranked[1:] for key, value in _as_parameter(each).items()}
        scheme: Scheme = _rotation(base) if "half table" in flaws else Sinusoidal(**meant)
        found += [Reading("mistake", ranked[0], {**parameters, **others, **extra}, misfit, scheme, numbers, cost)]
    on_purpose = {"cosine first", "positions from 1", "missing √d"}
    if flaws <= on_purpose:
        purposely = {key: value for each in ranked for key, value in _as_parameter(each).items()}
        own = {key: value for key, value in purposely.items() if key in ("first", "start")}
        scheme = Sinusoidal(**meant, **own)
        more = 1.0 if ranked else 0.0
        found += [
            Reading("scheme", "Sinusoidal", {**parameters, **purposely, **extra}, misfit, scheme, numbers, cost + more)
        ]
        if "cosine first" in flaws and not rule.meant:
            rotation = _rope(waves, base, said)
            if rotation is not None:
                own = {key: value for key, value in purposely.items() if key != "first"}
                pairing = {"pairing": "half"} if layout == "concatenated" else {}
                base_said = {} if base is None else {"base": base}
                # scaled and with the cosine first, it is a rotation
                more = -1.0 if said.get("scaling") else 1.5
                given = {**base_said, **pairing, **own, **extra}
                found += [Reading("scheme", "RoPE", given, misfit, rotation, numbers, cost + more)]
    return found


def _rope(waves: Waves, base: float | None, said: Mapping[str, Any]) -> Scheme | None:
    pairing = "interleaved" if waves.shape.layout == "interleaved" else "half"
    stretched = {key: said[key] for key in ("scaling", "factor") if key in said}
    if waves.dim % 2 or waves.start or waves.scale != 1:
        return None
    return _rotation(base, pairing=pairing, **stretched)


def _rotation(base: float | None, **others: Any) -> RoPE:
    """Of the usual base where the table tells none."""
    return RoPE(**others) if base is None else RoPE(base=base, **others)


def _rotary_table(
    waves: Waves,
    base: float | None,
    parameters: dict[str, Any],
    flaws: set[str],
    said: Mapping[str, Any],
    misfit: float,
    cost: float,
) -> Reading:
    """A table of cosines, or of sines, that a rotation multiplies with."""
    kind, layout, first, *_ = waves.shape
    pairing = "half" if "concatenated" in layout else "interleaved"
    others = {key: value for each in FLAWS if each in flaws for key, value in _as_parameter(each).items()}
    table = "cosines and sines" if kind == "two tables" else "cosines" if first == "cos" else "sines"
    # a column for each pair says nothing of where the pairs stand
    more = {"columns": "one a pair"} if layout == ONE_A_PAIR else {"pairing": pairing}
    given = {**parameters, **more, "table": table, **said, **others}
    scheme = _rotation(base, pairing=pairing)
    return Reading("scheme", "RoPE", given, misfit, scheme, waves.numbers, cost)


def _as_parameter(flaw: str) -> dict[str, Any]:
    """A mistake that does not give the name, as a parameter."""
    known: dict[str, dict[str, Any]] = {
        "positions from 1": {"start": 1},
        "cosine first": {"first": "cos"},
        "missing √d": {"scale": "1/√d"},
        "degrees": {"unit": "degrees"},
        "bfloat16 frequencies": {"frequencies": "bfloat16"},
        "bfloat16 positions": {"positions": "bfloat16"},
    }
    return known.get(flaw, {"exponent": flaw})


def _rows(rows: tuple[int, ...]) -> str:
    listed = ", ".join(map(str, rows[:5])) + ", …" * (len(rows) > 5)
    return f"row{'s' * (len(rows) > 1)} {listed}"
