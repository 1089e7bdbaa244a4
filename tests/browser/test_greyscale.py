"""Figures without colours: all that could be told apart still can, and what was readable still is."""

import json
import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest
from playwright.sync_api import Browser, Page

from reasonboard.charts import colors, theme
from reasonboard.charts.marks import without_marks
from reasonboard.core import url_state
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies import STUDIES
from tests.charts.test_theme import contrast, luminance
from tests.states import many

ASSETS = Path(__file__).resolve().parents[2] / "assets"
OTHERS = {
    "scale-progress": ["?mode=gain", "?mode=size"],
    "iterations": ["?form=dual", "?form=phase"],
    "type-length": ["?mode=difference"],
    "kv-cache": ["?mode=best", "?mode=best&model=DeepSeek-R1-Distill-Llama-8B&benchmark=AIME24"],
}
STATES = [
    (study, view, search)
    for study in STUDIES
    for view in study.views
    for search in ["", *OTHERS.get(study.path, [])]
][:: many(3, 1)]
"""Views of studies; in a push every third: what makes them grey is the same for all."""
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b|rgba?\([^)]*\)|hsl[^\"]*")
Figure = dict[str, Any]


@pytest.fixture(scope="module")
def blank(chrome: Browser) -> Iterator[Page]:
    """A page with the script and nothing else."""
    page = chrome.new_page()
    for script in ("colors.js", "greyscale.js"):
        page.add_script_tag(content=(ASSETS / script).read_text())
    yield page
    page.close()


def grey(blank: Page, figure: Figure) -> Figure:
    script = "text => JSON.stringify(window.reasonboard.greyscale.draw(JSON.parse(text)))"
    drawn: Figure = json.loads(blank.evaluate(script, json.dumps(figure)))
    return drawn


def note(blank: Page, figure: Figure) -> str:
    script = "text => window.reasonboard.greyscale.note(JSON.parse(text))"
    return str(blank.evaluate(script, json.dumps(figure)))


def drawn(study: Study, view: View, search: str) -> Figure:
    values, _ = url_state.decode(study, search)
    figure: Figure = without_marks(study.answer(view, values, 4).figure)
    return figure


def channels(colour: str) -> list[str]:
    if colour.startswith("#"):
        digits = colour[1:] if len(colour) == 7 else "".join(one * 2 for one in colour[1:])
        return [digits[at : at + 2].lower() for at in (0, 2, 4)]
    return [part.strip() for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]


def look(trace: Figure) -> tuple[str, ...]:
    """All by which a trace can be told from another: its colour first."""
    marker, line = trace.get("marker", {}), trace.get("line", {})
    colour = line.get("color") or marker.get("line", {}).get("color") or marker.get("color")
    shape = [
        line.get("dash", "solid"),
        marker.get("symbol", "circle"),
        marker.get("pattern", {}).get("shape"),
    ]
    return tuple(json.dumps(one) for one in [colour, *shape])


def panel(trace: Figure) -> tuple[str, str]:
    return trace.get("xaxis", "x"), trace.get("yaxis", "y")


@pytest.mark.parametrize(
    ("study", "view", "search"), STATES, ids=lambda one: getattr(one, "path", getattr(one, "name", one))
)  # fmt: skip
def test_every_view_is_grey_and_what_looked_different_still_does(
    blank: Page, study: Study, view: View, search: str
) -> None:
    before = drawn(study, view, search)
    after = grey(blank, before)
    go.Figure(after)
    text = json.dumps({"data": after["data"], "layout": after["layout"] | {"meta": None}})
    assert all(len(set(channels(one))) == 1 for one in COLOUR.findall(text))
    assert after["layout"]["meta"] == before["layout"]["meta"]
    own = [one for one in after["data"] if one.get("name") != "below zero"]
    assert len(own) == len(before["data"])
    marks = [
        pair
        for pair in zip(before["data"], own, strict=True)
        if pair[0]["type"] in ("scatter", "bar") and pair[0].get("mode") != "text"
    ]
    for (old, new), (other, renewed) in combinations(marks, 2):
        if panel(old) == panel(other) and look(old) != look(other):
            assert look(new) != look(renewed), (old.get("name"), other.get("name"))


def test_the_series_have_greys_of_their_own_that_stand_out_from_the_page(blank: Page) -> None:
    tokens = [*colors.SERIES, colors.TOKENS, colors.ACCENT, colors.WARNING]
    lines = [{"type": "scatter", "line": {"color": token}} for token in tokens]
    after = grey(blank, {"data": lines, "layout": {}})
    greys = [one["line"]["color"] for one in after["data"]]
    assert len(set(greys)) == len(greys)
    assert all(contrast(one, colors.PAPER) >= 3 for one in greys)
    neighbours = pairwise(greys[: len(colors.SERIES)])
    assert all(contrast(*pair) >= 1.4 for pair in neighbours)


@pytest.mark.parametrize("colours", [colors.SEQUENTIAL, colors.DIVERGING])
def test_a_scale_keeps_the_luminance_that_its_labels_were_chosen_for(
    blank: Page, colours: tuple[str, ...]
) -> None:
    layout = {"coloraxis": {"cmin": -1, "cmax": 1, "colorscale": theme.scale(colours)}}
    ramp = grey(blank, {"data": [], "layout": layout})["layout"]["coloraxis"]["colorscale"]
    for share, one in ramp:
        was = "#" + "".join(f"{round(part):02x}" for part in theme.colours_at([share], colours)[0])
        assert luminance(one) == pytest.approx(luminance(was), abs=0.01)
    levels = [luminance(one) for _, one in ramp]
    if colours is colors.SEQUENTIAL:
        assert levels == sorted(levels, reverse=True)


def heatmap(values: list[list[float | None]], colours: tuple[str, ...]) -> Figure:
    axis = {"cmin": -10, "cmax": 10, "colorscale": theme.scale(colours)}
    trace = {
        "type": "heatmap",
        "z": values,
        "x": [0, 1, 2],
        "y": [0, 1, 2],
        "coloraxis": "coloraxis",
        "xaxis": "x",
    }
    return {"data": [trace], "layout": {"coloraxis": axis}}


def test_cells_below_zero_are_ruled_where_nothing_else_says_their_sign(blank: Page) -> None:
    figure = heatmap([[-9, 3], [None, -1]], colors.DIVERGING)
    ruled = [one for one in grey(blank, figure)["data"] if one.get("name") == "below zero"]
    corners = {one["fillpattern"]["fgcolor"]: (one["x"][0], one["y"][0]) for one in ruled}
    assert corners == {"#ffffff": (0, 0), "#000000": (1, 1)}
    assert note(blank, figure) == "Cells with level lines are below zero."
    labels = {"type": "scatter", "mode": "text", "textfont": {"color": ["#000"]}, "xaxis": "x"}
    labelled = figure | {"data": [*figure["data"], labels]}
    assert len(grey(blank, labelled)["data"]) == 2
    assert note(blank, labelled) == ""
    assert len(grey(blank, heatmap([[-9, 3], [None, -1]], colors.SEQUENTIAL))["data"]) == 1


def test_words_of_a_figure_name_no_colour_that_is_gone(blank: Page) -> None:
    texts = ["red corner: x", "red: y", "shared: z", '<span style="color:#0b6bb0">━</span>']
    layout = {"annotations": [{"text": text} for text in texts]}
    after = grey(blank, {"data": [], "layout": layout})["layout"]["annotations"]
    assert [one["text"] for one in after] == [
        "dark corner: x", "dark: y", "shared: z", '<span style="color:#2b2b2b">━</span>'
    ]  # fmt: skip
