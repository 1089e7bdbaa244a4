"""How busy and how steady the machine is: without that no number of a run can be read."""

import os
import platform
import statistics
import time
from typing import Any

_LOOPS = 30
_TURNS = 200_000


def calibration() -> dict[str, float]:
    """The same small work again and again, in ms: the median, and the spread in percent of it.

    The spread is the distance between the quartiles: what other work on the machine does to a number.
    """
    times = []
    for _ in range(_LOOPS):
        started = time.perf_counter()
        total = 0
        for number in range(_TURNS):
            total += number & 3
        times.append((time.perf_counter() - started) * 1000)
    low, middle, high = statistics.quantiles(times, n=4)
    return {"median_ms": round(middle, 2), "spread_percent": round((high - low) / middle * 100, 1)}


def state() -> dict[str, Any]:
    """The load average and the calibration now."""
    return {"load": [round(load, 2) for load in os.getloadavg()], "calibration": calibration()}


def about() -> dict[str, Any]:
    """What does not change within a run."""
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.platform(),
    }


def state_line(when: str, now: dict[str, Any]) -> str:
    """A line for the table."""
    loop = now["calibration"]
    return (
        f"{when}: load {now['load'][0]:.2f} on {os.cpu_count()} cores, "
        f"calibration {loop['median_ms']:.1f} ms, spread {loop['spread_percent']:.0f}%"
    )
