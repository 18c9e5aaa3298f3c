"""Equidistance: charts, tables, and links. Claims are tested in tests/claims."""

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.numbers.measurements import work
from dashboard.server.observability import LIGHT
from dashboard.state.parameters import MAX_SCHEMES
from dashboard.state.study import Study
from dashboard.views.equidistance import facts
from posenc_core import SCHEMES, Binary, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.text.messages import claim
from tests.dashboard.conftest import handle


def make_study(*schemes, n=128, d=64, p=40, k=1, n2=256):
    return Study(schemes, n, d, p, k, options={"n2": n2})


def ids(claims_made):
    return [statement.id.removeprefix("equidistance-") for statement in claims_made]


# One offset, and every offset


def test_mean_band_and_growth_of_every_offset_and_every_pair_are_drawn(sketched, figures):
    query = "scheme=Binary&n=40&d=6"
    _, bands, growth = figures(sketched(query, page="equidistance"))
    by_offset = geometry.distances_by_offset(Binary().encode(range(40), 6), 20)
    np.testing.assert_allclose(bands["data"][1]["y"], by_offset.mean)
    np.testing.assert_allclose(bands["data"][0]["y"], [*by_offset.smallest, *by_offset.largest[::-1]])
    np.testing.assert_allclose(np.cumsum(growth["data"][0]["y"]), by_offset.mean)
    _, pairs = figures(sketched(f"{query}&tab=pairs", page="equidistance"))
    np.testing.assert_allclose(pairs["data"][0]["z"], geometry.distances(Binary(), length=40, dim=6), atol=1e-6)


# One pair


@pytest.mark.parametrize("query", ["n=128&d=64", "n=131072&p=131071&d=8", "n=2&p=1", "d=1&n=20", "d=63&k=127"])
def test_distance_norms_and_dot_product_of_one_pair_belong_together(sketched, query):
    names = [name for name, scheme in SCHEMES.items() if not scheme().unsupported_reason("vectors", 2**17, 1)][
        :MAX_SCHEMES
    ]
    app = sketched("&".join(f"scheme={name}" for name in names) + f"&{query}&tab=pair", page="equidistance")
    pair = facts.one_pair(app.session_state["study"])
    assert list(pair["scheme"]) == list(app.table[0].value.index) == names
    np.testing.assert_allclose(
        pair["distance"] ** 2, pair["norm"] ** 2 + pair["other_norm"] ** 2 - 2 * pair["dot"],
        atol=1e-9 * float((pair["norm"] ** 2).max()) + 1e-12,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("query", "start", "expected"),
    [
        ("scheme=Sinusoidal&p=40", 40, []),
        ("scheme=Sinusoidal&n=128&p=126", 126, []),
        ("scheme=Sinusoidal&n=128&p=127", 126, ["pair-last"]),
        ("scheme=Index&p=0", 0, ["repeated"]),
        ("scheme=Index&p=0&d=1", 0, []),
        ("scheme=Index&p=0&Index.spread=one column", 0, []),
    ],
)
def test_the_pair_that_is_shown(query, start, expected):
    study = links.study(query)
    assert facts.pair_start(study) == start
    assert ids(facts.pair_notes(study)) == expected


# Another length


@pytest.mark.parametrize(
    ("n", "d", "n2", "k"),
    [(128, 64, 3, 1), (128, 64, 256, 1), (131072, 64, 2, 1), (131072, 64, 131071, 1), (3, 7, 2, 2), (12, 2, 256, 1)],
)
def test_means_are_of_all_positions_whatever_the_other_length(n, d, n2, k):
    table = facts.lengths(make_study(Binary(), n=n, d=d, n2=n2, k=k)).set_index("k")
    for offset, row in table.iterrows():
        for length, mean in ((n, row["first"]), (n2, row["second"])):
            all_steps = geometry.distances_at_offset(Binary(), offset, length=length, dim=d) if offset < length else []
            assert np.isnan(mean) if offset >= length else mean == pytest.approx(np.mean(all_steps))
        assert row["ratio"] == 1 if offset < min(n, n2) else np.isnan(row["ratio"])


def test_steps_that_change_position_by_position_have_no_ratio():
    here = np.array([1.0, 2, 3])
    assert facts.same_step(here, here[:2] * (1 + 1e-10)) == 1
    assert facts.same_step(here, here[:2] / 2) == 2
    assert facts.same_step(0 * here, 0 * here) == 1
    for there in (here[::-1], here + 1, 0 * here, np.array([])):
        assert np.isnan(facts.same_step(here, there)), "not even if the means are equal"


def test_the_table_has_the_published_distances():
    table = facts.lengths(make_study(Sinusoidal(), n=12, d=512, n2=56))
    np.testing.assert_allclose(table["first"], [3.714, 6.967, 12.373, np.nan], atol=5e-4)
    assert table["steps"].iloc[2] == pytest.approx(3.331, abs=5e-4)


@pytest.mark.parametrize("n", [256, 2, 131072])
def test_equal_lengths_are_not_compared_and_the_other_has_its_control_there(opened, n):
    app = opened(f"scheme=Normalized&n={n}&n2={n}&tab=lengths", page="equidistance")
    columns = len(app.table[0].value.columns)
    handle(app.number_input, "n2 handle").set_value(n // 2 + 1 if n > 2 else 5).run()
    assert not app.exception
    assert app.session_state["study"].options["n2"] != n
    assert len(app.table[0].value.columns) == columns + 2


def test_a_second_length_may_be_longer_than_a_table(sketched):
    app = sketched("scheme=Learned&scheme=Index&n=20&d=4&n2=600&tab=lengths", page="equidistance")
    assert facts.length_notes(app.session_state["study"]) == [
        claim("equidistance-ends", scheme="Learned", end=512, length=600)
    ]
    assert {*app.table[0].value.index} == {"Index"}
    assert not sketched("scheme=Learned&n=20&d=4&n2=600&tab=lengths", page="equidistance").table


def test_the_first_positions_of_both_lengths_are_drawn(sketched, figures):
    app = sketched("scheme=Sinusoidal&scheme=Normalized&n=12&n2=56&d=512&k=5&tab=lengths", page="equidistance")
    first = [figure["data"][0] for figure in figures(app)[1:]]
    assert [trace["z"].shape for trace in first] == [(10, 10)] * 4
    np.testing.assert_array_equal(first[0]["z"], first[1]["z"])
    np.testing.assert_allclose(first[2]["z"], 5 * first[3]["z"], rtol=1e-6)
    assert first[0]["zmax"] == first[1]["zmax"]
    assert first[2]["zmax"] == first[3]["zmax"]
    np.testing.assert_allclose(first[0]["z"][0, [1, 2, 9]], [3.714, 6.967, 12.373], atol=1e-3)


def test_the_second_length_counts_as_work():
    assert work(links.study("n=64&n2=131072"), "equidistance") > LIGHT > work(links.study("n=64"), "equidistance")
