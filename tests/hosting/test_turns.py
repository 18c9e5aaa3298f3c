"""Turns: one at a time, the next to who has had least, and none is lost."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard import files, turns, watch
from dashboard.study import LIMITS, Study
from dashboard.turns import Turns, Who
from posenc_core import Index
from tests.hosting.visitor import finished

ME, YOU, NEIGHBOUR = Who("here", "me"), Who("there", "you"), Who("there", "neighbour")
OPTIONS = {key: limits.default for key, limits in LIMITS.items()}


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""
    now = [0.0]
    monkeypatch.setattr(turns.time, "monotonic", lambda: now[0])
    return now


def work(found: Turns, who: Who, clock, seconds: float) -> None:
    turn = found.ask(who)
    assert turn.come.done()
    clock[0] += seconds
    found.leave(turn)


def test_the_next_turn_goes_to_the_address_and_then_the_session_that_has_had_least(clock):
    found = Turns()
    work(found, ME, clock, 3)
    work(found, YOU, clock, 2)
    at_work = found.ask(ME)
    mine, yours, neighbours, new = (found.ask(who) for who in (ME, YOU, NEIGHBOUR, Who("elsewhere", "new")))
    order = []
    for _ in range(4):
        found.leave(at_work)
        (at_work,) = [turn for turn in (mine, yours, neighbours, new) if turn.come.done() and turn not in order]
        order.append(at_work)
    assert order == [new, neighbours, yours, mine]
    found.leave(at_work)
    assert (found.free, found.waiting) == (1, 0)


def test_what_was_long_ago_is_forgotten(clock):
    found = Turns()
    work(found, ME, clock, 100)
    clock[0] += 20 * turns.FORGOTTEN
    work(found, YOU, clock, 1)
    at_work = found.ask(NEIGHBOUR)
    yours, mine = found.ask(YOU), found.ask(ME)
    found.leave(at_work)
    assert (mine.come.done(), yours.come.done()) == (True, False)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=40), st.integers(1, 3))
def test_however_it_is_left_no_turn_is_lost(steps, at_once):
    found, asked = Turns(at_once), []
    for asks, number in steps:
        if asks or not asked:
            asked.append(found.ask(Who(str(number), "")))
        else:
            found.leave(asked.pop(number % len(asked)))
        assert sum(turn.come.done() for turn in asked) == min(len(asked), at_once)
    for turn in asked:
        found.leave(turn)
    assert (found.free, found.waiting) == (at_once, 0)


def test_who_no_longer_waits_leaves_the_turn_to_others():
    async def wait() -> None:
        found = Turns()
        async with found.turn(ME):
            waiting = [asyncio.create_task(_hold(found, who)) for who in (ME, YOU)]
            await asyncio.sleep(0)
            waiting[0].cancel()
        # its turn had come, and it had not heard of that
        waiting[1].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert (found.free, found.waiting) == (1, 0)

    finished(wait())


async def _hold(found: Turns, who: Who) -> None:
    async with found.turn(who):
        await asyncio.Event().wait()


@pytest.mark.parametrize(("page", "length"), [("compare", 128), ("compare", 8192), ("similarity", 1000)])
def test_runs_take_turns(page, length):
    """What is short does not wait for what is long, and nothing for its own kind longer than one of them."""
    study = Study((Index(),), length, 64, 0, 1, options=OPTIONS)
    turns = watch.heavy if length > 128 else watch.light
    at_work, leave = threading.Event(), threading.Event()

    def run(seen: threading.Event) -> None:
        with watch.run(page) as run:
            run.show(study)
            seen.set()
            assert leave.wait(60)

    second = threading.Event()
    with ThreadPoolExecutor(2) as threads:
        try:
            runs = [threads.submit(run, at_work)]
            assert at_work.wait(60)
            runs.append(threads.submit(run, second))
            while turns.waiting == 0:
                assert not second.is_set(), "two at once"
            if turns is watch.heavy:
                with watch.run(page) as quick:
                    quick.show(Study((Index(),), 16, 8, 0, 1, options=OPTIONS))
        finally:
            leave.set()
        for each in runs:
            each.result()
    assert second.is_set()


def test_an_error_leaves_the_turn_to_all():
    with pytest.raises(RuntimeError), watch.run("compare"):
        raise RuntimeError
    assert (watch.light.free, watch.heavy.free) == (1, 1)


def test_a_file_that_nobody_waits_for_keeps_no_turn():
    def endless():
        while True:
            yield b"x"

    async def leave() -> None:
        taken = files.sent(files.File("", "", "", "text/csv", "", endless), ME)
        for _ in range(3):
            assert await anext(taken) == b"x"
        assert files.tables.free == files.AT_ONCE - 1
        await taken.aclose()

    finished(leave())
    assert (files.tables.free, files.pieces.free, watch.heavy.free) == (files.AT_ONCE, 1, 1)
