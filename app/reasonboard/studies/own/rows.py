"""The marks of a declared study with their derived numbers, and the tests of each question as one family."""

import math
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from reasonboard.core.findings.frontier import Frontier, over_frontiers
from reasonboard.core.findings.result import Result, one_of, results
from reasonboard.core.findings.words import points, score
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.differences import Difference
from reasonboard.statistics.uncertainty import Measured, of_measured
from reasonboard.studies.own.declared import Declared

Row = dict[str, Any]
"""A row of sql/grid.sql: a mark with `x`, `color`, `panel`, `filtered`, its value (a fraction, or in its unit) and
what is known of it; and what `prepared` adds."""
FRACTION = "fraction"
_DAY = 86_400
_DAY_OR_TIME = re.compile(r"\d{4}-\d\d-\d\d\b")


def prepared(declared: Declared, names: Sequence[str], rows: Sequence[Row]) -> list[Row]:
    """The rows with what depends on all of them: filters by the names of their controls, intervals, tests.

    `names` are the controls of color, panel and filters, "" for a role without one. `above` is the test of a mark
    against the `reference` of its line, the baseline or else its first place, and `below` that against the best
    mark of its line; `gain` is that of the last mark of a line against the reference. Each question is one family,
    whatever is filtered: `above` is corrected by Holm's method, the others by Bonferroni's.
    """
    made = [row | _column_values(row, names) | _derived(declared, row) for row in rows]
    marks: list[tuple[Row, Row | None, Row | None, bool]] = []
    for _, group in groupby(made, key=line_of):
        line = sorted(group, key=_along)
        valued = [row for row in line if row["value"] is not None]
        last = valued[-1] if valued else None
        reference, best = _reference(declared, line, valued), _best(valued)
        marks += [(row, reference, best, row is last) for row in line]
    above = results([_against(row, reference) for row, reference, *_ in marks])
    below = _family_results([(row, best) for row, _, best, _ in marks])
    gains = _family_results(
        [(row, reference if is_last else None) for row, reference, _, is_last in marks]
    )
    frontiers = _frontiers([row for row, *_ in marks])
    return [
        row
        | {
            "reference": reference["x"] if reference else "",
            "best": best["x"] if best else "",
            "above": over,
            "below": under,
            "gain": gain,
            "of": frontiers.get(id(row)),
        }
        for (row, reference, best, _), over, under, gain in zip(
            marks, above, below, gains, strict=True
        )
    ]


def models_of(declared: Declared, rows: Sequence[Row]) -> list[str]:
    """The models of the marks, in their order; none if no role tells them."""
    names: dict[str, None] = {}
    for row in rows:
        columns = (declared.x.column, declared.color, declared.panel, *declared.filters)
        values = (row["x"], row["color"], row["panel"], *row["filtered"])
        names |= {
            value: None for column, value in zip(columns, values, strict=False) if column == "model"
        }
    return list(names)


def line_of(row: Row) -> tuple[Any, ...]:
    """The panel, color and filters of a mark: equal for all marks of a line."""
    return row["panel"], row["color"], *row["filtered"]


def lines_of(rows: Sequence[Row]) -> list[list[Row]]:
    """The marks with a value, line by line."""
    valued = [row for row in rows if row["value"] is not None]
    return [list(group) for _, group in groupby(valued, key=line_of)]


def measured(row: Row) -> Measured:
    """The value with its numbers of items, repeats and seeds and its standard error."""
    return Measured.from_row(row["value"], row)


def is_share(row: Row) -> bool:
    """Is its value a share, shown in percent?"""
    return bool(row["unit"] == FRACTION)


def times_of(row: Row) -> float:
    """What values and differences are multiplied by, to be shown."""
    return 100.0 if is_share(row) else 1.0


def difference_words(difference: float, row: Row) -> str:
    """A difference without its sign, in points or in the unit of the row: '2.1 points', '0.4 reward'."""
    return points(difference) if is_share(row) else score(difference, row["unit"])


