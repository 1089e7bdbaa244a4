"""The cells of a heatmap of scale-progress: values with their intervals, differences with their verdicts."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.charts.cells import Cell
from reasonboard.charts.theme import plain
from reasonboard.statistics.contrasts import Contrast, benjamini_hochberg, contrast, verdicts
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.means import macro_mean, mean_of_all
from reasonboard.statistics.uncertainty import Uncertainty, said
from reasonboard.studies.scale_progress.charts.rows import alike, half, measured, uncertainty

Row = dict[str, Any]


class Shown(NamedTuple):
    """One cell: its value as it is shown (percent or points), what is known of it, and of its base."""

    shown: float
    measured: Row
    base: Row | None
    ambiguous: bool


class Marks(NamedTuple):
    """What a panel's cells have besides their values."""

    template: str
    beside: list[list[Any]] | None
    unresolved: frozenset[Cell] = frozenset()
    intervals: Sequence[Uncertainty | None] = ()
    """Of all its accuracies ..."""
    tests: frozenset[str] = frozenset()
    """... or the tests of all its differences."""


Cells = list[list[Shown | None]]


def grid_of(rows: Sequence[Row], models: list[str], checkpoints: list[str]) -> Cells:
    """The cells by model and checkpoint, None where there is no number."""
    found: dict[tuple[str, str], Shown] = {}
    for row in rows:
        bases = row["base"] or [None] * len(row["checkpoint"])
        for place, value, known, base, ambiguous in zip(
            row["checkpoint"], row["shown"], row["measured"], bases, row["ambiguous"], strict=True
        ):
            if value is not None:
                found[row["model"], place] = Shown(round(value, 1), known, base, ambiguous)
    return [[found.get((model, place)) for place in checkpoints] for model in models]


def of_accuracies(title: str, cells: Cells) -> Marks:
    """The half of each cell's interval, for its hover."""
    found = [[uncertainty(cell.measured) if cell else None for cell in line] for line in cells]
    there = [
        one for line, of in zip(cells, found, strict=True) for cell, one in zip(line, of, strict=True) if cell
    ]  # fmt: skip
    head = f"<b>{plain(title)}</b><br>%{{z:.1f}} %"
    if not any(there):
        return Marks(f"{head}<br>no uncertainty available", None, intervals=there)
    halves = [[half(one) for one in line] for line in found]
    if None in map(half, there):
        texts = [
            ["no uncertainty available" if one is None else f"±{one}" for one in line]
            for line in halves
        ]
        return Marks(f"{head}<br>%{{customdata}}", texts, intervals=there)
    most = alike([one for line in halves for one in line if one is not None])
    if most is not None:
        return Marks(f"{head} (±{most} at most)", None, intervals=there)
    return Marks(f"{head} ±%{{customdata}}", [list(line) for line in halves], intervals=there)


def of_differences(title: str, cells: Cells) -> Marks:
    """Each difference with the half of its interval and its verdict, corrected over the panel.

    A cell that is its own base has none: its difference is 0 by definition.
    """
    places = {
        (row, column): contrast(measured(cell.measured), measured(cell.base))
        for row, line in enumerate(cells)
        for column, cell in enumerate(line)
        if cell and cell.base
    }
    tested = [(place, one) for place, one in places.items() if one]
    told = verdicts([one for _, one in tested], benjamini_hochberg)
    unresolved = frozenset(
        place
        for (place, _), verdict in zip(tested, told, strict=True)
        if verdict is Verdict.NOT_RESOLVED
    )
    most = alike([_half(one) for _, one in tested]) if len(tested) == len(places) else None
    beside = [
        [
            _words(cell, places.get((row, column)), (row, column) in unresolved, most)
            if cell
            else ""
            for column, cell in enumerate(line)
        ]
        for row, line in enumerate(cells)
    ]
    tests = frozenset(one.test for _, one in tested)
    about = f" (±{most} at most)" if most is not None else ""
    template = f"<b>{plain(title)}</b><br>%{{customdata}}{about}"
    return Marks(template, beside, unresolved, tests=tests)


def said_of(marks: Sequence[Marks], mode: str) -> str:
    """For under the chart: the methods of the intervals, or how differences were tested."""
    if mode == "accuracy":
        return said([one for of in marks for one in of.intervals])
    tests = sorted({test for of in marks for test in of.tests})
    if not tests:
        return "no uncertainty available"
    return f"no colour, ≈: not resolved ({', '.join(tests)}; unpaired, Benjamini-Hochberg over each panel)"


def means(rows: Sequence[Row], checkpoints: list[str]) -> list[Row]:
    """Rows of the mean over the benchmarks, unless there is one benchmark or the source has its own mean."""
    there = [row for row in rows if row["model"]]
    benchmarks = {row["benchmark"] for row in there}
    if len(benchmarks) == 1 or any(row["aggregate"] for row in there):
        return []
    cells = {
        (row["benchmark"], row["model"], place): place_of
        for row in there
        for place, *place_of in zip(
            row["checkpoint"], row["shown"], row["measured"],
            row["base"] or [None] * len(row["checkpoint"]), strict=True,
        )
    }  # fmt: skip
    models = {row["model"]: row["params_b"] for row in there}
    return [
        _mean(
            model,
            params,
            [[cells.get((one, model, place)) for one in benchmarks] for place in checkpoints],
            checkpoints,
        )
        for model, params in models.items()
    ]


def _mean(model: str, params: float | None, cells: list[list[Any]], checkpoints: list[str]) -> Row:
    """The row of a model's mean: by checkpoint the cells of all benchmarks, None where one is missing."""
    base = [_mean_known([cell and cell[2] for cell in of]) for of in cells]
    return {
        "benchmark": f"Mean of {len(cells[0])} benchmarks", "aggregate": True, "model": model,
        "params_b": params, "n_items": None, "checkpoint": checkpoints, "low": None, "high": None,
        "shown": [macro_mean([cell and cell[0] for cell in of]) for of in cells],
        "measured": [_mean_known([cell and cell[1] for cell in of]) for of in cells],
        "base": base if any(base) else None,
        "ambiguous": [False] * len(checkpoints),
    }  # fmt: skip


def _mean_known(known: list[Row | None]) -> Row | None:
    mean = mean_of_all([measured(one) if one else None for one in known])
    if mean is None:
        return None
    return {
        "value": mean.value, "n_items": None, "n_repeats": None, "n_seeds": None, "seed_sd": None,
        "stderr": mean.stderr,
    }  # fmt: skip


def _words(cell: Shown, found: Contrast | None, unresolved: bool, most: float | None) -> str:
    """A difference as its hover says it; short, as there is one for every cell."""
    if cell.base is None:
        return f"{cell.shown:+.1f}"
    if found is None:
        return f"{cell.shown:+.1f}<br>no uncertainty available"
    about = "" if most is not None else f" ±{_half(found)}"
    return f"{cell.shown:+.1f}{about}{' ≈' if unresolved else ''}"


def _half(found: Contrast) -> float:
    return round((found.high - found.low) * 50, 1)
