"""Extreme schemes: a bias that masks, and a table and a rotation of extreme numbers."""

from dataclasses import dataclass

import numpy as np

from posenc_core import Scheme
from posenc_core.foundation.base import as_array


@dataclass(frozen=True, kw_only=True)
class Sinks(Scheme):
    """A penalty on the distance; every query sees the nearest four tokens and the first one."""

    name = "Sinks"
    source = "A test"
    family = "bias"
    abilities = frozenset({"scores", "bias", "causal"})
    formula = r"b(i, j) = -(i - j) / 10 \text{ for } i - j < 4 \text{ or } j = 0, \text{ else } -\infty"
    _code = (
        "H = 1\nback = xp.arange(n)[:, None] - xp.arange(n)\n"
        "seen = (back >= 0) & ((back < 4) | (xp.arange(n) == 0))\n"
        "b = xp.where(seen, -0.1 * back, -xp.inf)[None]"
    )

    def _bias(self, queries, keys, heads):
        back = queries[:, None] - keys
        visible = (back >= 0) & ((back < 4) | (keys == 0))
        return np.repeat(np.where(visible, -0.1 * back, -np.inf)[None], heads, axis=0)


@dataclass(frozen=True, kw_only=True)
class Extreme(Scheme):
    """Numbers close to the largest whose squares float64 represents, next to tiny ones."""

    name = "Extreme"
    source = "A test"
    columns = "huge and tiny in turn"
    formula = r"PE(p, j) = 10^{\pm 140} \, \sin(p)"
    _code = "size = xp.where(xp.arange(d) % 2 == 0, 1e140, 1e-140)\nPE = xp.sin(xp.arange(n))[:, None] * size"

    def _fill(self, out, positions, length):
        out[:] = np.sin(as_array(positions))[:, None] * np.where(np.arange(out.shape[1]) % 2, 1e-140, 1e140)


@dataclass(frozen=True, kw_only=True)
class Loud(Scheme):
    """Queries that shrink and keys that grow until their scores span the range of float64."""

    name = "Loud"
    source = "A test"
    family = "rotation"
    abilities = frozenset({"scores", "rotation"})
    formula = r"q(p) = 2^{-p/2} q, \quad k(p) = 2^{p/2} k"
    _code = "q, k = q * 2.0 ** (-p / 2), k * 2.0 ** (p / 2)"

    def pairs(self, dim):
        return np.arange(dim // 2 * 2).reshape(-1, 2)

    def _mean_dot(self, back, dim, length):
        return dim * 2.0 ** (-np.asarray(back) / 2)

    def _rotate(self, x, positions, length, keys):
        return x * 2.0 ** ((positions if keys else -positions)[:, None] / 2)
