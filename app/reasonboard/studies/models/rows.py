"""The rows of sql/scores.sql, each with its name and its column."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from reasonboard.studies.models.columns import Column, Row, are_few
from reasonboard.studies.models.pair_tests import correct_over_benchmarks

MOST_RUNS = 500
"""The runs that sql/scores.sql has at most."""


def with_columns(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/scores.sql before any is filtered, each with its `name`, its `column` and if these are `few`."""
    names = names_of(rows)
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row["panel"]].append(row | {"name": names[row["key"]]})
    columns = [Column(group) for group in groups.values()]
    correct_over_benchmarks([(column.benchmark, column.pairs) for column in columns])
    is_few = are_few(columns)
    blocks = Counter(column.benchmark for column in columns)
    for column in columns:
        column.title = column.benchmark if blocks[column.benchmark] == 1 else column.panel
        for row in column.rows:
            row |= {"column": column, "few": is_few}
    return [row for group in groups.values() for row in group]


def names_of(rows: Sequence[Row]) -> dict[str, str]:
    """What each run is called on the page: its model, what tells it from the model's other runs, its source at need.

    If all runs of a block are of one model and differ in something else, that alone.
    """
    firsts = {row["key"]: row for row in rows}
    models: dict[str, list[str]] = defaultdict(list)
    for row in firsts.values():
        models[row["block"]].append(row["model"])
    names = {}
    for key, row in firsts.items():
        of_block = models[row["block"]]
        is_one_model = len(of_block) > 1 and len({*of_block}) == 1 and row["variant"]
        parts = [row["variant"]] if is_one_model else [row["model"], row["variant"]]
        names[key] = " · ".join(filter(None, parts))
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for key, row in firsts.items():
        counts[row["block"], names[key]] += 1
    return {
        key: f"{names[key]} · {row['title']}"
        if counts[row["block"], names[key]] > 1
        else names[key]
        for key, row in firsts.items()
    }
