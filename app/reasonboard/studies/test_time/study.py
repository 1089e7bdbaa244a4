"""What thinking longer buys: accuracy against tokens, cut-off answers, and several attempts."""

from reasonboard.core.common_controls import INTERVALS, compared
from reasonboard.core.control import Control
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies.test_time.charts.frontier import accuracy_by_tokens
from reasonboard.studies.test_time.findings.frontier import of_frontier
from reasonboard.studies.test_time.headline import headline
from reasonboard.studies.test_time.rows import with_panels
from reasonboard.studies.test_time.teaser import teaser

_QUERIES = "studies/test_time"

TEST_TIME = Study(
    path="test-time",
    name="Test-time",
    question="What does thinking longer buy?",
    lead=(
        "Every run whose files say how many tokens its answers have: its accuracy against their mean, on a log axis. "
        "The frontier joins the runs that no run with fewer tokens reaches. Runs differ in more than their tokens, so "
        "what lies between two of them is not the work of the tokens alone.\n"
        "Below, of the selected benchmark where answers are loaded: how many were cut off by the limit of tokens and "
        "how right those are, what several attempts bring, and how right answers of different length are."
    ),
    controls=(
        Control(
            "source",
            "Source",
            f"{_QUERIES}/source_choices",
            multi=True,
            everything="your runs and bundled",
        ),
        Control(
            "benchmark",
            "Benchmarks",
            f"{_QUERIES}/benchmark_choices",
            multi=True,
            everything="all benchmarks",
        ),
        Control(
            "model", "Models", f"{_QUERIES}/model_choices", multi=True, everything="all models"
        ),
        Control("own", "Highlight my runs", f"{_QUERIES}/own_choices", place="switch"),
        INTERVALS,
        Control("panel", "Benchmark", f"{_QUERIES}/panel_choices", place="selection"),
        Control("run", "Run", f"{_QUERIES}/run_choices", optional=True, place="selection"),
        compared("panel", "run"),
    ),
    views=(
        View(
            "frontier",
            "Accuracy by mean tokens per answer",
            accuracy_by_tokens,
            options=("panel", "run", "intervals", "own"),
            prepare_rows=with_panels,
            post_filters=("benchmark", "model"),
            place="main",
            observe=of_frontier,
            finding_noun="gain",
            finding_note="The highest accuracy minus that of the shortest answers, in points.",
        ),
    ),
    headline=headline,
    teaser=teaser,
    evidence=("panel", "run"),
    sources_query=f"{_QUERIES}/sources",
    disagreements_query=f"{_QUERIES}/disagreements",
)
