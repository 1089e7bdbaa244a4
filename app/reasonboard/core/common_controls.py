"""The controls that studies have in common, and those of the roles that a column can play in any of them."""

from reasonboard.core.control import Choice, Control
from reasonboard.core.smoothing import LABELS


def choices(labels: dict[str, str]) -> tuple[Choice, ...]:
    """Fixed choices, from their values to what they are called; the first is the default."""
    return tuple(Choice(value, label) for value, label in labels.items())


COMPARE, BASELINE = "Compare with", "Baseline"
"""What the mark is called that others are compared with."""
SOURCE = Control("source", "Source", "core/source_choices", always_in_address=True)
METRIC = Control("metric", "Metric", "core/metric_choices")
BENCHMARKS = Control(
    "benchmark", "Benchmarks", "core/benchmark_choices", multi=True, everything="all benchmarks"
)
MODELS = Control("model", "Models", "core/model_choices", multi=True, everything="all models")
OWN = Control("own", "Highlight my runs", "core/own_choices", place="switch")
"""Of pages whose source may be the reader's own: '' where it is not."""
INTERVALS = Control(
    "intervals", "95% intervals", choices({"on": "On", "off": "Off"}), place="switch"
)


def option(view: str, name: str, label: str, labels: dict[str, str]) -> Control:
    """Fixed choices behind the Options of the chart of a view."""
    return Control(name, label, choices(labels), place=f"options:{view}")


def segments(view: str, name: str, label: str, labels: dict[str, str]) -> Control:
    """Fixed choices as segments in the head of the chart of a view."""
    return Control(name, label, choices(labels), place=f"chart:{view}")


def filter_by(queries: str, name: str, label: str, everything: str, query: str = "") -> Control:
    """A column of which all values are shown or some: its choices are `query`, else `NAME_choices`, of `queries`."""
    query_name = f"{queries}/{query or f'{name}_choices'}"
    return Control(name, label, query_name, multi=True, everything=everything)


def part_of_mark(
    queries: str, name: str, label: str, *, optional: bool = False, query: str = "", named: str = ""
) -> Control:
    """A column in which a mark has one value, which a click on the mark selects; `named` as in `Control`."""
    query_name = f"{queries}/{query or f'{name}_choices'}"
    return Control(name, label, query_name, optional=optional, place="selection", named=named)


def compared(*marks: str, label: str = COMPARE) -> Control:
    """The mark that others are compared with: the values that these controls had when it was chosen."""
    return Control("compare", label, (), optional=True, marks=marks, place="selection")


def smoothing(view: str) -> Control:
    """How the lines of a chart are smoothed: an option of the chart of this view."""
    return option(view, "smoothing", "Smoothing", LABELS)
