"""Accuracy over task type and length: heatmaps of each method and size, and their difference."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from app.figures.cells import Axis, Panel
from app.figures.grid import suffix
from app.figures.heatmap import heatmap_grid
from app.figures.stacked import stacked
from app.figures.theme import ACCENT, MUTED, PAPER, Figure, empty

Row = dict[str, Any]

_TAG = re.compile(r"<[^>]+>")
_ROOM = {1: 250, 2: 560}
_WIDE = 1200
"""About how many pixels there are for panels where one, two or more fit side by side."""
_TEXT = 34
"""Pixels that a cell needs for its value."""


@dataclass(frozen=True)
class Plan:
    """What all heatmaps of a figure share: types from below, lengths, and the mark in them."""

    types: list[str]
    lengths: list[int]
    type: str
    length: str
    columns: int
    most: int
    """Panels side by side at most: narrower cells could not be told apart."""

    def room(self, panels: int) -> int:
        """About how many pixels one of so many panels is wide."""
        return _ROOM.get(self.columns, _WIDE) // min(self.columns, self.most, panels)


def type_length_grid(
    rows: Sequence[Row],
    *,
    panels: str,
    mode: str,
    first: str,
    second: str,
    type: str,
    length: str,
    columns: int,
) -> Figure:
    """A heatmap per model, method and benchmark: types (the first on top) over length, percent.

    Rows are one per panel and type, with `lengths`, `shown` (percent) and `disputed` as equally
    long lists; drawn are `panels` (a number or 'all') of them, the lowest by `rank`. In mode
    'difference' they are `first` and `second`, and their difference stands over them. `type` is
    isolated: the others fade.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    rows = [row for row in rows if panels == "all" or row["rank"] <= int(panels)]
    of = {panel: list(group) for panel, group in groupby(rows, key=lambda row: row["panel"])}
    types = sorted({row["task_type"] for row in rows}, reverse=True)
    plan = Plan(types, _lengths(rows), type, length, columns, most=3)
    if mode == "difference":
        if first not in of or second not in of:
            return empty("No difference: choose two panels that are not the same.")
        return _difference(of[first], of[second], replace(plan, most=2))
    said = _said(list(of.values()))
    heatmaps = [_panel(group, plan, usual=said[0]) for group in of.values()]
    drawn = _heatmaps(heatmaps, plan, said)
    _isolate(drawn, plan, [heatmap.title for heatmap in heatmaps], first)
    return drawn


def mean_of(rows: Sequence[Row]) -> str:
    """Over how many seeds and items the values of these rows are."""
    seeds, items = min(row["n_seeds"] for row in rows), max(row["n_items"] or 0 for row in rows)
    n = f"n {items:,}" if items else "n not stated"
    return f"mean of {seeds} seeds, {n} each" if seeds > 1 else n


def _difference(first: list[Row], second: list[Row], plan: Plan) -> Figure:
    """First minus second in points over the two of them, on the cells that both have."""
    said = _said([first, second])
    pair = [replace(_panel(group, plan, usual=said[0]), sets={}) for group in (first, second)]
    points = [
        [None if a is None or b is None else round(a - b, 1) for a, b in zip(*line, strict=True)]
        for line in zip(pair[0].values, pair[1].values, strict=True)
    ]
    both = [value for line in points for value in line if value is not None]
    title = f"{pair[0].title} − {pair[1].title}"
    ends = "no common cells"
    if both:
        ends = f"{min(both):+.1f} to {max(both):+.1f} points on {len(both)} common cells"
    upper = heatmap_grid(
        [Panel(title, ends if plan.columns > 2 else "", points)],  # noqa: PLR2004
        x=("length", _length_axis(plan, 1)),
        y=("type", Axis("", plan.types, plan.types)),
        columns=min(plan.columns, plan.most),
        unit="points",
        centred=True,
        row_height=26,
        summary="",
    )
    lower = _heatmaps(pair, plan, said)
    _finish(upper, plan, 1, "points")
    _isolate(upper, plan, [title], title)
    _isolate(lower, plan, [panel.title for panel in pair], pair[0].title)
    return stacked(upper, lower, summary=f"{title}: {ends}.")


def _heatmaps(panels: list[Panel], plan: Plan, said: list[str]) -> Figure:
    values = [v for panel in panels for line in panel.values for v in line if v is not None]
    count = f"{len(panels)} heatmap{'s' if len(panels) > 1 else ''}"
    drawn = heatmap_grid(
        panels,
        x=("length", _length_axis(plan, len(panels))),
        y=("type", Axis("", plan.types, plan.types)),
        columns=min(plan.columns, plan.most),
        unit="%",
        summary=(
            f"{count} of {len(plan.types)} types by {len(plan.lengths)} lengths; "
            f"values from {min(values):.1f} to {max(values):.1f} %; {', '.join(said)}."
        ),
    )
    _finish(drawn, plan, len(panels), "%")
    _footnote(drawn, said, " · " if plan.columns > 1 else "<br>")
    return drawn


