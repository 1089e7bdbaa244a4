"""Which parts of a page a change touches, and which of them can wait until the charts in sight are drawn.

A part is called as its component is, after the study's name: `grid-figure`, `grid-observations`, `claims`.
"""

from reasonboard.core.study import Study, View
from reasonboard.web.page.sections import BELOW


def figure(view: View) -> str:
    """The part that is the view's chart with its words."""
    return f"{view.name}-figure"


def observations(view: View) -> str:
    """The part that is what can be said of the view."""
    return f"{view.name}-observations"


def figures(study: Study) -> set[str]:
    """The parts that depend on how wide the page is."""
    return {figure(view) for view in study.views}


def stale_parts(study: Study, touched: set[str], before: object) -> set[str]:
    """The parts that these controls touch, and those that a change `before` has left, as the browser says."""
    parts = {
        part
        for view in study.views
        # On other data all is touched, and a view that nothing filters has other numbers, too.
        if (study.inputs(view) | {"study"}) & touched
        for part in (figure(view), observations(view))
    }
    parts |= {
        name for name, (_, _, of) in BELOW.items() if touched and (of is None or touched & set(of))
    }
    left = {part for part in before if isinstance(part, str)} if isinstance(before, list) else set()
    return parts | left & _every(study)


def visible(parts: set[str], views: object) -> set[str]:
    """The parts that are charts in sight, if the browser names the `views` that are; else all."""
    if not isinstance(views, list):
        return parts
    return {part for part in parts if part.removesuffix("-figure") in views}


def _every(study: Study) -> set[str]:
    return {*figures(study), *map(observations, study.views), *BELOW}
