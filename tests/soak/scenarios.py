"""Scenarios: a class, interruptions, and clients that use too much; the cost for others is bounded and temporary."""

import asyncio
import contextlib
import io
import json
import math
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import mode
from subprocess import TimeoutExpired

import numpy as np
from streamlit.proto.WidgetStates_pb2 import WidgetState

from dashboard.state.parameters import MAX_SCHEMES
from posenc_core import SCHEMES
from tests.server.conftest import PLACES
from tests.server.visitor import Visitor
from tests.soak.addresses import faults
from tests.soak.lab import HERE, LOST, THERE, Figure, Lab, Row, Student, lesson, none, students
from tests.tools.configurations import configurations, show

EVERY = "".join(f"&scheme={name}" for name in list(SCHEMES)[:MAX_SCHEMES])
"""As many schemes as a page shows, all of which have vectors."""
LONG = f"n=65536&d=64{EVERY}"
LIBRARY = f"plotly-{version('plotly')}.js"
CURVES, MATRIX = "take/compare/figure.csv?", "take/compare/Sinusoidal.npy?"
LARGEST = (
    *("n=131072&d=4096", "n=131072&d=512&k=1000", "n=2048&d=512&n2=2048", "n=512&d=512&k=7", "n=511&d=128&k=7"),
    *("n=131071&d=4095&similarity=softmax&n2=131072", "n=131072&d=4096&from=1&to=131070"),
)
TABLE = io.BytesIO()
np.save(TABLE, np.random.default_rng(0).normal(size=(4000, 1024)).astype(np.float32))
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
CLOCK = Path(tempfile.gettempdir(), f"soak-clock-{time.time_ns()}")


async def load(lab: Lab, count: int, seconds: float, pause: float = 10) -> Row:
    """Load of a class, and its memory."""
    # warm up each process
    async with students(lab.url, 2 * lab.count) as group:
        await lesson(group, 5, 0.5)
    start, begun = Figure("initial memory", lab.memory(), "MiB"), time.monotonic()
    async with students(lab.url, count) as group:
        came = Figure("all pages open after", time.monotonic() - begun, "s")
        studying, memory = asyncio.create_task(lesson(group, seconds, pause)), []
        for part in (1 / 2, 1 / 3):
            await asyncio.sleep(part * seconds)
            memory.append(lab.memory())
        figures = await studying
    return [*figures, came, start, lab.peak, Figure("memory at 5/6, to half of it", memory[1] / memory[0], most=1.1)]


async def come_back(student: Student) -> float:
    """Connect again like a browser, with growing pauses between health checks; return the seconds."""
    begun = time.monotonic()
    for pause in (0.5, 1, 2, 4, 8, 15, 15, 15):
        with contextlib.suppress(*LOST):
            await student.visitor.fetch("_stcore/health")
            await student.visitor.reconnect()
            await student.visitor.settled()
            return time.monotonic() - begun
        await asyncio.sleep(pause * student.random.uniform(0.8, 1.2))
    return math.inf


async def right(group: list[Student]) -> Row:
    """Check that all can continue: after changes and after a reload, the page must match its address."""
    changed = (await lesson(group, 3, 0.5))[3]
    await asyncio.gather(*(student.visitor.reconnect(reload=True) for student in group))
    return [changed, none(f"wrong pages of {len(group)}:", [fault for student in group for fault in student.faults])]


async def interrupted(lab: Lab, kills: int) -> Row:
    """Restart some processes, or close every connection, while half of the clients wait; then all reconnect."""
    async with students(lab.url, 30) as group:
        await lesson(group, 3, 0.5)
        running = [asyncio.create_task(student.change("k", 5)) for student in group[::2]]
        await asyncio.sleep(0)
        for replica in lab.servers[:kills]:
            replica.kill()
        starting = [asyncio.create_task(asyncio.to_thread(lab.start, number)) for number in range(kills)]
        for student in group[: 0 if kills else None]:
            await asyncio.sleep(student.random.uniform(0, 0.02))
            student.visitor.cut()
        await asyncio.gather(*running, return_exceptions=True)
        await asyncio.sleep(0.5)
        lost = [student for student in group if student.visitor.closed]
        away = max(await asyncio.gather(*map(come_back, lost)), default=0)
        lab.servers[:kills] = await asyncio.gather(*starting)
        return [Figure("interrupted", len(lost)), Figure("longest outage", away, "s", 60), *await right(group)]


async def two_tabs(lab: Lab) -> Row:
    async with students(lab.url, 2) as group:
        group[1].visitor.cookies = group[0].visitor.cookies
        return await right(group)


