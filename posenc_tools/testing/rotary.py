"""Assertion for tests of rotary code (RoPE): functions, modules, and tables."""

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, get_args

import numpy as np

from posenc_core.arrays import AnyArray, Array, Integers, match_option, option_error, whole
from posenc_core.text.messages import Claim, claim
from posenc_tools import models
from posenc_tools.models.catalogue import is_path
from posenc_tools.models.fields import check_number
from posenc_tools.models.layers import LAYERS
from posenc_tools.models.model import Model
from posenc_tools.models.rope import Pairing, Rope
from posenc_tools.models.rope_differences import (
    SAMPLE,
    Expected,
    Waves,
    differences,
    expected_rotation,
    likely_line,
    read_waves,
)
from posenc_tools.models.rotation import MOST_BASE, MOST_DIMENSIONS, SCALINGS
from posenc_tools.testing.rotated_pairs import measure
from posenc_tools.testing.tensors import to_numpy

HEADS = 7
"""Number of vectors that are rotated at each position, odd unlike numbers of dimensions."""

MAX_POSITION = 2**17
"""Largest tested position plus one; angles in float32 are inexact beyond."""

ACCEPTED = (
    "accepted are (x, positions) -> x', (q, k, positions) -> (q', k'), a module with forward(x, position_ids), "
    "and tables; see help(assert_rotary)"
)

Observation = tuple[str, Waves | None, list[Claim]]
"""Kind of the tested object, its cosines and sines, and differences that they do not show."""


def assert_rotary(
    rotary: Any,
    config: Any = None,
    *,
    base: float | None = None,
    dim: int | None = None,
    pairing: Pairing | None = None,
    scaling: Mapping[str, Any] | None = None,
    layer: str | None = None,
    length: int | None = None,
) -> None:
    """Assert that code rotates queries and keys as a model configuration describes (RoPE).

    Parameters
    ----------
    rotary : callable, torch.nn.Module, tuple of array_like, or array_like
        One of four forms:

        - a function `(x, positions) -> x'` of vectors (1, heads, n, d) and positions (n,);
        - a function `(q, k, positions) -> (q', k')` of the same shapes;
        - a module with `forward(x, position_ids)` that returns cosines and sines, such as `LlamaRotaryEmbedding`, or
          rotated vectors; or a model that contains one, of any class: its innermost module with these arguments, or
          else with `inv_freq`. `position_ids` are (1, n), or (3, 1, n) for M-RoPE;
        - a table: cosines and sines, as a tuple or beside each other; complex numbers; angles; or frequencies
          (`inv_freq`). Rows are positions from 0. Cosines or sines alone are rejected.

        Wrap code with other arguments in a function, such as
        `lambda q, k, p: apply_rotary_pos_emb(q, k, cos[p], sin[p])`.
    config : str, Path, mapping, or transformers.PretrainedConfig, optional
        Name of a model of the catalogue, path of a config.json, or configuration.
    base : float, optional
        Base of the frequencies without `config`. By default 10000.
    dim : int, optional
        Rotated dimensions without `config`, an even number.
    pairing : {"half", "interleaved"}, optional
        Pairing: dimensions i and i + d/2, or 2i and 2i + 1. By default that of transformers' code for `config`;
        without `config`, both pass.
    scaling : mapping, optional
        `rope_scaling` or `rope_parameters` of a config.json, without `config`.
    layer : str, optional
        Kind of layers that the model has, such as "sliding_attention". By default all kinds for a module with the
        argument `layer_type`, otherwise those with full attention.
    length : int, optional
        Functions and modules are tested at positions below this number, at least 2; by default the context length, or
        4096 without `config`.

    Raises
    ------
    AssertionError
        If something differs: the message tells what and, for known bugs, the likely line.
    ValueError
        If `rotary` cannot be called or read, the configuration describes no rotation, or a parameter is outside its
        domain.
    OSError
        If the file of the configuration cannot be read.

    Notes
    -----
    Functions are called with float32 numbers, as tensors if PyTorch is imported and they accept these, otherwise as
    NumPy arrays. d is the whole head, also if the configuration rotates a part of it. A function may rotate
    in place. Rounding of cosines and sines to half precision is permitted; rounding of angles is not. A cause is named
    if it gives the numbers that were observed.

    Examples
    --------
    >>> frequencies = 10000.0 ** (-np.arange(0, 64, 2) / 64)
    >>> assert_rotary(frequencies, dim=64)
    >>> try:
    ...     assert_rotary(frequencies, dim=64, base=500000)
    ... except AssertionError as error:
    ...     print(str(error).splitlines()[0])
    The frequencies differ from the configuration: the base is 10,000, not 500,000.
    """
    if pairing is not None:
        match_option(pairing, get_args(Pairing), "pairing")
    if length is not None:
        whole("length", length, 2, models.MOST_TOKENS)
    model = _read_model(config, base, dim, scaling)
    kinds = [group.which for group in model.layers if group.rope]
    if layer is not None and kinds:
        kinds = [_layer_kind(layer, kinds)]
    for module in _rotary_modules(rotary):
        has_kinds = kinds and (layer is not None or "layer_type" in _parameters(module))
        for which in kinds if has_kinds else [None]:
            expected = expected_rotation(model, which)
            if pairing is not None:
                expected = expected._replace(pairing=pairing.lower(), tiled=False)  # type: ignore[arg-type]
            kind, reasons = find_differences(module, expected, which, length)
            if reasons:
                text = claim("rope-bugs", kind=kind, reasons=tuple(reasons))
                raise AssertionError(f"{text}\n{likely_line(reasons)}".strip())


