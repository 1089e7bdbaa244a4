"""What the grid over sizes and training says as a whole."""

import math
from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import points
from reasonboard.statistics.contrasts import ALPHA, contrast, p_values, verdicts_by
from reasonboard.statistics.contrasts import columns as accuracy_columns
from reasonboard.statistics.corrections import benjamini_hochberg, holm, of_known
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.learning import decline
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.scale_progress.findings.scale_rows import (
    Cell,
    at,
    cells,
    columns,
    curves,
    measured,
    moved,
    p_words,
    size_label,
    strength,
    told,
)

Row = dict[str, Any]

UNPAIRED = "Answers are taken as independent: models that answer the same items differ by less noise than this allows."
_DIFFERENCES = {"gain": "gains since the start", "size": "gains over the next smaller size"}


def of_the_grid(
    rows: Sequence[Row], *, mode: str, checkpoint: str, **_options: str
) -> list[Finding]:
    """Whether the largest is highest, where curves decline, what training gave, what is resolved.

    Rows are one per benchmark and model (see sql/grid.sql); `checkpoint` is the
    picked one.
    """
    there = cells(rows)
    found = [_largest(there, checkpoint), _declines(there), _most_gained(there)]
    if mode in _DIFFERENCES:
        found.append(_resolved(rows, _DIFFERENCES[mode]))
    return [one for one in found if one]


def _largest(there: Sequence[Cell], checkpoint: str) -> Finding | None:
    """In how many benchmarks the largest model is the highest at the picked checkpoint."""
    here = [column for column in columns(there) if column[0].checkpoint == checkpoint]
    most = max((column[-1].params_b for column in here), default=0.0)
    here = [one for one in here if one[-1].params_b == most and one[0].params_b < most]
    if not here:
        return None
    against = [(cell, one[-1]) for one in here for cell in one if cell.params_b < most]
    higher = [pair for pair in against if pair[0].measured.value > pair[1].measured.value]
    tested = [
        (pair, test) for pair in against if (test := contrast(pair[0].measured, pair[1].measured))
    ]
    adjusted = holm([test.p_value for _, test in tested])
    ps = {pair: p for (pair, _), p in zip(tested, adjusted, strict=True)}
    sure = {pair: p <= ALPHA for pair, p in ps.items()}
    by = dict(tested)
    beaten = {large.benchmark for _, large in higher}
    text = (
        f"At {at(here[0][0].progress)} the largest model ({size_label(most)}) is highest in "
        f"{len(here) - len(beaten)} of {len(here)} benchmarks"
    )
    how = f"Of every smaller model against the largest: score or z test, Holm over {len(tested)}. {UNPAIRED}"
    if not higher:
        least = min((abs(one.z) for one in by.values()), default=0.0)
        return Finding(f"{text}.", least, how, {"size": here[0][-1].model})
    clearest = max(
        higher,
        key=lambda pair: (strength(by.get(pair)), pair[0].measured.value - pair[1].measured.value),
    )
    small, large = clearest
    return Finding(
        f"{text}; in {small.benchmark} {size_label(small.params_b)} is "
        f"{points(small.measured.value - large.measured.value)} above it "
        f"{told(by.get(clearest), sure.get(clearest), 'correction')}.",
        strength(by.get(clearest)),
        how + p_words(ps.get(clearest), "Corrected"),
        {"panel": small.benchmark, "size": small.model, "checkpoint": checkpoint},
    )


