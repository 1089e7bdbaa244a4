"""The columns of a table that are settings because the load names them, or because they are written `settings.NAME`."""

from collections.abc import Collection, Sequence

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.extra_settings import MOST, is_name
from reasonboard.ingest.formats.files import File

_PREFIX = "settings."


def extra_columns(
    file: File, header: Sequence[str], free: Collection[str], usual: Collection[str]
) -> dict[str, str]:
    """Column -> what the setting is called, where that is not a usual one by the column's own name.

    `free` are the columns that mean nothing else, `usual` the settings by their own names. Raises IngestError where
    two columns would be the same setting, and for too many.
    """
    setting_of = {name: file.extra_settings.of_column(name) for name in header}
    chosen: dict[str, str] = {}
    for column in header:
        name = setting_of[column] or column
        prefixed = _without_prefix(column)
        if prefixed:
            name = file.extra_settings.of_column(prefixed) or prefixed
        if column not in free or not (setting_of[column] or prefixed) or name == column in usual:
            continue
        chosen[column] = name
    _refuse_too_many(file, sum(map(bool, map(_without_prefix, chosen))))
    _refuse_twins(file, {name: name for name in usual if name not in chosen}, chosen)
    return chosen


def _without_prefix(column: str) -> str:
    """The name of the setting that a column is written as; '' for any other column."""
    name = column[len(_PREFIX) :]
    return name if column.lower().startswith(_PREFIX) and is_name(name) else ""


def _refuse_too_many(file: File, count: int) -> None:
    if count > MOST:
        raise IngestError(f"{file.name}:1: {count} columns {_PREFIX}NAME (expected at most {MOST})")


def _refuse_twins(file: File, column_of: dict[str, str], chosen: dict[str, str]) -> None:
    for column, name in chosen.items():
        if column_of.setdefault(name, column) != column:
            raise IngestError(
                f"{file.name}:1: {column_of[name]!r} and {column!r} could both be the setting {name!r} (expected one)"
            )
