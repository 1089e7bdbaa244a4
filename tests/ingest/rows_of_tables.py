"""What a table is staged as."""

from pathlib import Path
from typing import Any

import duckdb

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.staging.staging import Staging

MEASURED = (
    "run, benchmark, metric, filter, unit, value, missing, stderr, n_items, aggregate, "
    "higher_is_better, task_type, split"
)


def staged(path: Path, folder: Path, columns: str = MEASURED) -> tuple[list[Any], list[Any], int]:
    """The staged runs and measurements of a table, in order."""
    with duckdb.connect() as connection:
        for script in ("schema", "changing"):
            sql.run(connection, script)
        with Staging(folder, "mine", set()) as staging:
            file = File(path, room=staging.room)
            assert tables.recognizes(file)
            staging.add(file, tables.read(file))
            staging.finished().insert(connection)
        runs = connection.execute(
            "SELECT key, model, raw_model, step, params_b, settings, inferred FROM staged_loaded_run ORDER BY ALL"
        ).fetchall()
        numbers = connection.execute(
            f"SELECT {columns} FROM staged_loaded_measurement ORDER BY ALL"
        ).fetchall()
        return runs, numbers, staging.staged.counts["missing"]
