"""A panel of recipes on one benchmark: means over seeds with their bands, seeds, names at the ends of the lines."""

from collections.abc import Iterator, Sequence
from typing import Any

from reasonboard.charts.colors import FAINT, MUTED, SERIES_TEXT
from reasonboard.charts.gaps import Restart, restart_marks
from reasonboard.charts.grid import Grid, suffix
from reasonboard.charts.intervals import band
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.lines import padded
from reasonboard.charts.marks import click
from reasonboard.charts.text_width import cut_apart, text_width
from reasonboard.charts.theme import Trace, axis, dash, plain
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import marker, note, paper_note, pen, rule, scatter, stroke
from reasonboard.core.findings.words import percent_range
from reasonboard.studies.iterations.charts.panels import count_words
from reasonboard.studies.iterations.charts.recipe_strip import (
    BETTER,
    ORDER,
    Strip,
    color,
    pair_words,
)
from reasonboard.studies.iterations.recipe import Recipe
from reasonboard.studies.iterations.recipes import Recipes
from reasonboard.studies.iterations.rows import (
    HOURS,
    ITERATION,
    SEEDS,
    TOKENS,
    accuracy_intervals,
    amount,
)

_NAME = 13
"""Characters of a name at the end of a line."""
_BOLD = 1.1
"""How much wider than others bold letters are."""
_LINE, _SEED = 2.4, 1
_MOST_COLORED, _MOST_BANDS = 8, 5
"""How many of the recipes that are ahead have a color, and up to how many recipes have bands and seeds."""
_MARKS = 40
"""Up to so many points have marks."""
_UNITS = {ITERATION: " steps", TOKENS: " tokens", HOURS: " h"}
"""After the last number of the x axis."""


