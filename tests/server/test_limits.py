"""Limits of work: one heavy run at a time, light ones beside it, and no end of a client keeps a slot."""

import asyncio
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from dashboard import streamlit_internals
from dashboard.numbers.measurements import work
from dashboard.server import downloads, observability
from dashboard.server.downloads import File
from dashboard.server.limits import Rate, Slots
from dashboard.state.study import Study
from dashboard.streamlit_internals import Backlog
from posenc_core import Index
from tests.server.visitor import finished


def test_uses_of_a_rate_wait_for_earlier_ones(monkeypatch):
    waits = []

    async def sleep(seconds: float) -> None:
        waits.append(round(seconds))

    async def use() -> None:
        rate = Rate()
        for seconds in (100, 200, 400):
            await rate.wait(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    finished(use())
    assert waits == [0, 100, 300]


def test_one_address_gets_half_of_the_slots_and_an_end_frees_them():
    async def wait() -> None:
        slots, held = Slots(4), []

        async def hold(address: str) -> None:
            async with slots.slot(address):
                held.append(address)
                await asyncio.Event().wait()

        async def settle() -> None:
            for _ in range(5):
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(hold(address)) for address in ("here", "here", "here", "there", "elsewhere")]
        await settle()
        assert held == ["here", "here", "there", "elsewhere"]
        # a request that waits, and one that holds a slot
        for task in (tasks[2], tasks[0]):
            task.cancel()
        tasks.append(asyncio.create_task(hold("here")))
        await settle()
        assert held[4:] == ["here"]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not slots._all.locked()

    finished(wait())


def test_one_heavy_run_at_a_time_and_light_ones_beside_it():
    begun, leave = threading.Semaphore(0), threading.Event()

    def run() -> None:
        with observability.run("compare") as run:
            run.admit({}, work(Study((Index(),), 8192, 64, 0, 1), "compare"))
            begun.release()
            assert leave.wait(60)

    with ThreadPoolExecutor(2) as threads:
        runs = [threads.submit(run) for _ in range(2)]
        try:
            assert begun.acquire(timeout=60)
            while observability.WAITING._value.get() < 1:
                assert not begun.acquire(blocking=False), "two heavy runs at the same time"
            with observability.run("compare") as light:
                light.admit({}, work(Study((Index(),), 128, 64, 0, 1), "compare"))
        finally:
            leave.set()
    assert [run.result() for run in runs] == [None, None]
    assert observability.heavy.acquire(blocking=False)
    observability.heavy.release()


@pytest.mark.parametrize(
    "backlogs",
    [
        [Backlog("me", "there", observability.MAX_PAGE_BACKLOG + 1)],
        [Backlog("me", "there", 0), Backlog("you", "there", observability.MAX_ADDRESS_BACKLOG + 1)],
        [Backlog("you", "elsewhere", observability.MAX_BACKLOG + 1)],
    ],
    ids=["the page before", "those of one address", "those of all"],
)
def test_a_large_page_waits_until_others_are_delivered(monkeypatch, backlogs):
    looks: list[float | None] = []
    monkeypatch.setattr(streamlit_internals, "session_id", lambda: "me")

    def waiting_backlogs(session: str | None = None) -> list[Backlog]:
        return [backlog for backlog in backlogs if len(looks) < 3 and session in (None, backlog.session)]

    monkeypatch.setattr(streamlit_internals, "backlogs", waiting_backlogs)
    monkeypatch.setattr(observability.delivered, "wait", looks.append)
    with observability.run("compare") as run:
        run.admit({}, observability.LIGHT + 1)
        assert len(looks) == 3


@pytest.mark.parametrize("numbers", [observability.LIGHT, observability.LIGHT + 1])
def test_an_abandoned_file_keeps_no_slot(monkeypatch, numbers):
    monkeypatch.setattr(downloads, "slots", Slots(4))
    endless = File("", "", "", "", "", lambda: itertools.repeat(b"x"), numbers, numbers)

    async def leave() -> None:
        streams = [downloads.stream(endless, "here") for _ in range(2)]
        for stream in streams:
            assert await anext(stream) == await anext(stream) == b"x"
        # only a piece of a large file that takes as long as a page keeps others from heavy work
        assert observability.heavy.acquire(blocking=False)
        assert await anext(streams[0]) == b"x"
        observability.heavy.release()
        waiting = asyncio.create_task(anext(downloads.stream(endless, "here")))
        for _ in range(9):
            await asyncio.sleep(0)
        assert not waiting.done()
        await streams[0].aclose()
        assert await waiting == b"x"

    finished(leave())


def test_a_fragment_in_a_run_does_not_wait_and_its_error_is_logged_once(monkeypatch):
    messages = []
    monkeypatch.setattr(observability, "log", lambda level, event, **facts: messages.append((event, facts)))
    reraised = RuntimeError()
    with pytest.raises(RuntimeError), observability.run("compare") as run:
        with observability.run("compare") as part:
            assert part is run
        try:
            with observability.run("compare"):
                raise KeyError("in a fragment")
        except KeyError as inner:
            # as Streamlit reraises errors of fragments
            reraised.args = (inner,)
        raise reraised
    (_, error), (_, ended) = messages
    assert [event for event, _ in messages] == ["error", "run"]
    assert (error["type"], error["page"], ended["error"]) == ("KeyError", "compare", error["error"])
    with observability.run("compare") as alone:
        assert alone is not run
