"""The differences of recipes at equal step, under their curves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reasonboard.charts.colors import DIVERGING, FAINT, INK, MUTED, PAPER, SERIES
from reasonboard.charts.grid import Grid, suffix
from reasonboard.charts.lines import padded, upright_lines
from reasonboard.charts.marks import click
from reasonboard.charts.theme import Trace, axis, plain
from reasonboard.charts.traces import marker, note, paper_note, scatter
from reasonboard.core.findings.result import BEFORE_CORRECTION
from reasonboard.core.findings.words import signed, signed_range
from reasonboard.studies.iterations.recipe import Recipe
from reasonboard.studies.iterations.recipe_pair import RecipePair
from reasonboard.studies.iterations.recipes import Recipes
from reasonboard.studies.iterations.rows import ITERATION, UNITS, amount

ORDER = (2, 3, 5, 4, 7, 6, 0, 1)
"""Of the colors of series: blue and orange come last, since they mean better and worse."""
BETTER, WORSE = DIVERGING[9], DIVERGING[1]
_MOST = 4
"""Pairs that are drawn."""
_APART = 0.012
"""Share of the steps by which differences of several pairs stand apart."""


def color(recipe: Recipe) -> str:
    """The color of a recipe, the same whatever is filtered."""
    return color_of(recipe.place)


def color_of(place: int) -> str:
    """The color of the recipe with this place among all."""
    return SERIES[ORDER[place % len(ORDER)]]


@dataclass(frozen=True)
class Strip:
    """The differences on one benchmark."""

    family: Recipes
    benchmark: str
    against: Sequence[RecipePair]
    """The recipe that is ahead against each other one: at least one."""
    intervals: bool

    @property
    def pairs(self) -> Sequence[RecipePair]:
        """Those that are drawn."""
        return self.against[:_MOST]

    def draw(self, layout: dict[str, Any], grid: Grid, index: int, share: float) -> Iterator[Trace]:
        """The differences at equal step: filled where significant, with their intervals."""
        x, y = f"x{suffix(index)}", f"y{suffix(2 * index + 1)}"
        domain = grid.y_domain(index, (0, share))
        layout[f"yaxis{y[1:]}"] = axis(
            range=self._range(), nticks=4, zeroline=True, zerolinecolor=FAINT
        ) | {"domain": domain, "anchor": x}
        layout["annotations"].append(
            paper_note(
                self._words(), grid.x_domain(index)[0], domain[1], yanchor="bottom", yshift=2
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

    def _range(self) -> list[float]:
        ends = [
            100 * end
            for pair in self.pairs
            for _, value, test, _ in pair.by_step
            for end in ((test.low, test.high) if test and self.intervals else (value,))
        ]
        values = [100 * value for pair in self.pairs for _, value, *_ in pair.by_step]
        # An interval of two seeds can be as wide as the scale: it leaves the strip.
        most = max(map(abs, values), default=1) * 3 + 5
        return padded([0, *values, *(min(max(end, -most), most) for end in ends)])

    def _words(self) -> str:
        """What the strip shows."""
        first, others = self.pairs[0].a.name, [pair.b.name for pair in self.pairs]
        rest = (
            f"each of the next {len(others)}" if len(others) < len(self.against) else "each other"
        )
        than = others[0] if len(others) == 1 else rest
        unit = "step" if self.is_by_step else UNITS[self.pairs[0].along]
        return f"{plain(first)} minus {plain(than)} at equal {unit}, points"

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
                yield upright_lines(ends, ink, name="95% interval")
        words = [
            f"{signed_range(test.low, test.high)} ({test.test})"
            if test
            else f"cannot be tested: {pair.untested}"
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
            customdata=[amount(pair.along, step) for step, *_ in points],
            hovertemplate=f"<b>{plain(pair.a.name)} minus {plain(pair.b.name)}</b>, %{{customdata}}<br>"
            "%{y:+.1f} points<br>%{text}<extra></extra>",
            cliponaxis=False,
            **self._clicks([step for step, *_ in points]),
        )

    @property
    def is_by_step(self) -> bool:
        return self.pairs[0].along == ITERATION

    def _clicks(self, steps: Sequence[float]) -> dict[str, Any]:
        """What clicks on the differences at these steps select; tokens and hours are no steps."""
        if not self.is_by_step:
            return {}
        names = [f"{step:.0f}" for step in steps]
        return {"meta": click("iteration", names, panel=self.benchmark)}


def pair_words(recipes: Recipes, pairs: Sequence[RecipePair]) -> tuple[str, bool]:
    """What a panel says of the recipe that is ahead, and is it significant?"""
    results = [recipes.result(pair) for pair in pairs]
    sure = [
        pair for pair, result in zip(pairs, results, strict=True) if result and result.significant
    ]
    if len(pairs) > 1:
        name, count = plain(pairs[0].a.name), sum(pair.value > 0 for pair in sure)
        if not sure:
            return "○ cannot tell yet", False
        return f"<b>▲ {name} better than {count} of {len(pairs)}</b>", True
    if sure:
        ahead = pairs[0].a if pairs[0].value > 0 else pairs[0].b
        return f"<b>▲ {plain(ahead.name)} better by {signed(abs(pairs[0].value))[1:]}</b>", True
    if results[0] is None:
        return "– not tested", False
    is_before = results[0].words == BEFORE_CORRECTION
    return f"○ {BEFORE_CORRECTION if is_before else 'cannot tell yet'}", False
