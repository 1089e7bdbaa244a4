"""The share menu: the links that it gives lead back, and its lines read the rows that are shown."""

import csv
import html
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from reasonboard import config
from reasonboard.export.metadata import origin
from reasonboard.ingest.loading.load import load
from reasonboard.studies import STUDIES
from tests.browser.driver import (
    choose,
    choose_image,
    clean_tab,
    figure,
    open_page,
    permalink,
    settle,
    shows,
)
from tests.serving import serving

STUDY = next(study for study in STUDIES if study.path == "kv-cache")
SEARCH = "?source=dynts-readings&benchmark=AIME24"
KV_TABLE = """model,benchmark,kv_window,kv_ratio,metric,value,n,unit
org/my-7b,AIME24,500,0.1,accuracy,41.2,30,percent
org/my-7b,AIME24,500,0.3,accuracy,80,30,percent
org/my-7b,AIME24,1000,0.1,accuracy,81,30,percent
org/my-7b,AIME24,1000,0.3,accuracy,82,30,percent
"""
DATA_OF = "id => JSON.stringify(window.dash_component_api.getLayout(id).props.data)"


def opened(page: Page, address: str, search: str = SEARCH) -> Locator:
    """The open share menu of the grid."""
    open_page(page, address, STUDY.path, search)
    menu = page.locator("#kv-cache-grid-share")
    menu.locator("summary").click()
    expect(menu.locator(".share-body")).to_be_visible()
    return menu


def text(menu: Locator, part: str) -> str:
    return menu.locator(f"pre.share-{part}").text_content() or ""


