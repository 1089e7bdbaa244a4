"""What a person loads is shown by the dashboard that runs, without a restart."""

import os
import re
import shutil
import subprocess
import time
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from reasonboard.charts.colors import OWN
from reasonboard.core.study import Study
from reasonboard.ingest.loading.load import load, remove
from reasonboard.ingest.watching.watching import Watch as Running
from reasonboard.store import dropped, going, pushed
from reasonboard.studies import STUDIES
from tests.browser.driver import clean, clean_tab, drop, figure, open_page, settle, shows
from tests.conftest import Given
from tests.ingest.in_process import read_here
from tests.own_runs import add, own_store, run_table
from tests.serving import COMMAND, serving

RESULTS = Path(__file__).parents[1] / "files/lm-eval/results_2025-03-03T18-54-46.768410.json"
STUDY = {study.path: study for study in STUDIES}


@pytest.mark.long
def test_dropped_files_say_what_they_are_and_are_loaded_by_a_button(
    profile: BrowserContext, bundled_store: Path, tmp_path: Path
) -> None:
    store = shutil.copytree(bundled_store, tmp_path / "store")
    with serving(store) as address:
        page, watch = clean_tab(profile, address)
        open_page(page, address, "load")
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
        place.get_by_label("Name of this load").fill("my-run")
        place.get_by_label("Name of this load").press("Tab")
        expect(said).to_contain_text("Would load as my-run: 1 file read")
        expect(said).to_contain_text("Will appear on Models · Data")
        page.get_by_role("link", name="KV cache").click()
        expect(page.locator("#kv-cache-page")).to_be_visible()
        page.go_back()
        expect(said).to_contain_text("Would load as my-run: 1 file read")
        button.press("Enter")
        page.wait_for_url("**/models?source=my-run")
        expect(page.locator("#load-line")).to_contain_text("Loaded as my-run: 1 file read")
        assert not _sent(store)
        settle(page)
        assert "mamba-1.4b, sciq</b><br>acc 87.3%" in str(figure(page, STUDY["models"], "grid"))
        watch.check()


@pytest.mark.long
def test_folders_dropped_at_once_in_two_tabs_wait_for_their_turn_and_go_on(
    profile: BrowserContext, bundled_store: Path, tmp_path: Path
) -> None:
    store = shutil.copytree(bundled_store, tmp_path / "store")
    dropped.append(store, "0" * 32, 0, b'[["x.csv", 0]]\n')
    with serving(store) as address, profile.new_page() as second:
        first, watch = clean_tab(profile, address)
        other_watch = clean(second, address)
        tabs = {"first": first, "second": second}
        said = {}
        for name, page in tabs.items():
            folder = tmp_path / name / "runs"
            folder.mkdir(parents=True)
            (folder / "mine.csv").write_text(run_table(f"org/{name}", 50))
            page.goto(f"{address}load")
            place = page.locator(".load-files")
            expect(place.get_by_text("Choose files")).to_be_visible()
            said[name] = place.get_by_role("status")
        with dropped.unpacked(store, "0" * 32):
            for name, page in tabs.items():
                page.locator(".load-files input[webkitdirectory]").set_input_files(
                    tmp_path / name / "runs"
                )
            for words in said.values():
                expect(words).to_contain_text("are read first")
        for name, words in said.items():
            expect(words).to_contain_text("Would load as runs: 1 file read")
            field = tabs[name].get_by_label("Name of this load")
            field.fill(name)
            field.press("Tab")
            expect(words).to_contain_text(f"Would load as {name}: 1 file read")
        for page in tabs.values():
            page.locator(".load-them").evaluate("button => button.click()")
        for name, page in tabs.items():
            page.wait_for_url(f"**?source={name}")
            expect(page.locator("#load-line")).to_contain_text(f"Loaded as {name}: 1 file read")
        watch.check()
        other_watch.check()
        for page in tabs.values():
            page.get_by_role("link", name="Load results").click()
            expect(page.get_by_text("Choose files")).to_be_visible()
            page.locator(".load-files input[webkitdirectory]").evaluate(
                """(input) => {
                    const files = Array.from({ length: 2001 }, (_, at) => new File([], "x.csv"));
                    const place = (file, value) => Object.defineProperty(file, "webkitRelativePath", { value });
                    files.forEach((file, at) => place(file, `${at}/x.csv`));
                    Object.defineProperty(input, "files", { value: files });
                    input.dispatchEvent(new Event("change", { bubbles: true }));
                }"""
            )
        for words in said.values():
            expect(words).to_contain_text("2001 folders: at most 2000 are taken here.")


