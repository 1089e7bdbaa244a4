"""Colors that can be distinguished and read in both schemes; bands, whiskers, and the words for intervals."""

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts import colors, theme
from reasonboard.charts.forest_plot import ForestRow, forest_plot
from reasonboard.charts.intervals import band, detects, level_whiskers, problems, whisker
from reasonboard.core.findings.uncertainty_words import interval_words
from reasonboard.statistics.uncertainty import Measured, of_measured
from scripts.colors import ASSETS, files


def luminance(color: str) -> float:
    """WCAG 2's relative luminance."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("color", [*colors.SERIES, colors.TOKENS, colors.ACCENT])
def test_every_mark_stands_out_from_the_page_light_and_dark(color: str) -> None:
    assert contrast(color, colors.PAPER) >= 3
    assert contrast(colors.DARK[color], colors.DARK[colors.PAPER]) >= 3


@pytest.mark.parametrize("color", [colors.INK, colors.MUTED, colors.WARNING])
def test_every_text_can_be_read_light_and_dark(color: str) -> None:
    assert contrast(color, colors.PAPER) >= 4.5
    assert contrast(colors.DARK[color], colors.DARK[colors.PAPER]) >= 4.5


def test_the_browser_has_the_colors_of_today() -> None:
    for name, content in files().items():
        assert (ASSETS / name).read_text() == content, "run make colors"


@given(st.floats(0, 1), st.sampled_from([colors.SEQUENTIAL, colors.DIVERGING]))
def test_labels_can_be_read_on_every_color_of_a_scale(share: float, scale: tuple[str, ...]) -> None:
    channels = theme.colors_at([share], scale)
    background = "#" + "".join(f"{round(channel):02x}" for channel in channels[0])
    label = {"#000": "#000000", "#fff": "#ffffff"}[theme.label_colors(channels)[0]]
    assert contrast(background, label) >= 4.5


def test_no_two_of_the_first_numbers_share_color_and_symbol() -> None:
    pairs = {(theme.color(number), theme.symbol(number)) for number in range(64)}
    assert len(pairs) == 64


def test_text_from_data_cannot_become_markup() -> None:
    assert theme.plain('<a href="x">&</a>') == '&lt;a href="x"&gt;&amp;&lt;/a&gt;'


def test_an_illustrative_figure_says_so_in_itself() -> None:
    figure = theme.figure([], {}, height=100, summary="s")
    theme.mark_illustrative(figure)
    assert "ILLUSTRATIVE" in figure["layout"]["annotations"][0]["text"]


def test_a_band_goes_along_the_low_ends_and_back_along_the_high_ones() -> None:
    trace = band([(0, 10, 20), (4, 12, 25)], "#0b6bb0", "95%")
    assert trace["x"] == [0, 4, 4, 0]
    assert trace["y"] == [10, 12, 25, 20]
    assert trace["hoverinfo"] == "skip"
    go.Figure({"data": [trace]})


def test_a_whisker_stands_upright_where_its_mark_is() -> None:
    trace = whisker(4, 12, 25, "#0b6bb0")
    assert (trace["x"], trace["y"]) == ([4, 4], [12, 25])
    go.Figure({"data": [trace]})


def test_a_hover_says_ends_half_width_and_method_or_that_there_is_none() -> None:
    found = of_measured(Measured(0.4, 30))
    assert interval_words(found, 100, "%") == "95% interval 24.6 to 57.7% (±16.5, Wilson)"
    assert interval_words(None, 100, "%") == "no uncertainty available"


def test_sizes_and_detectable_differences_in_words() -> None:
    assert problems(30, 5) == "30 problems × 5 attempts"
    assert problems(1319) == "1,319 problems"
    assert problems(None, 5) == ""
    assert detects(36.2) == "detects ≥ 36 points"
    assert detects(0.62) == "detects ≥ 0.6 points"
    assert detects(120) == "detects no difference"
    assert detects(None) == ""


def test_level_whiskers_of_one_ink_are_one_trace() -> None:
    ends = [(0, 1.234, 2, "red"), (1, 3, 4, "blue"), (2, 5, 6, "red")]
    red, blue = level_whiskers(ends)
    assert (red["line"]["color"], red["x"]) == ("red", [1.23, 2, None, 5, 6, None])
    assert (blue["line"]["color"], blue["y"]) == ("blue", [1, 1, None])
    assert level_whiskers([]) == []


def test_an_interval_that_leaves_the_axis_of_a_forest_plot_ends_in_an_arrowhead() -> None:
    rows = [
        ForestRow("narrow", 1.0, "+1", "", 0.0, 2.0),
        ForestRow("wide", 2.0, "+2", "", -30.0, 40.0),
    ]
    drawn = forest_plot(rows, x={"range": [-3.0, 4.0]}, summary="", picked="", thin=True)["data"]
    (heads,) = (trace for trace in drawn if trace.get("name") == "beyond the axis")
    symbols = ["triangle-left", "triangle-right"]
    assert (heads["x"], heads["y"]) == ([-3.0, 4.0], [1, 1])
    assert heads["marker"]["symbol"] == symbols
    (line,) = (trace for trace in drawn if trace.get("name") == "95% interval")
    assert line["x"] == [0.0, 2.0, None, -3.0, 4.0, None]
    inside = forest_plot(rows[:1], x={"range": [0.0, 2.0]}, summary="", picked="", thin=True)
    assert not any(trace.get("name") == "beyond the axis" for trace in inside["data"])
