"""What the curves of one benchmark say: along training, and over sizes."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import p_value, percent, points
from reasonboard.statistics.contrasts import ALPHA, contrast
from reasonboard.statistics.corrections import holm
from reasonboard.statistics.learning import Reached, decline, reached
from reasonboard.studies.scale_progress.findings.scale_progress import UNPAIRED
from reasonboard.studies.scale_progress.findings.scale_rows import (
    at,
    measured,
    moved,
    p_words,
    size_label,
    strength,
    told,
)

Row = dict[str, Any]

_HALF = 0.5
_FEWEST = 3
"""So many checkpoints make a curve."""


def of_training(rows: Sequence[Row], *, panel: str, size: str, **_options: str) -> list[Finding]:
    """What the picked model gained, in all and in its second half; which size ends under its best."""
    groups = [list(of) for _, of in groupby(rows, key=lambda row: row["model"])]
    picked = next((of for of in groups if of[0]["model"] == size), [])
    late = [row for row in picked if row["progress"] >= _HALF]
    found = [
        _from_to(picked, panel, "from the first to the last checkpoint"),
        _from_to(late, panel, "in the second half of training")
        if len(late) < len(picked)
        else None,
        _declined([of for of in groups if len(of) >= _FEWEST], panel),
    ]
    return [one for one in found if one]


def of_gains(rows: Sequence[Row], *, panel: str, **_options: str) -> list[Finding]:
    """Which size has 90 % of its gain first, and which last."""
    groups = [list(of) for _, of in groupby(rows, key=lambda row: row["model"])]
    groups = [of for of in groups if len(of) >= _FEWEST]
    found = [
        (of, one)
        for of in groups
        if (one := reached([row["progress"] for row in of], list(map(measured, of))))
    ]
    test = (
        "First checkpoint with 90 % of the gain from the first to the last one, where that gain is resolved; the "
        "95 % range is that of 1,000 curves with the binomial noise of each point."
    )
    if not groups:
        return []
    if not found:
        return [Finding(f"{panel}: no size has a resolved gain over training.", 0.0, test)]
    first = min(found, key=lambda pair: pair[1].x)
    last = max(found, key=lambda pair: pair[1].x)
    counted = f"{len(found)} of {len(groups)} sizes have a resolved gain"
    if first[1].x == last[1].x:
        text = f"{panel}: {counted}; 90 % of it is there at {at(first[1].x)}{_range(first[1])}."
        return [Finding(text, 0.0, test, {"size": first[0][0]["model"]})]
    apart = first[1].high is not None and last[1].low is not None and first[1].high < last[1].low
    verdict = "the ranges do not overlap" if apart else "the order is not resolved"
    return [
        Finding(
            f"{panel}: {counted}; 90 % of it is there first for {_said(*first)}, last for {_said(*last)}; {verdict}.",
            2.0 if apart else 0.5,
            test,
            {"size": last[0][0]["model"]},
        )
    ]


def _from_to(rows: Sequence[Row], panel: str, when: str) -> Finding | None:
    if len(rows) < 2:  # noqa: PLR2004
        return None
    first, last = rows[0], rows[-1]
    found = contrast(measured(last), measured(first))
    sure = found.p_value <= ALPHA if found else None
    return Finding(
        f"{panel}: {size_label(first['params_b'])} {moved(last['value'] - first['value'])} {when} {told(found, sure)}, "
        f"to {percent(last['value'])}.",
        strength(found),
        f"{found.test}, one planned comparison, {p_value(found.p_value)}. {UNPAIRED}"
        if found
        else "None: neither n nor a standard error is known.",
        {"size": last["model"], "checkpoint": last["checkpoint"]},
    )


def _declined(groups: list[list[Row]], panel: str) -> Finding | None:
    """The size that most clearly ends under its best checkpoint."""
    every = [(of, one) for of in groups if (one := decline(list(map(measured, of))))]
    lost = [(of, one) for of, one in every if one.loss]
    if not lost:
        return None
    known = [(of, one.p_value) for of, one in every if one.p_value is not None]
    adjusted = holm([p for _, p in known])
    ps = {of[0]["model"]: p for (of, _), p in zip(known, adjusted, strict=True)}
    sure = {model: p <= ALPHA for model, p in ps.items()}
    of, most = max(lost, key=lambda pair: (strength(pair[1].contrast), pair[1].loss))
    best = of[most.best]
    return Finding(
        f"{panel}: {size_label(best['params_b'])} is best at {at(best['progress'])} ({percent(best['value'])}) and "
        f"ends {points(most.loss)} lower {told(most.contrast, sure.get(best['model']), 'correction')}; "
        f"{sum(sure.values())} of {len(groups)} sizes end resolved under their best.",
        strength(most.contrast),
        "The best checkpoint against the last: score or z test, Holm over the checkpoints of a curve (the best is "
        f"chosen after looking) and over {len(known)} sizes; the interval is not corrected. {UNPAIRED}"
        + p_words(ps.get(best["model"]), "Corrected"),
        {"size": best["model"], "checkpoint": best["checkpoint"]},
    )


def _said(of: list[Row], found: Reached) -> str:
    return f"{size_label(of[0]['params_b'])} ({at(found.x)}{_range(found)})"


def _range(found: Reached) -> str:
    if not found.known:
        return ", no uncertainty available"
    end = "the end" if found.high is None else f"{found.high:.2g}"
    return f", 95 % range {found.low or 0:.2g} to {end}"
