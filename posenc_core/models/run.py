"""Lines that run a model at a length in transformers, vLLM, SGLang, and llama.cpp."""

import json
import math
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from posenc_core.data_files import read_toml
from posenc_core.foundation.rope_scaling import yarn_attention
from posenc_core.models.config import from_config
from posenc_core.models.fields import INNER
from posenc_core.models.model import Layers, Model
from posenc_core.models.rope import ROPE_TYPES, Rope
from posenc_core.models.rotation import WHOLE
from posenc_core.text.messages import Claim, claim, message

MOST_TOKENS = 2**31 - 1
"""Largest length."""

DICTIONARIES = {"sliding": "sliding_attention", "chunked": "chunked_attention"}
"""Keys of `rope_parameters` by kind of layers; "full_attention" for all others."""

STATIC = ("linear", "proportional", "YaRN", "llama3")
"""Scalings that do not depend on the length of a text."""

SHOWN_PAIRS = 3
"""Number of the first pairs whose frequencies are shown."""


class RunLines(NamedTuple):
    """Lines that run a model at a length. Its `str` is a report of all of them in English.

    Attributes
    ----------
    length : int
        Length in tokens.
    basis : {"shipped", "published", "computed", "none"}
        Origin of the setting: the configuration as it is, its authors, or a formula; "none" without a sound one.
    about : tuple of Claim
        Requirements of this length, and the factor.
    lines : mapping of str to str
        Lines by program: "transformers", "vLLM", "SGLang", and "llama.cpp"; without those that cannot do it.
    defaults : mapping of str to tuple of Claim
        Behavior of each program that the lines do not show.
    layers : tuple of Layers
        Layers of each kind with the rotation that the lines set.
    check : str
        Python lines that print frequencies and the attention factor, after those for transformers, with their output.
    expected : tuple of Claim
        Wavelength that changes most, and a factor of the logits.
    sources : tuple of str
        Sources of the setting and of the options.
    """

    length: int
    basis: Literal["shipped", "published", "computed", "none"]
    about: tuple[Claim, ...]
    lines: Mapping[str, str] = {}
    defaults: Mapping[str, tuple[Claim, ...]] = {}
    layers: tuple[Layers, ...] = ()
    check: str = ""
    expected: tuple[Claim, ...] = ()
    sources: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Format the report."""
        parts = ["\n".join(map(str, self.about))]
        if self.lines:
            parts.append(str(claim("run-names")))
        for name in dict.fromkeys((*self.lines, *self.defaults)):
            notes = [f"# {note}" for note in self.defaults.get(name, ())]
            lines = [self.lines[name]] if name in self.lines else []
            parts.append("\n".join([f"{name}:", *lines, *notes]))
        if self.check:
            parts.append("\n".join([message("run-check"), self.check, *map(str, self.expected)]))
        if self.sources:
            parts.append("\n".join([message("command-sources"), *(f"  {source}" for source in self.sources)]))
        return "\n\n".join(parts)

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values, without the layers.

        Returns
        -------
        dict
            Values by the names of the attributes, claims as English text.
        """
        values = {name: value for name, value in self._asdict().items() if name != "layers"}
        defaults = {name: list(map(str, claims)) for name, claims in self.defaults.items()}
        texts = {name: list(map(str, values[name])) for name in ("about", "expected", "sources")}
        return values | texts | {"defaults": defaults}


def run_at(model: Model | Mapping[str, Any] | str | Path, length: int) -> RunLines:
    """Return the lines that run a model at a length, with every key of its configuration.

    Parameters
    ----------
    model : Model, mapping, str, or Path
        Model, or a configuration as for `from_config`.
    length : int
        Number of tokens, from 1 to 2**31 - 1.

    Returns
    -------
    RunLines
        Lines by program, their effect, and sources.

    Raises
    ------
    ValueError
        If the length or the configuration is invalid.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> from posenc_core import models
    >>> lines = models.run_at(models.model("Qwen3 8B"), 131072)
    >>> lines.basis, lines.layers[0].rope.factor
    ('published', 4.0)
    >>> print(lines.lines["llama.cpp"])
    llama-server -m FILE.gguf -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768
    """
    if isinstance(length, bool) or not isinstance(length, int) or not 1 <= length <= MOST_TOKENS:
        raise ValueError(claim("run-length", most=MOST_TOKENS, shown=str(length)[:40]))
    if not isinstance(model, Model):
        model = from_config(model)
    if model.kind == "rotation" and model.main.rope:
        return _Rotation(model, model.main.rope, length).lines()
    statement = _without_rotation(model, length)
    sound = statement.id != "run-unknown" and ("relation", "more") not in statement.args
    return RunLines(length, "shipped" if sound else "none", (statement,))


