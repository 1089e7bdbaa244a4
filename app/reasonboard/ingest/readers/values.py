"""A raw value of a result file as a measured number or a score, and the note where it is neither."""

from typing import Any

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers.shapes import shown
from reasonboard.ingest.records import FRACTION, PERCENT

_MOST = {FRACTION: (1, "a fraction"), PERCENT: (100, "a percentage")}


def measured(
    raw: Any, unit: str, where: str, notes: list[str]
) -> tuple[float | None, str | None] | None:
    """The number and what is missing, as `number` has them.

    None, and a note, for what is no number, and for a fraction or percentage out of its range.
    """
    value, missing = number(raw)
    if value is None and missing is None:
        notes.append(f"{where} is {shown(raw)}: not a number, left out")
        return None
    most, words = _MOST.get(unit, (None, ""))
    if value is not None and most is not None and not 0 <= value <= most:
        notes.append(f"{where} is {value:g}: not {words}, left out")
        return None
    return value, missing


def score(file: File, raw: Any, where: str) -> float | None:
    """The score of an answer, 0 to 1; None where a sign for a missing one stands.

    Raises IngestError for anything else but true, false and a fraction.
    """
    value, missing = number(float(raw) if isinstance(raw, bool) else raw)
    if value is None and missing:
        return None
    if value is None or not 0 <= value <= 1:
        raise IngestError(
            f"{file.name}: {where} is {shown(raw)} (expected true, false or a fraction)"
        )
    return value
