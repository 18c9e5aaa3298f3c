"""Assertion for tests of rotary code (RoPE): modules, functions, tables, and frequencies."""

import inspect
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from posenc_core import models
from posenc_core.arrays import AnyArray, Array, Integers, argument_error, whole
from posenc_core.models.layers import LAYERS
from posenc_core.models.model import Model
from posenc_core.models.rope import Pairing, Rope
from posenc_core.models.rope_differences import (
    SAMPLE,
    Expected,
    Waves,
    differences,
    expected_rotation,
    likely_line,
    read_waves,
    stored_format,
)
from posenc_core.testing.tensors import to_numpy
from posenc_core.text.messages import Claim, claim

PROBES = 8
"""Number of vectors that are rotated."""

MAX_POSITION = 2**17
"""Largest tested position plus one; angles in float32 are inexact beyond."""

LAYOUTS = (("1hnd", "1nhd", "hnd", "nd"), ("d",))
"""Axes of the vectors of a call: batch 1, heads h, positions n, and columns d; "d" if none of the others works."""

LEADING_AXES = ((), (1,), (3, 1))
"""Axes of positions and tables before their own, such as those of a batch."""

ROLES = {
    "layer_type": "layer", "cos": "cos", "sin": "sin", "cis": "complex", "start": "zero", "offset": "zero",
    "pos": "positions", "len": "length",
}  # fmt: skip
"""Roles of arguments, by parts of their names."""

UNCLEAR = {f"rope-bug-{end}" for end in ("unlike", "none", "index", "still", "other", "late")}
"""Differences that another layout of the arguments may remove."""

MAX_EXACT_RESIDUAL = 1e-5
"""Largest relative residual in float32."""

MAX_RESIDUAL = 0.05
"""Largest relative residual of a linear map of a pair, with rounding of cosines in half precision."""