def _sent(store: Path) -> list[str]:
    left = (path.name for path in (store / "dropped").iterdir())
    return [name for name in left if name != "lock" and not name.startswith("turn-")]


def test_a_page_shows_what_a_growing_file_says_when_asked_or_while_it_follows_and_highlights_it(
    profile: BrowserContext, given: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)
    scale = STUDY["scale-progress"]
    store = own_store(given, tmp_path)
    rows = run_table("org/mine", 60).splitlines(keepends=True)
    growing = tmp_path / "growing.csv"
    growing.write_text("".join(rows))
    read = partial(load, tmp_path / "data", store, name="my-run", running=True)
    running = Running(store, {"my-run": [str(growing)]}, read, print)
    running.look()

    def add_rows(step: int, percent: int) -> None:
        with growing.open("a") as file:
            file.writelines(f"org/mine,3.0,{step},{one},{percent},1000,percent\n" for one in "XYZ")
        running.look(time.time() + 3600 * step)

    with serving(store, settings={"REASONBOARD_DATA": str(tmp_path / "data")}) as address:
        page, watch = clean_tab(profile, address)

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
        expect(line).to_have_text("Changed: my-run (3 runs, 2 before). Show")
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
        expect(page.locator(".answer .own")).to_have_css("color", "rgb(224, 36, 94)")
        page.locator("#scale-progress-own").click()
        shows(page, scale, re.compile("own=off"))
        assert ends(page, scale) == set()
        expect(answer).to_contain_text("my-run is 5.0 points below")
        running.end()
        watch.check()


@pytest.mark.long
def test_pages_say_which_pushed_rows_wait_and_which_are_set_aside(
    profile: BrowserContext, given: Given, tmp_path: Path
) -> None:
    store = own_store(given, tmp_path, mine=run_table("org/mine", 60))
    for name in ("mine", "unseen"):
        pushed.append(store, name, b'{"model": "m"}\n')
        shown = pushed.changed(store, name)
        going.note(store, name, going.Going(shown, shown - 1000, waits=name == "mine"))
    pushed.note_aside(store, "unseen", pushed.Aside(1, ("row 1: <b>other</b>",)))
    waits = re.compile(r"running, last row \d+ s ago, waits for the board$")
    aside = "1 row is set aside of unseen: row 1: <b>other</b>."
    with serving(store, settings={"REASONBOARD_DATA": str(tmp_path / "data")}) as address:
        page, watch = clean_tab(profile, address)
        open_page(page, address, "scale-progress?source=mine")
        look(page)
        expect(page.locator(".byline .watched")).to_have_text(waits)
        open_page(page, address, "")
        look(page)
        expect(page.locator(".own-load .watched")).to_have_text(waits)
        expect(page.locator("[data-runs]")).to_have_text(
            re.compile(f"^unseen: no row for .*{re.escape(aside)}$")
        )
        open_page(page, address, "data")
        look(page)
        expect(page.locator("[data-runs]")).to_contain_text(aside)
        watch.check()


