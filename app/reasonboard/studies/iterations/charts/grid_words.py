"""What the grid of iterations says beside its marks: titles of panels, subtitle, foot and summary."""

import re
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import ACCURACY, INK, MUTED
from reasonboard.charts.gaps import SIGN, missing_words, restart_words
from reasonboard.charts.grid import page_width
from reasonboard.charts.text_width import cut_apart, text_width
from reasonboard.charts.theme import plain
from reasonboard.charts.traces import paper_note
from reasonboard.core.findings.words import join_names, with_sign
from reasonboard.core.headline import counted
from reasonboard.statistics.uncertainty import Uncertainty, interval_methods
from reasonboard.studies.iterations.charts.accuracy_intervals import SPARSE
from reasonboard.studies.iterations.charts.panels import Frame, count_words
from reasonboard.studies.iterations.curve import Curve
from reasonboard.studies.iterations.family import count_of_curves
from reasonboard.studies.iterations.rows import (
    DUAL,
    ITERATION,
    PHASE,
    STRIPS,
    Row,
    accuracy_intervals,
    label_of,
    missing,
    points,
    restarts_of,
    with_both,
)

_ROOM = {4: 34, 3: 38, 2: 48, 1: 22}
"""Characters of name and details over a panel in each of these columns; over a small panel there is less."""

_SMALL_ROOM = 20
_TAG = re.compile("<[^>]*>")
_GAIN = 4
"""Characters that a gain takes of it."""


_SUBTITLES = {
    STRIPS: "{accuracy:Accuracy} in %{interval} and {tokens:mean response length} in tokens {x}.",
    DUAL: "{accuracy:Accuracy} (left, %{interval}), {tokens:mean response length} (right, tokens), {x}.",
    PHASE: "{accuracy:Accuracy} in %{interval} against mean response length: ○ first, ■ last iteration.",
}
_WITHOUT_LENGTHS = "{accuracy:Accuracy} in %{interval} {x}; no response length is logged."
_WITHOUT_ACCURACY = "{tokens:Mean response length} in tokens {x}; no accuracy is logged."


def _intervals(frame: Frame) -> list[Uncertainty | None]:
    """The interval of every accuracy of the figure, None for one without."""
    return [
        known
        for row in frame.rows
        for known, value in zip(accuracy_intervals(row), row["accuracy"], strict=True)
        if value is not None
    ]


def heading(frame: Frame) -> str:
    """What the charts are called: by what is logged."""
    both = "Accuracy and response length"
    shown = both if frame.is_whole else "Accuracy" if frame.has_accuracy else "Response length"
    return f"{shown} during training"


def subtitle(frame: Frame, alone: bool) -> str:
    """What the charts show, with their units; the colored words are the key."""
    shown = frame.intervals and any(_intervals(frame))
    alone_words = _WITHOUT_LENGTHS if frame.has_accuracy else _WITHOUT_ACCURACY
    words = _SUBTITLES[frame.form] if frame.is_whole else alone_words
    words = words.replace("{interval}", " with 95% interval" if shown else "")
    words = words.replace("{x}", frame.x.words)
    if frame.smoothing:
        words += f" {frame.smoothing.words}."
    gains = [curve.tested_gain for curve in frame.curves]
    sure = any(gain and gain.significant for gain in gains) and not alone
    words += _grey(frame)
    return f"{words} ▲ significant." if sure and frame.form == STRIPS else words


def _grey(frame: Frame) -> str:
    """The runs that the gray curves are of, in words."""
    pairs = [pair for index in range(len(frame.rows)) for pair in frame.behind(index)]
    names = [row["run"] or "" for row, what in pairs if what == "bundled"]
    parts = [f"{join_names(names, 2)}, bundled"] if names else []
    parts += ["other runs"] if len(names) < len(pairs) else []
    return f" Gray: {'; '.join(parts)}." if parts else ""


def foot(frame: Frame, alone: bool) -> str:
    """How intervals and verdicts were made, and what the rarer marks mean."""
    rows, parts = frame.rows, []
    known = [any(accuracy_intervals(row)) for row in rows if points(row, "accuracy")]
    methods = interval_methods([interval for interval in _intervals(frame) if interval])
    without = known.count(False)
    off = "smoothed curves have no intervals" if frame.smoothing else "95% intervals are off"
    parts.append(methods if frame.intervals or not any(known) else off)
    if frame.intervals and without and any(known):
        have = "1 panel has" if without == 1 else f"{without} panels have"
        parts.append(f"{have} none: number of problems unknown")
    tests = [gain.tests for curve in frame.curves if (gain := curve.tested_gain)]
    if tests and not alone:
        parts.append(f"▲ ▼ significant after Holm's correction over {counted(tests[0], 'gain')}")
    if frame.spread and any(value is not None for row in rows for value in row["tokens_high"]):
        parts.append("dotted outline: range of 95% of responses, not a confidence interval")
    if any(row["accuracy_from"] is not None or row["accuracy_to"] is not None for row in rows):
        parts.append("dashed: range given in text, no curve")
    parts += [words for words in (_missing(rows), _restarts(frame)) if words]
    parts += _without_place(frame)
    if any(_sparse(frame, row) for row in rows):
        parts.append("○┈□ start and end only")
    if not frame.shared:
        parts.append("own scales: panels cannot be compared" if len(rows) > 1 else "own scales")
    return "; ".join(parts)


def _missing(rows: Sequence[Row]) -> str:
    """How many values of the lines are missing, and what stands there instead."""
    parts = [missing(row, part) for row in rows for part in ("accuracy", "tokens")]
    words = [word for part in parts for word in part if word]
    return missing_words(len(words), words)


