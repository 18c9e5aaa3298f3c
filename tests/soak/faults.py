"""What breaks while a class is at work: after each fault every page must show what its address says."""

import asyncio
import contextlib
import os
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets import WebSocketException

from tests.browser.serving import Server, server
from tests.deploy.proxy import proxying
from tests.hosting.visitor import Visitor
from tests.soak.load import CEILING, PAGES, Student, memory

SESSIONS = 30
RETURN = 60.0
"""Seconds within which a visitor must be back."""

FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"


class Outcome(NamedTuple):
    """What a fault did."""

    fault: str
    sessions: int
    right: int
    """Pages that show what their address says, afterwards."""
    back: float | None
    """Seconds until the last visitor was served again; None where nobody was interrupted."""
    note: str = ""


class Replicas:
    """Three processes behind nginx, each of which can be killed and started again."""

    def __init__(self) -> None:
        self.stack = contextlib.ExitStack()
        self.servers: list[Server] = []

    def __enter__(self) -> "Replicas":
        self.servers = [self.stack.enter_context(server()) for _ in range(3)]
        self.url = f"http://127.0.0.1:{self.stack.enter_context(proxying(self.ports)).port}/"
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    @property
    def ports(self) -> list[int]:
        return [int(urlsplit(found.url).port or 0) for found in self.servers]

    def start_again(self, number: int) -> None:
        """A new process on the port of a dead one."""
        self.servers[number] = self.stack.enter_context(server(port=self.ports[number]))


@contextlib.asynccontextmanager
async def students(url: str, count: int = SESSIONS) -> AsyncIterator[list[Student]]:
    """Visitors with a page of their own each."""
    found = [Student(Visitor(url, patience=20), seed) for seed in range(count)]
    await asyncio.gather(*(student.visitor.open() for student in found))
    await asyncio.gather(*(step(student) for student in found))
    yield found
    await asyncio.gather(*(student.visitor.close() for student in found), return_exceptions=True)


async def step(student: Student) -> None:
    """Two changes of its own and a page: something that can be lost."""
    for key, values in (("p", range(1, 60)), ("d", (16, 32, 128))):
        value = student.random.choice(values)
        await student.visitor.change(**{key: value})
        student.wanted[key] = value
    page = student.random.choice(PAGES[1:-1])
    await student.visitor.go(page)
    student.page = page


async def come_back(student: Student) -> float:
    """Connect again as a browser does, which asks first whether the server is there, less and less often. -> seconds"""
    begun, pause = time.monotonic(), 0.5
    while time.monotonic() - begun < RETURN:
        with contextlib.suppress(TimeoutError, OSError, WebSocketException):
            await student.visitor.fetch("_stcore/health")
            await student.visitor.reconnect()
            await student.visitor.settled()
            return time.monotonic() - begun
        await asyncio.sleep(pause * student.random.uniform(0.8, 1.2))
        pause = min(2 * pause, 15)
    raise TimeoutError(f"not back after {RETURN:g} seconds")


async def right(student: Student) -> bool:
    """Whether it can go on: after a change, and after a reload, the page shows what its address says."""
    value = student.random.choice(range(1, 60))
    try:
        await student.visitor.change(p=value)
        student.wanted["p"] = value
        changed = student.faults()
        await student.visitor.reconnect(reload=True)
        again = student.faults()
    except (TimeoutError, OSError, WebSocketException) as error:
        changed, again = [repr(error)], []
    for fault in [*changed, *again]:
        print("    ", fault)
    return not changed and not again


async def checked(found: list[Student]) -> int:
    """How many are right."""
    return sum(await asyncio.gather(*(right(student) for student in found)))


async def interrupted(found: list[Student]) -> list[Student]:
    """Those whose line is dead."""
    await asyncio.sleep(0.5)
    return [student for student in found if student.visitor.closed]


async def one_replica_killed(lab: Replicas) -> Outcome:
    async with students(lab.url) as found:
        # some in the middle of a run
        running = [asyncio.create_task(student.visitor.change(k=3)) for student in found[::2]]
        lab.servers[1].kill()
        await asyncio.gather(*running, return_exceptions=True)
        for student in found[::2]:
            student.wanted["k"] = 3
        lost = await interrupted(found)
        back = await asyncio.gather(*(come_back(student) for student in lost))
        outcome = Outcome(
            "one of three killed", SESSIONS, await checked(found), max(back, default=0), f"{len(lost)} moved"
        )
    lab.start_again(1)
    return outcome


async def all_restarted(lab: Replicas) -> Outcome:
    async with students(lab.url) as found:
        for replica in lab.servers:
            replica.kill()
        starting = asyncio.gather(*(asyncio.to_thread(lab.start_again, number) for number in range(3)))
        lost = await interrupted(found)
        back = await asyncio.gather(*(come_back(student) for student in lost))
        await starting
        return Outcome("all three restarted", SESSIONS, await checked(found), max(back), f"{len(lost)} came back")


async def connections_cut(lab: Replicas) -> Outcome:
    async with students(lab.url) as found:
        running = [asyncio.create_task(student.visitor.change(k=5)) for student in found]
        for student in found:
            student.wanted["k"] = 5
            await asyncio.sleep(student.random.uniform(0, 0.02))
            student.visitor.cut()
        await asyncio.gather(*running, return_exceptions=True)
        back = await asyncio.gather(*(come_back(student) for student in found))
        return Outcome("every connection cut in a run", SESSIONS, await checked(found), max(back))


