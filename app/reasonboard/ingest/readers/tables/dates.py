"""Dates in the cells of tables, in the order in which ISO 8601 has them."""

import re

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
