"""Log, metrics, error ids, and runs of pages.

Of a visitor, the log contains only the settings of a page: no address, no cookie, and only the length of typed text.
"""

import asyncio
import gc
import json
import logging
import re
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from threading import Condition, Semaphore
from typing import Any, TextIO
from uuid import uuid4

from prometheus_client import Counter, Gauge, Histogram

from dashboard import streamlit_internals
from dashboard.numbers import memory
from dashboard.server import network

RUNS = Histogram(
    "posenc_run_seconds",
    "Page run duration including queueing, by page and outcome: whole, overtaken, or error.",
    ["page", "ended"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
WAITING = Gauge("posenc_waiting", "Heavy runs waiting for others.")
ERRORS = Counter("posenc_errors", "Unexpected errors; each has an id in the log.")
VISITORS = Gauge("posenc_visitors", "Open pages.")
REFUSED = Counter("posenc_refused", "Requests answered with 503 because the process or the address was full.")
SLOW = Counter("posenc_slow", "Connections closed because the client stopped reading.")
CACHED_BYTES = Gauge("posenc_kept_bytes", "Bytes of cached numbers.")
CACHED_BYTES.set_function(lambda: memory.entries.currsize)
UNDELIVERED = Gauge("posenc_untaken_bytes", "Bytes of rendered pages not yet delivered.")
UNDELIVERED.set_function(lambda: sum(backlog.undelivered for backlog in streamlit_internals.backlogs()))

LIGHT = 2**18
"""Numbers up to which a run takes a few tenths of a second at most."""

MAX_PAGE_BACKLOG = 2**16
"""Undelivered bytes of a page up to which it is rendered again."""

MAX_BACKLOG = 2**28
"""Undelivered bytes of all pages up to which another large one is rendered."""

MAX_ADDRESS_BACKLOG = MAX_BACKLOG // 2
"""Undelivered bytes of the pages of one address."""

heavy = Semaphore()
"""One heavy run or file at a time: each occupies memory and a processor for up to two seconds."""

delivered = Condition()
"""Notified when a page has received a message, or has closed."""

_log = logging.getLogger("posenc")
_current: ContextVar["Run | None"] = ContextVar("current", default=None)


def log_to(stream: TextIO, *, runs: bool) -> None:
    """Write the log to a stream: with every run, or only errors and ignored messages."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(message)s"))
    _log.handlers = [handler]
    _log.propagate = False
    _log.setLevel(logging.INFO if runs else logging.WARNING)
    others = logging.StreamHandler(stream)
    others.setFormatter(_JsonFormatter())
    others.setLevel(logging.WARNING)
    logging.getLogger().handlers = [others]
    streamlit_internals.log_through(others)


class _JsonFormatter(logging.Formatter):
    """Format records of other loggers like the app's own lines, without traceback, sessions, and addresses."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        fields = {}
        if error:
            fields = {"type": type(error).__name__, "error": _redact(str(error)), "frames": _frames(error)}
        words = _redact(record.getMessage())
        return _line("log", level=record.levelname, logger=record.name, words=words, **fields)


class Run:
    """A running page script."""

    def __init__(self, page: str) -> None:
        """Wait until the client has received the last page."""
        self.page = page
        self.asked: dict[str, Any] = {}
        self.is_heavy = False
        self._session = streamlit_internals.session_id()
        with delivered:
            delivered.wait_for(self._has_last_page)

    def admit(self, asked: dict[str, Any], numbers: int) -> None:
        """Record the settings; a run over more than `LIGHT` numbers waits for other such runs, and for memory."""
        self.asked = asked
        with WAITING.track_inprogress():
            while numbers > LIGHT and not self.is_heavy:
                with delivered:
                    delivered.wait_for(self._has_memory)
                heavy.acquire()
                # the run before may have used it up
                self.is_heavy = self._has_memory()
                if not self.is_heavy:
                    heavy.release()

    def finish(self) -> None:
        """Let the next heavy run begin."""
        if self.is_heavy:
            # free memory before the next heavy run
            gc.collect()
            heavy.release()

    def _has_last_page(self) -> bool:
        return all(page.undelivered <= MAX_PAGE_BACKLOG for page in streamlit_internals.backlogs(self._session))

    def _has_memory(self) -> bool:
        pages = streamlit_internals.backlogs()
        own = {network.visitor_address(page.address) for page in pages if page.session == self._session}
        of_address = sum(page.undelivered for page in pages if network.visitor_address(page.address) in own)
        return of_address <= MAX_ADDRESS_BACKLOG and sum(page.undelivered for page in pages) <= MAX_BACKLOG


def notify_delivered() -> None:
    """Wake the runs that wait until pages are delivered."""
    with delivered:
        delivered.notify_all()


@contextmanager
def run(page: str) -> Iterator[Run]:
    """Run a page, including its waits; nested in a run, a fragment, which may also run alone."""
    if current := _current.get():
        try:
            yield current
        except Exception as error:
            # Streamlit shows the error in the fragment, with its id
            error_id(error, page)
            raise
        return
    start, ended, fault = time.perf_counter(), "overtaken", None
    this = Run(page)
    token = _current.set(this)
    try:
        yield this
        ended = "whole"
    except Exception as error:
        ended, fault = "error", error_id(error, page)
        raise
    finally:
        _current.reset(token)
        this.finish()
        seconds = time.perf_counter() - start
        RUNS.labels(page, ended).observe(seconds)
        log(logging.INFO, "run", page=page, asked=this.asked, seconds=round(seconds, 4), ended=ended, error=fault)


async def collect_garbage() -> None:
    """Collect garbage once per second and remove its cached numbers: rendered pages leave reference cycles."""
    while True:
        await asyncio.sleep(1)
        streamlit_internals.expire_sessions()
        gc.collect()
        memory.remove_dead()


def error_id(error: Exception, page: str) -> str:
    """Return the id of an error; the first call logs it."""
    # a fragment has logged its error already, and Streamlit wraps it in another one
    error = next((cause for cause in error.args if isinstance(cause, Exception)), error)
    known: str | None = getattr(error, "posenc_id", None)
    if known:
        return known
    id = uuid4().hex[:8]
    error.posenc_id = id  # type: ignore[attr-defined]
    ERRORS.inc()
    kind, words = type(error).__name__, _redact(str(error))
    log(logging.ERROR, "error", error=id, page=page, type=kind, words=words, frames=_frames(error))
    return id


def log(level: int, event: str, **fields: Any) -> None:
    """Write a line to the log."""
    _log.log(level, _line(event, **fields))


def _line(event: str, **fields: Any) -> str:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return json.dumps({"time": now, "event": event, **fields}, ensure_ascii=False)


def _frames(error: BaseException) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]


def _redact(words: str) -> str:
    """Remove sessions, addresses, and quoted text, which is mostly typed by visitors, from an error message."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b\d+(\.\d+){3}(:\d+)?\b", "'…'", words)[:300]
