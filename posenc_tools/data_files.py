"""Files in `posenc_tools/data`."""

from pathlib import Path

DATA = Path(__file__).parent / "data"
