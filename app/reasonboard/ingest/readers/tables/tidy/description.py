"""What a table does not say itself: a TOML of the same name beside it."""

from dataclasses import dataclass, field
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File

_KINDS: dict[str, tuple[type, str]] = {
    "unit": (str, "a text"),
    "wide": (str, "a text such as 'len_{task_length}'"),
    "separator": (str, "one character"),
    "decimal": (str, "'.' or ','"),
    "sheet": (str, "the name of a sheet"),
    "settings": (list, "a list of columns"),
    "columns": (dict, "a table: column = field"),
    "constants": (dict, "a table: field = value"),
}


@dataclass(frozen=True)
class Description:
    """The description of a table; without a file beside it, the usual one."""

    unit: str | None = None
    """Of the values: 'fraction', 'percent', 'tokens' or 'hours'."""
    wide: str | None = None
    """How the columns are named that hold values, their fields in braces: `type_{task_type}_len_{task_length}`."""
    separator: str | None = None
    decimal: str = "."
    sheet: str | None = None
    """Of a workbook."""
    settings: tuple[str, ...] = ()
    """Columns that are settings of the run."""
    columns: dict[str, str] = field(default_factory=dict)
    """Column -> field, where the column is not called as usual."""
    constants: dict[str, Any] = field(default_factory=dict)
    """Fields that have one value in every row."""


def described_in(file: File) -> File | None:
    """The TOML that describes a table: the one of its name beside it, unless that declares a study."""
    beside = file.beside(file.path.with_suffix(".toml").name)
    return None if beside is None or declares_study(beside) else beside


def declares_study(file: File) -> bool:
    """Is the TOML the file of a study, for `reasonboard study add`?"""
    try:
        return "roles" in file.toml
    except IngestError:
        return False


def describe(file: File) -> Description:
    """The description beside a table; raises IngestError for one that is not understood."""
    beside = described_in(file)
    if beside is None:
        return Description(unit=file.unit, constants=dict(file.path_fields))
    about = beside.toml
    for key, value in about.items():
        if key not in _KINDS:
            raise IngestError(f"{beside.name}: {key:.60} (expected one of {', '.join(_KINDS)})")
        kind, words = _KINDS[key]
        if not isinstance(value, kind) or (key == "separator" and len(str(value)) != 1):
            raise IngestError(f"{beside.name}: {key} is {value!r:.60} (expected {words})")
    if about.get("decimal", ".") not in (".", ","):
        raise IngestError(
            f"{beside.name}: decimal is {about['decimal']!r:.60} (expected '.' or ',')"
        )
    plain = {
        "unit": file.unit,
        **about,
        "settings": tuple(str(setting) for setting in about.get("settings", ())),
        "columns": {str(column): str(field) for column, field in about.get("columns", {}).items()},
        "constants": {name.lower(): value for name, value in about.get("constants", {}).items()}
        | dict(file.path_fields),
    }
    return Description(**plain)
