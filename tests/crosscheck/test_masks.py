"""Models: the tokens that each layer sees, counted in the masks of whole tiny models, beside what is read of them."""

import json

import numpy as np
import pytest
import torch
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

from posenc_tools import models
from tests.crosscheck.model_types import config_classes, modeling
from tests.crosscheck.test_whole_models import tiny

TOKENS, QUERY = 24, 13

CASES = [
    *((name, {"sliding_window": 6}) for name in ["gemma2", "gemma3_text", "gpt_oss", "mistral", "exaone4", "phi3"]),
    *((name, {"sliding_window": 6}) for name in ["ultrabert", "embedding_gemma2_text", "openai_privacy_filter"]),
    *((name, {"sliding_window": 6, "is_causal": False}) for name in ("mistral", "gemma2")),
    ("gemma3_text", {"sliding_window": 7, "use_bidirectional_attention": True}),
    ("gemma4_text", {"sliding_window": 6, "use_bidirectional_attention": "all"}),
    ("gemma4_text", {"sliding_window": 6, "use_bidirectional_attention": "vision"}),
    ("modernbert", {"local_attention": 6}),
    ("modernbert-decoder", {"local_attention": 12}),
    ("modernbert-decoder", {"sliding_window": 6}),
    ("llama4_text", {"attention_chunk_size": 6}),
]


@pytest.mark.parametrize(("name", "keys"), CASES)
def test_every_layer_sees_the_described_tokens(name, keys, monkeypatch):
    seen = []

    def attend(module, query, key, value, attention_mask=None, *args, **options):
        seen.append((getattr(module, "layer_idx", None), attention_mask))
        return torch.zeros(query.shape[0], query.shape[2], query.shape[1], value.shape[-1]), None

    monkeypatch.setattr(ALL_ATTENTION_FUNCTIONS, "_local_mapping", dict.fromkeys(ALL_ATTENTION_FUNCTIONS, attend))
    monkeypatch.setattr(modeling(config_classes()[name]), "eager_attention_forward", attend, raising=False)
    model, given = tiny(name, 8, **keys)
    model.config._attn_implementation = "eager"
    model(input_ids=torch.arange(1, TOKENS + 1)[None], use_cache=False)
    description = models.from_config({"model_type": name, **json.loads(json.dumps(given))})
    assert seen
    for place, mask in seen:
        layers = next(group for group in description.layers if place is None or place in (group.places or [place]))
        visible = np.ones(TOKENS, bool) if mask is None else (mask[0, 0, QUERY] > -1).numpy()
        offsets = np.flatnonzero(visible) - QUERY
        if layers.mask == "chunk":
            assert offsets[0] == -(QUERY % layers.window) and offsets[-1] == 0
        elif layers.mask == "all":
            assert offsets[0] == -QUERY
        else:
            assert (offsets[0], offsets[-1]) == (1 - layers.window, layers.ahead)
            assert len(offsets) == layers.visible
