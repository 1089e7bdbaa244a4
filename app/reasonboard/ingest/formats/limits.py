"""Which numbers can be stored: what is outside would break those who read it, and is refused when it is loaded."""

from collections.abc import Mapping

from reasonboard.ingest.formats.records import FRACTION, HOURS, PERCENT, TOKENS
from reasonboard.store.fields import SHARE, Range, fields_of

NOISE = 1e-9
"""How far rounding may bring a fraction out of 0 to 1: it is put right, not refused."""
VALUES: Mapping[str, Range] = {
    FRACTION: SHARE, PERCENT: Range(0, 100), TOKENS: Range(0, 1e15), HOURS: Range(0, 1e6)
}  # fmt: skip
"""Of a measured value, by the unit in which its file has it."""
ANY_VALUE = Range(-1e100, 1e100)
"""Of a measured value in any other unit."""


def of_value(unit: str) -> Range:
    """The range of measured values in this unit, as its file has it."""
    return VALUES.get(unit, ANY_VALUE)


def of_record(record: type) -> Mapping[str, Range]:
    """The ranges of its numbers that have the same meaning in every unit, by their names."""
    return {field.name: field.range for field in fields_of(record) if field.range}


def of_stderr(unit: str) -> Range:
    """The range of standard errors of values in this unit."""
    return Range(0, of_value(unit).high)


def noise_of(unit: str) -> float:
    """How far rounding may bring a value in this unit out of its range."""
    return {FRACTION: NOISE, PERCENT: 100 * NOISE}.get(unit, 0)
