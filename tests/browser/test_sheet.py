"""A sheet as a person makes one: collecting, captions, order, Back, paper, and the file."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from reasonboard.studies import STUDIES
from reasonboard.web.links import pinned
from reasonboard.web.sheet.sheet import Item, Sheet, encode
from tests.browser.driver import clean_tab, open_page, permalink, reveal, settle, shows
from tests.titles import title_of

STUDY = {study.path: study for study in STUDIES}
KV = title_of("kv-cache", "grid")
ITERATIONS = title_of("iterations", "grid")
FIRST = "item=kv-cache/grid?source=caption-kv-cache"
SECOND = "item=iterations/grid?source=kimi-k15-figure-5%26benchmark=MATH500"
TWO = f"?title=Mine&{FIRST}&caption=One&{SECOND}"


@pytest.fixture
def page(profile: BrowserContext, address: str) -> Iterator[Page]:
    """A tab of a browser that has no sheet yet."""
    tab, watch = clean_tab(profile, address, scheme="dark")
    yield tab
    watch.check()


def add(page: Page, view: str) -> None:
    page.locator(f'.sheet-add[data-view="{view}"]').click()


def figures(page: Page) -> Locator:
    return page.locator(".sheet-heading:visible")


def caption(page: Page, place: int) -> Locator:
    return page.locator(".sheet-item:visible .sheet-text").nth(place)


def query(search: str) -> re.Pattern[str]:
    return re.compile(re.escape("/sheet" + search) + "$")


def move(page: Page, place: int, what: str) -> None:
    page.locator(".sheet-item:visible").nth(place).locator(f"[data-move={what}]").click()


def test_views_of_two_studies_are_collected_captioned_and_put_in_order(
    page: Page, address: str
) -> None:
    said, link = page.locator("#sheet-status"), page.locator("#sheet-link")
    open_page(page, address, "kv-cache", "?source=caption-kv-cache")
    shows(page, STUDY["kv-cache"], "?source=caption-kv-cache")
    add(page, "grid")
    expect(said).to_have_text("Added to the report: it has 1 view.")
    expect(link).to_have_text("Report (1)")
    add(page, "grid")
    expect(said).to_have_text("This chart is in the report already, as it is shown now.")
    open_page(page, address, "iterations", "?benchmark=MATH500")
    shows(page, STUDY["iterations"], "?source=kimi-k15-figure-5&benchmark=MATH500")
    version = permalink(page, STUDY["iterations"]).rpartition("=")[2]
    add(page, "grid")
    expect(link).to_have_text("Report (2)")

    link.click()
    settle(page)
    first, second = (f"{item}%26data={version}" for item in (FIRST, SECOND))
    expect(page).to_have_url(query(f"?{first}&{second}"))
    expect(figures(page)).to_have_text([f"Figure 1: {KV}", f"Figure 2: {ITERATIONS}"])
    expect(page.locator(".sheet-item .main-svg").first).to_be_visible()

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    caption(page, 0).fill("What is lost, & where?")
    page.locator("#sheet-title").fill("Mine")
    page.locator("#sheet-title").press("Enter")
    captioned = f"?title=Mine&{first}&caption=What+is+lost,+%26+where?&{second}"
    expect(page).to_have_url(query(captioned))
    expect(page).to_have_title("Mine · Reasonboard")
    assert not any(asked)

    move(page, 0, "down")
    expect(said).to_have_text("Figure 2 of 2.")
    expect(figures(page)).to_have_text([f"Figure 1: {ITERATIONS}", f"Figure 2: {KV}"])
    expect(page.locator(".sheet-marks").first).to_have_text(re.compile(r"^Source \[1\]"))
    expect(page.locator("#sheet-references li").first).to_contain_text("Kimi k1.5")
    turned = f"?title=Mine&{second}&{first}&caption=What+is+lost,+%26+where?"
    expect(page).to_have_url(query(turned))
    settle(page)
    assert ["sheet-references" in one for one in asked if one] == [True]

    page.reload()
    settle(page)
    expect(page).to_have_url(query(turned))
    expect(caption(page, 1)).to_have_value("What is lost, & where?")
    expect(link).to_have_attribute("href", "/sheet" + turned)
    page.go_back()
    settle(page)
    expect(page).to_have_url(query(captioned))
    expect(figures(page).first).to_have_text(f"Figure 1: {KV}")
    expect(caption(page, 0)).to_have_value("What is lost, & where?")
    page.go_forward()
    expect(figures(page).first).to_have_text(f"Figure 1: {ITERATIONS}")


def test_what_is_said_of_a_view_leaves_its_tools_in_sight(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache", "?source=caption-kv-cache")
    button = page.locator('.sheet-add[data-view="grid"]')
    button.evaluate("one => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 30)")
    add(page, "grid")
    expect(page.locator("#sheet-status")).to_have_text("Added to the report: it has 1 view.")
    said = page.locator("#sheet-status").bounding_box()
    tools = page.locator(".view-actions", has=button).bounding_box()
    assert said is not None
    assert tools is not None
    assert said["y"] + said["height"] <= tools["y"]


def test_back_brings_a_removed_view_again_and_an_empty_sheet_says_how_to_fill_it(
    page: Page, address: str
) -> None:
    open_page(page, address, "sheet", TWO)
    empty = page.locator(".sheet-empty")
    expect(empty).to_be_hidden()
    move(page, 0, "remove")
    expect(figures(page)).to_have_text([f"Figure 1: {ITERATIONS}"])
    expect(page.locator(".sheet-item:visible [data-move=remove]")).to_be_focused()
    move(page, 0, "remove")
    expect(empty).to_be_visible()
    expect(page.locator("#sheet-references")).to_be_empty()
    expect(page).to_have_url(query("?title=Mine"))
    page.go_back()
    page.go_back()
    # What names no version of the data keeps to that of today.
    kept = re.escape(TWO).replace("\\&caption", "%26data=[0-9a-f]{7}&caption")
    expect(page).to_have_url(re.compile(f"{kept}%26data=[0-9a-f]{{7}}$"))
    expect(figures(page)).to_have_count(2)
    expect(page.locator("#sheet-references li")).to_have_count(2)
    expect(caption(page, 0)).to_have_value("One")


def test_a_sheet_that_came_by_link_leaves_the_own_one_alone_until_it_is_kept(
    page: Page, address: str
) -> None:
    open_page(page, address, "kv-cache")
    shows(page, STUDY["kv-cache"], "")
    reveal(page, STUDY["kv-cache"], "by_ratio")
    add(page, "by_ratio")
    link, keep = page.locator("#sheet-link"), page.locator("#sheet-keep")
    expect(link).to_have_text("Report (1)")
    open_page(page, address, "sheet", TWO)
    expect(figures(page)).to_have_count(2)
    move(page, 1, "up")
    own = re.compile(r"^/sheet\?item=kv-cache/by_ratio\?source=dynts-readings%26data=[0-9a-f]{7}$")
    expect(link).to_have_attribute("href", own)
    link.click()
    settle(page)
    expect(figures(page)).to_have_text([re.compile("^Figure 1: ")])
    expect(keep).to_be_hidden()
    page.go_back()
    settle(page)
    expect(figures(page)).to_have_text([f"Figure 1: {ITERATIONS}", f"Figure 2: {KV}"])
    expect(keep).to_have_text("Replace my report with this")
    keep.click()
    expect(link).to_have_text("Report (2)")
    expect(keep).to_be_hidden()
    page.goto(address + "sheet")
    settle(page)
    expect(figures(page)).to_have_count(2)


def test_what_does_not_fit_into_an_address_is_not_kept_and_said(page: Page, address: str) -> None:
    many = "?" + "&".join(f"item=kv-cache/grid&caption={'x' * 400}" for _ in range(19))
    open_page(page, address, "kv-cache")
    shows(page, STUDY["kv-cache"], "")
    page.evaluate("search => localStorage.setItem('reasonboard-sheet', search)", many[:-300])
    add(page, "by_window")
    expect(page.locator("#sheet-status")).to_have_text(
        re.compile("^Added to the report: it has 20")
    )
    page.evaluate("search => localStorage.setItem('reasonboard-sheet', search)", many)
    add(page, "by_kept")
    expect(page.locator("#sheet-status")).to_have_text(
        re.compile("^The report is full: its address")
    )
    page.evaluate(
        "search => localStorage.setItem('reasonboard-sheet', search)",
        "?" + "&".join(["item=kv-cache/grid"] * 24),
    )
    add(page, "by_window")
    expect(page.locator("#sheet-status")).to_have_text("A report has 24 charts at most.")


def test_the_browser_writes_an_address_as_the_server_does(page: Page, address: str) -> None:
    study = STUDY["kv-cache"]
    texts = [
        "a b+c",
        "100% & <b>'\"`",
        "é €\U0001f600\u4e2d",
        "(x)*!~_-.;:@,/?=#[]{}|\\^",
        "two\nlines",
    ]
    model = next(control for control in study.controls if control.name == "model").options(
        study.defaults()
    )
    values, _ = study.clean({"model": [model[0].value], "mode": "best"})
    search = pinned.permalink(study, values)
    items = tuple(Item(study, study.views[0], values, search, text) for text in texts)
    searches = [encode(Sheet(text.replace("\n", " "), items)) for text in texts]
    open_page(page, address, "sheet")
    script = "all => all.map((one) => window.reasonboard.sheet.write(window.reasonboard.sheet.read(one)))"
    assert page.evaluate(script, searches) == searches
    coded = page.evaluate(
        "text => window.reasonboard.sheet.coded(text)", f"kv-cache/grid{items[0].search}"
    )
    assert coded == items[0].coded


def test_paper_is_light_without_controls_and_with_the_captions_as_text(
    page: Page, address: str
) -> None:
    open_page(page, address, "sheet", TWO)
    places = [page.locator("body"), *page.locator(".sheet-item .main-svg:first-child").all()]
    page.emulate_media(media="print")
    settle(page)
    for place in places:
        expect(place).to_have_css("background-color", "rgb(255, 255, 255)")
    for control in (".header", ".sheet-actions", ".sheet-item .view-actions", ".sheet-text"):
        expect(page.locator(control).first).to_be_hidden()
    expect(page.locator(".sheet-status").nth(1)).to_have_text("One")
    expect(page.locator(".sheet-status").nth(1)).to_be_visible()
    expect(page.locator("#sheet-references li")).to_have_count(2)
    for chart in page.locator(".sheet-item :is(.graph, .slice)").all():
        box, drawn = chart.bounding_box(), chart.locator(".main-svg").first.bounding_box()
        assert box
        assert drawn
        assert drawn["width"] <= 681
        assert box["height"] <= 881
    page.emulate_media(media="screen")
    settle(page)
    for place in places:
        expect(place).to_have_css("background-color", "rgb(15, 17, 21)")


@pytest.mark.long
def test_the_saved_file_draws_without_a_server(
    page: Page, chrome: Browser, address: str, tmp_path: Path
) -> None:
    open_page(page, address, "sheet", TWO)
    move(page, 0, "down")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as HTML").click()
    assert re.fullmatch(r"reasonboard-sheet-\w+\.html", saved.value.suggested_filename)
    file = tmp_path / "sheet.html"
    saved.value.save_as(file)
    context = chrome.new_context(offline=True)
    alone = context.new_page()
    wrong: list[str] = []
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    alone.on(
        "request", lambda asked: wrong.append(asked.url) if asked.url != file.as_uri() else None
    )
    alone.goto(file.as_uri())
    expect(alone.locator(".graph .main-svg").nth(2)).to_be_attached()
    expect(alone.locator("h2").first).to_have_text(f"Figure 1: {ITERATIONS}")
    expect(alone.locator("main")).to_contain_text("One")
    context.close()
    assert wrong == []
