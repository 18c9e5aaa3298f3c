"""A page that comes back to a server that has never seen it, and numbers that no longer fit when they arrive."""

import asyncio

import pytest

from tests.hosting.hostile import within
from tests.hosting.test_links import lines
from tests.hosting.visitor import Visitor, finished

PATIENCE = 30


async def forgotten(visitor: Visitor) -> None:
    """Lose the connection, and find a server without the session: another process, or one that has started anew."""
    visitor.cut()
    visitor.session_id = ""
    await visitor.reconnect()


def says(visitor: Visitor) -> dict[str, object]:
    """What the page shows of the numbers that go together."""
    return {key: visitor.shown[key] for key in ("n", "p", "k", "from", "to", "position")}


@pytest.mark.parametrize(
    ("query", "change"),
    [
        ("n=256&p=200&k=100&from=50&to=150", {"n": 64}),
        ("n=256&p=200&k=100&from=50&to=150", {"n": 1}),
        ("n=256&p=200&k=100&from=50&to=150", {"n": 1000}),
        ("n=256&p=200&k=100&from=50&to=150", {"p": 33}),
        ("n=256&p=200&k=100", {"scheme": ["Binary"], "d": 7}),
        ("n=20", {"n": 256}),
        ("", {"n": 1}),
        ("p=100", {"similarity": "cosine", "own": True, "Sinusoidal.base": 100.0}),
    ],
)
def test_the_first_change_on_a_new_process_shows_what_the_address_says(url, query, change):
    async def come_back() -> list[str]:
        async with Visitor(url, query, patience=PATIENCE) as visitor:
            await forgotten(visitor)
            await visitor.change(**change)
            said = lines(visitor)
            async with Visitor(url, visitor.query, patience=PATIENCE) as other:
                assert says(visitor) == says(other)
                assert visitor.query == other.query
            assert not visitor.exceptions
            assert not within(visitor.shown)
            for key, value in change.items():
                assert visitor.shown[key] in (value, [value])
            # and so it stays
            await visitor.change(d=32)
            assert says(visitor) == says(other)
            assert not within(visitor.shown)
            return said

    said = finished(come_back())
    if change == {"n": 64}:
        assert [line.partition(",")[0] for line in said] == [
            "The link says k = 100",
            "The link says p = 200",
            "The link says to = 150",
        ]
    if change == {"p": 33}:
        assert not said


def test_a_page_is_left_for_another_on_a_new_process(url):
    async def come_back() -> None:
        async with Visitor(url, "n=256&p=200&d=32", patience=PATIENCE) as visitor:
            await forgotten(visitor)
            await visitor.go("heatmap")
            assert (visitor.page, visitor.query) == ("heatmap", "n=256&p=200&d=32")
            assert says(visitor)["position"] == [200]
            assert not visitor.exceptions

    finished(come_back())


def test_a_session_that_is_found_again_goes_on(url):
    async def come_back() -> None:
        async with Visitor(url, "n=256&p=200", patience=PATIENCE) as visitor:
            session = visitor.session_id
            visitor.cut()
            await visitor.reconnect()
            await visitor.change(n=64)
            assert visitor.session_id == session
            assert visitor.shown["position"] == [63], "it moves with the end, as ever"
            await visitor.reconnect(reload=True)
            assert visitor.session_id != session
            assert (visitor.shown["n"], visitor.shown["position"]) == (64, [63])

    finished(come_back())


def test_a_change_that_comes_before_the_first_page_is_finished(url):
    async def hurry() -> None:
        async with Visitor(url, "n=256&p=200", patience=PATIENCE) as visitor:
            for length in (64, 1, 100, 7):
                await forgotten(visitor)
                await visitor.raw(visitor.rerun())
                async with asyncio.timeout(PATIENCE):
                    while visitor.shown["n"] != length or says(visitor)["position"] != [visitor.shown["p"]]:
                        await visitor.change(n=length)
                assert not visitor.exceptions
                assert not within(visitor.shown)

    finished(hurry())


@pytest.mark.parametrize(
    ("key", "name", "typed", "kept"),
    [
        ("p", "Position p", 200, 63),
        ("p", "Position p", -1, 0),
        ("k", "Offset k", 64, 63),
        ("to", "Last shown", 64, 63),
        ("from", "First shown", 200, 0),
    ],
)
def test_a_number_that_no_longer_fits_when_it_arrives(url, key, name, typed, kept):
    """Typed while the page still showed n = 256."""

    async def race() -> None:
        async with Visitor(url, "n=256", patience=PATIENCE) as visitor:
            await visitor.change(n=64)
            await visitor.change(**{key: typed})
            assert visitor.shown[key] == kept
            assert not within(visitor.shown)
            default = {"to": 63, "from": 0}.get(key)
            assert sorted(visitor.query.split("&")) == sorted(["n=64", *([f"{key}={kept}"] if kept != default else [])])
            assert f"{name} = {typed} does not fit into n = 64: it is {kept} now." in visitor.texts

    finished(race())


def test_length_and_position_in_one_breath(url):
    async def race() -> None:
        async with Visitor(url, "n=256", patience=PATIENCE) as visitor:
            await visitor.change(n=64, p=200)
            assert (visitor.shown["n"], visitor.shown["position"]) == (64, [63])
            assert not within(visitor.shown)
            assert visitor.query == "n=64&p=63"
            assert [words for words in visitor.texts if "not fit" in words] == [
                "Position p = 200 does not fit into n = 64: it is 63 now."
            ]
            await visitor.change(n=20)
            assert visitor.query == "n=20", "the last position is the default of a short sequence"
            assert not [words for words in visitor.texts if "typed" in words]

    finished(race())
