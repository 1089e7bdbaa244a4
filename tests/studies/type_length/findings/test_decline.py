"""How far types fall with length, against a second computation."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray
from scipy.optimize import minimize

from reasonboard.core.findings.finding import Finding
from reasonboard.statistics.decline import log_odds_slope
from reasonboard.studies.type_length.findings.decline import of_the_decline
from reasonboard.studies.type_length.rows import curve_of, step_of
from tests.studies.reference import check_numbers, has_numbers, with_unit
from tests.studies.type_length.rows import Row, line, panel, panels

Floats = NDArray[np.float64]
A, B = "M · Meta · Core", "M · Baseline · Core"
FALLING = {at: 90.0 - 4 * at for at in range(10)}


def observed(rows: list[Row], **changed: str) -> list[Finding]:
    choice = {"first": A, "second": B, "type": "", "intervals": "on"}
    return of_the_decline(rows, **choice | changed)


@given(panels())
def test_short_minus_long_is_the_difference_of_two_means_of_five(rows: list[Row]) -> None:
    for finding in with_unit(observed(rows), "points"):
        row = row_of(finding, rows)
        assert len(row["lengths"]) >= 10
        gap = sum(row["accuracy"][-5:]) / 5 - sum(row["accuracy"][:5]) / 5
        check_numbers(finding)
        assert finding.estimate == pytest.approx(gap * 100, abs=1e-6)
        n = row["n_items"]
        shares = [(v * n + 2) / (n + 4) for v in row["accuracy"][:5] + row["accuracy"][-5:]]
        stderr = math.sqrt(sum(p * (1 - p) / (n + 4) for p in shares)) / 5
        assert finding.strength == pytest.approx(abs(gap) / stderr, abs=1e-6)


def row_of(finding: Finding, rows: list[Row]) -> Row:
    """The row that a finding is about."""
    (row,) = [
        row
        for row in rows
        if finding.marks["type"] == row["task_type"] and finding.text.startswith(row["panel"] + ":")
    ]
    return row


def likeliest_slope(x: Floats, right: Floats, n: int) -> float:
    def loss(line: Floats) -> float:
        odds = line[0] + line[1] * (x - x.mean())
        return float((n * np.logaddexp(0, odds) - right * odds).sum())

    return float(minimize(loss, [0.0, 0.0], method="BFGS", options={"gtol": 1e-8}).x[1])


@given(panels())
def test_the_slope_is_that_of_the_highest_likelihood(rows: list[Row]) -> None:
    for finding in with_unit(observed(rows), "odds"):
        check_numbers(finding)
        (points,) = re.findall(r"([+−]?[\d.]+) points by least", finding.text)
        row = row_of(finding, rows)
        x, n = np.array(row["lengths"], float), row["n_items"]
        right = np.round(np.array(row["accuracy"]) * n)

        slope = likeliest_slope(x, right, n)
        assert finding.estimate == pytest.approx(100 * math.expm1(slope), rel=0.02, abs=0.2)
        assert float(points.replace("−", "-")) == pytest.approx(
            100 * np.polyfit(x, row["accuracy"], 1)[0], abs=0.0051
        )


def test_a_fall_is_counted_and_told_with_its_interval() -> None:
    rows = panel("Baseline", {"Type 1": FALLING, "Type 2": dict.fromkeys(range(10), 95.0)})
    slope, short = with_unit(observed(rows), "odds") + with_unit(observed(rows), "points")
    counts = "accuracy falls with length in 1 of 2 types (Type 1), cannot tell yet in 1."
    assert counts in slope.text
    assert "−4.00 points by least squares" in slope.text
    has_numbers(short, -20, "worse")
    assert slope.verdict == "worse"
    assert short.subject == slope.subject == f"Type 1 · {B}"
    assert slope.marks == short.marks == {"type": "Type 1"}


def test_the_odds_are_told_per_a_length_that_gives_a_readable_number() -> None:
    """From 4,096 to 131,072 tokens the odds change by 10^-5 with each: '-0.00% (-0.00 to -0.00)' says nothing."""
    values: dict[int, float] = dict(
        zip((4096, 8192, 16384, 32768, 65536, 131072), (95, 94, 93, 90, 85, 70), strict=True)
    )
    (odds,) = with_unit(observed(panel("Baseline", {"Type 1": values}, 500)), "odds")
    assert odds.unit == "% of the odds per 10,000 of length"
    assert odds.estimate is not None
    assert -20 < odds.estimate < -5
    assert odds.verdict == "worse"
    assert not re.findall(r"[−-]?0\.0+ ", odds.text)
    slope = log_odds_slope(curve_of(line("Type 1", values, 500)))
    assert slope is not None
    assert odds.estimate == pytest.approx(100 * math.expm1(10_000 * slope.value))


@pytest.mark.parametrize(
    ("lengths", "step"), [([0, 19], 1), ([7], 1), ([100, 250], 10), ([512, 4096], 100), ([4096, 131072], 10_000)]
)  # fmt: skip
def test_a_step_of_length_is_some_tenth_of_their_reach(lengths: list[int], step: int) -> None:
    assert step_of(lengths) == step


def test_an_isolated_type_is_told_about() -> None:
    rows = panel("Baseline", {"Type 1": FALLING, "Type 2": dict.fromkeys(range(10), 95.0)})
    for finding in observed(rows, type="Type 2"):
        assert "Type 2" in finding.text
        assert "Clearest" not in finding.text


def test_without_n_nothing_is_told() -> None:
    assert observed([line("Type 1", FALLING, None)]) == []


def test_nothing_is_said_of_nothing() -> None:
    assert observed([]) == []
