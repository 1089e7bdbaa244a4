"""What the heatmaps over type and length say, against a second computation."""

import math
import re
from itertools import combinations
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given

from reasonboard.core.control import Values
from reasonboard.core.findings.finding import Finding
from reasonboard.studies.type_length.findings.grid import of_the_grid
from reasonboard.studies.type_length.rows import cell_differences, cells_of
from reasonboard.studies.type_length.study import TYPE_LENGTH
from tests.studies.reference import check_numbers, has_numbers, p_of_difference, verdict_of
from tests.studies.type_length.rows import Row, panel, panels

NORMAL = NormalDist()


def observed(rows: list[Row], **changed: str) -> list[Finding]:
    choice = {
        "mode": "accuracy", "first": "M · Meta · Core", "second": "M · Baseline · Core",
        "type": "", "length": "", "intervals": "on",
    }  # fmt: skip
    return of_the_grid(rows, **choice | changed)


def by_place(rows: list[Row]) -> dict[tuple[str, int], tuple[float, float]]:
    """Value and the variance that Agresti and Coull's estimate gives it."""
    found = {}
    for row in rows:
        for at, length in enumerate(row["lengths"]):
            n, value = row["items"][at], row["accuracy"][at]
            share = (value * n + 2) / (n + 4) if n else math.nan
            found[row["task_type"], length] = (
                value,
                share * (1 - share) / (n + 4) if n else math.nan,
            )
    return found


def mean_difference(a: list[Row], b: list[Row]) -> tuple[int, float, float] | None:
    """Over shared cells: how many, the mean difference, its standard error."""
    one, two = by_place(a), by_place(b)
    shared = set(one) & set(two)
    if not shared:
        return None
    k = len(shared)
    value = sum(one[at][0] - two[at][0] for at in shared) / k
    return k, value, math.sqrt(sum(one[at][1] + two[at][1] for at in shared)) / k


@given(panels())
def test_methods_are_compared_on_the_cells_that_they_share(rows: list[Row]) -> None:
    of = {name: [r for r in rows if r["method"] == name] for name in ("Baseline", "Meta", "Third")}
    expected = {}
    for name in ("Meta", "Third"):
        found = mean_difference(of[name], of["Baseline"]) if of[name] else None
        if found:
            expected[name] = found
    known = {name: one for name, one in expected.items() if not math.isnan(one[2])}
    averages = [one for one in observed(rows) if "on average" in one.text]
    assert len(averages) == len(expected)
    untested = [one for one in averages if one.verdict == "untested"]
    assert len(untested) == len(expected) - len(known)
    assert all("no uncertainty available" in one.text for one in untested)
    rows = [row | {"comparisons": 5} for row in rows]
    averages = [
        one for one in observed(rows) if "on average" in one.text and one.verdict != "untested"
    ]
    p_of = {name: min(1.0, 5 * two_sided(v, e)) for name, (_, v, e) in known.items()}
    for finding in averages:
        name = finding.subject.split(" · ")[1]
        cells, value, stderr = known[name]
        check_numbers(finding)
        assert f"the {cells} cells" in finding.text
        assert finding.estimate == pytest.approx(value * 100, abs=1e-9)
        assert finding.p == pytest.approx(p_of[name], abs=1e-9)
        assert finding.strength == pytest.approx(abs(value) / stderr)
        assert finding.low is not None
        assert finding.high is not None
        assert finding.plain_p is not None
        assert (finding.low > 0 or finding.high < 0) == (finding.plain_p < 0.05)


@pytest.mark.usefixtures("bundled")
def test_no_filter_and_no_number_of_panels_changes_the_verdict_of_a_method() -> None:
    view = TYPE_LENGTH.views[0]
    seen: dict[str, set[object]] = {}
    for filters in ({}, {"model": ["Qwen-2.5 3B"]}, {"panels": "12"}, {"benchmark": ["Core"]}):
        values, notices = TYPE_LENGTH.clean(filters)
        assert not notices
        options = {name: str(values[name]) for name in view.options}
        for one in of_the_grid(TYPE_LENGTH.view_rows(view, values), **options):
            if "on average" in one.text:
                seen.setdefault(one.subject + one.text, set()).add((one.verdict, one.p))
    assert len(seen) >= 3
    assert all(len(found) == 1 for found in seen.values())


@given(panels())
def test_the_interval_of_a_difference_of_cells_says_what_the_plain_test_says(
    rows: list[Row],
) -> None:
    of = [cells_of([r for r in rows if r["method"] == name]) for name in ("Baseline", "Meta")]
    for result in cell_differences(*of).values():
        low, high = result.ends()
        assert low is not None
        assert high is not None
        assert (low > 0 or high < 0) == (result.p < 0.05)


def two_sided(value: float, stderr: float) -> float:
    return 2 * (1 - NORMAL.cdf(abs(value) / stderr))


