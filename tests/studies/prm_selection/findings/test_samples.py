"""Observations on data selection, against a second computation by brute force."""

import math
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasonboard.core.findings.finding import Finding
from reasonboard.core.insights import findings
from reasonboard.studies.prm_selection.findings.benchmarks import (
    of_benchmarks,
    of_gaps,
)
from reasonboard.studies.prm_selection.findings.samples import of_samples
from reasonboard.studies.prm_selection.findings.sizes import of_sizes
from reasonboard.studies.prm_selection.study import PRM_SELECTION
from tests.studies.reference import benjamini_hochberg, holm, p_of

Row = dict[str, Any]
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
        "n_items": draw(st.sampled_from([None, 30, 500])),
        "n_repeats": None,
        "n_seeds": 0,
        "stderr": None,
    }


ROWS = st.lists(values(), max_size=14)


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


def ending(one: Row, other: Row, clear: bool) -> str:
    if p_of(one, other) is None:
        return "no uncertainty available"
    return "; resolved after correction" if clear else "; not resolved after correction"


@settings(max_examples=150)
@given(ROWS)
def test_every_step_of_a_curve_is_said_with_its_gain_and_verdict(rows: list[Row]) -> None:
    found = [one for one in of_samples(rows, panel="X") if "with each doubling" in one.text]
    pairs = steps(rows)
    assert len(found) == len(pairs)
    clear = [p <= 0.05 for p in holm([p_of(*pair, 0.01) for pair in pairs])]
    for (end, start), sure, one in zip(pairs, clear, found, strict=True):
        said = re.fullmatch(
            r"(\w+) (gains|loses|stays level:) ([\d.]+) points from (\w+) to (\w+) samples, "
            r"([+-][\d.]+) with each doubling \((.+)\)\.",
            one.text,
        )
        assert said is not None, one.text
        change = end["value"] - start["value"]
        doublings = math.log2(end["train_samples"] / start["train_samples"])
        assert said[1] == end["selector"]
        assert said[2] == ("gains" if change > 0 else "loses" if change < 0 else "stays level:")
        assert float(said[3]) == pytest.approx(abs(change))
        assert (said[4], said[5]) == (COUNTS[start["train_samples"]], COUNTS[end["train_samples"]])
        assert float(said[6]) == pytest.approx(change / doublings, abs=0.0501)
        assert said[7].endswith(ending(end, start, sure and change != 0))
        assert one.marks["samples"] == str(end["train_samples"])


@settings(max_examples=150)
@given(ROWS)
def test_a_bound_is_the_ratio_of_the_samples_and_points_the_right_way(rows: list[Row]) -> None:
    for one in of_samples(rows, panel="X"):
        said = re.search(
            r"^(\w+) samples of (\w+) are (.+?) (\w+) of (\w+) \(.*needs (.+) times the", one.text
        )
        if said is None:
            continue
        counts = {words: count for count, words in COUNTS.items()}
        few, many = counts[said[1]], counts[said[4]]
        assert few < many
        relation, times = said[6].rsplit(" ", 1)
        assert float(times) == pytest.approx(many / few, rel=0.005)
        assert relation == (
            "more than" if "above" in said[3] else "at most" if "below" in said[3] else "exactly"
        )


def dominated(row: Row, rows: list[Row]) -> bool:
    return any(
        (other["params_b"], -other["value"]) != (row["params_b"], -row["value"])
        and other["params_b"] <= row["params_b"]
        and other["value"] >= row["value"]
        for other in rows
    )


@settings(max_examples=150)
@given(ROWS)
def test_the_frontier_is_what_nothing_smaller_or_equal_beats(rows: list[Row]) -> None:
    found = {
        one.text.split(":")[0]: one.text
        for one in of_sizes(rows, panel="X")
        if "frontier" in one.text
    }
    for place in ("P", "Q"):
        of = [row for row in measured(rows) if row["place"] == place and row["params_b"]]
        if len({row["params_b"] for row in of}) < 2:
            assert place not in found
            continue
        edge = {row["selector"] for row in of if not dominated(row, of)}
        names = re.split(r", | and ", re.split(r" (?:is|are) on the frontier", found[place][3:])[0])
        assert set(names) == edge
        under = sum(dominated(row, of) for row in of)
        said = re.search(r"accuracy; (\d+|none)", found[place])
        assert said is not None
        assert said[1] == (str(under) if under else "none")


@settings(max_examples=150)
@given(ROWS)
def test_larger_against_smaller_counts_every_pair_of_a_place_once(rows: list[Row]) -> None:
    pairs = [
        (one, other)
        for one in measured(rows)
        for other in measured(rows)
        if one["params_b"] and other["params_b"] and one["place"] == other["place"]
        and one["params_b"] > other["params_b"]
    ]  # fmt: skip
    clear = [p <= 0.05 for p in holm([p_of(*pair, 0.01) for pair in pairs])]
    up = [sure for (a, b), sure in zip(pairs, clear, strict=True) if a["value"] > b["value"]]
    down = [sure for (a, b), sure in zip(pairs, clear, strict=True) if a["value"] < b["value"]]
    found = [one.text for one in of_sizes(rows, panel="X") if one.text.startswith("Of ")]
    if not pairs:
        assert found == []
        return
    numbers = [int(number) for number in re.findall(r"\d+", found[0])]
    assert numbers == [len(pairs), len(up), sum(up), len(down), sum(down)]


