"""Lines that run a model in transformers, vLLM, SGLang, and llama.cpp with a setting, and what they do."""

import json
import shlex
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from posenc_core.data_files import read_toml
from posenc_core.text.messages import Claim, claim
from posenc_tools.data_files import DATA
from posenc_tools.models.model import Layers, Model
from posenc_tools.models.rope import ROPE_TYPES, Rope

DICTIONARIES = {"sliding": "sliding_attention", "chunked": "chunked_attention"}
"""Keys of `rope_parameters` by kind of layers; "full_attention" for all others."""

STATIC = ("linear", "proportional", "YaRN", "llama3")
"""Scalings that do not depend on the length of a text."""

SHOWN_PAIRS = 3
"""Number of the first pairs whose frequencies are shown."""


def lengths() -> dict[str, Any]:
    """Read the settings that authors publish, and the differences of the programs by type of model."""
    return read_toml(DATA / "lengths.toml")


def is_listed(type_name: str, name: str) -> bool:
    """Return True for a type in a list of types."""
    return type_name in lengths()["types"][name].split()


def is_encoder(model: Model) -> bool:
    """Return True for a model that does not generate text: by its type, or by keys that uncover later tokens."""
    values = {key.rpartition(".")[2]: value for key, value in model.read.items()}
    both_sides = values.get("use_bidirectional_attention") in (True, "all") or values.get("is_causal") is False
    return both_sides or is_listed(model.type, "encoder")


def rotating(layers: Iterable[Layers]) -> list[tuple[Layers, Rope]]:
    """Layers with RoPE, and their rotations."""
    return [(group, group.rope) for group in layers if group.rope]


