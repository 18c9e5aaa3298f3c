"""Domains of parameters: values, and texts of links."""

import math
import re

import numpy as np
import pytest

from posenc_core import Choice, Numbers, Real, Switch, Text, Whole

KINDS = {
    Choice((0, 1)): [("1", 1), ("0", 0)],
    Choice(("dot", "cosine")): [("cosine", "cosine"), ("Dot", "dot")],
    Whole(1, 20): [("7", 7), ("12.0", 12), ("1e1", 10)],
    Real(1, above=True): [("2", 2.0), ("1e3", 1000.0)],
    Text(5): [("", ""), ("hello", "hello")],
    Numbers(12, low=0.5, high=20): [("1", "1"), ("1, 2.5", "1, 2.5"), ("20,.5", "20,.5")],
    Switch(): [("true", True), ("False", False)],
}
UNREADABLE = {
    Choice((0, 1)): ("2", "", "1.0"),
    Choice(("dot", "cosine")): ("euclid", ""),
    Whole(1, 20): ("0", "21", "1.5", "nan", "1e400", "x", ""),
    Real(1, above=True): ("1", "inf", "nan", "1e400", "", "x"),
    Text(5): ("longer",),
    Numbers(12, low=0.5, high=20): ("", "1,", "0.4", "21", "nan", "1, 2, 3, 4, 5", "x"),
    Switch(): ("1", "yes", ""),
}


@pytest.mark.parametrize("domain", KINDS, ids=repr)
def test_every_domain_parses_texts_of_links(domain):
    for text, value in KINDS[domain]:
        parsed = domain.parse(text)
        assert parsed == value
        assert type(parsed) is type(value)
        assert domain.validate(value) == domain.nearest(value) == value
    for text in UNREADABLE[domain]:
        assert domain.allowed_text == domain.allowed_values
        with pytest.raises(ValueError, match=f"must be {re.escape(domain.allowed_values)}$"):
            domain.parse(text)
    for sample in domain.samples:
        assert domain.validate(sample) == sample
    assert domain.nearest(object()) is None


def test_a_misspelled_choice_gets_a_suggestion():
    with pytest.raises(ValueError, match=r"^'cosin' must be one of dot, cosine; did you mean 'cosine'\?$"):
        Choice(("dot", "cosine")).validate("cosin")
    assert Choice(("a", "A")).validate("a") == "a"


def test_numpy_scalars_are_numbers():
    assert type(Choice((0, 1)).validate(np.int64(1))) is int
    assert type(Whole(1, 9).validate(np.int16(3))) is int
    assert type(Real().validate(np.float32(0.5))) is float
    for domain in (Choice((0, 1)), Whole(0, 1), Real()):
        for value in (True, np.True_, "1", None, 1j):
            with pytest.raises(ValueError, match="must be"):
                domain.validate(value)


def test_the_nearest_valid_value():
    assert Whole(2, 9).nearest(100) == 9
    assert Whole(2, 9).nearest(-math.inf) == 2
    assert Whole(2, 9).nearest(math.nan) is None
    assert Real(0, 1).nearest(7) == 1.0
    assert Text(3).nearest("hello") == "hel"
    assert Choice(("a", "b")).nearest("c") is None
    assert Switch().nearest(1) is None
