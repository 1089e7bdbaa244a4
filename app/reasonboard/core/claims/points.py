"""The values that a claim speaks of: chosen by its rule, split into groups, and named in words."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reasonboard.core.findings.words import FRACTION, size_label
from reasonboard.statistics.sweeps import snapped
from reasonboard.statistics.uncertainty import Measured
from reasonboard.store.claim_rule import COLUMNS, Cell, Filter, Rule

_MADE_UP = "These values were drawn from the description, so they cannot test it."
_TENTH = 0.001
_NO_MEASUREMENT = ("extrapolated", "illustrative")
_EXTREMES = {"largest": max, "smallest": min}
_WORDS = {
    "params_b": "size",
    "kv_window": "window",
    "kv_ratio": "ratio",
    "task_length": "length",
    "train_samples": "samples",
}


class NotTestable(Exception):  # noqa: N818  (nothing is wrong: the source has not what the claim needs)
    """Why the values of a source cannot decide a claim."""


class Point(NamedTuple):
    """A value with its conditions by column."""

    conditions: Mapping[str, Any]
    unit: str
    measured: Measured
    """A fraction, or a number in another unit."""

    @property
    def exact(self) -> bool:
        """Is it a number without a known uncertainty, as a mean of tokens?"""
        return self.unit != FRACTION

    @property
    def value(self) -> float:
        return self.measured.value


Groups = dict[tuple[Any, ...], list[Point]]


def points_of(rows: Sequence[Mapping[str, Any]]) -> list[Point]:
    """The values of the rows of sql/claim_rows.sql that somebody measured.

    A mean over benchmarks that the source states counts only if there are no other values.
    """
    single = [row for row in rows if not row["aggregate"]] or rows
    measured_rows = [row for row in single if row["kind"] not in _NO_MEASUREMENT]
    if rows and not measured_rows:
        raise NotTestable(_MADE_UP)
    return [
        Point(row, row["unit"], _measured(row))
        for row in measured_rows
        if row["unit"] != FRACTION or 0 <= row["value"] <= 1
    ]


def filter_points(points: Sequence[Point], where: Filter) -> list[Point]:
    """The points that a filter lets through; raises NotTestable where a value that it names is missing."""
    passing = list(points)
    for column, condition in where.items():
        values = [
            point.conditions[column] for point in points if point.conditions[column] is not None
        ]
        extreme = _EXTREMES.get(condition) if isinstance(condition, str) else None
        accepted = extreme(values) if extreme and values else condition
        names: list[Any] = list(accepted) if isinstance(accepted, list | tuple) else [accepted]
        if not isinstance(accepted, Mapping):
            present = {point.conditions[column] for point in passing}
            if missing := [in_words(column, name) for name in names if name not in present]:
                raise NotTestable(f"The source has no values of {', '.join(missing)} for this.")
        passing = [point for point in passing if _passes(point.conditions[column], accepted, names)]
    if not passing:
        raise NotTestable("The source has no such numbers.")
    return passing


def with_columns(points: Sequence[Point], rule: Rule) -> list[Point]:
    """The points that have a value in every column that the rule places them by."""
    columns = [*filter(None, [rule.x, rule.column]), *rule.match, *rule.each]
    return [
        point for point in points if all(point.conditions[column] is not None for column in columns)
    ]


def split(points: Sequence[Point], columns: Sequence[str]) -> Groups:
    """The points by their values in these columns, in order."""
    groups: Groups = {}
    for point in points:
        groups.setdefault(tuple(point.conditions[column] for column in columns), []).append(point)
    return dict(
        sorted(groups.items(), key=lambda item: [(key is not None, key) for key in item[0]])
    )


def curves(points: Sequence[Point], rule: Rule, least: int) -> list[tuple[str, list[Point]]]:
    """The curves along x with at least `least` points, each with its name."""
    groups = split(sorted(points, key=lambda point: point.conditions[rule.x]), rule.each)
    long_enough = [(names, curve) for names, curve in groups.items() if len(curve) >= least]
    if not long_enough:
        raise NotTestable(f"The source has no curve over {column_words(rule.x)} for this.")
    return [(label(rule.each, names, list(groups)), curve) for names, curve in long_enough]


def label(
    columns: Sequence[str], names: Sequence[Cell], groups: Sequence[Sequence[Cell]] = ()
) -> str:
    """Values in words, without those that are the same in all groups; of a single group the first."""
    if len(groups) == 1:
        return in_words(columns[0], names[0]) if columns and names[0] not in (None, "") else ""
    varying = [
        in_words(column, name)
        for index, (column, name) in enumerate(zip(columns, names, strict=True))
        if name not in (None, "") and (not groups or len({group[index] for group in groups}) > 1)
    ]
    return ", ".join(varying)


def in_words(column: str, value: Cell) -> str:
    """A value of a column as a reader knows it."""
    if value is None or isinstance(value, str):
        return str(value or "none")
    if column == "params_b":
        return size_label(value)
    number = f"{value:,.0f}" if value == int(value) and abs(value) > 1 else f"{value:.3g}"
    return f"{column_words(column)} {number}"


def label_among(point: Point, points: Sequence[Point]) -> str:
    """The conditions of a point in words, without those that all of `points` share."""
    point_columns = [tuple(other.conditions[column] for column in COLUMNS) for other in points]
    return label(COLUMNS, [point.conditions[column] for column in COLUMNS], point_columns)


def column_words(column: str) -> str:
    """The name of a column as a reader knows it."""
    return _WORDS.get(column, column.replace("_", " "))


def _measured(row: Mapping[str, Any]) -> Measured:
    """The value of a row with its uncertainty; a share printed to 0.1% as the only count that is printed so."""
    measured = Measured.from_row(row["value"], row)
    tenths = measured.value / _TENTH
    printed = row["unit"] == FRACTION and abs(tenths - round(tenths)) < _TENTH
    return snapped(measured) if printed else measured


def _passes(value: Cell, condition: Any, names: Sequence[Cell]) -> bool:
    if not isinstance(condition, Mapping):
        return value in names
    if not isinstance(value, int | float):
        return False
    return bool(condition.get("min", value) <= value <= condition.get("max", value))
