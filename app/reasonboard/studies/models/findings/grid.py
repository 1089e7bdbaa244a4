"""What the benchmarks say: which model is best on each, and how many are tied with it."""

from collections.abc import Sequence

from reasonboard.charts.text_width import cut
from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import NO_TEST, SAME_ITEMS, best_sentence, p_value, percent
from reasonboard.studies.models.columns import Column, Row, noun_of, of_chosen
from reasonboard.studies.models.pair import Pair

_TEST = (
    "Two-proportion score tests, or z tests with the standard errors over problems where these say more, of all pairs "
    "of models on the benchmark, Holm's correction over these."
)
_PAIRED = (
    "{test}, on the {n:,} problems that both answered; Holm's correction over all pairs of models of the benchmark, of "
    "which those without answers are taken as independent"
)


def of_benchmarks(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each benchmark with several runs: by how much the best leads, and how many are tied with it."""
    return [
        _lead(column)
        for column in of_chosen(rows).values()
        if column.is_share and len(column.rows) > 1
    ]


def _lead(column: Column) -> Finding:
    top = column.rows[column.top]
    others, noun = len(column.rows) - 1, noun_of(column.rows)
    best = f"{top['name']} with {percent(top['value'])}"
    is_tested = column.sharing is not None
    tied = len(column.sharing or ()) - 1
    words = (
        best_sentence(best, tied, others, f"other {noun}", is_lowest=column.sign < 0)
        if is_tested
        else f"{best} is {'highest' if column.sign > 0 else 'lowest'}; not tested, {column.missing}"
    )
    least = "" if column.detects is None else f"; the benchmark detects {column.detects:.1f} points"
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
        times=100.0 * column.sign,
        estimate=_ahead(column) * 100,
        facts=(
            ("Best", cut(top["name"], 26)),
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
    return [_difference(row["pair"]) for row in rows if row["a"]["unit"] == "fraction"]


def _difference(pair: Pair) -> Finding:
    difference, row = pair.difference, pair.row
    a, b = difference.values
    estimate = difference.estimate * 100
    signed = f"{estimate:+.1f}".replace("-", "−")
    return Finding.of(
        row["benchmark"],
        difference.result,
        f"{row['benchmark']}: A {percent(a)}, B {percent(b)}, {signed} points; {pair.words}.",
        f"{difference.result.test[0].upper()}{difference.result.test[1:]}, {pair.how}; Holm's correction over "
        f"{difference.result.tests} benchmarks, simultaneous interval."
        if difference.result
        else NO_TEST,
        {"panel": row["panel"]},
        estimate=estimate,
        facts=(("Compared", pair.how),),
    )
