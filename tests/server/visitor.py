"""Client of Streamlit's protocol over a WebSocket, without a browser.

It has the state of the frontend: the URL, its history, and the value of every widget. It renders nothing, so many
clients run beside a server.
"""

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from dashboard.state.parameters import PARAMETERS, option_label
from posenc_core import Choice


class Visitor:
    """One browser tab at an address of the app.

    `url` is the root of the app, `patience` the timeout in seconds, `drawn` the elements and containers of the page by
    place, `messages` the number of received messages without heartbeats, and `received` that of bytes.
    """

    def __init__(self, url: str, query: str = "", page: str = "compare", *, patience: float = 60) -> None:
        self.url, self.query, self.page, self.patience = url.rstrip("/") + "/", query, page, patience
        self.session_id, self.pages, self.cookies, self.messages, self.last_run_seconds = "", {}, {}, 0, 0.0
        self.received = 0
        self._socket = self._reader = self.closed = None
        self._forget_page()

    def _forget_page(self) -> None:
        """Reset the state that a reload discards."""
        self.past, self.drawn, self._coming, self._values = [], {}, {}, {}
        self._given, self._places = {}, []
        self._kept, self._lost = "", False
        self.not_found = self.running = self._asked = self._going_back = False
        self._page_hash, self._main_hash, self._started, self._acknowledged = "", "", 0, 0
        self._fragments, self._fresh = set(), set()
        self._news = asyncio.Event()

    async def __aenter__(self) -> "Visitor":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, *, fetch: bool = True) -> None:
        """Fetch the document unless `fetch` is False, connect, and wait for the first page."""
        if fetch:
            await self.fetch(quote(self.page), self.query)
            await self.fetch("_stcore/host-config")
        await self._connect()
        await self.run(self.rerun())

    async def reconnect(self, *, reload: bool = False) -> None:
        """Connect again, as after a lost connection, or with `reload` as after F5."""
        await self.close()
        if reload:
            self.session_id = ""
            self._forget_page()
            await self.open()
        else:
            await self._connect()
            # the frontend requests a run only if the last one was interrupted
            if self.running or self._asked:
                await self.run(self.rerun())

    async def close(self) -> None:
        """Close the connection like a closed tab."""
        if self._socket:
            await self._socket.close()
            await self._reader

    def cut(self) -> None:
        """Abort the connection."""
        self._socket.transport.abort()

    def deaf(self) -> None:
        """Stop reading from the connection."""
        self._socket.transport.pause_reading()

    async def fetch(self, path: str, query: str = "") -> None:
        """Send a GET request and store its cookies."""
        place = urlsplit(self.url + path)
        target = f"{place.path}?{query}" if query else place.path
        head = [f"GET {target} HTTP/1.1", f"Host: {place.netloc}", "Connection: close"]
        head += [f"{name}: {value}" for name, value in self._cookie().items()]
        async with asyncio.timeout(self.patience):
            reader, writer = await asyncio.open_connection(place.hostname, place.port or 80)
            with closing(writer):
                writer.write("\r\n".join([*head, "", ""]).encode("utf-8", "surrogatepass"))
                answer = await reader.read()
        if moved := re.match(rb"\S+ 307 .*?^location: ([^?\r]+)", answer, re.IGNORECASE | re.MULTILINE | re.DOTALL):
            self.page = moved[1].decode()
            await self.fetch(self.page, query)
            return
        if not re.match(rb"\S+ 200 ", answer):
            raise ConnectionError(f"GET {target[:200]}: {answer[:100]!r}")
        set_cookie = re.findall(rb"^set-cookie: ([^=\r]+)=([^;\r]*)", answer, re.IGNORECASE | re.MULTILINE)
        self.cookies |= {name.decode(): value.decode() for name, value in set_cookie}

    def _cookie(self) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookie} if cookie else {}

    async def _connect(self) -> None:
        token = self.cookies.get("_streamlit_xsrf", "PLACEHOLDER_AUTH_TOKEN")
        async with asyncio.timeout(self.patience):
            self._socket = await websockets.connect(
                f"ws{self.url.removeprefix('http')}_stcore/stream",
                origin=f"http://{urlsplit(self.url).netloc}",
                subprotocols=["streamlit", token, *([self.session_id] if self.session_id else [])],
                additional_headers=self._cookie(),
                close_timeout=2,
                **dict.fromkeys(("compression", "max_size", "max_queue", "proxy", "open_timeout", "ping_interval")),
            )
        self.closed = None
        self._reader = asyncio.create_task(self._read(self._socket))

    async def _read(self, socket: websockets.ClientConnection) -> None:
        try:
            with suppress(websockets.ConnectionClosed):
                async for data in socket:
                    self.received += len(data)
                    self._take(ForwardMsg.FromString(data))
                    self._news.set()
        finally:
            self.closed = (socket.close_code or 1006, socket.close_reason or "")
            self._news.set()

    async def change(self, **values: Any) -> None:
        """Change controls, by key, and wait for the run; as in the frontend, all known widgets are sent."""
        if wanted := values.pop("scheme", ()):
            before = self.shown["scheme"]
            for name in [name for name in wanted if name not in before]:
                await self.open_box(f"add to {' '.join(self.shown['scheme'])}")
                await self.press(f"add {name}")
            for name in [name for name in before if name not in wanted]:
                await self.press(f"chip {name}")
        for key in values:
            await self.reach(key)
        if values:
            await self.run(self.turned(**values))

    async def press(self, key: str) -> None:
        """Press a button, and wait for the run."""
        pressed = WidgetState(id=self._find(key).id, trigger_value=True)
        await self.run(self.rerun(pressed, fragment=self._fragment(key)))

    async def reach(self, key: str) -> None:
        """Open the box of a control, unless the control is drawn."""
        name = key.partition(" ")[0]
        if key not in (before := self._keys()):
            await self.open_box(f"size {name}" if f"size {name}" in before else "options")
            # the run that has ended may be an earlier one
            await self.until(lambda: not self.running and key in self._keys(), key)

    async def open_box(self, *keys: str) -> None:
        """Open boxes of the bar, by key, without a key all that the page has."""
        drawn = [part for kind, part, _ in self.parts if kind == "popover" and part.id]
        boxes = [box.id for box in drawn if _key(box.id) in (keys or ("size n", "size d", "size k", "options"))]
        if boxes:
            self._values |= dict.fromkeys(boxes, True)
            await self.run(self.rerun(fragment=self._fragment(_key(boxes[0]))))

    def turned(self, **values: Any) -> BackMsg:
        """Change widgets, by key, and return the message without sending it."""
        within = {self._fragment(key) for key in values}
        for key, value in values.items():
            widget = self._find(key)
            usual = _initial(widget, default=True)
            if isinstance(usual, list) and not isinstance(value, list):
                value = [value]
            self._values[widget.id] = float(value) if isinstance(usual, float) else value
        return self.rerun(fragment=within.pop() if len(within) == 1 else "")

    async def give(self, key: str, name: str, data: bytes) -> int:
        """Upload a file to a widget, by its key, wait for the run, and return the status of the response."""
        place = await self.place(name)
        status = await asyncio.to_thread(put, self.url.rstrip("/") + place.upload_url, data, name)
        if status == 204:
            widget, fragment = self._find(key), self._fragment(key)
            reference = {"file_id": place.file_id, "name": name, "size": len(data), "file_urls": place}
            value = {"uploaded_file_info": [reference]}
            self._given[widget.id] = WidgetState(id=widget.id, file_uploader_state_value=value)
            await self.run(self.rerun(fragment=fragment))
        return status

    async def place(self, name: str) -> Any:
        """Request the upload URL of a file."""
        self._places = []
        await self.raw(BackMsg(file_urls_request={"file_names": [name], "session_id": self.session_id}))
        await self.until(lambda: self._places, "an upload URL")
        return self._places[0]

    async def hurry(self, key: str, values: Iterable[Any], pauses: Iterable[float]) -> None:
        """Send changes of a widget, with pauses in seconds, without waiting for runs."""
        await self.reach(key)
        for value, pause in zip(values, pauses, strict=True):
            # a run may be replacing the widget
            await self.until(lambda: key in self._keys(), key)
            await self.raw(self.turned(**{key: value}))
            await asyncio.sleep(pause)

    async def point(self, key: str, **events: Any) -> None:
        """Send an event of a chart, such as position=12 for a click, or shown=[3, 9] for a zoom."""
        reported = json.dumps([{"event": name, "value": value} for name, value in events.items()])
        id = f"$$STREAMLIT_INTERNAL_KEY_{self._find(key).id}__events"
        happened = WidgetState(id=id, json_trigger_value=reported)
        await self.run(self.rerun(happened, fragment=self._fragment(key)))

    async def go(self, page: str) -> None:
        """Open another page, like a click on its name."""
        self.past.append((self._page_hash, self.query))
        # the new page writes its own
        self.query = ""
        self._page_hash = self.pages[page]
        await self.run(self._leave())

    async def back(self) -> None:
        """Return to the previous page or URL, like the Back button."""
        (self._page_hash, self.query), self._going_back = self.past.pop(), True
        message = self._leave()
        message.rerun_script.is_history_navigation = True
        await self.run(message)

    def _leave(self) -> BackMsg:
        """Request for another page or an earlier URL, with the widgets that all pages share."""
        shared = {getattr(part, "id", None) for _, part, script in self.parts if script == self._main_hash}
        self._values = {id: value for id, value in self._values.items() if id in shared}
        return self.rerun()

    async def raw(self, message: BackMsg | bytes | str) -> None:
        """Send a message without waiting."""
        try:
            await self._socket.send(message if isinstance(message, bytes | str) else message.SerializeToString())
        except websockets.ConnectionClosed as end:
            raise ConnectionError(f"the server closed the connection: {end}") from end

    def rerun(self, *happened: WidgetState, fragment: str = "") -> BackMsg:
        """Request for a run: the URL, the state of every widget, and events."""
        message = BackMsg()
        state = message.rerun_script
        state.fragment_id = fragment
        state.query_string, state.page_script_hash = self.query, self._page_hash
        state.page_name = "" if self._page_hash else self.page
        uploads = self._given.values()
        state.widget_states.widgets.extend([*(_state(*pair) for pair in self._values.items()), *uploads, *happened])
        context = state.context_info
        context.timezone, context.timezone_offset, context.locale = "Europe/Berlin", -60, "en-US"
        context.url, context.is_embedded, context.color_scheme = self.url + self.page, False, "light"
        return message

    async def run(self, message: BackMsg) -> None:
        """Send a request for a run, and wait until the run has ended."""
        begun, started, self._asked = time.monotonic(), self._started, True
        await self.raw(message)
        await self.until(lambda: self._started > started and not self.running, f"a run of /{self.page}?{self.query}")
        self.last_run_seconds = time.monotonic() - begun
        if self._lost:
            self._lost = False
            await self.point("address", kept=self._kept)

    async def until(self, holds: Callable[[], bool], what: str, patience: float | None = None) -> None:
        """Wait for a condition that messages of the server change."""
        patience = patience or self.patience
        try:
            async with asyncio.timeout(patience):
                while not holds():
                    if self.closed:
                        # an error in a message explains more than the closed connection
                        await self._reader
                        raise ConnectionError(f"the server closed the connection {self.closed} before {what[:200]}")
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise TimeoutError(f"{patience:g} s without {what[:200]}") from None

    async def settled(self) -> None:
        """Wait until the server has read all messages sent so far."""
        before = self._acknowledged
        async with asyncio.timeout(self.patience):
            while self._acknowledged == before:
                await self.raw(BackMsg(app_heartbeat=True))
                # a run that begins discards pending responses: send the heartbeat again
                with suppress(TimeoutError):
                    await self.until(lambda: self._acknowledged > before, "the answer to a heartbeat", 5)

    @property
    def parts(self) -> Iterator[tuple[str, Any, str]]:
        """Kind, content, and script of every element and box, in the order of the page."""
        for _, message in sorted(self.drawn.items()):
            if part := _part(message):
                kind = message.delta.new_element.WhichOneof("type") or "popover"
                yield kind, part, message.metadata.active_script_hash

    @property
    def shown(self) -> dict[str, Any]:
        """Return the values of the controls by key, "scheme", "charts", and their "position".

        Sizes without an open box are those of its label. On a page with one encoding, "scheme" begins with it, and the
        others follow by name.
        """
        boxes = {_key(part.id): part.label for kind, part, _ in self.parts if kind == "popover" and part.id}
        sizes = {key: int(boxes[f"size {key}"].split()[-1].replace(",", "")) for key in "ndk" if f"size {key}" in boxes}
        values = {_key(id): _alone(id, value) for id, value in self._values.items()}
        drawn = {key: value for key, value in values.items() if key not in boxes and not _has_own_labels(key)}
        keys = [_key(part.id) for kind, part, _ in self.parts if kind == "button"]
        names = [key.removeprefix("chip ") for key in keys if key.startswith("chip ")]
        if front := drawn.get("scheme handle"):
            options = [option.content for option in self._find("scheme handle").options]
            names = sorted(options, key=lambda name: (name != front, name))
        components = [part for kind, part, _ in self.parts if kind == "bidi_component"]
        charts = [part for part in components if _key(part.id).startswith("chart ")]
        # the bars of Bias mark a head
        marking = [chart.json for chart in charts if POSITION.search(chart.json) and _key(chart.id) != "chart reach"]
        return (
            sizes
            | drawn
            | ({"scheme": names} if names else {})
            | {
                "charts": [_key(chart.id).removeprefix("chart ") for chart in charts],
                "position": sorted(set(map(_position, marking))),
            }
        )

    @property
    def texts(self) -> list[str]:
        """Texts of the page: titles, texts, Markdown, captions, code, and alerts."""
        return [getattr(part, "body", "") or getattr(part, "code_text", "") for _, part, _ in self.parts]

    @property
    def exceptions(self) -> list[str]:
        """Return exceptions and error alerts."""
        thrown = [f"{part.type}: {part.message}" for kind, part, _ in self.parts if kind == "exception"]
        alerts = [part for kind, part, _ in self.parts if kind == "alert"]
        return thrown + [part.body for part in alerts if part.format == part.ERROR]

    def _take(self, message: ForwardMsg) -> None:
        """Process a message like the frontend."""
        kind = message.WhichOneof("type")
        self._acknowledged += kind == "heartbeat_ack"
        self.messages += kind != "heartbeat_ack"
        self.not_found |= kind == "page_not_found"
        # a browser that has evicted a cached message cannot show the page
        assert not message.metadata.cacheable, "a message that may be sent again by its hash alone"
        if kind == "delta":
            path = tuple(message.metadata.delta_path)
            if path in self._coming:
                self._coming = {other: content for other, content in self._coming.items() if other[: len(path)] != path}
            self._coming[path] = message
            self._fresh.add(path)
            self._show_address(message)
            if not self.running:
                # an error of the server arrives after the end of the run
                self.drawn = self._coming
        elif kind == "new_session":
            new = message.new_session
            self.session_id = new.initialize.session_id
            self._page_hash, self._main_hash = new.page_script_hash, new.main_script_hash
            self._fragments, self._fresh = set(message.metadata.run.fragment_ids), set()
            # a fragment keeps the rest of the page
            self._coming = dict(self.drawn) if self._fragments else {}
            self.running, self._asked, self.not_found = True, False, False
            self._started += 1
        elif kind == "file_urls_response":
            self._places = message.file_urls_response.file_urls
        elif kind == "navigation":
            self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            self._page_hash = message.navigation.page_script_hash
            self.page = next((path for path, hash in self.pages.items() if hash == self._page_hash), "")
        elif kind == "page_info_changed":
            before, self.query = self.query, message.page_info_changed.query_string
            if before != self.query and not self._going_back:
                self.past.append((self._page_hash, before))
        # a run that was ended early is repeated
        elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            if self._fragments:
                self._coming = {
                    path: content
                    for path, content in self._coming.items()
                    if path in self._fresh or content.delta.fragment_id not in self._fragments
                }
            self.drawn, self.running, self._going_back = self._coming, False, False
            assert message.script_finished != ForwardMsg.FINISHED_WITH_COMPILE_ERROR, "the script cannot be compiled"
            # value of a widget: set by the server, else its previous one, else its default
            before, self._values = self._values, {}
            for path, message in self.drawn.items():
                widget = _part(message)
                if message.delta.add_block.popover.id:
                    self._values[widget.id] = widget.open
                if hasattr(widget, "set_value"):
                    is_unchanged = widget.id in before and not (widget.set_value and path in self._fresh)
                    self._values[widget.id] = before[widget.id] if is_unchanged else _initial(widget)

    def _show_address(self, message: ForwardMsg) -> None:
        """Mimic the component "address": replace and keep the URL without a new history entry."""
        part = _part(message)
        if message.delta.new_element.WhichOneof("type") == "bidi_component" and _key(part.id) == "address":
            data = json.loads(part.json)
            if data["lost"] and self._kept not in ("", data["q"]):
                self._lost = True
                return
            self._kept = data["q"]
            own = [pair for pair in parse_qsl(self.query, True) if pair[0] in ("embed", "embed_options")]
            self.query = urlencode([*parse_qsl(self._kept, True), *own])

    def _keys(self) -> set[str]:
        """Keys of everything that is drawn."""
        return {_key(getattr(part, "id", "")) for _, part, _ in self.parts}

    def _find(self, key: str) -> Any:
        return {_key(getattr(part, "id", "")): part for _, part, _ in self.parts}[key]

    def _fragment(self, key: str) -> str:
        """Fragment of a widget; empty if the whole page draws it."""
        elements = {_key(getattr(_part(message), "id", "")): message for message in self.drawn.values()}
        return elements[key].delta.fragment_id


