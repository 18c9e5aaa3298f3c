"""Matrices that are no positional encoding: what people have at hand, and what looks like an encoding and is none.

Each kind is a function of the shape and of a random generator. None of them is a formula that the schemes of this
library can make, at any parameters that are in use.
"""

from collections.abc import Callable

import numpy as np
from numpy.polynomial import chebyshev

Rng = np.random.Generator


def softmax(scores):
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def scores(n, d, rng, rank=32):
    return rng.normal(size=(n, rank)) @ rng.normal(size=(rank, d)) / np.sqrt(rank)


def distance(n, d):
    return np.subtract.outer(np.arange(n), np.arange(d))


def masked(values, visible):
    visible = visible.copy()
    visible[~visible.any(axis=1), 0] = True
    return np.where(visible, values, -np.inf)


def causal_attention(n, d, rng):
    return softmax(masked(scores(n, d, rng), distance(n, d) >= 0))


def windowed_causal_attention(n, d, rng):
    behind = distance(n, d)
    return softmax(masked(scores(n, d, rng), (behind >= 0) & (behind < 6)))


def attention_with_a_sink(n, d, rng):
    logits = scores(n, d, rng)
    logits[:, 0] += 4
    return softmax(masked(logits, distance(n, d) >= 0))


def distances_of_points(n, d, rng):
    points, others = rng.normal(size=(2, max(n, d), 3))
    return np.linalg.norm(points[:n, None] - others[None, :d], axis=2)


def gram(n, d, rng):
    points = rng.normal(size=(max(n, d), 8))
    return (points @ points.T)[:n, :d]


def ring_adjacency(n, d, rng):
    around = distance(max(n, d), max(n, d)) % max(n, d)
    return ((around == 1) | (around == max(n, d) - 1))[:n, :d].astype(float)


def laplacian_eigenvectors(n, d, rng):
    size = max(n, d)
    edges = rng.uniform(size=(size, size)) < 4 / size
    edges = (edges | edges.T).astype(float)
    return np.linalg.eigh(np.diag(edges.sum(axis=0)) - edges)[1][:n, :d]


def angles(n, d, row, column):
    return np.multiply.outer(np.arange(n) + row, np.arange(d) + column)


def hadamard(n, d, rng):
    return np.array([[1.0 - 2 * (int(a & b).bit_count() % 2) for b in range(d)] for a in range(n)])


def haar(n, d, rng):
    size = 1 << (max(n, d) - 1).bit_length()
    basis = np.ones((1, 1))
    while len(basis) < size:
        basis = np.vstack((np.kron(basis, [1, 1]), np.kron(np.eye(len(basis)), [1, -1]))) / np.sqrt(2)
    return basis[:n, :d]


def splines(n, d, rng):
    apart = np.abs(np.linspace(0, d - 1, n)[:, None] - np.arange(d))
    return np.where(apart < 1, 2 / 3 - apart**2 + apart**3 / 2, np.maximum(0, 2 - apart) ** 3 / 6)


def waves(n, frequencies, phases):
    return np.sin(np.multiply.outer(np.arange(n), frequencies) + phases)


def chirps(n, d, rng):
    p = np.arange(n)[:, None]
    return np.sin(rng.uniform(0, 0.5, d) * p + rng.uniform(0.001, 0.02, d) * p**2 + rng.uniform(0, 6, d))


def damped_waves(n, d, rng):
    fading = np.exp(-np.multiply.outer(np.arange(n), rng.uniform(0.5, 3, d)) / n)
    return fading * waves(n, rng.uniform(0.05, 2, d), rng.uniform(0, 6, d))


