"""From a changed filter to the new charts, in a real browser, beside a static page with the same figures."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from reasonboard.charts.marks import without_marks
from reasonboard.charts.theme import Figure
from reasonboard.core import url_state
from reasonboard.core.study import COLUMNS, Study
from reasonboard.web.static_files import PLOTLY
from scripts.bench.browser import HEIGHT, graphs, open_browser, open_study, tab
from scripts.bench.results import Row, median, p95
from scripts.bench.server import Server
from scripts.bench.states import Change, start, walk
from scripts.bench.static_page import CONFIG, dual_axes, lay_out, static_server

Times = dict[str, Any]
_CHANGE = "([study, search, ids]) => bench.change(study, search, ids)"
_DRAW = "([figures, config, first]) => bench.draw(figures, config, first)"
_BOTH = 1950
"""Pixels that a window must be high for the heatmaps and the lines of scale-progress to be in sight together."""


class Walk(NamedTuple):
    """What is changed on a page: which controls, from which state on."""

    what: str
    study: Study
    among: tuple[str, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    plain: bool = False
    """Is it compared with twelve panels as a first attempt draws them, too?"""
    height: int = HEIGHT
    """Of the window, in pixels."""


class Round(NamedTuple):
    """One change: what the dashboard took, the static page with its figures, and the plain one."""

    page: Times
    static: Times
    plain: Times | None


def walks(pages: Sequence[Study]) -> list[Walk]:
    """Every page with any filter; heatmaps and lines; the twelve panels with two axes each; the marks of a click."""
    filters = [Walk(study.path, study) for study in pages]
    both = [
        Walk(f"{page.path}, heatmap and lines", page, height=_BOTH)
        for page in pages
        if page.path == "scale-progress"
    ]
    kept = ("scales", "intervals", "metric", "order")
    dual = [
        Walk("iterations, 12 panels", page, kept, (("form", "dual"),), plain=True)
        for page in pages
        if page.path == "iterations"
    ]
    clicks = [Walk(f"{page.path}, a mark", page, page.evidence) for page in pages if page.evidence]
    return filters + both + dual + clicks


def changes(
    part: str, server: Server, pages: Sequence[Study], size: int, rounds: int, seconds: float
) -> Iterator[Row]:
    """A row of this part per walk: at most `rounds` changes, and none begun after `seconds`."""
    with static_server(server.get(PLOTLY)) as plain, open_browser() as browser:
        for walk_ in walks(pages):
            measured = _measure_walk(browser, server, plain, walk_, rounds, seconds)
            if measured:
                yield _row(part, walk_, size, measured)


def _measure_walk(
    browser: Browser, server: Server, static_address: str, walk_: Walk, rounds: int, seconds: float
) -> list[Round]:
    study, values = walk_.study, start(walk_.study, **dict(walk_.chosen))
    ids = graphs(study, tuple(view.name for view in study.views))
    with ExitStack() as stack:
        page, static, plain = (stack.enter_context(tab(browser, walk_.height)) for _ in range(3))
        open_study(page, server.address, study, url_state.encode(study, values))
        places = page.evaluate("ids => bench.places(ids)", ids)
        lay_out(static, static_address, places, _figures(study, values, study_views(study)))
        grid = f"{study.path}-grid-graph"
        if walk_.plain:
            lay_out(
                plain,
                static_address,
                [place for place in places if place["id"] == grid],
                {grid: _plain_page(study, values)},
            )
        until = time.monotonic() + seconds
        measured = []
        for change in islice(walk(study, values, walk_.among), rounds + 1):
            measured.append(_round((page, static, plain if walk_.plain else None), study, change))
            if time.monotonic() > until:
                break
    return measured[1:] or measured  # the first one has what is only made once


def study_views(study: Study) -> tuple[str, ...]:
    """The names of the views of a page."""
    return tuple(view.name for view in study.views)


def _round(tabs: tuple[Page, Page, Page | None], study: Study, change: Change) -> Round:
    page, static, plain = tabs
    ids = graphs(study, change.touched)
    page.bring_to_front()
    took = change_state(page, study, change, ids)
    figures = _figures(study, change.values, change.touched)
    static.bring_to_front()
    first = [id for id in took["sight"] if id in took["times"]]
    ready = static.evaluate(_DRAW, [{id: figures[id] for id in took["times"]}, CONFIG, first])
    if plain is None:
        return Round(took, ready, None)
    plain.bring_to_front()
    grid = f"{study.path}-grid-graph"
    axes = plain.evaluate(_DRAW, [{grid: _plain_page(study, change.values)}, CONFIG, [grid]])
    return Round(took, ready, axes)


def change_state(page: Page, study: Study, change: Change, ids: Sequence[str]) -> Times:
    """Have a page that is open change to another state: when each of these charts was drawn, and what it took."""
    search = url_state.encode(study, change.values)
    took: Times = page.evaluate(_CHANGE, [study.path, search, list(ids)])
    return took


def _figures(study: Study, values: Any, names: Sequence[str]) -> dict[str, Figure]:
    """The figures of these views as the browser gets them, by the names of their charts."""
    return {
        id: without_marks(study.answer(view, values, COLUMNS[-1]).figure)
        for view in study.views
        if view.name in names
        for id in graphs(study, (view.name,))
    }


def _plain_page(study: Study, values: Any) -> Figure:
    return dual_axes(
        study.view_rows(next(view for view in study.views if view.name == "grid"), values)
    )


def _row(part: str, walk_: Walk, size: int, rounds: list[Round]) -> Row:
    """Medians over the changes that drew anything."""
    drawing = [round_ for round_ in rounds if is_drawn(round_.page)]
    every = [slowest(round_.page) for round_ in drawing]
    static = [slowest(round_.static) for round_ in drawing]
    seen = [round_ for round_ in drawing if round_.page["sight"]]
    sight = [last(round_.page, round_.page["sight"]) for round_ in seen]
    static_sight = [float(round_.static["there"]) for round_ in seen]
    values: dict[str, float | int] = {
        "changes": len(drawing),
        "p50 ms": median(every),
        "p95 ms": p95(every),
        "static p50": median(static),
        "static p95": p95(static),
        "x static": ratio(every, static),
        "x each": ratio_of_each(every, static),
        "in sight p50": median(sight),
        "static there": median(static_sight),
        "x static there": ratio(sight, static_sight),
        "x each there": ratio_of_each(sight, static_sight),
        "answered p50": median([round_.page["answered"] for round_ in drawing]),
        "plotly p50": median([round_.page["plotly"] for round_ in drawing]),
        "between p50": median([_between(round_.page) for round_ in drawing]),
        "kB": median([round_.page["bytes"] / 1000 for round_ in drawing]),
    }
    if walk_.plain:
        plain = [slowest(round_.plain) for round_ in drawing]
        values |= {
            "39 axes p50": median(plain),
            "x 39 axes": ratio(every, plain),
            "x there": ratio(sight, plain),
        }
    return Row(part, walk_.what, size, values)


def _between(page: Times) -> float:
    """What neither the server nor plotly.js took, in ms: Dash, and what it lets the browser lay out."""
    return float(max(0.0, slowest(page) - page["answered"] - page["plotly"]))


def slowest(times: Times | None) -> float:
    """When the last of all charts was drawn, in ms; 0 where nothing was measured."""
    return last(times, list(times["times"])) if times else 0.0


def is_drawn(times: Times) -> bool:
    """Did the change draw anything, and all that was in sight?"""
    return bool(times["times"]) and not times["missed"]


def last(times: Times, ids: list[str]) -> float:
    """When the last of these charts was drawn, in ms."""
    return float(max(times["times"][id] for id in ids if id in times["times"]))


def ratio(values: Sequence[float], others: Sequence[float]) -> float:
    """That of their medians, 0 where the second is 0."""
    return median(values) / median(others) if median(others) else 0.0


def ratio_of_each(values: Sequence[float], others: Sequence[float]) -> float:
    """The median of the ratios of what was measured of the same change, 0 of nothing."""
    return median([value / other for value, other in zip(values, others, strict=True) if other])
