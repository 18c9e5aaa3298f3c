"""The server: what happens once per process. `streamlit run dashboard/app.py` finds `app` and serves main.py."""

import asyncio
import ctypes
import gc
import gzip
import logging
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import blake2b
from html import escape
from importlib.metadata import version
from pathlib import Path

import streamlit as st
from prometheus_client import start_http_server
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

# a second thread waits more than it helps on matrices of this size; it must be said before numpy is imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# what a large page has taken goes back to the system when it is freed: glibc would keep it in pieces
with suppress(AttributeError, OSError, TypeError):
    ctypes.CDLL(None).mallopt(-3, 2**20)

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from dashboard import streamlit_internals  # noqa: E402 - found through the path above
from dashboard.charts import chart  # noqa: E402
from dashboard.say import message  # noqa: E402
from dashboard.server import downloads, observability  # noqa: E402
from dashboard.server.admission import Admission  # noqa: E402
from dashboard.server.hosting import hosting  # noqa: E402
from dashboard.sharing import previews  # noqa: E402
from dashboard.sharing.exports import find, offers  # noqa: E402
from dashboard.state.pages import PAGES  # noqa: E402

OTHER_VERSION = streamlit_internals.check()
streamlit_internals.ask_nobody_for_own_address()
streamlit_internals.expect_one_file_of_a_session()
HOSTING = hosting()
# what a browser is told to ask for is a name that is known
NAMED = {st.config.get_option(f"{part}.{name}") for part, name in (("server", "address"), ("browser", "serverAddress"))}
HOSTING = HOSTING._replace(hosts=HOSTING.hosts | {name.lower() for name in NAMED if name})
BASE = f"/{st.config.get_option('server.baseUrlPath').strip('/')}/".replace("//", "/")
LIBRARY = f"{BASE}plotly-{version('plotly')}.js"
SCRIPTS = {path.name: path.read_text() for path in sorted((HERE / "charts").glob("*.js"))}
SCRIPTS_AT = f"{BASE}charts-{blake2b(''.join(SCRIPTS.values()).encode(), digest_size=6).hexdigest()}"
PIECE = 2**16
"""Bytes of the library that are sent at a time."""

EARLY = {
    LIBRARY: "rel=preload; as=script",
    **{f"{SCRIPTS_AT}/{name}.js": "rel=modulepreload" for name in chart.SCRIPTS},
}
"""What charts need, and would ask for when the page is there."""

# a browser runs it while it waits for Streamlit's scripts: asked for by a chart, half a second of work would come last
FRONT_PAGE = streamlit_internals.front_page().replace("<head>", f'<head><script async src="{LIBRARY}"></script>')

# while a browser cannot connect, Streamlit shows a page without words
FRONT_PAGE = FRONT_PAGE.replace(
    "</body>",
    f"""<p id="waiting">{escape(message("waiting"))}</p><style>
#waiting {{ display: none; position: fixed; inset: 40% 10% auto; text-align: center; font: 1rem sans-serif;
  color: #767676 }}
body:has([data-test-script-state="initial"]:not([data-test-connection-state="CONNECTED"])) > #waiting {{
  display: block; visibility: hidden; animation: show 0s 10s forwards }}
@keyframes show {{ to {{ visibility: visible }} }}</style></body>""",
)

TITLE = "<title>Streamlit</title>"
"""What its page says of itself until its script runs."""

FIRST = next(iter(PAGES))
"""The page whose address has no name."""

FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}
"""What has its version in its address, browsers may keep."""

_compressed = b""


def warm_up() -> None:
    """Import what the first page needs, also what is imported at first use."""
    import pandas as pd
    import pyarrow as pa

    # pyarrow imports its half of pandas at the first table
    pa.Table.from_pandas(pd.DataFrame({"first": ["use"]}))
    offers()
    global _compressed
    # once, and not again for every visitor
    _compressed = gzip.compress(chart.LIBRARY.read_bytes())
    # what is imported by now never becomes garbage, and need not be looked through again and again; a page that was
    # open by now would stay for ever
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[None]:
    """Warm up, then serve."""
    await asyncio.to_thread(warm_up)
    observability.log_to(sys.stdout, runs=HOSTING.log)
    if OTHER_VERSION:
        observability.say(logging.WARNING, "another version", words=OTHER_VERSION)
    # a run sends a hundred messages, and at each the network waits for the interpreter once more
    sys.setswitchinterval(0.0005)
    # the same interfaces as the app's own port
    address = st.config.get_option("server.address") or "0.0.0.0"
    metrics = start_http_server(HOSTING.metrics_port, address)[0] if HOSTING.metrics_port else None
    tidying = asyncio.create_task(observability.tidy())
    yield
    tidying.cancel()
    if metrics:
        metrics.shutdown()


def apologize(error: Exception) -> bool:
    """What a visitor sees of an error; the server log has the rest, under the same id."""
    # the address is what a browser says it is, and what is no address has no path
    fault = observability.error_id(error, re.sub(r"^\w+://[^/]*|\?.*", "", st.context.url or ""))
    st.error(
        f"This page could not be drawn (error {fault}). Reload it, or open it without the parameters in its address."
    )
    return True


async def library(request: Request) -> Response:
    """plotly.js of the installed package."""
    headers = dict(FOR_GOOD)
    accepted = re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", request.headers.get("Accept-Encoding", ""))
    if not accepted or not _compressed:
        return FileResponse(chart.LIBRARY, headers=headers)
    headers |= {"Content-Encoding": "gzip", "Content-Length": str(len(_compressed)), "Vary": "Accept-Encoding"}
    return StreamingResponse(_pieces(_compressed), headers=headers, media_type="text/javascript")


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    """In pieces: a slow reader would have a copy of the whole waiting."""
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


async def script(request: Request) -> Response:
    """A part of the charts' script."""
    found = SCRIPTS.get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("There is nothing here.\n", 404)
    return Response(found, headers=FOR_GOOD, media_type="text/javascript")


async def front_page(request: Request) -> Response:
    """Streamlit's own page with plotly.js, and with the title and preview of the requested address."""
    page = request.url.path.removeprefix(BASE) or FIRST
    # a proxy that encrypts says so
    url = request.url.replace(scheme="https") if request.headers.get("X-Forwarded-Proto") == "https" else request.url
    try:
        tags = previews.tags(page, url.query, f"{url.scheme}://{url.netloc}{BASE}take/{page}")
    except Exception as error:
        # the page itself does not need them
        observability.error_id(error, page)
        tags = TITLE
    return HTMLResponse(FRONT_PAGE.replace(TITLE, tags), headers={"Cache-Control": "no-cache"})


async def home(request: Request) -> Response:
    """The way from the first page's name, which its address does not have."""
    return RedirectResponse(f"{BASE}?{request.url.query}" if request.url.query else BASE)


async def ready(_: Request) -> PlainTextResponse:
    """Whether the next visitor may come. When the server is full the door answers."""
    return PlainTextResponse("ready\n", headers={"Cache-Control": "no-store"})


chart.serve_from(LIBRARY, SCRIPTS_AT)
app = st.App(
    HERE / "main.py",
    routes=[
        Route(LIBRARY, library),
        Route(f"{SCRIPTS_AT}/{{name}}", script),
        Route(f"{BASE}take/{{path:path}}", partial(downloads.take, find)),
        Route(f"{BASE}ready", ready),
        Route(f"{BASE}{FIRST}", home),
        *(Route(f"{BASE}{name}", front_page) for name in ("", *PAGES)),
    ],
    middleware=[Middleware(Admission, HOSTING, BASE, EARLY)],
    lifespan=lifespan,
    on_script_error=apologize,
)
