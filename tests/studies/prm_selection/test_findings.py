"""Observations on data selection, against a second computation by brute force."""

import math
import re
from itertools import groupby, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.core.findings.finding import Finding
from reasonboard.core.insights import findings
from reasonboard.statistics.differences import Verdict
from reasonboard.studies.prm_selection.findings import of_benchmarks, of_gaps, of_samples, of_sizes
from reasonboard.studies.prm_selection.rows import against_highest, bars, compared, reference_pairs
from reasonboard.studies.prm_selection.study import PRM_SELECTION
from tests.studies.reference import check_numbers, p_of, verdict_of, with_unit

Row = dict[str, Any]
COMPARISONS = 7
COUNTS = {1000: "1k", 5000: "5k", 10_000: "10k", 59_000: "59k"}
SIZES = {"S": 1.5, "A": 7.0, "B": 7.0, "L": 72.0, "human": None, "raw": None}


@st.composite
def values(draw: st.DrawFn) -> Row:
    selector = draw(st.sampled_from(sorted(SIZES)))
    return {
        "selector": selector,
        "params_b": SIZES[selector],
        "reference": SIZES[selector] is None,
        "model": "M",
        "place": draw(st.sampled_from(["P", "Q"])),
        "train_samples": draw(st.sampled_from(sorted(COUNTS))),
        "value": float(draw(st.sampled_from([0, 10, 40, 50, 52, 55, 60, 75, 90, 100]))),
        "kind": draw(st.sampled_from(["stated", "read_off", "extrapolated"])),
        "scale": "proportion",
        "n_items": draw(st.sampled_from([None, 30, 500])),
        "n_repeats": None,
        "n_seeds": 0,
        "stderr": None,
        "benchmark": "X",
        "comparisons": COMPARISONS,
    }


ROWS = st.lists(values(), max_size=14)


def corrected(ps: list[float | None]) -> list[float]:
    """By Bonferroni over all comparisons of the page; 1 where nothing is known."""
    return [1.0 if p is None else min(1.0, p * COMPARISONS) for p in ps]


def measured(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row["kind"] != "extrapolated"]


def steps(rows: list[Row]) -> list[tuple[Row, Row]]:
    found = []
    for place in ("P", "Q"):
        for selector in ("A", "B", "L", "S"):
            of = [r for r in measured(rows) if (r["place"], r["selector"]) == (place, selector)]
            of.sort(key=lambda row: float(row["train_samples"]))
            if len({row["train_samples"] for row in of}) == len(of):
                found += [(end, start) for start, end in pairwise(of)]
    return found


@given(ROWS)
def test_every_step_of_a_curve_is_said_with_its_gain_and_verdict(rows: list[Row]) -> None:
    found = [
        sample for sample in of_samples(rows, panel="X") if "with each doubling" in sample.text
    ]
    pairs = steps(rows)
    assert len(found) == len(pairs)
    adjusted = corrected([p_of(*pair, 0.01) for pair in pairs])
    for (end, start), p, one in zip(pairs, adjusted, found, strict=True):
        change = end["value"] - start["value"]
        known = p_of(end, start) is not None
        check_difference(one, end["selector"], change, p if known else None)
        doublings = math.log2(end["train_samples"] / start["train_samples"])
        span = f"from {COUNTS[start['train_samples']]} to {COUNTS[end['train_samples']]} samples"
        assert span in one.text
        each = re.search(r"([+−]?[\d.]+) with each doubling", one.text)
        assert each is not None
        assert float(each[1].replace("−", "-")) == pytest.approx(change / doublings, abs=0.0501)
        assert one.marks["samples"] == str(end["train_samples"])


@given(ROWS)
def test_a_bound_is_the_ratio_of_the_samples_and_points_the_right_way(rows: list[Row]) -> None:
    for sample in of_samples(rows, panel="X"):
        findings_of = re.search(
            r"^(\w+) samples of .+ (\w+) of \w+ \(.*needs (.+) (\S+) times the", sample.text
        )
        if findings_of is None:
            continue
        counts = {words: count for count, words in COUNTS.items()}
        few, many = counts[findings_of[1]], counts[findings_of[2]]
        assert few < many
        assert float(findings_of[4]) == pytest.approx(many / few, rel=0.005)
        assert sample.estimate is not None
        relation = (
            "more than" if sample.estimate > 0 else "at most" if sample.estimate < 0 else "exactly"
        )
        assert findings_of[3] == relation


def check_difference(one: Finding, subject: str, change: float, p: float | None) -> None:
    check_numbers(one)
    assert one.subject == subject
    assert one.estimate == pytest.approx(change)
    assert one.verdict == verdict_of(p, change)


