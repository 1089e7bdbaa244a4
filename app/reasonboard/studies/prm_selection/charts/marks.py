"""What the charts of data selection share: a selector's colour, its marks, what they say."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from reasonboard.charts.colors import FAINT, INK, MUTED
from reasonboard.charts.intervals import counted, interval_words
from reasonboard.charts.lines import HOLLOW
from reasonboard.charts.theme import colour, plain
from reasonboard.studies.prm_selection.rows import Row, several_models, uncertainty


def ink_of(row: Row, picked: str, *, reference: bool) -> str:
    """A selector's colour; grey for references, faint for all but the picked one."""
    if picked and row["selector"] != picked:
        return FAINT
    if reference:
        return INK if picked else MUTED
    return colour(row["number"])


def hover(row: Row) -> str:
    """What a mark says: whose data, how much of it, which value, of what kind, from where."""
    count = row["train_samples"]
    samples = "number of samples not stated" if count is None else f"{count:,} training samples"
    seeds = f", mean of {row['n_seeds']} seeds" if row.get("n_seeds") else ""
    locator = "<br>".join(plain(line) for line in textwrap.wrap(row["locator"], 48))
    gained = f"<br>{row['gained']}" if row.get("gained") else ""
    return (
        f"<b>{plain(row['selector'])}</b><br>{samples}<br>"
        f"{row['value']:g} % ({row['kind'].replace('_', ' ')}{seeds})<br>"
        f"{interval_words(uncertainty(row), 100, ' %')}{gained}<br>{locator}"
    )


def click_selector(rows: Iterable[Row]) -> dict[str, Any]:
    """The `meta` of marks of several selectors."""
    return {"x": "selector", "xs": [row["selector"] for row in rows]}


def panel_title(row: Row, rows: Iterable[Row]) -> tuple[str, str]:
    """The benchmark, and beside it its items, with the student where the rows have several."""
    model = f"  {row['model']}" if several_models(rows) else ""
    return row["benchmark"], counted(row["items"]) + model


def extent(rows: Sequence[Row]) -> str:
    """In words: what the values are, the lowest and the highest of them."""
    values = [row["value"] for row in rows]
    return f"{rows[0]['metric']} from {min(values):.1f} to {max(values):.1f} %"


def same_samples(rows: Sequence[Row]) -> list[str]:
    """In words: with how many samples the compared values were made."""
    budget = next((row["budget"] for row in rows if row["budget"]), None)
    return [f"with {budget:,} training samples, or a number not stated"] if budget else []


def open_kinds(kinds: Iterable[str], what: str) -> list[str]:
    """In words: what an open mark means."""
    known = dict.fromkeys(kind.replace("_", " ") for kind in kinds if kind in HOLLOW)
    return [f"{what}: {' or '.join(known)}"] if known else []


def short(count: float) -> str:
    """A number of samples as 950, 1k, 5.5k or 1.2M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= size:
            return f"{count / size:.3g}{letter}"
    return f"{count:g}"