async def strange(lab: Lab, *jumps: str) -> Row:
    """A process on a full disk, or with a jumping clock."""
    if jumps and not FAKETIME.exists():
        return [Figure("not run without libfaketime:", 0)]
    async with students(lab.url, 10) as group:
        for jump in jumps:
            CLOCK.write_text(jump)
            # the file is read once a second
            await asyncio.sleep(2)
            await lesson(group, 3, 0.5)
        CLOCK.unlink(missing_ok=True)
        days = {line[10:20] for line in lab.servers[0].log if '"event": "run"' in line}
        return [*await right(group), Figure("dates in the log", len(days))][: 3 if jumps else 2]


async def lock_out(lab: Lab, count: int) -> Row:
    """Clients that send an invalid message during their first run, and disconnect."""

    async def attack(number: int) -> None:
        visitor = Visitor(lab.url, patience=20)
        opening = asyncio.create_task(visitor.open(fetch=False))
        with contextlib.suppress(*LOST):
            await visitor.until(lambda: visitor.messages > number % 15, "a part of a page", 10)
            await visitor.raw(b"\xff\xff")
            await asyncio.sleep(0.05)
            visitor.cut() if number % 2 else await visitor.close()
        await asyncio.gather(opening, return_exceptions=True)

    for number in range(0, count, 3):
        await asyncio.gather(*map(attack, range(number, number + 3)))
    back = await lab.answers(5)
    await asyncio.sleep(5)
    remaining, begun = Figure("visitors counted after 5 s", lab.visitors, most=0), time.monotonic()
    for app in lab.servers:
        app.process.terminate()
    with contextlib.suppress(TimeoutExpired):
        for app in lab.servers:
            app.process.wait(20)
    return [back, remaining, Figure("ends on SIGTERM after", time.monotonic() - begun, "s", 6)]


async def class_takes(lab: Lab, query: str, numbers: int) -> Row:
    """50 clients open one link and download two files each."""
    await asyncio.gather(*(Visitor(lab.url, query).open(fetch=False) for _ in range(50)))
    begun = time.monotonic()
    takes = await asyncio.gather(*(lab.get(file + query) for file in 50 * [CURVES] + 50 * [MATRIX]))
    seconds, sizes = time.monotonic() - begun, [len(content) if status == 200 else 0 for status, content in takes]
    table = 50 - sizes[:50].count(mode(size for size in sizes[:50] if size))
    matrix = 50 - sizes[50:].count(128 + 8 * numbers)
    missing = [Figure("CSV missing or wrong", table, most=0), Figure(".npy missing or wrong", matrix, most=0)]
    return [*missing, Figure("all downloaded after", seconds, "s", 60), lab.peak]


async def slow_pages(lab: Lab) -> Row:
    """50 clients open the page with the largest charts over one slow connection."""
    largest = f"n=512&d=64&tab=pairs{EVERY}", "equidistance"
    async with Visitor(lab.url, *largest) as alone:
        size = Figure("size of a page", alone.received / 1e6, "MB")
        assert len(alone.shown["charts"]) > MAX_SCHEMES, alone.shown["charts"]
    async with lab.relay(rate=12.5e6) as way:
        visitors = [Visitor(way, *largest) for _ in range(50)]
        opening = [asyncio.create_task(visitor.open(fetch=False)) for visitor in visitors]
        await asyncio.wait(opening, timeout=45)
        cut = Figure("WebSockets closed", sum(visitor.closed is not None for visitor in visitors), most=0)
        opened = Figure("pages shown in 45 s", sum(task.done() for task in opening))
        for visitor in visitors:
            visitor.cut()
        await asyncio.gather(*opening, return_exceptions=True)
        await asyncio.sleep(30)
    return [size, lab.peak, Figure("memory 30 s after they left", lab.memory(), "MiB", 512), opened, cut]


async def beside(lab: Lab, count: int, attack: Callable[..., Awaitable[None]], most: float, source: str = THERE) -> Row:
    """Latency of ten clients from an address during an attack."""
    async with lab.relay(source) as way, students(way, 10) as group:
        alone = (await lesson(group, 6, 2))[2]._replace(words="p95 of ten visitors alone")
        attacking = [asyncio.ensure_future(attack(lab, seed)) for seed in range(count)]
        await asyncio.sleep(3)
        taking, (*_, p95, faults) = asyncio.create_task(lab.answers(15, CURVES, source)), await lesson(group, 12, 2)
        meanwhile = [p95._replace(words="meanwhile", most=1e3 * most), faults, await taking]
        ended = none("errors of the others", [repr(task.exception()) for task in attacking if task.done()])
        for task in attacking:
            task.cancel()
        await asyncio.gather(*attacking, return_exceptions=True)
    return [alone, *meanwhile, ended, lab.peak]


