"""Train one small Transformer with each positional encoding, and test it on longer texts.

The model, its budget, and its data are the same each time; only what tells positions apart differs. Positions come from
`posenc_core`: added tables from `encode`, rotations from `rotate`, biases from `bias`. `make train` runs it.
"""

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import posenc_core as pe

LAYERS, WIDTH, HEADS, VOCABULARY = 2, 64, 4, 16
STEPS, BATCH, RATE, WARMUP, DECAY = 1000, 64, 3e-3, 50, 0.01
SHORTEST, TRAINED, LENGTHS = 9, 32, (16, 32, 48, 64, 128, 256, 512)
TESTED, BINS, BINNED = 2**14, 16, 128
"""Tokens tested at a length, at least 32 texts; and the bins of positions of the length at which they are counted."""
TUNED = 100
"""Steps of training at lengths up to 4 times the trained one, after a scaling."""
SHOWN = 24
"""Tokens of the text whose attention is kept."""

MEASURED = {"accuracy": len(LENGTHS), "loss": len(LENGTHS), "by_position": BINS}
"""What is measured, and how many numbers that are."""

HYPERPARAMETERS = {
    name.lower(): value
    for name, value in {**globals()}.items()
    if name.isupper() and isinstance(value, int | float | tuple)
}


@dataclass(frozen=True)
class Encoding:
    """What tells positions apart. `learned`: its numbers are trained, and of the scheme only the shape is used."""

    scheme: pe.Scheme
    learned: bool = False
    tests: tuple[tuple[str, pe.Scheme, bool], ...] = ()
    """Schemes that take its place at the test, by name, and whether training goes on for a little with them."""


def scaled(base: float) -> tuple[tuple[str, pe.Scheme, bool], ...]:
    """RoPE's scalings to four times the trained length."""
    given: dict[str, Any] = {"base": base, "factor": 4.0, "trained": TRAINED}
    tests = [(name, pe.RoPE(scaling=name, **given), False) for name in ("linear", "NTK-aware", "YaRN")]
    return (*tests, ("tuned", pe.RoPE(base=base), True), ("YaRN and tuned", pe.RoPE(scaling="YaRN", **given), True))


TESTS = {"RoPE": scaled(1e4), "RoPE (base 500)": scaled(500.0)}

ENCODINGS: dict[str, Encoding] = {
    name: Encoding(scheme, name in ("Learned table", "T5 (learned)"), TESTS.get(name, ()))
    for name, scheme in pe.extrapolation.ENCODINGS.items()
}

NONE = -100
"""Where nothing is asked."""


def back(tokens: Tensor, k: int) -> Tensor:
    """The token k back."""
    return torch.cat((torch.full_like(tokens[:, :k], NONE), tokens[:, :-k]), 1)


def index(tokens: Tensor) -> Tensor:
    """The token at index 5, asked behind it."""
    asked = torch.arange(tokens.shape[1]) > 5
    return torch.where(asked, tokens[:, 5:6], NONE)


def induction(tokens: Tensor) -> Tensor:
    """The token that followed when the same token stood there last."""
    same = (tokens[:, :, None] == tokens[:, None, :]) & torch.ones(2 * tokens.shape[1:], dtype=torch.bool).tril(-1)
    places = torch.arange(tokens.shape[1])
    last = torch.where(same, places, -1).max(-1).values
    return torch.where(last >= 0, tokens.gather(1, (last + 1).clamp(max=tokens.shape[1] - 1)), NONE)


def copied(tokens: Tensor) -> Tensor:
    """The next token, in a second half that repeats the first."""
    half = tokens.shape[1] // 2
    tokens[:, half : 2 * half] = tokens[:, :half]
    found = torch.full_like(tokens, NONE)
    found[:, half : 2 * half - 1] = tokens[:, half + 1 : 2 * half]
    return found


def order(tokens: Tensor) -> Tensor:
    """Whether token 0 came before token 1: 2 for yes, 3 for no; each stands once."""
    tokens[:] = tokens.clamp(min=2)
    places = torch.rand(tokens.shape).argsort(1)[:, :2]
    tokens.scatter_(1, places, torch.tensor([[0, 1]]).expand(len(tokens), 2))
    answer = torch.where(places[:, :1] < places[:, 1:], 2, 3)
    asked = torch.arange(tokens.shape[1]) > places.max(1, keepdim=True).values
    return torch.where(asked, answer, NONE)


