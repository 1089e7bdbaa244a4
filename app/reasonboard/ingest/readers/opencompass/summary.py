"""The tables that OpenCompass prints: a summary with a column per model, and the tables of judges.

It writes one table as CSV, as Markdown, and as a text for people with the CSV in it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from reasonboard.ingest.formats import separated
from reasonboard.ingest.formats.errors import ReadWith
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import PERCENT, Found, Measurement, Run
from reasonboard.ingest.readers.common import dates, node
from reasonboard.ingest.readers.common.node import Node

TOOL = "OpenCompass"
_JUDGED = ["model", "judge_model", "dataset"]
_PAIR = re.compile(r"(?P<verdict>win_both|half_draw)_(?P<model>.+)")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?(?:e[-+]?\d+)?|nan|inf)", re.IGNORECASE)
_STAMP = re.compile(r"(?:.*_)?(\d{8}_\d{6})")
_PERCENT = re.compile(
    r"(?:.*[_-])?accuracy|(?:.*_)?(?:acc|score|exact_match)|(?:.*_)?pass@\d+|m?G-Pass@.*|extract_rate|win_both|half_draw"
)
_OF_SCORES = re.compile(r"(?:naive|weighted)_average|win_both|half_draw|mark")
"""What the tool itself makes of scores: means over a group, wins, the marks of a judge."""
_MOST_DIGITS = 9
_COUNT = "total_count"
"""The column in which a fork has the number of problems."""
_OF_COUNTS = re.compile(r"(\d+(?:\.\d+)?) *\(\d+/\d+\)")
_UNKNOWN_MODES = {"-", "unknown", ""}
_TOTAL = "total"
_HEADER = ["dataset", "version", "metric", "mode"]
"""The first columns of a summary."""
_CSV = "csv format"
"""The title of the part of a text that has the table as CSV."""
_LONGEST_TITLE = 4096


class Table(NamedTuple):
    header: list[str]
    rows: list[tuple[int, list[str]]]


def unit(metric: str) -> str:
    """PERCENT for what OpenCompass writes so by habit, else 'score'; the value plays no part."""
    return PERCENT if _PERCENT.fullmatch(metric) else "score"


def date(text: str) -> str | None:
    """The only date of a run is in a name, `20240101_120000` or `summary_20240101_120000`, in local time."""
    match = _STAMP.fullmatch(text)
    return dates.of_stamp(match[1]) if match else None


def recognizes(file: File) -> bool:
    """Has it the columns of a summary, or those of a judge's table, or rows with the wins of a pair?

    A summary is written as CSV, as Markdown, and as a text with the CSV in it.
    """
    if _other_form(file):
        return True
    lines = _beginning(file)
    header = lines[0] if lines else []
    if _is_summary(header) or (header[: len(_JUDGED)] == _JUDGED and _TOTAL in header):
        return True
    return "_vs_" in (header or [""])[0] and len(lines) > 1 and bool(_PAIR.fullmatch(lines[1][0]))


def read(file: File) -> Iterator[Found]:
    """A run per model. Of a summary with results beside it only what they have not: the groups.

    Raises Skip where that is nothing, and for a text or Markdown with the same summary as CSV beside it.
    """
    other_form = _other_form(file)
    same = file.beside(f"{file.path.stem}.csv") if other_form else None
    if same:
        raise ReadWith(same)
    table = (other_form or _csv_table)(file)
    if table.header[: len(_HEADER)] == _HEADER:
        yield from _summary(file, table)
    elif table.header[: len(_JUDGED)] == _JUDGED:
        yield from _judged(file, _marks(table))
    else:
        yield from _judged(file, _wins(file, table))


def _summary(file: File, table: Table) -> Iterator[Found]:
    outer = file.path.absolute().parent.parent
    loaded = _results(outer) if file.path.absolute().parent.name == "summary" else {}
    run_date = date(outer.name) or date(file.path.stem)
    nothing = bool(table.rows)
    for column, model in enumerate(table.header[len(_HEADER) :], len(_HEADER)):
        if model == _COUNT:
            continue
        notes: list[str] = []
        measurements = list(_column(file, table, column, loaded.get(model, set()), notes))
        if measurements or notes or not loaded:
            nothing = False
            run = _run(model, run_date, outer.parent.name)
            yield Found(run, _without_repeats(file, measurements), notes=notes)
    if nothing:
        raise ReadWith(None, "the files of results")


def _results(outer: Path) -> dict[str, set[str]]:
    """Model -> the datasets that there are results files of, which say more than the table."""
    folder = outer / "results"
    models = [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    return {model.name: {path.stem for path in model.glob("*.json")} for model in models}


def _column(
    file: File, table: Table, column: int, datasets: Collection[str], notes: list[str]
) -> Iterator[Measurement]:
    """The numbers of a model. A group has no version; titles of sections have no metric either."""
    for line, cells in table.rows:
        dataset, version, metric, mode = cells[: len(_HEADER)]
        aggregate = version == "-"
        if metric == "-" or (dataset in datasets and not aggregate):
            continue
        where = f"row {line}, column {table.header[column]}"
        chosen = None if mode in _UNKNOWN_MODES else mode
        cell = Node(file, cells[column], where, notes)
        n_items = _count(table, cells) if not aggregate else None
        yield from _measurements(
            cell, dataset, metric, mode=chosen, aggregate=aggregate, n_items=n_items
        )


def _count(table: Table, cells: list[str]) -> int | None:
    text = cells[table.header.index(_COUNT)] if _COUNT in table.header else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < _MOST_DIGITS else None


def _without_repeats(file: File, measurements: list[Measurement]) -> list[Measurement]:
    """A dataset may stand in two sections: with one number it is one measurement."""
    kept: dict[tuple[str, str, str | None], Measurement] = {}
    for measurement in measurements:
        key = (measurement.benchmark, measurement.metric, measurement.filter)
        first = kept.setdefault(key, measurement)
        if first.value != measurement.value:
            both = f"{measurement.locator} is {measurement.value} and {first.locator} {first.value}"
            where = f"{measurement.benchmark[:80]!r}, {measurement.metric[:80]!r}"
            raise file.refused(f"{both} for {where}", "one number")
    return list(kept.values())


class _Cell(NamedTuple):
    """A cell of a judge's table."""

    model: str
    judge: str
    text: str
    where: str
    benchmark: str
    metric: str
    aggregate: bool


