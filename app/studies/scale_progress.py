"""How accuracy grows with model size and with training."""

from app.figures.scale import accuracy_along_size, accuracy_along_training, accuracy_grid
from app.studies.common import METRIC, SOURCE
from app.study import Choice, Control, Study, View

SCALE_PROGRESS = Study(
    path="scale-progress",
    name="Scale × progress",
    question="How does accuracy grow with model size and with training?",
    lead=(
        "Accuracy of every model at every checkpoint, one grid per benchmark on one colour scale. "
        "A click on a cell opens its row and its column beside the grid."
    ),
    controls=(
        SOURCE,
        METRIC,
        Control("family", "Family", "scale_progress/family_choices"),
        Control(
            "benchmark",
            "Benchmarks",
            "scale_progress/benchmark_choices",
            multi=True,
            everything="all benchmarks",
        ),
        Control(
            "model", "Models", "scale_progress/model_choices", multi=True, everything="all models"
        ),
        Control(
            "mode",
            "Show",
            (
                Choice("accuracy", "Accuracy"),
                Choice("gain", "Gain since start"),
                Choice("size", "Gain over next smaller"),
            ),
        ),
        Control("spacing", "Progress axis", (Choice("true", "True"), Choice("even", "Even"))),
        Control("panel", "Benchmark", "scale_progress/panel_choices"),
        Control("size", "Row", "scale_progress/size_choices"),
        Control("checkpoint", "Column", "scale_progress/checkpoint_choices"),
    ),
    views=(
        View(
            "grid",
            "Accuracy by model size and training progress",
            accuracy_grid,
            options=("mode", "spacing", "size", "checkpoint"),
            narrowed=("benchmark", "model"),
            wide=True,
        ),
        View(
            "along_training",
            "Accuracy along training",
            accuracy_along_training,
            options=("panel", "size", "checkpoint"),
        ),
        View(
            "along_size",
            "Accuracy by model size",
            accuracy_along_size,
            options=("panel", "size", "checkpoint"),
        ),
    ),
    teaser="along_training",
    teaser_values={"panel": "lambada_openai"},
    evidence=("panel", "size", "checkpoint"),
)
