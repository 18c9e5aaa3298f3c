"""How published models encode position, by their names or by a config.json.

>>> from posenc_core import models
>>> found = models.model("Llama 3.1 8B")
>>> found.main.rope.bands()
Bands(kept=29, blended=6, divided=29)
>>> models.from_config({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_positions": 1024}).rows
1024
"""

from posenc_core.models.catalogue import MODELS, model, sources
from posenc_core.models.config import from_config
from posenc_core.models.fields import MOST_BYTES, parsed
from posenc_core.models.model import Layers, Model
from posenc_core.models.rope import Bands, Rope
from posenc_core.models.stored import NAMES, comparison
from posenc_core.models.words import Said, about, said

__all__ = [
    "MODELS",
    "MOST_BYTES",
    "NAMES",
    "Bands",
    "Layers",
    "Model",
    "Rope",
    "Said",
    "about",
    "comparison",
    "from_config",
    "model",
    "parsed",
    "said",
    "sources",
]
