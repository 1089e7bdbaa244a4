"""What the grid over sizes and training says as a whole."""

import math
from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import largest_p, one_of, strength
from reasonboard.core.findings.words import (
    SAME_ITEMS,
    how_all_tested,
    how_tested,
    points,
    size_label,
)
from reasonboard.statistics.contrasts import columns as accuracy_columns
from reasonboard.statistics.contrasts import p_values
from reasonboard.statistics.differences import Verdict, verdict
from reasonboard.studies.scale_progress.findings.sizes import (
    at,
    brackets,
    clearest_loss,
    count_significant,
    last_under_best,
    moved,
)
from reasonboard.studies.scale_progress.rows import (
    CORRECTION,
    FAMILIES,
    Cell,
    Curve,
    Row,
    cells,
    columns,
    curves,
    measured,
    tests_of,
)

_DIFFERENCES = {"gain": "gains since the start", "size": "gains over the next smaller size"}


def of_the_grid(
    rows: Sequence[Row], *, mode: str, checkpoint: str, **_options: str
) -> list[Finding]:
    """Whether the largest is highest, where curves decline, what training gave, what is significant.

    Rows are one per benchmark and model (see sql/grid.sql); `checkpoint` is the picked one.
    """
    grid = cells(rows)
    tests = {kind: tests_of(rows, kind) for kind in ("gains", "pairs", "curves")}
    findings = [
        _largest(grid, checkpoint, tests["pairs"]),
        _declines(grid, tests),
        _most_gained(grid, tests["gains"]),
    ]
    if mode in _DIFFERENCES:
        findings.append(_significant(rows, mode, tests["gains" if mode == "gain" else "pairs"]))
    return [finding for finding in findings if finding]


def _largest(grid: Sequence[Cell], checkpoint: str, family: int) -> Finding | None:
    """In how many benchmarks the largest model is the highest at the picked checkpoint."""
    compared = [column for column in columns(grid) if column[0].checkpoint == checkpoint]
    most = max((column[-1].params_b for column in compared), default=0.0)
    compared = [
        column for column in compared if column[-1].params_b == most and column[0].params_b < most
    ]
    if not compared:
        return None
    pairs = [(cell, column[-1]) for column in compared for cell in column if cell.params_b < most]
    tests = [one_of(family, small.measured, large.measured) for small, large in pairs]
    higher = [
        (small, large, result)
        for (small, large), result in zip(pairs, tests, strict=True)
        if small.value > large.value
    ]
    count = len(compared) - len({large.benchmark for _, large, _ in higher})
    text = (
        f"At {at(compared[0][0].progress)} the largest model ({size_label(most)}) is highest in "
        f"{count} of {len(compared)} benchmarks"
    )
    if not higher:
        p = largest_p(tests)
        return Finding(
            subject=size_label(most),
            estimate=count,
            unit=f"of {len(compared)} benchmarks highest",
            p=p,
            verdict=verdict_of(p, 1),
            text=f"{text}.",
            test=how_all_tested(tests, f"{CORRECTION} over {family:,} {FAMILIES['size']}"),
            strength=min((test.strength for test in tests if test), default=0.0),
            marks={"size": compared[0][-1].model},
        )
    small, large, result = max(
        higher, key=lambda pair: (strength(pair[2]), pair[0].value - pair[1].value)
    )
    gap = small.value - large.value
    return Finding.of(
        f"{size_label(most)} · {small.benchmark}",
        result,
        f"{text}; in {small.benchmark} {size_label(small.params_b)} is {points(gap)} above it {brackets(result)}.",
        how_tested(result, FAMILIES["size"], correction=CORRECTION),
        {"panel": small.benchmark, "size": small.model, "checkpoint": checkpoint},
        times=-100,
        estimate=-gap * 100,
        detail=f"largest model minus {size_label(small.params_b)}, same checkpoint",
    )


def _declines(grid: Sequence[Cell], tests: dict[str, int]) -> Finding | None:
    """The curves that end under their best checkpoint."""
    every = [Curve(cells, tests) for cells in curves(grid)]
    lost = [curve.loss for curve in every if curve.loss]
    if not lost:
        return None
    best, size, result = clearest = clearest_loss(lost)
    text = (
        f"{len(lost)} of {len(every)} curves end below their best checkpoint, "
        f"{count_significant(lost)} of them significantly; clearest is "
        f"{size_label(best.params_b)} on {best.benchmark}: {points(size)} below "
        f"{at(best.progress)} {brackets(result)}."
    )
    return last_under_best(clearest, text, {"panel": best.benchmark})


def _most_gained(grid: Sequence[Cell], family: int) -> Finding | None:
    """What training gave the largest model: where most, and where least."""
    most = max((cell.params_b for cell in grid), default=0.0)
    ends = [
        (curve[0], curve[-1])
        for curve in curves(grid)
        if curve[0].params_b == most and len(curve) > 1
    ]
    if not ends:
        return None
    tests = [one_of(family, last.measured, first.measured) for first, last in ends]
    gains = sorted(
        ((last.value - first.value, last, test) for (first, last), test in zip(ends, tests, strict=True)),
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
        how_tested(result, FAMILIES["gain"], correction=CORRECTION),
        {"panel": last.benchmark, "size": last.model, "checkpoint": last.checkpoint},
        estimate=gain * 100,
        detail="gain, first to last checkpoint",
    )


def _significant(rows: Sequence[Row], mode: str, family: int) -> Finding | None:
    """How many of the differences of the grid stand out from noise."""
    what = _DIFFERENCES[mode]
    pairs = [
        (measured(value), measured(base))
        for row in rows
        if row["base"]
        for value, base in zip(row["measured"], row["base"], strict=True)
        if value and base
    ]
    ps = p_values(accuracy_columns(a for a, _ in pairs), accuracy_columns(b for _, b in pairs))
    verdicts = [
        verdict(a.value - b.value, min(1.0, p * family))
        for (a, b), p in zip(pairs, ps.tolist(), strict=True)
        if not math.isnan(p)
    ]
    if not verdicts:
        return None
    up, down = verdicts.count(Verdict.BETTER), verdicts.count(Verdict.WORSE)
    unknown = len(pairs) - len(verdicts)
    less = f"; the uncertainty of {unknown} more is unknown" if unknown else ""
    return Finding.count(
        what.capitalize(),
        verdicts,
        what,
        f"Of {len(verdicts):,} {what}, {up:,} are significant rises, {down:,} significant falls, and "
        f"{len(verdicts) - up - down:,} are not significant{less}.",
        f"Score or z test of every cell against its base, {CORRECTION} over {family:,} {FAMILIES[mode]}. "
        f"{SAME_ITEMS}",
        strength=1.0,
    )
