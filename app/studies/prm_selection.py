"""Which data a student should be trained on: how many samples, and who selects them."""

from app.figures.selection import accuracy_by_samples, accuracy_by_selector
from app.figures.selection_bars import selector_bars
from app.studies.common import BENCHMARKS, METRIC, SOURCE
from app.study import Control, Study, View

PRM_SELECTION = Study(
    path="prm-selection",
    name="Data selection",
    question="Which data should we train on?",
    lead=(
        "Accuracy of a student after training on data that different selectors chose: by the "
        "number of samples, by the size of the selector, and on every benchmark. A click on a mark "
        "picks its selector in all charts, a second click lets it go."
    ),
    controls=(
        SOURCE,
        METRIC,
        BENCHMARKS,
        Control("model", "Students", "model_choices", multi=True, everything="all students"),
        Control("panel", "Benchmark", "prm_selection/panel_choices"),
        Control("selector", "Highlight", "prm_selection/selector_choices", optional=True),
    ),
    views=(
        View(
            "by_samples",
            "Accuracy by number of training samples",
            accuracy_by_samples,
            options=("panel", "selector"),
        ),
        View(
            "by_selector",
            "Accuracy by size of the selector",
            accuracy_by_selector,
            options=("panel", "selector"),
        ),
        View(
            "by_benchmark", "Accuracy by benchmark", selector_bars, options=("selector",), wide=True
        ),
    ),
    teaser="by_samples",
    evidence=("selector",),
)
