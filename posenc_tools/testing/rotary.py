"""Assertion for tests of rotary code (RoPE): modules, functions, tables, and frequencies."""

import inspect
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from posenc_core.arrays import AnyArray, Array, Integers, whole
from posenc_core.text.messages import Claim, claim
from posenc_core.text.numerals import format_distinct
from posenc_tools import models
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
    stored_format,
)
from posenc_tools.testing.tensors import to_numpy

PROBES = 7
"""Number of vectors that are rotated, odd unlike numbers of dimensions."""

START = 5
"""First position for functions that count positions themselves."""

MAX_POSITION = 2**17
"""Largest tested position plus one; angles in float32 are inexact beyond."""

LAYOUTS = (("1hnd", "1nhd", "hnd", "nhd", "n1hd", "nd"), ("d",))
"""Axes of the vectors of a call: batch 1, heads h, positions n, and columns d; "d" if none of the others works."""

LEADING_AXES = ((), (1,), (3, 1))
"""Axes of positions and tables before their own, such as those of a batch."""

ROLES = {
    "layer_type": "layer", "cos": "cos", "sin": "sin", "cis": "complex", "start": "start", "offset": "start",
    "pos": "positions", "len": "length",
}  # fmt: skip
"""Roles of arguments, by parts of their names."""

UNCLEAR = {f"rope-bug-{end}" for end in ("unlike", "none", "index", "still", "other", "late")}
"""Differences that another layout of the arguments may remove."""

MAX_RESIDUAL = {"float32": 1e-4, "float16": 2e-3, "bfloat16": 1e-2}
"""Largest part of a rotated pair that no linear map of the pair explains, relative to the pair, by float type."""

FORM_TOLERANCE = 1e-3
"""Largest error of the linear map of a pair that a wrong line explains, at positions below `FORM_LENGTH`."""

FORM_LENGTH = 256

STILL = 0.01
"""Largest change of the cosines and sines of a pair that does not rotate."""

FORMS: dict[str, Callable[[Array, Array], Any]] = {
    "signs": lambda c, s: [[c, s], [s, c]],
    "halves": lambda c, s: [[c - s, 0 * c], [0 * c, c + s]],
    "output": lambda c, s: [[s, c], [c, -s]],
    "overwritten": lambda c, s: [[c, -s], [s * c, c - s * s]],
    "sine": lambda c, s: [[c, 0 * c], [0 * c, c]],
}
"""Linear map of a pair with one wrong line, from cosines and sines."""


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
    Functions are called with float32 numbers of shapes (1, heads, n, d), (1, n, heads, d), (heads, n, d),
    (n, heads, d), (n, 1, heads, d), and (n, d), the first that they accept, as NumPy arrays or, if PyTorch is imported,
    as tensors; d is the whole head, also if the configuration rotates a part of it. Only functions that raise for d get
    the rotated dimensions alone. A function may rotate in place, also without a result. Instead of `positions`, an
    argument whose name contains "start" or "offset" is the first position, 5. Rounding of cosines and sines to half
    precision is permitted; rounding of angles is not. A cause is named if it gives the numbers that were observed.

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
            raise ValueError("either config or dim is required")
        values = {"head_dim": whole("dim", dim, 2), "rope_theta": base or 1e4, "rope_scaling": scaling}
        return models.from_config(values | {"model_type": "rotary"}, "the parameters")
    if base is not None or dim is not None or scaling is not None:
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
    errors: dict[Any, Exception] = {}
    for is_certain, observations in _attempts(rotary, expected, names, errors):
        results = [
            (kind, [*more, *(differences(waves, expected) if waves else ())]) for kind, waves, more in observations
        ]
        kind, reasons = next(((kind, reasons) for kind, reasons in results if reasons), ("", []))
        if not reasons:
            return None
        ids = {reason.id for reason in reasons}
        # a second argument that is no position, but an angle, makes all frequencies 1
        if is_certain or not ids & {*UNCLEAR, "rope-bug-equal"}:
            failures.append((kind, reasons))
            if not ids & UNCLEAR:
                return failures[-1]
    if failures:
        return min(failures, key=lambda failure: "rope-bug-unlike" in {reason.id for reason in failure[1]})
    if errors:
        # the last conversion is that to tensors
        name, error = getattr(rotary, "__name__", type(rotary).__name__), [*errors.values()][-1]
        raise ValueError(
            f"Cannot be called: {name} failed with {error!r}; help(assert_rotary) lists the accepted forms"
        )
    raise ValueError(f"{type(rotary).__name__} cannot be called or read as rotary code; see help(assert_rotary)")


