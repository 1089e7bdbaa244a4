"""The x axis of the curves: iterations, or the tokens or hours that their runs had used by then."""

from collections.abc import Mapping

from reasonboard.charts.ticks import short
from reasonboard.core.other_numbers import METRIC, label_of_metric

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
