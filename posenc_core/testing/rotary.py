"""Assertion for tests of rotary code (RoPE): modules, functions, tables, and frequencies."""

import inspect
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core import models
from posenc_core.arrays import Array, whole
from posenc_core.models.model import Model
from posenc_core.models.rope import Pairing, Rope
from posenc_core.models.rotations import SAMPLE, Meant, Waves, differences, meant, read_waves, stored_format
from posenc_core.text.messages import Claim, claim, english

__all__ = ["assert_rotary"]

LAYER_TYPES = {"full_attention": "full", "sliding_attention": "sliding", "chunked_attention": "chunked"}
"""Kinds of layers, by their names in configurations."""

PROBES = 8
"""Number of vectors that are rotated."""

MAX_POSITION = 2**17
"""Largest tested position plus one; angles in float32 are inexact beyond."""

UNCLEAR = {f"rotary-{end}" for end in ("unlike", "none", "index", "still", "other", "late", "other-position")}
"""Differences that another layout of the arguments may remove."""

MAX_RESIDUAL = 0.05
"""Largest relative residual of a linear map of a pair, with rounding of cosines in half precision."""


def assert_rotary(
    rotary: Any,
    config: Any = None,
    *,
    base: float | None = None,
    dim: int | None = None,
    pairing: Pairing | None = None,
    scaling: Mapping[str, Any] | None = None,
    layer: str | None = None,
) -> None:
    """Assert that code rotates queries and keys as a model configuration describes (RoPE).

    Parameters
    ----------
    rotary : torch.nn.Module, callable, tuple of array_like, or array_like
        A module, such as `LlamaRotaryEmbedding`, with `forward(x, position_ids)`, or a model that contains one; a
        function `(x, positions) -> x'`, `(q, k, positions) -> (q', k')`, or `(q, k, v, positions) -> (q', k', v)`;
        cosines and sines, as a tuple or beside each other; complex numbers; angles; or frequencies (`inv_freq`). Rows
        of tables are positions from 0. Arrays may be NumPy arrays or PyTorch tensors.
    config : str, Path, mapping, or transformers.PretrainedConfig, optional
        Name of a model of the catalogue, path of a config.json, or configuration.
    base : float, optional
        Base of the frequencies without `config`. By default 10000.
    dim : int, optional
        Rotated dimensions without `config`.
    pairing : {"half", "interleaved"}, optional
        Pairing: dimensions i and i + d/2, or 2i and 2i + 1. By default that of transformers' code for `config`;
        without `config`, both pass.
    scaling : mapping, optional
        `rope_scaling` or `rope_parameters` of a config.json, without `config`.
    layer : str, optional
        Kind of layers, such as "sliding_attention". By default all kinds for a module with the argument `layer_type`,
        otherwise those with full attention.

    Raises
    ------
    AssertionError
        If something differs: the message tells what and, for known bugs, the likely line.
    ValueError
        If `rotary` cannot be called or read, or the configuration describes no rotation.

    Notes
    -----
    Functions are called with float32 numbers of shapes (1, heads, n, d), (1, n, heads, d), (heads, n, d), and (n, d),
    the first that they accept, as NumPy arrays or, if PyTorch is imported, as tensors. Rounding of cosines and sines to
    half precision is permitted; rounding of angles is not.

    Examples
    --------
    >>> frequencies = 10000.0 ** (-np.arange(0, 64, 2) / 64)
    >>> assert_rotary(frequencies, dim=64)
    >>> try:
    ...     assert_rotary(frequencies, dim=64, base=500000)
    ... except AssertionError as error:
    ...     print(str(error).splitlines()[0])
    The frequencies differ: the base is 10,000, not 500,000.
    """
    model = _model(config, base, dim, scaling)
    for module in _modules(rotary):
        for which, name in _kinds(module, model, layer):
            expected = meant(model, which)
            if pairing is not None:
                expected = expected._replace(pairing=pairing, tiled=False)
            if kind_and_reasons := _find_differences(module, expected, name):
                kind, reasons = kind_and_reasons
                lines = [english().say(reason, "line") for reason in reasons if f"{reason.id}.line" in english()]
                text = str(claim("rotary-differ", kind=kind, reasons=tuple(reasons)))
                raise AssertionError("\n".join([text, *(f"Likely line: {line}" for line in lines[:1])]))


