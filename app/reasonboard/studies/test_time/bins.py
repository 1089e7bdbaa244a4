"""How right answers of different length are: each run's answers by powers of two of their tokens."""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from reasonboard.core.findings.result import Result, results
from reasonboard.statistics.effects import trend
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured, standard_error
from reasonboard.studies.test_time.rows import Row, percent_columns, run_columns


class Bin(NamedTuple):
    """The scored answers of at least 2^power tokens and below twice as many; `value` is a fraction."""

    power: int
    value: float
    answers: int
    measured: Measured

    @property
    def middle(self) -> float:
        """Its middle on a log scale, in tokens."""
        return float(round(2 ** (self.power + 0.5), 1))

    @property
    def words(self) -> str:
        return f"{2**self.power:,} to {2 ** (self.power + 1) - 1:,} tokens"

    @property
    def ends(self) -> Uncertainty | None:
        return of_measured(self.measured)


class Lengths:
    """The rows of sql/bins.sql of one run."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.row = rows[0]
        self.bins = [_bin(row) for row in rows]

    @cached_property
    def slope(self) -> Estimate | None:
        """The change of accuracy per doubling of the tokens; None for one bin or where no error is known."""
        means = [Estimate(bin_.value, standard_error(bin_.measured)) for bin_ in self.bins]
        line = trend([bin_.power for bin_ in self.bins], means)
        return Estimate(line.slope, line.stderr) if line else None

    @property
    def result(self) -> Result | None:
        """The test of that slope, corrected over all runs of the benchmark."""
        return self.row.get("result")


def lengths(rows: Sequence[Row]) -> list[Lengths]:
    """The runs of sql/bins.sql, in their order."""
    return [Lengths(list(group)) for _, group in groupby(rows, key=lambda row: str(row["key"]))]


def with_tests(rows: Sequence[Row]) -> list[Row]:
    """The rows of sql/bins.sql, each with the test of its run's slope, Holm's correction over all runs."""
    runs = lengths(rows)
    by_run = {
        run.row["key"]: test
        for run, test in zip(runs, results([run.slope for run in runs]), strict=True)
    }
    return [row | {"result": by_run[row["key"]]} for row in rows]


def table(rows: Sequence[Row]) -> list[Row]:
    """A line per run and bin, in percent with its 95% interval."""
    return [_line(length.row, each) for length in lengths(rows) for each in length.bins]


def _line(row: Row, bin_: Bin) -> Row:
    numbers = {
        "tokens from": 2**bin_.power,
        "tokens below": 2 ** (bin_.power + 1),
        "answers": bin_.answers,
        "problems": bin_.measured.n_items,
    }
    shares = percent_columns(("accuracy %", "low", "high"), bin_.value, bin_.ends)
    return run_columns(row) | numbers | shares


def _bin(row: Row) -> Bin:
    items, answers = int(row["items"]), int(row["answers"])
    measured = Measured(row["value"], items, -(-answers // items), stderr=row["stderr"])
    return Bin(int(row["power"]), float(row["value"]), answers, measured)
