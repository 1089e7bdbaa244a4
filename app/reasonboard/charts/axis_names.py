"""The names of axes, counted on: where a figure gets more axes before its own."""

import re
from collections.abc import Sequence
from typing import Any

_NUMBER = re.compile(r"[xy]\d*")
_AXIS = re.compile(r"^([xy])(axis)?(\d*)( domain)?$")


def counted_on(name: str, by: int) -> str:
    """`x2`, `xaxis2` or `x2 domain` with its number raised by `by`; any other name as it is."""
    match = _AXIS.match(name)
    if not match or not by:
        return name
    letter, word, number, domain = match.groups()
    return f"{letter}{word or ''}{int(number or 1) + by}{domain or ''}"


def panels_counted_on(panels: Sequence[dict[str, Any]], by: int) -> list[dict[str, Any]]:
    """The panels of a figure (`grid.named_panel`) with the numbers of their axes raised."""
    return [
        panel
        | {
            "axes": [
                _NUMBER.sub(lambda match: counted_on(match[0], by), pair) for pair in panel["axes"]
            ]
        }
        for panel in panels
    ]
