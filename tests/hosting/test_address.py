"""Page, controls and address agree, also where a browser is faster than the server."""

from urllib.parse import parse_qs

import pytest

from tests.hosting.visitor import Visitor, finished


def says(visitor: Visitor) -> dict[str, str]:
    return {key: values[-1] for key, values in parse_qs(visitor.query).items()}


async def opened(url: str, query: str, act) -> None:
    async with Visitor(url, query) as visitor:
        await act(visitor)
        assert not visitor.exceptions


def test_an_address_under_way_does_not_take_back_what_was_changed_meanwhile(url):
    async def act(visitor: Visitor) -> None:
        await visitor.change(n=39)
        under_way = visitor.query
        assert says(visitor) == {"n": "39", "from": "3"}, "p is the default now"
        change = visitor.turned(n=35)
        # it comes only now
        visitor.query = under_way
        await visitor.run(change)
        assert visitor.shown["n"] == 35
        assert says(visitor) == {"n": "35", "from": "3"}

    finished(opened(url, "n=44&p=42&from=3", act))


@pytest.mark.parametrize(("said", "n"), [("n=37&from=3", 35), ("from=3", 35), ("n=37&from=3", 128)])
def test_an_address_that_lags_behind_its_widget_is_put_right(url, said, n):
    async def act(visitor: Visitor) -> None:
        lagging = visitor.turned(n=n)
        lagging.rerun_script.query_string = visitor.query = said
        before = visitor.addresses
        await visitor.run(lagging)
        assert visitor.addresses - before == 1, "each that differs is one more step for Back"
        assert says(visitor) == {"from": "3"} | ({"n": str(n)} if n != 128 else {})

    finished(opened(url, "n=44&from=3", act))


@pytest.mark.parametrize("heard", ["nothing", "a run", "the address"])
@pytest.mark.parametrize(
    ("length", "more", "expected"),
    [
        (64, "", {"p": 63, "k": 63, "to": 63, "from": 3}),
        (64, "&to=50", {"p": 63, "k": 63, "to": 50, "from": 3}),
        (1000, "", {"p": 200, "k": 100, "to": 999, "from": 3}),
        (1000, "&to=50", {"p": 200, "k": 100, "to": 50, "from": 3}),
    ],
)
def test_a_change_right_after_the_length_still_says_the_old_numbers(url, length, more, expected, heard):
    """The browser has not heard yet of what moved with n, and says it once more with the next change."""

    async def act(visitor: Visitor) -> None:
        first, late = visitor.turned(n=length), visitor.turned(d=65)
        if heard == "the address":
            await visitor.run(first)
            late.rerun_script.query_string = f"{visitor.query}&d=65"
        else:
            await visitor.raw(first)
        if heard == "a run":
            await visitor.until(lambda: visitor.running, "the beginning of a run")
        await visitor.run(late)
        shown = visitor.shown
        assert {key: shown[key] for key in expected} == expected
        assert shown["position"] == [expected["p"]]
        address = {"n": length, "d": 65, **expected}
        # what is the default is not said
        assert says(visitor) == {
            key: str(value) for key, value in address.items() if (key, value) != ("to", length - 1)
        }

    finished(opened(url, f"n=256&p=200&k=100&from=3{more}", act))


def test_a_click_right_after_the_length_counts(url):
    """Also on the default, which is what Streamlit says of a number that no longer fits."""

    async def act(visitor: Visitor) -> None:
        await visitor.change(n=64)
        await visitor.point("chart portrait Binary", position=40)
        assert (visitor.shown["p"], visitor.shown["position"]) == (40, [40])
        assert says(visitor) == {"n": "64"}
        stale = visitor.event("chart portrait Binary", position=10)
        late = visitor.turned(n=32)
        late.rerun_script.query_string = "n=32&p=50"
        late.rerun_script.widget_states.widgets.append(stale)
        await visitor.run(late)
        assert (visitor.shown["p"], visitor.shown["position"]) == (10, [10])

    finished(opened(url, "n=256&p=50", act))


def test_an_end_that_was_the_last_can_be_chosen(url):
    async def act(visitor: Visitor) -> None:
        await visitor.change(n=1000)
        assert visitor.shown["to"] == 999
        await visitor.change(to=255)
        assert visitor.shown["to"] == 255
        await visitor.change(d=65)
        assert (visitor.shown["to"], says(visitor)["to"]) == (255, "255")
        await visitor.change(n=1001)
        assert visitor.shown["to"] == 255, "it is no end any more"
        await visitor.point("chart portrait Binary", shown=[0, 999])
        assert visitor.shown["to"] == 999

    finished(opened(url, "n=256", act))