def number_of(text: str) -> float | None:
    """A text as a finite number; None where it is no such number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def has_order(rows: Sequence[Row]) -> bool:
    """Are all x values ordered, as numbers or by the order that the study states?"""
    return all(row["at"] is not None for row in rows)


def _position(declared: Declared, x: str) -> float | None:
    order = declared.x.order
    if order:
        return float(order.index(x)) if x in order else None
    number = number_of(x)
    return day_of(x) if number is None else number


def day_of(text: str) -> float | None:
    """A day or time such as 2026-11-14 as days since 1970, its place on an axis of time; None for another text."""
    if not _DAY_OR_TIME.match(text):
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() / _DAY
    except ValueError:
        return None


def _along(row: Row) -> tuple[bool, float, int]:
    return row["at"] is None, row["at"] or 0, row["rank"]


def _column_values(row: Row, names: Sequence[str]) -> Row:
    values = (row["color"], row["panel"], *row["filtered"])
    return {name: value for name, value in zip(names, values, strict=False) if name}


def _derived(declared: Declared, row: Row) -> Row:
    value = row["value"]
    interval = None if value is None else of_measured(measured(row))
    return {
        "at": _position(declared, row["x"]),
        "shown": None if value is None else shown_number(value, row),
        "low": interval and shown_number(interval.low, row),
        "high": interval and shown_number(interval.high, row),
        "interval": interval,
    }


def shown_number(number: float, row: Row) -> float:
    """A share in percent with four decimals, so that it can be rounded once more; any other number with six digits."""
    return round(number * 100, 4) if is_share(row) else float(f"{number:.6g}")


def _reference(declared: Declared, line: Sequence[Row], valued: Sequence[Row]) -> Row | None:
    """The baseline of a line; without one its first place, where places have an order."""
    if declared.baseline:
        return next((row for row in valued if row["x"] == declared.baseline), None)
    return valued[0] if valued and has_order(line) else None


def _best(valued: Sequence[Row]) -> Row | None:
    if not valued or valued[0]["higher_is_better"] is None:
        return None
    highest: Callable[..., Row] = max if valued[0]["higher_is_better"] else min
    return highest(valued, key=lambda row: row["value"])


def _family_results(pairs: Sequence[tuple[Row, Row | None]]) -> list[Result | None]:
    """Each mark minus the other one as one of a family."""
    tests = sum(_against(row, other) is not None for row, other in pairs)
    return [
        one_of(tests, measured(row), measured(other))
        if other is not None and _against(row, other)
        else None
        for row, other in pairs
    ]


def _against(row: Row, other: Row | None) -> Difference | None:
    if other is None or row is other or row["value"] is None:
        return None
    return contrast(measured(row), measured(other))


def _frontiers(rows: Sequence[Row]) -> dict[int, tuple[Frontier, int]]:
    """Of each mark with a cost the frontier of all marks of its panel, and its place among these, by its `id`."""
    panels = [(panel, _frontier(panel)) for panel in _by_cost(rows)]
    over_frontiers([(list(map(_name, panel)), frontier) for panel, frontier in panels])
    return {
        id(row): (frontier, place) for panel, frontier in panels for place, row in enumerate(panel)
    }


def _frontier(panel: Sequence[Row]) -> Frontier:
    return Frontier([row["cost"] for row in panel], list(map(_goodness, panel)))


def _name(row: Row) -> tuple[str, ...]:
    """What a mark is called in every panel."""
    return row["x"], row["color"], *row["filtered"]


def with_standing(rows: Sequence[Row]) -> list[Row]:
    """The marks that have a value and a cost, by panel and cost, each with its `standing` to their frontier.

    Tests are corrected over all pairs of the panel and over all panels of a pair, regardless of filters.
    """
    marks: list[Row] = []
    for panel in _by_cost(rows):
        whole, places = panel[0]["of"][0], [row["of"][1] for row in panel]
        chosen = _frontier(panel).tested_among(whole, places)
        marks += [row | {"standing": chosen.standing(index)} for index, row in enumerate(panel)]
    return marks


def _by_cost(rows: Sequence[Row]) -> list[list[Row]]:
    """The marks that have a value and a cost above 0, panel by panel, by rising cost.

    None where it is not known whether more is better.
    """
    both = [
        row
        for row in rows
        if row["value"] is not None
        and (row["cost"] or 0) > 0
        and row["higher_is_better"] is not None
    ]
    ordered = sorted(both, key=lambda row: (row["panel"], row["cost"], -_goodness(row).value))
    return [list(group) for _, group in groupby(ordered, key=lambda row: row["panel"])]


def _goodness(row: Row) -> Measured:
    """Its value with its uncertainty; of a metric that is better when lower turned, so that more is better."""
    if row["higher_is_better"] is not False:
        return measured(row)
    return measured(row | {"value": 1 - row["value"] if is_share(row) else -row["value"]})