def _model(config: Any, base: float | None, dim: int | None, scaling: Mapping[str, Any] | None) -> Model:
    """Read a configuration, or make one from numbers."""
    if config is None:
        if dim is None:
            raise ValueError("either config or dim is required")
        values = {"head_dim": whole("dim", dim, 2), "rope_theta": base or 1e4, "rope_scaling": scaling}
        return models.from_config(values | {"model_type": "rotary"}, "the parameters")
    if not (base is dim is scaling is None):
        raise ValueError("base, dim, and scaling require that config is left out")
    if isinstance(config, Model):
        return config
    if hasattr(config, "to_dict"):
        config = config.to_dict()
    if isinstance(config, str) and not Path(config).exists():
        return models.model(config)
    return models.from_config(config)


def _modules(rotary: Any) -> list[Any]:
    """Rotary modules of a model, one of each class; otherwise the object itself."""
    if not hasattr(rotary, "modules") or _is_rotary(rotary):
        return [rotary]
    inner = {type(module): module for module in rotary.modules() if _is_rotary(module)}
    text = [module for kind, module in inner.items() if "Vision" not in kind.__name__]
    return text or [*inner.values()] or [rotary]


def _is_rotary(module: Any) -> bool:
    return any(word in type(module).__name__.lower() for word in ("rotary", "rope"))


def _kinds(rotary: Any, model: Model, layer: str | None) -> list[tuple[str | None, str]]:
    """Kinds of layers to test, with their names in configurations."""
    names = {which: name for name, which in LAYER_TYPES.items()}
    if layer is not None:
        return [(LAYER_TYPES.get(layer, layer), layer)]
    if "layer_type" in _parameters(rotary):
        return [(each.which, names.get(each.which, "full_attention")) for each in model.layers if each.rope]
    return [(None, names.get(model.main.which, "full_attention"))]


def _parameters(function: Any) -> dict[str, inspect.Parameter]:
    try:
        return dict(inspect.signature(getattr(function, "forward", function)).parameters)
    except (TypeError, ValueError):
        return {}


class _Observation(NamedTuple):
    """Cosines and sines of one array, and differences that they do not show."""

    kind: Literal["frequencies", "table", "rotation", "second", "third"]
    waves: Waves | None
    reasons: tuple[Claim, ...] = ()


def _find_differences(rotary: Any, expected: Meant, layer: str) -> tuple[str, list[Claim]] | None:
    """Differences, with the kind of what was tested; None if there are none in one way to call or read it."""
    failures = []
    for observations in _attempts(rotary, expected, layer):
        for kind, waves, reasons in observations:
            if several := [*reasons, *(differences(waves, expected) if waves else ())]:
                failures.append((kind, several))
                if not {reason.id for reason in several} & UNCLEAR:
                    return failures[0]
                break
        else:
            return None
    if not failures:
        raise ValueError(f"{type(rotary).__name__} cannot be called or read as rotary code; see help(assert_rotary)")
    return failures[0]


def _attempts(rotary: Any, expected: Meant, layer: str) -> Iterator[list[_Observation]]:
    """Results of every way to call a function, or of reading a table."""
    if not callable(rotary):
        yield [_table(rotary, expected.rope)]
        return
    function = getattr(rotary, "rotate_queries_or_keys", rotary)
    buffers = dict(rotary.named_buffers()) if hasattr(rotary, "named_buffers") else {}
    rope, heads = expected.rope, {expected.rope.head: 0, expected.rope.width: 0}
    most = min(expected.stated or 4096, MAX_POSITION)
    ends = [end for end in dict.fromkeys((most, 2048, 512, 64)) if end <= most]
    for convert, end in product(_converters(buffers, hasattr(rotary, "buffers")), ends):
        # frequencies that depend on the length are tested at two
        lengths = [rope.original, end] if rope.scaling in ("dynamic", "LongRoPE") and 2 < rope.original < end else [end]
        worked = False
        for roles, head, layout, lead in product(_roles(function), heads, range(4), ((), (1,), (3, 1))):
            try:
                with warnings.catch_warnings(), np.errstate(all="ignore"):
                    warnings.simplefilter("ignore")
                    call = _Call(function, roles, convert, layer, layout, lead)
                    observations = [each for length in lengths for each in call.observe(expected, length, head)]
            except Exception:
                # the tested code may raise anything for arguments of another shape
                continue
            worked = True
            yield observations
            if observations[0].kind == "table":
                return
        if worked:
            return
    yield from ([_table(buffer, rope)] for name, buffer in buffers.items() if "freq" in name)