async def slow_visitor(lab: Replicas) -> Outcome:
    """One who asks for large pages and takes nothing."""
    target = lab.servers[0]
    async with students(target.url, 10) as found:
        slow = Visitor(target.url, "n=2048&d=512&scheme=Index&scheme=Binary&scheme=Sinusoidal")
        await slow.open()
        before = target.memory
        slow.deaf()
        highest, begun = before, time.monotonic()
        while time.monotonic() - begun < 45:
            with contextlib.suppress(TimeoutError, OSError, WebSocketException):
                await asyncio.wait_for(slow.raw(slow.rerun()), 1)
            highest = max(highest, target.memory)
            await found[0].act()
            await asyncio.sleep(0.5)
        slow.cut()
        note = f"{(highest - before) / 2**20:.0f} MiB more at most"
        return Outcome("a visitor who takes nothing", 10, await checked(found), None, note)


LARGEST = (
    "n=1048576&d=4096",
    "n=1048576&d=512&k=1000",
    "n=2048&d=512&n2=2048",
    "n=1024&d=512&k=7",
    "n=1048575&d=4095&similarity=softmax&n2=1048576",
    "n=131072&d=4096&from=1&to=131070&own=true",
)
EVERY = "&scheme=Index&scheme=Normalized&scheme=Binary&scheme=Sinusoidal"


async def greedy_visitors(_: Replicas) -> Outcome:
    """Ten who open one of the largest links after the other, beside ten who learn."""

    async def open_all(seed: int, until: float) -> list[str]:
        chance, found = random.Random(seed), []
        while time.monotonic() < until:
            base = f"&Sinusoidal.base={chance.uniform(2, 1e6):.6g}"
            visitor = Visitor(alone.url, chance.choice(LARGEST) + EVERY + base, chance.choice(PAGES))
            await visitor.open(fetch=False)
            found += visitor.exceptions
            await visitor.close()
        return found

    async def learn(student: Student, until: float) -> list[float]:
        taken = []
        while time.monotonic() < until:
            await student.act()
            taken.append(student.visitor.last_run_seconds)
            await asyncio.sleep(2)
        return taken

    with server() as alone:
        async with students(alone.url, 10) as found:
            until = time.monotonic() + 45
            samples: list[int] = []
            errors, changes, _ = await asyncio.gather(
                asyncio.gather(*(open_all(seed, until) for seed in range(10))),
                asyncio.gather(*(learn(student, until) for student in found)),
                memory([alone], samples, until),
            )
            p95 = statistics.quantiles([taken for some in changes for taken in some], n=20)[18]
            note = (
                f"{sum(map(len, errors))} errors; {max(samples) / 2**20:.0f} MiB at most; p95 of the others {p95:.1f} s"
            )
            wrong = sum(map(len, errors)) + (max(samples) > CEILING)
            return Outcome("ten who open the largest links", 10, await checked(found) - wrong, None, note)


async def two_tabs(lab: Replicas) -> Outcome:
    async with students(lab.url, 1) as (first,):
        second = Student(Visitor(lab.url, cookies=first.visitor.cookies), 99)
        await second.visitor.open()
        await step(second)
        for student in (first, second) * 5:
            await student.act()
        outcome = Outcome("two tabs of one visitor", 2, await checked([first, second]), None, "turn by turn")
        await second.visitor.close()
        return outcome


@contextlib.contextmanager
def full_disk() -> Iterator[Path]:
    """A folder where nothing can be written."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", name], check=True)
        try:
            with contextlib.suppress(OSError):
                (Path(name) / "all").write_bytes(bytes(2**20))
            yield Path(name)
        finally:
            subprocess.run(["umount", "-l", name], check=True)


async def disk_full(_: Replicas) -> Outcome:
    if os.geteuid():
        return Outcome("temporary files on a full disk", 0, 0, None, "not run: mounting takes root")
    with full_disk() as folder, server(environment={"TMPDIR": str(folder), "HOME": str(folder)}) as alone:
        async with students(alone.url, 10) as found:
            return Outcome("temporary files on a full disk", 10, await checked(found), None, "one process")


async def clock_jumps(_: Replicas) -> Outcome:
    name = "the clock jumps a day on, then back"
    if not Path(FAKETIME).exists():
        return Outcome(name, 0, 0, None, "not run: libfaketime is not installed")
    with tempfile.TemporaryDirectory() as folder:
        clock = Path(folder) / "clock"
        clock.write_text("+0")
        faked = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_CACHE_DURATION": "1"}
        with server(environment=faked | {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "POSENC_LOG": "1"}) as alone:
            async with students(alone.url, 5) as found:
                sound = 0
                for jump in ("+1d", "-1d"):
                    clock.write_text(jump)
                    # the file is read once a second
                    await asyncio.sleep(2)
                    sound += await checked(found)
                days = {line[10:20] for line in alone.log if '"event": "run"' in line}
                return Outcome(name, 10, sound, None, f"one process; its log has {len(days)} dates")


FAULTS = (
    one_replica_killed,
    all_restarted,
    connections_cut,
    slow_visitor,
    greedy_visitors,
    two_tabs,
    disk_full,
    clock_jumps,
)


def outcomes() -> list[Outcome]:
    """Each fault, one after the other."""
    random.seed(0)
    with Replicas() as lab:
        return [asyncio.run(fault(lab)) for fault in FAULTS]
