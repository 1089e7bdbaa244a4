"""The ends of color scales: pale noise, clamped extremes."""

import pytest

from reasonboard.charts.colors import SEQUENTIAL
from reasonboard.charts.heatmap_scales import Span, span, strip


def test_noise_does_not_take_all_colors() -> None:
    """Ten points where 36 would be needed stay within the lower third of the scale."""
    ends = span([39.3, 44.0, 49.3], 36.0)
    assert ends[:2] == pytest.approx((39.3, 75.3))
    assert ends.share(49.3) == pytest.approx(10 / 36)


def test_few_values_have_their_extremes_and_many_their_percentiles() -> None:
    few = [float(value) for value in range(39)]
    assert span(few) == Span(0.0, 38.0)
    assert span([*range(100), 1000]) == Span(2.0, 98.0, True, True)


def test_ends_say_that_values_lie_beyond() -> None:
    assert Span(36.2, 63.4, True, True).end_texts(centred=False) == ("≤ 36", "≥ 63")
    assert Span(-5.0, 5.0).end_texts(centred=True) == ("−5", "+5")
    assert Span(-4.96, 4.9).end_texts(centred=True) == ("−5.0", "+4.9")


def test_differences_are_symmetric_and_span_what_can_be_detected() -> None:
    assert span([-3.0, 1.0], 8.0, centred=True) == Span(-8.0, 8.0)
    assert span([-9.0, 1.0], 8.0, centred=True) == Span(-9.0, 9.0)
    assert span([0.0], centred=True) == Span(-1.0, 1.0)


def test_equal_values_still_have_a_scale() -> None:
    assert span([40.0, 40.0]) == Span(39.5, 40.5)
    assert span([]) == Span(0.0, 1.0)


def test_a_scale_of_scores_is_not_printed_beyond_100_percent() -> None:
    shapes, notes, _ = strip(Span(84.0, 116.0), SEQUENTIAL, "%", 1, 1, 11, centred=False)
    assert [note["text"] for note in notes] == ["84", "100%"]
    assert [shape["fillcolor"] for shape in shapes] == list(SEQUENTIAL[:5])


def test_a_scale_with_a_low_end_starts_there_and_says_what_lies_below() -> None:
    found = span([-8.0, 0.2], 13.0, low_end=0.0)
    assert (found.low, found.high, found.below) == (0.0, 13.0, True)
    assert found.end_texts(centred=False) == ("≤ 0", "13")
    assert Span(-0.04, 20.0).end_texts(centred=False)[0] == "0"