def _converters(buffers: Mapping[str, Any], module: bool) -> list[Callable[[Any], Any]]:
    """Conversions of arguments to NumPy arrays, and to tensors on the device of the buffers if PyTorch is loaded."""
    torch = sys.modules.get("torch")
    device = next((buffer.device for buffer in buffers.values()), None)
    tensors: list[Callable[[Any], Any]] = [lambda array: torch.from_numpy(array).to(device)] if torch else []
    return tensors if module and torch else [np.asarray, *tensors]


def _roles(function: Any) -> list[dict[str, str]]:
    """Roles of the arguments of a function by name, the likely ones first."""
    roles: dict[str, str] = {}
    for name, parameter in _parameters(function).items():
        required = parameter.default is parameter.empty
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if name == "layer_type":
            roles[name] = "layer"
        elif "pos" in name and "start" not in name:
            roles[name] = "positions"
        elif "len" in name and not {*roles.values()} & {"positions"}:
            roles[name] = "length"
        elif required:
            roles[name] = "zero" if "offset" in name or "start" in name else "x"
    vectors = [name for name, role in roles.items() if role == "x"]
    if not vectors and not roles:
        return [{"": "x", " ": "positions"}]
    if "positions" in roles.values() or "length" in roles.values():
        return [roles]
    # a name tells nothing: the last argument has positions, or, of a single one, either
    last = roles | ({vectors[-1]: "positions"} if vectors else {})
    return [last] if len(vectors) > 1 else [roles, last]


class _Call(NamedTuple):
    """Way to call a function: roles of arguments, conversion of arrays, and layouts of vectors and positions."""

    function: Any
    roles: Mapping[str, str]
    convert: Callable[[Any], Any]
    layer: str
    layout: int
    lead: tuple[int, ...]

    def observe(self, expected: Meant, length: int, head: int) -> list[_Observation]:
        """Call with vectors at positions below a length, and read what is returned."""
        count = [*self.roles.values()].count("x")
        positions = SAMPLE[length > SAMPLE] if "positions" in self.roles.values() else np.arange(min(length, 256))
        x = np.random.default_rng(0).standard_normal((count, PROBES, len(positions), head)).astype(np.float32)
        if self.layout == 3:
            results = [self._results(x[:, probe], positions) for probe in range(PROBES)]
            same = len(results[0]) == count and results[0][0].shape == x.shape[2:]
            returned = [np.stack(arrays) for arrays in zip(*results, strict=True)] if same else results[0]
        else:
            laid = [x[:, None], x.swapaxes(1, 2)[:, None], x][self.layout]
            returned = self._results(laid, positions)
            same = len(returned) == count and all(array.shape == laid.shape[1:] for array in returned)
            if same:
                returned = [array.reshape(laid.shape[-3:]) for array in returned]
                returned = [array.swapaxes(0, 1) for array in returned] if self.layout == 1 else returned
        if not same:
            return [_table(tuple(returned) if len(returned) > 1 else returned[0], expected.rope, positions)]
        observations = [_rotation(*arrays, positions, expected) for arrays in zip(x, returned, strict=True)]
        observations[1:2] = [each._replace(kind="second") for each in observations[1:2]]
        if count > 2:
            unchanged = np.allclose(x[2], returned[2], atol=1e-2)
            observations[2:] = [_Observation("third", None, () if unchanged else (claim("rotary-values"),))]
        return observations

    def _results(self, x: Array, positions: NDArray[np.int64]) -> list[Any]:
        """Returned arrays."""
        vectors = iter(x)
        values = {
            "positions": lambda: self.convert(np.broadcast_to(positions, (*self.lead, len(positions))).copy()),
            "length": lambda: len(positions),
            "layer": lambda: self.layer,
            "zero": lambda: 0,
            "x": lambda: self.convert(np.ascontiguousarray(next(vectors))),
        }
        arguments = {name: values[role]() for name, role in self.roles.items()}
        named = {name: arguments.pop(name) for name in [*arguments] if self.roles[name] in ("layer", "length")}
        result = self.function(*arguments.values(), **named)
        return [_array(each)[0] for each in (result if isinstance(result, tuple | list) else [result])]


