"""Registry of checks, one per claim id, that recompute a claim from its definition.

A check uses the case, numpy, and `scheme.encode` (or `rotate`, `bias`), and nothing else of the project.
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
"""Check of each claim id: (case, **arguments) -> bool."""


def true(*ids: str) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Register the check of one or several ids: `check(case, **arguments) -> bool`."""

    def register(check: Callable[..., bool]) -> Callable[..., bool]:
        CHECKS.update(dict.fromkeys(ids, check))
        return check

    return register


@dataclass(frozen=True)
class Case:
    """One scheme and the settings of a page."""

    scheme: Scheme
    length: int
    dim: int
    position: int = 0
    offset: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def table(self) -> np.ndarray:
        """Vectors of the sequence. (n, d)"""
        return np.asarray(self.scheme.encode(range(self.length), self.dim, length=self.length), np.float64)


@dataclass(frozen=True)
class Page:
    """All encodings of the page, each as a case."""

    cases: tuple[Case, ...]

    def rest(self, schemes: tuple[str, ...]) -> list[Case]:
        return [case for case in self.cases if case.scheme.name not in schemes]

    def named(self, schemes: tuple[str, ...]) -> list[Case]:
        cases_named = [case for case in self.cases if case.scheme.name in schemes]
        assert len(cases_named) == len(schemes) > 0
        return cases_named


def false_claims(case: Any, claims: Iterable[Claim]) -> list[Claim]:
    """Claims that are false."""
    claims = [*claims]
    unchecked = {statement.id for statement in claims} - {*CHECKS}
    assert not unchecked, f"add a function with @true(id) to tests/claims for each of these claims: {unchecked}"
    return [statement for statement in claims if not CHECKS[statement.id](case, **dict(statement.args))]


def true_instead(case: Any, statement: Claim, exclusive: Iterable[set[str]]) -> list[str]:
    """Excluded claims that are true with the same arguments."""
    args, also_true = dict(statement.args), []
    for other in set().union(*(group for group in exclusive if statement.id in group)) - {statement.id}:
        check = CHECKS[other]
        names = check.__code__.co_varnames[1 : check.__code__.co_argcount - len(check.__defaults__ or ())]
        if {*names} <= args.keys() and check(case, **{name: args[name] for name in names}):
            also_true.append(other)
    return also_true


def perturbed(statement: Claim) -> Iterator[Claim]:
    """Copies of the claim with one number changed by 1%, or an integer by 1; its check must reject each."""
    args = dict(statement.args)
    for name, value in args.items():
        if isinstance(value, bool | str | tuple | Claim):
            continue
        changed = value + 1 if isinstance(value, int) else value * 1.01 + (0.01 if value == 0 else 0)
        yield Claim(statement.id, tuple((args | {name: changed}).items()))


def is_rejected(case: Any, statement: Claim) -> bool:
    """Return True if a changed claim is false; a changed column may not exist."""
    try:
        return bool(false_claims(case, [statement]))
    except IndexError:
        return True


def ignored_numbers(checked: Iterable[tuple[Any, Claim]]) -> list[tuple[str, str]]:
    """Arguments that may be changed in every one of these claims; there should be none."""
    rejected: dict[tuple[str, str], bool] = {}
    for case, statement in checked:
        for other in perturbed(statement):
            name = next(
                name for (name, value), (_, was) in zip(other.args, statement.args, strict=True) if value != was
            )
            if not rejected.get((statement.id, name)):
                rejected[statement.id, name] = is_rejected(case, other)
    return [key for key, is_checked in rejected.items() if not is_checked]


def verify(claimed: Iterable[tuple[Any, Iterable[Claim]]], exclusive: Iterable[set[str]] = ()) -> list[tuple]:
    """Fail if a claim is false, or if a claim that it excludes is also true; return all claims with their cases."""
    pairs = [(case, statement) for case, claims in claimed for statement in claims]
    for case, statement in pairs:
        assert not false_claims(case, [statement]), f"""{statement!r} is false of {case}
Correct the page (facts.py in its folder of dashboard/views), or the check decorated with
@true("{statement.id}") in tests/claims if it is right only for the schemes that were there before."""
        others = true_instead(case, statement, exclusive)
        assert not others, (
            f"{others} are true of {case}, too, but the page claims only {statement!r}: correct facts.py of the page"
        )
    return pairs


def assert_complete(checked: Iterable[tuple[Any, Claim]], prefix: str, unseen: Iterable[str] = ()) -> None:
    """Fail if no known case makes a claim of the page, or if a change of some number is never detected."""
    checked = [*checked]
    known = {id for id in CHECKS if id.startswith(prefix)}
    assert known, f"no check is named {prefix}…: the prefix is the name of the page"
    missing = known - {statement.id for _, statement in checked} - {*unseen}
    assert not missing, f"add known cases in which the page claims {missing}, or delete the checks of these claims"
    ignored = ignored_numbers(checked)
    assert not ignored, f"the checks of these claims must recompute these arguments: {ignored}"


def assert_exact(statement: Claim) -> None:
    """Fail if a claim without a case is false, or is also true with another number."""
    check = CHECKS[statement.id]
    assert check(**dict(statement.args)), f"{statement!r} is false: correct the claim, or its check in tests/claims"
    rejected: dict[str, bool] = defaultdict(bool)
    for changed in perturbed(statement):
        (name,) = [name for name, value in changed.args if value != dict(statement.args)[name]]
        rejected[name] |= not check(**dict(changed.args))
    assert all(rejected.values()), f"the check of {statement.id} must recompute its arguments: {dict(rejected)}"


