"""Heatmaps over task type and length: what one and several of them share."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reasonboard.charts.cells import Axis, Panel
from reasonboard.charts.colors import ACCENT, PAPER
from reasonboard.charts.grid import suffix
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.theme import Figure
from reasonboard.charts.traces import paper_note
from reasonboard.statistics.differences import least_difference
from reasonboard.studies.type_length.charts.margins import margins

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
    intervals: bool = True

    def room(self, panels: int) -> int:
        """About how many pixels one of so many panels is wide."""
        return _ROOM.get(self.columns, _WIDE) // min(self.columns, self.most, panels)


def heatmaps(panels: list[Panel], groups: list[list[Row]], plan: Plan, said: list[str]) -> Figure:
    """All panels on one scale in percent, with the rows behind each in `groups`, and a footnote."""
    values = [v for panel in panels for line in panel.values for v in line if v is not None]
    count = f"{len(panels)} heatmap{'s' if len(panels) > 1 else ''}"
    drawn = heatmap_grid(
        panels,
        x=("length", length_axis(plan, len(panels))),
        y=("type", Axis("", plan.types, plan.types)),
        columns=min(plan.columns, plan.most),
        unit="%",
        summary=(
            f"{count} of {len(plan.types)} types by {len(plan.lengths)} lengths; "
            f"values from {min(values):.1f} to {max(values):.1f} %; {', '.join(said)}."
        ),
    )
    finish(drawn, plan, len(panels), "%")
    if plan.intervals:
        _widths(drawn, plan, groups)
    _footnote(drawn, said, " · " if plan.columns > 1 else "<br>")
    return drawn


def panel(rows: list[Row], plan: Plan, *, usual: str) -> Panel:
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


def said(panels: list[list[Row]]) -> list[str]:
    """What most cells are means of, how many panels there are, and what the marks mean."""
    means = [mean_of(rows) for rows in panels]
    disputed = any(any(row["disputed"]) for rows in panels for row in rows)
    every = panels[0][0]["panels"]
    words = [
        max(means, key=means.count),
        "else as its title says" if len(set(means)) > 1 else resolves(panels[0]),
        f"{len(panels)} of {every} panels" if len(panels) < every else "",
        "hatched: no data",
        "red corner: sources disagree" if disputed else "",
    ]
    return [one for one in words if one]


def mean_of(rows: Sequence[Row]) -> str:
    """Over how many seeds and items the values of these rows are."""
    seeds, items = min(row["n_seeds"] for row in rows), max(row["n_items"] or 0 for row in rows)
    n = f"n {items:,}" if items else "n not stated"
    return f"mean of {seeds} seeds, {n} each" if seeds > 1 else n


def resolves(rows: Sequence[Row]) -> str:
    """The smallest difference of two cells that the number of their items can resolve."""
    items = min((row["n_items"] or 0 for row in rows), default=0)
    return f"resolves {least_difference(items) * 100:.0f} points" if items else ""


def finish(drawn: Figure, plan: Plan, panels: int, unit: str) -> None:
    """Put type and length into the hover text, long titles on two lines, no text in small cells."""
    room = plan.room(panels)
    if room < _TEXT * len(plan.lengths):
        drawn["data"] = [trace for trace in drawn["data"] if trace.get("mode") != "text"]
    for trace in drawn["data"]:
        # A text is the whole hover already.
        if trace["type"] == "heatmap" and "text" not in trace:
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


def isolate(drawn: Figure, plan: Plan, panels: list[str], picked: str) -> None:
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


def length_axis(plan: Plan, panels: int) -> Axis:
    """The lengths under so many panels, with ticks at as many of them as have room."""
    labels = [str(length) for length in plan.lengths]
    every = -(-17 * len(labels) // plan.room(panels))
    ticks = [float(length) for length in plan.lengths if length % every == 0]
    return Axis("length", labels, labels, None, ticks)


def _widths(drawn: Figure, plan: Plan, groups: list[list[Row]]) -> None:
    """Beside every value in a hover, how far its 95 % interval reaches."""
    heatmaps = [trace for trace in drawn["data"] if trace["type"] == "heatmap"]
    for trace, rows in zip(heatmaps, groups, strict=True):
        if any(one is not None for row in rows for one in margins(row)):
            reach = {
                (row["task_type"], length): far
                for row in rows
                for length, far in zip(row["lengths"], margins(row), strict=True)
            }
            # A number for gaps too, which nobody can point at: it is shorter than a null.
            trace["text"] = [
                [reach.get((kind, length)) or 0 for length in plan.lengths] for kind in plan.types
            ]
            trace["hovertemplate"] = trace["hovertemplate"].replace(
                "<extra>", "<br>95 % interval within ±%{text} points<extra>"
            )
        else:
            trace["hovertemplate"] = trace["hovertemplate"].replace(
                "<extra>", "<br>no uncertainty available<extra>"
            )


def _footnote(drawn: Figure, words: list[str], between: str) -> None:
    """What has to be known about all panels, under them."""
    layout = drawn["layout"]
    layout["annotations"].append(
        paper_note(between.join(words), 0, 0, align="left", yshift=-40, yanchor="top")
    )
    room = 16 if between != "<br>" else 16 * len(words)
    layout["margin"] = layout["margin"] | {"b": layout["margin"]["b"] + room}
    layout["height"] += room
