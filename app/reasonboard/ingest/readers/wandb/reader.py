"""Weights & Biases: an exported chart, an exported table of runs, the history and the summary of a run."""

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from reasonboard.ingest.formats import parquet, separated, yaml_file
from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, NameOf, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import consoles, dates, node, run_names, scalars
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.wandb import table as wandb_table
from reasonboard.ingest.readers.wandb.table import STEPS, TOOL

_BY_STEP = {"step", *STEPS}
_ENDS = ("__MIN", "__MAX")
_FOLDER = r"(?:offline-)?run-\d{8}_\d{6}-\w+"
_OWN_COUNT = "Step is W&B's own count, which may not be the trainer's"


class _Column(NamedTuple):
    place: int
    name: str
    tag: str


def recognizes(file: File) -> bool:
    """Has it columns of a chart, with their __MIN or __MAX, of a table of runs or of a history, or a summary's keys?"""
    if file.path.suffix == ".csv":
        header = separated.header(file)
        return _is_chart(header) or wandb_table.recognizes(file, header)
    if file.path.suffix == ".parquet":
        return _is_history(file)
    is_json = file.path.suffix == ".json"
    return is_json and "_step" in file.keys and bool(file.keys & {"_wandb", "_timestamp"})


def read(file: File) -> Iterator[Found]:
    """Of a chart each run at each step; of a table each run with its last numbers; of a summary the run.

    The columns __MIN and __MAX are left out. Raises Skip for a chart whose rows are not by step.
    """
    if file.path.suffix == ".parquet":
        yield from _history(file)
    elif file.path.suffix != ".csv":
        yield from _summary(file)
    elif _is_chart(separated.header(file)):
        yield from _chart(file)
    else:
        yield from wandb_table.read(file)


def _is_chart(header: Sequence[str]) -> bool:
    names = set(header[1:])
    return any(" - " in name and any(name + end in names for end in _ENDS) for name in names)


def _chart(file: File) -> Iterator[Found]:
    rows = separated.rows(file)
    _, header = next(rows, (1, [""]))
    if header[0].lower() not in _BY_STEP:
        raise Skip(f"a chart by {header[0]!r}, not by step")
    lines = list(rows)
    for name, columns in _runs(file, header).items():
        run = Run(tool=TOOL, model=name, name_of=NameOf.RUN, hints=[file.path.name])
        tags = {column.tag for column in columns}
        own = next((column for tag in STEPS[:-1] for column in columns if column.tag == tag), None)
        notes = [_OWN_COUNT] if own is None and header[0] in ("Step", "_step") else []
        for column in scalars.of_log(file, run, _logged(file, columns, own, lines), tags):
            if column.measurements or column.notes:
                yield replace(column, notes=[*notes, *column.notes])
                notes = []


def _runs(file: File, header: Sequence[str]) -> dict[str, list[_Column]]:
    """The columns of each run. The name of a run may have ' - ' in it, so the last one parts them."""
    separated.refuse_twins(file, header)
    runs: dict[str, list[_Column]] = {}
    for index, text in enumerate(header[1:], 1):
        name, parted, tag = text.rpartition(" - ")
        if text.endswith(_ENDS):
            continue
        if not parted:
            raise file.refused(f"the column {text[:80]!r}", "'RUN - METRIC'", 1)
        node.name(file, name, f"the run of column {index + 1}")
        runs.setdefault(name, []).append(_Column(index, text, tag))
    return runs


def _logged(
    file: File, columns: list[_Column], own: _Column | None, lines: list[tuple[int, list[str]]]
) -> Iterator[scalars.Row]:
    """The step and the numbers of each row, without its time; an empty field is no number at all."""
    for line, cells in lines:
        stated = cells[own.place] if own and cells[own.place].strip() else cells[0]
        step = Node(file, consoles.number(stated), f"line {line}: the step").step()
        values = {
            column.tag: (consoles.number(cells[column.place]), f"line {line}: {column.name}")
            for column in columns
            if cells[column.place].strip()
        }
        yield 0, step, values


def _summary(file: File) -> Iterator[Found]:
    document = Node(file, file.json)
    stated = document.mapping()
    step = document.at(next((key for key in STEPS if key in stated), "_step")).step()
    tags = {tag: (raw, f"[{json.dumps(tag)}]") for tag, raw in stated.items()}
    clock = stated.get("_timestamp")  # when the last number was logged
    config = _configuration(file)
    run = run_names.run(
        TOOL,
        file,
        config.get("run_name"),
        config,
        seed=None,
        place=[folder for folder in places.folders(file) if not re.fullmatch(_FOLDER, folder)],
        date=dates.of_clock(clock),
        hints=places.hints(file),
    )
    return scalars.training(file, stated, [scalars.Step(run, step, tags)])


def _configuration(file: File) -> dict[str, Any]:
    """The configuration next to the summary, without the keys of W&B; {} if there is none."""
    config = file.beside("config.yaml")
    stated = yaml_file.parse_lines(config) if config else {}
    return {
        name: node.mapping(entry).get("value")
        for name, entry in stated.items()
        if not name.startswith("_") and name != "wandb_version"
    }


_OWN_STEP = STEPS[-1]
_PASSED = "_runtime"
"""The seconds since the start."""
_CLOCKS = {"_timestamp", _PASSED}
_ARTIFACT = re.compile(r"artifacts|run-\w+-history[:\-_]v\d+|(?:offline-)?run-\d{8}_\d{6}-\w+")


def _is_history(file: File) -> bool:
    """Has it W&B's count of steps and a clock of W&B among its columns?"""
    names = parquet.columns(file).keys()
    return _OWN_STEP in names and bool(names & _CLOCKS)


def _history(file: File) -> Iterator[Found]:
    """The run at each step of its history: by the first of a trainer's steps that is a column, else by W&B's count.

    Rows without the trainer's step are left out and counted, as W&B leaves them out of a chart by it.
    """
    names = list(parquet.columns(file))
    by = next(step for step in STEPS if step in names)
    run = Run(
        tool=TOOL,
        model="",
        place=[folder for folder in places.folders(file) if not _ARTIFACT.fullmatch(folder)],
        hints=places.hints(file),
    )
    without = sum(1 for _, row in _rows(file, names) if row[by] is None)
    notes = [_OWN_COUNT] if by == _OWN_STEP else []
    notes += [f"rows without {by}: {without}, left out"] if without else []
    return scalars.by_step(file, run, partial(_logged_rows, file, names, by), notes)


def _rows(file: File, names: list[str]) -> Iterator[tuple[int, dict[str, object]]]:
    for number, row in enumerate(parquet.rows(file, "FROM {}"), 1):
        yield number, dict(zip(names, row, strict=True))


def _logged_rows(file: File, names: list[str], by: str) -> scalars.Logged:
    """An empty cell is no number at all: not every row has every metric."""
    for number, row in _rows(file, names):
        if row[by] is None:
            continue
        step = Node(file, row[by], f"row {number}: {by}").step()
        values = {
            tag: (raw, f"row {number}: {tag}")
            for tag, raw in row.items()
            if raw is not None and not tag.startswith("_")
        }
        passed = row.get(_PASSED)
        if values and isinstance(passed, int | float) and math.isfinite(passed) and passed >= 0:
            values.setdefault(scalars.HOURS, (scalars.hours(passed), f"row {number}: {_PASSED}"))
        yield number, step, values, []


READER = Reader("wandb", recognizes, read)