@pytest.mark.long
def test_each_page_is_told_by_name_what_was_added_and_removed_and_nothing_else(
    profile: BrowserContext, given: Given, tmp_path: Path
) -> None:
    store = own_store(given, tmp_path, old=run_table("org/old", 50), kept=run_table("org/kept", 60))
    settings = {"REASONBOARD_DATA": str(tmp_path / "data")}
    with serving(store, settings=settings) as address:
        page, watch = clean_tab(profile, address)
        for number, path in enumerate(("models", "explore", "data", "pair", "")):
            open_page(page, address, path)
            line = page.locator("[data-news] .loaded")
            look(page)
            expect(line).to_have_text("")
            name, gone = f"new-{number}", f"new-{number - 1}" if number else "old"
            add(tmp_path, name, run_table(f"org/new{number}", 70))
            remove(tmp_path / "data", store, [gone])
            look(page)
            expect(line).to_have_text(f"Added: {name} (2 runs). Removed: {gone} (2 runs). Show")
            line.get_by_role("link").click()
            expect(line).to_have_text("")
            settle(page)
            look(page)
            expect(line).to_have_text("")
        watch.check()


@pytest.mark.long
def test_what_says_that_nothing_is_loaded_goes_with_the_first_load(
    profile: BrowserContext, given: Given, tmp_path: Path
) -> None:
    store = own_store(given, tmp_path)
    settings = {"REASONBOARD_DATA": str(tmp_path / "data")}
    with serving(store, settings=settings) as address:
        page, watch = clean_tab(profile, address)
        home = page.context.new_page()
        home.goto(address)
        expect(home.get_by_text("No results yet.")).to_be_visible()
        open_page(page, address, "data")
        runs = page.locator("#data-runs-view")
        expect(runs).to_contain_text("Nothing is loaded yet")
        add(tmp_path, "my-run", run_table("org/mine", 60))
        look(page)
        expect(runs).not_to_contain_text("Nothing is loaded yet")
        expect(page.locator("#data-loaded")).to_have_text("")
        look(home)
        expect(home.get_by_text("No results yet.")).to_have_count(0)
        expect(home.locator(".own-load")).to_contain_text("my-run")
        home.close()
        watch.check()


def look(page: Page) -> None:
    """Let the page look for news now."""
    page.wait_for_timeout(1100)  # a server looks at its store once a second
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.long
def test_a_page_of_a_replica_shows_what_another_process_publishes_while_it_is_open(
    profile: BrowserContext, given: Given, tmp_path: Path
) -> None:
    scale = STUDY["scale-progress"]
    store, place = own_store(given, tmp_path), tmp_path / "place"
    place.mkdir()
    from_place = ["--from", f"file://{place}"]
    settings = {"REASONBOARD_DATA": str(tmp_path / "data"), "REASONBOARD_PULL_SECONDS": "1"}

    def publish() -> None:
        environ = os.environ | settings | {"REASONBOARD_STORE": str(store)}
        subprocess.run([COMMAND, "publish", *from_place], env=environ, check=True)

    publish()
    with serving(tmp_path / "replica", settings=settings, arguments=from_place) as address:
        page, watch = clean_tab(profile, address)
        open_page(page, address, "scale-progress")
        answer = page.locator(".answer")
        before = answer.inner_text()
        add(tmp_path, "my-run", run_table("org/mine", 60))
        publish()
        line = page.locator("#scale-progress-loaded")
        expect(line).to_have_text("Added: my-run (2 runs). Show")
        assert answer.inner_text() == before  # nothing changes under the reader
        line.get_by_role("link").click()
        expect(answer).to_contain_text("my-run is 20.0 points below")
        expect(line).to_have_text("")
        settle(page)
        assert ends(page, scale) == {200}
        page.reload()
        expect(answer).to_contain_text("my-run is 20.0 points below")
        watch.check()


def ends(page: Page, study: Study) -> set[float]:
    """Where the reader's own lines along training end."""
    traces = figure(page, study, "along_training")["data"]
    return {max(trace["x"]) for trace in traces if trace.get("line", {}).get("color") == OWN}
