"""The number of problems and the standard error of a score are on its page wherever they were stated, in any unit."""

import math
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from scipy import stats

from reasonboard.core.control import Values
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement, Run
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.store import database, snapshots
from reasonboard.studies import BY_PATH
from reasonboard.studies.models.charts.forest import forest_rows
from reasonboard.studies.models.charts.shown import Options
from reasonboard.studies.own.explore.study import EXPLORE
from tests.ingest.in_process import load_records
from tests.states import few, many

TABLES = many(200, 2000)
MOST_MODELS = 4
IN_TABLES = {"accuracy": "fraction", "f1": "fraction", "win_rate": "percent", "token_length": "tokens",
             "train_hours": "hours"}  # fmt: skip
"""Metrics with the unit in which a table of numbers has them."""
IN_FILES_OF_TOOLS = {"perplexity": "perplexity", "reward": "reward", "trad_score": "score", "bpb": "bits per byte",
                     "latency": "seconds", "my_metric": "score of mine"}  # fmt: skip
SIZES = {
    "fraction": 1,
    "percent": 100,
    "tokens": 5000,
    "hours": 30,
    "reward": 4,
    "bits per byte": 2,
}
LENGTH = "token_length"
"""The page of models has no column of it."""
CUT = {"accuracy", "f1", "win_rate"}
"""Their intervals end at 0 and at 1."""


class Score(NamedTuple):
    model: str
    benchmark: str
    metric: str
    value: float
    unit: str
    n: int | None
    stderr: float | None

    @property
    def stored(self) -> tuple[float, float | None]:
        """Value and standard error as they are stored: percent as fractions."""
        size = 100 if self.unit == "percent" else 1
        return self.value / size, None if self.stderr is None else self.stderr / size

    @property
    def has_interval(self) -> bool:
        """A number of problems is enough for a share of right answers only."""
        return self.stderr is not None or (self.metric == "accuracy" and self.n is not None)


def random_scores() -> Iterator[Score]:
    """Tables of some models on one benchmark in one unit, each with or without n and standard errors."""
    numbers = random.Random(45)
    units = {**IN_TABLES, **IN_FILES_OF_TOOLS}
    for place in range(TABLES):
        metric, unit = numbers.choice(list(units.items()))
        size = SIZES.get(unit, 50)
        least = -size if unit == "reward" else 0
        has_n, has_stderr = numbers.random() < 0.5, numbers.random() < 0.5
        for model in range(numbers.randint(1, MOST_MODELS)):
            value = numbers.choice(
                [numbers.uniform(least, size), numbers.uniform(least, size), size]
            )
            yield Score(
                f"model-{model}",
                f"table {place}",
                metric,
                round(value, 4),
                unit,
                numbers.randint(1, 3000) if has_n else None,
                round(size * numbers.uniform(0.001, 0.2), 5) if has_stderr else None,
            )  # fmt: skip


SCORES = {(score.model, score.benchmark): score for score in random_scores()}


