"""Plain tables, one number or one answer in a row, or a matrix of numbers: CSV, TSV, JSON lines, Parquet, Excel."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats import item_fields, parquet, separated
from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import workbooks
from reasonboard.ingest.formats.records import (
    FRACTION,
    TOKEN_LENGTH,
    TOKENS,
    Found,
    Measurement,
    Run,
    Sample,
)
from reasonboard.ingest.readers.common import digests
from reasonboard.ingest.readers.tables.tidy import cells, column_k, tidy_csv, tidy_parquet
from reasonboard.ingest.readers.tables.tidy.columns import (
    LENGTHS,
    OF_NUMBER,
    UNITS,
    Columns,
    converted,
    is_tidy,
    is_wide,
    needed,
    run_of,
    understand,
)
from reasonboard.ingest.readers.tables.tidy.crossed_columns import CrossedColumns
from reasonboard.ingest.readers.tables.tidy.description import (
    Description,
    declares_study,
    describe,
    described_in,
)
from reasonboard.ingest.readers.tables.tidy.json_lines import JsonLines
from reasonboard.ingest.readers.tables.tidy.possible_settings import PossibleSettings
from reasonboard.ingest.readers.tables.tidy.unread_columns import UnreadColumns

Row = Mapping[str, Any]
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_OTHER_ENDINGS = (".jsonl", ".yaml", ".parquet", *sorted(workbooks.ENDINGS))
_MOST_COLUMNS = 1000
_BATCH = 10_000


def recognizes(file: File) -> bool:
    """Has it columns for a model, a benchmark and a value, or headed by numbers, or a description beside it?"""
    if file.path.suffix == ".toml":
        return _described_by(file) is not None
    described = bool(file.path_fields) or described_in(file) is not None
    if workbooks.recognizes(file):
        return True
    if file.path.suffix in _SEPARATORS:
        header = separated.header(file, _SEPARATORS[file.path.suffix])
        return described or is_tidy(header) or is_wide(header)
    names = list(parquet.columns(file) or file.first_row)
    return bool(names) and (described or is_tidy(names))


def missing(file: File) -> str | None:
    """What a table that is of no known tool would need to be read; None for what is no table."""
    if file.path.suffix in _SEPARATORS:
        header = separated.header(file, _SEPARATORS[file.path.suffix])
    else:
        header = list(parquet.columns(file))
    return needed(header, file.path.with_suffix(".toml").name) if header else None


def read(file: File) -> Iterator[Found | Bulk]:
    """A run for each group of rows that follow each other with the same conditions.

    The unit stands in a column `unit` or in the description beside the file (`NAME.toml`); it is
    never guessed from the values. Raises IngestError with the line of the first row that is not
    understood.
    """
    table = _described_by(file) if file.path.suffix == ".toml" else None
    if table and declares_study(file):
        raise Skip(f"a study: `reasonboard study add {shlex.quote(file.name)}` makes its page")
    if table:
        raise ReadWith(file.at(table), table.name)
    yield from read_as(file, describe(file))


def read_as(file: File, description: Description) -> Iterator[Found | Bulk]:
    """The same of a table that is described so."""
    whole = _bulk(file, description)
    if whole:
        yield whole
        return
    notes: list[str] = []
    header, lines = _lines(file, description, notes)
    first = next(lines, (1, {}))
    lines = chain([first], lines) if first[1] else lines
    columns = understand(file, header, description, first[1])
    possible = PossibleSettings(columns.left)
    runs = _runs(file, possible.passing(lines), columns, description)
    yield from _with_unread(runs, possible, notes, of_answers=columns.has_samples)


def _with_unread(
    runs: Iterator[Found], possible: PossibleSettings, notes: list[str], *, of_answers: bool
) -> Iterator[Found]:
    """The same, and with the last of them the columns that are not read and the notes: by then all rows are seen."""
    last: Found | None = None
    for run in runs:
        if last:
            yield last
        last = run
    if last is None:
        raise Skip("a header without rows")
    unread = replace(possible.unread(), of_answers=of_answers)
    yield replace(last, unread=unread, notes=[*last.notes, *notes])


def _runs(
    file: File, lines: Iterator[tuple[int, Row]], columns: Columns, description: Description
) -> Iterator[Found]:
    """The run of the rows that follow each other with the same conditions, with some of them each time."""
    unread = UnreadColumns(file, columns, description.decimal)
    crossed = CrossedColumns(file, columns)
    rows = (
        row
        for line, raw in lines
        for row in crossed.checked(
            raw, unread.checked(raw, _rows(file, line, raw, columns, description))
        )
    )
    repeats: Counter[tuple[str, str]] = Counter()
    for run, group in groupby(rows, key=lambda row: row[0]):
        while batch := [row[1:] for row in islice(group, _BATCH)]:
            if columns.has_samples:
                yield Found(run, (), [_sample(fields, place, repeats) for place, fields in batch])
            else:
                measurements = [
                    each
                    for place, fields in batch
                    for each in _measurements(file, place, fields, description)
                ]
                yield Found(run, measurements)
    crossed.refuse()


def _bulk(file: File, description: Description) -> Bulk | None:
    """The table at once, where it can be read so."""
    if kinds := parquet.columns(file):
        names = checked_header(file, list(kinds))
        first = next(parquet.rows(file, "FROM {} LIMIT 1"), ())
        columns = understand(file, names, description, dict(zip(names, first, strict=False)))
        return tidy_parquet.bulk(file, columns, description)
    if file.path.suffix not in _SEPARATORS or not tidy_csv.is_large(file):
        return None
    separator = description.separator or _SEPARATORS[file.path.suffix]
    header = [name.strip() for name in separated.header(file, separator)]
    if not header:
        return None
    names = checked_header(file, header)
    fields = separated.first_row(file, separator)
    columns = understand(file, names, description, dict(zip(names, fields, strict=False)))
    return tidy_csv.bulk(file, header, columns, description, separator)


def _described_by(file: File) -> Path | None:
    """The table that this TOML lies beside."""
    beside = (file.path.with_suffix(ending) for ending in (*_SEPARATORS, *_OTHER_ENDINGS))
    return next((path for path in beside if path.is_file()), None)


def _lines(
    file: File, description: Description, notes: list[str]
) -> tuple[list[str], Iterator[tuple[int, Row]]]:
    """The header, and line number and cells of every row. What is left out of them is added to the notes."""
    if file.path.suffix in _SEPARATORS:
        separator = description.separator or _SEPARATORS[file.path.suffix]
        return _headed(file, separated.rows(file, separator))
    if workbooks.recognizes(file):
        return _headed(file, workbooks.rows(file, description.sheet))
    if kinds := parquet.columns(file):
        names = checked_header(file, list(kinds))
        rows = parquet.rows(file, "FROM {}")
        return names, (
            (line, dict(zip(names, row, strict=True))) for line, row in enumerate(rows, 1)
        )
    lines = JsonLines(file)
    notes += lines.notes
    return checked_header(file, lines.header), lines.rows()


def _headed(
    file: File, rows: Iterator[tuple[int, list[Any]]]
) -> tuple[list[str], Iterator[tuple[int, Row]]]:
    _, first = next(rows, (1, []))
    header = checked_header(file, [str(name).strip() for name in first])
    return header, ((line, dict(zip(header, row, strict=False))) for line, row in rows)


def checked_header(file: File, header: list[str]) -> list[str]:
    """The header; raises IngestError for too many columns, and for two that are called alike.

    One without a name is the index of pandas, or what a description calls it.
    """
    folded = [name.lower() for name in header]
    if len(header) > _MOST_COLUMNS:
        raise IngestError(
            f"{file.name}:1: {len(header)} columns (expected at most {_MOST_COLUMNS})"
        )
    if not any(folded) or len(set(folded)) < len(folded):
        twice = next((name for name in header if name and folded.count(name.lower()) > 1), "")
        which = f": {twice!r:.60}" if twice else ""
        raise IngestError(f"{file.name}:1: two columns of one name{which} (expected a header)")
    return header


def _rows(
    file: File, line: int, raw: Row, columns: Columns, description: Description
) -> Iterator[tuple[Run, str, dict[str, Any]]]:
    """Run, place and fields of a row; of each filled cell of a matrix."""
    place = f"{file.name}:{line}"
    values = {name: raw.get(column) for name, column in columns.column_of.items()} | dict(
        columns.constants
    )
    for column, stated in columns.wide or (("", {}),):
        cell = {"value": raw.get(column)} if column else {}
        if column and cell["value"] in (None, ""):
            continue
        fields = {
            name: value if name == "value" else converted(name, value, description.decimal, place)
            for name, value in {**values, **stated, **cell}.items()
            if value is not None and value != ""
        }
        for name in ("model", "benchmark"):
            if not fields.get(name):
                raise IngestError(f"{place}: {name} is {values.get(name)!r:.60} (expected a name)")
        if "subset" in fields:
            fields["benchmark"] += f":{fields['subset']}"
        fields.setdefault("metric", columns.metric)
        if "at_k" in fields:
            if fields["at_k"] < 1:
                raise IngestError(f"{place}: k is {fields['at_k']} (expected a number of attempts)")
            fields["metric"] = column_k.named(fields["metric"], fields["at_k"])
        fields["locator"] = f"row {line}" + (f", column {column}" if column else "")
        if columns.of_items:
            of_items = ((name, raw.get(column)) for column, name in columns.of_items.items())
            fields["item_fields"] = item_fields.as_json(of_items)
        yield run_of(raw, fields, columns), place, fields


def _measurements(
    file: File, place: str, fields: Mapping[str, Any], description: Description
) -> Iterator[Measurement]:
    """The value of a row and, where it states one, the mean length of an answer."""
    where: dict[str, Any] = {name: fields.get(name) for name in OF_NUMBER}
    if "tokens" in fields:
        yield Measurement(
            fields["benchmark"],
            TOKEN_LENGTH,
            fields["tokens"],
            TOKENS,
            fields["locator"],
            **where | {"stderr": None},
        )
    unit: str | None
    right, n_items = fields.get("correct_items"), fields.get("n_items")
    if "value" not in fields and right is not None:
        if n_items is None or not 0 <= right <= n_items:
            raise IngestError(f"{place}: {right} right of {n_items} (expected k of n, from 0 to n)")
        value, missing, unit = right / n_items if n_items else None, None, FRACTION
    else:
        unit = fields.get("unit") or description.unit
        if unit not in UNITS:
            wrong = f"unit is {unit!r:.60}" if unit else "no unit"
            raise IngestError(
                f"{place}: {wrong} (expected {', '.join(UNITS)} in a column 'unit', in "
                f"{file.path.with_suffix('.toml').name} or with `reasonboard load --unit UNIT`)"
            )
        value, missing = cells.value(fields.get("value"), description.decimal, place)
    metric = fields["metric"]
    yield Measurement(
        fields["benchmark"],
        TOKEN_LENGTH if unit == TOKENS and metric in LENGTHS else metric,
        value,
        unit,
        fields["locator"],
        missing,
        **where,
    )


def _sample(fields: Mapping[str, Any], place: str, repeats: Counter[tuple[str, str]]) -> Sample:
    """One answer to an item. Where no column numbers its repeats they are counted as they come."""
    if "item" not in fields:
        raise IngestError(f"{place}: no item (expected the name of a problem in each row)")
    item = (f"{fields['model']}\0{fields['benchmark']}\0{fields['metric']}", fields["item"])
    repeat = fields.get("repeat", repeats[item])
    repeats[item] += 1
    raw = fields.get("value")
    score, _ = cells.value(_truth(raw), ".", place) if raw is not None else (None, None)
    if score is not None and not 0 <= score <= 1:
        raise IngestError(f"{place}: score is {score:g} (expected 0 for wrong to 1 for right)")
    tokens = fields.get("tokens")
    return Sample(
        benchmark=fields["benchmark"],
        item=fields["item"],
        repeat=repeat,
        score=score,
        metric=fields["metric"],
        filter=fields.get("filter"),
        tokens_in=fields.get("tokens_in"),
        tokens_out=None if tokens is None else cells.whole_number(tokens, "tokens", place),
        finish=fields.get("finish"),
        answer=digests.of_answer(fields.get("answer")),
        item_fields=fields.get("item_fields"),
    )


def _truth(raw: Any) -> Any:
    words = {"true": 1, "false": 0}
    return float(raw) if isinstance(raw, bool) else words.get(str(raw).lower(), raw)
