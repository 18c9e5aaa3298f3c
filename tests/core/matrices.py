"""Matrices that are no positional encoding: what people have at hand, and what looks like an encoding and is none.

Each kind is a function of the shape and of a random generator. None of them is a formula that the schemes of this
library can make, at any parameters that are in use.
"""

import itertools
from collections.abc import Callable, Iterator

import numpy as np
from numpy.polynomial import chebyshev, hermite_e, legendre

SIZES = ((16, 16), (24, 32), (40, 24), (64, 64), (96, 48), (128, 128), (64, 256), (256, 384))

Rng = np.random.Generator
KINDS: dict[str, Callable[[int, int, Rng], np.ndarray]] = {}
FAMILY: dict[str, str] = {}
"""Of what family each kind is."""


def family(name):
    """A decorator for the kinds of a family."""

    def kind(make):
        called = make.__name__.replace("_", " ")
        KINDS[called], FAMILY[called] = make, name
        return make

    return kind


def softmax(scores):
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def scores(n, d, rng, rank=32):
    return rng.normal(size=(n, rank)) @ rng.normal(size=(rank, d)) / np.sqrt(rank)


def distance(n, d):
    return np.subtract.outer(np.arange(n), np.arange(d))


def masked(values, seen):
    seen = seen.copy()
    seen[~seen.any(axis=1), 0] = True
    return np.where(seen, values, -np.inf)


kind = family("attention")


@kind
def attention(n, d, rng):
    return softmax(scores(n, d, rng))


@kind
def sharp_attention(n, d, rng):
    return softmax(8 * scores(n, d, rng))


@kind
def flat_attention(n, d, rng):
    return softmax(0.05 * scores(n, d, rng))


@kind
def low_rank_attention(n, d, rng):
    return softmax(scores(n, d, rng, 2))


@kind
def causal_attention(n, d, rng):
    return softmax(masked(scores(n, d, rng), distance(n, d) >= 0))


@kind
def sharp_causal_attention(n, d, rng):
    return softmax(masked(6 * scores(n, d, rng, 4), distance(n, d) >= 0))


@kind
def uniform_causal_attention(n, d, rng):
    return softmax(masked(np.zeros((n, d)), distance(n, d) >= 0))


@kind
def windowed_causal_attention(n, d, rng):
    behind = distance(n, d)
    return softmax(masked(scores(n, d, rng), (behind >= 0) & (behind < 6)))


@kind
def windowed_attention(n, d, rng):
    return softmax(masked(scores(n, d, rng), np.abs(distance(n, d)) < 5))


@kind
def attention_with_a_recency_bias(n, d, rng):
    return softmax(masked(scores(n, d, rng) - 0.2 * np.abs(distance(n, d)), distance(n, d) >= 0))


@kind
def attention_with_a_sink(n, d, rng):
    found = scores(n, d, rng)
    found[:, 0] += 4
    return softmax(masked(found, distance(n, d) >= 0))


@kind
def mean_attention_of_heads(n, d, rng):
    return np.mean([causal_attention(n, d, rng) for _ in range(8)], axis=0)


@kind
def attention_scores(n, d, rng):
    return scores(n, d, rng)


@kind
def log_attention(n, d, rng):
    return np.log(softmax(scores(n, d, rng)))


kind = family("matrices of a structure")


@kind
def toeplitz(n, d, rng):
    return rng.normal(size=n + d)[distance(n, d) + d]


@kind
def symmetric_toeplitz(n, d, rng):
    return rng.normal(size=n + d)[np.abs(distance(n, d))]


@kind
def exponential_kernel(n, d, rng):
    return rng.uniform(0.5, 0.97) ** np.abs(distance(n, d))


@kind
def gaussian_kernel(n, d, rng):
    return np.exp(-((distance(n, d) / rng.uniform(2, 9)) ** 2))


@kind
def hankel(n, d, rng):
    return rng.normal(size=n + d)[np.add.outer(np.arange(n), np.arange(d))]


@kind
def circulant(n, d, rng):
    return rng.normal(size=max(n, d))[distance(n, d) % max(n, d)]


@kind
def finite_differences(n, d, rng):
    behind = distance(n, d)
    return rng.uniform(1, 9) * ((np.abs(behind) == 1) - 2.0 * (behind == 0))


