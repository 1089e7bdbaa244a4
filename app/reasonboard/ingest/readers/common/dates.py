"""The dates of runs, as ISO 8601, from what tools write and call their folders.

A text that is no date is kept as it is: `load` names it, and the time of the file counts.
"""

import re
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


_DAY = re.compile(r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})")
_MONTHS = 12
_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_IN_WORDS = re.compile(
    rf"(?:(?P<day>\d{{1,2}})\s)?(?P<month>(?:{'|'.join(_NAMES)})[a-z]*)\.?\s(?:(?P<after>\d{{1,2}}),?\s)?(?P<year>\d{{4}})",
    re.IGNORECASE,
)


def iso_date(text: str) -> str | None:
    """A date as ISO 8601 has it; None for one whose day and month nobody can tell apart."""
    if match := re.fullmatch(r"(\d{4})(\d\d)(\d\d)(?:[_T-].*)?", text):
        return "-".join(match.groups())
    if match := _IN_WORDS.fullmatch(text):
        number = _NAMES.index(match["month"][:3].lower()) + 1
        written = match["day"] or match["after"]
        return f"{match['year']}-{number:02}" + (f"-{int(written):02}" if written else "")
    match = _DAY.fullmatch(text)
    if match is None:
        return text if re.match(r"\d{4}-\d\d(?:-\d\d)?", text) else None
    first, second, third = match.groups()
    if len(first) == len("2026"):
        return f"{first}-{int(second):02}-{int(third):02}"
    is_day_first = "." in text or int(first) > _MONTHS
    if not is_day_first and int(second) <= _MONTHS:
        return None
    day, month = (first, second) if is_day_first else (second, first)
    year = third if len(third) == len("2026") else f"20{third}"
    return f"{year}-{int(month):02}-{int(day):02}"