def check_count(found: list[Finding], pairs: list[tuple[Row, Row]], adjusted: list[float]) -> int:
    """The finding of a family counts the significant differences and says which way more of them go."""
    verdicts = [
        verdict_of(p, a["value"] - b["value"]) for p, (a, b) in zip(adjusted, pairs, strict=True)
    ]
    up, down = verdicts.count("better"), verdicts.count("worse")
    for one in found:
        check_numbers(one)
        known = any(p_of(*pair) is not None for pair in pairs)
        assert one.estimate == (up + down if known else None)
        assert one.verdict == verdict_of(0.0 if known else None, up - down)
    return up + down


def dominated(row: Row, rows: list[Row]) -> bool:
    return any(
        (other["params_b"], -other["value"]) != (row["params_b"], -row["value"])
        and other["params_b"] <= row["params_b"]
        and other["value"] >= row["value"]
        for other in rows
    )


@given(ROWS)
def test_the_frontier_is_what_nothing_smaller_or_equal_beats(rows: list[Row]) -> None:
    found = {one.subject: one for one in with_unit(of_sizes(rows, panel="X"), "on the frontier")}
    for place in ("P", "Q"):
        of = [row for row in measured(rows) if row["place"] == place and row["params_b"]]
        if len({row["params_b"] for row in of}) < 2:
            assert place not in found
            continue
        edge = {row["selector"] for row in of if not dominated(row, of)}
        # Two rows of one selector may both be on it, and are named once.
        assert found[place].estimate == sum(not dominated(row, of) for row in of)
        assert found[place].unit == f"of {len(of)} selectors on the frontier"
        names = re.split(r" (?:is|are) on the frontier", found[place].text[3:])[0]
        assert set(re.split(r", | and ", names)) == edge


@given(ROWS)
def test_larger_against_smaller_counts_every_pair_of_a_place_once(rows: list[Row]) -> None:
    pairs = [
        (one, other)
        for one in measured(rows)
        for other in measured(rows)
        if one["params_b"] and other["params_b"] and one["place"] == other["place"]
        and one["params_b"] > other["params_b"]
    ]  # fmt: skip
    found = [size for size in of_sizes(rows, panel="X") if size.subject == "Larger against smaller"]
    assert len(found) == bool(pairs)
    check_count(found, pairs, corrected([p_of(*pair, 0.01) for pair in pairs]))


def bar(row: Row) -> Row:
    names = ("value", "kind", "train_samples", "scale", "n_items", "n_repeats", "n_seeds", "stderr")
    value = {name: row[name] for name in names}
    return {
        "benchmark": "X", "model": "M", "selector": row["selector"], "params_b": row["params_b"],
        "budget": 1000, "values": [value | {"locator": "there"}], "comparisons": COMPARISONS,
    }  # fmt: skip


@given(ROWS)
def test_what_is_tied_with_the_best_is_counted(rows: list[Row]) -> None:
    bars = [bar(row) for row in rows] + [bar(row) | {"values": None} for row in rows[:1]]
    found = of_benchmarks(bars)
    of = [row for row in measured(rows) if row["train_samples"] == 1000]
    if len(of) < 2:
        assert found == []
        return
    best = max(of, key=lambda row: (row["value"], row["n_items"] or 0))
    others = [row for row in of if row is not best]
    known = [p_of(best, row) is not None for row in others]
    adjusted = corrected([p_of(best, row, 0.01) for row in others])
    clear = [
        p <= 0.05 and row["value"] < best["value"] for p, row in zip(adjusted, others, strict=True)
    ]
    (one,) = found
    tested, tied = sum(known), sum(known) - sum(clear)
    assert (one.subject, one.estimate) == ("X", sum(clear) if tested else None)
    verdict = "better" if any(clear) else "open"
    assert one.verdict == (verdict if tested else "untested")
    noun = "other selectors" if tested > 1 else "other selector"
    every = {1: "the", 2: "both"}.get(tested, f"all {tested}")
    if not tested:
        assert "is highest; not tested, number of problems unknown" in one.text
    elif not tied:
        assert f"significantly above {every} {noun}" in one.text
    else:
        which = f"{tied} of {tested}" if tied < tested else every
        assert f"is highest; {which} {noun} {'is' if tied == 1 else 'are'} tied with it" in one.text
    untested = len(others) - tested
    assert (f"; {untested} not tested" in one.text) == (0 < untested < len(others))


@given(st.lists(st.tuples(values(), values()), max_size=12))
def test_the_differences_to_a_reference_that_are_resolved_are_counted(
    pairs: list[tuple[Row, Row]],
) -> None:
    names = ("value", "kind", "scale", "n_items", "n_repeats", "n_seeds", "stderr")
    rows = [
        one
        | {f"other_{name}": other[name] for name in names}
        | {"other": "human", "benchmark": "X"}
        for one, other in pairs
    ]
    found = of_gaps(rows)
    usable = [pair for pair in pairs if len(measured(list(pair))) == 2]
    if not usable:
        assert found == []
        return
    adjusted = corrected([p_of(*pair, 0.01) for pair in usable])
    clear = check_count(found[:1], usable, adjusted)
    tested = sum(p_of(*pair, 0.01) is not None for pair in usable)
    are_some = 0 < tested < len(usable)
    total = tested or len(usable)
    unit = f"of {total} difference{'s' if total > 1 else ''}" + (" tested" if are_some else "")
    assert found[0].unit == unit
    assert len(found) == 1 + max(clear, 1)


