"""No number of a tool's files gets lost on its way to the page of models: each is a mark of its grid in some state."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reasonboard.charts.theme import plain
from reasonboard.core.control import Values
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import database, snapshots
from reasonboard.store.database import query
from reasonboard.studies import BY_PATH
from reasonboard.web.loads import pages
from tests.sources import two_sources
from tests.states import many

pytestmark = pytest.mark.usefixtures("studies_made")

TOOLS = (
    "bigcode", "evalplus", "evalscope", "helm", "inspect", "lighteval", "lm-eval", "opencompass", "qwen-math"
)[:: many(4, 1)]  # fmt: skip
FORMATS = Path(__file__).parents[1] / "files"
MODELS = BY_PATH["models"]
WIDE = 4
"""Panels side by side."""
COLUMNS = 24
"""So many benchmarks of a block are drawn at once."""
SCORE = re.compile(
    r"<br>(?P<metric>[^<]*) (?P<value>-?[\d.]+(?:e[+-]?\d+)?) ?(?P<unit>[^<,(]+?)(?:,| \()"
)


class Number(NamedTuple):
    """A score that a file states, or that is made of its answers."""

    model: str
    benchmark: str
    metric: str
    value: float
    unit: str


class Mark(NamedTuple):
    """A cell of the grid: the run and the column that a click on it names, and what its words say."""

    run: str
    column: str
    metric: str
    value: float
    unit: str


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Report]]:
    """What the loads say, of the files of each tool into one store, which queries answer from."""
    folder = tmp_path_factory.mktemp("tools")
    data, store = two_sources(folder / "data"), folder / "store"
    publish(data, store)
    loaded = {tool: load(data, store, [str(FORMATS / tool)], name=tool) for tool in TOOLS}
    snapshots.use(store)
    yield loaded
    database.close()


def test_every_score_of_a_model_on_a_benchmark_is_drawn_in_some_state_that_the_report_names(
    reports: dict[str, Report],
) -> None:
    for tool in TOOLS:
        assert f"/models?source={tool}" in pages(reports[tool], "/")
        numbers, marks = _numbers(tool), set(_marks(tool))
        assert numbers, tool
        assert [
            number for number in numbers if not any(_shows(mark, number, tool) for mark in marks)
        ] == []


def test_every_answer_that_was_loaded_stands_in_a_list_of_problems(
    reports: dict[str, Report],
) -> None:
    with snapshots.cursor() as cursor:
        rows = cursor.execute(
            "SELECT DISTINCT model_run.key, model_run.source, score.column, "
            "CASE WHEN main THEN 'main' ELSE answered.metric END "
            "FROM answered JOIN model_of_run USING (run) JOIN model_run USING (number) "
            "LEFT JOIN model_score AS score ON score.number = model_run.number AND score.metric = answered.metric "
            "AND score.of_benchmark = answered.benchmark AND score.is_whole WHERE own ORDER BY ALL"
        ).fetchall()
        marks = cursor.execute(
            "SELECT DISTINCT source, list_of IS NOT NULL FROM answers_of_marks('', [], 'accuracy') ORDER BY ALL"
        ).fetchall()
    assert {source for _, source, *_ in rows} == {tool for tool in TOOLS if reports[tool].samples}
    for key, _, benchmark, metric in rows:
        values: dict[str, Any] = {
            "a": key, "b": "", "metric": metric, "panel": benchmark, "items": "all", "finish": "any", "field": [],
        }  # fmt: skip
        assert query("studies/pair/problems", **values), (key, benchmark)
    # From a mark of a study of one's own they are a click away.
    assert {(source, True) for _, source, *_ in rows} == {
        mark for mark in marks if mark[0] in TOOLS
    }


def _numbers(tool: str) -> list[Number]:
    """The scores of a load, means over benchmarks too: all its numbers but the lengths of answers."""
    with snapshots.cursor() as cursor:
        rows = cursor.execute(
            "SELECT model, benchmark, metric, value, unit FROM result "
            "WHERE source = $tool AND model IS NOT NULL AND unit <> 'tokens'",
            {"tool": tool},
        )
        return [Number(*row) for row in rows.fetchall()]


def _marks(tool: str) -> Iterator[Mark]:
    """All cells of the grid over every metric of a load, some benchmarks at a time."""
    opened = MODELS.clean({"source": [tool], "settings": "all"})[0]
    for metric in _choices("metric", opened):
        values = opened | {"metric": metric}
        names = _choices("benchmark", values)
        for first in range(0, len(names), COLUMNS):
            some = values | {"benchmark": names[first : first + COLUMNS]}
            yield from _charted(MODELS.clean(some)[0])


def _choices(control: str, values: Values) -> list[str]:
    """What can be chosen in a control of the page."""
    (found,) = [one for one in MODELS.controls if one.name == control]
    return [choice.value for choice in found.options(values)]


def _charted(values: Values) -> Iterator[Mark]:
    """The cells of the grid in one state."""
    for trace in MODELS.answer(MODELS.views[0], values, WIDE).figure["data"]:
        if trace["type"] != "heatmap":
            continue
        for run, cells, words in zip(trace["meta"]["ys"], trace["z"], trace["text"], strict=True):
            for column, cell, text in zip(trace["meta"]["xs"], cells, words, strict=True):
                if cell is not None and (score := SCORE.search(text)):
                    yield Mark(run, column, score[1], float(score[2]), score[3])


def _shows(mark: Mark, number: Number, tool: str) -> bool:
    """Is it this number, of this run, benchmark, metric and unit, as far as digits are drawn?"""
    unit, times = ("%", 100) if number.unit == "fraction" else (plain(number.unit), 1)
    digits = 0.051 if number.unit == "fraction" else abs(number.value) * 0.00051
    return (
        f"{mark.run} · ".startswith(f"{tool}/{number.model} · ")
        and f"{mark.column} · ".startswith(f"{number.benchmark} · ")
        and (mark.metric, mark.unit) == (plain(number.metric), unit)
        and abs(mark.value - number.value * times) <= digits
    )
