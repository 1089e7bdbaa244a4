"""What `import reasonboard`, commands and a server load: nothing that they do not need."""

import os
import subprocess
import sys
from pathlib import Path

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
