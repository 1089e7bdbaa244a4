"""Tables of any form, by the roles of their columns."""

import shlex
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from weakref import WeakKeyDictionary

from reasonboard.ingest.formats import item_fields, kept_reading, parquet
from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.formats.extra_settings import is_name
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import workbooks
from reasonboard.ingest.formats.grids.delimited import FIRST_ROWS
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.grids.read import grids, may_have_tables
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.tables import csv_copy, logged
from reasonboard.ingest.readers.tables.answers import Answers, answered, parse
from reasonboard.ingest.readers.tables.at_once import AtOnce, is_plain
from reasonboard.ingest.readers.tables.file_reading import FileReading, is_of_results, read_tables
from reasonboard.ingest.readers.tables.found import TableRows
from reasonboard.ingest.readers.tables.found_answers import not_read, runs
from reasonboard.ingest.readers.tables.oriented import Oriented, pieces
from reasonboard.ingest.readers.tables.reading import Question, Role, TableReading
from reasonboard.ingest.readers.tables.sentences import sentence
from reasonboard.ingest.readers.tables.shown import SENTENCES, sentences, shown
from reasonboard.ingest.readers.tables.toml_form import (
    answers_beside,
    declares_study,
    table_of,
    to_toml,
)

_DOCUMENTS = frozenset({".json", ".yaml", ".yml", ".jsonl", ".ndjson", ".txt"})
_grids_of = WeakKeyDictionary[File, list[Grid]]()
"""The tables of files that were recognized by them, until they are read."""


class QuestionError(IngestError):
    """What a person has to say of a table before it is read."""

    def __init__(self, name: str, question: Question) -> None:
        super().__init__(f"{name}: {question.line()}")
        self.question = question


def recognizes(file: File) -> bool:
    """Is it a table of no known tool, or a description of how to read one?"""
    if file.path.suffix == ".toml":
        return table_of(file) is not None
    if logged.is_followed(file) or workbooks.recognizes(file) or parquet.columns(file):
        return True
    return may_have_tables(file) and _has_tables(file)


def read(file: File) -> Iterator[Found | Bulk]:
    """The runs of a file; raises QuestionError, or Skip if none of its tables has results."""
    table = table_of(file) if file.path.suffix == ".toml" else None
    if table and declares_study(file):
        raise Skip(f"a study: `reasonboard study add {shlex.quote(file.name)}` makes its page")
    if table:
        raise ReadWith(file.at(table), table.name)
    yield from logged.read(file) if logged.is_followed(file) else tables(file)


def tables(file: File) -> Iterator[Found | Bulk]:
    """The runs of all tables of a file.

    What the load says of its tables counts before the TOML beside the file, and that before how tables of this shape
    were read earlier.
    """
    head = _grids_of.pop(file, None) or list(grids(file))
    whole = _read(file, head)
    if len(head) == len(whole.good) == 1 and _can_stream(head[0], *whole.good[0]):
        (grid,), (reading, table) = head, whole.good[0]
        unread = _unread(reading, table)
        if bulk := _at_once(file, grid, reading, table):
            told = not_read(unread) if grid.again else [sentence(reading, table)]
            yield replace(bulk, notes=[*told, *whole.notes], unread=unread)
            return
        if grid.again:  # only its first rows are known here, which make no sentence
            rows = TableRows(file, reading, table, head=table)
            every = pieces(table, grid.each(), grid.decimal)
            yield from runs(rows, every, unread, not_read(unread), whole.notes)
            return
    if any(grid.again for grid in head):
        whole = _read(file, [grid.whole() for grid in head])
    first: list[Found] = []
    for reading, table in whole.good:
        rows, unread = TableRows(file, reading, table), _unread(reading, table)
        said = [] if file.running else [sentence(reading, table)]  # not each time that it grows
        for found in runs(rows, [table], unread, said, whole.notes):
            if len(first) < SENTENCES and found.measurements:
                first.append(found)
            yield found
    if file.shown:
        file.shown.sentences = list(sentences(first))


def _unread(reading: TableReading, table: Oriented) -> list[str]:
    """The columns that mean nothing here and could be settings: no prose."""
    every = zip(reading.columns, table.contents, strict=False)
    return [
        column.header
        for column, content in every
        if column.role is Role.UNUSED and is_name(column.header) and not content.is_long
    ]


