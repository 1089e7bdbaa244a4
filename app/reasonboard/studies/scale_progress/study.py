"""How accuracy grows with model size and with training."""

from reasonboard.core.common_controls import (
    INTERVALS,
    METRIC,
    OWN,
    SOURCE,
    compared,
    filter_by,
    option,
    part_of_mark,
)
from reasonboard.core.control import Control, Values
from reasonboard.core.study import Mark, Study
from reasonboard.core.view import View
from reasonboard.store.database import Row
from reasonboard.studies.scale_progress.charts.doubling import doubling_by_benchmark
from reasonboard.studies.scale_progress.charts.gains import gains_by_size
from reasonboard.studies.scale_progress.charts.grid import accuracy_grid
from reasonboard.studies.scale_progress.charts.size_lines import accuracy_along_size
from reasonboard.studies.scale_progress.charts.training_lines import accuracy_along_training
from reasonboard.studies.scale_progress.findings.curves import of_gains, of_training
from reasonboard.studies.scale_progress.findings.grid import of_the_grid
from reasonboard.studies.scale_progress.findings.sizes import of_doubling, of_sizes
from reasonboard.studies.scale_progress.headline import headline, teaser

_QUERIES = "studies/scale_progress"


def marks_of_row(row: Row, _values: Values) -> list[Mark]:
    """The mark that a row of sql/rows.sql stands for: a checkpoint is its step, where that is known."""
    checkpoint = row["progress"] if row["step"] is None else row["step"]
    return [{"panel": row["benchmark"], "size": row["model"], "checkpoint": checkpoint}]


SCALE_PROGRESS = Study(
    path="scale-progress",
    name="Scale × progress",
    question="How does accuracy grow with model size and with training?",
    lead=(
        "Accuracy of every model at every checkpoint, one panel per benchmark with its own "
        "color scale (shown above it). Click a cell to see its row and column below the grid."
    ),
    controls=(
        SOURCE,
        METRIC,
        Control("family", "Family", f"{_QUERIES}/family_choices"),
        filter_by(_QUERIES, "benchmark", "Benchmarks", "all benchmarks"),
        filter_by(_QUERIES, "model", "Models", "all models"),
        Control("mode", "Show", f"{_QUERIES}/mode_choices", place="chart:grid", segmented=True),
        option("grid", "spacing", "Checkpoints", {"even": "evenly", "true": "to scale"}),
        OWN,
        INTERVALS,
        part_of_mark(_QUERIES, "panel", "Benchmark"),
        part_of_mark(_QUERIES, "size", "Size"),
        part_of_mark(_QUERIES, "checkpoint", "Checkpoint"),
        compared("source", "metric", "family", "panel", "size", "checkpoint"),
    ),
    views=(
        View(
            "grid",
            "Accuracy at every size and checkpoint",
            accuracy_grid,
            options=("mode", "spacing", "panel", "size", "checkpoint"),
            post_filters=("benchmark", "model"),
            place="main",
            own_rows=True,
            observe=of_the_grid,
        ),
        View(
            "along_training",
            "Accuracy along training",
            accuracy_along_training,
            options=("source", "panel", "size", "checkpoint", "intervals", "own"),
            beside="bundled_training",
            observe=of_training,
        ),
        View(
            "along_size",
            "Accuracy by model size",
            accuracy_along_size,
            place="more",
            options=("panel", "size", "checkpoint", "intervals"),
            observe=of_sizes,
        ),
        View(
            "gains",
            "When does each size reach 90% of its gain?",
            gains_by_size,
            place="more",
            options=("panel", "size", "intervals"),
            query="along_training",
            observe=of_gains,
        ),
        View(
            "doubling",
            "Gain per doubling of size",
            doubling_by_benchmark,
            options=("panel", "intervals"),
            observe=of_doubling,
        ),
    ),
    headline=headline,
    standing="standing",
    teaser=teaser,
    evidence=("panel", "size", "checkpoint"),
    row_marks={"rows": marks_of_row},
)
