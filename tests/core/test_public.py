"""The public interface: names, signatures, and docstrings."""

import importlib
import numbers
import pkgutil
import re
import typing
from dataclasses import field
from inspect import getdoc
from typing import ClassVar, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pandas as pd
import pytest

import posenc_core
from posenc_core import SCHEMES, Choice, NoPE, Real, RoPE, Sinusoidal, param, scheme
from posenc_core.schemes import ALL_SCHEMES
from posenc_core.text.references import REFERENCES, cite

MODULES = [name for _, name, _ in pkgutil.walk_packages(posenc_core.__path__, "posenc_core.")]


def test_a_star_import_has_every_scheme_and_shadows_nothing_else_of_numpy_pandas_numbers_and_typing():
    names: dict = {}
    exec("from posenc_core import *", names)
    missing = {*ALL_SCHEMES} - {*names}
    assert not missing, f"add {missing} to posenc_core/schemes/__init__.py"
    # pandas has an Index too
    del names["Index"]
    for module in (np, pd, numbers, typing):
        assert not names.keys() & {*dir(module)} - {"__builtins__"}


def test_a_documented_module_lists_its_public_classes():
    for name in (name for name in MODULES if not name.endswith("__main__")):
        module = importlib.import_module(name)
        listed = getattr(module, "__all__", None)
        if listed is not None:
            own = {key for key, value in vars(module).items() if getattr(value, "__module__", "") == name}
            classes = {key for key in own if not key.startswith("_") and isinstance(getattr(module, key), type)}
            # names that load at first use are no variables yet
            assert classes <= {*listed} and all(hasattr(module, key) for key in listed), name


@pytest.mark.parametrize("kind", ALL_SCHEMES.values(), ids=ALL_SCHEMES)
def test_a_docstring_and_a_signature_name_every_parameter_and_what_it_may_be(kind):
    hints = get_type_hints(kind.__init__) or get_type_hints(kind)
    for parameter in kind.parameters():
        kind_of_value, allowed = type(parameter.default).__name__, parameter.domain.allowed_values
        listed = f"{parameter.name} : {kind_of_value}, {allowed}; default {parameter.default!r}"
        assert f"\n{listed}\n    {parameter.help}" in getdoc(kind), (
            f"the generated docstring must list {parameter.name}"
        )
        if isinstance(parameter.domain, Choice) and get_origin(hints[parameter.name]) is Literal:
            assert get_args(hints[parameter.name]) == parameter.domain.options, "what a type checker allows"
    assert kind.__doc__.count("Parameters\n") == bool(kind.parameters())
    end = f"\nReferences\n----------\n{kind.source}\n\nExamples\n"
    assert end in getdoc(kind), f"end the docstring of {kind.__name__} with a section Examples"


def test_a_scheme_by_its_name():
    assert scheme("rope", base=500000) == RoPE(base=500000)
    assert [type(scheme(name.upper())) for name in SCHEMES] == [*SCHEMES.values()]


def test_reasons_are_sentences():
    reason = RoPE().unsupported_reason("bias")
    assert (str(reason), repr(reason)) == ("RoPE has no attention bias.", "<lacks-bias: RoPE has no attention bias.>")
    for ability in ("vector", "", None):
        with pytest.raises(ValueError, match=f"ability = {ability!r} must be one of scores, vectors"):
            Sinusoidal().unsupported_reason(ability)
    with pytest.raises(ValueError, match="did you mean 'vectors'"):
        Sinusoidal().unsupported_reason("vector")


def test_a_parameter_without_a_domain_fails_with_its_name():
    for kind, value, message in (
        (float, param(1.0, "A width."), "Spiral.width needs a domain"),
        (float, param(1.0, "A width.", (0, 1)), "Spiral.width needs a domain"),
        (str, param("a", "A width."), "Spiral.width needs a domain"),
        (float, 1.0, "Spiral.width must be declared with param"),
        (float, field(default=1.0), "Spiral.width must be declared with param"),
        ("float", param(1.0, "A width.", Real(0, 1)), "Spiral.width: remove `from __future__ import annotations`"),
        ('Literal["a"]', param("a", "A width."), "Spiral.width: remove `from __future__ import annotations`"),
    ):
        with pytest.raises(TypeError, match=message):
            type("Spiral", (NoPE,), {"__annotations__": {"width": kind}, "width": value})
    with pytest.raises(TypeError, match=r"Spiral\.width must be declared with param"):
        type("Spiral", (NoPE,), {"__annotations__": {"width": float}})
    with pytest.raises(ValueError, match=r"width = 5 must be a finite number from 0 up to 1"):
        type("Spiral", (NoPE,), {"__annotations__": {"width": float}, "width": param(5, "A width.", Real(0, 1))})
    kind = type("Spiral", (NoPE,), {"__annotations__": {"width": float}, "width": param(1, "A width.", Real(0, 1))})
    with pytest.raises(TypeError, match=r"Spiral needs the decorator @dataclass\(frozen=True, kw_only=True\)"):
        kind()
    for kind in (ClassVar, ClassVar[int], "ClassVar[int]", "typing.ClassVar[int]"):
        type("Spiral", (NoPE,), {"__annotations__": {"width": kind}, "width": 1})


def test_schemes_and_variants_of_models_cite_the_list_of_references():
    from dashboard.views.models.facts import REFERENCES as OF_VARIANTS

    sources = " ".join([*(kind.source for kind in ALL_SCHEMES.values()), *map(cite, OF_VARIANTS.values())])
    for work in REFERENCES.values():
        title, *id = work.split("; ")
        assert title in sources and all(part in sources for part in id)
    assert scheme("sinusoidal").source == (
        "Vaswani et al. (2017), Attention Is All You Need, section 3.5; arXiv 1706.03762"
    )
    assert set(re.findall(r"arXiv [\d.]+\d", sources)) <= {work.rpartition("; ")[2] for work in REFERENCES.values()}


def test_options_match_in_upper_or_lower_case():
    assert scheme("SINUSOIDAL", layout="Concatenated") == Sinusoidal(layout="concatenated")
    assert RoPE(scaling="yarn").scaling == "YaRN"
    assert RoPE().unsupported_reason("BIAS") == RoPE().unsupported_reason("bias")
    assert Sinusoidal().code("NumPy", 3, 4) == Sinusoidal().code("numpy", 3, 4)
    assert RoPE().mean_logits(0, [1], 4, content="Same") == RoPE().mean_logits(0, [1], 4)