def code(menu: Locator, language: str) -> str:
    """The lines that read the rows in a language, once it is chosen."""
    begins = {
        "Python": "import reasonboard",
        "pandas": "import pandas",
        "DuckDB": "import urllib",
        "R": "rows <-",
    }
    menu.locator("#kv-cache-grid-language").get_by_text(language, exact=True).click()
    expect(menu.locator("pre.share-code")).to_contain_text(begins.get(language, "curl --fail"))
    return text(menu, "code")


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def test_the_link_is_the_view_and_a_short_one_leads_to_the_same(page: Page, address: str) -> None:
    menu = opened(page, address)
    search = permalink(page, STUDY)
    version = search.rpartition("=")[2]
    assert search == f"{SEARCH}&data={version}"
    assert text(menu, "link") == f"{address}kv-cache{search}#grid"
    expect(menu).to_contain_text(f"Pinned to data {version} as long as it is kept")
    expect(menu.locator("pre.share-short")).to_be_hidden()
    menu.get_by_role("button", name="make a short link").click()
    expect(menu.locator("pre.share-short")).to_be_visible()
    expect(menu.get_by_role("button", name="copy Short link")).to_be_focused()
    link = text(menu, "short")
    menu.get_by_role("button", name="copy Link").click()
    page.keyboard.press("Escape")
    expect(menu.locator(".share-body")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    page.goto(link)
    settle(page)
    shows(page, STUDY, search)
    expect(page.locator("#kv-cache-grid-view")).to_be_in_viewport()
    expect(page.locator("#kv-cache-notices")).to_have_text("")
    choose(
        page,
        STUDY,
        next(control for control in STUDY.controls if control.name == "intervals"),
        "Off",
    )
    shows(page, STUDY, f"{SEARCH}&intervals=off&data={version}")
    page.go_back()
    shows(page, STUDY, search)


@pytest.mark.long
def test_what_left_the_board_before_two_loads_shows_the_same_after_them(
    profile: BrowserContext, bundled_store: Path, tmp_path: Path
) -> None:
    iterations = next(study for study in STUDIES if study.path == "iterations")
    store, data = shutil.copytree(bundled_store, tmp_path / "store"), config.read({}).data
    with serving(store) as address:
        page, watch = clean_tab(profile, address)
        open_page(page, address, "iterations")
        before = figure(page, iterations, "grid")["data"]
        add_to_sheet = page.locator('.sheet-add[data-view="grid"]')
        add_to_sheet.click()
        with page.expect_download() as saved:
            choose_image(page, iterations, "grid", "png-1")
        image = saved.value.path().read_bytes()
        menu = page.locator("#iterations-grid-share")
        menu.locator("summary").click()
        menu.get_by_role("button", name="make a short link").click()
        expect(menu.locator("pre.share-short")).to_be_visible()
        links = [
            menu.locator(f"pre.share-{name}").text_content() or "" for name in ("link", "short")
        ]
        frame = re.findall(r'src="([^"]+)"', menu.locator("pre.share-frame").text_content() or "")
        frame_before = page.request.get(html.unescape(frame[0])).text()
        open_page(page, address, "kv-cache")
        add_to_sheet.click()
        page.locator("#sheet-link").click()
        settle(page)
        sheet, words = page.url, page.locator("#sheet-page").inner_text()
        figures = [page.evaluate(DATA_OF, f"sheet-{slot}-figure") for slot in (0, 1)]

        table = tmp_path / "kv.csv"
        table.write_text(KV_TABLE)
        for path in ("docs/grpo-7b.csv", str(table)):
            load(data, store, [path])
        open_page(page, address, "iterations")
        expect(page.locator(".answer .own")).to_have_text("grpo-7b:")
        for link in links:
            page.goto(link)
            settle(page)
            assert figure(page, iterations, "grid")["data"] == before
            expect(page.locator("#iterations-notices")).to_contain_text("Newer data is available.")
        assert page.request.get(html.unescape(frame[0])).text() == frame_before
        page.goto(sheet)
        settle(page)
        assert page.url == sheet
        assert page.locator("#sheet-page").inner_text() == words
        assert [page.evaluate(DATA_OF, f"sheet-{slot}-figure") for slot in (0, 1)] == figures
        open_page(page, address, "kv-cache")
        expect(page.locator(".answer .own")).to_contain_text("kv")
        page.goto(address + origin(image).address.removeprefix("/"))
        shows(page, iterations, re.compile(r"^\?source=kimi-k15-figure-5&data=[0-9a-f]{7}$"))
        assert figure(page, iterations, "grid")["data"] == before
        watch.check()


def test_only_a_bare_address_stays_bare_until_something_is_chosen(page: Page, address: str) -> None:
    menu = opened(page, address, "")
    shows(page, STUDY, "")
    assert page.url == f"{address}kv-cache"
    version = page.locator("#kv-cache-page").get_attribute("data-version")
    assert text(menu, "link") == f"{address}kv-cache?source=dynts-readings&data={version}#grid"
    page.keyboard.press("Escape")
    benchmark = next(control for control in STUDY.controls if control.name == "benchmark")
    choose(page, STUDY, benchmark, "AIME24")
    shows(page, STUDY, SEARCH)
    page.get_by_role("link", name="Reset").click()
    shows(page, STUDY, "")
    page.go_back()
    shows(page, STUDY, SEARCH)
    page.go_back()
    shows(page, STUDY, "")
    assert page.url == f"{address}kv-cache"
    open_page(page, address, STUDY.path, "?source=dynts-readings")
    shows(page, STUDY, "?source=dynts-readings")  # what is named stays named


def test_the_lines_of_code_read_the_rows(page: Page, address: str, tmp_path: Path) -> None:
    menu = opened(page, address)
    counts = {"Python": "len(rows)", "pandas": "len(rows)", "DuckDB": "len(rows.fetchall())"}
    found = [
        run(tmp_path, sys.executable, "-c", f"{code(menu, name)}\nprint({count})\n")
        for name, count in counts.items()
    ]
    if shutil.which("Rscript"):
        found.append(run(tmp_path, "Rscript", "-e", f"{code(menu, 'R')}\ncat(nrow(rows))\n"))
    run(tmp_path, "sh", "-c", code(menu, "curl"))
    with (tmp_path / "rows.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {int(count) for count in found} == {len(rows)}
    assert {row["benchmark"] for row in rows} == {"AIME24"}


def test_the_frame_is_an_address_that_answers(page: Page, address: str) -> None:
    menu = opened(page, address, f"{SEARCH}&show=<b>")
    source = html.unescape(re.findall(r'<iframe src="([^"]+)"', text(menu, "frame"))[0])
    answer = page.request.get(source)
    assert answer.ok
    assert "Open in Reasonboard" in answer.text()


def test_the_open_menu_fits_a_small_screen(profile: BrowserContext, address: str) -> None:
    page, watch = clean_tab(profile, address, 360, 800, "dark")
    menu = opened(page, address)
    box = menu.locator(".share-body").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    watch.check()
