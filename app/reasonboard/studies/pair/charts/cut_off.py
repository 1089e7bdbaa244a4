"""What answers that were cut off do to a difference: over all problems, and over those that neither side cut off."""

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.row_table import Bar, Bars, Cell, Column, row_table
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.words import FRACTION, by_sign, change, points_or
from reasonboard.core.headline import counted
from reasonboard.studies.pair.rows import CutOff, Rows, cut_off


def cut_off_chart(rows: Rows, *, columns: int, b: str, panel: str, intervals: str) -> Figure:
    """Both differences with their intervals; the second one explains the first and is not tested."""
    difference = cut_off(rows)
    if difference is None:
        return empty(_nothing(rows, b))
    shares, unit = difference.shares, difference.unit
    size = 100 if unit == FRACTION else 1
    ends = [interval if intervals == "on" else None for _, _, interval in shares]
    bars: list[Bar | None] = [
        Bar(
            scores.difference * size,
            (end.low * size, end.high * size) if end else None,
            "significant" if index == 0 else "open",
            f"<b>{name}</b><br>A − B {change(scores.difference, unit)} {points_or(unit)} on {scores.n:,} problems",
        )
        for index, ((name, scores, _), end) in enumerate(zip(shares, ends, strict=True))
    ]
    narrow = columns == 1
    shown = [
        Column("Problems", 0, [Cell(name, INK, bold=True) for name, _, _ in shares]),
        Column("Count", 0.42 if narrow else 0.36, [Cell(f"{scores.n:,}") for _, scores, _ in shares], "right"),
        Column(
            "A − B",
            0.6 if narrow else 0.49,
            [
                Cell(change(scores.difference, unit), INK, bold=index == 0)
                for index, (_, scores, _) in enumerate(shares)
            ],
            "right",
        ),
    ]  # fmt: skip
    if not narrow:
        words = ["the result", "explains, not tested"]
        cells = [Cell(word, MUTED) for word in words[: len(shares)]]
        shown.append(Column("", 0.76, cells))
    return row_table(
        shown,
        Bars(
            0.64 if narrow else 0.52,
            0.98 if narrow else 0.74,
            bars,
            unit="" if narrow else f" {points_or(unit)}",
        ),
        summary=_summary(difference),
        uncertainty=(
            "95% interval of each row. The second row drops problems by their outcome, so it "
            "explains the first; it is not a second test."
        ),
        heading=_heading(difference),
        subtitle=_subtitle(difference, panel),
    )


def _heading(cut: CutOff) -> str:
    if cut.complete is None:
        return "Every problem has a truncated answer"
    before, after = abs(cut.all_problems.difference), abs(cut.complete.difference)
    words = ("A's lead", "the difference", "B's lead")
    lead = "the difference" if cut.is_graded else by_sign(cut.all_problems.difference, *words)
    turned = cut.all_problems.difference * cut.complete.difference < 0
    if turned:
        return f"Without truncated answers, {lead} of {_size(before, cut.unit)} reverses"
    word = "shrinks" if after < before else "grows" if after > before else "stays"
    return (
        f"Without truncated answers, {lead} {word} {'at' if word == 'stays' else 'to'} "
        f"{_size(after, cut.unit)}"
    )


def _size(difference: float, unit: str) -> str:
    return f"{change(difference, unit).lstrip('+')} {points_or(unit)}"


def _subtitle(cut: CutOff, panel: str) -> str:
    words = "with a higher score of {}" if cut.is_graded else "of them only {} has right"
    parts = [
        f"{counted(count, 'answer')} of {side} truncated, {flipped:,} {words.format(other)}"
        for side, other, count, flipped in cut.sides
    ]
    return f"{panel}: {'; '.join(parts)}."


def _summary(cut: CutOff) -> str:
    parts = [
        f"{name}: {change(scores.difference, cut.unit)} on {scores.n:,} problems"
        for name, scores, _ in cut.shares
    ]
    return f"A minus B. {'; '.join(parts)}."


def _nothing(rows: Rows, b: str) -> str:
    if not b:
        return "Choose B to see how truncated answers affect the difference."
    if not rows:
        return "No loaded answers have a stop reason."
    return "No answer on this benchmark was truncated."
