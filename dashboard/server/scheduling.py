"""Fair scheduling: one piece of work at a time; the next slot goes to the client that has used the least time recently.

Parallel work would share one interpreter, finish later, and need its memory at the same time.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Hashable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import NamedTuple

HALF_LIFE = 10
"""Seconds after which used time counts half."""

TIME_SLICE = 0.5
"""Seconds of used time that count as equal; among equals the first request is served first."""

MAX_CLIENTS = 1000
"""Addresses and sessions whose used time is remembered before negligible ones are dropped."""


class Client(NamedTuple):
    """A client of the scheduler: an address, which a whole class may share, and one of its sessions."""

    address: str
    session: str


class Slot:
    """A requested slot."""

    def __init__(self, scheduler: "Scheduler", client: Client) -> None:
        """Create a request for a slot."""
        self.scheduler, self.client = scheduler, client
        self.granted: Future[None] = Future()
        """Done when the slot is granted."""
        self.since = 0.0


class Scheduler:
    """A fixed number of slots, shared fairly among addresses and their sessions."""

    def __init__(self, slots: int = 1, per_address: int | None = None) -> None:
        """Create `slots` free slots, of which one address gets at most `per_address` (default: all) at once."""
        self._free = slots
        self._per_address = slots if per_address is None else per_address
        self._active: Counter[str] = Counter()
        self._lock = Lock()
        self._waiting: list[Slot] = []
        self._used: dict[Hashable, tuple[float, float]] = {}
        """Used seconds of an address or a session, and when they were updated."""

    def request(self, client: Client) -> Slot:
        """Request a slot, which is granted now or later."""
        slot = Slot(self, client)
        self._enqueue(slot)
        return slot

    def reacquire(self, slot: Slot) -> None:
        """Wait for a released slot to be granted again."""
        slot.granted = Future()
        self._enqueue(slot)
        slot.granted.result()

    def release(self, slot: Slot) -> None:
        """Free a slot, or cancel its request."""
        with self._lock:
            if slot.granted.cancel():
                if slot in self._waiting:
                    self._waiting.remove(slot)
                return
            now = time.monotonic()
            for key in (slot.client.address, slot.client):
                self._used[key] = (self._used_time(key, now) + now - slot.since, now)
            if len(self._used) > MAX_CLIENTS:
                self._used = {key: used for key, used in self._used.items() if self._used_time(key, now) > 1e-3}
            self._free += 1
            self._active -= Counter([slot.client.address])
            self._grant()

    @asynccontextmanager
    async def slot(self, client: Client) -> AsyncIterator[Slot]:
        """Hold a slot in a coroutine."""
        slot = self.request(client)
        try:
            await asyncio.wrap_future(slot.granted)
            yield slot
        finally:
            self.release(slot)

    async def limit_rate(self, client: Client, seconds: float) -> None:
        """Wait for a slot and hold it for `seconds`: a rate limiter for all clients together."""
        slot = self.request(client)
        try:
            await asyncio.wrap_future(slot.granted)
        finally:
            asyncio.get_running_loop().call_later(seconds, self.release, slot)

    @property
    def waiting(self) -> int:
        """Number of waiting requests."""
        return len(self._waiting)

    @property
    def free(self) -> int:
        """Number of free slots."""
        return self._free

    def _enqueue(self, slot: Slot) -> None:
        with self._lock:
            self._waiting.append(slot)
            self._grant()

    def _grant(self) -> None:
        limit = self._per_address
        while self._free and (able := [slot for slot in self._waiting if self._active[slot.client.address] < limit]):
            now = time.monotonic()
            slot = min(able, key=lambda slot: self._rank(slot.client, now))
            self._waiting.remove(slot)
            if slot.granted.set_running_or_notify_cancel():
                self._free -= 1
                self._active[slot.client.address] += 1
                slot.since = now
                slot.granted.set_result(None)

    def _rank(self, client: Client, now: float) -> tuple[int, int]:
        used = (self._used_time(client.address, now), self._used_time(client, now))
        return int(used[0] / TIME_SLICE), int(used[1] / TIME_SLICE)

    def _used_time(self, key: Hashable, now: float) -> float:
        seconds, updated = self._used.get(key, (0.0, now))
        return float(seconds * 0.5 ** ((now - updated) / HALF_LIFE))


_current: ContextVar[Slot | None] = ContextVar("current", default=None)
"""Slot in which the current thread works."""


def use_slot(slot: Slot | None) -> None:
    """Work in a slot from now on: it is released while the thread waits."""
    _current.set(slot)


@contextmanager
def without_slot() -> Iterator[None]:
    """Release the current slot while the thread waits, then reacquire it."""
    slot = _current.get()
    if slot:
        slot.scheduler.release(slot)
    try:
        yield
    finally:
        if slot:
            slot.scheduler.reacquire(slot)
