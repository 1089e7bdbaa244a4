"""Which numbers can be stored: what is outside would break those who read it, and is refused when it is loaded."""

from collections.abc import Mapping
from typing import NamedTuple

from reasonboard.ingest.records import FRACTION, HOURS, PERCENT, TOKENS

_LAST_INTEGER = 2**31 - 1
_LAST_EXACT = 2**53
NOISE = 1e-9
"""How far rounding may bring a fraction out of 0 to 1: it is put right, not refused."""


class Range(NamedTuple):
    """The numbers from `low` to `high`, both included; without `low` where `above` is true."""

    low: float
    high: float
    above: bool = False

    def holds(self, value: float, noise: float = 0) -> bool:
        """Is the number in the range? NaN is in none. `noise` is how far outside is still taken."""
        if self.above and value <= self.low:
            return False
        return self.low - noise <= value <= self.high + noise

    def sql(self, value: str, noise: float = 0) -> str:
        """The same as an SQL condition on a DOUBLE that is not NULL."""
        low = f"{value} > {self.low!r}" if self.above else f"{value} >= {self.low - noise!r}"
        return f"({low} AND {value} <= {self.high + noise!r})"

    def __str__(self) -> str:
        """The range in words, as it stands after `expected`."""
        if self.above:
            return f"a number above {self.low:g} and up to {self.high:g}"
        return f"a number from {_bound_text(self.low)} to {_bound_text(self.high)}"


_SHARE = Range(0, 1)
_COUNT = Range(0, _LAST_INTEGER)
_BILLIONS = Range(0, 1e6, above=True)
FIELDS: Mapping[str, Range] = {
    "params_b": _BILLIONS,
    "selector_params_b": _BILLIONS,
    "progress": _SHARE,
    "kv_ratio": _SHARE,
    "step": Range(0, _LAST_EXACT),
    "train_samples": Range(0, _LAST_EXACT),
    "seed": Range(-_LAST_EXACT, _LAST_EXACT),
} | dict.fromkeys(
    (
        "iteration", "kv_window", "n_items", "n_repeats", "task_length", "repeat", "tokens_in", "tokens_out",
    ),
    _COUNT,
)  # fmt: skip
"""Of the numbers of runs, measurements and samples that have the same meaning in every unit."""
VALUES: Mapping[str, Range] = {
    FRACTION: _SHARE,
    PERCENT: Range(0, 100),
    TOKENS: Range(0, 1e15),
    HOURS: Range(0, 1e6),
}
"""Of a measured value, by the unit in which its file has it."""
ANY_VALUE = Range(-1e100, 1e100)
"""Of a measured value in any other unit."""


def of_value(unit: str) -> Range:
    """The range of measured values in this unit, as its file has it."""
    return VALUES.get(unit, ANY_VALUE)


def of_sample(unit: str) -> Mapping[str, Range]:
    """Those of `FIELDS`, with that of the score of an answer in this unit."""
    return {**FIELDS, "score": of_value(unit)}


def of_stderr(unit: str) -> Range:
    """The range of standard errors of values in this unit."""
    return Range(0, of_value(unit).high)


def noise_of(unit: str) -> float:
    """How far rounding may bring a value in this unit out of its range."""
    return {FRACTION: NOISE, PERCENT: 100 * NOISE}.get(unit, 0)


def _bound_text(bound: float) -> str:
    return str(bound) if isinstance(bound, int) else f"{bound:g}"