@kind
def vandermonde(n, d, rng):
    return np.linspace(0, rng.uniform(0.8, 1.1), n)[:, None] ** np.arange(d)


@kind
def vandermonde_about_zero(n, d, rng):
    return np.linspace(-1, 1, n)[:, None] ** np.arange(d)


@kind
def vandermonde_of_random_points(n, d, rng):
    return np.sort(rng.uniform(-1, 1, n))[:, None] ** np.arange(d)


@kind
def hilbert(n, d, rng):
    return 1 / (np.add.outer(np.arange(n), np.arange(d)) + 1.0 + rng.integers(3))


@kind
def cauchy(n, d, rng):
    return 1 / np.subtract.outer(np.sort(rng.uniform(1, 2, n)), np.sort(rng.uniform(-1, 0.5, d)))


@kind
def permutation(n, d, rng):
    return np.eye(max(n, d))[rng.permutation(max(n, d))][:n, :d]


@kind
def block_diagonal(n, d, rng):
    return rng.normal(size=(n, d)) * (np.arange(n)[:, None] // 8 == np.arange(d) // 8)


@kind
def upper_triangle(n, d, rng):
    return np.where(distance(n, d) <= 0, rng.normal(size=(n, d)), 0)


@kind
def multiplication_modulo_a_prime(n, d, rng):
    return np.multiply.outer(np.arange(n), np.arange(d)) % 97 / 97.0


@kind
def distances_of_points(n, d, rng):
    points, others = rng.normal(size=(2, max(n, d), 3))
    return np.linalg.norm(points[:n, None] - others[None, :d], axis=2)


@kind
def gram(n, d, rng):
    points = rng.normal(size=(max(n, d), 8))
    return (points @ points.T)[:n, :d]


@kind
def covariance(n, d, rng):
    walks = np.cumsum(rng.normal(size=(max(n, d), 50)), axis=0)
    return np.cov(walks)[:n, :d]


@kind
def random_adjacency(n, d, rng):
    edges = rng.uniform(size=(max(n, d),) * 2) < 0.1
    return (edges | edges.T)[:n, :d].astype(float)


@kind
def ring_adjacency(n, d, rng):
    around = distance(max(n, d), max(n, d)) % max(n, d)
    return ((around == 1) | (around == max(n, d) - 1))[:n, :d].astype(float)


@kind
def laplacian_eigenvectors(n, d, rng):
    size = max(n, d)
    edges = rng.uniform(size=(size, size)) < 4 / size
    edges = (edges | edges.T).astype(float)
    return np.linalg.eigh(np.diag(edges.sum(axis=0)) - edges)[1][:n, :d]


kind = family("bases")


def angles(n, d, row, column):
    return np.multiply.outer(np.arange(n) + row, np.arange(d) + column)


@kind
def dct_1(n, d, rng):
    return np.cos(np.pi / (n - 1) * angles(n, d, 0, 0))


@kind
def dct_2(n, d, rng):
    return np.cos(np.pi / n * angles(n, d, 0.5, 0))


@kind
def dct_3(n, d, rng):
    return np.cos(np.pi / d * angles(n, d, 0, 0.5))


@kind
def dct_4(n, d, rng):
    return np.cos(np.pi / n * angles(n, d, 0.5, 0.5))


@kind
def dst(n, d, rng):
    return np.sin(np.pi / (n + 1) * angles(n, d, 1, 1))


@kind
def dft_real_part(n, d, rng):
    return np.cos(2 * np.pi / n * angles(n, d, 0, 0))


@kind
def dft_imaginary_part(n, d, rng):
    return np.sin(-2 * np.pi / n * angles(n, d, 0, 0))


@kind
def hartley(n, d, rng):
    return np.cos(2 * np.pi / n * angles(n, d, 0, 0)) + np.sin(2 * np.pi / n * angles(n, d, 0, 0))


@kind
def hadamard(n, d, rng):
    return np.array([[1.0 - 2 * (int(a & b).bit_count() % 2) for b in range(d)] for a in range(n)])


@kind
def walsh(n, d, rng):
    """The rows of Hadamard's matrix by how often they change their sign."""
    size = 1 << (max(n, d) - 1).bit_length()
    whole = hadamard(size, size, rng)
    return whole[np.argsort(np.sum(np.diff(whole, axis=1) != 0, axis=1))][:n, :d]


@kind
def haar(n, d, rng):
    size = 1 << (max(n, d) - 1).bit_length()
    found = np.ones((1, 1))
    while len(found) < size:
        found = np.vstack((np.kron(found, [1, 1]), np.kron(np.eye(len(found)), [1, -1]))) / np.sqrt(2)
    return found[:n, :d]


@kind
def haar_transposed(n, d, rng):
    return haar(d, n, rng).T


@kind
def legendre_polynomials(n, d, rng):
    return legendre.legvander(np.linspace(-1, 1, n), d - 1)


@kind
def chebyshev_polynomials(n, d, rng):
    return chebyshev.chebvander(np.linspace(-1, 1, n), d - 1)


@kind
def hermite_functions(n, d, rng):
    x = np.linspace(-4, 4, n)
    found = hermite_e.hermevander(x, min(d, 40) - 1) * np.exp(-(x[:, None] ** 2) / 4)
    found /= np.linalg.norm(found, axis=0)
    return np.tile(found, -(-d // found.shape[1]))[:, :d]


@kind
def bernstein_polynomials(n, d, rng):
    x, k = np.linspace(0, 1, n)[:, None], np.arange(d)
    logs = np.concatenate(([0], np.cumsum(np.log(np.arange(1, d + 1)))))
    return np.exp(logs[d - 1] - logs[k] - logs[d - 1 - k]) * x**k * (1 - x) ** (d - 1 - k)


@kind
def splines(n, d, rng):
    apart = np.abs(np.linspace(0, d - 1, n)[:, None] - np.arange(d))
    return np.where(apart < 1, 2 / 3 - apart**2 + apart**3 / 2, np.maximum(0, 2 - apart) ** 3 / 6)


@kind
def mel_filters(n, d, rng):
    edges = 700 * (10 ** (np.linspace(20, 2800, n + 2) / 2595) - 1)
    hertz = np.linspace(0, 8000, d)
    up = (hertz - edges[:-2, None]) / np.diff(edges)[:-1, None]
    down = (edges[2:, None] - hertz) / np.diff(edges)[1:, None]
    return np.maximum(0, np.minimum(up, down))


@kind
def polynomial_features(n, d, rng):
    x = rng.normal(size=(n, 4))
    powers = rng.integers(0, 3, (d, 4))
    return np.prod(x[:, None] ** powers, axis=2)


@kind
def decays(n, d, rng):
    return np.exp(-np.multiply.outer(np.arange(n), rng.uniform(0.01, 0.5, d)))


@kind
def logistic_curves(n, d, rng):
    return 1 / (1 + np.exp(-(np.arange(n)[:, None] - rng.uniform(0, n, d)) / rng.uniform(1, n / 4, d)))


@kind
def bumps(n, d, rng):
    return np.exp(-(((np.arange(n)[:, None] - rng.uniform(0, n, d)) / rng.uniform(1, n / 8, d)) ** 2))


kind = family("waves without the rule")


def waves(n, frequencies, phases):
    return np.sin(np.multiply.outer(np.arange(n), frequencies) + phases)


@kind
def random_frequencies_and_phases(n, d, rng):
    return waves(n, rng.uniform(0.01, 3, d), rng.uniform(0, 2 * np.pi, d))


@kind
def random_slow_waves(n, d, rng):
    return waves(n, 10 ** rng.uniform(-3, 0, d), rng.uniform(0, 2 * np.pi, d))


@kind
def harmonics(n, d, rng):
    return waves(n, rng.uniform(0.01, 0.1) * np.arange(1, d + 1), rng.uniform(0, 2 * np.pi, d))


@kind
def chirps(n, d, rng):
    p = np.arange(n)[:, None]
    return np.sin(rng.uniform(0, 0.5, d) * p + rng.uniform(0.001, 0.02, d) * p**2 + rng.uniform(0, 6, d))


@kind
def sums_of_sines(n, d, rng):
    return sum(rng.uniform(0.2, 1) * waves(n, rng.uniform(0.05, 2, d), rng.uniform(0, 6, d)) for _ in range(5))


@kind
def damped_waves(n, d, rng):
    fading = np.exp(-np.multiply.outer(np.arange(n), rng.uniform(0.5, 3, d)) / n)
    return fading * waves(n, rng.uniform(0.05, 2, d), rng.uniform(0, 6, d))


@kind
def one_frequency(n, d, rng):
    return rng.uniform(0.2, 1, d) * waves(n, np.full(d, rng.uniform(0.1, 1)), rng.uniform(0, 2 * np.pi, d))


@kind
def audio(n, d, rng):
    """Frames of a sound with overtones, one in each row."""
    time = np.arange(n * d // 2 + d)
    sound = sum(np.sin(0.031 * k * time + rng.uniform(0, 6)) / k for k in range(1, 9))
    sound = sound * np.exp(-(time % 1000) / 400) + rng.normal(0, 0.02, len(time))
    return np.stack([sound[row * d // 2 : row * d // 2 + d] for row in range(n)])


@kind
def spectrogram(n, d, rng):
    frames = audio(n, 2 * d, rng) * np.hanning(2 * d)
    return np.log(np.abs(np.fft.rfft(frames, axis=1))[:, :d] + 1e-3)


kind = family("series")


@kind
def random_walk(n, d, rng):
    return np.cumsum(rng.normal(size=(n, d)), axis=0)


@kind
def small_random_walk(n, d, rng):
    return rng.normal(0, 1, d) + 0.05 * random_walk(n, d, rng)


@kind
def walk_of_few_directions(n, d, rng):
    return random_walk(n, 4, rng) @ rng.normal(size=(4, d))


@kind
def smooth_curves(n, d, rng):
    kernel = np.hanning(min(15, n // 2) + 2)
    return np.stack([np.convolve(one, kernel, "same")[:n] for one in rng.normal(size=(d, n))], axis=1)


@kind
def gaussian_process(n, d, rng):
    covariance = np.exp(-((distance(n, n) / (n / 6)) ** 2) / 2)
    values, vectors = np.linalg.eigh(covariance)
    return (vectors * np.sqrt(np.maximum(values, 0))) @ rng.normal(size=(n, d))


@kind
def rough_gaussian_process(n, d, rng):
    far = np.abs(distance(n, n)) / (n / 5)
    return np.linalg.cholesky((1 + far) * np.exp(-far) + 1e-9 * np.eye(n)) @ rng.normal(size=(n, d))


@kind
def autoregression(n, d, rng):
    found, shares = rng.normal(size=(n, d)), rng.uniform(0.5, 0.99, d)
    for row in range(1, n):
        found[row] += shares * found[row - 1]
    return found


@kind
def time_series(n, d, rng):
    p = np.arange(n)[:, None]
    season = rng.uniform(0, 2, d) * np.sin(2 * np.pi * p / rng.choice([7, 12, 24], d) + rng.uniform(0, 6, d))
    return rng.uniform(-0.05, 0.05, d) * p + season + rng.normal(0, 0.3, (n, d))


@kind
def prices(n, d, rng):
    return 100 * np.exp(np.cumsum(rng.normal(0, 0.01, (n, d)), axis=0))


@kind
def pulses(n, d, rng):
    return np.exp(-(((np.arange(n)[:, None] + rng.uniform(0, 9, d)) % rng.uniform(5, 12, d) - 3) ** 2))


@kind
def logistic_map(n, d, rng):
    found = np.empty((n, d))
    found[0] = rng.uniform(0.1, 0.9, d)
    for row in range(1, n):
        found[row] = 3.9 * found[row - 1] * (1 - found[row - 1])
    return found


kind = family("images")


@kind
def radial_gradient(n, d, rng):
    y, x = np.arange(n)[:, None] - rng.uniform(0, n), np.arange(d) - rng.uniform(0, d)
    return np.hypot(y, x) / max(n, d)


@kind
def blobs(n, d, rng):
    y, x = np.arange(n)[:, None], np.arange(d)
    places = rng.uniform(0, 1, (12, 2)) * (n, d)
    return sum(np.exp(-((y - a) ** 2 + (x - b) ** 2) / (0.01 * n * d)) * rng.uniform(0.3, 1) for a, b in places)


@kind
def checkerboard(n, d, rng):
    size = int(rng.integers(2, 6))
    return ((np.arange(n)[:, None] // size + np.arange(d) // size) % 2).astype(float)


@kind
def stripes(n, d, rng):
    y, x = np.arange(n)[:, None], np.arange(d)
    return np.sin(rng.uniform(0.1, 0.6) * y + rng.uniform(0.1, 0.6) * x) * 0.5 + 0.5


@kind
def square_stripes(n, d, rng):
    return (np.sin(rng.uniform(0.1, 0.6) * np.arange(n)[:, None] - 0.3 * np.arange(d)) > 0).astype(float)


@kind
def rings(n, d, rng):
    return np.cos(radial_gradient(n, d, rng) * max(n, d) * rng.uniform(0.2, 0.8))


@kind
def photograph(n, d, rng):
    """Noise with the spectrum of natural images, as bytes."""
    far = np.hypot(np.fft.fftfreq(n)[:, None], np.fft.fftfreq(d)) + 1 / max(n, d)
    found = np.fft.ifft2(np.fft.fft2(rng.normal(size=(n, d))) / far).real
    return np.round(255 * (found - found.min()) / np.ptp(found))


kind = family("numbers of chance")


@kind
def word_vectors(n, d, rng):
    return rng.normal(size=(n, d)) / (1 + np.arange(n)[:, None]) ** 0.3


@kind
def clustered_vectors(n, d, rng):
    return rng.normal(size=(8, d))[rng.integers(0, 8, n)] + 0.2 * rng.normal(size=(n, d))


@kind
def vectors_with_outlying_columns(n, d, rng):
    return rng.normal(size=(n, d)) * np.where(rng.uniform(size=d) < 0.05, 20, 1) + rng.normal(size=d)


@kind
def orthogonal(n, d, rng):
    return np.linalg.qr(rng.normal(size=(max(n, d),) * 2))[0][:n, :d]


@kind
def low_rank(n, d, rng):
    return rng.normal(size=(n, 3)) @ rng.normal(size=(3, d))


@kind
def sparse(n, d, rng):
    return rng.normal(size=(n, d)) * (rng.uniform(size=(n, d)) < 0.08)


@kind
def one_constant_column(n, d, rng):
    found = rng.normal(size=(n, d))
    found[:, 0] = 1
    return found


@kind
def counts(n, d, rng):
    return rng.poisson(3, (n, d)).astype(float)


@kind
def word_counts(n, d, rng):
    return rng.poisson(5 / (1 + np.arange(d)), (n, d)).astype(float)


@kind
def sorted_numbers(n, d, rng):
    return np.sort(rng.normal(size=(n, d)), axis=0)


@kind
def sorted_in_all(n, d, rng):
    return np.sort(rng.uniform(size=n * d)).reshape(n, d)


@kind
def ranks(n, d, rng):
    return np.argsort(rng.normal(size=(n, d)), axis=0).astype(float)


@kind
def quantized_numbers(n, d, rng):
    return np.round(rng.normal(size=(n, d)), 1)


@kind
def bits_of_chance(n, d, rng):
    return rng.integers(0, 2, (n, d)).astype(float)


@kind
def uniform_weights(n, d, rng):
    return rng.uniform(-1, 1, (n, d)) * np.sqrt(6 / (n + d))


@kind
def heavy_tails(n, d, rng):
    return rng.standard_t(3, (n, d))


@kind
def shares(n, d, rng):
    return rng.dirichlet(np.full(d, 0.5), n)


def matrix(name, n, d, seed=0) -> tuple[str, np.ndarray]:
    """One matrix of a kind, and what it is called."""
    rng = np.random.default_rng(([*KINDS].index(name), n, d, seed))
    return f"{name} {n}×{d}" + f" seed {seed}" * (seed > 0), np.asarray(KINDS[name](n, d, rng), float)


def matrices(sizes=SIZES, seeds=1) -> Iterator[tuple[str, np.ndarray]]:
    """Each kind at each size, with so many seeds."""
    for name, (n, d), seed in itertools.product(KINDS, sizes, range(seeds)):
        yield matrix(name, n, d, seed)