def _attempts(
    rotary: Any, expected: Expected, names: Sequence[str], errors: dict[Any, Exception]
) -> Iterator[tuple[bool, list[Observation]]]:
    """Results of every way to call a function, or of reading a table; False for calls that mean something else, too."""
    if not callable(rotary):
        yield True, [_table(rotary, expected.rope)]
        return
    function = getattr(rotary, "rotate_queries_or_keys", rotary)
    buffers = dict(rotary.named_buffers()) if hasattr(rotary, "named_buffers") else {}
    rope = expected.rope
    widths = [rope.head] if rope.scaling == "proportional" else list(dict.fromkeys((rope.head, rope.width)))
    most = min(max(expected.stated or 4096, 2 * rope.original), MAX_POSITION)
    ends = [end for end in dict.fromkeys((most, 2048, 512, 64)) if end <= most]
    # the rotated dimensions alone are no answer of a function that takes a whole head
    for convert, dim, end, layouts in product(_converters(rotary, buffers), widths, ends, LAYOUTS):
        # frequencies that grow are tested at two lengths; below the original one, transformers resets its own
        grows = rope.scaling in ("dynamic", "LongRoPE") and 2 < rope.original < end
        lengths = [rope.original - 1, end] if grows else [end]
        kinds = set()
        layers = [
            (roles, name) for roles in _roles(function) for name in (names if "layer" in roles.values() else [""])
        ]
        for (roles, name), layout, columns in product(layers, layouts, _columns(function, expected)):
            call = _Call(function, roles, convert, name, layout, columns)
            if observations := _first_answer(call, expected, lengths, dim, errors):
                kinds.add(observations[0][0])
                yield layout != "d" and end > dim, observations
            if kinds & {"call", "angles"}:
                return
        if kinds:
            return
    if own := [buffer for name, buffer in buffers.items() if "inv_freq" in name and "original" not in name]:
        yield True, [_table(buffer, rope) for buffer in own]


def _first_answer(
    call: "_Call", expected: Expected, lengths: Sequence[int], dim: int, errors: dict[Any, Exception]
) -> list[Observation]:
    """Results with the first leading axes that are accepted, or none; `errors` has the first of each conversion."""
    for lead in LEADING_AXES:
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                shaped = call._replace(lead=lead)
                return [result for length in lengths for result in shaped.observe(expected, length, dim)]
        except Exception as error:
            # the tested code may raise anything for arguments of another shape
            errors.setdefault(call.convert, error)
    return []


def _converters(rotary: Any, buffers: Mapping[str, Any]) -> list[Callable[[Any], Any]]:
    """Conversions of arguments to NumPy arrays, and to tensors on the device of the buffers if PyTorch is loaded."""
    torch = sys.modules.get("torch")
    device = next((buffer.device for buffer in buffers.values()), None)
    tensors: list[Callable[[Any], Any]] = [lambda array: torch.from_numpy(np.array(array)).to(device)] if torch else []
    return tensors if torch and hasattr(rotary, "buffers") else [np.array, *tensors]


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
    if {"positions", "length", "cos", "complex", "start"} & {*roles.values()} or not vectors:
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
        roles, rows = [*self.roles.values()], SAMPLE[length > SAMPLE]
        count, first = roles.count("x"), START if "start" in roles else 0
        # an odd number of positions, more than dimensions, is the length of no other axis
        rows = np.union1d(rows, np.linspace(0, length - 1, dim + 1).astype(np.int64))
        positions = np.delete(rows, slice(16, 17 - rows.size % 2))
        if not {"positions", "cos", "complex"} & {*roles}:
            positions = np.arange(first, first + min(length, 255))
        x = np.random.default_rng(0).standard_normal((count, PROBES, len(positions), dim)).astype(np.float32)
        # exact in half precision
        x = np.rint(32 * x.clip(-3, 3)) / 32
        turned = x.swapaxes(1, 2)
        laid = {
            "1hnd": x[:, None], "1nhd": turned[:, None], "hnd": x, "nhd": turned, "n1hd": turned[:, :, None],
        }.get(self.layout)  # fmt: skip
        if laid is not None:
            returned = self._results(laid, positions, expected)
            shapes = {array.shape for array in returned}
            shape = returned[0].shape
            if shapes == {shape} and len(returned) == count and shape[:-1] == laid.shape[1:-1] and shape[-1] < dim:
                return [("rotation", None, (claim("rope-bug-cut", count=shape[-1], whole=dim),))]
            if len(returned) != count or shapes != {laid.shape[1:]}:
                others = self._results(-laid, positions, expected)
                if not all(map(partial(np.array_equal, equal_nan=True), returned, others)):
                    raise ValueError(f"no table, and no vectors of shape {laid.shape[1:]}: {sorted(shapes)}")
                return [_table(tuple(returned), expected.rope, positions)]
            returned = [array.reshape(laid.squeeze().shape[-3:]) for array in returned]
            returned = (
                [array.swapaxes(0, 1) for array in returned] if "nh" in self.layout.replace("1", "") else returned
            )
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
        given = [argument for name, argument in arguments.items() if self.roles[name] == "x"]
        named = {name: arguments.pop(name) for name in [*arguments] if self.roles[name] in ("layer", "length")}
        result = self.function(*arguments.values(), **named)
        if result is None:
            # rotated in place
            result = given
        return [np.asarray(to_numpy(array)[0]) for array in (result if isinstance(result, tuple | list) else [result])]

    def _argument(self, role: str, vectors: Iterator[Array], positions: Integers, expected: Expected) -> Any:
        """Return the argument of a role."""
        if role == "x":
            return self.convert(np.ascontiguousarray(next(vectors)))
        if role == "positions":
            return self.convert(np.broadcast_to(positions, (*self.lead, *positions.shape)).copy())
        if role in ("layer", "length", "start"):
            return {"layer": self.layer, "length": positions.size, "start": START}[role]
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
        raise ValueError(f"{type(value).__name__} cannot be called or read as rotary code; see help(assert_rotary)")
    waves = read_waves(arrays, rope, positions, copies[0][1])
    return waves.kind, waves, ()