def _marks(table: Table) -> Iterator[_Cell]:
    """A row per model, judge and dataset with the mean mark of every ability; `total` is of all."""
    for line, cells in table.rows:
        model, judge, dataset = cells[: len(_JUDGED)]
        for ability, text in zip(table.header[len(_JUDGED) :], cells[len(_JUDGED) :], strict=True):
            total = ability == _TOTAL
            benchmark = dataset if total else f"{dataset}:{ability}"
            where = f"row {line}, column {ability}"
            yield _Cell(model, judge, text, where, benchmark, "mark", total)


def _wins(file: File, table: Table) -> Iterator[_Cell]:
    """Wins in percent against one other model: the pair is part of the benchmark's name."""
    pair, *abilities = table.header
    for line, cells in table.rows:
        row = _PAIR.fullmatch(cells[0])
        if row is None:
            raise file.refused(f"{cells[0][:80]!r}", "win_both_MODEL or half_draw_MODEL", line)
        for ability, text in zip(abilities, cells[1:], strict=True):
            group = any(other.startswith(f"{ability}-") for other in abilities)
            where = f"row {line}, column {ability}"
            yield _Cell(row["model"], "", text, where, f"{pair}:{ability}", row["verdict"], group)


def _judged(file: File, cells: Iterable[_Cell]) -> Iterator[Found]:
    """A run for each model and judge."""
    runs: dict[tuple[str, str], tuple[list[Measurement], list[str]]] = {}
    for each in cells:
        measurements, notes = runs.setdefault((each.model, each.judge), ([], []))
        cell = Node(file, each.text, each.where, notes)
        measurements += _measurements(cell, each.benchmark, each.metric, aggregate=each.aggregate)
    for (model, judge), (measurements, notes) in runs.items():
        run = _run(node.name(file, model, "a model"), None, "", judge=judge)
        yield Found(run, _without_repeats(file, measurements), notes=notes)


