"""How long a sheet may take on paper: the browser that prints it draws all its charts first."""

from collections.abc import Sequence
from itertools import accumulate

import orjson

from reasonboard.charts.theme import Figure
from reasonboard.web.images.service import TooLargeError

LONGEST = 180.0
"""Seconds that a reader waits for a PDF at most."""
_START = 25.0
"""Seconds to start the browser, and for the document without charts."""
_OF_A_CHART = 2.0
"""Seconds for a chart of little, on a machine with much else to do: it takes a tenth of them where that is all."""
_OF_A_MEGABYTE = 25.0
"""Seconds for each megabyte of the JSON of a chart."""


def patience(figures: Sequence[Figure]) -> float:
    """The seconds that a PDF of these charts may take; raises TooLargeError where it could not end."""
    sizes = [len(orjson.dumps(figure)) / 1e6 for figure in figures]
    ends = list(accumulate((_OF_A_CHART + _OF_A_MEGABYTE * size for size in sizes), initial=_START))
    most = max(1, sum(end <= LONGEST for end in ends) - 1)
    if most < len(figures):
        raise TooLargeError(
            f"These {len(figures)} views are too many for a PDF: at most {most}, if all are like "
            "the first ones. HTML has no such limit."
        )
    return min(ends[-1], LONGEST)
