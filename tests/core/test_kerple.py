"""KERPLE compared with its formula and with ALiBi."""

import numpy as np
import pytest

from posenc_core import KERPLE, ALiBi
from tests.data import read

DATA = read("biases.json")


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in ("log", "power") for name in DATA[f"kerple_{kind}"]["value"]]
)
def test_the_penalty_of_each_distance(kind, name):
    r1, r2 = (float(part.split("=")[1]) for part in name.split(","))
    data = DATA[f"kerple_{kind}"]
    back = np.array(data["k"])
    bias = KERPLE(kind=kind, r1=r1, r2=r2).bias([1000], 1000 - back)[0, 0]
    np.testing.assert_allclose(bias, data["value"][name], rtol=1e-11, atol=1e-12)


def test_the_first_power_is_alibi():
    slope = ALiBi().slope(1)[0]
    power = KERPLE(kind="power", r1=2 * 0.25, r2=1.0).bias(range(9), range(9))
    np.testing.assert_array_equal(power, ALiBi().bias(range(9), range(9)) * (0.5 / slope))


@pytest.mark.parametrize("wrong", [{"r1": 0.0}, {"r2": 2.5}, {"kind": "square"}])
def test_parameters_that_the_authors_code_clips_are_refused(wrong):
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))} = "):
        KERPLE(**wrong)
