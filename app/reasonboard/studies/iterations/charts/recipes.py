"""Recipes in one panel per benchmark: the mean over their seeds with its band, and their difference at equal step."""

from collections.abc import Iterator, Sequence
from typing import Any

from reasonboard.charts.colors import DIVERGING, FAINT, INK, MUTED, PAPER, SERIES, SERIES_TEXT
from reasonboard.charts.grid import Grid, named_panel, suffix
from reasonboard.charts.intervals import band
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.lines import padded, upright_lines
from reasonboard.charts.marks import click
from reasonboard.charts.restarts import Restart, restart_marks, restart_words
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import Figure, Trace, axis, dash, figure, plain
from reasonboard.charts.traces import marker, note, paper_note, pen, rule, scatter, stroke
from reasonboard.core.findings.words import percent_range, signed, signed_range
from reasonboard.studies.iterations.charts.panels import count_words
from reasonboard.studies.iterations.charts.recipe_words import (
    foot,
    heading,
    pair_words,
    subtitle,
    summary,
)
from reasonboard.studies.iterations.forms import SEEDS
from reasonboard.studies.iterations.recipes import Recipe, RecipePair, Recipes
from reasonboard.studies.iterations.rows import accuracy_intervals

_ORDER = (2, 3, 5, 4, 7, 6, 0, 1)
"""Of the colors of series: blue and orange come last, since they mean better and worse."""
BETTER, WORSE = DIVERGING[9], DIVERGING[1]
_CURVES, _LARGE, _STRIP, _BETWEEN = 176, 260, 62, 46
"""Pixels of the curves, of those of a panel that is alone, of the differences under them, and between both."""
_HEAD = 16
"""Pixels of the second line of a title, on a phone."""
_MOST_PANELS = 3
_NAME = 13
"""Characters of a name at the end of a line."""
_APART = 0.012
"""Share of the steps by which differences of several pairs stand apart."""
_LINE, _SEED = 2.4, 1
_MARKS = 40
"""Up to so many points have marks."""


