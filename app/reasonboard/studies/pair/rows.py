"""The rows of the page of two models, with the numbers derived from them."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.core.findings.pairs import (
    Answers,
    Difference,
    Row,
    differences,
    enters_mean,
    mean_difference,
)
from reasonboard.core.findings.result import strength
from reasonboard.core.findings.words import FRACTION, change, number_words
from reasonboard.statistics.differences import Difference as Tested
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.paired import PairedScores, paired_contrast

Rows = Sequence[Row]
_ORDER = {
    verdict: place
    for place, verdict in enumerate(
        (Verdict.BETTER, Verdict.WORSE, Verdict.DIFFERENT, Verdict.NOT_SIGNIFICANT, None)
    )
}


class Line(NamedTuple):
    """A benchmark that both have, compared."""

    benchmark: str
    difference: Difference
    mean_of: tuple[str, ...] = ()
    """The benchmarks that it is the mean of."""

    @property
    def unit(self) -> str:
        """That of both scores, as it is stored."""
        return str(self.difference.a["unit"])

    @property
    def change(self) -> str:
        """A minus B, in points or in the unit of the scores."""
        return change(self.difference.estimate, self.unit)

    @property
    def words(self) -> str:
        """The verdict in a word or two."""
        return self.difference.words

    @property
    def how(self) -> tuple[str, str]:
        """Was it paired, and over how many problems; of a mean that each benchmark counts once."""
        if self.mean_of:
            return "mean", f"each benchmark counts once{self.difference.of_several}"
        answers, scores = self.difference.answers, self.difference.scores
        if scores:
            most = max(answers.items_a, answers.items_b)
            of_all = f" of {most:,}" if most > scores.n else ""
            return "paired", f"{scores.n:,}{of_all} problems{self.difference.of_several}"
        counts = [run["n_items"] for run in (self.difference.a, self.difference.b)]
        stated = [f"{count:,}" for count in counts if count]
        words = " and ".join(dict.fromkeys(stated)) if len(stated) == len(counts) else ""
        if answers.items_a and answers.items_b:
            common = answers.scores.n if answers.scores else 0
            return "unpaired", f"{common or 'no'} shared problem{'' if common == 1 else 's'}"
        return "unpaired", (
            f"{words} problems{self.difference.of_several}"
            if words
            else "number of problems unknown"
        )


TYPES = {
    "benchmark": "string", "metric": "string", "a": "number", "b": "number", "a minus b": "number",
    "interval low": "number", "interval high": "number", "verdict": "string", "p": "number", "p corrected": "number",
    "tests": "integer", "test": "string", "compared": "string", "n": "integer", "over": "string",
    "a higher": "integer", "b higher": "integer", "detects": "number", "kind": "string", "kind b": "string",
    "unit": "string",
}  # fmt: skip
"""The columns of `table`."""


def lines(rows: Rows) -> list[Line]:
    """The benchmarks of both, compared as one family: by verdict, then the strongest evidence first."""
    both = [row for row in rows if row["b"] is not None and row["b"]["key"] is not None]
    tested = differences(
        [(row["a"], row["b"], Answers.from_row(row, row["a"]["unit"])) for row in both]
    )
    compared = [
        Line(row["benchmark"], difference) for row, difference in zip(both, tested, strict=True)
    ]
    return sorted(
        compared,
        key=lambda line: (_ORDER[line.difference.verdict], -strength(line.difference.result)),
    )


def mean_line(all_lines: Sequence[Line]) -> Line | None:
    """The mean over benchmarks, of the shares that can be tested; None for fewer than two."""
    chosen = [line for line in all_lines if enters_mean(line.difference)]
    mean = mean_difference([line.difference for line in chosen])
    if mean is None:
        return None
    names = tuple(line.benchmark for line in chosen)
    return Line(f"Mean of {len(names)}", mean, names)


def table(rows: Rows) -> list[Row]:
    """The rows of the CSV: everything of the comparison, differences in the unit of the values; the mean last."""
    all_lines = lines(rows)
    mean = mean_line(all_lines)
    return [_flat(line) for line in [*all_lines, *([mean] if mean else [])]]


def _flat(line: Line) -> Row:
    difference, result = line.difference, line.difference.result
    a, b = difference.values
    low, high = difference.interval or (None, None)
    pairing, over = line.how
    return {
        "benchmark": line.benchmark,
        "metric": difference.a["metric"],
        "a": a,
        "b": b,
        "a minus b": difference.estimate,
        "interval low": low,
        "interval high": high,
        "verdict": line.words,
        "p": result.p if result else None,
        "p corrected": result.adjusted if result else None,
        "tests": result.tests if result else None,
        "test": result.test if result else None,
        "compared": pairing,
        "n": difference.scores.n if difference.scores else None,
        "over": over,
        "a higher": difference.scores.only_a if difference.scores else None,
        "b higher": difference.scores.only_b if difference.scores else None,
        "detects": difference.detects,
        "kind": difference.a["kind"],
        "kind b": difference.b["kind"],
        "unit": difference.a["unit"],
    }


class CutOff(NamedTuple):
    """A minus B over all problems, and over those that neither side cut off: the second explains and is not tested."""

    all_problems: PairedScores
    complete: PairedScores | None
    sides: list[tuple[str, str, int, int]]
    """Of each side with answers cut off: its letter, the other's, how many, and on how many the other is higher."""
    unit: str
    """That of the scores, as it is stored."""
    is_graded: bool
    """Are the scores something else than right and wrong?"""

    @property
    def shares(self) -> list[tuple[str, PairedScores, Tested | None]]:
        """Both rows with their 95% intervals."""
        parts = [("All", self.all_problems)] + (
            [("Neither truncated", self.complete)] if self.complete else []
        )
        return [(name, scores, paired_contrast(scores)) for name, scores in parts]


def cut_off(rows: Rows) -> CutOff | None:
    """The rows of sql/cut_off.sql; None where no answer says why it ended, or none was cut off."""
    by_part = {row["is_whole"]: row for row in rows}
    row = by_part.get(True)
    if row is None or not (row["cut_a"] or row["cut_b"]):
        return None
    unit = row["graded"] or FRACTION
    sides = [("A", "B", row["cut_a"], row["flipped_b"]), ("B", "A", row["cut_b"], row["flipped_a"])]
    return CutOff(
        _scores(row, unit),
        _scores(by_part[False], unit) if False in by_part else None,
        [side for side in sides if side[2]],
        unit,
        bool(row["graded"]),
    )


def _scores(row: Row, unit: str) -> PairedScores:
    return PairedScores.from_row(row, is_fraction=unit == FRACTION)


def field_words(fields: Sequence[str]) -> str:
    """The fields that problems are filtered by, in words: 'level 4 or 5, no subject'; "" for none."""
    values: dict[str, list[str]] = {}
    for field in fields:
        name, _, field_value = field.partition(":")
        values.setdefault(name.replace("_", " "), []).append(field_value)
    return ", ".join(
        f"{name} {' or '.join(filter(None, stated))}" + (f" or no {name}" if "" in stated else "")
        if any(stated)
        else f"no {name}"
        for name, stated in values.items()
    )


def value(number: float, unit: str) -> str:
    """A score as it stands in a column: fractions in percent without the sign."""
    return f"{number * 100:.1f}" if unit == FRACTION else number_words(number)
