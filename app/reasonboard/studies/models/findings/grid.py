"""What the benchmarks say: which model is highest on each, and which cannot be told from it."""

from collections.abc import Sequence

from reasonboard.charts.intervals import detects
from reasonboard.charts.text_width import cut_apart
from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import (
    NO_TEST,
    SAME_ITEMS,
    change,
    p_value,
    points_or,
    score,
)
from reasonboard.studies.models.columns import Column, Row
from reasonboard.studies.models.pair import Pair

_TEST = (
    "Two-proportion score tests, or z tests with the standard errors over problems where these say more, of all pairs "
    "of models on the benchmark, Holm's correction over these."
)
_EXTREMES = {1: "highest", -1: "lowest"}
"""What the best score is, by the sign of its column."""
_PAIRED = (
    "{test}, on the {n:,} problems that both answered; Holm's correction over all pairs of models of the benchmark, of "
    "which those without answers are taken as independent"
)


def of_benchmarks(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each benchmark with several models: by how much the highest leads the next, and how many share first place."""
    columns = {row["panel"]: row["column"] for row in rows}
    return [
        _lead(column) for column in columns.values() if column.is_ranked and len(column.rows) > 1
    ]


def _lead(column: Column) -> Finding:
    top = column.rows[column.top]
    others = len(column.rows) - 1
    best, extreme = f"{top['name']} with {score(top['value'], column.unit)}", _EXTREMES[column.sign]
    is_testable = column.sharing is not None
    sharing = len(column.sharing or ()) - 1
    if not is_testable:
        words = f"{best} is the {extreme}; of some models no uncertainty is known"
    elif not sharing:
        all_others = "the other" if others == 1 else f"all {others} others"
        words = f"{best} is significantly {'above' if column.sign > 0 else 'below'} {all_others}"
    else:
        some = "the other" if others == 1 else f"{sharing} of {others} others"
        words = f"{some} cannot be told from the {extreme}, {best}"
    least = ""
    if column.detects is not None:
        least = f"; the benchmark {detects(column.detects, column.points)}"
    values = sorted((column.sign * row["value"] for row in column.rows), reverse=True)
    p = f", {p_value(column.lead.adjusted)} for the pair" if column.lead else ""
    test = f"{_TEST[:-1]}{p}. {SAME_ITEMS}" if is_testable else NO_TEST
    if paired := column.lead_paired:
        name = column.lead.test if column.lead else "paired test"
        test = f"{_PAIRED.format(test=name[0].upper() + name[1:], n=paired.n)}{p}."
    return Finding.of(
        column.title,
        column.lead,
        f"{column.title}: {words}{least}.",
        test,
        {"panel": column.panel},
        unit=column.points,
        times=column.times * column.sign,
        estimate=(values[0] - values[1]) * column.times,
        facts=(
            (
                extreme.capitalize(),
                cut_apart([row["name"] for row in column.rows], 26)[top["name"]],
            ),
            ("Share first place", f"{sharing + 1} of {others + 1}" if is_testable else "not known"),
            ("Problems", f"{column.problems:,}" if column.problems else "unknown"),
        ),
    )


def of_the_pair(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each benchmark that A and B both have: A minus B."""
    return [_difference(row["pair"]) for row in rows]


def _difference(pair: Pair) -> Finding:
    difference, row = pair.difference, pair.row
    a, b = (score(value, pair.unit) for value in difference.values)
    minus = f"{change(difference.estimate, pair.unit)} {points_or(pair.unit)}"
    return Finding.of(
        row["benchmark"],
        difference.result,
        f"{row['benchmark']}: A {a}, B {b}, {minus}; {pair.words}.",
        f"{difference.result.test[0].upper()}{difference.result.test[1:]}, {pair.how}; Holm's correction over "
        f"{difference.result.tests} benchmarks, simultaneous interval."
        if difference.result
        else "None: neither the number of problems nor a standard error is known.",
        {"panel": row["panel"]},
        unit=points_or(pair.unit),
        times=pair.times,
        estimate=difference.estimate * pair.times,
        facts=(("Compared", pair.how),),
    )
