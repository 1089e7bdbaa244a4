"""Declared studies: which numbers of their tables the figures draw."""

from collections.abc import Iterable, Mapping

from reasonboard.core.study import Study
from reasonboard.statistics.differences import ALPHA
from reasonboard.studies.own.declaration import parse
from reasonboard.studies.own.declared import label_of
from tests.agreement.forms import Forms, Mark, Numbers, Place, Row


def relation(study: Study, view: str, of: Forms) -> tuple[Numbers, Numbers]:
    """The numbers that a view draws, and those of its table: values, differences or, of a frontier, also costs."""
    roles = parse(study.declaration.encode(), study.path)
    columns = {"panel": roles.panel, "series": roles.color, "x": roles.x.column}
    played = {control: label_of(column) for control, column in columns.items() if column}

    def placed(rows: Iterable[Row], name: str) -> Numbers:
        return {_place(row, played): [float(row[name])] for row in rows if row[name]}

    def drawn(marks: Iterable[Mark], number: str) -> Numbers:
        found = ((_place(mark.at, dict.fromkeys(played)), getattr(mark, number)) for mark in marks)
        return {place: [value] for place, value in found if value is not None}

    if view == "lines":
        return drawn(of.marks, "y"), placed(of.rows, "value")
    if view == "frontier":
        rows = [row for row in of.rows if row["value"] and row["cost"]]
        return _both(drawn(of.marks, "y"), drawn(of.marks, "x")), _both(
            placed(rows, "value"), placed(rows, "cost")
        )
    if of.values["mode"] == "value":
        return drawn(of.marks, "z"), placed(of.rows, "value")
    # Without a color: the reference itself, and what is not significant.
    plain = {
        _place(row, played) for row in of.rows if row["value"] and _has_no_color(row, played["x"])
    }
    zeros = {place: [0.0] for place in plain}
    cells = drawn(of.marks, "z")
    in_color = {place: found for place, found in cells.items() if place not in plain}
    assert plain <= cells.keys()
    return in_color | zeros, placed(of.rows, "difference") | zeros


def _has_no_color(row: Row, x: str) -> bool:
    chance = row["p (corrected)"]
    return row[x] == row["compared with"] or bool(chance and float(chance) > ALPHA)


def _place(at: Mapping[str, str | None], names: Mapping[str, str | None]) -> Place:
    """Where a mark stands: in the controls that it sets, or in the columns of a table that have their labels."""
    return tuple(at[label or control] or "" for control, label in names.items())


def _both(values: Numbers, costs: Numbers) -> Numbers:
    return {place: [*found, *costs.get(place, [])] for place, found in values.items()}
