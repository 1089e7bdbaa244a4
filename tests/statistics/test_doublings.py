"""What each doubling of the data brings."""

import pytest

from app.statistics.doublings import doublings
from app.statistics.uncertainty import Measured


def test_the_worked_example() -> None:
    """ReasonFlux-PRM, Figure 6, left: 1k 83.35, 5k 89.65, 10k 91.48 on 500 items."""
    values = [Measured(value, 500) for value in (0.8335, 0.8965, 0.9148)]
    first, second = doublings([1000, 5000, 10_000], values)
    assert first.gain == pytest.approx(0.0271, abs=5e-5)
    assert second.gain == pytest.approx(0.0183)
    assert first.contrast is not None
    assert second.contrast is not None
    assert first.contrast.difference == pytest.approx(0.063)
    assert first.low == pytest.approx(first.contrast.low / 2.3219, abs=1e-5)
    assert (second.low, second.high) == (second.contrast.low, second.contrast.high)


def test_without_items_there_is_a_gain_but_no_interval() -> None:
    (only,) = doublings([1, 4], [Measured(0.2), Measured(0.6)])
    assert only.gain == pytest.approx(0.2)
    assert only[1:] == (None, None, None)


def test_a_single_point_has_no_step() -> None:
    assert doublings([], []) == doublings([1000], [Measured(0.5, 30)]) == []


@pytest.mark.parametrize("budgets", [[1, 1], [2, 1], [0, 1], [1], [-1, 1]])
def test_budgets_must_rise_and_be_as_many(budgets: list[float]) -> None:
    with pytest.raises(ValueError, match="budgets"):
        doublings(budgets, [Measured(0.5, 30), Measured(0.6, 30)])