def finished(task: Any) -> Any:
    """Run a coroutine in a separate thread, as Playwright leaves a loop running in the thread of the tests."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, task).result()


def form(data: bytes, name: str) -> tuple[dict[str, str], bytes]:
    """Multipart form with one file: headers and body."""
    escaped = name.translate({ord(sign): quote(sign) for sign in '"\r\n'})
    head = f'--7MA4YWxk\r\nContent-Disposition: form-data; name="{escaped}"; filename="{escaped}"\r\n'
    head += "Content-Type: application/octet-stream\r\n\r\n"
    body = head.encode() + data + b"\r\n--7MA4YWxk--\r\n"
    return {"Content-Type": "multipart/form-data; boundary=7MA4YWxk", "Content-Length": str(len(body))}, body


def put(url: str, data: bytes, name: str = "table.npy", **headers: str) -> int:
    """Send a file with PUT, and return the status of the response."""
    place = urlsplit(url).netloc
    with closing(HTTPConnection(place, timeout=60)) as connection:
        header, body = form(data, name)
        connection.request("PUT", url.removeprefix(f"http://{place}"), body, header | headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status


def _part(message: ForwardMsg) -> Any:
    """Return the content of an element, or a box; None for another container."""
    kind = message.delta.new_element.WhichOneof("type")
    box = message.delta.add_block.popover
    return getattr(message.delta.new_element, kind) if kind else box if box.id else None


def _key(id: str) -> str:
    """Key of a widget, of a handle that of its parameter; ids are $$ID-hash-key."""
    key = id.split("-", 2)[-1].partition(" #")[0]
    return key if key == "scheme handle" else key.removesuffix(" handle")


def _initial(widget: Any, *, default: bool = False) -> Any:
    """Return the initial value of a widget: set by the server, else the default."""
    is_set = widget.set_value and not default
    if options := [getattr(option, "content", option) for option in getattr(widget, "options", ())]:
        if not widget.DESCRIPTOR.fields_by_name["default"].is_repeated:
            # a select box has one option or none
            usual = options[widget.default] if widget.HasField("default") else None
            return widget.raw_value if is_set else usual
        raw = getattr(widget, "raw_values", None) or getattr(widget, "raw_value", ())
        return list(raw) if is_set else [options[int(place)] for place in widget.default]
    name = "value" if is_set else "default"
    value, field = getattr(widget, name), widget.DESCRIPTOR.fields_by_name[name]
    if field.is_repeated:
        return list(value)
    if field.has_presence and not widget.HasField(name):
        return None
    return int(value) if isinstance(value, float) and widget.data_type == widget.INT else value


def _state(id: str, value: Any) -> WidgetState:
    """A widget's value as the frontend sends it; an empty widget has none."""
    if isinstance(value, list):
        field = "string_array_value" if all(isinstance(option, str) for option in value) else "double_array_value"
        return WidgetState(id=id, **{field: {"data": value}})
    fields = {bool: "bool_value", int: "int_value", float: "double_value", str: "string_value"}
    return WidgetState(id=id) if value is None else WidgetState(id=id, **{fields[type(value)]: value})


def _alone(id: str, value: Any) -> Any:
    """Value of a control: of a selected option its id, whose label the widget has."""
    key = _key(id)
    options = getattr(PARAMETERS[key].domain, "options", ()) if key in PARAMETERS else ()
    ids = {option_label(PARAMETERS[key], option): str(option) for option in options}
    if isinstance(value, list) and len(value) == 1:
        (value,) = value
    return value if isinstance(value, list) else ids.get(value, value)


def _has_own_labels(key: str) -> bool:
    """Return True for a choice within a page, whose labels may be others than those of its options."""
    parameter = PARAMETERS.get(key)
    return parameter is not None and parameter.place == "page" and isinstance(parameter.domain, Choice)


POSITION = re.compile(r'"position": (\d+)')


def _position(data: str) -> int:
    """Position marked in a chart, without parsing the large figure."""
    return int(POSITION.findall(data)[-1])
