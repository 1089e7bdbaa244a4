"""How much the lines of a chart are smoothed."""

from reasonboard.core.control import Choice, Control

_CHOICES = (
    Choice("0", "None"),
    Choice("0.6", "Some"),
    Choice("0.9", "More"),
    Choice("0.97", "Most"),
)
"""The weight of what came before in a moving average, which so looks back over 1, some 2, 10 and 30 values."""


def smoothing(view: str) -> Control:
    """An option of the chart of this view."""
    return Control("smoothing", "Smoothing", _CHOICES, place=f"options:{view}")
