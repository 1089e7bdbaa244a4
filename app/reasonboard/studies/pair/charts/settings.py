"""What is not like for like: the settings of two runs that differ, or are known of one of them only.

What followed from a setting is said where it was measured: a limit of tokens cuts answers off.
"""

from collections.abc import Sequence

from reasonboard.charts.colors import INK, MUTED, WARNING
from reasonboard.charts.row_table import Cell, Column, row_table
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.settings import Rows, Setting, settings
from reasonboard.core.headline import counted, in_words
from reasonboard.studies.pair.rows import cut_off

_MOST = 12
_LONGEST = 26
_LIMIT = "Max tokens"


def settings_chart(rows: Rows, *, columns: int, b: str, panel: str, beside: Rows) -> Figure:
    """A line for each setting that is not the same in both; those that are, in one muted line.

    `beside` are the rows of sql/cut_off.sql: what the limits of tokens came to on the benchmark `panel`.
    """
    every = settings(rows)
    if not b or not every:
        reason = (
            "No setting of these runs is known." if b else "Choose B to see which settings differ."
        )
        return empty(reason)
    apart = [setting for setting in every if setting.state != "same"]
    same = [setting.name.lower() for setting in every if setting.state == "same"]
    shown = apart[:_MOST]
    consequence = _consequence(beside) if any(setting.name == _LIMIT for setting in apart) else ""
    is_wide = columns > 1
    longest = _LONGEST if is_wide else _LONGEST // 2
    cells = [
        [
            Cell(_shortened(setting.name, longest), INK, bold=setting.changes_scores)
            for setting in shown
        ],
        [_side(setting.a, setting, "A", longest) for setting in shown],
        [_side(setting.b, setting, "B", longest) for setting in shown],
    ]
    if same:
        words = _shortened(", ".join(same), 3 * longest)
        for column, cell in zip(cells, ("Same in both", words, ""), strict=True):
            column.append(Cell(cell, MUTED))
    places = (0.0, 0.22, 0.42) if consequence and is_wide else (0.0, 0.3, 0.65)
    shown_columns = [
        Column(name, at, side)
        for name, at, side in zip(("Setting", "A", "B"), places, cells, strict=True)
    ]
    if consequence and is_wide:
        seen = [
            Cell(consequence) if setting.name == _LIMIT else Cell("not measured", MUTED)
            for setting in shown
        ]
        shown_columns.append(
            Column("Consequence seen", 0.6, [*seen, *([Cell("")] if same else [])])
        )
    table = row_table(shown_columns, summary=_summary(every, consequence))
    table["layout"]["meta"]["heading"] = _heading(every)
    if consequence and not is_wide:
        table["layout"]["meta"]["subtitle"] = f"{panel}: {consequence}."
    return table


def _consequence(rows: Rows) -> str:
    """'40 answers of B cut off, 34 flipped'; '' where no answer was cut off, or none says why it ended."""
    counts = cut_off(rows)
    if counts is None:
        return ""
    parts = [
        f"{counted(cut, 'answer')} of {side} cut off, {flipped:,} flipped"
        for side, _, cut, flipped in counts.sides
    ]
    return "; ".join(parts)


def _side(value: str | None, setting: Setting, side: str, longest: int) -> Cell:
    if value is None:
        return Cell(f"unknown for {side}", MUTED)
    stands_out = (
        side == "B"
        and setting.state == "differs"
        and setting.changes_scores
        and not setting.is_minor
    )
    return Cell(_shortened(value, longest), WARNING if stands_out else INK, bold=stands_out)


def _heading(every: Sequence[Setting]) -> str:
    count = sum(setting.state == "differs" and not setting.is_minor for setting in every)
    if count:
        return f"Not like for like: {in_words(count).lower()} setting{'s differ' if count > 1 else ' differs'}"
    unknown = sum(setting.state == "unknown" for setting in every)
    if unknown:
        return f"Like for like? {counted(unknown, 'setting')} known of one side only"
    return "Like for like: all known settings are the same"


def _summary(every: Sequence[Setting], consequence: str) -> str:
    apart = [setting for setting in every if setting.state != "same"]
    parts = [
        f"{setting.name}: A {setting.a or 'unknown'}, B {setting.b or 'unknown'}"
        f"{f' ({consequence})' if consequence and setting.name == _LIMIT else ''}"
        for setting in apart
    ]
    return f"Settings that differ: {'; '.join(parts)}." if parts else "No known setting differs."


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
