"""The log and the metrics: a line of JSON for every run, numbers for operators, an id for every error; and its turns.

Of a visitor there is only what a page was asked to show: no address, no cookie, and of typed text only its length.
"""

import asyncio
import gc
import json
import logging
import re
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO
from uuid import uuid4

from prometheus_client import Counter, Gauge, Histogram

from dashboard import streamlit_internals
from dashboard.numbers import memory
from dashboard.server import network, scheduling
from dashboard.server.scheduling import Turn, Turns, Who

RUNS = Histogram(
    "posenc_run_seconds",
    "Runs of a page with the wait for their turn, by page and by their end: whole, overtaken or error.",
    ["page", "ended"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
WAITING = Gauge("posenc_waiting", "Runs that wait for their turn.")
ERRORS = Counter("posenc_errors", "Unexpected errors; each has an id in the log.")
VISITORS = Gauge("posenc_visitors", "Open pages.")
REFUSED = Counter(
    "posenc_refused",
    "Requests sent on to another process, or told to try again later.",
)
SLOW = Counter("posenc_slow", "Lines cut because a visitor took nothing for too long.")
KEPT = Gauge("posenc_kept_bytes", "Bytes of numbers kept between runs.")
KEPT.set_function(lambda: memory.entries.currsize)
UNTAKEN = Gauge("posenc_untaken_bytes", "Bytes of pages that wait for their visitors to take them.")
UNTAKEN.set_function(lambda: sum(line.untaken for line in streamlit_internals.backlogs()))

LIGHT = 2**18
"""Numbers up to which a run takes some tenths of a second at most."""

TAKEN = 2**16
"""Bytes that a page may have still to take before it is drawn anew."""

ROOM = 2**28
"""Bytes that all pages together may have still to take before another large one is drawn."""

ROOM_FOR_ONE = ROOM // 2
"""Bytes of them that one address may have."""

LOOK = 0.02
"""Seconds until a run that waits for its visitor looks again."""

light, heavy = Turns(), Turns()
"""One run works at a time. Beside it works one that takes long, or a file is made, or many short ones would wait."""

UNDER_WAY = 4

under_way = Turns(UNDER_WAY, 1)
"""What takes long and has begun takes turns, too: so many at a time, each with its memory, and one of an address."""
_forgers: deque[str] = deque(maxlen=1000)
"""Sessions of which a forged value is in the log."""

_log = logging.getLogger("posenc")
_present: ContextVar["Run | None"] = ContextVar("present", default=None)


def log_to(stream: TextIO, *, runs: bool) -> None:
    """Write the log to a stream: every run, or only errors and messages that were left out."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(message)s"))
    _log.handlers = [handler]
    _log.propagate = False
    _log.setLevel(logging.INFO if runs else logging.WARNING)
    others = logging.StreamHandler(stream)
    others.setFormatter(_Line())
    others.setLevel(logging.WARNING)
    logging.getLogger().handlers = [others]
    streamlit_internals.log_through(others)
    streamlit_internals.expect_values_of_their_kind(lambda widget: _forged(widget=widget))


class _Line(logging.Formatter):
    """Records of other loggers in the format of the app's own lines: without traceback, sessions, or addresses."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        facts = {"type": type(error).__name__, "error": _words(str(error)), "frames": _frames(error)} if error else {}
        return _line("log", level=record.levelname, logger=record.name, words=_words(record.getMessage()), **facts)


class Run:
    """One run of a page, at work."""

    def __init__(self, page: str) -> None:
        """Wait until the visitor has taken the page before, then for a turn among those that may be short."""
        self.page = page
        self.asked: dict[str, Any] = {}
        self.session = streamlit_internals.session()
        self.place: Turn | None = None
        while any(line.untaken > TAKEN for line in streamlit_internals.backlogs(self.session)):
            time.sleep(LOOK)
        self._take(light)

    def show(self, asked: dict[str, Any], numbers: int) -> None:
        """Learn what is to be shown, and about how many numbers that takes.

        What takes long waits for room, and for a turn among its like.
        """
        self.asked = asked
        if numbers <= LIGHT:
            return
        self.leave()
        while True:
            while not self._has_room():
                time.sleep(LOOK)
            self.place = self._come(under_way)
            self._take(heavy)
            if self._has_room():
                return
            self.leave()

    def leave(self) -> None:
        """End the turn."""
        scheduling.work(None)
        self.turn.turns.leave(self.turn)
        if self.place:
            under_way.leave(self.place)
            self.place = None

    def _take(self, among: Turns) -> None:
        self.turn = self._come(among)
        scheduling.work(self.turn)

    def _come(self, among: Turns) -> Turn:
        lines = streamlit_internals.backlogs(self.session)
        address = network.one_visitor(lines[0].address) if lines else ""
        turn = among.ask(Who(address, self.session))
        with WAITING.track_inprogress():
            turn.come.result()
        return turn

    def _has_room(self) -> bool:
        lines, address = streamlit_internals.backlogs(), self.turn.who.address
        own = sum(line.untaken for line in lines if network.one_visitor(line.address) == address)
        return own <= ROOM_FOR_ONE and sum(line.untaken for line in lines) <= ROOM


@contextmanager
def run(page: str) -> Iterator[Run]:
    """One run of a page, from its wait for a turn to its end; within one, a part of it that may also run alone."""
    if present := _present.get():
        try:
            yield present
        except Exception as error:
            # Streamlit tells a visitor of it where it is met, and asks for its id
            error_id(error, page)
            raise
        return
    start, ended, fault = time.perf_counter(), "overtaken", None
    this = Run(page)
    token = _present.set(this)
    try:
        yield this
        ended = "whole"
    except Exception as error:
        ended, fault = "error", error_id(error, page)
        raise
    finally:
        _present.reset(token)
        if this.turn.turns is heavy:
            # what the last one left would stand beside what the next one makes
            gc.collect()
        this.leave()
        seconds = time.perf_counter() - start
        RUNS.labels(page, ended).observe(seconds)
        say(logging.INFO, "run", page=page, asked=this.asked, seconds=round(seconds, 4), ended=ended, error=fault)


async def tidy() -> None:
    """Look for garbage once a second, and drop what was kept of it.

    A page that has been drawn leaves all its numbers in a circle of references.
    """
    while True:
        await asyncio.sleep(1)
        streamlit_internals.forget_sessions()
        gc.collect()
        memory.tidy()


def error_id(error: Exception, page: str) -> str:
    """The id of an error; the first who asks has it written to the log, with what led there."""
    # a part of a page that is drawn alone has said it already, and passes it on within another
    error = next((each for each in error.args if isinstance(each, Exception)), error)
    known: str | None = getattr(error, "posenc_id", None)
    if known:
        return known
    made = uuid4().hex[:8]
    error.posenc_id = made  # type: ignore[attr-defined]
    if streamlit_internals.is_of_the_browser(error):
        _forged(error=made, page=page, type=type(error).__name__)
        return made
    ERRORS.inc()
    kind, words = type(error).__name__, _words(str(error))
    say(logging.ERROR, "error", error=made, page=page, type=kind, words=words, frames=_frames(error))
    return made


def say(level: int, event: str, **facts: Any) -> None:
    """Write a line to the log."""
    _log.log(level, _line(event, **facts))


def _forged(**facts: Any) -> None:
    """Write a forged value to the log, once a session."""
    session = streamlit_internals.session()
    if session not in _forgers:
        _forgers.append(session)
        say(logging.WARNING, "forged value", **facts)


def _line(event: str, **facts: Any) -> str:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return json.dumps({"time": now, "event": event, **facts}, ensure_ascii=False)


def _frames(error: BaseException) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]


def _words(said: str) -> str:
    """The words of an error, without sessions and addresses, and without what stands between quotes: mostly typed."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b\d+(\.\d+){3}(:\d+)?\b", "'…'", said)[:300]
