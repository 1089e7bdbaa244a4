"""Nothing is averaged that is not named: random numbers and roles, on the SQL of a snapshot."""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasonboard.ingest.scripts import sql, studies
from reasonboard.store import snapshots
from tests.states import many

_OF_RUN: dict[str, list[Any]] = {
    "model": ["m", "n"],
    "method": [None, "sft"],
    "step": [0, 10, None],
    "progress": [None, 0.25, 0.5],
    "iteration": [None, 1],
    "train_samples": [None, 5],
    "selector": [None, "p"],
    "selector_params_b": [None, 1.5],
    "kv_method": [None, "full"],
    "kv_window": [None, 8],
    "kv_ratio": [None, 0.5],
}
_OF_CELL: dict[str, list[Any]] = {
    "benchmark": ["X", "Y"],
    "task_type": [None, "a"],
    "task_length": [None, 3],
    "split": [None, "test"],
}
_SETTINGS = ("settings.t", "settings.u")
_AVERAGED = ("seed", "source", "model", "method", "split", *_SETTINGS)
_COLUMNS = (*_OF_RUN, *_OF_CELL, *_SETTINGS)


@pytest.fixture(scope="module")
def connection(
    small_store_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A copy of a snapshot without a number."""
    path = tmp_path_factory.mktemp("averaging") / "copy.duckdb"
    shutil.copy(snapshots.current(small_store_template).path, path)
    with duckdb.connect(str(path)) as connection:
        for table in ("run", "joint_value", "single_number_run", "answered"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute(
            "INSERT INTO benchmark BY NAME "
            "SELECT unnest(['X', 'Y']) AS name, [] AS aliases, false AS aggregate, 'open' AS texts"
        )
        yield connection


@st.composite
def numbers(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Cells that differ in few columns, so that several share a place."""
    varied = draw(st.lists(st.sampled_from(_COLUMNS), unique=True, min_size=1, max_size=4))
    choices = _OF_RUN | _OF_CELL
    choices |= {name: [None, "0", "1"] for name in _SETTINGS}
    cell = st.fixed_dictionaries(
        {name: st.sampled_from(of) if name in varied else st.just(of[-1]) for name, of in choices.items()}
        | {
            "source": st.sampled_from(["a", "b"]),
            "seeds": st.sampled_from([0, 0, 1, 3]),
            "value": st.floats(0, 1),
        }
    )  # fmt: skip
    return draw(st.lists(cell, min_size=2, max_size=7))


@st.composite
def roles(draw: st.DrawFn) -> dict[str, Any]:
    columns = draw(st.permutations(_COLUMNS))
    x, color, panel, *others = columns[: draw(st.integers(3, 5))]
    rest = [name for name in _AVERAGED if name not in columns[:5]]
    return {
        "x": x,
        "color": draw(st.sampled_from(["", color])),
        "panel": draw(st.sampled_from(["", panel])),
        "filters": others,
        "averaged": draw(st.lists(st.sampled_from(rest), unique=True)),
    }


@settings(max_examples=many(6, 400))
@given(cells=numbers(), of=roles())
def test_a_place_has_the_mean_of_what_is_named_and_no_value_where_more_differs(
    connection: duckdb.DuckDBPyConnection, cells: list[dict[str, Any]], of: dict[str, Any]
) -> None:
    connection.begin()
    try:
        _store(connection, cells, of)
        rows = connection.execute(
            "SELECT x, color, panel, filtered, value, differing, cells "
            "FROM declared_marks('s', 'accuracy', []::TEXT[])"
        ).fetchall()
    finally:
        connection.rollback()
    marks = {(x, color, panel, *filtered): rest for x, color, panel, filtered, *rest in rows}
    assert len(marks) == len(rows)
    expected = defaultdict(list)
    for cell in cells:
        if cell[of["x"]] is not None:
            columns = [of["x"], of["color"], of["panel"], *of["filters"]]
            expected[tuple(_text(cell[name]) if name else "" for name in columns)].append(cell)
    assert marks.keys() == expected.keys()
    for place, together in expected.items():
        value, differing, count = marks[place]
        assert set(differing) == _unnamed(together, of["averaged"])
        assert count == len(together)
        if differing:
            assert value is None
        else:
            by_source = defaultdict(list)
            for cell in together:
                by_source[cell["source"]].append(cell["value"])
            means = [sum(one) / len(one) for one in by_source.values()]
            assert value == pytest.approx(sum(means) / len(means))


def _unnamed(cells: list[dict[str, Any]], averaged: list[str]) -> set[str]:
    """The columns in which cells of one source differ, or several sources stand, and that are not averaged over."""
    found = {"source"} if len({cell["source"] for cell in cells}) > 1 else set()
    for source in {cell["source"] for cell in cells}:
        inside = [cell for cell in cells if cell["source"] == source]
        found |= {name for name in _COLUMNS if len({_stated(cell, name) for cell in inside}) > 1}
        found |= {"seed"} if any(cell["seeds"] > 1 for cell in inside) else set()
    return found - set(averaged)


def _stated(cell: dict[str, Any], name: str) -> Any:
    """What a cell states in a column: progress only where it does not follow from the step."""
    return None if name == "progress" and cell["step"] is not None else cell[name]


def _text(value: Any) -> str:
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _store(
    connection: duckdb.DuckDBPyConnection, cells: list[dict[str, Any]], of: dict[str, Any]
) -> None:
    """Fill the tables that a build makes of what is loaded, with a run for each cell."""
    for table in ("run", "joint_value", "declared_study", "role_place"):
        connection.execute(f"DELETE FROM {table}")
    for number, cell in enumerate(cells):
        of_run = {name.removeprefix("settings."): cell[name] for name in _SETTINGS if cell[name]}
        run = {"id": number, "key": str(number), "study": "models", "source": cell["source"]}
        run |= {name: cell[name] for name in _OF_RUN} | {"settings": of_run}
        _insert(connection, "run", run)
        row = {
            "run": number,
            "metric": "accuracy",
            "value": cell["value"],
            "n_seeds": cell["seeds"],
        }
        row |= {name: cell[name] for name in _OF_CELL} | {"kind": "measured", "ambiguous": False}
        _insert(connection, "joint_value", row)
    sql.run(
        connection,
        "declare",
        {
            "path": "s", "text": "", "rows_of": "measurements", "metrics": ["accuracy"], "columns": [], "values": [],
            "cost": "", "in_folder": False, "x_order": [], **of,
        },
    )  # fmt: skip
    connection.execute("CREATE TEMP TABLE declared_anew AS SELECT path FROM declared_study")
    studies.run_each(connection, "declared.sql")


def _insert(connection: duckdb.DuckDBPyConnection, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(row)
    values = ", ".join("?" for _ in row)
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", [*row.values()])
