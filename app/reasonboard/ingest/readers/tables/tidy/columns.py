"""Which column of a table means what: fields, their usual other names, what a description says."""

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import (
    FRACTION,
    HOURS,
    PERCENT,
    TOKENS,
    VALUES,
    Measurement,
    NameOf,
    Run,
    Sample,
)
from reasonboard.ingest.formats.settings import KNOWN
from reasonboard.ingest.readers.tables.tidy import cells, column_k
from reasonboard.ingest.readers.tables.tidy.description import Description
from reasonboard.ingest.readers.tables.tidy.extra_columns import extra_columns
from reasonboard.store.fields import MEASUREMENT, MODEL, RUN, Field, fields_of

UNITS = (FRACTION, PERCENT, TOKENS, HOURS)
_NAMED_VALUES = frozenset(VALUES) - {"score", "correct"}


class _TableFields:
    """Columns of tables that become something else: part of a name, a metric, a value."""

    subset: Annotated[str, Field()]
    tokens: Annotated[float, Field(names=("token_length", "output_tokens", "tokens_out"))]
    """Of an answer, or their mean next to a value."""
    correct_items: Annotated[int, Field(names=("n_correct",))]
    at_k: Annotated[int, Field()]
    run_repeat: Annotated[str, Field()]
    """Which run of one configuration and build a number is of: `repeat`, but in a table of answers."""
    answer: Annotated[
        object, Field(names=("extracted_answer", "model_answer", "pred", "prediction"))
    ]


_RECORDS = (Run, Measurement, Sample, _TableFields)
_TOLD = {field.name: field for record in _RECORDS for field in fields_of(record)}
del _TOLD["tokens_out"]  # `tokens` has both
FIELDS = frozenset(_TOLD)
TEXTS, WHOLES, REALS = (
    frozenset(name for name, field in _TOLD.items() if field.type is kind)
    for kind in (str, int, float)
)
_ALIASES = {name: (name, *field.names) for name, field in _TOLD.items()}
_VALUES = _ALIASES["value"]
_FIRST = frozenset({"answer"})
"""Fields for which the first of several other names counts: next to a prediction, `answer` is the truth."""
_OF_ITEMS = frozenset({"task_type", "task_length"})
LENGTHS = _ALIASES["tokens"]
"""What the mean length of an answer is called, as a column or as the metric of a row in tokens."""
_FIELD_OF = {alias: name for name, aliases in _ALIASES.items() for alias in aliases} | {
    column_k.K: "correct_items"
}
_REPEAT = "run_repeat"
OF_RUN = tuple(_REPEAT if field.name == "repeat" else field.name for field in (*MODEL, *RUN))
OF_EVENT = ("seed", "build", _REPEAT)
"""Texts that are often written as numbers."""
OF_NUMBER = tuple(field.name for field in MEASUREMENT)
"""What a row of a table states of a number, apart from its benchmark, metric, value and unit."""
_NEEDED = ("model", "benchmark", "value")
EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Columns:
    """How the rows of one table are read."""

    column_of: Mapping[str, str]
    """Field -> column."""
    constants: Mapping[str, Any]
    settings: tuple[str, ...] = ()
    """Columns that are settings by their own names."""
    extra: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Columns that the load names, or that are written `settings.NAME` -> what the setting is called."""
    of_items: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Columns of a table of answers that say something of the problem -> what this field is called."""
    wide: tuple[tuple[str, dict[str, Any]], ...] = ()
    """Columns that hold values, with the fields that their names state."""
    left: tuple[str, ...] = dataclasses.field(default=())
    """Columns that mean nothing here: left out, with a note."""
    metric: str = "accuracy"
    """What the column of the values is called, where no column says the metric."""

    @property
    def has_samples(self) -> bool:
        return "item" in self.column_of

    @cached_property
    def of_settings(self) -> Mapping[str, str]:
        """Setting -> column."""
        return {name: name for name in self.settings} | {
            name: column for column, name in self.extra.items()
        }


def is_value(column: str) -> bool:
    """Is a column of this name read as the values of a table?"""
    return column.strip().lower() in _VALUES


