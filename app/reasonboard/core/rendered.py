"""Views as browsers get them: each is drawn once for a state of the data and the page, and kept as JSON."""

import sys
import zlib
from collections.abc import Hashable
from threading import Condition
from typing import NamedTuple

import orjson
from cachetools import LRUCache, cached

from reasonboard.charts.marks import only_marks, without_marks
from reasonboard.charts.theme import Figure
from reasonboard.core.control import Values
from reasonboard.core.study import Study, View
from reasonboard.store.database import Key, from_key
from reasonboard.store.snapshots import snapshot

_MOST = 10_000_000
"""Bytes of all that is kept: some 1,700 charts."""


class RenderedView(NamedTuple):
    """An answer whose figure is JSON already, without what its marks stand for."""

    packed: bytes
    """The figure's JSON, compressed: a sixth of its size and less."""
    packed_marks: bytes
    """What its marks stand for, in the same way."""
    height: int
    """In pixels, as it is in the figure's layout."""
    caption: str
    legend: str
    summary: str
    filters: str

    @property
    def figure(self) -> bytes:
        """The figure as JSON."""
        return zlib.decompress(self.packed)

    @property
    def marks(self) -> Figure:
        """The figure as far as a click needs it."""
        found: Figure = orjson.loads(zlib.decompress(self.packed_marks))
        return found

    @property
    def json(self) -> orjson.Fragment:
        """The figure as a part of a larger JSON."""
        return orjson.Fragment(self.figure)


def rendered_view(
    study: Study, view: View, values: Values, columns: int, highest: int = 0
) -> RenderedView:
    """What `Study.answer` says; at most so many pixels high, where `highest` is not 0."""
    key = study.cache_key(view, values)
    return _rendered_view(snapshot().version, study, view, key, columns, highest)


def is_in_memory(study: Study, view: View, values: Values, columns: int) -> bool:
    """Is it in memory already?"""
    key = study.cache_key(view, values)
    return _rendered_view.cache_key(snapshot().version, study, view, key, columns, 0) in _KEPT


def _packed(content: object) -> bytes:
    return zlib.compress(orjson.dumps(content), zlib.Z_BEST_SPEED)


def _size(one: RenderedView) -> int:
    return sum(sys.getsizeof(part) for part in one)


_KEPT: LRUCache[Hashable, RenderedView] = LRUCache(_MOST, getsizeof=_size)


# With a condition, whoever asks for what is being drawn waits for it.
@cached(_KEPT, condition=Condition())
def _rendered_view(
    _version: str, study: Study, view: View, key: Key, columns: int, highest: int
) -> RenderedView:
    answer = study.answer(view, from_key(key), columns)
    figure = without_marks(answer.figure)
    layout = figure["layout"]
    height = min(layout["height"], highest or layout["height"])
    return RenderedView(
        _packed(figure | {"layout": layout | {"height": height}}),
        _packed(only_marks(answer.figure)),
        height,
        answer.caption,
        answer.legend,
        answer.summary,
        layout["meta"]["filters"],
    )