async def deaf(lab: Lab, _: int) -> None:
    """Request a large page repeatedly without reading."""
    async with Visitor(lab.url, LARGEST[2] + EVERY) as visitor:
        visitor.deaf()
        while True:
            with contextlib.suppress(*LOST):
                await asyncio.wait_for(visitor.raw(visitor.rerun()), 1)
            await asyncio.sleep(0.5)


async def files(path: str, is_read: bool, lab: Lab, _: int) -> None:
    """Repeated downloads, or one that is not read."""
    while is_read:
        await lab.get(path)
    _connection = await lab.connect(lab.asking(path))
    await asyncio.Event().wait()


async def unfinished(lab: Lab, seed: int) -> None:
    """Send 16 MB in unfinished fragments, or in one unfinished message."""
    first, size = (0x02, 2**18) if seed % 2 else (0x82, 15_900_000)
    # header of a frame: length and a mask of zeros
    heads = [bytes([kind, 0xFF]) + size.to_bytes(8, "big") + bytes(4) for kind in (first, 0x00)]
    with contextlib.suppress(*LOST):
        writer = await lab.line()
        writer.write(heads[0])
        for _ in range(60):
            writer.write(bytes(2**18) + heads[1] * (seed % 2))
            await writer.drain()
    await asyncio.Event().wait()


async def new_lengths(lab: Lab, seed: int) -> None:
    """Change the length on Similarity repeatedly."""
    chance = random.Random(seed)
    async with Visitor(lab.url, f"n=500&d=64{EVERY}", "similarity", patience=120) as visitor:
        while True:
            await visitor.change(n=chance.randint(400, 512))


async def largest_links(lab: Lab, seed: int) -> None:
    """Open the costliest links one after another."""
    chance = random.Random(seed)
    while True:
        query = f"{chance.choice(LARGEST)}{EVERY}&Sinusoidal.base={chance.uniform(2, 1e6):.6g}"
        async with Visitor(lab.url, query, chance.choice(PLACES), patience=120) as visitor:
            assert not visitor.exceptions, visitor.exceptions


async def long_messages(lab: Lab, seed: int) -> None:
    """Send large messages at the permitted rate; the first client exceeds it."""
    report = f"[{'0,' * (120 if seed else 1200)}0]"
    states = [WidgetState(id=f"$$ID-0-chart {i}", json_trigger_value=report) for i in range(400)]
    while True:
        with contextlib.suppress(*LOST):
            async with Visitor(lab.url, "", PLACES[seed % len(PLACES)]) as visitor:
                message = visitor.rerun()
                message.rerun_script.widget_states.widgets.extend(states)
                while True:
                    await visitor.raw(message)


async def tables(lab: Lab, _: int) -> None:
    """Upload the largest table repeatedly."""
    async with Visitor(lab.url, "table=own", "check", patience=120) as visitor:
        while True:
            await visitor.give("file", "table.npy", TABLE.getvalue())
            assert not visitor.exceptions, visitor.exceptions


async def upload(lab: Lab) -> Row:
    """Cost of the largest table for the process, and for other visitors."""
    async with students(lab.url, 10) as group:
        await lesson(group, 5, 0.5)
    waits: list[float] = []
    async with Visitor(lab.url) as other, Visitor(lab.url, "table=own", "check") as visitor:
        before, begun = lab.memory(), time.monotonic()
        giving = asyncio.create_task(visitor.give("file", "table.npy", TABLE.getvalue()))
        while not giving.done():
            await other.change(p=5 + len(waits) % 50)
            waits.append(1e3 * other.last_run_seconds)
            await asyncio.sleep(0.2)
        seconds, status, during = time.monotonic() - begun, await giving, lab.memory()
    await asyncio.sleep(5)
    return [
        none("errors", [*visitor.exceptions, *([] if status == 204 else [f"answered with {status}"])]),
        Figure("its verdict is available after", seconds, "s", 15),
        Figure("a change of another meanwhile takes at most", max(waits), "ms", 1000),
        Figure("memory before", before, "MiB"),
        Figure("with the table", during, "MiB"),
        Figure("5 s after both left", lab.memory(), "MiB"),
        lab.peak,
    ]


async def idle(lab: Lab) -> Row:
    """Idle connections and unfinished requests."""
    texts = ("", lab.asking()[:-2])
    _kept = [await lab.line() for _ in range(125)], [await lab.connect(texts[i % 2]) for i in range(400)]
    return [await lab.answers(30)]


async def left_behind(lab: Lab) -> Row:
    descriptors, open_files = Path(f"/proc/{lab.servers[0].process.pid}/fd"), []
    for count in (1, 70, 70):
        async with students(lab.url, count):
            open_files.append(len(list(descriptors.iterdir())))
    await asyncio.sleep(35)
    more = len(list(descriptors.iterdir())) - open_files[0]
    return [Figure("descriptors", open_files[0]), Figure("additional ones after 35 s", more, most=20)]


