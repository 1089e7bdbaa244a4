"""The parts of a store: files with what was loaded, which never change, each named by its content.

They lie in the store; those with answers are at the place of `answers.place_of` where there is one. What still lies in
the store is read there, and goes to the place with the next change.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

import duckdb

from reasonboard.store import answers
from reasonboard.store.errors import REPAIR, DataError, MissingError, RemoteError, StoreError
from reasonboard.store.places.place import Answers, Only
from reasonboard.store.reading import attached, files_sql, literal, old_rows
from reasonboard.store.sealed import copy, rename_durably, sha256_of

FOLDER = "parts"
ANSWERS = "sample-"
"""How the names of parts with answers begin; others have the rows of tables (see journal.py)."""
_SUFFIX = ".parquet"
_QUOTE = '"'
NEEDED = "(SELECT DISTINCT run, benchmark, metric, part FROM sample_part)"
"""SQL for what a snapshot needs of its parts."""
_ANSWER_PARTS = resources.files("reasonboard.store") / "answer_parts.sql"
_PARTIAL_KEYS = resources.files("reasonboard.store") / "partial_keys.sql"
_AGAIN = (
    "Restore a backup (`reasonboard restore DIR`), load the files of its runs again "
    "(`reasonboard load --replace PATH`), or take the runs out (`reasonboard remove RUN`)"
)
EARLIER = (
    "Only snapshots before the current one need it, for `rollback`: load the files of its runs again "
    "(`reasonboard load --replace PATH`), or leave it, as it goes with the next changes"
)
"""What to do where answers are lost that the current snapshot does not have."""


def name_of(store: Path, sha256: str) -> str:
    """What a part with answers of this content is called, when this store writes it."""
    name = f"{ANSWERS}{sha256[:16]}"
    return f"{name}-{answers.writer_of(store)}" if answers.address_of(store) else name


def path_of(store: Path, name: str) -> Path:
    """The file of a part that lies in the store."""
    return store / FOLDER / f"{name}{_SUFFIX}"


def folders(store: Path) -> list[Path]:
    """The folders whose files a connection has to be allowed to read."""
    address = answers.address_of(store)
    answers_folder = [Path(address.root)] if address and address.scheme == "file" else []
    return [store / FOLDER, *answers_folder]


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
    elsewhere_names = [name for name in listed if _place(store, name)]
    local_names = [name for name in listed if name not in elsewhere_names]
    selects = [files_sql(path_of(store, name) for name in local_names)] if local_names else []
    place = answers.place_of(store) if elsewhere_names else None
    if place:
        selects.append(
            place.rows_sql(connection, [f"{name}{_SUFFIX}" for name in elsewhere_names], only)
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
    if not engine or not names or not all(_place(store, name) for name in names):
        return None
    described = connection.execute(f"DESCRIBE {sql}", dict(values) or None).fetchall()
    needed = _needed_rows(connection, [name for name, is_whole in names.items() if is_whole])
    table = engine.ask(sql, values, [f"{name}{_SUFFIX}" for name in names], needed)
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
    needed = [f"file = {literal(f'{name}{_SUFFIX}')}" for name in whole_parts]
    keys = connection.execute(_PARTIAL_KEYS.read_text(), {"whole": whole_parts}).fetchall()
    for part, *key in keys:
        texts = zip(("run", "benchmark", "metric"), key, strict=True)
        of_key = " AND ".join(f"{column} = {literal(text)}" for column, text in texts)
        needed.append(f"(file = {literal(f'{part}{_SUFFIX}')} AND {of_key})")
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


def named_by(snapshot: Path) -> dict[str, str]:
    """Name -> sha256 of the parts that a snapshot names; {} for one of an earlier release.

    Raises duckdb.Error for what is no snapshot.
    """
    with attached(snapshot) as connection:
        return named_in(connection)


def named_in(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """The same of the snapshot that is attached as `old`."""
    return {
        name: sha256
        for table in ("stored_part", "journal")
        for name, sha256 in old_rows(connection, f"SELECT name, sha256 FROM old.{table}") or ()  # noqa: S608
    }


def problem(store: Path, name: str, sha256: str, advice: str = "") -> str:
    """What is wrong with a part, in one line with what to do; '' where it is as it was written.

    Raises RemoteError where the place of answers does not answer: nothing is known of the part then.
    """
    path = path_of(store, name)
    place = _place(store, name)
    address = f"{place.name}/{name}{_SUFFIX}" if place else str(path)
    try:
        digest = place.sha256_of(f"{name}{_SUFFIX}") if place else sha256_of(path)
        if digest == sha256:
            return ""
        wrong = "damaged"
    except (FileNotFoundError, MissingError):
        wrong = "missing"
    except OSError as error:
        wrong = f"not readable ({error.strerror})"
    advice = advice or (_AGAIN if name.startswith(ANSWERS) else REPAIR)
    return f"{address}: {wrong} (expected a file with sha256 {sha256[:16]}...). {advice}"


def _place(store: Path, name: str) -> Answers | None:
    """The place where a part is; None where it lies in the store."""
    if not name.startswith(ANSWERS) or path_of(store, name).exists():
        return None
    return answers.place_of(store)


def check_sound(store: Path, name: str, sha256: str) -> None:
    """Raise DataError with what is wrong with a part, RemoteError where its place does not answer."""
    wrong = problem(store, name, sha256)
    if wrong:
        raise DataError(wrong.removeprefix(f"{store}/"))


def problems(store: Path, digests: Mapping[str, str], advice: str = "") -> list[str]:
    """A line for each of these parts that is not as it was written."""
    lines = (problem(store, name, sha256, advice) for name, sha256 in sorted(digests.items()))
    return [wrong for wrong in lines if wrong]


def elsewhere(store: Path) -> set[str]:
    """The names of the parts that are at the place of answers; none where there is no such place."""
    place = answers.place_of(store)
    files = [file.name for file in place.files("")] if place else []
    return {
        Path(file).stem for file in files if file.startswith(ANSWERS) and file.endswith(_SUFFIX)
    }


def take_in(folder: Path, store: Path) -> None:
    """Let the finished files of a folder be parts of the store; a part of the same name has the same content.

    Those with answers go to their place first, and what lies in the store from before goes with them.
    """
    place = answers.place_of(store)
    if place:
        for files in (folder, store / FOLDER):
            for path in sorted(files.glob(f"{ANSWERS}*{_SUFFIX}")):
                place.put(path, path.name)
                path.unlink()
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        target = path_of(store, path.stem)
        target.parent.mkdir(exist_ok=True)
        rename_durably(path, target)


def copy_all(source: Path, target: Path, digests: Mapping[str, str]) -> None:
    """Copy these parts of a store to another one, where they are not there yet.

    Raises StoreError for one that is not as it was written.
    """
    stored_elsewhere = elsewhere(target)
    for name, sha256 in digests.items():
        if name in stored_elsewhere or not problem(target, name, sha256):
            continue
        path = path_of(target, name)
        path.parent.mkdir(exist_ok=True)
        building = path.with_name(f"building-{path.name}")
        try:
            _copy(source, name, sha256, building)
            place = answers.place_of(target) if name.startswith(ANSWERS) else None
            if place:
                place.put(building, path.name)
            else:
                rename_durably(building, path)
        finally:
            building.unlink(missing_ok=True)


def _copy(source: Path, name: str, sha256: str, target: Path) -> None:
    """Copy a part to a file; raises StoreError where it is not as it was written."""
    wrong = problem(source, name, sha256)
    if wrong:
        raise StoreError(wrong)
    place = _place(source, name)
    if place:
        place.fetch(f"{name}{_SUFFIX}", target)
    else:
        copy(path_of(source, name), target)
    if sha256_of(target) != sha256:
        raise StoreError(
            f"{path_of(source, name)}: it changed while it was read (expected a part that nobody writes to)"
        )


def remove_others(store: Path, current: Iterable[str]) -> None:
    """Remove the files that are none of these parts, as those of a command that was killed.

    At the place of answers those that this store wrote; where it does not answer, the next change removes them.
    """
    names = set(current)
    for path in (store / FOLDER).glob(f"*{_SUFFIX}"):
        if path.stem not in names:
            path.unlink()
    with suppress(RemoteError):
        place = answers.place_of(store)
        written = f"-{answers.writer_of(store)}" if place else ""
        for name in sorted(elsewhere(store) - names):
            if place and name.endswith(written):
                place.remove(f"{name}{_SUFFIX}")
