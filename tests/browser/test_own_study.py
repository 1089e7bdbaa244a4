"""From a table to a shared link, as docs/guides/studies.md says: load, suggest, add, open, share."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from reasonboard.cli import main as cli
from tests.browser.driver import TREES, chart_tree, clean_tab, open_page, settle
from tests.browser.printed import missing_on_paper
from tests.conftest import EXAMPLES
from tests.serving import serving


def test_a_suggested_study_is_a_page_that_can_be_shared(
    profile: BrowserContext, store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: str) -> str:
        assert cli.main([*arguments]) == 0
        return capsys.readouterr().out

    table = EXAMPLES / "data" / "temperature-budget.csv"
    run("load", str(table), "--name", "sweep")
    draft = tmp_path / "sweep.toml"
    draft.write_text(run("study", "suggest", "sweep"))
    assert len(draft.read_text().splitlines()) <= 15
    path = run("study", "add", str(draft)).strip().rsplit("/", 1)[1]
    with serving(store) as address:
        page, watch = clean_tab(profile, address)
        open_page(page, address, "models")
        page.get_by_text("Your studies").focus()
        page.keyboard.press("Enter")
        link = page.locator(f".nav-menu a[href$='/{path}']")
        link.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".answer")).to_contain_text("Accuracy rises with budget")
        expect(page.locator(".nav-menu")).not_to_have_attribute("open", "")
        expect(page.locator(".nav-menu > summary")).to_have_attribute("aria-current", "true")
        settle(page)
        assert chart_tree(page, path, "lines") == TREES["sweep"]
        menu = page.locator(f"#{path}-lines-share")
        menu.locator("summary").click()
        menu.get_by_role("button", name="make a short link").click()
        short = menu.locator("pre.share-short")
        expect(short).to_be_visible()
        answer = page.locator(".answer").inner_text()
        page.goto(short.text_content() or "")
        settle(page)
        assert f"/{path}?" in page.url
        expect(page.locator(".answer")).to_have_text(answer)
        assert missing_on_paper(page) == []
        watch.check()
