"""What reinforcement learning buys per iteration, and at what response length."""

from app.figures.gains import gain_against_length
from app.figures.iterations import iteration_detail, iterations_grid
from app.studies.common import BENCHMARKS, MODELS, SOURCE
from app.study import Choice, Control, Study, View

ITERATIONS = Study(
    path="iterations",
    name="Iterations",
    question="What does each RL iteration buy, and at what length?",
    lead=(
        "Accuracy and mean response length of every benchmark over the iterations of reinforcement "
        "learning. Pointing at an iteration marks it in every panel; a click keeps it."
    ),
    controls=(
        SOURCE,
        Control("metric", "Metric", "iterations/metric_choices"),
        BENCHMARKS,
        MODELS,
        Control(
            "form",
            "Form",
            (Choice("strips", "Strips"), Choice("dual", "Dual axis"), Choice("phase", "Phase")),
        ),
        Control("scales", "Scales", (Choice("shared", "Shared"), Choice("free", "Own"))),
        Control("order", "Order", (Choice("name", "By name"), Choice("gain", "By gain"))),
        Control("panel", "Benchmark", "iterations/panel_choices"),
        Control("iteration", "Iteration", "iterations/iteration_choices", optional=True),
    ),
    views=(
        View(
            "grid",
            "Accuracy and token length by iteration",
            iterations_grid,
            options=("form", "scales", "panel", "iteration"),
            narrowed=("benchmark", "model"),
            wide=True,
        ),
        View(
            "summary",
            "What the iterations bought",
            gain_against_length,
            options=("panel",),
            table="summary",
        ),
        View(
            "detail",
            "The picked benchmark",
            iteration_detail,
            options=("form", "scales", "panel", "iteration"),
        ),
    ),
    teaser="detail",
    evidence=("panel", "iteration"),
)
