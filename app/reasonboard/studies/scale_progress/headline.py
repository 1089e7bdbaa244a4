"""How accuracy grows with size and with training, in one sentence and as a small picture."""

from collections.abc import Sequence
from math import log2

from reasonboard.charts.teaser import Teaser, TeaserLine, after_gaps
from reasonboard.core.control import Values, selects
from reasonboard.core.findings.words import decimals_for, size_label
from reasonboard.core.headline import Headline, any_in_words, counted, part_in_words
from reasonboard.core.study import Study
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.growth import Doubling, per_doubling
from reasonboard.statistics.means import mean_of_all
from reasonboard.studies.scale_progress.rows import (
    CORRECTION,
    FEWEST,
    Cell,
    cells,
    columns,
    tests_of,
)

_MOST_OF_THE_GAIN = 0.9
_ONE_SIZE = "Only one model size, so nothing to compare."
_UNTESTED = "not tested: number of problems unknown"


def headline(study: Study, values: Values) -> Headline | None:
    """On how many of the chosen benchmarks larger models are better at last, and when the largest has its gain.

    The slopes over the chosen sizes are as many tests as the source, metric and family have benchmarks (Bonferroni),
    whatever is filtered.
    """
    rows = study.rows("grid", values | {"mode": "accuracy"})
    grid = [
        cell
        for cell in cells(rows)
        if selects(values["benchmark"], cell.benchmark) and selects(values["model"], cell.model)
    ]
    if not grid:
        return None
    tests = tests_of(rows, "slopes")
    sizes = sorted({cell.params_b for cell in grid})
    answer = _sizes(_slopes(grid), tests) if len(sizes) > 1 else _ONE_SIZE
    largest = [cell for cell in grid if cell.params_b == sizes[-1]]
    training = _training(largest, size_label(sizes[-1]))
    if (
        len(sizes) == 1 and training
    ):  # the question about sizes has no answer, that about training has
        answer, training = training, answer
    return Headline(
        answer,
        training,
        subject=grid[0].model if len({cell.model for cell in grid}) == 1 else str(values["family"]),
        extent=f"{_sizes_there(sizes)}, {counted(len({cell.progress for cell in grid}), 'checkpoint')}",
        tested=(
            "Least squares of accuracy over log2 of the size at the last checkpoint; Student's t "
            f"over the residuals, with {CORRECTION} over the {counted(tests, 'benchmark')} of this "
            "source and metric, regardless of filters. 90% of the gain: the first checkpoint at "
            "which the largest model, on average of the benchmarks, has made 90% of its gain from "
            "first to last, if a z test finds that gain significant."
        ),
    )


def _sizes_there(sizes: Sequence[float]) -> str:
    if len(sizes) == 1:
        return size_label(sizes[0])
    return f"{counted(len(sizes), 'size')} from {size_label(sizes[0])} to {size_label(sizes[-1])}"


def _slopes(grid: Sequence[Cell]) -> list[tuple[str, Doubling]]:
    """The slope over the sizes of each benchmark at the last checkpoint, where it has one."""
    end = max(cell.progress for cell in grid)
    groups = columns(cell for cell in grid if cell.progress == end)
    return [
        (group[0].benchmark, line)
        for group in groups
        if (
            line := per_doubling(
                [cell.params_b for cell in group], [cell.measured for cell in group]
            )
        )
    ]


def _sizes(slopes: Sequence[tuple[str, Doubling]], tests: int) -> str:
    """On how many benchmarks larger models are better or worse, of those that are tested."""
    if not slopes:
        return "No benchmark has two sizes at the last checkpoint, so nothing to compare."
    tested = [(line.slope, line.p_value) for _, line in slopes if line.p_value is not None]
    sure = [slope for slope, p in tested if p * tests <= ALPHA]
    better = [slope * 100 for slope in sure if slope > 0]
    worse = len(sure) - len(better)
    name = slopes[0][0] if len(slopes) == 1 else ""
    if not tested:
        higher = sum(line.slope > 0 for _, line in slopes)
        where = f"on {name}" if name else f"on {higher} of {counted(len(slopes), 'benchmark')}"
        return f"Larger models score {'lower' if name and not higher else 'higher'} {where}; {_UNTESTED}."
    untested = len(slopes) - len(tested)
    if not better and not worse:
        where = name or any_in_words(len(tested), "benchmark") + (" tested" if untested else "")
        return f"Cannot tell yet: accuracy does not clearly grow with size on {where}."
    where = name or part_in_words(len(better) or worse, len(tested), "benchmark", untested)
    if not better:
        return f"Larger models are worse on {where}."
    low, high = min(better), max(better)
    places = decimals_for(low, high)
    by = " to ".join(dict.fromkeys(f"{end:.{places}f}" for end in (low, high)))
    also = f", worse on {worse}" if worse else ""
    return f"Larger models are better on {where}, by {by} points per doubling{also}."


