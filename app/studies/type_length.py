"""How a skill generalizes over task type and length."""

from app.figures.type_curves import type_curves
from app.figures.type_length import type_length_grid
from app.studies.common import MODELS, SOURCE
from app.study import Choice, Control, Study, View

TYPE_LENGTH = Study(
    path="type-length",
    name="Type × length",
    question="Does the skill generalize over task type and length?",
    lead=(
        "Accuracy by type of inference and by length, one grid per model, method and benchmark. "
        "A click on a cell or a line isolates its type in every view. Hatched: nothing was tested, "
        "mostly because the type has no inference of that length."
    ),
    controls=(
        SOURCE,
        Control(
            "benchmark",
            "Benchmarks",
            "type_length/benchmark_choices",
            multi=True,
            everything="all benchmarks",
        ),
        MODELS,
        Control(
            "method", "Methods", "type_length/method_choices", multi=True, everything="all methods"
        ),
        Control("split", "Test set", "type_length/split_choices"),
        Control("train_samples", "Training examples", "type_length/train_choices"),
        Control("panels", "Panels", (Choice("6", "6"), Choice("12", "12"), Choice("all", "All"))),
        Control(
            "mode", "Show", (Choice("accuracy", "Accuracy"), Choice("difference", "Difference"))
        ),
        Control("first", "First", "type_length/first_choices"),
        Control("second", "Minus", "type_length/second_choices"),
        Control("type", "Isolate type", "type_length/type_choices", optional=True),
        Control("length", "Length", "type_length/length_choices", optional=True),
    ),
    views=(
        View(
            "grid",
            "Accuracy by type and length",
            type_length_grid,
            options=("panels", "mode", "first", "second", "type", "length"),
            wide=True,
        ),
        View(
            "curves",
            "Accuracy against length, type by type",
            type_curves,
            options=("type", "length"),
            query="grid",
            wide=True,
        ),
    ),
    teaser="curves",
    teaser_values={"type": "Type 4", "mode": "difference"},
    evidence=("first", "type", "length"),
)
