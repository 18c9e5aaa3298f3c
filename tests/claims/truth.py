"""Is a claim true? Each id has a check that recomputes it from its definition.

A check sees the case, and uses numpy and `scheme.encode` (or `rotate`, `bias`) alone, nothing else of the project.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import strategies as st

from posenc_core import SCHEMES, CustomTable, Scheme
from posenc_core.text.messages import Claim

CHECKS: dict[str, Callable[..., bool]] = {}
"""By the id of a claim: whether it holds, of the case and its arguments."""


def true(*ids: str) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Register the check of one or several ids: `check(case, **arguments) -> bool`."""

    def registered(check: Callable[..., bool]) -> Callable[..., bool]:
        CHECKS.update(dict.fromkeys(ids, check))
        return check

    return registered


@dataclass(frozen=True)
class Case:
    """What a page was asked to show of one scheme."""

    scheme: Scheme
    length: int
    dim: int
    position: int = 0
    offset: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def table(self) -> np.ndarray:
        """The vectors. (n, d)"""
        return np.asarray(self.scheme.encode(range(self.length), self.dim, length=self.length), np.float64)


@dataclass(frozen=True)
class Page:
    """All encodings of the page, each as a case."""

    cases: tuple[Case, ...]

    def rest(self, schemes: tuple[str, ...]) -> list[Case]:
        return [case for case in self.cases if case.scheme.name not in schemes]

    def named(self, schemes: tuple[str, ...]) -> list[Case]:
        found = [case for case in self.cases if case.scheme.name in schemes]
        assert len(found) == len(schemes) > 0
        return found


def false_claims(case: Any, claims: Iterable[Claim]) -> list[Claim]:
    """Those that do not hold."""
    claims = [*claims]
    unchecked = {each.id for each in claims} - {*CHECKS}
    assert not unchecked, f"add a function with @true(id) to tests/claims for each of these claims: {unchecked}"
    return [each for each in claims if not CHECKS[each.id](case, **dict(each.args))]


def true_instead(case: Any, said: Claim, exclusive: Iterable[set[str]]) -> list[str]:
    """What of the claims that exclude this one is true of its arguments."""
    args, found = dict(said.args), []
    for other in set().union(*(group for group in exclusive if said.id in group)) - {said.id}:
        check = CHECKS[other]
        names = check.__code__.co_varnames[1 : check.__code__.co_argcount - len(check.__defaults__ or ())]
        if {*names} <= args.keys() and check(case, **{name: args[name] for name in names}):
            found.append(other)
    return found


def perturbed(said: Claim) -> Iterator[Claim]:
    """The claim with one number changed at a time: by 1%, or an integer by 1. Its check must reject each."""
    args = dict(said.args)
    for name, value in args.items():
        if isinstance(value, bool | str | tuple | Claim):
            continue
        changed = value + 1 if isinstance(value, int) else value * 1.01 + (0.01 if value == 0 else 0)
        yield Claim(said.id, tuple((args | {name: changed}).items()))


def is_rejected(case: Any, said: Claim) -> bool:
    """Return whether a changed claim does not hold; a changed column may not exist."""
    try:
        return bool(false_claims(case, [said]))
    except IndexError:
        return True


def ignored_numbers(seen: Iterable[tuple[Any, Claim]]) -> list[tuple[str, str]]:
    """The arguments that may be changed in every claim, of those that were seen with their cases: none may be."""
    rejected: dict[tuple[str, str], bool] = {}
    for case, said in seen:
        for other in perturbed(said):
            name = next(name for (name, value), (_, was) in zip(other.args, said.args, strict=True) if value != was)
            if not rejected.get((said.id, name)):
                rejected[said.id, name] = is_rejected(case, other)
    return [key for key, found in rejected.items() if not found]


def verify(claimed: Iterable[tuple[Any, Iterable[Claim]]], exclusive: Iterable[set[str]] = ()) -> list[tuple]:
    """Fail if a claim is false, or if one that excludes it is true, too; return all claims with their cases."""
    pairs = [(case, each) for case, claims in claimed for each in claims]
    for case, each in pairs:
        assert not false_claims(case, [each]), f"""{each!r} is false of {case}
Correct the page (claims.py and numbers.py in its folder of dashboard/views), or the check decorated with
@true("{each.id}") in tests/claims if it is right only for the schemes that were there before."""
        others = true_instead(case, each, exclusive)
        assert not others, f"{others} are true of {case}, too, but the page claims only {each!r}"
    return pairs


def assert_complete(seen: Iterable[tuple[Any, Claim]], prefix: str, unseen: Iterable[str] = ()) -> None:
    """Fail if no known case makes a claim of the page, or if a number of a claim may change unnoticed."""
    seen = [*seen]
    missing = {id for id in CHECKS if id.startswith(prefix)} - {each.id for _, each in seen} - {*unseen}
    assert not missing, f"add known cases in which the page claims {missing}, or delete the checks of these claims"
    ignored = ignored_numbers(seen)
    assert not ignored, f"the checks of these claims must recompute these arguments: {ignored}"


def assert_exact(said: Claim) -> None:
    """Fail if a claim about no case is false, or is true with another number, too."""
    check = CHECKS[said.id]
    assert check(**dict(said.args)), f"{said!r} is false"
    rejected: dict[str, bool] = defaultdict(bool)
    for changed in perturbed(said):
        (name,) = [name for name, value in changed.args if value != dict(said.args)[name]]
        rejected[name] |= not check(**dict(changed.args))
    assert all(rejected.values()), f"the check of {said.id} must recompute its arguments: {dict(rejected)}"


