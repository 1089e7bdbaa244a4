"""What trainings log, a panel for each scalar: the mean over the seeds of each recipe, and each seed as logged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import FAINT, SERIES_TEXT, WARNING
from reasonboard.charts.grid import Grid, named_panel, on, suffix
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.lines import padded
from reasonboard.charts.text_width import cut_apart, short_names
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain
from reasonboard.charts.ticks import round_ticks, short
from reasonboard.charts.traces import ground, note, pen, scatter, stroke
from reasonboard.core.findings.words import FRACTION, join_names
from reasonboard.core.headline import counted
from reasonboard.statistics.smoothing import moving_mean
from reasonboard.studies.iterations.charts.recipe_strip import color_of
from reasonboard.studies.iterations.recipes import places_of
from reasonboard.studies.iterations.rows import Row

Points = list[tuple[int, float | None]]
"""Steps and values; None where a log has no number."""


@dataclass(frozen=True)
class Log:
    """A scalar of a training, of all its seeds."""

    name: str
    """Of the training, among those shown: 'dapo'."""
    place: int
    """Of the training among all of its source, by which it has its color."""
    row: Row

    @property
    def times(self) -> float:
        """What values are drawn times: shares as percent."""
        return 100.0 if self.row["unit"] == FRACTION else 1.0

    @property
    def missing(self) -> dict[int, str]:
        """The steps at which some seed has no number, and what its log has there: 'NaN'."""
        return {one["iteration"]: one["words"] for one in self.row["missing"]}

    @cached_property
    def seeds(self) -> list[Points]:
        """The values of each seed, with a gap where its log has no number."""
        return [
            self._with_gaps(
                one["seed"],
                zip(one["iteration"], [value * self.times for value in one["value"]], strict=True),
            )
            for one in self.row["seeds"]
        ]

    def _with_gaps(self, seed: str, points: "zip[tuple[int, float]]") -> Points:
        known: dict[int, float | None] = dict(points)
        gaps = (one["iteration"] for one in self.row["missing"] if one["seed"] == seed)
        return sorted((dict.fromkeys(gaps) | known).items())

    @cached_property
    def mean(self) -> Points:
        """The mean over the seeds that have a value at a step."""
        by_step: dict[int, list[float]] = {}
        for step, value in (point for seed in self.seeds for point in seed):
            by_step.setdefault(step, []).extend([] if value is None else [value])
        return [
            (step, sum(values) / len(values) if values else None)
            for step, values in sorted(by_step.items())
        ]

    def smoothed(self, window: int) -> Points:
        """The mean over the seeds, averaged over so many steps around each."""
        values = moving_mean([value for _, value in self.mean], window)
        return [(step, value) for (step, _), value in zip(self.mean, values, strict=True)]

    @property
    def constant(self) -> float | None:
        """The one value that it has at all steps; None if it varies."""
        values = {value for seed in self.seeds for _, value in seed if value is not None}
        return values.pop() if len(values) == 1 else None


@dataclass(frozen=True)
class Scalar:
    """A scalar with the logs of all trainings that have it."""

    name: str
    metric: str
    unit: str
    width: int
    """How many steps are averaged to one point of a long log; 1 for none."""
    logs: list[Log]

    @property
    def constant(self) -> float | None:
        """The one value that it has in all trainings; None if it varies."""
        values = {log.constant for log in self.logs}
        return values.pop() if len(values) == 1 else None


def scalars(rows: Sequence[Row]) -> list[Scalar]:
    """The scalars of the rows of sql/training.sql, in their order."""
    names, places = short_names(dict.fromkeys(row["run"] for row in rows)), places_of(rows)
    found = []
    for metric, some in groupby(rows, key=lambda row: row["metric"]):
        group = list(some)
        first = group[0]
        logs = [Log(names[row["run"]], places[row["run"]], row) for row in group]
        found.append(Scalar(first["name"], metric, first["unit"], first["width"], logs))
    return found


_PANEL, _BETWEEN, _TOP = 110, 56, 28
_MOST_COLORED, _MOST_SEEDS = 8, 5
"""How many trainings have a color, and up to how many have each of their seeds drawn."""
_NAME = 9
"""Characters of a name at the end of a line, where there are more than two."""
_NO_UNIT = ("score", "reward", FRACTION)
"""Units that say nothing beside a name."""


def training_chart(rows: Sequence[Row], *, columns: int, smooth: str) -> Figure:
    """A panel for each chosen scalar that varies, of `smooth` steps around each the mean."""
    found = scalars(rows)
    drawn = [scalar for scalar in found if scalar.constant is None]
    if not drawn:
        return empty("The logs have no scalar that varies.")
    grid = _grid(len(drawn), columns)
    layout: dict[str, Any] = grid.layout(hovermode="closest")
    layout["margin"] = layout["margin"] | {"r": 58}
    traces: list[Trace] = []
    for index, scalar in enumerate(drawn):
        traces += _panel(layout, grid, index, scalar, int(smooth))
    names = list(dict.fromkeys(log.name for scalar in drawn for log in scalar.logs))
    return figure(
        traces,
        layout,
        height=grid.height,
        summary=f"{join_names([scalar.name for scalar in drawn], 6)} of {join_names(names, 4)} by step.",
        panels=[named_panel(scalar.name, index) for index, scalar in enumerate(drawn)],
        uncertainty=_foot(found, drawn),
        subtitle=_subtitle(drawn, int(smooth)),
    )


def _grid(count: int, columns: int) -> Grid:
    """Three panels across; two on a phone."""
    across = 2 if columns == 1 else min(3, columns)
    gap = 0.3 if columns == 1 else 0.125
    return Grid(
        max(count, across),
        across,
        _PANEL,
        left=44,
        between=_BETWEEN,
        gap=gap,
        every_x=True,
        top=_TOP,
        bottom=30,
    )


def _panel(
    layout: dict[str, Any], grid: Grid, index: int, scalar: Scalar, window: int
) -> Iterator[Trace]:
    """The traces of a scalar; its axes, its title, its names and its gaps go into the layout."""
    steps = [step for log in scalar.logs for step, _ in log.mean]
    low, high = min(steps), max(steps)
    room = (high - low or 1) * 0.02
    lines = [(log, log.smoothed(window)) for log in scalar.logs]
    limits = _limits(scalar, lines)
    unit = "%" if scalar.unit == FRACTION else ""
    x = round_ticks(low, high, most=4) | {"range": [low - room, high + room], "showgrid": False}
    y = round_ticks(*limits, unit=unit, most=3) | {"range": limits}
    axes = grid.axes(index, x, y)
    axes[f"yaxis{suffix(index)}"] |= {"showticklabels": True}
    layout |= axes
    detail = scalar.unit if grid.across > 2 and scalar.unit not in _NO_UNIT else ""  # noqa: PLR2004
    layout["annotations"].append(grid.title(index, scalar.name, detail))
    layout["annotations"] += _labels(lines, limits, grid, index)
    _add_gaps(layout, scalar, index)
    ground = on(index)
    colored = sorted(lines, key=lambda line: line[0].place)
    for log, points in colored[_MOST_COLORED:]:
        yield _line(log, points, scalar, FAINT, 1) | ground
    for log, _ in colored if len(lines) <= _MOST_SEEDS else []:
        for seed in log.seeds:
            yield stroke(*_xy(seed), color_of(log.place), 0.8, opacity=0.28, name="seed") | ground
    for log, points in colored[:_MOST_COLORED]:
        yield _line(log, points, scalar, color_of(log.place), 1.8) | ground


def _limits(scalar: Scalar, lines: Sequence[tuple[Log, Points]]) -> list[float]:
    """The range on y: all means, and of single seeds all but the hundredth part that is farthest out."""
    means = [value for _, points in lines for _, value in points if value is not None]
    single = sorted(
        value for log in scalar.logs for seed in log.seeds for _, value in seed if value is not None
    )
    cut = len(single) // 200
    inner = [single[cut], single[-1 - cut]] if len(lines) <= _MOST_SEEDS else []
    return padded([*means, *inner], 0.05)


def _xy(points: Points) -> tuple[list[int], list[float | None]]:
    """Steps and rounded values: four digits are more than a panel shows."""
    values = [None if value is None else float(f"{value:.4g}") for _, value in points]
    return [step for step, _ in points], values


def _line(log: Log, points: Points, scalar: Scalar, ink: str, width: float) -> Trace:
    unit = "%" if scalar.unit == FRACTION else ""
    words = f"<b>{plain(log.name)}</b>, step %{{x}}<br>%{{y:.4g}}{unit}<extra></extra>"
    look: dict[str, Any] = {"line": pen(ink, width), "hovertemplate": words, "connectgaps": False}
    return scatter("lines", *_xy(points), name=plain(log.name), **look)


def _labels(
    lines: Sequence[tuple[Log, Points]], limits: Sequence[float], grid: Grid, index: int
) -> Iterator[dict[str, Any]]:
    """The last value of each training at the end of its line, with its name where there are more than two."""
    ends = [
        (value, log)
        for log, points in lines
        for value in [value for _, value in points if value is not None][-1:]
        if log.place < _MOST_COLORED
    ]
    ends.sort(key=lambda end: end[0])
    least = 13 * (limits[1] - limits[0]) / grid.panel
    heights = moved_apart([value for value, _ in ends], least, limits[1])
    names = cut_apart([log.name for _, log in ends], _NAME)
    for height, (value, log) in zip(heights, ends, strict=True):
        ink = color_of(log.place)
        text = short(value) if len(ends) <= 2 else plain(names[log.name])  # noqa: PLR2004
        yield note(
            f"<b>{text}</b>",
            grid.x_domain(index)[1],
            height,
            color=SERIES_TEXT.get(ink, ink),
            xref="paper",
            yref=on(index)["yaxis"],
            xanchor="left",
            yanchor="middle",
            xshift=4,
        )


def _add_gaps(layout: dict[str, Any], scalar: Scalar, index: int) -> None:
    """A gray field over the steps at which a seed has no number, and what its log has there."""
    gaps = {step: words for log in scalar.logs for step, words in log.missing.items()}
    axes = on(index)
    whole_height: dict[str, Any] = {"xref": axes["xaxis"], "yref": f"{axes['yaxis']} domain"}
    for first, last, step in _stretches(sorted(gaps), scalar):
        layout["shapes"].append(ground((first, last), **whole_height))
        words = note(
            plain(gaps[step]), (first + last) / 2, 1, color=WARNING, size=10, **whole_height
        )
        layout["annotations"].append(words | {"xanchor": "center", "yanchor": "top"})


def _stretches(steps: Sequence[int], scalar: Scalar) -> list[tuple[float, float, int]]:
    """From where to where steps without a number lie together, half a step wider, and the first of them."""
    every = sorted({step for log in scalar.logs for step, _ in log.mean} | {*steps})
    places = {step: at for at, step in enumerate(every)}
    found: list[list[int]] = []
    for step in steps:
        if found and places[step] == places[found[-1][-1]] + 1:
            found[-1].append(step)
        else:
            found.append([step])
    half = (every[-1] - every[0]) / max(1, len(every) - 1) / 2
    return [(some[0] - half, some[-1] + half, some[0]) for some in found]


def _subtitle(drawn: Sequence[Scalar], window: int) -> str:
    seeds = max(len(log.seeds) for scalar in drawn for log in scalar.logs)
    mean = f"Mean of {seeds} seeds" if seeds > 1 else "One seed each"
    smooth = f", smoothed over {window} steps" if window > 1 else ""
    return f"{mean}{smooth}; pale: raw values of each seed."


def _foot(found: Sequence[Scalar], drawn: Sequence[Scalar]) -> str:
    """What is not drawn, and what is averaged."""
    constant = [
        f"{scalar.name} {scalar.constant:.3g}" for scalar in found if scalar.constant is not None
    ]
    parts = [f"constant, not drawn: {', '.join(constant)}"] if constant else []
    width = max(scalar.width for scalar in drawn)
    if width > 1:
        parts.append(f"long logs: each point is the mean of {width} steps")
    gone = {log.name for scalar in drawn for log in scalar.logs if log.missing}
    if gone:
        steps = max(len(log.missing) for scalar in drawn for log in scalar.logs)
        parts.append(
            f"gray: {counted(steps, 'step')} without a number; the mean is over the other seeds"
        )
    if max(len(scalar.logs) for scalar in drawn) > _MOST_SEEDS:
        parts.append("seeds are drawn for at most five trainings")
    return "; ".join([*parts, "each panel has its own scale, without the most extreme 1% of steps"])
