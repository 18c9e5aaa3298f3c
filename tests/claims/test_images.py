"""Claims of Images, recomputed from the rotations of single vectors, from tables, and by counting."""

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import numpy as np

from dashboard.state.study import Study
from dashboard.views.images import facts
from posenc_core import AxialRoPE, Grid, MRoPE
from posenc_core.analysis import images
from posenc_core.text.messages import Claim
from tests.claims.truth import assert_complete, assert_exact, close, true, verify

SIDE = 14
IDS = ("grid", "learned", "axial", "mrope")
WIDTHS = {
    "DINOv3": (768, 12), "Gemma 4, vision": (1152, 16), "Qwen2-VL to Qwen3.5, vision": (1280, 16),
    "Pixtral": (1024, 16), "Llama 4, vision": (1408, 16), "Kimi K2.5, vision": (1152, 16), "EVA-02": (768, 12),
    "Flux": (3072, 24), "Wan": (5120, 40), "Qwen3.5": (4096, 16),
}  # fmt: skip
"""Hidden size and heads in published configurations, by setting; others have heads of 128."""


def head(setting: str) -> int:
    """Dimensions of a head."""
    width, heads = WIDTHS.get(setting, (128, 1))
    return width // heads


@dataclass(frozen=True)
class Shown:
    """Options of the page, and the panel of a claim."""

    id: str = "axial"
    options: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def study(self) -> Study:
        return Study((), 1, 1, 0, 1, options=self.options)

    def scheme(self, id: str):
        return (AxialRoPE if id == "axial" else MRoPE).published()[self.study.options[id]]

    def dim(self, id: str) -> int:
        return head(self.study.options[id])

    @property
    def own(self) -> tuple[int, int]:
        return self.study.options["patch_row"], self.study.options["patch_column"]

    def logits(self, id: str) -> np.ndarray:
        """Logits of the selected patch, shape (rows, columns)."""
        place = self.own[0] * SIDE + self.own[1]
        if id in ("grid", "learned"):
            rows = table(id)
            return (rows @ rows[place] / 128**0.5).reshape(SIDE, SIDE)
        scheme = self.scheme(id)
        if id == "axial":
            scheme = sized(scheme, SIDE, SIDE)
        turned = rotated_ones(scheme, SIDE, SIDE, self.dim(id))
        return (turned @ turned[place] / self.dim(id) ** 0.5).reshape(SIDE, SIDE)


@cache
def table(id: str) -> np.ndarray:
    return Grid(width=SIDE).encode(range(SIDE**2), 128) if id == "grid" else images.learned_grid(SIDE, SIDE, 128)


def sized(scheme: AxialRoPE, rows: int, columns: int, **more) -> AxialRoPE:
    own = {parameter.name: getattr(scheme, parameter.name) for parameter in scheme.parameters()}
    return AxialRoPE(**own | {"height": rows, "width": columns} | more)


def positions(scheme, rows: int, columns: int) -> np.ndarray:
    grid = [(0, row, column) for row in range(rows) for column in range(columns)]
    return np.array(grid)[:, -scheme.axes :]


@cache
def rotated_ones(scheme, rows: int, columns: int, dim: int = 128) -> np.ndarray:
    """A vector of ones at every patch: the dot product of a rotated pair (1, 1) is the mean over all contents."""
    at = positions(scheme, rows, columns)
    return scheme.rotate(np.ones((len(at), dim)), at)


def panel(name: Claim) -> str:
    return name.id.removeprefix("images-")


@cache
def moved(scheme, dim: int, axis: str) -> list[int]:
    """Dimensions that a step along an axis rotates."""
    step = np.zeros((2, scheme.axes))
    if axis not in scheme.axis_names:
        return []
    step[1, scheme.axis_names.index(axis)] = 1
    first, last = (scheme.rotate(np.eye(dim), np.tile(at, (dim, 1))) for at in step)
    return np.flatnonzero(np.abs(first - last).sum(axis=1)).tolist()


@true("images-local")
def _(c):
    def local(id):
        logits = c.logits(id).copy()
        if logits.max() > logits[c.own] + 1e-9:
            return False
        logits[c.own] = -np.inf
        best = np.argwhere(logits >= logits.max() - 1e-9)
        return np.abs(best - c.own).sum(axis=1).min() == 1

    return all(map(local, IDS))


@true("images-elsewhere")
def _(c, name, row, column):
    logits, lengths = c.logits(panel(name)), np.linalg.norm(table("learned"), axis=1).reshape(SIDE, SIDE)
    return (row, column) != c.own and logits[row, column] == logits.max() and lengths[row, column] > lengths[c.own]


@true("images-least")
def _(c, share):
    return close(share, np.exp(c.logits(c.id) - c.logits(c.id)[c.own]).min())


def of_axis(c, name) -> list[int]:
    """Dimensions that a step along a named axis rotates, or those that no step rotates."""
    if panel(name) == "none":
        rotated = {i for axis in ("row", "column", "time") for i in moved(c.scheme(c.id), c.dim(c.id), axis)}
        return sorted({*range(c.dim(c.id))} - rotated)
    return moved(c.scheme(c.id), c.dim(c.id), panel(name))


@true("images-axis")
def _(c, name, spans):
    runs = [dict(span.args) for span in spans]
    return of_axis(c, name) == [i for run in runs for i in range(run["start"], run["end"] + 1)]


@true("images-turns")
def _(c, name, count, start, end):
    axis = of_axis(c, name)
    return (len(axis), axis[0], axis[-1]) == (count, start, end)


