"""What is said of the means of kv-cache and of the tokens kept, recomputed by hand."""

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep

from reasonboard.core.insights import findings
from reasonboard.studies.kv_cache.findings import along_ratios, along_windows, of_the_kept
from reasonboard.studies.kv_cache.study import KV_CACHE
from tests.studies.reference import check_numbers, has_numbers, verdict_of, with_unit

Row = dict[str, Any]
WINDOWS, RATIOS = (500, 1000, 2000), (0.1, 0.2, 0.5)
BY_NAME = {view.name: view for view in KV_CACHE.views}


def rows(
    percents: list[float], n: int | None, panel: str = "M · X", whole: bool = True
) -> list[Row]:
    """Both rows of a heatmap of three windows by three ratios."""
    places = [(window, ratio) for window in WINDOWS for ratio in RATIOS]
    shared: Row = {
        "panel": panel, "whole": whole, "in_window": [w for w, _ in places], "in_ratio": [r for _, r in places],
        "of_value": percents, "of_items": [n] * 9, "of_repeats": [None] * 9, "of_seeds": [None] * 9,
        "of_stderr": [None] * 9, "tests": {"windows": 3, "ratios": 3, "heatmaps": 1},
    }  # fmt: skip
    return [
        shared | {"along": "ratio", "kv_window": None, "kv_ratio": list(RATIOS)},
        shared | {"along": "window", "kv_window": list(WINDOWS), "kv_ratio": None},
    ]


PANELS = st.lists(st.lists(st.integers(1, 19), min_size=9, max_size=9), min_size=1, max_size=3)


@example(panels=[[1, 1, 1, 4, 1, 1, 1, 4, 4]], n=20, by_window=False)  # equal sets of cells
@example(panels=[[1, 1, 1, 1, 2, 1, 4, 3, 4]], n=20, by_window=False)  # equal sums
@given(PANELS, st.sampled_from([20, 400, 40_000]), st.booleans())
def test_extremes_and_trends_are_those_of_the_means(
    panels: list[list[int]], n: int, by_window: bool
) -> None:
    given_rows = [
        row
        for at, cells in enumerate(panels)
        for row in rows([5.0 * cell for cell in cells], n, f"M · {at}")
    ]
    count = len(panels)
    tests = {"windows": 3 * count, "ratios": 3 * count, "heatmaps": count}
    given_rows = [row | {"tests": tests} for row in given_rows]
    steps: tuple[float, ...] = WINDOWS if by_window else RATIOS
    axis = 1 if by_window else 0
    xs = np.log2(steps) if by_window else 10 * np.array(steps)
    found = (along_windows if by_window else along_ratios)(given_rows)
    means, errors = [], []
    for cells in panels:
        shares = np.array(cells).reshape(3, 3) * 0.05
        means.append(shares.mean(axis=axis))
        sure = (shares * n + 2) / (n + 4)  # two more right and two more wrong answers
        errors.append(np.sqrt((sure * (1 - sure) / (n + 4)).sum(axis=axis)) / 3)
    gaps = [
        (at, abs(m[a] - m[b]), math.hypot(e[a], e[b]))
        for at, (m, e) in enumerate(zip(means, errors, strict=True))
        for a, b in combinations(range(3), 2)
    ]
    adjusted = [
        min(1.0, math.erfc(gap / error / math.sqrt(2)) * len(gaps)) for _, gap, error in gaps
    ]
    spoken = 0
    for at, (m, e) in enumerate(zip(means, errors, strict=True)):
        here = [one for one in found if one.subject == f"M · {at}"]
        (slope,) = with_unit(here, "points per")
        weights = 1 / e**2
        middle = (weights * xs).sum() / weights.sum()
        expected = (weights * (xs - middle) * m).sum() / (weights * (xs - middle) ** 2).sum()
        assert slope.estimate == pytest.approx(100 * expected, abs=1e-6)
        if m.max() - m.min() < 1e-9:
            continue
        spoken += 1
        (extremes,) = [one for one in here if one.unit == "points"]
        assert extremes.estimate == pytest.approx(100 * (m.max() - m.min()))
        span = m.max() - m.min()
        ps = [p for (panel, gap, _), p in zip(gaps, adjusted, strict=True)
              if panel == at and math.isclose(gap, span, rel_tol=1e-9)]  # fmt: skip
        assert any(extremes.p == pytest.approx(p) for p in ps)
        assert extremes.verdict == verdict_of(extremes.p, 1)
        assert extremes.low is not None
        assert extremes.plain_p is not None
        assert (extremes.low > 0) == (extremes.plain_p < 0.05)
    assert len(found) == spoken + len(panels)