def _read_model(config: Any, base: float | None, dim: int | None, scaling: Mapping[str, Any] | None) -> Model:
    """Read a configuration, or make one from numbers."""
    if config is None:
        if dim is None:
            raise ValueError("either config or dim is required")
        if whole("dim", dim, 2, MOST_DIMENSIONS) % 2:
            raise ValueError(f"dim = {dim} must be even")
        base = check_number("base", base, 1.0001, MOST_BASE)
        values = {"head_dim": dim, "rope_theta": base, "rope_scaling": _checked_scaling(scaling, base)}
        model = models.from_config(values | {"model_type": "rotary"}, "the parameters")
        if model.unused:
            unknown = ", ".join(path.removeprefix("rope_scaling.") for path in model.unused)
            raise ValueError(f"scaling has unknown keys: {unknown}")
        return model
    if base is not None or dim is not None or scaling is not None:
        raise ValueError("base, dim, and scaling require that config is left out")
    if isinstance(config, Model):
        return config
    if hasattr(config, "to_dict"):
        config = config.to_dict()
    if not isinstance(config, str | Path | Mapping):
        raise ValueError(f"config = {config!r:.60} must be a name of the catalogue, a path, or a configuration")
    if isinstance(config, str) and not is_path(config):
        return models.model(config)
    return models.from_config(config)


def _checked_scaling(scaling: Any, base: float | None) -> Mapping[str, Any]:
    """Validate `rope_scaling` or `rope_parameters`, which from_config reads as unscaled if the type is unknown."""
    if scaling is None:
        return {}
    if not isinstance(scaling, Mapping):
        raise ValueError(f"scaling = {scaling!r} must be a mapping, such as {{'rope_type': 'linear', 'factor': 4}}")
    kind = scaling.get("rope_type", scaling.get("type"))
    # newer files have rope_parameters without a scaling
    needs_kind = kind is not None or scaling.keys() - {"rope_theta", "partial_rotary_factor"}
    if needs_kind and kind not in (*SCALINGS, "su"):
        raise option_error(kind, (*SCALINGS, "su"), "scaling['rope_type']")
    if kind in ("linear", "dynamic", "yarn", "llama3") and "factor" not in scaling:
        raise ValueError(f"scaling = {dict(scaling)!r} must have a factor")
    if base is not None and scaling.get("rope_theta", base) != base:
        raise ValueError(f"base = {base} differs from scaling['rope_theta'] = {scaling['rope_theta']!r}")
    return scaling


def _layer_kind(layer: Any, kinds: Sequence[str]) -> str:
    """Kind of layers of the model by its name, or by a name in configurations."""
    kind: str = LAYERS.get(str(layer), str(layer))
    if kind == "full" and "all" in kinds:
        return "all"
    if kind not in kinds:
        raise option_error(layer, kinds, "layer")
    return kind


def _rotary_modules(rotary: Any) -> list[Any]:
    """Rotary modules of a model, one of each class; anything else is returned as it is."""
    if not hasattr(rotary, "modules"):
        return [rotary]
    modules = [*{type(module): module for module in rotary.modules()}.values()]
    for is_rotary in (_takes_positions, _has_frequencies, _has_rotary_name):
        found = [module for module in modules if is_rotary(module)]
        # a layer may have the same arguments as the rotary module in it
        inner = [module for module in found if not any(is_rotary(part) for part in [*module.modules()][1:])]
        if inner:
            return [module for module in inner if "Vision" not in type(module).__name__] or inner
    return [rotary]


def _takes_positions(module: Any) -> bool:
    required = [name for name, parameter in _parameters(module).items() if parameter.default is parameter.empty]
    return len(required) == 2 and required[1] in ("position_ids", "positions")


def _has_frequencies(module: Any) -> bool:
    return hasattr(module, "inv_freq")


def _has_rotary_name(module: Any) -> bool:
    return any(word in type(module).__name__.lower() for word in ("rotary", "rope"))


def _parameters(function: Any) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(getattr(function, "forward", function)).parameters
    except (TypeError, ValueError):
        # functions in C have no signature
        return {}


