"""Shared cache: bounded in bytes, and each value computed once."""

import threading
from collections import namedtuple
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import numpy as np
import pytest
from cachetools import LRUCache
from hypothesis import given
from hypothesis import strategies as st

from dashboard.numbers import memory
from dashboard.numbers.memory import ENTRY, shared_cache, size
from dashboard.say import LANGUAGE, current_language

Pair = namedtuple("Pair", "a b")


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Cache of 100,000 bytes."""
    monkeypatch.setattr(memory, "entries", LRUCache(100_000, getsizeof=size))


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9000)), max_size=60))
def test_no_more_bytes_than_allowed(lengths):
    memory.entries.clear()

    @shared_cache
    def zeros(_: int, length: int) -> np.ndarray:
        return np.zeros(length)

    for key, length in lengths:
        assert len(zeros(key, length)) == length
        assert memory.entries.currsize <= memory.entries.maxsize


def test_values_that_are_too_large_are_computed_again():
    calls = []

    @shared_cache
    def zeros(length: int) -> np.ndarray:
        calls.append(length)
        return np.zeros(length)

    for length in (100, 100, 20_000, 20_000):
        zeros(length)
    assert calls == [100, 20_000, 20_000]


@pytest.mark.parametrize(
    ("value", "bytes_"),
    [
        (np.zeros(1000), 8000),
        (np.zeros(1000)[:3], 8000),
        (np.broadcast_to(np.zeros((1000, 1)), (1000, 50)), 8000),
        (Pair(np.zeros(10), {"c": np.zeros((5, 2))}), 160),
        ([None, 1.5, "word"], 0),
    ],
)
def test_the_size_of_a_value_includes_the_objects_that_it_refers_to(value, bytes_):
    assert bytes_ <= size(value) <= bytes_ + 5 * ENTRY


def test_concurrent_requests_compute_a_value_once(monkeypatch):
    calls, arrived, all_here = [], threading.Semaphore(0), threading.Event()

    def wait(others: list) -> None:
        arrived.release()
        futures.wait(others)

    monkeypatch.setattr(memory, "wait", wait)

    @shared_cache
    def slowly(number: int) -> int:
        calls.append(number)
        arrived.release()
        assert all_here.wait(60)
        return number

    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(slowly, 1) for _ in range(8)]
        try:
            # each thread either computes the value or waits
            for _ in asked:
                assert arrived.acquire(timeout=60)
        finally:
            all_here.set()
        assert [ask.result() for ask in asked] == [1] * 8
    assert calls == [1]


def test_functions_of_one_name_in_two_pages_have_separate_entries(tmp_path):
    values = []
    for number in (1, 2):
        page = tmp_path / f"page{number}.py"
        page.write_text(f"def answer():\n    return {number}\n")
        names: dict = {"__name__": "__main__"}
        exec(compile(page.read_text(), page, "exec"), names)
        values.append(shared_cache(names["answer"])())
    assert values == [1, 2]


def test_an_error_is_not_cached():
    @shared_cache
    def fail(times: list = []) -> int:  # noqa: B006 - it counts
        times.append(1)
        if len(times) == 1:
            raise ValueError
        return len(times)

    with pytest.raises(ValueError):
        fail()
    assert fail() == 2


class Thing:
    """Object that compares by identity."""


def test_entries_of_an_object_are_removed_with_it():
    @shared_cache
    def zeros(thing: Thing, length: int) -> np.ndarray:
        return np.zeros(length)

    things = [Thing(), Thing(), Thing()]
    for thing in things:
        assert zeros(thing, 10) is zeros(thing, 10)
        assert zeros(thing=thing, length=10) is zeros(length=10, thing=thing)
    assert len(memory.entries) == 6
    memory.remove(things[0])
    assert len(memory.entries) == 4
    del thing, things[1:]
    memory.remove_dead()
    assert not memory.entries
    assert not memory.entries.currsize


def test_each_language_has_its_own_entries():
    @shared_cache
    def language() -> str:
        return current_language()

    korean = copy_context()
    korean.run(LANGUAGE.set, "ko")
    for _ in range(2):
        assert (language(), korean.run(language)) == ("en", "ko")
