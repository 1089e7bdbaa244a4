"""Every page as a person uses it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from app.studies import STUDIES
from app.study import Control, Study
from tests.browser.driver import Watch, choose, figure, open_page, save_png, settle, state

CONTROLS = [
    pytest.param(study, control, id=f"{study.path}-{control.name}")
    for study in STUDIES
    for control in study.controls
]
VIEWS = [
    pytest.param(study, view.name, id=f"{study.path}-{view.name}")
    for study in STUDIES
    for view in study.views
]
EACH = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)


def other_choice(study: Study, control: Control) -> str | None:
    """The label of a choice that is not the default."""
    values = study.defaults()
    labels = [
        choice.label for choice in control.options(values) if choice.value != values[control.name]
    ]
    return labels[-1] if len(control.options(values)) > 1 else None


@EACH
def test_a_page_opens_with_every_view_drawn(page: Page, address: str, study: Study) -> None:
    open_page(page, address, study.path)
    for view in study.views:
        if not view.table_first:
            assert figure(page, study, view.name)["data"]
    assert state(page, study) == ""
    assert page.evaluate("window.violations") == []


@pytest.mark.parametrize(("study", "control"), CONTROLS)
def test_every_control_changes_the_state_and_back_undoes_it(
    page: Page, address: str, study: Study, control: Control
) -> None:
    label = other_choice(study, control)
    if label is None:
        return  # the default source offers one choice only: there is nothing to change
    open_page(page, address, study.path)
    with page.expect_response("**/_dash-update-component*") as answer:
        choose(page, study, control, label)
    assert answer.value.status == 200
    assert f"{control.name}=" in state(page, study)
    assert page.url.endswith(state(page, study))
    page.go_back()
    settle(page)
    assert state(page, study) == ""
    page.go_forward()
    settle(page)
    assert f"{control.name}=" in state(page, study)


@pytest.mark.parametrize(("study", "view"), VIEWS)
def test_every_view_has_its_rows_as_a_table(
    page: Page, address: str, study: Study, view: str
) -> None:
    open_page(page, address, study.path)
    page.locator(f"#{study.path}-{view}-tab").get_by_text("Table", exact=True).click()
    table = page.locator(f"#{study.path}-{view}-table table")
    expect(table).to_be_visible()
    assert table.locator("tbody tr").count() > 0
    expect(page.locator(f"#{study.path}-{view}-chart")).to_be_hidden()
    page.locator(f"#{study.path}-{view}-tab").get_by_text("Chart", exact=True).click()
    expect(page.locator(f"#{study.path}-{view}-chart")).to_be_visible()


@pytest.mark.parametrize(("study", "view"), VIEWS)
def test_every_view_gives_a_png_on_white_with_its_words(
    page: Page, address: str, study: Study, view: str
) -> None:
    open_page(page, address, study.path)
    page.locator(f"#{study.path}-{view}-tab").get_by_text("Chart", exact=True).click()
    settle(page)
    shown = page.locator(f"#{study.path}-{view}-graph").bounding_box()
    name, picture = save_png(page, study, view, 1)
    assert name.startswith(f"{study.path}-{view}".replace("_", "-"))
    assert name.endswith(".png")
    assert shown
    assert picture.width == max(640, min(1200, int(shown["width"])))
    assert picture.height > figure(page, study, view)["layout"]["height"] + 60
    assert picture.getpixel((2, 2)) == (255, 255, 255)
    head = picture.crop((0, 0, picture.width, 60))
    foot = picture.crop((0, picture.height - 50, picture.width, picture.height))
    for part in (head, foot, picture):
        assert len(part.getcolors(1 << 20) or []) > 5, "nothing is written or drawn there"


@EACH
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 360])
def test_no_serious_axe_finding_and_no_sideways_scrolling(
    chrome: Browser, address: str, study: Study, scheme: str, width: int
) -> None:
    context = chrome.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,  # axe is injected, which the policy forbids to anybody else
    )
    page = context.new_page()
    watch = Watch(page, address)
    open_page(page, address, study.path)
    found = Axe().run(page)
    serious = [
        f"{one['id']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    context.close()
    assert serious == []
    assert overflow <= 0
    watch.check()


def test_the_first_page_leads_to_every_study(page: Page, address: str) -> None:
    open_page(page, address, "")
    for study in STUDIES:
        page.get_by_role("navigation").get_by_role("link", name=study.name, exact=True).click()
        expect(page.locator(f"#{study.path}-page")).to_be_visible()
        assert page.title() == f"{study.name} · Reasonboard"
    page.get_by_role("link", name="Reasonboard", exact=True).click()
    expect(page.locator(".card")).to_have_count(sum(1 for study in STUDIES if study.teaser))
