"""How findings say numbers."""

import pytest

from reasonboard.core.findings.words import end_in_percent, interval, percent_range


@pytest.mark.parametrize(
    ("fraction", "decimals", "text"),
    [
        (0.123, 0, "12"),
        (0.0, 0, "0"),
        (1.0, 0, "100"),
        (0.000745, 0, "0.07"),  # the high end of 0 of 5,153
        (0.999255, 0, "99.93"),
        (0.00031, 1, "0.03"),
        (0.9996, 1, "99.96"),
        (-1e-17, 1, "0.0"),
        (1 - 1e-16, 0, "100"),
    ],
)
def test_an_end_of_an_interval_is_0_or_100_only_where_it_is(
    fraction: float, decimals: int, text: str
) -> None:
    assert end_in_percent(fraction, decimals) == text


def test_an_interval_has_two_ends() -> None:
    assert percent_range(0.0, 0.000745, decimals=0, between="–") == "0–0.07"
    assert percent_range(0.3121, 0.3142, decimals=0, between="–") == "31.2–31.4"
    assert interval(0.123, 0.273) == "95% interval 12.3 to 27.3"
