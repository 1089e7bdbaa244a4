"""What the accuracies of short and long answers say of each run of a benchmark."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import how_tested, trend_sentence
from reasonboard.studies.test_time.bins import Lengths, lengths
from reasonboard.studies.test_time.rows import Row

_NOTE = "Answers of different length are taken as independent. Hard problems have longer answers: no cause is tested."
_LINE = "straight line weighted by 1 / standard error²"


def of_bins(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Of each run with answers in several bins: the change of accuracy per doubling of the tokens."""
    return [_finding(length, panel) for length in lengths(rows) if length.slope]


def _finding(run: Lengths, panel: str) -> Finding:
    name, result = str(run.row["name"]), run.result
    slope = run.slope.value if run.slope else 0.0
    return Finding.of(
        name,
        result,
        trend_sentence(f"{name} on {panel}", result, slope, "doubling of the tokens"),
        how_tested(result, "runs of the benchmark", test=_LINE, note=_NOTE),
        {"panel": panel, "run": str(run.row["key"])},
        estimate=slope * 100,
        unit="points per doubling",
    )
