"""How is an account made of a scheme, and how many digits of a parameter does a table carry?"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.reading import Kind, Reading, Seen
from posenc_core.diagnosis.storage import stored
from posenc_core.scheme import Scheme

NEAR = 0.3
"""An account that leaves more than this share is not worth naming, not even as the nearest."""

FREE = 5.0
"""What a free number costs to say, in nats."""

DIFFERS = 20.0
"""What it costs an account, in nats, that rounding it does not give the table."""

ROUNDING = 1e-12
"""By so large a share arithmetic in float64 may move a number that was fitted."""

ROWS = 64
"""So many rows are looked at first, and as many spread over the others: most accounts are ruled out by them."""


def some_rows(length: int) -> NDArray[np.int64]:
    """The first rows and others spread over a table, to look at first."""
    if length <= 2 * ROWS:
        return np.arange(length)
    return np.concatenate((np.arange(ROWS), np.linspace(ROWS, length - 1, ROWS).astype(np.int64)))


def share(left: Array, of: Array) -> float:
    """The norm of what is left over the norm of what it is left of; 0 where both are 0."""
    size, rest = float(np.linalg.norm(of)), float(np.linalg.norm(left))
    return rest / size if size else (np.inf if rest else 0.0)


def shortest(value: float, error: float) -> float:
    """The number with the fewest digits that is no farther from a value than the error: 0 where that is near enough."""
    error = max(error, ROUNDING * abs(value))
    numbers = (float(f"{value:.{digits - 1}e}") for digits in range(1, 16))
    return 0.0 if abs(value) <= error else next((each for each in numbers if abs(each - value) <= error), value)


def said(*numbers: float) -> float:
    """What it costs to say some numbers, in nats: each digit is one of ten."""
    return float(np.log(10)) * sum(
        len(f"{abs(each):.14e}".split("e")[0].replace(".", "").rstrip("0")) for each in numbers
    )


def changed(scheme: Scheme) -> dict[str, Any]:
    """The parameters of a scheme that are not the usual ones."""
    values = ((each, getattr(scheme, each.name)) for each in scheme.parameters())
    return {each.name: value for each, value in values if value != each.default}


def of_scheme(seen: Seen, scheme: Scheme, cost: float = 0.0) -> Reading:
    """A table read as that of a scheme; each parameter that is not the usual one costs a little."""
    length, dim = seen.numbers.shape
    more = changed(scheme)
    return account(
        seen,
        scheme.name,
        more,
        lambda: scheme.encode(range(length), dim).astype(np.float64, copy=False),
        cost=cost + len(more),
        scheme=scheme,
    )


def account(
    seen: Seen,
    name: str,
    parameters: Mapping[str, Any],
    make: Callable[[], Array],
    *,
    cost: float,
    kind: Kind = "scheme",
    scheme: Scheme | None = None,
) -> Reading:
    """An account of a table, with what it leaves of it."""
    made = make()
    misfit = seen.misfit(made)
    return Reading(kind, name, parameters, misfit, scheme, make, cost + differing(seen, made, misfit))


def differing(seen: Seen, made: Array, misfit: float) -> float:
    """What it costs that an account within rounding, once it is stored as the table is, has other numbers after all."""
    if misfit > seen.floor:
        return 0.0
    few = some_rows(len(made))
    kept = stored(made[few], seen.storage)
    # what was worked out in float32 may fall to the other side here and there
    off = np.abs(kept - seen.numbers[few]) > 1e-6 * np.abs(kept)
    return DIFFERS if off.mean() > 0.05 else 0.0


def plainest(value: float, left: Callable[[float], float], floor: float) -> float:
    """The number with the fewest digits that explains as much as a fitted one, as far as the table can tell."""
    most = max(1.02 * left(value), floor)
    numbers = (float(f"{value:.{digits - 1}e}") for digits in range(1, 16))
    return next((each for each in numbers if left(each) <= most), value)


def turned(turns: NDArray[np.complex128]) -> Array:
    """How far each wave, given as cos + i sin, turns from one row to the next, in radians. (n, m) -> (m,)"""
    if len(turns) < 2:
        return np.zeros(turns.shape[1])
    coarse = np.angle((turns[1:] * turns[:-1].conj()).sum(axis=0))
    places = np.arange(len(turns))[:, None] - (len(turns) - 1) / 2
    left = np.unwrap(np.angle(turns * np.exp(-1j * coarse * places)), axis=0)
    return np.asarray(coarse + (left * places).sum(axis=0) / np.square(places).sum())