@given(panels())
def test_the_highest_and_the_lowest_type_are_over_the_lengths_that_all_have(
    rows: list[Row],
) -> None:
    for finding in observed(rows):
        if "all types have" not in finding.text:
            continue
        group = [row for row in rows if finding.text.startswith(row["panel"])]
        shared = sorted(set.intersection(*(set(row["lengths"]) for row in group)))
        means = {
            row["task_type"]: sum(
                value
                for length, value in zip(row["lengths"], row["accuracy"], strict=True)
                if length in shared
            )
            / len(shared)
            for row in group
        }
        high, low = re.findall(r"(Type \d) is (?:high|low)est with", finding.text)
        check_numbers(finding)
        assert finding.estimate == pytest.approx(100 * max(means.values()))
        assert means[high] == pytest.approx(max(means.values()))
        assert means[low] == pytest.approx(min(means.values()))
        assert finding.subject.startswith(high)
        ns = {row["task_type"]: row["items"][0] * len(shared) for row in group}
        pairs = list(combinations(means, 2))
        p = [p_of_difference(means[a], ns[a], means[b], ns[b]) for a, b in pairs]
        tied = re.findall(r"\); tied with it: ([^;]*);", finding.text)
        assert finding.verdict == ("open" if tied else "better")
        for (a, b), one in zip(pairs, p, strict=True):
            if high in (a, b):
                other = b if a == high else a
                if one * len(p) < 0.049:  # Bonferroni's is never milder than Holm's
                    assert not tied or other not in tied[0]
                if one > 0.051:
                    assert tied
                    assert other in tied[0]


@given(panels())
def test_a_difference_counts_its_cells_by_verdict(rows: list[Row]) -> None:
    a, b = ([r for r in rows if r["method"] == name] for name in ("Meta", "Baseline"))
    findings_here = observed(rows, mode="difference")
    shared = set(by_place(a)) & set(by_place(b))
    if not shared or None in {row["n_items"] for row in a + b}:
        assert findings_here == []
        return
    n, m = a[0]["n_items"], b[0]["n_items"]
    one, two = by_place(a), by_place(b)
    tests = [
        (p_of_difference(one[at][0], n, two[at][0], m), one[at][0] - two[at][0]) for at in shared
    ]
    # Benjamini and Hochberg: all up to the largest p with p <= 0.05 rank / k.
    ordered = sorted(p for p, _ in tests)
    limits = [p for rank, p in enumerate(ordered, 1) if p <= 0.05 * rank / len(ordered) + 1e-12]
    limit = max(limits, default=-1.0)
    better = sum(1 for p, d in tests if p <= limit + 1e-12 and d > 0)
    worse = sum(1 for p, d in tests if p <= limit + 1e-12 and d < 0)
    counted = next(one for one in findings_here if "cells are significantly higher" in one.text)
    assert (counted.estimate, counted.unit) == (
        better + worse,
        f"of {len(tests)} cell{'s' if len(tests) > 1 else ''}",
    )
    assert counted.verdict == verdict_of(0.0, better - worse)
    assert counted.text.startswith(
        f"{better} of {len(tests)} cells are significantly higher, {worse} lower, "
        f"and {len(tests) - better - worse} are not significant"
    )


def test_an_isolated_type_narrows_the_comparison_to_it() -> None:
    rows = panel("Baseline", {"Type 1": {1: 50, 2: 50}, "Type 2": {1: 90}})
    rows += panel("Meta", {"Type 1": {1: 80, 2: 80}, "Type 2": {1: 90}}, rank=2)
    (one,) = [x for x in observed(rows, type="Type 1") if "on average" in x.text]
    assert one.text.startswith("M · Meta · Core is 30.0 points above M · Baseline · Core")
    assert "the 2 cells of Type 1" in one.text
    (whole,) = [x for x in observed(rows) if "on average" in x.text]
    assert whole.estimate == pytest.approx(20)


def test_a_lower_method_is_below_and_the_interval_in_its_sentence_has_no_sign() -> None:
    rows = panel("Baseline", {"Type 1": {1: 80}}) + panel("Meta", {"Type 1": {1: 50}}, rank=2)
    (one,) = observed(rows)
    assert re.search(r"30\.0 points below .* interval 2\d\.\d to 3\d\.\d; significant", one.text)
    has_numbers(one, -30, "worse")


def test_nothing_is_said_of_nothing() -> None:
    assert observed([]) == observed([], mode="difference") == []
    assert observed(panel("Baseline", {"Type 1": {1: 80}})) == []


def options(names: tuple[str, ...], values: Values) -> dict[str, Any]:
    return {name: values[name] for name in names}


@pytest.mark.usefixtures("bundled")
def test_the_means_of_the_methods_are_the_published_ones() -> None:
    values = TYPE_LENGTH.defaults()
    (view,) = (view for view in TYPE_LENGTH.views if view.name == "grid")
    assert view.observe
    findings_here = view.observe(
        TYPE_LENGTH.view_rows(view, values), **options(view.options, values)
    )
    # 93.11 - 85.56, 96.16 - 93.03 and 98.13 - 95.76 over all cells.
    means = {one.subject: one.estimate for one in findings_here if one.unit == "points"}
    of_core = [
        means[f"Qwen-2.5 {size} · Meta-learning · Core"] or 0 for size in ("1.5B", "3B", "7B")
    ]
    assert [round(mean, 1) for mean in of_core] == [7.5, 3.1, 2.4]
