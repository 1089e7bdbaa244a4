"""Where a training was restarted at a lower step: a sign on the axis, and how much of what was logged is left out."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.charts.colors import INK
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import readable, texts

SIGN = "↻"


class Restart(NamedTuple):
    """A restart on the x axis."""

    x: float
    lost: int
    """How many numbers were logged from there on before it: they are left out."""


def restart_marks(restarts: Sequence[Restart], low: float) -> list[Trace]:
    """The sign of each on the axis, `low` on y."""
    return [
        readable(
            texts([one.x], [low], [SIGN], INK, 13, textposition="top right", name="restart"),
            _words(one.lost),
        )
        for one in restarts
    ]


def restart_words(restarts: Sequence[Restart]) -> str:
    """What a chart says of them: '↻ restarted, 9 numbers of the lost part left out'; "" for none."""
    return f"{SIGN} {_words(sum(one.lost for one in restarts))}" if restarts else ""


def _words(lost: int) -> str:
    return f"restarted: {lost:,} discarded number{'s' * (lost != 1)} left out"
