"""What is drawn with a curve over lengths: its intervals, its largest drop, its two levels."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reasonboard.charts.colors import WARNING
from reasonboard.charts.gaps import unbroken
from reasonboard.charts.intervals import band, whisker
from reasonboard.charts.theme import Trace, color, plain
from reasonboard.charts.traces import note, stroke
from reasonboard.core.findings.words import signed, signed_range
from reasonboard.statistics.decline import Tested, cliff, sudden
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.type_length.rows import Row, curve_of, missing_of, tested_steps, uncertain

SHARED = "seeds share problems but are treated as independent"
_PERMUTATIONS = 999
_SURE = 0.05


class Cliffs(NamedTuple):
    """The drops of lines from one length to the next."""

    drops: Mapping[tuple[str, str], Tested]
    """The largest significant one by line and type."""
    curves: int
    """Lines and types with more than one length ..."""
    tested: int
    """... and how many of them have a step that is tested."""
    how: str
    """How they were tested."""

    @property
    def largest(self) -> tuple[str, str] | None:
        """The line and type that drop most; None where no drop is significant."""
        return min(self.drops, key=lambda line: self.drops[line].step.contrast.value, default=None)


def cliffs(rows: Sequence[Row], type: str = "") -> Cliffs:
    """The drops of all lines, of one type where it is named; corrected over the steps of all types of a panel."""
    lines = tested_steps(rows)
    counts = Counter(row["panel"] for row, steps in lines for _ in steps)
    most = max(counts.values(), default=0)
    chosen_lines = [(row, steps) for row, steps in lines if type in ("", row["task_type"])]
    drops = {(row["panel"], row["task_type"]): cliff(steps) for row, steps in chosen_lines}
    return Cliffs(
        {line: drop for line, drop in drops.items() if drop},
        sum(len(row["lengths"]) > 1 for row, _ in chosen_lines),
        sum(bool(steps) for _, steps in chosen_lines),
        f"drops: two-sided score test, exact at 0 and 100%, Holm over the {most} steps of a model and method",
    )


def methods(rows: Sequence[Row]) -> str:
    """The methods of the intervals of these rows, in words."""
    uncertainties = [uncertainty for row in rows for uncertainty in uncertain(row)]
    seeds = any((row["n_seeds"] or 0) > 1 for row in rows)
    shared = SHARED if seeds and any(uncertainties) else ""
    return "; ".join(filter(None, [interval_methods(uncertainties), shared]))


def cliff_marks(drops: Sequence[tuple[Row, Tested]], lengths: Sequence[int]) -> Trace:
    """The steps over which lines fall the most, as thick red lines under them."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for row, (step, _) in drops:
        if any(step.start < length < step.end for length in missing_of(row)):
            continue  # no mark leads over a gap
        shares = dict(zip(row["lengths"], row["shown"], strict=True))
        xs += [lengths.index(step.start), lengths.index(step.end), None]
        ys += [shares[step.start], shares[step.end], None]
    return stroke(xs[:-1], ys[:-1], WARNING, 7, name="largest significant drop", opacity=0.45)


def drop_label(row: Row, drop: Tested, lengths: Sequence[int]) -> dict[str, Any]:
    """How far a line falls over its largest significant drop, with the interval, under its lower end."""
    contrast = drop.step.contrast
    shares = dict(zip(row["lengths"], row["shown"], strict=True))
    words = f"{signed(contrast.value)} ({signed_range(contrast.low, contrast.high)})"
    return note(
        words,
        lengths.index(drop.step.end),
        shares[drop.step.end],
        color=WARNING,
        xref="x",
        yref="y",
        yshift=-10,
        yanchor="top",
    )


def bands(rows: Sequence[Row], first: str, lengths: Sequence[int]) -> list[Trace]:
    """The intervals of every line, and the levels of the first where it changes at once."""
    traces = []
    for row in rows:
        ends = {
            lengths.index(length): (uncertainty.low * 100, uncertainty.high * 100)
            for length, uncertainty in zip(row["lengths"], uncertain(row), strict=True)
            if uncertainty
        }
        name, ink = f"95% interval of {plain(row['panel'])}", color(row["number"])
        for part in unbroken(
            [(at, *ends[at]) if at in ends else None for at in range(len(lengths))]
        ):
            traces.append(band(part, ink, name) if len(part) > 1 else whisker(*part[0], ink))
        if row["panel"] == first and (levels := _levels(row, lengths)):
            traces.append(levels)
    return traces


def _levels(row: Row, tested: Sequence[int]) -> Trace | None:
    """A line before and after the length at which it changes: two dotted levels."""
    split = sudden(curve_of(row), _PERMUTATIONS)
    if split is None or split.p_value > _SURE:
        return None
    lengths = [tested.index(length) for length in row["lengths"]]
    middle = (lengths[split.split - 1] + lengths[split.split]) / 2
    return stroke(
        [lengths[0], middle, middle, lengths[-1]],
        [round(100 * level, 1) for level in (split.before, split.before, split.after, split.after)],
        color(row["number"]),
        1.2,
        "dot",
        name="before and after the change",
    )
