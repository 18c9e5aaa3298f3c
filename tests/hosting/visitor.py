"""A visitor without a browser: speaks Streamlit's protocol over a real WebSocket, as its frontend does.

It keeps what the frontend keeps: the address, and the state of every widget on the page. It draws nothing, so that many
of them fit beside a server.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NumberInput_pb2 import NumberInput
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection

Result = TypeVar("Result")

PATIENCE = 60.0
"""Seconds after which an answer is called missing."""

AGAIN = 5.0
"""Seconds after which a heartbeat is sent once more."""

NOTHING_TO_CHOOSE = r"\"chooses\": \"\""
"""So says a chart, within the text of its figure, that marks no position."""

WIDGETS = {"number_input", "slider", "multiselect", "button_group", "checkbox", "text_input", "text_area"}


class Visitor:
    """One browser tab at an address of the app."""

    def __init__(
        self,
        url: str,
        query: str = "",
        page: str = "",
        cookies: dict[str, str] | None = None,
        *,
        patience: float = PATIENCE,
    ) -> None:
        """`url` is the root of the app; `query` and `page` are the rest of the address."""
        self.url, self.query, self.page = url.rstrip("/") + "/", query, page
        self.cookies = dict(cookies or {})
        self.patience = patience
        self.session_id = ""
        self.pages: dict[str, str] = {}
        """Script hash of every page, by its path."""
        self.not_found = False
        """Whether the last run could not find the page of the address."""
        self.last_run_seconds = 0.0
        self.addresses = 0
        """How many addresses the server has sent."""
        self.messages = 0
        """How many the server has sent, besides answers to heartbeats."""
        self.closed: tuple[int, str] | None = None
        """Code and reason of the end of the connection, once it has ended."""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._fault: Exception | None = None
        self._forget_page()

    def _forget_page(self) -> None:
        """What a reload throws away."""
        self._states: dict[str, WidgetState] = {}
        self._bound: dict[str, str] = {}
        self._elements: dict[tuple[int, ...], ForwardMsg] = {}
        self._coming: dict[tuple[int, ...], ForwardMsg] = {}
        self._toasts: list[str] = []
        self._faults: list[str] = []
        self._page_hash = self._main_hash = ""
        self._running = self._asked = False
        self._started = self._finished = 0
        self._acknowledged = 0
        self._news = asyncio.Event()

    # ------------------------------------------------------------------ the address and the connection

    async def __aenter__(self) -> "Visitor":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, *, fetch: bool = True) -> None:
        """Fetch the document (unless a forger does without), connect, and wait for the first page."""
        if fetch:
            await self.fetch(quote(self.page), self.query)
            await self.fetch("_stcore/host-config")
        await self._connect()
        await self.run(self.rerun())

    async def reconnect(self, *, reload: bool = False) -> None:
        """A new socket: as the frontend makes it after a lost connection, or (`reload`) as F5 does."""
        await self._leave()
        if reload:
            self.session_id = ""
            self._forget_page()
            await self.open()
            return
        unfinished = self._running or self._asked
        await self._connect()
        # the frontend asks for a run only where the last one was cut off; else the page just stays
        if unfinished:
            await self.run(self.rerun())

    async def close(self) -> None:
        """Leave as a closed tab does."""
        await self._leave()

    def cut(self) -> None:
        """Lose the connection without a word."""
        if self._socket:
            self._socket.transport.abort()

    def deaf(self) -> None:
        """Take nothing off the line any more."""
        if self._socket:
            self._socket.transport.pause_reading()

    async def raw(self, message: BackMsg | bytes | str) -> None:
        """Send anything; nothing is waited for."""
        assert self._socket, "not connected"
        try:
            await self._socket.send(message if isinstance(message, bytes | str) else message.SerializeToString())
        except websockets.ConnectionClosed as end:
            raise ConnectionError(f"the server hung up: {end}") from end

    async def settled(self) -> None:
        """Wait until everything that the server had to say by now has been read."""
        before = self._acknowledged
        async with asyncio.timeout(self.patience):
            while self._acknowledged == before:
                await self.raw(BackMsg(app_heartbeat=True))
                # a run that begins throws the answer away with what the last one still had to say
                with suppress(TimeoutError):
                    await self.until(lambda: self._acknowledged > before, "the answer to a heartbeat", AGAIN)

    # ------------------------------------------------------------------ what a visitor does

    async def change(self, **values: Any) -> None:
        """Turn widgets, by key, as one change each would; all known widgets are sent, as the frontend does."""
        for key, value in values.items():
            self._turn(self._element(key), value)
        await self.run(self.rerun())

    def turned(self, **values: Any) -> BackMsg:
        """Turn widgets, by key. -> the message that tells of it, not sent yet."""
        for key, value in values.items():
            self._turn(self._element(key), value)
        return self.rerun()

    async def hurry(self, key: str, values: Iterable[Any], pauses: Iterable[float]) -> None:
        """Turn a widget again and again, with pauses in seconds, and wait for nothing."""
        widget = self._element(key)
        for value, pause in zip(values, pauses, strict=True):
            self._turn(widget, value)
            await self.raw(self.rerun())
            await asyncio.sleep(pause)

    async def press(self, label: str) -> None:
        """Press a button that shows these words."""
        (button,) = [e.button for e in self._all() if e.WhichOneof("type") == "button" and e.button.label == label]
        pressed = self.rerun()
        pressed.rerun_script.widget_states.widgets.append(WidgetState(id=button.id, trigger_value=True))
        await self.run(pressed)

    async def point(self, key: str, **events: Any) -> None:
        """Let a chart report something, such as position=12 for a click, or shown=[3, 9] for a zoom."""
        happened = self.rerun()
        happened.rerun_script.widget_states.widgets.append(self.event(key, **events))
        await self.run(happened)

    async def go(self, page: str) -> None:
        """Go to another page, as a click on its name does."""
        shared = {id for id, source in self._sources() if source == self._main_hash}
        bound = set(self._bound.values())
        self.query = urlencode([pair for pair in parse_qsl(self.query, keep_blank_values=True) if pair[0] in bound])
        self._page_hash = self.pages[page]
        self._states = {id: state for id, state in self._states.items() if id in shared}
        await self.run(self.rerun())

    # ------------------------------------------------------------------ messages, also for forgers

    def rerun(self) -> BackMsg:
        """The message that asks for a run: the address, and every widget's state."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash = self.query, self._page_hash
        if not self._page_hash:
            state.page_name = self.page
        state.widget_states.widgets.extend(self._states.values())
        context = state.context_info
        context.timezone, context.timezone_offset, context.locale = "Europe/Berlin", -60, "en-US"
        context.url, context.is_embedded, context.color_scheme = self.url + self.page, False, "light"
        return message

    def event(self, key: str, **events: Any) -> WidgetState:
        """What a chart reports, by its name, as a widget's state."""
        chart = self._chart(key)
        reported = json.dumps([{"event": name, "value": value} for name, value in events.items()])
        return WidgetState(id=f"$$STREAMLIT_INTERNAL_KEY_{chart.id}__events", json_trigger_value=reported)

    def widget_id(self, key: str) -> str:
        """What the protocol calls a widget, or a chart, of this key."""
        return str(self._chart(key).id if key.startswith("chart ") else self._element(key).id)

    async def run(self, message: BackMsg) -> None:
        """Send a message that makes the script run, and wait until it has."""
        loop = asyncio.get_running_loop()
        begun, started = loop.time(), self._started
        self._asked = True
        await self.raw(message)
        await self.until(lambda: self._started > started and not self._running, f"a run of /{self.page}?{self.query}")
        self.last_run_seconds = loop.time() - begun

    # ------------------------------------------------------------------ what the page shows

    @property
    def shown(self) -> dict[str, Any]:
        """What can be read off the page: every widget's value by its key, "charts", and their "position"."""
        values = {_key(id): _value(state) for id, state in self._states.items()}
        charts = [element.bidi_component for element in self._all() if element.WhichOneof("type") == "bidi_component"]
        return values | {
            "charts": [_key(chart.id).removeprefix("chart ") for chart in charts],
            "position": sorted({_position(chart.json) for chart in charts if NOTHING_TO_CHOOSE not in chart.json}),
        }

    @property
    def elements(self) -> list[Element]:
        """Every element on the page, in its order."""
        return list(self._all())

    @property
    def running(self) -> bool:
        """Whether a run is under way."""
        return self._running

    @property
    def coming(self) -> list[Element]:
        """What the run under way has drawn so far."""
        return [message.delta.new_element for message in self._coming.values()]

    @property
    def blocks(self) -> list[ForwardMsg]:
        """Every container on the page."""
        return [message for message in self._elements.values() if message.delta.WhichOneof("type") == "add_block"]

    @property
    def texts(self) -> list[str]:
        """The words on the page: titles, texts, markdown, captions, code, alerts, toasts."""
        words = list(self._toasts)
        for element in self._all():
            kind = element.WhichOneof("type")
            if kind in ("text", "markdown", "alert", "heading", "html"):
                words.append(getattr(element, kind).body)
            elif kind == "code":
                words.append(element.code.code_text)
        return words

    @property
    def exceptions(self) -> list[str]:
        """What should never be on a page: exceptions, error alerts, errors of the session."""
        faults = list(self._faults)
        for element in self._all():
            kind = element.WhichOneof("type")
            if kind == "exception":
                faults.append(f"{element.exception.type}: {element.exception.message}")
            elif kind == "alert" and element.alert.format == element.alert.ERROR:
                faults.append(element.alert.body)
        return faults

    # ------------------------------------------------------------------ within

    async def fetch(self, path: str, query: str = "") -> None:
        """Get something as a browser does, for the cookies that come with it."""
        parts = urlsplit(self.url + path)
        secure = parts.scheme == "https"
        target = parts.path + (f"?{query}" if query else "")
        head = f"GET {target} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n"
        if self.cookies:
            head += f"Cookie: {self._cookie()}\r\n"
        async with asyncio.timeout(self.patience):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port or (443 if secure else 80), ssl=secure or None
            )
            try:
                writer.write(f"{head}\r\n".encode("utf-8", "surrogatepass"))
                answer = await reader.read()
            finally:
                writer.close()
        status, *lines = answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
        if " 200 " not in f"{status} ":
            raise ConnectionError(f"GET {target[:200]}: {status or 'no answer'}")
        for line in lines:
            name, _, value = line.partition(":")
            if name.lower() == "set-cookie":
                cookie, _, content = value.partition(";")[0].strip().partition("=")
                self.cookies[cookie] = content

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def _connect(self) -> None:
        parts = urlsplit(self.url)
        token = self.cookies.get("_streamlit_xsrf", "PLACEHOLDER_AUTH_TOKEN")
        async with asyncio.timeout(self.patience):
            self._socket = await websockets.connect(
                f"ws{self.url.removeprefix('http')}_stcore/stream",
                origin=f"{parts.scheme}://{parts.netloc}",
                subprotocols=["streamlit", token, *([self.session_id] if self.session_id else [])],
                additional_headers={"Cookie": self._cookie()} if self.cookies else {},
                compression=None,
                max_size=None,
                max_queue=None,
                proxy=None,
                open_timeout=None,
                ping_interval=None,
                close_timeout=2,
            )
        self.closed = self._fault = None
        self._reader = asyncio.create_task(self._read(self._socket))

    async def _leave(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            await self._reader
        self._socket = self._reader = None

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                self._take(ForwardMsg.FromString(data))
                self._news.set()
        except websockets.ConnectionClosed:
            pass
        except Exception as fault:
            # who waits shall hear of it
            self._fault = fault
        finally:
            self.closed = (int(socket.close_code or 1006), socket.close_reason or "")
            self._news.set()

    async def until(self, holds: Callable[[], bool], what: str, patience: float | None = None) -> None:
        """Wait for something that the server's messages bring about."""
        patience = self.patience if patience is None else patience
        try:
            async with asyncio.timeout(patience):
                while not holds():
                    if self._fault:
                        raise self._fault
                    if self.closed:
                        raise ConnectionError(f"the server hung up {self.closed} before {what[:200]}")
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise TimeoutError(f"{patience:g} s without {what[:200]}") from None

    def _take(self, message: ForwardMsg) -> None:
        """What the frontend does with a message."""
        kind = message.WhichOneof("type")
        self.messages += kind != "heartbeat_ack"
        # a browser may forget what it is told to keep, and then gives the page up
        assert not message.metadata.cacheable, "a message that may be sent again by its hash alone"
        if kind == "delta":
            self._draw(message)
        elif kind == "new_session":
            new = message.new_session
            self.session_id = new.initialize.session_id
            self._page_hash, self._main_hash = new.page_script_hash, new.main_script_hash
            self._coming, self._faults, self.not_found = {}, [], False
            if not self._running:
                self._toasts = []
            self._started += 1
            self._running, self._asked = True, False
        elif kind == "navigation":
            self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            paths = {page: path for path, page in self.pages.items()}
            self._page_hash = message.navigation.page_script_hash
            self.page = paths.get(self._page_hash, "")
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
            self.addresses += 1
        elif kind == "page_not_found":
            self.not_found = True
        elif kind == "script_finished":
            self._finish(message.script_finished)
        elif kind == "session_event" and message.session_event.HasField("script_compilation_exception"):
            self._faults.append(message.session_event.script_compilation_exception.message)
        elif kind == "heartbeat_ack":
            self._acknowledged += 1

    def _draw(self, message: ForwardMsg) -> None:
        path = tuple(message.metadata.delta_path)
        if path in self._coming:
            for inner in [other for other in self._coming if other[: len(path)] == path]:
                del self._coming[inner]
        self._coming[path] = message
        element = message.delta.new_element
        if element.WhichOneof("type") == "toast":
            self._toasts.append(element.toast.body)
        if not self._running:
            # an error of the server itself comes after the run that it ended
            self._elements = self._coming

    def _finish(self, status: int) -> None:
        if status == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            # another run of the same request follows
            return
        self._running = False
        self._finished += 1
        self._elements = self._coming
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self._faults.append("compile error")
        self._mount()

    def _mount(self) -> None:
        """Every widget on the page has a state: what the server set, else what it was, else its default."""
        states, self._bound = {}, {}
        for element in self._all():
            kind = element.WhichOneof("type")
            if kind in WIDGETS:
                widget = getattr(element, kind)
                if widget.query_param_key:
                    self._bound[widget.id] = widget.query_param_key
                known = None if widget.set_value else self._states.get(widget.id)
                states[widget.id] = known or _state(widget, _initial(widget))
            elif kind == "bidi_component" and element.bidi_component.id in self._states:
                states[element.bidi_component.id] = self._states[element.bidi_component.id]
        self._states = states

    def _all(self) -> Iterator[Element]:
        for message in self._elements.values():
            if message.delta.WhichOneof("type") == "new_element":
                yield message.delta.new_element

    def _sources(self) -> Iterator[tuple[str, str]]:
        """Widgets and the script that has drawn them."""
        for message in self._elements.values():
            element = message.delta.new_element
            if (kind := element.WhichOneof("type")) in WIDGETS:
                yield getattr(element, kind).id, message.metadata.active_script_hash

    def _element(self, key: str) -> Any:
        for element in self._all():
            kind = element.WhichOneof("type")
            if kind in WIDGETS and _key(getattr(element, kind).id) == key:
                return getattr(element, kind)
        raise KeyError(f"no widget {key!r} on /{self.page}")

    def _chart(self, key: str) -> Any:
        for element in self._all():
            if element.WhichOneof("type") == "bidi_component" and _key(element.bidi_component.id) == key:
                return element.bidi_component
        raise KeyError(f"no {key!r} on /{self.page}")

    def _turn(self, widget: Any, value: Any) -> None:
        if isinstance(_initial(widget), list) and not isinstance(value, list):
            value = [value]
        self._states[widget.id] = _state(widget, value)
        if widget.query_param_key:
            self._say_in_address(widget, value)

    def _say_in_address(self, widget: Any, value: Any) -> None:
        """A default leaves the address, as the frontend has it."""
        said: dict[str, list[str]] = {}
        for key, words in parse_qsl(self.query, keep_blank_values=True):
            said.setdefault(key, []).append(words)
        key = widget.query_param_key
        said.pop(key, None)
        if value != _initial(widget, default=True):
            said[key] = _words(value)
        self.query = urlencode(sorted(said.items()), doseq=True)


def finished(task: Coroutine[Any, Any, Result]) -> Result:
    """What visitors come to, in a thread of their own: Playwright leaves a loop running in the one of the tests."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, task).result()


def _key(id: str) -> str:
    """The key that the app gave to a widget, without the number of a handle; ids are $$ID-hash-key."""
    return id.split("-", 2)[-1].partition(" #")[0]


def _initial(widget: Any, *, default: bool = False) -> Any:
    """What a widget shows when it is put up: what the server set, else its default."""
    kind = widget.DESCRIPTOR.name
    set_value = widget.set_value and not default
    if kind in ("MultiSelect", "ButtonGroup"):
        if set_value:
            return list(widget.raw_values)
        options = list(widget.options) if kind == "MultiSelect" else [option.content for option in widget.options]
        return [options[i] for i in widget.default]
    if kind == "Slider" and widget.type == Slider.SELECT_SLIDER:
        return list(widget.raw_value) if set_value else [widget.options[int(i)] for i in widget.default]
    if kind == "Slider":
        return list(widget.value if set_value else widget.default)
    value = widget.value if set_value else widget.default
    return int(value) if kind == "NumberInput" and widget.data_type == NumberInput.INT else value


def _state(widget: Any, value: Any) -> WidgetState:
    """A widget's value as the frontend sends it."""
    state, kind = WidgetState(id=widget.id), widget.DESCRIPTOR.name
    if kind == "NumberInput":
        if widget.data_type == NumberInput.INT:
            state.int_value = value
        else:
            state.double_value = value
    elif kind == "Slider" and widget.type != Slider.SELECT_SLIDER:
        state.double_array_value.data.extend(value)
    elif kind in ("Slider", "MultiSelect", "ButtonGroup"):
        state.string_array_value.data.extend(value)
    elif kind == "Checkbox":
        state.bool_value = value
    else:
        state.string_value = value
    return state


def _value(state: WidgetState) -> Any:
    """What a widget in this state shows."""
    kind = state.WhichOneof("value")
    if kind is None:
        return None
    value = getattr(state, kind)
    return list(value.data) if kind.endswith("array_value") else value


def _words(value: Any) -> list[str]:
    """A value as the frontend writes it into the address."""
    if isinstance(value, list):
        return value or [""]
    if isinstance(value, bool):
        return [str(value).lower()]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return [str(int(value))]
    return [str(value)]


def _position(data: str) -> int:
    """The position that a chart marks; the figure itself, which is large, is not read."""
    name = '"position": '
    return json.JSONDecoder().raw_decode(data, data.rindex(name) + len(name))[0]