TASKS: dict[str, tuple[Callable[[Tensor], Tensor], float]] = {
    "1 back": (lambda tokens: back(tokens, 1), 1 / VOCABULARY),
    "3 back": (lambda tokens: back(tokens, 3), 1 / VOCABULARY),
    "8 back": (lambda tokens: back(tokens, 8), 1 / VOCABULARY),
    "index 5": (index, 1 / VOCABULARY),
    "induction": (induction, 1 / VOCABULARY),
    "copy": (copied, 1 / VOCABULARY),
    "order": (order, 0.5),
}
"""What is asked, and the accuracy of guessing. A task may write the tokens that it needs."""


def texts(task: str, count: int, length: int) -> tuple[Tensor, Tensor]:
    """Random tokens and what is asked at each. -> (count, length) twice."""
    tokens = torch.randint(VOCABULARY, (count, length))
    return tokens, TASKS[task][0](tokens)


class Positions(nn.Module):
    """What an encoding adds, how it rotates, and what it adds to logits; tables of each length are made once."""

    def __init__(self, encoding: Encoding) -> None:
        """Take an encoding, with numbers that are trained where it is learned."""
        super().__init__()
        self.use(encoding.scheme)
        self.table = self.buckets = None
        if encoding.learned and isinstance(encoding.scheme, pe.T5):
            self.buckets = nn.Parameter(torch.zeros(encoding.scheme.buckets, HEADS))
        elif encoding.learned:
            self.table = nn.Parameter(0.02 * torch.randn(LENGTHS[-1], WIDTH))

    def use(self, scheme: pe.Scheme) -> None:
        """Take the numbers of a scheme from here on."""
        self.scheme, self.made = scheme, {}

    def of(self, what: str, length: int, make: Callable[[], Any]) -> Tensor:
        """A table of a length, made when it is first asked for."""
        if (what, length) not in self.made:
            device = next(iter(self.parameters()), torch.zeros(1)).device
            self.made[what, length] = torch.as_tensor(np.asarray(make(), np.float32), device=device)
        return self.made[what, length]

    def added(self, length: int) -> Tensor | float:
        """(n, d), or 0."""
        if self.table is not None:
            return self.table[:length]
        if self.scheme.family != "table":
            return 0.0
        return self.of("added", length, lambda: self.scheme.encode(range(length), WIDTH, length=length))

    def rotated(self, x: Tensor, keys: bool) -> Tensor:
        """Queries or keys. (b, h, n, e) -> (b, h, n, e)."""
        if self.scheme.family != "rotation":
            return x
        length, size = x.shape[-2:]
        units = np.repeat(np.eye(size)[:, None], length, 1)
        make = lambda: self.scheme.rotate(units, range(length), keys=keys, length=length)  # noqa: E731
        return torch.einsum("bhnj,jnk->bhnk", x, self.of(f"rotated {keys}", length, make))

    def bias(self, length: int) -> Tensor:
        """What is added to logits, with the causal mask. (h, n, n) or (1, n, n)."""
        ahead = np.arange(length) - np.arange(length)[:, None]
        mask = self.of("mask", length, lambda: np.where(ahead > 0, -np.inf, 0.0)[None])
        if self.buckets is not None:
            scheme = self.scheme
            assert isinstance(scheme, pe.T5)
            return self.buckets[self.of("buckets", length, lambda: scheme.bucket(ahead)).long()].permute(2, 0, 1) + mask
        if self.scheme.family != "bias":
            return mask
        heads = 1 if self.scheme.unsupported_reason("heads") else HEADS
        return self.of("bias", length, lambda: self.scheme.bias(range(length), range(length), heads)) + mask


