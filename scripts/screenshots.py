"""The pictures of the README and of docs/, taken from the running application: `make screenshots`."""

import io
import tempfile
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from PIL import Image, ImageOps
from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

from reasonboard import config
from reasonboard.cli import declaring
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.studies import STUDIES
from reasonboard.web.images.service import chromium
from scripts import tutorial
from tests.serving import serving

DOCS = Path(__file__).resolve().parent.parent / "docs"
FOLDER = DOCS / "screenshots"
SIZE = {"width": 1440, "height": 1080}
_RUN = "simplerl-zoo/{} · after RL · progress 1.0"
_TABLE = """Model,Size,AIME24,AIME25,MATH-500,Len,Avg.,Comment
Plum-8B (base),8B,12.9 (6.1),9.8 (5.4),62.0 (2.2),1.1k,28.2,
Plum-8B (step 100),8B,23.1 (7.7),18.6 (7.1),73.2 (2.0),2.2k,38.3,
**Plum-8B (step 200)**,8B,25.3 (7.9),21.2 (7.5),75.2 (1.9),2.7k,40.6,
Plum-8B w/o KL,8B,24.8 (7.9),—,74.6 (1.9),3.4k,49.7,AIME25 still running
"""
"""What the page that loads files is taken with."""
_QUERIES = {
    "pair": {"a": _RUN.format("Qwen-2.5-Math-7B"), "b": _RUN.format("Mistral-Small-24B")},
    "item": {
        "a": "gsm8k-answers/Qwen3-Max", "b": "gsm8k-answers/GPT-3 175B · verifier",
        "benchmark": "GSM8K, first 10", "item": "8",
    },
}  # fmt: skip
"""What the pages of two models and of a problem are taken with."""
_EXPLORED = {
    "source": "examples", "along": "task_length", "color": "settings.depth", "panels": "model",
    "only": "benchmark", "value": "Needle", "form": "heatmap",
}  # fmt: skip
"""What Explore is taken with."""


def main() -> None:
    """Take every page in light and dark, and those of the examples of declared studies in light."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        store, data = Path(folder), config.read({}).data
        publish(data, store)
        with serving(store) as address:
            for scheme in ("light", "dark"):
                page = _page(browser, scheme)
                for path in ("", *(study.path for study in STUDIES), "item"):
                    query = f"?{urlencode(_QUERIES[path])}" if path in _QUERIES else ""
                    _take(page, address + path + query, FOLDER / f"{path or 'home'}-{scheme}.png")
            for_everyone(browser, address)
            _take_reading(_page(browser, "light"), address)
        studies = [declaring.read(file) for file in sorted((DOCS / "studies").glob("*.toml"))]
        load(data, store, [str(DOCS / "studies" / "data")], name="examples")
        declaring.add(data, store, studies)
        with serving(store) as address:
            page = _page(browser, "light")
            for study in studies:
                _take(page, address + study.path, FOLDER / f"study-{study.path}.png")
            _take(page, f"{address}explore?{urlencode(_EXPLORED)}", FOLDER / "explore.png")
        load(data, store, [str(DOCS / "grpo-7b.csv")], name="my-grpo")
        with serving(store) as address:
            page = _page(browser, "light")
            _take(page, f"{address}iterations?source=my-grpo", FOLDER / "iterations-own.png")
        browser.close()
    tutorial.main()


def _take_reading(page: Page, address: str) -> None:
    """Take the page that shows how a table is read, with its question."""
    page.goto(f"{address}load")
    page.wait_for_selector(".load-choice:not([hidden])")
    table = FilePayload(name="sweep.csv", mimeType="text/csv", buffer=_TABLE.encode())
    page.locator("input[type=file]").first.set_input_files(table)
    page.wait_for_selector(".load-question")
    page.wait_for_function("() => document.querySelector('.load-said').ariaBusy === 'false'")
    page.screenshot(path=FOLDER / "reading.png", full_page=True)


def for_everyone(browser: Browser, address: str) -> None:
    """Take a page in colors that the system chooses, in a window of 320 pixels, and as it is printed."""
    forced = browser.new_context(viewport={"width": 1000, "height": 640}, forced_colors="active")
    _take(forced.new_page(), f"{address}kv-cache", FOLDER / "forced-colors.png")
    narrow = browser.new_context(viewport={"width": 320, "height": 640})
    _take(narrow.new_page(), f"{address}iterations", FOLDER / "narrow.png")
    paper = browser.new_context(viewport={"width": 720, "height": 940}, color_scheme="dark")
    _take(paper.new_page(), f"{address}kv-cache", FOLDER / "paper.png", "print")


def _page(browser: Browser, scheme: str) -> Page:
    return browser.new_context(viewport=SIZE, color_scheme=scheme).new_page()  # type: ignore[arg-type]


def _take(
    page: Page, address: str, file: Path, media: Literal["screen", "print"] = "screen"
) -> None:
    page.goto(address)
    page.wait_for_selector("h1")
    if not address.endswith(("/", "/data")) and "/item" not in address:
        page.wait_for_selector(".js-plotly-plot .main-svg", state="attached")
    page.wait_for_timeout(1500)
    if media == "print":
        page.emulate_media(media=media)
        page.wait_for_timeout(500)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    if media == "print":
        picture = ImageOps.expand(picture, 40, "white")  # the margin of a printed page
    # 256 colors are enough for text and flat colors. Other methods lose the colors of small marks.
    reduced = picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    reduced.save(file, optimize=True)
    print(file.relative_to(FOLDER.parent.parent), file.stat().st_size)


if __name__ == "__main__":
    main()
