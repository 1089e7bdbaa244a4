"""The commands `runs` and `remove`: what they list, in which form, and which runs their options choose."""

import csv
import io
import json
import os
import shutil
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.store import database
from tests.cli.on_terminal import OnTerminal, cells
from tests.ingest.in_process import load_here

HEADER = "model,benchmark,metric,unit,value,n,date,step,seed,temperature"
Run = Callable[..., str]


@pytest.fixture
def board(data: Path, small_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for files; the command has a small store, and reads files in this process."""
    load_here(monkeypatch, small_store, data)
    return tmp_path


@pytest.fixture(scope="module")
def nights_folder(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `data` and `store`: three nights with two benchmarks, and a run of another model."""
    folder = tmp_path_factory.mktemp("nights") / "folder"
    shutil.copytree(small_store_template.parent, folder)
    with pytest.MonkeyPatch.context() as patch:
        load_here(patch, folder / "store", folder / "data")
        rows = [
            row("org/my-7b", f"{part}{day}", f"2026-11-0{day}T02:00:00+00:00", benchmark=benchmark)
            for day in (1, 2, 3)
            for part, benchmark in (("0.8", "MATH500"), ("0.3", "AIME24"))
        ]
        _load(folder, "nights", rows)
        _load(folder, "other", [row("org/other-1b", "0.5", "2026-10-01")])
    return folder


@pytest.fixture
def nights(nights_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command has these nights, which are not to be changed."""
    load_here(monkeypatch, nights_folder / "store", nights_folder / "data")
    return nights_folder


@pytest.fixture
def own_nights(nights_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command has a copy of these nights."""
    folder = shutil.copytree(nights_folder, tmp_path / "nights")
    load_here(monkeypatch, folder / "store", folder / "data")
    return folder


def _load(folder: Path, name: str, rows: Iterable[str]) -> None:
    """Load the rows as a table of this name."""
    file = folder / f"{name}.csv"
    file.write_text("\n".join([HEADER, *rows]) + "\n")
    assert cli.main(["load", str(file), "--name", name]) == 0


@pytest.fixture
def do(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command that has to succeed; what it printed."""

    def run(*arguments: str) -> str:
        code = cli.main(arguments)
        captured = capsys.readouterr()
        assert code == 0, captured.err
        database.close()
        return captured.out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command that has to be refused with one line, which is returned."""

    def run(*arguments: str) -> str:
        assert cli.main(arguments) == cli.BAD_INPUT
        error = capsys.readouterr().err
        assert len(error.splitlines()) == 1
        return error

    return run


def row(
    model: str, value: float | str, date: str = "", *,
    step: str = "", seed: str = "", benchmark: str = "MATH500", temperature: str = "0.6",
) -> str:  # fmt: skip
    return f"{model},{benchmark},accuracy,fraction,{value},500,{date},{step},{seed},{temperature}"


def load(board: Path, do: Run, name: str, *rows: str) -> None:
    """Load the rows as a table of this name; what the load says is left out."""
    _load(board, name, rows)
    do("names")


def trainings(board: Path, do: Run) -> None:
    """A load with two seeds of a training, with 30 steps each."""
    rows = [
        row("org/trained-7b", f"0.{step:02}", "2026-11-05", step=str(step), seed=seed)
        for seed in ("1", "2")
        for step in range(10, 40)
    ]
    load(board, do, "trained", *rows)


NOTE = ["Scores in percent with 95% intervals."]


def test_the_newest_run_comes_first_with_its_scores(nights: Path, on_terminal: OnTerminal) -> None:
    header, *rows, note = cells(on_terminal("runs"))
    assert header == ["date", "model", "load", "MATH500", "AIME24", "benchmarks", "run"]
    assert [line[:-1] for line in rows] == [
        ["2026-11-03 02:00", "org/my-7b", "nights", "83.0 (79.5–86.0)", "33.0 (29.0–37.2)", "2"],
        ["2026-11-02 02:00", "org/my-7b", "nights", "82.0 (78.4–85.1)", "32.0 (28.1–36.2)", "2"],
        ["2026-11-01 02:00", "org/my-7b", "nights", "81.0 (77.3–84.2)", "31.0 (27.1–35.2)", "2"],
        ["2026-10-01 00:00", "org/other-1b", "other", "50.0 (45.6–54.4)", "1"],
    ]
    assert note == NOTE


def test_a_training_is_one_row_with_its_steps_and_last_score(
    board: Path, do: Run, on_terminal: OnTerminal
) -> None:
    """Of one time those that a file has later are newer."""
    trainings(board, do)
    load(board, do, "later", row("org/my-7b", "0.8", "2026-11-06"))
    header, *rows, _ = cells(on_terminal("runs"))
    assert header == ["date", "model", "load", "MATH500", "steps", "benchmarks", "seed", "run"]
    assert rows[0][:5] == ["2026-11-06 00:00", "org/my-7b", "later", "80.0 (76.3–83.3)", "1"]
    assert rows[1:] == [
        ["2026-11-05 00:00", "org/trained-7b", "trained", "39.0 (34.8–43.3)", "10 to 39", "1", seed, "30 runs"]
        for seed in ("2", "1")
    ]  # fmt: skip
    assert len(json.loads(do("runs", "--each", "--json"))) == 61
    assert len(json.loads(do("runs", "--each", "--load", "later", "--json"))) == 1


def test_steps_that_were_evaluated_again_are_another_row(board: Path, do: Run) -> None:
    """Two nights with the same two checkpoints are two rows, whether or not the second has all benchmarks."""
    rows = [
        row("org/trained-7b", "0.5", date, step=step, seed=seed)
        for date, seed in (("2026-11-01", "1"), ("2026-11-02", "2"))
        for step in ("100", "200")
    ]
    load(board, do, "twice", *rows)
    listed = json.loads(do("runs", "--json"))
    assert [(one["first step"], one["last step"]) for one in listed] == [(100, 200), (100, 200)]


def test_a_date_that_no_file_states_is_the_time_of_the_file(
    board: Path, do: Run, on_terminal: OnTerminal
) -> None:
    file = board / "mine.csv"
    file.write_text(f"{HEADER}\n{row('org/my-7b', '0.8')}\n")
    os.utime(file, (1_000_000_000, 1_000_000_000))
    do("load", str(file))
    printed = on_terminal("runs")
    assert cells(printed)[1][0] == "2001-09-09 01:46*"
    assert "\n* Time of the file: " in printed
    assert json.loads(do("runs", "--json"))[0]["date from"] == "file time"


def test_csv_and_json_have_all_columns_of_the_same_rows(own_nights: Path, do: Run) -> None:
    trainings(own_nights, do)
    rows = list(csv.DictReader(io.StringIO(do("runs", "--csv"))))
    whole = json.loads(do("runs", "--json"))
    assert len(rows) == len(whole) == 6
    assert do("runs") == do("runs", "--csv")
    assert list(rows[0]) == list(whole[0])
    training, night = whole[0], whole[2]
    assert (training["first step"], training["last step"], training["runs"]) == (10, 39, 30)
    assert len(set(training["keys"])) == 30
    assert night["date"] == "2026-11-03T02:00:00Z"
    assert (night["build"], night["repeat"], len(night["configuration"])) == (None, None, 12)
    assert len({one["configuration"] for one in whole[2:5]}) == 1
    assert [one["value"] for one in night["scores"]] == [0.83, 0.33]
    assert [round(one["low"], 3) for one in night["scores"]] == [0.795, 0.29]
    assert rows[2]["scores"] == "MATH500 83.0; AIME24 33.0"
    assert rows[2]["benchmarks"] == "AIME24; MATH500"


def test_a_store_without_runs_has_an_empty_table(
    board: Path, do: Run, on_terminal: OnTerminal
) -> None:
    assert json.loads(do("runs", "--json")) == []
    csv_text = do("runs")
    assert csv_text.startswith("date,")
    assert len(csv_text.splitlines()) == 1
    assert on_terminal("runs") == "No runs. Load some with `reasonboard load PATH`.\n"


def days(listed: str) -> list[str]:
    """The days of the runs that are listed as JSON."""
    return [one["date"][:10] for one in json.loads(listed)]


def test_options_choose_runs(nights: Path, do: Run) -> None:
    every = ["2026-11-03", "2026-11-02", "2026-11-01", "2026-10-01"]
    for options, chosen in (
        ("--model org/other-1b", every[3:]),
        ("--model OTHER-1B", every[3:]),
        ("--model *-?b --since 2026-11-02", every[:2]),
        ("--model other-1b --model my-7b", every),
        ("--benchmark aime24", every[:3]),
        ("--benchmark Hendrycks_MATH500", every),
        ("--load night* --load other --benchmark AIME*", every[:3]),
        ("--since 2026-11-02T02:00", every[:2]),
        ("--since 2026-11-02T03:00+01:00", every[:2]),
        ("--since 2026-11-02T02:00-01:00", every[:1]),
        ("--older-than 2026-11-02T02:00:00Z", every[2:]),
        ("--since 2026-11-01 --older-than 2026-11-02", every[2:3]),
        ("--since 900000h", every),
        ("--older-than 5000w", []),
    ):
        assert days(do("runs", "--json", *options.split())) == chosen, options


def test_an_age_counts_from_now(board: Path, do: Run) -> None:
    now = datetime.now(UTC)
    dates = [
        (now - timedelta(hours=hours)).isoformat(timespec="seconds") for hours in (1, 30, 24 * 8)
    ]
    load(board, do, "ages", *(row("org/my-7b", "0.5", date) for date in dates))
    for options, places in (
        ("--since 2h", [0]),
        ("--since 7d", [0, 1]),
        ("--since 2w --older-than 1d", [1, 2]),
    ):
        found = days(do("runs", "--json", *options.split()))
        assert found == [dates[place][:10] for place in places], options


@pytest.mark.parametrize("command", ["runs", "remove"])
def test_a_wrong_option_is_one_line_that_says_what_is_expected(
    nights: Path, refused: Run, command: str
) -> None:
    absent, no_time = (
        "no loaded run has this",
        "is not a time (expected a date such as 2026-11-01, or an age",
    )
    for option, value, expected in (
        ("--model", "nope", f"{absent} model (expected one such as org/my-7b"),
        ("--model", "", absent),
        ("--model", "[", absent),
        ("--benchmark", "MATH50", f"{absent} benchmark (expected one such as MATH500"),
        ("--load", "night", f"{absent} load (expected one such as nights"),
        ("--load", "\x1b[31m\n", "'\\x1b[31m\\n'"),
        ("--since", "yesterday", no_time),
        ("--since", "-7d", no_time),
        ("--since", "2026-13-01", no_time),
        ("--since", "999999w", no_time),
        ("--since", "7", no_time),
        ("--older-than", "", no_time),
        ("--older-than", "0001-01-01T00:00+14:00", no_time),
    ):  # fmt: skip
        assert expected in refused(command, option, value), value


def test_removing_says_first_what_would_go(
    own_nights: Path, do: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    trainings(own_nights, do)
    options = ["--older-than", "2026-11-02", "--benchmark", "MATH500"]
    assert cli.main(["remove", *options]) == cli.BAD_INPUT
    captured = capsys.readouterr()
    going = [one["date"][:10] for one in csv.DictReader(io.StringIO(captured.out))]
    assert going == ["2026-11-01", "2026-10-01"]
    assert captured.err == (
        "reasonboard: remove: nothing was removed (expected --yes, which removes 2 runs)\n"
    )
    assert len(days(do("runs", "--json"))) == 6
    assert do("remove", *options, "--yes").endswith("Removed 2 runs.\n")
    assert days(do("runs", "--json")) == ["2026-11-05", "2026-11-05", "2026-11-03", "2026-11-02"]


def test_options_choose_among_the_names_that_are_given(
    own_nights: Path, do: Run, refused: Run
) -> None:
    trainings(own_nights, do)
    assert "nope: not loaded" in refused("remove", "nope", "--older-than", "1d", "--yes")
    assert do("remove", "other", "--since", "2026-11-02", "--yes") == "Removed 0 runs.\n"
    names = ["nights", "trained"]
    assert do("remove", *names, "--since", "2026-11-03", "--yes").endswith("Removed 61 runs.\n")
    assert days(do("runs", "--json")) == ["2026-11-02", "2026-11-01", "2026-10-01"]


def test_a_training_goes_as_a_whole_by_the_date_of_its_last_step(board: Path, do: Run) -> None:
    """A training that still goes on does not lose the steps that are older than the limit."""
    rows = [row("org/trained-7b", "0.5", f"2026-10-{day}", step=str(day)) for day in range(10, 20)]
    load(board, do, "long", *rows)
    assert do("remove", "--older-than", "2026-10-15", "--yes") == "Removed 0 runs.\n"
    assert do("remove", "--older-than", "2026-10-20", "--yes").endswith("Removed 10 runs.\n")


def test_a_thousand_runs_are_listed(board: Path, do: Run) -> None:
    models = [row(f"org/{name}-7b", "0.5", "2026-11-01") for name in range(1000)]
    load(board, do, "many", *models)
    assert len(do("runs").splitlines()) == 1001
    assert len(do("runs", "--model", "org/99?-7b").splitlines()) == 11


def test_a_load_ends_with_its_scores_against_the_last_run(
    own_nights: Path, do: Run, on_terminal: OnTerminal
) -> None:
    """With the interval and the verdict of the page of two models."""
    file = own_nights / "fourth.csv"
    rows = [
        row("org/my-7b", "0.6", "2026-11-04T02:00:00Z"),
        row("org/my-7b", "0.34", "2026-11-04T02:00:00Z", benchmark="AIME24"),
    ]
    file.write_text("\n".join([HEADER, *rows]))
    printed = on_terminal("load", str(file), "--name", "nights")
    _, first, _, title, *table = f"\n{printed[printed.index('Loaded as') :]}".splitlines()
    assert first == "Loaded as nights: 1 file read, 1 run, 2 measurements, 0 answers."
    assert title == "org/my-7b, 2026-11-04 02:00, against its run of 2026-11-03 02:00"
    header, *scores = cells("\n".join(table[:4]))
    assert header == ["benchmark", "score (95% interval)", "change (95% interval)", "verdict"]
    assert scores == [
        ["AIME24", "34.0 (30.0–38.3)", "+1.0 (−4.8 to +6.8)", "cannot tell yet"],
        ["MATH500", "60.0 (55.6–64.2)", "−23.0 (−28.4 to −17.5)", "worse"],
    ]
    assert table[5].startswith("Run `reasonboard serve`, then open http://")
    values = json.loads(do("load", str(file), "--name", "nights", "--json"))
    assert [(one["benchmark"], one["score"], one["verdict"]) for one in values] == [
        ("AIME24", 0.34, "cannot tell yet"),
        ("MATH500", 0.6, "worse"),
    ]


def test_a_load_of_a_new_model_shows_its_scores_alone(board: Path, on_terminal: OnTerminal) -> None:
    file = board / "mine.csv"
    file.write_text(f"{HEADER}\n{row('org/my-7b', '0.8', '2026-11-01')}\n")
    whole = on_terminal("load", str(file))
    printed = whole[whole.index("Loaded as") :].splitlines()
    assert printed[2] == "org/my-7b, 2026-11-01 00:00"
    assert [line.split() for line in printed[3:6:2]] == [
        ["benchmark", "score", "(95%", "interval)"],
        ["MATH500", "80.0", "(76.3–83.3)"],
    ]


def test_a_load_in_a_pipe_prints_sentences(board: Path, do: Run) -> None:
    file = board / "mine.csv"
    file.write_text(f"{HEADER}\n{row('org/my-7b', '0.8', '2026-11-01')}\n")
    printed = do("load", str(file))
    assert "\nLoaded as mine: 1 file read" in printed
    assert "76.3" not in printed