def _training(largest: Sequence[Cell], name: str) -> str:
    """When the mean of the largest model over its benchmarks has 90% of its gain; "" without a clear gain."""
    benchmarks = {cell.benchmark for cell in largest}
    steps = sorted({cell.progress for cell in largest})
    means = [
        (step, mean)
        for step in steps
        if len(at_step := [cell for cell in largest if cell.progress == step]) == len(benchmarks)
        and (mean := mean_of_all([cell.measured for cell in at_step]))
    ]
    if len(means) < FEWEST:
        return ""
    start, end = means[0][1], means[-1][1]
    if end.value <= start.value:
        return f"{name} does not gain accuracy over training."
    gain = contrast(end, start)
    if gain and gain.p > ALPHA:
        return f"{name} has no significant gain over training."
    level = start.value + _MOST_OF_THE_GAIN * (end.value - start.value)
    progress = next(step for step, mean in means if mean.value >= level)
    untested = "" if gain else f" ({_UNTESTED})"
    return f"{name} reaches 90% of its total gain {progress * 100:.0f}% of the way through training{untested}."


def teaser(study: Study) -> Teaser | None:
    """The mean over all benchmarks that every size has at the last checkpoint; of one size that along training."""
    rows = study.rows("grid", study.defaults())
    grid = cells(rows)
    last = [cell for cell in grid if cell.progress == max(other.progress for other in grid)]
    sizes = sorted({cell.params_b for cell in last})
    if len(sizes) == 1:
        return _along_training(grid, [at for row in rows for at in row["missing"]])
    means, shared = _means([[cell for cell in last if cell.params_b == size] for size in sizes])
    if not shared:
        return None
    first_size, last_size = size_label(sizes[0]), size_label(sizes[-1])
    first, label = f"{means[0]:.0f}%", f"{means[-1]:.0f}%"
    return Teaser(
        f"Mean accuracy of {shared} benchmarks by model size: {first} at {first_size}, {label} at {last_size}.",
        f"{first_size}, mean of {shared} benchmarks",
        last_size,
        [TeaserLine(means, [log2(size) for size in sizes], label=label, first=first, dots=True)],
    )


def _along_training(grid: Sequence[Cell], missing: Sequence[float]) -> Teaser | None:
    """The mean over the benchmarks that every checkpoint of the one size has.

    A checkpoint without any of them, whose numbers are `missing`, is a gap.
    """
    steps = sorted({cell.progress for cell in grid})
    means, shared = _means([[cell for cell in grid if cell.progress == step] for step in steps])
    if len(steps) < 2 or not shared:  # noqa: PLR2004
        return None
    first, label = f"{means[0]:.0f}%", f"{means[-1]:.0f}%"
    gaps = after_gaps(steps, missing)
    return Teaser(
        f"Mean accuracy of {shared} benchmarks along training, from {first} to {label}.",
        f"{steps[0] * 100:.0f}% of training",
        "100%" if steps[-1] == 1 else f"{steps[-1] * 100:.0f}%",
        [TeaserLine(means, label=label, first=first, after_gaps=gaps)],
    )


def _means(groups: Sequence[Sequence[Cell]]) -> tuple[list[float], int]:
    """In percent the mean of each group over the benchmarks that all groups have, and how many these are."""
    by_benchmark = [{cell.benchmark: cell.value for cell in group} for group in groups]
    shared = set.intersection(*map(set, by_benchmark)) if groups else set()
    sums = [sum(values[name] for name in shared) for values in by_benchmark]
    return [total / len(shared) * 100 for total in sums if shared], len(shared)
