"""SQL for the answers of parts: all rows, the rows still needed, and questions to the engine that holds them."""

from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

import duckdb

from reasonboard.store import answers
from reasonboard.store.parts import SUFFIX, path_of, place_of
from reasonboard.store.places.place import Only
from reasonboard.store.reading import files_sql, literal

_QUOTE = '"'
NEEDED = "(SELECT DISTINCT run, benchmark, metric, part FROM sample_part)"
"""SQL for what a snapshot needs of its parts."""
_ANSWER_PARTS = resources.files("reasonboard.store") / "answer_parts.sql"
_PARTIAL_KEYS = resources.files("reasonboard.store") / "partial_keys.sql"


def rows_sql(
    connection: duckdb.DuckDBPyConnection,
    store: Path,
    names: Iterable[str],
    only: Only = MappingProxyType({}),
) -> str:
    """SQL for all rows of these parts on this connection, with the name of the part in `part`.

    A place of answers may leave out those that have another text in a column than those that `only` says.
    """
    listed = list(names)
    elsewhere_names = [name for name in listed if place_of(store, name)]
    local_names = [name for name in listed if name not in elsewhere_names]
    selects = [files_sql(path_of(store, name) for name in local_names)] if local_names else []
    place = answers.place_of(store) if elsewhere_names else None
    if place:
        selects.append(
            place.rows_sql(connection, [f"{name}{SUFFIX}" for name in elsewhere_names], only)
        )
    return named_sql(" UNION ALL BY NAME ".join(selects))


def pushdown_sql(
    connection: duckdb.DuckDBPyConnection, store: Path, sql: str, values: Mapping[str, Any]
) -> str | None:
    """SQL for the rows of a query that the engine which holds the answers computed; `connection` has `sample`.

    None where there is no such engine, or it does not compute this query as DuckDB does: DuckDB reads the answers then.
    """
    engine = answers.engine_of(store)
    names = dict(connection.execute(_ANSWER_PARTS.read_text()).fetchall())
    if not engine or not names or not all(place_of(store, name) for name in names):
        return None
    described = connection.execute(f"DESCRIBE {sql}", dict(values) or None).fetchall()
    needed = _needed_rows(connection, [name for name, is_whole in names.items() if is_whole])
    table = engine.ask(sql, values, [f"{name}{SUFFIX}" for name in names], needed)
    if table is None:
        return None
    renamed = table.rename_columns([f"c{n}" for n in range(len(described))])
    connection.register("engine_rows", renamed)
    cells = (
        f'CAST(c{n} AS {kind}) AS "{name.replace(_QUOTE, 2 * _QUOTE)}"'
        for n, (name, kind, *_) in enumerate(described)
    )
    return f"SELECT {', '.join(cells)} FROM engine_rows"  # noqa: S608


def _needed_rows(connection: duckdb.DuckDBPyConnection, whole_parts: list[str]) -> str:
    """SQL that is true for the rows that are still needed: all rows of `whole_parts`, of other parts some keys."""
    needed = [f"file = {literal(f'{name}{SUFFIX}')}" for name in whole_parts]
    keys = connection.execute(_PARTIAL_KEYS.read_text(), {"whole": whole_parts}).fetchall()
    for part, *key in keys:
        texts = zip(("run", "benchmark", "metric"), key, strict=True)
        of_key = " AND ".join(f"{column} = {literal(text)}" for column, text in texts)
        needed.append(f"(file = {literal(f'{part}{SUFFIX}')} AND {of_key})")
    return " OR ".join(needed)


def named_sql(rows: str) -> str:
    """SQL for rows of files, with the name of the part in `part`."""
    return f"SELECT * EXCLUDE (file), parse_filename(file, true) AS part FROM ({rows})"  # noqa: S608


def needed_sql(rows: str, table: str = NEEDED) -> str:
    """SQL for those rows of parts that are still needed: others were taken out since.

    `table` is SQL for the columns run, benchmark, metric and part of those that are.
    """
    return (
        f"SELECT * EXCLUDE (part) FROM ({rows}) JOIN {table} USING (run, benchmark, metric, part)"  # noqa: S608
    )
