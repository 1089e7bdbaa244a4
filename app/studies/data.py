"""Every source and every row, whatever the study."""

from app.figures.inventory import numbers_by_benchmark, numbers_by_source, runs_by_study
from app.study import Control, Study, View

DATA = Study(
    path="data",
    name="Data",
    question="Which numbers are here, and where do they come from?",
    lead="Every measurement with its kind and the place in its source where it stands.",
    controls=(
        Control("of", "Studies", "data/study_choices", multi=True, everything="all studies"),
        Control("source", "Sources", "data/source_choices", multi=True, everything="all sources"),
        Control(
            "benchmark",
            "Benchmarks",
            "data/benchmark_choices",
            multi=True,
            everything="all benchmarks",
        ),
        Control("model", "Models", "data/model_choices", multi=True, everything="all models"),
        Control("kind", "Kinds", "data/kind_choices", multi=True, everything="all kinds of number"),
    ),
    views=(
        View("by_benchmark", "Measurements", numbers_by_benchmark, wide=True, table_first=True),
        View("by_source", "Numbers by source and kind", numbers_by_source, wide=True),
        View("runs", "Loaded runs", runs_by_study, wide=True, table="loaded"),
    ),
    sources_query="data/sources",
    disagreements_query="data/disagreements",
)
