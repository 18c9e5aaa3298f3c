"""The server: what happens once per process. `streamlit run dashboard/app.py` finds `app` and serves main.py."""

import asyncio
import gc
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Route

# a second thread waits more than it helps on matrices of this size; it must be said before numpy is imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from dashboard import charts  # noqa: E402 - found through the path above


def warm_up() -> None:
    """Import what the first page needs, also what is imported at first use; the server answers meanwhile."""
    import pandas as pd
    import pyarrow as pa

    # pyarrow imports its half of pandas at the first table
    pa.Table.from_pandas(pd.DataFrame({"first": ["use"]}))
    # Streamlit collects garbage after every run; what is imported by now never becomes any
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[None]:
    """Warm up beside serving."""
    warming = asyncio.create_task(asyncio.to_thread(warm_up))
    yield
    await warming


def apologize(_: Exception) -> bool:
    """What a visitor sees of an error; the server log has the rest."""
    st.error("This page could not be drawn. Reload it, or open it without the parameters in its address.")
    return True


LIBRARY = f"/{st.config.get_option('server.baseUrlPath').strip('/')}/plotly-{version('plotly')}.js".replace("//", "/")


async def library(_: Request) -> FileResponse:
    """plotly.js of the installed package; the version in its address lets browsers keep it for good."""
    return FileResponse(charts.LIBRARY, headers={"Cache-Control": "public, max-age=31536000, immutable"})


charts.serve_from(LIBRARY)
app = st.App(HERE / "main.py", routes=[Route(LIBRARY, library)], lifespan=lifespan, on_script_error=apologize)
