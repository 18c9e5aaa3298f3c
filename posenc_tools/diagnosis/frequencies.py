"""Vectors of frequencies, such as `inv_freq`, which a rotation multiplies with the position."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from posenc_core.arrays import Array
from posenc_tools.diagnosis import costs, scaled_rope, thresholds
from posenc_tools.diagnosis.explanations import Explanation, Match, Residual, Table

NAME = "vector of RoPE frequencies"
HEADS = (2.0, 4.0, 4 / 3, 8.0)  # dimensions of a head, relative to the rotating ones


def explanations(table: Table) -> Iterator[Match]:
    """Explanations of a vector as the frequencies of RoPE, one per pair."""
    values = table.numbers.ravel()
    vector = 1 in table.numbers.shape and len(values) >= thresholds.MIN_FREQUENCIES and values.any()
    if not vector or not np.median(values[values != 0]) > 0:
        return
    allowed = 2.02 * table.storage.error * (np.abs(values) if table.storage.decimals is None else 1.0)
    allowed = allowed + thresholds.FLOAT32_ARITHMETIC * np.abs(values)
    allowed += 6e-8 if table.storage.name == "float16" else 0.0
    # pairs at the end that do not rotate
    still = len(values) - int(np.flatnonzero(values)[-1]) - 1
    best: tuple[Mapping[str, Any], float, Array] | None = None
    bad: list[int] = []
    for parameters, cost, expected in _candidates(values, table.relative_rounding):
        if still:
            expected[-still:] = 0
        wrong = np.flatnonzero(~(np.abs(values - expected) <= allowed))
        # the factors of a model permit no exceptions: they are too many
        most = 0 if "model" in parameters else thresholds.MAX_WRONG_FREQUENCIES * len(values)
        if len(wrong) <= most and (best is None or len(wrong) < len(bad)):
            best, bad = (parameters, cost, expected), wrong.tolist()
    if best is None:
        return
    parameters, cost, expected = best
    parameters = {**parameters, "dimensions": 2 * len(values)}
    if still:
        parameters["last"] = f"last {still} of {len(values)} pairs 0"
    make = partial(np.array, expected.reshape(table.numbers.shape))
    residual = Residual(columns=tuple(bad)) if table.numbers.shape[0] == 1 else Residual(rows=tuple(bad))
    yield Match(Explanation("scheme", NAME, parameters, table.misfit(make()), None, make, cost), residual)


def _candidates(values: Array, rounding: float) -> Iterator[tuple[Mapping[str, Any], float, Array]]:
    """Rules near some frequencies, the simplest first: parameters, cost, and frequencies."""
    count, pairs = len(values), np.arange(len(values))
    dim, exponents = 2 * count, pairs / count
    good = values > 0
    logs = np.log(np.where(good, values, 1.0))
    steps = np.diff(logs)[good[1:] & good[:-1]]
    fall = -float(np.median(steps)) * count if len(steps) else 0.0
    start = float(np.median((logs + fall * exponents)[good]))
    error = max(rounding, 1e-6) * count
    units = [costs.NamedValue(1.0, 0.0, 1.0)]
    if abs(start) < 50:
        units += costs.units(float(np.exp(start)), max(rounding, 1e-6), count, {})[:1]
    for unit in units:
        more = {} if unit.label == 1 else {"unit": unit.label}
        bases = costs.bases(fall, error, dim)
        bases += [costs.NamedValue(base, 1.0, base, {"base": base}) for base in costs.USED]
        for base in bases:
            if unit.cost < costs.UNNAMED and base.cost < costs.UNNAMED:
                yield {**base.parameters, **more}, base.cost + unit.cost, unit.value * base.value**-exponents
        for used, head in ((used, head) for used in costs.USED for head in HEADS):
            parameters = {"base": used, "exponent": f"exponent over {head * dim:g} dimensions", **more}
            yield parameters, costs.UNUSUAL, unit.value * used ** -(exponents / head)
    if count >= thresholds.MIN_SCALED_FREQUENCIES and good.all():
        for value, scheme in scaled_rope.scalings(dim, values, pairs):
            yield scaled_rope.parameters_of(scheme), costs.SEARCHED[value] + 0.5, scheme.frequencies(dim)
        for name, scheme, own, _ in scaled_rope.published_ropes(dim):
            yield {"base": scheme.base, "scaling": scheme.scaling, "model": name}, 1.0, own
    # another base
    if 0 < fall < 50:
        own_base = float(f"{np.exp(fall):.7g}")
        yield {"base": own_base}, costs.UNUSUAL, own_base**-exponents
