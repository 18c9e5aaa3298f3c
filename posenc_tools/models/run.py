"""Setting of a model at a length: if it can run, and with which parameters of its configuration."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from posenc_core.foundation.rope_scaling import yarn_attention
from posenc_core.text.messages import Claim, claim, message
from posenc_tools.models.config import from_config
from posenc_tools.models.fields import INNER
from posenc_tools.models.model import Layers, Model
from posenc_tools.models.rope import ROPE_TYPES, Rope, share_of
from posenc_tools.models.rotation import WHOLE
from posenc_tools.models.run_programs import DICTIONARIES, Programs, is_listed, lengths, rotating

MOST_TOKENS = 2**31 - 1
"""Largest length."""


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
    >>> from posenc_tools import models
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
        return _Setting(model, model.main.rope, length).lines()
    statement = _without_rotation(model, length)
    sound = statement.id != "run-unknown" and ("relation", "more") not in statement.args
    return RunLines(length, "shipped" if sound else "none", (statement,))


def _without_rotation(model: Model, length: int) -> Claim:
    """Claim about a length of a model without RoPE."""
    if model.kind == "learned" and model.rows:
        usable = model.rows - model.offset
        relation = "equal" if length <= usable else "more"
        return claim("run-learned", name=model.name, length=length, rows=usable, relation=relation)
    known = model.kind in ("alibi", "buckets", "sinusoidal", "none")
    return claim(f"run-{model.kind if known else 'unknown'}", name=model.name, length=length)


Changes = dict[str, dict[str, Any]]
"""RoPE parameters by kind of layers, or under "" for all."""


class _Setting:
    """Setting of a model with RoPE at a length."""

    def __init__(self, model: Model, main: Rope, length: int) -> None:
        self.model, self.main, self.length = model, main, length
        self.prefix = next((inner for inner in INNER if any(key.startswith(f"{inner}.") for key in model.read)), "")
        if not self.prefix and model.sources and model.name in lengths()["inside_text_config"]:
            self.prefix = "text_config"
        self.read = {key.removeprefix(f"{self.prefix}."): value for key, value in model.read.items()}
        self.limit_key = next((key for key in WHOLE if key in self.read), "max_position_embeddings")
        self.limit: int | None = self.read.get(self.limit_key, model.stated)
        self.rotating = rotating(model.layers)
        longest = [int(rope.original * rope.factor) for _, rope in self.rotating if rope.scaling == "YaRN"]
        # a file with YaRN may have the smaller max_position_embeddings of before
        self.stated = max([model.stated or 0, *longest])
        self.published = None
        for entry in lengths()["published"]:
            heads = entry.get("heads", [model.heads])
            if (
                model.type in entry["types"].split()
                and model.heads in heads
                and self.limit == self.stated == entry["limit"]
            ):
                self.published = entry
                break
        self.given: Mapping[str, Any] = self.read.get("rope_parameters") or self.read.get("rope_scaling") or {}
        self.given_by_kind = {key: value for key, value in self.given.items() if isinstance(value, Mapping)}
        self.is_nested = bool(self.given_by_kind) or is_listed(model.type, "per_layer")

    def lines(self) -> RunLines:
        """Lines of the setting, or the reason why there is none."""
        if reason := self._refusal():
            return RunLines(self.length, "none", (reason,))
        if self.length <= self.stated:
            args = {"name": self.model.name, "length": self.length, "longer": self.stated}
            return self._write({}, "shipped", [claim("run-shipped", **args), *self._shipped_scalings()])
        if windows := self._windows():
            seen = claim("run-windows", most=max(windows), length=self.length, longer=self.stated)
            return self._write({}, "computed", [seen])
        return self._extended()

    def _refusal(self) -> Claim | None:
        """Reason why no setting is known for this model, or for a length beyond the stated one."""
        args = {"length": self.length, "longer": self.stated}
        if not self.stated:
            return claim("run-no-length", name=self.model.name)
        if self.model.huggingface is None:
            return claim("run-type", name=self.model.type or self.model.name)
        if self.length <= self.stated:
            return None
        if is_listed(self.model.type, "fixed"):
            return claim("run-fixed", **args)
        if self._windows() or self._is_published_plain():
            return None
        if any(rope.scaling == "LongRoPE" for _, rope in self.rotating):
            return claim("run-longrope", **args)
        if is_listed(self.model.type, "longrope"):
            return claim("run-only-longrope", **args)
        given = self.given_by_kind.values() or [self.given]
        kinds = [entry.get("rope_type", entry.get("type", "default")) for entry in given]
        known = all(kind in (*ROPE_TYPES.values(), "mrope") for kind in kinds)
        return None if known and "alpha" not in self.given else claim("run-scaling", **args)

    def _windows(self) -> list[int]:
        """Windows within the stated length, if all layers with RoPE have one."""
        windows = [group.span for group, _ in self.rotating if group.span and group.span <= self.stated]
        return windows if len(windows) == len(self.rotating) else []

    def _is_published(self) -> bool:
        """Return True if the authors publish a setting for this length."""
        return self.published is not None and self.length <= self.published["length"]

    def _is_published_plain(self) -> bool:
        """Return True if the authors publish that this length needs no other parameters."""
        return self._is_published() and "original" not in (self.published or {})

    def _extended(self) -> RunLines:
        """Lines for a length beyond the stated one."""
        entry, inside = self.published, self._is_published()
        if self._is_published_plain():
            return self._write({}, "published", [claim("run-published-plain", length=entry["length"])])  # type: ignore[index]
        if entry and inside:
            about = claim("run-published", length=entry["length"])
        elif entry:
            about = claim("run-beyond", length=self.length, longer=entry["length"])
        else:
            _, rope = self._far()
            text = "YaRN" if rope.scaling == "none" else rope.scaling
            about = claim("run-computed", text=text, length=self.length, longer=self.stated)
        changes = self._changes()
        return self._write(changes, "published" if inside else "computed", [about, self._factor_claim(changes)])

    def _shipped_scalings(self) -> list[Claim]:
        return [
            claim("run-shipped-scaling", which=group.which, text=rope.scaling, factor=float(rope.factor))
            for group, rope in self.rotating
            if rope.active_scaling != "none"
        ]

    # parameters of RoPE

    def _far(self) -> tuple[Layers, Rope]:
        """Layers that see the whole text, and their rotation."""
        far = [(group, rope) for group, rope in self.rotating if not group.span or group.span > self.stated]
        return min(far, key=lambda pair: pair[0].span or 0)

    def _parameters(self) -> Changes:
        """Complete RoPE parameters."""
        if not self.is_nested:
            return {"": self._complete(self.given, self.main)}
        # layers without positions have null
        parameters: dict[str, Any] = {key: None for key, value in self.given.items() if value is None}
        for group, rope in self.rotating:
            name = DICTIONARIES.get(group.which, "full_attention")
            shared = self.given if rope.scaling != "none" and not self.given_by_kind else {}
            parameters[name] = self._complete(self.given_by_kind.get(name, shared), rope)
        return parameters

    def _complete(self, given: Mapping[str, Any], rope: Rope) -> dict[str, Any]:
        """Given parameters, with those that the configuration has elsewhere or leaves to the code."""
        base = int(rope.base) if rope.base == int(rope.base) else rope.base
        complete = {key: value for key, value in given.items() if key != "type"}
        complete |= {"rope_type": ROPE_TYPES[rope.scaling], "rope_theta": base}
        if rope.width < rope.head and "qk_rope_head_dim" not in self.read:
            complete["partial_rotary_factor"] = share_of(rope.width, rope.head)
        if rope.original and rope.scaling != "dynamic":
            complete["original_max_position_embeddings"] = rope.original
        return complete

    def _changes(self) -> Changes:
        """RoPE parameters to change, of the layers that see the whole text."""
        far, rope = self._far()
        name = DICTIONARIES.get(far.which, "full_attention") if self.is_nested else ""
        if rope.scaling == "dynamic":
            return {}
        if rope.scaling not in ("none", "YaRN"):
            return {name: {"factor": rope.factor * self.length / self.stated}}
        trained = min(self.model.trained_length or self.stated, self.stated)
        original = rope.original or (self.published or {}).get("original", trained)
        factor = self.length / original
        while int(factor * original) < self.length:
            factor = math.nextafter(factor, math.inf)
        if rope.scaling == "none":
            return {name: {"rope_type": "yarn", "factor": factor, "original_max_position_embeddings": original}}
        given = self._parameters()[name].get("attention_factor") or 0
        is_formula = math.isclose(given, yarn_attention(rope.factor), rel_tol=1e-6)
        return {name: {"factor": factor} | ({"attention_factor": yarn_attention(factor)} if is_formula else {})}

    def _factor_claim(self, changes: Changes) -> Claim:
        _, rope = self._far()
        if not changes:
            return claim("run-dynamic-transformers", length=rope.original)
        (changed,) = changes.values()
        args: dict[str, Any] = {"factor": float(changed["factor"]), "length": self.length}
        if rope.scaling in ("none", "YaRN"):
            original = changed.get("original_max_position_embeddings", rope.original)
            return claim("run-factor", text="YaRN", longer=original, **args)
        return claim("run-factor-times", text=rope.scaling, value=float(rope.factor), longer=self.stated, **args)

    # result

    def _write(self, changes: Changes, basis: Any, about: list[Claim]) -> RunLines:
        """Lines of all programs with these changes of RoPE parameters."""
        values = self._values(changes)
        if self.limit_key in values and not changes:
            about.append(claim("run-raised", most=self.limit))
        layers = self._scaled_layers(values) if changes else self.model.layers
        if changes and all(rope.scaling == "none" for _, rope in rotating(layers)):
            # the code of the type does not scale these layers
            return RunLines(self.length, "none", (claim("run-scaling", length=self.length, longer=self.stated),))
        programs = Programs(
            self.model, self.length, self.stated, self.prefix, self.is_nested, changes, values, self.limit_key, layers
        )
        lines = programs.lines()
        return RunLines(
            self.length, basis, tuple(about), lines, programs.defaults(lines), layers, programs.check(),
            programs.frequency_changes(), self._sources(basis, lines),
        )  # fmt: skip

    def _values(self, changes: Changes) -> dict[str, Any]:
        """Keys of the configuration to change."""
        values: dict[str, Any] = {}
        if changes:
            complete = {kind: given and given | changes.get(kind, {}) for kind, given in self._parameters().items()}
            values["rope_parameters"] = complete.get("", complete)
            if is_listed(self.model.type, "no_head_dim"):
                values["head_dim"] = self.main.head
        if self.limit and self.length > self.limit and self.main.scaling != "dynamic":
            values[self.limit_key] = self.length
        return values

    def _scaled_layers(self, values: dict[str, Any]) -> tuple[Layers, ...]:
        """Layers with the rotations of the changed configuration."""
        config = {key: value for key, value in self.read.items() if key != "rope_scaling"}
        if "qk_rope_head_dim" not in config:
            # a null in the file, which is not the default of the class, is not among the fields that were read
            # Gemma 4 has another size in full layers
            heads = [rope.head for group, rope in self.rotating if group.which != "full"]
            config.setdefault("head_dim", heads[0] if heads else self._far()[1].head)
        changed = from_config(config | values | {"model_type": self.model.type})
        ropes = {group.which: rope for group, rope in rotating(changed.layers)}
        layers = []
        for group in self.model.layers:
            rope = ropes.get(group.which, changed.main.rope) if group.rope else None
            layers.append(group._replace(rope=rope, scheme=rope.scheme(self.model.huggingface)) if rope else group)
        return tuple(layers)

    def _sources(self, basis: str, lines: Mapping[str, str]) -> tuple[str, ...]:
        sources = [f"setting: {self.published['source']}"] if self.published and basis == "published" else []
        if basis == "shipped":
            sources += [source for source in self.model.sources if source.startswith("config:")]
        return (*sources, *(f"{name}: {lengths()['sources'][name]}" for name in lines))
