"""The frame of the iteration grid: ranges, and which axes a panel's accuracy and tokens lie on."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from reasonboard.charts.colors import ACCURACY, ACCURACY_BAND, FAINT, MUTED, TOKENS, TOKENS_BAND
from reasonboard.charts.grid import Grid, suffix
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import axis, title
from reasonboard.core.smoothing import Smoothing
from reasonboard.studies.iterations.charts.x_axis import XAxis
from reasonboard.studies.iterations.curve import Curve
from reasonboard.studies.iterations.family import curves
from reasonboard.studies.iterations.rows import (
    DUAL,
    ITERATION,
    PHASE,
    STRIPS,
    Row,
    accuracy_intervals,
)

_SHARES = {STRIPS: ((0.31, 1.0), (0.0, 0.2)), DUAL: ((0.0, 1.0), (0.0, 1.0)), PHASE: ((0.0, 1.0),)}
"""The part of a panel's height that its y axes have: accuracy first, then tokens."""

_NICE = (1, 1.2, 1.6, 2, 2.4, 3, 3.2, 4, 5, 6, 8, 10)
"""Ends of a token axis whose halves and quarters are short numbers too."""


class Part(NamedTuple):
    """The look of one of the two series of a panel."""

    name: str
    """Of its trace, whose points assets/link.js marks."""
    color: str
    band: str
    symbol: str


PARTS = {
    "accuracy": Part("accuracy", ACCURACY, ACCURACY_BAND, "circle"),
    "tokens": Part("mean tokens", TOKENS, TOKENS_BAND, "square"),
}


