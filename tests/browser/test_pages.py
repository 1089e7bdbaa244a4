"""Pages as a person uses them: controls, Back, tables, images; a push opens six, `make test-long` all."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from reasonboard.core import url_state
from reasonboard.core.control import Control, Values
from reasonboard.core.study import Study
from reasonboard.studies import BY_PATH, LISTED, STUDIES
from tests.browser.driver import (
    START,
    TREES,
    chart_tree,
    choose,
    choose_image,
    clean,
    drawn,
    figure,
    open_page,
    permalink,
    save_png,
    settle,
    show_tab,
    shows,
    state,
)
from tests.browser.printed import missing_on_paper
from tests.browser.test_images import said_by_svg
from tests.export.parsing import parsed
from tests.states import many

SOME = [study for study in STUDIES if many(0, 1) or study.path == "kv-cache"]
"""In a push one with dropdowns, segments and a switch: what turns them into a state is the same for all studies."""
PICTURED = [
    BY_PATH[path] for path in many(("kv-cache", "iterations", "prm-selection"), tuple(BY_PATH))
]
"""In a push one of heatmaps, of lines and of bars: what makes the images is the same for all studies."""
PRINTED = [BY_PATH[path] for path in many(("type-length",), tuple(BY_PATH))]
"""In a push those with the largest charts."""
OPENED = [
    BY_PATH[path]
    for path in many(
        ("kv-cache", "iterations", "prm-selection", "type-length", "models", "data"), tuple(BY_PATH)
    )
]
"""In a push those named above, and the one of long tables: charts of other studies have the same forms."""
_WORDS = """() => [...document.querySelectorAll("[data-study] .graph")].map((place) => {
    const figure = window.reasonboard.figure(place);
    const panels = figure ? window.reasonboard.marks(figure) : [];
    const marks = panels.flatMap(({ lines }) => lines.flatMap((line) => line.marks));
    const isUnclear = ({ words }) => !words || /%\\{|undefined|null|NaN|</.test(words);
    return [place.id, marks.length, marks.filter(isUnclear).map(({ words }) => words)];
})"""
"""Each chart of the page: its id, how many marks can be read, and the words of those that nobody would understand."""
UNCLAIMED = {"models", "test-time", "pair", "data", "scale-progress"}
"""Those whose first page has no claim: they compare what others measured, or show curves that no caption speaks of."""


def other_choice(study: Study, control: Control, values: Values) -> str | None:
    """The label of a choice that is not the present one; None where there is nothing to choose.

    Rather one that is not the default, which the address leaves out.
    """
    options = control.options(values)
    default = control.default(options)
    others = [choice for choice in options if choice.value != values[control.name]]
    others.sort(key=lambda choice: choice.value == default)
    return others[0].label if len(options) > 1 else None


@pytest.mark.parametrize("study", SOME, ids=lambda study: study.path)
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


@pytest.fixture(scope="module", params=OPENED, ids=lambda study: study.path)
def study(request: pytest.FixtureRequest) -> Study:
    found: Study = request.param
    return found


@pytest.fixture(scope="module")
def tab(profile: BrowserContext) -> Iterator[Page]:
    """A tab beside that of the tests that change a state."""
    page = profile.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def opened(study: Study, tab: Page, address: str) -> Iterator[Page]:
    """The page of the study, which tests share that do not change its state."""
    watch = clean(tab, address)
    tab.set_viewport_size({"width": 1440, "height": 1000})
    open_page(tab, address, study.path, START.get(study.path, ""))
    yield tab
    watch.check()


def test_the_accessibility_tree_of_a_chart_is_as_written(opened: Page, study: Study) -> None:
    main = next(view.name for view in study.views if view.place == "main")
    view = "off_grain" if study.path == "data" else main  # its others are long lists
    before = "Table" if study.path == "data" else "Chart"
    show_tab(opened, study, view, "Chart")
    settle(opened)
    assert chart_tree(opened, study.path, view) == TREES[study.path]
    show_tab(opened, study, view, before)


def test_every_mark_can_be_read_and_sources_are_one_file_and_claims_stand_with_their_outcome(
    opened: Page, study: Study
) -> None:
    read = {id: (count, unclear) for id, count, unclear in opened.evaluate(_WORDS)}
    for view in drawn(study):
        count, unclear = read[f"{study.path}-{view.name}-graph"]
        assert unclear == []
        assert count or view.table == "loaded" or study not in LISTED, view.name
    sources = opened.locator(f"#{study.path}-sources")
    cites = sources.locator(".cite").count()
    sources.locator("summary").first.click()
    with opened.expect_download() as saved:
        opened.get_by_role("link", name="All sources as BibTeX").click()
    name = saved.value.suggested_filename
    assert re.fullmatch(rf"reasonboard-{study.path}-[0-9a-f]{{7}}\.bib", name)
    assert len(parsed(saved.value.path().read_text(encoding="utf-8"))) == cites > 0
    claims = opened.locator(f"#{study.path}-claims .claims > li")
    if not claims.count():
        assert study.path in UNCLAIMED
        return
    expect(claims.first).to_be_hidden()
    opened.locator(f"#{study.path}-claims summary").first.click()
    expect(claims.first).to_be_visible()
    for claim in claims.all():
        expect(claim.locator(".outcome")).to_have_text(
            re.compile("holds|fails|cannot tell yet|cannot be checked")
        )


def test_every_view_is_drawn_and_has_its_rows_as_a_table(opened: Page, study: Study) -> None:
    for at, view in enumerate(drawn(study)):
        if at < many(1, 9):  # the server makes all tables alike
            show_tab(opened, study, view.name, "Table")
            rows = opened.locator(f"#{study.path}-{view.name}-table tbody tr")
            expect(rows.first).to_be_visible()
            if view.listing is None:  # else the table always stands beside the chart
                expect(opened.locator(f"#{study.path}-{view.name}-chart")).to_be_hidden()
        show_tab(opened, study, view.name, "Chart")
        expect(opened.locator(f"#{study.path}-{view.name}-chart")).to_be_visible()
        settle(opened)
        assert figure(opened, study, view.name)["data"]
    assert opened.evaluate("window.violations") == []


@pytest.mark.parametrize("study", PICTURED, indirect=True, ids=lambda study: study.path)
def test_views_give_a_png_on_white_with_their_words_and_fit_a_column_of_paper(
    opened: Page, study: Study
) -> None:
    for view in drawn(study)[: many(1, 9)]:
        show_tab(opened, study, view.name, "Chart")
        settle(opened)
        shown = opened.locator(f"#{study.path}-{view.name}-graph").bounding_box()
        name, picture = save_png(opened, study, view.name, 1)
        assert name.startswith(f"{study.path}-{view.name}".replace("_", "-"))
        assert name.endswith(".png")
        assert shown
        assert picture.width == max(640, min(1200, round(shown["width"])))
        assert picture.height > figure(opened, study, view.name)["height"] + 60
        assert picture.getpixel((2, 2)) == (255, 255, 255)
        head = picture.crop((0, 0, picture.width, 60))
        foot = picture.crop((0, picture.height - 50, picture.width, picture.height))
        for part in (head, foot, picture):
            assert len(part.getcolors(1 << 20) or []) > 5, "nothing is written or drawn there"
        address = f"/{study.path}{permalink(opened, study)}"
        with opened.expect_download() as saved:
            choose_image(opened, study, view.name, "svg-one")
        content = saved.value.path().read_bytes()
        assert ET.fromstring(content).get("width") == "3.25in"
        assert json.loads(said_by_svg(content)["reasonboard:view"])["address"] == address


@pytest.mark.parametrize("study", PRINTED, indirect=True, ids=lambda study: study.path)
def test_every_chart_is_printed_and_the_address_at_the_end(opened: Page, study: Study) -> None:
    assert missing_on_paper(opened) == []
    expect(opened.locator(".disclosure[open]")).to_have_count(0)
