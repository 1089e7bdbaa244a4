"""A view of a study as a section of a document."""

from reasonboard.charts.theme import Figure
from reasonboard.core.control import Values
from reasonboard.core.study import COLUMNS, Study
from reasonboard.core.view import View
from reasonboard.web.components.markup import unmarked
from reasonboard.web.standalone.document import Section

_NARROWER = (2, 1)
"""So many panels stand side by side in narrower windows, the wider of them first."""


def section(study: Study, view: View, values: Values, columns: int = COLUMNS[-1]) -> Section:
    """The view in this state, its chart with at most `columns` panels side by side."""
    answer = study.answer(view, values, columns)
    layouts: dict[int, Figure] = {}
    wider = answer.figure
    for number in _NARROWER:
        figure = study.answer(view, values, number).figure if number < columns else wider
        if figure != wider:
            layouts[number] = wider = figure
    meta = answer.figure["layout"]["meta"]
    words = tuple(filter(None, [unmarked(meta.get("subtitle", "")), answer.caption]))
    return Section(meta.get("heading") or view.title, words, answer.figure, layouts)
