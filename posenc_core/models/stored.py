"""Comparison of stored tables and buffers with a configuration."""

import numpy as np

from posenc_core.arrays import Array, ArrayLike, real_array
from posenc_core.models.model import Model
from posenc_core.models.rope import Rope
from posenc_core.models.rope_differences import differences, expected_rotation, read_waves
from posenc_core.text.messages import Claim, claim

NAMES = r"inv_freq|position_embeddings?\.weight|wpe\.weight|embed_positions|pos_embed|attention_bias|(cos|sin)_cached"
"""Names of buffers and position tables in checkpoints (regular expression)."""

CLOSE = 2e-3
"""Tolerance of numbers in half precision."""


def comparison(model: Model, table: ArrayLike) -> Claim:
    """Compare a stored table or buffer with the configuration of a model.

    Parameters
    ----------
    model : Model
        Model.
    table : array_like, shape (n, m)
        Frequencies, cosines or sines, or vectors of positions.

    Returns
    -------
    Claim
        Result; its id ends in "same" or "other", or names the difference.

    Raises
    ------
    ValueError
        If the configuration does not describe a table.

    Examples
    --------
    >>> from posenc_core.models import from_config
    >>> llama = from_config({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4})
    >>> comparison(llama, [10000.0 ** (-np.arange(8) / 8)]).id
    'model-frequencies-same'
    """
    stored = real_array("table", table, 2)
    sizes = f"{stored.shape[0]:,} × {stored.shape[1]:,}"
    if model.main.rope:
        return _any_rotation(model, stored)
    if model.kind == "learned" and model.rows and model.dim:
        result = "same" if stored.shape == (model.rows, model.dim) else "other"
        return claim(f"model-table-{result}", sizes=sizes, rows=model.rows, dim=model.dim)
    if model.kind == "buckets" and model.main.scheme:
        count = int(getattr(model.main.scheme, "buckets", 0))
        return claim(f"model-bias-{'same' if count in stored.shape else 'other'}", sizes=sizes, count=count)
    if model.kind == "sinusoidal" and model.main.scheme and model.dim:
        if model.dim != stored.shape[1]:
            return claim("model-size-other", sizes=sizes, dim=model.dim)
        # a table may begin with rows for padding
        expected = model.main.scheme.encode(range(len(stored)), stored.shape[1])
        rows = np.isclose(stored, expected, atol=CLOSE).all(axis=1)
        result = "same" if np.ravel(rows)[-1] else "other"
        return claim(f"model-sinusoids-{result}", count=int(rows.sum()), whole=len(stored))
    raise ValueError(claim("model-no-table", name=model.name, sizes=sizes))


def _any_rotation(model: Model, stored: Array) -> Claim:
    """Compare with the rotation of each kind of layers; return the differences from the first one if none agrees."""
    expected = expected_rotation(model)
    pairs = ((model.main.which, expected.rope), *expected.others)
    ropes = {kind: rope for kind, rope in pairs if _fits(stored, rope)}
    if not ropes:
        sizes = f"{stored.shape[0]:,} × {stored.shape[1]:,}"
        return claim("model-size-other", sizes=sizes, dim=expected.rope.width)
    first: Claim | None = None
    for layer_kind, rope in ropes.items():
        waves = read_waves([stored], rope)
        reasons = differences(waves, expected._replace(rope=rope))
        # code may compute frequencies anew that are stored in half precision
        if not reasons or (waves.kind == "frequencies" and reasons[0].id == "rope-bug-rounded"):
            kind = "frequencies" if waves.kind == "frequencies" else "angles"
            # some code reorders the columns of its tables
            relation = "unknown" if waves.columns is None or expected.tiled else "equal"
            count = rope.width // 2 if kind == "frequencies" else len(stored)
            same = claim(f"model-{kind}-same", count=count, relation=relation)
            return same if layer_kind == model.main.which else claim("model-layers-same", stored=same, which=layer_kind)
        first = first or claim("rope-bugs", kind=waves.kind, reasons=tuple(reasons))
    assert first
    return first


def _fits(stored: Array, rope: Rope) -> bool:
    pairs = rope.width // 2
    return stored.shape[1] in (pairs, 2 * pairs) or (1 in stored.shape and stored.size == pairs)
