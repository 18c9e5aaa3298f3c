"""Messages that no page could have sent: refused, or the page stays within its limits; and nobody else notices."""

import asyncio
import json
import math
import random
from urllib.parse import parse_qs, urlencode

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from dashboard.messages import admitted
from dashboard.study import LIMITS, MAX_LENGTH, MAX_SCHEMES
from posenc_core import SCHEMES
from tests.dashboard.conftest import PAGES
from tests.hosting.hostile import within
from tests.hosting.visitor import Visitor, finished

PATIENCE = 30

FORGED = (
    *(("double_value", value) for value in (math.nan, math.inf, -math.inf, 1e308, -1e308, 0.5)),
    *(("int_value", value) for value in (2**63 - 1, -(2**63), 0, -1, 10**7)),
    *(("string_value", value) for value in ("", "x", "<b>" * 1000, "nan", "true", "a" * 10**4)),
    *(("bool_value", value) for value in (True, False)),
    ("trigger_value", True),
    *(("double_array_value", value) for value in ([], [math.nan], [math.inf], [1e308], [-1.0], [1.0, 2.0, 3.0])),
    *(("int_array_value", value) for value in ([], [0, 99, -1], [2**62])),
    *(("string_array_value", value) for value in ([], ["x"], ["Index"] * 50, [*SCHEMES, "<b>"], ["0", "1"], [""])),
    *(("json_value", value) for value in ("", "{", "null", '{"position": "x"}')),
    *(("json_trigger_value", value) for value in ("", "[", "[1]", "null", "9" * 5000, "[" * 10**4)),
    ("string_trigger_value", "x"),
    ("bytes_value", b"\x00\xff"),
)

EVENTS = (
    *({"position": value} for value in (None, "x", math.nan, math.inf, -1e308, 10**400, -5, 10**9, 0.5, True, [1], {})),
    *(
        {"shown": value}
        for value in (None, "x", [], [1], ["a", "b"], [math.nan, 5], [math.inf, 0], [9, 3], {"a": 1}, 7)
    ),
    *({"missing": value} for value in (None, "x", 0, [])),
    {"unheard of": 1},
)

SELECTIONS = (
    {},
    {"points": None},
    {"points": {}},
    {"points": [1]},
    *({"points": [{"x": value}]} for value in (None, "a", [], [[]], {}, True, 1e308, -5, 10**400)),
)


def state(id: str, kind: str, value) -> WidgetState:
    forged = WidgetState(id=id)
    if kind.endswith("array_value"):
        getattr(forged, kind).SetInParent()
        getattr(forged, kind).data.extend(value)
    elif kind == "string_trigger_value":
        forged.string_trigger_value.data = value
    else:
        setattr(forged, kind, value)
    return forged


def rerun(*widgets: WidgetState) -> bytes:
    message = BackMsg()
    message.rerun_script.widget_states.widgets.extend(widgets)
    return message.SerializeToString()


def left(*widgets: WidgetState) -> list[WidgetState]:
    """The widgets whose states come through."""
    return list(BackMsg.FromString(admitted(rerun(*widgets))).rerun_script.widget_states.widgets)


def run(url: str, page: str, act) -> Visitor:
    """Let a visitor of a page do something."""

    async def done() -> Visitor:
        async with Visitor(url, "n=16&d=8&p=3", "" if page == "compare" else page, patience=PATIENCE) as visitor:
            await act(visitor)
            return visitor

    return finished(done())


async def forge(visitor: Visitor, kind: str, value, *ids: str) -> None:
    """Send a page's own widgets, some of them in a forged state."""
    message = visitor.rerun()
    widgets = [widget for widget in message.rerun_script.widget_states.widgets if widget.id not in ids]
    message.rerun_script.widget_states.ClearField("widgets")
    message.rerun_script.widget_states.widgets.extend([*widgets, *(state(id, kind, value) for id in ids)])
    await visitor.run(message)
    assert not visitor.exceptions, (kind, value)
    # the forger's own widgets still show what they did
    shown = visitor.shown | {"position": [], "position handle": visitor.shown["p"]}
    assert not within(shown), (kind, value)


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_sends_comes_through(url, page):
    async def act(visitor: Visitor) -> None:
        sent = visitor.rerun().SerializeToString()
        assert admitted(sent) == sent
        assert len(visitor.rerun().rerun_script.widget_states.widgets) > 30

    run(url, page, act)


