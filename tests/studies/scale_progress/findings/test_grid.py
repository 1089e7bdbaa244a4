"""The observations of scale-progress against the same numbers worked out a second time here."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import linregress

from reasonboard.core.findings.finding import Finding
from reasonboard.core.insights import every_finding, headline
from reasonboard.studies.scale_progress.benchmarks import Benchmark
from reasonboard.studies.scale_progress.findings.curves import of_gains, of_training
from reasonboard.studies.scale_progress.findings.grid import of_the_grid
from reasonboard.studies.scale_progress.findings.sizes import of_doubling, of_sizes
from reasonboard.studies.scale_progress.study import SCALE_PROGRESS
from tests.studies.reference import check_numbers, has_numbers, holm, p_of, verdict_of

Row = dict[str, Any]
SIZES = {"small": 1.0, "middle": 2.0, "large": 8.0}
CHECKPOINTS = {"0": 0.0, "5": 0.5, "7": 0.7, "10": 1.0}
OPTIONS = {"spacing": "true", "size": "large", "panel": "A", "intervals": "on"}


def known(value: float, n: int | None) -> Row:
    return {
        "value": value, "scale": "proportion",
        "n_items": n, "n_repeats": None, "n_seeds": None, "seed_sd": None, "stderr": None,
    }  # fmt: skip


@st.composite
def grids(draw: st.DrawFn) -> list[Row]:
    """Rows of a grid with gaps: benchmark, model and some of the checkpoints."""
    rows = []
    for benchmark in draw(st.lists(st.sampled_from("ABC"), min_size=1, unique=True)):
        n = draw(st.sampled_from([None, 5, 60, 2000]))
        for model in draw(st.lists(st.sampled_from(sorted(SIZES)), min_size=1, unique=True)):
            places = sorted(
                draw(st.lists(st.sampled_from(sorted(CHECKPOINTS)), min_size=1, unique=True)),
                key=CHECKPOINTS.__getitem__,
            )
            values = [draw(st.integers(0, n or 10)) / (n or 10) for _ in places]
            measured = [known(value, n) for value in values]
            rows.append({
                "benchmark": benchmark, "aggregate": False, "model": model, "params_b": SIZES[model],
                "checkpoint": places, "progress": [CHECKPOINTS[place] for place in places],
                "measured": measured, "base": [None, *[measured[0]] * (len(places) - 1)], "kinds": ["stated"],
            })  # fmt: skip
    return with_tests(rows)


def with_tests(rows: list[Row]) -> list[Row]:
    """The rows with the numbers of tests that they allow together."""
    at_once = Counter((row["benchmark"], place) for row in rows for place in row["checkpoint"])
    tests = {
        "gains": sum(at_once.values()), "pairs": max(1, sum(n * (n - 1) // 2 for n in at_once.values())),
        "curves": len(rows), "slopes": len({row["benchmark"] for row in rows}),
    }  # fmt: skip
    return [row | {"tests": tests} for row in rows]


def lines(rows: Sequence[Row], benchmark: str = "A") -> list[Row]:
    """The rows of one benchmark, a row per model and checkpoint, as the charts of lines have them."""
    return sorted(
        (
            one | {"model": row["model"], "params_b": row["params_b"], "progress": progress,
                   "checkpoint": checkpoint, "benchmark": benchmark, "tests": row["tests"]}
            for row in rows
            if row["benchmark"] == benchmark
            for progress, checkpoint, one in zip(
                row["progress"], row["checkpoint"], row["measured"], strict=True
            )
        ),
        key=lambda row: (row["params_b"], row["progress"]),
    )  # fmt: skip


def numbers(text: str, pattern: str) -> list[int]:
    found = re.search(pattern, text)
    assert found, text
    return [int(group.replace(",", "")) for group in found.groups()]


def saying(found: Sequence[Finding], words: str) -> Finding | None:
    return next((one for one in found if words in one.text), None)


@given(grids())
def test_the_largest_is_counted_highest_where_no_smaller_value_is_above(rows: list[Row]) -> None:
    found = saying(of_the_grid(rows, mode="accuracy", checkpoint="10", **OPTIONS), "is highest in")
    here = [
        row | {"last": row["measured"][-1]["value"]}
        for row in rows
        if row["checkpoint"][-1] == "10"
    ]
    most = max((row["params_b"] for row in here), default=0)
    benchmarks = {row["benchmark"] for row in here if row["params_b"] == most}
    benchmarks &= {row["benchmark"] for row in here if row["params_b"] < most}
    if not benchmarks:
        assert found is None
        return
    highest = sum(
        all(row["last"] <= top["last"] for row in here if row["benchmark"] == top["benchmark"])
        for top in here
        if top["params_b"] == most and top["benchmark"] in benchmarks
    )
    assert found is not None
    check_numbers(found)
    assert numbers(found.text, r"highest in (\d+) of (\d+)") == [highest, len(benchmarks)]
    if highest == len(benchmarks):
        assert (found.estimate, found.unit) == (highest, f"of {highest} benchmarks highest")
    else:
        assert found.estimate is not None
        assert found.estimate < 0


@given(grids())
def test_curves_that_end_under_their_best_are_counted_and_tested(rows: list[Row]) -> None:
    found = saying(of_the_grid(rows, mode="accuracy", checkpoint="10", **OPTIONS), "curves end")
    under, ps = 0, []
    for row in rows:
        values = [one["value"] for one in row["measured"]]
        best = values.index(max(values))
        if values[best] == values[-1]:
            # A test that found nothing counts among the tests.
            ps += [1.0] if row["measured"][0]["n_items"] else []
            continue
        under += 1
        each = [p_of(one, row["measured"][-1]) for one in row["measured"][:-1]]
        if row["measured"][0]["n_items"]:
            ps.append(holm([p or 0.0 for p in each])[best])
    if not under:
        assert found is None
        return
    resolved = sum(p * len(rows) <= 0.05 for p in ps)
    assert found is not None
    observed = numbers(
        found.text, r"^(\d+) of (\d+) curves end below their best checkpoint, (\d+) of them sig"
    )
    assert observed == [under, len(rows), resolved]
    check_numbers(found)
    assert found.estimate is not None
    assert found.estimate < 0
    assert found.verdict == ("worse" if resolved else "open" if found.p is not None else "untested")


@given(grids())
def test_significant_gains_are_counted_over_all_panels(rows: list[Row]) -> None:
    found = saying(
        of_the_grid(rows, mode="gain", checkpoint="10", **OPTIONS), "gains since the start"
    )
    tested = [
        (one["value"] - base["value"], p * row["tests"]["gains"])
        for row in rows
        for one, base in zip(row["measured"], row["base"], strict=True)
        if base and (p := p_of(one, base)) is not None
    ]
    every = len(tested)
    up = sum(difference > 0 and p <= 0.05 for difference, p in tested)
    down = sum(difference < 0 and p <= 0.05 for difference, p in tested)
    if not every:
        assert found is None
        return
    assert found is not None
    assert (found.estimate, found.unit) == (up + down, f"of {every:,} gains since the start")
    assert found.verdict == verdict_of(0.0, up - down)


@given(grids())
def test_the_picked_model_moves_as_its_ends_do(rows: list[Row]) -> None:
    of = lines(rows)
    found = saying(
        of_training(of, checkpoint="10", **OPTIONS), "from the first to the last checkpoint"
    )
    picked = [row for row in of if row["model"] == "large"]
    if len(picked) < 2:
        assert found is None
        return
    assert found is not None
    change = picked[-1]["value"] - picked[0]["value"]
    p = p_of(picked[-1], picked[0])
    p = None if p is None else min(1.0, p * picked[0]["tests"]["gains"])
    assert found.subject == "8B · A"
    assert found.estimate == pytest.approx(change * 100)
    assert found.p == (p if p is None else pytest.approx(p, abs=1e-9))
    assert found.verdict == verdict_of(p, change)
    assert ("falls by" in found.text, "rises by" in found.text) == (change < 0, change > 0)


@given(grids())
def test_slopes_over_sizes_are_those_of_a_regression(rows: list[Row]) -> None:
    of = [row for benchmark in "ABC" for row in lines(rows, benchmark) if row["checkpoint"] == "10"]
    slopes, ps = {}, []
    for benchmark in "ABC":
        here = [row for row in of if row["benchmark"] == benchmark]
        if len(here) < 2:
            continue
        fit = linregress(
            [math.log2(row["params_b"]) for row in here], [row["value"] for row in here]
        )
        slopes[benchmark] = fit.slope
        if len(here) > 2:
            # Equal values leave no residuals to tell an interval from.
            ps += [] if math.isnan(fit.pvalue) else [(benchmark, fit.pvalue)]
        elif (p := p_of(here[1], here[0])) is not None:
            ps.append((benchmark, p))
    found = of_doubling(of, **OPTIONS)
    if not slopes:
        assert found == []
        return
    if ps and not any(math.isnan(p) for _, p in ps):
        sure = {name for name, p in ps if p * of[0]["tests"]["slopes"] <= 0.05}
        unit = f"of {len(ps)} benchmark{'s' if len(ps) > 1 else ''}"
        unit += " tested" if len(ps) < len(slopes) else ""
        assert (found[0].estimate, found[0].unit) == (len(sure), unit)
    for one in found[1:]:
        check_numbers(one)
        assert one.estimate == pytest.approx(slopes[one.subject] * 100, abs=1e-9)


@given(grids())
def test_ninety_percent_is_told_of_significant_gains_only(rows: list[Row]) -> None:
    of = lines(rows)
    found = of_gains(of, **OPTIONS)
    groups = [[row for row in of if row["model"] == model] for model in SIZES]
    groups = [group for group in groups if len(group) > 2]
    if not groups:
        assert found == []
        return
    gained = 0
    for group in groups:
        p = p_of(group[-1], group[0])
        p = 0.0 if p is None else p * group[0]["tests"]["gains"]
        gained += group[-1]["value"] > group[0]["value"] and p <= 0.05
    check_numbers(found[0])
    assert (found[0].estimate is None) == (not gained)
    if gained:
        tested = [group for group in groups if p_of(group[-1], group[0]) is not None]
        if len(tested) == len(groups):
            assert numbers(found[0].text, r"(\d+) of (\d+) sizes? ha") == [gained, len(groups)]
        if not tested:
            assert f"{gained} of {len(groups)} size" in found[0].text
            assert "significant" not in found[0].text
        assert found[0].estimate in [100 * progress for progress in CHECKPOINTS.values()]


@pytest.mark.usefixtures("bundled")
def test_pythia_gains_672_points_per_doubling_and_its_smallest_model_declines() -> None:
    values, _ = SCALE_PROGRESS.clean({
        "source": "pythia", "panel": "lambada_openai", "checkpoint": "143000", "size": "pythia-70m",
    })  # fmt: skip
    by_name = {view.name: view for view in SCALE_PROGRESS.views}
    sizes = SCALE_PROGRESS.view_rows(by_name["along_size"], values)
    assert len([row for row in sizes if not row["first"]]) == 8
    found = of_sizes(sizes, panel="lambada_openai", checkpoint="143000")
    slope = saying(found, "points per doubling")
    assert slope is not None
    has_numbers(slope, 6.72, "better", within=0.005)
    training = SCALE_PROGRESS.view_rows(by_name["along_training"], values)
    declined = saying(of_training(training, panel="lambada_openai", size="pythia-70m"), "is best")
    assert declined is not None
    assert declined.subject == "70M · lambada_openai"
    has_numbers(declined, -6.9, "worse", within=0.05)


@pytest.mark.usefixtures("bundled")
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_no_filter_changes_a_verdict_or_an_interval(data: st.DataObject) -> None:
    """Whatever benchmarks and models are chosen, what is still said of a subject is the same."""
    usual = SCALE_PROGRESS.defaults() | {
        "mode": data.draw(st.sampled_from(["accuracy", "gain", "size"]))
    }
    filters: dict[str, str | list[str]] = {}
    for control in (one for one in SCALE_PROGRESS.controls if one.name in ("benchmark", "model")):
        names = [option.value for option in control.options(usual)]
        filters[control.name] = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    filtered, _ = SCALE_PROGRESS.clean(usual | filters)
    panels = {usual["panel"], filtered["panel"]}
    sizes = {usual["size"], filtered["size"]}
    every = [usual | {"panel": panel, "size": size} for panel in panels for size in sizes]
    for view in SCALE_PROGRESS.views:
        of_all = {one: at for values in every for one, at in verdicts(view.name, values).items()}
        for one, stated in verdicts(view.name, filtered).items():
            assert of_all.get(one, stated) == stated, (view.name, one)
    rows = {row["benchmark"]: row for row in SCALE_PROGRESS.rows("grid", usual)}
    assert {row["benchmark"] for row in SCALE_PROGRESS.rows("grid", filtered)} == set(rows)


def verdicts(view: str, values: Row) -> dict[tuple[object, ...], tuple[object, ...]]:
    """By subject, unit and estimate what is concluded."""
    found = every_finding(
        SCALE_PROGRESS, next(one for one in SCALE_PROGRESS.views if one.name == view), values
    )
    return {
        (one.subject, one.detail, one.unit, one.estimate, one.tests): (
            one.low,
            one.high,
            one.p,
            one.verdict,
        )
        for one in found
        if not one.unit.startswith("of ")
    }


@pytest.mark.usefixtures("bundled")
def test_a_slope_has_one_verdict_in_the_answer_the_chart_and_the_line_whatever_is_filtered() -> (
    None
):
    by_name = {view.name: view for view in SCALE_PROGRESS.views}
    seen: dict[str, set[tuple[object, ...]]] = {}
    some: list[dict[str, list[str]]] = [{}, {"benchmark": ["wsc"]}]
    for filters in some:
        for panel in ("wsc", "logiqa", "sciq"):
            values, _ = SCALE_PROGRESS.clean({"source": "pythia", "panel": panel, **filters})
            for name in ("doubling", "along_size"):
                for one in every_finding(SCALE_PROGRESS, by_name[name], values):
                    if one.unit == "points per doubling of the size":
                        seen.setdefault(one.subject, set()).add((one.verdict, one.low, one.high))
    assert {"wsc", "logiqa", "sciq"} <= set(seen)
    assert all(len(found) == 1 for found in seen.values())
    answer = headline(
        SCALE_PROGRESS, SCALE_PROGRESS.clean({"source": "pythia", "benchmark": ["wsc"]})[0]
    )
    assert ("Cannot tell yet" in answer.strong) == ({one[0] for one in seen["wsc"]} == {"open"})


@given(grids())
def test_the_interval_of_a_gain_says_what_the_plain_test_says(rows: list[Row]) -> None:
    for row in rows:
        shown = [one["value"] * 100 for one in row["measured"]]
        for result in Benchmark([row | {"shown": shown, "chance": None}]).differences("gain"):
            if result:
                low, high = result.ends()
                assert low is not None
                assert high is not None
                assert (low > 0 or high < 0) == (result.p < 0.05)
