"""The next snapshot as a copy of the last, in which only what a change touches is made anew."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import duckdb

from reasonboard.ingest.scripts import sql, studies
from reasonboard.ingest.scripts.sql import row_count
from reasonboard.ingest.snapshot import answers, loaded_parts
from reasonboard.ingest.snapshot.build import (
    bring_together,
    make_tables,
    note_made,
    size,
    unlogged,
    version_of,
)
from reasonboard.ingest.snapshot.loaded_parts import Change
from reasonboard.store.folder import Origin
from reasonboard.store.pointer import Entry

_GROWN = 1.5
"""How large a file may be, measured by what it was when all of it was made anew."""
_REWRITTEN = 16_000_000
"""Bytes that it may have besides: a load writes the last rows of each table anew, the next has the room of the old."""
_WORTH = 100_000
"""Up to this number of measurements, a rebuild is as fast as finding out which of them changed."""
_ROLL_UPS = (
    "item_score",
    "pass_count",
    "field_sum",
    "vote_score",
    "sample_score",
    "cut_score",
    "token_sum",
    "token_bin",
)
"""The tables that are made of the answers of changed runs alone."""
_SHARED = ("model", "benchmark", "metric", "identity")
"""The tables with one row for a name, whichever sources have it."""
_OWNERS = ("source", "of_source", "loaded_as")
"""The columns that can name the source of a row."""
_LAST_ID = 2**30


def grow(path: Path, entry: Entry, change: Change) -> Origin | None:
    """Change the copy at `path` of the snapshot of this entry; None if it is better to build all of it.

    New parts are written next to it (`answers.new_parts`). Raises what the change, `roll_up` and `make_tables` raise,
    duckdb.Error if there is no room.
    """
    with unlogged(path) as connection, sql.defined():
        if change.edit is None or 2 * change.incoming >= row_count(connection, "measurement"):
            return None
        sql.run(connection, "changing")
        sql.run(connection, "part_begin")
        change.edit(connection)
        answers.write(connection, path)
        answers.roll_up(connection, path)
        answers.close(connection, path)
        sql.run(connection, "part_end")
        sql.run(connection, "touched")
        while True:
            rows, touched = sql.run(connection, "touched_rows").fetchone() or (0, 0)
            if touched > _WORTH and 2 * touched > rows:
                return None
            with connection.cursor() as fresh:
                _make_fresh(connection, fresh)
            (added,) = sql.run(connection, "widen").fetchone() or (0,)
            if not added:
                break
            connection.execute("DETACH fresh")
        are_renamed = _take_in(connection)
        connection.execute(
            "UPDATE made_as SET used_ids = used_ids + (SELECT count(*) FROM fresh.measurement) "
            "+ (SELECT count(*) FROM fresh.missing_number)"  # they can be all that a run has
        )
        connection.execute("DETACH fresh")
        made_parts = loaded_parts.write(connection, path, change.what, entry.parts)
        bring_together(connection)
        note_made(connection, every=are_renamed)
        if change.after:
            change.after(connection)
        version = version_of(connection, entry.base)
        connection.execute("UPDATE made_as SET version = $version", {"version": version})
        connection.execute("CHECKPOINT")
        grown = Origin(version, entry.base, entry.tables, *made_parts)
        return None if _has_grown(connection) else grown


def _make_fresh(connection: duckdb.DuckDBPyConnection, fresh: duckdb.DuckDBPyConnection) -> None:
    """Make the tables of the touched sources in a database `fresh` of its own, with numbers of runs that are free."""
    connection.execute("ATTACH ':memory:' AS fresh")
    connection.execute("COPY FROM DATABASE snapshot TO fresh (SCHEMA)")
    fresh.execute("USE fresh")
    for script in ("hand_over", "hand_over_bundled", "hand_over_answers"):
        sql.run(connection, script)
    fresh.execute("SET VARIABLE used_ids = (SELECT used_ids FROM snapshot.made_as)")
    make_tables(fresh, for_pages=False)


def _take_in(connection: duckdb.DuckDBPyConnection) -> bool:
    """Replace the rows of the touched sources by the rows of `fresh`. Did what is known of any name change?"""
    old_rows, new_rows = _replaced(connection)
    connection.begin()
    changed_names = 0
    for table, chosen in old_rows.items():
        connection.execute(f"DELETE FROM {table} WHERE {chosen}")  # noqa: S608
        (deleted,) = connection.fetchone() or (0,)
        changed_names += deleted if table in _SHARED else 0
    connection.commit()  # only then their keys are free
    connection.begin()
    for table, chosen in new_rows.items():
        connection.execute(f"INSERT INTO {table} BY NAME FROM fresh.{table} WHERE {chosen}")
    connection.commit()
    sql.run(connection, "taken_in")
    return changed_names > 0


def _replaced(connection: duckdb.DuckDBPyConnection) -> tuple[dict[str, str], dict[str, str]]:
    """SQL that chooses, for each table, the rows to delete and the rows of `fresh` to insert."""
    (had_rows,) = sql.run(connection, "stale").fetchone() or (False,)
    of_bundled = studies.tables_of("bundled.sql")
    others = {*loaded_parts.LOADED, *_SHARED, *_ROLL_UPS, *of_bundled, "made_as"}
    old_rows: dict[str, str] = {}
    new_rows: dict[str, str] = {}
    for table, is_new in sql.run(connection, "tables_with_rows").fetchall():
        if table not in others and (is_new or had_rows):
            (old_rows, new_rows)[is_new][table] = _of_touched(connection, table)[is_new]
    # Most loads leave the names unchanged, and writing a table is slow.
    named = {table: rows for table, rows in old_rows.items() if new_rows.get(table) == rows}
    differing = _that_differ(connection, dict.fromkeys(_SHARED, "true") | named)
    for table in named.keys() - differing:
        del old_rows[table], new_rows[table]
    for table in differing.intersection(_SHARED):
        changed = f"SELECT name FROM (FROM {table} EXCEPT FROM fresh.{table})"  # noqa: S608
        old_rows[table] = f"name IN ({changed})"
        new_rows[table] = f"name NOT IN (SELECT name FROM main.{table})"  # noqa: S608
    return old_rows, new_rows


def _that_differ(connection: duckdb.DuckDBPyConnection, chosen: Mapping[str, str]) -> set[str]:
    """The tables whose `chosen` rows differ in `fresh`."""
    # A sum: `bit_xor` stays the same where values of the last column change places, which a hash takes in by xor.
    asked = " UNION ALL ".join(
        f"SELECT '{table}', sum(hash(one)) FROM {database}.{table} AS one WHERE {rows}"  # noqa: S608
        for table, rows in chosen.items()
        for database in ("main", "fresh")
    )
    found = Counter(connection.execute(asked).fetchall())
    return {table for (table, _), times in found.items() if times == 1}


def _of_touched(connection: duckdb.DuckDBPyConnection, table: str) -> tuple[str, str]:
    """Which rows of a table are of the touched sources, before and in `fresh`.

    A table without a column for its source has to be empty in `fresh`, as `across.sql` fills it: else a ValueError.
    """
    described = connection.table(f"fresh.{table}")
    columns = dict(zip(described.columns, map(str, described.types), strict=True))
    owner = (
        "id" if table == "source" else next((column for column in _OWNERS if column in columns), "")
    )
    if owner:
        touched = f"{owner} IN (FROM touched_source)"
        # Names follow from the names of all loads, numbers from the touched loads only.
        return touched, touched if owner == "loaded_as" or table == "source_color" else "true"
    if "run" in columns:
        return (
            f"run IN (FROM {'stale_key' if columns['run'] == 'VARCHAR' else 'stale_run'})",
            "true",
        )
    if connection.execute(f"FROM fresh.{table} LIMIT 1").fetchone():
        raise ValueError(
            f"table {table} has no column {', '.join(_OWNERS)} or run (expected one, or its rows made by across.sql)"
        )
    return "false", "false"


def _has_grown(connection: duckdb.DuckDBPyConnection) -> bool:
    """Has the file much that nothing needs any more, or are there hardly free numbers?"""
    then, numbers, used_ids = connection.execute(
        "SELECT bytes, numbers, used_ids FROM made_as"
    ).fetchone() or (0, 0, 0)
    now, numbers_now = size(connection)
    needed = then * numbers_now / max(numbers, 1)
    return bool(now > _GROWN * needed + _REWRITTEN or used_ids > _LAST_ID)