class Block(nn.Module):
    """Attention and a network, each behind a layer norm."""

    def __init__(self) -> None:
        """Take the sizes above."""
        super().__init__()
        self.first, self.second = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.into, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.network = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x: Tensor, positions: Positions) -> tuple[Tensor, Tensor]:
        """(b, n, d) -> (b, n, d), and the weights (b, h, n, n)."""
        count, length, _ = x.shape
        parts = self.into(self.first(x)).view(count, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        queries, keys = positions.rotated(parts[0], False), positions.rotated(parts[1], True)
        logits = queries @ keys.transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + positions.bias(length)
        weights = logits.softmax(-1)
        x = x + self.out((weights @ parts[2]).transpose(1, 2).reshape(count, length, WIDTH))
        return x + self.network(self.second(x)), weights


class Model(nn.Module):
    """A decoder of a few blocks."""

    def __init__(self, encoding: Encoding) -> None:
        """Take an encoding and the sizes above."""
        super().__init__()
        self.positions = Positions(encoding)
        self.tokens = nn.Embedding(VOCABULARY, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.last, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, VOCABULARY)

    def forward(self, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (b, n, v), and the attention of the first block (b, h, n, n)."""
        x, seen = self.tokens(tokens) + self.positions.added(tokens.shape[1]), []
        for block in self.blocks:
            x, weights = block(x, self.positions)
            seen.append(weights)
        return self.out(self.last(x)), seen[0]


def fit(model: Model, task: str, steps: int, longest: int, rate: float) -> None:
    """Train for some steps on texts of random lengths up to `longest`."""
    device = next(model.parameters()).device
    optimizer = torch.optim.AdamW(model.parameters(), rate, weight_decay=DECAY)
    warm = lambda step: min((step + 1) / WARMUP, 0.5 + 0.5 * math.cos(math.pi * step / steps))  # noqa: E731
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, warm)
    for _ in range(steps):
        length = int(torch.randint(SHORTEST, longest + 1, ()))
        tokens, asked = (each.to(device) for each in texts(task, BATCH, length))
        loss = functional.cross_entropy(model(tokens)[0].flatten(0, 1), asked.flatten(), ignore_index=NONE)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()


@torch.no_grad()
def tested(model: Model, task: str) -> dict[str, np.ndarray]:
    """Accuracy and loss at each length, and accuracy by position; new texts, the same for every encoding."""
    device, found = next(model.parameters()).device, {"accuracy": [], "loss": []}
    torch.manual_seed(10**6)
    for length in LENGTHS:
        tokens, asked = (each.to(device) for each in texts(task, max(TESTED // length, 32), length))
        logits = torch.cat([model(part)[0] for part in tokens.split(64)])
        kept = asked != NONE
        right = (logits.argmax(-1) == asked)[kept].float()
        found["accuracy"].append(right.mean().item())
        found["loss"].append(functional.cross_entropy(logits[kept], asked[kept]).item())
        if length == BINNED:
            bins = (torch.arange(length, device=device) * BINS // length).expand_as(asked)[kept]
            counts = torch.zeros(BINS, device=device).index_add_(0, bins, torch.ones_like(right))
            by_position = torch.zeros(BINS, device=device).index_add_(0, bins, right) / counts
    return {**{key: np.array(values) for key, values in found.items()}, "by_position": by_position.cpu().numpy()}


def trained(name: str, task: str, seed: int) -> dict[str, dict[str, np.ndarray]]:
    """Train once. -> what is tested of it, and of each scheme that takes the place of its own."""
    torch.set_num_threads(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    encoding = ENCODINGS[name]
    torch.manual_seed(seed)
    model = Model(encoding).to(device)
    fit(model, task, STEPS, TRAINED, RATE)
    found = {name: tested(model, task)}
    torch.manual_seed(10**6)
    _, weights = model(texts(task, 1, SHOWN)[0].to(device))
    found[name]["attention"] = (255 * weights[0]).round().to(torch.uint8).cpu().numpy()
    for label, scheme, tunes in encoding.tests:
        other = copy.deepcopy(model)
        other.positions.use(scheme)
        if tunes:
            torch.manual_seed(seed)
            fit(other, task, TUNED, 4 * TRAINED, RATE / 10)
        found[f"{name}: {label}"] = tested(other, task)
    return found
