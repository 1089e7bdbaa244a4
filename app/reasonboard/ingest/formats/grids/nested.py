"""Tables in documents: lists of objects, objects of columns, and objects of objects as {model: {benchmark: score}}.

The innermost objects are rows. The keys above them are the first columns, which have no names, and single values
around the rows are constants. Nothing depends on what a key is called but for words such as `results`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from types import MappingProxyType
from typing import Any

from reasonboard.ingest.formats import yaml_file
from reasonboard.ingest.formats.cells.cell import decimal_of
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.formats.grids.shape import MOST_COLUMNS

ENDINGS = frozenset({".json", ".yaml", ".yml"})
_STRUCTURAL = frozenset({
    "results", "result", "metrics", "scores", "eval", "evals", "evaluation", "summary", "data", "values", "by_task",
    "by_benchmark", "by_model", "per_task",
})  # fmt: skip
"""Keys that say only that numbers follow."""
_OF_SETTINGS = frozenset(("metadata", "meta"))
"""Keys that say only that something of the run follows."""
_COMMON, _ALIKE = 0.6, 0.8
_DEEPEST = 8
_MOST_CELLS = 20_000_000
_LONGEST_LIST = 20
_MOST_RUNS = 64
Path = tuple[str, ...]
Object = Mapping[str, Any]
Record = tuple[Path, dict[Path, object], str]
"""The keys of a row, its cells by the paths of their names, and its place."""
_Level = list[tuple[tuple[str, ...], dict[Path, object], Any]]
"""The keys, the cells of this level, and the level below."""


@dataclass
class _Table:
    """Rows before their columns are known."""

    path: Path = ()
    constants: dict[str, object] = field(default_factory=dict)
    rows: list[Record] = field(default_factory=list)


def grids(file: File) -> Iterator[Grid]:
    """Every table of a document."""
    is_yaml = file.path.suffix.lower() in (".yaml", ".yml")
    for table in _tables(yaml_file.parse(file) if is_yaml else file.json, _Table()):
        if any(keys or cells for keys, cells, _ in table.rows):
            names = list(dict.fromkeys(name for _, cells, _ in table.rows for name in cells))
            found = grid_of(file, names, table.rows)
            yield replace(found, part=".".join(table.path), constants=table.constants)


def _tables(value: Any, around: _Table) -> Iterator[_Table]:
    """The tables in a document, each with the single values around it."""
    if len(around.path) > _DEEPEST:
        return
    if isinstance(value, list):
        yield from _in_list(value, around)
    elif isinstance(value, dict):
        columns = _columns(value)
        if columns is not None:
            records = ((f"row {at}", row) for at, row in enumerate(columns, 1))
            yield _of_records(records, around, _single(value))
        elif _is_map(value):
            yield _of_map(value, around)
        else:
            yield from _in_object(value, around)


def _in_list(values: list[Any], around: _Table) -> Iterator[_Table]:
    name = ".".join(around.path)
    if values and _are_objects(values):
        places = (f"{name}[{at}]" if name else f"record {at + 1}" for at in range(len(values)))
        yield _of_records(zip(places, values, strict=True), around)
    elif _is_matrix(values):
        rows = (dict(zip(values[0], each, strict=False)) for each in values[1:])
        yield _of_records(((f"{name}[{at}]", row) for at, row in enumerate(rows, 1)), around)


def _in_object(value: Object, around: _Table) -> Iterator[_Table]:
    """The tables below an object, or the object itself as one row."""
    below = {key: each for key, each in value.items() if _holds_table(each)}
    if not below:
        table = _Table(around.path, around.constants)
        cells = dict(flat(value))
        if cells:
            table.rows.append(((), cells, ".".join(around.path) or "the document"))
        yield table
        return
    rest = {key: each for key, each in value.items() if key not in below}
    constants = around.constants | {".".join(path): cell for path, cell in flat(rest)}
    for key, each in below.items():
        yield from _tables(each, _Table((*around.path, key), constants))


def _holds_table(value: Any, depth: int = 0) -> bool:
    """Is there a table in it that has more than one row, or may have?"""
    if depth > _DEEPEST:
        return False
    if isinstance(value, list):
        return bool(value) and (_are_objects(value) or _is_matrix(value))
    if not isinstance(value, dict):
        return False
    if _columns(value) is not None or _is_map(value):
        return True
    return any(_holds_table(each, depth + 1) for each in value.values())


def _are_texts(values: Any) -> bool:
    is_filled = isinstance(values, list) and bool(values)
    return is_filled and all(isinstance(each, str) for each in values)


def _are_objects(values: Iterable[Any]) -> bool:
    return all(isinstance(each, dict) for each in values)


def _is_matrix(values: list[Any]) -> bool:
    """Is it a list of lists, the first of them the names of columns?"""
    are_lists = len(values) > 1 and all(isinstance(each, list) for each in values)
    return are_lists and _are_texts(values[0])


def _is_single(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _single(value: Object) -> dict[str, object]:
    return {key: each for key, each in value.items() if _is_single(each)}


def _columns(value: Object) -> list[dict[str, Any]] | None:
    """The rows of an object of columns, in the forms in which pandas and others write them; None for another."""
    if _are_texts(value.get("columns")) and isinstance(value.get("data"), list):
        names, rows = value["columns"], value["data"]
        if all(isinstance(row, list) and len(row) == len(names) for row in rows):
            return [dict(zip(names, row, strict=True)) for row in rows]
    nested = {key: each for key, each in value.items() if not _is_single(each)}
    if len(nested) < 2:  # noqa: PLR2004
        return None
    if all(isinstance(each, list) for each in nested.values()):
        lengths = {len(each) for each in nested.values()}
        is_plain = all(_is_single(cell) for each in nested.values() for cell in each)
        if len(lengths) != 1 or not is_plain or 0 in lengths:
            return None
        return [dict(zip(nested, row, strict=True)) for row in zip(*nested.values(), strict=True)]
    return _numbered(nested) if len(nested) == len(value) else None


def _numbered(columns: Object) -> list[dict[str, Any]] | None:
    """The rows of {column: {"0": cell, "1": cell}}, as pandas writes them."""
    keys = list(next(iter(columns.values())))
    every = columns.values()
    if len(keys) < 2 or keys != [str(at) for at in range(len(keys))]:  # noqa: PLR2004
        return None
    if not all(isinstance(each, dict) and list(each) == keys for each in every):
        return None
    if not all(_is_single(cell) for each in every for cell in each.values()):
        return None
    return [{name: each[key] for name, each in columns.items()} for key in keys]


def _is_map(value: Object) -> bool:
    """Are its keys names of like things, such as models, and not names of fields?"""
    nested = {key: each for key, each in value.items() if not _is_single(each)}
    objects = [each for each in nested.values() if isinstance(each, dict) and each]
    if len(objects) == len(nested) and objects:
        if len(objects) == 1:
            return len(value) == 1 and next(iter(nested)).lower() not in _STRUCTURAL
        below = [each for one in objects for each in one.values() if isinstance(each, dict)]
        hold_objects = (any(isinstance(each, dict) for each in one.values()) for one in objects)
        deeper = len(below) > 1 and all(hold_objects)
        return _are_alike(objects) or (deeper and _are_alike(below))
    lists = [each for each in nested.values() if isinstance(each, list) and each]
    items = list(chain.from_iterable(lists))
    return len(lists) == len(nested) > 1 and _are_objects(items) and _are_alike(items)


def _are_alike(objects: Sequence[Object]) -> bool:
    """Do most of them have the same keys?"""
    seen = Counter(key for each in objects for key in each)
    common = {key for key, count in seen.items() if count > _COMMON * len(objects)}
    having = sum(not common.isdisjoint(each) for each in objects)
    return bool(common) and having >= _ALIKE * len(objects)


def _of_map(value: Object, around: _Table) -> _Table:
    """The rows below an object whose keys are names."""
    table = _Table(around.path, around.constants | _single(value))
    level: _Level = [((key,), {}, each) for key, each in value.items() if not _is_single(each)]
    while _goes_deeper(level):
        level = [
            ((*keys, key), cells | _beside(each), below)
            for keys, cells, each in level
            for key, below in each.items()
            if isinstance(below, dict)
        ]
    for keys, cells, each in level:
        place = ".".join((*around.path, *keys))
        items = each if isinstance(each, list) else [each]
        for at, item in enumerate(items):
            where = f"{place}[{at}]" if isinstance(each, list) else place
            rows = _repeated(item) or exploded(item)
            table.rows += [(keys, cells | row, where) for row in rows]
    depth = len(level[0][0]) if level else 0
    for at in reversed(range(depth)):
        if depth > 1 and {keys[at].lower() for keys, _, _ in table.rows} <= _STRUCTURAL:
            table.rows = [
                ((*keys[:at], *keys[at + 1 :]), cells, place) for keys, cells, place in table.rows
            ]
    return table


def _repeated(value: Object) -> list[dict[Path, object]]:
    """The rows of an object of lists of as many numbers, one of each run: {benchmark: [score, score, score]}."""
    lengths = {len(each) if _are_numbers(each) else 0 for each in value.values()}
    count = lengths.pop() if len(lengths) == 1 else 0
    if not 1 < count <= _MOST_RUNS:
        return []
    rows: list[dict[Path, object]] = []
    for at in range(count):
        rows.append({(name,): each[at] for name, each in value.items()})
        rows[-1]["run",] = at + 1
    return rows


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(each) in (int, float) for each in value)


def _beside(value: Object) -> dict[Path, object]:
    """The single values beside the objects of one; one that is null is an object that is not there."""
    return {(name,): cell for name, cell in _single(value).items() if cell is not None}


def _goes_deeper(level: _Level) -> bool:
    """Are the objects of this level objects of like objects themselves?"""
    is_at_end = not level or len(level[0][0]) >= _DEEPEST
    if is_at_end or not _are_objects(each for _, _, each in level):
        return False
    below = [[one for one in each.values() if isinstance(one, dict)] for _, _, each in level]
    found = list(chain.from_iterable(below))
    return all(below) and _are_alike(found)


def _of_records(
    records: Iterable[tuple[str, Object]], around: _Table, constants: Object = MappingProxyType({})
) -> _Table:
    table = _Table(around.path, {**around.constants, **constants})
    cells = 0
    for place, record in records:
        for row in exploded(record):
            table.rows.append(((), row, place))
            cells += len(row)
        if cells > _MOST_CELLS:
            raise IngestError(f"{place}: more than {_MOST_CELLS} values (expected a smaller table)")
    return table


def exploded(record: Object) -> Iterator[dict[Path, object]]:
    """The row of an object, or if one of its fields is a list of objects a row for each of these."""
    filled = ((key, each) for key, each in record.items() if isinstance(each, list) and each)
    lists = [key for key, each in filled if isinstance(each[0], dict)]
    if len(lists) != 1 or not _are_objects(record[lists[0]]):
        yield dict(flat(record))
        return
    (inside,) = lists
    outer = dict(flat({key: each for key, each in record.items() if key != inside}))
    for item in record[inside]:
        cells = flat(item)
        yield outer | {((inside, *at) if at in outer else at): cell for at, cell in cells}


def flat(value: Object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """The single values of an object by the path of their keys."""
    for key, each in value.items():
        at = (*path, str(key))
        if isinstance(each, dict) and len(at) < _DEEPEST:
            yield from flat(each, at)
        else:
            yield at, _cell(each)


def _cell(value: Any) -> object:
    """A value as a cell: the items of a list in one text."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list | dict):
        items = value[:_LONGEST_LIST] if isinstance(value, list) else list(value)[:_LONGEST_LIST]
        return ", ".join(str(each) for each in items)
    return value


def grid_of(file: File, names: Sequence[Path], records: Sequence[Record]) -> Grid:
    """The table of these records; raises IngestError for too large ones."""
    keys = len(records[0][0])
    width = keys + len(names)
    if width > MOST_COLUMNS:
        raise file.refused(f"{width} columns", f"at most {MOST_COLUMNS}")
    if len(records) * width > _MOST_CELLS:
        raise file.refused(f"{len(records)} x {width} cells", f"at most {_MOST_CELLS}")
    rows = [(*found, *(cells.get(name) for name in names)) for found, cells, _ in records]
    return Grid(
        name=file.path.stem,
        headers=((),) * keys + _headers(names),
        rows=rows,
        places=[place for _, _, place in records],
        decimal=decimal_of(cell for row in rows for cell in row) or ".",
        keys=keys,
    )


def _headers(names: Sequence[Path]) -> tuple[Path, ...]:
    """The paths of keys without words such as `metrics`, unless two were the same then."""
    short = [
        tuple(key for key in path[:-1] if key.lower() not in _STRUCTURAL | _OF_SETTINGS) + path[-1:]
        for path in names
    ]
    seen = Counter(short)
    return tuple(path if seen[bare] > 1 else bare for path, bare in zip(names, short, strict=True))
