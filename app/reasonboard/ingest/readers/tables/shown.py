"""What a page shows of a file of tables before it is loaded: its rows, its columns, and what would be loaded."""

from collections.abc import Iterator, Mapping, Sequence

from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.records import FRACTION, PERCENT, TOKENS, VALUES, Found, Measurement
from reasonboard.ingest.formats.shown_tables import (
    Sentence,
    ShownColumn,
    ShownFile,
    ShownSpread,
    ShownTable,
    SpreadNumber,
)
from reasonboard.ingest.readers.tables.answers import Answers, unit_word, words
from reasonboard.ingest.readers.tables.file_reading import FileReading
from reasonboard.ingest.readers.tables.oriented import SECTION, Oriented
from reasonboard.ingest.readers.tables.propose import propose
from reasonboard.ingest.readers.tables.reading import LOST, Column, Question, Role, TableReading
from reasonboard.ingest.readers.tables.sentences import distinct
from reasonboard.ingest.readers.tables.toml_form import to_toml
from reasonboard.store.fields import MEASUREMENT, MODEL, RUN

_MOST_TABLES = 4
_MOST_COLUMNS = 60
_ALL_ROWS, _FIRST_ROWS = 8, 5
"""A table with more rows than the first is shown by its first ones."""
SENTENCES = 3
_LONGEST = 80
_EXAMPLES = 3
_MOST_SPREADS = 200
_LABELS = {field.name: field.words for field in (*MODEL, *RUN, *MEASUREMENT)}


def shown(
    grids: Sequence[Grid],
    whole: FileReading,
    answers: Answers,
    stated: Mapping[str, str],
    earlier: str,
) -> ShownFile:
    """The tables of a file by their reading; what would be loaded in words is added when it is read."""
    good = {reading.part: (reading, table) for reading, table in whole.good}
    every = [good.get(grid.part) or propose(grid, answers, stated) for grid in grids[:_MOST_TABLES]]
    kept = [(reading, table) for reading, table in every if not reading.refused] or every[:1]
    made = ShownFile(
        [_table(reading, table, whole.question) for reading, table in kept if reading.columns],
        _spread(whole.good or kept),
        [f"{left}={right}" for left, right in answers.pairs],
        earlier,
        to_toml([reading for reading, _ in whole.good]),
        whole.refused,
    )
    made.is_partial = any(grid.again for grid in grids)
    models: set[str] = set()
    benchmarks: set[str] = set()
    for reading, table in whole.good or kept:
        if reading.of_answers:
            made.answers += table.rows
        for at, column in enumerate(reading.columns):
            if column.role is Role.VALUE and column.unit == TOKENS:
                made.lengths += len(table.contents[at].numbers)
            elif column.role is Role.VALUE:
                made.scores += len(table.contents[at].numbers)
        of_all = reading.constants
        models |= {*distinct(reading, table, Role.MODEL)} or {of_all.get("model", "")}
        named = {column.benchmark for column in reading.columns if column.benchmark}
        named |= {*distinct(reading, table, Role.BENCHMARK)}
        benchmarks |= named or {of_all.get("benchmark", "")}
    made.models, made.benchmarks = len(models - {""}), len(benchmarks - {""})
    return made


def _spread(tables: Sequence[tuple[TableReading, Oriented]]) -> ShownSpread | None:
    """What ± is in these tables; None if no cell has it."""
    headers: dict[str, None] = {}
    stated: set[str] = set()
    numbers: list[SpreadNumber] = []
    for reading, table in tables:
        counts = next((at for at, one in enumerate(reading.columns) if one.role is Role.N), None)
        for at, column in enumerate(reading.columns):
            if column.role is not Role.VALUE or not column.spread:
                continue
            headers[column.header] = None
            stated.add("" if column.spread == "not said" else column.spread)
            benchmark = column.benchmark or reading.constants.get("benchmark", "")
            named = table.contents[counts].cells if counts is not None else ()
            numbers += _spread_numbers(column, benchmark, table.contents[at].cells, named)
    said = stated.pop() if len(stated) == 1 else ""
    return ShownSpread(list(headers), said, numbers[:_MOST_SPREADS]) if headers else None


def _spread_numbers(
    column: Column, benchmark: str, cells: Sequence[object], counts: Sequence[object]
) -> Iterator[SpreadNumber]:
    scale = {PERCENT: 0.01, FRACTION: 1.0}.get(column.unit)
    for row, cell in enumerate(cells):
        if scale is None or not isinstance(cell, Number) or cell.spread is None:
            continue
        of_row = counts[row] if row < len(counts) else None
        n = cell.count or (of_row.value if isinstance(of_row, Number) else None)
        rounding = scale * 10.0**-cell.decimals
        yield SpreadNumber(benchmark, scale * cell.value, scale * cell.spread, rounding, n)


