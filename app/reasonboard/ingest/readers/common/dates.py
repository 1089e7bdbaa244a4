"""The dates of runs, as ISO 8601, from what tools write and call their folders."""

from datetime import UTC, datetime
from typing import Any

_LAST = 4e9


def of_unix(raw: Any) -> str | None:
    """Seconds since 1970 as a time in UTC; None for what is no such number."""
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    try:
        return datetime.fromtimestamp(raw, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return None


def of_clock(raw: Any) -> str | None:
    """The same of a clock that a trainer logs; None for a date that cannot be."""
    plain = isinstance(raw, int | float) and 0 < raw < _LAST
    return of_unix(raw) if plain else None


def of_stamp(raw: Any, form: str = "%Y%m%d_%H%M%S") -> str | None:
    """A local time without a zone, in a form of strptime; None for anything else."""
    try:
        read = datetime.strptime(raw, form)
    except (TypeError, ValueError):
        return None
    return read.isoformat(timespec="seconds" if "%S" in form else "minutes")


def of_iso(raw: Any) -> str | None:
    """A time in ISO 8601, to the second, with its zone where it has one; None for anything else."""
    try:
        return datetime.fromisoformat(raw).isoformat(timespec="seconds")
    except (TypeError, ValueError):
        return None
