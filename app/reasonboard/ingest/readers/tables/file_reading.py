"""The readings of all tables of a file: which are read, which one is asked about, what their headings tell apart."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import MappingProxyType

from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.records import FRACTION
from reasonboard.ingest.readers.tables.answers import NONE, Answers
from reasonboard.ingest.readers.tables.header_words import said
from reasonboard.ingest.readers.tables.known_names import ELO, PERPLEXITY
from reasonboard.ingest.readers.tables.oriented import Oriented
from reasonboard.ingest.readers.tables.propose import propose
from reasonboard.ingest.readers.tables.reading import (
    PLACES,
    Option,
    Question,
    Role,
    TableReading,
)

_SHOWN = 3
_MOST = 0.5
_MEASURED = frozenset((PERPLEXITY, ELO, "bits per byte", "loss", "reward"))
"""Units of metrics that say of models what no configuration does."""


@dataclass(frozen=True)
class FileReading:
    """What a file of tables comes to."""

    good: Sequence[tuple[TableReading, Oriented]] = ()
    question: Question | None = None
    """Asked before anything is read of it."""
    refused: str = ""
    notes: Sequence[str] = field(default_factory=tuple)
    readings: Sequence[TableReading] = ()
    """Of all its tables."""


def read_tables(
    grids: Sequence[Grid], answers: Answers = NONE, stated: Mapping[str, str] = MappingProxyType({})
) -> FileReading:
    """The reading of each table, and of the file: one question at most.

    Raises IngestError for a table of results with a row of too many or too few cells.
    """
    sheet = answers.of("sheet")
    chosen = [grid for grid in grids if sheet in ("", grid.part)] or list(grids)
    every = [propose(grid, answers, stated) for grid in chosen]
    readings = [reading for reading, _ in every]
    kept = [(reading, table) for reading, table in every if not reading.refused]
    if not kept:
        refused = readings[0].refused if readings else "no table in it"
        return FileReading(refused=refused, readings=readings)
    good = [(reading, table) for reading, table in kept if not reading.question]
    asked = [reading for reading, _ in kept if reading.question]
    for grid, (reading, _) in zip(chosen, every, strict=True):
        if grid.wrong and not reading.refused:
            raise IngestError(grid.wrong)
    if asked and not good:
        return FileReading(question=_first(asked), readings=readings)
    if contradiction := _contradiction(good, answers):
        return FileReading(question=contradiction, readings=readings)
    pairs = [(reading.part or "a table", reading.question) for reading in asked]
    notes = [f"{part} is left out: {question.text}" for part, question in pairs if question]
    return FileReading(_apart(good, answers), None, "", notes[:_SHOWN], readings)


def is_of_results(grid: Grid) -> bool:
    """Is a document one of results, and no configuration: does it name a benchmark, or a share beside models?"""
    reading, table = propose(grid)
    if reading.refused:
        return False
    if reading.of_answers:
        return bool(reading.of(Role.MODEL) or "model" in reading.constants)
    pairs = zip(table.said, reading.columns, strict=True)
    values = [told for told, column in pairs if column.role is Role.VALUE]
    named = [told for told in values if told.known and not told.known.is_common_word]
    metrics = [told.metric for told in values if told.metric and told.metric.is_sure]
    stated = {said((key,)).role for key in grid.constants} & {Role.BENCHMARK, Role.METRIC}
    places = reading.of(Role.BENCHMARK, Role.METRIC, Role.SUBSET)
    is_placed = bool(reading.of(Role.MODEL) and (stated or places))
    if is_placed and reading.of(Role.CORRECT) and reading.of(Role.N):
        return True
    is_share = any(found.unit == FRACTION for found in metrics)
    is_of_models = any(
        content.models > _MOST and column.role is Role.MODEL
        for content, column in zip(table.contents, reading.columns, strict=True)
    )
    has_parts = any("subset" in column.stated for column in reading.of(Role.VALUE))
    is_measured = any(found.unit in _MEASURED for found in metrics)
    is_share = is_share or (is_of_models and (has_parts or is_measured))
    return bool(named) or is_share or (bool(values) and is_placed)


def _first(asked: Sequence[TableReading]) -> Question:
    questions = [reading.question for reading in asked if reading.question]
    best = max(questions, key=lambda question: question.weight)
    part = next(reading.part for reading in asked if reading.question is best)
    return replace(best, text=f"{part}: {best.text}") if part and len(asked) > 1 else best


def _places(reading: TableReading, table: Oriented) -> dict[tuple[str, ...], float]:
    """Each number of a table by what its rows and header say it is of."""
    keys = [index for index, column in enumerate(reading.columns) if column.role in PLACES]
    found = {}
    model = reading.constants.get("model", "")
    for index, column in enumerate(reading.columns):
        if column.role is not Role.VALUE:
            continue
        benchmark = column.benchmark or reading.constants.get("benchmark", "")
        what = (model, benchmark, column.metric, str(dict(column.stated)))
        for row, cell in enumerate(table.contents[index].cells):
            if isinstance(cell, Number):
                place = tuple(str(table.contents[key].raw[row]).strip() for key in keys)
                found[*place, *what] = cell.value
    return found


def _contradiction(
    good: Sequence[tuple[TableReading, Oriented]], answers: Answers
) -> Question | None:
    """Two sheets or headings with other numbers of the same models and benchmarks."""
    if answers.of("sheet"):
        return None
    by_shape: dict[str, list[tuple[TableReading, dict[tuple[str, ...], float]]]] = defaultdict(list)
    for reading, table in good:
        by_shape[reading.shape].append((reading, _places(reading, table)))
    for alike in by_shape.values():
        for (other, others), (reading, places) in combinations(alike, 2):
            for place, value in places.items():
                if others.get(place, value) != value:
                    return _which(other, reading, place, others[place], value)
    return None


def _which(
    first: TableReading, second: TableReading, place: tuple[str, ...], before: float, now: float
) -> Question:
    kind = "sheets" if first.part else "tables"
    who = next((text for text in place if text), "one model")
    both = Option("sheet=setting", "both, kept apart by their names")
    return Question(
        f"{kind} {first.part!r} and {second.part!r} have other numbers for the same models "
        f"({who}: {before:g} and {now:g}): which counts?",
        [Option(f"sheet={first.part}", "this one alone"), both],
        weight=105,
    )


def _apart(
    good: Sequence[tuple[TableReading, Oriented]], answers: Answers
) -> list[tuple[TableReading, Oriented]]:
    """The tables, their headings as a setting where a person says so."""
    if answers.of("sheet").lower() != "setting":
        return list(good)
    return [
        (replace(reading, constants={**reading.constants, "settings.sheet": reading.part}), table)
        for reading, table in good
    ]
