"""Random changes of what is loaded, and whether two snapshots have equal rows in all tables."""

import math
from pathlib import Path
from typing import Any

import duckdb
from hypothesis import strategies as st

from reasonboard.ingest.formats.records import Found, Measurement, Run, Sample
from reasonboard.ingest.names.aliases import Aliases
from reasonboard.store.connections import connect_with_answers

NAMES = ("a", "b", "c")
_MODELS = (
    "acme/foo-7b",
    "foo-7b",
    "Foo-7B",
    "other/foo-7b",
    "bar",
    "R1-Llama",
    "./runs/1",
    "./runs/2",
)

_BENCHMARKS = (
    "MATH500",
    "math_500",
    "AIME24",
    "AIME 2024 (avg@8)",
    "own",
    "own",
    "Own",
    "own_cot",
    "mine",
)

runs = st.builds(
    Run,
    st.sampled_from(("tool", "other tool")),
    st.sampled_from(_MODELS),
    params_b=st.sampled_from((None, None, 7.0, 8.0)),
    family=st.sampled_from((None, "Foo")),
    method=st.sampled_from((None, "SFT", "RL")),
    step=st.sampled_from((None, 10, 20)),
    iteration=st.sampled_from((None, None, 0, 5)),
    train_samples=st.sampled_from((None, 1000)),
    selector=st.sampled_from((None, None, "Random", "Mine", "ReasonFlux-PRM-7B")),
    kv_method=st.sampled_from((None, None, "H2O")),
    kv_window=st.sampled_from((None, None, None, 8, 16)),
    kv_ratio=st.sampled_from((None, None, None, 0.5, 1.0)),
    seed=st.sampled_from((None, None, "1", "2")),
    settings=st.sampled_from(({}, {}, {"shots": "0"}, {"shots": "5"})),
)
_typed = st.sampled_from(
    ((None, None), (None, None), ("sum", 3), ("sum", 4), ("copy", 3), ("copy", None), (None, 3))
)


@st.composite
def _measurements(draw: st.DrawFn) -> Measurement:
    task_type, task_length = draw(_typed)
    return Measurement(
        draw(st.sampled_from(_BENCHMARKS)),
        draw(st.sampled_from(("accuracy", "accuracy", "accuracy", "pass@1", "f1", "token_length"))),
        draw(st.sampled_from((0.25, 0.5, 0.75, 1.0, None))),
        draw(st.sampled_from(("fraction", "fraction", "fraction", "tokens", "score"))),
        "row",
        stderr=draw(st.sampled_from((None, 0.01))),
        task_type=task_type,
        task_length=task_length,
        split=draw(st.sampled_from((None, None, "hard"))),
        n_items=draw(st.sampled_from((None, 100))),
        higher_is_better=draw(st.sampled_from((None, True))),
        aggregate=draw(st.sampled_from((False, False, True))),
    )


@st.composite
def _answers(draw: st.DrawFn) -> list[Sample]:
    benchmark = draw(st.sampled_from(("MATH500", "own", "Own (maj@8)", "GSM8K")))
    scores = draw(st.lists(st.sampled_from((0.0, 1.0, 0.5, None)), max_size=4))
    return [
        Sample(
            benchmark, f"item {place}", 0, score, tokens_out=draw(st.sampled_from((None, 7, 90)))
        )
        for place, score in enumerate(scores)
    ]


found = st.builds(
    Found,
    runs,
    st.lists(
        _measurements(),
        max_size=4,
        unique_by=lambda measurement: (measurement.benchmark, measurement.metric, measurement.unit),
    ),
    _answers(),
)
loads = st.lists(found, min_size=1, max_size=3)
aliases = st.builds(
    Aliases,
    st.dictionaries(
        st.sampled_from((*_MODELS, "foo-7b")),
        st.sampled_from(
            (
                {"name": "bar"},
                {"params_b": 7.0},
                {"steps": 40},
                {"family": "Foo"},
                {"name": "New 7B"},
            )
        ),
        max_size=2,
    ),
    st.dictionaries(
        st.sampled_from(("own", "mine", "AIME24")),
        st.sampled_from(("MATH500", "own", "New")),
        max_size=1,
    ),
)
"""What is said of models and of benchmarks."""
changes = st.lists(
    st.one_of(
        st.tuples(st.just("load"), st.sampled_from(NAMES), loads),
        st.tuples(st.just("load"), st.sampled_from(NAMES), loads),
        st.tuples(st.just("replace"), st.sampled_from(NAMES), loads),
        st.tuples(st.just("remove"), st.sampled_from(NAMES), st.none()),
        st.tuples(st.just("alias"), st.just(""), aliases),
        st.tuples(st.just("rollback"), st.just(""), st.none()),
    ),
    min_size=2,
    max_size=6,
)

