"""The scalars that trainings log: the mean over the seeds of each recipe, and the steps without a number."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from reasonboard.charts.text_width import short_names
from reasonboard.core.findings.words import FRACTION
from reasonboard.statistics.smoothing import moving_mean
from reasonboard.studies.iterations.recipes import places_of
from reasonboard.studies.iterations.rows import Row

Points = list[tuple[int, float | None]]
"""Steps and values; None where a log has no number."""


@dataclass(frozen=True)
class Log:
    """A scalar of a training, of all its seeds."""

    name: str
    """Of the training, among those shown: 'dapo'."""
    place: int
    """Of the training among all of its source, by which it has its color."""
    row: Row

    @property
    def times(self) -> float:
        """What values are drawn times: shares as percent."""
        return 100.0 if self.row["unit"] == FRACTION else 1.0

    @property
    def missing(self) -> dict[int, str]:
        """The steps at which some seed has no number, and what its log has there: 'NaN'."""
        return {one["iteration"]: one["words"] for one in self.row["missing"]}

    @cached_property
    def seeds(self) -> list[Points]:
        """The values of each seed, with a gap where its log has no number."""
        return [
            self._with_gaps(
                one["seed"],
                zip(one["iteration"], [value * self.times for value in one["value"]], strict=True),
            )
            for one in self.row["seeds"]
        ]

    def _with_gaps(self, seed: str, points: "zip[tuple[int, float]]") -> Points:
        known: dict[int, float | None] = dict(points)
        gaps = (one["iteration"] for one in self.row["missing"] if one["seed"] == seed)
        return sorted((dict.fromkeys(gaps) | known).items())

    @cached_property
    def mean(self) -> Points:
        """The mean over the seeds that have a value at a step."""
        by_step: dict[int, list[float]] = {}
        for step, value in (point for seed in self.seeds for point in seed):
            by_step.setdefault(step, []).extend([] if value is None else [value])
        return [
            (step, sum(values) / len(values) if values else None)
            for step, values in sorted(by_step.items())
        ]

    def smoothed(self, window: int) -> Points:
        """The mean over the seeds, averaged over so many steps around each."""
        values = moving_mean([value for _, value in self.mean], window)
        return [(step, value) for (step, _), value in zip(self.mean, values, strict=True)]

    @property
    def constant(self) -> float | None:
        """The one value that it has at all steps; None if it varies."""
        values = {value for seed in self.seeds for _, value in seed if value is not None}
        return values.pop() if len(values) == 1 else None


@dataclass(frozen=True)
class Scalar:
    """A scalar with the logs of all trainings that have it."""

    name: str
    metric: str
    unit: str
    width: int
    """How many steps are averaged to one point of a long log; 1 for none."""
    logs: list[Log]

    @property
    def constant(self) -> float | None:
        """The one value that it has in all trainings; None if it varies."""
        values = {log.constant for log in self.logs}
        return values.pop() if len(values) == 1 else None


def scalars(rows: Sequence[Row]) -> list[Scalar]:
    """The scalars of the rows of sql/training.sql, in their order."""
    names, places = short_names(dict.fromkeys(row["run"] for row in rows)), places_of(rows)
    found = []
    for metric, some in groupby(rows, key=lambda row: row["metric"]):
        group = list(some)
        first = group[0]
        logs = [Log(names[row["run"]], places[row["run"]], row) for row in group]
        found.append(Scalar(first["name"], metric, first["unit"], first["width"], logs))
    return found
