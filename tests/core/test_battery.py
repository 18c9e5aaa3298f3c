"""What the checker says of tables that its authors have not seen: made in `battery`, from formulas alone."""

from tests.core import battery, matrices


def test_nothing_is_misnamed_and_98_percent_of_the_bugs_and_95_of_the_right_tables_are_known():
    results, failed = battery.examined(battery.sample())
    assert not battery.missed(results), "\n".join((*battery.missed(results), *failed))


def test_the_examination_has_many_kinds_and_no_case_twice():
    names = [case.name for group in battery.GROUPS.values() for case in group(False)]
    assert len(names) == len(set(names))
    assert len(matrices.KINDS) > 100
    asked = {battery.kind_of(case) for case in battery.sample() if case.group == "bug"}
    assert asked == {battery.kind_of(case) for case in battery.some_bugs(battery.SIZES[:4])} - {"bfloat16 positions"}
