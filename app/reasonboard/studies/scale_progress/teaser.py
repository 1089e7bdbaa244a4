"""Mean accuracy by model size, as a small picture."""

from collections.abc import Sequence
from math import log2

from reasonboard.charts.teaser import Teaser, TeaserLine, after_gaps
from reasonboard.core.findings.words import size_label
from reasonboard.core.study import Study
from reasonboard.studies.scale_progress.rows import Cell, cells


def teaser(study: Study) -> Teaser | None:
    """The mean over all benchmarks that every size has at the last checkpoint; of one size that along training."""
    rows = study.rows("grid", study.defaults())
    grid = cells(rows)
    last = [cell for cell in grid if cell.progress == max(other.progress for other in grid)]
    sizes = sorted({cell.params_b for cell in last})
    by_size = [
        {cell.benchmark: cell.value for cell in last if cell.params_b == size} for size in sizes
    ]
    shared = set.intersection(*map(set, by_size)) if by_size else set()
    if len(sizes) == 1:
        return _along_training(grid, [at for row in rows for at in row["missing"]])
    if not shared:
        return None
    means = [sum(values[name] for name in shared) / len(shared) * 100 for values in by_size]
    return Teaser(
        f"Mean accuracy of {len(shared)} benchmarks by model size: {means[0]:.0f}% at {size_label(sizes[0])}, "
        f"{means[-1]:.0f}% at {size_label(sizes[-1])}.",
        f"{size_label(sizes[0])}, mean of {len(shared)} benchmarks",
        size_label(sizes[-1]),
        [
            TeaserLine(
                means,
                [log2(size) for size in sizes],
                label=f"{means[-1]:.0f}%",
                first=f"{means[0]:.0f}%",
                dots=True,
            )
        ],
    )


def _along_training(grid: Sequence[Cell], missing: Sequence[float]) -> Teaser | None:
    """The mean over the benchmarks that every checkpoint of the one size has.

    A checkpoint without any of them, whose numbers are `missing`, is a gap.
    """
    steps = sorted({cell.progress for cell in grid})
    by_step = [
        {cell.benchmark: cell.value for cell in grid if cell.progress == step} for step in steps
    ]
    shared = set.intersection(*map(set, by_step))
    if len(steps) < 2 or not shared:  # noqa: PLR2004
        return None
    means = [sum(values[name] for name in shared) / len(shared) * 100 for values in by_step]
    return Teaser(
        f"Mean accuracy of {len(shared)} benchmarks along training, from {means[0]:.0f}% to {means[-1]:.0f}%.",
        f"{steps[0] * 100:.0f}% of training",
        "100%" if steps[-1] == 1 else f"{steps[-1] * 100:.0f}%",
        [
            TeaserLine(
                means,
                label=f"{means[-1]:.0f}%",
                first=f"{means[0]:.0f}%",
                after_gaps=after_gaps(steps, missing),
            )
        ],
    )
