"""A page of a replica while another process publishes."""

import os
import shutil
import subprocess
from pathlib import Path

from playwright.sync_api import Browser, expect

from reasonboard.studies import STUDIES
from tests.browser.driver import Watch, figure, open_page, settle
from tests.serving import COMMAND, serving

ITERATIONS = next(study for study in STUDIES if study.path == "iterations")
TABLE = """model,benchmark,iteration,metric,value,unit
org/my-7b,MATH500,0,accuracy,43.7,percent
org/my-7b,MATH500,40,accuracy,81.4,percent
"""


def test_an_open_page_of_a_replica_says_what_was_published_elsewhere(
    chrome: Browser, bundled_store: Path, tmp_path: Path
) -> None:
    (tmp_path / "place").mkdir()
    url = f"file://{tmp_path}/place"
    (tmp_path / "mine.csv").write_text(TABLE)
    publisher = shutil.copytree(bundled_store, tmp_path / "publisher")
    replica = shutil.copytree(bundled_store, tmp_path / "replica")
    settings = {"REASONBOARD_PULL_SECONDS": "1"}
    with serving(replica, settings=settings, arguments=["--from", url]) as address:
        page = chrome.new_page()
        watch = Watch(page, address)
        open_page(page, address, "iterations")
        environ = os.environ | {"REASONBOARD_STORE": str(publisher)}
        for command in (
            ["load", str(tmp_path / "mine.csv"), "--to", url],
            ["publish", "--from", url],
        ):
            subprocess.run([COMMAND, *command], env=environ, check=True, capture_output=True)
        line = page.locator("#iterations-loaded")
        for _ in range(60):
            page.wait_for_timeout(1000)
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            if line.inner_text():
                break
        expect(line).to_have_text("2 new runs, newest mine. Show")
        line.get_by_role("link").click()
        settle(page)
        drawn = figure(page, ITERATIONS, "grid")
        assert any(list(trace.get("y", [])) == [43.7, 81.4] for trace in drawn["data"])
        page.close()
        watch.check()
