"""Has the published snapshot the numbers of the parts that it was made of?"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import duckdb

from reasonboard.remote import parts, snapshot
from reasonboard.store.errors import FormatError, RemoteError
from reasonboard.store.places.place import Place
from reasonboard.store.reading import attached, path_literal

_TABLES = {"part_measurement": "loaded_measurement", "part_sample": "sample"}
"""Temporary table -> the table of parts whose rows it has."""
_COLUMNS = {"part_sample": "run, benchmark, metric, item, score"}
"""Those of a part that the temporary table has, where it has not all."""


@dataclass
class Checked:
    """What was compared, and what differs."""

    runs: int = 0
    differing: list[str] = field(default_factory=list)
    """A line for each number that the snapshot has otherwise, and for each part that cannot be read."""


def check(place: Place, one_in: int, start: int) -> Checked:
    """Compute the numbers of one run in `one_in` again from the parts, and compare them with the snapshot.

    `start` chooses which: the days of a year go through all. Numbers that files state have to be equal, means of
    answers within 1e-12 of each other. Raises RemoteError where the place does not answer, or nothing is published.
    """
    checked = Checked()
    with tempfile.TemporaryDirectory(prefix="reasonboard-") as name:
        folder = Path(name)
        path = snapshot.undisturbed_at(place, lambda: _fetched(place, folder))
        with attached(path) as connection:
            taken = connection.execute(
                "SELECT name FROM old.remote_part WHERE refused IS NULL ORDER BY rowid"
            ).fetchall()
            connection.execute((files("reasonboard.remote") / "part_rows.sql").read_text())
            names = [name for (name,) in taken]
            for number, part in enumerate(names):
                try:
                    checked.runs += _add(connection, place, part, number, folder, (one_in, start))
                except (RemoteError, FormatError) as error:
                    checked.differing.append(f"part {part}: {error}")
            checked.differing += _differing(connection, names)
    return checked


def _fetched(place: Place, folder: Path) -> Path:
    """A copy of the snapshot that is published."""
    pointer = snapshot.pointer_of(place)
    if pointer is None:
        raise RemoteError(
            f"{place.name}: nothing published yet (start `reasonboard publish --from URL`)"
        )
    snapshot.fetch(place, pointer.current, folder)
    return folder / pointer.current.file


def _add(
    connection: duckdb.DuckDBPyConnection,
    place: Place,
    name: str,
    number: int,
    folder: Path,
    chosen: tuple[int, int],
) -> int:
    """Add the rows of the chosen runs of a part to the temporary tables; how many runs it has of them."""
    one_in, start = chosen
    part = parts.read(place, name)
    path = parts.fetch(place, name, part, ["loaded_run"], folder).get("loaded_run")
    if path is None:
        return 0
    rows = connection.execute(
        "SELECT key FROM read_parquet($file)", {"file": path_literal(path)}
    ).fetchall()
    keys = [key for (key,) in rows if int(key, 16) % one_in == start % one_in]
    if not keys:
        return 0
    paths = parts.fetch(place, name, part, list(_TABLES.values()), folder)
    for table, source in _TABLES.items():
        if source not in paths:
            continue
        columns = _COLUMNS.get(table, "*")
        connection.execute(
            f"INSERT INTO {table} BY NAME SELECT {columns}, $number AS part FROM read_parquet($file) "  # noqa: S608
            "WHERE run IN (SELECT unnest($keys))",
            {"number": number, "file": path_literal(paths[source]), "keys": keys},
        )
        paths[source].unlink()
    return len(keys)


def _differing(connection: duckdb.DuckDBPyConnection, names: list[str]) -> Iterator[str]:
    for script in ("other_numbers.sql", "other_scores.sql"):
        text = (files("reasonboard.remote") / script).read_text()
        for run, benchmark, metric, part, ours, theirs in connection.execute(text).fetchall():
            stored = "missing" if theirs is None else theirs
            yield (
                f"run {run}, {benchmark}, {metric}: {stored} in the snapshot, {ours} in part {names[part]} "
                "(expected the same)"
            )