class Programs(NamedTuple):
    """Setting of a model for all programs."""

    model: Model
    length: int
    stated: int
    prefix: str  # key of the language model in the configuration, or ""
    is_nested: bool  # RoPE parameters by kind of layers
    changes: Mapping[str, Mapping[str, Any]]  # RoPE parameters to change, by kind of layers or under ""
    values: Mapping[str, Any]  # keys of the configuration to change, with complete RoPE parameters
    limit_key: str  # key of the context length
    layers: tuple[Layers, ...]  # layers with the changed rotations

    def lines(self) -> dict[str, str]:
        """Lines by program, without programs that cannot do it."""
        lines = {"transformers": self._transformers()}
        rope = self.model.main.rope
        # the servers do not compute dynamic scaling as transformers does
        if rope and rope.scaling == "dynamic" and self.length > self.stated:
            return lines
        nested = {self.prefix: self.values} if self.prefix else self.values
        text = f" {shlex.quote(json.dumps(nested))}" if self.values else ""
        if is_encoder(self.model):
            # the servers that these lines start generate text
            return lines
        lines["vLLM"] = f"vllm serve NAME --max-model-len {self.length}" + (text and f" --hf-overrides{text}")
        if not (self._active_rope() and self.model.type in lengths()["ignored"]["SGLang"].split()):
            start = f"python -m sglang.launch_server --model-path NAME --context-length {self.length}"
            lines["SGLang"] = start + (text and f" --json-model-override-args{text}")
        if (flags := self._llama_cpp_options()) is not None:
            lines["llama.cpp"] = " ".join([f"llama-server -m FILE.gguf -c {self.length}", *flags])
        return lines

    def _active_rope(self) -> Rope | None:
        """Return the first rotation whose scaling changes something."""
        return next((rope for _, rope in rotating(self.layers) if rope.active_scaling != "none"), None)

    def _config(self, owner: str) -> str:
        """Path of the configuration of the language model in code."""
        return f"{owner}.{self.prefix}" if self.prefix else owner

    def _transformers(self) -> str:
        auto = "AutoModelForImageTextToText" if self.prefix else "AutoModelForCausalLM"
        if is_listed(self.model.type, "not_causal") or is_encoder(self.model):
            auto = "AutoModel"
        if not self.values:
            return f"from transformers import {auto}\nmodel = {auto}.from_pretrained(NAME)"
        owner = self._config("config")
        lines = [f"from transformers import AutoConfig, {auto}", "config = AutoConfig.from_pretrained(NAME)"]
        for name, changed in self.changes.items():
            key = f'["{name}"]' if name else ""
            lines.append(f"{owner}.rope_parameters{key} |= {json.dumps(changed)}")
        lines += [f"{owner}.{key} = {value}" for key, value in self.values.items() if key != "rope_parameters"]
        return "\n".join([*lines, f"model = {auto}.from_pretrained(NAME, config=config)"])

    def _llama_cpp_options(self) -> list[str] | None:
        """Options of llama.cpp for the changes, or None if it has none."""
        options = []
        if self.changes:
            rope = next(rope for _, rope in rotating(self.layers) if rope.scaling != "none")
            if rope.scaling not in ("YaRN", "linear"):
                return None
            options = [f"--rope-scaling {rope.scaling.lower()}", f"--rope-scale {rope.factor:.10g}"]
            if rope.scaling == "YaRN":
                options.append(f"--yarn-orig-ctx {rope.original}")
                if (rope.fast, rope.slow) != (Rope.fast, Rope.slow):
                    options.append(f"--yarn-beta-fast {rope.fast:.10g} --yarn-beta-slow {rope.slow:.10g}")
                return options
        if self.limit_key in self.values:
            architecture = lengths()["architectures"].get(self.model.type, "ARCH")
            options.append(f"--override-kv {architecture}.context_length=int:{self.length}")
        return options

    def defaults(self, lines: Mapping[str, str]) -> dict[str, tuple[Claim, ...]]:
        """Behavior of each program that its line does not show."""
        notes: dict[str, list[Claim]] = {name: [] for name in ("transformers", "vLLM", "SGLang", "llama.cpp")}
        scaled = self._active_rope()
        for name in lines if scaled else ():
            assert scaled
            if scaled.scaling in STATIC:
                notes[name].append(claim("run-static", names=(name,), count=1))
            elif scaled.scaling == "LongRoPE":
                notes[name].append(claim(f"run-switch-{name.replace('.', '')}", length=scaled.original))
        if "vLLM" in lines:
            notes["vLLM"].append(claim("run-log", text=str(self.length)))
        if "vLLM" in lines and "SGLang" not in lines:
            notes["SGLang"].append(claim("run-ignored", name="SGLang"))
        if "vLLM" in lines and "llama.cpp" not in lines and scaled:
            notes["llama.cpp"].append(claim("run-convert", text=scaled.scaling))
        if "--override-kv ARCH" in lines.get("llama.cpp", ""):
            notes["llama.cpp"].append(claim("run-cap"))
        return {name: tuple(claims) for name, claims in notes.items() if claims}

    def _largest_change(self, kind: str, rope: Rope) -> tuple[int, float, float]:
        """Pair whose wavelength changes most, with its wavelengths in tokens without the scaling and with it."""
        before = next(before for group, before in rotating(self.model.layers) if group.which == kind)
        old = 2 * np.pi / (rope.plain() if before == rope else before.frequencies(self.stated))
        new = 2 * np.pi / rope.frequencies(self.length)
        pair = int((new - old).argmax()) if (new != old).any() else len(new) - 1
        return pair, float(old[pair]), float(new[pair])

    def frequency_changes(self) -> tuple[Claim, ...]:
        """Largest change of a wavelength, and the factor of the logits, of each kind of layers."""
        claims = []
        for group, rope in rotating(self.layers):
            pair, old, new = self._largest_change(group.which, rope)
            if old != new:
                claims.append(claim("run-change", which=group.which, count=pair, value=new, there=old))
            if rope.softmax != 1:
                claims.append(claim("run-softmax", times=f"{rope.softmax:.7g}"))
        return tuple(claims)

    def check(self) -> str:
        """Python lines that print frequencies and the attention factor of each kind of layers, and their output."""
        if is_listed(self.model.type, "fixed"):
            return ""
        shown, starts = rotating(self.layers), [""]
        if self.is_nested:
            starts = [f"{DICTIONARIES.get(group.which, 'full_attention')}_" for group, _ in shown]
        condition = f'hasattr(part, "{starts[0]}attention_scaling")'
        if self.prefix:
            # a vision encoder has another one
            condition += f" and part.config is model.config.{self.prefix}"
        lines = [f"rope = next(part for part in model.modules() if {condition})"]
        for (group, rope), start in zip(shown, starts, strict=False):
            values = f"rope.{start}inv_freq", f"rope.{start}attention_scaling"
            if rope.scaling in ("LongRoPE", "dynamic"):
                owner = self._config("model.config")
                call = f'ROPE_INIT_FUNCTIONS["{ROPE_TYPES[rope.scaling]}"]({owner}, "cpu", {self.length})'
                lines = ["from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS", f"rope = {call}"]
                values = "rope[0]", "rope[1]"
            pairs = sorted({*range(min(SHOWN_PAIRS, rope.width // 2)), self._largest_change(group.which, rope)[0]})
            output = ", ".join(f"{rope.frequencies(self.length)[pair]:.7g}" for pair in pairs)
            lines.append(f"print({values[0]}[{pairs}].tolist(), {values[1]})")
            lines.append(f"# [{output}] {rope.attention:.7g}, up to rounding")
        return "\n".join(lines)
