"""The names of axes, counted on: where a figure gets more axes before its own."""

import re

_AXIS = re.compile(r"^([xy])(axis)?(\d*)( domain)?$")


def counted_on(name: str, by: int) -> str:
    """`x2`, `xaxis2` or `x2 domain` with its number raised by `by`; any other name as it is."""
    found = _AXIS.match(name)
    if not found or not by:
        return name
    letter, word, number, domain = found.groups()
    return f"{letter}{word or ''}{int(number or 1) + by}{domain or ''}"
