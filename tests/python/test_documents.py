"""docs/reference/python.md and docs/tutorial/notebook.ipynb: every line of code in them runs as it stands there."""

import ast
import json
import re
import shutil
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
