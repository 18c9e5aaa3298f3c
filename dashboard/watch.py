"""What happens on this server? A line of JSON for every run, numbers for operators, and an id for every error.

Of a visitor there is only what a page was asked to show: no address, no cookie, and of typed text only its length.
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
from dataclasses import asdict
from datetime import UTC, datetime
from threading import Lock
from typing import Any, TextIO
from uuid import uuid4

from prometheus_client import Counter, Gauge, Histogram

from dashboard import memory
from dashboard.options import OPTIONS
from dashboard.study import Study

RUNS = Histogram(
    "posenc_run_seconds",
    "Runs of a page with the wait for their turn, by page and by their end: whole, overtaken or error.",
    ["page", "ended"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
WAITING = Gauge("posenc_waiting", "Runs that wait for their turn.")
ERRORS = Counter("posenc_errors", "Unexpected errors; each has an id in the log.")
VISITORS = Gauge("posenc_visitors", "Open pages.")
REFUSED = Counter("posenc_refused", "Requests turned away because the server was full.")
SLOW = Counter("posenc_slow", "Lines cut because a visitor took nothing for too long.")
KEPT = Gauge("posenc_kept_bytes", "Bytes of numbers kept between runs.")
KEPT.set_function(lambda: memory.entries.currsize)

LIGHT = 2**17
"""Numbers of a matrix up to which a run takes some tenths of a second at most."""

_light, _heavy = Lock(), Lock()
"""One run works at a time: more would share one interpreter, end later, and each needs its memory meanwhile. Beside
it works one that takes long, or many short ones would wait for it."""
_log = logging.getLogger("posenc")


def log_to(stream: TextIO, *, runs: bool) -> None:
    """Write the log to a stream: every run, or errors alone."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(message)s"))
    _log.handlers = [handler]
    _log.propagate = False
    _log.setLevel(logging.INFO if runs else logging.ERROR)
    # Streamlit would write the same error once more, without its id
    logging.getLogger("streamlit.error_util").addFilter(lambda record: record.msg != "Uncaught app execution")


class Run:
    """One run of a page, at work."""

    def __init__(self, page: str) -> None:
        """Wait for a turn among those that may be short."""
        self.page = page
        self.asked: dict[str, Any] = {}
        self.turn = _light
        self._wait()

    def show(self, study: Study) -> None:
        """Learn what is to be shown; what takes long waits for a turn among its like."""
        self.asked = told(study, self.page)
        if study.length * study.dim > LIGHT:
            self.turn.release()
            self.turn = _heavy
            self._wait()

    def _wait(self) -> None:
        with WAITING.track_inprogress():
            self.turn.acquire()


@contextmanager
def run(page: str) -> Iterator[Run]:
    """One run of a page, from its wait for a turn to its end."""
    start, ended, fault = time.perf_counter(), "overtaken", None
    this = Run(page)
    try:
        yield this
        ended = "whole"
    except Exception as error:
        ended, fault = "error", error_id(error, page)
        raise
    finally:
        if this.turn is _heavy:
            # what the last one left would stand beside what the next one makes
            gc.collect()
        this.turn.release()
        seconds = time.perf_counter() - start
        RUNS.labels(page, ended).observe(seconds)
        _line(logging.INFO, "run", page=page, asked=this.asked, seconds=round(seconds, 4), ended=ended, error=fault)


@contextmanager
def turn() -> Iterator[None]:
    """A turn among those that take long, for work that is no page."""
    with WAITING.track_inprogress():
        _heavy.acquire()
    try:
        yield
    finally:
        _heavy.release()


async def tidy() -> None:
    """Look for garbage once a second: a page that has been drawn leaves all its numbers in a circle of references."""
    while True:
        await asyncio.sleep(1)
        gc.collect()


def told(study: Study, page: str) -> dict[str, Any]:
    """What a page was asked to show, for the log."""
    schemes = {scheme.name: asdict(scheme) for scheme in study.schemes}
    numbers = {"n": study.length, "d": study.dim, "p": study.position, "k": study.offset, "shown": study.shown}
    options = {option.key: study.options[option.key] for option in OPTIONS if page in option.pages}
    letters = {
        f"letters of {option.key}": len(options.pop(option.key))
        for option in OPTIONS
        if option.longest and option.key in options
    }
    return {"schemes": schemes, **numbers, **options, **letters}


def error_id(error: Exception, page: str) -> str:
    """The id of an error; the first who asks has it written to the log, with what led there."""
    known: str | None = getattr(error, "posenc_id", None)
    if known:
        return known
    made = uuid4().hex[:8]
    error.posenc_id = made  # type: ignore[attr-defined]
    ERRORS.inc()
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    # what a visitor typed stands between quotes in the words of most errors
    words = re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", str(error))[:300]
    _line(logging.ERROR, "error", error=made, page=page, type=type(error).__name__, words=words, frames=frames)
    return made


def _line(level: int, event: str, **facts: Any) -> None:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    _log.log(level, json.dumps({"time": now, "event": event, **facts}, ensure_ascii=False))
