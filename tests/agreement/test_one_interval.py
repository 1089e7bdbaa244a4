"""One mark has one number and one interval: in chart, details, table, CSV, Python and the command, of random tables."""

import csv
import io
import math
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

import reasonboard as rb
from reasonboard import config
from reasonboard.cli import main as cli
from reasonboard.core import study_tables, url_state
from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from reasonboard.studies.models.study import MODELS
from reasonboard.web.main import create_app
from reasonboard.web.page import selection
from tests.sources import two_sources
from tests.states import many

_GRID = next(view for view in MODELS.views if view.name == "grid")
TABLES, RUNS = many(20, 200), 4
HEADER = (
    "model",
    "benchmark",
    "metric",
    "build",
    "seed",
    "repeat",
    "value",
    "unit",
    "n_items",
    "n_repeats",
    "stderr",
)
_NEAR = 0.0051
"""Points: charts round to two digits."""


class Interval(NamedTuple):
    """A score with its ends, in percent; NaN where there is none."""

    value: float
    low: float
    high: float

    def is_near(self, other: "Interval", within: float = _NEAR) -> bool:
        """Are both the same but for rounding?"""
        return all(
            math.isnan(one) == math.isnan(another) and (math.isnan(one) or abs(one - another) <= within)
            for one, another in zip(self, other, strict=True)
        )  # fmt: skip


Key = tuple[str, str]
"""The benchmark and the run."""


def _number(dice: random.Random) -> tuple[Any, ...]:
    """A value with what is known of it: a count alone, attempts, a standard error, or nothing."""
    n = dice.choice([None, 1, 3, 30, 198, 1319])
    repeats = dice.choice([None, None, 4, 16]) if n else None
    right = dice.choice([0, 1, None]) if n else None
    share = dice.random() if right is None else right
    if n:
        share = round(share * n * (repeats or 1)) / n / (repeats or 1)
    stderr = dice.choice([None, round(dice.uniform(0.005, 0.1), 4)])
    if not 0 < share < 1 or (n and n < 3):
        stderr = None
    return share, "fraction", n, repeats, stderr


def _numbers(dice: random.Random) -> list[tuple[Any, ...]]:
    """Seed, repeat and number of a single run, of repeats of one build, or of training seeds."""
    one, how = _number(dice), dice.choice(["one", "one", "repeats", "seeds"])
    if how == "one":
        return [("", "", *one)]
    names = [(str(n), "") if how == "seeds" else ("", str(n)) for n in range(dice.randint(2, 4))]
    n = one[2] or 40
    return [(*name, dice.randint(0, n) / n, *one[1:-1], None) for name in names]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, dice = tmp_path_factory.mktemp("tables"), random.Random(48)
    with (folder / "scores.csv").open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(HEADER)
        for table in range(TABLES):
            for run in range(RUNS):
                place = (f"m{run}", f"Table {table}", "accuracy", "b")
                lines.writerows((*place, *line) for line in _numbers(dice))
    load(two_sources(folder / "data"), folder / "store", [str(folder / "scores.csv")], name="mine")
    return folder / "store"


@pytest.fixture
def client(store: Path) -> Iterator[FlaskClient]:
    app = create_app(config.read({"REASONBOARD_STORE": str(store)}))
    snapshots.use(store)
    with app.test_request_context("/"):
        yield app.test_client()
    database.close()


def _state(panel: str, a: str = "", b: str = "") -> dict[str, Any]:
    values, notices = MODELS.clean({"source": ["mine"], "panel": panel, "a": a, "b": b})
    assert not notices
    return dict(values)


def _of_rows(rows: list[dict[str, Any]]) -> dict[Key, Interval]:
    """Of the rows of a table, as fractions."""
    return {
        (row["benchmark"], row["run"]): Interval(
            *(100 * float(row[name]) if row[name] not in (None, "") else math.nan for name in Interval._fields)
        )
        for row in rows
    }  # fmt: skip