Observation = tuple[str, Waves | None, tuple[Claim, ...]]
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
    The frequencies differ from the configuration: the base is 10,000, not 500,000.
    """
    model = _model(config, base, dim, scaling)
    for module in _modules(rotary):
        for which, names in _kinds(module, model, layer):
            expected = expected_rotation(model, which)
            if pairing is not None:
                expected = expected._replace(pairing=pairing, tiled=False)
            if kind_and_reasons := find_differences(module, expected, names):
                kind, reasons = kind_and_reasons
                text = claim("rope-bugs", kind=kind, reasons=tuple(reasons))
                raise AssertionError(f"{text}\n{likely_line(reasons)}".strip())


def _model(config: Any, base: float | None, dim: int | None, scaling: Mapping[str, Any] | None) -> Model:
    """Read a configuration, or make one from numbers."""
    if config is None:
        if dim is None:
            raise argument_error("config")
        values = {"head_dim": whole("dim", dim, 2), "rope_theta": base or 1e4, "rope_scaling": scaling}
        return models.from_config(values | {"model_type": "rotary"}, "the parameters")
    if base is not None or dim is not None or scaling is not None:
        raise argument_error("config.alone")
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


def _kinds(rotary: Any, model: Model, layer: str | None) -> list[tuple[str | None, list[str]]]:
    """Kinds of layers to test, with their names in configurations."""
    kinds: list[str | None] = [LAYERS.get(layer, layer) if layer else None]
    if layer is None and "layer_type" in _parameters(rotary):
        kinds = [group.which for group in model.layers if group.rope]
    return [(kind, [name for name, its in LAYERS.items() if its == (kind or "full")]) for kind in kinds]


def _parameters(function: Any) -> dict[str, inspect.Parameter]:
    try:
        return dict(inspect.signature(getattr(function, "forward", function)).parameters)
    except (TypeError, ValueError):
        return {}


def find_differences(rotary: Any, expected: Expected, names: Sequence[str] = ()) -> tuple[str, list[Claim]] | None:
    """Differences, with the kind of what was tested; None if there are none in one way to call or read it."""
    failures: list[tuple[str, list[Claim]]] = []
    errors: list[Exception] = []
    for observations in _attempts(rotary, expected, names, errors):
        reasons: list[Claim] = []
        for kind, waves, more in observations:
            if reasons := [*more, *(differences(waves, expected) if waves else ())]:
                failures.append((kind, reasons))
                break
        if not reasons:
            return None
        if not {reason.id for reason in reasons} & UNCLEAR:
            return failures[-1]
    if not failures:
        id, last = ("config.error", errors[-1]) if errors else ("config.unreadable", "")
        raise argument_error(id, name=type(rotary).__name__, text=repr(last))
    return failures[0]


def _attempts(
    rotary: Any, expected: Expected, names: Sequence[str], errors: list[Exception]
) -> Iterator[list[Observation]]:
    """Results of every way to call a function, or of reading a table."""
    if not callable(rotary):
        yield [_table(rotary, expected.rope)]
        return
    function = getattr(rotary, "rotate_queries_or_keys", rotary)
    buffers = dict(rotary.named_buffers()) if hasattr(rotary, "named_buffers") else {}
    rope, widths = expected.rope, dict.fromkeys((expected.rope.head, expected.rope.width))
    most = min(max(expected.stated or 4096, 2 * rope.original), MAX_POSITION)
    ends = [end for end in dict.fromkeys((most, 2048, 512, 64)) if end <= most]
    for convert, end, layouts in product(_converters(rotary, buffers), ends, LAYOUTS):
        # frequencies that grow are tested at two lengths; below the original one, transformers resets its own
        grows = rope.scaling in ("dynamic", "LongRoPE") and 2 < rope.original < end
        lengths = [rope.original - 1, end] if grows else [end]
        kinds = set()
        layers = [
            (roles, name) for roles in _roles(function) for name in (names if "layer" in roles.values() else [""])
        ]
        for (roles, name), dim, layout, columns in product(layers, widths, layouts, _columns(function, expected)):
            call = _Call(function, roles, convert, name, layout, columns)
            if observations := _first_answer(call, expected, lengths, dim, errors):
                kinds.add(observations[0][0])
                yield observations
            if kinds & {"call", "angles"}:
                return
        if kinds:
            return
    if own := [buffer for name, buffer in buffers.items() if "inv_freq" in name and "original" not in name]:
        yield [_table(buffer, rope) for buffer in own]


def _first_answer(
    call: "_Call", expected: Expected, lengths: Sequence[int], dim: int, errors: list[Exception]
) -> list[Observation]:
    """Results with the first leading axes that the function accepts, or none; its errors are added to `errors`."""
    for lead in LEADING_AXES:
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                shaped = call._replace(lead=lead)
                return [result for length in lengths for result in shaped.observe(expected, length, dim)]
        except Exception as error:
            # the tested code may raise anything for arguments of another shape
            errors.append(error)
    return []


def _converters(rotary: Any, buffers: Mapping[str, Any]) -> list[Callable[[Any], Any]]:
    """Conversions of arguments to NumPy arrays, and to tensors on the device of the buffers if PyTorch is loaded."""
    torch = sys.modules.get("torch")
    device = next((buffer.device for buffer in buffers.values()), None)
    tensors: list[Callable[[Any], Any]] = [lambda array: torch.from_numpy(array).to(device)] if torch else []
    return tensors if torch and hasattr(rotary, "buffers") else [np.asarray, *tensors]


def _roles(function: Any) -> list[dict[str, str]]:
    """Roles of the arguments of a function by name, the likely ones first."""
    roles: dict[str, str] = {}
    optional = set()
    for name, parameter in _parameters(function).items():
        role = next((role for word, role in ROLES.items() if word in name.lower()), "x")
        if parameter.default is not parameter.empty:
            optional.add(name)
        if parameter.kind < 2 and (name not in optional or role in ("layer", "positions", "length")):
            roles[name] = role
    if "positions" in roles.values():
        roles = {name: role for name, role in roles.items() if role != "length"}
    required = {name: role for name, role in roles.items() if name not in optional}
    vectors = [name for name, role in roles.items() if role == "x"]
    if {"positions", "length", "cos", "complex"} & {*roles.values()} or not vectors:
        return [roles or {"x": "x", "positions": "positions"}, *([required] if "cos" in required.values() else [])]
    # names do not tell: the last of several arguments has positions, a single one either
    last = roles | {vectors[-1]: "positions"}
    return [last] if len(vectors) > 1 else [roles, last]


def _columns(function: Any, expected: Expected) -> list[str]:
    """Orders of the columns of cosines and sines as arguments, the expected one first."""
    if not any("cos" in roles.values() for roles in _roles(function)):
        return ["once"]
    repeated = ["half"] if expected.pairing != "interleaved" else ["interleaved", "half"]
    return [*(repeated[::-1] if expected.tiled else repeated), "once"]


class _Call(NamedTuple):
    """Way to call a function: roles of arguments, conversion of arrays, and layouts of vectors, tables, positions."""

    function: Any
    roles: Mapping[str, str]
    convert: Callable[[Any], Any]
    layer: str
    layout: str
    columns: str
    lead: tuple[int, ...] = ()

    def observe(self, expected: Expected, length: int, dim: int) -> list[Observation]:
        """Call with vectors at positions below a length, and read what is returned."""
        roles, given = [*self.roles.values()], {"positions", "cos", "complex"}
        count = roles.count("x")
        positions = SAMPLE[length > SAMPLE] if given & {*roles} else np.arange(min(length, 256))
        x = np.random.default_rng(0).standard_normal((count, PROBES, len(positions), dim)).astype(np.float32)
        laid = {"1hnd": x[:, None], "1nhd": x.swapaxes(1, 2)[:, None], "hnd": x}.get(self.layout)
        if laid is not None:
            returned = self._results(laid, positions, expected)
            if len(returned) != count or any(array.shape != laid.shape[1:] for array in returned):
                return [_table(tuple(returned), expected.rope, positions)]
            returned = [array.reshape(laid.shape[-3:]) for array in returned]
            returned = [array.swapaxes(0, 1) for array in returned] if self.layout == "1nhd" else returned
        else:
            # one call for each sequence, or for each vector with its position
            places = np.ndindex(PROBES) if self.layout == "nd" else np.ndindex(PROBES, len(positions))
            calls = [self._results(x[:, *at], positions[at[1:]], expected) for at in places]
            returned = [np.stack(arrays).reshape(x.shape[1:]) for arrays in zip(*calls, strict=True)]
        kinds = ["rotation", "second", "third"][:count]
        observations = [_rotation(*probe, positions, expected) for probe in zip(kinds, x, returned, strict=True)]
        if count > 2:
            unchanged = np.allclose(x[2], returned[2], atol=1e-2)
            observations[2:] = [("third", None, () if unchanged else (claim("rope-bug-values"),))]
        return observations

    def _results(self, x: Array, positions: Integers, expected: Expected) -> list[AnyArray]:
        """Return the arrays that the function returns."""
        vectors = iter(x)
        arguments = {name: self._argument(role, vectors, positions, expected) for name, role in self.roles.items()}
        named = {name: arguments.pop(name) for name in [*arguments] if self.roles[name] in ("layer", "length")}
        result = self.function(*arguments.values(), **named)
        return [np.asarray(to_numpy(array)[0]) for array in (result if isinstance(result, tuple | list) else [result])]

    def _argument(self, role: str, vectors: Iterator[Array], positions: Integers, expected: Expected) -> Any:
        """Return the argument of a role."""
        if role == "x":
            return self.convert(np.ascontiguousarray(next(vectors)))
        if role == "positions":
            return self.convert(np.broadcast_to(positions, (*self.lead, *positions.shape)).copy())
        if role in ("layer", "length", "zero"):
            return {"layer": self.layer, "length": positions.size, "zero": 0}[role]
        # beside positions, tables have all rows
        length = int(positions.max()) + 1
        rows = np.arange(length) if "positions" in self.roles.values() else positions
        waves = expected.rope.attention * np.exp(1j * np.multiply.outer(rows, expected.rope.frequencies(length)))
        table: AnyArray = waves.astype(np.complex64)
        if role != "complex":
            table = table.real if role == "cos" else table.imag
            copies = {"interleaved": (1, 2), "half": (2, 1), "once": (1, 1)}[self.columns]
            table = np.repeat(np.tile(table, copies[0]), copies[1], axis=-1)
        return self.convert(np.ascontiguousarray(table.reshape((*self.lead, *table.shape))))


def _table(value: Any, rope: Rope, positions: Integers | None = None) -> Observation:
    """Read cosines and sines, complex numbers, angles, or frequencies."""
    several = isinstance(value, tuple | list) and all(hasattr(part, "shape") for part in value)
    copies = [to_numpy(part) for part in (value if several else [value])]
    # x-transformers returns angles and a scale
    arrays = [array for array in (np.asarray(part) for part, _ in copies[:2]) if array.size > 1]
    if not arrays or not all(np.issubdtype(array.dtype, np.number) for array in arrays):
        raise argument_error("config.unreadable", name=type(value).__name__, text="")
    waves = read_waves(arrays, rope, positions, copies[0][1])
    return waves.kind, waves, ()


def _rotation(
    kind: str, x: Array, y: Array, positions: Integers, expected: Expected, *, reordered: bool = False
) -> Observation:
    """Measure the linear map of each pair. (probes, n, d), (probes, n, d)."""
    x, y = x.astype(np.float64), y.astype(np.float64)
    changed = np.flatnonzero((x != y).any(axis=(0, 1)))
    if np.allclose(x, y, atol=1e-3):
        return kind, None, (claim("rope-bug-none"),)
    for pairing, first, second in _layouts(expected, changed, x.shape[-1]):
        before, after = (np.stack((array[..., first], array[..., second]), -1) for array in (x, y))
        squares, products = (np.einsum("hnmi,hnmj->nmij", array, before) for array in (before, after))
        maps = products @ np.linalg.inv(squares)
        left = np.linalg.norm(after - np.einsum("nmij,hnmj->hnmi", maps, before)) / np.linalg.norm(after)
        if left > MAX_RESIDUAL or np.setdiff1d(changed, (first, second)).size:
            continue
        (a, b), (c, d) = np.moveaxis(maps, (2, 3), (0, 1))
        place = claim("rope-bug-place", start=int(first[0]), end=int(second[0]))
        usual = first[0] == 0 and (second[0] in (1, len(first)) or expected.rope.scaling == "proportional")
        reasons = () if usual else (place,)
        if np.abs(a - d).max() > MAX_RESIDUAL or np.abs(b + c).max() > MAX_RESIDUAL:
            reflected = np.abs(np.abs([a, b]) - np.abs([d, c])).max() < MAX_RESIDUAL
            return kind, None, (*reasons, claim("rope-bug-signs" if reflected else "rope-bug-mixed"))
        waves = Waves("rotation", positions, ((np.cos, (a + d) / 2), (np.sin, (c - b) / 2)), pairing)
        # products may be rounded, too
        noise = 4 * float(left) if left > MAX_EXACT_RESIDUAL else 0.0
        return kind, waves._replace(format=stored_format([a, c], 3e-6), noise=noise), reasons
    if expected.pairing == "interleaved" and not reordered:
        # DeepSeek's code moves the second dimensions of all pairs to the other half: scores are the same
        width = expected.rope.width
        order = np.r_[np.arange(width).reshape(2, -1).T.ravel(), width : y.shape[-1]]
        return _rotation(kind, x, y[..., order], positions, expected, reordered=True)
    return kind, None, (claim("rope-bug-unlike"),)


def _layouts(expected: Expected, changed: Integers, dim: int) -> Iterator[tuple[str, Integers, Integers]]:
    """Pairs of columns, the expected ones first: pairing, and the first and second column of each pair."""
    width, start = expected.rope.width, int(changed[0])
    apart = "half", np.arange(width // 2), np.arange(width // 2) + dim // 2
    if expected.rope.scaling == "proportional":
        yield apart
    for pairing in sorted(("half", "interleaved"), key=lambda name: name != expected.pairing):
        for size, at in ((width, 0), (int(changed[-1]) + 1 - start, start), (dim, 0), (width, dim - width)):
            pair = np.arange(size // 2)
            first, second = (pair, pair + size // 2) if pairing == "half" else (2 * pair, 2 * pair + 1)
            yield pairing, first + at, second + at
    yield apart
