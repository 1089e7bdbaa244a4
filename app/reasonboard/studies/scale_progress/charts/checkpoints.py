"""The checkpoints of a training as axes: steps where they are known, else shares of the training."""

import math
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.cells import Axis

_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_USUAL = (64, 1000)
"""Steps that have a tick where there are such checkpoints: early ones lie close together."""
_THOUSAND = 1000
_SHOWN = 10_000
"""The last step by the first one on a log axis: what comes before is flat."""

Place = tuple[float, str]
"""The progress of a checkpoint (0 to 1) and its name, a step or the progress."""


def names(places: Sequence[Place]) -> tuple[list[float], str]:
    """A number for each checkpoint, and what a hover template says with it: "step 1,000", "44% of training"."""
    if are_steps([checkpoint for _, checkpoint in places]):
        return [int(checkpoint) for _, checkpoint in places], "step %{text:,}"
    return [float(f"{progress * 100:.3g}") for progress, _ in places], "%{text}% of training"


def are_steps(checkpoints: Sequence[str]) -> bool:
    """Are the names of these checkpoints steps, and not shares of the training?"""
    return all(checkpoint.isdigit() for checkpoint in checkpoints) and any(
        int(checkpoint) > 1 for checkpoint in checkpoints
    )


def short_step(step: float) -> str:
    """A step on an axis: 64, 1k, 143k."""
    return f"{step / _THOUSAND:.3g}k" if step >= _THOUSAND else f"{step:g}"


def progress_axis(places: Sequence[Place], spacing: str) -> Axis:
    """The checkpoints in true spacing, or evenly spaced with the steps of a few as labels."""
    progress = [place for place, _ in places]
    checkpoints = [checkpoint for _, checkpoint in places]
    if spacing == "true":
        labels = [f"{place * 100:.3g}%" for place in progress]
        ticks = [place for place in progress if place in _TICKS]
        return Axis("checkpoint", "progress", labels, checkpoints, progress, ticks)
    steps = are_steps(checkpoints)
    labels = (
        [short_step(int(checkpoint)) for checkpoint in checkpoints]
        if steps
        else [f"{place * 100:.3g}%" for place in progress]
    )
    ticks = [float(at) for at in _few(checkpoints, steps)]
    noun = "step" if steps else "progress"
    return Axis("checkpoint", noun, labels, checkpoints, ticks=ticks)


def _few(checkpoints: Sequence[str], steps: bool) -> list[int]:
    """The places of the first, the last, and two between."""
    last = len(checkpoints) - 1
    usual = [checkpoints.index(str(step)) for step in _USUAL if steps and str(step) in checkpoints]
    between = usual if len(usual) == len(_USUAL) else [round(last / 3), round(last * 2 / 3)]
    return sorted({0, *between, last})


def training_axis(
    rows: Sequence[dict[str, Any]], checkpoint: str, beside: Sequence[dict[str, Any]] = ()
) -> tuple[dict[float, float], dict[str, Any]]:
    """The place of each progress on the axis of the training, and that axis.

    Steps on a log axis, whose range starts at a ten-thousandth of the last one, or at the picked
    `checkpoint` if that is earlier; step 0 lies at half of the first. Else progress from 0 to 1. The axis has room
    for the rows `beside` them too.
    """
    steps = {row["progress"]: row["step"] for row in rows}
    selected = [row["step"] for row in rows if row["checkpoint"] == checkpoint]
    every = [row["step"] for row in (*rows, *beside)]
    known = sorted({step for step in every if step})
    if None in every or len(known) < 2:  # noqa: PLR2004
        ticks = {"tickvals": [0, 0.5, 1], "ticktext": ["0", "50", "100% of training"]}
        return {at: at for at in steps}, {"range": [-0.02, 1.02], "showgrid": False, **ticks}
    at = {progress: float(step or known[0] / 2) for progress, step in steps.items()}
    first = min(
        [*(step for step in known if step >= known[-1] / _SHOWN), *(p for p in selected if p)]
    )
    return at, _log_axis(first, [step for step in known if step >= first])


def _log_axis(first: float, known: Sequence[float]) -> dict[str, Any]:
    """A log axis with ticks at about five of the known steps."""
    low, high = math.log10(first), math.log10(known[-1])
    goals = [low + (high - low) * part / 4 for part in range(5)]
    near = sorted({min(known, key=lambda step: abs(math.log10(step) - at)) for at in goals})
    return {
        "type": "log",
        "range": [low, high + (high - low) * 0.01],
        "tickvals": near,
        "ticktext": [short_step(step) for step in near],
        "showgrid": False,
    }