def _panel(rows: list[Row], plan: Plan, *, usual: str) -> Panel:
    """One heatmap; its title says what its cells are means of where that is not the usual."""
    values: dict[tuple[str, int], float] = {}
    disputed = set()
    for row in rows:
        at = plan.types.index(row["task_type"])
        for length, value, doubt in zip(row["lengths"], row["shown"], row["disputed"], strict=True):
            values[row["task_type"], length] = value
            if doubt:
                disputed.add((at, plan.lengths.index(length)))
    name, of = rows[0]["panel"], mean_of(rows)
    return Panel(
        name,
        "" if of == usual else of,
        [[values.get((one, length)) for length in plan.lengths] for one in plan.types],
        sets={"first": name},
        disputed=frozenset(disputed),
    )


def _said(panels: list[list[Row]]) -> list[str]:
    """What most cells are means of, how many panels there are, and what the marks mean."""
    means = [mean_of(rows) for rows in panels]
    disputed = any(any(row["disputed"]) for rows in panels for row in rows)
    every = panels[0][0]["panels"]
    words = [
        max(means, key=means.count),
        "else as its title says" if len(set(means)) > 1 else "",
        f"{len(panels)} of {every} panels" if len(panels) < every else "",
        "hatched: no data",
        "red corner: sources disagree" if disputed else "",
    ]
    return [one for one in words if one]


def _finish(drawn: Figure, plan: Plan, panels: int, unit: str) -> None:
    """Put type and length into the hover text, long titles on two lines, no text in small cells."""
    room = plan.room(panels)
    if room < _TEXT * len(plan.lengths):
        drawn["data"] = [trace for trace in drawn["data"] if trace.get("mode") != "text"]
    for trace in drawn["data"]:
        if trace["type"] == "heatmap":
            place = f"<b>{trace['name']}</b><br>%{{y}}, length %{{x}}"
            trace["hovertemplate"] = f"{place}<br>%{{z:.1f}} {unit}<extra></extra>"
    layout = drawn["layout"]
    long = [one for one in layout["annotations"] if len(_TAG.sub("", one["text"])) > room / 7]
    for note in long:
        between, start = (" − ", "− ") if " − " in note["text"] else (" · ", "")
        note["text"] = note["text"].replace(between, f"<br>{start}", 1)
    if long:
        layout["margin"] = layout["margin"] | {"t": layout["margin"]["t"] + 12}
        layout["height"] += 12


def _footnote(drawn: Figure, words: list[str], between: str) -> None:
    """What has to be known about all panels, under them."""
    layout = drawn["layout"]
    layout["annotations"].append(
        {
            "text": between.join(words), "font": {"size": 11, "color": MUTED}, "align": "left",
            "xref": "paper", "yref": "paper", "x": 0, "y": 0, "yshift": -40, "showarrow": False,
            "xanchor": "left", "yanchor": "top",
        }
    )  # fmt: skip
    room = 16 if between != "<br>" else 16 * len(words)
    layout["margin"] = layout["margin"] | {"b": layout["margin"]["b"] + room}
    layout["height"] += room


def _isolate(drawn: Figure, plan: Plan, panels: list[str], picked: str) -> None:
    """Fade all types but one in every panel; outline its length, strongest in the picked panel."""
    if plan.type not in plan.types:
        return
    row, end = plan.types.index(plan.type), len(plan.lengths) - 0.5
    level = {"y0": row - 0.5, "y1": row + 0.5}
    veils = [(-0.5, row - 0.5), (row + 0.5, len(plan.types) - 0.5)]
    lengths = [str(length) for length in plan.lengths]
    for index, panel in enumerate(panels):
        axes = {"type": "rect", "xref": f"x{suffix(index)}", "yref": f"y{suffix(index)}"}
        whole = axes | {"x0": -0.5, "x1": end, "layer": "above"}
        faded = {"fillcolor": PAPER, "opacity": 0.72, "line": {"width": 0}}
        shapes = [whole | faded | {"y0": y0, "y1": y1} for y0, y1 in veils if y0 < y1]
        shapes.append(whole | level | {"line": {"color": ACCENT, "width": 1.5}})
        if plan.length in lengths:
            column = lengths.index(plan.length)
            line = {"color": ACCENT, "width": 3 if panel == picked else 1.5}
            shapes.append(whole | level | {"x0": column - 0.5, "x1": column + 0.5, "line": line})
        drawn["layout"]["shapes"] += shapes


def _lengths(rows: Sequence[Row]) -> list[int]:
    """Every whole length from 0 to the longest: one that no type has stays visible as a gap."""
    return list(range(max(max(row["lengths"]) for row in rows) + 1))


def _length_axis(plan: Plan, panels: int) -> Axis:
    labels = [str(length) for length in plan.lengths]
    every = -(-17 * len(labels) // plan.room(panels))
    ticks = [float(length) for length in plan.lengths if length % every == 0]
    return Axis("length", labels, labels, None, ticks)
