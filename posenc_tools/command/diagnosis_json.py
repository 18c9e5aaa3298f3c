"""A diagnosis as JSON values."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Scheme
from posenc_core.text.messages import Claim
from posenc_tools.diagnosis import Diagnosis, Explanation
from posenc_tools.diagnosis.words import advice, evidence, verdict

MAX_RESIDUALS = 3
"""Number of rows and columns with the largest residuals in JSON."""


FINDINGS = ("cells", "bad_rows", "bad_columns", "zero_rows", "repeated_rows", "unjudged", "facts")
"""Attributes of a diagnosis that are also keys of its JSON."""


def diagnosis_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Convert a diagnosis to JSON values. The keys are stable."""
    change, pairs = advice(diagnosis), diagnosis.pairs
    return {
        "status": diagnosis.status,
        "state": diagnosis.state,
        "verdict": verdict(diagnosis),
        "evidence": evidence(diagnosis),
        "advice": change and change._asdict(),
        "size": list(diagnosis.size),
        **_explanation_json(diagnosis.best),
        "equal": [_explanation_json(explanation) for explanation in diagnosis.equal],
        "runner_up": diagnosis.runner_up and _explanation_json(diagnosis.runner_up),
        "storage": diagnosis.storage.name,
        "transposed": diagnosis.transposed,
        "noise": _plain(diagnosis.noise),
        "rows": _largest(diagnosis.rows),
        "columns": _largest(diagnosis.columns),
        **{name: _plain(getattr(diagnosis, name)) for name in FINDINGS},
        "pairs": pairs and {name: _plain(getattr(pairs, name)) for name in ("columns", "frequencies", "expected")},
    }


def _explanation_json(explanation: Explanation) -> dict[str, Any]:
    values = {name: _plain(getattr(explanation, name)) for name in ("kind", "name", "parameters", "misfit")}
    return values | {"scheme": explanation.scheme and _scheme_json(explanation.scheme)}


def _scheme_json(scheme: Scheme) -> dict[str, Any]:
    values = {parameter.name: _plain(getattr(scheme, parameter.name)) for parameter in scheme.parameters()}
    return {"name": scheme.name, "parameters": values}


def _largest(residuals: Array) -> list[dict[str, Any]]:
    """Largest residuals with their indices."""
    order = np.argsort(-residuals, kind="stable")[:MAX_RESIDUALS]
    return [{"index": int(at), "misfit": _plain(residuals[at])} for at in order]


def _plain(value: Any) -> Any:
    """Convert a value to JSON: null if it is not finite, a list for a sequence, or its text."""
    value = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple) and not isinstance(value, Claim):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value if isinstance(value, bool | int | float | str | None) else str(value)
