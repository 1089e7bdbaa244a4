"""The log of a run: whole lines whatever is killed, and the table that `load` reads."""

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import reasonboard as rb
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.tables import reader as tables
from tests.states import many

WRITER = """
import sys
import reasonboard as rb

run = rb.init("run", model="org/m", config={"writer": sys.argv[1], "filler": "x" * 150}, folder=sys.argv[2])
for step in range(int(sys.argv[3])):
    run.log({f"B{number}/accuracy": 0.5 for number in range(40)}, step=step)
    print(step, flush=True)
"""


def found(path: Path) -> list[Found]:
    file = File(path)
    assert tables.recognizes(file)
    return [one for one in tables.read(file) if isinstance(one, Found)]


def values(every: list[Found]) -> dict[tuple[int | None, str, str], float | None]:
    return {
        (one.run.step, number.benchmark, number.metric): number.value
        for one in every
        for number in one.measurements
    }


def test_results_are_logged_as_rows_that_load_reads(tmp_path: Path) -> None:
    config = {"lr": 1e-6, "optimizer": {"betas": [0.9, 0.95]}, "hf_token": "hf_abcdefghijklmnop"}
    with rb.init("grpo-7b", model="org/m", config=config, folder=tmp_path) as run:
        run.log({"AIME24/accuracy": 0.41, "AIME24/tokens": 812.5}, step=40, n=30, repeats=16)
        run.log({"MMLU/anatomy/acc": 62.5}, step=50, unit="percent", seed=1)
        run.log({"MMLU/anatomy/acc": 0.6}, step=60, progress=0.5, seed=2)
    (first, second, third) = found(run.path)
    assert (third.run.step, third.run.iteration, third.run.progress) == (60, None, 0.5)
    assert "hf_abcdefghijklmnop" not in run.path.read_text()
    assert (first.run.iteration, second.run.iteration) == (40, 50)  # *Iterations* shows them
    assert first.run.settings == {"lr": "1e-06", "optimizer.betas": "[0.9, 0.95]"}
    assert (first.run.model, first.run.step, second.run.step, second.run.seed) == (
        "org/m",
        40,
        50,
        "1",
    )
    assert [
        (one.benchmark, one.metric, one.value, one.unit, one.n_items, one.n_repeats)
        for one in (*first.measurements, *second.measurements)
    ] == [
        ("AIME24", "accuracy", 0.41, "fraction", 30, 16),
        ("AIME24", "token_length", 812.5, "tokens", 30, 16),
        ("MMLU/anatomy", "acc", 62.5, "percent", None, None),
    ]
    assert [*first.notes, *second.notes, *second.unread] == []


def test_what_is_logged_again_wins_and_new_settings_are_kept(tmp_path: Path) -> None:
    for config, value in (({"lr": 1}, 0.25), ({"lr": 1}, 0.5), ({"lr": 1, "warmup": 2}, 0.75)):
        with rb.init("run", model="m", config=config, folder=tmp_path) as run:
            run.log({"B/acc": value}, step=10)
    every = found(run.path)
    assert [(dict(one.run.settings), one.measurements[0].value) for one in every] == [
        ({"lr": "1"}, 0.5),
        ({"lr": "1", "warmup": "2"}, 0.75),
    ]
    assert list(every[-1].notes) == ["1 value was logged again: the latest is taken"]


def test_a_log_has_the_hours_until_each_step_was_logged_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", iter([1000, 2800, 4600, 6400, 8200]).__next__)
    with rb.init("run", model="m", folder=tmp_path) as run:
        run.log({"B/acc": 0.5, "C/acc": 0.1}, step=0)
        run.log({"B/acc": 0.6}, step=10)
        run.log({"C/acc": 0.2}, step=10)  # half an hour later
        run.log({"B/acc": 0.7, "(training)/hours": 1.25, "(training)/num_tokens": 5000}, step=20)
        run.log({"B/acc": 0.65}, step=10)  # after a restart
    every = found(run.path)
    hours = {place: value for place, value in values(every).items() if place[2] == "hours"}
    assert {step: value for (step, *_), value in hours.items()} == {0: 0.0, 10: 0.5, 20: 1.25}
    assert {number.unit for one in every for number in one.measurements} == {
        "fraction",
        "hours",
        "tokens",
    }


