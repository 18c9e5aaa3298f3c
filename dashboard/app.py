"""The server: setup once per process. `streamlit run dashboard/app.py` finds `app`, which serves main.py.

Only what defines the routes is imported here; pages, server, and charts load in `lifespan`, before the first request.
"""

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
from functools import cache
from hashlib import blake2b
from html import escape
from importlib.metadata import version
from pathlib import Path

import streamlit as st
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
from starlette.types import ASGIApp, Receive, Scope, Send

# one BLAS thread is faster at these sizes; must be set before importing numpy
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# return freed memory to the OS (M_MMAP_THRESHOLD)
with suppress(AttributeError, OSError, TypeError):
    ctypes.CDLL(None).mallopt(-3, 2**20)

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from dashboard import streamlit_internals  # noqa: E402 - found through the path above
from dashboard.server.hosting import hosting  # noqa: E402
from dashboard.state.pages import FIRST, PAGES  # noqa: E402

VERSION_WARNING = streamlit_internals.check()
streamlit_internals.disable_external_ip_lookup()
streamlit_internals.limit_uploads_to_one()
HOSTING = hosting()
# the names in Streamlit's own settings are accepted as well
CONFIGURED = {
    st.config.get_option(f"{part}.{name}") for part, name in (("server", "address"), ("browser", "serverAddress"))
}
HOSTING = HOSTING._replace(hosts=HOSTING.hosts | {name.lower() for name in CONFIGURED if name})
BASE = f"/{st.config.get_option('server.baseUrlPath').strip('/')}/".replace("//", "/")
LIBRARY = f"{BASE}plotly-{version('plotly')}.js"
SCRIPTS = {path.name: path.read_text() for path in sorted((HERE / "charts").glob("*.js"))}
SCRIPTS_AT = f"{BASE}charts-{blake2b(''.join(SCRIPTS.values()).encode(), digest_size=6).hexdigest()}"
PIECE = 2**16
"""Bytes of the library that are sent at a time."""

TITLE = "<title>Streamlit</title>"
"""Title of Streamlit's HTML page."""

IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Header of responses whose URL contains their version."""


@cache
def compressed(path: Path) -> bytes:
    """Return a script compressed, which is kept: Streamlit sends its own three times as large."""
    return gzip.compress(path.read_bytes(), 6)


def front_html() -> str:
    """HTML page of Streamlit that loads the scripts of charts early, and has a text until the browser connects."""
    from dashboard.charts import chart
    from dashboard.say import current_language, message

    html = streamlit_internals.front_page().replace('<html lang="en">', f'<html lang="{current_language()}">')
    # in parallel with Streamlit's scripts; saves about 0.5 s
    modules = "".join(f'<link rel="modulepreload" href="{SCRIPTS_AT}/{name}.js">' for name in chart.SCRIPTS)
    html = html.replace("<head>", f'<head><script async src="{LIBRARY}"></script>{modules}')
    # until the browser connects, Streamlit shows a page without words; style.css, which the first run sends, hides the
    # text. A condition on the state of the page with :has() is checked at every change of it, such as a moved pointer
    return html.replace(
        "</body>",
        f"""<p id="waiting">{escape(message("waiting"))}</p><style>
#waiting {{ display: none; position: fixed; inset: 40% 10% auto; text-align: center; font: 1rem sans-serif;
  color: #767676 }}
#root:not(:empty) ~ #waiting {{
  display: block; visibility: hidden; animation: show 0s 10s forwards }}
