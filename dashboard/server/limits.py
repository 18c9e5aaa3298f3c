"""Limits that are first come, first served: a rate, and slots of which one network address gets at most half."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Rate:
    """A rate that several clients share: each use delays the next one."""

    def __init__(self) -> None:
        """Create an unused rate."""
        self._due = 0.0

    async def wait(self, seconds: float) -> None:
        """Wait until earlier uses are over; this one lasts some seconds."""
        now = asyncio.get_running_loop().time()
        begin = max(self._due, now)
        self._due = begin + seconds
        await asyncio.sleep(begin - now)


class Slots:
    """A fixed number of slots, of which one address gets at most half at a time."""

    def __init__(self, number: int) -> None:
        """Create free slots."""
        self._all = asyncio.Semaphore(number)
        self._half = number // 2
        self._by_address: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """Hold a slot."""
        own = self._by_address.setdefault(address, asyncio.Semaphore(self._half))
        async with own, self._all:
            yield
