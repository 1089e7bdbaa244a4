"""How far a number can be trusted, in words."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.heatmap_scales import SIGNS
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


def signs_in_words(figure: Figure) -> str:
    """What the signs of the chart mean: 'outlined: best; hatched: no score'."""
    names = {trace.get("name") for trace in figure["data"]}.union(
        figure["layout"]["meta"].get("signs", ())
    )
    return " · ".join(f"{sign.look}: {sign.words}" for name, sign in SIGNS.items() if name in names)


def legend(figure: Figure, signs: str) -> str:
    """For under a chart: the kinds of its numbers, what its marks mean (`signs`), and its uncertainty."""
    meta = figure["layout"]["meta"]
    return " · ".join(filter(None, [meta["kinds"], signs, meta.get("uncertainty", "")]))
