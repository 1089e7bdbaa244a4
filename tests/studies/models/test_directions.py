"""Which score is better: more, less, or not known, where nothing is ranked."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reasonboard.charts.cells import BEST, TOGETHER
from reasonboard.charts.heatmap_scales import Span
from reasonboard.core.findings.verdicts import who_is_better
from reasonboard.core.insights import headline
from reasonboard.ingest.loading.load import load
from reasonboard.statistics.differences import Verdict
from reasonboard.store import database, snapshots
from reasonboard.studies.models.blocks import blocks_of, with_columns
from reasonboard.studies.models.charts import cell
from reasonboard.studies.models.charts.forest import scores_on_benchmark
from reasonboard.studies.models.charts.shown import Options
from reasonboard.studies.models.columns import Column
from reasonboard.studies.models.findings import of_benchmarks
from reasonboard.studies.models.pair import with_differences
from reasonboard.studies.models.study import MODELS
from reasonboard.studies.pair.headline import compared
from reasonboard.studies.pair.rows import lines
from reasonboard.studies.pair.study import PAIR
from tests.studies.models.rows import Row, pair, score

RANKING = re.compile(
    r"\b(best|better|worse|first place|significantly (above|below)|highest|leads|tied)\b"
)
FLIPS: dict[str, Any] = {
    "metric": "flips",
    "higher_is_better": None,
    "scale": "fraction",
    "stderr": 0.01,
}
PERPLEXITY: dict[str, Any] = {
    "metric": "perplexity", "higher_is_better": False, "scale": "amount", "unit": "perplexity", "stderr": 0.1,
}  # fmt: skip


def column(rows: list[Row]) -> Column:
    found: Column = with_columns(rows)[0]["column"]
    return found


def of_flips(metric: dict[str, Any]) -> list[Row]:
    return [score("M", 0.8, **metric), score("N", 0.2, **metric), score("O", 0.5, **metric)]


def drawn(rows: list[Row]) -> str:
    """All that the chart of one benchmark says of the scores."""
    options = {"intervals": "on", "panel": "B", "a": "s/M", "b": "s/N", "own": "on", "mode": "rank"}
    figure = scores_on_benchmark(with_columns(rows), columns=4, **options)
    meta = figure["layout"]["meta"]
    return f"{meta['heading']} {meta['subtitle']} {figure['data']}"


def test_nothing_is_ranked_by_a_metric_of_unknown_direction() -> None:
    of = column(of_flips(FLIPS))
    assert (of.ranks, of.best, of.sharing, of.lead) == ({}, frozenset(), None, None)
    (block,) = blocks_of(with_columns(of_flips(FLIPS)))
    assert {run.rank for run in block.runs} == {None}
    assert of_benchmarks(with_columns(of_flips(FLIPS))) == []


@pytest.mark.parametrize("mode", ["value", "rank", "selected"])
def test_a_cell_of_unknown_direction_has_no_mark_and_says_why(mode: Any) -> None:
    of = column(of_flips(FLIPS))
    options = Options(mode, False, "s/M", "s/N", "B", True, False)
    for row in of.rows:
        made = cell.cell_of(row, of, Span(0, 1), options, "")
        assert not {BEST, TOGETHER} & set(made.marks)
        assert "direction unknown" in str(made) or mode == "selected"


def test_one_benchmark_says_that_the_direction_is_unknown() -> None:
    words = drawn(of_flips(FLIPS))
    assert "B: direction unknown" in words
    assert "Direction unknown: nothing is ranked." in words
    assert not RANKING.search(words)


def test_a_difference_of_unknown_direction_is_tested_and_has_no_verdict() -> None:
    row = pair(0.8, 0.2) | {"metric": "flips"}
    for side in "ab":
        row[side] = row[side] | FLIPS
    (tested,) = with_differences([row])
    assert tested["pair"].difference.verdict is Verdict.DIFFERENT
    assert tested["pair"].words == "A higher"
    both = [tested["pair"].difference] * 2
    assert who_is_better("A", "B", both[:1], "X") == "A is higher than B on X"
    assert who_is_better("A", "B", both, "") == (
        "A is different from B (direction unknown) on both benchmarks"
    )


def test_the_lowest_perplexity_is_best_by_a_z_test_of_the_standard_errors() -> None:
    of = column(
        [
            score("M", 12.0, **PERPLEXITY),
            score("N", 11.5, **PERPLEXITY),
            score("O", 11.45, **PERPLEXITY),
        ]
    )
    assert of.best == {"s/O"}
    assert of.sharing == frozenset({"s/N", "s/O"})
    ends = of.interval("s/M")
    assert ends is not None
    assert (ends.low, ends.high) == pytest.approx((12 - 0.196, 12 + 0.196), abs=1e-3)


METRICS = {
    "is_incorrect": False,
    "refusal_rate": False,
    "wer": False,
    "accuracy": True,
    "flips": None,
}


@pytest.fixture(scope="module")
def loaded(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Of each metric two models on a benchmark of its own, of which N is lower than M."""
    folder = tmp_path_factory.mktemp("directions")
    rows = [
        f"{metric} {model},{metric} bench,{metric},{value},fraction,500,0.02"
        for metric in METRICS
        for model, value in (("M", 0.8), ("N", 0.2))
    ]
    table = folder / "scores.csv"
    table.write_text("\n".join(["model,benchmark,metric,value,unit,n,stderr", *rows]))
    store = shutil.copytree(small_store_template, folder / "store")
    load(small_store_template.parent / "data", store, [str(table)], name="mine")
    snapshots.use(store)
    yield
    database.close()


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(("metric", "more_is_better"), METRICS.items())
def test_the_direction_of_a_table_is_that_of_the_name_of_its_metric(
    metric: str, more_is_better: bool | None
) -> None:
    column = f"{metric} bench" if metric == "accuracy" else f"{metric} bench · {metric}"
    values, notices = MODELS.clean({"source": ["mine"], "benchmark": [column]})
    assert not notices
    found = headline(MODELS, values)
    said = f"{found.own} {found.strong} {found.context}"
    rows = MODELS.view_rows(MODELS.views[0], values)
    of: Column = rows[0]["column"]
    names = {row["key"]: row["model"].removeprefix(f"{metric} ") for row in rows}
    best = {True: {"M"}, False: {"N"}, None: set()}[more_is_better]
    assert {names[key] for key in of.best} == best
    a, b = sorted(names, key=lambda key: names[key])
    values, notices = PAIR.clean({"a": a, "b": b, "panel": of.panel})
    assert not notices
    (line,) = lines(compared(values))
    if more_is_better is None:
        assert "direction unknown" in said
        assert not RANKING.search(said)
        assert line.words == "A higher"
        assert "is higher than" in headline(PAIR, values).strong
    else:
        assert said.startswith(f"{metric} {'M' if more_is_better else 'N'} (best of your 2 runs")
        assert "is significantly ahead on" in said
        assert line.words == ("A better" if more_is_better else "B better")
