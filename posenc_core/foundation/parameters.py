"""Declaration of the parameters of schemes."""

from abc import ABC
from collections.abc import Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar, Literal, NamedTuple, get_args, get_origin

from posenc_core.foundation.domains import Choice, Domain


class Param(NamedTuple):
    """Parameter of a scheme.

    Parameters
    ----------
    name : str
        Keyword argument of the scheme.
    default : object
        Default value.
    help : str
        One or more sentences for users.
    domain : Domain
        Allowed values, such as `Real(0, 1)`.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> [parameter.name for parameter in Sinusoidal.parameters()]
    ['base', 'layout', 'first', 'schedule', 'start', 'odd']
    """

    name: str
    default: Any
    help: str
    domain: Domain

    def validate(self, value: Any) -> Any:
        """Return a value as its domain stores it.

        Parameters
        ----------
        value : object
            Value to check.

        Returns
        -------
        object
            The allowed value.

        Raises
        ------
        ValueError
            If the domain does not allow it. The message names the parameter.

        Examples
        --------
        >>> from posenc_core import Real
        >>> Param("width", 0.5, "A width.", Real(0, 1)).validate(1)
        1.0
        """
        try:
            return self.domain.validate(value)
        except ValueError as error:
            raise ValueError(f"{self.name} = {error}") from None


def param(default: Any, help: str, domain: Domain | None = None) -> Any:
    """Declare a parameter of a scheme.

    Parameters
    ----------
    default : object
        Default value.
    help : str
        One or more sentences for users.
    domain : Domain, optional
        Allowed values. A parameter whose type is a `Literal` needs none.

    Returns
    -------
    dataclasses.Field
        Field of the scheme, which is a dataclass.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from posenc_core import NoPE, Real, param
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Spiral(NoPE):
    ...     width: float = param(0.5, "Standard deviation, in tokens.", Real(0, 1))
    >>> Spiral(width=1)
    Spiral(width=1.0)
    """
    return field(default=default, metadata={"help": help, "domain": domain})


@dataclass(frozen=True, kw_only=True)
class Parametrized(ABC):
    """Base class of frozen dataclasses whose fields are declared with `param`."""

    source: ClassVar[str]

    def __init_subclass__(cls, **options: Any) -> None:
        """Check the parameters, and add them and the source to the docstring."""
        super().__init_subclass__(**options)
        kinds = {k: kind for k, kind in get_annotations(cls).items() if not _is_class_variable(kind)}
        own = [_parameter(cls.__name__, name, vars(cls).get(name), kind) for name, kind in kinds.items()]
        for parameter in own:
            parameter.validate(parameter.default)
        inherited = [_parameter(cls.__name__, f.name, f, f.type) for f in fields(cls)] if is_dataclass(cls) else []
        parameters = [*(parameter for parameter in inherited if parameter.name not in kinds), *own]
        if cls.__doc__ and "\nParameters\n" not in cls.__doc__:
            cls.__doc__ = _insert_parameters(cls.__doc__, parameters, vars(cls).get("source", ""))

    def __post_init__(self) -> None:
        """Validate the parameters."""
        for parameter in self.parameters():
            object.__setattr__(self, parameter.name, parameter.validate(getattr(self, parameter.name)))

    @classmethod
    def parameters(cls) -> tuple[Param, ...]:
        """Return the parameters in the order of their declaration.

        Returns
        -------
        tuple of Param
            Name, default, help, and domain of each.

        Examples
        --------
        >>> from posenc_core import ALiBi
        >>> [(parameter.name, parameter.default) for parameter in ALiBi.parameters()]
        [('slopes', 'code'), ('direction', 'causal')]
        """
        return _parameters(cls)

    def inactive_parameters(self) -> frozenset[str]:
        """Return the parameters without effect, given the values of the others.

        Returns
        -------
        frozenset of str
            Names of parameters.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> sorted(RoPE(scaling="linear").inactive_parameters())
        ['exponent', 'factors', 'trained_length']
        """
        return frozenset()


@cache
def _parameters(cls: type[Parametrized]) -> tuple[Param, ...]:
    """Read the parameters of a class; TypeError if it lacks the decorator."""
    # the decorator replaces fields by their defaults
    if any(isinstance(value, Field) for value in vars(cls).values()):
        raise TypeError(f"{cls.__name__} needs the decorator @dataclass(frozen=True, kw_only=True)")
    return tuple(_parameter(cls.__name__, field.name, field, field.type) for field in fields(cls))


def _parameter(owner: str, name: str, declared: Any, kind: Any) -> Param:
    """Read a parameter from its dataclass field; TypeError if its domain is not known."""
    if not isinstance(declared, Field) or "domain" not in declared.metadata:
        raise TypeError(f"{owner}.{name} must be declared with param(default, help, domain)")
    if isinstance(kind, str):
        raise TypeError(f"{owner}.{name}: remove `from __future__ import annotations`, types must not be strings")
    domain = declared.metadata["domain"] or (Choice(get_args(kind)) if get_origin(kind) is Literal else None)
    if not isinstance(domain, Domain):
        raise TypeError(f"{owner}.{name} needs a domain, as in param(default, help, Real(0, 1)), or a Literal type")
    return Param(name, declared.default, declared.metadata["help"], domain)


def _is_class_variable(kind: Any) -> bool:
    return ClassVar in (kind, get_origin(kind)) or str(kind).startswith(("ClassVar", "typing.ClassVar"))


def _insert_parameters(doc: str, parameters: Sequence[Param], source: str) -> str:
    """Insert the parameters and the source of a scheme into its docstring, before the examples."""
    summary, *examples = doc.rstrip().split("\n\n    Examples\n")
    lines = [summary.rstrip()]
    if parameters:
        lines += ["", "    Parameters", "    ----------"]
    for name, default, text, domain in parameters:
        lines += [
            f"    {name} : {type(default).__name__}, {domain.allowed_values}; default {default!r}",
            f"        {text}",
        ]
    if source:
        lines += ["", "    References", "    ----------", f"    {source}"]
    return "\n\n    Examples\n".join(["\n".join(lines), *examples]) + "\n    "
