"""Large plain tables: their reading as the description by which rows are streamed, or read at once by the database."""

from typing import Any

from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.records import FRACTION, HOURS, PERCENT, TOKENS
from reasonboard.ingest.readers.tables.reading import LOST, PARTS, Column, Role, TableReading
from reasonboard.ingest.readers.tables.tidy.columns import FIELDS
from reasonboard.ingest.readers.tables.tidy.description import Description

_UNITS = (FRACTION, PERCENT, TOKENS, HOURS)
_FIELD_OF = {
    Role.MODEL: "model",
    Role.BENCHMARK: "benchmark",
    Role.VALUE: "value",
    Role.SCORE: "value",
    Role.ITEM: "item",
    Role.ATTEMPT: "repeat",
    Role.ANSWER: "answer",
    Role.N: "n_items",
    Role.STDERR: "stderr",
    Role.REPEATS: "n_repeats",
    Role.SUBSET: "subset",
}
_OF_FIELD = {"tokens_out": "tokens", "repeat": "run_repeat"}
_OF_CONSTANT = {"n": "n_items"}


def description_of(reading: TableReading, grid: Grid) -> Description | None:
    """How the rows of a table are read one by one; None if a row is more than one plain number or answer."""
    values = reading.of(Role.SCORE if reading.of_answers else Role.VALUE)
    if (
        len(values) != 1
        or reading.turned
        or reading.of(Role.METRIC, Role.UNIT, Role.K)
        or grid.keys
    ):
        return None
    (value,) = values
    unit = FRACTION if reading.of_answers else value.unit
    if unit not in _UNITS or value.stated or value.spread or value.benchmark:
        return None
    columns: dict[str, str] = {}
    for column in reading.columns:
        if column.role in LOST or column.role is Role.SETTING or column.name == "item_field":
            continue
        name = _field(column)
        if not name or name in columns.values():
            if column.role in PARTS:
                continue
            return None
        columns[column.header] = name
    constants: dict[str, Any] = {}
    for name, text in reading.constants.items():
        field = _OF_CONSTANT.get(name, name)
        if field in FIELDS and field not in columns.values():
            constants[field] = int(text) if field == "n_items" and text.isdigit() else text
    if value.metric and not reading.of_answers:
        constants["metric"] = value.metric
    settings = tuple(column.header for column in reading.of(Role.SETTING))
    return Description(
        unit=unit,
        decimal=grid.decimal or ".",
        settings=settings,
        columns=columns,
        constants=constants,
    )


def _field(column: Column) -> str:
    """The field that the reader of rows calls it; '' for what it does not have."""
    if column.role is Role.FIELD:
        name = _OF_FIELD.get(column.name, column.name)
        return name if name in FIELDS else ""
    return _FIELD_OF.get(column.role, "")
