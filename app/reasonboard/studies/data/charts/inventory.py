"""The number of measurements by their kind."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.bar_chart import Bar, bar_chart
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.provenance import kind_label

Row = dict[str, Any]


def numbers_by_source(rows: Sequence[Row], *, columns: int) -> Figure:
    """A bar per source and kind; a click picks the source."""
    return _numbers(rows, "source", columns)


def numbers_by_benchmark(rows: Sequence[Row], *, columns: int) -> Figure:
    """A bar per benchmark and kind; a click picks the benchmark."""
    return _numbers(rows, "benchmark", columns)


def runs_by_study(rows: Sequence[Row], *, columns: int) -> Figure:
    """A bar per load and study that shows its runs."""
    if not rows:
        return empty(
            "No runs loaded yet. Drop result files on this page, or run `reasonboard load PATH...`."
        )
    bars = [Bar(row["label"], row["runs"]) for row in rows]
    return bar_chart(bars, what="runs", control="", columns=columns)


def doubtful_by_benchmark(rows: Sequence[Row], *, columns: int) -> Figure:
    """A bar per source, benchmark and kind of numbers that no count of right answers can give."""
    if not rows:
        return empty("No impossible values.")
    counts = Counter((row["title"], row["benchmark"], row["kind"]) for row in rows)
    bars = [
        _bar(f"{source}: {benchmark}", number, kind, benchmark)
        for (source, benchmark, kind), number in counts.most_common()
    ]
    return bar_chart(bars, what="doubtful numbers", control="benchmark", columns=columns)


def _numbers(rows: Sequence[Row], control: str, columns: int) -> Figure:
    if not rows:
        return empty("No numbers match these filters.")
    bars = [_bar(row["label"], row["numbers"], row["kind"], row["value"]) for row in rows]
    return bar_chart(bars, what="numbers", control=control, columns=columns)


def _bar(name: str, number: int, kind: str, mark: str) -> Bar:
    return Bar(f"{name} · {kind_label(kind)}", number, kind, mark)