@true("images-pairs")
def _(c, offset, dim):
    if dim != c.dim(c.id):
        return False
    scheme = c.scheme(c.id)
    turned = scheme.rotate(np.eye(dim), np.full((dim, scheme.axes), 0.7))
    partners = [np.flatnonzero(row) for row in turned]
    return all(
        len(columns_of_partner) == 1 or columns_of_partner[1] - columns_of_partner[0] == offset
        for columns_of_partner in partners
    )


@true("images-after")
def _(c, rows, width, count, start, offset, position, other, schemes):
    options = c.study.options
    expected = options["grid_rows"], options["grid_columns"], rows * width, options["text_tokens"]
    same = (rows, width, count, start) == expected and "Qwen2-VL" in schemes and "Qwen3-VL" in schemes
    return same and offset == max(rows, width) and position == start + offset and other == start + count


@true("images-next")
def _(c, length, later, value):
    text, rows, width = (c.study.options[key] for key in ("text_tokens", "grid_rows", "grid_columns"))
    images = c.study.options["images"]
    expected = text + images * (rows * width + text), text + images * (max(rows, width) + text)
    return (length, later) == expected and value == later - length


@cache
def cosines(id: str, side: int) -> list[float]:
    """Cosine of neighbors and of opposite edges in a row of the image."""
    if id == "table":
        rows = table("learned")
        if side > SIDE:
            rows = images.resize_grid(rows, (SIDE, SIDE), (side, side))
        grid = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).reshape(side, side, -1)
        return [float((grid[:, 1:] * grid[:, :-1]).sum(-1).mean()), float((grid[:, 0] * grid[:, -1]).sum(-1).mean())]
    name = {"scaled": "EVA-02", "normalized": "DINOv3", "patches": "Qwen2-VL to Qwen3.5, vision"}[id]
    dim = head(name)
    turned = rotated_ones(sized(AxialRoPE.published()[name], side, side, trained_side=SIDE), side, side, dim)
    return [float(turned[0] @ turned[place] / dim) for place in (1, side - 1)]


@true("images-resolution")
def _(c, value, start, end):
    (before, _), (after, _) = (cosines("patches", side) for side in (SIDE, 24))
    others = [(cosines(id, SIDE), cosines(id, 24)) for id in ("table", "scaled", "normalized")]
    closer = all(after[0] > before[0] and abs(after[1] - before[1]) < 0.02 for before, after in others)
    return close(value, before) and close(value, after) and (start, end) == (SIDE, 23) and closer


@true("images-resized")
def _(c, here, there, high, low):
    (near, far), (near_after, far_after) = cosines(c.id, SIDE), cosines(c.id, 24)
    return all(map(close, (here, there, high, low), (near, near_after, far, far_after)))


@true("images-row-head")
def _(c, share, here, there):
    scheme, dim = sized(c.scheme("axial"), 8, 14), c.dim("axial")
    content = np.zeros(dim)
    content[moved(c.scheme("axial"), dim, "row")] = 1
    at = positions(scheme, 8, 14)
    row, column = 4, 9
    exchanged = at.copy()
    exchanged[:, -2:] = at[:, -2:][:, ::-1]
    weights = []
    for patches in (at, exchanged):
        turned = scheme.rotate(np.tile(content, (len(at), 1)), patches)
        attention = np.exp((turned @ turned[row * 14 + column]) / dim**0.5)
        weights.append((attention / attention.sum()).reshape(8, 14))
    right, wrong = weights
    return close(share, right[row].sum()) and close(here, wrong[row].sum()) and close(there, wrong[:, column].sum())


@true("images-advance")
def _(rows, count, start, position, other):
    return (rows, count, start) == (16, 256, 10) and (position, other) == (start + rows, start + count)


@true("images-slow")
def _(here, there):
    # pair 16 is the first of a row in blocks of 16, 24, and 24 pairs; pair 1 if time, row, and column take turns
    return close(here, 2 * np.pi * 1e6 ** (16 / 64)) and close(there, 2 * np.pi * 5e6 ** (1 / 64))


@true("images-silent")
def _(count):
    scheme = sized(AxialRoPE.published()["DINOv3"], SIDE, SIDE)
    at = positions(scheme, SIDE, SIDE)
    right, exchanged = (scheme.rotate(np.ones((len(at), 64)), places) for places in (at, at[:, ::-1]))
    row = 4 * SIDE + 9
    return count == np.isclose(right @ right[row], exchanged @ exchanged[row], rtol=0, atol=1e-9).sum()


CASES = [
    {},
    {"patch_row": 0, "patch_column": 11, "mrope": "Qwen3-VL", "axial": "Gemma 4, vision", "images": 3},
    {"patch_row": 13, "patch_column": 13, "mrope": "Qwen3.5", "axial": "Kimi K2.5, vision", "grid_rows": 6},
    {"patch_row": 7, "mrope": "ERNIE 4.5", "axial": "Flux", "grid_columns": 64, "text_tokens": 1},
    {"mrope": "GLM-4.1V", "axial": "Llama 4, vision"},
]


def claimed():
    for options in CASES:
        for id in IDS:
            case = Shown(id, options)
            falls = facts.falls(case.study)
            yield case, [facts.least(falls[id])]
            if id in ("axial", "mrope"):
                yield case, facts.dimensions(case.study, id)
        yield case, [*facts.verdict(case.study, falls), *facts.after_image(case.study), facts.row_head(case.study)]
    for id, values in facts.resized().items():
        yield Shown(id), [facts.edges(*values), facts.resolution()]


def test_claims_are_true_and_exact():
    corrections = {statement.id for statement in facts.misconceptions()}
    assert_complete(verify(claimed()), "images-", corrections)


def test_corrections_are_true_and_exact():
    for statement in facts.misconceptions():
        assert_exact(statement)
