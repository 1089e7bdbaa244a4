"""scipy is loaded when it is first used, or before a server forks."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import reasonboard
from reasonboard.web.server import Server

SOURCES = Path(reasonboard.__file__).parent


def modules_after(statements: str) -> set[str]:
    """The modules that a process of its own has loaded after these statements."""
    script = f"{statements}; import sys; print(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(ended.stdout.split())


def test_a_command_that_tests_nothing_does_not_wait_for_scipy() -> None:
    loaded = modules_after("import reasonboard.cli.load, reasonboard.studies")
    assert "scipy" in loaded
    assert not {"scipy.stats", "scipy.special", "scipy.optimize"} & loaded


def test_a_server_loads_the_one_part_that_is_used_before_it_forks() -> None:
    """The others take a second of each start, and 50 MB."""
    used = {
        part
        for path in SOURCES.rglob("*.py")
        for part in re.findall(r"\bscipy\.(\w+)", path.read_text())
    }
    assert used == {"special"}
    assert '"scipy.special"' in inspect.getsource(Server.__init__)
