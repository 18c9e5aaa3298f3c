"""Programs that compute tables of waves: every formula and bug in every layout, except for base and unit.

Programs with the same waves in the same columns form a group: only the decay of their frequencies differs.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import Array, Integers
from posenc_tools.diagnosis import costs
from posenc_tools.known_bugs import KNOWN_BUGS, KnownBug, programs
from posenc_tools.known_bugs.programs import ANGLE, COSINE, RIGHT, SINE, Layout


class Rule(NamedTuple):
    """Program without its base, unit, start, and scale."""

    layout: Layout
    waves: Integers
    lines: Mapping[str, str]
    parameters: Mapping[str, Any]
    cost: float
    bug: KnownBug | None
    steps: Array
    """Exponents scaled to [0, 1], ascending with the column; NaN if the frequencies follow no line. (d,)"""
    span: float  # decrease of ln w on that scale, over ln B; 0 if the base has no effect

    @property
    def has_line(self) -> bool:
        """True for waves whose log frequencies follow a line."""
        return not np.isnan(self.steps).any() and not (self.waves == ANGLE).all()


@lru_cache(maxsize=8)
def groups(dim: int) -> list[list[Rule]]:
    """Return the groups of rules with the same waves and steps, the cheapest first."""
    result: dict[tuple[bytes, bytes], list[Rule]] = {}
    for rule in (*_formulas(dim), *_bugs(dim)):
        if rule.has_line:
            result.setdefault((rule.waves.tobytes(), np.round(rule.steps, 9).tobytes()), []).append(rule)
    return sorted(result.values(), key=lambda group: min(rule.cost for rule in group))


@lru_cache(maxsize=8)
def rules_without_line(dim: int) -> tuple[Rule, ...]:
    """Angles, and bugs whose frequencies are no power of the base."""
    return tuple(rule for rule in (*_formulas(dim), *_bugs(dim)) if not rule.has_line)


def formulas(dim: int) -> list[Rule]:
    """Rules without bugs for tables of sines and cosines."""
    every = (rule for rules in groups(dim) for rule in rules)
    return [rule for rule in every if not rule.bug and "table" not in rule.parameters]


def rounding_bugs() -> list[KnownBug]:
    """Bugs that round intermediate results."""
    marks = ("float16(", "bfloat16(")
    return [bug for bug in KNOWN_BUGS.values() if any(mark in line for line in bug.lines.values() for mark in marks)]


@lru_cache(maxsize=16)
def numbers_of_bugs(stage: str, dim: int) -> dict[str, float]:
    """Bugs that only change the start, the unit, or the scale, with the value."""
    result: dict[str, float] = {}
    for bug in KNOWN_BUGS.values():
        if bug.lines.keys() == {stage} and not bug.undo and bug not in rounding_bugs():
            value = programs.effect(stage, bug.lines[stage], dim)
            result |= {} if value is None else {bug.name: value}
    return result


def _formulas(dim: int) -> Iterator[Rule]:
    for layout in programs.layouts(dim):
        for swapped, cosine in ((False, layout.cosine), (True, ~layout.cosine)):
            waves, cost, parameters = np.where(cosine, COSINE, SINE), layout.cost, dict(layout.parameters)
            if swapped:
                cost, parameters = cost + 0.4, {"first": "cos", **parameters}
            yield _rule(layout, waves, RIGHT, parameters, cost)
            if layout.dim > 3:
                lines = {**RIGHT, "exponent": "exponent = 2 * i / (d - 2)"}
                yield _rule(layout, waves, lines, {**parameters, "schedule": "Tensor2Tensor"}, cost + 0.3)
    for layout, wave in programs.tables_of_rotations(dim):
        yield _rule(layout, np.full(dim, wave), RIGHT, layout.parameters, layout.cost)
    # some caches contain the cosines of a rotation, then its sines
    for layout, wave in programs.tables_of_rotations(dim // 2) if dim % 4 == 0 else ():
        if wave == COSINE and "pairing" in layout.parameters:
            twice = layout._replace(
                cosine=np.tile(layout.cosine, 2), pair=np.tile(layout.pair, 2),
                column=np.tile(layout.column, 2), zeros=np.tile(layout.zeros, 2),
            )  # fmt: skip
            parameters = {**layout.parameters, "table": "cosines and sines"}
            yield _rule(twice, np.repeat([COSINE, SINE], dim // 2), RIGHT, parameters, 1.0)


def _bugs(dim: int) -> Iterator[Rule]:
    for bug in KNOWN_BUGS.values():
        if not bug.lines.keys() <= {"pair", "exponent", "frequency", "wave"} or bug in rounding_bugs():
            continue
        for layout in programs.layouts(dim)[:2]:
            if not bug.layout or layout.is_interleaved == (bug.layout == "interleaved"):
                yield from _rules_of_bug(bug, layout)


def _rules_of_bug(bug: KnownBug, layout: Layout) -> Iterator[Rule]:
    """Rules of a bug in one layout."""
    counted = [layout]
    if not layout.is_interleaved and any(" j " in f" {line} " for line in bug.lines.values()):
        # code may also count columns in their final order
        counted.append(layout._replace(column=np.arange(len(layout.column))))
    for order in counted:
        for swapped, cosine in ((False, order.cosine), (True, ~order.cosine)):
            waves = programs.waves(bug.program, cosine)
            # a wrong line `wave` already determines the order
            if swapped and "wave" in bug.lines and (len(bug.lines) == 1 or len(set(waves)) == 1):
                continue
            first, cost = {}, order.cost + costs.BUG
            if swapped:
                first = {"first": "sin" if "wave" in bug.lines else "cos"}
                cost += 0.4
            if order is not layout:
                cost += 0.3
            yield _rule(order._replace(cosine=cosine), waves, bug.program, {**first, **order.parameters}, cost, bug)


def _rule(
    layout: Layout, waves: Integers, lines: Mapping[str, str], parameters: Mapping[str, Any], cost: float,
    bug: KnownBug | None = None,
) -> Rule:  # fmt: skip
    one, other = (np.log(programs.frequencies(lines, layout, base)) for base in (1e4, 1e5))
    scales = bool(np.ptp(one - other) > 1e-12)
    # frequencies independent of the base, as with a floor-divided exponent, decay by themselves
    fall = (one - other) / np.log(10) if scales else -one
    span = float(np.ptp(fall))
    steps = (fall - fall.min()) / (span or 1.0) if np.isfinite(fall).all() else np.full(len(fall), np.nan)
    # a line requires a power of the base
    if scales and np.ptp(one + fall * np.log(1e4)) > 1e-9:
        steps = np.full(len(fall), np.nan)
    # ascending frequencies are the same line with the opposite sign
    steps = 1 - steps if fall[0] > fall[-1] else steps
    return Rule(layout, waves, lines, parameters, cost, bug, steps, span * scales)
