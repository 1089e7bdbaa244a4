"""The runs of a table, whose rows may come in pieces: with their numbers, or with an answer in each row."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.records import FRACTION, Found, Sample
from reasonboard.ingest.readers.common import digests
from reasonboard.ingest.readers.tables.contents import truth
from reasonboard.ingest.readers.tables.found import TableRows
from reasonboard.ingest.readers.tables.oriented import Oriented
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import words_of


def runs(
    rows: TableRows,
    pieces: Iterable[Oriented],
    unread: Sequence[str],
    said: Iterable[str],
    notes: Iterable[str] = (),
) -> Iterator[Found]:
    """The runs of all pieces, and with the last of them the notes: by then all of the table was read.

    Notes on what is left out come after the notes in `said`. Raises Skip if everything is left out.
    """
    parts = (replace(rows, table=piece) for piece in pieces)
    last: Found | None = None
    for part in parts:
        for found in _answers(part) if rows.reading.of_answers else part.found():
            if last:
                yield last
            last = found
    left = [f"left out: {count} {what}" for what, count in rows.skipped.items()]
    if last:
        yield replace(last, notes=[*last.notes, *said, *left, *notes], unread=unread)
    elif left:
        raise Skip(f"no results in it: {'; '.join(left)}")


def not_read(columns: Sequence[str]) -> list[str]:
    """A note on columns that were not read."""
    return [f"not read: {', '.join(columns)}"] if columns else []


def _answers(table: TableRows) -> Iterator[Found]:
    """A run with its answers for the rows of each model and setting."""
    by_run: dict[tuple[str, ...], list[int]] = {}
    for row in range(table.table.rows):
        by_run.setdefault(table.key(row), []).append(row)
    for key, rows in by_run.items():
        yield Found(table.run(rows[0], {}), (), list(_samples(table, key, rows)))


def _samples(table: TableRows, key: tuple[str, ...], rows: list[int]) -> Iterator[Sample]:
    item = next(index for index, _ in table.columns(Role.ITEM))
    score = next(index for index, _ in table.columns(Role.SCORE))
    others = reversed(table.columns(Role.FIELD, Role.ANSWER))
    at = {column.name or "answer": index for index, column in others}
    marks = (table.head or table.table).contents[score].values
    unit = "score" if max(marks, default=0) > 1 else FRACTION  # in points, or right or wrong
    for row in rows:
        name = table.text(row, item) or table.refuse(
            row, item, "no problem", "its name in each row"
        )
        benchmark = table.benchmark(row, table.reading.columns[score])
        place = hash((key, benchmark, name))
        number = table.counts[place]
        table.counts[place] += 1
        attempt = table.count(row, Role.ATTEMPT)
        yield Sample(
            benchmark=benchmark,
            item=name,
            repeat=number if attempt is None else attempt,
            score=_score(table, row, score, unit),
            unit=unit,
            metric="accuracy" if unit == FRACTION else "score",
            tokens_in=_whole(table, row, at.get("tokens_in")),
            tokens_out=_whole(table, row, at.get("tokens_out")),
            finish=(table.text(row, at["finish"]) if "finish" in at else "") or None,
            answer=digests.of_answer(_raw(table, row, at["answer"])) if "answer" in at else None,
            item_fields=_item_fields(table, row),
        )


def _score(table: TableRows, row: int, index: int, unit: str) -> float | None:
    cell = table.table.contents[index].cells[row]
    if (is_true := truth(_raw(table, row, index))) is not None:
        return float(is_true)
    if not isinstance(cell, Number):
        return None
    if unit == FRACTION and not 0 <= cell.value <= 1:
        table.refuse(row, index, f"{cell.value:g} is neither right nor wrong", "0 to 1")
    return cell.value


def _raw(table: TableRows, row: int, index: int) -> object:
    return table.table.contents[index].raw[row]


def _whole(table: TableRows, row: int, index: int | None) -> int | None:
    return None if index is None else table.whole(row, index)


def _item_fields(table: TableRows, row: int) -> str | None:
    fields = [
        (
            words_of(re.sub("(?i)^item[.]", "", column.header)).replace(" ", "_"),
            _raw(table, row, index),
        )
        for index, column in table.columns(Role.FIELD)
        if column.name == "item_field"
    ]
    return item_fields.as_json(fields) if fields else None
