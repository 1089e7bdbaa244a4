"""How tests say which advice they follow, and what they are given to do it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from reasonboard.cli import main as cli
from reasonboard.store import snapshots
from reasonboard.store.connections import connect_with_answers

FOLLOWED: dict[str, tuple[str, ...]] = {}
"""Test -> the parts of messages with the advice that it provokes and follows."""

Test = Callable[..., None]


def follows(*parts: str) -> Callable[[Test], Test]:
    """Mark a test that hears messages with these parts, each without a placeholder, and does what they advise."""

    def mark(test: Test) -> Test:
        FOLLOWED[f"{test.__module__}::{test.__name__}"] = parts
        return test

    return mark


class Board(NamedTuple):
    """The command on a store of one's own; what it says is noted."""

    data: Path
    store: Path
    folder: Path
    heard: list[str]
    output: pytest.CaptureFixture[str]

    def hear(self, text: object) -> str:
        """Note a message that came another way than by the command."""
        self.heard.append(str(text))
        return str(text)

    def run(self, *arguments: str) -> tuple[int, str]:
        """The exit code of the command and all that it printed."""
        code = cli.main(arguments)
        captured = self.output.readouterr()
        assert "Traceback" not in captured.err
        return code, self.hear(captured.out + captured.err)

    def do(self, *arguments: str) -> str:
        """What a command prints that has to succeed."""
        code, text = self.run(*arguments)
        assert code == 0, text
        return text

    def refused(self, *arguments: str) -> str:
        """What a command prints that has to fail."""
        code, text = self.run(*arguments)
        assert code != 0, text
        return text

    def file(self, name: str, text: str) -> str:
        """The path of a file with this text."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """The rows of a query on the current snapshot."""
        with connect_with_answers(snapshots.current(self.store).path) as connection:
            return connection.execute(sql).fetchall()

    def values(self) -> list[object]:
        """The numbers that are loaded, in order."""
        return [value for (value,) in self.rows("SELECT value FROM stated_measurement ORDER BY 1")]
