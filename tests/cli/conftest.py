"""Fixtures of the tests of commands."""

import re
import sys

import pytest

from reasonboard.cli import main as cli
from reasonboard.store import database
from tests.cli.on_terminal import OnTerminal

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> OnTerminal:
    """Runs a command that prints to a terminal of so many columns; what it printed, without styles."""

    def run(*arguments: str, columns: int = 200, code: int = 0, styled: bool = False) -> str:
        with monkeypatch.context() as patch:
            patch.setenv("COLUMNS", str(columns))
            patch.setenv("TERM", "xterm-256color")
            patch.setattr(sys.stdout, "isatty", lambda: True)
            assert cli.main(arguments) == code
        database.close()
        printed = capsys.readouterr().out
        return printed if styled else _STYLE.sub("", printed)

    return run