async def too_many(lab: Lab) -> Row:
    connections = [await lab.connect(lab.asking() if i % 2 else "") for i in range(1500)]
    await asyncio.sleep(10)
    for _, writer in connections:
        writer.close()
    return [Figure("log bytes", sum(map(len, lab.servers[0].log)), most=20_000), await lab.answers(10), lab.peak]


async def random_files(_: Lab, count: int) -> Row:
    """Every file of a page at a random address, of the pages in turn."""
    return [none("files that fail", await asyncio.to_thread(faults, count, time.time_ns()))]


async def random_configurations(_: Lab, count: int) -> Row:
    """Memory and errors of the page Models with random configurations."""
    problems = []
    for config in configurations(count, time.time_ns()):
        try:
            show(json.dumps(config))
        except Exception as error:
            problems.append(f"{json.dumps(config)[:300]}: {error!r}")
    return [none("configurations that fail", problems)]


ONE, THREE = {}, {"count": 3, "nginx": True}
FAKED = f"LD_PRELOAD={FAKETIME} FAKETIME_TIMESTAMP_FILE={CLOCK} FAKETIME_CACHE_DURATION=1 POSENC_LOG=1"
FAKED = dict(pair.split("=") for pair in f"{FAKED} FAKETIME_DONT_FAKE_MONOTONIC=1".split())

SCENARIOS = (
    ("load-1: one visitor", ONE, load, 1, 20, 0.5),
    ("load-50: a class on one process", ONE, load, 50, 50),
    ("load-150: three classes on three processes behind nginx", THREE, load, 150, 50),
    ("killed: one of three processes is killed and restarted", THREE, interrupted, 1),
    ("restarted: all three processes are restarted", THREE, interrupted, 3),
    ("cut: every connection is cut during a run", THREE, interrupted, 0),
    ("deaf: a client requests large pages and reads nothing", ONE, beside, 1, deaf, 1),
    ("two-tabs: one visitor alternates between two tabs", THREE, two_tabs),
    ("disk: all writes fail", {"limits": "ulimit -f 0"}, strange),
    ("clock: one day forward, then back", FAKED, strange, "+1d", "-1d"),
    ("lock-out: 200 clients send invalid messages while a page is rendered", ONE, lock_out, 200),
    ("lock-out-nginx: 300 clients, three processes behind nginx", THREE, lock_out, 300),
    ("class-512: 50 clients download two files of n = d = 512", ONE, class_takes, "n=512&d=512", 2**18),
    ("class-1024: files of n = 1,024, d = 128", ONE, class_takes, "n=1024&d=128", 2**17),
    ("class-16384: files of n = 16,384, d = 64, six schemes", ONE, class_takes, LONG.replace("65536", "16384"), 2**20),
    ("slow-pages: 50 share 100 Mbit/s, pages of 8 MB", ONE, slow_pages),
    ("slow-npy: 600 unread downloads", ONE, beside, 600, partial(files, MATRIX + LONG, False), 1),
    ("slow-csv: 300 unread downloads", ONE, beside, 300, partial(files, CURVES + LONG, False), 1),
    ("unfinished: 60 incomplete messages of 16 MB", ONE, beside, 60, unfinished, 1),
    ("fair-lengths: 10 tabs on Similarity, new n near 500", ONE, beside, 10, new_lengths, 2, HERE),
    ("fair-largest: 10 tabs open the costliest links", ONE, beside, 10, largest_links, 2, HERE),
    ("fair-60: 60 tabs on Similarity, nginx", {"nginx": True}, beside, 60, new_lengths, 1),
    ("fair-csv: 30 clients download the longest CSV", ONE, beside, 30, partial(files, CURVES + LONG, True), 1),
    ("fair-plotly: 6 clients download plotly.js, compressed", ONE, beside, 6, partial(files, LIBRARY, True), 1),
    ("fair-messages: 10 tabs send messages of 0.1 or 0.9 MB", ONE, beside, 10, long_messages, 1),
    ("upload: one client uploads 16 MB", ONE, upload),
    ("fair-uploads: 10 tabs upload 16 MB repeatedly", ONE, beside, 10, tables, 2),
    ("idle: 125 idle WebSockets and 400 idle connections", ONE, idle),
    ("left: 140 visitors have left", ONE, left_behind),
    ("files: 2,000 random addresses", ONE, random_files, 2000),
    ("configurations: 20,000 random ones on Models", ONE, random_configurations, 20_000),
    ("too-many: 1,500 connections, 1,024 descriptors", {"limits": "ulimit -n 1024"}, too_many),
)
