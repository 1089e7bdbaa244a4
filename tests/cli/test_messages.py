"""Every refusal says what was expected or what to do, on one line that no name can spoil."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

import reasonboard
from reasonboard.cli import main as cli
from reasonboard.cli import terminal
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.snapshot.publish import change
from reasonboard.store.errors import StoreError

APP = Path(reasonboard.__file__).parent
ERRORS = {
    "AddressError", "DataError", "ExportError", "IngestError", "MetadataError", "RemoteError",
    "SettingsError", "StoreError",
}  # fmt: skip
EXPECTS = re.compile(
    r"expected |`reasonboard \w+`|\{REBUILD\}|\b(?:Start|start|Make|Wait|Remove|restore) "
)
COMPOSED = {
    "ingest/names/aliases.py": "{error}",
    "ingest/names/catalogue.py": "{error}",
    "ingest/bundled/sources.py": "claim {index}: {error}",
    "ingest/staging/isolated.py": "_death(",
    "ingest/staging/pushed_rows.py": "problem.replace(",
    "ingest/formats/yaml_file.py": "_EXPECTED",
    "cli/export.py": "{problem}",
    "ingest/readers/tables/found.py": "{problem}",
    "ingest/snapshot/answers.py": "{wrong}",
    "remote/snapshot.py": "{wrong}",
    "store/parts.py": "wrong.removeprefix",
}
"""What was expected stands in a part that these messages are composed of."""


def raised() -> Iterator[tuple[str, str]]:
    """File and source of every message that an error of ours is raised with."""
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ERRORS
            ):
                written = any(isinstance(part, ast.JoinedStr) for part in ast.walk(node)) or any(
                    isinstance(arg, ast.Constant) for arg in node.args
                )
                if written:
                    yield str(path.relative_to(APP)), ast.unparse(node)


def test_every_refusal_says_what_was_expected_or_what_to_do() -> None:
    messages = list(raised())
    assert len(messages) > 100
    silent = [
        (file, source)
        for file, source in messages
        if not EXPECTS.search(source) and COMPOSED.get(file, "\n") not in source
    ]
    assert silent == []


HOSTILE = {
    "an escape sequence": "\x1b[2J\x1b]0;owned\x07",
    "a NUL": "a\0b",
    "a new line": "a\nreasonboard: Loaded",
    "a carriage return": "a\rb",
    "a C1 control": "a\x9b31m",
    "turned text": "a\u202egnp.exe",
    "an isolate": "a\u2066b\u2069",
    "a line separator": "a\u2028b",
    "half a character": "a\udcffb",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_name_never_acts_on_the_terminal(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REASONBOARD_STORE", str(tmp_path / "store"))
    assert cli.main(["load", HOSTILE[kind]]) == cli.BAD_INPUT
    error = capsys.readouterr().err
    assert error.endswith("\n")
    assert error.count("\n") == 1
    assert error[:-1].isprintable()


@pytest.mark.usefixtures("store")
def test_names_in_the_report_of_a_load_are_escaped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "\x1b[31m\nred\u202e.txt").write_text("x")
    (folder / "t.csv").write_text('model,benchmark,value,unit,"\x1b[2Jx"\nm,B,0.5,fraction,1\n')
    assert cli.main(["load", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    assert all(line.isprintable() for line in lines)


@pytest.mark.usefixtures("store")
def test_a_long_value_is_not_printed_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for column in ("model", "benchmark", "value", "unit"):
        row = {"model": "m", "benchmark": "B", "value": "0.5", "unit": "fraction"}
        row[column] = "x" * 100_000
        text = ",".join(row) + "\n" + ",".join(row.values()) + "\n"
        (tmp_path / "t.csv").write_text(text)
        assert cli.main(["load", str(tmp_path / "t.csv")]) == cli.BAD_INPUT
        error = capsys.readouterr().err
        assert len(error) < 600
        assert "(expected " in error


def test_a_long_message_keeps_its_beginning_and_its_end() -> None:
    line = terminal.message("FILE:3: " + "x" * 10_000 + " (expected y). Nothing was loaded.")
    assert len(line) < 1000
    assert line.startswith("FILE:3: xxx")
    assert line.endswith(" (expected y). Nothing was loaded.")


def test_letters_of_all_languages_stay_as_they_are() -> None:
    text = "数学 Prüfung ± 3% – “x” 模型"
    assert terminal.printable(text) == text


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("SELECT 1e308::DECIMAL(30, 12)", IngestError),
        ("SELECT error('a row is wrong')", IngestError),
        ("INSERT INTO alias_benchmark VALUES ('a', NULL)", IngestError),
        ("SET memory_limit = '20MB'; SELECT list(range) FROM range(100000000)", StoreError),
        ("COPY (SELECT 1) TO '/nowhere/x.csv'", StoreError),
    ],
)
def test_only_a_lack_of_room_or_memory_is_said_to_be_one(
    statement: str, error: type[Exception], data: Path, small_store: Path
) -> None:
    def edit(connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute(statement)

    with pytest.raises(error) as refusal:
        change(data, small_store, edit)
    assert ("room and memory" in str(refusal.value)) == (error is StoreError)
    assert not isinstance(refusal.value, duckdb.Error)