def _restarts(frame: Frame) -> str:
    """What is left out of the trainings that were restarted; a path has no sign of it."""
    words = restart_words(restarts_of(frame.rows))
    return words.removeprefix(f"{SIGN} ") if frame.form == PHASE else words


def _without_place(frame: Frame) -> list[str]:
    """A sentence on the checkpoints without a value on the x axis, which are not drawn; [] where all have one."""
    pairs = zip(frame.rows, frame.placed, strict=True)
    lost = sum(len(row["iteration"]) - len(placed["iteration"]) for row, placed in pairs)
    noun = label_of(frame.x.along).lower()
    return [f"{lost} point{'s' * (lost > 1)} not shown: {noun} unknown"] if lost else []


def panel_titles(frame: Frame, index: int, alone: bool) -> list[dict[str, Any]]:
    """The name of a panel with its number of problems, and at the right its gain; on a phone below the name."""
    row, (left, right) = frame.rows[index], frame.grid.x_domain(index)
    grid = frame.grid
    room = _SMALL_ROOM if frame.small else _ROOM.get(grid.columns, 34) * grid.columns // grid.across
    text, details = row["benchmark"], _details(frame, row)
    shown = cut_apart([one["benchmark"] for one in frame.rows], room)[text]
    gain = "" if alone and frame.form == PHASE else _gain_words(frame.curves[index], frame.small)
    # Panels of several runs have the same benchmark: what tells these apart stays.
    same = [_details(frame, one) for one in frame.rows if one["benchmark"] == text]
    beside = cut_apart(same, max(0, room - len(text) - (_GAIN if gain else 0)))[details]
    beside = "" if frame.small else beside
    wide = (page_width(grid.columns) - grid.margin["l"] - grid.margin["r"]) * (right - left)
    taken = text_width(f"{shown}  {beside}  {_TAG.sub('', gain)}", 13)
    is_lost = grid.columns == 1 and beside != details  # less than all says nothing there
    if is_lost or (not frame.several_runs and taken > wide):
        beside = ""
    words = f"<b>{plain(shown)}</b>"
    if beside:
        words += f'  <span style="color:{MUTED};font-size:11.5px">{plain(beside)}</span>'
    place: dict[str, Any] = {"size": 13, "color": INK, "yanchor": "bottom", "yshift": 3}
    top = grid.top_of(index)
    if frame.small:
        words += f"<br>{gain or ' '}"
        gain = ""
    cut_words = (
        {"hovertext": plain(f"{text} {details}")}
        if (shown, beside) != (text, details) and not frame.small
        else {}
    )
    notes = [cut_words | paper_note(words, left, top, align="left", **place)]
    if gain:
        notes.append(paper_note(gain, right, top, **place | {"xanchor": "right", "align": "right"}))
    return notes


def _details(frame: Frame, row: Row) -> str:
    run = frame.run(row) if frame.several_runs else ""
    unknown = "aggregate" if row["aggregate"] else ""
    items = count_words(row["n_items"], repeats=row["n_repeats"]) if row["n_items"] else unknown
    return " · ".join(
        filter(None, [run, items, "start and end only" if _sparse(frame, row) else ""])
    )


def _gain_words(curve: Curve, small: bool) -> str:
    """'▲ +38.9' in the color of accuracy where it is significant, '+26.7' muted where not."""
    if curve.change is None:
        return ""
    result, change = curve.tested_gain, curve.change * 100
    number = with_sign(change)
    if result and result.significant:
        sign = "▲" if change > 0 else "▼"
        return f'<span style="color:{ACCURACY}"><b>{sign} {number}</b></span>'
    return f'<span style="color:{MUTED}">{number}{" n.s." if small and result else ""}</span>'


def _sparse(frame: Frame, row: Row) -> bool:
    """Has the panel no curve, only a start and an end?"""
    if frame.form == PHASE:
        return 0 < len(with_both(row)["iteration"]) <= SPARSE
    return 0 < max(len(points(row, part)) for part in ("accuracy", "tokens")) <= SPARSE


def summary(frame: Frame) -> str:
    """The text alternative: over which part of the training, and from which to which gain."""
    rows = frame.rows
    whole = "Accuracy against token length" if frame.form == PHASE else "Accuracy and token length"
    what = whole if frame.is_whole else "Accuracy" if frame.has_accuracy else "Token length"
    values = [[value for _, value, _ in points(row, "accuracy")] for row in rows]
    gains = [known[-1] - known[0] for known in values if len(known) > 1]
    every = [x for row in frame.placed for x in row["x"]]
    names = rows[0]["benchmark"] if len(rows) == 1 else count_of_curves(frame.curves)
    first, last = (frame.x.short(end) for end in (min(every, default=0), max(every, default=0)))
    noun = "iterations " if frame.x.along == ITERATION else ""
    along = f" over {noun}{first} to {last}" if every else ""
    gained = partly = ""
    if gains:
        highest = f" to {with_sign(max(gains))}" if len(gains) > 1 else ""
        gained = f"; accuracy changes by {with_sign(min(gains))}{highest} points"
    if frame.form == PHASE:
        lost = sum(len(with_both(row)["iteration"]) < len(row["iteration"]) for row in rows)
        partly = f"; {lost} have iterations without both values" if lost else ""
    gone = _missing(rows)
    return f"{what} of {names}{along}{gained}{partly}{f'; {gone}' if gone else ''}."