def _of_chart(client: FlaskClient, panel: str) -> dict[Key, Interval]:
    """Of the dots of the scores on a benchmark and their whiskers."""
    search = url_state.encode(MODELS, _state(panel))
    whiskers, dots, *_ = client.get(f"/api/models/forest.figure.json{search}").get_json()["data"]
    if whiskers["mode"] != "lines":  # of none is anything known
        whiskers, dots = {"x": [], "y": []}, whiskers
    lows, highs = whiskers["x"][::3], whiskers["x"][1::3]
    ends = {y: (low, high) for y, low, high in zip(whiskers["y"][::3], lows, highs, strict=True)}
    names = [re.findall("<b>(.*?)</b>", text)[0] for text in dots["text"]]
    return {
        (panel, f"mine/{name}"): Interval(x, *ends.get(y, (math.nan, math.nan)))
        for name, x, y in zip(names, dots["x"], dots["y"], strict=True)
    }


def _of_details(panel: str, run: str) -> Interval:
    """Of the drawer of one mark, which rounds its ends to whole percent."""
    said = str(selection.compared(MODELS, _state(panel, run, run)))
    value = re.findall(r"([\d.]+)%", said)[0]
    ends = re.findall(r"95%: ([\d.]+)–([\d.]+)", said)
    return Interval(float(value), *(map(float, ends[0]) if ends else (math.nan, math.nan)))


def test_a_mark_has_one_number_and_one_interval(
    client: FlaskClient, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = url_state.encode(MODELS, _state("Table 0"))
    in_csv = _of_rows(
        list(csv.DictReader(io.StringIO(client.get(f"/api/models/grid.csv{search}").text)))
    )
    assert len(in_csv) == TABLES * RUNS
    in_table = _of_rows(study_tables.page(MODELS, _GRID, _state("Table 0"), 0, TABLES * RUNS)[0])
    in_python = _of_rows(rb.open(store).frame(f"/models{search}#grid").to_dict("records"))
    monkeypatch.setenv("REASONBOARD_STORE", str(store))
    assert cli.main(["export", f"/models{search}#grid", "--form", "csv", "-o", str(tmp_path)]) == 0
    (written,) = tmp_path.iterdir()
    by_command = _of_rows(list(csv.DictReader(io.StringIO(written.read_text()))))
    snapshots.use(store)
    drawn = {
        key: each
        for table in range(TABLES)
        for key, each in _of_chart(client, f"Table {table}").items()
    }
    assert in_csv.keys() == in_table.keys() == in_python.keys() == by_command.keys() == drawn.keys()
    for key, expected in in_csv.items():
        for other in (in_table[key], in_python[key], by_command[key]):
            assert expected.is_near(other, 1e-6), key
        assert expected.is_near(drawn[key]), (key, expected, drawn[key])
        assert expected.is_near(_of_details(*key), 0.51), key


def test_a_difference_has_one_number_and_one_interval(client: FlaskClient, store: Path) -> None:
    del client  # the details are read in its request
    a, b = "mine/m0", "mine/m1"
    compared = rb.open(store).compare(a, b)
    compared = compared[compared["compared"] != "mean"]
    assert len(compared) == TABLES
    for row in compared.to_dict("records"):
        said = str(selection.compared(MODELS, _state(row["benchmark"], a, b))).replace("−", "-")
        ends = re.findall(r"95%: ([-+\d.]+) to ([-+\d.]+)", said)
        if row["interval low"] is None or math.isnan(row["interval low"]):
            assert not ends
            assert row["verdict"] == "not tested"
            continue
        assert 100 * row["interval low"] == pytest.approx(float(ends[0][0]), abs=0.051)
        assert 100 * row["interval high"] == pytest.approx(float(ends[0][1]), abs=0.051)
        holds_0 = row["interval low"] <= 0 <= row["interval high"]
        assert (row["verdict"] == "not significant") == holds_0, row
        assert (row["p"] >= 0.05) == holds_0, row
