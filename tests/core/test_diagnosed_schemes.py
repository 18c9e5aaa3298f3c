"""The diagnosis of a scheme's own table names the scheme, or another one whose table is the same numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_core import SCHEMES, RoPE, Scheme
from posenc_core.diagnosis import Diagnosis, diagnose
from posenc_core.domain import Choice, Real, Switch, Whole

TABLES = [name for name, scheme in SCHEMES.items() if scheme.family == "table"]
BIASES = [name for name, scheme in SCHEMES.items() if scheme.family == "bias"]


def values(domain) -> st.SearchStrategy:
    """Values of a parameter as people set them: few digits, and no further out than a small table shows."""
    match domain:
        case Choice():
            return st.sampled_from(domain.options)
        case Whole():
            return st.integers(max(domain.low, 0), min(domain.high, 2048))
        case Switch():
            return st.booleans()
        case Real():
            low, high = max(domain.low, 0.01), min(domain.high, 1e6)
            return st.floats(np.log(low * 1.1), np.log(high)).map(lambda x: min(float(f"{np.exp(x):.2g}"), high))
    raise TypeError(domain)


@st.composite
def schemes(draw, name: str) -> Scheme:
    scheme = SCHEMES[name]
    return scheme(**{p.name: draw(values(p.domain)) for p in scheme.parameters()})


def agrees(found: Diagnosis, table: np.ndarray) -> bool:
    """Whether what is said to be the table is the table."""
    made = found.best.numbers()
    made = made.T if found.transposed else made
    return made.shape == table.shape and np.linalg.norm(made - table) <= 1e-7 * np.linalg.norm(table)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_a_scheme_is_told(name: str):
    @settings(max_examples=12, deadline=None)
    @given(scheme=schemes(name), length=st.integers(1, 40), dim=st.integers(1, 24))
    def told(scheme: Scheme, length: int, dim: int):
        if scheme.lacks("vectors", length, dim):
            return
        table = scheme.encode(range(length), dim).astype(float)
        found = diagnose(table)
        if found.best.kind == "unknown" and (min(length, dim) < 4 or length * dim < 64):
            return
        accounts = (found.best, *found.equal)
        # positions from 1 are a scheme's parameter, and called the mistake that they often are
        names = {each.name for each in accounts} | {each.scheme.name for each in accounts if each.scheme}
        assert agrees(found, table), (found.best, found.best.misfit)
        if min(length, dim) >= 8:
            assert name in names, names

    told()


@pytest.mark.parametrize("name", BIASES)
def test_a_matrix_of_a_bias_is_told(name: str):
    @settings(max_examples=12, deadline=None)
    @given(scheme=schemes(name), length=st.integers(6, 40), heads=st.sampled_from((1, 8, 12)), data=st.data())
    def told(scheme: Scheme, length: int, heads: int, data: st.DataObject):
        matrix = scheme.bias(range(length), range(length), heads)[data.draw(st.integers(0, heads - 1))]
        found = diagnose(matrix)
        shown = np.where(np.isfinite(matrix), matrix, 0)
        assert found.best.kind == "bias", found.best
        assert agrees(found, shown), (found.best, found.best.misfit)

    told()


@settings(max_examples=12, deadline=None)
@given(
    base=values(RoPE.parameters()[0].domain),
    pairing=st.sampled_from(("interleaved", "half")),
    length=st.integers(8, 40),
    dim=st.integers(4, 12).map(lambda half: 2 * half),
)
def test_what_a_rotation_makes_of_pairs_is_told(base: float, pairing: str, length: int, dim: int):
    table = RoPE(base=base, pairing=pairing).encode(range(length), dim)
    found = diagnose(table)
    assert agrees(found, table), (found.best, found.best.misfit)
    assert "RoPE" in {each.name for each in (found.best, *found.equal)}
