"""What ± may be: the standard errors of known numbers of problems fit, others do not."""

import pytest

from reasonboard.ingest.formats.shown_tables import ShownSpread, SpreadNumber
from reasonboard.web.dry_run import choices

AIME = 30
"""Problems: 0.129 has a standard error of sqrt(0.129 * 0.871 / 30) = 0.0612, and 1.96 times that is 0.12."""


def number(value: float, spread: float, n: float | None = None) -> SpreadNumber:
    return SpreadNumber("AIME 2024", value, spread, 0.001, n)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([number(0.129, 0.061), number(0.231, 0.077)], ("fits all 2 values", "", "")),
        ([number(0.129, 0.120)], ("", "fits the value", "")),
        ([number(0.129, 0.061), number(0.231, 0.02)], ("fits 1 of 2 values", "", "")),
        ([number(0.5, 0.005, 10_000)], ("fits the value", "", "")),
        ([number(0.5, 0.5, 10_000)], ("", "", "fits the value")),
    ],
)
def test_each_choice_says_how_many_numbers_it_fits(
    numbers: list[SpreadNumber], expected: tuple[str, ...]
) -> None:
    found = choices(ShownSpread(["AIME"], "", numbers), {"aime24": AIME})
    assert tuple(found.values()) == expected


def test_nothing_fits_without_a_number_of_problems() -> None:
    found = choices(ShownSpread(["AIME"], "", [number(0.129, 0.061)]), {})
    assert {*found.values()} == {""}
