"""Which parts of a page a change makes stale, and which of these can wait until the visible charts are drawn.

A part is named like its component without the study: `grid-figure`, `grid-observations`, `claims`.
"""

from reasonboard.core.study import Study, View
from reasonboard.web.page.sections import BELOW


def figure(view: View) -> str:
    """The name of the part with the view's chart, caption and summary."""
    return f"{view.name}-figure"


def observations(view: View) -> str:
    """The name of the part with the view's findings."""
    return f"{view.name}-observations"


def figures(study: Study) -> set[str]:
    """The parts that depend on the width of the page."""
    return {figure(view) for view in study.views}


def stale_parts(study: Study, touched: set[str], before: object) -> set[str]:
    """The parts that depend on the changed controls, and those still stale from the change before."""
    parts = {
        part
        for view in study.views
        # A new version of the data changes every control, `study` included, and so every view.
        if (study.inputs(view) | {"study"}) & touched
        for part in (figure(view), observations(view))
    }
    parts |= {
        name for name, (_, of) in BELOW.items() if touched and (of is None or touched & set(of))
    }
    left = {part for part in before if isinstance(part, str)} if isinstance(before, list) else set()
    return parts | left & _every(study)


def visible(parts: set[str], views: object) -> set[str]:
    """The parts that are visible charts, if the browser names the visible `views`; else all parts."""
    if not isinstance(views, list):
        return parts
    return {part for part in parts if part.removesuffix("-figure") in views}


def _every(study: Study) -> set[str]:
    return {*figures(study), *map(observations, study.views), *BELOW}