def _rotation(kind: str, x: Array, y: Array, positions: Integers, expected: Expected) -> Observation:
    """Measure the linear map of each pair. (probes, n, d), (probes, n, d)."""
    x, y, rope = x.astype(np.float64), y.astype(np.float64), expected.rope
    finite = np.isfinite(y).all(axis=(0, 2))
    if not finite.all():
        return kind, None, (claim("rope-bug-nan", start=int(positions[~finite][0])),)
    changed = np.flatnonzero((np.abs(x - y) > 1e-6).any(axis=(0, 1)))
    if not changed.size:
        return kind, None, (claim("rope-bug-none"),)
    format = stored_format([y], 3e-6)
    waves = rope.attention * np.exp(1j * np.multiply.outer(positions, rope.frequencies(int(positions.max()) + 1)))
    waves = waves.conj() if expected.backward else waves
    rest: tuple[Claim, ...] = ()
    for is_meant, pairing, first, second, order in _layouts(expected, changed, x.shape[-1]):
        maps, left = _maps(x, y[..., order], first, second)
        others = np.setdiff1d(changed, (first, second))
        if left > MAX_RESIDUAL[format] or (others.size and not is_meant):
            continue
        noise = 4 * left if format != "float32" else 0.0
        if is_meant and not others.size and (form := _form(maps, waves, pairing, positions, noise)):
            return kind, None, (claim(f"rope-bug-{form}"),)
        (a, b), (c, d) = np.moveaxis(maps, (2, 3), (0, 1))
        if max(np.abs(a - d).max(), np.abs(b + c).max()) > FORM_TOLERANCE + noise:
            continue
        if others.size:
            rest = rest or (_first_difference("rest", y, x, others[:1], positions),)
            continue
        # other dimensions may be multiplied by a number
        still = np.ptp(a, axis=0) + np.ptp(c, axis=0) < STILL
        same = np.abs(a - 1).max(axis=0) + np.abs(c).max(axis=0) < STILL
        if not is_meant and (still & ~same).any():
            continue
        start, end = (int(part[0]) for part in _pairs(expected, x.shape[-1], expected.pairing or pairing))
        at, to = int(first[0]), int(second[0])
        usual = (at, to) == (start, end) or (at == 0 and to in (1, len(first)) and rope.scaling != "proportional")
        place = claim("rope-bug-place", start=at, end=to, x=start, y=end)
        parts = ((np.cos, (a + d) / 2), (np.sin, (c - b) / 2))
        measured = Waves("rotation", positions, parts, pairing, stored_format([a, c], 3e-6), noise)
        return kind, measured, () if usual else (place,)
    if rest:
        return kind, None, rest
    first, second = _pairs(expected, x.shape[-1], expected.pairing or "half")
    right = x.copy()
    pairs = (x[..., first] + 1j * x[..., second]) * waves
    right[..., first], right[..., second] = pairs.real, pairs.imag
    return kind, None, (_first_difference("unlike", y, right, np.arange(x.shape[-1]), positions),)


