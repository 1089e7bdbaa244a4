"""The settings of two runs that differ, or are known of one of them only.

What followed from a setting is said where it was measured: a limit of tokens cuts answers off.
"""

import textwrap
from collections.abc import Sequence

from reasonboard.charts.colors import INK, MUTED, WARNING
from reasonboard.charts.grid import half_width, page_width
from reasonboard.charts.row_table import Cell, Column, row_table
from reasonboard.charts.text_width import cut, cut_apart
from reasonboard.charts.theme import Figure, Words, empty
from reasonboard.core.findings.settings import NONE, Rows, Setting, settings
from reasonboard.core.findings.settings import summary as summary_of
from reasonboard.core.headline import counted
from reasonboard.studies.pair.rows import cut_off

_MOST = 12
_LONGEST = 26
_LONGEST_BESIDE = 19
"""Of a setting or its value where its consequence stands beside it."""
_LIMIT = "Max tokens"
_MOST_LINES = 8
"""Of settings that are the same."""
_CHARACTER = 7.0
"""Pixels of a usual character."""


def settings_chart(rows: Rows, *, columns: int, b: str, panel: str, beside: Rows) -> Figure:
    """A line for each setting that is not the same in both; those that are, with their values in muted lines.

    `beside` are the rows of sql/cut_off.sql: what the limits of tokens came to on the benchmark `panel`.
    """
    all_settings = settings(rows)
    if not b or not all_settings:
        return empty(f"{NONE}." if b else "Choose B to see which settings differ.")
    apart = [setting for setting in all_settings if setting.state != "same"]
    first_settings = apart[:_MOST]
    is_wide = columns > 1
    consequence = _consequence(beside) if any(setting.name == _LIMIT for setting in apart) else ""
    has_column = bool(consequence) and is_wide
    longest = _LONGEST_BESIDE if has_column else _LONGEST if is_wide else _LONGEST // 2
    lines: list[Sequence[Cell]] = [
        (
            Cell(cut(setting.name, longest if is_wide else 12), INK, bold=setting.changes_scores),
            _side(a, setting, "A"),
            _side(b, setting, "B"),
        )
        for setting in first_settings
        for a, b in [_values(setting, longest)]
    ]
    places = (0.0, 0.22, 0.4) if has_column else (0.0, 0.3, 0.65)
    width = half_width(columns) if cut_off(beside) else page_width(columns)
    same = _same(all_settings, int(width * (1 - places[1]) / _CHARACTER))
    muted = [(f"{len(apart) - _MOST} more", "see Table", "")] if len(apart) > _MOST else []
    muted += [("" if index else "Same in both", words, "") for index, words in enumerate(same)]
    lines += [[Cell(words, MUTED) for words in line] for line in muted]
    shown_columns = [
        Column(heading, x, cells)
        for heading, x, cells in zip(
            ("Setting", "A", "B"), places, zip(*lines, strict=True), strict=True
        )
    ]
    if has_column:
        shown_columns.append(
            Column("Consequence seen", 0.59, _consequences(first_settings, consequence))
        )
    said: Words = {
        "summary": _summary(all_settings, consequence),
        "heading": summary_of(all_settings),
    }
    if consequence and not has_column:
        said["subtitle"] = f"{panel}: {consequence}."
    return row_table(shown_columns, **said)


def _same(all_settings: Sequence[Setting], room: int) -> list[str]:
    """'shots 5, max tokens 2,048': the settings that are the same, with their values, in lines of `room` characters."""
    parts = [
        f"{setting.name.lower()} {cut(setting.a or '', _LONGEST)}"
        for setting in all_settings
        if setting.state == "same"
    ]
    for shown in range(len(parts), 0, -1):
        more = len(parts) - shown
        words = ", ".join(parts[:shown] + ([f"{more} more"] if more else []))
        lines = textwrap.wrap(words, room, break_long_words=False)
        if len(lines) <= _MOST_LINES:
            return [cut(line, room) for line in lines]
    return []


def _consequences(first_settings: Sequence[Setting], of_limit: str) -> list[Cell]:
    """What each setting came to: only a limit of tokens can be measured, by the answers that it cut off."""
    return [
        Cell(of_limit) if setting.name == _LIMIT else Cell("not measured", MUTED)
        for setting in first_settings
    ]


def _consequence(rows: Rows) -> str:
    """'40 answers of B truncated, 34 flipped'; '' where no answer was cut off, or none says why it ended."""
    counts = cut_off(rows)
    if counts is None:
        return ""
    lower = "lower" if counts.is_graded else "flipped"
    flipped = f"{sum(higher for *_, higher in counts.sides):,} {lower}"
    if len(counts.sides) > 1:
        (_, _, cut_a, _), (_, _, cut_b, _) = counts.sides
        return f"{cut_a:,} of A, {cut_b:,} of B truncated; {flipped}"
    ((side, _, cut, _),) = counts.sides
    return f"{counted(cut, 'answer')} of {side} truncated, {flipped}"


def _values(setting: Setting, longest: int) -> tuple[str | None, str | None]:
    """The values of A and B as they have room: what differs between them stays."""
    short = cut_apart([value for value in (setting.a, setting.b) if value is not None], longest)
    return (
        None if setting.a is None else short[setting.a],
        None if setting.b is None else short[setting.b],
    )


def _side(value: str | None, setting: Setting, side: str) -> Cell:
    if value is None:
        return Cell(f"unknown for {side}", MUTED)
    stands_out = (
        side == "B"
        and setting.state == "differs"
        and setting.changes_scores
        and not setting.is_minor
    )
    return Cell(value, WARNING if stands_out else INK, bold=stands_out)


def _summary(all_settings: Sequence[Setting], consequence: str) -> str:
    apart = [setting for setting in all_settings if setting.state != "same"]
    parts = [
        f"{setting.name}: A {setting.a or 'unknown'}, B {setting.b or 'unknown'}"
        f"{f' ({consequence})' if consequence and setting.name == _LIMIT else ''}"
        for setting in apart
    ]
    of_one = "Settings that differ, or are known for only one run: "
    return f"{of_one}{'; '.join(parts)}." if parts else f"{summary_of(all_settings)}."
