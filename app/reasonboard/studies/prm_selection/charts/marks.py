"""What the charts of data selection share: a selector's color, its marks, what they say."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from reasonboard.charts.colors import ACCURACY, FAINT, MUTED
from reasonboard.charts.intervals import NO_UNCERTAINTY, problems_or_unknown
from reasonboard.charts.lines import HOLLOW
from reasonboard.charts.theme import plain
from reasonboard.statistics.differences import least_difference
from reasonboard.studies.prm_selection.rows import Row, interval, several_models

_WORDS = {
    "approximate": "approximate", "read_off": "read from a figure", "extrapolated": "extrapolated, not measured",
    "illustrative": "ILLUSTRATIVE",
}  # fmt: skip


def ink_of_row(row: Row, picked: str) -> str:
    """The color of a mark whose line is named: one for all, gray where no model selected; others faint."""
    if picked and row["selector"] != picked:
        return FAINT
    return ACCURACY if row["params_b"] else MUTED


def hover(row: Row) -> str:
    """What a mark says: selector and benchmark, value with interval, samples, problems, kind, where."""
    ends = interval(row)
    value = f"{row['value']:g}%" + (f" ({ends[0]:.1f} to {ends[1]:.1f})" if ends else "")
    place = " · ".join(filter(None, [row["selector"], row.get("benchmark", "")]))
    kind = row["kind"].replace("_", " ")
    lines = [
        f"<b>{plain(place)}</b>",
        value if ends else f"{value}, {NO_UNCERTAINTY}",
        sample_words(row),
        problems_or_unknown(row.get("n_items"))
        + (f", mean of {row['n_seeds']} seeds" if row.get("n_seeds") else ""),
        row.get("gained", ""),
        f"{kind}: {plain(textwrap.shorten(row['locator'], 46, placeholder='…'))}",
    ]
    return "<br>".join(filter(None, lines))


def sample_words(row: Row) -> str:
    """'1,000 training samples'."""
    count = row["train_samples"]
    return "samples not stated" if count is None else f"{count:,} training samples"


def kind_symbols(rows: Iterable[Row]) -> str | list[str]:
    """A circle for a number that its source printed, a square for one that was read off or is approximate."""
    symbols = ["square" if row["kind"] in HOLLOW else "circle" for row in rows]
    return symbols if len(set(symbols)) > 1 else "".join(symbols[:1])


def click_selector(rows: Iterable[Row]) -> dict[str, Any]:
    """The `meta` of marks of several selectors."""
    return {"x": "selector", "xs": [row["selector"] for row in rows]}


def panel_title(row: Row, rows: Iterable[Row]) -> tuple[str, str]:
    """The benchmark, and beside it its problems, with the student where the rows have several."""
    model = f", {row['model']}" if several_models(rows) else ""
    return row["benchmark"], problems(row["items"]) + model


def problems(items: int | None) -> str:
    """'30 problems, detects ≥ 36 points'."""
    if not items:
        return problems_or_unknown(items)
    least = least_difference(items) * 100
    detects = f"detects ≥ {least:.0f} points" if least <= 100 else "detects no difference"  # noqa: PLR2004
    return f"{problems_or_unknown(items)}, {detects}"


def extent(rows: Sequence[Row]) -> str:
    """In words: what the values are, the lowest and the highest of them."""
    values = [row["value"] for row in rows]
    return f"{rows[0]['metric']} from {min(values):.1f} to {max(values):.1f}%"


def same_samples(rows: Sequence[Row]) -> list[str]:
    """In words: with how many samples the compared values were made."""
    budget = next((row["budget"] for row in rows if row["budget"]), None)
    return [f"{budget:,} training samples, or a number not stated"] if budget else []


def kinds_of_mark(look: str, kinds: Iterable[str]) -> list[str]:
    """In words: what a mark that looks so, "open" or "square", means."""
    known = dict.fromkeys(_WORDS[kind] for kind in kinds if kind in HOLLOW)
    return [f"{look}: {' or '.join(known)}"] if known else []
