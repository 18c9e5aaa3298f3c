"""Encodings of the trained models: fixed positions from `posenc_core`, and learned ones as published."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import posenc_core as pe
from training.settings import SETTINGS


class Positions(nn.Module):
    """Positions of a scheme of `posenc_core` with nothing to learn; each table is computed once per length.

    `draw`: "" for positions 0, 1, 2, …; "subset" for a random increasing subset of a long range, in tests too;
    "start" for a random first position of each text in training.
    """

    speed = 1.0
    """Factor on the learning rate of the parameters here."""

    def __init__(self, scheme: pe.Scheme, draw: str = "") -> None:
        """Store the scheme."""
        super().__init__()
        self.draw = draw
        self.use(scheme)

    def use(self, scheme: pe.Scheme) -> None:
        """Replace the scheme."""
        self.scheme = scheme
        self.tables: dict[tuple[str, int], Tensor] = {}

    def table(self, name: str, length: int, compute: Callable[[], Any]) -> Tensor:
        """Numbers of the scheme for a length, cached, as float32."""
        if (name, length) not in self.tables:
            self.tables[name, length] = torch.as_tensor(np.asarray(compute(), np.float32))
        return self.tables[name, length]

    def draw_positions(self, count: int, length: int) -> Tensor | None:
        """Positions of the tokens, where they are random. -> (n,) or (b, n)."""
        if self.draw == "subset":
            return torch.randperm(SETTINGS.noise_length)[:length].sort().values
        if self.draw == "start" and self.training:
            return torch.randint(SETTINGS.noise_length - length + 1, (count, 1)) + torch.arange(length)
        return None

    def vectors_to_add(self, places: Tensor | None, length: int) -> Tensor | float:
        """Vectors to add to the token embeddings. -> (n, d), (b, n, d), or 0."""
        if self.scheme.family != "table":
            return 0.0
        size = length if places is None else SETTINGS.noise_length
        table = self.table("added", size, lambda: self.scheme.encode(range(size), SETTINGS.width, length=size))
        return table if places is None else table[places]

    def rotate(self, x: Tensor, places: Tensor | None, keys: bool) -> Tensor:
        """Rotated queries or keys. (b, h, n, e) -> (b, h, n, e)."""
        if self.scheme.family != "rotation":
            return x
        length, dim = x.shape[-2:]
        size = length if places is None else SETTINGS.noise_length
        own, other = self.table(f"rotation {keys}", size, lambda: rotation(self.scheme, size, dim, keys))
        if places is not None:
            own, other = own[places], other[places]
        return x * own + x.unflatten(-1, (-1, 2)).flip(-1).flatten(-2) * other

    def bias(self, queries: Tensor, layer: int) -> Tensor | None:
        """Numbers to add to logits, with the causal mask; None where that is the mask alone.

        (b, h, n, e) -> (h or 1, n, n), or (b, h, n, n) where they depend on the queries, which are not rotated yet.
        """
        if self.scheme.family != "bias" or self.scheme.name == "NoPE":
            return None
        length = queries.shape[-2]
        return self.table("bias", length, lambda: self.fixed_bias(length))

    def fixed_bias(self, length: int) -> np.ndarray:
        """Bias of the scheme, -inf for later keys. -> (h or 1, n, n)."""
        heads = 1 if self.scheme.unsupported_reason("heads") else SETTINGS.heads
        return self.scheme.bias(range(length), range(length), heads)

    def causal(self, length: int) -> Tensor:
        """Causal mask. -> (n, n)."""
        return self.table("mask", length, lambda: np.triu(np.full((length, length), -np.inf), 1))

    def offsets(self, length: int) -> Tensor:
        """Query position minus key position, 0 for later keys. -> (n, n)."""
        return self.table("offsets", length, lambda: np.maximum(np.arange(length)[:, None] - np.arange(length), 0))

    def by_offset(self, numbers: Tensor) -> Tensor:
        """Arrange numbers of each query and offset by query and key, masked. (b, h, n, n) -> (b, h, n, n)."""
        length = numbers.shape[-1]
        index = self.offsets(length).long().expand(*numbers.shape[:2], -1, -1)
        return numbers.gather(-1, index) + self.causal(length)


def rotation(scheme: pe.Scheme, length: int, dim: int, keys: bool) -> np.ndarray:
    """Share of the same column, and of the other column of its pair, in each rotated column. -> (2, n, e)."""
    units, columns = np.repeat(np.eye(dim)[:, None], length, 1), np.arange(dim)
    turned = scheme.rotate(units, range(length), keys=keys, length=length)
    return np.stack([turned[column, :, columns].T for column in (columns, columns ^ 1)])


class LearnedTable(Positions):
    """A vector for each position, learned from a normal start of deviation 1, as the tokens have."""

    def __init__(self, scheme: pe.Scheme) -> None:
        """Start with random vectors."""
        super().__init__(scheme)
        self.vectors = nn.Parameter(torch.randn(SETTINGS.language_tested, SETTINGS.width))

    def vectors_to_add(self, places: Tensor | None, length: int) -> Tensor:
        return self.vectors[:length]


class LearnedT5(Positions):
    """T5: a number per bucket and head, shared by all layers. Buckets beyond the trained length use the last trained.

    It learns 10 times as fast: the logits of a query over 512 keys need several nats.
    """

    speed = 10.0

    def __init__(self, scheme: pe.T5) -> None:
        """Start with zeros."""
        super().__init__(scheme)
        self.numbers, self.longest = nn.Parameter(torch.zeros(SETTINGS.heads, scheme.buckets)), SETTINGS.trained

    def buckets(self, length: int) -> np.ndarray:
        """Bucket of each query and key, at most the last trained one. -> (n, n)."""
        scheme, places = self.scheme, np.arange(length)
        assert isinstance(scheme, pe.T5)
        return np.minimum(scheme.bucket(places - places[:, None]), scheme.bucket(1 - self.longest))

    def bias(self, queries: Tensor, layer: int) -> Tensor:
        length = queries.shape[-2]
        return self.numbers[:, self.table("bucket", length, lambda: self.buckets(length)).long()] + self.causal(length)


class LearnedKERPLE(Positions):
    """KERPLE, logarithmic: -r1 ln(1 + r2 k), with r1 and r2 per head and layer from the start of the authors' code."""

    def __init__(self, scheme: pe.KERPLE) -> None:
        """Start with random numbers."""
        super().__init__(scheme)
        start = torch.rand(SETTINGS.layers, 2, SETTINGS.heads, 1, 1)
        self.numbers = nn.Parameter(start * torch.tensor([2.0, 1.0]).view(2, 1, 1, 1))

    def bias(self, queries: Tensor, layer: int) -> Tensor:
        length = queries.shape[-2]
        with torch.no_grad():
            self.numbers.clamp_(min=0.01)
        r1, r2 = self.numbers[layer]
        return -r1 * torch.log1p(r2 * self.offsets(length)) + self.causal(length)


