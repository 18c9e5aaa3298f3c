"""Is a table that of a rotation scaled to longer contexts? Its frequencies follow no line, but published rules."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis import costs
from posenc_core.diagnosis.columns import Waves
from posenc_core.mistakes import programs
from posenc_core.mistakes.programs import COSINE, SINE, Layout, Program
from posenc_core.schemes import RoPE
from posenc_core.schemes.rope import Scaling

__all__ = ["programs_of"]

SCALINGS: tuple[Scaling, ...] = ("llama3", "YaRN", "YaRN as printed")
FACTORS = (8, 4, 32, 2, 16, 40, 64)
TRAINED = (8192, 4096, 2048, 32768, 16384, 65536, 1024)  # published values, the common ones first
NEAR = 1e-3  # mean relative error of the frequencies of the right scaling, at most
TOLD = 1e-3


def programs_of(dim: int, measured: Waves) -> Iterator[tuple[Program, float, Mapping[str, Any], RoPE]]:
    """Programs of scaled rotations with the measured frequencies: program, cost, parameters, and scheme."""
    tables: list[tuple[Layout, NDArray[np.int64]]] = [
        (layout, np.full(dim, wave)) for layout, wave in programs.tables_of_rotations(dim)
    ]
    tables += [(layout, np.where(layout.cosine, SINE, COSINE)) for layout in programs.layouts(dim)[:2] if dim % 2 == 0]
    told = (measured.errors < TOLD * measured.frequencies) & (measured.residuals < 0.5)
    for layout, waves in tables:
        pairs, frequencies = layout.pair[measured.columns][told], measured.frequencies[told]
        first, second = frequencies[pairs == 0], frequencies[pairs == 1]
        if not len(first) or not len(second) or layout.dim % 2 or layout.dim < 8 or abs(first[0] - 1) > TOLD:
            continue
        # the fastest pairs are not scaled
        guess = (np.median(first) / np.median(second)) ** (layout.dim / 2)
        for base in costs.SEARCHED:
            scheme = _scaling(base, layout.dim, frequencies, pairs) if abs(np.log(base / guess)) < 0.02 else None
            if scheme is None:
                continue
            said: dict[str, Any] = {
                "base": base,
                "scaling": scheme.scaling,
                "factor": scheme.factor,
                "trained": scheme.trained,
            }
            # one column or one cosine per pair does not show which dimensions a rotation pairs
            turns = "cosines, then sines" if "layout" in layout.parameters else "cosine and sine in turn"
            said |= layout.parameters if "table" in layout.parameters else {"columns": turns}
            if "pairing" in said:
                scheme = replace(scheme, pairing=said["pairing"])
            for scale in dict.fromkeys((scheme.attention_factor(), 1.0)):
                program = Program(layout, waves, own=scheme.frequencies(layout.dim)[layout.pair], scale=scale)
                more = {} if scale == scheme.attention_factor() else {"attention factor": "left out"}
                yield program, layout.cost + costs.SEARCHED[base] + 0.5, said | more, scheme


def _scaling(base: float, dim: int, frequencies: Array, pairs: NDArray[np.int64]) -> RoPE | None:
    """The scaling whose frequencies come nearest."""
    best: tuple[float, RoPE] | None = None
    for scaling, factor, trained in product(SCALINGS, FACTORS, TRAINED):
        scheme = RoPE(base=base, scaling=scaling, factor=float(factor), trained=trained)
        off = float(np.abs(np.log(scheme.frequencies(dim)[pairs] / frequencies)).mean())
        if best is None or off < best[0] - 1e-9:
            best = off, scheme
    return best[1] if best is not None and best[0] < NEAR else None
