"""The command `compare`: the table of *Two models*, and an exit code for scripts."""

import csv
import io
import json
import os
import shutil
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from reasonboard.store import database
from tests.cli.on_terminal import OnTerminal
from tests.ingest.in_process import read_here

ROWS = """model,benchmark,metric,unit,value,n,date,temperature,method
org/base-7b,MATH500,accuracy,fraction,0.80,500,2026-11-01,0.6,
org/base-7b,GSM8K,accuracy,fraction,0.90,1319,2026-11-01,0.6,
org/alike-7b,MATH500,accuracy,fraction,0.80,500,2026-11-02,0.6,
org/alike-7b,GSM8K,accuracy,fraction,0.91,1319,2026-11-02,0.6,
org/poor-7b,MATH500,accuracy,fraction,0.60,500,2026-11-03,0.6,
org/poor-7b,GSM8K,accuracy,fraction,0.90,1319,2026-11-03,0.6,
org/good-7b,MATH500,accuracy,fraction,0.90,500,2026-11-04,0.6,
org/good-7b,GSM8K,accuracy,fraction,0.95,1319,2026-11-04,0.6,
org/hot-7b,MATH500,accuracy,fraction,0.80,500,2026-11-05,1.0,
org/other-7b,AIME24,accuracy,fraction,0.80,30,2026-11-05,0.6,
org/two-7b,AIME24,accuracy,fraction,0.80,30,2026-11-05,0.6,verifier
org/two-7b,AIME24,accuracy,fraction,0.70,30,2026-11-05,0.6,fine-tuned
"""


