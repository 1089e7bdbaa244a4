"""The rows of the iterations study: the points of a curve, and their intervals."""

from typing import Any

from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
"""A row of sql/grid.sql, detail.sql or summary.sql: `iteration`, `accuracy` (percent) and `tokens`
(mean) as equally long lists, and more (see tables.sql)."""


def points(row: Row, part: str) -> list[tuple[int, float, str]]:
    """Iteration, value and kind of the accuracies (percent) or the mean tokens that there are."""
    every = zip(row["iteration"], row[part], row[f"{part}_kind"], strict=True)
    return [(iteration, value, kind) for iteration, value, kind in every if value is not None]


def with_both(row: Row) -> Row:
    """The row at those iterations only that have an accuracy and a token length."""
    lists = ("iteration", "accuracy", "tokens", "accuracy_kind", "stderr", "seed_sd")
    every = zip(*(row[name] for name in lists), strict=True)
    kept = [point for point in every if point[1] is not None and point[2] is not None]
    return row | {name: [point[at] for point in kept] for at, name in enumerate(lists)}


def accuracy_intervals(row: Row) -> list[Uncertainty | None]:
    """The 95 % interval of each accuracy, fractions; None where there is no accuracy or nothing known of it."""
    counts = {name: row.get(name) for name in ("n_items", "n_repeats", "n_seeds", "n_listed")}
    return [
        None
        if value is None
        else of_measured(Measured(value / 100, stderr=stderr, seed_sd=sd, **counts))
        for value, stderr, sd in zip(row["accuracy"], row["stderr"], row["seed_sd"], strict=True)
    ]