_LEFT = {"made_as", "source_made", "stored_part"}
_LEFT_COLUMNS = {"source": "loaded_at", "model_run": "loaded_at", "sample_part": "part"}
"""When it was built, and where answers lie."""
_RUNS = "SELECT id, study || ' ' || key FROM run"
_NUMBERS = (
    "SELECT number, min(study || ' ' || key) FROM run_of_model JOIN run ON run = id GROUP BY number"
)
_PANELS = "SELECT id, concat_ws(' ', study, source, benchmark, model, method, split, train_samples) FROM type_panel"


def differences(path: Path, other: Path) -> list[str]:
    """A line for every table in which two snapshots differ, numbers that are only keys read as what they stand for."""
    one, two = _rows(path), _rows(other)
    lines = [f"{name} is missing in one" for name in one.keys() ^ two.keys()]
    for name in sorted(one.keys() & two.keys()):
        only = [set(map(repr, rows)) for rows in (one[name], two[name])]
        if one[name] != two[name]:
            more, fewer = sorted(only[0] - only[1]), sorted(only[1] - only[0])
            lines.append(f"{name}: {more[:3]} not {fewer[:3]}")
    return lines


def _rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with duckdb.connect(str(path), read_only=True) as connection:
        tables = connection.execute(
            "SELECT table_name, list(column_name ORDER BY column_index), list(data_type ORDER BY column_index) "
            "FROM duckdb_columns() JOIN duckdb_tables() USING (database_name, table_name) "
            "WHERE database_name = current_database() GROUP BY table_name"
        ).fetchall()
        keys = {
            name: dict(connection.execute(query).fetchall())
            for name, query in (("run", _RUNS), ("number", _NUMBERS), ("panel", _PANELS))
        }
        rows = {}
        for table, columns, types in tables:
            if table not in _LEFT:
                of = [
                    _meaning(table, column, type, keys)
                    for column, type in zip(columns, types, strict=True)
                ]
                left = _LEFT_COLUMNS.get(table, "")
                of = [one for one, column in zip(of, columns, strict=True) if column != left]
                without = f"EXCLUDE ({left})" if left else ""
                every = connection.execute(f"SELECT * {without} FROM {table}").fetchall()
                rows[table] = sorted((_read(row, of) for row in every), key=repr)
    with connect_with_answers(path) as connection:
        query = "SELECT * FROM sample ORDER BY ALL"
        rows["sample"] = connection.execute(query).fetchall()
    return rows


def _read(row: tuple[Any, ...], of: list[dict[int, str]]) -> tuple[Any, ...]:
    return tuple(
        _plain(_named(cell, known) if known else cell) for cell, known in zip(row, of, strict=True)
    )


def _named(cell: Any, known: dict[int, str]) -> Any:
    """A key, or a list of keys, as what it stands for."""
    return (
        [known.get(key, key) for key in cell] if isinstance(cell, list) else known.get(cell, cell)
    )


def _meaning(table: str, column: str, type: str, keys: dict[str, dict[int, str]]) -> dict[int, str]:
    of_run = (("run", "id"), ("iteration_curve", "runs"))
    if type != "VARCHAR" and (
        column in ("run", "run_id", "repeat_runs") or (table, column) in of_run
    ):
        return keys["run"]
    if column == "number" and table in (
        "model_of_run",
        "single_of_run",
        "model_run",
        "newest_score",
        "token_score",
    ):
        return keys["number"]
    return (
        keys["panel"] if (table, column) in (("placed_panel", "id"), ("type_line", "panel")) else {}
    )


def _plain(cell: Any) -> Any:
    """A value with the last digits of a mean left out: they depend on the order in which it was summed."""
    if isinstance(cell, float) and cell and math.isfinite(cell):
        return float(f"{cell:.12g}")
    if isinstance(cell, list):
        return [_plain(one) for one in cell]
    if isinstance(cell, dict):
        return {key: _plain(one) for key, one in cell.items()}
    return cell
