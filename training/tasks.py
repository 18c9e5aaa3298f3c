"""Tasks of the trained models: questions about random tokens, and the next character of a book."""

import lzma
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

BOOK = Path(__file__).parent / "shakespeare.txt.xz"
"""Plays of Shakespeare, public domain: data/tinyshakespeare/input.txt of karpathy/char-rnn on GitHub."""

HELD_OUT = 0.1
"""Share of the book, at its end, that is only tested."""

BOS = 65
"""First token of every text, `<bos>`. The others are 0 to 64: symbols of a task, or the 65 characters of the book."""

NO_QUESTION = -100
"""Answer at a position where nothing is asked."""

LANGUAGE = "language model"


def back(tokens: Tensor, k: int) -> Tensor:
    """Token k back; `<bos>` is not asked for."""
    return torch.cat((torch.full_like(tokens[:, : k + 1], NO_QUESTION), tokens[:, 1:-k]), 1)


def index(tokens: Tensor) -> Tensor:
    """Token at index 5, at every later position."""
    later = torch.arange(tokens.shape[1]) > 5
    return torch.where(later, tokens[:, 5:6], NO_QUESTION)


@dataclass(frozen=True)
class Task:
    """A question about random tokens, of which there are as many as `symbols`."""

    ask: Callable[[Tensor], Tensor]
    single_answer: bool = False
    symbols: int = 16


TASKS: dict[str, Task] = {
    "3 back": Task(lambda tokens: back(tokens, 3)),
    "index 5": Task(index, single_answer=True),
}


@cache
def book() -> tuple[Tensor, Tensor]:
    """Characters of the book as tokens: those for training, those held out."""
    characters = np.frombuffer(lzma.decompress(BOOK.read_bytes()), np.uint8)
    tokens = torch.as_tensor(np.unique(characters, return_inverse=True)[1])
    end = round(len(tokens) * (1 - HELD_OUT))
    return tokens[:end], tokens[end:]


def letter_loss() -> float:
    """Loss on the held-out text of a model that knows only how often each character occurs, in nats."""
    seen, held_out = book()
    shares = torch.bincount(seen, minlength=BOS) / len(seen)
    return -shares[held_out].log().mean().item()


def texts(task: str, count: int, length: int, held_out: bool = False) -> tuple[Tensor, Tensor]:
    """Texts that begin with `<bos>`, and the answer at each position. -> (count, length) twice."""
    if task == LANGUAGE:
        characters = book()[held_out]
        last = len(characters) - length
        start = torch.linspace(0, last, count).long() if held_out else torch.randint(last + 1, (count,))
        answers = characters[start[:, None] + torch.arange(length)]
        return torch.cat((torch.full_like(answers[:, :1], BOS), answers[:, :-1]), 1), answers
    tokens = torch.randint(TASKS[task].symbols, (count, length))
    tokens[:, 0] = BOS
    return tokens, TASKS[task].ask(tokens)
