"""How the lines of a chart are smoothed: the choices, what they compute, and how a chart names them."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.statistics.smoothing import moving_average, moving_mean

NONE = "0"
_WEIGHTS = ("0.6", "0.9", "0.97")
"""Of what came before in an exponential moving average, which so looks back over some 2, 10 and 30 values."""
_WINDOW = "window"
_WINDOWS = (5, 15, 31)
"""Points of a centered mean."""
LABELS = {
    NONE: "None",
    **{weight: f"EMA {weight[1:]}" for weight in _WEIGHTS},
    **{f"{_WINDOW}{points}": f"Mean of {points}" for points in _WINDOWS},
}
"""By choice what it is called on a page."""


class Smoothing(NamedTuple):
    """A choice of the control: an exponential moving average, a centered mean, or none, which is false."""

    choice: str = NONE

    def __bool__(self) -> bool:
        return self.choice != NONE

    @property
    def name(self) -> str:
        """What its lines are called: 'moving average (EMA .9)', 'mean of 5 points'."""
        if self.choice.startswith(_WINDOW):
            return f"mean of {self.choice.removeprefix(_WINDOW)} points"
        return f"moving average (EMA {self.choice[1:]})"

    @property
    def words(self) -> str:
        """The line under a chart: 'Mean of 5 points around each; pale: the values'."""
        around = " around each" if self.choice.startswith(_WINDOW) else ""
        return f"{self.name[0].upper()}{self.name[1:]}{around}; pale: raw values"

    def of(self, values: Sequence[float | None]) -> list[float | None]:
        """The values smoothed, in their unit; those that are missing stay missing."""
        if self.choice.startswith(_WINDOW):
            return moving_mean(values, int(self.choice.removeprefix(_WINDOW)))
        return moving_average(values, float(self.choice))
