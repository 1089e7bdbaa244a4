"""Recipes in one panel per benchmark: the mean over their seeds with its band, and their difference at equal step."""

from collections.abc import Iterator, Sequence
from typing import Any

from reasonboard.charts.colors import FAINT, MUTED, SERIES_TEXT
from reasonboard.charts.grid import Grid, named_panel, suffix
from reasonboard.charts.intervals import band
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.lines import padded
from reasonboard.charts.marks import click
from reasonboard.charts.restarts import Restart, restart_marks, restart_words
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import Figure, Trace, axis, dash, figure, plain
from reasonboard.charts.traces import marker, note, paper_note, pen, rule, scatter, stroke
from reasonboard.core.findings.words import percent_range
from reasonboard.core.headline import counted
from reasonboard.studies.iterations.charts.panels import count_words
from reasonboard.studies.iterations.charts.recipe_strip import BETTER, ORDER, Strip, color
from reasonboard.studies.iterations.charts.recipe_words import (
    foot,
    heading,
    pair_words,
    subtitle,
    summary,
)
from reasonboard.studies.iterations.forms import SEEDS
from reasonboard.studies.iterations.recipes import Recipe, Recipes
from reasonboard.studies.iterations.rows import accuracy_intervals

_CURVES, _LARGE, _STRIP, _BETWEEN = 176, 260, 62, 46
"""Pixels of the curves, of those of a panel that is alone, of the differences under them, and between both."""
_HEAD = 16
"""Pixels of the second line of a title, on a phone."""
_MOST_PANELS = 3
_NAME = 13
"""Characters of a name at the end of a line."""
_LINE, _SEED = 2.4, 1
_MOST_COLORED, _MOST_BANDS = 8, 5
"""How many of the recipes that are ahead have a color, and up to how many recipes have bands and seeds."""
_MARKS = 40
"""Up to so many points have marks."""


def recipes_chart(
    recipes: Recipes,
    shown: Sequence[tuple[str, str]],
    *,
    form: str,
    columns: int,
    iteration: str,
    intervals: bool,
    alone: bool,
) -> Figure:
    """A panel for each benchmark: the recipes along the steps, and under them what tells them apart at equal step.

    `shown` are the benchmarks and runs that are not filtered out. With the form `seeds` each seed has a line of its
    own, without mean and band. The benchmark that is `alone` is larger.
    """
    chosen = {
        name: [one for one in all_of if (name, one.run) in shown]
        for name, all_of in recipes.benchmarks.items()
    }
    panels = [_Panel(recipes, name, some, form, intervals) for name, some in chosen.items() if some]
    has_strip = any(panel.strip for panel in panels)
    upper = _LARGE if alone else _CURVES
    grid = _grid(len(panels), columns, upper, has_strip=has_strip)
    share = (upper / grid.panel, _STRIP / grid.panel)
    layout: dict[str, Any] = {
        "margin": {"l": grid.left, "r": 108, "t": grid.top, "b": grid.bottom},
        "annotations": [],
        "shapes": [],
        "hovermode": "closest",
    }
    traces: list[Trace] = []
    for index, panel in enumerate(panels):
        traces += panel.draw(layout, grid, index, share, iteration)
    each = [panel.recipes for panel in panels]
    words = foot(each, has_strip=has_strip, is_band=form != SEEDS and intervals)
    chart = figure(
        traces,
        layout,
        height=grid.inner + grid.top + grid.bottom,
        summary=summary(recipes, each),
        uncertainty=words + _restart_words(panels) + _crowded_words(panels),
        panels=[
            named_panel(panel.name, axes=[f"{_x(index)}{_y(index)}"])
            for index, panel in enumerate(panels)
        ],
    )
    chart["layout"]["meta"] |= {
        "subtitle": subtitle(each, form, intervals=intervals),
        "linked": "iteration",
        "along": "x",
    }
    if not alone:
        chart["layout"]["meta"]["heading"] = heading(each)
    return chart


def _grid(count: int, columns: int, upper: int, *, has_strip: bool) -> Grid:
    """The panels; on a phone their titles have a second line."""
    height = upper + (_STRIP + _BETWEEN) * has_strip
    head = _HEAD * (columns == 1 and has_strip)
    most = min(columns, _MOST_PANELS)
    gap = {1: 0, 2: 0.1}.get(min(most, count), 0.125)
    return Grid(count, most, height, 44, 58 + head, gap, top=28 + head, bottom=28)


