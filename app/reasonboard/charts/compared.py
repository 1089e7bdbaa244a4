"""The two marks of a comparison in a chart: a ring and the letter A, and B for the selected one."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from reasonboard.charts.colors import INK, PAPER
from reasonboard.charts.theme import Figure, Trace
from reasonboard.charts.traces import marker, scatter, stroke

NAME = "compared"
"""The name of the traces, by which a caption explains them."""
_RING, _BADGE, _LETTER = 17, 15, 10
"""Diameters, and the size of the letter, in pixels."""

Choice = Mapping[str, Any]
"""Control name to its value."""


class _Place(NamedTuple):
    """Where a mark stands in its panel: a point, or the edges of a cell."""

    left: Any
    right: Any
    low: Any
    high: Any


def mark_compared(figure: Figure, letters: Mapping[str, Choice], values_shown: Choice) -> Figure:
    """The figure with each mark of `letters` ringed and named; as it is where it shows none of them.

    A mark is what a click on it sets (the `meta` of its trace, see marks.py). A control that no mark of the figure
    sets must be that of all letters, and have the value that is `values_shown`: then the whole chart is of it. In every
    panel the first such mark counts.
    """
    if not letters:
        return figure
    set_by_marks = {name for trace in figure["data"] for *_, sets in _marks(trace) for name in sets}
    values = {
        name: {choice[name] for choice in letters.values()}
        for choice in letters.values()
        for name in choice
    }
    if any(values[name] != {values_shown.get(name)} for name in values.keys() - set_by_marks):
        return figure
    places = {
        letter: _places(figure, {name: choice[name] for name in choice if name in set_by_marks})
        for letter, choice in letters.items()
    }
    rings, badges = list[Trace](), list[Trace]()
    for letter, axes_to_place in places.items():
        others = [other for name, other in places.items() if name != letter]
        for axes, place in axes_to_place.items():
            beside = next((other[axes] for other in others if axes in other), None)
            *ring, badge = _traces(letter, place, beside)
            on = dict(zip(("xaxis", "yaxis"), axes, strict=True))
            rings += [trace | on for trace in ring]
            badges.append(badge | on)
    # The letters last: in small cells a frame would lie over the letter of its neighbour.
    highlights = [*rings, *badges]
    return figure | {"data": [*figure["data"], *highlights]} if highlights else figure


def _places(figure: Figure, choice: Choice) -> dict[tuple[str, str], _Place]:
    """The place of a mark by the axes of the panels that show it."""
    places: dict[tuple[str, str], _Place] = {}
    for trace in figure["data"]:
        axes = trace.get("xaxis", "x"), trace.get("yaxis", "y")
        for column, row, sets in _marks(trace):
            if axes not in places and choice.items() <= sets.items():
                place = _place(trace, column, row)
                if place is not None:
                    places[axes] = place
    return places


def _marks(trace: Trace) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Column, row (0 unless in a heatmap) and controls of each mark of a trace."""
    meta = trace.get("meta", {})
    rows = list(enumerate(meta.get("ys", [])))
    for column, across in enumerate(meta.get("xs", [])):
        sets_here = meta.get("sets", {}) | {meta["x"]: across}
        if trace["type"] != "heatmap":
            yield column, 0, sets_here
        else:
            yield from ((column, row, sets_here | {meta["y"]: up}) for row, up in rows)


def _place(trace: Trace, column: int, row: int) -> _Place | None:
    """Where a mark stands; None where it has no value."""
    xs, ys = trace.get("x", []), trace["y"]
    if trace["type"] != "heatmap":
        has_value = column < min(len(xs), len(ys)) and None not in (xs[column], ys[column])
        return _Place(xs[column], xs[column], ys[column], ys[column]) if has_value else None
    if trace["z"][row][column] is None:
        return None
    return _Place(xs[column], xs[column + 1], ys[row], ys[row + 1])


def _traces(letter: str, place: _Place, other: _Place | None) -> Iterator[Trace]:
    """A ring with the letter beside it; around a cell a frame, then the letter on one of its upper corners.

    That is the left one of A, the right one of B, or else the one that is farther from the `other` mark.
    """
    # Not of a higher order than other traces: plotly.js would cut them at the edges of their panel.
    common: dict[str, Any] = {"name": NAME, "hoverinfo": "skip", "cliponaxis": False}
    text = [f"<b>{letter}</b>"]
    if place.left == place.right:
        look = marker(_RING, INK, INK, 2, symbol="circle-open")
        font = {"size": _LETTER + 2, "color": INK}
        more = {"text": text, "textposition": "top left", "textfont": font, "marker": look}
        yield scatter("markers+text", [place.left], [place.low], **common | more)
        return
    outline = (
        [place.left, place.right, place.right, place.left, place.left],
        [place.low, place.low, place.high, place.high, place.low],
    )
    yield stroke(*outline, INK, 2, name=NAME, cliponaxis=False)
    font = {"size": _LETTER, "color": PAPER}
    badge = {
        "text": text,
        "textposition": "middle center",
        "textfont": font,
        "marker": marker(_BADGE, INK, PAPER, 1),
    }
    apart = other is not None and other.left != place.left
    to_right = bool(other and other.left < place.left) if apart else letter == "B"
    corner = place.right if to_right else place.left
    yield scatter("markers+text", [corner], [place.high], **common | badge)
