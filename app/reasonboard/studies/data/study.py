"""Every source and every row, whatever the study."""

from collections import Counter
from functools import partial

from reasonboard.charts.bar_chart import Bar, bar_chart
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.common_controls import filter_by
from reasonboard.core.control import Values
from reasonboard.core.findings.grim import off_grain, table
from reasonboard.core.provenance import kind_label
from reasonboard.core.study import Study
from reasonboard.core.view import Together, View
from reasonboard.store.database import Rows
from reasonboard.store.fields import EVENT, MEASUREMENT, RUN


def numbers_by(control: str, rows: Rows, *, columns: int) -> Figure:
    """A bar per source or benchmark, by the `control` that a click sets, and kind."""
    if not rows:
        return empty("No numbers match these filters.")
    bars = [_bar(row["label"], row["numbers"], row["kind"], row["value"]) for row in rows]
    return bar_chart(bars, what="numbers", control=control, columns=columns)


def runs_by_study(rows: Rows, *, columns: int) -> Figure:
    """A bar per load and study that shows its runs."""
    if not rows:
        return empty(
            "No runs loaded yet. Drop result files on this page, or run `reasonboard load PATH...`."
        )
    bars = [Bar(row["label"], row["runs"]) for row in rows]
    return bar_chart(bars, what="runs", control="", columns=columns)


def doubtful_by_benchmark(rows: Rows, *, columns: int) -> Figure:
    """A bar per source, benchmark and kind of numbers that no count of right answers can give."""
    if not rows:
        return empty("No impossible values.")
    counts = Counter((row["title"], row["benchmark"], row["kind"]) for row in rows)
    bars = [
        _bar(f"{source}: {benchmark}", number, kind, benchmark)
        for (source, benchmark, kind), number in counts.most_common()
    ]
    return bar_chart(bars, what="doubtful numbers", control="benchmark", columns=columns)


def _bar(name: str, number: int, kind: str, mark: str) -> Bar:
    return Bar(f"{name} · {kind_label(kind)}", number, kind, mark)


_SHORT = {
    "train_samples": "samples",
    "selector_params_b": "selector size (B)",
    "task_type": "type",
    "task_length": "length",
    "kv_window": "window",
    "kv_ratio": "ratio",
}
"""What a table calls a column by a shorter name."""
_CONDITIONS = tuple(
    _SHORT.get(field.name, field.name)
    for field in (*RUN, *MEASUREMENT)
    if field not in EVENT and (field.condition or field.role or field.averaged)
)
_FIRST = (
    "benchmark", "value", "metric", "model", Together("conditions", _CONDITIONS), "date", "build", "seed", "kind",
    "source", "benchmark in the file", "locator",
)  # fmt: skip


def _total(rows: Rows, _values: Values) -> int:
    """How many measurements the bars of a chart count: the rows of its table."""
    return sum(row["numbers"] for row in rows)


_QUERIES = "studies/data"

DATA = Study(
    path="data",
    name="Data",
    question="What data is here, and where is it from?",
    lead=(
        "Every measurement, its type and its exact source. A value that no whole number of "
        "correct answers can produce was misread, mistyped, or has another sample size."
    ),
    controls=(
        filter_by(_QUERIES, "of", "Studies", "all studies", query="study_choices"),
        filter_by(_QUERIES, "source", "Sources", "all sources"),
        filter_by(_QUERIES, "benchmark", "Benchmarks", "all benchmarks"),
        filter_by(_QUERIES, "model", "Models", "all models"),
        filter_by(_QUERIES, "kind", "Kinds", "all kinds of number"),
    ),
    views=(
        View(
            "by_benchmark",
            "Measurements",
            partial(numbers_by, "benchmark"),
            columns=_FIRST,
            row_offsets_query="rows_places",
            table_total=_total,
            table_first=True,
            place="main",
            counts=True,
        ),
        View(
            "by_source",
            "Numbers by source and kind",
            partial(numbers_by, "source"),
            columns=_FIRST,
            row_offsets_query="rows_places",
            table_total=_total,
            place="main",
            counts=True,
        ),
        View(
            "off_grain",
            "Impossible values",
            doubtful_by_benchmark,
            query="printed",
            table="printed",
            prepare_rows=off_grain,
            post_filters=("of", "source", "benchmark", "model", "kind"),
            transform_rows=table,
            table_first=True,
            counts=True,
            place="main",
        ),
        View("runs", "Loaded runs", runs_by_study, place="main", table="loaded"),
    ),
    commands=(
        (
            "reasonboard load results/ --name my-run",
            "loads a folder of result files from any supported tool",
        ),
        ("reasonboard load results/ --dry-run", "shows what would be loaded without loading it"),
        (
            "reasonboard load --aliases names.toml",
            "corrects models, families, sizes, steps and benchmarks",
        ),
        (
            "reasonboard names",
            "lists names of benchmarks and models, in the files and on the pages",
        ),
        ("reasonboard runs", "lists loaded runs, newest first"),
        ("reasonboard remove my-run", "removes a run or a whole load"),
        ("reasonboard rollback", "undoes the last change"),
    ),
    sources_query=f"{_QUERIES}/sources",
    disagreements_query=f"{_QUERIES}/disagreements",
)
