"""Reasons of missing abilities, each recomputed from its definition."""

from collections import defaultdict
from typing import get_args

import numpy as np
import pytest

from posenc_core import SCHEMES, CustomTable, Learned, Scheme
from posenc_core.foundation.base import Ability
from posenc_core.text.messages import Claim, english
from tests.claims.truth import CHECKS, Case, false_claims, perturbed, true

HEADS = 4


def logits(c: Case, heads: int = 1) -> np.ndarray:
    """Logits of two queries with three keys; all zero without a table. (H, 2, 3)"""
    if not getattr(c.scheme, "size_in_bytes", 1):
        return np.zeros((1, 2, 3))
    return c.scheme.mean_logits([2, 0], range(3), 4, length=3, heads=heads)


def is_true(id: str):
    def register(check):
        return true(f"lacks-{id}")(lambda c, name="Yours", **args: name == c.scheme.name and check(c, **args))

    return register


def implements(method: str):
    """Return True if a scheme overrides this method of the base class."""
    return lambda c: getattr(type(c.scheme), method) is not getattr(Scheme, method)


is_true("scores")(lambda c: "scores" not in c.scheme.abilities)
is_true("vectors")(lambda c: not implements("_encode")(c))
is_true("rotation")(lambda c: not implements("_rotate")(c))
is_true("bias")(lambda c: not implements("_bias")(c))
is_true("heads")(lambda c: bool((logits(c, HEADS) == logits(c)).all()))
is_true("causal")(lambda c: bool(np.isfinite(logits(c)).all()))
is_true("rows")(lambda c, length, dim: c.scheme.own_size == (length, dim) and (c.length > length or c.dim > dim))
is_true("pairs")(lambda c, dim: dim == c.dim and c.dim % 2 == 1 and implements("_rotate")(c))
is_true("fours")(lambda c, dim: dim == c.dim and c.dim % 4 > 0 and c.scheme.frequencies(8).shape == (2,))
is_true("odd")(lambda c, dim: dim == c.dim and c.dim % 2 == 1 and c.scheme.odd == "refused")
is_true("table")(lambda c: c.scheme.size_in_bytes == 0)


class Silent(SCHEMES["Index"]):
    name = "Silent"
    abilities = frozenset({"vectors"})


MADE = [
    *(make(**{p.name: value}) for make in SCHEMES.values() for p in make.parameters() for value in p.domain.samples),
    *(Learned(), CustomTable(), CustomTable(np.eye(3, 4)), Silent()),
]
SIZES = ((3, 4), (3, 7), (3, 6), (513, 4), (3, 385), (1, 1))


@pytest.fixture(scope="module")
def reasons() -> dict[str, list[tuple[Case, Claim]]]:
    """All reasons of every scheme, ability, and size, by id."""
    by_id = defaultdict(list)
    for scheme in MADE:
        for ability in get_args(Ability):
            for size in SIZES:
                if reason := scheme.unsupported_reason(ability, *size):
                    by_id[reason.id].append((Case(scheme, *size), reason))
    return by_id


def test_every_reason_occurs_and_is_true_with_its_numbers_only(reasons):
    ids = {id for id in english() if id.startswith("lacks-")}
    assert ids == {*reasons} == {id for id in CHECKS if id.startswith("lacks-")}
    for id, cases in reasons.items():
        for case, reason in cases:
            assert not false_claims(case, [reason]), (case, reason)
            assert false_claims(case, [*perturbed(reason)]) == [*perturbed(reason)], (case, reason)
            assert str(reason) != repr(reason), id


def test_abilities_without_a_reason_exist(reasons):
    """A claim of a missing ability would be false for these schemes."""
    for scheme in MADE:
        for ability in get_args(Ability):
            if not scheme.unsupported_reason(ability, 3, 4):
                assert not CHECKS[f"lacks-{ability}"](Case(scheme, 3, 4), name=scheme.name), (scheme, ability)
