"""What the grid over sizes and training says as a whole."""

import math
from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import largest_p, results, strength
from reasonboard.core.findings.words import (
    BENJAMINI_HOCHBERG,
    SAME_ITEMS,
    how_all_tested,
    how_tested,
    points,
    size_label,
)
from reasonboard.statistics.contrasts import benjamini_hochberg, contrast, p_values, verdicts_by
from reasonboard.statistics.contrasts import columns as accuracy_columns
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.scale_progress.findings.words import (
    BEST_AGAINST_LAST,
    at,
    brackets,
    moved,
)
from reasonboard.studies.scale_progress.rows import (
    Cell,
    Row,
    cells,
    columns,
    curves,
    losses,
    measured,
)

_DIFFERENCES = {"gain": "gains since the start", "size": "gains over the next smaller size"}


def of_the_grid(
    rows: Sequence[Row], *, mode: str, checkpoint: str, **_options: str
) -> list[Finding]:
    """Whether the largest is highest, where curves decline, what training gave, what is resolved.

    Rows are one per benchmark and model (see sql/grid.sql); `checkpoint` is the picked one.
    """
    grid = cells(rows)
    findings = [_largest(grid, checkpoint), _declines(grid), _most_gained(grid)]
    if mode in _DIFFERENCES:
        findings.append(_resolved(rows, _DIFFERENCES[mode]))
    return [finding for finding in findings if finding]


def _largest(grid: Sequence[Cell], checkpoint: str) -> Finding | None:
    """In how many benchmarks the largest model is the highest at the picked checkpoint."""
    here = [column for column in columns(grid) if column[0].checkpoint == checkpoint]
    most = max((column[-1].params_b for column in here), default=0.0)
    here = [one for one in here if one[-1].params_b == most and one[0].params_b < most]
    if not here:
        return None
    pairs = [(cell, one[-1]) for one in here for cell in one if cell.params_b < most]
    tests = results([contrast(small.measured, large.measured) for small, large in pairs])
    higher = [
        (small, large, result)
        for (small, large), result in zip(pairs, tests, strict=True)
        if small.value > large.value
    ]
    count = len(here) - len({large.benchmark for _, large, _ in higher})
    text = (
        f"At {at(here[0][0].progress)} the largest model ({size_label(most)}) is highest in "
        f"{count} of {len(here)} benchmarks"
    )
    if not higher:
        p = largest_p(tests)
        return Finding(
            subject=size_label(most),
            estimate=count,
            unit=f"of {len(here)} benchmarks highest",
            p=p,
            verdict=verdict_of(p, 1),
            text=f"{text}.",
            test=how_all_tested(
                tests, "Holm's correction over every smaller model against the largest"
            ),
            strength=min((one.strength for one in tests if one), default=0.0),
            marks={"size": here[0][-1].model},
        )
    small, large, result = max(
        higher, key=lambda one: (strength(one[2]), one[0].value - one[1].value)
    )
    gap = small.value - large.value
    return Finding.of(
        f"{size_label(most)} · {small.benchmark}",
        result,
        f"{text}; in {small.benchmark} {size_label(small.params_b)} is {points(gap)} above it {brackets(result)}.",
        how_tested(result, "smaller models against the largest"),
        {"panel": small.benchmark, "size": small.model, "checkpoint": checkpoint},
        times=-100,
        estimate=-gap * 100,
    )


def _declines(grid: Sequence[Cell]) -> Finding | None:
    """The curves that end under their best checkpoint."""
    every = curves(grid)
    lost, _ = losses(every, benjamini_hochberg)
    if not lost:
        return None
    resolved = [bool(one.result and one.result.resolved) for one in lost]
    _, (best, size, result) = max(
        zip(resolved, lost, strict=True),
        key=lambda pair: (pair[0], strength(pair[1].result), pair[1].size),
    )
    return Finding.of(
        f"{size_label(best.params_b)} · {best.benchmark}",
        result,
        f"{len(lost)} of {len(every)} curves end under their best checkpoint, {sum(resolved)} of them resolved; "
        f"clearest is {size_label(best.params_b)} in {best.benchmark}: {points(size)} under "
        f"{at(best.progress)} {brackets(result)}.",
        how_tested(result, f"curves{BEST_AGAINST_LAST}", correction=BENJAMINI_HOCHBERG),
        {"panel": best.benchmark, "size": best.model, "checkpoint": best.checkpoint},
        times=-100,
        estimate=-size * 100,
    )


def _most_gained(grid: Sequence[Cell]) -> Finding | None:
    """What training gave the largest model: where most, and where least."""
    most = max((cell.params_b for cell in grid), default=0.0)
    ends = [(one[0], one[-1]) for one in curves(grid) if one[0].params_b == most and len(one) > 1]
    if not ends:
        return None
    tests = results([contrast(last.measured, first.measured) for first, last in ends])
    gains = sorted(
        ((last.value - first.value, last, one) for (first, last), one in zip(ends, tests, strict=True)),
        key=lambda gain: gain[0],
    )  # fmt: skip
    words = [
        f"{moved(gain)} in {last.benchmark} {brackets(result)}"
        for gain, last, result in dict.fromkeys((gains[-1], gains[0]))
    ]
    gain, last, result = gains[-1]
    return Finding.of(
        f"{size_label(most)} · {last.benchmark}",
        result,
        f"From the first to the last checkpoint {size_label(most)} {', and '.join(words)}.",
        how_tested(result, "benchmarks"),
        {"panel": last.benchmark, "size": last.model, "checkpoint": last.checkpoint},
        estimate=gain * 100,
    )


def _resolved(rows: Sequence[Row], what: str) -> Finding | None:
    """How many of the differences of the grid stand out from noise; over each panel corrected."""
    panels: dict[str, list[tuple[Measured, Measured]]] = {}
    for row in rows:
        bases = row["base"] or []
        panels.setdefault(row["benchmark"], []).extend(
            (measured(value), measured(base))
            for value, base in zip(row["measured"], bases, strict=bool(bases))
            if value and base
        )
    verdicts: list[Verdict] = []
    unknown = 0
    for panel in panels.values():
        ps = p_values(accuracy_columns(a for a, _ in panel), accuracy_columns(b for _, b in panel))
        tested = [
            (a.value - b.value, p)
            for (a, b), p in zip(panel, ps.tolist(), strict=True)
            if not math.isnan(p)
        ]
        unknown += len(panel) - len(tested)
        verdicts += verdicts_by(tested, benjamini_hochberg)
    if not verdicts:
        return None
    up, down = verdicts.count(Verdict.BETTER), verdicts.count(Verdict.WORSE)
    less = f"; of {unknown} more no uncertainty is available" if unknown else ""
    return Finding.count(
        what.capitalize(),
        verdicts,
        what,
        f"Of {len(verdicts):,} {what}, {up:,} are resolved rises, {down:,} resolved falls, and "
        f"{len(verdicts) - up - down:,} are within noise{less}.",
        f"Score or z test of every cell against its base, {BENJAMINI_HOCHBERG} over each panel. {SAME_ITEMS}",
        strength=1.0,
    )