def test_where_there_are_several_students_each_is_named() -> None:
    base = {"selector": "A", "params_b": 7.0, "reference": False, "place": "P", "kind": "stated"}
    known = {
        "scale": "proportion",
        "n_items": 500,
        "n_repeats": None,
        "n_seeds": 0,
        "stderr": None,
        "comparisons": 2,
    }
    rows = [
        base | known | {"model": model, "train_samples": count, "value": value}
        for model in ("M", "N")
        for count, value in ((1000, 50.0), (5000, 70.0))
    ]
    found = of_samples(rows, panel="X")
    assert [one.text.split(" gains")[0] for one in found] == ["A → M", "A → N"]
    assert {one.marks["selector"] for one in found} == {"A"}


def findings_of(name: str, **filters: object) -> list[Finding]:
    view = next(one for one in PRM_SELECTION.views if one.name == name)
    values, notices = PRM_SELECTION.clean(filters)
    assert not notices
    return list(findings(PRM_SELECTION, view, values))


@pytest.mark.usefixtures("bundled")
def test_the_worked_numbers_of_the_paper() -> None:
    steps = findings_of("by_samples")
    gains = [(step.subject, round(step.estimate or 0, 1)) for step in steps]
    assert {("ReasonFlux-PRM-7B", gain) for gain in (6.3, 1.8, 5.5)} <= set(gains)
    assert any("needs more than 59 times the samples" in step.text for step in steps)
    sizes = findings_of("by_selector")
    assert any(
        size.subject == "Figure 6, right panel"
        and "ReasonFlux-PRM-1.5B and ReasonFlux-PRM-7B are" in size.text
        for size in sizes
    )
    largest = [size for size in sizes if size.subject == "Qwen2.5-Math-PRM-72B"]
    assert [(round(one.estimate or 0, 1), one.verdict) for one in largest] == [(-7.8, "open")]
    gaps = [round(one.estimate or 0, 1) for one in findings_of("gaps", reference="Random")]
    assert 16.4 in gaps


@given(values(), values(), st.integers(1, 10**6))
def test_an_interval_says_what_the_plain_test_says(a: Row, b: Row, m: int) -> None:
    (one,) = compared([(a | {"comparisons": m}, b | {"comparisons": m})])
    if one.ends is None:
        return
    low, high = one.ends
    assert low <= one.difference <= high
    assert one.result is not None
    assert (low > 0 or high < 0) == (one.result.p < 0.05)


@given(ROWS, st.randoms(use_true_random=False))
def test_no_other_row_changes_the_verdict_of_a_pair(rows: list[Row], chance: Random) -> None:
    every = [(a, b) for a in rows for b in rows if a is not b]
    some = [pair for pair in every if chance.random() < 0.5]
    verdicts: dict[int, dict[int, object]] = {id(one.first): {} for one in compared(every)}
    for one in compared(every):
        verdicts[id(one.first)][id(one.other)] = (one.verdict, one.ends)
    for one in compared(some):
        assert verdicts[id(one.first)][id(one.other)] == (one.verdict, one.ends)


@pytest.mark.usefixtures("bundled")
def test_no_filter_reference_or_panel_changes_a_verdict_of_the_page() -> None:
    defaults = PRM_SELECTION.defaults()
    seen: dict[tuple[object, ...], set[object]] = {}
    benchmarks = ["MATH500", "AIME24", "AIME25", "GPQA-Diamond"]
    for reference in ("Human selected (s1k)", "Random"):
        for chosen in ([], *([benchmark] for benchmark in benchmarks)):
            values = defaults | {"benchmark": chosen, "reference": reference}
            bars_shown = PRM_SELECTION.rows("by_benchmark", values)
            groups = groupby(bars_shown, key=lambda row: (row["benchmark"], row["model"]))
            found = [one for _, group in groups for one in against_highest(bars(group))]
            found += compared(reference_pairs(PRM_SELECTION.rows("pairs", values)))
            for one in found:
                key = (one.first["benchmark"], one.first["value"], one.other["value"])
                seen.setdefault(key, set()).add(one.verdict)
    assert len(seen) > 50
    assert all(len(verdicts) == 1 for verdicts in seen.values())
    assert seen["MATH500", 84.8, 78.8] == {Verdict.NOT_SIGNIFICANT}