def _run(model: str, run_date: str | None, folder: str, judge: str = "") -> Run:
    """The folder is the one that holds the run's own, which is named after a date."""
    return Run(
        tool=TOOL,
        model=model,
        date=run_date,
        settings={"judge_model": judge} if judge else {},
        hints=[model, *([folder] if folder else [])],
    )


def _measurements(
    cell: Node,
    benchmark: str,
    metric: str,
    *,
    mode: str | None = None,
    aggregate: bool = False,
    n_items: int | None = None,
) -> list[Measurement]:
    """The number of a cell, which may have counts behind it; none, and a note, where there is none."""
    text = cell.value.strip()
    text = match[1] if (match := _OF_COUNTS.fullmatch(text)) else text
    value = float(text) if _NUMBER.fullmatch(text) else text
    return cell.child(value, cell.where).measurements(
        benchmark,
        metric,
        unit(metric),
        filter=mode,
        n_items=n_items,
        higher_is_better=True if _OF_SCORES.fullmatch(metric) else None,
        aggregate=aggregate,
    )


def _other_form(file: File) -> Callable[[File], Table] | None:
    """What reads a summary as a text or as Markdown, next to the CSV; None for another file.

    The text begins with when it was made, then `tabulate format`, underlined.
    """
    lines = file.start[:_LONGEST_TITLE].splitlines()[:3]
    if len(lines) > 2 and lines[1].strip() == b"tabulate format" and lines[2][:1] == b"^":  # noqa: PLR2004
        return _text_table
    line = file.start.split(b"\n", 1)[0].decode("utf-8", "replace")
    return _markdown_table if line.startswith("|") and _is_summary(_cells(line)) else None


def _is_summary(header: list[str]) -> bool:
    return header[: len(_HEADER)] == _HEADER and len(header) > len(_HEADER)


def _cells(line: str) -> list[str]:
    """The cells of a line of Markdown."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _text_table(file: File) -> Table:
    """The lines under `csv format`, up to the `$$$` below them."""
    inner: list[tuple[int, list[str]]] = []
    lines = file.lines()
    for _, text in lines:
        if text.strip() == _CSV:
            break
    next(lines, None)  # the line under it
    for line, text in lines:
        if text.startswith("$"):
            return _checked(file, inner)
        inner.append((line, text.split(",")))
    raise file.refused(f"its part {_CSV!r} has no end", "a whole summary")


def _markdown_table(file: File) -> Table:
    every = [(line, _cells(text)) for line, text in file.lines()]
    return _checked(file, [every[0], *every[2:]])


def _beginning(file: File) -> list[list[str]]:
    """The cells of the first two lines of a text with commas."""
    head = file.start
    if b"\0" in head or head[:1] in {b"{", b"["}:
        return []
    lines = head.decode("utf-8", "replace").splitlines()[:2]
    return [line.split(",") for line in lines if "," in line]


def _csv_table(file: File) -> Table:
    """Split at every comma: OpenCompass puts blanks for those in cells, and quotes nothing."""
    return _checked(file, [(line, text.split(",")) for line, text in file.lines()])


def _checked(file: File, lines: list[tuple[int, list[str]]]) -> Table:
    """The first line as header, and the others, which have as many fields."""
    header = lines[0][1] if lines else []
    for index, column in enumerate(header, 1):
        node.name(file, column, f"the header's column {index}")
    separated.refuse_twins(file, header)
    for line, cells in lines[1:]:
        if len(cells) != len(header):
            raise file.refused(f"{len(cells)} fields", f"{len(header)}", line)
    return Table(header, lines[1:])
