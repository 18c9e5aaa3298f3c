"""Interpolated tables: weights of PyTorch, and the identified interpolation."""

import json
import re

import numpy as np
import pytest

from posenc_core import Learned, Sinusoidal
from posenc_core.analysis.interpolation import METHODS, Method, weights
from posenc_tools.command.check import main
from posenc_tools.diagnosis import diagnose, find_resizing
from posenc_tools.diagnosis.resizing import method_name
from tests.data import read

CASES = read("resize.json")["cases"]
OLD = np.cos(0.7 * np.arange(60) ** 2).reshape(30, 2)


def grid(rows, columns, dim=16, class_rows=0) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(class_rows + rows * columns, dim))


def enlarge(old, before, after, method, class_rows=0) -> np.ndarray:
    """Interpolate by two sums, copying the class rows."""
    rows, columns = (weights(method, *sizes) for sizes in zip(before, after, strict=True))
    interpolated = np.einsum("Ii,Jj,ijd->IJd", rows, columns, old[class_rows:].reshape(*before, -1))
    return np.vstack((old[:class_rows], interpolated.reshape(-1, old.shape[1])))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["method"]))
def test_the_interpolation_of_pytorch_is_named(case):
    result = find_resizing(np.reshape(case["table"], (-1, 2)), OLD)
    assert (result.old, list(result.new), result.status) == ((6, 5), case["size"], 0)
    assert Method(*case["method"]) in result.methods


@pytest.mark.parametrize(("before", "after"), [(14, 24), (37, 16), (5, 3), (7, 20)])
def test_weights_equal_those_of_torch(before, after):
    torch = pytest.importorskip("torch")
    unit = torch.eye(before, dtype=torch.float64)[None, :, :, None].expand(1, before, before, 2).contiguous()
    for method in METHODS:
        if method.kind == "lanczos" or method.places == "origin":
            continue
        size = {"scale_factor": ((after + 0.1) / before, 1.0)} if method.places == "offset" else {"size": (after, 2)}
        if method.kind in ("bilinear", "bicubic"):
            size |= {"align_corners": method.places == "corners", "antialias": method.antialias}
        interpolated = torch.nn.functional.interpolate(unit, mode=method.kind, **size)[0, :, :, 0].T
        np.testing.assert_allclose(weights(method, before, after), interpolated, atol=1e-12)


@pytest.mark.parametrize(
    ("before", "after", "class_rows"), [((14, 14), (24, 24), 1), ((14, 14), (16, 28), 0), ((24, 24), (12, 101), 2)]
)
def test_grids_and_class_rows_are_read_from_the_tables(before, after, class_rows):
    old = grid(*before, class_rows=class_rows)
    new = enlarge(old, before, after, Method("bicubic"), class_rows).astype("f4")
    result = find_resizing(new, old)
    expected = (before, after, (class_rows, class_rows), True, (Method("bicubic"),))
    assert (result.old, result.new, result.class_rows, result.copied, result.methods) == expected
    result = find_resizing(new[class_rows:], old)
    assert (result.status, result.class_rows) == (0, (class_rows, 0))
    new[0] += 1
    assert find_resizing(new, old).status == 2


def test_tables_that_are_no_interpolation():
    old = grid(14, 14)
    new = enlarge(old, (14, 14), (16, 28), Method("bilinear"))
    turned = new.reshape(16, 28, -1).swapaxes(0, 1).reshape(448, -1)
    assert (find_resizing(turned, old).exchanged, find_resizing(turned, old).status) == (True, 1)
    near = find_resizing(new + 0.01 * np.random.default_rng(1).normal(size=new.shape), old)
    assert (near.agrees, near.status, near.methods) == (False, 2, (Method("bilinear"),))
    assert 0.005 < near.residual < 0.05
    other = find_resizing(grid(20, 20) ** 2, old)
    assert (other.status, other.rows, other.residual > 0.9) == (2, (), True)
    assert re.search(
        r"The nearest goes from .* its difference from this table is 10\d% of the table’s size\.$", str(other)
    )
    assert [statement.id for statement in find_resizing(old, old).claims()] == ["resized-same"]
    whole = enlarge(grid(14, 14, class_rows=1), (197, 1), (577, 1), Method("bilinear"))
    assert find_resizing(whole, grid(14, 14, class_rows=1)).status == 1


