"""Meta-learning logic: wide tables with the task type and length in the column names."""

import re
from collections.abc import Iterator
from pathlib import Path

from .table import Row, read

REGIMES = {"core": "Core", "long-to-short": "Long-to-short", "short-to-long": "Short-to-long"}
METHODS = {  # (trained as, evaluated as)
    ("base", "base"): "Baseline",
    ("meta", "meta"): "Meta-learning",
    ("base", "meta"): "Baseline, meta-format test",
}
CELL = re.compile(r"type_(\d+)_len_(\d+)")
ITEMS_PER_CELL = "100"


def rows(originals: Path) -> list[Row]:
    """One row per cell and one per overall accuracy, for each line of the three tables."""
    cells: list[Row] = []
    for regime, benchmark in REGIMES.items():
        file = originals / "meta_learning_logic" / f"results_{regime}.csv"
        for number, line in enumerate(read(file), start=2):
            place = f"{file.name}, line {number}, "
            cells += [
                _run(line) | {"benchmark": benchmark} | cell | {"locator": place + column}
                for column, cell in _cells(line)
            ]
    return cells


def _run(line: Row) -> Row:
    return {
        "model": line["model"],
        "method": METHODS[line["model_type"], line["dataset"]],
        "train_samples": _present(line["type_x_len_samples"]),
        "seed": _present(line["seed"]),
        "split": line["test_type"],
    }


def _present(value: str) -> str:
    return "" if value == "-" else value


def _cells(line: Row) -> Iterator[tuple[str, Row]]:
    """The column's name and what its number stands for; an empty cell is no measurement."""
    yield "accuracy", {"value": line["accuracy"]}
    cells = {column: value for column, value in line.items() if CELL.fullmatch(column) and value}
    # An accuracy of 100 items is a whole percent. The API models have no seed to tell the runs.
    whole = all(float(value).is_integer() for value in cells.values())
    n_items = ITEMS_PER_CELL if whole and _present(line["seed"]) else ""
    for column, value in cells.items():
        kind, length = CELL.findall(column)[0]
        yield (
            column,
            {
                "task_type": f"Type {kind}",
                "task_length": length,
                "value": value,
                "n_items": n_items,
            },
        )
