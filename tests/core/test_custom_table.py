"""An uploaded table as a scheme: equal to the table, and explicit about its limits."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from posenc_core import CustomTable, Learned, Sinusoidal
from posenc_core.analysis import criteria, geometry, shift

TABLE = Sinusoidal().encode(range(60), 12)
SIZE = TABLE.shape


@given(
    arrays.arrays(
        st.sampled_from(["f2", "f4", "f8", ">f8", "i1", "i8", "u2"]),
        arrays.array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements=None,
    )
)
def test_vectors_are_the_rows_of_the_table(table):
    exact = table.astype(float)
    if not (np.abs(exact) <= 1e150).all():
        with pytest.raises(ValueError, match=r"^the numbers of table must be finite and at most 1e\+150 in size$"):
            CustomTable(table)
        return
    yours = CustomTable(table)
    assert yours.own_size == table.shape
    np.testing.assert_array_equal(yours.encode(range(len(table)), table.shape[1]), exact)
    assert yours.size_in_bytes <= exact.nbytes


@pytest.mark.parametrize(
    ("number", "bytes_"), [(1, 2), (0.1, 8), (np.float32(0.1), 4), (65504, 2), (65520, 4), (1e99, 8)]
)
def test_the_smallest_sufficient_float_type_is_used(number, bytes_):
    assert CustomTable([[0, number]]).size_in_bytes == 2 * bytes_


def test_a_smaller_size_is_a_corner_and_a_larger_one_is_refused():
    yours = CustomTable(TABLE)
    np.testing.assert_array_equal(yours.encode([59, 3], 5), TABLE[[59, 3], :5])
    assert [yours.rows_within(n) for n in (1, 60, 61)] == [1, 60, 60]
    for length, dim in ((61, 12), (60, 13)):
        with pytest.raises(ValueError, match=r"^Yours is a fixed table, so n can be at most 60 and d at most 12\.$"):
            yours.encode(range(length), dim)
    with pytest.raises(ValueError, match=r"^Yours is a fixed table, so n can be at most 1 and d at most 1\.$"):
        CustomTable([[1]]).encode(range(2), 1)


def test_the_default_size_is_that_of_the_table():
    yours = CustomTable(TABLE)
    np.testing.assert_array_equal(geometry.similarity(yours, 7), geometry.similarity(TABLE, 7))
    np.testing.assert_array_equal(geometry.vectors(yours, dim=5), TABLE[:, :5])
    assert geometry.norms(Learned(), length=9).shape == (9,) and geometry.vectors(Learned()).shape == Learned.own_size
    assert shift.residuals(yours, 1).keys() == {"blocks", "affine"}
    assert criteria.scorecard(yours)["M1"].verdict == "holds"


def test_its_code_reads_a_file_written_by_numpy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = CustomTable(TABLE).code("numpy", *SIZE)
    (name,) = re.findall(r'np.load\("(\S+)"\)', code)
    np.save(name, TABLE.astype(float))
    variables = {}
    exec(code, variables)
    np.testing.assert_array_equal(variables["PE"], TABLE)


def test_a_scheme_without_a_table_is_unsupported():
    assert CustomTable().unsupported_reason("rotation") == CustomTable(TABLE).unsupported_reason("rotation")
    assert CustomTable().size_in_bytes == 0


@pytest.mark.parametrize(
    ("table", "pattern"),
    [
        ([[1, 2], [3]], "rows of equal length"),
        ([1, 2], "have 2 dimensions, got shape \\(2,\\)"),
        (np.ones((2, 2, 2)), "have 2 dimensions, got shape \\(2, 2, 2\\)"),
        (np.zeros((0, 3)), "at least one row and one column, not \\(0, 3\\)"),
        ([[True]], "real numbers, got bool"),
        ([[1j]], "real numbers, got complex128"),
        ([["1"]], "real numbers, got text"),
        ([[np.nan]], "finite"),
        ([[np.inf]], "finite"),
        (np.ma.masked_array([[1.0]], [[True]]), "masked"),
    ],
)
def test_invalid_tables_are_refused(table, pattern):
    with pytest.raises(ValueError, match=f"(?s)^(the numbers of )?table must .*{pattern}"):
        CustomTable(table)