def is_tidy(header: Iterable[str]) -> bool:
    """Are there columns for a model, a benchmark and a value?"""
    known = {name.strip().lower() for name in header}
    if not all(known & set(_ALIASES[need]) for need in ("model", "benchmark")):
        return False
    is_counted = column_k.K in known and (column_k.N in known or any(map(column_k.is_at_k, known)))
    return is_counted or bool(known & set(_ALIASES["value"]))


def needed(header: Iterable[str], about: str) -> str:
    """What a table with this header lacks, and where it can be stated."""
    known = {name.strip().lower() for name in header}
    lacking = [
        f"{need} ({', '.join(others)})" if (others := _ALIASES[need][1:]) else need
        for need in _NEEDED
        if not known & set(_ALIASES[need])
    ]
    named = "; ".join(lacking)
    stated = f"a table with columns for {named}: so named, or a file {about} beside it that says what they are"
    if known & set(_ALIASES["model"]) and len(lacking) == len(_NEEDED) - 1:
        stated += """, wide = "{benchmark}" where each other column is a benchmark"""
    return stated


def is_wide(header: list[str]) -> bool:
    """Is it a first column of names and then columns headed by numbers?"""
    rest = [name.strip() for name in header[1:]]
    numbers = sum(1 for name in rest if re.fullmatch(r"\d[\d.]*[kKmM]?(?:-\d+[kKmM]?)?", name))
    return numbers >= 3 and numbers == len(rest)  # noqa: PLR2004


def _check_fields(about: str, names: Iterable[str]) -> None:
    for name in names:
        if name not in FIELDS:
            raise IngestError(
                f"{about}: {name} is no field (expected one of {', '.join(sorted(FIELDS))})"
            )


def understand(
    file: File, header: list[str], description: Description, first: Mapping[str, Any] = EMPTY
) -> Columns:
    """How to read a table with this header and this first row.

    Raises IngestError for a field that two columns could be, for a constant or a mapping that is no
    field, and where model, benchmark or value are stated nowhere.
    """
    where = f"{file.name}:1"
    about = file.path.with_suffix(".toml").name
    mapped = [_FIELD_OF.get(name.lower(), name) for name in description.columns.values()]
    _check_fields(about, [*mapped, *description.constants])
    column_of = _by_field(where, header, description, about)
    if "item" not in column_of and column_of.get("repeat", "").lower() == "repeat":
        column_of[_REPEAT] = column_of.pop("repeat")
    # In a table of answers a type says what kind of problem it is, and is kept as it is called.
    for name in _OF_ITEMS - set(mapped) if "item" in column_of else {"answer"}:
        column_of.pop(name, None)
    if not description.wide and column_k.k_in(header) not in file.extra_settings.names:
        column_of |= column_k.fields_of_k(where, about, header, column_of, first)
        if "n_repeats" in column_of and column_of.get("n_items") == column_of["n_repeats"]:
            del column_of["n_items"]
    taken = set(column_of.values())
    rest = [name for name in header if name not in taken]
    wide = _wide(rest, description.wide, about) if description.wide else ()
    stated = {
        *column_of,
        *description.constants,
        *(field for _, fields in wide for field in fields),
    }
    if wide or "correct_items" in column_of:
        stated.add("value")
    for need in _NEEDED:
        if need not in stated:
            raise IngestError(f"{where}: no column for {need} {_expected(header, need, about)}")
    melted = {name for name, _ in wide}
    usual = [name for name in rest if name.lower() in KNOWN or name in description.settings]
    free = {name for name in rest if name not in melted}
    extra = extra_columns(file, header, free, usual)
    settings = tuple(name for name in usual if name not in extra)
    left = [name for name in rest if name not in {*settings, *extra, *melted}]
    of_items = item_fields.columns(file.extra_settings, left) if "item" in column_of else {}
    return Columns(
        column_of=column_of,
        constants=description.constants,
        settings=settings,
        extra=extra,
        wide=wide,
        of_items=of_items,
        left=tuple(name for name in left if name not in of_items),
        metric=_metric(column_of.get("value", ""), description.columns),
    )


