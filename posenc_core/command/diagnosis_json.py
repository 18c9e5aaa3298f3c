"""A diagnosis as JSON values."""

from typing import Any

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import Account, Diagnosis, Pairs
from posenc_core.diagnosis.words import advice, evidence, verdict
from posenc_core.foundation.base import Scheme

MAX_RESIDUALS = 3
"""Number of rows and columns with the largest residuals in JSON."""


def diagnosis_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Convert a diagnosis to JSON values. The keys are stable."""
    change = advice(diagnosis)
    return {
        "status": diagnosis.status,
        "state": diagnosis.state,
        "verdict": verdict(diagnosis),
        "evidence": evidence(diagnosis),
        "advice": change and change._asdict(),
        "size": list(diagnosis.size),
        **_account_json(diagnosis.best),
        "equal": [_account_json(account) for account in diagnosis.equal],
        "runner_up": diagnosis.runner_up and _account_json(diagnosis.runner_up),
        "storage": diagnosis.storage.name,
        "transposed": diagnosis.transposed,
        "noise": _plain(diagnosis.noise),
        "rows": _largest(diagnosis.rows),
        "columns": _largest(diagnosis.columns),
        "cells": [list(cell) for cell in diagnosis.cells],
        "bad_rows": list(diagnosis.bad_rows),
        "bad_columns": list(diagnosis.bad_columns),
        "zero_rows": list(diagnosis.zero_rows),
        "repeated_rows": [list(run) for run in diagnosis.repeated_rows],
        "facts": {name: _plain(value) for name, value in diagnosis.facts.items()},
        "pairs": diagnosis.pairs and _pairs_json(diagnosis.pairs),
    }


def _account_json(account: Account) -> dict[str, Any]:
    return {
        "kind": account.kind,
        "name": account.name,
        "parameters": {name: _plain(value) for name, value in account.parameters.items()},
        "misfit": _plain(account.misfit),
        "scheme": account.scheme and _scheme_json(account.scheme),
    }


def _scheme_json(scheme: Scheme) -> dict[str, Any]:
    values = {parameter.name: _plain(getattr(scheme, parameter.name)) for parameter in scheme.parameters()}
    return {"name": scheme.name, "parameters": values}


def _pairs_json(pairs: Pairs) -> dict[str, Any]:
    return {
        "columns": pairs.columns.tolist(),
        "frequencies": [_plain(w) for w in pairs.frequencies],
        "expected": [_plain(w) for w in pairs.expected],
    }


def _largest(misfits: Array) -> list[dict[str, Any]]:
    """Largest residuals with their indices."""
    order = np.argsort(-misfits, kind="stable")[:MAX_RESIDUALS]
    return [{"index": int(at), "misfit": _plain(misfits[at])} for at in order]


def _plain(value: Any) -> Any:
    """Convert a value to JSON; null if it is not finite."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value if isinstance(value, bool | int | float | str | None) else str(value)
