"""docs/python.md and docs/tutorial.ipynb: every line of code in them runs as it stands there."""

import ast
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import reasonboard as rb
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
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, "<document>", "exec"), known)
            values.append(
                eval(compile(ast.Expression(last.value), "<document>", "eval"), known)
                if last
                else None
            )
        return values

    yield run
    database.close()


def test_the_page_on_python_runs(execute: Callable[[list[str]], list[Any]]) -> None:
    pieces = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.DOTALL)
    opened, *others = pieces
    assert opened.count("rb.open(") == 3
    execute([opened])
    here = opened.replace('rb.open("https://board.example.org/")', "rb.open()")
    *_, loaded, logged = execute([here, *others])
    assert repr(loaded).startswith(
        "Loaded as sweep: 1 file read, 0 skipped, 3 runs, 3 measurements"
    )
    assert logged is None
    assert len(Path("grpo-7b.jsonl").read_text().splitlines()) == 3


def test_the_tutorial_runs(execute: Callable[[list[str]], list[Any]]) -> None:
    notebook = json.loads((DOCS / "tutorial.ipynb").read_text())
    pieces = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    studies, *_, own, run = execute(pieces)
    assert "kv-cache" in studies
    assert own["value"].tolist() == [0.31, 0.38, 0.41]
    assert isinstance(run, rb.Run)