class _Panel:
    """The recipes on one benchmark."""

    def __init__(
        self, family: Recipes, name: str, recipes: Sequence[Recipe], form: str, intervals: bool
    ) -> None:
        self.name = name
        self.family = family
        self.recipes = recipes
        self.is_seeds = form == SEEDS
        self.intervals = intervals
        runs = {one.run for one in recipes}
        pairs = [
            pair
            for pair in family.pairs
            if pair.a.benchmark == name and {pair.a.run, pair.b.run} <= runs
        ]
        against = [pair for pair in pairs if pair.a.run == pairs[0].a.run]
        self.strip = Strip(family, name, against, intervals) if against else None
        self.colored, self.gray = recipes[:_MOST_COLORED], recipes[_MOST_COLORED:]
        self.is_crowded = len(recipes) > _MOST_BANDS

    def draw(
        self,
        layout: dict[str, Any],
        grid: Grid,
        index: int,
        share: tuple[float, float],
        iteration: str,
    ) -> list[Trace]:
        """Its traces; axes, titles and the marked iteration go into the layout."""
        upper, strip = share
        x, y = _x(index), _y(index)
        steps = [step for one in self.recipes for step in one.means]
        low, high = min(steps), max(steps)
        room = (high - low or 1) * 0.02
        limits = self._range()
        domain = grid.y_domain(index, (1 - upper, 1))
        layout[f"xaxis{suffix(index)}"] = axis(
            range=[low - room, high + room], nticks=6, showgrid=False
        ) | {"domain": grid.x_domain(index), "anchor": y}
        layout[f"yaxis{y[1:]}"] = axis(range=limits, nticks=5, ticksuffix=" %") | {
            "domain": domain,
            "anchor": x,
        }
        on = {"xaxis": x, "yaxis": y}
        layout["annotations"] += [
            *self._titles(grid, index),
            *self._labels(limits, domain, on, grid),
        ]
        traces = [trace | on for trace in self._curves(limits[0])]
        marked = [pen(FAINT, 1.2, "dot")] if iteration and int(iteration) in steps else []
        for line in marked:
            layout["shapes"].append(
                rule(
                    (int(iteration),) * 2,
                    grid.y_domain(index),
                    line,
                    xref=x,
                    yref="paper",
                    layer="below",
                )
            )
        if self.strip:
            traces += self.strip.draw(layout, grid, index, strip)
        return traces

    def _range(self) -> list[float]:
        values = [value * 100 for one in self.recipes for value in one.means.values()]
        values += [
            value * 100 for one in self.recipes for seed in one.seeds for value in seed.values()
        ]
        if self.intervals and not (self.is_seeds or self.is_crowded):
            values += [end * 100 for one in self.recipes for ends in one.band for end in ends]
        return padded(values, floor=0, ceiling=100)

    def _curves(self, low: float) -> Iterator[Trace]:
        for one in self.gray:
            yield self._behind(one)
        for one in [] if self.is_crowded else self.colored:
            if self.intervals and not self.is_seeds and one.band:
                ends = zip(one.steps, one.band, strict=True)
                places = [
                    (step, 100 * low_end, 100 * high_end) for step, (low_end, high_end) in ends
                ]
                yield band(places, color(one), f"95 % band of {plain(one.name)}, these problems")
        for one in self.colored:
            if len(one.seeds) > 1 and (self.is_seeds or not self.is_crowded):
                yield from self._seeds(one)
        for one in self.colored:
            yield from [] if self.is_seeds and len(one.seeds) > 1 else [self._mean(one)]
            found = [Restart(_at(one, each["at"]), each["lost"]) for each in one.row["restarts"]]
            yield from restart_marks(found, low)

    def _behind(self, one: Recipe) -> Trace:
        """A recipe that is too far behind for a color."""
        steps, values = list(one.means), [round(100 * value, 2) for value in one.means.values()]
        words = f"<b>{plain(one.name)}</b>, iteration %{{x}}<br>%{{y:.1f}} %<extra></extra>"
        look = {"line": pen(FAINT, 1), "hovertemplate": words}
        return scatter("lines", steps, values, name=plain(one.name), meta=self._meta(steps), **look)

    def _seeds(self, one: Recipe) -> Iterator[Trace]:
        for label, seed in zip(one.labels, one.seeds, strict=True):
            steps, values = list(seed), [round(100 * value, 2) for value in seed.values()]
            if not self.is_seeds:
                yield stroke(steps, values, color(one), _SEED, opacity=0.45, name=label)
                continue
            words = f"<b>{plain(one.name)}</b>, {label}, iteration %{{x}}<br>%{{y:.1f}} %<extra></extra>"
            look = {
                "line": pen(color(one), 1.6),
                "marker": marker(4, color(one)),
                "hovertemplate": words,
            }
            mode = "lines+markers" if len(steps) <= _MARKS else "lines"
            yield scatter(
                mode, steps, values, name=f"{one.name} {label}", meta=self._meta(steps), **look
            )

    def _mean(self, one: Recipe) -> Trace:
        steps, values = list(one.means), [round(100 * value, 2) for value in one.means.values()]
        here = dict(zip(one.steps, one.band, strict=True)) if one.band else {}
        known = zip(one.row["iteration"], accuracy_intervals(one.row), strict=True)
        like_these = dict(known)
        words = []
        for step in steps:
            ends, interval = here.get(step), like_these.get(step)
            parts = [f"these problems {percent_range(*ends)} %"] if ends else []
            parts += (
                [f"problems like these {percent_range(interval.low, interval.high)} %"]
                if interval
                else []
            )
            words.append("<br>".join(parts) or "no uncertainty available")
        seeds = f", mean of {len(one.seeds)} seeds" if len(one.seeds) > 1 else ""
        counted = count_words(one.row["n_items"], repeats=one.row["n_repeats"])
        return scatter(
            "lines+markers" if len(steps) <= _MARKS else "lines",
            steps,
            values,
            name=plain(one.name),
            line=pen(color(one), _LINE, dash(one.place // len(ORDER))),
            marker=marker(5, color(one)),
            text=words,
            hovertemplate=f"<b>{plain(one.name)}</b>{seeds}, iteration %{{x}}<br>%{{y:.1f}} %<br>%{{text}}<br>"
            f"{counted}<extra></extra>",
            cliponaxis=False,
            meta=self._meta(steps),
        )

    def _meta(self, steps: Sequence[int]) -> dict[str, Any]:
        return click("iteration", [str(step) for step in steps], panel=self.name)

    def _titles(self, grid: Grid, index: int) -> list[dict[str, Any]]:
        row = self.recipes[0].row
        details = count_words(row["n_items"], repeats=row["n_repeats"]) if row["n_items"] else ""
        left = grid.title(index, self.name, details)
        if not self.strip:
            return [left]
        words, is_sure = pair_words(self.family, self.strip.against)
        if grid.columns == 1:
            ink = BETTER if is_sure else MUTED
            return [
                left
                | {
                    "text": f'{left["text"]}<br><span style="color:{ink};font-size:12px">{words}</span>'
                }
            ]
        right = paper_note(
            words,
            grid.x_domain(index)[1],
            left["y"],
            size=12,
            color=BETTER if is_sure else MUTED,
            xanchor="right",
            align="right",
            yanchor="bottom",
            yshift=3,
        )
        return [left, right]

    def _labels(
        self, limits: list[float], domain: tuple[float, float], on: dict[str, str], grid: Grid
    ) -> Iterator[dict[str, Any]]:
        """Each recipe with its last value at the end of its line."""
        pixels = (domain[1] - domain[0]) * grid.inner
        ends = sorted(
            ((max(one.means), one) for one in self.colored), key=lambda end: end[1].means[end[0]]
        )
        values = [100 * one.means[step] for step, one in ends]
        heights = moved_apart(values, 14 * (limits[1] - limits[0]) / pixels, limits[1])
        last = max(step for step, _ in ends)
        names = cut_apart([one.name for one in self.colored], _NAME)
        for height, value, (_, one) in zip(heights, values, ends, strict=True):
            ink = SERIES_TEXT.get(color(one), color(one))
            words = f"<b>{plain(names[one.name])}</b> {value:.1f}"
            yield note(
                words,
                last,
                height,
                color=ink,
                xref=on["xaxis"],
                yref=on["yaxis"],
                xanchor="left",
                yanchor="middle",
                xshift=7,
            )


def _at(one: Recipe, step: int) -> float:
    """The first step of a recipe that is not before this one."""
    return next((at for at in one.means if at >= step), step)


def _restart_words(panels: Sequence[_Panel]) -> str:
    trainings = {one.run: one for panel in panels for one in panel.recipes if one.row["restarts"]}
    lost = [Restart(0, each["lost"]) for one in trainings.values() for each in one.row["restarts"]]
    return f"; {restart_words(lost)}" if lost else ""


def _crowded_words(panels: Sequence[_Panel]) -> str:
    """What is not drawn of many recipes."""
    gray = len({one.run for panel in panels for one in panel.gray})
    parts = [f"gray: {counted(gray, 'recipe')} behind these"] * (gray > 0)
    parts += ["bands and seeds are drawn of five recipes or fewer"] * any(
        panel.is_crowded for panel in panels
    )
    return "".join(f"; {part}" for part in parts)


def _x(index: int) -> str:
    return f"x{suffix(index)}"


def _y(index: int) -> str:
    return f"y{suffix(2 * index)}"
