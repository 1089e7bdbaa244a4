"""A grid with its models in rows: tables whose models, runs or metrics are columns are turned."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.formats.grids.grid import Grid
from reasonboard.ingest.readers.tables.contents import Contents
from reasonboard.ingest.readers.tables.header_words import said
from reasonboard.ingest.readers.tables.known_names import is_model, is_run
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import Said

_MOST = 0.5
_PIECE = 10_000
SECTION = Said("section", "section")
"""The column of the rows that head groups: it only tells rows apart that are called alike."""


@dataclass(frozen=True)
class Oriented:
    """Headers, rows and their cells, with a model in each row if the table has any."""

    said: Sequence[Said]
    contents: list[Contents]
    rows: int
    places: Sequence[str]
    """Of each row."""
    of_columns: Sequence[str] = ()
    """Of each column, where it was a row of the file."""
    turned: bool = False
    corner: Said | None = None
    """What the header above the labels says, of a table that was turned."""
    beside: Sequence[dict[str, str]] = field(default_factory=tuple)
    """Of each column what further labels of its row say: shots, n."""

    def locator(self, row: int, column: int) -> str:
        """The place of a cell in the file."""
        if self.turned:
            return f"{self.of_columns[column]}, column {self.places[row]!r}"
        return f"{self.places[row]}, column {self.said[column].header!r}"


def oriented(grid: Grid, *, columns_are_models: bool = False) -> Oriented:
    """The grid, turned if its models are columns, or if a person says so."""
    raws = list(zip(*grid.rows, strict=True)) if grid.rows else [() for _ in grid.headers]
    told = [said(levels or _key(grid, index)) for index, levels in enumerate(grid.headers)]
    contents = [_contents(raw, grid.decimal) for raw in raws]
    told = [_with_cells(*pair) for pair in zip(told, contents, strict=True)]
    if grid.sections:
        told.append(SECTION)
        contents.append(_contents(grid.sections, grid.decimal))
    plain = Oriented(told, contents, len(grid.rows), grid.places)
    labels = _labels(plain)
    is_turned = bool(labels) and (columns_are_models or _is_turned(plain, labels))
    return _turned(grid, plain, labels) if is_turned else plain


def pieces(
    head: Oriented, rows: Iterable[tuple[str, Sequence[object]]], decimal: str = "."
) -> Iterator[Oriented]:
    """Places and cells of rows, some of them at a time, as a table with the columns of another."""
    following = iter(rows)
    while piece := list(islice(following, _PIECE)):
        places = [place for place, _ in piece]
        raws = zip(*(cells for _, cells in piece), strict=True)
        contents = [_contents(raw, decimal) for raw in raws]
        yield Oriented(head.said, contents, len(piece), places)


def _with_cells(told: Said, content: Contents) -> Said:
    """What a header says beside its cells: measured numbers are no setting, but by a word that is one alone."""
    is_measured = content.is_numeric and content.decimals and len(content.distinct) > 1
    return replace(told, role=None, name="") if told.is_loose and is_measured else told


def _key(grid: Grid, index: int) -> tuple[str, ...]:
    """What the keys of a document are called, which have no name: 'key 2'."""
    return (f"key {index + 1}",) if 1 < grid.keys > index else ()


def _contents(raw: Sequence[object], decimal: str) -> Contents:
    return Contents(raw, [cells.parse(cell, decimal) for cell in raw])


def _labels(table: Oriented) -> list[int]:
    """The first columns that name rows: texts, an axis, settings of a benchmark."""
    found: list[int] = []
    for index, (told, content) in enumerate(zip(table.said, table.contents, strict=True)):
        is_axis = told.role is Role.FIELD and told.name in ("step", "iteration")
        is_axis = is_axis or told.role is Role.K
        is_beside = bool(found) and (told.role is Role.N or "shot" in told.words)
        if content.is_text or is_beside or (is_axis and index == 0) or not content.filled:
            found.append(index)
        else:
            break
    return found if len(found) < len(table.said) else found[:1]


def _is_turned(table: Oriented, labels: list[int]) -> bool:
    """Do the headers name models, and the first cells of the rows what is measured?"""
    rest = _models_in(table, labels)
    told = [table.said[index] for index in rest]
    if not rest or any(table.said[label].role is Role.MODEL for label in labels):
        return False
    if any(table.contents[index].is_text for index in rest):
        return False
    models = sum(1 for each in told if is_model(each.header) or is_run(each.header))
    models -= sum(1 for each in told if each.known or each.metric)
    if models < max(1, _MOST * len(rest)):
        return False
    if table.said[labels[0]].role in (Role.FIELD, Role.K) and not table.contents[labels[0]].is_text:
        return models > 1
    return names_what(table, labels)


def names_what(table: Oriented, labels: list[int]) -> bool:
    """Do the first cells of the rows name benchmarks or metrics?"""
    columns = [(table.said[label], table.contents[label]) for label in labels]
    names = [(told, content) for told, content in columns if content.is_text]
    if any(content.models > _MOST and not content.benchmarks for _, content in names):
        return False
    return any(
        told.role in (Role.BENCHMARK, Role.METRIC) or max(content.benchmarks, content.metrics) > 0
        for told, content in names
    )


def _models_in(table: Oriented, labels: list[int]) -> list[int]:
    """The columns that may be models: no differences, averages and the like."""
    others = (Role.DELTA, Role.AGGREGATE, Role.RANK, Role.UNUSED)
    return [
        index
        for index, told in enumerate(table.said)
        if index not in labels
        and told is not SECTION
        and told.role not in others
        and not table.contents[index].is_signed
    ]


def _turned(grid: Grid, table: Oriented, labels: list[int]) -> Oriented:
    naming = _naming(table, labels)
    rest_of_labels = [label for label in labels if label not in naming]
    beside = [at for at in rest_of_labels if table.said[at].role in (Role.SETTING, Role.N)]
    rest = _models_in(table, labels)
    models = [table.said[index].header for index in rest]
    told = [said(("model",))]
    contents = [_contents(models, grid.decimal)]
    stated: list[dict[str, str]] = [{}]
    of_columns = [""]
    for row in range(table.rows):
        levels = (str(table.contents[label].raw[row] or "") for label in naming)
        told.append(said(tuple(levels)))
        contents.append(_contents([table.contents[index].raw[row] for index in rest], grid.decimal))
        cells_beside = [(table.said[at].header, table.contents[at].raw[row]) for at in beside]
        stated.append({head: str(cell) for head, cell in cells_beside if cell not in (None, "")})
        of_columns.append(grid.places[row])
    corner = table.said[naming[-1]]
    return Oriented(told, contents, len(rest), models, of_columns, True, corner, stated)


def _naming(table: Oriented, labels: list[int]) -> list[int]:
    """The labels that name what a row measures: benchmark and metric, without the category before them."""
    if len(labels) == 1:
        return labels
    texts = [label for label in labels if table.contents[label].is_text]
    what, how, subsets = list[int](), list[int](), list[int]()
    for label in texts:
        role, content = table.said[label].role, table.contents[label]
        if content.benchmarks or role is Role.BENCHMARK:
            what.append(label)
        elif content.metrics > _MOST or role is Role.METRIC:
            how.append(label)
        elif role is Role.SUBSET:
            subsets.append(label)
    if what:
        return [max(what, key=lambda label: table.contents[label].benchmarks), *how]
    return [*(label for label in texts if label not in (*subsets, *how)), *how] or texts or labels
