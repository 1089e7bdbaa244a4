"""Rows on a terminal: what has room, what names cannot do, and that a pipe gets none of it."""

import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reasonboard.cli import main as cli
from tests.cli.on_terminal import OnTerminal, cells

HOSTILE = "[red]a[/red] \x1b[31m\x07\u202eb [link=x]c :smile:"
WIDE = "SELECT 'a model with quite a long name' AS model, " + ", ".join(
    f"{number} AS column_{number}" for number in range(20)
)


@pytest.mark.usefixtures("store")
def test_query_prints_a_table_on_a_terminal_and_exact_csv_in_a_pipe(
    on_terminal: OnTerminal, capsys: pytest.CaptureFixture[str]
) -> None:
    sql = "SELECT 'm' AS model, 11 / 30 AS value, NULL AS empty, 7 AS n UNION ALL SELECT 'longer', 0.5, NULL, 12"
    assert on_terminal("query", f"{sql} ORDER BY n").splitlines() == [
        "model      value   n",
        "────────────────────",
        "m       0.366667   7",
        "longer       0.5  12",
    ]
    assert cli.main(["query", sql]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "m,0.36666666666666664,,7"
    assert cli.main(["query", sql, "--json"]) == 0
    first = {"model": "m", "value": 11 / 30, "empty": None, "n": 7}
    assert json.loads(capsys.readouterr().out)[0] == first


@pytest.mark.usefixtures("store")
def test_json_has_no_value_that_json_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    sql = "SELECT 'nan'::DOUBLE AS a, [1, NULL] AS b, {'x': 'inf'::DOUBLE} AS c, DATE '2026-11-01' AS d"
    assert cli.main(["query", sql, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row == {"a": None, "b": [1, None], "c": {"x": None}, "d": "2026-11-01"}
    assert cli.main(["query", f"{sql} LIMIT 0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal(on_terminal: OnTerminal, columns: int) -> None:
    """Columns that have no room are named; the first one stays, without its middle."""
    many = f"{WIDE} FROM range(9)"
    header, rule, *lines = on_terminal("query", many, columns=columns).splitlines()
    assert max(map(len, [header, rule, *lines])) <= columns
    assert header.startswith("model")
    assert all(line.startswith("a model") for line in lines[:9])
    assert ("Not shown at this width" in " ".join(" ".join(lines).split())) == (
        "column_19" not in header
    )


@pytest.mark.usefixtures("store")
def test_one_wide_row_is_shown_as_a_column(on_terminal: OnTerminal) -> None:
    printed = cells(on_terminal("query", WIDE, columns=80))
    assert printed[0] == ["column", "row 1"]
    assert printed[1] == ["model", "a model with quite a long name"]
    assert printed[-1] == ["column_19", "19"]


@pytest.mark.usefixtures("store")
def test_names_are_text_and_never_act_on_the_terminal(on_terminal: OnTerminal) -> None:
    styled = on_terminal("query", f"SELECT '{HOSTILE}' AS \"{HOSTILE}\"", styled=True)
    assert styled.count("[red]a[/red] \\x1b[31m\\x07\\u202eb [link=x]c :smile:") == 2
    assert "\x1b[31m" not in styled
    assert "\x07" not in styled


@pytest.mark.usefixtures("store")
def test_wide_and_combining_characters_line_up(on_terminal: OnTerminal) -> None:
    sql = "SELECT unnest(['数学', 'é', 'plain']) AS name, 5 AS n"
    lines = on_terminal("query", sql).splitlines()
    assert [line.rstrip()[-1] for line in lines[2:]] == ["5"] * 3
    assert lines[2] == "数学   5"


@pytest.mark.usefixtures("store")
def test_colors_follow_no_color(on_terminal: OnTerminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    styled = on_terminal("query", "SELECT 1 AS a", styled=True)
    assert "\x1b[1m" in styled
    assert "\x1b[3" not in styled


@pytest.mark.usefixtures("store")
def test_a_table_ends_after_a_thousand_rows(on_terminal: OnTerminal) -> None:
    printed = on_terminal("query", "SELECT range AS n FROM range(1001)").splitlines()
    assert printed[-1] == "These are the first 1,000 rows. --csv prints all."
    assert len(printed) == 1003
    assert len(on_terminal("query", "SELECT range AS n FROM range(1000)").splitlines()) == 1002


def test_a_pipe_has_no_escape_code_and_needs_no_rich(bundled_store: Path, tmp_path: Path) -> None:
    """FORCE_COLOR and the like are for other programs: CSV is data."""
    store = shutil.copytree(bundled_store, tmp_path / "store")
    code = (
        "import sys; from reasonboard.cli.main import main; main(['names']); "
        "assert not [name for name in sys.modules if name.partition('.')[0] == 'rich']"
    )
    environment = {"REASONBOARD_STORE": str(store), "FORCE_COLOR": "1", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "\x1b" not in done.stdout + done.stderr
    assert next(csv.reader(io.StringIO(done.stdout)))[:2] == ["what", "name"]
