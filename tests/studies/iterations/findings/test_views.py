"""What is said of curves over iterations, against a second way to work it out."""

import math
from itertools import pairwise
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasonboard.core import insights, study_tables
from reasonboard.studies.iterations.findings.trajectory import of_the_course
from reasonboard.studies.iterations.findings.views import (
    of_the_gains,
    of_the_picked,
    of_the_prices,
    with_statistics,
)
from reasonboard.studies.iterations.study import ITERATIONS
from tests.studies.reference import check_numbers, holm, p_of_difference, verdict_of

Row = dict[str, Any]


def row(benchmark: str, accuracy: list[float | None], **other: Any) -> Row:
    """A row of app/reasonboard/studies/iterations/sql/grid.sql."""
    many = len(accuracy)
    return {
        "benchmark": benchmark, "run": "M", "aggregate": False, "scale": "proportion",
        "n_items": 100, "n_repeats": None,
        "n_seeds": None, "iteration": [4 * place for place in range(many)], "accuracy": accuracy,
        "tokens": [1000 + 50 * place for place in range(many)], "stderr": [None] * many, "seed_sd": [None] * many,
    } | other  # fmt: skip


PERCENT = st.one_of(st.none(), st.integers(0, 100), st.sampled_from([0, 50, 100])).map(
    lambda one: None if one is None else float(one)
)
TOKENS = st.one_of(st.none(), st.integers(1, 9000))


@st.composite
def tables(draw: st.DrawFn) -> list[Row]:
    found = []
    for number in range(draw(st.integers(0, 4))):
        pairs = draw(st.lists(st.tuples(PERCENT, TOKENS), max_size=8))
        n = draw(st.one_of(st.none(), st.integers(1, 600)))
        tokens = [one for _, one in pairs]
        found.append(row(f"B{number}", [one for one, _ in pairs], tokens=tokens, n_items=n))
    return found


def wilson(p: float, n: int, z: float) -> tuple[float, float]:
    """The two roots of (p - x)² = z² x (1 - x) / n."""
    a, b, c = 1 + z**2 / n, -(2 * p + z**2 / n), p * p
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def score_interval(a: float, b: float, n: int) -> tuple[float, float]:
    """The differences that the score test does not reject: the likeliest shares are searched for."""
    z = NormalDist().inv_cdf(0.975)

    def is_rejected(difference: float) -> bool:
        low, high = max(0.0, difference), min(1.0, 1 + difference)
        for _ in range(80):
            share = (low + high) / 2
            other = share - difference
            rising = (a - share) * other * (1 - other) + (b - other) * share * (1 - share)
            low, high = (share, high) if rising > 0 else (low, share)
        other = low - difference
        variance = max(0.0, low * (1 - low) + other * (1 - other)) / n
        return (
            abs(a - b - difference) >= z * math.sqrt(variance) and abs(a - b - difference) > 1e-12
        )

    ends = []
    for end in (-1.0, 1.0):
        inside, outside = a - b, end
        for _ in range(60):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if is_rejected(middle) else (middle, outside)
        ends.append(outside)
    return ends[0], ends[1]


@given(tables())
def test_a_gain_is_last_minus_first_with_its_score_interval_and_holms_verdict(
    rows: list[Row],
) -> None:
    expected = []
    for one in rows:
        there = [value / 100 for value in one["accuracy"] if value is not None]
        if len(there) > 1:
            expected.append((one["benchmark"], there[0], there[-1], one["n_items"]))
    found = of_the_gains(rows)
    assert [finding.marks["panel"] for finding in found] == [name for name, *_ in expected]
    ps = iter(holm([p_of_difference(last, n, first, n) for _, first, last, n in expected if n]))
    for finding, (name, first, last, n) in zip(found, expected, strict=True):
        p = next(ps) if n else None
        assert finding.subject == name
        assert finding.estimate == pytest.approx((last - first) * 100)
        assert finding.p == (p if p is None else pytest.approx(p, abs=1e-12))
        assert finding.verdict == verdict_of(p, last - first)
        assert (finding.strength > 0) == bool(n and last != first)
        ends: tuple[float | None, float | None] = (None, None)
        if n and p is not None:
            low, high = score_interval(last, first, n)
            ends = 100 * low, 100 * high
        assert (finding.low, finding.high) == (ends if not n else pytest.approx(ends, abs=0.01))


