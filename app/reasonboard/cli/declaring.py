"""Adding declared studies to a store: one is taken where its marks can be shown."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import duckdb

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.snapshot import declared as declared_studies
from reasonboard.store import database, foreign
from reasonboard.studies import STUDIES
from reasonboard.studies.own.declaration import LONGEST, DeclarationError, parse
from reasonboard.studies.own.declared import ITEM, SETTING, Declared

RESERVED = frozenset({
    "api", "assets", "embed", "explore", "healthz", "item", "metrics", "readyz", "sheet", "v",
    *(study.path for study in STUDIES),
})  # fmt: skip
"""Paths of pages and files of the product."""
_SHOWN = 8
"""How many settings a message lists."""
_MOST = {"places": ("x", 2_000), "colors": ("color", 200), "panels": ("panel", 200)}
"""How many values of each role a page can show."""


def read(path: Path) -> Declared:
    """The study of a file. Raises IngestError in one line for one that cannot be read or is not understood."""
    try:
        declared = parse(foreign.read(path, LONGEST), path.name)
    except OSError as error:
        raise IngestError(
            f"{path.name or path}: {error.strerror} (expected the file of a study)"
        ) from None
    except DeclarationError as error:
        raise IngestError(str(error)) from None
    if declared.path in RESERVED:
        raise IngestError(
            f"{path.name}: path is {declared.path} (expected a path that no page of Reasonboard uses)"
        )
    return declared


def add(data: Path, store: Path, studies: Sequence[Declared], *, in_folder: bool = False) -> None:
    """Publish a snapshot with these studies.

    Raises IngestError for two of one path, and for one whose roles the loaded numbers do not fit: it shows none, its
    numbers differ in a column without a role, or a role has too many values. The store stays as it was then.
    """
    by_path = {study.path: study for study in studies}
    if len(by_path) < len(studies):
        twice = next(study.path for study in studies if by_path[study.path] is not study)
        raise IngestError(f"two studies have the path {twice} (expected one study for each path)")

    def check(connection: duckdb.DuckDBPyConnection, path: str) -> None:
        _refuse_unfit(connection, by_path[path])

    declared_studies.add(data, store, [_roles(study, in_folder) for study in studies], check)


def add_folder(data: Path, store: Path, folder: Path) -> list[str]:
    """Make the studies of a folder match its files; a line for each file that is refused.

    A study stays as it is where its file was not changed, and where that cannot be taken now; one whose file is gone is
    taken out. Raises StoreError for a store that cannot be written to.
    """
    known = {row["path"]: row["text"] for row in database.query("studies/own/in_folder")}
    problems: list[str] = []
    kept: set[str] = set()
    if not folder.is_dir():
        return [
            f"REASONBOARD_STUDIES: {folder} is not a folder (expected one with the files of studies)"
        ]
    for path in sorted(folder.glob("*.toml")):
        try:
            declared = read(path)
            kept.add(declared.path)
            if known.get(declared.path) != declared.text:
                add(data, store, [declared], in_folder=True)
        except IngestError as error:
            problems.append(f"{error}. It was not added")
    if not problems and (removed := sorted(set(known) - kept)):
        declared_studies.remove(data, store, removed)
    return problems


def _roles(declared: Declared, in_folder: bool) -> declared_studies.Roles:
    return declared_studies.Roles(
        path=declared.path,
        text=declared.text,
        rows_of=declared.rows_of,
        metrics=declared.metrics,
        wanted=declared.wanted,
        x=declared.x.column,
        color=declared.color,
        panel=declared.panel,
        cost=declared.cost,
        filters=declared.filters,
        averaged=declared.averaged,
        in_folder=in_folder,
        x_order=declared.x.order,
    )


def _refuse_lacking(connection: duckdb.DuckDBPyConnection, declared: Declared) -> None:
    """Name the first condition that no loaded number meets."""
    lacking = connection.execute(database.text("studies/own/lacking"), {"study": declared.path})
    if row := lacking.fetchone():
        place, value = row
        raise IngestError(
            f"{declared.path}: {place} is {value:.60}, but no loaded number has that value "
            "(expected values that `reasonboard query 'FROM result'` shows)"
        )


def _stated(connection: duckdb.DuckDBPyConnection, column: str) -> str:
    """Columns to use instead of one that no number states."""
    if column.startswith(ITEM):
        return f"problems with that field, kept with `reasonboard load --settings {shlex.quote(column)}`"
    if not column.startswith(SETTING):
        return "one of the columns that `reasonboard query 'DESCRIBE result'` shows"
    known = connection.execute(database.text("studies/own/known_settings")).fetchall()
    names = ", ".join(f"{SETTING}{name}" for (name,) in known[:_SHOWN])
    others = " and others" * (len(known) > _SHOWN)
    name = shlex.quote(column.removeprefix(SETTING))
    return f"{names}{others}, or what `reasonboard load --settings {name}` keeps"


def _refuse_unfit(connection: duckdb.DuckDBPyConnection, declared: Declared) -> None:
    cursor = connection.execute(
        database.text("studies/own/faults"), {"study": declared.path, "baseline": declared.baseline}
    )
    names = [column[0] for column in cursor.description or ()]
    counts = dict(zip(names, cursor.fetchone() or (), strict=True))
    if not counts["marks"]:
        _refuse_lacking(connection, declared)
        column = declared.x.column
        raise IngestError(
            f"{declared.path}: none of the numbers that `rows` selects has {column} "
            f"(expected {_stated(connection, column)})"
        )
    scale = declared.x.scale or (f'of the unit "{declared.x.unit}"' if declared.x.unit else "")
    if counts["words"] and scale and scale != "names" and not declared.x.order:
        words = counts["words"]
        raise IngestError(
            f"{declared.path}: roles.x is {scale}, and {len(words):,} of its {counts['places']:,} values "
            f"{'is not a number' if len(words) == 1 else 'are not numbers'}: {words[0]:.60} (expected "
            'numbers of one unit, or scale = "names")'
        )
    if declared.baseline and not counts["at_baseline"]:
        raise IngestError(
            f"{declared.path}: roles.baseline is {declared.baseline:.60}, but no number has that "
            f"{declared.x.column} (expected a value of x)"
        )
    for count, (role, most) in _MOST.items():
        if counts[count] > most:
            raise IngestError(
                f"{declared.path}: roles.{role} has {counts[count]:,} values (expected at most {most:,})"
            )
    if counts["differing"]:
        first = counts["differing"][0]
        others = ", ".join(mark["name"] for mark in counts["differing"])
        raise IngestError(
            f"{declared.path}: {first['marks']:,} cells have several values that differ in {others} "
            "(expected a role for each, such as color, panel, filter or average, or one value in rows.where)"
        )
