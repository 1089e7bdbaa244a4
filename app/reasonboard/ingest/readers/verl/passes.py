"""`pass.csv`, to which verl's generation adds a row for each model and data set that it judges: fractions."""

import re
from collections.abc import Iterator
from pathlib import PurePath

from reasonboard.ingest.formats import separated
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, Found, Measurement, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import consoles, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.repeats import Repeats

_MODEL, _DATA = "model_path", "dataset"
_PASS = re.compile(r"pass@[1-9]\d{0,4}")


def recognizes(file: File) -> bool:
    """Has its first line a model, a data set, and pass@k in all other columns?"""
    header = separated.header(file)
    metrics = header[2:]
    return header[:2] == [_MODEL, _DATA] and bool(metrics) and all(map(_PASS.fullmatch, metrics))


def read(file: File, tool: str) -> Iterator[Found]:
    """The run of each row; what is judged again is a repeat of it."""
    lines = separated.rows(file)
    _, header = next(lines)
    separated.refuse_twins(file, header)
    repeats = Repeats()
    for line, cells in lines:
        if cells == header:
            continue
        model = node.name(file, cells[0], f"line {line}: {_MODEL}")
        data = node.name(file, cells[1], f"line {line}: {_DATA}")
        again = repeats.add(f"{model}\n{data}")
        notes: list[str] = []
        benchmark = PurePath(data).name.removesuffix(".parquet") or data
        numbers: list[Measurement] = []
        for metric, cell in zip(header[2:], cells[2:], strict=True):
            raw = Node(file, consoles.number(cell), f"line {line}: {metric}", notes)
            numbers += raw.measurements(benchmark, metric, FRACTION, higher_is_better=True)
        repeat = str(again + 1) if again else None
        run = Run(tool=tool, model=model, repeat=repeat, hints=places.model_hints(file, model))
        yield Found(run, numbers, notes=notes)