def test_rows_of_the_old_table_are_named_in_a_table_that_is_no_interpolation():
    old = grid(514, 1, 48)
    changed = old.copy()
    changed[7], changed[100:110] = 1, 0
    for new, sentences in (
        (np.vstack((old, np.repeat(old[-1:], 510, 0))), "Rows 514 to 1,023 repeat row 513 of the old table."),
        (np.vstack((old[:512], old[:512])), "Rows 512 to 1,023 repeat rows 0 to 511 of the old table. Rows 512 to 513"),
        (old[:300].astype("f2"), "Rows 0 to 299 are those of the old table. Rows 300 to 513 of the old table are"),
        (old[:-1], "Rows 0 to 512 are those of the old table. Row 513 of the old table is missing."),
        (
            old[[1, 0, *range(2, 514)]],
            "Row 0 is row 1 of the old table. Row 1 is row 0 of the old table. Rows 2 to",
        ),
        (old[2:], "Rows 0 to 511 are rows 2 to 513 of the old table. Rows 0 to 1 of the old table are missing."),
        (np.vstack((old, np.zeros((510, 48)))), "those of the old table. Rows 514 to 1,023 are zero."),
        (np.vstack((old, grid(510, 1, 48) + 9)), "Rows 514 to 1,023 are not in the old table."),
        (changed, "Row 7 is not in the old table. Rows 8 to 99 are those of the old table. Rows 100 to 109 are zero."),
        (old[[*range(9), 3, *range(10, 514)]], "Row 9 repeats row 3 of the old table. Rows 10 to 513 are those of"),
    ):
        assert sentences in str(find_resizing(new, old))
    # too long to be interpolated
    long = grid(3373, 1, 2)
    result = find_resizing(long[:2897], long)
    assert (result.status, result.methods, result.residual) == (2, (), None)
    assert str(result).startswith("Rows 0 to 2,896 are those of the old table. Rows 2,897 to 3,372")


def axes(rows, columns, dim=32) -> np.ndarray:
    """A grid of sinusoids, without a class row."""
    one, two = (Sinusoidal(layout="concatenated").encode(range(size), dim) for size in (rows, columns))
    return np.hstack((np.repeat(one, columns, 0), np.tile(two, (rows, 1))))


@pytest.mark.parametrize(
    ("old", "length", "flattened"),
    [
        (axes(14, 14), 576, (14, 14)),
        (axes(12, 20), 961, (12, 20)),
        (np.vstack((np.ones((1, 64)), axes(10, 15))), 577, (10, 15)),
        (grid(14, 14), 576, (14, 14)),
        (grid(14, 14, class_rows=1), 577, (14, 14)),
        (Sinusoidal().encode(range(196), 64), 576, None),
        (Learned().encode(range(256), 64), 484, None),
        (grid(14, 14), 500, None),
    ],
)
def test_a_grid_that_was_interpolated_as_one_sequence_is_a_bug(old, length, flattened):
    old, method, class_row = np.reshape(old, (-1, np.shape(old)[-1])), Method("bicubic"), len(old) % 2
    result = find_resizing(enlarge(old, (len(old), 1), (length, 1), method), old)
    assert (result.flattened, result.status, method in result.methods) == (flattened, int(flattened is not None), True)
    if class_row:
        copied = enlarge(old, (len(old) - 1, 1), (length - 1, 1), method, 1)
        assert find_resizing(copied, old).status == result.status
    words = "one class row" if flattened and class_row else "grid, this is a bug"
    assert (words in str(result)) == (flattened is not None)


@pytest.mark.parametrize(
    ("new", "old", "words"),
    [
        (np.ones((4, 3)), np.ones((9, 2)), "3 and 2 columns"),
        (np.ones((1, 3)), np.ones((9, 3)), "at least two rows"),
        (np.full((4, 3), -np.inf), np.ones((9, 3)), "finite"),
        (np.ones((2**15, 1)), np.ones((9, 1)), "at most 16,389 rows"),
        (np.ones((3373, 1)), np.full((2897, 1), 2.0), "too long"),
    ],
)
def test_tables_that_cannot_be_compared_are_refused_in_one_sentence(new, old, words):
    with pytest.raises(ValueError, match=words):
        find_resizing(new, old)


@pytest.mark.parametrize("method", [Method("bilinear"), Method("bicubic", "offset"), Method("bilinear", "corners")])
def test_a_grid_of_sinusoids_is_known_after_it_was_resized(method):
    axis = Sinusoidal(layout="concatenated").encode(range(14), 32)
    old = np.hstack((np.repeat(axis, 14, 0), np.tile(axis, (14, 1))))
    result = diagnose(enlarge(old, (14, 14), (20, 20), method).astype("f4"))
    assert (result.state, result.best.name, result.best.parameters["size"]) == ("known", "Grid", "20 × 20")
    assert result.best.parameters["resized"] == f"from 14 by {method_name(method, False)}"


def test_the_command_compares_two_files(tmp_path, capsys):
    old = grid(14, 14, class_rows=1)
    np.save(tmp_path / "old.npy", old[None])
    np.save(tmp_path / "new.npy", enlarge(old, (14, 14), (20, 20), Method("bilinear"), 1))
    arguments = [str(tmp_path / "new.npy"), "--resized-from", str(tmp_path / "old.npy")]
    assert main(arguments) == 0
    assert capsys.readouterr().out.endswith("The class row is copied.\n")
    assert main([*arguments, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["methods"][0] == {"kind": "bilinear", "places": "half-pixel", "antialias": False}
    with pytest.raises(SystemExit, match="3"):
        main([arguments[0], "--resized-from", str(tmp_path / "none.npy")])
    assert "none.npy: No such file" in capsys.readouterr().err