@pytest.fixture(scope="module")
def folder(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `data` and `store`, in which the rows are loaded."""
    folder = tmp_path_factory.mktemp("compare") / "folder"
    shutil.copytree(small_store_template.parent, folder)
    (folder / "mine.csv").write_text(ROWS)
    with pytest.MonkeyPatch.context() as patch:
        _use(patch, folder)
        assert cli.main(["load", str(folder / "mine.csv")]) == 0
    database.close()
    return folder


@pytest.fixture(autouse=True)
def store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _use(monkeypatch, folder)


def _use(patch: pytest.MonkeyPatch, folder: Path) -> None:
    for name in list(os.environ):
        if name in ("HOST", "PORT") or name.startswith("REASONBOARD_"):
            patch.delenv(name)
    patch.setenv("REASONBOARD_STORE", str(folder / "store"))
    patch.setenv("REASONBOARD_DATA", str(folder / "data"))
    patch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)


def test_the_table_ends_with_the_mean_and_says_why_the_exit_code(on_terminal: OnTerminal) -> None:
    printed = on_terminal("compare", "poor-7b", "org/BASE-7b", code=1).splitlines()
    assert printed[:3] == [
        "A  org/poor-7b, mine, 2026-11-03",
        "B  org/base-7b, mine, 2026-11-01",
        "",
    ]
    assert [" ".join(line.split()) for line in printed[5:8]] == [
        "MATH500 60.0 80.0 −20.0 (−25.5 to −14.4) worse unpaired, 500 problems",
        "GSM8K 90.0 90.0 0.0 (−2.3 to +2.3) cannot tell yet unpaired, 1,319 problems",
        "Mean of 2 75.0 85.0 −10.0 (−13.0 to −7.0) worse",
    ]
    assert printed[9:] == [
        "A is worse on MATH500 by 20.0 points.",
        "Cannot tell yet on GSM8K.",
        "Exit code 1: worse on MATH500 and average (0 not worse, 1 worse, 2 bad input, 3 cannot tell yet, 4 not "
        "comparable).",
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        ("good-7b base-7b", 0, "better on average"),
        ("alike-7b base-7b", 3, "cannot tell yet on average"),
        ("alike-7b base-7b --margin 3", 0, "not worse on average"),
        ("alike-7b base-7b --margin 0.5", 3, "cannot tell yet on average"),
        ("poor-7b base-7b --margin 30", 0, "worse by less than the margin on average"),
        ("poor-7b base-7b --margin 5", 1, "worse on MATH500 and average"),
        ("other-7b base-7b", 4, "no benchmark in common"),
        ("hot-7b base-7b", 4, "Temperature differs; if that is meant, add --differs temperature"),
        ("hot-7b base-7b --differs temperature", 3, "cannot tell yet on MATH500"),
    ],
)
def test_the_exit_code_has_its_reason(
    arguments: str, code: int, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["compare", *arguments.split()]) == code
    captured = capsys.readouterr()
    assert f"\nExit code {code}: {reason} (" in captured.err
    rows = list(csv.DictReader(io.StringIO(captured.out)))
    assert ("Mean of 2" in [row["benchmark"] for row in rows]) == (len(rows) > 1)


def test_json_has_the_numbers_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compare", "poor-7b", "base-7b", "--json"]) == 1
    first = json.loads(capsys.readouterr().out)[0]
    assert (first["benchmark"], first["a"], first["b"], first["verdict"]) == (
        "MATH500", 0.6, 0.8, "B better",
    )  # fmt: skip
    assert -0.26 < first["interval low"] < first["interval high"] < -0.14


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["nope", "base-7b"],
            "'nope': no such run (expected a file, a folder, or a run, a load or a model that",
        ),
        (["org/baes-7b"], "lists; did you mean org/base-7b or "),
        (["mine", "base-7b"], "'mine' has 8 runs (expected one of them: mine/org/alike-7b; "),
        (["base-7b"], "base-7b: no earlier run of its configuration (expected B: "),
        (
            ["two-7b"],
            "'two-7b' has 2 variants (expected one of them: org/two-7b · fine-tuned; org/two",
        ),
        (["base-7b", "alike-7b", "--margin", "0"], "--margin"),
        ([], "Missing argument 'A'"),
        (["\x1b[31m"], "'\\x1b[31m': no such run"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["compare", *arguments]) == cli.BAD_INPUT
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_without_b_the_last_run_of_the_configuration_counts(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_terminal: OnTerminal
) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    _use(monkeypatch, copy)
    header, row, *_ = ROWS.splitlines()
    again = row.replace("2026-11-01", "2026-11-09").replace("0.80", "0.70")
    (copy / "again.csv").write_text(f"{header}\n{again}\n")
    assert cli.main(["load", str(copy / "again.csv")]) == 0
    printed = on_terminal("compare", "again", code=1)
    assert "\nA is worse on MATH500 by 10.0 points.\n" in printed


def test_files_and_folders_are_compared_without_being_loaded(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_terminal: OnTerminal
) -> None:
    monkeypatch.chdir(tmp_path)
    header, *rows = ROWS.splitlines()
    base = "\n".join([header, *rows[:2]])
    for name, text in (("old", base), ("new", base.replace("0.80", "0.70"))):
        Path(name).mkdir()
        Path(name, "scores.csv").write_text(text + "\n")
    before = sorted((folder / "store").iterdir())
    for a, b, of_a, code in (
        ("new", "old/", "new", 1),
        ("new/scores.csv", "org/base-7b", "new/scores.csv", 1),
        ("base-7b", "new", "mine", 0),
    ):
        printed = on_terminal("compare", a, b, code=code).splitlines()
        of_b = "mine" if b == "org/base-7b" else b
        assert printed[:2] == [
            f"A  org/base-7b, {of_a}, 2026-11-01",
            f"B  org/base-7b, {of_b}, 2026-11-01",
        ]
    assert sorted((folder / "store").iterdir()) == before


def test_files_are_compared_without_a_store(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_terminal: OnTerminal
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    header, *rows = ROWS.splitlines()
    for name, of_model in (("poor.csv", rows[4:6]), ("base.csv", rows[:2])):
        Path(name).write_text("\n".join([header, *of_model]))
    assert "worse on MATH500 by 20.0" in on_terminal("compare", "poor.csv", "base.csv", code=1)
    assert not Path("none").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("model,benchmark,value\n", "bad.csv: "),
        ("\x00", "bad.csv:1: "),
        (ROWS, "'bad.csv' has 8 runs (expected one of them: org/alike-7b; "),
    ],
)
def test_a_file_that_cannot_be_compared_is_one_line(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("bad.csv").write_text(text)
    assert cli.main(["compare", "base-7b", "bad.csv"]) == cli.BAD_INPUT
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
