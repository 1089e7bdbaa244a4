"""What a person loads is shown by the dashboard that runs, without a restart."""

import os
import re
import shutil
import subprocess
import time
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from reasonboard.charts.colors import OWN
from reasonboard.core.study import Study
from reasonboard.ingest.load import load
from reasonboard.ingest.watching import Watch as Running
from reasonboard.studies import STUDIES
from tests.browser.driver import Watch, drop, figure, open_page, settle, shows
from tests.conftest import Given
from tests.own_runs import add, own_store, run_table
from tests.serving import COMMAND, serving

RESULTS = Path(__file__).parents[1] / "files/lm-eval/results_2025-03-03T18-54-46.768410.json"
STUDY = {study.path: study for study in STUDIES}
TABLE = """model,benchmark,iteration,metric,value,unit
org/my-7b,MATH500,0,accuracy,43.7,percent
org/my-7b,MATH500,40,accuracy,81.4,percent
<img src=x onerror=alert(1)>,MATH500,0,accuracy,20,percent
"""


def test_a_running_dashboard_takes_up_what_is_loaded(
    chrome: Browser, bundled_store: Path, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    shutil.copytree(bundled_store, store)
    (tmp_path / "mine.csv").write_text(TABLE)
    with serving(store) as address:
        page = chrome.new_page()
        watch = Watch(page, address)
        open_page(page, address, "data")
        expect(page.get_by_text("Nothing is loaded yet").first).to_be_visible()
        environ = os.environ | {"REASONBOARD_STORE": str(store)}
        said = subprocess.run(
            [COMMAND, "load", str(tmp_path / "mine.csv")],
            env=environ, check=True, capture_output=True, text=True,
        )  # fmt: skip
        assert "3 runs, 3 measurements" in said.stdout
        page.wait_for_timeout(1500)
        open_page(page, address, "data")
        page.locator("#data-runs-tab").get_by_text("Table", exact=True).click()
        table = page.locator("#data-runs-table")
        expect(table).to_contain_text("org/my-7b")
        expect(table).to_contain_text("scale-progress: steps of more than one checkpoint")
        open_page(page, address, "iterations", "?source=mine")
        settle(page)
        drawn = figure(page, STUDY["iterations"], "grid")
        assert any(list(trace.get("y", [])) == [43.7, 81.4] for trace in drawn["data"])
        page.close()
        watch.check()


def test_dropped_files_say_what_they_are_and_are_loaded_by_a_button(
    chrome: Browser, bundled_store: Path, tmp_path: Path
) -> None:
    store = shutil.copytree(bundled_store, tmp_path / "store")
    with serving(store) as address:
        page = chrome.new_page()
        watch = Watch(page, address)
        open_page(page, address, "data#loading")
        place = page.locator(".load-files")
        said, button = place.get_by_role("status"), place.locator(".load-them")
        expect(place.get_by_text("Choose files")).to_be_visible()
        drop(page, b'{"results": {,}}', "results.json")
        expect(said).to_contain_text("results.json:1:14: ")
        expect(said).to_contain_text("Nothing was loaded.")
        expect(button).to_have_text("Try again")
        assert len(_sent(store)) == 1
        page.reload()
        expect(place.get_by_text("Choose files")).to_be_visible()
        drop(page, RESULTS.read_bytes(), RESULTS.name)
        expect(said).to_contain_text(f"Would load as {RESULTS.stem}: 1 file read")
        assert len(_sent(store)) == 1  # what the page sent before it was closed is gone
        place.get_by_label("Name").fill("my-run")
        place.get_by_label("Name").press("Tab")
        expect(said).to_contain_text("Would load as my-run: 1 file read")
        expect(said).to_contain_text("It would be shown at Models · Data")
        page.get_by_role("link", name="KV cache").click()
        expect(page.locator("#kv-cache-page")).to_be_visible()
        page.go_back()
        expect(said).to_contain_text("Would load as my-run: 1 file read")
        button.press("Enter")
        expect(said).to_contain_text("Loaded as my-run: 1 file read")
        assert not _sent(store)
        said.get_by_role("link", name="Models").press("Enter")
        page.wait_for_url("**/models?source=my-run")
        settle(page)
        assert "mamba-1.4b, sciq</b><br>acc 87.3 %" in str(figure(page, STUDY["models"], "grid"))
        page.close()
        watch.check()


def _sent(store: Path) -> list[str]:
    return [path.name for path in (store / "dropped").iterdir() if path.name != "lock"]


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
