"""What the curves of one benchmark say: along training, and over sizes."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import strength
from reasonboard.core.findings.words import UNKNOWN, how_tested, percent, points, size_label
from reasonboard.statistics.contrasts import holm
from reasonboard.statistics.growth import Reached, reached
from reasonboard.studies.scale_progress.findings.words import (
    BEST_AGAINST_LAST,
    at,
    brackets,
    moved,
)
from reasonboard.studies.scale_progress.rows import Cell, Row, change, losses, sizes

_HALF = 0.5
_UNIT = "of training to 90 % of the gain"
_FEWEST = 3
"""Checkpoints of a curve, at least."""
_REACHED = (
    "First checkpoint with 90 % of the gain from the first to the last one, where that gain is resolved; the "
    "95 % range is that of 1,000 curves with the binomial noise of each point."
)


def of_training(rows: Sequence[Row], *, panel: str, size: str, **_options: str) -> list[Finding]:
    """What the picked model gained, in all and in its second half; which size ends under its best."""
    every = sizes(rows, panel)
    picked = next((curve for curve in every if curve[0].model == size), [])
    late = [cell for cell in picked if cell.progress >= _HALF]
    findings = [
        _from_to(picked, "from the first to the last checkpoint"),
        _from_to(late, "in the second half of training") if len(late) < len(picked) else None,
        _declined([curve for curve in every if len(curve) >= _FEWEST]),
    ]
    return [finding for finding in findings if finding]


def of_gains(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Which size has 90 % of its gain first, and which last."""
    every = [curve for curve in sizes(rows, panel) if len(curve) >= _FEWEST]
    gains = [
        (curve[0], gain)
        for curve in every
        if (gain := reached([cell.progress for cell in curve], [cell.measured for cell in curve]))
    ]
    if not every:
        return []
    if not gains:
        text = f"{panel}: no size has a resolved gain over training."
        return [Finding(subject=panel, unit=_UNIT, verdict="open", text=text, test=_REACHED)]
    (early, first), (late, last) = (pick(gains, key=lambda pair: pair[1].x) for pick in (min, max))
    apart = first.high is not None and last.low is not None and first.high < last.low
    verdict = "the ranges do not overlap" if apart else "the order is not resolved"
    reached_at = f"90 % of it is there first for {_when(early, first)}, last for {_when(late, last)}; {verdict}"
    if first.x == last.x:
        reached_at = f"90 % of it is there at {at(first.x)}{_range(first)}"
        late = early
    return [
        Finding(
            subject=f"{size_label(late.params_b)} · {panel}",
            estimate=last.x,
            low=last.low,
            high=last.high,
            unit=_UNIT,
            verdict="worse" if apart else "open",
            text=f"{panel}: {len(gains)} of {len(every)} sizes have a resolved gain; {reached_at}.",
            strength=0.0 if first.x == last.x else 2.0 if apart else 0.5,
            test=_REACHED,
            marks={"size": late.model},
        )
    ]


def _from_to(cells: Sequence[Cell], when: str) -> Finding | None:
    if len(cells) < 2:  # noqa: PLR2004
        return None
    first, last, result = cells[0], cells[-1], change(cells)
    gain = last.value - first.value
    return Finding.of(
        f"{size_label(first.params_b)} · {last.benchmark}",
        result,
        f"{last.benchmark}: {size_label(first.params_b)} {moved(gain)} {when} "
        f"{brackets(result, '')}, to {percent(last.value)}.",
        how_tested(result, ""),
        {"size": last.model, "checkpoint": last.checkpoint},
        estimate=gain * 100,
    )


def _declined(every: Sequence[Sequence[Cell]]) -> Finding | None:
    """The size that most clearly ends under its best checkpoint."""
    lost, _ = losses(every, holm)
    if not lost:
        return None
    best, size, result = max(lost, key=lambda one: (strength(one.result), one.size))
    resolved = sum(bool(one.result and one.result.resolved) for one in lost)
    return Finding.of(
        f"{size_label(best.params_b)} · {best.benchmark}",
        result,
        f"{best.benchmark}: {size_label(best.params_b)} is best at {at(best.progress)} ({percent(best.value)}) and "
        f"ends {points(size)} lower {brackets(result)}; {resolved} of {len(every)} sizes end resolved under "
        "their best.",
        how_tested(result, f"sizes{BEST_AGAINST_LAST}"),
        {"size": best.model, "checkpoint": best.checkpoint},
        times=-100,
        estimate=-size * 100,
    )


def _when(cell: Cell, gain: Reached) -> str:
    return f"{size_label(cell.params_b)} ({at(gain.x)}{_range(gain)})"


def _range(gain: Reached) -> str:
    if not gain.known:
        return f", {UNKNOWN}"
    end = "the end" if gain.high is None else f"{gain.high:.2g}"
    return f", 95 % range {gain.low or 0:.2g} to {end}"
