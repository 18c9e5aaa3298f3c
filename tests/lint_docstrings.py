"""Validation of the public docstrings of posenc_core and posenc_tools by numpydoc: `make lint`.

Public are the names in `__all__` of both packages and in `__all__` of the modules below, and the documented
members of these classes.
"""

import inspect
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cached_property
from operator import attrgetter
from types import FunctionType, SimpleNamespace
from typing import Any

from numpydoc.validate import validate

import posenc_core
import posenc_core.plot
import posenc_tools
import posenc_tools.models.trained

MODULES = {
    posenc_core: (
        *("attention", "criteria", "geometry", "numbering", "pairing", "pictures", "plot", "precision", "sentence"),
        "shift",
    ),
    posenc_tools: ("diagnosis", "exercises", "models", "models.trained", "readers", "testing"),
}
"""Modules in docs/api.md, and `pictures`."""

CRITERIA = ("Criterion", "Finding", "Scorecard", "scorecard")
"""Documented names of `criteria`; its conditions are evaluated by `scorecard`."""

OPTIONAL = {"ES01", "GL01", "SA01", "SS05", "YD01"}
"""Extended summaries, summaries on the second line, See Also, and Yields are not required; ruff checks the mood."""


def public_names() -> Iterator[str]:
    """Import names of the public functions and classes, and of the documented members of classes; each object once."""
    names = set()
    for path in (f"{house.__name__}.{name}".rstrip(".") for house, names in MODULES.items() for name in ("", *names)):
        module = attrgetter(path)(SimpleNamespace(posenc_core=posenc_core, posenc_tools=posenc_tools))
        for name in CRITERIA if path.endswith(".criteria") else module.__all__:
            thing = getattr(module, name)
            if isinstance(thing, type | FunctionType) and thing not in names:
                names.add(thing)
                yield f"{path}.{name}"
                yield from (f"{path}.{name}.{member}" for member in documented_members(thing))


def documented_members(thing: Any) -> Iterator[str]:
    """Names of public methods and properties with a docstring; an override without one inherits it."""
    for name, member in vars(thing).items() if isinstance(thing, type) else ():
        is_property = isinstance(member, property | cached_property)
        if not name.startswith("_") and (is_property or inspect.isroutine(member)) and member.__doc__:
            yield name


def thing_path(thing: Any) -> str:
    """Qualified name of a function or a member of a class."""
    return str(getattr(getattr(thing, "fget", thing), "__qualname__", "."))


def findings(name: str) -> list[str]:
    """Findings of one docstring. Members need no example; classes of results document their fields in place."""
    result = validate(name)
    thing = attrgetter(name)(SimpleNamespace(posenc_core=posenc_core, posenc_tools=posenc_tools))
    optional = set(OPTIONAL)
    if not isinstance(thing, type) and "." in thing_path(thing):
        optional |= {"EX01"}
    is_result = isinstance(thing, type) and (issubclass(thing, tuple) or is_dataclass(thing))
    if is_result and not issubclass(thing, posenc_core.Scheme):
        optional |= {"EX01", "PR01"}
    return [f"{name}: {code} {text}" for code, text in result["errors"] if code not in optional]


def main() -> int:
    """Print all findings; 1 if there are any."""
    names = [*public_names()]
    lines = [line for name in names for line in findings(name)]
    print(*lines, f"numpydoc: {len(lines)} findings in {len(names)} docstrings", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
