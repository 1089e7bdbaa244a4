"""What `import reasonboard` and a server load: nothing that they do not need."""

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
SERVED = """
import sys
from reasonboard import config
from reasonboard.web.main import create_app

client = create_app(config.read()).test_client()
for path in ("", "kv-cache", "api/kv-cache/grid.json", "api/kv-cache/grid.parquet", "embed/data/runs"):
    answer = client.get(f"/{path}")
    assert answer.status_code == 200, path
    answer.get_data()
print(*sorted({"pandas", "reasonboard.python"} & set(sys.modules)))
"""


def output(code: str, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | settings,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_the_import_loads_no_page_no_database_and_no_frames() -> None:
    assert output(IMPORTED) == ""


def test_a_server_never_loads_pandas(bundled_store: Path) -> None:
    assert output(SERVED, REASONBOARD_STORE=str(bundled_store)) == ""
