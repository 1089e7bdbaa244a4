"""Heatmaps over task type and length: what one and several of them share."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reasonboard.charts.cell_marks import frame
from reasonboard.charts.cells import TEXT, Axis, Panel, Roles, extent
from reasonboard.charts.colors import ACCENT, PAPER
from reasonboard.charts.grid import page_width
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.charts.theme import Figure, plain
from reasonboard.charts.traces import pen
from reasonboard.statistics.differences import least_difference
from reasonboard.studies.type_length.rows import Row, length_label, margins

ROLES = Roles(x="lengths", y="task_type", panel="panel", value="shown", disputed="disputed")
_TAG = re.compile(r"<[^>]+>")
_NAMES = {1: 72}
_USUAL = 110
"""Pixels that the names of types take beside the panels."""
_LINE = 14
"""The height of a further line of a title, in pixels."""
_BOLD = 6.8
"""The width of a character of a title, in pixels."""
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
    """The most panels side by side: narrower cells could not be distinguished."""
    intervals: bool = True

    def room(self, panels: int) -> int:
        """About how wide a panel is in pixels, with `columns` side by side."""
        return (page_width(self.columns) - _NAMES.get(self.columns, _USUAL)) // min(
            self.columns, self.most, panels
        )

    def axes(self, panels: int) -> tuple[Axis, Axis]:
        """The lengths, with ticks where there is room under the panels, and the types."""
        every = -(-17 * len(self.lengths) // self.room(panels))
        ticks = [float(at) for at in range(0, len(self.lengths), every)]
        x = Axis.of("length", "length", self.lengths, length_label)._replace(ticks=ticks)
        return x, Axis.of("type", "", self.types)

    def chart(self, panels: list[Panel], selected: str, **form: Any) -> Figure:
        """The panels on these axes, the type isolated in each; `form` is what else `heatmap_grid` takes."""
        room = self.room(len(panels))
        chart = heatmap_grid(
            panels,
            *self.axes(len(panels)),
            columns=min(self.columns, self.most),
            page=self.columns,
            labelled=room >= _TEXT * len(self.lengths),
            **form,
        )
        _fold_titles(chart, room)
        for index, panel in enumerate(panels):
            chart["layout"]["shapes"] += self._isolated(
                index, 3 if panel.title == selected else 1.5
            )
        return chart

    def _isolated(self, index: int, width: float) -> list[dict[str, Any]]:
        """Veils over all types but one in a panel; its row and in it the length, so strong, outlined."""
        if self.type not in self.types:
            return []
        row, end = self.types.index(self.type), len(self.lengths) - 0.5
        veils = [(-0.5, row - 0.5), (row + 0.5, len(self.types) - 0.5)]
        shapes = [
            frame(index, (-0.5, end, *ends), {"width": 0}, fillcolor=PAPER, opacity=0.72)
            for ends in veils
            if ends[0] < ends[1]
        ]
        level = (row - 0.5, row + 0.5)
        shapes.append(frame(index, (-0.5, end, *level), pen(ACCENT, 1.5)))
        if self.length in map(str, self.lengths):
            at = self.lengths.index(int(self.length))
            shapes.append(frame(index, (at - 0.5, at + 0.5, *level), pen(ACCENT, width)))
        return shapes


def heatmaps(
    groups: list[list[Row]], plan: Plan, first: str, *, clicked: bool, methods: str = ""
) -> Figure:
    """A panel for the rows of each group, on one scale in percent, and a footnote with the `methods` of intervals.

    Where `clicked`, a click picks the panel as the first one; `first` is picked now.
    """
    usual, *more = words = _about(groups)
    panels = [_panel(group, plan, usual, clicked) for group in groups]
    return plan.chart(
        panels,
        first,
        unit="%",
        summary=(
            f"{len(panels)} heatmap{'s' if len(panels) > 1 else ''} of {len(plan.types)} types by "
            f"{len(plan.lengths)} lengths; values {extent(panels, '%')}; {', '.join(words)}."
        ),
        uncertainty="; ".join(filter(None, [*more, methods])),
        subtitle=f"Accuracy in % by type (rows) and length (columns), {usual}.",
    )


def _panel(rows: list[Row], plan: Plan, usual: str, clicked: bool) -> Panel:
    """One heatmap; its title says what its cells are means of where that is not the usual."""
    name, mean = rows[0]["panel"], mean_of(rows)
    template = f"<b>{plain(name)}</b><br>%{{y}}, length {TEXT}<br>%{{z:.1f}}%"
    cells = ROLES.cells(rows)
    if plan.intervals:
        reach = [far for row in rows for far in margins(row)]
        if any(far is not None for far in reach):
            template += "<br>95% interval within ±%{customdata} points"
            # A number for gaps too, which nobody can point at: it is shorter than a null.
            cells = [c._replace(words=far or 0) for c, far in zip(cells, reach, strict=True)]
        else:
            template += f"<br>{NO_UNCERTAINTY}"
    template += f"<br>{mean}"
    detail = "" if mean == usual else mean
    sets = {"first": name} if clicked else {}
    columns = [length_label(length) for length in plan.lengths]
    return Panel(name, detail, cells, sets, template=template, blank=0, columns=columns)


def mean_of(rows: Sequence[Row]) -> str:
    """Over how many seeds and items the values of these rows are."""
    seeds, items = min(row["n_seeds"] for row in rows), max(row["n_items"] or 0 for row in rows)
    n = f"{items:,} problems" if items else "number of problems unknown"
    return f"mean of {seeds} seeds, {n} each" if seeds > 1 else n


def _about(panels: list[list[Row]]) -> list[str]:
    """What most cells are means of, how many panels there are, and what the marks mean."""
    means = [mean_of(rows) for rows in panels]
    every = panels[0][0]["panels"]
    words = [
        max(means, key=means.count),
        "other means as the title says" if len(set(means)) > 1 else _detects(panels[0]),
        f"{len(panels)} of {every} panels" if len(panels) < every else "",
    ]
    return [word for word in words if word]


def _detects(rows: Sequence[Row]) -> str:
    """The smallest difference of two cells that the number of their items detects."""
    items = min((row["n_items"] or 0 for row in rows), default=0)
    return f"detects ≥ {least_difference(items) * 100:.0f} points" if items else ""


def _fold_titles(chart: Figure, room: int) -> None:
    """Titles that are longer than the panel is wide stand on two lines."""
    layout = chart["layout"]
    long = [
        note for note in layout["annotations"] if len(_TAG.sub("", note["text"])) > room / _BOLD
    ]
    for note in long:
        between, start = (" − ", "− ") if " − " in note["text"] else (" · ", "")
        note["text"] = note["text"].replace(between, f"<br>{start}", 1)
    if long:
        margin = layout["margin"]
        layout["margin"] = margin | {"t": margin["t"] + _LINE}
        layout["height"] += _LINE
