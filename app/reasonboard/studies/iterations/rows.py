"""The rows of the iterations study: how its curves are drawn, their x axis, their points and intervals."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Any

from reasonboard.charts.gaps import Restart
from reasonboard.charts.ticks import short
from reasonboard.core.other_numbers import METRIC, label_of_metric
from reasonboard.statistics.uncertainty import Measured, Uncertainty, of_measured

Row = dict[str, Any]
"""A row of sql/grid.sql, detail.sql or summary.sql: `iteration`, `accuracy` (percent) and `tokens`
(mean) as equally long lists, and more (see tables.sql)."""
_LISTS = (
    "iteration", "x", "used", "accuracy", "tokens", "accuracy_kind", "tokens_kind", "accuracy_missing",
    "tokens_missing", "tokens_low", "tokens_high", "stderr", "seed_sd", "intervals",
)  # fmt: skip


def x_values(row: Row) -> list[Any]:
    """Where each iteration stands on the x axis, None for nowhere: at its number where the row names no other place."""
    xs: list[Any] = row["x"] if "x" in row else row["iteration"]
    return xs


def points(row: Row, part: str) -> list[tuple[float, float, str]]:
    """Place on x, value and kind of the accuracies (percent) or the mean tokens that there are."""
    all_points = zip(x_values(row), row[part], row[f"{part}_kind"], strict=True)
    return [(x, value, kind) for x, value, kind in all_points if value is not None]


def missing(row: Row, part: str) -> list[str | None]:
    """What the file has at each iteration instead of a value, as 'NaN'; None for a value, or for nothing at all."""
    words: list[str | None] = row.get(f"{part}_missing") or [None] * len(row["iteration"])
    return words


def along(row: Row, part: str) -> Row:
    """The row at the iterations of a part's line: those with a value, and those where it is missing, which are gaps."""
    values = zip(row[part], missing(row, part), strict=True)
    return kept(row, [value is not None or bool(words) for value, words in values])


def with_both(row: Row) -> Row:
    """The row at those iterations only that have an accuracy and a token length."""
    values = zip(row["accuracy"], row["tokens"], strict=True)
    return kept(row, [None not in pair for pair in values])


def with_both_or_gap(row: Row) -> Row:
    """That row, and without accuracy and length at each iteration at which one of them is missing: a gap."""
    values = list(zip(row["accuracy"], row["tokens"], strict=True))
    gone = zip(missing(row, "accuracy"), missing(row, "tokens"), strict=True)
    is_gap = [None in pair and any(words) for pair, words in zip(values, gone, strict=True)]
    parts = {
        part: [None if gap else value for value, gap in zip(row[part], is_gap, strict=True)]
        for part in ("accuracy", "tokens")
    }
    is_point = [None not in pair for pair in values]
    return kept(row | parts, [point or gap for point, gap in zip(is_point, is_gap, strict=True)])


def restarts_of(rows: Iterable[Row]) -> list[Restart]:
    """The restarts of the trainings of these rows along the iterations, each counted once."""
    trainings = {row["run"]: row["restarts"] for row in rows if row.get("restarts")}
    return [Restart(one["at"], one["lost"]) for found in trainings.values() for one in found]


def kept(row: Row, wanted: Sequence[bool]) -> Row:
    """The row at those iterations only that are `wanted`."""
    lists = {name: row[name] for name in _LISTS if name in row}
    return row | {name: list(compress(values, wanted)) for name, values in lists.items()}


def accuracy_intervals(row: Row) -> list[Uncertainty | None]:
    """The 95% interval of each accuracy, as fractions; None where it or its uncertainty is unknown.

    Those that stand in the row are not computed again (see `with_family`).
    """
    if "intervals" in row:
        intervals: list[Uncertainty | None] = row["intervals"]
        return intervals
    counts = {name: row.get(name) for name in ("n_items", "n_repeats", "n_seeds", "n_listed")}
    scale = row["scale"]
    return [
        None
        if value is None
        else of_measured(Measured(value / 100, stderr=stderr, seed_sd=sd, scale=scale, **counts))
        for value, stderr, sd in zip(row["accuracy"], row["stderr"], row["seed_sd"], strict=True)
    ]


STRIPS, DUAL, PHASE = "strips", "dual", "phase"
RECIPES, SEEDS = "recipes", "seeds"
FORMS = {
    RECIPES: "Recipes", SEEDS: "Seeds", STRIPS: "Stacked", DUAL: "Dual axis", PHASE: "Accuracy vs length"
}  # fmt: skip
"""How curves are drawn, and what the page calls it."""


ITERATION = "iteration"
HOURS, TOKENS = f"{METRIC}hours", f"{METRIC}num_tokens"
"""The choices of sql/along_choices.sql."""
_BY = {ITERATION: "iteration", HOURS: "hours of training", TOKENS: "tokens seen"}


UNITS = {ITERATION: "steps", HOURS: "hours", TOKENS: "tokens"}
"""What two recipes have used as much of."""


def label_of(along: str) -> str:
    """A choice on the page: 'Iteration', 'Tokens seen', 'Hours'."""
    return "Iteration" if along == ITERATION else label_of_metric(along)


def words_of(along: str) -> str:
    """The axis in a sentence: 'by hours of training'."""
    return f"by {_BY[along]}"


def amount(along: str, x: float) -> str:
    """A place on the axis in a sentence: 'iteration 40', '1.2M tokens', '2.5 h'."""
    if along == ITERATION:
        return f"iteration {x:.0f}"
    return f"{short(x)} {'h' if along == HOURS else 'tokens'}"


def after(along: str, places: Mapping[int, float], iteration: int, last: int | None = None) -> str:
    """The tokens or hours of a run by an iteration, of those by the `last`: ', after 12 h of 30 h'; "" if unknown."""
    if along == ITERATION or iteration not in places:
        return ""
    of_last = f" of {amount(along, places[last])}" if last is not None and last in places else ""
    return f", after {amount(along, places[iteration])}{of_last}"
