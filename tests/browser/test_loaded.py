"""What a person loads is shown by the dashboard that runs, without a restart."""

import re
import time
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from reasonboard.charts.colors import OWN
from reasonboard.core.study import Study
from reasonboard.ingest.load import load
from reasonboard.ingest.watching import Watch as Running
from reasonboard.studies import STUDIES
from tests.browser.driver import Watch, figure, open_page, settle, shows
from tests.conftest import Given
from tests.own_runs import add, own_store, run_table
from tests.serving import serving

STUDY = {study.path: study for study in STUDIES}


def test_an_open_page_says_that_a_run_was_loaded_and_shows_it_first(
    chrome: Browser, given: Given, tmp_path: Path
) -> None:
    scale = STUDY["scale-progress"]
    store = own_store(given, tmp_path)
    with serving(store) as address:
        page = chrome.new_page()
        watch = Watch(page, address)
        open_page(page, address, "scale-progress")
        line = page.locator("#scale-progress-loaded")
        expect(line).to_have_text("")
        expect(page.get_by_text("Highlight my runs")).to_be_hidden()
        add(tmp_path, "my-run", run_table("org/mine", 60))
        page.wait_for_timeout(1500)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(line).to_have_text("2 new runs, newest my-run. Show")
        line.get_by_role("link").click()
        expect(page.locator(".answer")).to_contain_text(
            re.compile("^my-run is 20.0 points below 4B")
        )
        settle(page)
        expect(line).to_have_text("")
        expect(page.locator(".answer .own")).to_have_css("color", "rgb(224, 36, 94)")
        assert OWN in inks(page, scale)
        page.locator("#scale-progress-own").click()
        shows(page, scale, "?source=my-run&own=off")
        assert OWN not in inks(page, scale)
        expect(page.locator(".answer")).to_contain_text("my-run is 20.0 points")
        page.close()
        watch.check()


def test_a_page_shows_what_a_growing_file_says_when_asked_or_while_it_follows(
    chrome: Browser, given: Given, tmp_path: Path
) -> None:
    scale = STUDY["scale-progress"]
    store = own_store(given, tmp_path)
    rows = run_table("org/mine", 60).splitlines(keepends=True)
    growing = tmp_path / "growing.csv"
    growing.write_text("".join(rows))
    read = partial(load, tmp_path / "data", store, name="my-run", running=True)
    running = Running(store, "my-run", [str(growing)], read, print)
    running.look()

    def add_rows(step: int, percent: int) -> None:
        with growing.open("a") as file:
            file.writelines(f"org/mine,3.0,{step},{one},{percent},1000,percent\n" for one in "XYZ")
        running.look(time.time() + 3600 * step)

    with serving(store, settings={"REASONBOARD_DATA": str(tmp_path / "data")}) as address:
        page = chrome.new_page()
        watch = Watch(page, address)

        def ask_again() -> None:
            page.wait_for_timeout(1100)
            running.look()  # says that it goes on
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

        open_page(page, address, "scale-progress")
        ask_again()
        line, follow = (
            page.locator("#scale-progress-loaded"),
            page.get_by_role("switch", name="Follow"),
        )
        answer = page.locator(".answer")
        expect(page.locator(".byline .watched")).to_have_text(re.compile("^running, last row"))
        expect(answer).to_contain_text("my-run is 20.0 points below")
        add_rows(300, 70)
        ask_again()
        expect(line).to_have_text("1 new run, my-run. Show")
        expect(answer).to_contain_text("my-run is 20.0 points below")
        line.get_by_role("link").click()
        expect(answer).to_contain_text("my-run is 10.0 points below")
        expect(line).to_have_text("")
        assert ends(page, scale) == {300}
        follow.click()
        add_rows(400, 75)
        ask_again()
        expect(answer).to_contain_text("my-run is 5.0 points below")
        expect(line).to_have_text("")
        settle(page)
        assert ends(page, scale) == {400}
        running.end()
        page.close()
        watch.check()


def ends(page: Page, study: Study) -> set[float]:
    """Where the reader's own lines along training end."""
    traces = figure(page, study, "along_training")["data"]
    return {max(trace["x"]) for trace in traces if trace.get("line", {}).get("color") == OWN}


def inks(page: Page, study: Study) -> set[str]:
    """The colours of the lines along training."""
    traces = figure(page, study, "along_training")["data"]
    return {trace["line"]["color"] for trace in traces if trace.get("line", {}).get("color")}
