"""What answers that were cut off say of each run of a benchmark."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import (
    conclusion,
    count_of,
    how_tested,
    interval,
    percent,
    points,
)
from reasonboard.studies.test_time.cut_off import CutOff
from reasonboard.studies.test_time.rows import Row


def of_cut_off(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Of each run with answers that were cut off: how much more often complete ones are right."""
    return [_finding(run, panel) for row in rows if (run := CutOff(row)).cut]


def _finding(run: CutOff, panel: str) -> Finding:
    name, result, ends = str(run.row["name"]), run.result, run.intervals[0]
    share = f"{percent(run.share.value)} of {count_of(run.answers, 'answer')} were cut off"
    within = f" ({interval(ends.low, ends.high)})" if ends else ""
    right = [
        f"{word} ones {percent(part.value)}"
        for word, part in (("complete", run.complete), ("cut", run.cut_off))
        if part
    ]
    difference = f", {points(abs(result.estimate))} apart ({conclusion(result)})" if result else ""
    return Finding.of(
        name,
        result,
        f"{name} on {panel}: {share}{within}; right are of {' and of '.join(right)}{difference}. The score of "
        f"{percent(run.score)} would be {percent(run.bounds.low)} if all cut answers were wrong, "
        f"{percent(run.bounds.high)} if all were right.",
        how_tested(
            result,
            "runs of the benchmark",
            note="Cut answers may be to harder problems: no cause is tested.",
        ),
        {"panel": panel, "run": str(run.row["key"])},
        facts=(
            ("Cut off", percent(run.share.value)),
            ("Bounds", f"{run.bounds.low * 100:.1f} to {run.bounds.high * 100:.1f} %"),
        ),
    )
