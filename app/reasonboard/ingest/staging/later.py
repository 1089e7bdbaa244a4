"""Rows of files that tools still write to: what was logged later counts, and nothing that is loaded goes."""

from pathlib import Path

import duckdb

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.scripts import sql
from reasonboard.store import answer_rows, parts

_SAME_ANSWER = "run, benchmark, metric, item, repeat"


class NothingNewError(IngestError):
    """All that the files say is loaded already."""


def keep_later(connection: duckdb.DuckDBPyConnection, store: Path) -> list[str]:
    """Let what was staged count over what is loaded, as `later.sql` says; a line for each file that says it anew.

    Raises NothingNewError where nothing is left of what was staged.
    """
    # The loaded answers of the runs and metrics that have staged ones, but for those that are staged.
    rows = sql.run(connection, "later_parts").fetchall()
    for name, sha256 in rows:
        parts.check_sound(store, name, sha256)
    if rows:
        loaded = answer_rows.needed_sql(
            answer_rows.rows_sql(connection, store, [name for name, _ in rows])
        )
        connection.execute(
            f"INSERT INTO staged_sample BY NAME SELECT loaded.* FROM ({loaded}) AS loaded "  # noqa: S608
            f"SEMI JOIN (SELECT DISTINCT run, benchmark, metric FROM staged_sample) AS staged "
            f"USING (run, benchmark, metric) ANTI JOIN staged_sample AS same USING ({_SAME_ANSWER})"
        )
    sql.run(connection, "later")
    connection.execute("SET preserve_insertion_order = false")
    if not connection.execute("FROM staged_loaded_run LIMIT 1").fetchone():
        raise NothingNewError("everything in the files is already loaded")
    return [line for (line,) in sql.run(connection, "logged_again").fetchall()]
