"""What the curves over length say, against a second computation."""

import math
import re
from itertools import pairwise
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given

from reasonboard.core.findings.finding import Finding, ordered
from reasonboard.studies.type_length import rows as type_length_rows
from reasonboard.studies.type_length.findings.curves import of_the_curves
from reasonboard.studies.type_length.study import TYPE_LENGTH
from tests.studies.reference import check_numbers, has_numbers, holm, verdict_of
from tests.studies.type_length.rows import Row, line, panel, panels

NORMAL = NormalDist()
TYPE_4 = {9: 230 / 3, 10: 220 / 3, 11: 160 / 3}


def observed(rows: list[Row], **changed: str) -> list[Finding]:
    choice = {"type": "", "length": "", "first": "", "intervals": "on"}
    return of_the_curves(rows, **choice | changed)


def p_of(k: int, n: int, l: int, m: int) -> float:  # noqa: E741
    """Two-sided: the pooled z test; 1 where all are right or all wrong."""
    pooled = (k + l) / (n + m)
    if pooled in (0, 1):
        return 1.0
    z = (k / n - l / m) / math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return 2 * (1 - NORMAL.cdf(abs(z)))


def all_steps(rows: list[Row]) -> list[tuple[Row, int, int, float, float]]:
    """Row, start, end, change and p of every step between neighbouring lengths."""
    found = []
    for row in rows:
        own = [one for one in rows if one["panel"] == row["panel"]]
        tested = sorted({length for one in own for length in one["lengths"]})
        at = dict(zip(row["lengths"], row["accuracy"], strict=True))
        n = row["n_items"]
        for start, end in pairwise(tested):
            if start in at and end in at and n:
                p = p_of(round(at[start] * n), n, round(at[end] * n), n)
                found.append((row, start, end, at[end] - at[start], p))
    return found


@given(panels())
def test_every_step_that_is_told_is_there_and_its_verdict_is_right(rows: list[Row]) -> None:
    steps = all_steps(rows)
    # The steps of each panel are a family.
    adjusted: dict[tuple[str, float], float] = {}
    for name in {row["panel"] for row, *_ in steps}:
        own = [p for row, *_, p in steps if row["panel"] == name]
        adjusted |= {(name, p): one for p, one in zip(own, holm(own), strict=True)}
    resolved = [d for row, *_, d, p in steps if adjusted[row["panel"], p] <= 0.05 and d]
    found = observed(rows)
    with_range = [one for one in found if " from length " in one.text]
    for finding in with_range:
        start, end = map(int, re.findall(r" from length (\d+) to (\d+)", finding.text)[0])
        ((row, *_, change, p),) = [
            step
            for step in steps
            if finding.text.startswith(f"{step[0]['task_type']} of {step[0]['panel']} ")
            and step[1:3] == (start, end)
        ]
        check_numbers(finding)
        assert finding.estimate == pytest.approx(change * 100)
        corrected = adjusted[row["panel"], p]
        assert finding.p == pytest.approx(corrected)
        if abs(corrected - 0.05) > 1e-9:
            assert finding.verdict == verdict_of(corrected, change)
        assert finding.low is not None
        assert finding.high is not None
        assert (finding.low > 0 or finding.high < 0) == (p < 0.05)
    counted = [one for one in found if one.subject == "All steps"]
    assert bool(counted) == bool(resolved)
    assert len(with_range) == bool(steps) or resolved
    if resolved:
        falls = sum(d < 0 for d in resolved)
        assert counted[0].estimate == len(resolved)
        assert counted[0].verdict == verdict_of(0.0, len(resolved) - 2 * falls)
        assert counted[0].text == (
            f"Of {len(steps)} steps between neighboring lengths {len(resolved)} are significant: "
            f"{falls} down, {len(resolved) - falls} up."
        )