def _maps(x: Array, y: Array, first: Integers, second: Integers) -> tuple[Array, float]:
    """Linear map of each pair, (n, pairs, 2, 2), and the largest part of a pair that none explains."""
    before, after = (np.stack((array[..., first], array[..., second]), -1) for array in (x, y))
    squares, products = (np.einsum("hnmi,hnmj->nmij", array, before) for array in (before, after))
    maps = products @ np.linalg.inv(squares)
    left = after - np.einsum("nmij,hnmj->hnmi", maps, before)
    return maps, float((np.linalg.norm(left, axis=(0, 3)) / np.linalg.norm(before, axis=(0, 3))).max())


def _form(maps: Array, waves: AnyArray, pairing: str, positions: Integers, noise: float) -> str:
    """Return the wrong line that gives these maps of pairs; empty if none does."""
    near, pair = positions < FORM_LENGTH, np.arange(waves.shape[1])
    maps, waves, whole = maps[near], waves[near], len(pair)
    # tables of neighbors for halves, or the reverse
    first, second = (
        (pair // 2, (pair + whole) // 2) if pairing == "half" else (2 * pair % whole, (2 * pair + 1) % whole)
    )
    mixed = [[waves.real[:, first], -waves.imag[:, first]], [waves.imag[:, second], waves.real[:, second]]]
    right = [[waves.real, -waves.imag], [waves.imag, waves.real]]
    forms = {"": right} | {name: form(waves.real, waves.imag) for name, form in FORMS.items()} | {"mixed": mixed}
    off = {name: np.abs(np.moveaxis(np.array(form), (0, 1), (2, 3)) - maps).max() for name, form in forms.items()}
    return next((name for name, error in off.items() if error < FORM_TOLERANCE + noise), "")


def _first_difference(id: str, actual: Array, right: Array, columns: Integers, positions: Integers) -> Claim:
    """Claim about the first position of the chosen columns where a number differs most."""
    off = np.abs(actual - right)[..., columns]
    row = int((off.max(axis=(0, 2)) > off.max() / 2).argmax())
    head, column = np.unravel_index(off[:, row].argmax(), off[:, row].shape)
    at = int(columns[column])
    here, there = format_distinct(float(actual[head, row, at]), float(right[head, row, at]))
    return claim(f"rope-bug-{id}", column=at, position=int(positions[row]), head=int(head), x=here, y=there)


def _pairs(expected: Expected, dim: int, pairing: str) -> tuple[Integers, Integers]:
    """First and second dimensions of the pairs of a configuration."""
    pair = np.arange(expected.rope.width // 2)
    if expected.rope.scaling == "proportional":
        return pair, pair + dim // 2
    return (pair, pair + len(pair)) if pairing == "half" else (2 * pair, 2 * pair + 1)


def _layouts(
    expected: Expected, changed: Integers, dim: int
) -> Iterator[tuple[bool, str, Integers, Integers, Integers]]:
    """Pairs, first those of the configuration (True): pairing, first and second columns, and order of the result."""
    width, start, same = expected.rope.width, int(changed[0]), np.arange(dim)
    kinds = sorted(("half", "interleaved"), key=lambda name: name != expected.pairing)
    for pairing in kinds[: 1 if expected.pairing or expected.rope.scaling == "proportional" else 2]:
        yield True, pairing, *_pairs(expected, dim, pairing), same
    if expected.pairing == "interleaved":
        # DeepSeek's code moves the second dimensions of all pairs to the other half: scores are the same
        sorted_columns = np.r_[np.arange(width).reshape(2, -1).T.ravel(), width:dim]
        yield True, "interleaved", *_pairs(expected, dim, "interleaved"), sorted_columns
    pair = np.arange(width // 2)
    yield False, "half", pair, pair + dim // 2, same
    for pairing in kinds:
        for size, at in ((width, 0), (int(changed[-1]) + 1 - start, start), (dim, 0), (width, dim - width)):
            pair = np.arange(size // 2)
            first, second = (pair, pair + size // 2) if pairing == "half" else (2 * pair, 2 * pair + 1)
            yield False, pairing, first + at, second + at, same
