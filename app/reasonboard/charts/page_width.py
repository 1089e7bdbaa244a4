"""How wide a chart is where so many panels fit side by side."""

_LEAST = {1: 322, 2: 668, 3: 1005, 4: 1165}
"""The pixels of a window of the widths in assets/page.js without its margins; of paper, in one and two columns."""
_LEAST_HALF = {1: 322, 2: 382, 3: 474, 4: 554}


def page_width(columns: int) -> int:
    """The pixels that a chart across the page has at least: what fits in these fits in all."""
    return _LEAST.get(columns, _LEAST[4])


def half_width(columns: int) -> int:
    """The pixels that a chart beside another has at least; on a phone none is."""
    return _LEAST_HALF.get(columns, _LEAST_HALF[4])
