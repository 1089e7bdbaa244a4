"""Tables: those whose columns are described or called as usual, and all others by the roles of their columns."""

from collections.abc import Iterator
from dataclasses import replace

from reasonboard.ingest.formats import kept_reading, parquet, separated
from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.grids.read import grids, may_have_tables
from reasonboard.ingest.formats.kept_reading import KeptReading
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.tables import found_answers
from reasonboard.ingest.readers.tables.answers import Answers, answered, parse
from reasonboard.ingest.readers.tables.file_reading import (
    FileReading,
    is_of_results,
    read_tables,
)
from reasonboard.ingest.readers.tables.found import TableRows
from reasonboard.ingest.readers.tables.large import description_of
from reasonboard.ingest.readers.tables.reading import Question
from reasonboard.ingest.readers.tables.sentences import sentence
from reasonboard.ingest.readers.tables.shown import SENTENCES, sentences, shown
from reasonboard.ingest.readers.tables.tidy import reader as described
from reasonboard.ingest.readers.tables.tidy.columns import is_tidy
from reasonboard.ingest.readers.tables.tidy.description import described_in
from reasonboard.ingest.readers.tables.toml_form import answers_of, is_reading, to_toml

_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_DOCUMENTS = frozenset({".json", ".yaml", ".yml", ".jsonl", ".ndjson", ".txt"})
_ITEM = ("item", "item_id", "doc_id", "question_id")
"""Columns of answers, which need no unit."""
_MOST_BYTES = 64 * 1024 * 1024


class QuestionError(IngestError):
    """What a person has to say of a table before it is read."""

    def __init__(self, name: str, question: Question) -> None:
        super().__init__(f"{name}: {question.line()}")
        self.question = question


def recognizes(file: File) -> bool:
    """Is it a table that states its columns, or one of no known tool?"""
    return described.recognizes(file) or _is_table(file)


def missing(file: File) -> str | None:
    """What a table that is of no known tool would need to be read; None for what is no table."""
    return described.missing(file)


def read(file: File) -> Iterator[Found | Bulk]:
    """The runs of a file; of a table by what describes it, else by the roles of its columns."""
    if _is_table(file):
        yield from tables(file)
    else:
        yield from described.read(file)


def tables(file: File) -> Iterator[Found | Bulk]:
    """The runs of all tables of a file; raises QuestionError, or Skip where none is a table of results.

    What the load says of its tables counts before the TOML beside the file, and that before how tables of this shape
    were read earlier.
    """
    head = list(grids(file))
    whole, earlier = _read(file, head)
    if any(grid.again for grid in head):
        if len(head) == len(whole.good) == 1 and (
            description := description_of(whole.good[0][0], head[0])
        ):
            yield from described.read_as(file, description)
            return
        whole, earlier = _read(file, [grid.whole() for grid in head])
    as_before = [f"read as {earlier.file} of load {earlier.load!r} was"] if earlier else []
    first: list[Found] = []
    for reading, table in whole.good:
        skipped: dict[str, int] = {}
        last: Found | None = None
        rows = TableRows(file, reading, table, skipped)
        for found in found_answers.found(rows) if reading.of_answers else rows.found():
            if last:
                yield last
            last = found
            if len(first) < SENTENCES and found.measurements:
                first.append(found)
        left = [f"left out: {count} {what}" for what, count in skipped.items()]
        if last:
            said = [sentence(reading, table), *as_before, *left, *whole.notes]
            yield replace(last, notes=[*last.notes, *said])
    if file.shown:
        file.shown.sentences = list(sentences(first))


def _read(file: File, every: list[Grid]) -> tuple[FileReading, KeptReading | None]:
    """How the tables of a file are read, and the earlier reading that says some of it.

    Raises Skip if none is one of results, QuestionError if a person has to say something first.
    """
    answers = parse(file.answers)
    if description := described_in(file):
        answers = Answers((*answers_of(description.toml, description.name).pairs, *answers.pairs))
    stated = {**({"unit": file.unit} if file.unit else {}), **file.path_fields}
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
    return whole, earlier


def _is_table(file: File) -> bool:
    """Is it a table that no description explains and that is no tidy table which states its unit?"""
    if not may_have_tables(file) or file.pushed_as or file.running:
        return False
    if description := described_in(file):
        return is_reading(description.toml)
    if file.status.st_size > _MOST_BYTES:
        return False
    if file.path.suffix in _SEPARATORS:
        header = separated.header(file, _SEPARATORS[file.path.suffix])
    else:
        header = list(parquet.columns(file) or file.first_row)
    names = {name.strip().lower() for name in header}
    if is_tidy(header) and (file.unit or names & {"unit", *_ITEM}):
        return False
    return _has_tables(file)


def _has_tables(file: File) -> bool:
    """Has it tables; of a document, one that is of results?"""
    try:
        every = list(grids(file))
    except Skip:
        return False
    except IngestError:  # settings of other programs, or the words of a tokenizer
        if file.path.suffix.lower() in _DOCUMENTS and not file.first_row:
            return False
        raise
    if file.path.suffix.lower() not in _DOCUMENTS:
        return bool(every)
    return any(map(is_of_results, every))


READER = Reader("tables", recognizes, read)
