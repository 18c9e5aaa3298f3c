"""Claims of Images: attention by position alone, axes of dimensions, positions of a prompt, and larger images."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import GRID_SIDE, PARAMETERS
from dashboard.state.study import Study
from dashboard.views.images import numbers
from posenc_core import AxialRoPE, MRoPE
from posenc_core.analysis import images
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

FEW = 3
"""Runs of dimensions that are listed; more are counted."""


def name(study: Study, id: str) -> Claim:
    """Name of a panel, with the model of its setting."""
    if id not in study.options:
        return claim(f"images-{id}")
    return claim(f"images-{id}", name=claim(PARAMETERS[id].option_message(study.options[id])))


def verdict(study: Study) -> list[Claim]:
    """Patches that attract the selected one."""
    own, falls = numbers.patch(study), numbers.falls(study)
    others = [id for id, fall in falls.items() if not numbers.is_local(fall, own)]
    if others:
        where = [(id, *numbers.nearest(falls[id], own)) for id in others]
        return [claim("images-elsewhere", name=name(study, id), row=row, column=column) for id, row, column in where]
    return [claim("images-local")]


def least(fall: Array) -> Claim:
    """Smallest attention of the selected patch, relative to itself."""
    return claim("images-least", share=float(np.exp(fall.min())))


def dimensions(study: Study, id: str) -> list[Claim]:
    """Dimensions of each axis of a rotation, and the partner of a dimension."""
    encoding, dim = numbers.axial_rope(study) if id == "axial" else numbers.mrope(study), numbers.dim(study, id)
    statements = []
    for axis, spans in numbers.runs(numbers.axes_of_dimensions(encoding, dim)).items():
        if len(spans) > FEW:
            count = sum(last - first + 1 for first, last in spans)
            statements.append(claim(f"images-turns-{axis}", count=count, start=spans[0][0], end=spans[-1][1]))
        else:
            runs = tuple(claim("images-run", start=first, end=last) for first, last in spans)
            statements.append(claim(f"images-axis-{axis}", spans=runs))
    pairs = encoding.pairs(dim)[encoding.axis_of_pairs(dim) >= 0]
    return [*statements, claim("images-pairs", offset=int(np.ptp(pairs[0])), dim=dim)]


def prompt(study: Study) -> list[Claim]:
    """Position of the first token after the first image, and the next position after the prompt."""
    positions, segments, later = numbers.prompt(study)
    image, first = np.flatnonzero(segments == 1), int(np.flatnonzero(segments == 2)[0])
    rows, width = study.options["grid_rows"], study.options["grid_columns"]
    return [
        claim("images-after", rows=rows, width=width, count=len(image), start=int(positions[image[0], 0]),
              offset=int(positions[first, 0] - positions[image[0], 0]), position=int(positions[first, 0]), other=first,
              schemes=numbers.agreeing_models(study)),
        claim("images-next", length=len(positions), later=later, value=later - len(positions)),
    ]  # fmt: skip


@shared_cache
def resolution() -> Claim:
    """Similarity of neighbors when patches are counted, and offsets that the training lacks."""
    cosines = numbers.resized()["patches"]
    return claim("images-resolution", value=float(cosines.before[1]), start=GRID_SIDE, end=numbers.LARGER - 1)


def resized(cosines: numbers.Resized) -> Claim:
    """Cosines of neighbors and of opposite edges on both grids."""
    neighbors, edges = ([float(curve[place]) for curve in cosines] for place in (1, -1))
    return claim("images-resized", here=neighbors[0], there=neighbors[1], high=edges[0], low=edges[1])


def row_head(study: Study) -> Claim:
    """Attention of a head of rows to its own row and column, in correct code and with exchanged axes."""
    row, column = numbers.PATCH
    right, exchanged = (numbers.attention_of_row_head(study, id) for id in ("right", "exchanged"))
    own = {"share": float(right[row].sum()), "here": float(exchanged[row].sum())}
    return claim("images-row-head", **own, there=float(exchanged[:, column].sum()))


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about positions of images."""
    before, side = 10, 16
    after = images.mrope_positions([images.Text(before), images.Image(2 * side, 2 * side)]).next
    kinds = MRoPE.published()
    waves = [_shortest(kinds[id]) for id in ("Qwen2-VL, Qwen2.5-VL", "Qwen3-VL")]
    return [
        claim("images-advance", rows=side, count=side**2, start=before, position=after, other=before + side**2),
        claim("images-slow", here=waves[0], there=waves[1]),
        claim("images-silent", count=_equal_logits(AxialRoPE.published()["DINOv3"])),
    ]


def _shortest(scheme: MRoPE) -> float:
    """Shortest wavelength of the pairs of a row."""
    rows = scheme.axis_of_pairs(numbers.DIM) == scheme.axis_names.index("row")
    return float(2 * np.pi / scheme.frequencies(numbers.DIM)[rows].max())


def _equal_logits(scheme: AxialRoPE) -> int:
    """Count the mean logits of a patch with all patches of a square grid that exchanged axes leave equal."""
    scheme = replace(scheme, height=GRID_SIDE, width=GRID_SIDE)
    positions, place = images.grid_positions(GRID_SIDE, GRID_SIDE), numbers.PATCH[0] * GRID_SIDE + numbers.PATCH[1]
    right, exchanged = (
        scheme.mean_logits(order[place], order, numbers.HEADS["DINOv3"])[0] for order in (positions, positions[:, ::-1])
    )
    return int(np.count_nonzero(np.abs(right - exchanged) <= numbers.TOLERANCE))