def _declines(there: Sequence[Cell]) -> Finding | None:
    """The curves that end under their best checkpoint."""
    of = curves(there)
    every = [(one, found) for one in of if (found := decline([cell.measured for cell in one]))]
    lost = [(one, found) for one, found in every if found.loss]
    if not lost:
        return None
    known = [(one, found.p_value) for one, found in every if found.p_value is not None]
    adjusted = benjamini_hochberg([p for _, p in known])
    ps = {id(one): p for (one, _), p in zip(known, adjusted, strict=True)}
    sure = {one: p <= ALPHA for one, p in ps.items()}
    curve, most = max(
        lost,
        key=lambda pair: (sure.get(id(pair[0]), False), strength(pair[1].contrast), pair[1].loss),
    )
    best = curve[most.best]
    return Finding(
        f"{len(lost)} of {len(of)} curves end under their best checkpoint, {sum(sure.values())} of them resolved; "
        f"clearest is {size_label(best.params_b)} in {best.benchmark}: {points(most.loss)} under "
        f"{at(best.progress)} {told(most.contrast, sure.get(id(curve)), 'correction')}.",
        strength(most.contrast),
        "The best checkpoint against the last: score or z test, Holm over the checkpoints of a curve (the best is "
        f"chosen after looking), Benjamini-Hochberg over {len(known)} curves; the interval is uncorrected. {UNPAIRED}"
        + p_words(ps.get(id(curve)), "Corrected"),
        {"panel": best.benchmark, "size": best.model, "checkpoint": best.checkpoint},
    )


def _most_gained(there: Sequence[Cell]) -> Finding | None:
    """What training gave the largest model: where most, and where least."""
    most = max((cell.params_b for cell in there), default=0.0)
    ends = [(one[0], one[-1]) for one in curves(there) if one[0].params_b == most and len(one) > 1]
    if not ends:
        return None
    found = [contrast(last.measured, first.measured) for first, last in ends]
    ps = of_known([one.p_value if one else None for one in found])
    sure = [None if p is None else p <= ALPHA for p in ps]
    gains = [last.measured.value - first.measured.value for first, last in ends]
    order = sorted(range(len(ends)), key=gains.__getitem__)

    def said(place: int) -> str:
        return f"{moved(gains[place])} in {ends[place][0].benchmark} {told(found[place], sure[place], 'correction')}"

    words = [said(order[-1]), *([said(order[0])] if len(ends) > 1 else [])]
    last = ends[order[-1]][1]
    return Finding(
        f"From the first to the last checkpoint {size_label(most)} {', and '.join(words)}.",
        strength(found[order[-1]]),
        f"Last against first checkpoint: score or z test, Holm over {sum(map(bool, found))} benchmarks. {UNPAIRED}"
        + p_words(ps[order[-1]], "Corrected, the first"),
        {"panel": last.benchmark, "size": last.model, "checkpoint": last.checkpoint},
    )


def _resolved(rows: Sequence[Row], what: str) -> Finding | None:
    """How many of the differences that are drawn stand out from noise; over each panel corrected."""
    panels: dict[str, list[tuple[Measured, Measured]]] = {}
    for row in rows:
        of = panels.setdefault(row["benchmark"], [])
        of += [
            (measured(value), measured(base))
            for value, base in zip(row["measured"], row["base"] or [], strict=bool(row["base"]))
            if value and base
        ]
    told_: list[Verdict] = []
    unknown = 0
    for panel in panels.values():
        ps = p_values(accuracy_columns(a for a, _ in panel), accuracy_columns(b for _, b in panel))
        tested = [
            (a.value - b.value, p)
            for (a, b), p in zip(panel, ps.tolist(), strict=True)
            if not math.isnan(p)
        ]
        unknown += len(panel) - len(tested)
        told_ += verdicts_by(tested, benjamini_hochberg)
    if not told_:
        return None
    up, down = told_.count(Verdict.BETTER), told_.count(Verdict.WORSE)
    less = f"; of {unknown} more no uncertainty is available" if unknown else ""
    return Finding(
        f"Of {len(told_):,} {what}, {up:,} are resolved rises, {down:,} resolved falls, and "
        f"{len(told_) - up - down:,} are within noise{less}.",
        1.0,
        f"Score or z test of every cell against its base, Benjamini-Hochberg over each panel. {UNPAIRED}",
    )