def _array(value: Any) -> tuple[NDArray[Any], str]:
    """NumPy array of a tensor or sequence, and its float type."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
    name = str(getattr(value, "dtype", "")).removeprefix("torch.")
    if name == "bfloat16":
        value = value.float() if hasattr(value, "float") else value.astype(np.float32)
    array = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
    return array, name or array.dtype.name


def _table(value: Any, rope: Rope, positions: NDArray[np.int64] | None = None) -> _Observation:
    """Read cosines and sines, complex numbers, angles, or frequencies."""
    several = isinstance(value, tuple | list) and len(value) > 1 and hasattr(value[0], "shape")
    arrays, formats = zip(*map(_array, value if several else [value]), strict=True)
    array = arrays[0]
    if array.size == rope.width // 2 or array.ndim == 1:
        frequencies = array.ravel().astype(np.float64)
        positions = SAMPLE[SAMPLE < MAX_POSITION]
        angles = np.multiply.outer(positions, frequencies)
        return _Observation("frequencies", Waves(positions, ((np.cos, np.cos(angles)), (np.sin, np.sin(angles))), sized=False))
    if len(arrays) > 1 and arrays[1].size > 1:
        return _Observation("table", *read_waves(arrays[:2], rope, positions, formats[0]))
    return _Observation("table", *read_waves([array], rope, positions, formats[0]))


def _rotation(x: Array, y: Array, positions: NDArray[np.int64], expected: Meant) -> _Observation:
    """Measure the linear map of each pair. (probes, n, d), (probes, n, d)."""
    x, y = x.astype(np.float64), y.astype(np.float64)
    if np.allclose(x, y, atol=1e-3):
        return _Observation("rotation", None, (claim("rotary-none"),))
    for pairing, width, first, second in _layouts(expected, x.shape[-1]):
        rest = np.setdiff1d(np.arange(x.shape[-1]), np.concatenate((first, second)))
        before, after = (np.stack((array[..., first], array[..., second]), -1) for array in (x, y))
        squares, products = (np.einsum("hnmi,hnmj->nmij", array, before) for array in (before, after))
        maps = products @ np.linalg.inv(squares)
        left = after - np.einsum("nmij,hnmj->hnmi", maps, before)
        if np.linalg.norm(left) > MAX_RESIDUAL * np.linalg.norm(after):
            continue
        if not np.allclose(x[..., rest], y[..., rest], atol=1e-2):
            continue
        (a, b), (c, d) = np.moveaxis(maps, (2, 3), (0, 1))
        place = () if first[0] == 0 and 2 * len(first) == width else (claim("rotary-place", start=int(first[0])),)
        waves = Waves(positions, ((np.cos, (a + d) / 2), (np.sin, (c - b) / 2)), pairing, table=False)
        waves = waves._replace(format=stored_format([part for _, part in waves.parts], 3e-6))
        if np.abs(a - d).max() > MAX_RESIDUAL or np.abs(b + c).max() > MAX_RESIDUAL:
            return _Observation("rotation", None, (*place, claim("rotary-signs" if np.allclose(b, c, atol=MAX_RESIDUAL) else "rotary-mixed"),))
        return _Observation("rotation", waves, place)
    return _Observation("rotation", None, (claim("rotary-unlike"),))


def _layouts(expected: Meant, dim: int) -> Iterator[tuple[str, int, NDArray[np.int64], NDArray[np.int64]]]:
    """Pairs of columns, the expected ones first: pairing, rotated columns, first and second column of each pair."""
    for pairing in sorted(("half", "interleaved"), key=lambda name: name != expected.pairing):
        for width, start in dict.fromkeys(((expected.rope.width, 0), (dim, 0), (expected.rope.width, dim - expected.rope.width))):
            pair = np.arange(width // 2)
            first, second = (pair, pair + width // 2) if pairing == "half" else (2 * pair, 2 * pair + 1)
            yield pairing, width, first + start, second + start
    pair = np.arange(expected.rope.width // 2)
    yield "half", expected.rope.width, pair, pair + dim // 2
