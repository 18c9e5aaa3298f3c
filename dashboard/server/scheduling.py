"""Turns: work is done one at a time, and the next turn goes to who has had the least time lately.

More at once would share one interpreter, end later, and each needs its memory meanwhile.
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

from posenc_core.pauses import between

FORGOTTEN = 10
"""Seconds in which half of the time that somebody has had is forgotten."""

SLICE = 0.5
"""Seconds that make a difference: among those who have had about as much, the first to come is the next.

Who works longer lets others work between two parts of it.
"""

REMEMBERED = 1000
"""Addresses and sessions that are remembered before those with as good as no time are dropped."""


class Who(NamedTuple):
    """Who asks for a turn: an address, behind which there may be a class, and one of its sessions."""

    address: str
    session: str


class Turn:
    """A turn that somebody has asked for."""

    def __init__(self, turns: "Turns", who: Who) -> None:
        """Of who asks."""
        self.turns, self.who = turns, who
        self.come: Future[None] = Future()
        """Done when the turn has come."""
        self.since = 0.0


class Turns:
    """Some work, of which only so much is done at once."""

    def __init__(self, at_once: int = 1, each: int | None = None) -> None:
        """Nobody is at work. Of one address `each` may be at once, or as many as there are turns."""
        self._free = at_once
        self._each = at_once if each is None else each
        self._at_work: Counter[str] = Counter()
        self._lock = Lock()
        self._waiting: list[Turn] = []
        self._used: dict[Hashable, tuple[float, float]] = {}
        """Seconds that an address or a session has had, and when that was so."""

    def ask(self, who: Who) -> Turn:
        """Ask for a turn, which may come at once or later."""
        turn = Turn(self, who)
        self._ask(turn)
        return turn

    def again(self, turn: Turn) -> None:
        """Wait for a turn that has ended to come once more."""
        turn.come = Future()
        self._ask(turn)
        turn.come.result()

    def leave(self, turn: Turn) -> None:
        """End a turn, or do not wait for it any longer."""
        with self._lock:
            if turn.come.cancel():
                if turn in self._waiting:
                    self._waiting.remove(turn)
                return
            now = time.monotonic()
            for key in (turn.who.address, turn.who):
                self._used[key] = (self._had(key, now) + now - turn.since, now)
            if len(self._used) > REMEMBERED:
                self._used = {key: found for key, found in self._used.items() if self._had(key, now) > 1e-3}
            self._free += 1
            self._at_work -= Counter([turn.who.address])
            self._pass_on()

    @asynccontextmanager
    async def turn(self, who: Who) -> AsyncIterator[Turn]:
        """A turn, for what does not run in a thread of its own."""
        asked = self.ask(who)
        try:
            await asyncio.wrap_future(asked.come)
            yield asked
        finally:
            self.leave(asked)

    async def pass_by(self, who: Who, seconds: float) -> None:
        """Wait for a turn that then lasts so long, whoever has it: so many of them there can be in a second."""
        asked = self.ask(who)
        try:
            await asyncio.wrap_future(asked.come)
        finally:
            asyncio.get_running_loop().call_later(seconds, self.leave, asked)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def free(self) -> int:
        """How many more may work."""
        return self._free

    def _ask(self, turn: Turn) -> None:
        with self._lock:
            self._waiting.append(turn)
            self._pass_on()

    def _pass_on(self) -> None:
        while self._free and (may := [turn for turn in self._waiting if self._at_work[turn.who.address] < self._each]):
            now = time.monotonic()
            turn = min(may, key=lambda turn: self._rank(turn.who, now))
            self._waiting.remove(turn)
            if turn.come.set_running_or_notify_cancel():
                self._free -= 1
                self._at_work[turn.who.address] += 1
                turn.since = now
                turn.come.set_result(None)

    def _rank(self, who: Who, now: float) -> tuple[int, int]:
        return int(self._had(who.address, now) / SLICE), int(self._had(who, now) / SLICE)

    def _had(self, key: Hashable, now: float) -> float:
        seconds, at = self._used.get(key, (0.0, now))
        return float(seconds * 0.5 ** ((now - at) / FORGOTTEN))


_present: ContextVar[Turn | None] = ContextVar("present", default=None)
"""The turn that the present thread works in."""


def work(turn: Turn | None) -> None:
    """Work in a turn from here on: give it back between two parts, and while something is waited for."""
    _present.set(turn)
    between.set(give_way)


def give_way() -> None:
    """Let others work who wait, where the present turn has lasted long enough."""
    turn = _present.get()
    if turn and turn.turns.waiting and time.monotonic() - turn.since >= SLICE:
        with aside():
            pass


@contextmanager
def aside() -> Iterator[None]:
    """Wait for something without the present turn, which then must come once more."""
    turn = _present.get()
    if turn:
        turn.turns.leave(turn)
    try:
        yield
    finally:
        if turn:
            turn.turns.again(turn)