def color(recipe: Recipe) -> str:
    """The color of a recipe, the same whatever is filtered."""
    return SERIES[_ORDER[recipe.place % len(_ORDER)]]


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
    panels = [
        _Panel(recipes, name, [one for one in all_of if (name, one.run) in shown], form, intervals)
        for name, all_of in recipes.benchmarks.items()
        if any((name, one.run) in shown for one in all_of)
    ]
    has_strip = any(panel.pairs for panel in panels)
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
        uncertainty=words + _restart_words(panels),
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
        self.pairs = [pair for pair in pairs if pair.a.run == pairs[0].a.run]
        """The recipe that is ahead against each other one."""

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
        if self.pairs:
            traces += self._strip(layout, grid, index, strip)
        return traces

    def _range(self) -> list[float]:
        values = [value * 100 for one in self.recipes for value in one.means.values()]
        values += [
            value * 100 for one in self.recipes for seed in one.seeds for value in seed.values()
        ]
        if self.intervals and not self.is_seeds:
            values += [end * 100 for one in self.recipes for ends in one.band for end in ends]
        return padded(values, floor=0, ceiling=100)

    def _curves(self, low: float) -> Iterator[Trace]:
        for one in self.recipes:
            if self.intervals and not self.is_seeds and one.band:
                ends = zip(one.steps, one.band, strict=True)
                places = [
                    (step, 100 * low_end, 100 * high_end) for step, (low_end, high_end) in ends
                ]
                yield band(places, color(one), f"95 % band of {plain(one.name)}, these problems")
        for one in self.recipes:
            if len(one.seeds) > 1:
                yield from self._seeds(one)
        for one in self.recipes:
            yield from [] if self.is_seeds and len(one.seeds) > 1 else [self._mean(one)]
            found = [Restart(_at(one, each["at"]), each["lost"]) for each in one.row["restarts"]]
            yield from restart_marks(found, low)

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
            line=pen(color(one), _LINE, dash(one.place // len(_ORDER))),
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
        if not self.pairs:
            return [left]
        words, is_sure = pair_words(self.family, self.pairs)
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
            ((max(one.means), one) for one in self.recipes), key=lambda end: end[1].means[end[0]]
        )
        values = [100 * one.means[step] for step, one in ends]
        heights = moved_apart(values, 14 * (limits[1] - limits[0]) / pixels, limits[1])
        last = max(step for step, _ in ends)
        names = cut_apart([one.name for one in self.recipes], _NAME)
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

    def _strip(
        self, layout: dict[str, Any], grid: Grid, index: int, share: float
    ) -> Iterator[Trace]:
        """The differences at equal step: filled where significant, with their intervals."""
        x, y = _x(index), f"y{suffix(2 * index + 1)}"
        domain = grid.y_domain(index, (0, share))
        ends = [
            100 * end
            for pair in self.pairs
            for _, value, test, _ in pair.by_step
            for end in ((test.low, test.high) if test and self.intervals else (value,))
        ]
        values = [100 * value for pair in self.pairs for _, value, *_ in pair.by_step]
        # An interval of two seeds can be as wide as the scale: it leaves the strip.
        most = max(map(abs, values), default=1) * 3 + 5
        limits = padded([0, *values, *(min(max(end, -most), most) for end in ends)])
        layout[f"yaxis{y[1:]}"] = axis(
            range=limits, nticks=4, zeroline=True, zerolinecolor=FAINT
        ) | {
            "domain": domain,
            "anchor": x,
        }
        first, others = self.pairs[0].a.name, [pair.b.name for pair in self.pairs]
        than = others[0] if len(others) == 1 else "each other"
        layout["annotations"].append(
            paper_note(
                f"{plain(first)} minus {plain(than)} at equal step, points",
                grid.x_domain(index)[0],
                domain[1],
                yanchor="bottom",
                yshift=2,
            )
        )
        on = {"xaxis": x, "yaxis": y}
        middle, apart = (len(self.pairs) - 1) / 2, _APART * max(self.pairs[0].steps)
        for number, pair in enumerate(self.pairs):
            shift = (number - middle) * apart
            yield from (trace | on for trace in self._differences(pair, shift))
        last = self.pairs[0]
        layout["annotations"].append(
            note(
                f"<b>{signed(last.value)}</b>",
                last.step,
                100 * last.value,
                color=INK,
                xref=x,
                yref=y,
                xanchor="left",
                yanchor="middle",
                xshift=8,
            )
        )

    def _differences(self, pair: RecipePair, shift: float) -> Iterator[Trace]:
        """Those of one pair, moved by `shift` where there are several."""
        several = len(self.pairs) > 1
        planned = self.family.result(pair)
        points = [
            (
                step,
                value,
                test,
                bool(planned and planned.significant) if step == pair.step else sure,
            )
            for step, value, test, sure in pair.by_step
        ]
        inks = [
            color(pair.b) if several else MUTED if not sure else BETTER if value > 0 else WORSE
            for _, value, _, sure in points
        ]
        if self.intervals:
            for ink in dict.fromkeys(inks):
                ends = [
                    (step + shift, 100 * test.low, 100 * test.high)
                    for (step, _, test, _), own in zip(points, inks, strict=True)
                    if test and own == ink
                ]
                yield upright_lines(ends, ink, name="95 % interval")
        words = [
            f"{signed_range(test.low, test.high)} ({test.test})"
            if test
            else "cannot be tested: one seed each"
            for _, _, test, _ in points
        ]
        fill = [ink if sure else PAPER for ink, (*_, sure) in zip(inks, points, strict=True)]
        yield scatter(
            "markers",
            [step + shift for step, *_ in points],
            [round(100 * value, 2) for _, value, *_ in points],
            name=f"{plain(pair.a.name)} minus {plain(pair.b.name)}",
            marker=marker([8 if step == pair.step else 6 for step, *_ in points], fill, inks, 1.5),
            text=words,
            customdata=[step for step, *_ in points],
            hovertemplate=f"<b>{plain(pair.a.name)} minus {plain(pair.b.name)}</b>, iteration %{{customdata}}<br>"
            "%{y:+.1f} points<br>%{text}<extra></extra>",
            cliponaxis=False,
            meta=self._meta([step for step, *_ in points]),
        )


def _at(one: Recipe, step: int) -> float:
    """The first step of a recipe that is not before this one."""
    return next((at for at in one.means if at >= step), step)


def _restart_words(panels: Sequence[_Panel]) -> str:
    trainings = {one.run: one for panel in panels for one in panel.recipes if one.row["restarts"]}
    lost = [Restart(0, each["lost"]) for one in trainings.values() for each in one.row["restarts"]]
    return f"; {restart_words(lost)}" if lost else ""


def _x(index: int) -> str:
    return f"x{suffix(index)}"


def _y(index: int) -> str:
    return f"y{suffix(2 * index)}"