def _by_field(
    where: str, header: list[str], description: Description, about: str
) -> dict[str, str]:
    column_of = {
        _FIELD_OF.get(name.lower(), name): column
        for column, name in description.columns.items()
        if column in header
    }
    missing = set(description.columns) - set(header)
    if missing:
        raise IngestError(
            f"{about}: there is no column {min(missing)!r} (expected one of the table's)"
        )
    for name in sorted(FIELDS - column_of.keys() - description.constants.keys()):
        aliases = _ALIASES[name]
        columns = [
            column
            for column in header
            if column.lower() in aliases and column not in description.columns
        ]
        if name in _FIRST:
            last_is_name = (*aliases[1:], name)
            columns = sorted(columns, key=lambda column: last_is_name.index(column.lower()))[:1]
        if len(columns) > 1:
            raise IngestError(
                f"{where}: {' and '.join(map(repr, columns[:2]))} could both be {name} "
                f"(expected one, or [columns] in {about})"
            )
        if columns:
            column_of[name] = columns[0]
    return column_of


def _wide(names: list[str], pattern: str, about: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """The columns whose names are as in the pattern, with the fields that stand in them."""
    fields = re.findall(r"\{(\w+)\}", pattern)
    if not fields or set(fields) - FIELDS or len(set(fields)) < len(fields):
        raise IngestError(
            f"{about}: wide is {pattern!r} (expected a name with fields in braces, such as 'len_{{task_length}}')"
        )
    parts = re.split(r"\{(\w+)\}", pattern)
    expression = re.compile(
        "".join(
            re.escape(part)
            if index % 2 == 0
            else f"(?P<{part}>{'.+?' if part in TEXTS else '[0-9][0-9.]*[kKmM]?'})"
            for index, part in enumerate(parts)
        )
    )
    matching = tuple(
        (name, match.groupdict()) for name in names if (match := expression.fullmatch(name.strip()))
    )
    if not matching:
        raise IngestError(
            f"{about}: no column is named so (expected columns as in wide = {pattern!r:.60})"
        )
    return matching


def _expected(header: list[str], need: str, about: str) -> str:
    if is_wide(header):
        return (
            f"(expected {about} to say what the columns {header[1]!r} to {header[-1]!r} are, for instance "
            'wide = "{step}", unit = "fraction", and [constants] for what the table does not state)'
        )
    usual = ", ".join(_ALIASES[need])
    return f"(expected a column {usual}, or [columns] or [constants] in {about})"


def _metric(column: str, described: Mapping[str, str]) -> str:
    """What the column of the values measures: what a description calls it, else its name, `acc` of `eval/acc`."""
    name = described.get(column, "")
    last = column.rpartition("/")[2]
    name = next(
        (candidate for candidate in (name, last) if candidate.lower() in _NAMED_VALUES), column
    )
    return "accuracy" if name.lower() in ("", "value", "score", "correct") else name


def converted(name: str, raw: Any, decimal: str, place: str) -> Any:
    """The raw cell of a field as what the field is; raises IngestError with the place."""
    if name == "answer":
        return raw
    if name == "params_b":
        return cells.billions(raw, decimal, place)
    if name in WHOLES:
        return cells.whole_number(raw, name, place)
    return cells.real(raw, name, decimal, place) if name in REALS else cells.text(raw, name, place)


def run_of(raw: Mapping[str, Any], fields: Mapping[str, Any], columns: Columns) -> Run:
    """The run of a row: its fields, and as settings the columns that are such."""
    settings: dict[str, Any] = {}
    for name, column in columns.of_settings.items():
        cell = raw.get(column)
        if column in columns.extra and isinstance(cell, float) and cell.is_integer():
            cell = int(cell)  # as a workbook writes a whole number
        if cell not in (None, ""):
            settings[name] = cell
    return Run(
        tool="table",
        model=fields["model"],
        name_of=NameOf.ROW,
        settings=settings,
        chosen=tuple(columns.of_settings),
        repeat=fields.get(_REPEAT),
        **{name: fields.get(name) for name in OF_RUN if name != _REPEAT},  # type: ignore[arg-type]
    )
