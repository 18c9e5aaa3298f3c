"""Tables of rotations scaled to longer contexts, whose frequencies follow published rules instead of a line."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from posenc_core.arrays import Array, Integers
from posenc_core.schemes import RoPE
from posenc_core.schemes.rope import Scaling
from posenc_tools.diagnosis import costs, thresholds
from posenc_tools.diagnosis.columns import Waves
from posenc_tools.known_bugs import programs
from posenc_tools.known_bugs.programs import COSINE, SINE, Layout, Program
from posenc_tools.models import attention_factors

SCALINGS: tuple[Scaling, ...] = ("llama3", "YaRN", "YaRN as printed")
FACTORS = (8, 4, 32, 2, 16, 40, 64)
LENGTHS = (8192, 4096, 2048, 32768, 16384, 65536, 1024)  # published context lengths, the common ones first


def programs_of(dim: int, fit: Waves) -> Iterator[tuple[Program, float, Mapping[str, Any], RoPE]]:
    """Programs of scaled rotations with the measured frequencies, with cost, parameters, and scheme."""
    tables: list[tuple[Layout, Integers]] = [
        (layout, np.full(dim, wave)) for layout, wave in programs.tables_of_rotations(dim)
    ]
    tables += [(layout, np.where(layout.cosine, SINE, COSINE)) for layout in programs.layouts(dim)[:2] if dim % 2 == 0]
    reliable = (fit.errors < thresholds.MAX_SCALED_FREQUENCY_ERROR * fit.frequencies) & (fit.residuals < 0.5)
    frequencies, attempts = fit.frequencies[reliable], []
    for layout, waves in tables:
        pairs = layout.pair[fit.columns][reliable]
        if layout.dim % 2 or layout.dim < 8 or len(pairs) < thresholds.MIN_SCALED_FREQUENCIES:
            continue
        # one column or one cosine per pair does not determine the paired dimensions
        turns = "cosines, then sines" if "layout" in layout.parameters else "cosine and sine in turn"
        shown: dict[str, Any] = dict(layout.parameters) if "table" in layout.parameters else {"columns": turns}
        for base, scheme in scalings(layout.dim, frequencies, pairs):
            parameters = {**parameters_of(scheme), **shown}
            own, scale = scheme.frequencies(layout.dim)[layout.pair], scheme.attention_factor()
            program = Program(layout, waves, own=own, scale=scale)
            yield program, layout.cost + costs.SEARCHED[base] + 0.5, parameters, _with_pairing(scheme, shown)
        attempts.append((layout, waves, pairs, shown))
    for layout, waves, pairs, shown in attempts:
        for name, scheme, own, scale in published_ropes(layout.dim):
            if np.abs(np.log(own[pairs] / frequencies)).mean() < thresholds.MAX_SCALING_ERROR:
                parameters = {"base": scheme.base, "scaling": scheme.scaling, "model": name, **shown}
                program = Program(layout, waves, own=own[layout.pair], scale=scale)
                yield program, layout.cost + 1.0, parameters, _with_pairing(scheme, shown)


def parameters_of(scheme: RoPE) -> dict[str, Any]:
    """Parameters of a scaled rotation."""
    return {name: getattr(scheme, name) for name in ("base", "scaling", "factor", "trained_length")}


def _with_pairing(scheme: RoPE, shown: Mapping[str, Any]) -> RoPE:
    return replace(scheme, pairing=shown["pairing"]) if "pairing" in shown else scheme


def amplitudes(
    scheme: RoPE, usual: float, fitted: float, error: float
) -> Iterator[tuple[float, float, Mapping[str, Any]]]:
    """Amplitudes near a fitted one, the most common first, with cost and parameters."""
    near: list[tuple[float, float, Mapping[str, Any]]] = [(usual, 0.0, {})]
    near.append((1.0, 0.0, {"attention factor": "left out"}))
    for value, name in attention_factors.attention_rules(scheme.factor, scheme.trained_length).items():
        # a rounded factor is as common as its formula; the formula of another scaling is a bug
        cost = 0.5 if name.startswith(attention_factors.ATTENTION.format(factor=scheme.factor)) else costs.UNUSUAL
        near.append((value, cost, {"attention factor": f"{value:.6g} = {name}"}))
    for value, cost, parameters in near:
        if abs(fitted / value - 1) <= thresholds.MAX_AMPLITUDE_ERROR:
            yield value, cost, parameters
    value = costs.shortest(fitted, error)
    yield value, costs.UNUSUAL, {"attention factor": value}


def scalings(dim: int, frequencies: Array, pairs: Integers) -> Iterator[tuple[float, RoPE]]:
    """Bases, each with the scaling of the nearest frequencies."""
    first, second = frequencies[pairs == 0], frequencies[pairs == 1]
    # the fastest pairs are not scaled
    if not len(first) or not len(second) or abs(first[0] - 1) > thresholds.MAX_SCALED_FREQUENCY_ERROR:
        return
    guess = (np.median(first) / np.median(second)) ** (dim / 2)
    # the slowest ones are divided by the factor
    slowest = pairs >= np.sort(pairs)[-thresholds.MIN_SCALED_FREQUENCIES]
    for base in costs.SEARCHED:
        if abs(np.log(base / guess)) >= 0.02:
            continue
        own = float(f"{np.median(float(base) ** (-2 * pairs / dim)[slowest] / frequencies[slowest]):.2g}")
        schemes = _scaled(base, FACTORS)
        if own not in FACTORS and own > 2:
            schemes += _scaled(base, (own,))
        every = np.stack([scheme.frequencies(dim)[pairs] for scheme in schemes])
        off = np.abs(np.log(every / frequencies)).mean(axis=1)
        best = int(np.flatnonzero(off < off.min() + 1e-9)[0])
        if off[best] < thresholds.MAX_SCALING_ERROR:
            yield base, schemes[best]


@lru_cache(maxsize=64)
def _scaled(base: float, factors: tuple[float, ...]) -> tuple[RoPE, ...]:
    """Scaled rotations with a base; their frequencies are not kept, because a visitor chooses the number of columns."""
    return tuple(
        RoPE(base=base, scaling=scaling, factor=float(factor), trained_length=length)
        for scaling, factor, length in product(SCALINGS, factors, LENGTHS)
    )


@lru_cache(maxsize=16)
def published_ropes(dim: int) -> tuple[tuple[str, RoPE, Array, float], ...]:
    """Scaled rotations of known models: name, nearest scheme, frequencies of the pairs, attention factor."""
    from posenc_tools import models

    ropes = {name: models.model(name).main.rope for name in models.MODELS}
    rotations: list[tuple[str, RoPE, Array, float]] = []
    for name, rope in ropes.items():
        scheme = rope.scheme() if rope and rope.width == dim and rope.scaling in ("YaRN", "LongRoPE") else None
        if rope is None or scheme is None:
            continue
        lengths = {name: 0}
        if rope.long:
            tokens = f"{rope.original:,} tokens"
            lengths = {f"{name} up to {tokens}": 0, f"{name} beyond {tokens}": rope.original + 1}
        rotations += [(label, scheme, rope.frequencies(length), rope.attention) for label, length in lengths.items()]
    return tuple(rotations)
