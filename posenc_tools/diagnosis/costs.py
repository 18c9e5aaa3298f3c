"""Description lengths of parameters in nats; the cheapest explanation of a table wins.

A common base or unit costs little, one with many digits more. So a common formula beats a bug, and a bug beats an
unusual parameter.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from math import gcd
from typing import Any, NamedTuple

import numpy as np

UNUSUAL = 8.5  # formulas not known to be in use
NOISY = 5.5  # a more expensive formula does not explain a table with noise
BUG = 3.3
EXCEPTIONS = 5.0  # wrong rows, columns, or numbers, and noise
TRUNCATED = 4.0  # a place lost in storage: rounding on the way, a bug, looks alike
DESCENDING = 1.0  # descending positions
UNNAMED = 12.0  # a number without a name and with many digits

USED = {
    1e4: 0.0, 100.0: 1.0, 1e3: 1.0, 1e5: 1.0, 5e5: 1.0, 1e6: 1.0, 5e6: 1.0, 1e7: 1.0, 1e8: 1.0,
    10.0: 1.5, 256.0: 1.5, 2e4: 1.5, 25000.0: 1.5, 4e4: 1.5, 5e4: 1.5, 150000.0: 1.5, 160000.0: 1.5,
    250000.0: 1.5, 1000042.0: 1.5, 1.5e6: 1.5, 2e6: 1.5, 8e6: 1.5, 11158840.0: 1.5, 5e7: 1.5, 1e9: 1.5,
}  # fmt: skip
"""Bases used by models, including every base of the catalogue."""

SEARCHED = {digit * 10.0**power: 2.2 for power in range(1, 9) for digit in range(1, 10)} | USED
"""Bases searched for bugs: those in use, and all of one digit."""

NTK_FACTORS = (2, 4, 8, 16, 32)  # NTK-aware scaling changes the base
MAX_BASE = 1.01e12  # a larger base is implausible
ABSURD = 7.0
MAX_DIGITS = 6  # significant digits of a short number
MAX_ROUND_DIGITS = 2  # significant digits of a base that code may use although no known model does
POWER_OF_TWO = 2.5  # a power of 2, e, or a scaled base
FREQUENCY_FLOOR = 2e-6  # relative error of a frequency computed in float32


class NamedValue(NamedTuple):
    """Number with its display form and cost."""

    value: float
    cost: float
    label: str | float  # display form: the number, or text such as "π/64"
    parameters: Mapping[str, Any] = {}  # display form of a base
    bug: str = ""  # the bug that causes this number


def bases(log_base: float, error: float, dim: int) -> list[NamedValue]:
    """Named values near a base, the cheapest first."""
    if not 0.01 < log_base < 60:
        return []
    power, value = 2.0 ** round(log_base / np.log(2)), float(np.exp(log_base))
    named: list[tuple[float, float, dict[str, Any]]] = [(base, cost, {"base": base}) for base, cost in USED.items()]
    named += [(float(np.e), POWER_OF_TWO, {"base": float(np.e)})]
    named += [(power, POWER_OF_TWO, {"base": power})] if 2 <= power <= 2**30 else []
    for base, factor in product(USED, NTK_FACTORS) if dim > 2 else ():
        parameters = {"base": base, "scaling": "NTK-aware", "factor": float(factor)}
        named.append((base * factor ** (dim / (dim - 2)), POWER_OF_TWO + USED[base], parameters))
    off = 4 * error + FREQUENCY_FLOOR
    near = (option for option in named if abs(np.log(option[0]) - log_base) <= off)
    options = [NamedValue(base, cost, base, parameters) for base, cost, parameters in near]
    for short, digits in _shorten(value, error):
        if all(short != option.value for option in options):
            options.append(NamedValue(short, of_digits("base", short, digits), short, {"base": short}))
    return sorted(options or [NamedValue(value, UNNAMED, value, {"base": value})], key=lambda option: option.cost)


def units(unit: float, error: float, length: int, edits: Mapping[str, float]) -> list[NamedValue]:
    """Named values near a unit in radians per position, the cheapest first; `edits` are units of bugs."""
    off = 4 * error + FREQUENCY_FLOOR

    def near(value: float) -> bool:
        return abs(unit / value - 1) <= off

    if near(1.0):
        return [NamedValue(1.0, 0.0, 1.0)]
    # the unit of a bug is not intended
    options = [NamedValue(value, BUG, value, bug=name) for name, value in edits.items() if near(value)]
    options = options or [NamedValue(value, cost, label) for value, cost, label in _units(unit, length) if near(value)]
    if not options:
        options = _short_values(unit, error, 2.0) or [NamedValue(unit, UNNAMED, unit)]
    cheapest = {option.value: option for option in sorted(options, key=lambda option: -option.cost)}
    return sorted(cheapest.values(), key=lambda option: option.cost)


def _units(unit: float, length: int) -> Iterator[tuple[float, float, str | float]]:
    yield 2 * np.pi, 2.0, "2π"
    yield np.pi, 1.5, "π"
    whole = {"1": 1.0, "π": np.pi, "2π": 2 * np.pi}
    for name, times in {**whole, "1000": 1000.0, "999": 999.0}.items():
        yield times / length, 2.0 if name == "999" else 1.5, f"{name}/n"
        if length > 2:
            yield times / (length - 1), 2.0 if name == "999" else 1.5, f"{name}/(n − 1)"
    for name, times in whole.items():
        divisor = round(times / unit) if unit * 1e5 > times else 0
        if divisor > 1:
            digits = len(str(divisor).rstrip("0")) if divisor & (divisor - 1) else 0
            yield times / divisor, 2.0 + 0.8 * digits, f"{name}/{divisor}"
            # DETR divides by the last coordinate and a millionth
            if name == "2π":
                yield times / (divisor + 1e-6), 2.0, f"{name}/{divisor}"
    if unit > 1.5:
        yield float(round(unit)), 1.4 if unit < 1000 else 4.0, float(round(unit))
    for below in range(2, 65) if unit < 1e6 else ():
        above = round(unit * below)
        if above > 1 and gcd(above, below) == 1:
            yield above / below, 2.5 if below <= 16 else 4.0, f"{above}/{below}"


def start_cost(start: float, unit: float) -> float:
    """Cost of the position of the first row."""
    if start == round(start):
        return {0.0: 0.0, 1.0: 0.5, 2.0: 0.5}.get(start, 1.0)
    angle = start * unit
    if abs(angle - round(angle)) < 1e-6 * max(abs(angle), 1):
        return 1.5
    return 2.0 if 2 * start == round(2 * start) else 4.0


def scales(scale: float, error: float, dim: int, edits: Mapping[str, float]) -> list[NamedValue]:
    """Named values of a scale; `edits` are scales of bugs."""
    size = abs(scale)
    bugs = [(name, value) for name, value in edits.items() if abs(scale / value - 1) <= error]
    wrong = [NamedValue(value, BUG, value, bug=name) for name, value in bugs]
    if wrong:
        return [*wrong, NamedValue(dim**-0.5, 1.5, "1/√d")]
    usual = ((1.0, 0.0, 1.0), (dim**0.5, 1.5, "√d"), (0.5**0.5, 2.0, "1/√2"), (2**0.5, 2.0, "√2"))
    options = [NamedValue(value, cost, label) for value, cost, label in usual if abs(size / value - 1) <= error]
    options += _short_values(size, error / 3, 1.0)
    options = options or [NamedValue(size, 6.0, size)]
    sign = -1.0 if scale < 0 else 1.0
    best = min(options, key=lambda option: option.cost)
    return [NamedValue(sign * best.value, best.cost + (1 - sign), best.label if sign > 0 else sign * best.value)]


def of_digits(name: str, value: float, digits: int) -> float:
    """Cost of an unnamed base, unit, scale, or start."""
    if name == "base":
        rare = UNUSUAL + 0.5 * digits if digits <= MAX_DIGITS else UNNAMED
        return (1.0 + 1.2 * digits if digits <= MAX_ROUND_DIGITS else rare) + (ABSURD if value > MAX_BASE else 0.0)
    if name == "start":
        return start_cost(value, 1.0)
    return 2.0 + 1.2 * digits if digits <= 4 else UNNAMED


def shortest(value: float, error: float) -> float:
    """Return the number with the fewest digits within a relative error, or the value itself beyond six digits."""
    return next((number for number, _ in _shorten(value, error / 3)), value) if value else 0.0


def _short_values(value: float, error: float, cost: float) -> list[NamedValue]:
    """Named value with at most four digits, if any."""
    return [NamedValue(short, cost + 1.2 * digits, short) for short, digits in _shorten(value, error) if digits <= 4]


def _shorten(value: float, error: float) -> list[tuple[float, int]]:
    """Return the number with the fewest digits within a relative error that determines its last digit."""
    off = 3 * error + 3e-9
    for digits in range(1, MAX_DIGITS + 1):
        approximation = float(f"{value:.{digits - 1}e}")
        if abs(approximation / value - 1) <= off:
            last = 10.0 ** (np.floor(np.log10(abs(value))) - digits + 1) / abs(value)
            return [(approximation, digits)] if error <= last / 3 else []
    return []