def find_differences(
    rotary: Any, expected: Expected, which: str | None = None, length: int | None = None
) -> tuple[str, list[Claim]]:
    """Kind of what was tested, and its differences; an empty list if there are none."""
    rope, observations = expected.rope, list[Observation]()
    if not callable(getattr(rotary, "forward", rotary)):
        table = _read_table(rotary, rope)
        return table.kind, differences(table, expected)
    end = length or min(max(expected.stated or 4096, 2 * rope.original), MAX_POSITION)
    if rope.scaling in ("dynamic", "LongRoPE") and 2 < rope.original < end:
        # frequencies that grow are tested at two lengths; below the original one, transformers resets its own
        observations += _observe(rotary, expected, which, rope.original - 1)
    for kind, waves, reasons in [*observations, *_observe(rotary, expected, which, end)]:
        reasons = [*reasons, *(differences(waves, expected) if waves else ())]
        if reasons:
            return kind, reasons
    return "", []


def _observe(function: Any, expected: Expected, which: str | None, length: int) -> list[Observation]:
    """Call a function with vectors at positions below a length, and read what it returns."""
    parameters, dim = _parameters(function), expected.rope.head
    required = [parameter for parameter in parameters.values() if parameter.default is parameter.empty]
    count = 2 if len(required) == 3 and "layer_type" not in parameters else 1
    # an odd number of positions, more than dimensions, is the length of no other axis
    positions = np.union1d(SAMPLE[length > SAMPLE], np.linspace(0, length - 1, dim + 1).astype(np.int64))
    positions = np.delete(positions, slice(16, 17 - positions.size % 2))
    x = np.random.default_rng(0).standard_normal((count, 1, HEADS, len(positions), dim)).astype(np.float32)
    # exact in half precision
    x = np.rint(32 * x.clip(-3, 3)) / 32
    returned = _call(function, [*x], positions, which)
    shapes = [array.shape for array in returned]
    if len(returned) == count and all(shape[:-1] == x.shape[1:-1] and shape[-1] < dim for shape in shapes):
        return [("rotation", None, [claim("rope-bug-cut", count=shapes[0][-1], whole=dim)])]
    if shapes == [x.shape[1:]] * count:
        pairs = zip(("rotation", "second"), x[:, 0], returned, strict=False)
        return [(kind, *measure(before, after[0], positions, expected)) for kind, before, after in pairs]
    if hasattr(function, "forward"):
        waves = _read_table(tuple(returned), expected.rope, positions)
        return [(waves.kind, waves, [])]
    raise ValueError(f"Cannot be called like this: arrays {x.shape[1:]} became {shapes}; {ACCEPTED}.")


def _call(function: Any, vectors: list[Array], positions: Integers, which: str | None) -> list[AnyArray]:
    """Return the arrays that a function returns for vectors, (1, heads, n, d) each, at positions."""
    torch = sys.modules.get("torch")
    places, layers = [positions], [dict[str, str]()]
    if hasattr(function, "forward"):
        places = [np.broadcast_to(positions, (*axes, len(positions))) for axes in ((1,), (3, 1))]
    if "layer_type" in _parameters(function):
        layers = [{"layer_type": name} for name, kind in LAYERS.items() if which in (kind, "all")]
    converters: list[Callable[[AnyArray], Any]] = [np.array]
    if torch and hasattr(function, "buffers"):
        device = next((buffer.device for buffer in function.buffers()), None)
        converters = [lambda array: torch.from_numpy(np.array(array)).to(device)]
    elif torch:
        converters.insert(0, lambda array: torch.from_numpy(np.array(array)))
    call = function if callable(function) else function.forward
    for convert, place, named in product(converters, places, layers):
        try:
            result = call(*map(convert, (*vectors, place)), **named)
        except (AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
            # raised for arrays of another kind or shape
            failure = error
            continue
        results = result if isinstance(result, tuple | list) else [result]
        return [np.asarray(to_numpy(array)[0]) for array in results]
    name = getattr(function, "__name__", type(function).__name__)
    raise ValueError(f"Cannot be called like this: {name} failed with {failure!r}; {ACCEPTED}.") from failure


def _read_table(value: Any, rope: Rope, positions: Integers | None = None) -> Waves:
    """Read cosines and sines, complex numbers, angles, or frequencies."""
    several = isinstance(value, tuple | list) and all(hasattr(part, "shape") for part in value)
    copies = [to_numpy(part) for part in (value if several else [value])]
    arrays = [np.asarray(array) for array, _ in copies[:2]]
    # a module may return more
    is_readable = positions is not None or len(copies) < 3
    if not is_readable or not all(array.size > 1 and np.issubdtype(array.dtype, np.number) for array in arrays):
        raise ValueError(f"{type(value).__name__} cannot be called or read as rotary code; {ACCEPTED}.")
    waves = read_waves(arrays, rope, positions, copies[0][1])
    is_complete = waves.kind == "angles" or len(waves.parts) > 1
    if not is_complete and waves.parts[0][1].shape[1] == rope.width // 2:
        raise ValueError(
            "Cosines or sines alone cannot be tested: a table must have cosines and sines, as a tuple or beside each "
            "other; complex numbers; angles; or frequencies."
        )
    return waves
