"""What is kept between runs, for everybody: the numbers last asked for, up to a number of bytes.

Streamlit's caches count entries, not bytes, and a visitor's message can empty them. One entry may be a few numbers or
8 MiB, so this one counts bytes.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import wraps
from itertools import chain
from threading import Lock
from typing import Any, ParamSpec, TypeVar
from weakref import ref

import numpy as np
from cachetools import LRUCache
from cachetools.keys import hashkey

from dashboard.server.scheduling import aside
from posenc_core.pauses import pause

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
_making: dict[Any, Future[None]] = {}
"""What is being made now; done when it is."""

_lock = Lock()
_gone: deque[ref[Any]] = deque()
"""What keys name that is no more. The interpreter may add to it at any time, so nothing here takes a lock for it."""


def kept(function: Callable[P, R]) -> Callable[P, R]:
    """Keep what a function returns: made once even when many ask at once, and shared, so nobody may write to it."""
    # a page is a script: its functions all belong to a module of one name
    name = (function.__code__.co_filename, function.__qualname__)

    @wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        key = _key(name, *args, **kwargs)
        while True:
            with _lock:
                if key in entries:
                    found: R = entries[key]
                    return found
                others = _making.get(key)
                if not others:
                    mine = _making[key] = Future()
                    break
            # whoever makes it may be waiting for the turn of who asks
            with aside():
                wait([others])
        try:
            pause()
            made = function(*args, **kwargs)
            # what is too large for all that is kept is not kept
            with _lock, suppress(ValueError):
                entries[key] = made
            return made
        finally:
            with _lock:
                del _making[key]
            mine.set_result(None)

    return asked


def tidy() -> None:
    """Drop what was kept of things that are no more."""
    if _gone:
        _gone.clear()
        forget(None)


def forget(thing: object) -> None:
    """Drop what was kept of a thing that is equal to itself alone; of None: of all that are no more."""
    with _lock:
        for key in [key for key in entries if any(isinstance(part, ref) and part() is thing for part in key)]:
            del entries[key]


def _key(*parts: Any, **more: Any) -> tuple[Any, ...]:
    """What a value is kept under; it keeps nothing alive that is equal to itself alone, and known by who holds it."""
    return hashkey(*map(_weakly, chain(parts, *sorted(more.items()))))


def _weakly(part: Any) -> Any:
    kind: Any = type(part)
    return ref(part, _gone.append) if kind.__eq__ is object.__eq__ and part is not None else part
