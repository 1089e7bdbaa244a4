"""The x axis of a declared study: numbers at their distance, or names side by side."""

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from reasonboard.charts.theme import Figure, plain
from reasonboard.charts.ticks import round_ticks
from reasonboard.studies.own.declared import X
from reasonboard.studies.own.rows import Row, day_of, has_order

MOST_TICKS = 8
_CHARACTER, _PHONE = 6, 312
"""The width of a character of a label, and that of a chart on a phone, in pixels."""
_THOUSAND, _MILLION = 1_000, 1_000_000


class Across(NamedTuple):
    """Where each place of x stands, and the axis by Plotly's names."""

    places: dict[str, float]
    settings: dict[str, Any]
    has_order: bool
    """Are lines drawn from place to place?"""


def across(rows: Sequence[Row], x: X, columns: int) -> Across:
    """The axis of these rows: logarithmic where the study says so and every place is above 0.

    The last tick has the unit, where the page has room for more than one column.
    """
    unit = x.unit if columns > 1 else ""
    names = places_in_order(rows)
    ordered = has_order(rows)
    if x.order or x.scale == "names" or not ordered:
        places = {name: float(position) for position, name in enumerate(names)}
        labeled = _some(names)
        return Across(
            places,
            {
                "range": [-0.5, len(names) - 0.5],
                "tickvals": [places[name] for name in labeled],
                "ticktext": with_unit([plain(name) for name in labeled], unit),
                "showgrid": False,
            },
            has_order=bool(x.order) and ordered,
        )
    values = {row["x"]: float(row["at"]) for row in rows}
    logarithmic = x.scale in ("log2", "log10") and min(values.values()) > 0
    places = {
        name: math.log2(position) if logarithmic else position for name, position in values.items()
    }
    low, high = min(places.values()), max(places.values())
    room = (high - low) * 0.05 or 0.5
    are_days = all(day_of(name) is not None for name in names)
    if len(names) > 2 * MOST_TICKS and not logarithmic and not are_days:
        most = MOST_TICKS if columns > 1 else MOST_TICKS // 2
        ticks = round_ticks(low, high, unit=f" {plain(unit)}".rstrip(), most=most)
    else:
        labeled = _spaced(names, places, (high - low) / MOST_TICKS)
        words = [day(name) if are_days else short(values[name]) for name in labeled]
        texts = words if are_days else with_unit(words, unit)
        ticks = {"tickvals": [places[name] for name in labeled], "ticktext": texts}
    axis = {"range": [low - room, high + room], "showgrid": False} | ticks
    return Across(places, axis, has_order=True)


def day(text: str) -> str:
    """A date as it stands on an axis: '14 Nov'."""
    read = datetime.fromisoformat(text)
    return f"{read.day} {read:%b}"


def short(number: float) -> str:
    """A number as it stands on an axis: 0.6, 950, 8k (of 8,000 or 8,192), 1.5M."""
    for size, letter in ((_MILLION, "M"), (2**20, "M"), (_THOUSAND, "k"), (2**10, "k")):
        if abs(number) >= size and number % (size / 4) == 0:
            return f"{number / size:g}{letter}"
    if abs(number) >= _THOUSAND:
        return f"{number / _THOUSAND:.3g}k"
    return f"{number:g}"


def with_unit(labels: Sequence[str], unit: str) -> list[str]:
    """The labels of ticks, the last one with the unit."""
    return [*labels[:-1], f"{labels[-1]} {plain(unit)}".rstrip()]


def turn_labels(chart: Figure, labels: Sequence[str]) -> None:
    """Set the labels of the columns of a phone's chart upright, with room for them, where they are too wide."""
    layout = chart["layout"]
    longest = max(map(len, labels)) * _CHARACTER
    if longest <= (_PHONE - layout["margin"]["l"]) / len(labels):
        return
    for name in [name for name in layout if name.startswith("xaxis")]:
        layout[name] |= {"tickangle": -90}
    layout["margin"] = layout["margin"] | {"b": layout["margin"]["b"] + longest - _CHARACTER}
    layout["height"] += longest - _CHARACTER


def places_in_order(rows: Sequence[Row]) -> list[str]:
    """The places of x, each once: by where they stand on the axis, names in their order."""
    order_of_x = {row["x"]: (row["at"] is None, row["at"] or 0, row["rank"]) for row in rows}
    return sorted(order_of_x, key=order_of_x.__getitem__)


def _some(names: Sequence[str]) -> list[str]:
    step = math.ceil(len(names) / (2 * MOST_TICKS))
    return list(names[::step])


def _spaced(names: Sequence[str], places: dict[str, float], least: float) -> list[str]:
    """Of the places from left to right those that are far enough from the last one taken."""
    labeled: list[str] = []
    for name in names:
        if not labeled or places[name] - places[labeled[-1]] >= least:
            labeled.append(name)
    return labeled