@pytest.fixture(scope="module", autouse=True)
def loaded(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All tables in one load: those in the units of tables from a CSV file, others as tools write them."""
    folder = tmp_path_factory.mktemp("units")
    store = shutil.copytree(small_store_template, folder / "store")
    path = folder / "scores.csv"
    rows = [score for score in SCORES.values() if score.metric in IN_TABLES]
    lines = [",".join("" if field is None else str(field) for field in score) for score in rows]
    path.write_text("\n".join(["model,benchmark,metric,value,unit,n,stderr", *lines]))
    of_tools = [
        Found(Run("tool", model), list(measured(model)))
        for model in sorted({score.model for score in SCORES.values()})
    ]
    found = [*(one for one in tables.read(File(path)) if isinstance(one, Found)), *of_tools]
    load_records(small_store_template.parent / "data", store, found, "mine")
    snapshots.use(store)
    yield
    database.close()


def measured(model: str) -> Iterator[Measurement]:
    for score in SCORES.values():
        if score.model == model and score.metric not in IN_TABLES:
            yield Measurement(
                score.benchmark, score.metric, score.value, score.unit, "here", n_items=score.n, stderr=score.stderr
            )  # fmt: skip


def of_metric(metric: str) -> dict[tuple[str, str], Score]:
    return {key: score for key, score in SCORES.items() if score.metric == metric}


def interval(value: float, stderr: float, n: int | None, *, is_share: bool) -> tuple[float, float]:
    """Student's t, or without n the normal; of a share Wilson's interval with as many problems as give this error."""
    q = stats.t.ppf(0.975, n - 1) if n else stats.norm.ppf(0.975)
    if is_share and n and value in (0, 1):
        q = stats.norm.ppf(0.975)  # an error says nothing there
        return (value * n) / (n + q * q), (value * n + q * q) / (n + q * q)
    if not is_share or not n:
        low, high = value - q * stderr, value + q * stderr
        return (max(low, 0), min(high, 1)) if is_share else (low, high)
    effective = max(1, value * (1 - value) / stderr**2)
    middle = (value + q * q / effective / 2) / (1 + q * q / effective)
    half = (
        q
        / (1 + q * q / effective)
        * math.sqrt(value * (1 - value) / effective + q * q / effective**2 / 4)
    )
    return middle - half, middle + half


def test_models_draws_the_interval_of_each_and_says_its_n() -> None:
    values = state(settings="all")
    study = BY_PATH["models"]
    rows = study.view_rows(study.views[0], values)
    options = Options("value", False, "", "", "", True, False)
    drawn = {}
    for row in rows:
        (point,) = forest_rows([row], row["column"], options)
        drawn[row["model"], table_of(row["benchmark"])] = point
    expected = {key: score for key, score in SCORES.items() if score.metric != LENGTH}
    assert drawn.keys() == expected.keys()
    for key, score in expected.items():
        point, times = drawn[key], 100 if score.metric in CUT else 1
        value, stderr = score.stored
        assert (point.low is not None) == score.has_interval, score
        assert says_n(point.hover, score.n), (score, point.hover)
        if stderr and score.metric != "accuracy":
            ends = interval(value, stderr, score.n, is_share=score.metric in CUT)
            assert (point.low, point.high) == pytest.approx(
                tuple(end * times for end in ends), rel=1e-3, abs=1e-3 * times
            ), score


def test_the_table_of_models_has_n_and_standard_error_of_each() -> None:
    rows = BY_PATH["models"].rows("rows", state(settings="all"))
    expected = {key: score for key, score in SCORES.items() if score.metric != LENGTH}
    assert {
        (row["model"], table_of(row["benchmark"])): (row["value"], row["stderr"], row["n"])
        for row in rows
    } == {key: pytest.approx((*score.stored, score.n)) for key, score in expected.items()}


def test_the_details_of_a_mark_have_both() -> None:
    study = BY_PATH["models"]
    for score in list(SCORES.values())[:: len(SCORES) // 20]:
        if score.metric != LENGTH:
            mark = f"mine/{score.model} · "
            panel = next(
                one.value
                for one in choices("panel", state())
                if table_of(one.value) == score.benchmark
            )
            values = state(panel=panel, settings="all")
            key = next(
                one.value for one in choices("a", values) if f"{one.value} · ".startswith(mark)
            )
            rows, _ = study.measurements({**values, "a": key}, 10)
            found = [(row["value"], row["stderr"], row["n"]) for row in rows if row["side"] == "A"]
            assert found == [pytest.approx((*score.stored, score.n))], score


@pytest.mark.parametrize("metric", few([*IN_TABLES, *IN_FILES_OF_TOOLS], 5))
def test_a_study_of_ones_own_has_n_standard_error_and_interval_of_each(metric: str) -> None:
    study = EXPLORE
    values, notices = study.clean(
        {"source": ["mine"], "metric": metric, "along": "benchmark", "color": "model"}
    )
    assert not notices
    (view,) = study.views
    rows = study.view_rows(view, values)
    expected = of_metric(metric)
    found = {(row["color"], row["x"]): row for row in rows if row["value"] is not None}
    assert found.keys() == expected.keys()
    for key, score in expected.items():
        row = found[key]
        assert (row["value"], row["stderr"], row["n_items"]) == pytest.approx(
            (*score.stored, score.n)
        ), score
        assert (row["low"] is not None) == score.has_interval, score


def state(**chosen: Any) -> Values:
    study = BY_PATH["models"]
    values, notices = study.clean({"source": ["mine"], **chosen})
    assert not notices
    return values


def choices(control: str, values: Values) -> list[Any]:
    (found,) = [one for one in BY_PATH["models"].controls if one.name == control]
    return found.options(values)


def table_of(column: str) -> str:
    """A column that is not of the main metric names its metric."""
    return column.partition(" · ")[0]


def says_n(words: str, n: int | None) -> bool:
    stated = re.search(r"([\d,]+) problems?\b", words)
    return (int(stated[1].replace(",", "")) if stated else None) == n
