"""The dates of runs, as ISO 8601, from what tools write and call their folders.

A text that is no date is kept as it is: `load` names it, and the time of the file counts.
"""

from datetime import UTC, datetime
from typing import Any

_LAST = 4e9
_LONGEST = 60
"""Letters that are kept of a text that is no date."""


def of_unix(raw: Any) -> str | None:
    """Seconds since 1970 as a time in UTC; None for what is neither a number nor a text."""
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return _text(raw)
    try:
        return datetime.fromtimestamp(raw, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return str(raw)


def of_clock(raw: Any) -> str | None:
    """The same of a clock that a trainer logs; None for a date that cannot be."""
    plain = isinstance(raw, int | float) and 0 < raw < _LAST
    return of_unix(raw) if plain else None


def of_stamp(raw: Any, form: str = "%Y%m%d_%H%M%S") -> str | None:
    """A local time without a zone, in a form of strptime; None for anything else, as other words of a name."""
    try:
        read = datetime.strptime(raw, form)
    except (TypeError, ValueError):
        return None
    return read.isoformat(timespec="seconds" if "%S" in form else "minutes")


def of_field(raw: Any, form: str) -> str | None:
    """The same of a field that is a date: a text in another form is kept."""
    return of_stamp(raw, form) or _text(raw)


def of_iso(raw: Any) -> str | None:
    """A time in ISO 8601, to the second, with its zone where it has one; None for anything else."""
    try:
        return datetime.fromisoformat(raw).isoformat(timespec="seconds")
    except (TypeError, ValueError):
        return None


def _text(raw: Any) -> str | None:
    """The text of a date that cannot be read; None for what is no text, or an empty one."""
    return raw.strip()[:_LONGEST] or None if isinstance(raw, str) else None
