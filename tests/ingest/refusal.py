"""The check that a load was refused: one line, exit code 2, and the store as it was."""

from collections.abc import Callable
from pathlib import Path

import pytest

from reasonboard.cli import main as cli

Refused = Callable[..., str]


def refused(store: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The line with which a load was refused; fails where anything else happened."""
    before = {path.name: path.read_bytes() for path in store.iterdir()}
    assert cli.main(["load", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert output.err.endswith("Nothing was loaded.\n")
    after = {path.name: path.read_bytes() for path in store.iterdir()}
    assert {name: one for name, one in after.items() if name != "lock"} == {
        name: one for name, one in before.items() if name != "lock"
    }
    return output.err
