"""A class at work: visitors who move sliders and change pages, each after a while of looking."""

import asyncio
import random
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from websockets import WebSocketException

from tests.browser.serving import Server
from tests.hosting.visitor import Visitor

PAGES = ("", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory", "sentence", "experiments")
CEILING = 2**30
"""Bytes that a process may hold: the limit of its container."""

LOOK = 10.0
"""Seconds that a visitor looks at a page, on average."""


@dataclass
class Tally:
    """What happened."""

    seconds: list[float] = field(default_factory=list)
    """What each change took."""
    arrivals: list[float] = field(default_factory=list)
    """What the first page took."""
    faults: list[str] = field(default_factory=list)

    def quantile(self, percent: int) -> float:
        """So many percent of the changes took at most so many seconds."""
        return statistics.quantiles(self.seconds, n=100)[percent - 1]


class Student:
    """A visitor who knows what the page should show."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        """Sit down before a visitor's tab."""
        self.visitor, self.random = visitor, random.Random(seed)
        self.wanted: dict[str, Any] = {"n": 128, "d": 64, "p": 40, "k": 1}
        self.page = ""

    async def act(self) -> None:
        """Mostly move the position, sometimes another number, sometimes change the page."""
        what = self.random.random()
        if what < 0.15:
            page = self.random.choice([page for page in PAGES if page != self.page])
            await self.visitor.go(page)
            self.page = page
            return
        key = "p" if what < 0.75 else self.random.choice(("n", "d", "k"))
        value = self.random.choice({"n": (64, 128, 200, 256), "d": (16, 32, 64, 128)}.get(key, range(1, 60)))
        await self.visitor.change(**{key: value})
        self.wanted[key] = value

    def faults(self) -> list[str]:
        """Where the page is not what the visitor asked for, or not what its address says."""
        shown, said = self.visitor.shown, parse_qs(self.visitor.query)
        found = [f"an error: {fault}" for fault in self.visitor.exceptions]
        found += [f"not /{self.page} but /{self.visitor.page}"] * (self.visitor.page != self.page)
        for key, value in self.wanted.items():
            if shown.get(key) != value:
                found.append(f"{key} is {shown.get(key)}, not {value}, on /{self.page}")
            if key in said and said[key] != [str(value)]:
                found.append(f"the address says {key} = {said[key]}, not {value}")
        # what charts mark, where they mark a position; Shift starts where there is room for a step
        room = self.wanted["n"] - 1 - self.wanted["k"]
        if not set(shown["position"]) <= {self.wanted["p"], min(self.wanted["p"], room), 0, None}:
            found.append(f"a chart on /{self.page} marks {shown['position']}, not {self.wanted['p']}")
        return found


async def study(student: Student, tally: Tally, until: float, look: float = LOOK) -> None:
    """Look, change something, check, until the lesson ends."""
    while time.monotonic() < until:
        await asyncio.sleep(min(student.random.expovariate(1 / look), 3 * look))
        try:
            await student.act()
        except (TimeoutError, OSError, WebSocketException) as error:
            tally.faults.append(f"{type(error).__name__}: {error}")
            return
        tally.seconds.append(student.visitor.last_run_seconds)
        tally.faults += student.faults()


async def arrive(student: Student, tally: Tally) -> bool:
    """Open the link."""
    begun = time.monotonic()
    try:
        await student.visitor.open()
    except (TimeoutError, OSError, WebSocketException) as error:
        tally.faults.append(f"on opening, {type(error).__name__}: {error}")
        return False
    tally.arrivals.append(time.monotonic() - begun)
    return True


async def memory(servers: Iterable[Server], samples: list[int], until: float) -> None:
    """What all servers together hold, once a second."""
    while time.monotonic() < until:
        samples.append(sum(server.memory for server in servers))
        await asyncio.sleep(1)


async def lesson(
    url: str, servers: list[Server], sessions: int, seconds: float, look: float = LOOK
) -> tuple[Tally, list[int]]:
    """So many visitors for so long. -> what happened, and the servers' memory second by second."""
    tally, samples = Tally(), []
    students = [Student(Visitor(url), seed) for seed in range(sessions)]
    came = await asyncio.gather(*(arrive(student, tally) for student in students))
    here = [student for student, is_here in zip(students, came, strict=True) if is_here]
    until = time.monotonic() + seconds
    await asyncio.gather(memory(servers, samples, until), *(study(student, tally, until, look) for student in here))
    await asyncio.gather(*(student.visitor.close() for student in here))
    return tally, samples
