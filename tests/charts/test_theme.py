"""Colours that can be told apart and read, in both schemes."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts import theme

ROOT = Path(__file__).resolve().parents[2]


def luminance(colour: str) -> float:
    """WCAG 2's relative luminance."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def dark_partners() -> dict[str, str]:
    text = (ROOT / "assets" / "theme.js").read_text()
    return dict(re.findall(r'"(#[0-9a-f]{6}|rgba\([^)]*\))": "(#[0-9a-f]{6}|rgba\([^)]*\))"', text))


@pytest.mark.parametrize("colour", [*theme.COLOURS, theme.ACCURACY, theme.TOKENS, theme.ACCENT])
def test_every_mark_stands_out_from_the_page_light_and_dark(colour: str) -> None:
    assert contrast(colour, theme.PAPER) >= 3
    assert contrast(dark_partners()[colour], dark_partners()[theme.PAPER]) >= 3


@pytest.mark.parametrize("colour", [theme.INK, theme.MUTED, theme.WARNING])
def test_every_text_can_be_read_light_and_dark(colour: str) -> None:
    assert contrast(colour, theme.PAPER) >= 4.5
    assert contrast(dark_partners()[colour], dark_partners()[theme.PAPER]) >= 4.5


def test_every_colour_that_figures_use_has_a_dark_partner() -> None:
    scales = {*theme.CIVIDIS, *theme.DIVERGING}
    for path in (ROOT / "app" / "reasonboard").rglob("charts/*.py"):
        for colour in re.findall(r'"(#[0-9a-f]{6}|rgba\([0-9,.]*\))"', path.read_text()):
            assert colour in scales or colour in dark_partners() or colour == "rgba(0,0,0,0)", (
                path.name
            )


@given(st.floats(0, 1), st.sampled_from([theme.CIVIDIS, theme.DIVERGING]))
def test_labels_can_be_read_on_every_colour_of_a_scale(
    share: float, scale: tuple[str, ...]
) -> None:
    channels = theme.colour_at(share, scale)
    background = "#" + "".join(f"{round(channel):02x}" for channel in channels)
    label = {"#000": "#000000", "#fff": "#ffffff"}[theme.label_colour(channels)]
    assert contrast(background, label) >= 4.5


def test_no_two_of_the_first_numbers_share_colour_and_symbol() -> None:
    pairs = {(theme.colour(number), theme.symbol(number)) for number in range(64)}
    assert len(pairs) == 64


def test_text_from_data_cannot_become_markup() -> None:
    assert theme.plain('<a href="x">&</a>') == '&lt;a href="x"&gt;&amp;&lt;/a&gt;'


def test_an_illustrative_figure_says_so_in_itself() -> None:
    figure = theme.figure([], {}, height=100, summary="s")
    theme.mark_illustrative(figure)
    assert "ILLUSTRATIVE" in figure["layout"]["annotations"][0]["text"]