def _can_stream(grid: Grid, reading: TableReading, table: Oriented) -> bool:
    """Can its rows be read some at a time, each as the first ones are?"""
    is_plain = not (reading.turned or grid.sections or grid.keys or grid.filled)
    return is_plain and len(table.said) == len(grid.headers)


def _at_once(file: File, grid: Grid, reading: TableReading, table: Oriented) -> Bulk | None:
    """The table as the database reads it; None if it is small or has to be read row by row."""
    is_small = len(grid.rows) < FIRST_ROWS or table.rows < len(grid.rows) or file.is_to_show
    if (is_small and not grid.again) or not is_plain(reading, table):
        return None
    if parquet.columns(file):
        whole = AtOnce(file, reading, table)
        return whole.bulk() if whole.fits() else None
    if not csv_copy.may_copy(file, reading, table):
        return None
    with suppress(IngestError):  # reading row by row gives a longer message
        if (copy := csv_copy.copied(file, reading)) and file.room:
            bulk = AtOnce(file, reading, table, copy, 2).bulk()
            missing = parquet.check(bulk, file.room.goes_on) if bulk else None
            return bulk and replace(bulk, runs=list(bulk.runs), missing=missing)
    return None


def _read(file: File, every: list[Grid]) -> FileReading:
    """How the tables of a file are read, and a note where an earlier reading says some of it.

    Raises Skip if none is one of results, QuestionError if a person has to say something first.
    """
    answers = Answers((*answers_beside(file).pairs, *parse(file.answers).pairs))
    stated = {**({"unit": file.unit} if file.unit else {}), **file.path_fields}
    whole = read_tables(every, answers, stated)
    if named := _settings(file, whole):
        answers = Answers((*answers.pairs, *named))
        whole = read_tables(every, answers, stated)
    shapes = [reading.shape for reading in whole.readings]
    earlier = next((file.kept_readings[one] for one in shapes if one in file.kept_readings), None)
    if earlier:
        answers = Answers((*parse(earlier.said).pairs, *answers.pairs))
        whole = read_tables(every, answers, stated)
    said = [f"{left}={right}" for left, right in answers.pairs]
    file.answered |= answered(answers, whole.readings)
    file.reading = kept_reading.text(shapes, said, to_toml([one for one, _ in whole.good]))
    if file.is_to_show:
        file.shown = shown(every, whole, answers, stated, earlier.load if earlier else "")
    if whole.refused:
        raise Skip(whole.refused)
    if whole.question:
        raise QuestionError(file.name, whole.question)
    before = [f"read as {earlier.file} of load {earlier.load!r} was"] if earlier else []
    return replace(whole, notes=[*before, *whole.notes])


def _settings(file: File, whole: FileReading) -> list[tuple[str, str]]:
    """The columns that the load names: settings with their names, and fields of problems."""
    named = []
    for reading in whole.readings:
        unread = [column.header for column in reading.of(Role.UNUSED)]
        if reading.of_answers:
            settings = [column.header for column in reading.of(Role.SETTING)]
            unread += [header for header in settings if file.extra_settings.of_field(header)]
            of_problems = item_fields.columns(file.extra_settings, unread)
            named += [(header, "said of the problem") for header in of_problems]
        for column in reading.columns:
            may_be = column.role in (Role.UNUSED, Role.SETTING) or column.name == "item_field"
            name = file.extra_settings.of_column(column.header) if may_be else None
            if name and name != column.name:
                named.append((column.header, f"setting {name}"))
    return named


def _has_tables(file: File) -> bool:
    """Has it tables; of a document, one that is of results?"""
    try:
        every = _grids_of[file] = list(grids(file))
    except Skip:
        return False
    except IngestError:  # settings of other programs, or the words of a tokenizer
        if file.path.suffix.lower() in _DOCUMENTS and not file.first_row:
            return False
        raise
    if file.path.suffix.lower() not in _DOCUMENTS or answers_beside(file):
        return bool(every)
    return any(map(is_of_results, every))


READER = Reader("tables", recognizes, read)
