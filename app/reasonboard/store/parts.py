"""The parts of a store: files with what was loaded, which never change, each named by its content."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from reasonboard.store.errors import REPAIR, DataError, StoreError
from reasonboard.store.reading import attached, literal, path_literal, tables
from reasonboard.store.sealed import copy, rename_durably, sha256_of

FOLDER = "parts"
ANSWERS = "sample-"
"""How the names of parts with answers begin; others have the rows of tables (see journal.py)."""
_SUFFIX = ".parquet"
NEEDED = "(SELECT DISTINCT run, benchmark, metric, part FROM sample_part)"
"""SQL for what a snapshot needs of its parts."""
_AGAIN = (
    "Restore it from a backup, load the files of its runs again (`reasonboard load --replace`), or take the runs out "
    "(`reasonboard remove`)"
)


def name_of(sha256: str) -> str:
    """What a part with this content is called."""
    return f"{ANSWERS}{sha256[:16]}"


def path_of(store: Path, name: str) -> Path:
    """The file of a part."""
    return store / FOLDER / f"{name}{_SUFFIX}"


def files_sql(paths: Iterable[Path]) -> str:
    """SQL for all rows of these files."""
    return f"read_parquet([{', '.join(literal(path_literal(path)) for path in paths)}])"


def rows_sql(paths: Iterable[Path], wanted: str) -> str:
    """SQL for the rows of these parts that are still needed: others were taken out since.

    `wanted` is SQL for the columns run, benchmark, metric and part of those that are.
    """
    return (
        "SELECT * EXCLUDE (file, part) FROM (SELECT *, parse_filename(filename, true) AS file FROM "  # noqa: S608
        f"{files_sql(paths)}) JOIN {wanted} USING (run, benchmark, metric) WHERE part = file"
    )


def named_by(snapshot: Path) -> dict[str, str]:
    """Name -> sha256 of the parts that a snapshot names; {} for one of an earlier release.

    Raises duckdb.Error for what is no snapshot.
    """
    with attached(snapshot) as connection:
        there = {"stored_part", "journal"} & tables(connection)
        rows = (connection.execute(f"SELECT name, sha256 FROM old.{table}") for table in there)  # noqa: S608
        return {name: sha256 for found in rows for name, sha256 in found.fetchall()}


def problem(store: Path, name: str, sha256: str) -> str:
    """What is wrong with a part, in one line without the folder of the store; '' where it is as it was written."""
    path = path_of(store, name)
    try:
        if sha256_of(path) == sha256:
            return ""
        wrong = "damaged"
    except FileNotFoundError:
        wrong = "missing"
    except OSError as error:
        wrong = f"not readable ({error.strerror})"
    shown = path.relative_to(store).as_posix()
    advice = _AGAIN if name.startswith(ANSWERS) else REPAIR
    return f"{shown}: {wrong} (expected a file with sha256 {sha256[:16]}...). {advice}"


def sound(store: Path, name: str, sha256: str) -> Path:
    """The file of a part that is as it was written. Raises DataError with what is wrong."""
    wrong = problem(store, name, sha256)
    if wrong:
        raise DataError(wrong)
    return path_of(store, name)


def problems(store: Path, named: Mapping[str, str]) -> list[str]:
    """A line for each of these parts that is not as it was written."""
    found = (problem(store, name, sha256) for name, sha256 in sorted(named.items()))
    return [f"{store}/{wrong}" for wrong in found if wrong]


def take_in(folder: Path, store: Path) -> None:
    """Let the finished files of a folder be parts of the store; a part of the same name has the same content."""
    for path in sorted(folder.glob(f"*{_SUFFIX}")):
        target = path_of(store, path.stem)
        target.parent.mkdir(exist_ok=True)
        rename_durably(path, target)


def copy_all(source: Path, target: Path, named: Mapping[str, str]) -> None:
    """Copy these parts of a store to another one, where they are not there yet.

    Raises StoreError for one that is not as it was written.
    """
    for name, sha256 in named.items():
        if not problem(target, name, sha256):
            continue
        path = path_of(target, name)
        path.parent.mkdir(exist_ok=True)
        building = path.with_name(f"building-{path.name}")
        try:
            copy(sound(source, name, sha256), building)
            if sha256_of(building) != sha256:
                raise StoreError(
                    f"{path_of(source, name)}: it changed while it was read (expected a part that nobody writes to)"
                )
            rename_durably(building, path)
        except DataError as error:
            raise StoreError(f"{source}/{error}") from error
        finally:
            building.unlink(missing_ok=True)


def remove_others(store: Path, kept: Iterable[str]) -> None:
    """Remove the files that are none of these parts, as those of a command that was killed."""
    names = set(kept)
    for path in (store / FOLDER).glob(f"*{_SUFFIX}"):
        if path.stem not in names:
            path.unlink()