class LearnedFIRE(Positions):
    """FIRE: in each layer a network of the relative distance, with c and L learned from the start of the paper."""

    def __init__(self, scheme: pe.FIRE) -> None:
        """Start with random networks."""
        super().__init__(scheme)
        network = lambda: nn.Sequential(nn.Linear(1, 32), nn.ReLU(), nn.Linear(32, SETTINGS.heads))  # noqa: E731
        self.networks = nn.ModuleList(network() for _ in range(SETTINGS.layers))
        self.c = nn.Parameter(torch.full((SETTINGS.layers,), scheme.c))
        self.multiplier = nn.Parameter(torch.ones(SETTINGS.layers))

    def argument(self, length: int, layer: int) -> Tensor:
        """Relative distance on a log scale. -> (n, n)."""
        scheme, c = self.scheme, self.c[layer]
        assert isinstance(scheme, pe.FIRE)
        reference = torch.maximum(torch.arange(length), (self.multiplier[layer] * scheme.threshold).abs())
        return torch.log1p((c * self.offsets(length)).abs()) / (torch.log1p((c * reference).abs()) + 1e-6)[:, None]

    def bias(self, queries: Tensor, layer: int) -> Tensor:
        length = queries.shape[-2]
        numbers = self.networks[layer](self.argument(length, layer)[..., None])
        return numbers.permute(2, 0, 1) + self.causal(length)


