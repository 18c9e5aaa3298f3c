"""Vectors of frequencies, such as `inv_freq`, which a rotation multiplies with the position."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import costs, scaled_rope
from posenc_core.diagnosis.accounts import Account, Explained, Left, Table

__all__ = ["accounts"]

NAME = "vector of RoPE frequencies"
LEAST = 3  # so few numbers follow many a rule
ARITHMETIC = 4e-6  # relative error of powers in float32
MOST_WRONG = 0.25  # share of the frequencies
HEADS = (2.0, 4.0, 4 / 3, 8.0)  # dimensions of a head, over those that rotate


def accounts(table: Table) -> Iterator[Explained]:
    """RoPE whose frequencies a vector holds, one per pair."""
    found = table.numbers.ravel()
    if 1 not in table.numbers.shape or not found.any() or len(found) < LEAST or not np.median(found[found != 0]) > 0:
        return
    allowed = 2.02 * table.storage.error * (np.abs(found) if table.storage.decimals is None else 1.0)
    allowed = allowed + ARITHMETIC * np.abs(found) + (6e-8 if table.storage.name == "float16" else 0.0)
    # pairs at the end that do not rotate
    still = len(found) - int(np.flatnonzero(found)[-1]) - 1
    best: tuple[int, Mapping[str, Any], float, Array, tuple[int, ...]] | None = None
    for parameters, cost, expected in _candidates(found, table.relative_rounding):
        if still:
            expected[-still:] = 0
        wrong = np.flatnonzero(~(np.abs(found - expected) <= allowed))
        # the factors of a model are too many to be read with exceptions
        most = 0 if "model" in parameters else MOST_WRONG * len(found)
        if len(wrong) <= most and (best is None or len(wrong) < best[0]):
            best = len(wrong), parameters, cost, expected, tuple(wrong.tolist())
    if best is None:
        return
    _, parameters, cost, expected, bad = best
    said = {**parameters, "dimensions": 2 * len(found)}
    if still:
        said["last"] = f"last {still} of {len(found)} pairs 0"
    make = partial(np.array, expected.reshape(table.numbers.shape))
    left = Left(columns=bad) if table.numbers.shape[0] == 1 else Left(rows=bad)
    yield Explained(Account("scheme", NAME, said, table.misfit(make()), None, make, cost), left)


def _candidates(found: Array, rounding: float) -> Iterator[tuple[Mapping[str, Any], float, Array]]:
    """Rules of frequencies near some numbers, the simplest first: parameters, cost, and frequencies."""
    count, pairs = len(found), np.arange(len(found))
    dim, exponents = 2 * count, pairs / count
    good = found > 0
    logs = np.log(np.where(good, found, 1.0))
    steps = np.diff(logs)[good[1:] & good[:-1]]
    fall = -float(np.median(steps)) * count if len(steps) else 0.0
    start = float(np.median((logs + fall * exponents)[good]))
    error = max(rounding, 1e-6) * count
    units = [costs.Named(1.0, 0.0, 1.0)]
    if abs(start) < 50:
        units += costs.units(float(np.exp(start)), max(rounding, 1e-6), count, {})[:1]
    for unit in units:
        more = {} if unit.said == 1 else {"unit": unit.said}
        bases = [*costs.bases(fall, error, dim), *(costs.Named(each, 1.0, each, {"base": each}) for each in costs.USED)]
        for base in bases:
            if unit.cost < costs.ANY and base.cost < costs.ANY:
                yield {**base.parameters, **more}, base.cost + unit.cost, unit.value * base.value**-exponents
        for used, head in ((used, head) for used in costs.USED for head in HEADS):
            said = {"base": used, "exponent": f"exponent over {head * dim:g} dimensions", **more}
            yield said, costs.UNUSUAL, unit.value * used ** -(exponents / head)
    if count >= scaled_rope.LEAST and good.all():
        for value, scheme in scaled_rope.scalings(dim, found, pairs):
            said = {name: getattr(scheme, name) for name in ("base", "scaling", "factor", "trained")}
            yield said, costs.SEARCHED[value] + 0.5, scheme.frequencies(dim)
        for name, scheme, own, _ in scaled_rope.published(dim):
            yield {"base": scheme.base, "scaling": scheme.scaling, "model": name}, 1.0, own
    # few digits of its own
    if 0 < fall < 50:
        own_base = float(f"{np.exp(fall):.6g}")
        yield {"base": own_base}, costs.UNUSUAL, own_base**-exponents
