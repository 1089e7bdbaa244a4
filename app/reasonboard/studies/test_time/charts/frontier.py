"""Accuracy against mean tokens, a panel per benchmark: every run, its name, and the frontier with its uncertainty."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reasonboard.charts.boxes import Box, Frame
from reasonboard.charts.colors import ACCURACY, ACCURACY_BAND, INK, MUTED, OWN
from reasonboard.charts.frontier import FEW, Corner, look_of, steps_with_band, whiskers
from reasonboard.charts.grid import Grid, named_panel, on, suffix
from reasonboard.charts.intervals import problems
from reasonboard.charts.labels import Anchor, Label, place_labels
from reasonboard.charts.marks import click
from reasonboard.charts.text_width import cut_apart, short_names, text_width
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain
from reasonboard.charts.ticks import log_axis, short
from reasonboard.charts.traces import marker, paper_note, pen, scatter
from reasonboard.core.findings.uncertainty_words import half, in_percent
from reasonboard.core.findings.words import join_names, with_sign
from reasonboard.studies.test_time.rows import MOST_RUNS, Panel, Row, panels_of

_MOST, _PAIR = 12, 2
"""Panels of one figure."""
_APART, _CHARACTER = 12, 6.5
"""Pixels between a title and what stands at its right, and of a usual character of a title."""
_WHOLE = 100
"""Characters of a title that has room."""
_SUBTITLE = (
    "Line: frontier, no shorter answers are as good. Open: tied with it. Gray: "
    "below. Gray outline: not tested."
)
_HOW = (
    "below the frontier: two-proportion score tests or z tests with standard errors, "
    "Holm's correction over all pairs of runs of the benchmark and the benchmarks of a pair"
)


def accuracy_by_tokens(
    rows: Sequence[Row], *, columns: int, panel: str, run: str, intervals: str, own: str, cost: str
) -> Figure:
    """A panel per benchmark, a mark per run; rows are those of sql/frontier.sql with their panels (`with_panels`)."""
    if not rows:
        return empty("No data: no run here has token counts.")
    money = cost == "money"
    all_panels = panels_of(rows)
    shown = all_panels[:_MOST]
    small = columns == 1 and len(shown) > 1
    grid = Grid(
        len(shown), 2 if small else columns, 150 if small else 190, left=40, between=92 if small else 74,
        gap=0.16 if small else 0.07 if columns > _PAIR else 0.09, top=60 if small else 40, bottom=34, every_x=True,
        narrow=small, few=columns > _PAIR,
    )  # fmt: skip
    layout = grid.layout(hovermode="closest")
    traces: list[Trace] = []
    for index, shown_panel in enumerate(shown):
        picked = run if panel == shown_panel.name else ""
        look = _Look(shown_panel, picked, intervals=intervals == "on", own=own == "on")
        traces += [trace | on(index) for trace in look.traces()]
        layout |= _axes(grid, index, shown_panel, small=small, money=money)
        layout["annotations"] += _title(grid, index, shown, columns, small=small)
        if not small:
            x, y = (layout[f"{axis}axis{suffix(index)}"]["range"] for axis in "xy")
            frame = Frame(tuple(x), tuple(y), grid.panel_width(columns), grid.panel)
            layout["annotations"] += _names(shown_panel, look.whiskers(), frame, index)
    return figure(
        traces,
        layout,
        height=grid.height,
        summary=_summary(shown),
        uncertainty=_words(all_panels, intervals),
        panels=[named_panel(shown_panel.name, index) for index, shown_panel in enumerate(shown)],
        heading=f"Accuracy by {'price' if money else 'mean tokens'} per answer",
        subtitle=(
            _SUBTITLE.replace("shorter answers are", "cheaper answers are") if money else _SUBTITLE
        ),
    )


class _Look:
    """What one panel draws: its runs and their frontier."""

    def __init__(self, panel: Panel, run: str, *, intervals: bool, own: bool) -> None:
        self.panel, self.rows = panel, panel.rows
        self.run, self.intervals = run, intervals
        self.names = short_names(str(row["name"]) for row in panel.rows)
        are_own = [row["own"] and own for row in self.rows]
        self.looks = [
            look_of(panel.verdict(row), OWN if is_own else ACCURACY, own=is_own)
            for row, is_own in zip(self.rows, are_own, strict=True)
        ]
        self.inks = [look.edge for look in self.looks]

    def traces(self) -> list[Trace]:
        frontier = self._frontier() if len(self.panel.rows) > 1 else []
        return [*frontier, *self._whiskers(), self._marks()]

    def _frontier(self) -> list[Trace]:
        """The steps of all runs, over the intervals of those on it."""
        corners = [
            Corner(row["x"], row["value"] * 100, self._interval(row))
            for row in map(self.panel.rows.__getitem__, self.panel.frontier)
        ]
        right = self.panel.rows[-1]["x"]
        return steps_with_band(corners, right, pen(ACCURACY, 1.4), ACCURACY_BAND)

    def _interval(self, row: Row) -> tuple[float, float] | None:
        """The ends of the interval of a run in percent, where intervals are shown and it is known."""
        interval = self.panel.intervals[row["key"]]
        return in_percent([interval])[0] if self.intervals else None

    def whiskers(self) -> list[tuple[Row, tuple[float, float]]]:
        """The runs whose interval is drawn, with its ends in percent."""
        few = len(self.panel.rows) <= FEW
        return [
            (row, ends)
            for row in self.rows
            if (few or row["own"] or row["key"] == self.run) and (ends := self._interval(row))
        ]

    def _whiskers(self) -> list[Trace]:
        inks = {row["key"]: ink for row, ink in zip(self.rows, self.inks, strict=True)}
        return whiskers(((row["x"], *ends), inks[row["key"]]) for row, ends in self.whiskers())

    def _marks(self) -> Trace:
        fills = [look.fill for look in self.looks]
        picked = [row["key"] == self.run for row in self.rows]
        sizes = [
            11 if is_picked else 8 if row["own"] else 6.5
            for is_picked, row in zip(picked, self.rows, strict=True)
        ]
        halves = [self._half(row) for row in self.rows]
        edges = [
            INK if is_picked else ink for is_picked, ink in zip(picked, self.inks, strict=True)
        ]
        items = problems(self.rows[0]["n_items"], self.rows[0]["n_repeats"])
        words = "<br>".join(
            filter(
                None,
                [
                    "<b>%{text}</b>",
                    "%{y:.1f}% %{customdata}",
                    "$%{x:.3g}" if self.rows[0]["priced"] else "%{x:,.0f} tokens",
                    items,
                ],
            )
        )
        return scatter(
            "markers",
            [float(f"{row['x']:.6g}") for row in self.rows],
            [round(row["value"] * 100, 2) for row in self.rows],
            text=[plain(self.names[str(row["name"])]) for row in self.rows],
            customdata=halves,
            hovertemplate=f"{words}<extra></extra>",
            marker=marker(_alike(sizes), _alike(fills), _alike(edges), 1.3) | {"opacity": 1},
            cliponaxis=False,
            meta=click("run", [row["key"] for row in self.rows], panel=self.panel.name),
        )

    def _half(self, row: Row) -> str:
        interval = self.panel.intervals[row["key"]]
        return f"(±{half(interval.low, interval.high)})" if interval else ""


def _alike(values: Sequence[Any]) -> Any:
    """One value where all are the same."""
    return values[0] if values and len(set(values)) == 1 else list(values)


def _axes(grid: Grid, index: int, panel: Panel, *, small: bool, money: bool) -> dict[str, Any]:
    unit = "" if small or money else " tokens"
    x = log_axis([row["x"] for row in panel.rows], unit, 2 if small else 3, money=money)
    y = {"range": [-2, 104], "tickvals": list(LEVELS), "ticktext": ["0", "50", "100%"]}
    return grid.axes(index, x, y)


def _title(
    grid: Grid, index: int, panels: Sequence[Panel], columns: int, *, small: bool
) -> list[dict[str, Any]]:
    """The benchmark over its panel, and what the best run has over the shortest: next to it, on a phone under it."""
    panel = panels[index]
    size = problems(panel.best["n_items"]) or "number of problems unknown"
    free = grid.panel_width(columns) - text_width(_gain(panel), 12) - _APART
    words = size if text_width(panel.name, 13) + text_width(f"  {size}", 11) < free else ""
    room = 18 if small else int(free / _CHARACTER) if not words else _WHOLE
    names = [one.name for one in panels]
    left = grid.title(index, panel.name, "" if small else words, room, names)
    sure = bool(panel.gain and panel.gain.significant)
    start, end = grid.x_domain(index)
    place = {"xanchor": "left" if small else "right", "yanchor": "bottom", "yshift": 3}
    gain = paper_note(
        _gain(panel),
        start if small else end,
        grid.top_of(index),
        size=12,
        color=INK if sure else MUTED,
        **place,
    )
    return [left | {"yshift": 19} if small else left, *([gain] if _gain(panel) else [])]


def _gain(panel: Panel) -> str:
    """'▲ +38.9 at 2.9×': the highest above the shortest."""
    if len(panel.frontier) < 2:  # noqa: PLR2004
        return ""
    points = with_sign((panel.best["value"] - panel.cheapest["value"]) * 100)
    if panel.gain is None:
        return f"{points}, not tested"
    return f"{'▲ ' if panel.gain.significant else ''}{points} at {panel.factor:.1f}×"


def _summary(panels: Sequence[Panel]) -> str:
    parts = [
        f"{panel.name} from {panel.cheapest['value']:.0%} at {short(panel.cheapest['tokens'])} tokens to "
        f"{panel.best['value']:.0%} at {short(panel.best['tokens'])}"
        for panel in panels[:4]
    ]
    return f"Accuracy by mean tokens: {'; '.join(parts)}."


def _words(panels: Sequence[Panel], intervals: str) -> str:
    left_out = [panel.name for panel in panels if panel.rows[0]["runs"] > MOST_RUNS]
    parts = [
        f"price of output tokens alone, as stated for {_days(panels)}"
        if panels[0].rows[0]["priced"]
        else "",
        f"▲ significant, × {'price' if panels[0].rows[0]['priced'] else 'tokens'} of the least",
        "intervals are off"
        if intervals == "off"
        else "band: 95% intervals of the runs on the frontier",
        _HOW,
        f"{len(panels) - _MOST} more benchmarks in the table" if len(panels) > _MOST else "",
        f"the best and newest {MOST_RUNS} of the runs on {join_names(left_out)}"
        if left_out
        else "",
    ]
    return "; ".join(filter(None, parts))


def _days(panels: Sequence[Panel]) -> str:
    """From the first to the last day of the prices."""
    days = sorted({row["priced"] for panel in panels for row in panel.rows})
    return f"{days[0]}" if len(days) == 1 else f"{days[0]} to {days[-1]}"


_NAMED = 4
"""Up to this number of runs of a panel each has its name beside it; of more the reader's own."""
_LONGEST = 20
LEVELS = (0, 50, 100)
"""The lines across each panel, in percent."""
Ends = tuple[float, float]