class LearnedShaw(Positions):
    """Shaw: a key vector per distance, clipped, in each layer, the same in all heads; values have none."""

    def __init__(self, scheme: pe.Shaw) -> None:
        """Start with random vectors."""
        super().__init__(scheme)
        start = torch.empty(SETTINGS.layers, scheme.clip + 1, SETTINGS.width // SETTINGS.heads)
        self.vectors = nn.Parameter(torch.stack([nn.init.xavier_uniform_(weights) for weights in start]))

    def bias(self, queries: Tensor, layer: int) -> Tensor:
        length, vectors = queries.shape[-2], self.vectors[layer]
        distances = torch.arange(length).clamp(max=len(vectors) - 1)
        return self.by_offset(queries @ vectors[distances].T / math.sqrt(queries.shape[-1]))


class LearnedTransformerXL(Positions):
    """Transformer-XL: a matrix for the sinusoid of the distance in each layer, and u and v, shared by all layers."""

    def __init__(self, scheme: pe.TransformerXL) -> None:
        """Start with random matrices and small vectors."""
        super().__init__(scheme)
        width, heads = SETTINGS.width, SETTINGS.heads
        self.matrices = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(SETTINGS.layers))
        self.u, self.v = (nn.Parameter(0.02 * torch.randn(heads, 1, width // heads)) for _ in range(2))

    def rotate(self, x: Tensor, places: Tensor | None, keys: bool) -> Tensor:
        return x if keys else x + self.u

    def bias(self, queries: Tensor, layer: int) -> Tensor:
        length, width = queries.shape[-2], SETTINGS.width
        waves = self.table("waves", length, lambda: pe.Sinusoidal().encode(range(length), width))
        vectors = self.matrices[layer](waves).view(length, SETTINGS.heads, -1).permute(1, 2, 0)
        return self.by_offset((queries + self.v) @ vectors / math.sqrt(queries.shape[-1]))


@dataclass(frozen=True)
class Encoding:
    """A scheme, the module that uses or learns it, and what is trained.

    `small_tasks`: trained on the small tasks with every recipe; `language_seeds`: number of its language models;
    `scaled`: these are also tested, and trained further, with scalings of RoPE; `by_length`: what a model reads at
    one position depends on the length of the text.
    """

    scheme: pe.Scheme
    module: Callable[[Any], Positions] = Positions
    draw: str = ""
    learned: str = ""
    small_tasks: bool = False
    language_seeds: int = 1
    scaled: bool = False
    by_length: bool = False

    def positions(self) -> Positions:
        """Create a module with initial values."""
        return Positions(self.scheme, self.draw) if self.draw else self.module(self.scheme)

    def variants(self, trained: int) -> list[tuple[str, pe.Scheme, bool]]:
        """Schemes that replace the trained one: name, scheme, and training on longer texts."""
        if not self.scaled:
            return []
        linear, ntk, yarn = (
            replace(self.scheme, scaling=name, factor=SETTINGS.factor, trained_length=trained)
            for name in ("linear", "NTK-aware", "YaRN")
        )
        untrained = [("linear", linear, False), ("NTK-aware", ntk, False), ("YaRN", yarn, False)]
        tuned = [("tuned", self.scheme, True), ("tuned linear", linear, True), ("tuned YaRN", yarn, True)]
        return untrained + tuned


ENCODINGS: dict[str, Encoding] = {
    "NoPE": Encoding(pe.NoPE(), small_tasks=True, language_seeds=2),
    "Sinusoidal": Encoding(pe.Sinusoidal(), small_tasks=True, language_seeds=2),
    "Learned table": Encoding(
        pe.Learned(), LearnedTable, learned="one vector per position", small_tasks=True, language_seeds=2
    ),
    "RoPE": Encoding(pe.RoPE(), small_tasks=True, language_seeds=2, scaled=True),
    "ALiBi": Encoding(pe.ALiBi(), small_tasks=True, language_seeds=2),
    "T5": Encoding(
        pe.T5(direction="causal"),
        LearnedT5,
        learned="one number per bucket and head",
        small_tasks=True,
        language_seeds=2,
    ),
    "KERPLE": Encoding(pe.KERPLE(), LearnedKERPLE, learned="r1, r2 per head and layer", small_tasks=True),
    "FIRE": Encoding(pe.FIRE(), LearnedFIRE, learned="network, c, L per layer", small_tasks=True),
    # the paper's threshold of 512 is beyond every trained text, and switches its interpolation off
    "FIRE (L = 8)": Encoding(
        pe.FIRE(threshold=8), LearnedFIRE, learned="network, c, L per layer", small_tasks=True, language_seeds=0
    ),
    "TransformerXL": Encoding(
        pe.TransformerXL(width=64), LearnedTransformerXL, learned="matrix per layer, u, v per head", small_tasks=True
    ),
    "Sandwich": Encoding(pe.Sandwich()),
    "Shaw": Encoding(pe.Shaw(direction="causal"), LearnedShaw, learned="one vector per distance and layer"),
    "SlidingWindow": Encoding(pe.SlidingWindow()),
    "xPos": Encoding(pe.xPos()),
    "RoPE (half of the dimensions)": Encoding(pe.RoPE(share=0.5)),
    "RoPE (random positions)": Encoding(pe.RoPE(), draw="subset", by_length=True),
    "Sinusoidal (random positions)": Encoding(pe.Sinusoidal(), draw="subset", by_length=True),
    # for RoPE, a random first position would change nothing
    "Sinusoidal (random start)": Encoding(pe.Sinusoidal(), draw="start"),
    "Binary": Encoding(pe.Binary()),
    "Index (one column)": Encoding(pe.Index(spread="one column")),
    "Normalized (one column)": Encoding(pe.Normalized(spread="one column"), by_length=True),
}
"""Encodings by the name that results and pages use."""
