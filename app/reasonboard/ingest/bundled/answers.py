"""Answers that come with a bundled source: `data/<id>.jsonl`. They can be read before anything is loaded."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.texts.answer import Asked, Texts
from reasonboard.ingest.texts.messages import prompt
from reasonboard.ingest.texts.text_file import objects

_SAMPLE = ("benchmark", "item", "score", "tokens_in", "tokens_out", "finish")


def texts(row: Mapping[str, Any], asked: Asked) -> Texts:
    """The texts of a row."""
    asked.must_be(row.get("item"))
    return Texts(
        prompt=prompt(row.get("prompt")),
        problem=row.get("problem"),
        answer=row.get("answer"),
        expected=row.get("expected"),
        scored=row.get("scored"),
        seconds=row.get("seconds"),
    )


FORM = objects(texts)


READER = "bundled"


def answer_files(folder: Path) -> list[Path]:
    """The files of answers in a folder of sources."""
    return sorted(folder.glob("*.jsonl"))


def load_answers(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Add the answers to `sample`, each to its run. They replace the earlier answers of bundled sources.

    Raises IngestError for a row whose model, method and benchmark are not of a number of the source.
    """
    connection.execute("DELETE FROM sample_part WHERE run NOT IN (SELECT key FROM loaded_run)")
    for path in answer_files(folder):
        file = File(path)
        about = [file.sha256, path.name, path.name, file.status.st_size, READER]
        connection.execute("INSERT OR REPLACE INTO text_file VALUES (?, ?, ?, ?, ?)", about)
        for line, begin, row in file.placed_rows():
            _add(connection, file, f"{path}:{line}", begin, row)


def _add(
    connection: duckdb.DuckDBPyConnection, file: File, where: str, begin: int, row: dict[str, Any]
) -> None:
    source = file.path.stem
    named = {name: row.get(name) for name in ("model", "method", "benchmark")}
    runs = sql.run(connection, "bundled_run", {"source": source, **named}).fetchall()
    if len(runs) != 1:
        raise IngestError(f"{where}: {len(runs)} runs have a number for it (expected one)")
    ((run, metric),) = runs
    key = "/".join(filter(None, (source, row["model"], row.get("method"))))
    answered = [run, row["benchmark"], metric, key]
    connection.execute("INSERT INTO bundled_answered VALUES (?, ?, ?, ?)", answered)
    sample = {name: row.get(name) for name in _SAMPLE} | {
        "run": key, "metric": metric, "sha256": file.sha256, "text_file": file.sha256, "place": begin,
    }  # fmt: skip
    sql.run(connection, "bundled_sample", sample)
