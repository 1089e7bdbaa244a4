"""Ticks are few, round, and the last one says the unit."""

from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.ticks import round_ticks


def test_the_last_tick_has_the_unit_and_differences_a_sign() -> None:
    ticks = round_ticks(-500, 19_500, unit=" tokens", signed=True)
    assert ticks["tickvals"] == [0, 5000, 10_000, 15_000]
    assert ticks["ticktext"] == ["0", "+5k", "+10k", "+15k tokens"]
    assert round_ticks(-30, 50, signed=True)["ticktext"] == ["−20", "0", "+20", "+40"]
    assert round_ticks(0, 1.5e6)["ticktext"] == ["0", "500k", "1M", "1.5M"]


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_ticks_are_few_and_within_the_axis(low: float, span: float) -> None:
    ticks = round_ticks(low, low + span)
    assert 1 <= len(ticks["tickvals"]) <= 4
    assert len(ticks["ticktext"]) == len(ticks["tickvals"])
    slack = span * 1e-6 + abs(low) * 1e-8
    assert all(low - slack <= value <= low + span + slack for value in ticks["tickvals"])