@given(tables())
def test_a_price_is_the_least_squares_slope_over_tokens(rows: list[Row]) -> None:
    found = {finding.marks["panel"]: finding for finding in of_the_prices(rows)}
    for one in rows:
        pairs = [
            (t / 1000, a / 100)
            for a, t in zip(one["accuracy"], one["tokens"], strict=True)
            if a is not None and t is not None
        ]
        if len(pairs) < 3 or len({t for t, _ in pairs}) < 2:
            assert one["benchmark"] not in found
            continue
        x, y = (sum(part) / len(pairs) for part in zip(*pairs, strict=True))
        slope = sum((t - x) * (a - y) for t, a in pairs) / sum((t - x) ** 2 for t, _ in pairs)
        price = found[one["benchmark"]]
        assert price.estimate == pytest.approx(slope * 100, abs=1e-9)
        assert (price.verdict == "untested") == (one["n_items"] is None)


def ranks(values: list[float]) -> list[float]:
    return [sum(o < v for o in values) + (sum(o == v for o in values) + 1) / 2 for v in values]


def rho(first: list[float], second: list[float]) -> float | None:
    a, b = ranks(first), ranks(second)
    x, y = sum(a) / len(a), sum(b) / len(b)
    over = sum((i - x) * (j - y) for i, j in zip(a, b, strict=True))
    under = math.sqrt(sum((i - x) ** 2 for i in a) * sum((j - y) ** 2 for j in b))
    return over / under if under else None


@given(tables())
def test_levels_and_steps_are_rank_correlations(rows: list[Row]) -> None:
    found = {one.marks["panel"]: one for one in of_the_course(rows, number="coupling")}
    for one in rows:
        pairs = [
            (a, t)
            for a, t in zip(one["accuracy"], one["tokens"], strict=True)
            if a is not None and t is not None
        ]
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(pairs)]
        expected = [
            rho([x for x, _ in of], [y for _, y in of]) if len(of) > 2 else None
            for of in (pairs, steps)
        ]
        if None in expected:
            assert one["benchmark"] not in found
            continue
        levels, between = expected
        assert found[one["benchmark"]].estimate == pytest.approx(between, abs=1e-9)
        shown = f"{levels:+.2f}".replace("-", "−")
        words = f"correlate {'0.00' if shown[1:] == '0.00' else shown}, but"
        assert words in found[one["benchmark"]].text


@given(tables())
def test_the_best_iteration_is_the_first_with_the_highest_value(rows: list[Row]) -> None:
    found = {one.marks["panel"]: one for one in of_the_course(rows, number="last")}
    for one in rows:
        there = [
            (value, x)
            for value, x in zip(one["accuracy"], one["iteration"], strict=True)
            if value is not None
        ]
        if len(there) < 3 or not one["n_items"]:
            assert one["benchmark"] not in found
            continue
        best = max(value for value, _ in there)
        finding = found[one["benchmark"]]
        assert finding.marks["iteration"] == str(next(x for value, x in there if value == best))
        assert finding.estimate == pytest.approx(there[-1][0] - best)


@given(tables())
def test_ninety_percent_of_the_gain_is_where_the_smoothed_curve_gets_there(rows: list[Row]) -> None:
    found = {one.marks["panel"]: one for one in of_the_course(rows, number="place")}
    for one in rows:
        there = [
            (x, value / 100)
            for value, x in zip(one["accuracy"], one["iteration"], strict=True)
            if value is not None
        ]
        near = [[v for _, v in there[max(0, i - 2) : i + 3]] for i in range(len(there))]
        smooth = [sum(part) / len(part) for part in near]
        if len(there) < 3 or smooth[-1] - smooth[0] < 1e-8:
            assert one["benchmark"] not in found
            continue
        target = smooth[0] + 0.9 * (smooth[-1] - smooth[0])
        at = next(x for (x, _), v in zip(there, smooth, strict=True) if v >= target - 1e-8)
        assert found[one["benchmark"]].estimate == at


@given(tables())
@settings(max_examples=25)
def test_whatever_the_rows_every_sentence_is_whole_and_the_table_has_one_row_each(
    rows: list[Row],
) -> None:
    courses = [of_the_course(rows, number=one) for one in ("last", "noise", "coupling", "place")]
    for finding in [*of_the_picked(rows), *of_the_prices(rows), *[f for of in courses for f in of]]:
        check_numbers(finding)
    table = with_statistics([one | {"kind": "stated"} for one in rows])
    assert len(table) == len(rows)
    for one in table:
        assert not any(isinstance(value, list) for value in one.values())


