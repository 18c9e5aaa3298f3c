"""Byte-bounded LRU cache shared by all sessions.

Streamlit's caches count entries, not bytes, and a client message can clear them. One entry may have a few numbers or
8 MiB, hence the limit in bytes.
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

from dashboard.say import current_language

BUDGET = 128 * 2**20
"""Bytes of the cache."""

ENTRY = 500
"""Estimated bytes of an entry besides its arrays."""

P = ParamSpec("P")
R = TypeVar("R")


def size(value: object) -> int:
    """Bytes that a value keeps in memory."""
    if isinstance(value, np.ndarray):
        return ENTRY + (size(value.base) if isinstance(value.base, np.ndarray) else value.nbytes)
    if isinstance(value, dict):
        return ENTRY + sum(map(size, value.values()))
    return ENTRY // 4 + sum(map(size, value)) if isinstance(value, tuple | list) else ENTRY // 4


entries: LRUCache[Any, Any] = LRUCache(BUDGET, getsizeof=size)
_pending: dict[Any, Future[None]] = {}
"""Values that a thread is computing; the future is done when it has finished."""

_lock = Lock()
_dead: deque[ref[Any]] = deque()
"""Dead weak references; appended to by the garbage collector, hence lock-free."""


def shared_cache(function: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of a function for all sessions: computed once, even on simultaneous calls, and read-only.

    Each language has its own entries, as results may contain texts.
    """
    # functions of a page script all belong to the module __main__
    name = (function.__code__.co_filename, function.__qualname__)

    @wraps(function)
    def cached(*args: P.args, **kwargs: P.kwargs) -> R:
        key = _key(name, current_language(), *args, **kwargs)
        while True:
            with _lock:
                if key in entries:
                    known: R = entries[key]
                    return known
                others = _pending.get(key)
                if not others:
                    own = _pending[key] = Future()
                    break
            wait([others])
        try:
            result = function(*args, **kwargs)
            # ValueError: larger than the cache
            with _lock, suppress(ValueError):
                entries[key] = result
            return result
        finally:
            with _lock:
                del _pending[key]
            own.set_result(None)

    return cached


def remove_dead() -> None:
    """Remove the entries of objects that no longer exist."""
    if _dead:
        _dead.clear()
        remove(None)


def remove(thing: object) -> None:
    """Remove the entries of an object that compares by identity (or of all dead objects if None)."""
    with _lock:
        for key in [key for key in entries if any(isinstance(part, ref) and part() is thing for part in key)]:
            del entries[key]


def _key(*parts: Any, **more: Any) -> tuple[Any, ...]:
    """Cache key; objects that compare by identity are referenced weakly."""
    return hashkey(*map(_weakly, chain(parts, *sorted(more.items()))))


def _weakly(part: Any) -> Any:
    kind: Any = type(part)
    return ref(part, _dead.append) if kind.__eq__ is object.__eq__ and part is not None else part