def audio(n, d, rng):
    """Frames of a sound with overtones, one per row."""
    time = np.arange(n * d // 2 + d)
    sound = sum(np.sin(0.031 * k * time + rng.uniform(0, 6)) / k for k in range(1, 9))
    sound = sound * np.exp(-(time % 1000) / 400) + rng.normal(0, 0.02, len(time))
    return np.stack([sound[row * d // 2 : row * d // 2 + d] for row in range(n)])


def random_walk(n, d, rng):
    return np.cumsum(rng.normal(size=(n, d)), axis=0)


def smooth_curves(n, d, rng):
    kernel = np.hanning(min(15, n // 2) + 2)
    return np.stack([np.convolve(one, kernel, "same")[:n] for one in rng.normal(size=(d, n))], axis=1)


def gaussian_process(n, d, rng):
    covariance = np.exp(-((distance(n, n) / (n / 6)) ** 2) / 2)
    values, vectors = np.linalg.eigh(covariance)
    return (vectors * np.sqrt(np.maximum(values, 0))) @ rng.normal(size=(n, d))


def time_series(n, d, rng):
    p = np.arange(n)[:, None]
    season = rng.uniform(0, 2, d) * np.sin(2 * np.pi * p / rng.choice([7, 12, 24], d) + rng.uniform(0, 6, d))
    return rng.uniform(-0.05, 0.05, d) * p + season + rng.normal(0, 0.3, (n, d))


def radial_gradient(n, d, rng):
    y, x = np.arange(n)[:, None] - rng.uniform(0, n), np.arange(d) - rng.uniform(0, d)
    return np.hypot(y, x) / max(n, d)


def checkerboard(n, d, rng):
    size = int(rng.integers(2, 6))
    return ((np.arange(n)[:, None] // size + np.arange(d) // size) % 2).astype(float)


def stripes(n, d, rng):
    y, x = np.arange(n)[:, None], np.arange(d)
    return np.sin(rng.uniform(0.1, 0.6) * y + rng.uniform(0.1, 0.6) * x) * 0.5 + 0.5


def photograph(n, d, rng):
    """Noise with the spectrum of natural images, as bytes."""
    far = np.hypot(np.fft.fftfreq(n)[:, None], np.fft.fftfreq(d)) + 1 / max(n, d)
    image = np.fft.ifft2(np.fft.fft2(rng.normal(size=(n, d))) / far).real
    return np.round(255 * (image - image.min()) / np.ptp(image))


def one_constant_column(n, d, rng):
    values = rng.normal(size=(n, d))
    values[:, 0] = 1
    return values


FAMILIES: dict[str, dict[str, Callable[[int, int, Rng], np.ndarray]]] = {
    "attention": {
        "attention": lambda n, d, rng: softmax(scores(n, d, rng)),
        "causal attention": causal_attention,
        "uniform causal attention": lambda n, d, rng: softmax(masked(np.zeros((n, d)), distance(n, d) >= 0)),
        "windowed causal attention": windowed_causal_attention,
        "attention with a recency bias": lambda n, d, rng: softmax(
            masked(scores(n, d, rng) - 0.2 * np.abs(distance(n, d)), distance(n, d) >= 0)
        ),
        "attention with a sink": attention_with_a_sink,
        "attention scores": lambda n, d, rng: scores(n, d, rng),
        "log attention": lambda n, d, rng: np.log(softmax(scores(n, d, rng))),
    },
    "matrices of a structure": {
        "toeplitz": lambda n, d, rng: rng.normal(size=n + d)[distance(n, d) + d],
        "symmetric toeplitz": lambda n, d, rng: rng.normal(size=n + d)[np.abs(distance(n, d))],
        "gaussian kernel": lambda n, d, rng: np.exp(-((distance(n, d) / rng.uniform(2, 9)) ** 2)),
        "hankel": lambda n, d, rng: rng.normal(size=n + d)[np.add.outer(np.arange(n), np.arange(d))],
        "circulant": lambda n, d, rng: rng.normal(size=max(n, d))[distance(n, d) % max(n, d)],
        "vandermonde": lambda n, d, rng: np.linspace(0, rng.uniform(0.8, 1.1), n)[:, None] ** np.arange(d),
        "cauchy": lambda n, d, rng: (
            1 / np.subtract.outer(np.sort(rng.uniform(1, 2, n)), np.sort(rng.uniform(-1, 0.5, d)))
        ),
        "permutation": lambda n, d, rng: np.eye(max(n, d))[rng.permutation(max(n, d))][:n, :d],
        "upper triangle": lambda n, d, rng: np.where(distance(n, d) <= 0, rng.normal(size=(n, d)), 0),
        "distances of points": distances_of_points,
        "gram": gram,
        "ring adjacency": ring_adjacency,
        "laplacian eigenvectors": laplacian_eigenvectors,
    },
    "bases": {
        "dct 2": lambda n, d, rng: np.cos(np.pi / n * angles(n, d, 0.5, 0)),
        "dct 4": lambda n, d, rng: np.cos(np.pi / n * angles(n, d, 0.5, 0.5)),
        "dst": lambda n, d, rng: np.sin(np.pi / (n + 1) * angles(n, d, 1, 1)),
        "dft real part": lambda n, d, rng: np.cos(2 * np.pi / n * angles(n, d, 0, 0)),
        "hadamard": hadamard,
        "haar": haar,
        "chebyshev polynomials": lambda n, d, rng: chebyshev.chebvander(np.linspace(-1, 1, n), d - 1),
        "splines": splines,
        "decays": lambda n, d, rng: np.exp(-np.multiply.outer(np.arange(n), rng.uniform(0.01, 0.5, d))),
        "bumps": lambda n, d, rng: np.exp(
            -(((np.arange(n)[:, None] - rng.uniform(0, n, d)) / rng.uniform(1, n / 8, d)) ** 2)
        ),
    },
    "waves without the rule": {
        "random frequencies and phases": lambda n, d, rng: waves(
            n, rng.uniform(0.01, 3, d), rng.uniform(0, 2 * np.pi, d)
        ),
        "harmonics": lambda n, d, rng: waves(
            n, rng.uniform(0.01, 0.1) * np.arange(1, d + 1), rng.uniform(0, 2 * np.pi, d)
        ),
        "chirps": chirps,
        "damped waves": damped_waves,
        "one frequency": lambda n, d, rng: (
            rng.uniform(0.2, 1, d) * waves(n, np.full(d, rng.uniform(0.1, 1)), rng.uniform(0, 2 * np.pi, d))
        ),
        "audio": audio,
    },
    "series": {
        "random walk": random_walk,
        "smooth curves": smooth_curves,
        "gaussian process": gaussian_process,
        "time series": time_series,
        "pulses": lambda n, d, rng: np.exp(
            -(((np.arange(n)[:, None] + rng.uniform(0, 9, d)) % rng.uniform(5, 12, d) - 3) ** 2)
        ),
    },
    "images": {
        "radial gradient": radial_gradient,
        "checkerboard": checkerboard,
        "stripes": stripes,
        "photograph": photograph,
    },
    "numbers of chance": {
        "vectors with outlying columns": lambda n, d, rng: (
            rng.normal(size=(n, d)) * np.where(rng.uniform(size=d) < 0.05, 20, 1) + rng.normal(size=d)
        ),
        "orthogonal": lambda n, d, rng: np.linalg.qr(rng.normal(size=(max(n, d),) * 2))[0][:n, :d],
        "low rank": lambda n, d, rng: rng.normal(size=(n, 3)) @ rng.normal(size=(3, d)),
        "sparse": lambda n, d, rng: rng.normal(size=(n, d)) * (rng.uniform(size=(n, d)) < 0.08),
        "one constant column": one_constant_column,
        "counts": lambda n, d, rng: rng.poisson(3, (n, d)).astype(float),
        "sorted numbers": lambda n, d, rng: np.sort(rng.normal(size=(n, d)), axis=0),
        "quantized numbers": lambda n, d, rng: np.round(rng.normal(size=(n, d)), 1),
        "bits of chance": lambda n, d, rng: rng.integers(0, 2, (n, d)).astype(float),
        "heavy tails": lambda n, d, rng: rng.standard_t(3, (n, d)),
    },
}
"""Kinds by family: functions of the shape and a random generator."""

KINDS = {name: make for kinds in FAMILIES.values() for name, make in kinds.items()}
FAMILY = {name: family for family, kinds in FAMILIES.items() for name in kinds}


def matrix(name, n, d) -> tuple[str, np.ndarray]:
    """A matrix of a kind, and its name."""
    rng = np.random.default_rng(([*KINDS].index(name), n, d, 0))
    return f"{name} {n}×{d}", np.asarray(KINDS[name](n, d, rng), float)