def close(one: float, other: float) -> bool:
    """Equal but for rounding."""
    return bool(np.isclose(one, other, rtol=1e-9, atol=1e-12))


def distinct(table: np.ndarray) -> int:
    """Number of different rows; numbers that differ by at most 1e-12 of the largest are equal."""
    rows = np.asarray(table, np.float64)
    with np.errstate(invalid="ignore"):
        apart = rows[:, None] != rows
        apart &= ~(np.abs(rows[:, None] - rows) <= 1e-12 * np.abs(rows).max())
    return int(apart.any(axis=2).all(axis=1, where=np.tri(len(rows), k=-1, dtype=bool)).sum())


HEADS = 8
"""Heads of attention on the pages."""


def logits(case: Case) -> np.ndarray:
    """Of every query with every key, relative to the query's own; NaN where it sees none. (n, n)."""
    scheme, positions = case.scheme, np.arange(case.length)
    if scheme.family == "rotation":
        units = np.repeat(np.eye(case.dim)[:, None], case.length, axis=1)
        queries = scheme.rotate(units, positions, length=case.length)
        keys = scheme.rotate(units, positions, keys=True, length=case.length)
        found = np.einsum("cid,cjd->ij", queries, keys) / case.dim**0.5
        if not scheme.unsupported_reason("causal"):
            found = np.where(positions[:, None] < positions, -np.inf, found)
    else:
        found = scheme.bias(positions, positions, HEADS if not scheme.unsupported_reason("heads") else 1)[0]
    found = found - np.diagonal(found)[:, None]
    return np.where(np.isfinite(found), found, np.nan)


def ahead(case: Case) -> bool:
    """Whether the first position sees the next one."""
    content = np.ones((1, case.dim))
    return bool(np.isfinite(case.scheme.logits(content, content, [0], [1], length=2)).all())


def rotating(c: Case) -> dict[tuple[int, int], float]:
    """The pairs of columns that rotate by the same angle at every position, and that angle."""
    d, half = c.dim, -(-c.dim // 2)
    if d == 1 or c.scheme.name in ("Grid", "Normalized"):
        # the pairs of a grid rotate up to the end of a row alone; Normalized has no other positions than those shown
        return {}
    positions = np.arange(max(c.length, 5) if c.scheme.own_size is None else c.scheme.own_size[0])
    if c.scheme.real_positions:
        positions = positions / 8
    table = c.scheme.encode(positions, d, length=c.length)
    layouts = [
        [(i, i + 1) for i in range(0, d - 1, 2)],
        [(i, half + i) for i in range(d // 2)],
        [(i, d // 2 + i) for i in range(d // 2)],
    ]
    for layout in layouts:
        found = {}
        for pair in layout:
            x, y = table[:, pair[0]], table[:, pair[1]]
            angles = np.unwrap(np.arctan2(x, y))
            if np.abs(np.diff(angles)).max() > 3:
                # rounding says which way half a turn goes; of a little less there is no doubt
                less = 1e-3 * np.arange(len(positions))
                angles = np.unwrap(np.angle((y + 1j * x) * np.exp(-1j * less))) + less
            if not np.ptp(np.hypot(x, y)) <= 1e-9 * np.hypot(x, y).max() or np.ptp(np.diff(angles)) > 1e-9:
                break
            found[pair] = (angles[-1] - angles[0]) / (positions[-1] - positions[0])
        else:
            # the rounding of a table rotates nothing
            least = 0 if c.scheme.own_size is None else 1e-12
            return {pair: step for pair, step in found.items() if abs(step) > least}
    return {}


TABLES = {
    "equal rows": np.ones((8, 3)),
    "ties": np.array([[1.0], [0], [1], [0], [0], [0], [0], [0]]),
    "identity": np.eye(6),
    "noise of 1e-14": 1 + 1e-14 * np.random.default_rng(0).normal(size=(9, 4)),
    "huge": 1e148 * np.random.default_rng(1).normal(size=(7, 4)),
    "tiny": 1e-148 * np.random.default_rng(2).normal(size=(7, 4)),
    "a repeat": np.random.default_rng(3).normal(size=(12, 5))[[0, 1, 2, 3, 4, 5, 2, 7, 8, 9, 10, 11]],
    "odd": np.random.default_rng(4).normal(size=(10, 7)),
}
"""Tables that somebody may upload."""

SCHEMES_WITH_VECTORS = [make() for make in SCHEMES.values() if "vectors" in make().abilities]


@st.composite
def cases(draw: st.DrawFn, schemes: Iterable[Scheme] = SCHEMES_WITH_VECTORS) -> Case:
    """Every scheme and upload, at usual and at odd sizes: n = 1 to 3, odd d, positions and offsets at the ends."""
    scheme = draw(st.sampled_from([*schemes]) | st.sampled_from([*TABLES]).map(lambda name: CustomTable(TABLES[name])))
    own = scheme.own_size
    length = draw(st.integers(1, 3) | st.integers(1, 40)) if own is None else draw(st.integers(1, min(own[0], 40)))
    dim = draw(st.integers(1, 3) | st.integers(4, 24)) if own is None else own[1]
    return Case(
        scheme,
        length,
        dim,
        draw(st.integers(0, length - 1)),
        draw(st.integers(1, max(length - 1, 1))),
    )
