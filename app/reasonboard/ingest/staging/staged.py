"""Rows that readers wrote to files of our own, and their merge into the loaded tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from reasonboard.ingest.formats import bulk
from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import ContradictionError, IngestError
from reasonboard.ingest.formats.extra_settings import LONGEST_NAME, MOST, hint
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.staging import later
from reasonboard.ingest.staging.left_out import LeftOut
from reasonboard.store import foreign
from reasonboard.store.pushed import MOST_SHOWN, Aside

REPLACE = "`reasonboard load --replace`"
"""What lets the numbers and answers of a load take the place of those of the same runs."""
TABLES = ("loaded_file", "loaded_run", "loaded_measurement", "sample", "text_file")
_LONGEST_LIST = 300


@dataclass
class Staged(LeftOut):
    """The rows of a load, with its counts and notes."""

    loaded_as: str
    paths: Mapping[str, Path]
    """Table of TABLES -> a file with a JSON object for each row, or with Parquet; without one it has no rows."""
    bulks: list[tuple[Bulk, Sequence[Sequence[object]], Sequence[str]]] = field(
        default_factory=list
    )
    """Tables whose rows are taken from their own files, each with what tells its runs apart, and their keys."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many rows each table has, and how many values are `missing` and settings `secrets`."""
    notes: list[str] = field(default_factory=list)
    unread: dict[str, Sequence[str]] = field(default_factory=dict)
    """Of each table that has columns which are not read, by its name."""
    settings: set[str] = field(default_factory=set)
    """Those of the settings named by the load that a file has."""
    read: int = 0
    """How many files were read."""
    answered: set[str] = field(default_factory=set)
    """The columns and other names of the answers that some table has."""
    pushed: dict[str, str] = field(default_factory=dict)
    """The sha256 of each file of pushed rows that is staged, by its name."""
    unreadable: dict[str, list[str]] = field(default_factory=dict)
    """Why rows of these files cannot be read, by the name of the file."""
    contradicted: dict[str, Aside] = field(default_factory=dict)
    """The rows of these files whose numbers contradict earlier ones, by the name of the file."""
    again: int = 0
    """How many of them were loaded before."""
    numbers: int = 0
    """How many numbers were merged."""
    runs: set[str] = field(default_factory=set)
    """The keys of all runs that the files say something of, those loaded before, too."""
    texts: dict[str, tuple[str, Path]] = field(default_factory=dict)
    """Of each file with texts of answers, by its digest: who reads it, and its path; those loaded before, too."""

    @property
    def rows(self) -> int:
        """How many measurements there are."""
        of_bulks = 0
        for bulk_, *_ in self.bulks:
            with duckdb.connect() as connection, bulk.rows(bulk_) as source:
                query = f"SELECT count(*) FROM {source}"  # noqa: S608
                (count,) = connection.execute(query).fetchone() or (0,)
                of_bulks += int(count)
        return self.counts["loaded_measurement"] + of_bulks

    def has(self, table: str) -> bool:
        """Are there rows of this table, without the rows of bulks?"""
        return table in self.paths and self.paths[table].stat().st_size > 0

    @property
    def aside(self) -> dict[str, Aside]:
        """Of each file of pushed rows, by its name: the rows that are set aside."""
        rows = {}
        for name in self.pushed:
            unreadable, other = self.unreadable.get(name, []), self.contradicted.get(name, Aside())
            reasons = (*unreadable, *other.reasons)[:MOST_SHOWN]
            rows[name] = Aside(len(unreadable) + other.rows, reasons)
        return rows

    def insert(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Copy all rows into temporary tables named `staged_...` after their tables."""
        for table in TABLES:
            # `name` is what messages call a file, which is not stored.
            name = ", NULL::TEXT AS name" if table == "loaded_file" else ""
            connection.execute(
                f"CREATE TEMP TABLE staged_{table} AS SELECT *{name} FROM {table} LIMIT 0"  # noqa: S608
            )
            if self.has(table):
                path = self.paths[table]
                described = connection.table(f"staged_{table}")
                columns = dict(zip(described.columns, map(str, described.types), strict=True))
                rows = (
                    "read_parquet($file)"
                    if path.suffix == ".parquet"
                    else f"read_json($file, columns = {columns!r}, format = 'newline_delimited', "
                    "maximum_object_size = 1000000)"
                )
                connection.execute(
                    f"INSERT INTO staged_{table} BY NAME SELECT * FROM {rows}",  # noqa: S608
                    {"file": sql.path_literal(path)},
                )
        for table_, values, keys in self.bulks:
            file = table_.file
            try:
                bulk.insert(connection, table_, values, keys, "staged_loaded_measurement")
            except (duckdb.DataError, duckdb.ProgrammingError) as error:
                reason = foreign.with_name(str(error), file.name).splitlines()[0][:200]
                raise file.refused(reason, "Parquet") from error
            if not file.unchanged():
                raise file.refused("changed while it was read", "a finished file")


def merge(
    connection: duckdb.DuckDBPyConnection,
    staged: Staged,
    *,
    replace: bool,
    running_in: Path | None = None,
    otherwise: str = REPLACE,
) -> list[str]:
    """Add the staged rows to the loaded ones; returns notes, one line each.

    A note is a number of items that stays though a file states another, or names runs that an earlier load made of the
    same files. `running_in` is the store, where tools still write to the files: later values replace earlier ones, and
    a note says which. `otherwise` is what a message advises that refuses numbers or answers.

    Raises IngestError where a run has other numbers or answers already, or a source is called as the load,
    NothingNewError where files that are still written say nothing new.
    """
    notes = _prepare(connection, staged, running_in)
    plain, alone = _is_plain(connection, staged)
    if not plain:
        sql.run(connection, "reread")
        if replace:
            sql.run(connection, "replace")
            plain, alone = _is_plain(connection, staged)
    if not running_in:
        sql.run(connection, "before")
    if plain:
        sql.run(connection, "add")
        sql.run(connection, "take_over" if alone else "add_numbers")
        if running_in:
            sql.run(connection, "superseded")
        return notes
    conflicts = sql.run(connection, "conflict").fetchall()
    if conflicts:
        raise ContradictionError([_refused(staged, otherwise, *row) for row in conflicts])
    others = sql.run(connection, "other_answers").fetchall()
    if others:
        raise ContradictionError([([row[0]], _other_answers(otherwise, *row)) for row in others])
    advice = f"; {REPLACE} takes it" if otherwise == REPLACE else ""
    notes.extend(
        line + advice * was_loaded
        for line, was_loaded in sql.run(connection, "other_size").fetchall()
    )
    notes.extend(_reread(connection, staged, replace=replace))
    sql.run(connection, "merge")
    if running_in:
        sql.run(connection, "superseded")
    return notes


def _prepare(
    connection: duckdb.DuckDBPyConnection, staged: Staged, running_in: Path | None
) -> list[str]:
    """Stage the rows, and find the loaded rows of the same runs; returns notes on units and on replaced values."""
    if running_in:
        # Rows keep the order of their files, by which the later one is known.
        connection.execute("SET preserve_insertion_order = true")
    staged.insert(connection)
    sql.run(connection, "edited")
    notes = [line for (line,) in sql.run(connection, "metric_units").fetchall()]
    if staged.has("sample"):
        notes += _without_closed(connection)
    notes += [line for (line,) in sql.run(connection, "lost").fetchall()]
    if staged.pushed:
        connection.execute(
            "CREATE OR REPLACE TEMP TABLE pushed_file AS SELECT unnest($pushed) AS sha256",
            {"pushed": list(staged.pushed.values())},
        )
        rows = sql.run(connection, "contradicted", {"shown": MOST_SHOWN}).fetchall()
        staged.contradicted = {path: Aside(count, reasons) for path, count, reasons in rows}
    if running_in:
        sql.run(connection, "before")
        notes += later.keep_later(connection, running_in)
    sql.run(connection, "changed")
    return notes


def _is_plain(connection: duckdb.DuckDBPyConnection, staged: Staged) -> tuple[bool, bool]:
    """Can the staged rows simply be added, and are their numbers the only ones?

    Raises IngestError if a bundled source is called as the load.
    """
    answer = sql.run(connection, "plain").fetchone()
    plain, staged.numbers, alone, bundled = answer or (False, 0, False, None)
    if bundled:
        raise IngestError(
            f"{bundled}: a bundled source is called so (expected a load of another name)"
        )
    return plain, alone


def _without_closed(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Leave out what may not be kept of problems of closed benchmarks; a note on each. IngestError for a setting."""
    notes = [line for (line,) in sql.run(connection, "closed_fields").fetchall()]
    found = sql.run(connection, "closed_settings").fetchone()
    if found:
        path, benchmark, setting = found
        raise IngestError(
            f"{path}: the setting {setting:.60} describes each problem of {benchmark}, whose authors ask that "
            "these are not published (expected settings of runs alone)"
        )
    return notes


def _reread(
    connection: duckdb.DuckDBPyConnection, staged: Staged, *, replace: bool
) -> Iterator[str]:
    """A note on the runs that an earlier load made of the same files with other settings, where there are any."""
    (count,) = connection.execute("SELECT count(*) FROM reread_run").fetchone() or (0,)
    if count:
        runs = f"{count} run{'s' * (count != 1)}"
        fate = (
            "gone" if replace else f"still loaded: {REPLACE} with the same settings takes them out"
        )
        yield (
            f"{staged.loaded_as}: of an earlier load of the same files {runs} with other settings "
            f"{'is' if count == 1 else 'are'} {fate}"
        )


def _refused(
    staged: Staged,
    otherwise: str,
    path: str,
    run: str,
    benchmark: str,
    metric: str,
    value: float,
    other: float,
    other_path: str,
    locator: str,
    other_locator: str,
    model: str,
    of_this_load: bool,
) -> tuple[list[str], str]:
    """The files with two numbers of one run, benchmark and metric; a line on where both are, and the columns not read.

    `otherwise` is what helps if the other number was loaded before; of one load neither can replace the other.
    """
    helping = staged.unread.get(path, ())
    columns = ", ".join(name[:LONGEST_NAME] for name in helping)
    besides = f"; not read: {columns:.{_LONGEST_LIST}}" if columns else ""
    keep = (
        f"; if {'it' if len(helping) == 1 else 'one'} differs, {hint(helping[:MOST])}"
        if helping
        else ""
    )
    if not keep and path == other_path and locator.startswith("row "):
        keep = "; repeats have a column 'repeat' that numbers them"
    if not keep and path != other_path and of_this_load:
        keep = '; load one of them, or keep both apart: `reasonboard load --from "{file}"`'
    expected = (
        "one number for a run"
        if of_this_load
        else f"the same numbers for the same run, or {otherwise}"
    )
    return (
        [path, other_path],
        f"{path}: run {run}, {model:.60}, {benchmark}, {metric} is {value:g} ({locator}), and {other:g} "
        f"in {other_path} ({other_locator}){besides} (expected {expected}{keep})",
    )


def _other_answers(
    otherwise: str,
    path: str,
    run: str,
    model: str,
    benchmark: str,
    metric: str,
    new: int,
    missing: int,
    other: int,
    item: str | None,
    mean: float | None,
    mean_before: float | None,
) -> str:
    """The message for answers that differ from the loaded ones of their run: how many, and the first of them."""
    where = f"{path}: run {run}, {model:.60}, {benchmark:.60}, {metric:.60}"
    expected = f"expected the same answers for the same run, or {otherwise}"
    if not other:
        return f"{where}: {new:,} answers more, and {missing:,} that are loaded are not there ({expected})"
    scores = " before, now ".join(
        "without a score" if score is None else f"{score:g}" for score in (mean_before, mean)
    )
    and_more = f", and {other - 1:,} more differ" if other > 1 else ""
    return f"{where}: item {item:.60} was {scores}{and_more} ({expected})"
