"""Views as browsers get them: each is drawn once for a state of the data and the page, and kept as JSON."""

import sys
from collections.abc import Hashable
from threading import Condition
from typing import NamedTuple

import orjson
from cachetools import LRUCache, cached

from app.control import Values
from app.database import Asked, frozen, thawed
from app.figures.marks import without_marks
from app.snapshots import snapshot
from app.study import Study, View

_MOST = 24_000_000
"""Bytes of all that is kept: about a thousand charts."""


class Drawn(NamedTuple):
    """An answer whose figure is JSON already, without what its marks stand for."""

    figure: bytes
    height: int
    """In pixels, as it is in the figure's layout."""
    caption: str
    legend: str
    summary: str
    filters: str

    @property
    def json(self) -> orjson.Fragment:
        """The figure as a part of a larger JSON."""
        return orjson.Fragment(self.figure)


def drawn(study: Study, view: View, values: Values, columns: int, highest: int = 0) -> Drawn:
    """What `Study.answer` says; at most so many pixels high, where `highest` is not 0."""
    return _drawn(snapshot().version, study, view, frozen(values), columns, highest)


def _size(one: Drawn) -> int:
    return sum(sys.getsizeof(part) for part in one)


_KEPT: LRUCache[Hashable, Drawn] = LRUCache(_MOST, getsizeof=_size)


# With a condition, whoever asks for what is being drawn waits for it.
@cached(_KEPT, condition=Condition())
def _drawn(
    _version: str, study: Study, view: View, key: Asked, columns: int, highest: int
) -> Drawn:
    answer = study.answer(view, thawed(key), columns)
    figure = without_marks(answer.figure)
    layout = figure["layout"]
    height = min(layout["height"], highest or layout["height"])
    return Drawn(
        orjson.dumps(figure | {"layout": layout | {"height": height}}),
        height,
        answer.caption,
        answer.legend,
        answer.summary,
        layout["meta"]["filters"],
    )
