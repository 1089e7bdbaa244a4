"""What is not like for like: the settings of two runs that differ, or are known of one of them only."""

from collections.abc import Sequence

from reasonboard.charts.colors import INK, MUTED, WARNING
from reasonboard.charts.row_table import Cell, Column, row_table
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.settings import Rows, Setting, settings
from reasonboard.core.headline import counted, in_words

_MOST = 12
_LONGEST = 26


def settings_chart(rows: Rows, *, columns: int, b: str) -> Figure:
    """A line for each setting that is not the same in both; those that are, in one muted line."""
    every = settings(rows)
    if not b or not every:
        reason = (
            "No setting of these runs is known." if b else "Choose B to see which settings differ."
        )
        return empty(reason)
    apart = [one for one in every if one.state != "same"]
    same = [one.name.lower() for one in every if one.state == "same"]
    shown = apart[:_MOST]
    longest = _LONGEST if columns > 1 else _LONGEST // 2
    cells = [
        [Cell(_cut(one.name, longest), INK, bold=one.changes_scores) for one in shown],
        [_side(one.a, one, "A", longest) for one in shown],
        [_side(one.b, one, "B", longest) for one in shown],
    ]
    if same:
        words = _cut(", ".join(same), 3 * longest)
        for column, cell in zip(cells, ("Same in both", words, ""), strict=True):
            column.append(Cell(cell, MUTED))
    places = zip(("Setting", "A", "B"), (0.0, 0.3, 0.65), cells, strict=True)
    found = row_table([Column(name, at, of) for name, at, of in places], summary=_summary(every))
    found["layout"]["meta"]["heading"] = _heading(every)
    return found


def _side(value: str | None, one: Setting, side: str, longest: int) -> Cell:
    if value is None:
        return Cell(f"unknown for {side}", MUTED)
    stands_out = side == "B" and one.state == "differs" and one.changes_scores and not one.is_minor
    return Cell(_cut(value, longest), WARNING if stands_out else INK, bold=stands_out)


def _heading(every: Sequence[Setting]) -> str:
    count = sum(one.state == "differs" and not one.is_minor for one in every)
    if count:
        return f"Not like for like: {in_words(count).lower()} setting{'s differ' if count > 1 else ' differs'}"
    unknown = sum(one.state == "unknown" for one in every)
    if unknown:
        return f"Like for like? {counted(unknown, 'setting')} known of one side only"
    return "Like for like: all known settings are the same"


def _summary(every: Sequence[Setting]) -> str:
    apart = [one for one in every if one.state != "same"]
    parts = [f"{one.name}: A {one.a or 'unknown'}, B {one.b or 'unknown'}" for one in apart]
    return f"Settings that differ: {'; '.join(parts)}." if parts else "No known setting differs."


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
