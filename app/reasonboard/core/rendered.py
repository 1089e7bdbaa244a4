"""Rendered views: the charts as the browser gets them, cached as compressed JSON."""

import zlib
from typing import NamedTuple

import orjson

from reasonboard.charts.marks import only_marks, without_marks, without_selection
from reasonboard.charts.theme import Figure, no_data_reason
from reasonboard.core.control import Values
from reasonboard.core.figure_words import data_version
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.store.cache import Kept
from reasonboard.store.database import Key, from_key

_NO_VERSION = b'"version":""'
"""In the JSON of a figure that is kept: its numbers may be the same in a later version of the data."""


class RenderedView(NamedTuple):
    """A chart as JSON with its words; which controls a click on a mark sets is stored apart."""

    packed: bytes
    """The figure's JSON, compressed to a sixth or less."""
    packed_marks: bytes
    """The controls that each mark sets, compressed JSON too."""
    height: int
    """In pixels, as in the figure's layout."""
    legend: str
    foot: str
    """The legend without what a key line over the chart says."""
    ramp: str
    """The color scale of a heatmap (`charts.key_line.RAMPS`), "" without one."""
    signs: tuple[str, ...]
    """The signs that the line over a heatmap explains."""
    summary: str
    filters: str
    heading: str
    """What the chart concludes; "" where it concludes nothing of its own."""
    subtitle: str
    empty: bool
    """Is there nothing to draw, but a line that says why?"""

    @property
    def figure(self) -> bytes:
        """The figure as JSON, with the version of the data that answers."""
        version = b'"version":' + orjson.dumps(data_version())
        return zlib.decompress(self.packed).replace(_NO_VERSION, version, 1)

    @property
    def marks(self) -> Figure:
        """The part of the figure that a click needs."""
        marks: Figure = orjson.loads(zlib.decompress(self.packed_marks))
        return marks

    def without_selection(self) -> "RenderedView":
        """The same with the figure as it is saved."""
        return self._replace(packed=packed(without_selection(orjson.loads(self.figure))))

    @property
    def json(self) -> orjson.Fragment:
        """The figure, to be embedded in a larger JSON."""
        return orjson.Fragment(self.figure)


def rendered_view(study: Study, view: View, values: Values, columns: int) -> RenderedView:
    """The view for these values with `columns` panels side by side."""
    key = study.cache_key(view, values)
    return _rendered_view(study, view, key, columns)


def packed(content: object) -> bytes:
    """JSON, compressed to a sixth or less."""
    return zlib.compress(orjson.dumps(content), zlib.Z_BEST_SPEED)


def _render(study: Study, view: View, key: Key, columns: int) -> RenderedView:
    answer = study.answer(view, from_key(key), columns)
    figure = without_marks(answer.figure)
    layout = figure["layout"]
    layout["meta"] |= {"version": ""}
    return RenderedView(
        packed(figure),
        packed(only_marks(answer.figure)),
        layout["height"],
        answer.legend,
        answer.foot,
        layout["meta"].get("ramp", ""),
        tuple(layout["meta"].get("signs", ())),
        answer.summary,
        layout["meta"]["filters"],
        layout["meta"].get("heading", ""),
        layout["meta"].get("subtitle", ""),
        bool(no_data_reason(figure)),
    )


_rendered_view = Kept(_render)
