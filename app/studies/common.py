"""The controls that studies have in common."""

from app.study import Control

SOURCE = Control("source", "Source", "source_choices")
METRIC = Control("metric", "Metric", "metric_choices")
BENCHMARKS = Control(
    "benchmark", "Benchmarks", "benchmark_choices", multi=True, everything="all benchmarks"
)
MODELS = Control("model", "Models", "model_choices", multi=True, everything="all models")
