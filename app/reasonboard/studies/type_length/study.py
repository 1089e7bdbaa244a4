"""How a skill generalizes over task type and length."""

from reasonboard.core.common_controls import INTERVALS, MODELS, SOURCE, compared
from reasonboard.core.control import Choice, Control
from reasonboard.core.study import Study, View
from reasonboard.studies.type_length.charts.curves import type_curves
from reasonboard.studies.type_length.charts.decline import type_decline
from reasonboard.studies.type_length.charts.grid import type_length_grid
from reasonboard.studies.type_length.findings.curves import of_the_curves
from reasonboard.studies.type_length.findings.decline import of_the_decline
from reasonboard.studies.type_length.findings.grid import of_the_grid
from reasonboard.studies.type_length.headline import headline
from reasonboard.studies.type_length.teaser import teaser

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
            "studies/type_length/benchmark_choices",
            multi=True,
            everything="all benchmarks",
        ),
        MODELS,
        Control(
            "method",
            "Methods",
            "studies/type_length/method_choices",
            multi=True,
            everything="all methods",
        ),
        Control("split", "Test set", "studies/type_length/split_choices"),
        Control("train_samples", "Training examples", "studies/type_length/train_choices"),
        Control(
            "panels",
            "Panels shown",
            (Choice("6", "6"), Choice("12", "12"), Choice("all", "all")),
            place="options:grid",
        ),
        Control(
            "mode",
            "Show",
            (Choice("accuracy", "Accuracy"), Choice("difference", "Difference")),
            place="chart:grid",
        ),
        INTERVALS,
        Control("first", "Model A", "studies/type_length/first_choices", place="selection"),
        Control("second", "minus B", "studies/type_length/second_choices", place="selection"),
        Control(
            "threshold",
            "Counts as held at",
            tuple(Choice(f"{one}", f"{one} %") for one in (80, 90, 95, 70, 50)),
            place="options:decline",
        ),
        Control(
            "type",
            "Type",
            "studies/type_length/type_choices",
            optional=True,
            place="selection",
        ),
        Control(
            "length",
            "Length",
            "studies/type_length/length_choices",
            optional=True,
            place="selection",
        ),
        compared("source", "split", "train_samples", "first", "type", "length"),
    ),
    views=(
        View(
            "grid",
            "Accuracy by type and length",
            type_length_grid,
            options=("panels", "mode", "first", "second", "type", "length", "intervals"),
            place="main",
            observe=of_the_grid,
        ),
        View(
            "curves",
            "Accuracy against length, type by type",
            type_curves,
            options=("type", "length", "first", "intervals"),
            query="grid",
            place="main",
            observe=of_the_curves,
        ),
        View(
            "decline",
            "How far each type falls with length",
            type_decline,
            options=("first", "second", "type", "threshold", "intervals"),
            query="grid",
            place="main",
            table="declines",
            observe=of_the_decline,
        ),
    ),
    headline=headline,
    teaser=teaser,
    evidence=("first", "type", "length"),
)