def _names(
    panel: Panel, whiskers: Sequence[tuple[Row, Ends]], frame: Frame, index: int
) -> list[dict[str, Any]]:
    """The names of few runs, or of the reader's own; `whiskers` have ends in percent.

    `frame` has the ranges of the axes of the panel `index`, its x in powers of 10.
    """
    named = [row for row in panel.rows if row["own"]] or panel.rows
    if len(named) > _NAMED:
        return []
    names = short_names(str(row["name"]) for row in named)
    cut = cut_apart(names.values(), _LONGEST)
    labels = [
        Label(
            plain(cut[names[str(row["name"])]]),
            (Anchor(*_place(row), "right"), Anchor(*_place(row), "left")),
            OWN if row["own"] else INK,
            lifts=(0.0, 12.0, -12.0),
        )
        for row in panel.rows
        if str(row["name"]) in names
    ]
    marks = [frame.mark(*_place(row), 5) for row in panel.rows]
    notes = place_labels(labels, frame, marks, _lines(panel, whiskers, frame))
    axes = dict(zip(("xref", "yref"), on(index).values(), strict=True))
    return [axes | note for note in notes]


def _place(row: Row) -> tuple[float, float]:
    return math.log10(row["x"]), row["value"] * 100


def _lines(panel: Panel, whiskers: Sequence[tuple[Row, Ends]], frame: Frame) -> list[Box]:
    """The steps of the frontier, the intervals and the lines across, which names keep off where they can."""
    corners = [_place(panel.rows[at]) for at in panel.frontier]
    last = _place(panel.rows[-1])[0]
    ends = [*corners, (last, corners[-1][1])] if corners else []
    segments = [
        side
        for (x, y), (to_x, to_y) in pairwise(ends)
        for side in (((x, y), (to_x, y)), ((to_x, y), (to_x, to_y)))
    ]
    segments += [((frame.x[0], level), (frame.x[1], level)) for level in LEVELS]
    segments += [((x, low), (x, high)) for row, (low, high) in whiskers for x, _ in [_place(row)]]
    return [box for start, end in segments for box in frame.segment(start, end)]