class Panel:
    """The recipes on one benchmark."""

    def __init__(
        self, family: Recipes, name: str, recipes: Sequence[Recipe], form: str, intervals: bool
    ) -> None:
        self.name = name
        self.family = family
        self.recipes = recipes
        self.along = family.along
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
        x, y = x_name(index), y_name(index)
        xs = [x for one in self.recipes for used in one.used for x in used.values()] or [0.0]
        low, high = min(xs), max(xs)
        room = (high - low or 1) * 0.02
        limits = self._range()
        domain = grid.y_domain(index, (1 - upper, 1))
        layout[f"xaxis{suffix(index)}"] = axis(
            range=[low - room, high + room],
            showgrid=False,
            **round_ticks(low, high, unit=_UNITS[self.along], most=5),
        ) | {"domain": grid.x_domain(index), "anchor": y}
        layout[f"yaxis{y[1:]}"] = axis(range=limits, nticks=5, ticksuffix="%") | {
            "domain": domain,
            "anchor": x,
        }
        on = {"xaxis": x, "yaxis": y}
        layout["annotations"] += [
            *self._titles(grid, index),
            *self._labels(limits, domain, on, grid),
        ]
        traces = [trace | on for trace in self._curves(limits[0])]
        if self.along == ITERATION and iteration and float(iteration) in xs:
            line = pen(FAINT, 1.2, "dot")
            ends = grid.y_domain(index)
            layout["shapes"].append(
                rule((int(iteration),) * 2, ends, line, xref=x, yref="paper", layer="below")
            )
        if self.strip:
            traces += self.strip.draw(layout, grid, index, strip)
        return traces

    @property
    def label_width(self) -> int:
        """Pixels of the widest name with its value at the end of a line."""
        names = cut_apart([one.name for one in self.colored], _NAME).values()
        return 14 + max(int(text_width(f"{name} 00.0", 11) * _BOLD) for name in names)

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
                ends = zip(map(one.x_of, one.steps), one.band, strict=True)
                places = [
                    (x, 100 * low_end, 100 * high_end)
                    for x, (low_end, high_end) in ends
                    if x is not None
                ]
                yield band(places, color(one), f"95% band of {plain(one.name)}, these problems")
        for one in self.colored:
            if len(one.seeds) > 1 and (self.is_seeds or not self.is_crowded):
                yield from self._seeds(one)
        for one in self.colored:
            yield from [] if self.is_seeds and len(one.seeds) > 1 else [self._mean(one)]
            found = [(_at(one, each["at"]), each["lost"]) for each in one.row["restarts"]]
            yield from restart_marks([Restart(x, lost) for x, lost in found if x is not None], low)

    def _behind(self, one: Recipe) -> Trace:
        """A recipe that is too far behind for a color."""
        steps, xs = _drawn_steps(one)
        values = [one.means[step] for step in steps]
        return self._line("lines", steps, xs, values, one.name, f"<b>{plain(one.name)}</b>") | {
            "line": pen(FAINT, 1)
        }

    def _seeds(self, one: Recipe) -> Iterator[Trace]:
        for label, seed, used in zip(one.labels, one.seeds, one.used, strict=True):
            steps = [step for step in seed if step in used]
            xs, values = [used[step] for step in steps], [seed[step] for step in steps]
            if self.is_seeds:
                title = f"<b>{plain(one.name)}</b>, {label}"
                line = self._line("lines+markers", steps, xs, values, f"{one.name} {label}", title)
                yield line | {"line": pen(color(one), 1.6), "marker": marker(4, color(one))}
            else:
                ys = _percents(values)
                yield stroke(xs, ys, color(one), _SEED, opacity=0.45, name=label)

    def _mean(self, one: Recipe) -> Trace:
        steps, xs = _drawn_steps(one)
        here = dict(zip(one.steps, one.band, strict=True)) if one.band else {}
        like_these = dict(zip(one.row["iteration"], accuracy_intervals(one.row), strict=True))
        words = []
        for step in steps:
            ends, interval = here.get(step), like_these.get(step)
            parts = [f"these problems {percent_range(*ends)}%"] if ends else []
            if interval:
                parts.append(f"problems like these {percent_range(interval.low, interval.high)}%")
            words.append("<br>".join(parts) or "no uncertainty available")
        seeds = f", mean of {len(one.seeds)} seeds" if len(one.seeds) > 1 else ""
        counted = count_words(one.row["n_items"], repeats=one.row["n_repeats"])
        title, more = f"<b>{plain(one.name)}</b>{seeds}", f"<br>%{{text}}<br>{counted}"
        values = [one.means[step] for step in steps]
        return self._line("lines+markers", steps, xs, values, one.name, title, more) | {
            "line": pen(color(one), _LINE, dash(one.place // len(ORDER))),
            "marker": marker(5, color(one)),
            "text": words,
            "cliponaxis": False,
        }

    def _line(
        self,
        mode: str,
        steps: Sequence[int],
        xs: Sequence[float],
        values: Sequence[float],
        name: str,
        title: str,
        more: str = "",
    ) -> Trace:
        """Accuracies at these steps and places; the hover has a title, the place, the value and what is `more`."""
        place, places = "iteration %{x}", {}
        if self.along != ITERATION:
            # The numbers of other axes are no words.
            place, places = "%{customdata}", {"customdata": [amount(self.along, x) for x in xs]}
        return scatter(
            mode if len(steps) <= _MARKS else "lines",
            xs,
            _percents(values),
            name=plain(name),
            meta=click("iteration", [str(step) for step in steps], panel=self.name),
            hovertemplate=f"{title}, {place}<br>%{{y:.1f}}%{more}<extra></extra>",
            **places,
        )

    def _titles(self, grid: Grid, index: int) -> list[dict[str, Any]]:
        row = self.recipes[0].row
        details = count_words(row["n_items"], repeats=row["n_repeats"]) if row["n_items"] else ""
        left = grid.title(index, self.name, details)
        if not self.strip:
            return [left]
        words, is_sure = pair_words(self.family, self.strip.against)
        ink = BETTER if is_sure else MUTED
        if grid.columns == 1:
            text = f'{left["text"]}<br><span style="color:{ink};font-size:12px">{words}</span>'
            return [left | {"text": text}]
        look = {"xanchor": "right", "align": "right", "yanchor": "bottom", "yshift": 3}
        end = grid.x_domain(index)[1]
        return [left, paper_note(words, end, left["y"], size=12, color=ink, **look)]

    def _labels(
        self, limits: list[float], domain: tuple[float, float], on: dict[str, str], grid: Grid
    ) -> Iterator[dict[str, Any]]:
        """Each recipe with its last value at the end of its line."""
        pixels = (domain[1] - domain[0]) * grid.inner
        drawn = [
            (steps[-1], xs[-1], one)
            for one in self.colored
            for steps, xs in [_drawn_steps(one)]
            if steps
        ]
        ends = sorted(drawn, key=lambda end: end[2].means[end[0]])
        values = [100 * one.means[step] for step, _, one in ends]
        heights = moved_apart(values, 14 * (limits[1] - limits[0]) / pixels, limits[1])
        last = max((x for _, x, _ in ends), default=0.0)
        names = cut_apart([one.name for one in self.colored], _NAME)
        for height, value, (_, _, one) in zip(heights, values, ends, strict=True):
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


def _percents(values: Sequence[float]) -> list[float]:
    return [round(100 * value, 2) for value in values]


def _drawn_steps(one: Recipe) -> tuple[list[int], list[float]]:
    """The steps of its mean that have a place on x, and the places, in their order."""
    placed = sorted((x, step) for step in one.means if (x := one.x_of(step)) is not None)
    return [step for _, step in placed], [x for x, _ in placed]


def _at(one: Recipe, step: int) -> float | None:
    """Where the first step of a recipe is that is not before this one."""
    return one.x_of(next((at for at in one.means if at >= step), step))


def x_name(index: int) -> str:
    """The x axis of a panel."""
    return f"x{suffix(index)}"


def y_name(index: int) -> str:
    """The y axis of its curves; the next one is that of the differences."""
    return f"y{suffix(2 * index)}"