def close(one: float, other: float) -> bool:
    """Compare up to rounding."""
    return bool(np.isclose(one, other, rtol=1e-9, atol=1e-12))


def distinct(table: np.ndarray) -> int:
    """Number of distinct rows; numbers that differ by at most 1e-12 of the largest are equal."""
    rows, count = np.asarray(table, np.float64), 0
    near = 1e-12 * np.abs(rows).max()
    for place, row in enumerate(rows):
        with np.errstate(invalid="ignore"):
            same = (rows[:place] == row) | (np.abs(rows[:place] - row) <= near)
        count += not same.all(axis=1).any()
    return count


HEADS = 8
"""Attention heads on the pages."""


def logits(case: Case) -> np.ndarray:
    """Logits of every query with every key minus that of the query's own; NaN for hidden keys. (n, n)"""
    scheme, positions = case.scheme, np.arange(case.length)
    if scheme.family == "rotation":
        units = np.repeat(np.eye(case.dim)[:, None], case.length, axis=1)
        queries = scheme.rotate(units, positions, length=case.length)
        keys = scheme.rotate(units, positions, keys=True, length=case.length)
        scores = np.einsum("cid,cjd->ij", queries, keys) / case.dim**0.5
        if not scheme.unsupported_reason("causal"):
            scores = np.where(positions[:, None] < positions, -np.inf, scores)
    else:
        scores = scheme.bias(positions, positions, HEADS if not scheme.unsupported_reason("heads") else 1)[0]
    scores = scores - np.diagonal(scores)[:, None]
    return np.where(np.isfinite(scores), scores, np.nan)


@true("similarity-ahead-yes")
def sees_next(case: Case) -> bool:
    """Return True if the first position sees the next one."""
    content = np.ones((1, case.dim))
    return bool(np.isfinite(case.scheme.logits(content, content, [0], [1], length=2)).all())


@true("similarity-ahead-no")
def _(case: Case) -> bool:
    return not sees_next(case)


def distances(table: np.ndarray, offset: int) -> np.ndarray:
    """Distances from p to p + offset, for every p."""
    scale = np.abs(table).max() or 1
    return scale * np.linalg.norm(table[offset:] / scale - table[: len(table) - offset] / scale, axis=1)


def ranking(case: Case, position: int | None = None) -> np.ndarray:
    """Similarity or a monotonic function of it, such as the negative distance; NaN for an angle with a zero vector."""
    here, measure = case.table[case.position if position is None else position], case.options["similarity"]
    if measure == "distance":
        return -np.linalg.norm(case.table - here, axis=1)
    dots = case.table @ here
    if measure == "min-max" and np.ptp(dots) <= 1e-12 * np.abs(dots).max():
        return np.full(case.length, np.nan)
    if measure != "cosine":
        return dots
    norms = np.linalg.norm(case.table, axis=1) * np.linalg.norm(here)
    return np.divide(dots, norms, out=np.full(case.length, np.nan), where=norms > 0)


def rotating(c: Case) -> dict[tuple[int, int], float]:
    """Pairs of columns that rotate by a constant angle, and that angle."""
    d, half = c.dim, -(-c.dim // 2)
    if d == 1 or c.scheme.name in ("Grid", "Normalized"):
        # pairs of a grid rotate within a row only; Normalized has no positions beyond the sequence
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
        steps = {}
        for pair in layout:
            x, y = table[:, pair[0]], table[:, pair[1]]
            angles = np.unwrap(np.arctan2(x, y))
            if np.abs(np.diff(angles)).max() > 3:
                # the direction of half a turn depends on rounding; that of slightly less does not
                less = 1e-3 * np.arange(len(positions))
                angles = np.unwrap(np.angle((y + 1j * x) * np.exp(-1j * less))) + less
            if not np.ptp(np.hypot(x, y)) <= 1e-9 * np.hypot(x, y).max() or np.ptp(np.diff(angles)) > 1e-9:
                break
            steps[pair] = (angles[-1] - angles[0]) / (positions[-1] - positions[0])
        else:
            # the rounding of a table rotates nothing
            least = 0 if c.scheme.own_size is None else 1e-12
            return {pair: step for pair, step in steps.items() if abs(step) > least}
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
"""Tables that a visitor may upload."""

SCHEMES_WITH_VECTORS = [make() for make in SCHEMES.values() if "vectors" in make().abilities]


@st.composite
def cases(draw: st.DrawFn, schemes: Iterable[Scheme] = SCHEMES_WITH_VECTORS) -> Case:
    """Every scheme and upload, at usual and unusual sizes: n = 1 to 3, odd d, positions and offsets at the ends."""
    scheme = draw(st.sampled_from([*schemes]) | st.sampled_from([*TABLES]).map(lambda name: CustomTable(TABLES[name])))
    own = scheme.own_size
    length = draw(st.integers(1, 3) | st.integers(1, 40)) if own is None else draw(st.integers(1, min(own[0], 40)))
    dim = draw(st.integers(1, 3) | st.integers(4, 24)) if own is None else own[1]
    return Case(scheme, length, dim, draw(st.integers(0, length - 1)), draw(st.integers(1, max(length - 1, 1))))