@dataclass(frozen=True)
class Frame:
    """The panels of one figure: their grid, their form, and whether they share their scales."""

    grid: Grid
    form: str
    shared: bool
    rows: Sequence[Row]
    x: XAxis = field(default_factory=XAxis)
    smoothing: Smoothing = field(default_factory=Smoothing)
    intervals: bool = True
    """Are the 95% intervals of accuracy drawn?"""
    spread: bool = False
    """Is the range of 95% of the responses drawn?"""
    small: bool = False
    """Are there two columns on a phone, without labels of y?"""
    beside: Sequence[Row] = ()
    """The curves of bundled models, among which the reader's own are drawn."""
    others: bool = False
    """Are the other runs of a panel's benchmark drawn behind its own, in gray?"""

    @cached_property
    def has_lengths(self) -> bool:
        """Does any panel have a length of responses, or a range of it?"""
        return any(
            _present(row["tokens"], [row["tokens_from"], row["tokens_to"]]) for row in self.rows
        )

    @cached_property
    def has_accuracy(self) -> bool:
        """Does any panel have an accuracy, or a range of it?"""
        return any(
            _present(row["accuracy"], [row["accuracy_from"], row["accuracy_to"]])
            for row in self.rows
        )

    @property
    def is_whole(self) -> bool:
        """Does the chart show both series? One that nobody logged has no axis of its own."""
        return self.form == PHASE or (self.has_lengths and self.has_accuracy)

    @property
    def shares(self) -> tuple[tuple[float, float], ...]:
        """The part of a panel's height that each of its y axes has."""
        return _SHARES[self.form] if self.is_whole else _SHARES[PHASE]

    @cached_property
    def placed(self) -> list[Row]:
        """The rows at the iterations that have a place on the x axis."""
        return [self.x.placed(row) for row in self.rows]

    @cached_property
    def curves(self) -> list[Curve]:
        """The rows with the numbers that are derived from them."""
        return curves(self.rows)

    def behind(self, index: int) -> list[tuple[Row, str]]:
        """The curves of the panel's benchmark that are drawn in gray, and what they are of: bundled, other run."""
        if self.form == PHASE:
            return []
        own = self.rows[index]
        bundled = self.beside if self.x.along == ITERATION else ()
        others = [row for row in self.placed if row["run"] != own["run"]] if self.others else []
        rows = [(self.x.placed(row), "bundled") for row in bundled]
        rows += [(row, "other run") for row in others if row["iteration"]]
        return [pair for pair in rows if pair[0]["benchmark"] == own["benchmark"]]

    def names(self, index: int) -> tuple[str, str, str]:
        """The panel's axes as traces name them: x, y of the accuracy, y of the tokens.

        Panels of one column share their x, and on shared scales those of one row their y: few axes
        are drawn much faster than many.
        """
        across, slots = self.grid.across, len(self.shares)
        x = index if self.form == PHASE and not self.shared else index % across
        y = (index // across if self.shared else index) * slots
        return f"x{suffix(x)}", f"y{suffix(y)}", f"y{suffix(y + slots - 1)}"

    def pairs(self, index: int) -> list[str]:
        """The pairs of axes that the panel's marks lie on."""
        x, *ys = self.names(index)
        return [f"{x}{y}" for y in dict.fromkeys(ys)]

    def title(self, index: int) -> str:
        """The panel's benchmark, with its run where there are several."""
        row = self.rows[index]
        return " · ".join([row["benchmark"], *([self.run(row)] if self.several_runs else [])])

    def run(self, row: Row) -> str:
        """What the run of a row is called among those of the page."""
        return self.curves[0].family.names[row["run"] or ""]

    @cached_property
    def several_runs(self) -> bool:
        """Are the panels of more than one run?"""
        return len({row["run"] for row in self.rows}) > 1

    def layout(self) -> dict[str, Any]:
        """All axes, labeled at the edges of the grid, or at every panel where each has its own."""
        axes: dict[str, Any] = {}
        for index in range(len(self.rows)):
            x, *ys = self.names(index)
            anchor = ys[-1] if self.form == STRIPS else ys[0]
            # Of the panels that share an x the last one decides.
            axes[_key(x)] = self._x(index) | {"anchor": anchor}
            if not self.shared or self.grid.is_left(index):
                for slot, (share, name) in enumerate(zip(self.shares, ys, strict=False)):
                    is_first = slot == 0 and (self.form == PHASE or self.has_accuracy)
                    settings = self._accuracy(index) if is_first else self._tokens(index)
                    domain = {"domain": self.grid.y_domain(index, share), "anchor": x}
                    axes[_key(name)] = axis(**settings) | domain
            if self.form == DUAL and self.is_whole:
                # The right axis overlays the left one and stands at the last panel of its row.
                axes[_key(ys[1])] |= {
                    "overlaying": ys[0],
                    "side": "right",
                    "anchor": x,
                    "showgrid": False,
                }
        return axes

    def accuracy_range(self, index: int) -> list[float]:
        """Percent: 0 to 100 where shared, else the panel's own."""
        if self.shared:
            return _with_edges([0, 100])
        row = self.rows[index]
        uncertainties = accuracy_intervals(row) if self.intervals else []
        ends = [
            end * 100
            for uncertainty in uncertainties
            if uncertainty
            for end in (uncertainty.low, uncertainty.high)
        ]
        behind = [value for row_behind, _ in self.behind(index) for value in row_behind["accuracy"]]
        values = _present(row["accuracy"], [row["accuracy_from"], row["accuracy_to"]], ends, behind)
        return padded(values, floor=0, ceiling=100)

    def floor(self, index: int) -> float:
        """The low end of the panel's last y axis, on which its x axis lies."""
        is_accuracy = not self.is_whole and self.has_accuracy
        return self.accuracy_range(index)[0] if is_accuracy else self.tokens_range(index)[0]

    def tokens_range(self, index: int) -> list[float]:
        """Tokens from 0 to a round number: the panel's own, or the largest of all where shared."""
        return _with_edges([0, self._most_tokens(index)])

    def _most_tokens(self, index: int) -> float:
        """A round number that is not below any mean or range."""
        rows = self.rows if self.shared else [self.rows[index]]
        parts = ("tokens", "tokens_high") if self.spread and self.form != PHASE else ("tokens",)
        lists = [row[part] for row in rows for part in parts]
        ends = [[row["tokens_from"], row["tokens_to"]] for row in rows]
        most = max(_present(*lists, *ends), default=1)
        power = 10 ** math.floor(math.log10(max(most, 1)))
        return float(next(number for number in _NICE if number * power >= most - 1e-9) * power)

    @cached_property
    def x_range(self) -> list[float]:
        """The places of the iterations on the x axis over all panels, with a little room."""
        behind = [row for index in range(len(self.rows)) for row, _ in self.behind(index)]
        return self.x.range([*self.placed, *behind])

    def _x(self, index: int) -> dict[str, Any]:
        domain = {"domain": self.grid.x_domain(index)}
        if self.form != PHASE:
            count = 3 if self.small else 5
            line = {"showline": True, "linecolor": FAINT} if self.form == DUAL else {}
            settings = {"showgrid": False} | self.x.settings(self.x_range, count)
            return axis(**settings, **line) | domain
        words = title("mean tokens per response") if self.grid.is_bottom(index) else None
        ticks = _token_ticks(self._most_tokens(index))
        return axis(range=self.tokens_range(index), title=words, **ticks) | domain

    def _accuracy(self, index: int) -> dict[str, Any]:
        settings: dict[str, Any] = {"range": self.accuracy_range(index), "nticks": 4}
        if self.shared:
            settings |= {"tickvals": [0, 50, 100], "ticktext": ["0", "50", "100%"]}
        if self.form == DUAL:
            settings["tickfont"] = {"color": ACCURACY, "size": 11}
        if self.small:
            settings["showticklabels"] = False
        return settings

    def _tokens(self, index: int) -> dict[str, Any]:
        if self.form == STRIPS:  # the last value is labelled
            limits = self.tokens_range(index)
            return {"range": limits, "tickvals": [0], "ticktext": [""], "gridcolor": FAINT}
        font = {"color": TOKENS if self.form == DUAL else MUTED, "size": 11}
        ticks = _token_ticks(self._most_tokens(index))
        return {"range": self.tokens_range(index), "tickfont": font} | ticks


def short(tokens: float) -> str:
    """A number of tokens as it stands on an axis or at the end of a line: 950, 7.6k, 20k."""
    if tokens < 1000:  # noqa: PLR2004
        return f"{tokens:.0f}"
    return f"{tokens / 1000:.1f}".removesuffix(".0") + "k"


def count_words(n: int | None, noun: str = "problems", repeats: int | None = None) -> str:
    """How many problems or answers are behind a number: '30 problems × 5 attempts'."""
    times = f" × {repeats} attempts" if repeats and repeats > 1 else ""
    return f"{n:,} {noun}{times}" if n else f"number of {noun} unknown"


def _with_edges(limits: list[float]) -> list[float]:
    """The range a little wider, or Plotly leaves out the lines at its ends."""
    room = (limits[1] - limits[0]) * 0.01
    return [limits[0] - room, limits[1] + room]


def _token_ticks(most: float) -> dict[str, Any]:
    """As many ticks as the accuracy axis has, so that both fall on the same lines."""
    tickvals = [0, most / 2, most]
    return {"tickvals": tickvals, "ticktext": [short(value) for value in tickvals]}


def _present(*lists: Sequence[float | None]) -> list[float]:
    return [value for values in lists for value in values if value is not None]


def _key(name: str) -> str:
    """The axis `x2` as the layout names it: `xaxis2`."""
    return f"{name[0]}axis{name[1:]}"