@pytest.mark.parametrize("key", ["scheme", "position handle", "scheme in front", "Sinusoidal.base", *LIMITS])
def test_a_state_that_a_widget_cannot_have_does_not_come_through(key):
    limits = LIMITS.get(key)
    for kind, value in FORGED:
        for forged in left(state(f"$$ID-0123-{key}", kind, value)):
            if key == "scheme":
                assert kind == "string_array_value"
                assert set(forged.string_array_value.data) <= set(SCHEMES)
                assert len(forged.string_array_value.data) <= MAX_SCHEMES
            elif key == "position handle":
                assert kind == "double_array_value"
                assert math.isfinite(value[0])
            elif key == "Sinusoidal.base":
                assert math.isfinite(forged.double_value)
            elif limits and limits.choices:
                assert forged.string_array_value.data[0] in limits.choices
            elif limits and limits.high:
                assert limits.low <= forged.int_value <= limits.high
            else:
                assert kind == ("string_value" if isinstance(limits.default, str) else "bool_value")


@pytest.mark.parametrize(
    "message",
    [
        BackMsg(clear_cache=True),
        BackMsg(set_run_on_save=True),
        BackMsg(load_git_info=True),
        BackMsg(debug_disconnect_websocket=True),
        BackMsg(debug_shutdown_runtime=True),
        BackMsg(file_urls_request={"request_id": "1", "file_names": ["a"]}),
        BackMsg(backend_operation_request={"request_id": "1", "install_skills": {}}),
        BackMsg(backend_operation_request={"request_id": "1", "dismiss_skills_nudge": {}}),
        BackMsg(),
    ],
    ids=lambda message: message.WhichOneof("type"),
)
def test_what_no_page_asks_for_is_not_heard(url, message):
    assert admitted(message.SerializeToString()) is None

    async def act(visitor: Visitor) -> None:
        await visitor.settled()
        before = visitor.messages
        await visitor.raw(message)
        await visitor.settled()
        assert visitor.messages == before, "it was answered"

    run(url, "compare", act)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 1000,
        b"\x00" * 100,
        "text",
        "x" * 10**6,
        b"a" * 2_000_000,
        b"a" * 30_000_000,
        pytest.param(rerun(*[WidgetState(id="x" * 5000)] * 300), id="longer than any page's"),
        pytest.param(rerun(*[WidgetState()] * 501), id="more widgets than any page's"),
    ],
)
def test_who_sends_no_message_is_hung_up_on(url, data):
    with pytest.raises(ValueError, match=r"message of a browser|more widgets"):
        admitted(data)

    async def act(visitor: Visitor) -> None:
        with pytest.raises(ConnectionError):
            await visitor.raw(data)
            await visitor.settled()

    run(url, "compare", act)


@pytest.mark.parametrize(("page", "forged"), [("heatmap", FORGED), ("similarity", FORGED[::4])])
def test_forged_widgets_stay_within_their_limits(url, page, forged):
    async def act(visitor: Visitor) -> None:
        known = [widget.id for widget in visitor.rerun().rerun_script.widget_states.widgets]
        for kind, value in forged:
            await forge(
                visitor, kind, value, *known, "$$ID-0-p", "$$ID-0-nothing", "", "$$STREAMLIT_INTERNAL_KEY_x", "n"
            )

    run(url, page, act)


def test_forged_clicks_choose_a_position_or_nothing(url):
    async def act(visitor: Visitor) -> None:
        chart = "chart portrait Binary"
        for event in EVENTS:
            await visitor.point(chart, **event)
            assert not visitor.exceptions, event
            assert not within(visitor.shown), event
        for kind, value in FORGED:
            if kind.startswith(("json", "string", "trigger")):
                await forge(visitor, kind, value, visitor.widget_id(chart), visitor.event(chart).id)
        await visitor.point(chart, position=7)
        assert visitor.shown["position"] == [7]

    run(url, "compare", act)


def test_forged_selections_of_streamlits_own_chart_choose_a_position_or_nothing(url):
    async def act(visitor: Visitor) -> None:
        await visitor.point("chart portrait Binary", missing=True)
        for selection in (*SELECTIONS, {"points": [{"x": 7}]}):
            # another figure is another widget to Streamlit
            chart = next(e.plotly_chart for e in visitor.elements if e.WhichOneof("type") == "plotly_chart")
            await forge(visitor, "string_value", json.dumps({"selection": selection}), chart.id)
        assert visitor.shown["p"] == 7

    run(url, "compare", act)


@pytest.mark.parametrize(
    "event", [{"missing": True}, {"position": 3}, {"shown": [1, 3]}], ids=lambda event: next(iter(event))
)
def test_a_chart_that_another_has_replaced_may_still_report(url, event):
    """Every chart misses the library by itself, and the first of them brings Streamlit's own in place of all."""

    async def act(visitor: Visitor) -> None:
        late = visitor.rerun()
        late.rerun_script.widget_states.widgets.append(visitor.event("chart portrait Normalized", **event))
        first = visitor.rerun()
        first.rerun_script.widget_states.widgets.append(visitor.event("chart portrait Binary", missing=True))
        await visitor.raw(first)
        await visitor.until(lambda: _stock(visitor.coming) > 0, "Streamlit's own chart")
        await visitor.run(late)
        await visitor.settled()
        assert not visitor.exceptions
        assert _stock(visitor.elements) == 3

    run(url, "compare", act)


