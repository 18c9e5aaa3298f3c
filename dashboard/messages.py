"""What may a browser say? Only what the widgets of these pages could; the rest is left out.

Streamlit reads the state of a widget before a page runs, and trusts it: NaN where a whole number belongs, or text that
is no JSON, ends in an error that stays until the page is loaded anew. And it does what any visitor asks for, such as
to forget what is kept for everybody. So what comes in is looked through here, before Streamlit sees it.
"""

import json
import re
from math import isfinite
from typing import Any

from starlette.types import Message, Receive
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.state.query_params import sanitize_query_string

from dashboard.links import TOO_LONG
from dashboard.study import LIMITS, MAX_SCHEMES
from posenc_core import SCHEMES

ASKED = {"rerun_script", "stop_script", "app_heartbeat"}
"""What the pages' own script asks the server for. The rest is for developers, or for widgets that no page has."""

REPORTED = ("position", "shown", "missing")
"""Events of a chart."""

ID = re.compile(r"(\$\$STREAMLIT_INTERNAL_KEY_)?\$\$ID-\w+-(?P<key>.*?)( #\d+)?")
"""What Streamlit calls a widget, and the events of a chart; handles are numbered."""

LONGEST = 2**20
"""Bytes of a message: whatever is longer is not even read."""

MOST = 500
"""Widgets of a message: a page has some eighty."""

LONGEST_REPORT = 10_000
"""Letters of what a chart reports: a number or two, or the points under a click."""


def vetted(receive: Receive) -> Receive:
    """The receiving end of a line, without what no page can have sent; who sends no messages at all is hung up on."""

    async def receiving() -> Message:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            try:
                said = admitted(message.get("bytes"))
            except ValueError:
                return {"type": "websocket.disconnect", "code": 1002}
            if said is not None:
                return {**message, "bytes": said}

    return receiving


def admitted(data: bytes | None) -> bytes | None:
    """A browser's message without what no page can have sent. -> None where nothing is left.

    ValueError for what is no message at all, such as text.
    """
    if data is None or len(data) > LONGEST:
        raise ValueError("no message of a browser")
    message = BackMsg()
    try:
        message.ParseFromString(data)
    except Exception as error:
        raise ValueError("no message of a browser") from error
    if message.WhichOneof("type") not in ASKED:
        return None
    asked = message.rerun_script
    widgets = asked.widget_states.widgets
    if len(widgets) > MOST:
        raise ValueError("more widgets than a page has")
    possible = [widget for widget in widgets if _possible(widget)]
    too_long = bool(asked.query_string) and not sanitize_query_string(asked.query_string)
    if len(possible) == len(widgets) and not too_long:
        return data
    if too_long:
        asked.query_string = f"{TOO_LONG}="
    asked.widget_states.CopyFrom(WidgetStates(widgets=possible))
    return bytes(message.SerializeToString())


def _possible(widget: WidgetState) -> bool:
    """Whether a widget of this id can be in this state, whatever the others say."""
    named, kind = ID.fullmatch(widget.id), widget.WhichOneof("value")
    if not named:
        return False
    key = named["key"]
    if kind is None:
        # emptied: the default
        return True
    value: Any = getattr(widget, kind)
    if key.startswith("chart "):
        return kind in ("json_trigger_value", "string_value") and _is_report(value)
    limits, parameter = LIMITS.get(key), _PARAMETERS.get(key)
    if key == "scheme":
        names = list(value.data) if kind == "string_array_value" else ["none"]
        return len(set(names)) == len(names) <= MAX_SCHEMES and set(names) <= set(SCHEMES)
    if key == "position handle":
        return kind == "double_array_value" and len(value.data) == 1 and isfinite(value.data[0])
    if key == "scheme in front":
        return _is_choice(kind, value, tuple(SCHEMES))
    if parameter:
        if parameter.choices:
            return _is_choice(kind, value, tuple(map(str, parameter.choices)))
        return kind == "double_value" and isfinite(value)
    if limits is None:
        # a page's own: a handle, whose options Streamlit holds, or a button
        return kind == ("string_array_value" if key.endswith(" handle") else "trigger_value")
    if limits.choices:
        return _is_choice(kind, value, limits.choices)
    if limits.high:
        return kind == "int_value" and limits.low <= value <= limits.high
    return kind == ("bool_value" if isinstance(limits.default, bool) else "string_value")


_PARAMETERS = {f"{name}.{each.name}": each for name, scheme in SCHEMES.items() for each in scheme.parameters()}


def _is_choice(kind: str, value: Any, choices: tuple[str, ...]) -> bool:
    return kind == "string_array_value" and len(value.data) == 1 and value.data[0] in choices


def _is_report(text: str) -> bool:
    """Whether a chart can have reported this: its own component a list of events, Streamlit's chart a selection."""
    try:
        found = json.loads(text) if len(text) <= LONGEST_REPORT else None
    except (ValueError, RecursionError):
        return False
    if isinstance(found, list):
        return all(isinstance(event, dict) and event.get("event") in REPORTED for event in found)
    return isinstance(found, dict) and isinstance(found.get("selection"), dict)