def test_a_line_that_is_not_whole_waits_and_is_cut_off_by_the_next(tmp_path: Path) -> None:
    with rb.init("run", model="m", folder=tmp_path) as run:
        run.log({"B/acc": 0.5}, step=1)
    whole = run.path.read_bytes()
    run.path.write_bytes(whole + whole[:40])
    (one,) = found(run.path)
    assert list(one.notes) == ["the last line is not whole yet: left out"]
    with rb.init("run", model="m", folder=tmp_path) as run:
        run.log({"B/acc": 0.75}, step=2)
    logged = values(found(run.path))
    assert {place: logged[place] for place in logged if place[1] == "B"} == {
        (1, "B", "acc"): 0.5,
        (2, "B", "acc"): 0.75,
    }
    run.path.write_bytes(b"{\n" + whole)  # a damaged line that has an end is refused as ever
    assert not tables.recognizes(File(run.path))
    run.path.write_bytes(whole + b"{\n" + whole)
    with pytest.raises(IngestError, match=r"run\.jsonl:2"):
        found(run.path)


@pytest.mark.long
def test_writers_side_by_side_lose_nothing_when_some_are_killed(tmp_path: Path) -> None:
    rng = random.Random(28)
    for _ in range(many(3, 100)):
        folder = tmp_path / str(rng.random())
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, str(number), folder, "2000"], stdout=subprocess.PIPE, text=True
            )
            for number in range(3)
        ]  # fmt: skip
        said = []
        for writer in writers:
            assert writer.stdout
            said.append([int(writer.stdout.readline()) for _ in range(rng.randrange(5, 40))])
        for writer, lines in zip(writers, said, strict=True):
            writer.kill()
            rest = writer.communicate()[0].splitlines()
            lines += [int(line) for line in rest if line]
        path = folder / "run.jsonl"
        counted = Counter(
            (one.run.settings["writer"], one.run.step)
            for one in found(path)
            for number in one.measurements
            if number.metric == "accuracy"
        )
        for number, lines in enumerate(said):
            assert all(counted[str(number), step] == 40 for step in lines)
        assert max(counted.values()) == 40


@pytest.mark.parametrize(
    ("logged", "places", "message"),
    [
        ({"accuracy": 0.5}, {}, "'accuracy' names no result (expected BENCHMARK/METRIC"),
        ({"B/acc": 41}, {}, "B/acc is 41 (expected fraction from 0 to 1"),
        ({"B/acc": "x"}, {}, "B/acc is 'x' (expected a number)"),
        ({"B/acc": None}, {}, "B/acc is None (expected a number)"),
        ({}, {}, "no value"),
        ({"B/acc": 0.5}, {"step": 1.5}, "step is 1.5 (expected a whole number)"),
        ({"B/acc": 0.5}, {"stp": 1}, "'stp' is no place of a result"),
        ({"B/acc": 0.5}, {"unit": "points"}, "unit is 'points' (expected one of fraction"),
    ],
)
def test_what_cannot_be_loaded_is_not_logged(
    tmp_path: Path, logged: dict[str, object], places: dict[str, Any], message: str
) -> None:
    with rb.init("run", model="m", folder=tmp_path) as run:
        with pytest.raises(rb.BoardError) as error:
            run.log(logged, **places)
        assert str(error.value).startswith(message)
    assert run.path.read_bytes() == b""
    with pytest.raises(rb.BoardError, match="is closed"):
        run.log({"B/acc": 0.5})


def test_a_full_disk_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with rb.init("run", model="m", folder=tmp_path) as run:
        run.log({"B/acc": 0.5}, step=1)
        whole = run.path.read_bytes()
        write, left = os.write, [20]

        def full(file: int, content: bytes) -> int:
            if not left:
                raise OSError(28, "No space left on device")
            return write(file, content[: left.pop()])

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(rb.BoardError, match="No space left on device"):
            run.log({"B/acc": 0.75}, step=2)
        assert run.path.read_bytes() == whole


def test_names_of_runs_models_and_settings_are_checked(tmp_path: Path) -> None:
    for arguments, message in (
        ({"name": "a/b", "model": "m"}, "'a/b' is no name of a run"),
        ({"name": "a", "model": ""}, "model is ''"),
        ({"name": "a", "model": "m", "unit": "x"}, "unit is 'x'"),
        ({"name": "a", "model": "m", "config": dict.fromkeys(map(str, range(40)), 1)}, "config has 40 settings"),
        ({"name": "a", "model": "m", "config": {"a,b": 1}}, "'a,b' is no name of a setting"),
    ):  # fmt: skip
        with pytest.raises(rb.BoardError) as error:
            rb.init(**arguments, folder=tmp_path)
        assert str(error.value).startswith(message)
