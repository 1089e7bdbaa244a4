"""How far a load is, as the terminal says it."""

import re
import sys
from pathlib import Path

import pytest

from reasonboard.cli.terminal import Progress
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.scripts.steps import STEPS, begins
from reasonboard.ingest.snapshot.publish import publish


def test_a_load_tells_each_step_of_the_snapshot_and_its_end(data: Path, tmp_path: Path) -> None:
    store, table = tmp_path / "store", tmp_path / "t.csv"
    table.write_text("model,benchmark,value,unit\nQwen2.5-7B,MATH500,0.5,fraction\n")
    publish(data, store)
    steps: list[tuple[int, int, str]] = []
    load(data, store, [str(table)], building=lambda *step: steps.append(step))
    told = [
        (place, len(STEPS), words)
        for place, (script, words) in enumerate(STEPS.items())
        if script != "compared"  # no other source has the model
    ]
    assert steps[-len(told) - 1 :] == [*told, (len(STEPS), len(STEPS), "")]
    before = len(steps)
    begins("cells")
    assert len(steps) == before, "no step is reported after the load"


@pytest.mark.long
def test_a_load_of_nothing_new_tells_no_step(data: Path, tmp_path: Path) -> None:
    store, table = tmp_path / "store", tmp_path / "t.csv"
    table.write_text("model,benchmark,value,unit\nQwen2.5-7B,MATH500,0.5,fraction\n")
    publish(data, store)
    load(data, store, [str(table)])
    steps: list[str] = []
    load(data, store, [str(table)], building=lambda *step: steps.append(step[2]))
    assert steps == []


def test_the_steps_are_drawn_over_each_other_and_then_gone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal; elsewhere nothing is drawn."""
    with Progress() as progress:
        progress.steps(4, 8, "measurements")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    with Progress() as progress:
        progress.steps(4, 8, "measurements [red]\x1b[31m")
        progress.steps(8, 8, "")
    drawn = re.sub(r"\x1b\[[0-9;?]*[mhl]", "", capsys.readouterr().err)
    assert "4/8 Building tables: measurements [red]\\x1b[31m" in drawn
    assert drawn.endswith("\x1b[1A\x1b[2K"), "the line is cleared"