def test_the_cliff_of_the_captioned_figure() -> None:
    (first, *_) = observed([line("Type 4", TYPE_4)])
    assert [first.estimate, first.low, first.high] == pytest.approx([-20, -27.42, -12.36], abs=0.06)
    assert (first.subject, first.verdict) == ("Type 4 · M · Baseline · Core", "worse")
    assert first.text == (
        "Type 4 of M · Baseline · Core falls by 20.0 points from length 10 to 11, to 53.3% "
        "(95% interval 12.4 to 27.4; significant after correction)."
    )
    assert "over 2 steps" in first.test
    assert first.marks == {"type": "Type 4", "length": "11", "first": "M · Baseline · Core"}


def test_an_isolated_type_is_told_alone_but_corrected_over_all() -> None:
    rows = panel("Baseline", {"Type 4": TYPE_4, "Type 1": {0: 100, 1: 50}})
    texts = [one.text for one in observed(rows, type="Type 4")]
    assert all("Type 1" not in text for text in texts)
    assert "over 3 steps" in observed(rows, type="Type 4")[0].test


def test_two_panels_that_are_compared_stay_as_they_are() -> None:
    rows = [line("Type 4", TYPE_4, panels=2)]
    assert "first" not in observed(rows)[0].marks


def test_a_sudden_change_is_told_and_a_steady_fall_is_not() -> None:
    flat = {at: 90.0 if at < 4 else 60.0 for at in range(9)}
    steady = {at: 90.0 - 4 * at for at in range(9)}
    rows = panel("Baseline", {"Type 1": flat, "Type 2": steady})
    changes = [
        x for x in observed(rows, first="M · Baseline · Core") if "changes at one step" in x.text
    ]
    (one,) = changes
    assert one.text.startswith(
        "Type 1 of M · Baseline · Core changes at one step, from length 3 to 4"
    )
    assert "90.0% before, 60.0% after it" in one.text
    has_numbers(one, -30, "worse")
    assert not [x for x in observed(rows) if "changes at one step" in x.text]


def test_nothing_is_said_where_n_is_not_known() -> None:
    assert observed([line("Type 4", TYPE_4, None)]) == observed([]) == []


def test_the_largest_drop_of_all_lines_comes_first() -> None:
    """One of more problems is stronger, but not larger."""
    rows = [
        line("Type 1", {0: 90, 1: 70}, 5000, panel=f"M{at} · Base · Core", rank=at)
        for at in range(1, 46)
    ]
    rows[29] = line("Type 1", {0: 90, 1: 22.2}, 100, panel="M30 · Base · Core", rank=30)
    found = ordered(observed(rows))
    assert found[0].subject == "Type 1 · M30 · Base · Core"
    assert found[0].estimate == pytest.approx(-67.8)
    assert len([one for one in found if one.unit == "points"]) == 45


@pytest.mark.usefixtures("bundled")
def test_the_first_drop_of_type_4_is_that_of_its_captioned_figure() -> None:
    (view,) = (view for view in TYPE_LENGTH.views if view.name == "curves")
    chosen = {"type": "Type 4", "method": ["Baseline"], "benchmark": ["Core"]}
    values: dict[str, Any] = TYPE_LENGTH.clean(chosen)[0]
    assert view.observe
    rows = TYPE_LENGTH.view_rows(view, values)
    findings_here = view.observe(rows, **{name: values[name] for name in view.options})
    first = max(findings_here, key=lambda one: one.strength)
    assert first.estimate == pytest.approx(-20)
    assert first.subject.startswith("Type 4 · Qwen-2.5 1.5B")
    assert "over 90 steps" in first.test


@given(panels())
def test_no_other_panel_changes_the_verdict_of_a_step(rows: list[Row]) -> None:
    together = {id(row): steps for row, steps in type_length_rows.tested_steps(rows)}
    for name in {row["panel"] for row in rows}:
        for row, steps in type_length_rows.tested_steps(
            [row for row in rows if row["panel"] == name]
        ):
            assert steps == together[id(row)]
            for one in steps:
                low, high = one.step.contrast.low, one.step.contrast.high
                assert (low > 0 or high < 0) == (one.step.contrast.p < 0.05)