def _table(reading: TableReading, table: Oriented, question: Question | None) -> ShownTable:
    count = table.rows if table.rows <= _ALL_ROWS else _FIRST_ROWS
    asked = {each.column for each in reading.questions if each.column}
    if question and question.column:
        asked.add(question.column)
    headers = [each.header for each in table.said]
    contents = table.contents[:_MOST_COLUMNS]
    columns = []
    for told, column, content in zip(table.said, reading.columns, contents, strict=False):
        is_own = bool(column.header) and headers.count(column.header) == 1 and told is not SECTION
        examples = [text[:_LONGEST] for text in content.distinct[:_EXAMPLES]]
        columns.append(_column(column, examples, column.header in asked, may_be_said=is_own))
    rows = [[_text(content.raw[row]) for content in contents] for row in range(count)]
    more = max(0, len(reading.columns) - _MOST_COLUMNS)
    return ShownTable(reading.part, columns, rows, table.rows, more, reading.turned)


def _text(cell: object) -> str:
    return "" if cell is None else str(cell).strip()[:_LONGEST]


def _column(
    column: Column, examples: list[str], is_asked: bool, *, may_be_said: bool
) -> ShownColumn:
    return ShownColumn(
        column.header[:_LONGEST] if not may_be_said else column.header,
        words(column),
        _label(column)[:_LONGEST],
        _why(column, is_asked),
        examples,
        is_asked,
        column.role not in LOST,
        may_be_said,
    )


def _label(column: Column) -> str:
    if column.role is Role.VALUE:
        label = column.benchmark or column.metric.replace("_", " ") or "score"
        return label if column.benchmark else label[:1].upper() + label[1:]
    if column.role is Role.FIELD:
        label = _LABELS.get(column.name) or column.name
    elif column.role is Role.SETTING:
        label = "setting"
    else:
        label = words(column)
    return label[:1].upper() + label[1:]


def _why(column: Column, is_asked: bool) -> str:
    """Why a column is what it is; of a value its metric and unit first, and what stands after ± in its cells."""
    if column.role is not Role.VALUE:
        return column.why
    metric = (column.metric or "score").replace("_", " ")
    unit = unit_word(column.unit)
    said = f"{metric} in {unit}" if unit and unit != metric and not is_asked else metric
    spread = f", ± is {column.spread}" if column.spread not in ("", "not said", "not used") else ""
    why = "" if column.why in ("", "scores") else f"; {column.why}"
    return said + spread + why


def sentences(seen: Sequence[Found]) -> Iterator[Sentence]:
    """The first numbers of these runs in words: of each run another one."""
    if len(seen) == 1:
        for number in seen[0].measurements[:SENTENCES]:
            yield _sentence(seen[0], number)
        return
    for at, found in enumerate(seen):
        yield _sentence(found, found.measurements[at % len(found.measurements)])


def _sentence(found: Found, number: Measurement) -> Sentence:
    run = found.run
    steps = {"step": run.step, "iteration": run.iteration}
    at = "".join(f", {name} {value:g}," for name, value in steps.items() if value is not None)
    model = (run.model or "A model without a name")[:_LONGEST]
    metric = "" if number.metric in VALUES else f" {number.metric.replace('_', ' ')}"
    parts = []
    if number.n_items is not None:
        times = f" × {number.n_repeats:g} attempts" if number.n_repeats else ""
        parts.append(f"{number.n_items:,} problems{times}")
    if number.stderr is not None:
        parts.append(f"standard error {_error(number.stderr, number.unit)}")
    where = f" on {number.benchmark[:_LONGEST]}"
    if number.value is None:
        return Sentence(f"{model}{at} has ", "no", f"{metric or ' value'}{where}.")
    after = metric + where + (f": {', '.join(parts)}" if parts else "")
    return Sentence(f"{model}{at} has ", _value(number.value, number.unit), f"{after}.")


def _error(value: float, unit: str) -> str:
    if unit in (FRACTION, PERCENT):
        return f"{(100 if unit == FRACTION else 1) * value:.4g} points"
    return _value(value, unit)


def _value(value: float, unit: str) -> str:
    if unit == FRACTION:
        return f"{100 * value:.6g}%"
    if unit == PERCENT:
        return f"{value:.6g}%"
    return f"{value:,.10g} {unit_word(unit)}".strip()
