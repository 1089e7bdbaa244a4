"""The recipe *Add a column* of CONTRIBUTING.md, followed to the letter in a copy of the application."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import reasonboard

ROOT = Path(__file__).parents[2]
LINE = re.compile(r"`(\w+: Annotated\[.*\] = None)`")
COMMANDS = """
import contextlib, io, json, sys
from reasonboard.cli.main import main
said = []
for arguments in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        with contextlib.suppress(SystemExit):
            main(arguments)
    said.append(out.getvalue())
print(json.dumps(said))
"""
STUDY = """
path = "bits"
question = "How few bits does the cache need?"
[rows]
metric = "accuracy"
where = { "source" = ["bits"] }
[roles]
x = "kv_bits"
color = "model"
"""


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The application with the line of the recipe, in the class that the recipe names."""
    (line,) = LINE.findall((ROOT / "CONTRIBUTING.md").read_text())
    folder = tmp_path_factory.mktemp("extended")
    package = shutil.copytree(Path(reasonboard.__file__).parent, folder / "reasonboard")
    fields = package / "store" / "fields.py"
    before, heading, after = fields.read_text().partition("    method: Annotated")
    assert before.rindex("class RunFields") > before.rindex("class ModelFields")
    fields.write_text(f"{before}    {line}\n{heading}{after}")
    return folder


def said(application: Path, folder: Path, *commands: list[str]) -> list[str]:
    """The output of commands of an application with a store of its own."""
    environ = {
        "REASONBOARD_STORE": str(folder / f"store of {application.name}"),
        "REASONBOARD_DATA": str(folder / "data"),
        "PYTHONPATH": str(application),
    }
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS],
        input=json.dumps(commands),
        env=os.environ | environ,
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    answers: list[str] = json.loads(done.stdout)
    return answers


@pytest.mark.usefixtures("data")
def test_a_column_is_added_by_one_line(extended: Path, tmp_path: Path) -> None:
    head, row = "model,benchmark,accuracy,n", "org/a-7b,AIME24"
    (tmp_path / "plain.csv").write_text(f"{head}\norg/b-7b,AIME24,0.4,30")
    (tmp_path / "bits.csv").write_text(
        f"{head},kv_bits\n{row},0.4,30,\n{row},0.5,30,4\n{row},0.6,30,8"
    )
    (tmp_path / "wrong.csv").write_text(f"{head},kv_bits\n{row},0.4,30,-1")
    (tmp_path / "study.toml").write_text(STUDY)

    def load(name: str) -> list[str]:
        return ["load", f"{name}.csv", "--unit", "fraction", "--name", name]

    def query(sql: str) -> list[str]:
        return ["query", sql]

    of_plain = query("SELECT run FROM result WHERE source = 'plain'")
    _, key_before = said(ROOT / "app", tmp_path, load("plain"), of_plain)
    _, key, _, numbers, models, disagreements, wrong, _, _ = said(
        extended,
        tmp_path,
        load("plain"),
        of_plain,
        load("bits"),
        query("SELECT kv_bits, value FROM result WHERE source = 'bits' ORDER BY ALL"),
        query("SELECT variant FROM model_run WHERE source = 'bits' ORDER BY ALL"),
        query("SELECT count(*) FROM disagreement WHERE 'bits' IN (source_a, source_b)"),
        load("wrong"),
        ["study", "add", "study.toml"],
        ["export", "/bits", "--form", "figure.json", "-o", "out"],
    )
    assert key == key_before  # the run states no `kv_bits`
    assert key.split()[0] == "run"
    assert numbers.split() == ["kv_bits,value", "4,0.5", "8,0.6", ",0.4"]
    assert models.splitlines()[1:] == ['""', "KV bits 4", "KV bits 8"]
    assert disagreements.split()[1] == "0"
    assert "wrong.csv: line 2, column 'accuracy': kv_bits is -1 (expected a number from 0" in wrong
    figures = [json.loads(path.read_text()) for path in (tmp_path / "out").glob("*.json")]
    assert "KV bits" in json.dumps([figure["layout"] for figure in figures])
    assert "kv_bits" not in json.dumps([figure["layout"] for figure in figures])
