"""What is said of the heatmaps of kv-cache, against what a few lines of arithmetic say."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency, friedmanchisquare
from statsmodels.stats.proportion import proportion_confint

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import one_of
from reasonboard.core.insights import every_finding, findings
from reasonboard.studies.kv_cache.findings import of_the_agreement, of_the_grid
from reasonboard.studies.kv_cache.heatmap import Heatmap
from reasonboard.studies.kv_cache.study import KV_CACHE
from tests.studies.reference import has_numbers, verdict_of

Row = dict[str, Any]
PLACES = [(window, ratio) for window in (500, 2000) for ratio in (0.1, 0.3, 0.5)]
BY_NAME = {view.name: view for view in KV_CACHE.views}


def with_tests(rows: list[Row]) -> list[Row]:
    """The rows with the numbers of tests that they allow together."""
    sizes = [len(one["value"]) for one in rows]
    tests = {
        "pairs": sum(n * (n - 1) // 2 for n in sizes),
        "cells": sum(sizes) - len(sizes),
        "heatmaps": len(rows),
    }
    return [one | {"tests": {name: max(1, n) for name, n in tests.items()}} for one in rows]


def row(percents: list[float], answers: list[int | None], panel: str = "M · X", **more: Any) -> Row:
    size = len(percents)
    return {
        "panel": panel, "model": "M", "benchmark": panel.removeprefix("M · "), "value": percents,
        "kv_window": [window for window, _ in PLACES[:size]], "kv_ratio": [ratio for _, ratio in PLACES[:size]],
        "items": answers, "repeats": [None] * size, "seeds": [None] * size, "stderrs": [None] * size,
        "scale": "proportion",
    } | more  # fmt: skip


@st.composite
def rows(draw: st.DrawFn) -> list[Row]:
    """Heatmaps of one to six cells: counts as printed, n from a few to many, sometimes unknown."""
    found = []
    for number in range(draw(st.integers(0, 4))):
        size = draw(st.integers(1, 6))
        answers: list[int | None] = []
        percents = []
        for _ in range(size):
            n = draw(st.sampled_from([7, 30, 150, 450, 20_000]))
            right = draw(st.integers(0, n))
            percents.append(round(100 * right / n, 1))
            answers.append(n if draw(st.integers(0, 20)) else None)
        found.append(row(percents, answers, f"M · {number}"))
    return with_tests(found)


def snapped(percent: float, n: int) -> float:
    """The one share of n that is printed so."""
    shares = [c / n for c in range(n + 1) if abs(100 * c / n - percent) <= 0.05 + 1e-9]
    return shares[0] if len(shares) == 1 and n <= 1000 else percent / 100


@given(rows())
def test_of_each_heatmap_the_best_its_interval_and_the_test_are_those_of_the_cells(
    given_rows: list[Row],
) -> None:
    found = [one for one in of_the_grid(given_rows) if one.p is not None]
    expected = {}
    for heatmap in given_rows:
        if None in heatmap["items"] or len(heatmap["value"]) < 2:
            continue
        ns = heatmap["items"]
        shares = [snapped(v, n) for v, n in zip(heatmap["value"], ns, strict=True)]
        right = [s * n for s, n in zip(shares, ns, strict=True)]
        wrong = [n - r for r, n in zip(right, ns, strict=True)]
        if min(sum(right), sum(wrong)) >= 1e-9:
            p = chi2_contingency([right, wrong], correction=False).pvalue
            expected[heatmap["panel"]] = shares, ns, p
    assert {one.subject for one in found} == set(expected)
    pairs = sum(len(heatmap["value"]) * (len(heatmap["value"]) - 1) // 2 for heatmap in given_rows)
    for one in found:
        shares, ns, p = expected[one.subject]
        top = max(shares)
        n = max(n for share, n in zip(shares, ns, strict=True) if share == top)
        ends = proportion_confint(top * n, n, method="wilson")
        assert [one.estimate, one.low, one.high] == pytest.approx(
            [100 * top, 100 * ends[0], 100 * ends[1]], abs=1e-3
        )
        assert one.p == pytest.approx(min(1.0, p * len(given_rows)), abs=1e-9)
        assert one.tests == len(given_rows)
        tied = len(together(shares, ns, pairs)) - 1
        assert one.verdict == ("open" if tied else verdict_of(one.p, 1))
        others = len(shares) - 1
        every = {1: "the", 2: "both"}.get(others, f"all {others}")
        which = f"{tied} of {others}" if tied < others else every
        noun, are = "cell" if others == 1 else "cells", "is" if tied == 1 else "are"
        words = f"is highest; {which} other {noun} {are} tied with it;"
        above = f"is significantly above {every} other {noun};"
        assert (words if tied else above) in one.text


def together(shares: list[float], ns: list[int], pairs: int) -> set[int]:
    """The cells that no test, corrected by Bonferroni over all pairs of all heatmaps, parts from the highest."""
    best = max(range(len(shares)), key=lambda at: (shares[at], ns[at], -at))
    same = set()
    for at in range(len(shares)):
        pooled = (shares[at] * ns[at] + shares[best] * ns[best]) / (ns[at] + ns[best])
        error = math.sqrt(max(0.0, pooled * (1 - pooled)) * (1 / ns[at] + 1 / ns[best]))
        z = abs(shares[at] - shares[best]) / error if error else 0.0
        if math.erfc(z / math.sqrt(2)) * pairs > 0.05 or at == best or shares[at] == shares[best]:
            same.add(at)
    return same


def test_the_highest_is_expected_at_the_mean_where_noise_makes_all_differences() -> None:
    (found,) = of_the_grid(with_tests([row([45.3, 49.3, 47.3], [150] * 3)]))
    assert "expect the highest at 47.3%" in found.text
    assert "spread by 2.0 points (SD), noise alone by 4.1" in found.test
    assert found.marks == {"panel": "M · X", "window": "500", "ratio": "0.3"}


def test_values_that_no_count_gives_are_named() -> None:
    found = of_the_grid(with_tests([row([43.7, 44.0], [150, 150])]))
    (impossible,) = [one for one in found if one.p is None]
    has_numbers(impossible, 43.7, "untested")
    assert impossible.text == (
        "M · X: 43.7% at window 500, ratio 0.1 cannot be a share of 150 answers; "
        "possible near 43.7%: 43.3% and 44.0%."
    )
    with_error = row([43.7, 44.0], [150, 150], stderrs=[0.04, 0.04])
    assert not [one for one in of_the_grid(with_tests([with_error])) if one.p is None]


def test_nothing_is_said_of_one_cell_of_equal_ends_and_of_no_rows() -> None:
    assert of_the_grid([]) == []
    assert (
        of_the_grid(
            with_tests(
                [row([50.0], [30]), row([100.0, 100.0], [30, 30]), row([4.0, 5.0], [None, None])]
            )
        )
        == []
    )
    assert of_the_agreement([]) == []
    assert of_the_agreement([row([1.0, 2.0, 3.0], [None] * 3)]) == []


@given(st.lists(st.lists(st.integers(0, 50), min_size=4, max_size=4), min_size=2, max_size=5))
def test_agreement_is_friedmans(grids: list[list[int]]) -> None:
    found = of_the_agreement(
        [
            row([float(one) for one in grid], [None] * 4, f"M · {at}")
            for at, grid in enumerate(grids)
        ]
    )
    if all(len(set(grid)) == 1 for grid in grids):
        assert found == []
        return
    expected = friedmanchisquare(*zip(*grids, strict=True))
    (one,) = found
    p = float(chi2.sf(expected.statistic, 3))
    has_numbers(one, expected.statistic / (len(grids) * 3), verdict_of(p, 1))
    assert one.p == pytest.approx(p)
    assert one.subject == f"{len(grids)} heatmaps"


@pytest.mark.usefixtures("bundled")
def test_the_bundled_best_of_aime24_is_separable_from_nothing() -> None:
    found = findings(KV_CACHE, BY_NAME["grid"], KV_CACHE.defaults())
    assert len(found) == 6
    best = next(one for one in found if one.subject == "DeepSeek-R1-Distill-Llama-8B · AIME24")
    assert [best.estimate, best.low, best.high] == pytest.approx([49.3, 32.6, 66.3], abs=0.05)
    assert best.verdict == "open"
    assert best.text.startswith(
        "DeepSeek-R1-Distill-Llama-8B · AIME24: window 1,000, ratio 0.2 with 49.3% "
        "(95% interval 32.6 to 66.3) is highest; all 19 other cells are tied with it"
    )
    (impossible,) = [one for one in found if one.verdict == "untested"]
    assert impossible.text.startswith(
        "DeepSeek-R1-Distill-Llama-8B · AMC23: 87.3% at window 3,000, ratio 0.3"
    )
    assert "87.0% and 87.5%" in impossible.text


@pytest.mark.usefixtures("bundled")
def test_a_source_without_n_is_tested_with_that_of_the_catalogue() -> None:
    values, _ = KV_CACHE.clean({"source": "caption-kv-cache"})
    stated = {view.name: findings(KV_CACHE, view, values) for view in KV_CACHE.views}
    assert [name for name, found in stated.items() if found] == ["grid", "agreement"]


@pytest.mark.usefixtures("bundled")
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_no_filter_changes_a_verdict_or_an_interval(data: st.DataObject) -> None:
    """Whatever benchmarks and models are chosen, what is still said has the same estimate, interval and verdict."""
    usual = KV_CACHE.defaults() | {"mode": data.draw(st.sampled_from(["value", "best", "cell"]))}
    filters: dict[str, str | list[str]] = {}
    for control in (one for one in KV_CACHE.controls if one.name in ("benchmark", "model")):
        names = [option.value for option in control.options(usual)]
        filters[control.name] = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    filtered, _ = KV_CACHE.clean(usual | filters)
    for view in KV_CACHE.views:
        of_all = [
            verdicts(every_finding(KV_CACHE, view, usual | {"panel": panel}))
            for panel in {usual["panel"], filtered["panel"]}
        ]
        stated = verdicts(every_finding(KV_CACHE, view, filtered))
        assert stated <= set().union(*of_all), view.name
    for row in KV_CACHE.rows("grid", filtered):
        before = next(one for one in KV_CACHE.rows("grid", usual) if one["panel"] == row["panel"])
        for mode in ("best", "cell"):
            assert Heatmap(row).against(mode, 0) == Heatmap(before).against(mode, 0)


def verdicts(found: tuple[Finding, ...]) -> set[tuple[object, ...]]:
    return {
        (one.subject, one.unit, one.estimate, one.low, one.high, one.p, one.tests, one.verdict)
        for one in found
    }


@given(rows())
def test_an_interval_says_what_the_plain_test_says_in_either_mode(given_rows: list[Row]) -> None:
    for row in given_rows:
        heatmap = Heatmap(row)
        for mode in ("best", "cell"):
            for result in heatmap.against(mode, 0):
                if result:
                    low, high = result.ends()
                    assert low is not None
                    assert high is not None
                    assert (low > 0 or high < 0) == (result.p < 0.05)


def test_one_pair_of_cells_has_one_verdict_against_the_best_and_against_the_selected() -> None:
    (heatmap,) = map(Heatmap, with_tests([row([40.0, 60.0, 41.0], [400] * 3)]))
    assert heatmap.against("best", None) == heatmap.against("cell", 1)
    assert [one and one.significant for one in heatmap.against("best", None)] == [True, None, True]
    assert heatmap.against("best", None)[0] == one_of(3, heatmap.cells[0], heatmap.cells[1])
