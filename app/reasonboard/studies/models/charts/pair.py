"""Two runs over all benchmarks that both have: A minus B with intervals."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.forest_plot import ForestRow, forest_plot
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.ticks import reach
from reasonboard.charts.verdict_marks import key_of_differences
from reasonboard.core.findings.verdicts import sign_of, who_is_better
from reasonboard.core.findings.words import (
    FRACTION,
    change,
    change_range,
    join_names,
    main_unit,
    points_or,
    score,
)
from reasonboard.core.pair_names import pair_names, whole_names
from reasonboard.studies.models.pair import Pair, in_order

_MOST = 25


def two_models(
    rows: Sequence[dict[str, Any]],
    *,
    intervals: str,
    panel: str,
    a: str,
    b: str,
    own: str,
    columns: int,
) -> Figure:
    """A minus B on each benchmark in the unit of most, by verdict and evidence.

    `rows` are those of `with_differences`.
    """
    if not rows:
        is_alone = not a or a == b
        return empty(
            "Only one run selected, so nothing to compare."
            if is_alone
            else "No shared benchmark. Choose another A or B."
        )
    pairs = in_order([row["pair"] for row in rows])
    unit = main_unit([pair.unit for pair in pairs])
    alike = [pair for pair in pairs if pair.unit == unit]
    forest_rows = [_row(pair, bars=intervals == "on", own=own == "on") for pair in alike[:_MOST]]
    ends = [ends for row in forest_rows for ends in row.ends]
    first = rows[0]
    names = pair_names(first["name_a"], first["name_b"])
    key = key_of_differences(row.verdict for row in forest_rows)
    a, b = whole_names(first["name_a"], first["name_b"])
    figure = forest_plot(
        forest_rows,
        x={"range": padded(reach([row.x for row in forest_rows], ends), 0.05)},
        unit=f" {points_or(unit)}",
        signed=True,
        summary=f"{' minus '.join(names)} on {len(forest_rows)} benchmarks.",
        picked=panel,
        thin=True,
        reference=0.0,
        uncertainty=_tested(pairs, len(pairs) - len(forest_rows)),
        heading=f"Two models: {_heading(pairs, *names)}",
        subtitle=f"A {a} minus B {b}, in {points_or(unit)}. {key}",
    )
    figure["layout"]["meta"]["of_models"] = list(names)
    return figure


def _heading(pairs: Sequence[Pair], a: str, b: str) -> str:
    compared = [pair.difference for pair in pairs]
    words = who_is_better(a, b, compared, pairs[0].row["benchmark"])
    return words if words.startswith(f"{a} ") else f"{words[0].lower()}{words[1:]}"


def _row(pair: Pair, *, bars: bool, own: bool) -> ForestRow:
    difference, benchmark = pair.difference, pair.row["benchmark"]
    minus, ends = change(difference.estimate, pair.unit), difference.interval
    estimate = difference.estimate * pair.times
    low, high = (ends.low * pair.times, ends.high * pair.times) if ends else (None, None)
    a, b = (plain(score(value, pair.unit)) for value in difference.values)
    within = f" ({change_range(*ends, pair.unit)})" if ends else ""
    hover = [
        f"<b>{plain(benchmark)}</b>",
        f"A {a}, B {b}: {minus}{within}, {pair.words}",
        pair.how,
    ]
    return ForestRow(
        benchmark, round(estimate, 2) if pair.unit == FRACTION else estimate, minus, "<br>".join(hover),
        low if bars else None, high if bars else None,
        mark=pair.row["panel"], verdict=sign_of(difference.verdict), own=own and bool(pair.row["own_a"]),
    )  # fmt: skip


def _tested(pairs: Sequence[Pair], left_out: int) -> str:
    tests = max(
        (pair.difference.result.tests for pair in pairs if pair.difference.result), default=0
    )
    paired = [pair.row["benchmark"] for pair in pairs if pair.difference.scores]
    how = (
        "unpaired: no shared answers"
        if not paired
        else "paired by problem"
        if len(paired) == len(pairs)
        else f"{join_names(paired)} paired by problem, the others unpaired"
    )
    words = [
        f"Holm's correction over {tests} tests"
        if tests > 1
        else "one test"
        if tests
        else f"not tested: {pairs[0].difference.missing}",
        how if tests else "",
        f"{left_out} more in the table" if left_out else "",
    ]
    return " · ".join(filter(None, words))
