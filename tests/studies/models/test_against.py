"""All models against B, as the page of the pair tests each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reasonboard.charts.theme import Figure
from reasonboard.core.view import View
from reasonboard.store import database, snapshots
from reasonboard.studies.models.pair import Against
from reasonboard.studies.models.study import MODELS
from tests.conftest import Given
from tests.own_runs import HEADER, own_store
from tests.studies.models.rows import Row, pair, score


def view(name: str) -> View:
    found = MODELS.view(name)
    assert found is not None
    return found


def hovers(figure: Figure) -> dict[tuple[str, str], str]:
    """What each cell of the heatmaps says, by run and column."""
    return {
        (up, across): figure_trace["text"][row][column]
        for figure_trace in figure["data"] if figure_trace["type"] == "heatmap"
        for row, up in enumerate(figure_trace["meta"]["ys"])
        for column, across in enumerate(figure_trace["meta"]["xs"])
        if figure_trace["z"][row][column] is not None
    }  # fmt: skip


def compared(values: dict[str, Any]) -> int:
    """How many cells differ from B; each has the number and the verdict of *Two models*."""
    figure = MODELS.answer(view("grid"), values | {"mode": "selected"}, 4).figure
    cells, count = hovers(figure), 0
    for key in {key for key, _ in cells} - {values["b"]}:
        for row in MODELS.view_rows(view("pair"), values | {"a": key}):
            pair = row["pair"]
            words = {
                "A better": "significantly better than B",
                "B better": "significantly worse than B",
            }
            for panel in set(row["panels"]) & {panel for run, panel in cells if run == key}:
                assert f"{words.get(pair.words, pair.words)}, {pair.how}" in cells[key, panel]
                count += 1
    return count


@pytest.fixture(scope="module")
def own(_published: Given, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seven runs, some without problems."""
    scores = "".join(
        f"m{at},3,5,{name},{50 + 3 * at + 7 * (name == 'Y')},{'' if at == 6 else 300},percent\n"
        for at in range(7) for name in "XY"
    )  # fmt: skip
    return own_store(_published, tmp_path_factory.mktemp("against"), mine=HEADER + scores)


@pytest.fixture
def loaded(own: Path) -> Iterator[None]:
    snapshots.use(own)
    yield
    database.close()


@pytest.mark.usefixtures("loaded")
def test_every_own_difference_has_the_verdict_of_two_models() -> None:
    values = MODELS.defaults()
    own = {row["key"] for row in MODELS.view_rows(view("grid"), values) if row["own"]}
    assert len(own) == 7
    assert all(compared(values | {"b": b}) >= 12 for b in sorted(own)[:3])


@pytest.mark.usefixtures("bundled")
def test_every_bundled_difference_has_the_verdict_of_two_models() -> None:
    values = MODELS.defaults()
    assert compared(values) > 20


def test_the_answers_of_a_run_are_read_when_its_difference_is_shown() -> None:
    asked = []

    def with_answers(rows: list[Row]) -> list[Row]:
        asked.append(rows[0]["a"]["key"])
        return rows

    scores = {name: score(name, value) for name, value in (("M", 0.9), ("N", 0.1), ("O", 0.5))}
    pairs = [pair(0, 0) | {"a": scores[name], "b": scores["N"]} for name in "MO"]
    differences = Against(pairs, with_answers)
    for _ in range(2):
        of_m = differences.pair("s/M", "B")
        assert of_m is not None
        assert of_m.words == "A better"
    assert asked == ["s/M"]
    assert differences.pair("s/nobody", "B") is None
