"""What the pages say of their numbers: observations that lead to marks, claims, comparisons."""

import re

import pytest
from playwright.sync_api import Page, expect

from reasonboard.core.study import Study
from reasonboard.studies import STUDIES
from tests.browser.driver import choose, click_mark, figure, open_page, settle, shows

STUDY = {study.path: study for study in STUDIES}
SHOWN = [study for study in STUDIES if study.path != "data"]
EACH = pytest.mark.parametrize("study", SHOWN, ids=lambda study: study.path)


@EACH
def test_an_observation_leads_to_its_marks_without_leaving_the_place(
    page: Page, address: str, study: Study
) -> None:
    open_page(page, address, study.path)
    links = page.locator(".observations a.state")
    expect(links.first).to_be_visible()
    link = links.last
    link.scroll_into_view_if_needed()
    place = page.evaluate("window.scrollY")
    wanted = link.get_attribute("href") or ""
    link.click()
    settle(page)
    expect(page).to_have_url(re.compile(re.escape(wanted) + "$"))
    assert abs(page.evaluate("window.scrollY") - place) < 400
    details = page.locator(".observations details").first
    details.locator("summary").click()
    expect(details.locator("p").first).to_be_visible()
    page.go_back()
    settle(page)
    shows(page, study, "")


@EACH
def test_claims_stand_with_what_became_of_them(page: Page, address: str, study: Study) -> None:
    open_page(page, address, study.path)
    claims = page.locator(f"#{study.path}-claims .claims > li")
    expect(claims.first).to_be_visible()
    for claim in claims.all():
        expect(claim.locator(".outcome")).to_have_text(
            re.compile("holds|fails|not resolved|cannot be checked")
        )


def test_a_mark_is_held_compared_swapped_and_let_go(page: Page, address: str) -> None:
    study = STUDY["kv-cache"]
    open_page(page, address, study.path)
    box = page.locator("#kv-cache-comparison")
    box.get_by_text("Hold this mark as A").click()
    settle(page)
    shows(page, study, re.compile("compare="))
    expect(box).to_contain_text("it becomes B")
    click_mark(page, study, "grid", 0, 1, 1)
    expect(box).to_contain_text(
        re.compile("B is .* points (higher|lower) than A|B is 0.0 points from A")
    )
    expect(box).to_contain_text("not resolved")
    before = box.locator(".difference").inner_text()
    box.get_by_text("Swap A and B").click()
    settle(page)
    expect(box.locator(".difference")).not_to_have_text(before)
    page.reload()
    settle(page)
    expect(box).to_contain_text("Test: two-proportion score test")
    box.get_by_text("Let go of A").click()
    settle(page)
    expect(box).to_contain_text("Hold this mark as A")


@EACH
def test_one_switch_turns_the_intervals_off(page: Page, address: str, study: Study) -> None:
    open_page(page, address, study.path)
    control = next(one for one in study.controls if one.name == "intervals")
    drawn = {view.name: figure(page, study, view.name)["data"] for view in study.views}
    choose(page, study, control, "Off")
    shows(page, study, re.compile("intervals=off"))
    settle(page)
    after = {view.name: figure(page, study, view.name)["data"] for view in study.views}
    assert any(len(str(after[name])) < len(str(drawn[name])) for name in drawn)
