"""How a reader has the heatmap of models."""

from typing import NamedTuple


class Options(NamedTuple):
    """The values of its controls that decide what a cell shows and how it is marked."""

    mode: str
    """"value", "rank", or "selected": the difference to run `b`."""
    is_shared: bool
    """Have all benchmarks one scale?"""
    a: str
    b: str
    panel: str
    intervals: bool
    own: bool
    """Are own runs marked?"""