def bar(row: Row) -> Row:
    known = {name: row[name] for name in ("n_items", "n_repeats", "n_seeds", "stderr")}
    return {
        "benchmark": "X", "model": "M", "selector": row["selector"], "params_b": row["params_b"],
        "budget": 1000, "values": [row["value"]], "kinds": [row["kind"]], "known": [known],
        "samples": [row["train_samples"]], "locators": ["there"],
    }  # fmt: skip


@settings(max_examples=150)
@given(ROWS)
def test_what_cannot_be_told_from_the_best_is_counted(rows: list[Row]) -> None:
    bars = [bar(row) for row in rows] + [bar(row) | {"values": None} for row in rows[:1]]
    found = of_benchmarks(bars)
    of = [row for row in measured(rows) if row["train_samples"] == 1000]
    if len(of) < 2:
        assert found == []
        return
    best = max(of, key=lambda row: (row["value"], row["n_items"] or 0))
    others = [row for row in of if row is not best]
    clear = [p <= 0.05 for p in holm([p_of(best, row, 0.01) for row in others])]
    clear = [sure and row["value"] < best["value"] for sure, row in zip(clear, others, strict=True)]
    (text,) = [one.text for one in found]
    assert f"{best['value']:.1f} %" in text
    plural = "s" if len(others) > 1 else ""
    if all(clear):
        assert f"above all of {len(others)} other selector{plural}, resolved" in text
    elif any(not sure and p_of(best, row) is None for sure, row in zip(clear, others, strict=True)):
        assert "no uncertainty available" in text
    elif any(clear):
        assert f"{clear.count(False)} of {len(others)} other selectors cannot" in text
    else:
        assert f"none of {len(others)} other selector{plural} can" in text


@settings(max_examples=150)
@given(st.lists(st.tuples(values(), values()), max_size=12))
def test_the_differences_to_a_reference_that_are_resolved_are_counted(
    pairs: list[tuple[Row, Row]],
) -> None:
    names = ("value", "kind", "n_items", "n_repeats", "n_seeds", "stderr")
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
    sure = [p <= 0.05 for p in benjamini_hochberg([p_of(*pair, 0.01) for pair in usable])]
    clear = [
        one["value"] - other["value"]
        for (one, other), each in zip(usable, sure, strict=True)
        if each and one["value"] != other["value"]
    ]
    numbers = [int(number) for number in re.findall(r"\d+", found[0].text)]
    up = sum(change > 0 for change in clear)
    assert numbers == [len(usable), len(clear), up, len(clear) - up]
    assert len(found) == 1 + max(len(clear), 1)


def test_where_there_are_several_students_each_is_named() -> None:
    base = {"selector": "A", "params_b": 7.0, "reference": False, "place": "P", "kind": "stated"}
    known = {"n_items": 500, "n_repeats": None, "n_seeds": 0, "stderr": None}
    rows = [
        base | known | {"model": model, "train_samples": count, "value": value}
        for model in ("M", "N")
        for count, value in ((1000, 50.0), (5000, 70.0))
    ]
    found = of_samples(rows, panel="X")
    assert [one.text.split(" gains")[0] for one in found] == ["A → M", "A → N"]
    assert {one.marks["selector"] for one in found} == {"A"}


def said(name: str, **filters: object) -> list[Finding]:
    view = next(one for one in PRM_SELECTION.views if one.name == name)
    values, notices = PRM_SELECTION.clean(filters)
    assert not notices
    return list(findings(PRM_SELECTION, view, values))


@pytest.mark.usefixtures("bundled")
def test_the_worked_numbers_of_the_paper() -> None:
    texts = " ".join(one.text for one in said("by_samples"))
    assert "gains 6.3 points from 1k to 5k samples, +2.7 with each doubling" in texts
    assert "gains 1.8 points from 5k to 10k samples, +1.8 with each doubling" in texts
    assert "5.5 points above Human selected (s1k)" in texts
    assert "needs more than 59 times the samples" in texts
    sizes = " ".join(one.text for one in said("by_selector"))
    assert (
        "Figure 6, right panel: ReasonFlux-PRM-1.5B and ReasonFlux-PRM-7B are on the frontier"
        in sizes
    )
    assert "Qwen2.5-Math-PRM-72B (72B) is 7.8 points below the smaller ReasonFlux-PRM-7B" in sizes
    assert "16.4 points above Random on MATH500" in " ".join(
        one.text for one in said("gaps", reference="Random")
    )
