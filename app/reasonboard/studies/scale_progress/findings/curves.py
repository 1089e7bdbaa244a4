"""What the curves of one benchmark say: along training, and over sizes."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding, FindingVerdict
from reasonboard.core.findings.words import (
    UNKNOWN,
    count_of,
    how_tested,
    percent,
    points,
    size_label,
)
from reasonboard.statistics.growth import Reached
from reasonboard.studies.scale_progress.findings.sizes import (
    at,
    brackets,
    clearest_loss,
    count_significant,
    last_under_best,
    moved,
)
from reasonboard.studies.scale_progress.rows import (
    CORRECTION,
    FEWEST,
    Cell,
    Curve,
    Row,
    range_words,
    trainings,
)

_HALF = 0.5
_UNIT = "% of training to 90% of the gain"
_REACHED = (
    "First checkpoint with 90% of the gain from the first to the last one, if that gain "
    "is significant. The 95% range comes from 1,000 curves with the binomial noise of "
    "each point."
)


def of_training(rows: Sequence[Row], *, panel: str, size: str, **_options: str) -> list[Finding]:
    """What the picked model gained, in all and in its second half; which size ends under its best."""
    every = trainings(rows, panel)
    selected = next((curve for curve in every if curve.cells[0].model == size), None)
    findings = [*(_gains(selected) if selected else []), _declined(every)]
    return [finding for finding in findings if finding]


def of_gains(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Which size has 90% of its gain first, and which last."""
    every = [curve for curve in trainings(rows, panel) if len(curve.cells) >= FEWEST]
    gains = [(curve.cells[0], gain) for curve in every if (gain := curve.reached)]
    if not every:
        return []
    tested = [curve for curve in every if curve.change()]
    if not gains:
        text = f"{panel}: no size has {'a significant' if tested else 'a'} gain over training."
        verdict_here: FindingVerdict = "open" if tested else "untested"
        return [Finding(subject=panel, unit=_UNIT, verdict=verdict_here, text=text, test=_REACHED)]
    (early, first), (late, last) = (pick(gains, key=lambda pair: pair[1].x) for pick in (min, max))
    apart = first.high is not None and last.low is not None and first.high < last.low
    verdict = "the ranges do not overlap" if apart else "their order is not significant"
    reached_at = (
        f"90% of it is reached first by {_when(early, first)}, last by {_when(late, last)}; "
        f"{verdict}"
    )
    if first.x == last.x:
        reached_at = f"90% of it is reached at {at(first.x)}{_range(first)}"
        late = early
    return [
        Finding(
            subject=f"{size_label(late.params_b)} · {panel}",
            estimate=last.x * 100,
            low=None if last.low is None else last.low * 100,
            high=None if last.high is None else last.high * 100,
            unit=_UNIT,
            text=f"{panel}: {_who_gains(every, tested)}; {reached_at}.",
            strength=0.0 if first.x == last.x else 2.0 if apart else 0.5,
            test=_REACHED,
            marks={"size": late.model},
        )
    ]


def _who_gains(every: Sequence[Curve], tested: Sequence[Curve]) -> str:
    """How many sizes gain: of those that are tested significantly."""
    untested = len(every) - len(tested)
    sure = sum(curve.reached is not None for curve in tested)
    if not tested:
        gained = sum(curve.reached is not None for curve in every)
        return f"{gained} of {count_of(len(every), 'size')} gain accuracy (not tested: number of problems unknown)"
    rest = f", {untested} not tested" if untested else ""
    have = "has" if sure == 1 else "have"
    return f"{sure} of {count_of(len(tested), 'size')} {have} a significant gain{rest}"


def _gains(curve: Curve) -> list[Finding]:
    """From the first to the last checkpoint, and in the second half of training where that is shorter."""
    last = len(curve.cells) - 1
    half_way = next((at for at, cell in enumerate(curve.cells) if cell.progress >= _HALF), last)
    starts = [
        (0, "from the first to the last checkpoint"),
        (half_way, "in the second half of training"),
    ]
    return [
        _from_to(curve, start, when)
        for start, when in starts
        if start < last and (start or when == starts[0][1])
    ]


def _from_to(curve: Curve, start: int, when: str) -> Finding:
    first, last, result = curve.cells[start], curve.cells[-1], curve.change(start)
    gain = last.value - first.value
    return Finding.of(
        f"{size_label(first.params_b)} · {last.benchmark}",
        result,
        f"{last.benchmark}: {size_label(first.params_b)} {moved(gain)} {when} "
        f"{brackets(result)}, to {percent(last.value)}.",
        how_tested(result, "gains along training", correction=CORRECTION),
        {"size": last.model, "checkpoint": last.checkpoint},
        estimate=gain * 100,
        detail=f"gain {when}",
    )


def _declined(every: Sequence[Curve]) -> Finding | None:
    """The size that most clearly ends under its best checkpoint."""
    every = [curve for curve in every if len(curve.cells) >= FEWEST]
    lost = [curve.loss for curve in every if curve.loss]
    if not lost:
        return None
    best, size, result = clearest = clearest_loss(lost)
    text = (
        f"{best.benchmark}: {size_label(best.params_b)} is best at {at(best.progress)} ("
        f"{percent(best.value)}) and ends {points(size)} lower {brackets(result)}; "
        f"{count_significant(lost)} of {len(every)} sizes end significantly below their best."
    )
    return last_under_best(clearest, text)


def _when(cell: Cell, gain: Reached) -> str:
    return f"{size_label(cell.params_b)} ({at(gain.x)}{_range(gain)})"


def _range(gain: Reached) -> str:
    if not gain.has_range:
        return f", {UNKNOWN}"
    return f", 95% range {range_words(gain)}"
