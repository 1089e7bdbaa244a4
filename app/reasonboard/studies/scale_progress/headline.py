"""How accuracy grows with size and with training, in one sentence."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.core.control import Values, selects
from reasonboard.core.findings.words import size_label
from reasonboard.core.headline import Headline, counted
from reasonboard.core.study import Study
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.growth import Doubling, per_doubling
from reasonboard.studies.scale_progress.rows import CORRECTION, Cell, cells, tests_of

_MOST_OF_THE_GAIN = 0.9


def headline(study: Study, values: Values) -> Headline | None:
    """On how many benchmarks larger models are better at the last checkpoint, and when the largest has its gain.

    The slopes over all sizes of the family on all benchmarks of the source and metric are one family of tests
    (Bonferroni), whatever is filtered.
    """
    rows = study.rows("grid", values | {"mode": "accuracy"})
    grid = cells(rows)
    if not grid:
        return None
    tests = tests_of(rows, "slopes")
    slopes = _slopes(grid)
    sure = {
        name: line.slope
        for name, line in slopes.items()
        if line.p_value is not None and line.p_value * tests <= ALPHA and line.slope > 0
    }
    benchmarks = [name for name in slopes if selects(values["benchmark"], name)]
    better = [sure[name] for name in benchmarks if name in sure]
    sizes = sorted({cell.params_b for cell in grid})
    answer = _sizes(benchmarks, better)
    training = _training(
        [cell for cell in grid if cell.params_b == sizes[-1]], size_label(sizes[-1])
    )
    if (
        not benchmarks and training
    ):  # the question about sizes has no answer, that about training has
        answer, training = training, answer
    return Headline(
        answer,
        training,
        subject=grid[0].model if len({cell.model for cell in grid}) == 1 else str(values["family"]),
        extent=f"{_sizes_there(sizes)}, {counted(len({cell.progress for cell in grid}), 'checkpoint')}",
        tested="Least squares of accuracy over log2 of the size at the last checkpoint; Student's t over the "
        f"residuals, with {CORRECTION} over the {counted(tests, 'benchmark')} of this source and metric, whatever is "
        "filtered. 90 % of the gain: the first checkpoint at which the mean over the benchmarks of the largest model "
        "has risen by 90 % of its rise from the first to the last.",
    )


def _sizes_there(sizes: Sequence[float]) -> str:
    if len(sizes) == 1:
        return size_label(sizes[0])
    return f"{counted(len(sizes), 'size')} from {size_label(sizes[0])} to {size_label(sizes[-1])}"


def _slopes(grid: Sequence[Cell]) -> dict[str, Doubling]:
    """The slope over the sizes of each benchmark at the last checkpoint, where it has one."""
    end = max(cell.progress for cell in grid)
    last = sorted((cell for cell in grid if cell.progress == end), key=lambda cell: cell.benchmark)
    groups = groupby(last, key=lambda cell: cell.benchmark)
    lines = {name: list(group) for name, group in groups}
    return {
        name: line
        for name, group in lines.items()
        if (
            line := per_doubling(
                [cell.params_b for cell in group], [cell.measured for cell in group]
            )
        )
    }


def _sizes(benchmarks: Sequence[str], better: Sequence[float]) -> str:
    if not benchmarks:
        return "One size only: what a larger model brings cannot be said."
    if not better:
        return f"Undecided: on {_none(benchmarks)} does accuracy clearly grow with size."
    low, high = min(better) * 100, max(better) * 100
    by = f"{high:.1f}" if f"{low:.1f}" == f"{high:.1f}" else f"{low:.1f} to {high:.1f}"
    where = (
        benchmarks[0] if len(benchmarks) == 1 else f"{len(better)} of {len(benchmarks)} benchmarks"
    )
    return f"Larger models are better on {where}, by {by} points per doubling."


def _none(benchmarks: Sequence[str]) -> str:
    return "no benchmark" if len(benchmarks) > 1 else f"{benchmarks[0]} it is open whether"


def _training(largest: Sequence[Cell], name: str) -> str:
    """When the mean of the largest model over its benchmarks has 90 % of its gain."""
    benchmarks = {cell.benchmark for cell in largest}
    steps = sorted({cell.progress for cell in largest})
    means = [
        (step, sum(cell.value for cell in at_step) / len(at_step))
        for step in steps
        if len(at_step := [cell for cell in largest if cell.progress == step]) == len(benchmarks)
    ]
    if len(means) < 3 or means[-1][1] <= means[0][1]:  # noqa: PLR2004
        return ""
    level = means[0][1] + _MOST_OF_THE_GAIN * (means[-1][1] - means[0][1])
    progress = next(step for step, mean in means if mean >= level)
    return f"{name} has 90 % of its gain at {progress * 100:.0f} % of training."