def _data() -> dict[str, Any]:
    return read_toml("lengths.toml")


def _is_listed(type_name: str, name: str) -> bool:
    return type_name in _data()["types"][name].split()


def _without_rotation(model: Model, length: int) -> Claim:
    """Claim about a length of a model without RoPE."""
    if model.kind == "learned" and model.rows:
        usable = model.rows - model.offset
        relation = "equal" if length <= usable else "more"
        return claim("run-learned", name=model.name, length=length, rows=usable, relation=relation)
    known = model.kind in ("alibi", "buckets", "sinusoidal", "none")
    return claim(f"run-{model.kind if known else 'unknown'}", name=model.name, length=length)


def _rotating(layers: Iterable[Layers]) -> list[tuple[Layers, Rope]]:
    """Layers with RoPE, and their rotations."""
    return [(group, group.rope) for group in layers if group.rope]


class _Rotation:
    """Settings of a model with RoPE at a length."""

    def __init__(self, model: Model, main: Rope, length: int) -> None:
        self.model, self.main, self.length = model, main, length
        self.prefix = next((inner for inner in INNER if any(key.startswith(f"{inner}.") for key in model.read)), "")
        if not self.prefix and model.sources and model.name in _data()["inside_text_config"]:
            self.prefix = "text_config"
        self.read = {key.removeprefix(f"{self.prefix}."): value for key, value in model.read.items()}
        self.limit_key = next((key for key in WHOLE if key in self.read), "max_position_embeddings")
        self.limit: int | None = self.read.get(self.limit_key, model.stated)
        self.rotating = _rotating(model.layers)
        longest = [int(rope.original * rope.factor) for _, rope in self.rotating if rope.scaling == "YaRN"]
        # a file with YaRN may have the smaller max_position_embeddings of before
        self.stated = max([model.stated or 0, *longest])
        self.published = next(filter(self._applies, _data()["published"]), None)

    def _applies(self, entry: Mapping[str, Any]) -> bool:
        return (
            self.model.type in entry["types"].split()
            and self.limit == entry["limit"] == self.stated
            and self.model.heads in entry.get("heads", [self.model.heads])
        )

    def lines(self) -> RunLines:
        """Choose the setting and write the lines."""
        name, length, longer = self.model.name, self.length, self.stated
        args: dict[str, Any] = {"length": length, "longer": longer}
        if not longer:
            return RunLines(length, "none", (claim("run-no-length", name=name),))
        if self.model.huggingface is None:
            return RunLines(length, "none", (claim("run-type", name=self.model.type or name),))
        if length <= longer:
            return self._with({}, "shipped", [claim("run-shipped", name=name, **args), *self._shipped_scalings()])
        if _is_listed(self.model.type, "fixed"):
            return RunLines(length, "none", (claim("run-fixed", **args),))
        windows = [group.span for group, _ in self.rotating if group.span and group.span <= longer]
        if len(windows) == len(self.rotating):
            return self._with({}, "computed", [claim("run-windows", most=max(windows), **args)])
        entry = self.published
        inside = entry is not None and length <= entry["length"]
        if entry and inside and "original" not in entry:
            return self._with({}, "published", [claim("run-published-plain", length=entry["length"])])
        refusal = self._refusal()
        if refusal:
            return RunLines(length, "none", (claim(refusal, **args),))
        if entry and inside:
            about = [claim("run-published", length=entry["length"])]
        elif entry:
            about = [claim("run-beyond", length=length, longer=entry["length"])]
        else:
            _, rope = self._far()
            about = [claim("run-computed", text="YaRN" if rope.scaling == "none" else rope.scaling, **args)]
        changes = self._changes()
        return self._with(changes, "published" if inside else "computed", [*about, self._factor_claim(changes)])

    def _shipped_scalings(self) -> list[Claim]:
        return [
            claim("run-shipped-scaling", which=group.which, text=rope.scaling, factor=float(rope.factor))
            for group, rope in self.rotating
            if rope.active_scaling != "none"
        ]

    def _refusal(self) -> str:
        """Id of the reason why this model cannot be scaled, or ""."""
        if any(rope.scaling == "LongRoPE" for _, rope in self.rotating):
            return "run-longrope"
        if _is_listed(self.model.type, "longrope"):
            return "run-only-longrope"
        kinds = [entry.get("rope_type", entry.get("type", "default")) for entry in self._raw().values()]
        known = all(kind in (*ROPE_TYPES.values(), "mrope") for kind in kinds)
        return "" if known and "alpha" not in self._raw().get("", {}) else "run-scaling"

    # parameters of RoPE

    def _far(self) -> tuple[Layers, Rope]:
        """Layers that see the whole text, and their rotation."""
        far = [(group, rope) for group, rope in self.rotating if not group.span or group.span > self.stated]
        return min(far, key=lambda pair: pair[0].span or 0)

    def _raw(self) -> Mapping[str, Mapping[str, Any]]:
        """RoPE parameters of the configuration by kind of layers, or under "" for all."""
        nested = {key: value for key, value in self._rope_entry().items() if isinstance(value, Mapping)}
        return nested or {"": self._rope_entry()}

    def _rope_entry(self) -> Mapping[str, Any]:
        return self.read.get("rope_parameters") or self.read.get("rope_scaling") or {}

    def _is_nested(self) -> bool:
        return "" not in self._raw() or _is_listed(self.model.type, "per_layer")

    def _parameters(self) -> dict[str, Any]:
        """Complete RoPE parameters by kind of layers, or under "" for all."""
        if not self._is_nested():
            return {"": self._complete(self._raw()[""], self.main)}
        shared = self._raw().get("", {})
        # layers without positions have null
        parameters: dict[str, Any] = {key: None for key, value in self._rope_entry().items() if value is None}
        for group, rope in self.rotating:
            name = DICTIONARIES.get(group.which, "full_attention")
            own = shared if rope.scaling != "none" else {}
            parameters[name] = self._complete(self._raw().get(name, own), rope)
        return parameters

    def _complete(self, given: Mapping[str, Any], rope: Rope) -> dict[str, Any]:
        """Given parameters, with those that the configuration has elsewhere or leaves to the code."""
        base = int(rope.base) if rope.base == int(rope.base) else rope.base
        complete = {key: value for key, value in given.items() if key != "type"}
        complete |= {"rope_type": ROPE_TYPES[rope.scaling], "rope_theta": base}
        if rope.width < rope.head and "qk_rope_head_dim" not in self.read:
            share = rope.width / rope.head
            # code truncates the product
            exact = int(rope.head * share) == rope.width
            complete["partial_rotary_factor"] = share if exact else math.nextafter(share, 1)
        if rope.original and rope.scaling != "dynamic":
            complete["original_max_position_embeddings"] = rope.original
        return complete

    def _changes(self) -> dict[str, dict[str, Any]]:
        """RoPE parameters to change by kind of layers: of those that see the whole text, or of all under ""."""
        far, rope = self._far()
        name = DICTIONARIES.get(far.which, "full_attention") if self._is_nested() else ""
        if rope.scaling == "dynamic":
            return {}
        if rope.scaling not in ("none", "YaRN"):
            return {name: {"factor": rope.factor * self.length / self.stated}}
        trained = min(self.model.trained_length or self.stated, self.stated)
        original = rope.original or (self.published or {}).get("original", trained)
        factor = self.length / original
        while int(factor * original) < self.length:
            factor = math.nextafter(factor, math.inf)
        changes: dict[str, Any] = {"factor": factor}
        if rope.scaling == "none":
            changes = {"rope_type": "yarn", **changes, "original_max_position_embeddings": original}
        else:
            given = self._parameters()[name].get("attention_factor") or 0
            if math.isclose(given, yarn_attention(rope.factor), rel_tol=1e-6):
                changes["attention_factor"] = yarn_attention(factor)
        return {name: changes}

    def _factor_claim(self, changes: Mapping[str, Mapping[str, Any]]) -> Claim:
        _, rope = self._far()
        if not changes:
            return claim("run-dynamic-transformers", length=rope.original)
        (changed,) = changes.values()
        args: dict[str, Any] = {"factor": float(changed["factor"]), "length": self.length}
        if rope.scaling in ("none", "YaRN"):
            original = changed.get("original_max_position_embeddings", rope.original)
            return claim("run-factor", text="YaRN", longer=original, **args)
        return claim("run-factor-times", text=rope.scaling, value=float(rope.factor), longer=self.stated, **args)

    # lines

    def _with(self, changes: dict[str, dict[str, Any]], basis: Any, about: list[Claim]) -> RunLines:
        """Lines with these changes of RoPE parameters."""
        complete = {key: own | changes[key] if key in changes else own for key, own in self._parameters().items()}
        parameters: dict[str, Any] = complete.get("", complete)
        values: dict[str, Any] = {"rope_parameters": parameters} if changes else {}
        if changes and _is_listed(self.model.type, "no_head_dim"):
            values["head_dim"] = self.main.head
        if self.limit and self.length > self.limit and self.main.scaling != "dynamic":
            values[self.limit_key] = self.length
            if not changes:
                about.append(claim("run-raised", most=self.limit))
        layers = self.model.layers
        if changes:
            layers = self._scaled_layers(values)
            if all(rope.scaling == "none" for _, rope in _rotating(layers)):
                # the code of the type does not scale these layers
                return RunLines(self.length, "none", (claim("run-scaling", length=self.length, longer=self.stated),))
        lines = {"transformers": self._transformers(changes, values)}
        if self.main.scaling != "dynamic" or self.length <= self.stated:
            lines |= self._servers(values, layers)
        return RunLines(
            self.length, basis, tuple(about), lines, self._defaults(lines, layers), layers, self._check(layers),
            self._frequency_changes(layers), self._sources(basis, lines),
        )  # fmt: skip

    def _scaled_layers(self, values: dict[str, Any]) -> tuple[Layers, ...]:
        """Layers with the rotations of the changed configuration."""
        config = {key: value for key, value in self.read.items() if key != "rope_scaling"}
        if "qk_rope_head_dim" not in config:
            # a null in the file, which is not the default of the class, is not among the fields that were read
            # Gemma 4 has another size in full layers
            heads = [rope.head for group, rope in self.rotating if group.which != "full"]
            config.setdefault("head_dim", heads[0] if heads else self._far()[1].head)
        changed = from_config(config | values | {"model_type": self.model.type})
        ropes = {group.which: rope for group, rope in _rotating(changed.layers)}
        layers = []
        for group in self.model.layers:
            rope = ropes.get(group.which, changed.main.rope) if group.rope else None
            layers.append(group._replace(rope=rope, scheme=rope.scheme(self.model.huggingface)) if rope else group)
        return tuple(layers)

    def _transformers(self, changes: Mapping[str, Mapping[str, Any]], values: Mapping[str, Any]) -> str:
        auto = "AutoModelForImageTextToText" if self.prefix else "AutoModelForCausalLM"
        if _is_listed(self.model.type, "not_causal"):
            auto = "AutoModel"
        if not values:
            return f"from transformers import {auto}\nmodel = {auto}.from_pretrained(NAME)"
        owner = ".".join(filter(None, ("config", self.prefix)))
        lines = [f"from transformers import AutoConfig, {auto}", "config = AutoConfig.from_pretrained(NAME)"]
        for name, changed in changes.items():
            key = f'["{name}"]' if name else ""
            lines.append(f"{owner}.rope_parameters{key} |= {json.dumps(changed)}")
        lines += [f"{owner}.{key} = {value}" for key, value in values.items() if key != "rope_parameters"]
        return "\n".join([*lines, f"model = {auto}.from_pretrained(NAME, config=config)"])

    def _servers(self, values: dict[str, Any], layers: tuple[Layers, ...]) -> dict[str, str]:
        nested = {self.prefix: values} if self.prefix else values
        text = f" {shlex.quote(json.dumps(nested))}" if values else ""
        lines = {"vLLM": f"vllm serve NAME --max-model-len {self.length}" + (text and f" --hf-overrides{text}")}
        scaled = any(rope.active_scaling != "none" for _, rope in _rotating(layers))
        if not (scaled and self.model.type in _data()["ignored"]["SGLang"].split()):
            start = f"python -m sglang.launch_server --model-path NAME --context-length {self.length}"
            lines["SGLang"] = start + (text and f" --json-model-override-args{text}")
        flags = self._flags(values, layers)
        if flags is not None:
            lines["llama.cpp"] = " ".join([f"llama-server -m FILE.gguf -c {self.length}", *flags])
        return lines

    def _flags(self, values: Mapping[str, Any], layers: tuple[Layers, ...]) -> list[str] | None:
        """Options of llama.cpp for the changes, or None if it has none."""
        scaled = [rope for _, rope in _rotating(layers) if rope.scaling != "none"]
        if "rope_parameters" in values and scaled[0].scaling == "YaRN":
            rope = scaled[0]
            options = {"scale": f"rope-scale {rope.factor:.10g}", "original": f"yarn-orig-ctx {rope.original}"}
            if (rope.fast, rope.slow) != (Rope.fast, Rope.slow):
                options["bounds"] = f"yarn-beta-fast {rope.fast:.10g} --yarn-beta-slow {rope.slow:.10g}"
            return ["--rope-scaling yarn", *(f"--{option}" for option in options.values())]
        flags = []
        if "rope_parameters" in values:
            if scaled[0].scaling != "linear":
                return None
            flags = ["--rope-scaling linear", f"--rope-scale {scaled[0].factor:.10g}"]
        if self.limit_key in values:
            architecture = _data()["architectures"].get(self.model.type, "ARCH")
            flags.append(f"--override-kv {architecture}.context_length=int:{self.length}")
        return flags

    # behavior and checks

    def _defaults(self, lines: Mapping[str, str], layers: tuple[Layers, ...]) -> dict[str, tuple[Claim, ...]]:
        notes: dict[str, list[Claim]] = {name: [] for name in ("transformers", "vLLM", "SGLang", "llama.cpp")}
        scaled = next((rope for _, rope in _rotating(layers) if rope.active_scaling != "none"), None)
        if scaled and scaled.scaling in STATIC:
            for name in lines:
                notes[name].append(claim("run-static", name=name))
        elif scaled and scaled.scaling == "LongRoPE":
            for name in lines:
                notes[name].append(claim(f"run-switch-{name.replace('.', '')}", length=scaled.original))
        if "vLLM" in lines and "SGLang" not in lines:
            notes["SGLang"].append(claim("run-ignored", name="SGLang"))
        if "vLLM" in lines and "llama.cpp" not in lines and scaled:
            notes["llama.cpp"].append(claim("run-convert", text=scaled.scaling))
        if "--override-kv ARCH" in lines.get("llama.cpp", ""):
            notes["llama.cpp"].append(claim("run-cap"))
        return {name: tuple(claims) for name, claims in notes.items() if claims}

    def _change(self, which: str, rope: Rope) -> tuple[int, float, float]:
        """Pair whose wavelength changes most, with its wavelengths in tokens without the scaling and with it."""
        before = next(before for group, before in self.rotating if group.which == which)
        old = 2 * np.pi / (rope.plain() if before == rope else before.frequencies(self.stated))
        new = 2 * np.pi / rope.frequencies(self.length)
        pair = int((new - old).argmax()) if (new != old).any() else len(new) - 1
        return pair, float(old[pair]), float(new[pair])

    def _frequency_changes(self, layers: tuple[Layers, ...]) -> tuple[Claim, ...]:
        claims = []
        for group, rope in _rotating(layers):
            pair, old, new = self._change(group.which, rope)
            if old != new:
                claims.append(claim("run-change", which=group.which, count=pair, value=new, there=old))
            if rope.softmax != 1:
                claims.append(claim("run-softmax", times=f"{rope.softmax:.7g}"))
        return tuple(claims)

    def _check(self, layers: tuple[Layers, ...]) -> str:
        """Python lines that print frequencies and the attention factor of each kind of layers, and their output."""
        if _is_listed(self.model.type, "fixed"):
            return ""
        shown, starts = _rotating(layers), [""]
        if self._is_nested():
            starts = [f"{DICTIONARIES.get(group.which, 'full_attention')}_" for group, _ in shown]
        own = f'hasattr(part, "{starts[0]}attention_scaling")'
        if self.prefix:
            # a vision encoder has another one
            own += f" and part.config is model.config.{self.prefix}"
        lines = [f"rope = next(part for part in model.modules() if {own})"]
        for (group, rope), start in zip(shown, starts, strict=False):
            pairs = sorted({*range(min(SHOWN_PAIRS, rope.width // 2)), self._change(group.which, rope)[0]})
            values = f"rope.{start}inv_freq", f"rope.{start}attention_scaling"
            if rope.scaling in ("LongRoPE", "dynamic"):
                owner = ".".join(filter(None, ("model.config", self.prefix)))
                call = f'ROPE_INIT_FUNCTIONS["{ROPE_TYPES[rope.scaling]}"]({owner}, "cpu", {self.length})'
                lines = ["from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS", f"rope = {call}"]
                values = "rope[0]", "rope[1]"
            lines.append(f"print({values[0]}[{pairs}].tolist(), {values[1]})")
            output = ", ".join(f"{rope.frequencies(self.length)[pair]:.7g}" for pair in pairs)
            lines.append(f"# [{output}] {rope.attention:.7g}, up to rounding")
        return "\n".join(lines)

    def _sources(self, basis: str, lines: Mapping[str, str]) -> tuple[str, ...]:
        sources = [f"setting: {self.published['source']}"] if self.published and basis == "published" else []
        if basis == "shipped":
            sources += [source for source in self.model.sources if source.startswith("config:")]
        return (*sources, *(f"{name}: {_data()['sources'][name]}" for name in lines))