@keyframes show {{ to {{ visibility: visible }} }}</style></body>""",
    )


def warm_up() -> None:
    """Import what the first page needs, including lazy imports."""
    import pandas as pd
    import pyarrow as pa

    from dashboard.charts import chart
    from dashboard.sharing import exports

    chart.serve_from(LIBRARY, SCRIPTS_AT)
    # pyarrow imports its pandas part with the first table
    pa.Table.from_pandas(pd.DataFrame({"first": ["use"]}))
    for page in filter(PAGES.get, PAGES):
        exports.main_figures(page)
    front_html()
    compressed(chart.LIBRARY)
    # exclude imported objects from garbage collection; later, objects of open pages would be excluded as well
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[None]:
    """Warm up, then serve."""
    from prometheus_client import start_http_server

    from dashboard.server import observability

    await asyncio.to_thread(warm_up)
    observability.log_to(sys.stdout, runs=HOSTING.log)
    if VERSION_WARNING:
        observability.log(logging.WARNING, "another version", words=VERSION_WARNING)
    # shorter GIL switch interval: a run sends about 100 messages
    sys.setswitchinterval(0.0005)
    # the same interfaces as the app's own port
    address = st.config.get_option("server.address") or "0.0.0.0"
    metrics = start_http_server(HOSTING.metrics_port, address)[0] if HOSTING.metrics_port else None
    collecting = asyncio.create_task(observability.collect_garbage())
    yield
    collecting.cancel()
    if metrics:
        metrics.shutdown()


def admission(app: ASGIApp) -> ASGIApp:
    """Wrap the app in the admission layer."""
    from dashboard.server.admission import Admission

    return Admission(app, HOSTING, BASE)


def show_error(error: Exception) -> bool:
    """Show the visitor the id of an error; the server log has the details."""
    from dashboard.say import message
    from dashboard.server import observability

    # the URL comes from the browser; an invalid one has no path
    id = observability.error_id(error, re.sub(r"^\w+://[^/]*|\?.*", "", st.context.url or ""))
    st.error(message("server-error", text=id))
    return True


async def library(request: Request) -> Response:
    """Respond with plotly.js of the installed package."""
    from dashboard.charts import chart

    return await _script(chart.LIBRARY, request)


async def _script(path: Path, request: Request) -> Response:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return FileResponse(path, headers=IMMUTABLE)
    data = await asyncio.to_thread(compressed, path)
    own = {"Content-Encoding": "gzip", "Content-Length": str(len(data)), "Vary": "Accept-Encoding"}
    return StreamingResponse(_pieces(data), headers=IMMUTABLE | own, media_type="text/javascript")


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    """Split data, so that a slow client does not buffer a copy of all of it."""
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


async def script(request: Request) -> Response:
    """Respond with a module of the charts' script."""
    code = SCRIPTS.get(request.path_params["name"])
    if code is None:
        return PlainTextResponse("Not found.\n", 404)
    return Response(code, headers=IMMUTABLE, media_type="text/javascript")


async def download(request: Request) -> Response:
    """Respond with a file that a page offers."""
    from dashboard.say import use_language
    from dashboard.server import downloads
    from dashboard.sharing import exports

    use_language(request.query_params.get("lang"))
    return await downloads.respond(exports.find, request)


async def front_page(request: Request) -> Response:
    """Respond with Streamlit's HTML page, with title and preview of the requested URL."""
    from dashboard.say import use_language
    from dashboard.server import observability
    from dashboard.sharing import previews

    use_language(request.query_params.get("lang"), request.headers.get("Accept-Language"))
    page = request.url.path.removeprefix(BASE) or FIRST
    # set by a proxy that terminates TLS
    url = request.url.replace(scheme="https") if request.headers.get("X-Forwarded-Proto") == "https" else request.url
    try:
        tags = previews.tags(page, url.query, f"{url.scheme}://{url.netloc}{BASE}take/{page}")
    except Exception as error:
        # the page works without a preview
        observability.error_id(error, page)
        tags = TITLE
    return HTMLResponse(front_html().replace(TITLE, tags), headers={"Cache-Control": "no-cache"})


async def home(request: Request) -> Response:
    """Redirect from the name of the first page to its URL."""
    return RedirectResponse(f"{BASE}?{request.url.query}" if request.url.query else BASE)


async def ready(_: Request) -> PlainTextResponse:
    """Respond that there is room for another page; the admission layer responds if the server is full."""
    return PlainTextResponse("ready\n", headers={"Cache-Control": "no-store"})


def streamlit_scripts(app: ASGIApp) -> ASGIApp:
    """Wrap the app, to send Streamlit's scripts compressed; their address is closed to routes."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        folder, _, name = scope.get("path", "").rpartition("/")
        path = streamlit_internals.SCRIPTS / name
        answer = app
        if scope["type"] == "http" and folder == f"{BASE}static/js" and path.suffix == ".js" and path.is_file():
            answer = await _script(path, Request(scope))
        await answer(scope, receive, send)

    return serve


app = st.App(
    HERE / "main.py",
    routes=[
        Route(LIBRARY, library),
        Route(f"{SCRIPTS_AT}/{{name}}", script),
        Route(f"{BASE}take/{{path:path}}", download),
        Route(f"{BASE}ready", ready),
        Route(f"{BASE}{FIRST}", home),
        *(Route(f"{BASE}{name}", front_page) for name in ("", *PAGES)),
    ],
    middleware=[Middleware(admission), Middleware(streamlit_scripts)],
    lifespan=lifespan,
    on_script_error=show_error,
)
