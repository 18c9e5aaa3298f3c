"""Models: the frequencies of every entry of the catalogue, compared with transformers. No weights."""

import numpy as np
import pytest
from transformers import AutoConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from posenc_core.data_files import read_toml
from posenc_tools import models
from posenc_tools.data_files import DATA
from tests.crosscheck.agreement import agree

# TOML has no null
ENTRIES = {
    entry["name"]: {key: None if value == "null" else value for key, value in entry["config"].items()}
    for entry in read_toml(DATA / "models.toml")["model"]
    if "config" in entry
}
ROTATING = [name for name in ENTRIES if models.model(name).kind == "rotation"]
NAMES = {"full": "full_attention", "all": "full_attention", "sliding": "sliding_attention"}


def theirs(config, which: str, length: int) -> tuple[np.ndarray, float]:
    """Frequencies and attention factor of a kind of layers, for a text of some length."""
    parameters = config.rope_parameters
    nested = NAMES.get(which) in parameters
    own = parameters[NAMES[which]] if nested else parameters
    if own["rope_type"] != "default":
        init = ROPE_INIT_FUNCTIONS[own["rope_type"]]
        frequencies, factor = init(config, "cpu", length, **({"layer_type": NAMES[which]} if nested else {}))
        return frequencies.numpy(), factor
    head = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    width = int(head * own.get("partial_rotary_factor", 1.0))
    return own["rope_theta"] ** (-np.arange(0, width, 2) / width), 1.0


@pytest.mark.parametrize(
    "name", [name for name in ROTATING if ENTRIES[name]["model_type"] not in ("gptj", "codegen", "roformer")]
)
def test_the_frequencies_of_every_entry(name):
    entry = dict(ENTRIES[name])
    config = AutoConfig.for_model(entry.pop("model_type"), **entry)
    for layers in models.model(name).layers:
        if layers.rope:
            for length in (1, 2**17):
                frequencies, factor = theirs(config, layers.which, length)
                ours = layers.rope.frequencies(length)
                agree(
                    "models: frequencies", "transformers", "ROPE_INIT_FUNCTIONS", ours, frequencies, 2e-6 * np.abs(ours)
                )
                assert layers.rope.attention == pytest.approx(factor, rel=1e-9)
