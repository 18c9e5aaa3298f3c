"""Write the live figures of the documentation's first page: `make docs`."""

import shutil
import sys
from pathlib import Path

from dashboard.charts.chart import LIBRARY
from dashboard.controls import links
from dashboard.sharing.exports import live_page

PAGES = ("compare", "clocks")


def main(folder: Path) -> None:
    """Write one file per page, beside the plotly.js that they share."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(LIBRARY, folder)
    for page in PAGES:
        study, _ = links.study("").shown_on(page)
        pieces = live_page(page, study, library=lambda: f'<script src="{LIBRARY.name}"></script>'.encode())
        (folder / f"{page}.html").write_bytes(b"".join(pieces))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
