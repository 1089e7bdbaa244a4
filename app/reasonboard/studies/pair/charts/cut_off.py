"""What answers that were cut off do to a difference: over all problems, and over those that neither side cut off."""

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.row_table import Bar, Bars, Cell, Column, row_table
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.words import by_sign
from reasonboard.core.headline import counted
from reasonboard.studies.pair.rows import CutOff, Rows, cut_off, points


def cut_off_chart(rows: Rows, *, columns: int, b: str, panel: str, intervals: str) -> Figure:
    """Both differences with their intervals; the second one explains the first and is not tested."""
    found = cut_off(rows)
    if found is None:
        return empty(_nothing(rows, b))
    shares = found.shares
    ends = [one if intervals == "on" else None for _, _, one in shares]
    bars: list[Bar | None] = [
        Bar(
            of.difference * 100,
            (end.low * 100, end.high * 100) if end else None,
            "significant" if at == 0 else "open",
            f"<b>{name}</b><br>A − B {points(of.difference)} points on {of.n:,} problems",
        )
        for at, ((name, of, _), end) in enumerate(zip(shares, ends, strict=True))
    ]
    narrow = columns == 1
    shown = [
        Column("Problems", 0, [Cell(name, INK, bold=True) for name, _, _ in shares]),
        Column("Count", 0.42 if narrow else 0.36, [Cell(f"{of.n:,}") for _, of, _ in shares], "right"),
        Column(
            "A − B",
            0.6 if narrow else 0.49,
            [Cell(points(of.difference), INK, bold=at == 0) for at, (_, of, _) in enumerate(shares)],
            "right",
        ),
    ]  # fmt: skip
    if not narrow:
        words = ["the result", "explains, not tested"]
        cells = [Cell(word, MUTED) for word in words[: len(shares)]]
        shown.append(Column("", 0.76, cells))
    figure = row_table(
        shown,
        Bars(0.64 if narrow else 0.52, 0.98 if narrow else 0.74, bars),
        summary=_summary(found),
        uncertainty="95 % intervals of each row alone. The second row leaves out problems by their outcome: it "
        "explains the first and is not another test of it.",
    )
    figure["layout"]["meta"] |= {"heading": _heading(found), "subtitle": _subtitle(found, panel)}
    return figure


def _heading(found: CutOff) -> str:
    if found.rest is None:
        return "Every problem has an answer that was cut off"
    before, after = abs(found.whole.difference), abs(found.rest.difference)
    lead = by_sign(found.whole.difference, "A's lead", "the difference", "B's lead")
    turned = found.whole.difference * found.rest.difference < 0
    if turned:
        return f"Without answers cut off, {lead} of {points(before)[1:]} points turns round"
    word = "shrinks" if after < before else "grows" if after > before else "stays"
    return f"Without answers cut off, {lead} {word} {'at' if word == 'stays' else 'to'} {after * 100:.1f} points"


def _subtitle(found: CutOff, panel: str) -> str:
    parts = [
        f"{counted(cut, 'answer')} of {side} cut off, {flipped:,} of them only {other} has right"
        for side, other, cut, flipped in found.sides
    ]
    return f"{panel}: {'; '.join(parts)}."


def _summary(found: CutOff) -> str:
    parts = [
        f"{name}: {points(of.difference)} on {of.n:,} problems" for name, of, _ in found.shares
    ]
    return f"A minus B. {'; '.join(parts)}."


def _nothing(rows: Rows, b: str) -> str:
    if not b:
        return "Choose B to see what answers that were cut off do to the difference."
    if not rows:
        return "No answers are loaded that say why they ended."
    return "No answer to this benchmark was cut off."
