"""The pictures of the README, taken from the running application: `make screenshots`."""

import io
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from reasonboard import config
from reasonboard.ingest.publish import publish
from reasonboard.studies import STUDIES
from reasonboard.web.images.chromium import chromium
from tests.serving import serving

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
SIZE = {"width": 1440, "height": 1080}
_RUN = "simplerl-zoo/{} · after RL · progress 1.0"
_QUERIES = {
    "pair": {"a": _RUN.format("Qwen-2.5-Math-7B"), "b": _RUN.format("Mistral-Small-24B")},
    "item": {
        "a": "gsm8k-answers/Qwen3-Max", "b": "gsm8k-answers/GPT-3 175B · verifier",
        "benchmark": "GSM8K, first 10", "item": "8",
    },
}  # fmt: skip
"""What the pages of two models and of a problem are taken with."""


def main() -> None:
    """Take every page in light and dark."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store:
        publish(config.read({}).data, Path(store))
        with serving(Path(store)) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium())
            for scheme in ("light", "dark"):
                page = browser.new_context(viewport=SIZE, color_scheme=scheme).new_page()  # type: ignore[arg-type]
                for path in ("", *(study.path for study in STUDIES), "item"):
                    query = f"?{urlencode(_QUERIES[path])}" if path in _QUERIES else ""
                    _take(page, address + path + query, FOLDER / f"{path or 'home'}-{scheme}.png")
            browser.close()


def _take(page: Page, address: str, file: Path) -> None:
    page.goto(address)
    page.wait_for_selector("h1")
    if not address.endswith(("/", "/data")) and "/item" not in address:
        page.wait_for_selector(".js-plotly-plot .main-svg", state="attached")
    page.wait_for_timeout(1500)
    picture = Image.open(io.BytesIO(page.screenshot()))
    # 96 colours are enough for a page of text and flat colours, at a third of the size.
    picture.convert("RGB").quantize(96, dither=Image.Dither.NONE).save(file, optimize=True)
    print(file.relative_to(FOLDER.parent.parent), file.stat().st_size)


if __name__ == "__main__":
    main()
