"""Every page as a person uses it: controls, Back, tables, images, both schemes, small screens."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from reasonboard.core import url_state
from reasonboard.core.control import Control, Values
from reasonboard.core.study import Study
from reasonboard.studies import STUDIES
from tests.browser.driver import (
    PAGES,
    START,
    choose,
    drawn,
    figure,
    new_tab,
    open_page,
    overflow,
    save_png,
    serious,
    settle,
    show_tab,
    shows,
    state,
)

_TWICE = """() => {
    const ids = [...document.querySelectorAll("[id]")].filter((one) => !one.closest("svg")).map((one) => one.id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
}"""
"""The ids that more than one element of the page has."""
EACH = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)


def other_choice(study: Study, control: Control, values: Values) -> str | None:
    """The label of a choice that is not the present one; None where there is nothing to choose.

    Rather one that is not the default, which the address leaves out.
    """
    options = control.options(values)
    default = control.default(options)
    others = [choice for choice in options if choice.value != values[control.name]]
    others.sort(key=lambda choice: choice.value == default)
    return others[0].label if len(options) > 1 else None


@EACH
def test_every_control_changes_the_state_and_back_undoes_it(
    page: Page, address: str, study: Study
) -> None:
    open_page(page, address, study.path, START.get(study.path, ""))
    states = [state(page, study)]
    assert bool(states[0]) == (study.path in START)
    later = ""
    for control in study.controls:
        if not page.locator(f"#{study.path}-{control.name}").is_visible():
            states = _goes_back(page, states)  # what was chosen before may have no use for it
        values, _ = url_state.decode(study, states[-1])
        label = other_choice(study, control, values)
        if label is None:
            continue
        with page.expect_response("**/_dash-update-component*") as answer:
            choose(page, study, control, label)
        assert answer.value.status == 200
        shown = page.locator(f"#{study.path}-page")
        expect(shown).not_to_have_attribute("data-address", states[-1])
        expect(shown).to_have_attribute("data-address", re.compile(f"[?&]{control.name}="))
        states.append(state(page, study))
        expect(page).to_have_url(re.compile(re.escape(states[-1]) + "$"))
        later = states[1]
    shows(page, study, _goes_back(page, states)[0])
    page.go_forward()
    shows(page, study, later)
    page.reload()
    settle(page)
    expect(page).to_have_url(re.compile(re.escape(state(page, study)) + "$"))


def _goes_back(page: Page, states: list[str]) -> list[str]:
    """Go back through these states to the first, which is returned alone."""
    for before in reversed(states[:-1]):
        page.go_back()
        expect(page).to_have_url(re.compile(re.escape(before) + "$"))
    if len(states) > 1:
        settle(page)
    return states[:1]


@EACH
def test_every_view_is_drawn_and_has_its_rows_as_a_table(
    page: Page, address: str, study: Study
) -> None:
    open_page(page, address, study.path, START.get(study.path, ""))
    for view in drawn(study):
        show_tab(page, study, view.name, "Table")
        rows = page.locator(f"#{study.path}-{view.name}-table tbody tr")
        expect(rows.first).to_be_visible()
        if view.listing is None:  # else the table always stands beside the chart
            expect(page.locator(f"#{study.path}-{view.name}-chart")).to_be_hidden()
            show_tab(page, study, view.name, "Chart")
        expect(page.locator(f"#{study.path}-{view.name}-chart")).to_be_visible()
        settle(page)
        assert figure(page, study, view.name)["data"]
    assert page.evaluate("window.violations") == []


@EACH
def test_every_view_gives_a_png_on_white_with_its_words(
    page: Page, address: str, study: Study
) -> None:
    open_page(page, address, study.path, START.get(study.path, ""))
    for view in drawn(study):
        show_tab(page, study, view.name, "Chart")
        settle(page)
        shown = page.locator(f"#{study.path}-{view.name}-graph").bounding_box()
        name, picture = save_png(page, study, view.name, 1)
        assert name.startswith(f"{study.path}-{view.name}".replace("_", "-"))
        assert name.endswith(".png")
        assert shown
        assert picture.width == max(640, min(1200, round(shown["width"])))
        assert picture.height > figure(page, study, view.name)["height"] + 60
        assert picture.getpixel((2, 2)) == (255, 255, 255)
        head = picture.crop((0, 0, picture.width, 60))
        foot = picture.crop((0, picture.height - 50, picture.width, picture.height))
        for part in (head, foot, picture):
            assert len(part.getcolors(1 << 20) or []) > 5, "nothing is written or drawn there"


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (360, "dark")])
def test_no_serious_axe_finding_no_sideways_scrolling_and_the_first_heading_high_on_a_screen(
    open_profile: BrowserContext, address: str, path: str, width: int, scheme: str
) -> None:
    page, watch = new_tab(open_profile, address, width, 900, scheme)
    open_page(page, address, path)
    assert serious(page) == []
    assert overflow(page) <= 0
    assert page.evaluate(_TWICE) == []
    if width == 1440:
        heading = page.locator(".view h2, .item-page h2").first
        assert 0 < heading.evaluate("one => one.getBoundingClientRect().top") <= 420
    page.close()
    watch.check()
