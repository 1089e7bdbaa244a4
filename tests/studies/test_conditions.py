"""Runs that differ in one condition alone are two on every page, and no disagreement of each other."""

import math
import shutil
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pytest

from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.ingest.formats.records import Found, Measurement, Run
from reasonboard.store import database, snapshots
from reasonboard.store.fields import CONDITIONS
from reasonboard.studies import STUDIES
from tests.ingest.in_process import load_records

STUDY_OF = {study.path: study for study in STUDIES}
PAGES: dict[str, tuple[Run, list[tuple[dict[str, Any], dict[str, Any]]]]] = {
    "iterations": (Run("t", ""), [({"iteration": number}, {}) for number in (0, 10, 20)]),
    "kv-cache": (Run("t", "", kv_window=500), [({"kv_ratio": ratio}, {}) for ratio in (0.2, 0.4)]),
    "prm-selection": (
        Run("t", "", selector="Mine"),
        [({"train_samples": count}, {}) for count in (1000, 3000)],
    ),
    "scale-progress": (
        Run("t", "", params_b=7.0),
        [({"step": step}, {}) for step in (0, 100, 200)],
    ),
    "type-length": (
        Run("t", ""),
        [({}, {"task_type": "sum", "task_length": length}) for length in (2, 4)],
    ),
    "other": (Run("t", ""), [({}, {})]),
}
"""Of each page a run that it takes, and the places of its numbers along the axes: of the run, and of the number."""
VALUES: dict[str, tuple[Any, Any]] = {
    "method": ("SFT", "RL"),
    "step": (300, 400),
    "progress": (0.25, 0.75),
    "iteration": (30, 40),
    "train_samples": (100, 2000),
    "selector": ("Mine", "Yours"),
    "selector_params_b": (1.5, 7.0),
    "kv_method": ("H2O", "SnapKV"),
    "kv_window": (500, 1000),
    "kv_ratio": (0.3, 0.6),
    "settings": ({"temperature": "0"}, {"temperature": "1"}),
    "split": ("hard", "easy"),
}
DRAWN = ("grid", "by_samples", "by_benchmark")
"""The views that draw a mark for each number."""
SINGLE = ("family", "split", "train_samples", "panel", "settings")
"""The controls of which a page shows one choice at a time."""


class Case(NamedTuple):
    page: str
    condition: str
    unstated: bool
    """Does only the second run state the condition?"""

    @property
    def model(self) -> str:
        return f"lab/{self.page}-{self.condition.replace('_', '-')}{'-none' * self.unstated}-7b"

    def runs(self) -> Iterator[tuple[Run, Measurement]]:
        """Two runs at each place of the page's axes, each with a number of its own."""
        base, places = PAGES[self.page]
        values = list(VALUES[self.condition])
        if self.unstated:
            values[0] = {} if self.condition == "settings" else None
        number = 0
        for of_run, of_number in places:
            for value in values:
                number += 1
                stated = {self.condition: value}
                is_split = self.condition == "split"
                run = replace(base, model=self.model, **of_run | ({} if is_split else stated))
                fields = of_number | (stated if is_split else {})
                yield (
                    run,
                    Measurement(
                        "kite",
                        "accuracy",
                        0.1 + 0.0517 * number,
                        "fraction",
                        "here",
                        n_items=200,
                        **fields,
                    ),
                )

    @property
    def values(self) -> list[float]:
        return [measurement.value or 0 for _, measurement in self.runs()]


CASES = [
    Case(page, condition, unstated)
    for page, (base, places) in PAGES.items()
    for condition in VALUES
    if condition not in places[0][0]  # along an axis its numbers differ anyway
    for unstated in (False, True)
]


class Shown(NamedTuple):
    """What is shown of a load with the runs of all cases."""

    cells: dict[str, list[float]]
    """By model, without the words that tell its runs apart."""
    pages: dict[str, dict[str, set[float]]]
    """Of each page, by model, the numbers that its main view draws."""
    disagreements: list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def shown(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    folder = tmp_path_factory.mktemp("conditions")
    store = shutil.copytree(small_store_template, folder / "store")
    data = small_store_template.parent / "data"
    found = [Found(run, [number]) for case in CASES for run, number in case.runs()]
    load_records(data, store, found, "mine")
    snapshots.use(store)
    try:
        with duckdb.connect(str(snapshots.current(store).path), read_only=True) as connection:
            cells = connection.execute(
                "SELECT of_model, value FROM cell WHERE source = 'mine' AND NOT ambiguous"
            ).fetchall()
            disagreements = connection.execute(
                "FROM disagreement WHERE 'mine' IN (source_a, source_b)"
            ).fetchall()
        by_model = defaultdict(list)
        for model, value in cells:
            by_model[model].append(value)
        pages = {page: drawn(STUDY_OF[page]) for page in [*PAGES, "models"] if page != "other"}
        return Shown(by_model, pages, disagreements)
    finally:
        database.close()


def drawn(study: Study) -> dict[str, set[float]]:
    """The numbers in the rows of the main view of a page, by model, whichever choices it takes to see them."""
    found: dict[str, set[float]] = defaultdict(set)
    queries = {view.query or view.name for view in study.views if view.name in DRAWN}
    for values in states(study):
        for query in queries:
            for row in study.rows(query, values):
                model = str(row["model"]).partition(" · ")[0]
                found[model].update(numbers({**row, "column": None, "paired": None}))
    return found


def states(study: Study) -> Iterator[Values]:
    source = ["mine"] if study.path == "models" else "mine"
    values, notices = study.clean({"source": source})
    assert not notices
    offered = {
        control.name: [option.value for option in control.options(values)]
        for control in study.controls
        if control.name in SINGLE and (control.name != "panel" or study.path == "prm-selection")
    }
    for choice in product(*offered.values()):
        yield study.clean({"source": source, **dict(zip(offered, choice, strict=True))})[0]


def numbers(item: Any) -> Iterator[float]:
    if isinstance(item, float):
        yield item
    elif isinstance(item, dict):
        yield from (one for value in item.values() for one in numbers(value))
    elif isinstance(item, list | tuple):
        yield from (one for value in item for one in numbers(value))


def is_among(value: float, found: set[float]) -> bool:
    """Is it drawn, as a fraction or in percent?"""
    return any(
        math.isclose(value, one, abs_tol=1e-9) or math.isclose(100 * value, one, abs_tol=0.051)
        for one in found
    )


def test_every_condition_is_tried() -> None:
    assert {field.name for field in CONDITIONS} <= VALUES.keys()


def test_none_of_them_is_called_a_disagreement(shown: Shown) -> None:
    assert shown.disagreements == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.model)
def test_each_has_a_cell_of_its_own(shown: Shown, case: Case) -> None:
    assert sorted(shown.cells[case.model]) == pytest.approx(sorted(case.values))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.model)
def test_each_number_is_drawn_and_no_mean_of_two(shown: Shown, case: Case) -> None:
    """On the page that takes its run; on Models, which shows the runs of all pages, if none does."""
    drawn_by = {
        page: models[case.model] for page, models in shown.pages.items() if case.model in models
    }
    found = set().union(*drawn_by.values())
    assert [value for value in case.values if not is_among(value, found)] == []
    means = [
        (one + other) / 2 for one, other in zip(case.values[::2], case.values[1::2], strict=True)
    ]
    assert [mean for mean in means if is_among(mean, found)] == []
