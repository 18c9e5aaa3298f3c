"""What is kept between runs, for everybody: the numbers last asked for, up to a number of bytes.

Streamlit's caches count entries, not bytes, and a visitor's message can empty them. One entry may be a few numbers or
8 MiB, so this one counts bytes.
"""

from collections.abc import Callable
from functools import partial
from threading import Condition
from typing import Any, ParamSpec, TypeVar

import numpy as np
from cachetools import LRUCache, cached
from cachetools.keys import hashkey

BUDGET = 128 * 2**20
"""Bytes of all that is kept."""

ENTRY = 500
"""Bytes of an entry besides its arrays, at a guess."""

P = ParamSpec("P")
R = TypeVar("R")


def size(value: object) -> int:
    """How many bytes a value keeps alive."""
    if isinstance(value, np.ndarray):
        return ENTRY + (size(value.base) if isinstance(value.base, np.ndarray) else value.nbytes)
    if isinstance(value, dict):
        return ENTRY + sum(map(size, value.values()))
    return ENTRY // 4 + sum(map(size, value)) if isinstance(value, tuple | list) else ENTRY // 4


entries: LRUCache[Any, Any] = LRUCache(BUDGET, getsizeof=size)
_turn = Condition()


def kept(function: Callable[P, R]) -> Callable[P, R]:
    """Keep what a function returns: made once even when many ask at once, and shared, so nobody may write to it."""
    # a page is a script: its functions all belong to a module of one name
    name = (function.__code__.co_filename, function.__qualname__)
    return cached(entries, key=partial(hashkey, name), condition=_turn)(function)
