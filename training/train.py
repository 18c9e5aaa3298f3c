"""Train one small Transformer with each positional encoding, and test it on longer texts.

Model, budget, and data are the same for every encoding. Fixed positions come from `posenc_core`: tables from `encode`,
rotations from `rotate`, biases from `bias`. What a paper learns is learned here.
`make train` runs it; docs/training.md describes it.
"""

import copy
import math
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.encodings import ENCODINGS, Encoding, LearnedT5, Positions
from training.settings import SETTINGS, share_of_rate
from training.tasks import BOS, LANGUAGE, NO_QUESTION, TASKS, texts

Record = list[Tensor]
"""Attention weights of each block, (b, h, n, n)."""


class Block(nn.Module):
    """Attention and a network, each after a layer norm."""

    def __init__(self, layer: int) -> None:
        """Create the weights."""
        super().__init__()
        width, self.layer = SETTINGS.width, layer
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.into, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.network = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x: Tensor, positions: Positions, places: Tensor | None, record: Record | None) -> Tensor:
        """(b, n, d) -> (b, n, d). Attention weights are appended to `record`, where it is a list."""
        count, length, width = x.shape
        parts = self.into(self.norms[0](x)).view(count, length, 3, SETTINGS.heads, -1).permute(2, 0, 3, 1, 4)
        queries, keys = positions.rotate(parts[0], places, False), positions.rotate(parts[1], places, True)
        bias = positions.bias(parts[0], self.layer)
        if record is not None:
            logits = queries @ keys.mT / math.sqrt(queries.shape[-1])
            record.append((logits + (positions.causal(length) if bias is None else bias)).softmax(-1))
        mask = None if bias is None else bias.expand(count, -1, -1, -1)
        mixed = functional.scaled_dot_product_attention(queries, keys, parts[2], mask, is_causal=bias is None)
        x = x + self.out(mixed.transpose(1, 2).reshape(count, length, width))
        return x + self.network(self.norms[1](x))


class Model(nn.Module):
    """A decoder of a few blocks."""

    def __init__(self, encoding: Encoding) -> None:
        """Create the weights."""
        super().__init__()
        self.positions = encoding.positions()
        self.tokens = nn.Embedding(BOS + 1, SETTINGS.width)
        self.blocks = nn.ModuleList(Block(layer) for layer in range(SETTINGS.layers))
        self.last, self.out = nn.LayerNorm(SETTINGS.width), nn.Linear(SETTINGS.width, BOS + 1)

    def forward(self, tokens: Tensor, record: Record | None = None) -> Tensor:
        """Logits (b, n, v); attention weights of every block are appended to `record`, where it is a list."""
        count, length = tokens.shape
        places = self.positions.draw_positions(count, length)
        x = self.tokens(tokens) + self.positions.vectors_to_add(places, length)
        for block in self.blocks:
            x = block(x, self.positions, places, record)
        return self.out(self.last(x))


def fit(
    model: Model, task: str, rate: float, steps: int, longest: int, schedule: str = "constant"
) -> tuple[Model, int]:
    """Train on texts of random lengths up to `longest`; a language model on that length alone.

    A small task with a constant rate may end before `steps`. -> averaged model, and number of steps.
    """
    s, positions = SETTINGS, list(model.positions.parameters())
    others = [parameter for name, parameter in model.named_parameters() if not name.startswith("positions.")]
    groups = [{"params": positions, "lr": rate * model.positions.speed, "weight_decay": 0.0}, {"params": others}]
    optimizer = torch.optim.AdamW(groups, rate, weight_decay=s.weight_decay, foreach=True)
    shares = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: share_of_rate(schedule, step, steps))
    average, accuracies = copy.deepcopy(model).eval(), []
    for step in range(1, steps + 1):
        length = longest if task == LANGUAGE else int(torch.randint(s.shortest, longest + 1, ()))
        tokens, answers = texts(task, s.tokens_per_step // longest, length)
        loss = functional.cross_entropy(model(tokens).flatten(0, 1), answers.flatten(), ignore_index=NO_QUESTION)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        shares.step()
        if step % s.average_every == 0:
            keep = min(s.average, step / (step + 10 * s.average_every))
            with torch.no_grad():
                torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), 1 - keep)
        if task != LANGUAGE and schedule == "constant" and step % s.check_every == 0:
            accuracies.append(check(average, task, longest)[0])
            if step >= s.least_steps and min(accuracies[-s.solved_checks :]) >= s.solved:
                return average, step
    return average, steps


