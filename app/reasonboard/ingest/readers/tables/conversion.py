"""The unit in which a number of a cell is stored, and the factor to it."""

from reasonboard.ingest.formats.cells.numbers import Number
from reasonboard.ingest.formats.records import FRACTION, PERCENT, TOKENS
from reasonboard.ingest.readers.tables.shares import SHARE

_TO_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0}
_THOUSAND, _MINUTE = 1000.0, 60.0


def converted(cell: Number, unit: str, sign: str) -> tuple[str, float]:
    """The unit of a cell in a column of `unit`, whose header has `sign`, and what its value is multiplied by."""
    if unit == SHARE:
        unit = FRACTION
    if unit == FRACTION and cell.sign == "%":
        unit = PERCENT
    if unit == PERCENT and cell.right is not None:
        unit = FRACTION
    if unit == "seconds":
        return unit, _TO_SECONDS.get(cell.sign, 1.0)
    if unit == "minutes":
        return "seconds", 1.0 if cell.sign == "s" else _MINUTE
    if unit == TOKENS and sign == "thousand":
        return unit, 1.0 if cell.text.strip()[-1:] in "kK" else _THOUSAND
    return unit, 1.0
