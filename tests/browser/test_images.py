"""Images that are saved in the browser: their sizes, what they say of themselves, and the way back."""

import io
import json
import re
import xml.etree.ElementTree as ET
import zlib
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from reasonboard.core.study import Study
from reasonboard.export.metadata import origin
from reasonboard.studies import STUDIES
from tests.browser.driver import (
    choose,
    choose_colors,
    choose_image,
    figure,
    open_page,
    permalink,
    settle,
    show_tab,
    shows,
)

STUDY = {study.path: study for study in STUDIES}
SVG = "{http://www.w3.org/2000/svg}"
SEARCH = "?source=dynts-readings&benchmark=AIME24"
TEXTS = ("Title", "Description", "Source", "Software", "reasonboard:view")


def image(page: Page, study: Study, view: str, form: str) -> tuple[str, bytes]:
    """The name and the bytes of the image that the menu gives."""
    with page.expect_download() as saved:
        choose_image(page, study, view, form)
    return saved.value.suggested_filename, saved.value.path().read_bytes()


def csv_of(page: Page) -> bytes:
    """The rows behind the grid of the page that is shown, by its address."""
    home, _, rest = page.url.rpartition("/")
    path, _, search = rest.partition("?")
    return page.request.get(f"{home}/api/{path}/grid.csv?{search}").body()


def chunks(content: bytes) -> list[tuple[bytes, bytes]]:
    """The chunks of a PNG, every checksum compared with that of zlib."""
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = [], 8
    while at < len(content):
        length = int.from_bytes(content[at : at + 4])
        kind, data = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        checksum = int.from_bytes(content[at + 8 + length : at + 12 + length])
        assert zlib.crc32(kind + data) == checksum
        found.append((kind, data))
        at += 12 + length
    return found


def said_by_svg(content: bytes) -> dict[str, str]:
    """The texts of an SVG, by the keywords that a PNG has them under."""
    root = ET.fromstring(content)
    places = {
        "Title": f"{SVG}title",
        "Description": f"{SVG}desc",
        "Source": f"{SVG}metadata/{{http://purl.org/dc/elements/1.1/}}source",
        "Software": f"{SVG}metadata/{{http://purl.org/dc/elements/1.1/}}creator",
        "reasonboard:view": f"{SVG}metadata/{{urn:reasonboard}}view",
    }
    return {name: root.findtext(place) or "" for name, place in places.items()}


def notice(page: Page) -> Any:
    return expect(page.locator("#image-notice"))


PNGS = {"png-1": (1200, 96), "png-2": (2400, 192), "png-one": (975, 300), "png-two": (2025, 300)}
"""Pixels and dots per inch of each form."""
SVGS = {"svg-1": ("1200", 9), "svg-one": ("3.25in", 8), "svg-two": ("6.75in", 8)}
"""Width and points of its words."""


def test_every_form_has_its_size_is_white_in_the_dark_and_says_what_it_shows(
    page: Page, address: str
) -> None:
    study = STUDY["kv-cache"]
    page.emulate_media(color_scheme="dark")
    open_page(page, address, study.path, SEARCH)
    words = figure(page, study, "grid")["layout"]["meta"]
    for form, (pixels, dpi) in PNGS.items():
        name, content = image(page, study, "grid", form)
        picture = Image.open(io.BytesIO(content))
        picture.load()
        assert picture.width == pixels
        assert picture.convert("RGB").getpixel((2, 2)) == (255, 255, 255)
        assert picture.info["dpi"][0] == pytest.approx(dpi, abs=0.1)
        assert picture.info["Title"] == words["titled"]
        assert "DeepSeek-R1-Distill-Qwen-7B" in words["titled"]
        assert words["filters"] in picture.info["Description"]
        assert words["kinds"] in picture.info["Description"]
        assert words["uncertainty"] in picture.info["Description"]
        assert picture.info["Source"] == words["source"]
        assert picture.info["Software"] == "Reasonboard"
        view = json.loads(picture.info["reasonboard:view"])
        version = words["version"].split()[1]
        assert view == {"address": f"/kv-cache{SEARCH}&data={version}"}
        kinds = [kind for kind, _ in chunks(content)]
        assert kinds.count(b"iTXt") == len(TEXTS)
        assert kinds.index(b"IHDR") == 0
        assert kinds.index(b"pHYs") < kinds.index(b"IDAT")
        assert kinds[-1] == b"IEND"
        assert re.fullmatch(r"[a-z0-9.-]*aime24[a-z0-9.-]*\.png", name)
    for form, (width, points) in SVGS.items():
        _, content = image(page, study, "grid", form)
        assert said_by_svg(content) == {name: picture.info[name] for name in TEXTS}
        root = ET.fromstring(content)
        assert root.get("width") == width
        assert re.search(
            r"@font-face ?{ ?font-family: ?Inter; ?src: ?url\(data:font/woff2;base64,",
            content.decode(),
        )
        written = re.sub(r"<[^>]+>", "", content.decode())
        heading = words["titled"]
        for said in (heading, words["subtitle"], f"{words['kinds']}."):
            assert said.split(" ")[-1] in written
        # The words below the figure, in the points that they have at this width.
        units = float(root.get("viewBox", "").split()[2])
        inches = float(width.removesuffix("in")) if width.endswith("in") else float(width) / 96
        sizes = re.findall(
            r"font-size: ([\d.]+)px[^>]*>(?:<tspan[^>]*>)?(?:Key|Data)", content.decode()
        )
        assert float(sizes[0]) * inches * 72 / units == pytest.approx(points, abs=0.02)