def _stock(elements) -> int:
    return sum(element.WhichOneof("type") == "plotly_chart" for element in elements)


def test_a_chart_reports_little():
    report = "$$STREAMLIT_INTERNAL_KEY_$$ID-0-chart matrix__events"
    for value in (
        '[{"event": []}]',
        "x" * 10**5,
        "[" * 10**5,
        "9" * 10**4,
        json.dumps([{"event": "position", "value": "x" * 10**5}]),
    ):
        assert not left(state(report, "json_trigger_value", value))
    assert left(state(report, "json_trigger_value", json.dumps([{"event": "shown", "value": [0.5, 9.5]}])))


def test_pages_and_parts_that_do_not_exist(url):
    async def act(visitor: Visitor) -> None:
        for hash, name in (("0" * 32, ""), ("", "../../etc/passwd"), ("<b>", "<b>"), ("x" * 10**5, "y" * 10**5)):
            message = visitor.rerun()
            message.rerun_script.page_script_hash, message.rerun_script.page_name = hash, name
            await visitor.run(message)
            assert not visitor.exceptions
        message = visitor.rerun()
        message.rerun_script.cached_message_hashes.extend(map(str, range(1000)))
        message.rerun_script.context_info.url = "http://[" + "x" * 10**5
        message.rerun_script.context_info.timezone = message.rerun_script.context_info.locale = "\x00<b>"
        await visitor.run(message)
        assert not visitor.exceptions

    run(url, "compare", act)


@pytest.mark.parametrize(("reruns", "reads"), [(50, True), (200, False)])
def test_a_storm_of_reruns_does_not_reach_the_neighbour(url, reruns, reads):
    async def act(visitor: Visitor) -> None:
        async with Visitor(url, "p=77&n=200", patience=PATIENCE) as neighbour:
            if not reads:
                visitor.deaf()
            for place in range(reruns):
                message = visitor.rerun()
                message.rerun_script.query_string = f"p={place}"
                await visitor.raw(message)
            await neighbour.change(k=3)
            assert not neighbour.exceptions
            assert (neighbour.shown["n"], neighbour.shown["position"], neighbour.query) == (200, [77], "k=3&n=200&p=77")
            if not reads:
                visitor.cut()
                return
            # runs of the storm may still be on their way
            async with asyncio.timeout(PATIENCE):
                while visitor.shown["position"] != [9]:
                    await visitor.change(p=9)

    run(url, "compare", act)


def test_the_last_of_many_hurried_changes_is_what_the_page_shows(url):
    """Runs of one page beside each other write over each other's widgets: the page shows another position, or ends."""

    async def drag(seed: int) -> None:
        chance = random.Random(seed)
        places = [*(chance.randrange(30) for _ in range(150)), 33]
        async with Visitor(url, page="heatmap", patience=PATIENCE) as visitor:
            await visitor.hurry("p", places, [chance.uniform(0, 0.05) for _ in places])
            await visitor.until(lambda: visitor.shown["position"] == [33], "the last position")
            await visitor.settled()
            assert visitor.shown["position"] == [33]
            assert not visitor.exceptions

    async def dragged() -> None:
        await asyncio.gather(*(drag(seed) for seed in range(4)))

    finished(dragged())


@pytest.mark.parametrize(
    ("page", "key", "kind", "first", "then", "handle", "stands"),
    [
        ("compare", "p", "int_value", 7, 8, "position handle", [8.0]),
        ("heatmap", "scheme", "string_array_value", ["Binary", "Index"], ["Index"], "scheme in front", ["Index"]),
        ("similarity", "Sinusoidal.base", "double_value", 100.0, 1000.0, "base handle", ["1,000"]),
    ],
)
def test_a_handle_that_has_not_heard_of_a_change_does_not_undo_it(url, page, key, kind, first, then, handle, stands):
    async def act(visitor: Visitor) -> None:
        unaware, id = visitor.rerun(), visitor.widget_id(key)
        await visitor.change(**{key: first})
        assert visitor.shown[key] == first
        widgets = unaware.rerun_script.widget_states.widgets
        (changed,) = [widget for widget in widgets if widget.id == id]
        changed.CopyFrom(state(id, kind, then))
        said = parse_qs(unaware.rerun_script.query_string) | {key: then}
        unaware.rerun_script.query_string = urlencode(said, doseq=True)
        await visitor.run(unaware)
        assert visitor.shown[handle] == stands

    run(url, page, act)


def test_the_largest_of_all_positions_is_still_a_position(url):
    async def act(visitor: Visitor) -> None:
        await visitor.change(n=MAX_LENGTH)
        await visitor.point("chart portrait Binary", position=2**62)
        assert visitor.shown["position"] == [MAX_LENGTH - 1]

    run(url, "compare", act)
