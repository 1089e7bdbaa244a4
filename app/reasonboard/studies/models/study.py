"""Which model is better, and whether the difference is real."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.bar_chart import Bar, bar_chart
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.common_controls import (
    INTERVALS,
    filter_by,
    option,
    part_of_mark,
    segments,
)
from reasonboard.core.control import Control, Values
from reasonboard.core.pair_answers import with_answers
from reasonboard.core.study import Mark, Study
from reasonboard.core.view import View
from reasonboard.store.database import Row, Rows
from reasonboard.studies.models.blocks import with_columns
from reasonboard.studies.models.charts.forest import scores_on_benchmark
from reasonboard.studies.models.charts.grid import models_by_benchmarks
from reasonboard.studies.models.charts.pair import two_models
from reasonboard.studies.models.columns import RANKS, ranks_of
from reasonboard.studies.models.findings import of_benchmarks, of_the_pair
from reasonboard.studies.models.headline import headline, teaser
from reasonboard.studies.models.pair import Against, with_differences
from reasonboard.studies.models.selected import selected


def runs_by_source(rows: Rows, *, columns: int) -> Figure:
    """A bar per source and whether settings are known, which a click picks; rows are those of sql/run_counts.sql."""
    if not rows:
        return empty("No runs match these filters.")
    numbers: Counter[tuple[str, str, bool]] = Counter()
    for row in rows:
        if not row["are_means"]:
            numbers[row["id"], row["source"], row["settings"]] += row["runs"]
    bars = [
        Bar(f"{source} · settings {'known' if is_known else 'unknown'}", number, mark=id)
        for (id, source, is_known), number in numbers.items()
    ]
    return bar_chart(bars, what="runs", control="source", columns=columns)


_QUERIES = "studies/models"
_FILTERS = ("benchmark", "model")


def compared_pairs(rows: Rows) -> Rows:
    """The rows of sql/pair.sql with what the answers say, each with its `pair`."""
    return with_differences(with_answers(rows))


def models_against_b(rows: Sequence[Row], *, beside: Sequence[Row], **options: Any) -> Figure:
    """The models; `beside` are the rows of sql/against.sql, if each is shown by its difference to B."""
    return models_by_benchmarks(rows, against=Against(beside, with_answers), **options)


def marks_of_row(row: Row, values: Values) -> list[Mark]:
    """The mark that a row of sql/rows.sql stands for: its run as B, unless that is A."""
    mark = {"panel": row["benchmark"]}
    return [mark if row["run"] == values["a"] else mark | {"b": row["run"]}]


MODELS = Study(
    path="models",
    name="Models",
    question="Which model is better, and is it real?",
    lead=(
        "Rows are models, columns are benchmarks. A model is tied for first if its score is "
        "not significantly below the best. Tied models can still differ: a benchmark with few "
        "problems only detects large differences. The detectable difference is shown under "
        "each column.\nThe newest run of a model is shown, or the mean over repeats and "
        "seeds; Settings shows each run. Sources with other benchmarks get their own block. "
        "Averages over benchmarks are left out; see Data. Scores by task type and length are "
        "on the page Type × length."
    ),
    controls=(
        filter_by(_QUERIES, "source", "Source", "your runs and bundled"),
        Control("metric", "Metric", f"{_QUERIES}/metric_choices"),
        filter_by(_QUERIES, "benchmark", "Benchmarks", "all benchmarks"),
        filter_by(_QUERIES, "model", "Models", "all models"),
        Control("settings", "Settings", f"{_QUERIES}/settings_choices"),
        Control("own", "Highlight my runs", f"{_QUERIES}/own_choices", place="switch"),
        INTERVALS,
        segments(
            "grid",
            "mode",
            "Show",
            {"value": "Scores", "rank": "Ranks", "selected": "Difference from B"},
        ),
        option(
            "grid",
            "order",
            "Sort",
            {"rank": "average rank", "benchmark": "benchmark", "name": "name"},
        ),
        option("grid", "scales", "Colors", {"panel": "benchmarks", "shared": "shared"}),
        option("grid", "drawn", "Columns", {"most": "domains", "all": "each"}),
        Control("domain", "Domain", f"{_QUERIES}/domain_choices", place="options:grid"),
        part_of_mark(_QUERIES, "a", "A", named="studies/pair/named"),
        part_of_mark(_QUERIES, "b", "B", named="studies/pair/named"),
        part_of_mark(_QUERIES, "panel", "Benchmark"),
    ),
    views=(
        View(
            "grid",
            "Models by benchmarks",
            models_against_b,
            options=(
                "mode",
                "order",
                "scales",
                "drawn",
                "domain",
                "intervals",
                "panel",
                "a",
                "b",
                "own",
            ),
            query="scores",
            beside="against",
            prepare_rows=with_columns,
            post_filters=_FILTERS,
            more_columns=ranks_of,
            column_types=RANKS,
            place="main",
            observe=of_benchmarks,
            folds_findings=True,
            finding_noun="lead",
            finding_note="Lead of the best score over the closest one, in points.",
        ),
        View(
            "forest",
            "Scores on one benchmark",
            scores_on_benchmark,
            options=("intervals", "panel", "a", "b", "own", "mode"),
            query="scores",
            prepare_rows=with_columns,
            post_filters=("panel", *_FILTERS),  # the one that leaves least first
        ),
        View(
            "pair",
            "Two models",
            two_models,
            options=("intervals", "panel", "a", "b", "own"),
            prepare_rows=compared_pairs,
            post_filters=("benchmark",),
            observe=of_the_pair,
            finding_noun="difference",
            finding_note="A minus B in points.",
        ),
        View(
            "runs",
            "Runs and settings",
            runs_by_source,
            query="run_counts",
            post_filters=("model",),
            place="more",
            table="runs",
            table_total=lambda rows, _values: sum(row["runs"] for row in rows),
            table_first=True,
            counts=True,
        ),
    ),
    headline=headline,
    teaser=teaser,
    selected=selected,
    swaps=("a", "b"),
    evidence=("panel", "a", "b"),
    row_marks={"rows": marks_of_row},
    sources_query=f"{_QUERIES}/sources",
    disagreements_query=f"{_QUERIES}/disagreements",
)
