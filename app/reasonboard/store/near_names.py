"""Which known names a given one was probably meant to be."""

from collections.abc import Iterable
from difflib import get_close_matches

_MOST = 3
_LIKENESS = 0.75
"""From 0 to 1: `gsm` is like `GSM8K`, and `mmlu` is not like `MATH500`."""


def near_names(given: str, known: Iterable[str]) -> list[str]:
    """The known names that are most like the given one, whatever their case, the closest first."""
    by_text = {name.casefold(): name for name in known}
    return [
        by_text[text] for text in get_close_matches(given.casefold(), by_text, _MOST, _LIKENESS)
    ]


def did_you_mean(names: Iterable[str]) -> str:
    """'did you mean GSM8K, GSM-Plus or GSM1k?'; '' without names."""
    *others, last = [*names] or [""]
    words = f"{', '.join(others)} or {last}" if others else last
    return f"did you mean {words}?" if words else ""
