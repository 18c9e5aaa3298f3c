"""Implementations of others, as peers of the benchmarks."""

import math

import numpy as np


def double_loop(n: int, d: int) -> np.ndarray:
    """The double loop of lecture notes: one sine and one cosine at a time."""
    table = np.zeros((n, d))
    for p in range(n):
        for i in range(d // 2):
            angle = p / np.power(10000, 2 * i / d)
            table[p, 2 * i] = np.sin(angle)
            table[p, 2 * i + 1] = np.cos(angle)
    return table


def tensorflow_tutorial(n: int, d: int) -> np.ndarray:
    """The NumPy code of the Transformer tutorial: angles of every entry, sine and cosine in place, cast."""
    columns = np.arange(d)[np.newaxis, :]
    angles = np.arange(n)[:, np.newaxis] * (1 / np.power(10000, (2 * (columns // 2)) / np.float32(d)))
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return angles.astype(np.float32)


def torch_tutorial(n: int, d: int):
    """The module of the PyTorch tutorial, on one thread."""
    import torch

    torch.set_num_threads(1)
    position = torch.arange(n).unsqueeze(1)
    frequencies = torch.exp(torch.arange(0, d, 2) * (-math.log(10000.0) / d))
    table = torch.zeros(n, d)
    table[:, 0::2] = torch.sin(position * frequencies)
    table[:, 1::2] = torch.cos(position * frequencies)
    return table


def package(n: int, d: int):
    """positional-encodings, with a new module for every call because it caches its last result."""
    import torch
    from positional_encodings.torch_encodings import PositionalEncoding1D

    torch.set_num_threads(1)
    return PositionalEncoding1D(d)(torch.zeros(1, n, d))


def fill(n: int, d: int) -> np.ndarray:
    """The lower limit: as many bytes of one value."""
    table = np.empty((n, d), np.float32)
    table.fill(1)
    return table


def shifted_bits(n: int, d: int) -> np.ndarray:
    """Bits by shifting every position by every column."""
    return ((np.arange(n)[:, None] >> np.arange(d)) & 1).astype(np.float32)


def chunked_similarity(n: int, d: int, p: int) -> np.ndarray:
    """Dot products with position p, in chunks of rows."""
    frequencies = 10000.0 ** (-np.arange(0, d, 2) / d)

    def rows(start: int, stop: int) -> np.ndarray:
        angles = np.arange(start, stop)[:, None] * frequencies
        table = np.empty((stop - start, d), np.float32)
        table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
        return table

    here = rows(p, p + 1)[0]
    return np.concatenate([rows(start, min(start + 4096, n)) @ here for start in range(0, n, 4096)])


def brute_picture(n: int, d: int, height: int, width: int) -> np.ndarray:
    """Block means of the whole matrix, computed in chunks of rows by our own kernel."""
    from posenc_core import Sinusoidal

    rows, columns = n // height, d // width
    parts = [
        Sinusoidal().encode(range(start, start + rows * 8), d).reshape(8, rows, width, columns).mean(axis=(1, 3))
        for start in range(0, n, rows * 8)
    ]
    return np.concatenate(parts)