def test_a_saved_image_leads_back_to_its_view(page: Page, address: str) -> None:
    study = STUDY["iterations"]
    open_page(page, address, study.path, "?form=phase&iteration=20")
    search = permalink(page, study).removeprefix("?")
    before, rows = figure(page, study, "grid")["data"], csv_of(page)
    images = [image(page, study, "grid", form) for form in ("png-2", "svg-two")]
    for _, content in images:
        open_page(page, address, "kv-cache", "?source=dynts-readings&benchmark=AMC23")
        page.goto(address + origin(content).address.removeprefix("/"))
        shows(page, study, f"?{search}")
        assert figure(page, study, "grid")["data"] == before
        assert csv_of(page) == rows


def test_the_server_makes_the_same_image(page: Page, address: str) -> None:
    study = STUDY["kv-cache"]
    open_page(page, address, study.path, SEARCH)

    def both(form: str, asked: str) -> tuple[bytes, bytes]:
        name, here = image(page, study, asked.partition(".")[0], form)
        answer = page.request.get(f"{address}api/kv-cache/{asked}&{SEARCH[1:]}", timeout=60_000)
        assert answer.status == 200
        assert f'filename="{name}"' in answer.headers["content-disposition"]
        return here, answer.body()

    here, there = both("svg-two", "by_window.svg?size=two")
    assert said_by_svg(there) == said_by_svg(here)
    assert ET.fromstring(there).attrib == ET.fromstring(here).attrib
    choose_colors(page, study, "agreement", "Dark")
    pngs = both("png-two", "agreement.png?size=two&scheme=dark")
    here_says, there_says = (
        [data for kind, data in chunks(one) if kind in (b"iTXt", b"pHYs")] for one in pngs
    )
    assert here_says == there_says
    assert len({Image.open(io.BytesIO(one)).size for one in pngs}) == 1


def pixels(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("RGB")


@pytest.mark.long
def test_the_colors_are_chosen_once_for_all_images_and_sizes(page: Page, address: str) -> None:
    study = STUDY["kv-cache"]
    open_page(page, address, study.path, SEARCH)
    _, light = image(page, study, "grid", "png-1")
    assert pixels(light).getpixel((2, 2)) == (255, 255, 255)
    choose_colors(page, study, "grid", "Dark")
    name, dark = image(page, study, "grid", "png-one")
    assert name.endswith("-3.25in-dark.png")
    assert pixels(dark).getpixel((2, 2)) == (15, 17, 21)
    page.locator("#kv-cache-by_window-download summary").click()
    menu = page.locator("#kv-cache-by_window-download")
    expect(menu.get_by_role("radio", name="Dark")).to_be_checked()


@pytest.mark.parametrize("path", ["iterations", "models"])
def test_an_image_for_paper_is_no_higher_than_a_page(page: Page, address: str, path: str) -> None:
    study = STUDY[path]
    open_page(page, address, study.path)
    _, svg = image(page, study, "grid", "svg-one")
    sizes = re.findall(r' (?:width|height)="([0-9.]+)in"', svg.decode())
    width, height = map(float, sizes[:2])
    assert width <= 3.25
    assert height <= 9.001


@pytest.mark.parametrize("form", ["png-1", "svg-one"])
def test_a_chart_without_data_is_not_saved_and_the_page_says_why(
    page: Page, address: str, form: str
) -> None:
    study = STUDY["models"]
    open_page(page, address, study.path, "?model=GPT-3+175B")
    show_tab(page, study, "grid", "Table")
    (benchmarks,) = (control for control in study.controls if control.name == "benchmark")
    choose(page, study, benchmarks, "AIME24")
    settle(page)
    downloads = 0

    def count(_: object) -> None:
        nonlocal downloads
        downloads += 1

    page.on("download", count)
    choose_image(page, study, "grid", form)
    notice(page).to_have_text("No image: No scores match these filters.")
    settle(page)
    assert not downloads


@pytest.mark.long
def test_the_menu_of_images_is_there_for_the_keyboard(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache")
    menu = page.locator("#kv-cache-grid-download")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#kv-cache-grid-png-1")).to_be_focused()
    menu.get_by_role("radio", name="Light").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator("#kv-cache-grid-png-1")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    menu.locator("summary").click()
    expect(menu.get_by_role("radio", name="Dark")).to_be_checked()
    page.locator("h1").click()
    expect(page.locator("#kv-cache-grid-png-1")).to_be_hidden()