@pytest.mark.parametrize(
    ("accuracy", "verdict"), [([20.0, 80.0] * 12, "worse"), ([50.0] * 24, "better")]
)
def test_noise_above_and_below_the_binomial_is_told_apart(
    accuracy: list[float | None], verdict: str
) -> None:
    (found,) = of_the_course([row("A", accuracy)], number="noise")
    assert found.verdict == verdict
    assert found.estimate is not None
    assert (found.estimate > 1) == (verdict == "worse")


@pytest.mark.usefixtures("bundled")
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_no_filter_changes_a_verdict_or_an_interval(data: st.DataObject) -> None:
    usual = ITERATIONS.defaults()
    names = [option.value for option in ITERATIONS.controls[2].options(usual)]
    chosen = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    filtered, _ = ITERATIONS.clean(usual | {"benchmark": chosen})
    for view in ITERATIONS.views:
        for number in ("last", "noise", "coupling"):
            changes = [
                {
                    one.subject: (one.verdict, one.low, one.high)
                    for one in insights.every_finding(ITERATIONS, view, values | {"number": number})
                }
                for values in (usual, filtered)
            ]
            assert view.name == "detail" or changes[1].items() <= changes[0].items(), view.name
    headline = insights.headline(ITERATIONS, ITERATIONS.clean({"benchmark": ["AIME24"]})[0])
    assert "significantly only before correction" in headline.strong


@given(tables())
def test_no_interval_clears_0_beside_not_significant(rows: list[Row]) -> None:
    for one in [*of_the_gains(rows), *of_the_prices(rows), *of_the_course(rows, number="coupling")]:
        if one.verdict_words == "not significant" and one.low is not None and one.high is not None:
            assert one.low <= 0 <= one.high


@pytest.mark.usefixtures("bundled")
def test_the_picked_benchmark_has_the_verdict_that_it_has_among_all() -> None:
    """AIME2024's interval clears 0 (4.5 to 47.1), but its gain is not significant among 7."""
    view = ITERATIONS.view("detail")
    assert view is not None
    values, _ = ITERATIONS.clean({"panel": "AIME24"})
    gain = of_the_picked(ITERATIONS.view_rows(view, values))[0]
    assert (gain.subject, gain.verdict, gain.tests) == ("AIME24", "open", 7)
    assert (gain.low, gain.high) == pytest.approx((4.489, 47.052), abs=1e-3)
    assert gain.verdict_words == "only before correction"
    assert gain.plain_p is not None
    assert gain.plain_p < 0.05
    assert gain.facts[0] == ("Problems", "30")


@pytest.mark.usefixtures("bundled")
def test_the_worked_numbers_of_the_bundled_figure() -> None:
    rows = ITERATIONS.rows("grid", ITERATIONS.defaults())
    places = {one.subject: one.estimate for one in of_the_course(rows, number="place")}
    expected = {"MATH500": 76, "AIME24": 76, "Chemistry": 68, "OMNI-MATH500": 124}
    expected |= {"total@temp_1.0": 124, "GPQA": 148, "AIMO2024": 144}
    assert {name: places[name] for name in expected} == expected
    prices = {one.subject: one.estimate for one in of_the_prices(rows)}
    for name, price in {"total@temp_1.0": 2.46, "AIMO2024": 1.0, "Biology": 4.56, "GPQA": 3.18}.items():  # fmt: skip
        assert prices[name] == pytest.approx(price, abs=0.005)


@pytest.mark.usefixtures("bundled")
def test_the_table_has_the_derived_numbers_on_screen_and_as_csv() -> None:
    view = next(one for one in ITERATIONS.views if one.name == "summary")
    rows, total = study_tables.page(ITERATIONS, view, ITERATIONS.defaults(), 2, 5)
    assert (len(rows), total) == (5, 12)
    every, _ = study_tables.page(ITERATIONS, view, ITERATIONS.defaults(), 0, 50)
    aime = next(one for one in every if one["benchmark"] == "AIME24")
    assert aime["90% of it by iteration"] == 76
    assert aime["best minus last (points)"] == 13.33
    assert aime["gain: verdict (Holm)"] == "≈ not significant"
    unknown = next(one for one in every if one["benchmark"] == "KAOYAN")
    assert unknown["gain: 95% interval"] is None
    assert unknown["scatter / binomial noise"] is None
    head, *lines = study_tables.lines(ITERATIONS, view, ITERATIONS.defaults())
    assert head == tuple(every[0])
    assert lines == [tuple(one.values()) for one in every]
