"""The TOML next to a table: its reading in the words that are typed after `--as`, or a study."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.read import ENDINGS
from reasonboard.ingest.readers.tables.answers import NONE, Answers, words
from reasonboard.ingest.readers.tables.reading import TableReading

AS, CONSTANTS = "as", "constants"
_WIDE, _SETTINGS = "wide", "settings"
_TABLES = (AS, "columns", CONSTANTS)
_TEXTS = ("unit", "sheet", _WIDE)
_EXPECTED = (
    f"[{AS}] with COLUMN = what it is, [{CONSTANTS}], unit, sheet, {_SETTINGS} = [COLUMN, ...] or "
    f"{_WIDE} = 'len_{{task_length}}'"
)


def to_toml(readings: Sequence[TableReading]) -> str:
    """What stands in NAME.toml so that the tables of NAME.csv, and all of their shape, are read so; '' of none."""
    if not readings:
        return ""
    columns = [each for reading in readings for each in reading.columns if each.header]
    said = {each.header: words(each) for each in columns}
    spread = [each for each in columns if each.spread not in ("", "not said")]
    said |= {f"{each.header} ±": each.spread for each in spread}
    constants = {
        name: text
        for reading in readings
        for name, text in reading.constants.items()
        if "." not in name
        and name not in reading.guessed
        and all(one.constants.get(name) == text for one in readings)
    }
    lines = [
        f"# How {readings[0].name} is read: each column, then what holds of all rows.",
        f"[{AS}]",
        *(f"{_text(left)} = {_text(right)}" for left, right in said.items()),
    ]
    if constants:
        lines += ["", f"[{CONSTANTS}]"]
        lines += [f"{name} = {_text(text)}" for name, text in constants.items()]
    return "\n".join(lines) + "\n"


def answers_of(document: Mapping[str, Any], name: str) -> Answers:
    """What a TOML says of a table; raises IngestError for what is no reading."""
    pairs: list[tuple[str, str]] = []
    for key, value in document.items():
        said: list[tuple[object, object]]
        if key in _TABLES and isinstance(value, Mapping):
            said = list(value.items())
        elif key in _TEXTS and isinstance(value, str):
            said = [(value, "value") if key == _WIDE else (key, value)]
        elif key == _SETTINGS and isinstance(value, list):
            said = [(column, "setting") for column in value]
        else:
            raise IngestError(f"{name}: {key:.60} (expected {_EXPECTED})")
        for left, right in said:
            if not isinstance(right, str | int | float):
                raise IngestError(f"{name}: {left} is {right!r:.60} (expected a text)")
            pairs.append((str(left), str(right)))
    return Answers(tuple(pairs))


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # a text of JSON is one of TOML


def table_of(file: File) -> Path | None:
    """The table next to a TOML."""
    beside = (file.path.with_suffix(ending) for ending in ENDINGS)
    return next((path for path in beside if path.is_file()), None)


def answers_beside(file: File) -> Answers:
    """The answers for a table from the TOML of its name; raises IngestError if it has anything else."""
    beside = file.beside(file.path.with_suffix(".toml").name)
    is_said = beside is not None and not declares_study(beside)
    return answers_of(beside.toml, beside.name) if beside and is_said else NONE


def declares_study(file: File) -> bool:
    """Is the TOML the file of a study, for `reasonboard study add`?"""
    try:
        return "roles" in file.toml
    except IngestError:
        return False
