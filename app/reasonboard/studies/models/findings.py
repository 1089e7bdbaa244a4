"""What the benchmarks say: which model is best on each, and how many are tied with it."""

from collections.abc import Mapping, Sequence
from functools import cache

from reasonboard.charts.intervals import detects
from reasonboard.charts.text_width import cut_apart
from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.pairs import Row
from reasonboard.core.findings.words import (
    NO_TEST,
    SAME_ITEMS,
    best_sentence,
    change,
    p_value,
    points_or,
    score,
)
from reasonboard.studies.models.columns import Column, noun_of, of_chosen
from reasonboard.studies.models.pair import Pair

_TEST = (
    "Two-proportion score tests (or z tests with standard errors over problems, if these "
    "are more precise) of all pairs of models on the benchmark, with Holm's correction "
    "over them, and over all benchmarks of the pair."
)
_PAIRED = (
    "{test}, on the {n:,} problems that both answered. Holm's correction is over all "
    "pairs of models of the benchmark and over all benchmarks of the pair; pairs without "
    "answers are treated as independent"
)


def of_benchmarks(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each benchmark with several runs: by how much the best leads, and how many are tied with it."""
    short = cache(_short)  # most benchmarks have the same runs
    return [
        _lead(column, short(tuple(row["name"] for row in column.rows)))
        for column in of_chosen(rows).values()
        if column.is_ranked and len(column.rows) > 1
    ]


def _short(names: tuple[str, ...]) -> dict[str, str]:
    return cut_apart(names, 26)


def _lead(column: Column, short: Mapping[str, str]) -> Finding:
    top = column.rows[column.top]
    others, noun = len(column.rows) - 1, noun_of(column.rows)
    best = f"{top['name']} with {score(top['value'], column.unit)}"
    is_tested = column.sharing is not None
    tied = len(column.sharing or ()) - 1
    words = (
        best_sentence(best, tied, others, f"other {noun}", is_lowest=column.sign < 0)
        if is_tested
        else f"{best} is {'highest' if column.sign > 0 else 'lowest'}; not tested, {column.missing}"
    )
    least = detects(column.detects, column.points)
    least = f"; the benchmark {least}" if least else ""
    p = f", {p_value(column.lead.adjusted)} for the pair" if column.lead else ""
    test = f"{_TEST[:-1]}{p}. {SAME_ITEMS}" if is_tested else NO_TEST
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
        estimate=_ahead(column) * column.times,
        facts=(
            ("Best", short[top["name"]]),
            (
                "Tied for first",
                f"{tied + 1} of {others + 1}"
                if tied > 0
                else "none"
                if is_tested
                else "not tested",
            ),
            ("Problems", f"{column.problems:,}" if column.problems else "unknown"),
        ),
    )


def _ahead(column: Column) -> float:
    """By how much the best is better than the second."""
    first, second = sorted((column.sign * row["value"] for row in column.rows), reverse=True)[:2]
    return float(first - second)


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
        f"{difference.result.tests} benchmarks."
        if difference.result
        else NO_TEST,
        {"panel": row["panel"]},
        unit=points_or(pair.unit),
        times=pair.times,
        estimate=difference.estimate * pair.times,
        facts=(("Compared", pair.how),),
    )
