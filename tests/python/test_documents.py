"""docs/reference/python.md and docs/tutorial/notebook.ipynb: every line of code in them runs as it stands there."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

import reasonboard as rb
from reasonboard.python.loading import Loaded
from reasonboard.store import database

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture
def execute(
    bundled_store: Path, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[list[str]], list[Any]]]:
    """Runs pieces of code in one namespace, on a store of its own and a server; the last value of each."""
    store = shutil.copytree(bundled_store, tmp_path / "store")
    monkeypatch.setenv("REASONBOARD_STORE", str(store))
    monkeypatch.chdir(tmp_path)

    def run(pieces: list[str]) -> list[Any]:
        known: dict[str, Any] = {}
        values = []
        for piece in pieces:
            there = piece.replace("https://board.example.org/", address)
            tree = ast.parse(there.replace("/srv/reasonboard/store", str(store)))
            last = (
                tree.body.pop()
                if isinstance(tree.body[-1], ast.Expr)
                else ast.Expr(ast.Constant(None))
            )
            exec(compile(tree, "<document>", "exec"), known)
            shown = ast.fix_missing_locations(ast.Expression(cast("ast.Expr", last).value))
            values.append(eval(compile(shown, "<document>", "eval"), known))
        return values

    yield run
    database.close()


@pytest.mark.long
def test_the_page_on_python_runs(
    execute: Callable[[list[str]], list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    if find_spec("transformers") is None:  # `make test-long` has it
        library = ModuleType("transformers")
        callback = type("TrainerCallback", (), {})
        monkeypatch.setattr(library, "TrainerCallback", callback, raising=False)
        monkeypatch.setitem(sys.modules, "transformers", library)
    pieces = re.findall(
        r"```python\n(.*?)```", (DOCS / "reference" / "python.md").read_text(), re.DOTALL
    )
    opened, *others = pieces
    assert opened.count("rb.open(") == 3
    execute([opened])
    here = opened.replace('rb.open("https://board.example.org/")', "rb.open()")
    evaluated = """
from types import SimpleNamespace
state = SimpleNamespace(global_step=120, is_world_process_zero=True)
metrics = {"eval_loss": 1.5, "eval_AIME24/accuracy": 0.5, "epoch": 1.0}
LogResults().on_evaluate(None, state, None, metrics=metrics, processing_class=None)
"""
    values = execute([here, *others, evaluated])
    (loaded,) = [value for value in values if isinstance(value, Loaded)]
    assert (loaded.report.name, loaded.report.runs, loaded.report.measurements) == ("sweep", 3, 3)
    rows = [json.loads(line) for line in Path("grpo-7b.jsonl").read_text().splitlines()]
    assert [(row["metric"], row["value"], row["step"]) for row in rows] == [
        ("accuracy", 0.41, 40), ("token_length", 8123, 40), ("accuracy", 43.3, 80), ("accuracy", 0.5, 120)
    ]  # fmt: skip


def test_the_tutorial_runs(execute: Callable[[list[str]], list[Any]]) -> None:
    notebook = json.loads((DOCS / "tutorial" / "notebook.ipynb").read_text())
    pieces = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    studies, *_, own, run = execute(pieces)
    assert "kv-cache" in studies
    assert own["value"].tolist() == [0.31, 0.38, 0.41]
    assert isinstance(run, rb.Run)


IMPORTED = """
import sys
import reasonboard as rb
before = set(sys.modules)
assert {"open", "load", "init"} <= set(dir(rb))
rb.init, rb.BoardError
print(*sorted({"dash", "duckdb", "flask", "numpy", "pandas", "plotly", "reasonboard.core"} & set(sys.modules)))
"""
RUN = """
import sys
from contextlib import redirect_stdout
from reasonboard.cli.main import main

needless, *arguments = sys.argv[1:]
with redirect_stdout(sys.stderr):
    assert main(arguments) == 0
print(*sorted(set(needless.split()) & set(sys.modules)))
"""
SERVED = """
import sys
from reasonboard import config
from reasonboard.web.main import create_app

client = create_app(config.read()).test_client()
for path in ("", "kv-cache", "api/kv-cache/grid.json", "api/kv-cache/grid.parquet", "embed/data/runs"):
    answer = client.get(f"/{path}")
    assert answer.status_code == 200, path
    answer.get_data()
needless = {"pandas", "reasonboard.ingest.readers.registry", "reasonboard.python"}
print(*sorted(needless & set(sys.modules)))
"""


def output(code: str, *arguments: str, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        env=os.environ | settings,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_the_import_loads_no_page_no_database_and_no_frames() -> None:
    assert output(IMPORTED) == ""


def test_a_command_that_prints_rows_loads_the_store_alone(small_store: Path) -> None:
    needless = "numpy reasonboard.core reasonboard.ingest.loading.load reasonboard.remote reasonboard.web yaml"
    assert output(RUN, needless, "runs", REASONBOARD_STORE=str(small_store)) == ""


def test_a_load_imports_no_study_and_no_reader_of_a_tool(
    data: Path, small_store: Path, tmp_path: Path
) -> None:
    table = tmp_path / "t.csv"
    table.write_text("model,benchmark,accuracy,unit\nm-1b,MATH500,0.5,fraction\n")
    needless = (
        "numpy reasonboard.ingest.readers.registry reasonboard.remote reasonboard.studies yaml"
    )
    settings = {"REASONBOARD_DATA": str(data), "REASONBOARD_STORE": str(small_store)}
    assert output(RUN, needless, "load", "--dry-run", str(table), **settings) == ""


def test_a_server_loads_neither_pandas_nor_readers_of_tools(bundled_store: Path) -> None:
    assert output(SERVED, REASONBOARD_STORE=str(bundled_store)) == ""
