"""What thinking longer buys: accuracy against tokens, cut-off answers, and several attempts."""

from reasonboard.core.common_controls import INTERVALS, compared, filter_by, part_of_mark
from reasonboard.core.control import Control
from reasonboard.core.picking import by_columns
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies.test_time import attempts, bins, cut_off
from reasonboard.studies.test_time.charts.attempts import attempts_chart
from reasonboard.studies.test_time.charts.bins import bins_chart
from reasonboard.studies.test_time.charts.cut_off import cut_off_chart
from reasonboard.studies.test_time.charts.frontier import accuracy_by_tokens
from reasonboard.studies.test_time.findings import of_attempts, of_bins, of_cut_off, of_frontier
from reasonboard.studies.test_time.headline import headline, teaser
from reasonboard.studies.test_time.rows import with_panels

_QUERIES = "studies/test_time"
_OF_PANEL = ("panel", "run", "intervals", "own")

TEST_TIME = Study(
    path="test-time",
    name="Test-time",
    question="Does thinking longer help?",
    lead=(
        "Accuracy against mean tokens per answer, on a log axis, for every run with token "
        "counts. The frontier connects the runs that no run with fewer tokens matches. Runs "
        "differ in more than their tokens, so tokens alone do not explain a "
        "difference.\nBelow, for the selected benchmark if its answers are loaded: truncated "
        "answers and their accuracy, pass@k and majority votes, and accuracy by length. Votes "
        "need the extracted answer of each attempt."
    ),
    controls=(
        filter_by(_QUERIES, "source", "Source", "your runs and bundled"),
        Control("metric", "Metric", f"{_QUERIES}/metric_choices"),
        filter_by(_QUERIES, "benchmark", "Benchmarks", "all benchmarks"),
        filter_by(_QUERIES, "model", "Models", "all models"),
        Control("own", "Highlight my runs", f"{_QUERIES}/own_choices", place="switch"),
        INTERVALS,
        Control("cost", "Cost", f"{_QUERIES}/cost_choices", place="chart:frontier", segmented=True),
        part_of_mark(_QUERIES, "panel", "Benchmark"),
        part_of_mark(_QUERIES, "run", "Run", optional=True),
        compared("panel", "run"),
    ),
    views=(
        View(
            "frontier",
            "Accuracy by mean tokens per answer",
            accuracy_by_tokens,
            options=(*_OF_PANEL, "cost"),
            prepare_rows=with_panels,
            post_filters=("benchmark", "model"),
            place="main",
            observe=of_frontier,
            finding_noun="gain",
            finding_note=(
                "The highest accuracy minus the accuracy of the run with the shortest answers, in "
                "points."
            ),
        ),
        View(
            "passes",
            "pass@k and majority vote",
            attempts_chart,
            options=_OF_PANEL,
            prepare_rows=attempts.with_tests,
            post_filters=("model",),
            table="passes",
            transform_rows=attempts.table,
            column_types=attempts.TYPES,
            observe=of_attempts,
            finding_noun="gain",
            finding_note="Pass@k of all attempts, or their vote, minus one attempt, in points.",
        ),
        View(
            "bins",
            "Accuracy by length of the answer",
            bins_chart,
            options=_OF_PANEL,
            prepare_rows=bins.with_tests,
            post_filters=("model",),
            table="bins",
            transform_rows=bins.table,
            observe=of_bins,
            finding_noun="slope",
            finding_note="The change of accuracy with each doubling of the tokens of an answer.",
        ),
        View(
            "cut_off",
            "Answers truncated at the token limit",
            cut_off_chart,
            options=_OF_PANEL,
            place="wide",
            prepare_rows=cut_off.with_tests,
            post_filters=("model",),
            table="cut_off",
            transform_rows=cut_off.table,
            column_types=cut_off.TYPES,
            observe=of_cut_off,
            finding_noun="difference",
            finding_note="The accuracy of complete answers minus the accuracy of truncated ones, in points.",
        ),
    ),
    headline=headline,
    teaser=teaser,
    evidence=("panel", "run"),
    row_marks=dict.fromkeys(
        ("rows", "passes", "bins", "cut_off"), by_columns(panel="benchmark", run="run")
    ),
    sources_query=f"{_QUERIES}/sources",
    disagreements_query="",
)