def test_means_that_lack_cells_or_n_are_not_spoken_of() -> None:
    for given_rows in (rows([50.0] * 9, None), rows([50.0] * 9, 20, whole=False), []):
        assert along_windows(given_rows) == along_ratios(given_rows) == []
    flat = along_windows(rows([50.0] * 9, 20))
    (one,) = flat
    has_numbers(one, 0.0, "open")


def kept(cells: list[list[float]], n: int | None) -> list[Row]:
    return [
        {
            "kv_window": window, "kv_ratio": list(RATIOS), "value": values, "items": [n] * 3,
            "repeats": [None] * 3, "seeds": [None] * 3, "stderrs": [None] * 3, "scale": "proportion",
            "kept": [window + ratio * (5000 - window) for ratio in RATIOS],
            "tests": {"cells": 3 * len(cells) - 1, "heatmaps": 1},
        }
        for window, values in zip(WINDOWS, cells, strict=False)
    ]  # fmt: skip


@given(
    st.lists(st.lists(st.integers(1, 19), min_size=3, max_size=3), min_size=1, max_size=3),
    st.sampled_from([20, 400, 40_000]),
    st.sampled_from(["1", "2", "5"]),
)
def test_the_cheapest_is_that_of_newcombes_intervals(
    cells: list[list[int]], n: int, margin: str
) -> None:
    given_rows = kept([[5.0 * one for one in line] for line in cells], n)
    found = of_the_kept(given_rows, panel="P", margin=margin, window="500", ratio="0.1")
    shares = [0.05 * one for line in cells for one in line]
    costs = [cost for row in given_rows for cost in row["kept"]]
    best = shares.index(max(shares))
    cheaper = [at for at in range(len(shares)) if costs[at] < costs[best]]
    passing = [best]
    for at in cheaper:
        low, _ = confint_proportions_2indep(
            shares[at] * n, n, shares[best] * n, n, method="newcomb", alpha=0.05 / (len(shares) - 1)
        )
        if low > -float(margin) / 100:
            passing.append(at)
    chosen = min(passing, key=lambda at: costs[at])
    cheapest = next(one for one in found if one.unit == "tokens")
    assert cheapest.estimate == costs[chosen]
    assert cheapest.verdict == ("open" if chosen == best else "better")
    assert f"at most {margin} point" in cheapest.text


def test_without_n_or_rows_nothing_is_said_of_costs() -> None:
    for given_rows in ([], kept([[40.0, 50.0, 60.0]], None)):
        assert of_the_kept(given_rows, panel="P", margin="5") == []


@pytest.mark.usefixtures("bundled")
def test_the_bundled_means_resolve_nothing() -> None:
    values = KV_CACHE.defaults()
    windows = findings(KV_CACHE, BY_NAME["by_window"], values)
    assert windows[0].text == (
        "DeepSeek-R1-Distill-Llama-8B · GPQA-Diamond: the mean is highest at window 500, 1.9 points above "
        "window 3,000, the lowest (95% interval −2.5 to +6.2; not significant)."
    )
    for name in ("by_window", "by_ratio", "by_kept"):
        for finding in findings(KV_CACHE, BY_NAME[name], values):
            assert finding.unit == "tokens" or finding.verdict == "open"
            check_numbers(finding)
