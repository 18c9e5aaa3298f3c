"""Consistency of page, controls, and URL after any input, in any process."""

import asyncio
import math
import random
from functools import partial
from operator import methodcaller

import pytest

from tests.server.test_links import sound
from tests.server.visitor import Visitor, finished

change, go, point, hurry = (partial(methodcaller, name) for name in ("change", "go", "point", "hurry"))
reload = methodcaller("reconnect", reload=True)


def late(key, first, then):
    """Make two changes, the second before the result of the first arrives."""

    async def step(visitor: Visitor) -> None:
        await visitor.reach(key)
        for message in [visitor.turned(**{key: value}) for value in (first, then)]:
            await visitor.run(message)

    return step


async def come_back(visitor: Visitor) -> None:
    """Reconnect to the same process."""
    visitor.cut()
    await visitor.reconnect()


async def move(visitor: Visitor) -> None:
    """Reconnect to a process that does not know the session."""
    visitor.session_id = ""
    await come_back(visitor)


async def agree(url: str, query: str, steps: list, expected: dict, page: str = "compare") -> None:
    """Perform steps, and check the controls and the query against the expectation, and the page against its own URL."""
    async with Visitor(url, query, page) as visitor:
        for step in steps:
            await step(visitor)
            assert not visitor.exceptions

        def is_reached() -> bool:
            return not visitor.running and expected.items() <= (visitor.shown | {"query": visitor.query}).items()

        await visitor.until(is_reached, f"{expected}: {visitor.shown}, {visitor.query}")
        await visitor.settled()
        sound(visitor)
        async with Visitor(url, visitor.query, visitor.page) as fresh:
            assert fresh.query == visitor.query
            for one in (visitor, fresh):
                await one.open_box()
            assert fresh.shown == visitor.shown


REST = "from=50&to=150&Sinusoidal.layout=concatenated"


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([move, change(n=64)], {"n": 64, "p": 63, "k": 63, "position": [63], "query": f"p=200&k=100&{REST}"}),
        ([move, change(n=1)], {"n": 1, "p": 0, "position": [0], "query": f"n=1&p=200&k=100&{REST}"}),
        (
            [move, change(**{"Sinusoidal.base": 100}), change(scheme=["Gray", "Binary"])],
            {"scheme": ["Binary", "Gray"], "position": [200]},
        ),
        ([go("heatmap"), move, go("compare")], {"k": 100, "position": [200]}),
        ([go("heatmap"), move, change(n=64), go("compare")], {"n": 64, "k": 63, "position": [63]}),
        ([move, hurry("n", [64], [0]), change(d=7)], {"n": 64, "d": 7, "position": [63]}),
        ([come_back, change(n=64)], {"position": [63]}),
        ([change(n=64), reload, change(n=256, p=40)], {"n": 256, "p": 40, "position": [40]}),
        ([late("p", 7, 8)], {"p": 8, "position": [8]}),
        ([late("n", 300, 400)], {"n": 400, "position": [200]}),
        (
            [go("heatmap"), late("scheme handle", "Binary", "Normalized")],
            {"scheme": ["Normalized", "Binary", "Sinusoidal"]},
        ),
        ([change(n=64), point("chart compare", position=10)], {"p": 10, "position": [10]}),
        ([change(n=64), point("chart compare", position=2**62)], {"p": 63, "position": [63]}),
        (
            [change(n=1000), point("chart compare", shown=[0, 999])],
            {"position": [200], "query": "n=1000&p=200&k=100&Sinusoidal.layout=concatenated"},
        ),
        (
            [point("chart compare", shown=[50, 99]), change(n=1000)],
            {"position": [200], "query": f"n=1000&p=200&k=100&{REST.replace('150', '99')}"},
        ),
    ],
)
def test_page_controls_and_address_agree(url, steps, expected):
    finished(agree(url, f"n=256&p=200&k=100&{REST}", steps, expected))


def test_a_stale_control_of_an_option_reverts_no_change(url):
    key = "Sinusoidal.base"
    steps = [methodcaller("open_box"), late(key, 100, 1000)]
    finished(agree(url, "Sinusoidal.layout=concatenated", steps, {key: 1000}, "similarity"))


def test_the_last_of_many_fast_changes_counts(url):
    """Simultaneous runs of one page would overwrite each other's widgets."""

    def dragged(key: str) -> list:
        chance = random.Random(key)
        pauses = [chance.uniform(0, 0.05) for _ in range(20)]
        return [go("heatmap"), hurry(key, [*(chance.randint(1, 30) for _ in pauses[1:]), 33], pauses)]

    async def act() -> None:
        # a part of the page is drawn anew, or the whole
        visits = [
            agree(url, "scheme=Binary&p=40", dragged(key), {"position": [at]}) for key, at in (("p", 33), ("n", 32))
        ]
        await asyncio.gather(*visits)

    finished(act())


def test_any_report_of_a_chart_is_accepted_or_ignored(url):
    values = (None, "x", -5, 0.5, math.nan, math.inf, 10**400, [1], ["a", 2], [math.nan, 3], [math.inf, 0], {})
    queries = [*values, "n=7", "&".join(["n=1"] * 300), "scheme=x&n=1e999"]
    events = [dict.fromkeys(("position", "shown", "missing", "unheard of"), value) for value in values]
    steps = [point("chart compare", **event) for event in events]
    finished(agree(url, "n=16", steps + [point("address", kept=query) for query in queries], {}))