@torch.no_grad()
def answer(
    model: Model, task: str, count: int, length: int, seed: int, read: int | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """Test texts that a seed draws, or only their first tokens, as many as `read`.

    -> questions, correct answers, loss in nats: (count, length) each
    """
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        tokens, answers = (part[:, :read] for part in texts(task, count, length, held_out=True))
        logits = torch.cat([model(part) for part in tokens.split(max(1, 2**13 // length))])
    loss = functional.cross_entropy(logits.flatten(0, 1), answers.flatten(), ignore_index=NO_QUESTION, reduction="none")
    return answers != NO_QUESTION, logits.argmax(-1) == answers, loss.view(answers.shape)


def check(model: Model, task: str, length: int) -> tuple[float, float]:
    """Accuracy and loss at a length, on texts that are the same in every check."""
    asked, correct, loss = answer(model, task, 2**13 // length, length, 10**6)
    return correct[asked].float().mean().item(), loss[asked].mean().item()


def mean_and_error(values: Tensor, asked: Tensor) -> tuple[float, float]:
    """Mean over the questions, and its standard error with each text as one observation."""
    total, counts = (values * asked).sum(1), asked.sum(1)
    mean = total.sum() / counts.sum()
    return mean.item(), ((total - mean * counts).square().sum().sqrt() / counts.sum()).item()


def measure(model: Model, task: str, seed: int, *, by_length: bool = False) -> dict[str, Any]:
    """Accuracy on the last eighth of the positions of each length, or loss by position, with the standard error.

    `by_length` adds `inside`, the loss on the second half of the trained length, if the texts end there.
    """
    s, own = SETTINGS, dict[str, Any]()
    if task == LANGUAGE:
        _, _, nats = answer(model, task, s.language_texts, s.language_tested, seed)
        parts = [mean_and_error(part, torch.ones_like(part)) for part in nats.chunk(s.language_bins, 1)]
        if by_length:
            _, _, short = answer(model, task, s.language_texts, s.language_tested, seed, s.language_trained)
            own["inside"] = round(short[:, s.language_trained // 2 :].mean().item(), 5)
        return {"loss": [mean for mean, _ in parts], "error": [error for _, error in parts], **own}
    parts = []
    for length in s.lengths:
        count = max(s.test_tokens // length, s.single_answer_texts if TASKS[task].single_answer else 0)
        asked, correct, _ = answer(model, task, count, length, 10**6 + seed + 1)
        late = asked & (torch.arange(length) >= length - length // 8)
        parts.append(mean_and_error(correct, late))
    return {"accuracy": [mean for mean, _ in parts], "error": [error for _, error in parts]}


@torch.no_grad()
def attention(model: Model, task: str) -> np.ndarray:
    """Attention of each block and head in one text, from 0 to 255. -> (l, h, n, n)."""
    record: Record = []
    with torch.random.fork_rng():
        torch.manual_seed(10**6)
        model(texts(task, 1, SETTINGS.shown)[0], record)
    return (255 * torch.cat(record)).round().to(torch.uint8).numpy()


def new_model(name: str, task: str, seed: int) -> tuple[Model, int]:
    """Untrained model with the weights that a seed draws, and the trained length."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    model, longest = Model(ENCODINGS[name]), SETTINGS.language_trained if task == LANGUAGE else SETTINGS.trained
    if isinstance(model.positions, LearnedT5):
        model.positions.longest = longest
    return model, longest


def language_rate(name: str) -> float:
    """Learning rate with the lowest loss of a language model at the trained length, after a short training."""
    losses = {}
    for rate in SETTINGS.rates:
        model, longest = new_model(name, LANGUAGE, 0)
        trial, _ = fit(model, LANGUAGE, rate, SETTINGS.language_rate_steps, longest)
        losses[rate] = check(trial, LANGUAGE, longest)[1]
    return min(losses, key=losses.__getitem__)


def train_language(name: str, seed: int) -> list[dict[str, Any]]:
    """Train and measure a language model, and the same with each scheme that replaces its own."""
    s, rate = SETTINGS, language_rate(name)
    model, longest = new_model(name, LANGUAGE, seed)
    model, _ = fit(model, LANGUAGE, rate, s.language_steps, longest)
    measures = measure(model, LANGUAGE, seed, by_length=ENCODINGS[name].by_length)
    records = [{"encoding": name, "rate": rate, "steps": s.language_steps, **measures}]
    for label, scheme, tunes in ENCODINGS[name].variants(longest):
        other = copy.deepcopy(model)
        other.positions.use(scheme)
        if tunes:
            torch.manual_seed(seed)
            other, _ = fit(other, LANGUAGE, rate * s.tuned_rate, s.tuned_steps, round(s.factor * longest))
        steps = s.tuned_steps if tunes else 0
        measures = measure(other, LANGUAGE, seed)
        records.append(
            {"encoding": f"{name}: {label}", "rate": rate * (s.tuned_rate if tunes else 1), "steps": steps, **measures}
        )
    return records
