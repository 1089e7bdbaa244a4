"""The checkpoints of a training as axes: steps where they are known, else shares of the training."""

import math
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.cells import Axis

_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_USUAL = (64, 1000)
"""Steps that have a tick where there are such checkpoints: early ones lie close together."""
_THOUSAND = 1000

Place = tuple[float, str]
"""The progress of a checkpoint (0 to 1) and its name, a step or the progress."""


def names(places: Sequence[Place]) -> list[str]:
    """Each checkpoint in words: "step 1,000" or "44 % of training"."""
    if are_steps([checkpoint for _, checkpoint in places]):
        return [f"step {int(checkpoint):,}" for _, checkpoint in places]
    return [f"{progress * 100:.3g} % of training" for progress, _ in places]


def are_steps(checkpoints: Sequence[str]) -> bool:
    """Are the names of these checkpoints steps, and not shares of the training?"""
    return all(one.isdigit() for one in checkpoints) and any(int(one) > 1 for one in checkpoints)


def short_step(step: float) -> str:
    """A step on an axis: 64, 1k, 143k."""
    return f"{step / _THOUSAND:.3g}k" if step >= _THOUSAND else f"{step:g}"


def progress_axis(places: Sequence[Place], spacing: str) -> Axis:
    """The checkpoints in true spacing, or evenly spaced with the steps of a few as labels."""
    progress = [place for place, _ in places]
    checkpoints = [checkpoint for _, checkpoint in places]
    if spacing == "true":
        labels = [f"{place * 100:.3g} %" for place in progress]
        ticks = [place for place in progress if place in _TICKS]
        return Axis("checkpoint", "", labels, checkpoints, progress, ticks)
    steps = are_steps(checkpoints)
    labels = (
        [short_step(int(one)) for one in checkpoints]
        if steps
        else [f"{place * 100:.3g} %" for place in progress]
    )
    ticks = [float(at) for at in _few(checkpoints, steps)]
    return Axis("checkpoint", "", labels, checkpoints, ticks=ticks)


def _few(checkpoints: Sequence[str], steps: bool) -> list[int]:
    """The places of the first, the last, and two between."""
    last = len(checkpoints) - 1
    usual = [checkpoints.index(str(one)) for one in _USUAL if steps and str(one) in checkpoints]
    between = usual if len(usual) == len(_USUAL) else [round(last / 3), round(last * 2 / 3)]
    return sorted({0, *between, last})


def step_axis(steps: Sequence[float]) -> dict[str, Any]:
    """A log axis of steps, from the first that is not 0; ticks at most five."""
    known = sorted({step for step in steps if step > 0})
    low, high = math.log10(known[0]), math.log10(known[-1])
    ticks = [10 ** (low + (high - low) * part / 4) for part in range(5)]
    near = sorted({min(known, key=lambda one: abs(math.log10(one / tick))) for tick in ticks})
    return {
        "type": "log",
        "range": [low, high + (high - low) * 0.01 or 1],
        "tickvals": near,
        "ticktext": [short_step(one) for one in near],
        "showgrid": False,
    }
