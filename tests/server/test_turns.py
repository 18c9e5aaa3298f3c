"""Scheduling: one slot at a time, the next for the client with the least used time, and no slot is lost."""

import asyncio
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from dashboard.server.scheduling import Client, Scheduler
from hypothesis import given
from hypothesis import strategies as st

from dashboard import streamlit_internals
from dashboard.numbers.measurements import work
from dashboard.server import downloads, observability, scheduling
from dashboard.server.downloads import File
from dashboard.state.study import Study
from dashboard.streamlit_internals import Backlog
from posenc_core import Index
from tests.server.visitor import finished

ME, YOU, NEIGHBOUR, NEW = (
    Client("here", "me"),
    Client("there", "you"),
    Client("there", "neighbour"),
    Client("elsewhere", "new"),
)


def study(length: int) -> Study:
    return Study((Index(),), length, 64, 0, 1)


@pytest.mark.parametrize(
    ("had", "order"),
    [
        # the address precedes the session, and the order of requests decides only among equals
        ([(ME, 3, 0), (YOU, 2, 0)], [NEW, NEIGHBOUR, YOU, ME]),
        # earlier time decays
        ([(ME, 100, 20 * scheduling.HALF_LIFE), (YOU, 1, 0)], [ME, NEW, NEIGHBOUR, YOU]),
    ],
)
def test_the_next_slot_goes_to_the_address_and_session_with_the_least_recent_time(monkeypatch, had, order):
    now, scheduler = [0], Scheduler()
    monkeypatch.setattr(scheduling.time, "monotonic", lambda: now[0])
    for client, seconds, later in had:
        turn = scheduler.request(client)
        now[0] += seconds
        scheduler.release(turn)
        now[0] += later
    at_work, waiting, came = (
        scheduler.request(ME),
        [scheduler.request(client) for client in (ME, YOU, NEIGHBOUR, NEW)],
        [],
    )
    while waiting:
        scheduler.release(at_work)
        (at_work,) = [turn for turn in waiting if turn.granted.done()]
        waiting.remove(at_work)
        came.append(at_work.client)
    assert came == order


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=40), st.integers(1, 3))
def test_no_turn_is_lost_in_any_order_of_requests_and_releases(steps, at_once):
    scheduler, order = Scheduler(at_once), []
    for asks, number in steps:
        if asks or not order:
            order.append(scheduler.request(Client(str(number), "")))
        else:
            scheduler.release(order.pop(number % len(order)))
        assert sum(turn.granted.done() for turn in order) == min(len(order), at_once)
        assert scheduler.waiting == max(len(order) - at_once, 0)
    for turn in order:
        scheduler.release(turn)
    assert (scheduler.free, scheduler.waiting) == (at_once, 0)


def test_a_cancelled_request_gives_up_its_slot():
    async def hold(scheduler: Scheduler, client: Client) -> None:
        async with scheduler.slot(client):
            await asyncio.Event().wait()

    async def wait() -> None:
        scheduler = Scheduler()
        async with scheduler.slot(ME):
            waiting = [asyncio.create_task(hold(scheduler, client)) for client in (ME, YOU)]
            await asyncio.sleep(0)
            waiting[0].cancel()
        # its slot was granted, but the task has not resumed
        waiting[1].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert (scheduler.free, scheduler.waiting) == (1, 0)

    finished(wait())


@pytest.mark.parametrize(("page", "length"), [("compare", 128), ("compare", 8192), ("similarity", 1000)])
def test_runs_take_turns(page, length):
    """Light runs do not wait for heavy ones, and no run waits for more than one of its kind."""
    started, leave = threading.Semaphore(0), threading.Event()

    def run() -> None:
        with observability.run(page) as run:
            run.admit({}, work(study(length), page))
            started.release()
            assert leave.wait(60)

    kind = observability.started if length > 128 else observability.light
    with ThreadPoolExecutor(2) as threads:
        runs = [threads.submit(run) for _ in range(2)]
        try:
            assert started.acquire(timeout=60)
            while kind.waiting == 0:
                assert not started.acquire(blocking=False), "two runs at the same time"
            if kind is observability.started:
                with observability.run("compare") as quick:
                    quick.admit({}, work(study(16), "compare"))
        finally:
            leave.set()
    assert [run.result() for run in runs] == [None, None]
    assert (observability.light.free, observability.heavy.free, observability.started.free) == (
        1,
        1,
        observability.MAX_STARTED,
    )


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


@pytest.mark.parametrize(
    ("chunks", "first", "numbers"),
    [
        (downloads.large, observability.heavy, observability.LIGHT + 1),
        (downloads.small, downloads.pieces, observability.LIGHT),
    ],
)
def test_an_abandoned_file_keeps_no_slot(chunks, first, numbers):
    async def leave() -> None:
        endless = File("", "", "", "", "", lambda: itertools.repeat(b"x"), numbers, numbers)
        stream = downloads.stream(endless, ME)
        assert await anext(stream) == b"x"
        # only the first piece takes as long as a page
        async with asyncio.timeout(60), observability.started.slot(ME), observability.heavy.slot(YOU):
            assert await anext(stream) == await anext(stream) == b"x"
        assert chunks.free == before - 1
        await stream.aclose()

    before = chunks.free
    finished(leave())
    assert (chunks.free, downloads.pieces.free, observability.heavy.free) == (before, 1, 1)


def test_a_fragment_in_a_run_needs_no_slot_and_its_error_is_logged_once(monkeypatch):
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
