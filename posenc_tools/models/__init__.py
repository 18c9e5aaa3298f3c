"""Positional encodings of published models, by name or from a config.json.

>>> from posenc_tools import models
>>> models.model("Llama 3.1 8B").main.rope.bands()
Bands(kept=29, blended=6, divided=29)
>>> models.from_config({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_positions": 1024}).rows
1024
"""

from posenc_tools.models.catalogue import IMAGE_MODELS, MODELS, model, sources
from posenc_tools.models.config import from_config
from posenc_tools.models.differences import Differences, differences
from posenc_tools.models.fields import MOST_BYTES, parse_config
from posenc_tools.models.gguf import read_gguf
from posenc_tools.models.model import Layers, Model
from posenc_tools.models.rope import Bands, Rope
from posenc_tools.models.run import MOST_TOKENS, RunLines, run_at
from posenc_tools.models.stored import NAMES, comparison, parts_of
from posenc_tools.models.words import Description, about, describe

__all__ = [
    "IMAGE_MODELS", "MODELS", "MOST_BYTES", "MOST_TOKENS", "NAMES", "Bands", "Description", "Differences", "Layers",
    "Model", "Rope", "RunLines", "about", "comparison", "describe", "differences", "from_config", "model",
    "parse_config", "parts_of", "read_gguf", "run_at", "sources",
]  # fmt: skip
