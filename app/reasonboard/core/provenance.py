"""How far a number can be trusted, in words."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.theme import Figure

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


_ENDS = {"bound_low": ", low end", "bound_high": ", high end"}


def kind_label(kind: str) -> str:
    """A kind where the two ends of a range stand apart: 'range given in text, low end'."""
    return f"{KIND_WORDS[kind]}{_ENDS.get(kind, '')}"


def kinds_of(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The kinds of the numbers in these rows (`kind` or `kinds`), the most trusted first."""
    several = [row["kinds"] for row in rows if "kinds" in row]
    single = {row.get("kind") for row in rows} if len(several) < len(rows) else set()
    kinds = single.union(*map(_as_list, several))
    return [kind for kind in KIND_WORDS if kind in kinds]


def _as_list(kinds: list[str] | str | None) -> list[str]:
    return kinds if isinstance(kinds, list) else [kinds] if kinds else []


_KEYS = {
    "no data": "hatched: not measured",
    "sources disagree": "red corner: sources disagree",
    "impossible value": "red corner: no count of right answers gives this value",
    "cheapest within the margin": "star: cheapest setting within the acceptable loss",
}
"""Trace name to what its marks mean, for the caption."""


def legend(figure: Figure) -> str:
    """For under a chart: the kinds of its numbers, what its marks mean, and its uncertainty."""
    names = {trace.get("name") for trace in figure["data"]}
    keys = [explanation for name, explanation in _KEYS.items() if name in names]
    meta = figure["layout"]["meta"]
    return " · ".join(filter(None, [meta["kinds"], *keys, meta.get("uncertainty", "")]))
