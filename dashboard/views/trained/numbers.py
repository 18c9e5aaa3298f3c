"""Numbers of Trained: groups of encodings, their reach, and visibility through a layer norm."""

import numpy as np

import posenc_core
from posenc_core import Scheme
from posenc_core.arrays import Array
from posenc_core.models import trained

GROUPS: dict[str, tuple[str, ...]] = {
    "families": ("Sinusoidal", "Learned table", "RoPE", "ALiBi", "T5 (learned)", "NoPE"),
    "tables": ("Sinusoidal", "Sinusoidal (base 100)", "Sinusoidal (Tensor2Tensor)", "Learned table", "Fourier", "NeRF"),
    "codes": ("Binary", "Gray", "Grid", "Index (one column)", "Normalized (one column)"),
    "constant": ("NoPE", "Index (every column)", "Normalized (every column)"),
    "rotations": ("RoPE", "RoPE (base 500)", "RoPE (half of the dimensions)", "xPos"),
    "biases": ("ALiBi", "T5 (learned)", "KERPLE", "FIRE", "Sandwich", "SlidingWindow"),
    "scaling": ("RoPE", "RoPE: linear", "RoPE: NTK-aware", "RoPE: YaRN", "RoPE: tuned", "RoPE: YaRN and tuned"),
    "scaling500": (
        *("RoPE (base 500)", "RoPE (base 500): linear", "RoPE (base 500): NTK-aware", "RoPE (base 500): YaRN"),
        *("RoPE (base 500): tuned", "RoPE (base 500): YaRN and tuned"),
    ),
}
"""Encodings that are drawn together, by value of the parameter `among`."""

TIMES = (1, 2, 4, 16)
"""Lengths in the cells, as multiples of the trained one."""

DIM = 64


def scheme(encoding: str) -> Scheme:
    """Scheme with which an encoding was trained."""
    return trained.ENCODINGS[encoding.partition(":")[0]]


def group(encoding: str) -> str:
    """Last group that contains an encoding."""
    return next(name for name in reversed(GROUPS) if encoding in GROUPS[name])


def group_by_reach(encodings: tuple[str, ...], task: str) -> dict[int | None, tuple[str, ...]]:
    """Return the encodings by reach, farthest first, then partly learned (None), then unlearned (0)."""
    groups: dict[int | None, tuple[str, ...]] = {}
    for encoding in encodings:
        reach = trained.reach(encoding, task)
        groups[reach] = (*groups.get(reach, ()), encoding)
    return dict(sorted(groups.items(), key=lambda item: -(item[0] if item[0] is not None else 0.5)))


def first_to_fall(encodings: tuple[str, ...], task: str) -> tuple[str, ...]:
    """Return the encodings with the shortest reach among those learned by every model."""
    groups = group_by_reach(encodings, task)
    return next((groups[reach] for reach in reversed(groups) if reach), ())


def norm_changes(spread: str, length: int = 64, *, rms: bool = False) -> dict[str, Array]:
    """Change of the output of LayerNorm, or of RMSNorm, by an added position, shape (n,), by encoding."""
    content = np.random.default_rng(0).normal(size=DIM)
    changes = {}
    for encoding in (posenc_core.scheme(name, spread=spread) for name in ("Index", "Normalized")):
        after = _layer_norm(content + encoding.encode(range(length), DIM, length=length), rms)
        changes[encoding.name] = np.linalg.norm(after - _layer_norm(content, rms), axis=-1)
    return changes


def _layer_norm(x: Array, rms: bool) -> Array:
    """Output of LayerNorm, or of RMSNorm, which does not subtract the mean, (..., d) -> (..., d)."""
    x = x if rms else x - x.mean(axis=-1, keepdims=True)
    return np.asarray(x / np.sqrt(np.square(x).mean(axis=-1, keepdims=True)))
