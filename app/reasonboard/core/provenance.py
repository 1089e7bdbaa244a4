"""How far a number can be trusted, in words."""

from collections.abc import Sequence
from typing import Any

KIND_WORDS = {
    "measured": "measured",
    "stated": "stated",
    "read_off": "read from a figure",
    "approximate": "approximate (from text)",
    "bound_low": "range given in text",
    "bound_high": "range given in text",
    "extrapolated": "extrapolated, not measured",
    "illustrative": "made up to illustrate a trend, not measured",
}
"""From the most to the least trusted, as a reader sees them."""


def kinds_of(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The kinds of the numbers in these rows (`kind` or `kinds`), the most trusted first."""
    found: set[str] = set()
    for row in rows:
        kinds = row.get("kinds", row.get("kind"))
        found.update(kinds if isinstance(kinds, list) else [kinds] if kinds else [])
    return [kind for kind in KIND_WORDS if kind in found]
