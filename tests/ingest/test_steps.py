"""How far a load is, as the terminal says it."""

from pathlib import Path

import pytest

from reasonboard.cli.terminal import building
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


def test_the_steps_are_drawn_over_each_other_on_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    building(4, 8, "measurements")
    building(8, 8, "")
    first, second = capsys.readouterr().err.lstrip("\r").split("\r")
    assert first.rstrip() == "█" * 15 + "░" * 15 + " 4 of 8 steps: measurements"
    assert second.rstrip() == "█" * 30 + " 8 of 8 steps"
    assert len(first) == len(second.rstrip("\n")) < 80
    longest = max(map(len, STEPS.values()))
    assert len("8 of 8 steps: ") + longest <= 48
